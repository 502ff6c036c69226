//! Modules that load each other, nothing, or files outside their book; names, types and bindings
//! that are wrong.

use super::{HEAD, PROSE, case, check, listed, played, rules, turn};
#[cfg(unix)]
use super::{book, limited};

#[test]
fn modules() {
    let loading = |from: &str| format!("load(\"{from}\", \"a\")\n{}", played("pass"));
    let file = |name, text: String| (name, text.into_bytes());
    let chain = (0..1_000).map(|n| {
        (
            &*format!("rules/m{n}.star").leak(),
            format!("load(\"m{}.star\", \"a\")\nb = a\n", n + 1).into_bytes(),
        )
    });
    let chain: Vec<_> = chain.chain([("rules/m1000.star", b"a = 1\n".to_vec())]).collect();
    check(
        "modules",
        vec![
            case(
                "a circle",
                vec![
                    file("rules/x.star", loading("y.star")),
                    file("rules/y.star", "load(\"x.star\", \"turn\")\na = 1\n".to_owned()),
                ],
                1,
                &["cyclic-load rules/x.star:1"],
            ),
            rules("itself", loading("x.star"), 1, &["cyclic-load rules/x.star:1"]),
            rules("a missing one", loading("y.star"), 1, &["lost-module rules/x.star:1 y.star"]),
            rules(
                "above the root",
                loading("../../../../etc/passwd"),
                1,
                &["lost-module rules/x.star:1"],
            ),
            rules("an absolute one", loading("/etc/passwd"), 1, &["lost-module rules/x.star:1"]),
            rules("no module", loading("../cards.csv"), 1, &["lost-module rules/x.star:1"]),
            rules("another book", loading("@other/x.star"), 1, &["lost-module rules/x.star:1"]),
            rules("nothing", loading(""), 1, &["lost-module rules/x.star:1"]),
            case(
                "a missing name",
                vec![
                    file("rules/x.star", loading("y.star")),
                    file("rules/y.star", "b = 1\n".to_owned()),
                ],
                1,
                &["rule-fault rules/x.star:1"],
            ),
            case("a long chain", chain, 5, &["too-large rules/m996.star more than 1000 files"]),
            case(
                "a private name",
                vec![
                    file("rules/x.star", loading("y.star").replace("\"a\"", "\"_a\"")),
                    file("rules/y.star", "_a = 1\n".to_owned()),
                ],
                1,
                &["rule-fault rules/x.star:1"],
            ),
        ],
    );
}

/// Files outside the folder of books are not read.
#[cfg(unix)]
#[test]
fn symbolic_links() {
    let case = rules("links", format!("load(\"y.star\", \"a\")\n{}", played("pass")), 1, &[]);
    let folder = book("links", &case);
    folder.write("secret/y.star", "a = \"the secret\"\nfail(a)\n");
    let link = folder.path().join("book/rules/y.star");
    std::os::unix::fs::symlink(folder.path().join("secret/y.star"), &link)
        .expect("a link can be made");
    limited(folder.path(), &["check", "book"]).ended(1).never_says("the secret");
    std::fs::remove_file(&link).expect("it can be removed");
    std::os::unix::fs::symlink("/dev/zero", &link).expect("a link can be made");
    limited(folder.path(), &["check", "book"]).ended(1);
}

/// Nor do scenarios, traces and files of words that are links.
#[cfg(unix)]
#[test]
fn links_beside_the_rules() {
    let folder = book("more-links", &rules("more-links", played("pass"), 0, &[]));
    folder.write("secret/y.txt", "the secret = = \n");
    let places = ["examples/z.toml", "examples/y.trace", "rules/words.toml", "rules/table.toml"];
    for (place, aim) in
        places.into_iter().flat_map(|place| [(place, "secret/y.txt"), (place, "/dev/zero")])
    {
        let link = folder.path().join("book").join(place);
        std::os::unix::fs::symlink(folder.path().join(aim), &link).expect("a link can be made");
        let ran = limited(folder.path(), &["check", "book"]);
        assert!(!ran.stderr.contains("the secret"), "{place}: {}", ran.stderr);
        let is_told = ran.stderr.contains("[outside-root]") || aim == "/dev/zero";
        assert!(
            is_told && matches!(ran.code, Some(0 | 1)),
            "{place}: {:?} {}",
            ran.code,
            ran.stderr
        );
        std::fs::remove_file(&link).expect("it can be removed");
    }
}

/// A branch that is never played is checked all the same, also when there is nothing to play.
#[test]
fn rare_branches() {
    let rare = |line: &str| format!("if turn_number() > 1000000:\n    {line}");
    let found = |name, line: &str, finds| turn(name, rare(line), 1, finds);
    let unplayed = format!("{}\ndef rare():\n    dekc.shuffle()\n", played("pass"));
    check(
        "rare",
        vec![
            found("a zone", "dekc.shuffle()", &["rule-fault rules/x.star:16 did you mean `deck`"]),
            found("a function", "shufle(deck)", &["rule-fault rules/x.star:16"]),
            found(
                "a method",
                "deck.first().moev(hand)",
                &[
                    "rule-name rules/x.star:16 did you mean `move`",
                    "rule-fault rules/x.star:16 did you mean `move`",
                ],
            ),
            found(
                "a column",
                "note(\"x\", deck.first().Csot)",
                &["rule-name rules/x.star:16", "rule-fault rules/x.star:16"],
            ),
            found("too few", "deck.first().move()", &["rule-fault rules/x.star:16"]),
            found(
                "too many",
                "deck.first().move(hand, deck, hand)",
                &["rule-fault rules/x.star:16"],
            ),
            found(
                "a wrong name",
                "deck.first().move(hand, fase = \"up\")",
                &["rule-fault rules/x.star:16"],
            ),
            found("a wrong type", "deck.first().move(\"hand\")", &["rule-fault rules/x.star:16"]),
            found("a number", "begin_turn(1)", &["rule-fault rules/x.star:16"]),
            found("too few of its own", "unpack(1)", &["rule-fault rules/x.star:16"]),
            rules(
                "a function that nothing calls",
                unplayed.clone(),
                1,
                &["rule-fault rules/x.star:18"],
            ),
            case(
                "without a scenario",
                vec![
                    ("rules/x.star", unplayed.into()),
                    ("examples/y.toml", "play = \"#turn\"\ntitle = \"One\"\nseed = -1\n".into()),
                ],
                1,
                &["rule-fault rules/x.star:18", "scenario examples/y.toml:3"],
            ),
        ],
    );
}

#[test]
fn bindings() {
    let keys = |dear: &str, left: &str| {
        format!(
            "{HEAD}    pass\n\n{dear}\ndef dear(card):\n    return card.cost\n\n{left}\ndef left(card):\n    return card.index\n"
        )
    };
    let bound = |line: &str| format!("{}\n{line}\ndef f():\n    pass\n", played("pass"));
    check(
        "bindings",
        vec![
            rules(
                "lost words",
                bound("#@ #turn \"Take the worst card\""),
                1,
                &["lost-quote rules/x.star:17"],
            ),
            rules(
                "a lost anchor",
                bound("#@ #trun"),
                1,
                &["dangling-binding rules/x.star:17 did you mean"],
            ),
            rules("a lost step", bound("#@ #draw 3"), 1, &["dangling-binding rules/x.star:17"]),
            rules("twice", bound("#@ #turn"), 1, &["doubled-binding rules/x.star:17"]),
            rules(
                "an unknown card",
                bound("#@ card \"Jack\" enter"),
                1,
                &["dangling-binding rules/x.star:17"],
            ),
            rules("garbage", bound("#@ !\"§$%&/()=?`´"), 1, &["bad-binding rules/x.star:17"]),
            rules("nothing", bound("#@"), 1, &["bad-binding rules/x.star:17"]),
            rules("an open quote", bound("#@ #turn \"Take"), 1, &["bad-binding rules/x.star:17"]),
            rules(
                "a long one",
                bound(&format!("#@ #{}", "a".repeat(100_000))),
                1,
                &["dangling-binding rules/x.star:17"],
            ),
            rules("letters", bound("#@ #türn \u{202e}\u{0}"), 1, &["not-text rules/x.star"]),
            rules(
                "above nothing",
                format!("{}\n#@ #draw\n", played("pass")),
                1,
                &["stray-binding rules/x.star:17"],
            ),
            listed(
                "a line without key",
                keys("#@ #best #dear most", "# no"),
                1,
                &["unkeyed-line game.md:10"],
            ),
            listed(
                "a key for no line",
                keys("#@ #best #dear most", "#@ #best #turn least"),
                1,
                &["stray-key rules/x.star:21", "unkeyed-line game.md:10"],
            ),
            listed(
                "two keys",
                keys("#@ #best #dear most", "#@ #best #dear least"),
                1,
                &["doubled-binding rules/x.star:21", "unkeyed-line game.md:10"],
            ),
            case(
                "no list",
                vec![
                    ("game.md", PROSE.replace("1. the", "the").replace("2. the", "the").into()),
                    ("rules/x.star", keys("#@ #best #dear most", "#@ #best #left least").into()),
                ],
                1,
                &["stray-key rules/x.star:17", "stray-key rules/x.star:21"],
            ),
        ],
    );
}
