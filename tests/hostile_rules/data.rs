//! Card data that is wrong.

use super::{Case, case, check, played};

/// The usual book with other card data.
fn data(
    name: &'static str,
    text: impl Into<Vec<u8>>,
    code: i32,
    finds: &'static [&'static str],
) -> Case {
    case(name, vec![("cards.csv", text.into())], code, finds)
}

#[test]
fn rows() {
    let many: String = (0..20_000).map(|n| format!("C{n},1\n")).collect();
    let wide: String = (0..5_000).map(|n| format!(",C{n}")).collect();
    let cost = played("note(\"x\", deck.first().cost)");
    check(
        "rows",
        vec![
            data(
                "two rows of one name",
                "Card,Cost\nAce,1\nAce,2\n",
                1,
                &["bad-data cards.csv:3 two cards are called `Ace`"],
            ),
            data("a short row", "Card,Cost\nAce\nKing,2\n", 1, &["bad-data cards.csv:2"]),
            data("a long row", "Card,Cost\nAce,1,2,3\nKing,2\n", 1, &["bad-data cards.csv:2"]),
            data("nothing", "", 1, &["bad-data cards.csv:*"]),
            data("only a head", "Card,Cost\n", 0, &[]),
            data(
                "two columns of one name",
                "Card,Cost,Cost\nAce,1,2\n",
                1,
                &["bad-data cards.csv:1 two columns are called `Cost`"],
            ),
            data("an open quote", "Card,Cost\n\"Ace,1\nKing,2\n", 1, &["bad-data cards.csv:*"]),
            data("no name", "Card,Cost\n,1\n", 1, &["bad-data cards.csv:2"]),
            data(
                "nul",
                "Card,Cost\nA\0ce,1\n",
                1,
                &["not-text cards.csv", "rule-fault rules/x.star:6 no card data"],
            ),
            data("windows and a mark", "\u{feff}Card,Cost\r\nAce,1\r\nKing,2\r\n", 0, &[]),
            data(
                "many",
                format!("Card,Cost\n{many}"),
                5,
                &["rules-limit examples/y.toml:2 more than 10000"],
            ),
            data("wide", format!("Card{wide}\nAce{}\n", ",1".repeat(5_000)), 0, &[]),
            case(
                "a column of texts",
                vec![("cards.csv", "Card,Cost\nAce,one\n".into()), ("rules/x.star", cost.into())],
                1,
                &["rule-fault rules/x.star:15"],
            ),
        ],
    );
}
