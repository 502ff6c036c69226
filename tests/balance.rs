//! `check --games`: checks `[balance]` of book.toml in many games.

use crate::common::{Folder, Ran, has_all};

const TEXT: &str = "# Coins {#coins}\n\nThrow until you hit.\n\n## Turn {#turn}\n\n\
    Throw a die. With a 4 or more you win, with less your foe does.\n";

/// You win every second game; every game is one turn, and each throw is counted.
const RULES: &str = r##"you = player("You")
foe = player("Foe")
d6 = die("d6", [1, 2, 3, 4, 5, 6])

#@ #turn
def turn(player):
    begin_turn(player)
    face = roll(d6)[0]
    record("face", face)
    record("luck", "good" if face >= 4 else "bad")
    if face >= 4:
        game_over(winner = you, reason = "a hit")
    else:
        game_over(winner = foe, reason = "a miss")
"##;

/// Runs `check --games` on a book whose `[balance]` has these lines.
fn check(name: &str, games: &str, lines: &str) -> Ran {
    let folder = Folder::new(name);
    folder.write("book/book.toml", format!("title = \"Coins\"\n\n[balance.\"#turn\"]\n{lines}\n"));
    folder.write("book/rules.md", TEXT);
    folder.write("book/rules/turn.star", RULES);
    folder.run(&["check", "book", "--games", games])
}

/// Shares, means and numbers of single games within their bounds: no finding, and each is reported.
#[test]
fn what_is_as_it_is_wanted_holds() {
    let lines = "\"won by You\" = \"45 to 55 %\"\nface = [\"3 to 4\", \"1 to 6 in every game\"]\n\
        turns = \"1\"\n\"luck: good\" = \"at least 40 %\"\ndecided = \"at least 99 %\"";
    let ran = check("balance-holds", "2000", lines).ended(0).never_says("balance");
    assert!(ran.stdout.starts_with("book, 2000 games of #turn\n"), "{}", ran.stdout);
    let held: Vec<&str> = ran.stdout.lines().filter(|line| line.ends_with("  holds")).collect();
    assert_eq!(held.len(), 6, "{}", ran.stdout);
    let mean = held.iter().find(|line| line.contains("wanted 3 to 4")).expect("it is told");
    assert!(mean.trim_start().starts_with("face") && mean.contains("3.5"), "{mean}");
}

/// A value that is surely out of its bounds is an error at the line of its bound, and the exit code
/// shows it.
#[test]
fn what_is_not_is_an_error_at_its_line() {
    let lines = "\"won by You\" = \"60 to 70 %\"\nface = \"at most 3\"\n\"luck: bad\" = \"at most 10 %\"\nturns = \"2 to 3 in every game\"";
    let ran = check("balance-broken", "2000", lines).ended(1);
    assert_eq!(ran.stderr.matches("error[unbalanced]").count(), 4, "{}", ran.stderr);
    for (line, said) in [
        (4, "`won by You` comes in"),
        (5, "the mean of `face` is"),
        (6, "`luck: bad` comes in"),
        (7, "`turns` is within its bound in 0.0 %"),
    ] {
        assert!(ran.stderr.contains(&format!("book/book.toml:{line}:")), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert_eq!(ran.stdout.matches("BROKEN").count(), 4, "{}", ran.stdout);
}

/// Too few games are reported, with the number that would do; that number then gives a result.
#[test]
fn too_few_games_say_how_many_would_do() {
    let line = "\"won by You\" = \"45 to 56 %\"";
    let few = check("balance-few", "60", line).ended(0).says("warning[unsure-balance]");
    let (_, rest) = few.stderr.split_once("`check --games ").expect("it says how many");
    let needed = rest.split('`').next().expect("a number").to_owned();
    check("balance-enough", &needed, line).prints("holds");
    // 100 % in 60 games does not prove at least 98 %.
    check("balance-all", "60", "decided = \"at least 98 %\"").says("`check --games ");
}

/// Names that no game has, bounds that cannot be read, and rules that are not there.
#[test]
fn wrong_bounds_are_told_with_a_cure() {
    let typo = check("balance-typo", "50", "\"won by Yuo\" = \"45 to 55 %\"\nfaces = \"3 to 4\"");
    assert_eq!(typo.code, Some(1), "{}", typo.stderr);
    has_all(&typo.stderr, &["did you mean `won by You`?", "did you mean `face`?"]);
    for (bound, said) in [
        ("about half", "`about half` is not a bound"),
        ("55 to 45 %", "`55 to 45 %` is empty"),
        ("45 to 155 %", "`45 to 155 %` is not a bound"),
        ("1 to 6 in most games", "is not a bound"),
        ("NaN to 3", "is not a bound"),
    ] {
        let ran = check("balance-wrong", "10", &format!("turns = \"{bound}\""));
        for said in ["book/book.toml:4:9", said, "write a share as"] {
            assert!(ran.stderr.contains(said), "{bound}: {}", ran.stderr);
        }
        assert_eq!(ran.code, Some(1), "{bound}: {}", ran.stderr);
        assert!(!ran.stderr.contains("empty-document"), "the book is there: {}", ran.stderr);
    }
    let folder = Folder::new("balance-rule");
    folder.write("book/book.toml", "[balance.\"#trun\"]\nturns = \"1\"\n");
    folder.write("book/rules.md", TEXT);
    folder.write("book/rules/turn.star", RULES);
    let ran = folder.run(&["check", "book", "--games", "10"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    has_all(&ran.stderr, &["did you mean `#turn`?", "book/book.toml:2:"]);
}

/// Faults of single games are errors, and `check` without `--games` plays none.
#[test]
fn faults_are_told_and_check_alone_plays_nothing() {
    let folder = Folder::new("balance-fault");
    folder.write("book/book.toml", "[balance.\"#turn\"]\nturns = \"5\"\n");
    folder.write("book/rules.md", TEXT);
    folder.write(
        "book/rules/turn.star",
        RULES.replace("record(\"face\", face)", "int(\"no number\")"),
    );
    let alone = folder.run(&["check", "book"]);
    assert_eq!((alone.code, alone.stdout.as_str()), (Some(0), ""), "{}", alone.stderr);
    folder.run(&["check", "book", "--games", "10"]).ended(1).says("this happens in 10 games");
    let bare = Folder::with("balance-bare", "book/book.toml", "title = \"Bare\"\n");
    bare.write("book/rules.md", TEXT);
    bare.run(&["check", "book", "--games", "10"]).ended(0).prints("book.toml has no [balance]");
}
