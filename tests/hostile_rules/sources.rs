//! Modules that are large, nested, or no text.

use super::{HEAD, book, check, limited, played, rules, turn};
use crate::common::has_all;

/// `part` with each number below `count`.
fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

#[test]
fn nesting() {
    const DEEP: &[&str] = &["rule-nesting rules/x.star:15"];
    let round = |open: &str, close: &str, count: usize| {
        format!("x = {}1{}", open.repeat(count), close.repeat(count))
    };
    let ifs = |count| {
        each(count, |n| format!("{}if True:\n", " ".repeat(n))) + &" ".repeat(count) + "pass"
    };
    check(
        "nesting",
        vec![
            turn("brackets", round("(", ")", 20_000), 1, DEEP),
            turn("lists", round("[", "]", 20_000), 1, DEEP),
            turn(
                "open brackets",
                format!("x = {}", "(".repeat(20_000)),
                1,
                &["rule-syntax rules/x.star:15", "rule-nesting rules/x.star:15"],
            ),
            turn(
                "closed brackets",
                format!("x = {}", ")".repeat(20_000)),
                1,
                &["rule-syntax rules/x.star:15"],
            ),
            turn("ifs", ifs(400), 1, &["rule-nesting rules/x.star:79"]),
            turn("many ifs", ifs(5_000), 5, &["too-large rules/x.star"]),
            turn("plus", format!("x = 1{}", " + 1".repeat(10_000)), 1, DEEP),
            turn("not", format!("x = {}True", "not ".repeat(10_000)), 1, DEEP),
            turn("minus", format!("x = {}1", "-".repeat(10_000)), 1, DEEP),
            turn("and", format!("x = 1{}", " and 1".repeat(10_000)), 1, DEEP),
            turn("either or", format!("x = 1{}", " if 1 else 1".repeat(10_000)), 1, DEEP),
            turn("calls", format!("x = turn{}", "()".repeat(10_000)), 1, DEEP),
            turn("indexes", format!("x = deck{}", "[0]".repeat(10_000)), 1, DEEP),
            turn("dots", format!("x = deck{}", ".name".repeat(10_000)), 1, DEEP),
            turn(
                "branches",
                format!("if False:\n    pass\n{}", "elif 0: pass\n".repeat(5_000)),
                1,
                &["rule-nesting rules/x.star:*"],
            ),
            turn("comprehension", format!("x = [1{}]", " for a in []".repeat(10_000)), 1, DEEP),
            turn(
                "types",
                format!("x: {}int{} = []", "list[".repeat(1_000), "]".repeat(1_000)),
                1,
                DEEP,
            ),
            turn(
                "over lines",
                format!("x = ({}1)", "1 +\n".repeat(10_000)),
                1,
                &["rule-nesting rules/x.star:215"],
            ),
        ],
    );
}

#[test]
fn size() {
    let more = |text: String| played("pass") + "\n" + &text;
    check(
        "size",
        vec![
            turn("a long text", format!("x = \"{}\"", "a".repeat(200_000)), 0, &[]),
            turn("a list of numbers", format!("x = [{}]", "1, ".repeat(50_000)), 0, &[]),
            turn(
                "a large module",
                format!("x = \"{}\"", "a".repeat(300_000)),
                5,
                &["too-large rules/x.star"],
            ),
            turn(
                "many arguments",
                format!("note({})", "1, ".repeat(10_000)),
                1,
                &["rule-fault rules/x.star:15"],
            ),
            rules(
                "many functions",
                more(each(5_000, |n| format!("def f{n}():\n    pass\n\n"))),
                0,
                &[],
            ),
            rules(
                "many zones",
                more(each(3_000, |n| format!("z{n} = zone(\"z{n}\", \"Z\")\n"))),
                1,
                &["rule-fault rules/x.star:271 more than 256 zones"],
            ),
            rules(
                "many flags",
                more(each(3_000, |n| format!("z{n} = flag(\"z{n}\")\n"))),
                1,
                &["rule-fault rules/x.star:80 more than 64 flags"],
            ),
            rules(
                "many counters",
                more(each(3_000, |n| format!("z{n} = counter(\"z{n}\")\n"))),
                1,
                &["rule-fault rules/x.star:1016 more than 1000 counters"],
            ),
            rules(
                "many players",
                more(each(3_000, |n| format!("z{n} = player(\"z{n}\")\n"))),
                1,
                &["rule-fault rules/x.star:80 more than 64 players"],
            ),
            rules(
                "many pieces",
                HEAD.replace("make(row, deck)", "[make(row, deck) for _ in range(10000)]")
                    + "    pass\n",
                5,
                &["rules-limit examples/y.toml:2 more than 10000"],
            ),
            rules(
                "many bindings",
                format!(
                    "{}{}def f():\n    pass\n",
                    more(String::new()),
                    "#@ #turn\n".repeat(5_000)
                ),
                1,
                &["doubled-binding rules/x.star:*"],
            ),
            rules("nothing", "", 1, &["scenario-place examples/y.toml:2 no rule is bound"]),
        ],
    );
}

#[test]
fn encodings() {
    let good = played("pass");
    check(
        "encodings",
        vec![
            rules(
                "mark",
                format!("\u{feff}{good}"),
                1,
                &["rule-syntax rules/x.star:1 byte-order mark"],
            ),
            rules("windows", good.replace('\n', "\r\n"), 0, &[]),
            rules("nul", good.replace("pass", "pa\0ss"), 1, &["not-text rules/x.star"]),
            rules(
                "bytes",
                [good.as_bytes(), b"# \xff\xfe\n"].concat(),
                0,
                &["bad-encoding rules/x.star:*"],
            ),
            rules(
                "wide",
                good.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
                1,
                &["not-text rules/x.star"],
            ),
            rules("tabs", good.replace("    pass", "\tpass"), 1, &["rule-syntax rules/x.star:15"]),
            rules(
                "an open text",
                good.replace("pass", "x = \"abc"),
                1,
                &["rule-syntax rules/x.star:15"],
            ),
            rules(
                "an open long text",
                good.replace("pass", "x = \"\"\"abc"),
                1,
                &["rule-syntax rules/x.star:15"],
            ),
            rules(
                "no indent",
                good.replace("    pass", "pass"),
                1,
                &["rule-fault rules/x.star:15"],
            ),
            rules(
                "other marks",
                good.replace("pass", "x = “abc”"),
                1,
                &["rule-syntax rules/x.star:15"],
            ),
            rules(
                "lambda",
                good.replace("pass", "x = lambda a: a"),
                1,
                &["rule-lambda rules/x.star:15"],
            ),
            rules(
                "while",
                good.replace("pass", "while True: pass"),
                1,
                &["rule-fault rules/x.star:15"],
            ),
        ],
    );
}

/// The checker of the starlark crate panics on a method of a list that is defined nowhere.
#[test]
fn unknown_lists() {
    let lost = |line: &str| played("pass") + &format!("\ndef b(t):\n    {line}\n");
    check(
        "unknown-lists",
        vec![
            rules(
                "in one line",
                played("pass") + "\ndef b(t): found.append(1)\n",
                1,
                &["rule-fault rules/x.star:17 unknown name `found`"],
            ),
            rules(
                "and another mistake",
                lost("found.extend([1])\n    dekc.shuffle()"),
                1,
                &[
                    "rule-fault rules/x.star:18 unknown name `found`",
                    "rule-fault rules/x.star:19 did you mean `deck`",
                ],
            ),
            rules(
                "of another function",
                lost("found = []\n\ndef c():\n    found.insert(0, 1)"),
                1,
                &["rule-fault rules/x.star:21 unknown name `found`"],
            ),
            rules(
                "over lines",
                lost("((zz # a list\n     ).\n      append(1))"),
                1,
                &["rule-fault rules/x.star:18 unknown name `zz`"],
            ),
            // The comment hides it from our check, so the checker breaks down: its place is
            // reported.
            rules(
                "hidden",
                lost("found.append(1) # starlark-lint-disable using-undefined"),
                1,
                &["rule-fault rules/x.star:17 the type checker crashes at `def b(t)`"],
            ),
        ],
    );
}

/// A stride that the starlark crate cannot negate: the name and place of the function are reported.
#[test]
fn what_breaks_down_has_a_place() {
    let slice = "[1, 2, 3][::-2147483648]";
    let played = book("breaks", &rules("in-a-play", played(&format!("x = {slice}")), 1, &[]));
    limited(played.path(), &["check", "book"])
        .says("error[rule-fault]: the rules crash in `turn`")
        .says("book/rules/x.star:14:1");
    let text = format!("{}\nx = 1\ny = {slice}\n", super::played("pass"));
    let loaded = book("breaks", &rules("at-the-margin", text, 1, &[]));
    let ran = limited(loaded.path(), &["check", "book"]);
    has_all(&ran.stderr, &["at `y = [1, 2, 3][::-2147483648]`", "book/rules/x.star:18:1"]);
}
