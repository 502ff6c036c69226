//! The virtual files that Typst reads: how they are named, by whoever writes and whoever reads them.

use std::sync::LazyLock;

use typst::syntax::package::PackageSpec;
use typst::syntax::{FileId, RootedPath, VirtualPath, VirtualRoot};

use base::source::SourceId;

/// Which hooks a book draws itself: a line for each, with its name and the path of its file.
pub const OWN_HOOKS: &str = "/own-hooks";
/// What templates of a book import.
pub const OFFERED: &str = "rulepress.typ";

/// The root that templates of a book lie in; nothing of the other one can be named from it.
static OWN_ROOT: LazyLock<VirtualRoot> = LazyLock::new(|| {
    let spec: PackageSpec = "@book/templates:0.0.0".parse().expect("it is well formed");
    VirtualRoot::Package(spec)
});

/// The id of a file that templates of a book may read, by its path below the root of the book.
pub fn own_id(path: &str) -> FileId {
    let path = VirtualPath::new(path)
        .unwrap_or_else(|_| VirtualPath::new("/unnamed").expect("a plain name is a path"));
    RootedPath::new(OWN_ROOT.clone(), path).intern()
}

/// Whether an id is none of ours, but one that a template of a book made up.
pub fn is_own(id: FileId) -> bool {
    *id.root() != VirtualRoot::Project
}

/// The path of a file that templates of a book may read, if it is one.
pub fn own_path(id: FileId) -> Option<String> {
    (*id.root() == *OWN_ROOT).then(|| id.vpath().get_without_slash().to_owned())
}

/// The job of a compile.
pub const JOB: &str = "/book";

/// The id of a virtual path.
pub fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path)
        .unwrap_or_else(|_| VirtualPath::new("/unnamed").expect("a plain name is a path"));
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// The virtual path of a picture.
pub fn picture_path(file: &str) -> String {
    format!("/pictures/{file}")
}

/// The virtual path of an author's text.
pub fn source_path(source: SourceId) -> String {
    format!("/texts/{}", source.0)
}

/// The author's text that a virtual path names, if it names one.
pub fn source_of_path(id: FileId) -> Option<SourceId> {
    id.vpath().get_without_slash().strip_prefix("texts/")?.parse().ok().map(SourceId)
}
