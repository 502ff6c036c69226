//! The Automa, which plays by lists: whole games under both readings of its book, and the decisions
//! of its printed lists.

mod games;
mod lists;
mod source;
mod swaps;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rulepress::diagnostic::Findings;
use rulepress::document;
use rulepress::engine::trace::{Start, Trace};
use rulepress::example::game::{self, BookLocation, PlayableBook};
use rulepress::example::{places, start};
use rulepress::rules::host::LoadedRules;

use crate::common::Folder;

/// Games under each reading, each from a seed of its own.
const GAMES: u64 = 150;

/// A reading of the book, with games that were played by it.
struct Reading {
    name: &'static str,
    game: PlayableBook,
    games: Vec<Trace>,
}

/// Copies the book and its examples, as a project of its own.
fn project(name: &str) -> Folder {
    Folder::project(name, &["content/gaia-project", "examples/gaia-project"])
}

fn book(folder: &Folder) -> PathBuf {
    folder.path().join("content/gaia-project")
}

/// The book in a folder, ready to be played.
fn load(book: &Path) -> (PlayableBook, LoadedRules) {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = document::load(book, &mut findings).expect("the book is there");
    let game = game::load_game(&manuscript, &mut sources, &BookLocation::of(book), &mut findings)
        .expect("it can be played");
    let machine = LoadedRules::load(&game.program).expect("its rules hold");
    (game, machine)
}

/// A whole game from a seed, which chooses faction and difficulty too.
fn begin(game: &PlayableBook, seed: u64) -> Start {
    let play = places::find_function(&game.program, "#rounds").expect("a game can be played");
    Start { play, seed, seeded: true, ..start::game_start(&game.program) }
}

/// Both readings, played once for all tests.
fn readings() -> &'static [Reading; 2] {
    static PLAYED: OnceLock<[Reading; 2]> = OnceLock::new();
    PLAYED.get_or_init(|| {
        ["corrected", "document"].map(|name| {
            let folder = project(&format!("automa-{name}"));
            let manifest = book(&folder).join("book.toml");
            let text = std::fs::read_to_string(&manifest).expect("it is there");
            let text = text.replace("reading = \"corrected\"", &format!("reading = \"{name}\""));
            std::fs::write(&manifest, text).expect("it can be written");
            let (game, machine) = load(&book(&folder));
            assert_eq!(game.program.reading, name);
            let games = (0..GAMES).map(|seed| machine.play(&begin(&game, seed))).collect();
            Reading { name, game, games }
        })
    })
}

/// Every game with a name for it.
fn all() -> impl Iterator<Item = (String, &'static Trace)> {
    readings().iter().flat_map(|reading| {
        reading
            .games
            .iter()
            .enumerate()
            .map(|(seed, trace)| (format!("{}, seed {seed}", reading.name), trace))
    })
}
