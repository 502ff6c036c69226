//! The world that Typst sees: templates, the book, its pictures and the bundled fonts; no file of the
//! machine, no network.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use typst::diag::{FileError, FileResult, PackageError};
use typst::foundations::{Binding, Bytes, Datetime, Duration, Module, Scope, Target};
use typst::model::LinkElem;
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Feature, Library, LibraryExt, World};

use crate::look::PageLook;
use crate::set::virtual_files::{self, OWN_HOOKS, file_id, is_own, own_id};
use crate::{outputs, own_templates};
use base::font;
use base::theme::{BookTheme, themed_tokens};

/// The templates that several outputs share, by their path.
const SHARED: [(&str, &str); 7] = [
    ("/templates/blocks.typ", include_str!("blocks.typ")),
    ("/templates/page.typ", include_str!("page.typ")),
    ("/templates/example.typ", include_str!("example.typ")),
    ("/templates/drawing.typ", include_str!("drawing.typ")),
    ("/templates/own.typ", include_str!("own.typ")),
    (OFFERED_TEMPLATE, include_str!("rulepress.typ")),
    ("/templates/tokens.typ", include_str!("tokens.typ")),
];

/// File that templates of a book import.
const OFFERED_TEMPLATE: &str = "/templates/rulepress.typ";

/// The templates, parsed once.
static TEMPLATE_SOURCES: LazyLock<HashMap<FileId, Source>> = LazyLock::new(|| {
    let parse = |(path, text): &(&str, &str)| {
        let id = file_id(path);
        (id, Source::new(id, (*text).to_owned()))
    };
    SHARED.iter().chain(outputs::template_files()).map(parse).collect()
});

/// Libraries of the looks that were asked for: each is the same for every compile.
static LIBRARIES: Mutex<Vec<LookLibraries>> = Mutex::new(Vec::new());

/// The functions that can be called under a look.
struct LookLibraries {
    look: PageLook,
    /// Library of the bundled templates.
    bundled: Arc<LazyHash<Library>>,
    /// Library of the templates of a book.
    own: Arc<LazyHash<Library>>,
}

/// Everything one compile may read.
pub struct PressWorld {
    library: Arc<LazyHash<Library>>,
    main: FileId,
    /// Sources besides the templates.
    sources: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
    /// The fonts of the book, if it has any.
    own_fonts: Option<OwnFonts>,
}

/// The fonts of a book, in a list of all fonts: first the bundled ones.
struct OwnFonts {
    fonts: Vec<Font>,
    book: LazyHash<FontBook>,
}

impl OwnFonts {
    fn of(files: &[Bytes]) -> Self {
        let fonts: Vec<Font> =
            files.iter().filter_map(|bytes| Font::new(bytes.clone(), 0)).collect();
        let bundled = (0..).map_while(|at| font::bundled().book.info(at).cloned());
        let all = bundled.chain(fonts.iter().map(|font| font.info().clone()));
        let book = LazyHash::new(FontBook::from_infos(all));
        Self { fonts, book }
    }
}

impl PressWorld {
    /// Creates a world with the templates, in which `main` is compiled, under a theme.
    pub fn new(main: &str, look: &PageLook, theme: &BookTheme) -> Self {
        let mut world = Self {
            library: shared_library(look),
            main: file_id(main),
            sources: HashMap::new(),
            files: HashMap::new(),
            own_fonts: None,
        };
        let tokens = themed_tokens(theme, &look.theme);
        world.add_file("/templates/tokens.toml", Bytes::from_string(tokens));
        world.add_file(OWN_HOOKS, Bytes::from_string(""));
        if !theme.fonts.is_empty() {
            world.own_fonts = Some(OwnFonts::of(&theme.fonts));
        }
        world
    }

    /// Adds a Typst source.
    pub fn add_source(&mut self, path: &str, text: &str) {
        let id = file_id(path);
        self.sources.insert(id, Source::new(id, text.to_owned()));
    }

    /// Adds a template of the book, by its path below the root of the book.
    pub(crate) fn add_own_source(&mut self, path: &str, text: &str) {
        let id = own_id(path);
        self.sources.insert(id, Source::new(id, text.to_owned()));
    }

    /// Adds a file that templates of the book may read.
    pub(crate) fn add_own_file(&mut self, path: &str, bytes: Bytes) {
        self.files.insert(own_id(path), bytes);
    }

    /// Adds any other file.
    pub fn add_file(&mut self, path: &str, bytes: Bytes) {
        self.files.insert(file_id(path), bytes);
    }
}

/// Returns the library of a look, which is made at the first request.
fn shared_library(look: &PageLook) -> Arc<LazyHash<Library>> {
    let mut known = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().find(|known| known.look == *look) {
        return Arc::clone(&found.bundled);
    }
    let bundled = Arc::new(LazyHash::new(library(look)));
    let own = Arc::new(LazyHash::new(own_library(look)));
    known.push(LookLibraries { look: look.clone(), bundled: Arc::clone(&bundled), own });
    bundled
}

/// Returns the library of the templates of a book that belongs to the library `bundled`.
pub(crate) fn library_of_own(bundled: &LazyHash<Library>) -> Option<Arc<LazyHash<Library>>> {
    let known = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().find(|known| *known.bundled == *bundled);
    found.map(|known| Arc::clone(&known.own))
}

/// Returns the library of Typst.
fn plain_library(look: &PageLook) -> Library {
    let features = [Feature::A11yExtras].into_iter().collect();
    let library = Library::builder().with_inputs(look.inputs()).with_features(features);
    let mut library = library.build();
    library.rules.replace::<LinkElem>(Target::Paged, crate::set::link_words::show_link);
    library
}

/// Returns the library of the templates: that of Typst and the functions of `content`.
fn library(look: &PageLook) -> Library {
    let mut library = plain_library(look);
    let scope = library.global.scope_mut();
    scope.define_func::<crate::set::load_job>();
    scope.define_func::<crate::set::own::own_hooks>();
    scope.define_func::<crate::set::own::draw_own>();
    scope.define_func::<crate::set::paint::paint>();
    scope.define_func::<crate::set::extent::extent>();
    scope.define_func::<crate::set::laid_once::kept>();
    scope.define_func::<crate::set::laid_once::laid_once>();
    scope.define_func::<crate::set::laid_once::laid_once_list>();
    scope.define_func::<crate::set::span_flow::span_flow>();
    scope.define_func::<crate::set::paper_named::paper_named>();
    library
}

/// Returns the library of the templates of a book: that of Typst without functions that run other programs,
/// or text as code.
fn own_library(look: &PageLook) -> Library {
    const FORBIDDEN: [&str; 2] = ["plugin", "eval"];
    let mut library = plain_library(look);
    let mut scope = Scope::new();
    for (name, binding) in library.global.scope().iter() {
        if !FORBIDDEN.contains(&name.as_str()) {
            scope.bind(name.clone(), binding.clone());
        }
    }
    scope.define_func::<own_templates::count_step>();
    scope.define_func::<own_templates::decorate_picture>();
    // `fit` of rulepress.typ uses it to measure.
    scope.define_func::<crate::set::extent::extent>();
    library.global = Module::new("global", scope);
    library.std = Binding::detached(library.global.clone());
    library
}

/// Returns a file by its id, or the error that it is missing.
fn find_file<T: Clone>(files: &HashMap<FileId, T>, id: FileId) -> FileResult<T> {
    files.get(&id).cloned().ok_or_else(|| missing_file(id))
}

/// Returns the error about a missing file.
fn missing_file(id: FileId) -> FileError {
    let path = id.vpath().get_without_slash();
    if virtual_files::own_path(id).is_some() {
        let why = format!(
            "a template reads only `.typ` files and pictures of the book's folder, not `{path}`"
        );
        return FileError::Other(Some(why.into()));
    }
    if is_own(id) {
        let why = "a template of a book cannot use packages";
        return FileError::Package(PackageError::Other(Some(why.into())));
    }
    FileError::NotFound(path.into())
}

impl World for PressWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.own_fonts.as_ref().map_or(&font::bundled().book, |own| &own.book)
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        let offered =
            virtual_files::own_path(id).is_some_and(|path| path == virtual_files::OFFERED);
        let id = if offered { file_id(OFFERED_TEMPLATE) } else { id };
        match TEMPLATE_SOURCES.get(&id) {
            Some(template) => Ok(template.clone()),
            None => find_file(&self.sources, id),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        find_file(&self.files, id)
    }

    fn font(&self, index: usize) -> Option<Font> {
        let own = || self.own_fonts.as_ref()?.fonts.get(index.checked_sub(font::FACES)?);
        font::bundled().face(index).or_else(own).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
