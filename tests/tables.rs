//! A table of three in two teams, played by the program: the seats, teams, players, attached and
//! turned cards of a scenario are played, narrated and drawn.

use serde_json::Value;

use crate::common::{Folder, rulepress};

const RULES: &str = "\
SEATS = [player(\"Ada\"), player(\"Ben\"), player(\"Cleo\", optional = True), player(\"Dora\", optional = True)]
FIELDS = [zone(one.name.lower() + \".field\", \"Field\", owner = one) for one in SEATS]
gold = counter(\"gold\")
power = counter(\"power\")
CARDS = cards(\"cards.csv\")

#@ make
def build():
    for one in players():
        for row in CARDS:
            make(row, one.zone(\"field\"), owner = one)

#@ #turn
def turn(player):
    field = player.zone(\"field\")
    knight, sword, gem = field.find(\"Knight\"), field.find(\"Sword\"), field.find(\"Gem\")
    gem.attach(knight)
    gem.rotate(90)
    sword.detach()
    for one in opponents(player):
        eliminate(one)
    end_turn()
    if len(sides()) == 1:
        game_over(winner = team(player), reason = \"nobody else is left\")
";
const SCENARIO: &str = "\
title = \"Three\"
after = \"#turn\"
play = \"#turn\"
players = [\"Cleo\", \"Ben\", \"Ada\"]
player = \"Ada\"

[teams]
Reds = [\"Ada\", \"Cleo\"]

[position.ada]
field = [\"Knight | power 2 until end of turn\", \"Sword | attached to Knight | rotated 60\", \"Gem\"]

[position.players]
Ada = [\"gold 3\"]
Cleo = [\"gold 1 until turn\"]

[expect]
outcome = \"over\"
";

/// A book in a folder of this name, with its scenario.
fn book(name: &str, scenario: &str) -> Folder {
    let folder = Folder::with(name, "book.toml", "title = \"Small\"\ndata = [\"cards.csv\"]\n");
    folder.write("cards.csv", "Card,Power\nKnight,2\nSword,1\nGem,0\n");
    folder.write("rules.md", "# Turn {#turn}\n\nDo it.\n");
    folder.write("rules/table.star", RULES);
    folder.write("examples/three.toml", scenario);
    folder
}

#[test]
fn a_table_of_three_is_played_told_and_drawn() {
    let folder = book("tables-three", SCENARIO);
    let ran = folder.run(&["play", "examples/three.toml", "--format", "json"]);
    let play: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    let names = |list: &Value, key: &str| -> Vec<String> {
        let list = list.as_array().expect("it is a list").iter();
        list.map(|one| one[key].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&play["zones"], "key"), ["ada.field", "ben.field", "cleo.field"]);
    let field = &play["start"]["zones"]["ada.field"];
    assert_eq!((&field[1]["attached_to"], &field[1]["rotation"]), (&"Knight".into(), &60.into()));
    assert_eq!(field[0]["counters"]["power"], 2);
    assert_eq!(play["start"]["players"]["Cleo"]["gold"], 1);
    let steps = play["entries"].as_array().expect("there are steps");
    let said: Vec<String> = steps.iter().flat_map(|step| names(&step["said"], "text")).collect();
    assert_eq!(
        said,
        [
            "Ada attaches *Gem* to *Knight*.".replace('*', ""),
            "Gem is turned 90° to the right.".to_owned(),
            "Sword is no longer attached to Knight.".to_owned(),
            "Ben is out of the game.".to_owned(),
            "The power of Knight ends.".to_owned(),
            "The gold of Cleo ends.".to_owned(),
            "Reds win the game: nobody else is left.".to_owned(),
        ]
    );
    let drawn: String = steps.iter().filter_map(|step| step["picture"].as_str()).collect();
    for words in [
        "Gem is attached to Knight.",
        "Gem is turned by 90°.",
        "Sword is attached to nothing.",
        "Gem (turned by 90°, attached to Knight)",
    ] {
        assert!(drawn.contains(words), "{words}: {drawn}");
    }
    assert_eq!(play["outcome"]["kind"], "over");
}

/// An effect that ends on one of three copies says on which.
#[test]
fn what_ends_on_one_of_three_says_on_which() {
    let sparks =
        "\"Gem\", \"Spark | power 1 until turn\", \"Spark\", \"Spark | power 2 until turn\"";
    let scenario = SCENARIO.replace("\"Gem\"", sparks);
    let card = "\n[[card]]\nCard = \"Spark\"\nPower = 1\n";
    let folder = book("tables-copies", &format!("{scenario}{card}"));
    let ran = folder.run(&["play", "examples/three.toml"]);
    for words in [
        "The power of *Spark* (number 1 of 3 from the left) ends.",
        "The power of *Spark* (number 3 of 3 from the left) ends.",
        "The power of *Knight* ends.",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn names_that_nobody_has_are_shown_where_they_stand() {
    for (wrong, line, told, hint) in [
        (
            SCENARIO.replace("\"Cleo\", \"Ben\"", "\"Cloe\", \"Ben\""),
            4,
            "unknown player `Cloe`",
            "did you mean `Cleo`?",
        ),
        (
            SCENARIO.replace("[\"Cleo\", \"Ben\", \"Ada\"]", "7"),
            4,
            "`players` cannot be 7",
            "write a number from 2 to 4",
        ),
        (
            SCENARIO.replace("[\"Ada\", \"Cleo\"]", "[\"Ada\", \"Cloe\"]"),
            8,
            "unknown player `Cloe`",
            "did you mean `Cleo`?",
        ),
        (
            SCENARIO.replace("Ada = [\"gold 3\"]", "Ada = [\"glod 3\"]"),
            14,
            "unknown counter `glod`",
            "did you mean `gold`?",
        ),
        (
            SCENARIO.replace("Cleo = [\"gold", "Dora = [\"gold"),
            15,
            "`Dora` does not play",
            "or a list of names",
        ),
        (
            SCENARIO.replace("attached to Knight", "attached to Night"),
            11,
            "no `Night` for `Sword`",
            "did you mean `Knight`?",
        ),
        (
            SCENARIO.replace("until end of turn", "until end of trun"),
            11,
            "`until` cannot be `trun`",
            "did you mean `turn`?",
        ),
    ] {
        let folder = book("tables-wrong", &wrong);
        let ran = folder.run(&["play", "examples/three.toml"]);
        let place = format!("three.toml:{line}:");
        for words in [told, hint, place.as_str()] {
            assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
        }
    }
}

#[test]
fn so_many_players_are_simulated() {
    let folder = book("tables-many", SCENARIO);
    let play = |players: &str| {
        let folder = folder.path().to_string_lossy().into_owned();
        rulepress(folder.as_ref(), &["simulate", ".", "--games", "3", "--players", players])
    };
    let (two, four) = (play("2"), play("4"));
    assert!(two.stdout.contains("3 games"), "{}", two.stderr);
    assert!(four.stdout.contains("3 games"), "{}", four.stderr);
    let five = play("5");
    let said = "--players cannot be 5: write a number from 2 to 4";
    assert!(five.stderr.contains(said) && five.stdout.is_empty(), "{}", five.stderr);
    assert_eq!(five.code, Some(2));
}
