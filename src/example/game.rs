//! A book that can be played. In: a manuscript and where its rules and scenarios lie. Out: the
//! checked rules, the words its examples are told with, its scenarios, and the places that wait for
//! them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::examples::{self, Example};
use super::folder::{self, ScenarioFile, TodoOpening};
use super::narrate::Lexicon;
use super::story::TableStyle;
use crate::diagnostic::Findings;
use crate::document::{Block, BlockKind, Manuscript, walk};
use crate::picture::PlayMat;
use crate::rules::executor::Executor;
use crate::rules::{self, ForeignRules, Program, lock};
use crate::source::{SourceId, Sources};

/// Where rules and scenarios lie.
#[derive(Debug, Clone, Default)]
pub struct BookLocation {
    /// What is played: a book's folder or a single file.
    pub path: PathBuf,
    /// Rules of another book.
    pub foreign: Option<ForeignRules>,
}

impl BookLocation {
    /// A book or file that is played by its own rules.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_path_buf(), foreign: None }
    }

    /// The folder of the book that the rules belong to.
    fn rules(&self) -> &Path {
        self.foreign.as_ref().map_or(&self.path, |foreign| &foreign.rules)
    }

    /// The folder of the scenarios for the text called `name`: `examples/` in the book of the
    /// rules, or `examples/<name>/` beside the folder that holds the books.
    pub fn examples(&self, name: &str) -> PathBuf {
        let book = self.rules();
        let own = book.join("examples");
        let own = if self.foreign.is_some() { own.join(name) } else { own };
        if own.is_dir() {
            return own;
        }
        let real = book.canonicalize().unwrap_or_else(|_| book.to_path_buf());
        let shelf =
            real.parent().and_then(Path::parent).map(|above| above.join("examples").join(name));
        let beside = book.join("../../examples").join(name);
        // Below the working folder a short path is shown.
        match (shelf, std::env::current_dir()) {
            (Some(shelf), Ok(here)) => shelf.strip_prefix(&here).map_or(beside, Path::to_path_buf),
            _ => beside,
        }
    }
}

/// A book that can be played.
#[derive(Debug)]
pub struct PlayableBook {
    /// The checked rules.
    pub program: Program,
    /// What examples are told with.
    pub words: Lexicon,
    /// The book's own file of words.
    pub own_words: Option<SourceId>,
    /// How its table is drawn.
    pub look: TableStyle,
    /// The play area of its text.
    pub mat: Option<PlayMat>,
    /// Its scenarios.
    pub files: Vec<ScenarioFile>,
    /// The places of its text that wait for an example.
    pub openings: Vec<TodoOpening>,
}

/// The game of `manuscript`; none when it has no rules, or when findings say why they can not be
/// read.
pub fn load_game(
    manuscript: &Manuscript,
    sources: &mut Sources,
    place: &BookLocation,
    findings: &mut Findings,
) -> Option<PlayableBook> {
    let program = rules::load_program(manuscript, sources, findings, place.foreign.as_ref())?;
    if place.foreign.is_none() {
        lock::check_lock(&program, manuscript, sources, findings);
    }
    let own_words = read_words_file(&place.rules().join("rules/words.toml"), sources, findings);
    let language =
        manuscript.manifest.language.as_ref().map_or("en", |language| language.get_ref().as_str());
    let mut texts = read_used_words(&program, sources, findings);
    texts.extend(own_words);
    let texts: Vec<_> = texts.into_iter().map(|id| (id, sources.get(id).text.clone())).collect();
    let words = Lexicon::of_book(language, &texts, findings);
    let look = read_table_look(&place.rules().join("rules/table.toml"), sources, findings);
    let mat = play_area(&manuscript.document.blocks);
    let files = folder::read_scenarios(&place.examples(&manuscript.name), sources, findings);
    Some(PlayableBook {
        program,
        words,
        own_words,
        look,
        mat,
        files,
        openings: folder::todo_openings(&manuscript.document),
    })
}

fn read_table_look(path: &Path, sources: &mut Sources, findings: &mut Findings) -> TableStyle {
    let Some(id) = read_words_file(path, sources, findings) else { return TableStyle::default() };
    let text = sources.get(id).text.clone();
    TableStyle::read(id, &text, findings)
}

/// The first play area of a text.
fn play_area(blocks: &[Block]) -> Option<PlayMat> {
    let mut mat = None;
    walk::each_block(blocks, &mut |block| {
        if let (None, BlockKind::Table(table)) = (&mat, &block.kind) {
            mat = table.play_mat(&block.attributes);
        }
    });
    mat
}

fn read_words_file(
    path: &Path,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<SourceId> {
    if path.is_file() { folder::read_named_text(path, sources, findings) } else { None }
}

/// The words of the books whose modules play too.
fn read_used_words(
    program: &Program,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<SourceId> {
    let mut folders = BTreeMap::new();
    for module in program.modules.iter().filter(|module| !module.book.is_empty()) {
        let path = Path::new(&sources.get(module.source).name).with_file_name("words.toml");
        folders.entry(module.book.clone()).or_insert(path);
    }
    folders.values().filter_map(|path| read_words_file(path, sources, findings)).collect()
}

impl PlayableBook {
    /// What playing needs to know of the book.
    pub fn context<'a>(&'a self, sources: &'a Sources) -> examples::ExampleContext<'a> {
        examples::ExampleContext {
            program: &self.program,
            sources,
            words: &self.words,
            own_words: self.own_words,
            look: &self.look,
            mat: self.mat.as_ref(),
            openings: &self.openings,
            foreign: None,
        }
    }

    /// Plays every scenario.
    pub fn play_scenarios(
        &self,
        sources: &Sources,
        player: &dyn Executor,
        findings: &mut Findings,
    ) -> Vec<Example> {
        examples::play_scenarios(&self.files, &self.context(sources), player, findings)
    }
}

/// Puts examples where the text waits for them, or behind the sections they belong to, and says
/// whose the fields of its play area are.
pub fn fill_manuscript(
    manuscript: &mut Manuscript,
    game: Option<&PlayableBook>,
    examples: &[Example],
) {
    let Some(game) = game else { return };
    super::fill::fill_examples(
        &mut manuscript.document.blocks,
        examples,
        (&game.words, &game.program),
    );
    let table = examples.iter().map(|example| &example.trace).find(|trace| !trace.table.is_empty());
    let (Some(trace), Some(mat)) = (table, &game.mat) else { return };
    let own = examples::mat_with_zones(mat, trace);
    walk::each_block_mut(&mut manuscript.document.blocks, &mut |block| {
        let attributes = block.attributes.clone();
        if let BlockKind::Table(table) = &mut block.kind
            && table.play_mat(&attributes).as_ref() == Some(mat)
        {
            table.mat = Some(Box::new(own.clone()));
        }
    });
}
