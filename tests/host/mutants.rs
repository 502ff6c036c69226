//! Rules with words taken out, put in and put at other places: they are refused or played, and do
//! no harm.

use rulepress::engine::trace::Start;
use rulepress::rules::host::LoadedRules;

use crate::host::book::program;
use crate::host::{DATA, TABLE, TURN};

#[test]
fn mutants_do_no_harm() {
    let words: Vec<&str> = TURN.1.split_inclusive([' ', '(', ')', ',', '\n', '.', ':']).collect();
    let mut streams = rulepress::engine::RandomStreams::new(11);
    let (mut ran, mut refused) = (0, 0);
    for _ in 0..1_500 {
        let mut mutant: Vec<&str> = words.clone();
        for _ in 0..1 + streams.below("how many", 3) {
            let (at, from) = (
                streams.below("at", mutant.len() as u64) as usize,
                streams.below("from", words.len() as u64) as usize,
            );
            match streams.below("what", 3) {
                0 => mutant[at] = words[from],
                1 => drop(mutant.remove(at)),
                _ => mutant.insert(at, words[from]),
            }
        }
        let text = mutant.concat();
        let Ok(program) =
            std::panic::catch_unwind(|| program(&[TABLE, ("rules/turn.star", &text)], DATA))
        else {
            continue;
        };
        let Ok(machine) = LoadedRules::load(&program) else {
            refused += 1;
            continue;
        };
        ran += 1;
        for name in ["main_phase", "attack", "strike", "try_things"] {
            let Some(at) = program.functions.iter().position(|f| f.name == name) else { continue };
            let from = Start { seed: ran, play: at as u32, repeat: 3, ..Start::default() };
            let trace = machine.play(&from);
            assert_eq!(trace.end.zones.values().map(Vec::len).sum::<usize>(), 22);
        }
    }
    assert!(ran > 100 && refused > 500, "{ran} ran, {refused} were refused");
}
