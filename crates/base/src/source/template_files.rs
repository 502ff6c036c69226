//! Templates of a book. In: the names in its theme.toml files. Out: those files, and the ones that they
//! import, read as texts.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;
use typst::syntax::{SyntaxKind, SyntaxNode, ast, parse};

use super::{SourceId, Sources, Span, is_absolute, read_text, relative_path};
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};

/// Most templates of a book together.
const MOST_FILES: usize = 64;
/// Key that names folders of pictures and no template.
pub const PICTURES_KEY: &str = "pictures";
/// Ending of the name of a template.
const ENDING: &str = ".typ";

/// Templates in a theme.toml, not checked yet.
#[derive(Default, Deserialize)]
struct NamedTemplates {
    #[serde(default)]
    templates: BTreeMap<String, Spanned<toml::Value>>,
}

/// Reads the templates that themes name. A template that cannot be read is reported, and the others are read.
pub(crate) fn read_template_files(
    themes: &[SourceId],
    sources: &mut Sources,
    findings: &mut Findings,
) {
    let mut reader = TemplateReader { sources, findings, read: 0 };
    for theme in themes {
        for (file, place) in named_templates(*theme, reader.sources) {
            reader.read_named(&file, place);
        }
    }
}

/// Returns the templates that one theme.toml names, with their places.
fn named_templates(theme: SourceId, sources: &Sources) -> Vec<(String, Span)> {
    let named: NamedTemplates = toml::from_str(&sources.get(theme).text).unwrap_or_default();
    let files = named.templates.into_iter().filter(|(key, _)| key != PICTURES_KEY);
    let named = files.filter_map(|(_, value)| {
        let place = Span::new(theme, value.span());
        Some((value.get_ref().as_str()?.to_owned(), place))
    });
    named.collect()
}

struct TemplateReader<'a> {
    sources: &'a mut Sources,
    findings: &'a mut Findings,
    /// Number of templates that were read.
    read: usize,
}

impl TemplateReader<'_> {
    /// Reads a template that a theme.toml names.
    fn read_named(&mut self, file: &str, place: Span) {
        let from = self.sources.get(place.source).path.clone();
        let path = relative_path(&from, file).filter(|_| !is_absolute(file));
        let refused = match &path {
            Some(_) if !file.ends_with(ENDING) => {
                Some("its name does not end in `.typ`".to_owned())
            }
            Some(path) if self.is_known(path) => return,
            Some(path) => self.sources.read_text(path).err().map(|why| why.to_string()),
            None => Some("it is outside the folder of the book".to_owned()),
        };
        match (path, refused) {
            (Some(path), None) => self.read_with_imports(&path, Some(place)),
            (_, why) => {
                let why = why.unwrap_or_default();
                let message = format!("the template `{}` cannot be used: {why}", short_quote(file));
                let hint = "name a `.typ` file in the book's folder, with its path from theme.toml; until then the bundled drawing is used";
                self.findings.push(Diagnostic::at(code::TEMPLATE, place, message).hint(hint));
            }
        }
    }

    fn is_known(&self, path: &str) -> bool {
        self.sources.iter().any(|(_, source)| source.path == path)
    }

    /// Reads a template and its imports. An import that cannot be read is reported where it is used.
    fn read_with_imports(&mut self, path: &str, place: Option<Span>) {
        if self.read >= MOST_FILES || self.is_known(path) {
            return;
        }
        self.read += 1;
        let Some(id) = read_text(self.sources, path, place, self.findings) else { return };
        for file in imported_files(path, &self.sources.get(id).text.clone()) {
            if file.ends_with(ENDING) && self.sources.read_text(&file).is_ok() {
                self.read_with_imports(&file, None);
            }
        }
    }
}

/// Returns the files that the template at `path` imports, as far as their names are literal.
pub fn imported_files(path: &str, text: &str) -> Vec<String> {
    let mut files = Vec::new();
    find_imports(&parse(text), &mut |file: &str| {
        let is_own = !file.starts_with('@') && !is_absolute(file);
        files.extend(relative_path(path, file).filter(|_| is_own));
    });
    files
}

/// Calls `found` on each name of a file that is imported or included.
fn find_imports(node: &SyntaxNode, found: &mut impl FnMut(&str)) {
    let source = match node.kind() {
        SyntaxKind::ModuleImport => node.cast::<ast::ModuleImport<'_>>().map(|own| own.source()),
        SyntaxKind::ModuleInclude => node.cast::<ast::ModuleInclude<'_>>().map(|own| own.source()),
        _ => None,
    };
    if let Some(ast::Expr::Str(file)) = source {
        found(&file.get());
    }
    node.children().for_each(|child| find_imports(child, found));
}
