//! The changes since everything was accepted, from `rules.lock`, for a book without a known earlier edition.
//! In: the program, its lock, and the rules that wait. Out: changes without examples, and the rules with the
//! earlier values.

use super::super::code::place_functions;
use super::super::passages::Places;
use super::super::values::EarlierValue;
use super::super::{Change, ChangePlace, FunctionChange, How, Subject};
use super::rules::WaitingRule;
use rules::lock::{BindingChange, ConfirmedRules, constant_words};
use rules::{Constant, Program};

/// Returns the values that differ from the recorded ones.
pub fn changed_values(program: &Program, lock: &ConfirmedRules) -> Vec<EarlierValue> {
    let now = program.values.iter().filter_map(|(name, value)| {
        let (old, new) = (lock.values.get(name)?.clone(), constant_words(value));
        (old != new).then(|| EarlierValue { name: name.clone(), old, new })
    });
    now.collect()
}

/// Returns the present rules with the earlier values.
pub fn earlier_program(program: &Program, values: &[EarlierValue]) -> Program {
    let mut earlier = program.clone();
    for (name, value) in &mut earlier.values {
        let Some(was) = values.iter().find(|own| own.name == *name) else { continue };
        *value = match (&*value, was.old.parse()) {
            (Constant::Int(_), Ok(number)) => Constant::Int(number),
            _ => Constant::Text(was.old.clone()),
        };
    }
    earlier
}

/// Returns the changes that the lock shows: the given changes of values, then sentences and functions.
pub fn recorded_changes(
    mut changes: Vec<Change>,
    rules: &[WaitingRule<'_>],
    places: Places<'_>,
) -> Vec<Change> {
    for rule in rules {
        let reworded = match rule.open.change {
            BindingChange::Sentence => true,
            BindingChange::Function { reworded } => reworded,
            BindingChange::New => false,
        };
        let own = reworded.then(|| reworded_rule(rule, places));
        let is_told = |own: &Change| changes.iter().any(|other| other.new == own.new);
        let own = own.filter(|own| !is_told(own));
        changes.extend(own);
    }
    let mut functions: Vec<FunctionChange> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.has_other_function() && !rule.is_new()) {
        let own = rule.function_change();
        match functions.iter_mut().find(|known| known.file == own.file && known.name == own.name) {
            Some(known) => {
                known.carries.extend(own.carries);
                known.anchors.extend(own.anchors);
            }
            None => functions.push(own),
        }
    }
    place_functions(functions, &mut changes);
    changes
}

/// Returns the change of a rule whose words changed.
pub fn reworded_rule(rule: &WaitingRule<'_>, places: Places<'_>) -> Change {
    let (file, line) = places.file_and_line(rule.words_span());
    Change {
        subject: Subject::Rule,
        how: How::Reworded,
        name: rule.section().to_owned(),
        anchor: rule.anchor(),
        new: Some(ChangePlace {
            address: rule.address().to_owned(),
            section: rule.section().to_owned(),
            file,
            line,
            ..ChangePlace::default()
        }),
        words: rule.words(),
        ..Change::default()
    }
}
