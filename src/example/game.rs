//! A book that can be played. In: a manuscript and where its rules and scenarios lie. Out: the
//! checked rules, the words its examples are told with, its scenarios, and the places that wait for
//! them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Player;
use super::examples::{self, Example};
use super::folder::{self, File, Opening};
use super::narrate::Words;
use super::story::Look;
use crate::diagnostic::Findings;
use crate::document::{Block, BlockKind, Manuscript, walk};
use crate::picture::Mat;
use crate::rules::{self, Foreign, Program, lock};
use crate::source::{SourceId, Sources};

/// Where rules and scenarios lie.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// What is played: a book's folder or a single file.
    pub path: PathBuf,
    /// Rules of another book.
    pub foreign: Option<Foreign>,
}

impl Place {
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
pub struct Game {
    /// The checked rules.
    pub program: Program,
    /// What examples are told with.
    pub words: Words,
    /// The book's own file of words.
    pub own_words: Option<SourceId>,
    /// How its table is drawn.
    pub look: Look,
    /// The play area of its text.
    pub mat: Option<Mat>,
    /// Its scenarios.
    pub files: Vec<File>,
    /// The places of its text that wait for an example.
    pub openings: Vec<Opening>,
}

/// The game of `manuscript`; none when it has no rules, or when findings say why they can not be
/// read.
pub fn load(
    manuscript: &Manuscript,
    sources: &mut Sources,
    place: &Place,
    findings: &mut Findings,
) -> Option<Game> {
    let program = rules::load(manuscript, sources, findings, place.foreign.as_ref())?;
    if place.foreign.is_none() {
        lock::check(&program, manuscript, sources, findings);
    }
    let own_words = own_words(&place.rules().join("rules/words.toml"), sources, findings);
    let language =
        manuscript.manifest.language.as_ref().map_or("en", |language| language.get_ref().as_str());
    let mut texts = used_words(&program, sources, findings);
    texts.extend(own_words);
    let texts: Vec<_> = texts.into_iter().map(|id| (id, sources.get(id).text.clone())).collect();
    let words = Words::of_book(language, &texts, findings);
    let look = look(&place.rules().join("rules/table.toml"), sources, findings);
    let mat = play_area(&manuscript.document.blocks);
    let files = folder::read(&place.examples(&manuscript.name), sources, findings);
    Some(Game {
        program,
        words,
        own_words,
        look,
        mat,
        files,
        openings: folder::openings(&manuscript.document),
    })
}

fn look(path: &Path, sources: &mut Sources, findings: &mut Findings) -> Look {
    let Some(id) = own_words(path, sources, findings) else { return Look::default() };
    let text = sources.get(id).text.clone();
    Look::read(id, &text, findings)
}

/// The first play area of a text.
fn play_area(blocks: &[Block]) -> Option<Mat> {
    let mut mat = None;
    walk::blocks(blocks, &mut |block| {
        if let (None, BlockKind::Table(table)) = (&mat, &block.kind) {
            mat = table.play_mat(&block.attributes);
        }
    });
    mat
}

fn own_words(path: &Path, sources: &mut Sources, findings: &mut Findings) -> Option<SourceId> {
    if path.is_file() { folder::named(path, sources, findings) } else { None }
}

/// The words of the books whose modules play too.
fn used_words(program: &Program, sources: &mut Sources, findings: &mut Findings) -> Vec<SourceId> {
    let mut folders = BTreeMap::new();
    for module in program.modules.iter().filter(|module| !module.book.is_empty()) {
        let path = Path::new(&sources.get(module.source).name).with_file_name("words.toml");
        folders.entry(module.book.clone()).or_insert(path);
    }
    folders.values().filter_map(|path| own_words(path, sources, findings)).collect()
}

impl Game {
    /// What playing needs to know of the book.
    pub fn book<'a>(&'a self, sources: &'a Sources) -> examples::Book<'a> {
        examples::Book {
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
    pub fn play(
        &self,
        sources: &Sources,
        player: &Player<'_>,
        findings: &mut Findings,
    ) -> Vec<Example> {
        examples::play(&self.files, &self.book(sources), player, findings)
    }
}

/// Puts examples where the text waits for them, or behind the sections they belong to, and says
/// whose the fields of its play area are.
pub fn fill(manuscript: &mut Manuscript, game: Option<&Game>, examples: &[Example]) {
    let Some(game) = game else { return };
    super::fill::fill(&mut manuscript.document.blocks, examples, (&game.words, &game.program));
    let table = examples.iter().map(|example| &example.trace).find(|trace| !trace.table.is_empty());
    let (Some(trace), Some(mat)) = (table, &game.mat) else { return };
    let own = examples::owned(mat, trace);
    walk::blocks_mut(&mut manuscript.document.blocks, &mut |block| {
        let attributes = block.attributes.clone();
        if let BlockKind::Table(table) = &mut block.kind
            && table.play_mat(&attributes).as_ref() == Some(mat)
        {
            table.mat = Some(Box::new(own.clone()));
        }
    });
}
