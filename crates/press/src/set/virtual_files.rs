//! The virtual files that Typst reads, and their names.

use std::sync::LazyLock;

use typst::syntax::package::PackageSpec;
use typst::syntax::{FileId, RootedPath, VirtualPath, VirtualRoot};

use base::source::SourceId;

/// List of the hooks that a book draws itself: a line for each, with its name and the path of its file.
pub const OWN_HOOKS: &str = "/own-hooks";
/// File that templates of a book import.
pub const OFFERED: &str = "rulepress.typ";

/// The root of templates of a book; they can name nothing in the other root.
static OWN_ROOT: LazyLock<VirtualRoot> = LazyLock::new(|| {
    let spec: PackageSpec = "@book/templates:0.0.0".parse().expect("it is well formed");
    VirtualRoot::Package(spec)
});

/// Returns the id of a file that templates of a book may read, by its path below the root of the book.
pub fn own_id(path: &str) -> FileId {
    let path = VirtualPath::new(path)
        .unwrap_or_else(|_| VirtualPath::new("/unnamed").expect("a plain name is a path"));
    RootedPath::new(OWN_ROOT.clone(), path).intern()
}

/// True if an id is not ours, but made up by a template of a book.
pub fn is_own(id: FileId) -> bool {
    *id.root() != VirtualRoot::Project
}

/// Returns the path of a file that templates of a book may read, if it is one.
pub fn own_path(id: FileId) -> Option<String> {
    (*id.root() == *OWN_ROOT).then(|| id.vpath().get_without_slash().to_owned())
}

/// The job of a compile.
pub const JOB: &str = "/book";

/// Returns the id of a virtual path.
pub fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path)
        .unwrap_or_else(|_| VirtualPath::new("/unnamed").expect("a plain name is a path"));
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// Returns the virtual path of a picture.
pub fn picture_path(file: &str) -> String {
    format!("/pictures/{file}")
}

/// Returns the virtual path of a text of the author.
pub fn source_path(source: SourceId) -> String {
    format!("/texts/{}", source.0)
}

/// Returns the text of the author that a virtual path names, if it names one.
pub fn source_of_path(id: FileId) -> Option<SourceId> {
    id.vpath().get_without_slash().strip_prefix("texts/")?.parse().ok().map(SourceId)
}
