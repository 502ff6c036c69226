//! The stages of a build as types: a [`LoadedBook`] is played into a [`PlayedBook`], which is joined into a
//! [`PrintableBook`], which makes the outputs.
//!
//! The command line, the preview and the library are built on these alone.

mod side_by_side;

use std::path::Path;

use anyhow::Result;

use crate::web;
use crate::web::SiteFile;
use base::diagnostic::{Code, Findings, code};
use base::source::Sources;
use base::theme::ThemeChoice;
use document::{self, Manuscript};
use example::examples::{Example, ExampleContext};
use example::game::{self, BookLocation, PlayableBook};
use example::scenario::Standing;
use press;
use press::book::{self, Book, MOST_EXPECTED, Output};
use press::check;
use press::ledger;
use press::{OutputFile, PrintRequest};
use rules::executor::Executor;
pub use side_by_side::{THREAD_STACK, work_side_by_side};

/// A book that was read and whose rules are bound to its text; nothing has been played.
#[derive(Debug)]
pub struct LoadedBook {
    /// The texts that findings point into.
    pub sources: Sources,
    /// Its text as one tree.
    pub manuscript: Manuscript,
    /// Its rules and scenarios, if it has rules that can be read.
    pub rules: Option<PlayableBook>,
    /// Findings so far.
    pub findings: Findings,
}

/// A book whose scenarios were played.
#[derive(Debug)]
pub struct PlayedBook {
    /// The texts that findings point into.
    pub sources: Sources,
    /// Its text as one tree, before its examples are filled in.
    pub manuscript: Manuscript,
    /// Its rules and scenarios, if it has rules that can be read.
    pub rules: Option<PlayableBook>,
    /// Its scenarios as they were played.
    pub examples: Vec<Example>,
    /// Findings so far.
    pub findings: Findings,
}

/// A book with its examples in place, ready to be laid out.
#[derive(Debug)]
pub struct PrintableBook {
    /// The texts that findings point into.
    pub sources: Sources,
    /// The content to print.
    pub book: Book,
    /// Its rules and scenarios, if it has rules that can be read.
    pub rules: Option<PlayableBook>,
    /// Its scenarios as they were played.
    pub examples: Vec<Example>,
    /// Findings so far.
    pub findings: Findings,
}

/// The files of one kind of output.
#[derive(Debug)]
pub struct MadeOutput {
    /// Its files.
    pub files: Vec<OutputFile>,
    /// Reasons why parts of it could not be made.
    pub findings: Findings,
}

/// Reads the book or file at `location` and binds its rules to its text.
///
/// # Errors
/// When nothing can be read at that path.
pub fn load(location: &BookLocation) -> Result<LoadedBook> {
    let mut findings = Findings::default();
    let (mut sources, mut manuscript) = match &location.deck {
        Some(asked) => document::load_deck(&location.path, asked.clone(), &mut findings)?,
        None => document::load_with(&location.path, &location.options, &mut findings)?,
    };
    ledger::settle_sources(&sources, &mut manuscript, &mut findings);
    let rules = game::load_game(&manuscript, &mut sources, location, &mut findings);
    Ok(LoadedBook { sources, manuscript, rules, findings })
}

impl LoadedBook {
    /// Keeps one scenario only, at any path.
    pub fn keep_scenario(&mut self, path: &Path) {
        if let Some(rules) = &mut self.rules {
            rules.keep_scenario(path, &mut self.sources, &mut self.findings);
        }
    }

    /// Keeps one scenario only, given as text instead of a file.
    pub fn keep_text(&mut self, name: &str, text: String) {
        if let Some(rules) = &mut self.rules {
            rules.keep_text(name, text, &mut self.sources);
        }
    }

    /// Plays its scenarios from another seed.
    pub fn reseed(&mut self, seed: u64) {
        if let Some(rules) = &mut self.rules {
            rules.reseed(seed);
        }
    }

    /// Plays every scenario of the book.
    pub fn play(self, executor: &dyn Executor) -> PlayedBook {
        let Self { sources, manuscript, rules, mut findings } = self;
        let examples = match &rules {
            Some(rules) => rules.play_scenarios(&sources, executor, &mut findings),
            None => Vec::new(),
        };
        PlayedBook { sources, manuscript, rules, examples, findings }
    }
}

impl PlayedBook {
    /// Plays the lessons of the book, and reports where its rules disagree with them.
    pub fn check_lessons(&mut self, executor: &dyn Executor) {
        if let Some(rules) = &self.rules {
            rules.check_lessons(&self.sources, executor, &mut self.findings);
        }
    }

    /// Fills the examples into the text, checks the result and joins the printed parts.
    pub fn join(self) -> PrintableBook {
        self.join_within(MOST_EXPECTED)
    }

    /// Joins the printed parts of the book, for a rulebook that may take `memory` bytes.
    pub fn join_within(self, memory: u64) -> PrintableBook {
        let Self { sources, mut manuscript, rules, examples, mut findings } = self;
        game::fill_manuscript(&mut manuscript, rules.as_ref(), &examples, &mut findings);
        check::settle_play_areas(&mut manuscript, &mut findings);
        check::check_manuscript(&manuscript, &sources, &mut findings);
        game::name_looked_in(rules.as_ref(), &mut findings);
        let book = book::join(manuscript, &sources, memory, &mut findings);
        let has_cards = book.decks.iter().any(|deck| !deck.cards.is_empty());
        if !book.strict && (has_cards || !book.blocks.is_empty()) {
            findings.demote_errors();
        }
        findings.sort();
        PrintableBook { sources, book, rules, examples, findings }
    }

    /// Places the first example after the rule that it plays, unless it has a place, so that it is laid out.
    pub fn stand_first(&mut self) {
        if let Some(example) = self.examples.first_mut() {
            let play = example.scenario.play.clone();
            example.scenario.stands.get_or_insert(Standing::After(play));
        }
    }

    /// Returns the context for putting its examples into sentences, if it has rules.
    pub fn example_context(&self) -> Option<ExampleContext<'_>> {
        self.rules.as_ref().map(|rules| rules.context(&self.sources))
    }
}

impl PrintableBook {
    /// Returns true if no error in its parts keeps an output from being made. In a single file of which
    /// something can be printed, such errors are warnings.
    pub fn is_printable(&self, output: Output) -> bool {
        !self.findings.spoil(output.record().part)
    }

    /// Demotes to warnings the errors of parts that none of the `asked` outputs needs.
    pub fn forgive_parts(&mut self, asked: &[Output]) {
        self.findings.demote_errors_if(|finding| {
            finding.part.is_some()
                && !asked.iter().any(|output| output.record().part == finding.part)
        });
    }

    /// Drops findings about the colours and fonts of the book's own theme if the `asked` theme replaces it.
    pub fn forget_replaced_theme(&mut self, asked: &str) {
        if ThemeChoice::of(asked).replaces_own() {
            let is_own = |code: Code| code == code::LOW_CONTRAST || code == code::THEME_FONT;
            self.findings.0.retain(|finding| !is_own(finding.code));
        }
    }

    /// Makes one kind of output; several can be made side by side.
    ///
    /// # Errors
    /// When a template of a web page cannot be filled.
    pub fn make(&self, output: Output, request: &PrintRequest<'_>) -> Result<MadeOutput> {
        let mut findings = Findings::default();
        let files = match output {
            _ if output.record().is_of_chapters && self.book.is_deck_alone() => Vec::new(),
            Output::Web => self.make_site(request.player)?,
            _ => press::make(&self.book, output, request, &self.sources, &mut findings),
        };
        Ok(MadeOutput { files, findings })
    }

    /// Makes the pages of the web edition.
    fn make_site(&self, player: bool) -> Result<Vec<OutputFile>> {
        let context = self.rules.as_ref().map(|rules| rules.context(&self.sources));
        let pages = web::book_site(&self.book, &self.examples, context.as_ref(), player)?;
        let folder = if self.book.marks.is_some() { "web-marked" } else { "web" };
        let output = |page: SiteFile| {
            OutputFile::new(format!("{folder}/{}", page.path), page.text.into_bytes())
        };
        Ok(pages.into_iter().map(output).collect())
    }

    /// Reports content that does not fit its pages, sheets or cards, without making files.
    pub fn check(&mut self) {
        press::check_fit(&self.book, &self.sources, &mut self.findings);
        self.findings.sort();
    }
}
