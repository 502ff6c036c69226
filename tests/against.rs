//! One set of seeds under two editions: the differences, their certainty, and the points at which
//! games part.

use std::collections::BTreeMap;

use rulepress::example::command::{GameLine, LineMetric, PairTally};

use crate::common::{Folder, Ran, has_all};

const TEXT: &str = "# Coins {#coins}\n\nThrow until you hit.\n\n## Turn {#turn}\n\nThrow a die.\n";

/// A game of some turns; in a later edition a five wins, too.
const RULES: &str = r##"you = player("You")
foe = player("Foe")
d6 = die("d6", [1, 2, 3, 4, 5, 6])

#@ #turn
def turn(player):
    for _ in repeat():
        begin_turn(player)
        face = roll(d6)[0]
        record("thrown", face)
        record("last", "high" if face > 3 else "low")
        if face >= LEAST:
            game_over(winner = you, reason = "a hit")
        if face == 1:
            game_over(winner = foe, reason = "a one")
"##;

fn edition(folder: &Folder, place: &str, least: &str) {
    folder.write(&format!("{place}/book.toml"), "title = \"Coins\"\n");
    folder.write(&format!("{place}/rules.md"), TEXT);
    folder.write(&format!("{place}/rules/turn.star"), RULES.replace("LEAST", least));
}

fn against(folder: &Folder, arguments: &[&str]) -> Ran {
    let simulate = ["simulate", "new/coins", "--games", "400", "--against", "old/coins"];
    folder.run(&[&simulate, arguments].concat())
}

fn data(folder: &Folder) -> serde_json::Value {
    let ran = against(folder, &["--format", "json"]).ended(0);
    serde_json::from_str(&ran.stdout).expect("it is data")
}

/// Shares and means that differ, with their intervals; games part where the rule that changed is reached.
#[test]
fn what_differs_is_told() {
    let folder = Folder::new("against-differs");
    edition(&folder, "old/coins", "6");
    edition(&folder, "new/coins", "5");
    let told = data(&folder);
    assert_eq!(told["games"], 400);
    let alike = told["alike"].as_u64().expect("it is counted");
    assert!(alike > 50 && alike < 350, "{alike}");
    let won = measure(&told, "won by You");
    // You win one of two games before the change, and two of three after it.
    let (old, new) = (won["old"].as_f64().unwrap(), won["new"].as_f64().unwrap());
    assert!((old - 0.5).abs() < 0.1 && (new - 2.0 / 3.0).abs() < 0.1, "{won}");
    assert_eq!(won["differs"], true);
    let interval = won["confidence"].as_array().unwrap();
    let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
    assert!(low > 0.0 && low < new - old && new - old < high, "{won}");
    assert!(measure(&told, "turns")["difference"].as_f64().unwrap() < -0.5);
    let parted = told["parted"].as_array().unwrap();
    assert_eq!(parted.len(), 3);
    for apart in parted {
        let (old, new) = (apart["old"].as_str().unwrap(), apart["new"].as_str().unwrap());
        assert!(new.contains("You") && !old.contains("a hit"), "{apart}");
    }
    let text = against(&folder, &[]).stdout;
    has_all(
        &text,
        &[
            "won by You",
            "differs",
            &format!("seed {}: the games differ from step", parted[0]["seed"]),
        ],
    );
}

fn measure<'d>(told: &'d serde_json::Value, name: &str) -> &'d serde_json::Value {
    let measures = told["measures"].as_array().expect("there are measures");
    measures.iter().find(|own| own["name"] == name).unwrap_or_else(|| panic!("{name}: {told}"))
}

/// Editions with the same rules differ in no game.
#[test]
fn the_same_rules_play_the_same_games() {
    let folder = Folder::new("against-same");
    edition(&folder, "old/coins", "6");
    edition(&folder, "new/coins", "6");
    against(&folder, &[]).prints("Every game is the same in both editions");
    assert_eq!(data(&folder)["alike"], 400);
}

/// A picture has both histograms; a path that is not an edition is wrong use, and so are options
/// that keep one run.
#[test]
fn pictures_and_wrong_use() {
    let folder = Folder::new("against-wrong");
    edition(&folder, "old/coins", "6");
    edition(&folder, "new/coins", "5");
    against(&folder, &["--histogram", "turns.svg"]).ended(0);
    let svg = folder.text("turns.svg");
    assert!(svg.contains("turns, earlier edition") && svg.contains("turns, later edition"));
    let unknown = against(&folder, &["--histogram", "no.svg", "--metric", "gold"]);
    assert!(unknown.stderr.contains("unknown-metric"), "{}", unknown.stderr);
    assert_eq!(against(&folder, &["--out", "games.ndjson"]).code, Some(2));
    let nowhere = ["simulate", "new/coins", "--against", "no-such-edition"];
    let ran = folder.run(&nowhere);
    assert_ne!(ran.code, Some(0));
    assert!(ran.stderr.contains("no-such-edition"), "{}", ran.stderr);
}

/// A named number is compared alone; a number that no game has is reported, also without a picture.
#[test]
fn a_named_number_stands_alone() {
    let folder = Folder::new("against-named");
    edition(&folder, "old/coins", "6");
    edition(&folder, "new/coins", "5");
    let ran = against(&folder, &["--metric", "events", "--format", "json"]);
    let told = ran.json();
    assert_eq!(told["measures"].as_array().map(Vec::len), Some(1));
    assert_eq!(told["measures"][0]["name"], "events");
    let unknown = against(&folder, &["--metric", "thrwn"]);
    assert_ne!(unknown.code, Some(0));
    assert!(unknown.stderr.contains("did you mean `thrown`?"), "{}", unknown.stderr);
}

/// Games that a change stops before their end are reported with the edition.
#[test]
fn games_that_do_not_end_are_told() {
    let folder = Folder::new("against-faults");
    edition(&folder, "old/coins", "6");
    edition(&folder, "new/coins", "6");
    let broken = RULES.replace("LEAST", "6").replace(
        "if face == 1:",
        "if face == 2:\n            fail(\"lost\")\n        if face == 1:",
    );
    folder.write("new/coins/rules/turn.star", &broken);
    let ran = against(&folder, &[]);
    assert_ne!(ran.code, Some(0), "{}", ran.stdout);
    assert!(ran.stderr.contains("the book as it is: a game cannot continue"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("old/coins"), "{}", ran.stderr);
}

/// Numbers from 0 up to 1, the same in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A game that one side wins so often, of skewed length, in which something rare may happen.
    fn game(&mut self, share: f64) -> GameLine {
        let winner = if self.next() < share { "Ada" } else { "Ben" };
        let turns = 5 + (-8.0 * (1.0 - self.next()).ln()) as u32;
        let rare = if self.next() < 0.02 { "yes" } else { "no" };
        let metrics = BTreeMap::from([("rare".to_owned(), LineMetric::Word(rare.to_owned()))]);
        GameLine {
            seed: 0,
            outcome: "over".to_owned(),
            ending: format!("over: won by {winner}"),
            winner: Some(winner.to_owned()),
            loser: None,
            turns,
            rounds: 0,
            events: turns,
            metrics,
            run: String::new(),
        }
    }

    fn pairs(&mut self, count: u64, (old, new): (f64, f64)) -> PairTally {
        let mut tally = PairTally::default();
        for _ in 0..count {
            let (before, after) = (self.game(old), self.game(new));
            tally.add(before, after);
        }
        tally
    }
}

/// Among a thousand comparisons of equal editions, with other seeds on each side, few report a
/// difference.
#[test]
fn equal_editions_seldom_differ() {
    let mut chance = Chance(1);
    let calls = |tally: PairTally| tally.measures(&[]).iter().any(|own| own.differs);
    let called = (0..1_000).filter(|_| calls(chance.pairs(250, (0.5, 0.5)))).count();
    assert!((5..=70).contains(&called), "{called} of 1000");
}

/// A difference of two points is found with as many games as the report says.
#[test]
fn a_planted_difference_is_found() {
    let mut chance = Chance(2);
    let first = chance.pairs(1_000, (0.5, 0.5)).measures(&[]);
    let won = first.iter().find(|own| own.name == "won by Ada").expect("it is compared");
    let games = won.difference.games_to_find(0.02, first.len());
    assert!((8_000..20_000).contains(&games), "{games}");
    let is_found = |tally: PairTally| {
        tally.measures(&[]).iter().any(|own| own.name == "won by Ada" && own.differs)
    };
    let found = (0..50).filter(|_| is_found(chance.pairs(games, (0.5, 0.52)))).count();
    assert!(found >= 40, "{found} of 50");
    // A tenth of the games is not enough: this number is needed.
    let found = (0..50).filter(|_| is_found(chance.pairs(games / 10, (0.5, 0.52)))).count();
    assert!(found < 25, "{found} of 50");
}
