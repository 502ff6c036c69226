//! `pick`: rules choose by a list that is printed in the book.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::{Value, ValueLike};

use super::context::{Halt, change_game, end_play, with_play};
use super::fault::rules_error;
use super::loaded_rules::{SelectionList, function_value};
use super::table::list_values;
use super::values::{Piece, Row, Space};
use crate::document::nearest_name;
use crate::engine::trace::Outcome;
use crate::engine::{self, Candidate, Event, EventKind, Picked};

#[starlark_module]
pub(super) fn choice_functions(builder: &mut GlobalsBuilder) {
    /// Chooses one of the candidates by the list at a place of the book. Those that are not valid
    /// are left out: `valid` gives True or the reason. None if there is no candidate.
    fn pick<'v>(
        #[starlark(require = pos)] place: &str,
        #[starlark(require = pos)] candidates: Value<'v>,
        #[starlark(default = NoneOr::None)] valid: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let chain = selection_list(place)?;
        let (candidates, excluded) = split_valid(candidates, valid.into_option(), eval)?;
        let before = event_count()?;
        let outer = with_play(|play| Ok(std::mem::take(&mut play.left)))?;
        let sifted = engine::pick_by_list(&candidates, &chain.rules, |at, one, left| {
            let key = function_value(chain.keys[at], eval)?;
            with_play(|play| {
                left.clone_into(&mut play.left);
                Ok(())
            })?;
            key_number(eval.eval_function(key, &[candidate_value(one, eval)], &[])?)
        });
        with_play(|play| {
            play.left = outer;
            Ok(())
        })?;
        let (picked, lines) = sifted?;
        check_unchanged(before, "the key of a list")?;
        let picked = match picked {
            Picked::Tied(tied) if with_play(|play| Ok(play.game.are_interchangeable(&tied)))? => {
                Picked::One(tied[0])
            }
            other => other,
        };
        let chosen = match &picked {
            Picked::One(one) => Some(*one),
            Picked::None | Picked::Tied(_) => None,
        };
        change_game(eval, |game| game.log_pick(chain.place, &excluded, &lines, chosen))?;
        match picked {
            Picked::Tied(tied) => end_in_tie(place, &chain, &tied, eval),
            Picked::One(_) | Picked::None => {
                Ok(chosen.map_or(Value::new_none(), |one| candidate_value(one, eval)))
            }
        }
    }

    /// While a line of a list is read: the candidates that the lines before it left, in the order
    /// they were given.
    fn remaining<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
        let left = with_play(|play| Ok(play.left.clone()))?;
        Ok(left.into_iter().map(|one| candidate_value(one, eval)).collect())
    }
}

/// The list at a place.
fn selection_list(place: &str) -> starlark::Result<SelectionList> {
    let anchor = place.trim_start_matches('#');
    with_play(|play| {
        play.book.chains.get(anchor).cloned().ok_or_else(|| {
            let hint = nearest_name(anchor, play.book.chains.keys().map(String::as_str));
            let hint = hint.map(|name| format!("did you mean `#{name}`?"));
            rules_error(format!("no list with keys stands at `#{anchor}`"), hint)
        })
    })
}

/// Candidates that are not valid, with the reason.
type ExcludedCandidates = Vec<(Candidate, String)>;

/// Splits candidates into those that are valid and those that are not.
fn split_valid<'v>(
    candidates: Value<'v>,
    valid: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<(Vec<Candidate>, ExcludedCandidates)> {
    let (mut fit, mut excluded) = (Vec::new(), Vec::new());
    let before = event_count()?;
    for candidate in list_values(candidates, eval)? {
        let Some(one) = candidate_of(candidate) else {
            let kind = candidate.get_type();
            return Err(rules_error(
                format!("`pick` chooses among pieces, spaces or rows, and this is a `{kind}`"),
                None,
            ));
        };
        let verdict = match valid {
            Some(valid) => eval.eval_function(valid, &[candidate], &[])?,
            None => Value::new_bool(true),
        };
        match (verdict.unpack_bool(), verdict.unpack_str()) {
            (Some(true), _) => fit.push(one),
            (Some(false), _) => excluded.push((one, String::new())),
            (_, Some(why)) => excluded.push((one, why.to_owned())),
            _ => {
                let kind = verdict.get_type();
                return Err(rules_error(
                    format!("`valid` gives True or the reason as text, not a `{kind}`"),
                    None,
                ));
            }
        }
    }
    check_unchanged(before, "`valid`")?;
    Ok((fit, excluded))
}

/// A piece, a space or a row.
fn candidate_of(value: Value<'_>) -> Option<Candidate> {
    let piece = value.downcast_ref::<Piece>().map(|piece| Candidate::Piece(piece.id()));
    let space = || value.downcast_ref::<Space>().map(|space| Candidate::Space(space.id()));
    let card = || value.downcast_ref::<Row>().map(|row| Candidate::Card(row.id()));
    piece.or_else(space).or_else(card)
}

/// A candidate as rules see it.
fn candidate_value<'v>(candidate: Candidate, eval: &Evaluator<'v, '_, '_>) -> Value<'v> {
    match candidate {
        Candidate::Piece(piece) => eval.heap().alloc(Piece::new(piece)),
        Candidate::Space(space) => eval.heap().alloc(Space::new(space)),
        Candidate::Card(card) => eval.heap().alloc(Row::new(card)),
    }
}

fn event_count() -> starlark::Result<usize> {
    with_play(|play| Ok(play.game.log.len()))
}

/// What only looks at things must not have changed them; it may choose, check and note.
fn check_unchanged(before: usize, what: &str) -> starlark::Result<()> {
    let looks = |event: &Event| {
        matches!(
            event.what,
            EventKind::Pick(_)
                | EventKind::Check(..)
                | EventKind::Note(..)
                | EventKind::Ask(_)
                | EventKind::Box(_)
        )
    };
    let same = with_play(|play| {
        Ok(play.game.log.get(before..).is_some_and(|events| events.iter().all(looks)))
    })?;
    if same { Ok(()) } else { Err(rules_error(format!("{what} must not change anything"), None)) }
}

fn key_number(value: Value<'_>) -> starlark::Result<i64> {
    if let Some(truth) = value.unpack_bool() {
        return Ok(truth.into());
    }
    match <i64 as starlark::values::UnpackValue>::unpack_value(value)? {
        Some(number) => Ok(number),
        None => {
            let kind = value.get_type();
            Err(rules_error(format!("the key of a list gives a number, not a `{kind}`"), None))
        }
    }
}

/// The book does not say which of these.
fn end_in_tie<'v>(
    place: &str,
    chain: &SelectionList,
    tied: &[Candidate],
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let options: Vec<String> =
        tied.iter().map(|one| candidate_value(*one, eval).to_str()).collect();
    let question = format!("which of {} to take by {place}", options.join(", "));
    let at = chain.place;
    end_play(eval, |_| Halt::End(Outcome::Gap { question, options, place: Some(at) }))
}
