//! Templates of a theme: the function and file that draws each hook. In: the `[templates]` of theme.toml and
//! the files that it names. Out: the hooks that a book draws itself, and the pictures that these files name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use typst::syntax::{LinkedNode, SyntaxKind, SyntaxNode, ast, parse};

use super::ThemeReader;
use super::file::ThemeTemplates;
use crate::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use crate::source::template_files::imported_files;
use crate::source::{Source, SourceId, Sources, Span, is_absolute, is_picture_name, relative_path};

/// Most pictures that templates may read.
const MOST_PICTURES: usize = 500;

/// A part of an output that a book may draw itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hook {
    /// The cover.
    Cover,
    /// The opening of a chapter.
    Chapter,
    /// A callout.
    Callout,
    /// The front of a card of a deck.
    CardFace,
    /// The back of cards of a deck.
    CardBack,
    /// A piece of a panel of the reference sheet.
    Panel,
}

impl Hook {
    /// All hooks.
    pub const ALL: [Self; 6] =
        [Self::Cover, Self::Chapter, Self::Callout, Self::CardFace, Self::CardBack, Self::Panel];

    /// Returns its key in theme.toml, which is also the name of its function.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Chapter => "chapter",
            Self::Callout => "callout",
            Self::CardFace => "card-face",
            Self::CardBack => "card-back",
            Self::Panel => "panel",
        }
    }

    /// Returns the hook of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hook| hook.name() == name)
    }
}

/// The templates of a book.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BookTemplates {
    /// Functions of the hooks that are not left to the bundled templates.
    pub hooks: BTreeMap<Hook, OwnHook>,
    /// Files that hooks may read, by their paths below the root.
    pub files: BTreeMap<String, OwnFile>,
    /// Pictures that hooks may read: their paths below the root, and their names among those of the book.
    pub pictures: BTreeMap<String, String>,
    /// Pictures that hooks name, with their places; `find_pictures` adds those that exist to `pictures`.
    pub named_pictures: Vec<(String, Span)>,
}

/// A file with functions that draw hooks, or that these need. It holds its text, because a book may be set
/// when its texts are no longer available.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnFile {
    /// Id of the text.
    pub source: SourceId,
    /// Text of the file.
    pub text: Arc<str>,
}

/// A function that draws a hook.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnHook {
    /// Path below the root of its file.
    pub file: String,
    /// Place of its definition, or else the place in theme.toml that names its file.
    pub place: Span,
    /// Paths of all files that it may depend on.
    pub files: BTreeSet<String>,
}

impl ThemeReader<'_> {
    /// Reads the templates that a theme.toml names.
    pub(crate) fn templates(&mut self, own: &mut BookTemplates, named: &ThemeTemplates) {
        let Some((theme, sources)) = self.files else { return };
        let hooks = [
            (Hook::Cover, &named.cover),
            (Hook::Chapter, &named.chapter),
            (Hook::Callout, &named.callout),
            (Hook::CardFace, &named.card_face),
            (Hook::CardBack, &named.card_back),
            (Hook::Panel, &named.panel),
        ];
        for (hook, file) in hooks {
            let Some(file) = file else { continue };
            let place = Span::new(theme, file.span());
            match own_hook(hook, file.get_ref(), place, sources) {
                Ok(Some(found)) => {
                    own.hooks.insert(hook, found);
                }
                Ok(None) => {}
                Err(finding) => self.findings.push(*finding),
            }
        }
        let wanted: BTreeSet<String> =
            own.hooks.values().flat_map(|hook| hook.files.iter().cloned()).collect();
        for path in wanted {
            let Some((id, source)) = source_at(&path, sources) else { continue };
            let file = OwnFile { source: id, text: Arc::clone(&source.text) };
            if own.files.insert(path, file).is_none() {
                own.named_pictures.extend(literal_pictures(id, source));
            }
        }
        for named in &named.pictures {
            self.named_pictures(own, theme, named);
        }
        own.named_pictures.truncate(MOST_PICTURES);
    }

    /// Reads a picture, or a folder of pictures, that theme.toml names.
    fn named_pictures(
        &mut self,
        own: &mut BookTemplates,
        theme: SourceId,
        named: &Spanned<String>,
    ) {
        let Some((_, sources)) = self.files else { return };
        let (file, place) = (named.get_ref(), Span::new(theme, named.span()));
        if is_picture_name(file) {
            own.named_pictures.push((file.clone(), place));
            return;
        }
        let folder = relative_path(&sources.get(theme).path, file).filter(|_| !is_absolute(file));
        let names = folder.map(|folder| sources.file_names(&folder)).unwrap_or_default();
        let pictures = names.into_iter().filter(|name| is_picture_name(name));
        let before = own.named_pictures.len();
        let file = file.trim_end_matches('/');
        own.named_pictures.extend(pictures.map(|name| (format!("{file}/{name}"), place)));
        if own.named_pictures.len() == before {
            let message = format!("there are no pictures in `{}`", short_quote(file));
            let hint = "name a folder with PNG, JPEG or SVG files, as a path from theme.toml";
            self.findings.push(Diagnostic::at(code::TEMPLATE, place, message).hint(hint));
        }
    }
}

/// Returns the text at a path below the root.
fn source_at<'s>(path: &str, sources: &'s Sources) -> Option<(SourceId, &'s Source)> {
    sources.iter().find(|(_, source)| source.path == path)
}

/// Returns the function that a file has for a hook; none for a file that was reported when it was read.
fn own_hook(
    hook: Hook,
    file: &str,
    place: Span,
    sources: &Sources,
) -> Result<Option<OwnHook>, Box<Diagnostic>> {
    let path = relative_path(&sources.get(place.source).path, file);
    let Some((id, source)) = path.and_then(|path| source_at(&path, sources)) else {
        return Ok(None);
    };
    let root = parse(&source.text);
    let place = match defined_function(hook.name(), &root) {
        Defined::At(range) => Span::new(id, range),
        Defined::Elsewhere => place,
        Defined::Nowhere(known) => {
            return Err(Box::new(missing_function(hook, file, place, &known)));
        }
    };
    let path = source.path.clone();
    let files = files_of(&path, sources);
    Ok(Some(OwnHook { file: path, place, files }))
}

fn missing_function(hook: Hook, file: &str, place: Span, known: &[String]) -> Diagnostic {
    let name = hook.name();
    let message =
        format!("the template `{}` does not define a function `{name}`", short_quote(file));
    let finding = Diagnostic::at(code::TEMPLATE, place, message);
    match nearest_name(name, known.iter().map(String::as_str)) {
        Some(near) => finding.hint(format!("call it `{name}`, not `{near}`")),
        None => finding.hint(format!("write `#let {name}(it) = [...]` in it")),
    }
}

/// Returns the paths of a template and of all its imports.
fn files_of(path: &str, sources: &Sources) -> BTreeSet<String> {
    let mut files = BTreeSet::from([path.to_owned()]);
    let mut open = vec![path.to_owned()];
    while let Some(next) = open.pop() {
        let Some((_, source)) = source_at(&next, sources) else { continue };
        let imported = imported_files(&next, &source.text);
        open.extend(imported.into_iter().filter(|file| files.insert(file.clone())));
    }
    files
}

/// Definition of a function in a file.
enum Defined {
    /// Defined at these bytes.
    At(Range<usize>),
    /// Perhaps defined in an imported file.
    Elsewhere,
    /// Not defined; these are the names that the file defines.
    Nowhere(Vec<String>),
}

/// Searches a name among the definitions of a file outside of all braces.
fn defined_function(name: &str, root: &SyntaxNode) -> Defined {
    let (mut known, mut imported) = (Vec::new(), false);
    for node in LinkedNode::new(root).children() {
        if let Some(import) = node.get().cast::<ast::ModuleImport<'_>>() {
            imported |= may_import(&import, name);
        }
        let Some(binding) = node.get().cast::<ast::LetBinding<'_>>() else { continue };
        let names = binding.kind().bindings();
        if names.iter().any(|own| own.as_str() == name) {
            return Defined::At(name_range(&node, name).unwrap_or_else(|| node.range()));
        }
        known.extend(names.iter().map(|own| own.as_str().to_owned()));
    }
    // A file with mistakes is reported when it is used.
    if imported || root.diagnosis().errors { Defined::Elsewhere } else { Defined::Nowhere(known) }
}

/// Reports whether an import may bring a name: it lists it, or imports everything.
fn may_import(import: &ast::ModuleImport<'_>, name: &str) -> bool {
    match import.imports() {
        Some(ast::Imports::Items(items)) => {
            items.iter().any(|item| item.bound_name().as_str() == name)
        }
        Some(ast::Imports::Wildcard) => true,
        None => false,
    }
}

/// Returns the bytes of a name in a definition.
fn name_range(node: &LinkedNode<'_>, name: &str) -> Option<Range<usize>> {
    if node.kind() == SyntaxKind::Ident && node.leaf_text() == name {
        return Some(node.range());
    }
    node.children().find_map(|child| name_range(&child, name))
}

/// Returns the pictures whose names are literals in a template, with their places.
fn literal_pictures(id: SourceId, source: &Source) -> Vec<(String, Span)> {
    let root = parse(&source.text);
    let mut found = Vec::new();
    find_literals(&LinkedNode::new(&root), &mut |text, range| {
        if is_picture_name(text) && !is_absolute(text) {
            found.push((text.to_owned(), Span::new(id, range)));
        }
    });
    found
}

fn find_literals(node: &LinkedNode<'_>, found: &mut impl FnMut(&str, Range<usize>)) {
    if let Some(text) = node.get().cast::<ast::Str<'_>>() {
        found(&text.get(), node.range());
    }
    node.children().for_each(|child| find_literals(&child, found));
}

impl BookTemplates {
    /// Adds the pictures that templates name to those that they may read. `add` returns the name of a picture
    /// among those of the book, or reports why there is none.
    pub fn find_pictures(
        &mut self,
        sources: &Sources,
        findings: &mut Findings,
        mut add: impl FnMut(&str, Span, &mut Findings) -> Option<String>,
    ) {
        for (file, place) in std::mem::take(&mut self.named_pictures) {
            let Some(path) = relative_path(&sources.get(place.source).path, &file) else {
                continue;
            };
            // A missing picture is reported where it is used.
            if self.pictures.contains_key(&path) || sources.real_path(&path).is_err() {
                continue;
            }
            let mut told = Findings::default();
            if let Some(name) = add(&file, place, &mut told) {
                self.pictures.insert(path, name);
            }
            findings.0.extend(
                told.0.into_iter().map(|finding| Diagnostic { code: code::TEMPLATE, ..finding }),
            );
        }
    }
}
