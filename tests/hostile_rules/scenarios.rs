//! Scenarios and accepted traces that are wrong.

use super::{Case, SCENARIO, case, check, scenario};

/// The usual scenario with more lines, from line 3 on.
fn more(name: &'static str, lines: &str, code: i32, finds: &'static [&'static str]) -> Case {
    scenario(name, format!("{SCENARIO}{lines}\n"), code, finds)
}

#[test]
fn fields() {
    check(
        "fields",
        vec![
            more("negative seed", "seed = -1", 1, &["scenario examples/y.toml:3"]),
            more(
                "seed too large",
                "seed = 18446744073709551616",
                1,
                &["scenario examples/y.toml:3"],
            ),
            more("largest seed", "seed = 18446744073709551615", 0, &[]),
            more("a fraction", "seed = 1.5", 1, &["scenario examples/y.toml:3"]),
            more("no turns", "turns = 0", 1, &["scenario examples/y.toml:3"]),
            more("many turns", "turns = 1000000000", 1, &["scenario examples/y.toml:3"]),
            more(
                "an unknown field",
                "sede = 1",
                1,
                &["scenario examples/y.toml:3 did you mean `seed`"],
            ),
            more("twice", "play = \"#turn\"", 1, &["scenario examples/y.toml:3"]),
            more(
                "a misspelt place",
                "until = \"#trun\"",
                1,
                &["scenario-place examples/y.toml:3 did you mean `#turn`"],
            ),
            more(
                "a place never reached",
                "until = \"#draw\"",
                1,
                &["scenario-place examples/y.toml:3"],
            ),
            more("an odd outcome", "expect.outcome = \"won\"", 1, &["scenario examples/y.toml:3"]),
            more(
                "another outcome",
                "expect.outcome = \"stuck\"",
                1,
                &["unmet-expectation examples/y.toml:3"],
            ),
            more(
                "a fact that is not",
                "expect.facts = [\"deck holds 3\"]",
                1,
                &["unmet-expectation examples/y.toml:3"],
            ),
            more(
                "a fact without sense",
                "expect.facts = [\"\", \"deck deck deck\", \"is\"]",
                1,
                &["unmet-expectation examples/y.toml:3", "scenario examples/y.toml:3 empty"],
            ),
            scenario("nothing", "", 1, &["scenario examples/y.toml:1"]),
            scenario("no title", "play = \"#turn\"", 1, &["scenario examples/y.toml:1"]),
            scenario("no TOML", "title = = 1\n", 1, &["scenario examples/y.toml:1"]),
            scenario("mark", format!("\u{feff}{SCENARIO}"), 0, &[]),
            scenario("windows", SCENARIO.replace('\n', "\r\n"), 0, &[]),
            scenario("nul", format!("{SCENARIO}\0"), 1, &["scenario examples/y.toml:3"]),
            scenario("a title in an escape", "title = \"\\xff\"\nplay = \"#turn\"\n", 0, &[]),
            scenario(
                "a title in another encoding",
                b"title = \"\xff\"\nplay = \"#turn\"\n".to_vec(),
                1,
                &["not-text examples/y.toml"],
            ),
            scenario(
                "a bad escape",
                "title = \"\\xf\"\nplay = \"#turn\"\n",
                1,
                &["scenario examples/y.toml:1"],
            ),
            scenario("no text", b"\xff\xfe\0\x01".to_vec(), 1, &["not-text examples/y.toml"]),
        ],
    );
}

#[test]
fn positions() {
    check(
        "positions",
        vec![
            more(
                "an unknown card",
                "position.deck = [\"Jack\"]",
                1,
                &["scenario-position examples/y.toml:3 unknown card `Jack`"],
            ),
            more(
                "one card too many",
                "[position]\ndeck = [\"Ace\"]\nhand = [\"Ace\"]",
                1,
                &["scenario-position examples/y.toml:5 Ace"],
            ),
            more(
                "a misspelt zone",
                "position.dekc = [\"Ace\"]",
                1,
                &["scenario-position examples/y.toml:3 did you mean `deck`"],
            ),
            more(
                "a misspelt flag",
                "position.deck = [\"Ace | tried\"]",
                1,
                &["scenario-position examples/y.toml:3 did you mean `tired`"],
            ),
            more(
                "a misspelt counter",
                "position.deck = [\"Ace | wonds 3\"]",
                1,
                &["scenario-position examples/y.toml:3 did you mean `wounds`"],
            ),
            more(
                "a large counter",
                "position.deck = [\"Ace | wounds 9223372036854775807\"]",
                0,
                &[],
            ),
            more(
                "a larger counter",
                "position.deck = [\"Ace | wounds 9223372036854775808\"]",
                1,
                &["scenario examples/y.toml:3"],
            ),
            more(
                "a negative counter",
                "position.deck = [\"Ace | wounds -1\"]",
                1,
                &["scenario-position examples/y.toml:3"],
            ),
            more(
                "one zone twice",
                "[position]\ndeck = [\"Ace\"]\n\"deck\" = [\"King\"]",
                1,
                &["scenario examples/y.toml:5"],
            ),
            more(
                "one zone twice in two ways",
                "[position]\n\"a.b\" = [\"Ace\"]\na.b = [\"King\"]",
                1,
                &["scenario-position examples/y.toml:5 twice"],
            ),
            more(
                "its own card twice",
                "[[card]]\nCard = \"Jack\"\n[[card]]\nCard = \"Jack\"",
                1,
                &["scenario examples/y.toml:6"],
            ),
            more("a known card", "[[card]]\nCard = \"Ace\"", 1, &["scenario examples/y.toml:4"]),
            more(
                "an unknown column",
                "[[card]]\nCard = \"Jack\"\nCots = 1",
                1,
                &["scenario examples/y.toml:4 did you mean `Cost`"],
            ),
            more("a card without a name", "[[card]]\nCost = 1", 1, &["scenario examples/y.toml:3"]),
        ],
    );
}

#[test]
fn answers() {
    let asking = super::played("ask(\"which\", [\"left\", \"right\"])");
    let answered = |name, answer: &str, code, finds| {
        let text = format!("{SCENARIO}\n[answers]\n{answer}\n");
        case(
            name,
            vec![("rules/x.star", asking.clone().into()), ("examples/y.toml", text.into())],
            code,
            finds,
        )
    };
    check(
        "answers",
        vec![
            answered("right", "which = \"right\"", 0, &[]),
            answered(
                "no option",
                "which = \"middle\"",
                1,
                &["unanswered-choice examples/y.toml:5 middle"],
            ),
            answered(
                "another question",
                "what = \"left\"",
                1,
                &["unanswered-choice examples/y.toml:5 possible answers: `left`, `right`"],
            ),
            answered(
                "no text",
                "which = [1]",
                1,
                &["scenario examples/y.toml:5", "unanswered-choice examples/y.toml:2"],
            ),
        ],
    );
}

#[test]
fn size() {
    let many = |part: &str, count| part.repeat(count);
    let keys: String = (0..100_000).map(|n| format!("k{n} = \"v\"\n")).collect();
    check(
        "scenario-size",
        vec![
            more(
                "many entries",
                &format!("position.deck = [{}]", many("\"Ace\", ", 100_000)),
                1,
                &["scenario-position examples/y.toml:3"],
            ),
            more(
                "many answers",
                &format!("[answers]\n{keys}"),
                1,
                &["unused-answer examples/y.toml:*"],
            ),
            more(
                "many cards",
                &many("[[card]]\nCard = \"X\"\n", 50_000),
                1,
                &["scenario examples/y.toml:*"],
            ),
            more("many fields", &keys, 1, &["scenario examples/y.toml:*"]),
            more(
                "brackets",
                &format!("x = {}", "[".repeat(100_000)),
                1,
                &["scenario examples/y.toml:3"],
            ),
            more(
                "tables",
                &format!("x = {}", "{a=".repeat(100_000)),
                1,
                &["scenario examples/y.toml:3"],
            ),
            more(
                "dotted keys",
                &format!("{}a = 1", "a.".repeat(50_000)),
                1,
                &["scenario examples/y.toml:1"],
            ),
            more(
                "dotted tables",
                &format!("[{}a]", "a.".repeat(50_000)),
                1,
                &["scenario examples/y.toml:1"],
            ),
            more(
                "a long text",
                &format!("fills = \"#{}\"", "a".repeat(500_000)),
                1,
                &["scenario-place examples/y.toml:3"],
            ),
            scenario(
                "too large",
                many("# a comment\n", 1_000_000),
                5,
                &["too-large examples/y.toml"],
            ),
        ],
    );
}

#[test]
fn traces() {
    let accepted = |name, trace: Vec<u8>, code, finds| {
        case(name, vec![("examples/y.trace", trace)], code, finds)
    };
    let garbage: Vec<u8> =
        (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    check(
        "traces",
        vec![
            accepted("nothing", Vec::new(), 3, &["trace-file examples/y.trace"]),
            accepted("bytes", garbage, 1, &["not-text examples/y.trace"]),
            accepted("nul", vec![0; 10_000], 3, &["trace-file examples/y.trace"]),
            accepted(
                "letters",
                "Ä ".repeat(100_000).into_bytes(),
                3,
                &["trace-file examples/y.trace"],
            ),
            accepted(
                "lines",
                "\n".repeat(100_000).into_bytes(),
                3,
                &["trace-file examples/y.trace"],
            ),
            accepted(
                "another",
                b"book     Game\ntitle    Two\noutcome  finished\nend      0\n\n".to_vec(),
                3,
                &["stale-example examples/y.toml:1"],
            ),
            case(
                "an orphan",
                vec![("examples/z.trace", Vec::new())],
                0,
                &["orphan-trace examples/z.trace"],
            ),
        ],
    );
}
