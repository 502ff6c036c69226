//! Positions worked out by hand from the text, in `tests/cases/positions/<book>`. Each names the
//! function that carries out the rule it shows: without that function it must fail.

use std::path::{Path, PathBuf};

use rulepress::diagnostic::{self, Findings, Severity};
use rulepress::document;
use rulepress::example::folder;
use rulepress::example::game::{self, BookLocation, PlayableBook};
use rulepress::rules::executor::InProcess;
use rulepress::source::Sources;

use crate::common::{Folder, root};

/// The books that have positions, each with the books whose rules it uses and the least number of
/// positions.
const BOOKS: [(&str, &[&str], usize); 5] = [
    ("gaia-project", &[], 20),
    ("gazer", &[], 35),
    ("grand-archive", &[], 50),
    ("imperial-assault", &[], 70),
    ("wind-lorraine", &["grand-archive"], 50),
];
/// Threads that play, each with books of its own.
const THREADS: usize = 4;

/// A position, with its book, the books it uses, and the function it depends on.
struct Position {
    path: PathBuf,
    book: &'static str,
    uses: &'static [&'static str],
    /// The module of the function, where several have one of its name.
    module: Option<String>,
    function: String,
}

/// The positions of all books.
fn positions() -> Vec<Position> {
    BOOKS.iter().flat_map(|(book, uses, _)| of_book(book, uses)).collect()
}

fn of_book(book: &'static str, uses: &'static [&'static str]) -> Vec<Position> {
    let files = std::fs::read_dir(root().join("tests/cases/positions").join(book))
        .expect("the positions are there");
    let mut paths: Vec<PathBuf> =
        files.map(|file| file.expect("it can be listed").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| position(path, book, uses)).collect()
}

/// A position with what its line `# Without: module.function` says; the module may be left out.
fn position(path: PathBuf, book: &'static str, uses: &'static [&'static str]) -> Position {
    let text = std::fs::read_to_string(&path).expect("it can be read");
    let line = text.lines().find_map(|line| line.strip_prefix("# Without: "));
    let line =
        line.unwrap_or_else(|| panic!("{} does not say which function it needs", path.display()));
    let (module, function) = match line.split_once('.') {
        Some((module, function)) => (Some(format!("{module}.star")), function),
        None => (None, line),
    };
    Position { book, uses, module, function: function.to_owned(), path }
}

/// A book that can be played, and the texts it is made of.
fn load(book: &Path) -> (Sources, PlayableBook) {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = document::load(book, &mut findings).expect("the book is there");
    let game = game::load_game(&manuscript, &mut sources, &BookLocation::of(book), &mut findings);
    let game =
        game.unwrap_or_else(|| panic!("{}", diagnostic::findings_text(&findings, &sources, false)));
    (sources, game)
}

/// The errors of positions that are played by the rules of a book.
fn errors<'p>(
    (sources, game): &mut (Sources, PlayableBook),
    positions: impl Iterator<Item = &'p Position>,
) -> String {
    let mut findings = Findings::default();
    game.files = positions
        .filter_map(|position| folder::read_scenario_file(&position.path, sources, &mut findings))
        .collect();
    let played = game.play_scenarios(sources, &InProcess, &mut findings);
    findings.0.retain(|finding| finding.code.severity == Severity::Error);
    if played.len() < game.files.len() && findings.0.is_empty() {
        "not all of them were played".to_owned()
    } else {
        diagnostic::findings_text(&findings, sources, false)
    }
}

/// A text of rules in which the function `name` does nothing; none when it has no such function.
fn without(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("def {name}("))?;
    let body = start + text[start..].find(":\n")? + 2;
    let lines = text[body..].split_inclusive('\n');
    let length: usize = lines
        .take_while(|line| line.starts_with(' ') || line.trim().is_empty())
        .map(str::len)
        .sum();
    Some(format!("{}    return None\n\n{}", &text[..body], &text[body + length..]))
}

/// Copies the books that are played, without their examples.
fn copy(folder: &Folder) {
    for (book, ..) in BOOKS {
        let from = root().join("content").join(book);
        folder.copy(&from, book);
    }
}

impl Position {
    /// Returns the module of its function, its text, and the text without the function: a module of
    /// its own book, or of one that the book uses.
    fn change(&self, books: &Path) -> (PathBuf, String, String) {
        for book in std::iter::once(&self.book).chain(self.uses) {
            let modules =
                std::fs::read_dir(books.join(book).join("rules")).expect("it has rules").flatten();
            let meant =
                |path: &PathBuf| self.module.as_ref().is_none_or(|module| path.ends_with(module));
            let changed = modules.map(|entry| entry.path()).filter(meant).filter_map(|path| {
                let text = std::fs::read_to_string(&path).ok()?;
                let without = without(&text, &self.function)?;
                Some((path, text, without))
            });
            let mut changed: Vec<_> = changed.collect();
            assert!(
                changed.len() < 2,
                "{}: in which module is `{}`?",
                self.path.display(),
                self.function
            );
            if let Some(changed) = changed.pop() {
                return changed;
            }
        }
        panic!("{}: there is no function `{}`", self.path.display(), self.function)
    }

    /// True if it fails when its function does nothing.
    fn fails_without(&self, books: &Path) -> bool {
        let (module, text, without) = self.change(books);
        std::fs::write(&module, without).expect("it can be written");
        let fails = !errors(&mut load(&books.join(self.book)), std::iter::once(self)).is_empty();
        std::fs::write(&module, text).expect("it can be written");
        fails
    }
}

#[test]
fn positions_come_out_as_worked_out() {
    let positions = positions();
    for (book, _, least) in BOOKS {
        let own = positions.iter().filter(|position| position.book == book);
        assert!(own.clone().count() >= least, "{} positions of {book}", own.count());
        assert_eq!(errors(&mut load(&root().join("content").join(book)), own), "");
    }
}

#[test]
fn each_position_fails_without_the_rule_it_names() {
    let positions = positions();
    std::thread::scope(|scope| {
        for (thread, own) in positions.chunks(positions.len().div_ceil(THREADS)).enumerate() {
            scope.spawn(move || {
                let folder = Folder::new(&format!("positions-{thread}"));
                copy(&folder);
                for position in own {
                    let Position { path, function, .. } = position;
                    assert!(
                        position.fails_without(folder.path()),
                        "{} does not need `{function}`",
                        path.display()
                    );
                }
            });
        }
    });
}
