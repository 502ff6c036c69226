//! The virtual files that Typst reads: how they are named, by whoever writes and whoever reads them.

use typst::syntax::{FileId, RootedPath, VirtualPath, VirtualRoot};

use crate::source::SourceId;

/// The job of a compile.
pub(super) const JOB: &str = "/book";

/// The id of a virtual path.
pub(super) fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path)
        .unwrap_or_else(|_| VirtualPath::new("/unnamed").expect("a plain name is a path"));
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// The virtual path of a picture.
pub(super) fn picture_path(file: &str) -> String {
    format!("/pictures/{file}")
}

/// The virtual path of an author's text.
pub(super) fn source_path(source: SourceId) -> String {
    format!("/texts/{}", source.0)
}

/// The author's text that a virtual path names, if it names one.
pub(super) fn source_of_path(id: FileId) -> Option<SourceId> {
    id.vpath().get_without_slash().strip_prefix("texts/")?.parse().ok().map(SourceId)
}
