//! Templates that a book brings, in one compile. In: the templates of its theme. Out: the texts that the
//! world serves for them, and findings at their lines for all their faults; a hook that does not work is left
//! to the bundled templates.
//!
//! A template is in a root of its own, so that it can name only what is served there;
//! `crates/press/src/set/world.rs` serves it, and it may import `crates/press/src/set/rulepress.typ`.

mod findings;
mod grounds;
mod page_faults;
mod steps;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use typst::World;
use typst::diag::{SourceDiagnostic, Tracepoint};
use typst::foundations::{Bytes, IntoValue, Value};
use typst_layout::PagedDocument;

use super::inspect::page_marks;
use super::look::PageLook;
use crate::book::Book;
use crate::ledger::LostWords;
use crate::set::every_word::CountedOutput;
use crate::set::virtual_files::own_path;
use crate::set::world::PressWorld;
use base::diagnostic::{Findings, short_quote};
use base::source::Span;
use base::theme::ThemeChoice;
use base::theme::templates::{BookTemplates, Hook, OwnFile};
pub use findings::{TemplateFault, fields_of, is_same_fault};
pub use page_faults::page_faults;
use steps::CountedText;
pub use steps::{count_step, decorate_picture, start_counting, start_pages};

/// True if the bundled templates draw everything in this process.
static IS_LEFT: AtomicBool = AtomicBool::new(false);

/// Makes the bundled templates draw everything from now on, whatever a book brings.
pub fn leave_book_templates() {
    IS_LEFT.store(true, Ordering::SeqCst);
}

/// The templates of a book that still work in a compile.
pub struct UsedTemplates {
    templates: BookTemplates,
    /// The texts of the files by their path, with their steps counted.
    texts: BTreeMap<String, CountedText>,
}

/// Returns the templates that a book is drawn with: none under another theme, or if they are left to the
/// bundled ones.
fn drawn_by(book: &Book, look: &PageLook) -> BookTemplates {
    let (theme, _) = ThemeChoice::chosen(&look.theme, &book.theme);
    let is_left = IS_LEFT.load(Ordering::SeqCst);
    if is_left { BookTemplates::default() } else { theme.templates.clone() }
}

impl UsedTemplates {
    /// Collects the templates of a book under a look: a bundled theme that is asked for has none.
    pub fn of(book: &Book, look: &PageLook) -> Self {
        let templates = drawn_by(book, look);
        let counted =
            |(path, file): (&String, &OwnFile)| (path.clone(), CountedText::of(&file.text));
        let texts = templates.files.iter().map(counted).collect();
        Self { templates, texts }
    }

    /// True if the bundled templates draw everything.
    pub fn is_empty(&self) -> bool {
        self.templates.hooks.is_empty()
    }

    /// Returns the hooks that the book draws.
    pub fn hooks(&self) -> Vec<Hook> {
        self.templates.hooks.keys().copied().collect()
    }

    /// Leaves hooks to the bundled templates; returns whether that changes anything.
    pub fn leave(&mut self, hooks: &[Hook]) -> bool {
        let before = self.templates.hooks.len();
        self.templates.hooks.retain(|hook, _| !hooks.contains(hook));
        self.templates.hooks.len() < before
    }

    /// Returns a copy that leaves hooks to the bundled templates.
    pub fn without(&self, hooks: &[Hook]) -> Self {
        let mut other = Self { templates: self.templates.clone(), texts: self.texts.clone() };
        other.leave(hooks);
        other
    }

    /// Serves the templates, and the files that they may read, to a world.
    pub fn serve(&self, world: &mut PressWorld, book: &Book) {
        if self.is_empty() {
            return;
        }
        let named = self.templates.hooks.iter();
        let list: String =
            named.map(|(hook, own)| format!("{}\t{}\n", hook.name(), own.file)).collect();
        world.add_file(crate::set::virtual_files::OWN_HOOKS, Bytes::from_string(list));
        for (path, text) in &self.texts {
            world.add_own_source(path, &text.text);
        }
        for (path, name) in &self.templates.pictures {
            if let Some(bytes) = book.pictures.get(name) {
                world.add_own_file(path, bytes.clone());
            }
        }
    }

    /// Returns the place in a template that a Typst error or warning points to, with the path of its file:
    /// its origin, or else the call that led there.
    fn place_of(&self, error: &SourceDiagnostic, world: &dyn World) -> Option<(String, Span)> {
        use typst::WorldExt;
        let arose = std::iter::once(error.span);
        let calls = error.trace.iter().map(|call| call.span.into());
        arose.chain(calls).find_map(|span: typst::syntax::DiagSpan| {
            let path = own_path(span.id()?)?;
            let (text, file) = (self.texts.get(&path)?, self.templates.files.get(&path)?);
            let range = text.written_range(world.range(span)?);
            Some((path, Span::new(file.source, range)))
        })
    }

    /// Returns the faults of templates among errors or warnings of Typst.
    pub fn faults<'e>(
        &self,
        errors: impl IntoIterator<Item = &'e SourceDiagnostic>,
        world: &dyn World,
    ) -> Vec<TemplateFault> {
        // A syntax error in a file leads to several errors: the first is enough.
        let mut broken = BTreeSet::new();
        let faults = errors.into_iter().filter_map(|error| {
            let (path, place) = self.place_of(error, world)?;
            let file = self.templates.files.get(&path);
            let has_bad_form =
                file.is_some_and(|file| typst::syntax::parse(&file.text).diagnosis().errors);
            if has_bad_form && !broken.insert(path.clone()) {
                return None;
            }
            if let Some(fault) = self.missing_fault(error) {
                return Some(fault);
            }
            // The hook in which it arose, or else all hooks that may depend on the file.
            let named = self.templates.hooks.iter().filter(|(_, own)| own.files.contains(&path));
            let hooks = called_hook(error)
                .map_or_else(|| named.map(|(hook, _)| *hook).collect(), |hook| vec![hook]);
            Some(findings::typst_fault(error, hooks, place, world.book()))
        });
        faults.collect()
    }

    /// Returns the fault of a file that does not define the function of one of its hooks, if an error is
    /// about that, at the line that asks for it.
    fn missing_fault(&self, error: &SourceDiagnostic) -> Option<TemplateFault> {
        let is_missing = |hook: &&Hook| error.message == missing_function(hook.name());
        let hook = *self.templates.hooks.keys().find(is_missing)?;
        let name = hook.name();
        let message = format!("the template `{name}` cannot be used: {}", missing_function(name));
        let hint = format!(
            "write `#let {name}(it) = [...]` in it; until then the bundled drawing is used"
        );
        Some(self.hook_fault(hook, message, &hint))
    }

    /// Returns a fault of a hook as a whole, at its definition.
    pub fn hook_fault(&self, hook: Hook, message: String, hint: &str) -> TemplateFault {
        let place = self.templates.hooks.get(&hook).map(|own| own.place);
        let finding = findings::template_finding(message, place).hint(hint);
        TemplateFault { hooks: vec![hook], finding }
    }
}

/// Returns the hook in which an error arose, as far as its trace shows.
fn called_hook(error: &SourceDiagnostic) -> Option<Hook> {
    error.trace.iter().rev().find_map(|call| {
        let Tracepoint::Call(Some(name)) = &call.v else { return None };
        own_path(call.span.id()?)?;
        Hook::named(name)
    })
}

/// Returns the message about a file that lacks the function of a hook.
pub fn missing_function(name: &str) -> String {
    format!("this template does not define a function `{name}`")
}

/// Returns the book with the hooks that lose words left to the bundled templates, and reports them; `None` if
/// words are lost for another reason.
pub fn without_lossy(
    output: &impl CountedOutput,
    book: &Book,
    lost: &LostWords,
    findings: &mut Findings,
) -> Option<Book> {
    let drawn = drawn_by(book, output.look()).hooks;
    let mut lossy = Vec::new();
    for hook in output.hooks().iter().filter(|hook| drawn.contains_key(hook)) {
        let plain = without_hooks(book, &[*hook]);
        let Some(pages) = output.set_to_count(&plain) else { continue };
        let others = output.lost_words(&plain, &pages);
        let is_own = |(word, count): &(&String, &usize)| others.get(*word).unwrap_or(&0) < *count;
        let words: Vec<&str> = lost.iter().filter(is_own).map(|(word, _)| word.as_str()).collect();
        if !words.is_empty() {
            let place = drawn.get(hook).map(|own| own.place);
            findings.push(findings::lost_words(*hook, place, &words));
            lossy.push(*hook);
        }
    }
    (!lossy.is_empty()).then(|| without_hooks(book, &lossy))
}

/// Reports each column of a deck that only the template of its cards prints, where `pages` are drawn without
/// it.
pub fn report_unshown(
    pages: &PagedDocument,
    book: &Book,
    deck: Option<usize>,
    findings: &mut Findings,
) {
    let Some(deck) = book.deck(deck) else { return };
    let templates = &book.theme.templates;
    let Some(own) = templates.hooks.get(&Hook::CardFace) else { return };
    if draws(pages, Hook::CardFace) {
        return;
    }
    let texts = own.files.iter().filter_map(|path| templates.files.get(path));
    let texts: Vec<&str> = texts.map(|file| &*file.text).collect();
    let named =
        deck.unshown.iter().filter(|(name, _)| texts.iter().any(|text| text.contains(name)));
    for (name, place) in named {
        let message = format!(
            "no card shows the column `{}`: only the template `card-face` prints it, and the bundled cards are used",
            short_quote(name)
        );
        let hint = "fix the template, or name the column in `text` or `stats` of the deck";
        let finding = findings::template_finding(message, Some(*place)).hint(hint);
        if !findings.0.contains(&finding) {
            findings.push(finding);
        }
    }
}

/// True if a hook of the book drew a part of these pages.
fn draws(pages: &PagedDocument, hook: Hook) -> bool {
    let is_own = |value: &Value| matches!(value, Value::Dict(mark) if mark.get("hook").ok() == Some(&hook.name().into_value()));
    page_marks(pages, "own-begin").iter().any(|mark| is_own(&mark.value))
}

fn without_hooks(book: &Book, hooks: &[Hook]) -> Book {
    let mut plain = book.clone();
    plain.theme.templates.hooks.retain(|hook, _| !hooks.contains(hook));
    plain
}
