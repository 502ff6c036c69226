//! Hostile rules and scenarios: each case ends in findings at their places, in bounded time and
//! memory.

mod commands;
mod data;
mod kernel;
mod loads;
mod play;
mod scenarios;
mod sources;

use std::path::Path;

use serde_json::Value;

use crate::common::{Folder, Ran, rulepress_limited};

/// Seconds after which a case hangs.
const GUARD: u64 = 120;
/// The most memory the command itself may ask for, in KiB.
const MEMORY: u64 = 6_000_000;

/// Most unexpected findings that are shown of a case.
const MOST_SHOWN: usize = 5;

/// Lines 1 to 14 of the rules; what is played begins at line 15.
const HEAD: &str = "\
automa = player(\"Automa\")
deck = zone(\"deck\", \"Deck\", owner = automa, order = \"pile\", face = \"down\")
hand = zone(\"hand\", \"Hand\", owner = automa)
tired = flag(\"tired\")
wounds = counter(\"wounds\")
rows = cards(\"cards.csv\")

#@ make
def unpack():
    for row in rows:
        make(row, deck)

#@ #turn
def turn():
";
const PROSE: &str = "\
# Game

## Turn {#turn}

Take the best card.

## Best card {#best}

1. the dearest {#dear}
2. the left-most {#left}

## Draw {#draw}

1. Draw a card.
2. Play it.
";
/// The list of the book as one by which rules choose.
const LIST: (&str, &str) = ("{#best}", "{#best .tiebreakers}");
const CARDS: &str = "Card,Cost\nAce,1\nKing,2\n";
const SCENARIO: &str = "title = \"One\"\nplay = \"#turn\"\n";

/// A playable book in which some files are replaced.
struct Case {
    name: &'static str,
    files: Vec<(&'static str, Vec<u8>)>,
    /// Expected findings: code, file with line, and a part of the message, the hints or the trail, such as
    /// `rule-fault rules/x.star:15 zero`. Without a line the finding is about a whole file, without a file
    /// about none; `*` is any line. All errors must be listed.
    finds: &'static [&'static str],
    code: i32,
}

/// A case with the usual rules, and `body` in the function that is played.
fn turn(
    name: &'static str,
    body: impl AsRef<str>,
    code: i32,
    finds: &'static [&'static str],
) -> Case {
    rules(name, played(body.as_ref()), code, finds)
}

/// Returns [`HEAD`] with `body` in the function that is played.
fn played(body: &str) -> String {
    let lines: String = body.lines().map(|line| format!("    {line}\n")).collect();
    format!("{HEAD}{lines}")
}

/// A case with other rules.
fn rules(
    name: &'static str,
    text: impl Into<Vec<u8>>,
    code: i32,
    finds: &'static [&'static str],
) -> Case {
    case(name, vec![("rules/x.star", text.into())], code, finds)
}

/// A case with another scenario.
fn scenario(
    name: &'static str,
    text: impl Into<Vec<u8>>,
    code: i32,
    finds: &'static [&'static str],
) -> Case {
    case(name, vec![("examples/y.toml", text.into())], code, finds)
}

/// A case with other rules, for a book whose list has keys.
fn listed(
    name: &'static str,
    text: impl Into<Vec<u8>>,
    code: i32,
    finds: &'static [&'static str],
) -> Case {
    let prose = PROSE.replace(LIST.0, LIST.1).into_bytes();
    case(name, vec![("rules/x.star", text.into()), ("game.md", prose)], code, finds)
}

/// A case with other files.
fn case(
    name: &'static str,
    files: Vec<(&'static str, Vec<u8>)>,
    code: i32,
    finds: &'static [&'static str],
) -> Case {
    Case { name, files, finds, code }
}

/// The book of a case in a folder of its own.
fn book(topic: &str, case: &Case) -> Folder {
    let folder = Folder::new(&format!("hostile-rules-{topic}-{}", case.name.replace(' ', "-")));
    let manifest = "title = \"Game\"\nsources = [\"game.md\"]\ndata = [\"cards.csv\"]\n";
    folder.write("book/book.toml", manifest);
    folder.write("book/game.md", PROSE);
    folder.write("book/cards.csv", CARDS);
    folder.write("book/rules/x.star", played("pass"));
    folder.write("book/examples/y.toml", SCENARIO);
    for (file, text) in &case.files {
        folder.write(&format!("book/{file}"), text);
    }
    folder
}

/// Checks every book, and says all that is not as it should be.
fn check(topic: &str, cases: Vec<Case>) {
    let wrong: Vec<String> =
        cases.iter().filter_map(|case| wrong(&book(topic, case), case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the differences from the expectation when a book is checked.
fn wrong(folder: &Folder, case: &Case) -> Option<String> {
    let ran = limited(folder.path(), &["check", "book", "--format", "json"]);
    let mut wrong = Vec::new();
    if ran.code != Some(case.code) {
        wrong.push(format!("ends with {:?} instead of {}", ran.code, case.code));
    }
    let found: Vec<Value> = serde_json::from_str(&ran.stdout).unwrap_or_default();
    let broken =
        |finding: &&Value| finding["code"] == "panic" || finding.to_string().contains("crashed");
    wrong.extend(found.iter().filter(broken).map(|finding| format!("crashed: {finding}")));
    if !ran.stderr.is_empty() {
        wrong.push(format!("says {}", ran.stderr.chars().take(300).collect::<String>()));
    }
    for wanted in case.finds {
        if !found.iter().any(|finding| is(finding, wanted)) {
            wrong.push(format!("does not find `{wanted}`"));
        }
    }
    let errors = found.iter().filter(|finding| finding["severity"] == "error");
    let other = errors.filter(|finding| !case.finds.iter().any(|wanted| is(finding, wanted)));
    wrong.extend(other.take(MOST_SHOWN).map(|finding| format!("finds {}", shown(finding))));
    (!wrong.is_empty()).then(|| format!("{}:\n  {}", case.name, wrong.join("\n  ")))
}

fn is(finding: &Value, wanted: &str) -> bool {
    let found = shown(finding);
    let mut parts = wanted.splitn(3, ' ');
    let (code, place) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let stands = match place.strip_suffix('*') {
        Some(file) => found.starts_with(&format!("{code} {file}")),
        None => found.starts_with(&format!("{code} {place} ")),
    };
    stands && found.contains(parts.next().unwrap_or_default())
}

/// A finding as the cases write it.
fn shown(finding: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let place = match (finding["file"].as_str(), finding["line"].as_u64()) {
        (Some(file), Some(line)) => format!("{}:{line}", file.trim_start_matches("book/")),
        (Some(file), None) => file.trim_start_matches("book/").to_owned(),
        _ => "-".to_owned(),
    };
    let message: String = text(&finding["message"]).chars().take(300).collect();
    format!(
        "{} {place} {message} | {} | {}",
        text(&finding["code"]),
        finding["hints"],
        finding["trail"]
    )
}

/// Runs the command under a limit of memory and of time.
fn limited(folder: &Path, arguments: &[&str]) -> Ran {
    rulepress_limited(folder, arguments, MEMORY, GUARD)
}
