//! Arrangements of a scenario: the results of chance, the arguments of a rule, the positions that
//! are allowed, the stop in a play of another book's chart, and the conditions at the end.

use crate::common::{Folder, has_all, root};

const TEXT: &str = "# Turn {#turn}\n\nRoll two dice. Draw a card.\n\n# Deal {#deal}\n\nShuffle and deal.\n\n\
    # March {#march}\n\nA figure marches. {#steps}\n";
const RULES: &str = r#"
players = [player("Ada"), player("Bo")]
deck = zone("deck", "Deck", order = "pile", face = "down")
hand = zone("hand", "Hand")
field = zone("field", "Field")
miles = counter("miles")
red = die("red die", [1, 2, 3, 4, 5, 6])
CARDS = cards("cards.csv")
rested = flag("rested")

#@ make
def build():
    for row in CARDS:
        make(row, deck)
    deck.shuffle()

#@ legal
def is_table():
    if len(field.cards()) > 2:
        return "the field holds two cards at most"

#@ #turn
def turn():
    dice = roll(red, 2)
    note("rolled", dice)
    card = draw_random(deck.cards(), "lots")
    note("drawn", card)
    only = ask("which card", [card])
    only.move(hand)

#@ #deal
def deal():
    deck.shuffle()
    deck.first().move(hand)
    deck.first().move(hand)

#@ #march
def march(player, figure, distance, far = False):
    figure.add(miles, distance * 2 if far else distance)
    figure.set(rested)
    game_over(winner = player)
"#;

fn arranged(name: &str, scenario: &str) -> Folder {
    let folder = Folder::new(&format!("arranged-{name}"));
    folder
        .write("book/book.toml", "title = 'Game'\nsources = ['rules.md']\ndata = ['cards.csv']\n");
    folder.write("book/rules.md", TEXT);
    folder.write("book/cards.csv", "Card,Cost\nAce,1\nKing,2\nQueen,3\nTen,4\n");
    folder.write("book/rules/game.star", RULES);
    folder.write("book/examples/one.toml", scenario);
    folder
}

/// Returns the output of `play` and `check` for a scenario.
fn judged(name: &str, scenario: &str) -> String {
    let folder = arranged(name, scenario);
    let played = folder.run(&["play", "book/examples/one.toml"]);
    format!("{}{}", played.stdout, played.stderr)
}

#[test]
fn dice_and_lots_fall_as_listed() {
    let head = "title = 'One'\nplay = '#turn'\n";
    let chance = "[chance]\n'red die' = ['6', 1]\nlots = ['Queen']\n";
    let facts = "[expect]\nfacts = ['hand is Queen']\n";
    let said = judged("dice", &format!("{head}{chance}{facts}"));
    assert!(said.contains("6 and 1"), "{said}");
    assert!(!said.contains("error"), "{said}");
    assert!(!said.contains("which card"), "one option is no question: {said}");
    let said = judged("face", &format!("{head}[chance]\n'red die' = ['7']\n"));
    has_all(&said, &["`7` is not a face of `red die`", "write one of `1`, `2`"]);
    let said = judged("typo", &format!("{head}[chance]\n'red dice' = ['1']\n"));
    has_all(&said, &["error[unused-chance]", "did you mean `red die`"]);
    let said = judged("many", &format!("{head}[chance]\n'red die' = ['1', '2', '3']\n"));
    assert!(said.contains("`red die` is drawn 2 times, but has 3 entries"), "{said}");
}

#[test]
fn shuffles_lie_as_listed() {
    let scenario = |chance: &str, fact: &str| {
        format!(
            "title = 'One'\nplay = '#deal'\n[chance]\ndeck = [{chance}]\n[expect]\nfacts = ['{fact}']\n"
        )
    };
    let both = "['Ten', 'Ace', 'the rest as it lies']";
    let said = judged("shuffle", &scenario(&format!("['King'], {both}"), "hand is Ace, Ten"));
    assert!(!said.contains("error"), "{said}");
    let said = judged(
        "rest",
        &scenario(&format!("['Ten', 'King', 'Ace', 'Queen'], {both}"), "deck is King, Queen"),
    );
    assert!(!said.contains("error"), "{said}");
    let said = judged("no-card", &scenario("['Joker']", "hand holds 2"));
    has_all(&said, &["there is no `Joker` in `deck`", "write one of `Ace`, `King`"]);
}

#[test]
fn rules_are_called_with_what_is_given() {
    let scenario = |with: &str| {
        format!(
            "title = 'One'\nplay = '#march'\nplayer = 'Bo'\n[position]\nfield = ['Ace', 'King']\nhand = ['Ten']\n\
            [with]\n{with}\n[expect]\nfacts = ['King in field has 6 miles', 'Bo wins', 'every card in hand is not rested']\n"
        )
    };
    let said = judged("with", &scenario("figure = 'King in field'\ndistance = 3\nfar = true"));
    assert!(!said.contains("error"), "{said}");
    for (name, with, words) in [
        ("missing", "figure = 'King'", "the rule that is played asks for `distance`"),
        ("unknown", "figure = 'King'\ndistanc = 3", "no parameter `distanc`"),
        ("nowhere", "figure = 'Kin in field'\ndistance = 3", "there is no `Kin` in `field`"),
        ("word", "figure = 'Kin'\ndistance = 3", "did you mean `King`?"),
    ] {
        let said = judged(&format!("with-{name}"), &scenario(with));
        assert!(said.contains("error") && said.contains(words), "{name}: {said}");
    }
}

#[test]
fn positions_that_the_rules_forbid() {
    let said = judged(
        "legal",
        "title = 'One'\nplay = '#turn'\n[position]\nfield = ['Ace', 'King', 'Ten']\n",
    );
    assert!(said.contains("the field holds two cards at most"), "{said}");
    let said =
        judged("copies", "title = 'One'\nplay = '#turn'\n[position]\nfield = ['Ace', 'Ace']\n");
    assert!(said.contains("no `Ace` is left for `field`"), "{said}");
}

/// A function that judges positions changes nothing, and returns words or nothing.
#[test]
fn functions_that_judge_positions_only_look() {
    let scenario = "title = 'One'\nplay = '#deal'\n[position]\nfield = ['Ace']\n";
    let whole =
        "    if len(field.cards()) > 2:\n        return \"the field holds two cards at most\"\n";
    for (body, words) in [
        ("    field.first().set(rested)\n", "changes the game"),
        ("    game_over(winner = players[0])\n", "changes the game"),
        ("    return \"\"\n", "does not return words"),
        ("    return 5\n", "does not return words"),
    ] {
        let folder = arranged("judge", scenario);
        folder.write("book/rules/game.star", RULES.replace(whole, body));
        let ran = folder.run(&["play", "book/examples/one.toml"]);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("error[") && said.contains(words), "{body}: {said}");
    }
}

/// Each of our books explains tables that no game can have, and is silent about others.
#[test]
fn tables_that_no_game_has() {
    let gazer = |minions: &str| {
        let ada = format!("[position.ada]\nplayer = ['Ada | life 30']\nminions = [{minions}]\n");
        format!("play = '#action-phase'\n{ada}[position.ben]\nplayer = ['Ben | life 30']\n")
    };
    let emperor = |groups: &str, heroes: &str| {
        format!(
            "play = '#activation'\n[position.emperor]\ndeck = ['Blue 3']\ngroups = [{groups}]\n\
                [position.rebels]\nheroes = [{heroes}]\n"
        )
    };
    let field = |field: &str, more: &str| {
        format!(
            "play = '#plan'\n[position.a]\nfield = [{field}]\nhand = []\n{more}\n[position.b]\nfield = []\n"
        )
    };
    let automa = |field: &str| {
        format!(
            "play = '#activate-cards'\n[position.automa]\nfield = [{field}]\n[position.you]\nfield = ['Spirit of Fire']\n"
        )
    };
    let gaia = |board: &str, more: &str| {
        format!(
            "play = '#start-mines'\n[position.automa]\nfaction = ['Taklons']\nboard = [{board}]\n{more}\n"
        )
    };
    let tables = [
        ("gazer", gazer("'Icy Spear', 'Bot'"), "Icy Spear is attached to no minion"),
        ("gazer", gazer("'Fire Spirit | damage 9'"), "Fire Spirit has no life left"),
        ("gazer", gazer("'Blast Furnace'"), "Blast Furnace is neither a minion nor an enchantment"),
        ("gazer", gazer("'Bot', 'Icy Spear'"), ""),
        (
            "imperial-assault",
            emperor("'Trooper 1 | at F20'", "'Fenn Signis | blue | at J12'"),
            "Trooper 1 stands before the first deployment card",
        ),
        (
            "imperial-assault",
            emperor("'Stormtrooper', 'Trooper 1 | at F20'", "'Fenn Signis | blue'"),
            "Fenn Signis has no place, but others stand on the map",
        ),
        (
            "imperial-assault",
            emperor("'Stormtrooper', 'Trooper 1 | at F20'", "'Fenn Signis | blue | at A1'"),
            "Fenn Signis and Trooper 1 stand on different maps",
        ),
        (
            "imperial-assault",
            emperor("'Stormtrooper', 'Trooper 1 | at F20'", "'Fenn Signis | blue | at F20'"),
            "Fenn Signis stands where another figure stands",
        ),
        (
            "imperial-assault",
            emperor(
                "'Stormtrooper', 'Trooper 1 | at F20 | damage 3'",
                "'Fenn Signis | blue | at F18'",
            ),
            "Trooper 1 has as much damage as health",
        ),
        (
            "imperial-assault",
            emperor(
                "'Stormtrooper', 'Trooper 1 | at F20 | damage 2'",
                "'Fenn Signis | blue | at F18'",
            ),
            "",
        ),
        (
            "grand-archive",
            field("'Rai, Spellcrafter', 'Rai, Archmage'", ""),
            "cannot both lie on the field of Player A",
        ),
        (
            "grand-archive",
            field("'Rai, Spellcrafter'", "lineage = ['Sword of Seeking']"),
            "Sword of Seeking is no champion",
        ),
        (
            "wind-lorraine",
            automa("'Savage Slash', 'Lorraine, Blademaster'"),
            "Savage Slash is no object",
        ),
        (
            "gaia-project",
            gaia("'mine | at Swamp 11-6', 'mine | at Swamp 11-6'", ""),
            "cannot both stand on Swamp 11-6",
        ),
    ];
    let folder = Folder::new("arranged-tables");
    folder.copy(&root().join("content"), "content");
    for (book, scenario, words) in tables {
        let path = format!("examples/{book}/x.toml");
        folder.write(&path, format!("title = 'x'\n{scenario}"));
        let ran = folder.run(&["play", &path]);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        let refused = said.contains("error[scenario-position]");
        assert!(said.contains(words) && refused != words.is_empty(), "{scenario}{said}");
    }
}

/// A play stops at a box of a chart that another book prints.
#[test]
fn boxes_of_used_books_end_a_play() {
    let folder = Folder::new("arranged-used");
    folder.write("base/book.toml", "title = 'Base'\nsources = ['rules.md']\n");
    let chart =
        "# Walk {#walk}\n\n```mermaid {#way}\ngraph TD\nA[Draw] --> B[Play] --> C[End]\n```\n";
    folder.write("base/rules.md", chart);
    let steps = "#@ chart #way\ndef A(player):\n    note(\"first\")\ndef B(player):\n    note(\"second\")\n\
        def C(player):\n    note(\"third\")\n";
    folder.write("base/rules/way.star", steps);
    folder.write("mine/book.toml", "title = 'Mine'\nsources = ['rules.md']\nuses = ['../base']\n");
    folder.write("mine/rules.md", "# Go {#go}\n\nWalk the way.\n");
    let go = "load(\"@base/way.star\", \"A\")\nplayers = [player(\"Ada\")]\n#@ #go\ndef go(player):\n    walk(\"#way\", player)\n";
    folder.write("mine/rules/go.star", go);
    for until in ["#way/B", "#base:way/B", "#way B"] {
        let scenario = format!(
            "title = 'One'\nplay = '#go'\nuntil = '{until}'\n[expect]\noutcome = 'stopped'\n"
        );
        folder.write("mine/examples/one.toml", scenario);
        let ran = folder.run(&["play", "mine/examples/one.toml", "--format", "json"]);
        let told = format!("{}{}", ran.stdout, ran.stderr);
        assert!(
            !told.contains("error") && told.contains("first") && !told.contains("second"),
            "{until}: {told}"
        );
    }
}
