//! Positions worked out by hand from the text. Each names the function that carries out the rule it shows: without that
//! function it must fail.

use std::path::{Path, PathBuf};

use rulepress::diagnostic::{self, Findings, Severity};
use rulepress::document;
use rulepress::example::game::{self, Place};
use rulepress::example::{folder, player};

use crate::common::{Folder, root};

/// The errors of a position that is played by the rules of `book`.
fn errors(book: &Path, position: &Path) -> String {
    let mut findings = Findings::default();
    let place = Place::of(book);
    let (mut sources, manuscript) = document::load(book, &mut findings).expect("the book is there");
    let mut game = game::load(&manuscript, &mut sources, &place, &mut findings).expect("it has rules");
    game.files = folder::file(position, &mut sources, &mut findings).into_iter().collect();
    let played = game.play(&sources, &player::here, &mut findings);
    findings.0.retain(|finding| finding.code.severity == Severity::Error);
    if played.is_empty() && findings.0.is_empty() {
        "nothing was played".to_owned()
    } else {
        diagnostic::text(&findings, &sources, false)
    }
}

/// A book with the folder of its positions, and the books that its rules need.
struct Played {
    book: &'static str,
    cases: &'static str,
    needs: &'static [&'static str],
    least: usize,
}

const PLAYED: [Played; 2] = [
    Played { book: "wind-lorraine", cases: "positions", needs: &["grand-archive", "wind-lorraine"], least: 25 },
    Played { book: "gaia-project", cases: "automa", needs: &["gaia-project"], least: 20 },
];

/// The positions, and the function that each needs.
fn positions(cases: &str) -> Vec<(PathBuf, String)> {
    let folder = root().join("tests/cases").join(cases);
    let files = std::fs::read_dir(folder).expect("the positions are there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.sort();
    let needed = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let line = text.lines().find_map(|line| line.strip_prefix("# Without: ").map(str::to_owned));
        line.unwrap_or_else(|| panic!("{} does not say which function it needs", path.display()))
    };
    paths
        .into_iter()
        .map(|path| {
            let needed = needed(&path);
            (path, needed)
        })
        .collect()
}

/// A text of rules in which the function `name` does nothing; none when it has no such function.
fn without(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("def {name}("))?;
    let body = start + text[start..].find(":\n")? + 2;
    let lines = text[body..].split_inclusive('\n');
    let length: usize = lines.take_while(|line| line.starts_with(' ') || line.trim().is_empty()).map(str::len).sum();
    Some(format!("{}    return None\n\n{}", &text[..body], &text[body + length..]))
}

/// Copies the books that are played, without their examples.
fn copy(folder: &Folder, played: &Played) -> PathBuf {
    for book in played.needs {
        let from = root().join("content").join(book);
        for file in walkdir::WalkDir::new(&from).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
            let below = file.path().strip_prefix(&from).expect("it lies below");
            let bytes = std::fs::read(file.path()).expect("it can be read");
            folder.write(&format!("{book}/{}", below.display()), bytes);
        }
    }
    folder.path().join(played.book)
}

#[test]
fn positions_come_out_as_worked_out() {
    for played in PLAYED {
        let positions = positions(played.cases);
        assert!(positions.len() >= played.least, "{} positions", positions.len());
        let book = root().join("content").join(played.book);
        for (path, _) in &positions {
            assert_eq!(errors(&book, path), "", "{}", path.display());
        }
    }
}

#[test]
fn each_position_fails_without_the_rule_it_names() {
    for played in PLAYED {
        let folder = Folder::new(&format!("positions-{}", played.book));
        let book = copy(&folder, &played);
        for (path, name) in positions(played.cases) {
            fails_without(&book, &path, &name);
        }
    }
}

/// Takes a function away, plays, and puts it back.
fn fails_without(book: &Path, position: &Path, name: &str) {
    let modules = std::fs::read_dir(book.join("rules")).expect("it has rules").flatten().map(|entry| entry.path());
    let changed = modules
        .filter_map(|module| {
            let text = std::fs::read_to_string(&module).ok()?;
            let without = without(&text, name)?;
            Some((module, text, without))
        })
        .next();
    let (module, text, without) = changed.unwrap_or_else(|| panic!("there is no function `{name}`"));
    std::fs::write(&module, without).expect("it can be written");
    assert_ne!(errors(book, position), "", "{} does not need `{name}`", position.display());
    std::fs::write(&module, text).expect("it can be written");
}
