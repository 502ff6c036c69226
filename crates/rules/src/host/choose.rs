//! `pick`: rules choose by a list that is printed in the book.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::{UnpackValue, Value};

use super::arguments::{candidate_of, candidate_value, list_values};
use super::context::{change_game, end_play, with_play};
use super::fault::{rules_error, wrong_type};
use super::loaded_rules::{SelectionList, function_value};
use super::running_play::Halt;
use crate::engine::trace::Outcome;
use crate::engine::{
    Candidate, Elimination, Event, EventKind, ExcludedCandidate, Picked, pick_by_list,
};
use base::diagnostic::nearest_name;

#[starlark_module]
pub fn choice_functions(builder: &mut GlobalsBuilder) {
    /// Chooses a card, a space or a row by a list that is printed in the book; gives None if there is no
    /// candidate.
    ///
    /// `place` is the anchor of the list. `valid(candidate)` gives `True`, or the reason against the
    /// candidate, which is then left out. Each line of the list has a function below `#@ #list #line most`
    /// (or `least`), which gives the number to compare. If several different candidates are left, the play
    /// ends with a gap.
    ///
    /// ```python
    /// def is_untapped(one):
    ///     return True if not one.has(tapped) else "it is tapped"
    ///
    /// #@ #targets #strongest most
    /// def by_power(one):
    ///     return one.power
    ///
    /// #@ #attack
    /// def attack():
    ///     pick("#targets", field.cards(), valid = is_untapped)
    /// ```
    fn pick<'v>(
        #[starlark(require = pos)] place: &str,
        #[starlark(require = pos)] candidates: Value<'v>,
        #[starlark(default = NoneOr::None)] valid: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let list = selection_list(place)?;
        let (valid, excluded) = split_valid(candidates, valid.into_option(), eval)?;
        let (picked, lines) = sieve_candidates(&valid, &list, eval)?;
        let chosen = match &picked {
            Picked::One(one) => Some(*one),
            Picked::None | Picked::Tied(_) => None,
        };
        change_game(eval, |game| game.log_pick(list.place, &excluded, &lines, chosen))?;
        match picked {
            Picked::Tied(tied) => end_in_tie(place, &list, &tied, eval),
            Picked::One(one) => Ok(candidate_value(one, eval.heap())),
            Picked::None => Ok(Value::new_none()),
        }
    }

    /// Gives the candidates that the lines before this one left; only in the function of a line of a list.
    ///
    /// ```python
    /// #@ #targets #loneliest most
    /// def without_twin(one):
    ///     twins = [other for other in remaining() if other.name == one.name]
    ///     return len(twins) == 1
    /// ```
    fn remaining<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
        with_play(|play| {
            play.remaining.iter().map(|one| candidate_value(*one, eval.heap())).collect()
        })
    }
}

/// Returns the list at a place.
fn selection_list(place: &str) -> starlark::Result<SelectionList> {
    let anchor = place.trim_start_matches('#');
    with_play(|play| {
        let lists = &play.rules.lists;
        lists.get(anchor).cloned().ok_or_else(|| {
            let near = nearest_name(anchor, lists.keys().map(String::as_str));
            let hint = near.map(|name| format!("did you mean `#{name}`?"));
            rules_error(format!("`#{anchor}` has no tie-breakers"), hint)
        })
    })?
}

/// Splits candidates into the valid and the invalid ones.
fn split_valid<'v>(
    candidates: Value<'v>,
    valid: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<(Vec<Candidate>, Vec<ExcludedCandidate>)> {
    let (mut fit, mut excluded) = (Vec::new(), Vec::new());
    let before = event_count()?;
    for value in list_values("candidates", candidates, eval.heap())? {
        let candidate = candidate_of(value)
            .ok_or_else(|| wrong_type("`pick` chooses among pieces, spaces or rows", value))?;
        let reason = match valid {
            Some(valid) => reason_against(eval.eval_function(valid, &[value], &[])?)?,
            None => None,
        };
        match reason {
            None => fit.push(candidate),
            Some(reason) => excluded.push(ExcludedCandidate { candidate, reason }),
        }
    }
    check_unchanged(before, "`valid`")?;
    Ok((fit, excluded))
}

/// Returns the reason that `valid` gives against a candidate; `None` if it is valid.
fn reason_against(verdict: Value<'_>) -> starlark::Result<Option<String>> {
    match (verdict.unpack_bool(), verdict.unpack_str()) {
        (Some(true), _) => Ok(None),
        (Some(false), _) => Ok(Some(String::new())),
        (None, Some(reason)) => Ok(Some(reason.to_owned())),
        (None, None) => Err(wrong_type("`valid` returns True or the reason as text", verdict)),
    }
}

/// Choice of a list, and the result of each line.
type Sieved = (Picked<Candidate>, Vec<Elimination<Candidate>>);

/// Chooses by a list, whose keys may not change anything.
fn sieve_candidates(
    candidates: &[Candidate],
    list: &SelectionList,
    eval: &mut Evaluator<'_, '_, '_>,
) -> starlark::Result<Sieved> {
    let before = event_count()?;
    let outer = with_play(|play| std::mem::take(&mut play.remaining))?;
    let sieved = pick_by_list(candidates, &list.tie_breakers, |line, one, left| {
        let key = function_value(list.keys[line], eval)?;
        with_play(|play| left.clone_into(&mut play.remaining))?;
        let candidate = candidate_value(one, eval.heap());
        let number = eval.eval_function(key, &[candidate], &[])?;
        if let Some(truth) = number.unpack_bool() {
            return Ok(truth.into());
        }
        let whole = i64::unpack_value(number)?;
        whole.ok_or_else(|| wrong_type("the key of a list returns a number", number))
    });
    with_play(|play| play.remaining = outer)?;
    let (picked, lines) = sieved?;
    check_unchanged(before, "the key of a list")?;
    // Interchangeable candidates are no tie: the first of them is taken.
    let picked = match picked {
        Picked::Tied(tied) if with_play(|play| play.game.are_interchangeable(&tied))? => {
            Picked::One(tied[0])
        }
        other @ (Picked::Tied(_) | Picked::One(_) | Picked::None) => other,
    };
    Ok((picked, lines))
}

fn event_count() -> starlark::Result<usize> {
    with_play(|play| play.game.log.len())
}

/// Refuses changes by a function that should only look at things; it may choose, check and note. At a real
/// table it may also keep what players answered, so that it does not ask twice.
fn check_unchanged(before: usize, what: &str) -> starlark::Result<()> {
    let events = |log: &[Event]| log.get(before..).is_some_and(|events| events.iter().all(looks));
    if with_play(|play| play.game.at_table || events(&play.game.log))? {
        return Ok(());
    }
    Err(rules_error(format!("{what} must not change anything"), None))
}

fn looks(event: &Event) -> bool {
    matches!(
        event.what,
        EventKind::Pick { .. }
            | EventKind::Check { .. }
            | EventKind::Note { .. }
            | EventKind::Ask { .. }
            | EventKind::Box(_)
    )
}

/// Ends the play: the book does not decide among these.
fn end_in_tie<'v>(
    place: &str,
    list: &SelectionList,
    tied: &[Candidate],
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let name = |one: &Candidate| candidate_value(*one, eval.heap()).to_str();
    let options: Vec<String> = tied.iter().map(name).collect();
    let question = format!("which of {} to take by {place}", options.join(", "));
    let place = Some(list.place);
    end_play(eval, |_| Halt::End(Outcome::Gap { question, options, place }))
}
