//! The lists of a choice add up: each line keeps some of the options that the line before it left.

use rulepress::engine::trace::{Act, NamedElimination, NamedSubject};

use super::all;

fn names(things: &[(NamedSubject, i64)]) -> Vec<(u32, &str)> {
    let mut names: Vec<(u32, &str)> =
        things.iter().map(|(thing, _)| (thing.id, thing.name.as_str())).collect();
    names.sort_unstable();
    names
}

/// Those that a line was asked about.
fn asked(line: &NamedElimination) -> Vec<(u32, &str)> {
    let mut all = [names(&line.kept), names(&line.dropped)].concat();
    all.sort_unstable();
    all
}

#[test]
fn each_line_begins_with_what_the_line_before_kept() {
    let mut choices = 0;
    for (name, trace) in all() {
        for record in &trace.records {
            let Act::Pick { lines, chosen, excluded, .. } = &record.act else { continue };
            for pair in lines.windows(2) {
                assert_eq!(asked(&pair[1]), names(&pair[0].kept), "{name}");
            }
            for line in lines {
                let best =
                    line.kept.first().map(|(_, count)| *count).expect("a line keeps one at least");
                assert!(line.kept.iter().all(|(_, count)| *count == best), "{name}");
                let worse = |count: i64| if line.most { count < best } else { count > best };
                assert!(line.dropped.iter().all(|(_, count)| worse(*count)), "{name}");
            }
            if let (Some(line), Some(chosen)) = (lines.last(), chosen) {
                assert_eq!(
                    names(&line.kept),
                    [(chosen.id, chosen.name.as_str())],
                    "{name}: one is left and taken"
                );
            }
            let chosen = chosen.as_ref().map(|thing| thing.name.as_str());
            assert!(
                excluded
                    .iter()
                    .all(|(thing, why)| Some(thing.name.as_str()) != chosen && !why.is_empty()),
                "{name}"
            );
            choices += 1;
        }
    }
    assert!(choices > 5_000, "{choices} choices");
}
