//! Each finding about a `#@` line or a module, with its exact place.

use super::book::{found, small, with};

/// Checks the findings in a book with this module.
#[track_caller]
fn check(module: &str, wanted: &[&str]) {
    let (_folder, read) = small(module);
    assert_eq!(found(&read), wanted, "{module}");
}

#[test]
fn what_fits_is_silent() {
    check(
        "#@ #draw-phase \"Draw 4 cards\"\n# a comment\n\n#@ #choose 'x'\ndef f(): pass\n"
            .replace(" 'x'", "")
            .as_str(),
        &[],
    );
    check(
        "#@ #draw-phase 2.1\n#@ #other b\n#@ #draw-phase \"from \\\"your\\\"\"\ndef f(): pass\n"
            .replace("\\\"your\\\"", "“your")
            .replace("\"from “your\"", "“from \"your\" deck - left”")
            .as_str(),
        &[],
    );
    check(
        "#@ #draw-phase \"Draw {=draw} cards\"\ndef f(): pass\n\n#@ #draw-phase \"empty deck\"\ndef g(): pass\n",
        &[],
    );
    check(
        "#@ make\ndef f(): pass\n#@ setup\ndef g(): pass\n#@ card \"Dream Fairy\" enter\ndef h(): pass\n#@ card \"Seer’s Sword\" after die\ndef i(): pass\n",
        &[],
    );
    check("#@ make\ndef f(): pass\n#@ ready\ndef g(): pass\n#@ setup\ndef h(): pass\n", &[]);
    check("#@ #choose\n#@ instead draw\ndef f(card): return card.reserve_cost\n", &[]);
}

#[test]
fn dangling() {
    check(
        "#@ #draw-fase\ndef f(): pass\n",
        &[
            "turn.star:1:4-14 dangling-binding: unknown place `#draw-fase`; did you mean `#draw-phase`?",
        ],
    );
    check(
        "#@ #draw-phase 3\ndef f(): pass\n",
        &[
            "turn.star:1:16-17 dangling-binding: `#draw-phase` has no step `3`; its steps are 1, 2, 2.1, 2.2",
        ],
    );
    check(
        "#@ card \"Dream Fary\" enter\ndef f(): pass\n",
        &[
            "turn.star:1:9-21 dangling-binding: unknown card `Dream Fary`; did you mean \"Dream Fairy\"?",
        ],
    );
}

#[test]
fn lost_words() {
    check(
        "#@ #draw-phase \"Draw 5 cards\" \"An empty deck\"\ndef f(): pass\n",
        &[
            "turn.star:1:16-30 lost-quote: \"Draw 5 cards\" is no longer at `#draw-phase`; the text there is \"Draw 4 cards from \"your\" deck - left to right.\"",
        ],
    );
    check(
        "#@ #draw-phase 2 \"this\"\ndef f(): pass\n",
        &[
            "turn.star:1:18-24 lost-quote: \"this\" is no longer at `#choose`; the text there is \"Choose:\"",
        ],
    );
}

#[test]
fn doubled() {
    check(
        "#@ #draw-phase 2\ndef f(): pass\n\n#@ #choose\ndef g(): pass\n",
        &[
            "turn.star:4:1-11 doubled-binding: `#choose` is bound twice; delete one of the two, or add in quotation marks the words that each function carries out",
        ],
    );
    check(
        "#@ #draw-phase \"An empty\" \"ends\"\ndef f(): pass\n\n#@ #draw-phase \"ends\" \"An  empty\"\ndef g(): pass\n",
        &[
            "turn.star:4:1-34 doubled-binding: `#draw-phase` is bound twice, with the same words; delete one of the two, or add in quotation marks the words that each function carries out",
        ],
    );
    check(
        "#@ make\ndef f(): pass\n#@ make\ndef g(): pass\n",
        &[
            "turn.star:3:1-8 doubled-binding: two functions are bound to `make`; remove one, and call it from the other",
        ],
    );
    check(
        "#@ card \"Dream Fairy\" enter\ndef f(): pass\n#@ card \"Dream Fairy\" enter\ndef g(): pass\n",
        &[
            "turn.star:3:1-28 doubled-binding: two functions carry out `Dream Fairy` at the moment `enter`; remove one",
        ],
    );
}

#[test]
fn stray_and_malformed() {
    let above = "put the `#@` line directly above the `def` that carries out the rule";
    check(
        "#@ #draw-phase\nx = 1\ndef f(): pass\n",
        &[&format!(
            "turn.star:1:1-15 stray-binding: the `#@` line has no function below it; {above}"
        )],
    );
    check(
        "def f(): pass\n#@ #draw-phase  ",
        &[&format!(
            "turn.star:2:1-15 stray-binding: the `#@` line has no function below it; {above}"
        )],
    );
    check(
        "x = 1 #@ #draw-phase\ndef f(): pass\n",
        &[
            "turn.star:1:7-21 stray-binding: a `#@` line follows code; put it on a line of its own above a `def`",
        ],
    );
    let starts = |module: &str, wanted: &str| {
        let (_folder, read) = small(&format!("{module}\ndef f(): pass\n"));
        let found = found(&read);
        assert!(found.len() == 1 && found[0].starts_with(wanted), "{module}: {found:?}");
    };
    starts("#@", "turn.star:1:3-3 bad-binding: the `#@` line is empty; write an anchor");
    starts(
        "#@ draw-phase",
        "turn.star:1:4-14 bad-binding: unknown `#@` directive `draw-phase`; write an anchor",
    );
    starts("#@ #", "turn.star:1:4-5 bad-binding: `#` is not an anchor");
    starts("#@ #choose \"x", "turn.star:1:12-14 bad-binding: a quotation mark is not closed");
    starts("#@ #choose \"\"", "turn.star:1:12-14 bad-binding: the quotation marks are empty");
    starts("#@ \"x\"", "turn.star:1:4-7 bad-binding: a `#@` line begins with quoted words");
    starts("#@ #choose 1 2", "turn.star:1:14-15 bad-binding: `2` cannot be used here");
    starts("#@ #choose #second", "turn.star:1:12-19 bad-binding: one line has two anchors");
    starts(
        "#@ #best-weapon most",
        "turn.star:1:17-21 bad-binding: the line of the list is missing",
    );
    starts(
        "#@ card Fairy enter",
        "turn.star:1:3-20 bad-binding: `card` needs the name of a card in quotation marks",
    );
    starts(
        "#@ card \"Dream Fairy\"",
        "turn.star:1:3-22 bad-binding: a card's effect needs one moment",
    );
    starts("#@ after", "turn.star:1:3-9 bad-binding: `after` needs one event");
    starts("#@ make it", "turn.star:1:9-11 bad-binding: nothing may follow `make`");
    starts("#@ ready #choose", "turn.star:1:10-17 bad-binding: nothing may follow `ready`");
    starts(
        "#@ after die",
        "turn.star:1:1-13 bad-binding: the function is bound to no place; add a line",
    );
    starts(
        "#@ make\n#@ setup",
        "turn.star:2:1-9 bad-binding: the function has another role already",
    );
}

#[test]
fn keys_of_lists() {
    let (_folder, read) = small(
        "#@ #best-weapon #best-power most\ndef power(p): return p.reserve_cost\n\n#@ #best-weapon 2 least\ndef at(p): return p.index\n",
    );
    assert_eq!(read.findings.0, []);
    let program = read.program.expect("it is whole");
    assert_eq!(program.lists.len(), 1);
    let list = &program.lists[0];
    assert_eq!((list.anchor.as_str(), list.items.len()), ("best-weapon", 2));
    assert_eq!(program.places[list.place as usize].address, "1.2");
    let items: Vec<_> = list
        .items
        .iter()
        .map(|i| (program.places[i.place as usize].address.as_str(), i.function, i.most))
        .collect();
    assert_eq!(items, [("1.2 step 1", 0, true), ("1.2 step 2", 1, false)]);

    let (_folder, read) = small(
        "#@ #best-weapon #best-power most\ndef power(p): return p.power\n"
            .replace("p.power", "1")
            .as_str(),
    );
    let shown: Vec<_> =
        read.findings.0.iter().map(|finding| super::book::shown(finding, &read.sources)).collect();
    assert_eq!(
        shown,
        [
            "turn.md:22:1-24 unkeyed-line: a line of a tie-breaker list has no key; write `#@ #best-weapon 2 most`, or `least`, above the `def` that returns what the line compares"
        ]
    );

    check(
        "#@ #draw-phase 1 most\ndef f(): pass\n",
        &[
            "turn.star:1:4-15 stray-key: the list of `#draw-phase` is not a tie-breaker list; write {.tiebreakers} after the title of its section",
        ],
    );
    check(
        "#@ #turn 1 most\ndef f(): pass\n",
        &[
            "turn.star:1:4-9 stray-key: `#turn` has no list; name the list, or the section whose first list it is",
        ],
    );
    check(
        "#@ #best-weapon #choose most\ndef f(): pass\n",
        &[
            "turn.star:1:17-24 stray-key: `#choose` is not a line of the list of `#best-weapon`; possible lines: #best-power, #best-weapon/2",
        ],
    );
    check(
        "#@ #best-weapon 3 most\ndef f(): pass\n",
        &["turn.star:1:17-18 dangling-binding: `#best-weapon` has no step `3`; its steps are 1, 2"],
    );
    check(
        "#@ #best-weapon 1 most\ndef f(): pass\n#@ #best-weapon #best-power least\ndef g(): pass\n",
        &["turn.star:3:1-34 doubled-binding: the line `#best-power` has two keys; remove one"],
    );
}

#[test]
fn names() {
    check(
        "f = [lambda x: x]\n",
        &[
            "turn.star:1:6-12 rule-lambda: a function without a name cannot be cited; write a `def` with a name, and use that name",
        ],
    );
    check(
        "def f(c):\n    return c.reserve_cots + c.owner.name\n",
        &[
            "turn.star:2:14-26 rule-name: unknown attribute `reserve_cots`; did you mean `reserve_cost`?",
        ],
    );
    check(
        "def f(c):\n    return f\"{c.flp()}\"\n",
        &["turn.star:2:17-20 rule-name: unknown attribute `flp`; did you mean `flip`?"],
    );
    check("s = struct(height = 1)\nx = s.height + 1.5 # a.b\n", &[]);
}

#[test]
fn what_can_not_be_parsed() {
    let nested = |n: usize| format!("x = {}1{}\n", "(".repeat(n), ")".repeat(n));
    let deep = [
        "turn.star:1:69-70 rule-nesting: brackets are nested deeper than 64; give the inner part a name of its own",
    ];
    check(&nested(64), &[]);
    check(&nested(65), &deep);
    check(&nested(20_000), &deep);
    check(&format!("x = {}1\n", "1 + ".repeat(200)), &[]);
    check(
        &format!("x = {}1\n", "1 + ".repeat(201)),
        &[
            "turn.star:1:807-808 rule-nesting: an expression has more than 200 operators in a row; split it into several expressions, or make it a list",
        ],
    );
    check(&format!("x = [{}1]\n", "1, ".repeat(5_000)), &[]);
    check(
        &format!("x = {}a\n", "not ".repeat(300)),
        &[
            "turn.star:1:805-808 rule-nesting: an expression has more than 200 operators in a row; split it into several expressions, or make it a list",
        ],
    );
    let tower = format!("x = {}", "(".repeat(60))
        + &(" + 1".repeat(20) + ")").repeat(60).replacen(" + 1", "1", 1)
        + "\n";
    assert!(found(&small(&tower).1)[0].contains("operators in a row"));
    let blocks: String = (0..66).map(|n| format!("{}if a:\n", " ".repeat(n))).collect::<String>()
        + &" ".repeat(66)
        + "b\n";
    assert!(
        found(
            &small(&format!(
                "def f(a, b):\n{}",
                blocks.lines().map(|l| format!(" {l}\n")).collect::<String>()
            ))
            .1
        )[0]
        .contains("blocks are nested deeper than 64")
    );
    let branches = "    elif a:\n        pass\n".repeat(300);
    assert!(
        found(&small(&format!("def f(a):\n    if a:\n        pass\n{branches}")).1)[0]
            .contains("a decision has more than 200 branches")
    );
    let large = format!("x = 1\n#{}\n", "x".repeat(300 << 10));
    check(
        &large,
        &["turn.star too-large: the module is larger than 256 KiB; split it into several modules"],
    );
    check(
        "x = (1\ny = \"a\n",
        &[
            "turn.star:2:5-6 rule-syntax: a string is not closed; close it on the same line",
            "turn.star:1:5-6 rule-syntax: `(` is not closed; close it",
        ],
    );
}

#[test]
fn loads() {
    let (_folder, read) = with(&[
        (
            "book/rules/turn.star",
            "load(\"zones.star\", \"hand\")\nload('@base/table.star', \"shuffle\")\nx = TIMES\n",
        ),
        ("book/rules/zones.star", "hand = 1\n"),
        (
            "base/rules/table.star",
            "load(\"other.star\", \"y\")\n#@ #base \"Shuffle 2 times\"\ndef shuffle(): return y\n",
        ),
        ("base/rules/other.star", "y = 1\n"),
    ]);
    assert_eq!(found(&read), [""; 0]);
    let program = read.program.expect("it is whole");
    let paths: Vec<_> = program
        .modules
        .iter()
        .map(|m| (m.path.as_str(), m.book.as_str(), m.loads.clone()))
        .collect();
    let load = |name: &str, to: u32| (name.to_owned(), to);
    assert_eq!(
        paths,
        [
            ("rules/zones.star", "", vec![]),
            ("@base/other.star", "base", vec![]),
            ("@base/table.star", "base", vec![load("other.star", 1)]),
            ("rules/turn.star", "", vec![load("zones.star", 0), load("@base/table.star", 2)]),
        ]
    );
    let place = &program.places[program.functions[0].places[0] as usize];
    assert_eq!((place.book.as_deref(), place.address.as_str()), (Some("Base"), "1"));
    assert_eq!(
        program.values_of("base").count() + program.values_of("").count(),
        program.values.len()
    );

    let one = |module: &str, wanted: &str| {
        let (_folder, read) =
            with(&[("book/rules/turn.star", module), ("book/rules/zones.star", "hand = 1\n")]);
        assert_eq!(found(&read), [wanted], "{module}");
        assert!(read.program.is_none());
    };
    one(
        "load(\"zone.star\", \"a\")\n",
        "turn.star:1:6-17 lost-module: unknown module `zone.star`; did you mean \"zones.star\"?",
    );
    one(
        "load(\"@bse/a.star\", \"a\")\n",
        "turn.star:1:6-19 lost-module: the book does not use `bse`; did you mean `@base/`?",
    );
    let hint = "write the name of a file in `rules`, such as \"table.star\"; one of a used book is \"@grand-archive/table.star\"";
    one(
        "load(\"../../base/rules/a.star\", \"a\")\n",
        &format!("turn.star:1:6-31 lost-module: unknown module `../../base/rules/a.star`; {hint}"),
    );
    one(
        "load(\"../../../x.star\", \"a\")\n",
        &format!("turn.star:1:6-23 lost-module: unknown module `../../../x.star`; {hint}"),
    );
    one(
        "load(\"turn.star\", \"a\")\n",
        "turn.star:1:6-17 cyclic-load: modules load each other: rules/turn.star > rules/turn.star; move what both need into a third module",
    );
}
