//! How fast plays are; run with `cargo test --release -- --ignored --nocapture host::speed`.

use rulepress::engine::trace::Start;
use rulepress::rules::host::Machine;

use crate::host::book::{program, put, start};
use crate::host::{DATA, TABLE, TURN};

/// Seconds this thread has used of the processor.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    let program = program(&[TABLE, TURN], DATA);
    let machine = Machine::load(&program).unwrap();
    let position = vec![put("hand: Guide, Giant, Page, Knight, Wind, Slash, Knight"), put("graveyard: Wind, Slash")];
    for (name, position, repeat) in [("position", position, 1), ("set-up", vec![], 1), ("three turns", vec![], 3)] {
        let from = Start { position, repeat, ..start(&program, "main_phase", 0) };
        let events: usize = (0..500).map(|seed| machine.play(&Start { seed, ..from.clone() }).records.len()).sum();
        let begun = cpu();
        let plays = 20_000;
        for seed in 0..plays {
            std::hint::black_box(machine.play(&Start { seed, ..from.clone() }));
        }
        let each = (cpu() - begun) / plays as f64;
        let begun = cpu();
        for seed in 0..plays {
            std::hint::black_box(machine.glance(&Start { seed, ..from.clone() }));
        }
        println!("{name}: {:.0} glances/s", plays as f64 / (cpu() - begun));
        println!("{name}: {:.0} plays/s, {:.1} us, {:.1} events", 1.0 / each, each * 1e6, events as f64 / 500.0);
    }
}

#[test]
#[ignore = "a measurement"]
fn parts() {
    let load = "load(\"table.star\", \"hand\", \"deck\", \"spare\")\n";
    let texts = [
        ("nothing", "    pass"),
        ("100 enters", "    for _ in range(100): f()"),
        ("100 checks", "    for _ in range(100): check(\"x\", True)"),
        (
            "100 moves",
            "    card = hand.first()\n    for _ in range(50):\n        card.move(deck)\n        card.move(hand)",
        ),
        ("100 first", "    for _ in range(100): hand.first(skip=[spare], face=\"down\")"),
        ("100 words", "    for _ in range(100): \"Floating Memory\" in hand.first().words(\"keywords\")"),
        ("100 columns", "    card = hand.first()\n    for _ in range(100): card.cost"),
        ("100 fors", "    for _ in range(100): [c for c in hand if not c.face_up]"),
    ];
    for (name, body) in texts {
        let text = format!(
            "{load}def go():\n{}\n\ndef f():\n    pass\n",
            body.replace("    for _ in range(100): ", "    pass\n    for _ in range(100): ")
        );
        let program = program(&[TABLE, ("rules/go.star", &text)], DATA);
        let machine = Machine::load(&program).unwrap();
        for position in
            [vec![], vec![put("hand: Guide, Giant, Page, Knight, Wind, Slash, Knight"), put("graveyard: Wind, Slash")]]
        {
            let laid = position.len();
            let from = Start { position, ..start(&program, "go", 0) };
            assert_eq!(machine.play(&from).outcome, rulepress::engine::trace::Outcome::Finished);
            let begun = cpu();
            for seed in 0..5_000 {
                std::hint::black_box(machine.play(&Start { seed, ..from.clone() }));
            }
            println!("{name} {laid}: {:.1} us", (cpu() - begun) / 5_000.0 * 1e6);
        }
    }
}

#[test]
#[ignore = "minutes"]
fn mutants_do_no_harm() {
    let words: Vec<&str> = TURN.1.split_inclusive([' ', '(', ')', ',', '\n', '.', ':']).collect();
    let mut streams = rulepress::engine::Streams::new(11);
    let (mut ran, mut refused) = (0, 0);
    let mut outcomes = std::collections::BTreeMap::new();
    for _ in 0..6_000 {
        let mut mutant: Vec<&str> = words.clone();
        for _ in 0..1 + streams.below("how many", 3) {
            let (at, from) =
                (streams.below("at", mutant.len() as u64) as usize, streams.below("from", words.len() as u64) as usize);
            match streams.below("what", 3) {
                0 => mutant[at] = words[from],
                1 => drop(mutant.remove(at)),
                _ => mutant.insert(at, words[from]),
            }
        }
        let text = mutant.concat();
        let Ok(program) = std::panic::catch_unwind(|| program(&[TABLE, ("rules/turn.star", &text)], DATA)) else {
            continue;
        };
        let Ok(machine) = Machine::load(&program) else {
            refused += 1;
            continue;
        };
        ran += 1;
        for name in ["main_phase", "attack", "strike", "try_things"] {
            let Some(at) = program.functions.iter().position(|f| f.name == name) else { continue };
            let from = Start { seed: ran, play: at as u32, repeat: 3, ..Start::default() };
            let trace = machine.play(&from);
            let kind = format!("{:?}", trace.outcome);
            let kind = kind.split([' ', '(', '{']).next().unwrap().to_owned();
            if let rulepress::engine::trace::Outcome::Limit { what } = &trace.outcome {
                *outcomes.entry(what.clone()).or_insert(0) += 1;
            }
            *outcomes.entry(kind).or_insert(0) += 1;
            assert_eq!(trace.end.zones.values().map(Vec::len).sum::<usize>(), 22);
        }
    }
    println!("{ran} ran, {refused} refused, {outcomes:#?}");
}
