//! Rules that never end, go too deep, or want too much memory.

use super::{Case, HEAD, check, listed, played, rules, turn};

const LIMIT: &[&str] = &["rules-limit examples/y.toml:2"];
/// Findings about rules that die while they are loaded.
const LOADED: &[&str] = &["rules-limit - cannot be loaded", "rules-limit examples/y.toml:2"];

/// A play that ends at a limit.
fn limit(name: &'static str, body: &str) -> Case {
    turn(name, body, 5, LIMIT)
}

/// The usual rules, which call `f(0)` in turn, and the function `f` below.
fn calls(name: &'static str, functions: &str) -> Case {
    rules(name, format!("{HEAD}    f(0)\n\n{functions}\n"), 5, LIMIT)
}

#[test]
fn loops() {
    check(
        "loops",
        vec![
            limit("repeat", "for _ in repeat():\n    pass"),
            limit(
                "repeat in repeat",
                "for _ in repeat():\n    for _ in repeat():\n        turn_number()",
            ),
            limit("ranges", "for a in range(100000):\n    for b in range(100000):\n        pass"),
            limit(
                "comprehension",
                "x = [a + b for a in range(100000) for b in range(100000) if a < 0]",
            ),
            limit(
                "flips",
                "for _ in range(1000):\n    for _ in repeat():\n        deck.first().flip(up = True)\n        deck.first().flip(up = False)",
            ),
            limit("notes", "for n in range(400000):\n    note(\"n\" + str(n), n)"),
            limit("shuffles", "for _ in range(1000000):\n    deck.shuffle()"),
            limit("a long range", "for n in range(2000000000):\n    pass"),
        ],
    );
}

#[test]
fn depth() {
    check(
        "depth",
        vec![
            calls("recursion", "def f(n):\n    return f(n + 1)"),
            calls(
                "mutual recursion",
                "def f(n):\n    return g(n + 1)\n\ndef g(n):\n    return f(n)",
            ),
            calls(
                "attempt in attempt",
                "def f(n):\n    return attempt(f, n + 1) if n < 10000 else True",
            ),
            calls(
                "failing attempts",
                "def f(n):\n    if n < 10000:\n        attempt(f, n + 1)\n    fail(\"no\")",
            ),
            calls("sort by sort", "def f(n):\n    return sorted([1, 2], key = f)"),
            calls(
                "an event that answers itself",
                "def f(n):\n    happen(\"die\", n)\n\n#@ after die\n#@ #draw 1\ndef again(n):\n    happen(\"die\", n)",
            ),
            rules(
                "a replacement that asks again",
                format!(
                    "{HEAD}    f(0)\n\ndef f(n):\n    happen(\"a\", n)\n\n#@ instead a\n#@ #draw 1\ndef one(n):\n    return happen(\"b\", n)\n\n#@ instead b\n#@ #draw 2\ndef two(n):\n    f(n)\n    happen(\"c\", n)\n    return False\n\n#@ after c\n#@ #draw\ndef three(n):\n    f(n)\n"
                ),
                0,
                &[],
            ),
            calls(
                "an effect that carries itself out",
                "def f(n):\n    carry_out(\"Ace\", \"enter\")\n\n#@ card \"Ace\" enter\ndef ace(n):\n    carry_out(\"Ace\", \"enter\")",
            ),
            listed(
                "a list that asks itself",
                HEAD.to_owned()
                    + "    pick(\"#best\", deck)\n\n#@ #best #dear most\ndef dear(card):\n    pick(\"#best\", deck)\n    return 1\n\n#@ #best #left least\ndef left(card):\n    return 1\n",
                5,
                LIMIT,
            ),
            limit(
                "a nested list as text",
                "x = []\nfor _ in range(1000000):\n    x = [x]\nnote(str(x))",
            ),
            turn(
                "nested lists compared",
                "x = []\ny = []\nfor _ in range(1000000):\n    x = [x]\n    y = [y]\nif x == y:\n    note(\"same\")",
                1,
                &["rule-fault rules/x.star:20 too many recursion levels"],
            ),
            limit(
                "a nested struct as text",
                "x = {}\nfor _ in range(1000000):\n    x = {1: x}\nnote(\"%s\" % x)",
            ),
        ],
    );
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux limits memory")]
fn memory() {
    check(
        "memory",
        vec![
            limit("a long list", "x = [0] * 1000000000"),
            turn(
                "a list of a range",
                "x = list(range(2000000000))",
                1,
                &["rule-fault rules/x.star:14 too much memory"],
            ),
            limit("a list made longer", "x = [0]\nfor _ in range(60):\n    x += x"),
            limit("a doubled list", "x = [0]\nfor _ in range(60):\n    x = x + x"),
            limit("a doubled text", "x = \"ab\"\nfor _ in range(60):\n    x = x + x"),
            turn("a repeated text", "x = \"ab\" * 2000000000", 5, LOADED),
            limit(
                "a repeated text by replacing",
                "x = \"ab\"\nfor _ in range(60):\n    x = x.replace(\"a\", x)",
            ),
            limit("a formatted text", "x = \"ab\"\nfor _ in range(60):\n    x = \"%s%s\" % (x, x)"),
            limit(
                "a joined text",
                "x = \"ab\" * 1000\nfor _ in range(60):\n    x = x.join([x] * 1000)",
            ),
            limit("a dictionary", "x = {}\nfor n in range(100000000):\n    x[n] = [n] * 10"),
            limit("many long lists", "x = []\nfor _ in range(1000):\n    x.append([0] * 10000000)"),
            limit(
                "words without end",
                "for n in range(90000):\n    note((\"a\" * 100000) + str(n))",
            ),
        ],
    );
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux limits memory")]
fn modules() {
    let above = |text: &str| format!("{text}\n\n{}", played("pass"));
    check(
        "modules",
        vec![
            rules(
                "endless",
                above(
                    "def f():\n    for a in range(100000):\n        for b in range(100000):\n            pass\n\nf()",
                ),
                1,
                &["rule-fault rules/x.star:1 steps"],
            ),
            rules(
                "too deep",
                above("def f(n):\n    return f(n + 1)\n\nf(0)"),
                1,
                &["rule-fault rules/x.star:2 deeper"],
            ),
            rules("a long list", above("x = [0] * 1000000000"), 5, LOADED),
            rules(
                "a doubled text",
                above(
                    "def f():\n    x = \"ab\"\n    for _ in range(60):\n        x = x + x\n\nf()",
                ),
                1,
                &["rule-fault rules/x.star:6 too much memory"],
            ),
            rules(
                "a nested list",
                above(
                    "def f():\n    x = []\n    for _ in range(1000000):\n        x = [x]\n    return x\n\ny = f()",
                ),
                5,
                LOADED,
            ),
            rules("a list in itself", above("x = []\nx.append(x)\ny = str(x)"), 0, &[]),
        ],
    );
}

/// The clock stops what no limit of the language stops.
#[test]
fn a_large_number() {
    check("number", vec![limit("squares", "x = 3\nfor _ in range(60):\n    x = x * x")]);
}

/// The types of the language never come to an end here.
#[test]
fn a_type_without_end() {
    let body = "x = ()\nfor _ in range(3):\n    x = (x,)";
    check("type", vec![turn("tuples", body, 5, LOADED)]);
}
