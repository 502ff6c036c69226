//! A book that can be played. In: a manuscript and where its rules and scenarios lie. Out: the
//! checked rules, the words its examples are told with, its scenarios, and the places that wait for
//! them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::examples::{self, Example, ExampleContext};
use super::folder::{self, ScenarioFile, TodoOpening};
use super::narrate::Lexicon;
use super::story::TableStyle;
use crate::diagnostic::Findings;
use crate::document::{Block, BlockKind, Manuscript, walk};
use crate::engine::trace::Trace;
use crate::picture::PlayMat;
use crate::rules::executor::Executor;
use crate::rules::{self, ForeignRules, Program, lock};
use crate::source::{ReadOptions, SourceId, Sources};

/// Where a book's text and rules lie.
#[derive(Debug, Clone, Default)]
pub struct BookLocation {
    /// What is played: a book's folder or a single file.
    pub path: PathBuf,
    /// Rules of another book.
    pub foreign: Option<ForeignRules>,
    /// How the text is read.
    pub options: ReadOptions,
}

impl BookLocation {
    /// A book or file that is played by its own rules.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_path_buf(), ..Self::default() }
    }

    /// The folder of the book that the rules belong to.
    fn rules(&self) -> &Path {
        self.foreign.as_ref().map_or(&self.path, |foreign| &foreign.rules)
    }

    /// The folder of the scenarios for the text called `name`: `examples/` in the book of the
    /// rules, or `examples/<name>/` beside the folder that holds the books.
    pub fn examples(&self, name: &str) -> PathBuf {
        let mut inside = self.rules().join("examples");
        if self.foreign.is_some() {
            inside.push(name);
        }
        if inside.is_dir() { inside } else { self.examples_beside(name) }
    }

    /// `examples/<name>/` beside the folder that holds the books; a short path where it lies below
    /// the working folder.
    fn examples_beside(&self, name: &str) -> PathBuf {
        let book = self.rules();
        let real = book.canonicalize().unwrap_or_else(|_| book.to_path_buf());
        let beside = real.ancestors().nth(2).map(|above| above.join("examples").join(name));
        let short = beside.and_then(|beside| path_from_here(&beside));
        short.unwrap_or_else(|| book.join("../../examples").join(name))
    }
}

/// The path from the working folder, where it lies below that.
fn path_from_here(path: &Path) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    path.strip_prefix(here).ok().map(Path::to_path_buf)
}

/// A book that can be played.
#[derive(Debug)]
pub struct PlayableBook {
    /// The checked rules.
    pub program: Program,
    /// What was confirmed of the book's own rules, if that was ever written.
    pub lock: Option<SourceId>,
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

/// The rules of `manuscript`; none when it has no rules, or when findings say why they cannot be
/// read.
pub fn load_game(
    manuscript: &Manuscript,
    sources: &mut Sources,
    location: &BookLocation,
    findings: &mut Findings,
) -> Option<PlayableBook> {
    let program = rules::load_program(manuscript, sources, findings, location.foreign.as_ref())?;
    let lock = match &location.foreign {
        None => lock::check_lock(&program, manuscript, sources, findings),
        Some(_) => None,
    };
    let folder = location.rules().join("rules");
    let own_words = read_optional(&folder.join("words.toml"), sources, findings);
    let words = read_lexicon(manuscript, &program, own_words, sources, findings);
    let look = read_table_style(&folder.join("table.toml"), sources, findings);
    let examples = location.examples(&manuscript.name);
    Some(PlayableBook {
        program,
        lock,
        words,
        own_words,
        look,
        mat: first_play_mat(&manuscript.document.blocks),
        files: folder::read_scenarios(&examples, sources, findings),
        openings: folder::todo_openings(&manuscript.document),
    })
}

fn read_table_style(path: &Path, sources: &mut Sources, findings: &mut Findings) -> TableStyle {
    match read_optional(path, sources, findings) {
        Some(id) => TableStyle::read(id, &sources.get(id).text, findings),
        None => TableStyle::default(),
    }
}

/// The first play area of a text.
fn first_play_mat(blocks: &[Block]) -> Option<PlayMat> {
    let mut mat = None;
    walk::each_block(blocks, &mut |block| {
        if let (None, BlockKind::Table(table)) = (&mat, &block.kind) {
            mat = table.play_mat(&block.attributes);
        }
    });
    mat
}

fn read_optional(path: &Path, sources: &mut Sources, findings: &mut Findings) -> Option<SourceId> {
    if !path.is_file() {
        return None;
    }
    if !folder::lies_in_folder(path) {
        findings.push(folder::link_out(path));
        return None;
    }
    folder::read_named_text(path, sources, findings)
}

/// The words of the books whose modules play too, and over them the book's own.
fn read_lexicon(
    manuscript: &Manuscript,
    program: &Program,
    own: Option<SourceId>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Lexicon {
    let texts = read_used_words(program, sources, findings).into_iter().chain(own);
    let texts: Vec<_> = texts.map(|id| (id, sources.get(id).text.clone())).collect();
    Lexicon::of_book(book_language(manuscript), &texts, findings)
}

fn book_language(manuscript: &Manuscript) -> &str {
    let language = manuscript.manifest.language.as_ref();
    language.map_or("en", |language| language.get_ref().as_str())
}

fn read_used_words(
    program: &Program,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<SourceId> {
    let mut files: BTreeMap<&str, PathBuf> = BTreeMap::new();
    for module in program.modules.iter().filter(|module| !module.book.is_empty()) {
        files.entry(&module.book).or_insert_with(|| words_beside(module.source, sources));
    }
    files.values().filter_map(|path| read_optional(path, sources, findings)).collect()
}

fn words_beside(module: SourceId, sources: &Sources) -> PathBuf {
    Path::new(&sources.get(module).name).with_file_name("words.toml")
}

impl PlayableBook {
    /// What playing and telling need to know of the book.
    pub fn context<'a>(&'a self, sources: &'a Sources) -> ExampleContext<'a> {
        ExampleContext {
            program: &self.program,
            sources,
            words: &self.words,
            own_words: self.own_words,
            look: &self.look,
            mat: self.mat.as_ref(),
            openings: &self.openings,
        }
    }

    /// Keeps one scenario only, wherever its file lies.
    pub fn keep_scenario(&mut self, path: &Path, sources: &mut Sources, findings: &mut Findings) {
        self.files = folder::read_scenario_file(path, sources, findings).into_iter().collect();
    }

    /// Plays the scenarios from another seed, which no accepted trace agrees with.
    pub fn reseed(&mut self, seed: u64) {
        for file in &mut self.files {
            (file.seed, file.accepted) = (Some(seed), None);
        }
    }

    /// Plays every scenario.
    pub fn play_scenarios(
        &self,
        sources: &Sources,
        executor: &dyn Executor,
        findings: &mut Findings,
    ) -> Vec<Example> {
        examples::play_scenarios(&self.files, &self.context(sources), executor, findings)
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
    let blocks = &mut manuscript.document.blocks;
    super::fill::fill_examples(blocks, examples, (&game.words, &game.program));
    if let (Some(trace), Some(mat)) = (first_with_table(examples), &game.mat) {
        set_zones(blocks, mat, &examples::mat_with_zones(mat, trace));
    }
}

/// The first play that has a table.
fn first_with_table(examples: &[Example]) -> Option<&Trace> {
    let mut traces = examples.iter().map(|example| &example.trace);
    traces.find(|trace| !trace.table.is_empty())
}

/// Gives every table that is the play area `mat` the one with zones in its fields.
fn set_zones(blocks: &mut [Block], mat: &PlayMat, zoned: &PlayMat) {
    walk::each_block_mut(blocks, &mut |block| {
        if let BlockKind::Table(table) = &mut block.kind
            && table.play_mat(&block.attributes).as_ref() == Some(mat)
        {
            table.mat = Some(Box::new(zoned.clone()));
        }
    });
}
