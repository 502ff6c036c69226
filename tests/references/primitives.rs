//! Every primitive is documented with a sentence and an example, and every example is a rule that
//! the program accepts and plays.

use std::collections::BTreeSet;

use rulepress::diagnostic::findings_text;
use rulepress::rules::host::{Primitive, primitive_groups};

use crate::common::Folder;

/// Declarations that the examples can use, as docs/reference/rules.md says too.
const TABLE: &str = include_str!("table.star");
const CARDS: &str =
    "Card,Type,Cost,Power,Copies\nGuard,\"Guard, Human\",1,2,2\nKnight,Human,2,3,1\n";
const MAP: &str = "Place,Row,Column\nNorth,1,2\nWest,2,1\nEast,2,3\n";
const ROOMS: &str = "+---+---+---+\n| . D .   ~ |\n+---+---+---+\n";
const CHART: &str = "\n## Chart {#chart-section}\n\n```mermaid {#attack-chart}\ngraph TD\n\
    Begin[\"Attack\"] --> Choose{\"Blocked?\"}\nChoose -- Yes --> Stop([\"Nothing\"])\n\
    Choose -- No --> Hit([\"Damage\"])\n```\n";
const CHART_MODULE: &str = "#@ chart #attack-chart\n\ndef Choose(card):\n    return \"No\"\n";
const WORDS: &str = "[verbs]\nshows = \"{things}.\"\nreach = \"{things}.\"\nmeet = \"{things}.\"\npasses = \"{things}.\"\nshut = \"{things}.\"\nopen = \"{things}.\"\n";
/// Findings that an example may have besides being new.
const EXPECTED: [(&str, &str); 4] = [
    ("gap(", "rules-gap"),
    ("fail(", "rules-stuck"),
    ("ask(", "unanswered-choice"),
    ("unsaid(", "unanswered-choice"),
];
/// Findings in a book with unconfirmed rules.
const NEW: [&str; 3] = ["unconfirmed-rule", "unaccepted-example", "empty-example"];

fn all_primitives() -> impl Iterator<Item = &'static Primitive> {
    primitive_groups().iter().flat_map(|group| &group.members)
}

#[test]
fn every_primitive_has_a_sentence_and_an_example() {
    let mut names = BTreeSet::new();
    for primitive in all_primitives() {
        let name = &primitive.name;
        assert!(names.insert(name), "{name} stands twice");
        assert!(primitive.sentence.ends_with('.'), "{name}: `{}`", primitive.sentence);
        let plain = name.rsplit('.').next().unwrap_or(name);
        assert!(primitive.example.contains(plain), "{name}: its example does not use it");
        assert!(primitive.signature.starts_with(name.as_str()), "{}", primitive.signature);
    }
    assert!(names.len() > 80, "only {} primitives were found", names.len());
}

#[test]
fn every_example_is_checked_and_played() {
    let folder = Folder::new("references-primitives");
    let wrong: Vec<String> =
        all_primitives().filter_map(|primitive| fault_of(primitive, &folder)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the fault of a primitive's example, if there is one.
fn fault_of(primitive: &Primitive, folder: &Folder) -> Option<String> {
    let name = primitive.name.replace('.', "-");
    let write = |file: &str, text: &str| folder.write(&format!("{name}/{file}"), text);
    let example = ExampleModule::of(&primitive.example);
    write("book.toml", "title = \"Example\"\ndata = [\"cards.csv\", \"map.csv\", \"rooms.map\"]\n");
    write("cards.csv", CARDS);
    write("map.csv", MAP);
    write("rooms.map", ROOMS);
    write("rules.md", &example.prose);
    write("rules/words.toml", WORDS);
    write("rules/example.star", &example.text);
    if example.uses_table {
        let makes = !primitive.example.contains("#@ make");
        let table = if makes { TABLE.to_owned() } else { TABLE.replace("#@ make\n", "") };
        write("rules/table.star", &table);
    }
    if primitive.example.contains("walk(") {
        write("rules/chart.star", CHART_MODULE);
    }
    if let Some(anchor) = example.plays {
        let scenario =
            format!("title = \"Example\"\nafter = \"#{anchor}\"\nplay = \"#{anchor}\"\n");
        write("examples/play.toml", &scenario);
    }
    let book = folder.book(&name);
    let mut findings = book.findings.clone();
    findings.0.retain(|finding| !is_expected(finding.code.name, &primitive.example));
    let text = findings_text(&findings, &book.sources, false);
    (!findings.0.is_empty()).then(|| format!("== {}\n{text}", primitive.name))
}

fn is_expected(code: &str, example: &str) -> bool {
    NEW.contains(&code)
        || EXPECTED.iter().any(|(call, expected)| *expected == code && example.contains(call))
}

/// The example of a primitive as a module, and the text that it follows.
struct ExampleModule {
    text: String,
    prose: String,
    /// The anchor of the rule that is played.
    plays: Option<String>,
    /// True if it uses what table.star declares.
    uses_table: bool,
}

impl ExampleModule {
    fn of(example: &str) -> Self {
        let declares =
            ["player", "zone", "counter", "track", "flag", "die", "cards", "hex_map", "square_map"];
        let first = example.split(" = ").nth(1).unwrap_or_default();
        let begins = |name: &&str| first.starts_with(&format!("{name}("));
        let uses_table = !declares.iter().any(begins);
        let is_module = !uses_table || example.contains("#@ ") || example.starts_with("def ");
        let body = if is_module { example.to_owned() } else { in_function(example) };
        let load = format!("load(\"table.star\", {})\n\n", table_names());
        let text = if uses_table { load + &body } else { body };
        let (prose, plays) = prose_of(&text);
        let chart = if example.contains("walk(") { CHART } else { "" };
        Self { text: text.clone(), prose: prose + chart, plays, uses_table }
    }
}

/// Lines of rules as the body of a function that is bound to `#turn`.
fn in_function(example: &str) -> String {
    let known = "    card, other = field.first(), hand.first()\n    space, half = SPACES[0], fraction(1, bottom = 2)\n";
    let lines: String = example.lines().map(|line| format!("    {line}\n")).collect();
    format!("#@ #turn\ndef turn():\n{known}{lines}    return [card, other, space, half]\n")
}

/// The names that table.star declares, as `load` writes them.
fn table_names() -> String {
    let names = TABLE.lines().filter_map(|line| line.split_once(" = "));
    let names =
        names.filter(|(name, _)| !name.starts_with(' ')).map(|(name, _)| format!("\"{name}\""));
    names.collect::<Vec<_>>().join(", ")
}

/// A text with a place for each `#@` line, and the place that is played.
fn prose_of(module: &str) -> (String, Option<String>) {
    let (mut prose, mut plays) = ("# Turn {#turn}\n\nDo it.\n".to_owned(), None);
    for line in module.lines().filter_map(|line| line.strip_prefix("#@ #")) {
        match line.split_once(" #") {
            Some((list, key)) => {
                let item = key.split(' ').next().unwrap_or_default();
                prose += &format!(
                    "\n## List {{#{list} .tiebreakers}}\n\n1. the first one. {{#{item}}}\n"
                );
            }
            None if line == "turn" => plays = Some(line.to_owned()),
            None => {
                prose += &format!("\n## Rule {{#{line}}}\n\nDo that.\n");
                plays.get_or_insert_with(|| line.to_owned());
            }
        }
    }
    (prose, plays)
}
