//! Books made of a few short files, and the findings in them.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulepress::diagnostic::{Diagnostic, Findings};
use rulepress::document::{self, Manuscript};
use rulepress::rules::{self, ForeignRules, Program};
use rulepress::source::Sources;

use crate::common::Folder;

/// A folder with these files; a path below it and a text each.
pub(crate) fn folder(files: &[(&str, &str)]) -> Folder {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let folder = Folder::new(&format!("rules-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    files.iter().for_each(|(path, text)| folder.write(path, text));
    folder
}

/// A book that was read with its rules.
pub(crate) struct Read {
    pub sources: Sources,
    pub manuscript: Manuscript,
    pub program: Option<Program>,
    /// Findings of the rules alone.
    pub findings: Findings,
}

/// Reads the book or text at `path`, played by its own rules or others.
pub(crate) fn read(path: &Path, foreign: Option<&ForeignRules>) -> Read {
    let (mut sources, manuscript) =
        document::load(path, &mut Findings::default()).expect("the text can be read");
    let mut findings = Findings::default();
    let program = rules::load_program(&manuscript, &mut sources, &mut findings, foreign);
    Read { sources, manuscript, program, findings }
}

/// The prose of the small book that the rules of the tests are bound to.
pub(crate) const PROSE: &str = "\
# Turn {#turn}

Do this in *order*. Then stop.

## Draw phase {#draw-phase}

> [!BRIEF]
> Draw.

Draw [4]{=draw} cards from “your” deck — left to right. An empty deck ends the game!

1. Look at it.
2. Choose: {#choose}
   1. This.
   2. That, if you must.

Then go on.

## Best weapon {.tiebreakers #best-weapon}

1. the most power, {#best-power}
2. the left-most one.

## Other {.lettered}

- First thing.
- Second thing. {#second}
";

/// A book `book` with [`PROSE`], two cards and one module.
pub(crate) fn small(module: &str) -> (Folder, Read) {
    with(&[("book/rules/turn.star", module)])
}

/// Reads the book with other files.
pub(crate) fn with(files: &[(&str, &str)]) -> (Folder, Read) {
    let folder = folder(&[
        (
            "book/book.toml",
            "title = \"Small\"\nsources = [\"turn.md\"]\ndata = [\"cards.csv\"]\nuses = [\"../base\"]\n",
        ),
        ("book/turn.md", PROSE),
        (
            "book/cards.csv",
            "Card,Reserve cost,Effect\nDream Fairy,2,Draw a card.\nSeer's Sword,,\n",
        ),
        ("base/book.toml", "title = \"Base\"\n"),
        ("base/base.md", "# Base {#base}\n\nShuffle [2]{=times} times.\n"),
    ]);
    files.iter().for_each(|(path, text)| folder.write(path, text));
    let read = read(&folder.path().join("book"), None);
    (folder, read)
}

/// Findings without those about lines of the tie-breaker list that have no key.
pub(crate) fn found(read: &Read) -> Vec<String> {
    let findings = read.findings.0.iter().filter(|finding| finding.code.name != "unkeyed-line");
    findings.map(|finding| shown(finding, &read.sources)).collect()
}

/// `turn.star:3:4-9 code: message; hint`
pub(crate) fn shown(finding: &Diagnostic, sources: &Sources) -> String {
    let place = match finding.span {
        Some(span) => {
            let source = sources.get(span.source);
            let (line, column) = source.position(span.start as usize);
            let length = sources.excerpt(span).chars().count();
            let name = source.path.rsplit('/').next().unwrap_or_default().to_owned();
            format!("{name}:{line}:{column}-{}", column + length)
        }
        None => finding
            .file
            .as_deref()
            .and_then(|file| file.rsplit('/').next())
            .unwrap_or_default()
            .to_owned(),
    };
    format!("{place} {}: {}; {}", finding.code.name, finding.message, finding.hints.join("; "))
}
