//! A book that can be played. In: a manuscript, and the paths of its rules and scenarios. Out: the checked
//! rules, the words of its examples, its scenarios, and the `TODO`s that wait for them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::companion::{Companion, check_companion};
use super::examples::{self, Example, ExampleContext};
use super::folder::{self, ScenarioFile, TodoOpening};
use super::lessons::{self, BookLesson};
use super::narrate::Lexicon;
use super::story::TableStyle;
use base::diagnostic::{Findings, code};
use base::source::companion::CompanionFields;
use base::source::manifest::DeckFields;
use base::source::{ReadOptions, SourceId, Sources};
use base::text::shown_path;
use base::theme::BookTheme;
use document::{Block, BlockKind, Manuscript, walk};
use draw::picture::PlayMat;
use rules::executor::Executor;
use rules::{self, ForeignRules, Program, lock};

/// Paths of a book's text and rules.
#[derive(Debug, Clone, Default)]
pub struct BookLocation {
    /// The book's folder, or a single file.
    pub path: PathBuf,
    /// Rules of another book.
    pub foreign: Option<ForeignRules>,
    /// Settings of the deck, if a data file is played alone.
    pub deck: Option<DeckFields>,
    /// Options for reading the text.
    pub options: ReadOptions,
}

impl BookLocation {
    /// Returns a book or file that is played by its own rules.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_path_buf(), ..Self::default() }
    }

    /// Returns the folder of the book that the rules belong to.
    fn rules(&self) -> &Path {
        self.foreign.as_ref().map_or(&self.path, |foreign| &foreign.rules)
    }

    /// Returns the folders that may contain the scenarios for the text called `name`, the likeliest first:
    /// `examples/` in the folder of the book, or `examples/<name>/` in it, beside it, or beside the folder
    /// that contains the books. With rules of another book, the folder of that book counts.
    pub fn example_folders(&self, name: &str) -> Vec<PathBuf> {
        let book = self.rules();
        let real = book.canonicalize().unwrap_or_else(|_| book.to_path_buf());
        let inside = book.join("examples");
        let beside = |levels: usize| {
            let folder = real.ancestors().nth(levels)?.join("examples").join(name);
            let short = path_from_here(&folder);
            Some(
                short
                    .unwrap_or_else(|| book.join("../".repeat(levels)).join("examples").join(name)),
            )
        };
        let own = if self.foreign.is_some() { None } else { Some(inside.clone()) };
        let near = [Some(inside.join(name)), own, beside(1), beside(2)];
        near.into_iter().flatten().collect()
    }
}

/// Returns the first folder that contains scenarios of a book, and reports a second one. If there is none,
/// returns the folders that were searched.
fn find_examples(folders: Vec<PathBuf>, findings: &mut Findings) -> Result<PathBuf, Vec<PathBuf>> {
    let mut holding = folders.iter().filter(|path| folder::holds_scenarios(path));
    let Some(first) = holding.next() else { return Err(folders) };
    findings.0.extend(holding.map(|other| folder::second_folder(first, other)));
    Ok(first.clone())
}

/// Returns the path relative to the working folder, if it is below that.
fn path_from_here(path: &Path) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    path.strip_prefix(here).ok().map(Path::to_path_buf)
}

/// A book that can be played.
#[derive(Debug)]
pub struct PlayableBook {
    /// The checked rules.
    pub program: Program,
    /// The confirmed sentences of the book's own rules, if that file exists.
    pub lock: Option<SourceId>,
    /// Words of its examples.
    pub words: Lexicon,
    /// The book's own file of words.
    pub own_words: Option<SourceId>,
    /// Style of its table.
    pub look: TableStyle,
    /// The play mat of its text.
    pub mat: Option<PlayMat>,
    /// Settings for play at a table with real cards, if there are any.
    pub companion: Option<Companion>,
    /// Those settings as book.toml has them, and the text of that file.
    companion_fields: Option<(CompanionFields, SourceId)>,
    /// Theme of its pages.
    pub theme: BookTheme,
    /// Its scenarios.
    pub files: Vec<ScenarioFile>,
    /// Its lessons.
    pub lessons: Vec<BookLesson>,
    /// The folders that were searched without success; empty if there are scenarios.
    pub looked_in: Vec<PathBuf>,
    /// The `TODO`s of its text that wait for an example.
    pub openings: Vec<TodoOpening>,
}

/// Loads the rules of `manuscript`; none if it has no rules, or if findings say why they cannot be read.
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
    let look = match read_optional(&folder.join("table.toml"), sources, findings) {
        Some(id) => TableStyle::read(id, &sources.get(id).text, &manuscript.icons, findings),
        None => TableStyle::default(),
    };
    let (files, looked_in) =
        match find_examples(location.example_folders(&manuscript.name), findings) {
            Ok(examples) => (folder::read_scenarios(&examples, sources, findings), Vec::new()),
            Err(looked_in) => (Vec::new(), looked_in),
        };
    let lessons = match &location.foreign {
        None => lessons::read_lessons(&location.path, sources, findings),
        Some(_) => Vec::new(),
    };
    Some(PlayableBook {
        program,
        lock,
        words,
        own_words,
        look,
        mat: first_play_mat(&manuscript.document.blocks),
        companion: manuscript.manifest.companion.as_ref().map(Companion::of),
        companion_fields: manuscript.manifest.companion.clone().zip(manuscript.manifest.text),
        theme: manuscript.theme.clone(),
        files,
        lessons,
        looked_in,
        openings: folder::todo_openings(&manuscript.document),
    })
}

/// Returns the first play mat of a text.
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

/// Reads the words of the books whose modules play too, and over them the book's own.
fn read_lexicon(
    manuscript: &Manuscript,
    program: &Program,
    own: Option<SourceId>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Lexicon {
    let texts = read_used_words(program, sources, findings).into_iter().chain(own);
    let texts: Vec<_> = texts.map(|id| (id, sources.get(id).text.clone())).collect();
    let language = manuscript.manifest.language.as_ref();
    Lexicon::of_book(
        language.map_or("en", |language| language.get_ref().as_str()),
        &texts,
        findings,
    )
}

fn read_used_words(
    program: &Program,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<SourceId> {
    let mut files: BTreeMap<&str, PathBuf> = BTreeMap::new();
    for module in program.modules.iter().filter(|module| !module.book.is_empty()) {
        files.entry(&module.book).or_insert_with(|| {
            Path::new(&sources.get(module.source).name).with_file_name("words.toml")
        });
    }
    files.values().filter_map(|path| read_optional(path, sources, findings)).collect()
}

impl PlayableBook {
    /// Returns the parts of the book that playing and narrating need.
    pub fn context<'a>(&'a self, sources: &'a Sources) -> ExampleContext<'a> {
        ExampleContext {
            program: &self.program,
            sources,
            words: &self.words,
            own_words: self.own_words,
            look: &self.look,
            mat: self.mat.as_ref(),
            companion: self.companion.as_ref(),
            theme: &self.theme,
            openings: &self.openings,
            lessons: &self.lessons,
        }
    }

    /// Returns the folder of its scenarios, or the folder for new ones if the book at `path` has none.
    pub fn examples_folder(&self, path: &Path) -> PathBuf {
        if let Some(folder) = self.files.first().and_then(|file| file.trace.parent()) {
            return folder.to_path_buf();
        }
        let own = path.join("examples");
        let beside = self.looked_in.iter().find(|folder| folder.is_dir());
        let next = self.looked_in.last().filter(|_| path.is_file());
        beside.or(next).cloned().unwrap_or(own)
    }

    /// Keeps only the scenario of this file, which may be in any folder.
    pub fn keep_scenario(&mut self, path: &Path, sources: &mut Sources, findings: &mut Findings) {
        self.files = folder::read_scenario_file(path, sources, findings).into_iter().collect();
    }

    /// Keeps only a scenario that has no file.
    pub fn keep_text(&mut self, name: &str, text: String, sources: &mut Sources) {
        let source = sources.add(&format!("{name}.toml"), text);
        let trace = PathBuf::from(format!("{name}.trace"));
        self.files =
            vec![ScenarioFile { name: name.to_owned(), source, accepted: None, trace, seed: None }];
    }

    /// Plays the scenarios from another seed; their accepted traces are dropped, because they cannot agree.
    pub fn reseed(&mut self, seed: u64) {
        for file in &mut self.files {
            (file.seed, file.accepted) = (Some(seed), None);
        }
    }

    /// Walks every lesson, and reports where it disagrees with the rules.
    pub fn check_lessons(
        &self,
        sources: &Sources,
        executor: &dyn Executor,
        findings: &mut Findings,
    ) {
        lessons::check_lessons(&self.lessons, &self.context(sources), executor, findings);
    }

    /// Plays every scenario.
    pub fn play_scenarios(
        &self,
        sources: &Sources,
        executor: &dyn Executor,
        findings: &mut Findings,
    ) -> Vec<Example> {
        if let Some((fields, file)) = &self.companion_fields {
            check_companion(fields, *file, &self.program, executor, findings);
        }
        examples::play_scenarios(&self.files, &self.context(sources), executor, findings)
    }
}

/// Puts examples at their `TODO`s or after the sections they belong to, and assigns zones to the fields of
/// the play mat.
pub fn fill_manuscript(
    manuscript: &mut Manuscript,
    game: Option<&PlayableBook>,
    examples: &[Example],
    findings: &mut Findings,
) {
    let Some(game) = game else { return };
    let blocks = &mut manuscript.document.blocks;
    super::fill::fill_examples(blocks, examples, game, findings);
    let mut traces = examples.iter().map(|example| &example.trace);
    if let (Some(trace), Some(mat)) = (traces.find(|trace| !trace.table.is_empty()), &game.mat) {
        set_zones(blocks, mat, &examples::mat_with_zones(mat, trace));
    }
}

/// Adds to the finding of the first open `TODO` the folders that were searched for examples, if they have
/// none.
pub fn name_looked_in(game: Option<&PlayableBook>, findings: &mut Findings) {
    let looked_in = game.map(|game| game.looked_in.as_slice()).unwrap_or_default();
    let open = findings.0.iter_mut().find(|finding| finding.code == code::OPEN_TODO);
    if let (Some(open), false) = (open, looked_in.is_empty()) {
        let names: Vec<String> =
            looked_in.iter().map(|path| format!("`{}`", shown_path(path))).collect();
        open.hints.push(format!("there is no scenario in {}", names.join(", ")));
    }
}

/// Replaces every table that is the play mat `mat` by the one with zones in its fields.
fn set_zones(blocks: &mut [Block], mat: &PlayMat, zoned: &PlayMat) {
    walk::each_block_mut(blocks, &mut |block| {
        if let BlockKind::Table(table) = &mut block.kind
            && table.play_mat(&block.attributes).as_ref() == Some(mat)
        {
            table.mat = Some(Box::new(zoned.clone()));
        }
    });
}
