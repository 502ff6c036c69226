//! Rules that ask the kernel for something that it does not do.

use super::{Case, HEAD, check, listed, played, rules, turn};

/// A play that fails at its first line.
fn fault(name: &'static str, body: &str, finds: &'static [&'static str]) -> Case {
    turn(name, body, 1, finds)
}

#[test]
fn numbers() {
    let wounded = "x = deck.first()\n";
    let after = |line: &str| format!("{wounded}{line}");
    check(
        "numbers",
        vec![
            fault(
                "a large number",
                &after("x.add(wounds, 1 << 62)\nx.add(wounds, 1 << 62)\nx.add(wounds, 1 << 62)"),
                &["rule-fault rules/x.star:17 too large a number"],
            ),
            fault(
                "a larger number",
                &after("x.add(wounds, 1 << 63)"),
                &["rule-fault rules/x.star:16"],
            ),
            fault(
                "a small number",
                &after("x.add(wounds, -1 << 63)"),
                &["rule-fault rules/x.star:16"],
            ),
            turn(
                "more than a word",
                after(
                    "x.add(wounds, 5000000000)\nif x.count(wounds) != 5000000000:\n    fail(\"lost\")",
                ),
                0,
                &[],
            ),
            fault("below the least", &after("x.add(wounds, -1)"), &["rule-fault rules/x.star:16"]),
            fault("by zero", "x = 1 // len(hand)", &["rule-fault rules/x.star:15 zero"]),
            fault("modulo zero", "x = 1 % len(hand)", &["rule-fault rules/x.star:15 zero"]),
            fault("a fraction", &after("x.add(wounds, 1 / 2)"), &["rule-fault rules/x.star:16"]),
            fault("a float", &after("x.add(wounds, 0.5)"), &["rule-fault rules/x.star:16"]),
            fault("a float in a note", "note(\"x\", 1.5)", &["rule-fault rules/x.star:15"]),
            fault(
                "not a number",
                &after("x.add(wounds, float(\"nan\"))"),
                &["rule-fault rules/x.star:16"],
            ),
            fault("a shift", "x = 1 << 1000000000", &["rule-fault rules/x.star:15"]),
            fault("a negative shift", "x = 1 << -1", &["rule-fault rules/x.star:15"]),
            fault(
                "a place below",
                "deck.first().move(hand, at = -1)",
                &["rule-fault rules/x.star:15"],
            ),
            fault(
                "a place beyond",
                "deck.first().move(hand, at = 1000)",
                &["rule-fault rules/x.star:15"],
            ),
            fault(
                "a place far beyond",
                "deck.first().move(hand, at = 1 << 40)",
                &["rule-fault rules/x.star:15"],
            ),
            fault("many dice", "roll(d, n = 1000000)", &["rule-fault rules/x.star:15"]),
            fault("an index", "x = deck[5]", &["rule-fault rules/x.star:15"]),
        ],
    );
}

#[test]
fn declarations() {
    let more = |text: &str| format!("{}\n{text}\n", played("pass"));
    check(
        "declarations",
        vec![
            rules(
                "two zones",
                more("z = zone(\"deck\", \"Other\")"),
                1,
                &["rule-fault rules/x.star:17 zone `deck` is declared twice"],
            ),
            rules(
                "two players",
                more("z = player(\"Automa\")"),
                1,
                &["rule-fault rules/x.star:17 player `Automa` is declared twice"],
            ),
            rules("two flags", more("z = flag(\"tired\")"), 1, &["rule-fault rules/x.star:17"]),
            rules(
                "no name",
                more("z = zone(\"\", \"\")"),
                1,
                &["rule-fault rules/x.star:17 needs a name"],
            ),
            rules(
                "an odd order",
                more("z = zone(\"z\", \"Z\", order = \"heap\")"),
                1,
                &["rule-fault rules/x.star:17"],
            ),
            rules(
                "a die without faces",
                more("z = die(\"z\", [])"),
                1,
                &["rule-fault rules/x.star:17"],
            ),
            rules(
                "more than most",
                more("z = counter(\"z\", least = 2, most = 1)"),
                1,
                &["rule-fault rules/x.star:17"],
            ),
            rules(
                "unknown data",
                more("z = cards(\"crads.csv\")"),
                1,
                &["rule-fault rules/x.star:17 did you mean `cards.csv`"],
            ),
            rules(
                "a move while loading",
                more("deck.first()"),
                1,
                &["rule-fault rules/x.star:17 while the game is played"],
            ),
            turn(
                "a zone while playing",
                "zone(\"z\", \"Z\")",
                1,
                &["rule-fault rules/x.star:15 while the module is loaded"],
            ),
            turn(
                "a card while playing",
                "make(rows[0], deck)",
                1,
                &["rule-fault rules/x.star:15 before play begins"],
            ),
            turn("a changed list", "rows.append(1)", 1, &["rule-fault rules/x.star:15"]),
            rules(
                "a redefined function",
                more("def turn():\n    pass"),
                1,
                &["rule-syntax rules/x.star:17 two functions are called `turn`"],
            ),
            rules("a redefined name", more("note = 1"), 0, &[]),
        ],
    );
}

#[test]
fn choices() {
    let keys = |dear: &str| {
        format!(
            "{HEAD}    pick(\"#best\", deck)\n\n#@ #best #dear most\ndef dear(card):\n    {dear}\n\n#@ #best #left least\ndef left(card):\n    return card.index\n"
        )
    };
    check(
        "choices",
        vec![
            turn(
                "no answer",
                "ask(\"which\", [\"left\", \"right\"])",
                1,
                &["unanswered-choice examples/y.toml:2 possible answers: `left`, `right`"],
            ),
            turn(
                "many options",
                "ask(\"which\", [str(n) for n in range(1000000)])",
                1,
                &["rule-fault rules/x.star:15 at most 1000 options"],
            ),
            turn("no options", "ask(\"which\", [])", 1, &["unanswered-choice examples/y.toml:2"]),
            turn(
                "among nothing",
                "draw_random([], \"x\")",
                1,
                &["rule-fault rules/x.star:15 nothing to draw"],
            ),
            turn("among texts", "pick(\"#best\", [\"a\"])", 1, &["rule-fault rules/x.star:15"]),
            turn("no list", "pick(\"#turn\", deck)", 1, &["rule-fault rules/x.star:15"]),
            listed(
                "a key that moves",
                keys("card.move(hand)\n    return 1"),
                1,
                &["rule-fault rules/x.star:15 must not change"],
            ),
            listed(
                "a key that is a text",
                keys("return card.name"),
                1,
                &["rule-fault rules/x.star:15"],
            ),
            listed("a key that is nothing", keys("pass"), 1, &["rule-fault rules/x.star:15"]),
            listed(
                "a key that fails",
                keys("fail(\"no\")"),
                1,
                &["rules-stuck examples/y.toml:2 no"],
            ),
            listed("a key that ends the game", keys("game_over(winner = automa)"), 0, &[]),
            listed("a key too large", keys("return 1 << 70"), 1, &["rule-fault rules/x.star:15"]),
            turn("a gap", "gap(\"which\", [1, 2])", 1, &["rules-gap examples/y.toml:2 which"]),
            turn(
                "stuck",
                "fail(\"nothing goes\")",
                1,
                &["rules-stuck examples/y.toml:2 nothing goes"],
            ),
            turn("a replacement that is none", "happen(\"x\", 1)", 0, &[]),
            rules(
                "a replacement that does not say",
                format!(
                    "{HEAD}    happen(\"x\", 1)\n\n#@ instead x\n#@ #draw\ndef f(n):\n    pass\n"
                ),
                1,
                &["rule-fault rules/x.star:15 the function that replaces"],
            ),
            rules(
                "an effect that is none",
                played("carry_out(\"Ace\", \"enter\")"),
                1,
                &["rule-fault rules/x.star:15 no function"],
            ),
            rules(
                "a policy that asks itself",
                format!(
                    "{HEAD}    ask(\"x\", [1, 2])\n\n#@ answer x\n#@ #draw\ndef f(player, options, about):\n    return ask(\"x\", options)\n"
                ),
                5,
                &["rules-limit examples/y.toml:2 calls nested deeper"],
            ),
            rules(
                "a policy without arguments",
                format!(
                    "{HEAD}    ask(\"x\", [1, 2])\n\n#@ answer x\n#@ #draw\ndef f():\n    return 1\n"
                ),
                1,
                &["rule-fault rules/x.star:15 too many arguments for `f`"],
            ),
            turn(
                "an odd question",
                "ask(\"x\", [1], about = deck)",
                1,
                &["rule-fault rules/x.star:15 piece or words"],
            ),
            turn(
                "no such zone",
                "automa.zone(\"x\" * 1000)",
                1,
                &["rule-fault rules/x.star:15 has no zone"],
            ),
            turn(
                "no such chart",
                "walk(\"#turn\")",
                1,
                &["stray-walk rules/x.star:15 no module", "rule-fault rules/x.star:15 no module"],
            ),
            turn(
                "triggers without end",
                "for _ in range(100000):\n    trigger(\"x\", fail, \"no\")",
                5,
                &["rules-limit examples/y.toml:2 more than 1000 things that have triggered"],
            ),
            turn(
                "triggers that trigger",
                "trigger(\"x\", trigger, \"x\", stack_triggered)\nfor _ in repeat():\n    stack_triggered()\n    opportunity(once = True)",
                5,
                &["rules-limit examples/y.toml:2"],
            ),
            turn(
                "nobody responds",
                "stack_push(\"x\", fail, \"no\")\nopportunity([])",
                1,
                &["rules-stuck examples/y.toml:2 no"],
            ),
            turn(
                "an odd trigger",
                "trigger(7, fail)",
                1,
                &["rule-fault rules/x.star:15 wait on the stack"],
            ),
            turn(
                "an odd until",
                "deck.first().set(tired, until = \"ever\")",
                1,
                &["rule-fault rules/x.star:15"],
            ),
            turn("a phase without a turn", "end_phase()\nend_turn()\nend_turn()", 0, &[]),
        ],
    );
}
