//! Many games: the files that keep them, continuing them, and the report.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rulepress::example::command::{Interval, NumberCounts, histogram_bars, wilson_interval};

use crate::common::{Folder, Ran, golden, has_all, root};

const TEXT: &str = "# Coins {#coins}\n\nThrow until you hit.\n\n## Turn {#turn}\n\nThrow a die.\n";

/// A game of some turns, which records a number, a word, and something that is taken back.
const RULES: &str = r##"you = player("You")
foe = player("Foe")
d6 = die("d6", [1, 2, 3, 4, 5, 6])

def tries():
    record("taken back")
    return False

#@ #turn
def turn(player):
    for _ in repeat():
        begin_turn(player)
        face = roll(d6)[0]
        record("thrown", face)
        record("last", "high" if face > 3 else "low")
        attempt(tries)
        if face == 6:
            game_over(winner = you, reason = "a six")
        if face == 1:
            game_over(winner = foe, reason = "a one")
        if face == 3 and turn_number() > 6:
            fail("nobody can go on")
"##;

const SIMULATE: [&str; 4] = ["simulate", "book", "--games", "400"];

fn coins(name: &str) -> Folder {
    let folder = Folder::with(name, "book/book.toml", "title = \"Coins\"\n");
    folder.write("book/rules.md", TEXT);
    folder.write("book/rules/turn.star", RULES);
    folder
}

fn simulate(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&SIMULATE, arguments].concat())
}

fn bytes(folder: &Folder, file: &str) -> Vec<u8> {
    std::fs::read(folder.path().join(file)).unwrap_or_default()
}

/// With any number of games at once, the file has the same bytes and the report is the same.
#[test]
fn any_number_of_jobs_keeps_the_same_bytes() {
    let folder = coins("simulate-jobs");
    let one = simulate(&folder, &["--out", "1.ndjson", "--jobs", "1"]);
    let three = simulate(&folder, &["--out", "3.ndjson", "--jobs", "3"]);
    assert_eq!(bytes(&folder, "1.ndjson"), bytes(&folder, "3.ndjson"));
    assert_eq!((one.stdout, one.code), (three.stdout, three.code));
    let text = String::from_utf8(bytes(&folder, "1.ndjson")).expect("it is text");
    let seeds: Vec<u64> =
        text.lines().map(|line| line_of(line)["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, (1..=400).collect::<Vec<_>>());
}

fn line_of(line: &str) -> serde_json::Value {
    serde_json::from_str(line).expect("each line is an object")
}

/// Metrics of the rules are in the line of each game, without those of an attempt that was taken
/// back.
#[test]
fn rules_record_metrics() {
    let folder = coins("simulate-metrics");
    simulate(&folder, &["--out", "games.ndjson"]);
    let text = String::from_utf8(bytes(&folder, "games.ndjson")).expect("it is text");
    for line in text.lines().map(line_of) {
        let (turns, thrown) = (line["turns"].as_i64().unwrap(), line["metrics"]["thrown"].as_i64());
        assert!(thrown.is_some_and(|sum| (turns..=6 * turns).contains(&sum)), "{line}");
        let last = line["metrics"]["last"].as_str().expect("a word");
        match line["winner"].as_str() {
            Some("You") => assert_eq!(last, "high", "{line}"),
            _ => assert_eq!(last, "low", "{line}"),
        }
        assert_eq!(line["metrics"]["taken back"], serde_json::Value::Null, "{line}");
    }
}

/// Metrics have names of their own, and are numbers or words.
#[test]
fn metrics_that_cannot_be_recorded() {
    let cases = [
        ("record(\"turns\")", "`turns` is counted in every game already"),
        ("record(\" \")", "a metric has a name of one line"),
        ("record(\"x\", \"\")", "record a whole number, or a word of one line"),
        ("record(\"x\", 1)\n    record(\"x\", \"word\")", "the metric `x` recorded numbers before"),
    ];
    for (call, said) in cases {
        let folder = coins("simulate-bad-metric");
        let rules = format!("you = player(\"You\")\n\n#@ #turn\ndef turn(player):\n    {call}\n");
        folder.write("book/rules/turn.star", rules);
        let ran = folder.run(&["simulate", "book", "--games", "2"]);
        assert!(ran.stderr.contains(said) && ran.code == Some(1), "{call}: {}", ran.stderr);
    }
}

/// A line that was cut off when the program was killed is played again, and further games are added.
#[test]
fn a_cut_file_is_gone_on_with() {
    let folder = coins("simulate-cut");
    let whole = simulate(&folder, &["--out", "whole.ndjson"]);
    let all = bytes(&folder, "whole.ndjson");
    for length in [0, 1, 700, all.len() / 2, all.len() - 1, all.len()] {
        folder.write("cut.ndjson", &all[..length]);
        let ran = simulate(&folder, &["--out", "cut.ndjson", "--jobs", "2"]);
        assert!(bytes(&folder, "cut.ndjson") == all, "cut after {length} bytes");
        assert_eq!((ran.stdout, ran.code), (whole.stdout.clone(), whole.code), "{length}");
    }
}

/// A run that is killed at any moment, again and again, comes to the same bytes.
#[cfg(unix)]
#[test]
fn a_killed_run_is_gone_on_with() {
    let folder = coins("simulate-killed");
    let more = ["simulate", "book", "--games", "6000"];
    let whole = folder.run(&[&more[..], &["--out", "whole.ndjson"]].concat());
    assert_eq!(bytes(&folder, "whole.ndjson").iter().filter(|byte| **byte == b'\n').count(), 6_000);
    for _ in 0..2 {
        let mut running = Command::new(env!("CARGO_BIN_EXE_rulepress"))
            .args(more)
            .args(["--out", "killed.ndjson", "--jobs", "2"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        wait_for_growth(
            &folder.path().join("killed.ndjson"),
            bytes(&folder, "killed.ndjson").len(),
        );
        running.kill().expect("it can be killed");
        running.wait().expect("it ends");
    }
    let ran = folder.run(&[&more[..], &["--out", "killed.ndjson"]].concat());
    assert!(bytes(&folder, "killed.ndjson") == bytes(&folder, "whole.ndjson"));
    assert_eq!(ran.stdout, whole.stdout);
}

/// Waits until a file is longer than it was, or half a minute.
#[cfg(unix)]
fn wait_for_growth(path: &Path, length: usize) {
    let begin = Instant::now();
    let grown = || std::fs::metadata(path).is_ok_and(|file| file.len() > length as u64);
    while !grown() && begin.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Ctrl-C prints and keeps the counts so far, and ends with 130.
#[cfg(unix)]
#[test]
fn an_interrupted_run_tells_what_it_counted() {
    let folder = coins("simulate-interrupted");
    let running = Command::new(env!("CARGO_BIN_EXE_rulepress"))
        .args(["simulate", "book", "--games", "100000000", "--out", "games.ndjson"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    wait_for_growth(&folder.path().join("games.ndjson"), 0);
    let id = running.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("it can be told");
    let ended = running.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert_eq!(ended.status.code(), Some(130), "{told}");
    assert!(told.contains(" games, seeds 1 to ") && told.contains("Won by"), "{told}");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains(" of 100000000 games; the same command continues there"), "{said}");
    let kept = bytes(&folder, "games.ndjson");
    let count = kept.iter().filter(|byte| **byte == b'\n').count();
    assert!(
        kept.ends_with(b"\n") && told.starts_with(&format!("{count} games")),
        "{count}: {told}"
    );
}

/// A file of other games is refused and stays unchanged, unless an option replaces it.
#[test]
fn foreign_files_are_refused() {
    let folder = coins("simulate-foreign");
    simulate(&folder, &["--out", "games.ndjson"]);
    let kept = bytes(&folder, "games.ndjson");
    let refused = |arguments: &[&str], said: &str| {
        let ran = folder.run(arguments).says("[other-games]").says(said);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
        assert!(bytes(&folder, "games.ndjson") == kept, "it is touched: {said}");
    };
    let out = ["--out", "games.ndjson"];
    refused(&[&SIMULATE[..], &out, &["--turns", "2"]].concat(), "other rules or arguments");
    refused(&[&SIMULATE[..], &out, &["--seed", "2"]].concat(), "1 instead of 2");
    folder.write("book/rules/turn.star", RULES.replace("face == 6", "face == 5"));
    refused(&[&SIMULATE[..], &out].concat(), "other rules or arguments");
    let ran = simulate(&folder, &["--out", "games.ndjson", "--restart"]);
    assert_eq!(ran.code, Some(1), "games that are stuck: {}", ran.stderr);
    assert!(bytes(&folder, "games.ndjson") != kept);
    folder.write("list.ndjson", "milk\n");
    simulate(&folder, &["--out", "list.ndjson"]).says("line 1 of `list.ndjson` is not a game");
    assert_eq!(bytes(&folder, "list.ndjson"), b"milk\n");
    folder.write("line.ndjson", "{\"bread\": 1}");
    simulate(&folder, &["--out", "line.ndjson"]).says("line 1 of `line.ndjson` is not a game");
    assert_eq!(bytes(&folder, "line.ndjson"), b"{\"bread\": 1}");
}

/// Sources and pictures are not written over by mistake, and all seeds exist.
#[test]
fn names_of_other_files_are_refused() {
    let folder = coins("simulate-names");
    let before = bytes(&folder, "book/book.toml");
    for (arguments, said) in [
        (["--out", "book/book.toml", "--restart"].as_slice(), "ends in .ndjson"),
        (&["--histogram", "book/book.toml"], "ends in .svg"),
        (&["--seed", "18446744073709551615"], "there are no 400 seeds"),
    ] {
        simulate(&folder, arguments).says(said).ended(2);
    }
    assert_eq!(bytes(&folder, "book/book.toml"), before);
    std::fs::create_dir(folder.path().join("kept.ndjson")).expect("it can be made");
    assert_eq!(simulate(&folder, &["--out", "kept.ndjson"]).code, Some(2));
}

/// A number of players that the game cannot have is wrong use, and nothing is played or kept.
#[test]
fn wrong_numbers_of_players_are_refused() {
    let folder = coins("simulate-players");
    let rules = RULES.replace("foe = ", "third = player(\"Third\", optional = True)\nfoe = ");
    folder.write("book/rules/turn.star", rules);
    for players in ["1", "9"] {
        let ran = simulate(&folder, &["--players", players, "--out", "games.ndjson"]);
        let said = format!("--players cannot be {players}: write a number from 2 to 3");
        assert!(ran.stderr.contains(&said) && ran.stdout.is_empty(), "{}", ran.stderr);
        assert_eq!(ran.code, Some(2));
        assert!(!folder.path().join("games.ndjson").exists());
    }
    let ran = simulate(&folder, &["--players", "3", "--out", "games.ndjson"]);
    assert!(!bytes(&folder, "games.ndjson").is_empty(), "{}", ran.stderr);
}

/// A place that cannot be written is reported plainly, and is no wrong use.
#[test]
fn a_place_that_takes_no_games_is_told() {
    let folder = coins("simulate-no-place");
    let ran = simulate(&folder, &["--out", "no/such/games.ndjson"]);
    assert!(ran.stderr.contains("[unwritten]: the file is not written"), "{}", ran.stderr);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
}

/// A full disk ends the run with the counts so far and the reason.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = coins("simulate-full");
    let run = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{}' simulate book --games 4000 --out games.ndjson",
        env!("CARGO_BIN_EXE_rulepress")
    );
    let ran = Command::new("sh").args(["-c", &run]).current_dir(folder.path()).output();
    let ran = ran.expect("a shell can be started");
    let said = String::from_utf8_lossy(&ran.stderr);
    has_all(&said, &["[unwritten]: the file is not written", "write to another disk"]);
    assert_eq!(ran.status.code(), Some(1), "{said}");
}

/// A file of games that is deleted while they are played is missed.
#[cfg(unix)]
#[test]
fn a_file_that_goes_away_is_told() {
    let folder = coins("simulate-gone");
    let file = folder.path().join("games.ndjson");
    let run = Command::new(env!("CARGO_BIN_EXE_rulepress"))
        .args(["simulate", "book", "--games", "100000000", "--out", "games.ndjson"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it can be started");
    wait_for_growth(&file, 0);
    std::fs::remove_file(&file).expect("it can be removed");
    let ran = run.wait_with_output().expect("it ends by itself");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("somebody moved or removed the file"), "{said}");
    assert_eq!(ran.status.code(), Some(1), "{said}");
    assert!(!ran.stdout.is_empty() && !file.exists());
}

/// Games and their picture never go into one file, whatever links lead there.
#[cfg(unix)]
#[test]
fn two_outputs_need_two_files() {
    let folder = coins("simulate-one-file");
    let link = |from: &str| folder.path().join(from);
    std::os::unix::fs::symlink("games.ndjson", link("thrown.svg")).expect("it can be made");
    for _ in 0..2 {
        let ran = simulate(&folder, &["--out", "games.ndjson", "--histogram", "thrown.svg"]);
        assert!(ran.stderr.contains("lead to one file; name two"), "{}", ran.stderr);
        assert_eq!(ran.code, Some(2));
        folder.write("games.ndjson", "");
    }
    assert_eq!(bytes(&folder, "games.ndjson"), b"");
}

/// The report, with and without kept games; games that are stuck are separate.
#[test]
fn what_is_told_of_games() {
    let folder = coins("simulate-told");
    let ran = simulate(&folder, &["--metric", "thrown", "--histogram", "thrown.svg"]);
    let text = format!("{}{}exit code {:?}\n", ran.stdout, ran.stderr, ran.code);
    let svg = String::from_utf8(bytes(&folder, "thrown.svg")).expect("it is text");
    let cases = root().join("tests/cases/simulate");
    let wrong: Vec<String> = [("coins.txt", text), ("thrown.svg", svg)]
        .iter()
        .filter_map(|(name, text)| golden(&cases.join(name), text))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    simulate(&folder, &["--metric", "throw"])
        .says("[unknown-metric]")
        .says("did you mean `thrown`?");
}

/// If a file has more games than are asked for, the first are counted, and nothing is taken away.
#[test]
fn more_games_than_asked_for_stay() {
    let folder = coins("simulate-more");
    simulate(&folder, &["--out", "games.ndjson"]);
    let kept = bytes(&folder, "games.ndjson");
    let few = ["simulate", "book", "--games", "50"];
    let alone = folder.run(&few);
    let ran = folder.run(&[&few[..], &["--out", "games.ndjson"]].concat());
    assert_eq!((ran.stdout, ran.code), (alone.stdout, alone.code));
    assert!(
        ran.stderr.contains("the first 50 are counted, and the file is unchanged"),
        "{}",
        ran.stderr
    );
    assert!(bytes(&folder, "games.ndjson") == kept);
}

/// A word has no histogram; the output says so, and names the metrics that have one.
#[test]
fn a_word_is_told_from_a_number() {
    let folder = coins("simulate-word");
    let ran = simulate(&folder, &["--metric", "last", "--histogram", "last.svg"]);
    assert!(ran.stdout.contains("last, in 400 games"), "{}", ran.stdout);
    let said = [
        "`last` is a word and has no histogram",
        "read under `last` how often each word comes; the numbers are turns, thrown, events",
    ];
    assert!(said.iter().all(|said| ran.stderr.contains(said)), "{}", ran.stderr);
    simulate(&folder, &["--metric", "rounds"]).says("`rounds` is 0 in each of these games");
}

/// Games that stop after a turn, because no rule was named, lead to the rule that plays whole
/// games; so does a book without a rule `#turn`.
#[test]
fn whole_games_are_found() {
    let folder = coins("simulate-whole");
    let text = "\n## Game {#game}\n\nTake turns.\n\n## Empty {#empty}\n\nNo cards: nobody wins.\n";
    folder.write("book/rules.md", format!("{TEXT}{text}"));
    let rules = r##"you = player("You")

#@ #turn
def turn(player):
    begin_turn(player)

#@ #empty
def empty():
    game_over(reason = "no cards are left")

#@ #game
def game():
    for _ in range(9):
        turn(you)
    empty()
"##;
    folder.write("book/rules/turn.star", rules);
    let ran = folder.run(&["simulate", "book", "--games", "3"]);
    let said = "None of these games is over: `#turn` is played 1 time; --play \"#game\" plays whole games.";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    let chosen = ["simulate", "book", "--games", "3", "--play", "#turn"];
    folder.run(&chosen).never_prints("None of these");
    let ran = folder.run(&["simulate", "book#game", "--games", "3"]);
    assert!(ran.stdout.contains("over without a winner: no cards are left"), "{}", ran.stdout);
    folder.write("book/rules/turn.star", rules.replace("#@ #turn\n", ""));
    let ran = folder.run(&["simulate", "book", "--games", "3"]);
    assert!(ran.stderr.contains("help: --play \"#game\" plays whole games"), "{}", ran.stderr);
}

/// Metrics that only some games record are explained in the report.
#[test]
fn numbers_of_some_games_are_explained() {
    let folder = coins("simulate-some");
    let rules = RULES.replace("record(\"thrown\", face)", "face == 6 and record(\"sixes\")");
    folder.write("book/rules/turn.star", rules);
    let ran = simulate(&folder, &[]);
    has_all(&ran.stdout, &["sixes, in 193 games", "\"in N games\": only these recorded it"]);
}

/// Many games are played of a book and not of a scenario, whose book and rule are named.
#[test]
fn a_scenario_leads_to_its_book() {
    let folder = coins("simulate-scenario");
    folder.write("book/examples/one.toml", "title = \"One\"\nplay = \"#turn\"\n");
    for command in ["simulate", "gaps"] {
        let ran = folder.run(&[command, "book/examples/one.toml"]);
        assert!(ran.stderr.contains("write `book --play '#turn'`"), "{}", ran.stderr);
        assert_eq!(ran.code, Some(2));
    }
}

/// Wilson's interval, against values worked out by hand and printed in textbooks: 10 of 20 give
/// 0.2993 to 0.7007; nothing of 10 gives 0 to z² / (10 + z²) = 0.2775; 81 of 263 give 0.2553 to 0.3662.
#[test]
fn intervals_are_those_of_textbooks() {
    let near = |Interval { low, high }: Interval, wanted: (f64, f64)| {
        assert!((low - wanted.0).abs() < 5e-5 && (high - wanted.1).abs() < 5e-5, "{low} {high}");
    };
    near(wilson_interval(10, 20), (0.2993, 0.7007));
    near(wilson_interval(0, 10), (0.0, 0.2775));
    near(wilson_interval(10, 10), (0.7225, 1.0));
    near(wilson_interval(81, 263), (0.2553, 0.3662));
    assert_eq!(wilson_interval(0, 0), Interval { low: 0.0, high: 1.0 });
}

/// Of 2, 4, 4, 4, 5, 5, 7, 9 the mean is 5, the squares of the differences add up to 32, and so the
/// spread is √(32/7) = 2.1381; the mean is within 1.95996 · 2.1381 / √8 = 1.4816 of 5.
#[test]
fn numbers_are_summed_up() {
    let mut counts = NumberCounts::default();
    [9, 4, 2, 5, 4, 7, 4, 5].into_iter().for_each(|value| counts.add(value));
    assert_eq!((counts.games, counts.least, counts.most), (8, 2, 9));
    assert!((counts.mean() - 5.0).abs() < 1e-12 && (counts.spread() - 2.13809).abs() < 1e-5);
    let Interval { low, high } = counts.mean_interval();
    assert!((low - 3.5184).abs() < 1e-4 && (high - 6.4816).abs() < 1e-4, "{low} {high}");
    assert_eq!([0.25, 0.5, 0.75, 1.0].map(|share| counts.quantile(share)), [4, 4, 5, 9]);
    let bars: Vec<_> =
        histogram_bars(&counts, 4).iter().map(|bar| (bar.first, bar.games)).collect();
    assert_eq!(bars, [(2, 1), (4, 5), (6, 1), (8, 1)]);
}

/// The largest numbers there are have the right spread.
#[test]
fn large_numbers_are_summed_up() {
    let spread = |values: &[i64]| {
        let mut counts = NumberCounts::default();
        values.iter().for_each(|value| counts.add(*value));
        counts.spread()
    };
    assert!((spread(&[i64::MAX, i64::MAX - 2, i64::MAX - 4]) - 2.0).abs() < 1e-9);
    let far = spread(&[i64::MIN, i64::MAX, i64::MIN, i64::MAX]) / 1.065_023_265_662_834e19;
    assert!((far - 1.0).abs() < 1e-6, "{far}");
}

/// A million different numbers take no more memory than some thousand, and keep their mean; the
/// largest and smallest numbers do no harm.
#[test]
fn very_many_values_are_counted_together() {
    let mut counts = NumberCounts::default();
    (0..1_000_000).for_each(|value| counts.add(value * 3));
    assert!(counts.values.len() <= 65_536 && counts.width > 1);
    assert_eq!(counts.values.values().sum::<u64>(), 1_000_000);
    assert!((counts.mean() - 1_499_998.5).abs() < 1e-6);
    assert!((counts.quantile(0.5) - 1_499_997).abs() <= counts.width);
    let mut ends = NumberCounts::default();
    [i64::MIN, i64::MAX, 0].into_iter().for_each(|value| ends.add(value));
    assert_eq!(histogram_bars(&ends, 16).iter().map(|bar| bar.games).sum::<u64>(), 3);
}
