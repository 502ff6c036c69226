//! Order in which modules can run. In: modules with their loads. Out: each after those that it loads, or a
//! finding for modules that load each other.

use super::{LoadingModule, ModuleFile};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};

/// Orders modules so that each comes after those it loads, otherwise as they were read.
pub fn running_order(
    files: Vec<LoadingModule>,
    findings: &mut Findings,
) -> Option<Vec<ModuleFile>> {
    let mut numbers: Vec<Option<usize>> = vec![None; files.len()];
    for number in 0..files.len() {
        let Some(next) = next_to_run(&files, &numbers) else {
            findings.0.extend(load_cycle(&files, &numbers));
            return None;
        };
        numbers[next] = Some(number);
    }
    let mut sorted: Vec<(Option<usize>, ModuleFile)> =
        files.into_iter().enumerate().map(|(at, module)| (numbers[at], module.file)).collect();
    sorted.sort_by_key(|(number, _)| *number);
    let renumbered = |(_, mut file): (_, ModuleFile)| {
        file.loads.iter_mut().for_each(|(_, other)| *other = numbers[*other].unwrap_or_default());
        file
    };
    Some(sorted.into_iter().map(renumbered).collect())
}

/// Returns the first module without a number whose loads all have one.
fn next_to_run(files: &[LoadingModule], numbers: &[Option<usize>]) -> Option<usize> {
    let has_number = |other: usize| numbers[other].is_some();
    let is_ready = |at: &usize| files[*at].file.loads.iter().all(|(_, other)| has_number(*other));
    (0..files.len()).find(|at| !has_number(*at) && is_ready(at))
}

/// Reports one circle of loads among the modules without a number.
fn load_cycle(files: &[LoadingModule], numbers: &[Option<usize>]) -> Option<Diagnostic> {
    let open_load =
        |at: usize| files[at].file.loads.iter().position(|(_, other)| numbers[*other].is_none());
    let mut at = numbers.iter().position(Option::is_none)?;
    let mut way = Vec::new();
    while !way.contains(&at) {
        way.push(at);
        at = files[at].file.loads[open_load(at)?].1;
    }
    let circle = way.iter().skip_while(|seen| **seen != at).chain([&at]);
    let names: Vec<&str> = circle.map(|at| files[*at].file.path.as_str()).collect();
    let place = files[at].places[open_load(at)?];
    let message = format!("modules load each other: {}", short_quote(&names.join(" > ")));
    let finding = Diagnostic::at(code::CYCLIC_LOAD, place, message);
    Some(finding.hint("move what both need into a third module"))
}
