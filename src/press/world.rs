//! The world Typst sees: templates, the book, its pictures and the bundled fonts; no file of the
//! machine, no network.

use std::collections::HashMap;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Feature, Library, LibraryExt, World};

use super::content;
use super::look::PageLook;
use super::tokens;
use crate::font;

/// The templates, by their path.
const TEMPLATES: [(&str, &str); 17] = [
    ("/templates/main.typ", include_str!("../../templates/main.typ")),
    ("/templates/rulebook.typ", include_str!("../../templates/rulebook.typ")),
    ("/templates/blocks.typ", include_str!("../../templates/blocks.typ")),
    ("/templates/page.typ", include_str!("../../templates/page.typ")),
    ("/templates/cover.typ", include_str!("../../templates/cover.typ")),
    ("/templates/back.typ", include_str!("../../templates/back.typ")),
    ("/templates/flowcharts.typ", include_str!("../../templates/flowcharts.typ")),
    ("/templates/playmat.typ", include_str!("../../templates/playmat.typ")),
    ("/templates/example.typ", include_str!("../../templates/example.typ")),
    ("/templates/sheet.typ", include_str!("../../templates/sheet.typ")),
    ("/templates/cards.typ", include_str!("../../templates/cards.typ")),
    ("/templates/faces.typ", include_str!("../../templates/faces.typ")),
    ("/templates/calibration.typ", include_str!("../../templates/calibration.typ")),
    ("/templates/extra.typ", include_str!("../../templates/extra.typ")),
    ("/templates/nup.typ", include_str!("../../templates/nup.typ")),
    ("/templates/drawing.typ", include_str!("../../templates/drawing.typ")),
    ("/templates/tokens.typ", include_str!("../../templates/tokens.typ")),
];

/// Everything one compile may read.
pub struct PressWorld {
    library: LazyHash<Library>,
    main: FileId,
    sources: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
}

/// The id of a virtual path.
pub fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path)
        .unwrap_or_else(|_| VirtualPath::new("/unnamed").expect("a plain name is a path"));
    RootedPath::new(VirtualRoot::Project, path).intern()
}

impl PressWorld {
    /// A shelf with the templates, on which `main` is compiled.
    pub fn new(main: &str, look: &PageLook) -> Self {
        let features = [Feature::A11yExtras].into_iter().collect();
        let mut library =
            Library::builder().with_inputs(look.inputs()).with_features(features).build();
        library.global.scope_mut().define_func::<content::load_book>();
        library.global.scope_mut().define_func::<content::charts::load_charts>();
        library.global.scope_mut().define_func::<content::mats::load_mat>();
        library.global.scope_mut().define_func::<content::paint::paint>();
        library.global.scope_mut().define_func::<content::panels::load_sheet>();
        library.global.scope_mut().define_func::<content::panels::load_cards>();
        library.global.scope_mut().define_func::<content::panels::load_calibration>();
        let mut shelf = Self {
            library: LazyHash::new(library),
            main: file_id(main),
            sources: HashMap::new(),
            files: HashMap::new(),
        };
        for (path, text) in TEMPLATES {
            shelf.text(path, text);
        }
        shelf.add("/templates/tokens.toml", Bytes::from_string(tokens::TEXT));
        shelf
    }

    /// Adds a Typst source.
    pub fn text(&mut self, path: &str, text: &str) {
        self.sources.insert(file_id(path), Source::new(file_id(path), text.to_owned()));
    }

    /// Adds any other file.
    pub fn add(&mut self, path: &str, bytes: Bytes) {
        self.files.insert(file_id(path), bytes);
    }
}

impl World for PressWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &font::bundled().book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.sources
            .get(&id)
            .cloned()
            .ok_or_else(|| FileError::NotFound(id.vpath().get_without_slash().into()))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.files
            .get(&id)
            .cloned()
            .ok_or_else(|| FileError::NotFound(id.vpath().get_without_slash().into()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        font::bundled().faces.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
