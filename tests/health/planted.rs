//! Holes that are planted in a small book.

use crate::common::Folder;

use super::{names, passages, report};

const MANIFEST: &str = r##"title = "Foxes"
sources = ["rules.md"]
data = ["cards.csv"]

[balance."#turn"]
turns = "1 in every game"
decided = "at least 90 %"
"##;

const TEXT: &str = "# Foxes {#foxes}\n\nA game of animals.\n\n## Turn {#turn}\n\nOn your turn do this:\n\n\
    1. Draw a card, up to [4]{=hand}. {#draw-card}\n2. Say whether you play it. {#play}\n\
    3. Swap your hat. {#hat}\n\n## Rest {#rest}\n\nRest with a hand of {=hand} cards.\n\n# Glossary {#glossary .glossary}\n\n\
    Hand\n: The cards you hold.\n";

const CARDS: &str = "Card,Copies\nFox,1\nOwl,1\nBear,1\n";

/// Each game draws two cards of a deck without the bear, and plays each of them.
const RULES: &str = r##"you = player("You")
deck = zone("deck", "deck", order = "pile", face = "down")
table = zone("table", "table")
CARDS = cards("cards.csv")

#@ make
def unpack():
    for row in CARDS:
        if row.name != "Bear":
            make(row, deck)

#@ #turn
def turn(player):
    begin_turn(player)
    for _ in range(2):
        draw_card(player)
    game_over(winner = you, reason = "two cards")

#@ #draw-card
def draw_card(player):
    card = deck.first()
    card.move(table, face = "up", verb = "draw")
    for _ in range(3):
        play(player)

#@ #play
def play(player):
    if ask("play it", ["yes", "no"], by = player) == "no":
        leave(player)

#@ answer "play it"
def always(player, options, about):
    return "yes"

#@ #rest
def leave(player):
    begin_turn(player)

#@ #hat
def hat(player):
    begin_turn(player)
"##;

/// Writes the book with some words replaced by others.
fn planted(name: &str, swaps: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    let swapped = |text: &str| {
        let mut text = text.to_owned();
        for (old, new) in swaps {
            text = text.replace(old, new);
        }
        text
    };
    folder.write("book/book.toml", MANIFEST);
    folder.write("book/rules.md", swapped(TEXT));
    folder.write("book/cards.csv", CARDS);
    folder.write("book/rules/foxes.star", swapped(RULES));
    folder
}

/// A rule without a function is a hole, and none when it has one.
#[test]
fn a_forgotten_rule_is_told() {
    let whole = report(&planted("health-whole", &[]), &[]);
    assert_eq!(passages(&whole, "unheld"), ["1"], "only the words that open the chapter");
    assert!(whole["chapters"][0]["passages"][0]["opens"] == true);
    let hole = report(&planted("health-hole", &[("#@ #hat\n", "#@ #rest\n")]), &[]);
    assert_eq!(passages(&hole, "unheld"), ["1", "1.1 step 3"]);
    let figure = &hole["figures"][0];
    assert_eq!(
        (figure["value"].as_str(), figure["verdict"].as_str()),
        (Some("4 of 5"), Some("look"))
    );
    assert_eq!(whole["figures"][0]["verdict"], "good");
    let passages = hole["chapters"][0]["passages"].as_array().expect("passages");
    let hat = passages.iter().find(|one| one["address"] == "1.1 step 3").expect("it is told");
    assert_eq!(hat["excerpt"], "Swap your hat.");
    assert_eq!(hat["place"]["line"], 11);
}

/// The report shows what games reach, and what they do not: rules, and cards in no deck.
#[test]
fn what_no_game_uses_is_told() {
    let folder = planted("health-unused", &[]);
    let found = report(&folder, &["--games", "30"]);
    let games = &found["games"];
    assert_eq!((games["played"].as_u64(), games["stopped"].as_u64()), (Some(30), Some(0)));
    assert_eq!(games["never_below"], 0.1);
    assert_eq!(names(&games["unused"]["rules"]["unused"], "name"), ["1.2", "1.1 step 3"]);
    assert_eq!(games["unused"]["rules"]["all"], 5);
    let tables = games["unused"]["tables"].as_array().expect("tables");
    assert_eq!(tables.len(), 1, "{tables:?}");
    assert_eq!(names(&tables[0]["unused"], ""), ["Bear"]);
    assert_eq!(passages(&found, "played"), ["1.1", "1.1 step 1", "1.1 step 2"]);
    assert_eq!(passages(&found, "carried"), ["1.1 step 3", "1.2"]);
    let mended = planted(
        "health-used",
        &[(
            "        if row.name != \"Bear\":\n            make(row, deck)",
            "        make(row, deck)",
        )],
    );
    let rules = "range(2)";
    mended.write(
        "book/rules/foxes.star",
        RULES
            .replace(
                "        if row.name != \"Bear\":\n            make(row, deck)",
                "        make(row, deck)",
            )
            .replace(rules, "range(3)"),
    );
    let mended = report(&mended, &["--games", "30"]);
    assert_eq!(mended["games"]["unused"]["tables"].as_array().map(Vec::len), Some(0));
}

/// An option that is never taken is reported with its counts, but not if chance answers.
#[test]
fn one_sided_choices_are_told() {
    let found = report(&planted("health-sided", &[]), &["--games", "20"]);
    let choice = &found["games"]["choices"][0];
    assert_eq!(choice["question"], "play it");
    assert_eq!((choice["asked"].as_u64(), choice["by_policy"].as_bool()), (Some(120), Some(true)));
    let options = choice["options"].as_array().expect("options");
    let told: Vec<_> =
        options.iter().map(|one| (one["name"].as_str(), one["taken_when"].as_str())).collect();
    assert_eq!(told, [(Some("no"), Some("never")), (Some("yes"), Some("always"))]);
    let chance =
        [("#@ answer \"play it\"\ndef always(player, options, about):\n    return \"yes\"\n", "")];
    let open = report(&planted("health-open", &chance), &["--games", "20"]);
    let options = open["games"]["choices"][0]["options"].as_array().expect("options");
    assert!(options.iter().all(|one| one["taken_when"] == "sometimes"), "{options:?}");
    // Of five questions nothing can be said.
    let few = report(&planted("health-few", &[]), &["--games", "1"]);
    let options = few["games"]["choices"][0]["options"].as_array().expect("options");
    assert!(options.iter().all(|one| one["taken_when"] == "sometimes"), "{options:?}");
}

/// A value that nothing reads is reported; one sentence or rule that reads it is enough.
#[test]
fn values_that_nothing_reads_are_told() {
    let none = report(&planted("health-value-read", &[]), &[]);
    assert_eq!(
        (none["values"]["all"].as_u64(), names(&none["values"]["unread"], "name").len()),
        (Some(1), 0)
    );
    let dead = report(&planted("health-value-dead", &[("{=hand} cards.", "some cards.")]), &[]);
    assert_eq!(names(&dead["values"]["unread"], "name"), ["hand"]);
    assert_eq!(dead["values"]["unread"][0]["says"], "4");
    let by_rule = [("{=hand} cards.", "some cards."), ("range(2)", "range(HAND - 2)")];
    let read = report(&planted("health-value-rule", &by_rule), &[]);
    assert!(names(&read["values"]["unread"], "name").is_empty());
}

/// Terms that the text never uses, that occur twice, that are spelled in two ways, that have other
/// capitals, two words, or no explanation.
#[test]
fn terms_used_otherwise_are_told() {
    let sound = report(&planted("health-terms", &[]), &[]);
    let terms = &sound["terms"];
    assert_eq!(terms["all"], 1);
    for kind in ["unused", "doubled", "forms", "twins", "unexplained"] {
        assert_eq!(terms[kind].as_array().map(Vec::len), Some(0), "{kind}: {terms}");
    }
    let forms = |text: &str, kind: &str, name: &str| -> Vec<Vec<String>> {
        let more = format!("{text}\n\n# Glossary");
        let found = report(&planted(name, &[("# Glossary", &more)]), &[]);
        let told = found["terms"][kind].as_array().expect("a list").clone();
        told.iter().map(|one| names(&one["forms"], "form")).collect()
    };
    let told =
        forms("You may reroll. Then reroll again, or re-roll all.", "forms", "health-hyphen");
    assert_eq!(told, [["reroll", "re-roll"]]);
    let told =
        forms("One colour is red. No colour is green; choose a color.", "forms", "health-country");
    assert_eq!(told, [["colour", "color"]]);
    let pile = "Take the discard pile. Look at the discard pile. Turn the discard pile. A discard pile may be \
                empty. Burn the discard deck.";
    assert_eq!(forms(pile, "twins", "health-twins"), [["discard pile", "discard deck"]]);
    let name = "Now the Grey Wizard comes. Then the Grey Wizard goes, and the Grey Wizard wins.";
    assert_eq!(forms(name, "unexplained", "health-name"), [["Grey Wizard"]]);
    let entry = "Hand\n: The cards you hold.\n\nMeeple\n: A small person of wood.\n\nHand\n: What you hold.\n";
    let found =
        report(&planted("health-unused-term", &[("Hand\n: The cards you hold.\n", entry)]), &[]);
    assert_eq!(names(&found["terms"]["unused"], "term"), ["Meeple"]);
    assert_eq!(names(&found["terms"]["doubled"], "term"), ["Hand"]);
    let capitals = "Hand limit\n: How many you keep.\n";
    let text = "Keep the hand limit. No hand limit is higher. A low hand limit is bad. My hand limit is a \
                hand limit, and your Hand Limit is not.\n\n# Glossary";
    let swaps = [("Hand\n: The cards you hold.\n", capitals), ("# Glossary", text)];
    let found = report(&planted("health-capitals", &swaps), &[]);
    assert_eq!(names(&found["terms"]["forms"][0]["forms"], "form"), ["hand limit", "Hand Limit"]);
}

/// The bounds of book.toml with their verdicts.
#[test]
fn balance_is_told() {
    let found = report(&planted("health-balance", &[]), &["--games", "40"]);
    let rule = &found["games"]["balance"][0];
    assert_eq!((rule["rule"].as_str(), rule["games"].as_u64()), (Some("#turn"), Some(40)));
    assert_eq!(names(&rule["bounds"], "verdict"), ["holds", "holds"].map(str::to_owned).to_vec());
    assert_eq!(found["games"]["gaps"].as_array().map(Vec::len), Some(0));
}
