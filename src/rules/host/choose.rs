//! `pick`: rules choose by a list that is printed in the book.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::{Value, ValueLike};

use super::fault::refused;
use super::machine::{Chain, function};
use super::play::{Halt, act, halt, play};
use super::table::collect;
use super::values::Piece;
use crate::document::nearest;
use crate::engine::trace::Outcome;
use crate::engine::{self, Event, Picked, PieceId, What};

#[starlark_module]
pub(super) fn choosing(builder: &mut GlobalsBuilder) {
    /// Chooses one of the candidates by the list at a place of the book. Those that are not valid are left out: `valid`
    /// gives True or the reason. None if there is no candidate.
    fn pick<'v>(
        #[starlark(require = pos)] place: &str,
        #[starlark(require = pos)] candidates: Value<'v>,
        #[starlark(default = NoneOr::None)] valid: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneOr<Piece>> {
        let chain = chain(place)?;
        let (candidates, excluded) = sort_out(candidates, valid.into_option(), eval)?;
        let before = events()?;
        let (picked, lines) = engine::pick(&candidates, &chain.rules, |at, piece| {
            let key = function(chain.keys[at], eval)?;
            let number = eval.eval_function(key, &[eval.heap().alloc(Piece::new(piece))], &[])?;
            number_of(number)
        })?;
        unchanged(before, "the key of a list")?;
        let picked = match picked {
            Picked::Tied(tied) if play(|play| Ok(play.game.alike(&tied)))? => Picked::One(tied[0]),
            other => other,
        };
        let chosen = match &picked {
            Picked::One(piece) => Some(*piece),
            Picked::None | Picked::Tied(_) => None,
        };
        act(eval, |game| game.log_pick(chain.place, &excluded, &lines, chosen))?;
        match picked {
            Picked::Tied(tied) => tie(place, &chain, &tied, eval),
            Picked::One(_) | Picked::None => Ok(NoneOr::from_option(chosen.map(Piece::new))),
        }
    }
}

/// The list at a place.
fn chain(place: &str) -> starlark::Result<Chain> {
    let anchor = place.trim_start_matches('#');
    play(|play| {
        play.book.chains.get(anchor).cloned().ok_or_else(|| {
            let hint = nearest(anchor, play.book.chains.keys().map(String::as_str));
            let hint = hint.map(|name| format!("did you mean `#{name}`?"));
            refused(format!("no list with keys stands at `#{anchor}`"), hint)
        })
    })
}

/// Pieces that are not valid, with the reason.
type Excluded = Vec<(PieceId, String)>;

/// Splits candidates into those that are valid and those that are not.
fn sort_out<'v>(
    candidates: Value<'v>,
    valid: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<(Vec<PieceId>, Excluded)> {
    let (mut fit, mut excluded) = (Vec::new(), Vec::new());
    let before = events()?;
    for candidate in collect(candidates, eval)? {
        let Some(piece) = candidate.downcast_ref::<Piece>() else {
            let kind = candidate.get_type();
            return Err(refused(format!("`pick` chooses among pieces, and this is a `{kind}`"), None));
        };
        let verdict = match valid {
            Some(valid) => eval.eval_function(valid, &[candidate], &[])?,
            None => Value::new_bool(true),
        };
        match (verdict.unpack_bool(), verdict.unpack_str()) {
            (Some(true), _) => fit.push(piece.id()),
            (Some(false), _) => excluded.push((piece.id(), String::new())),
            (_, Some(why)) => excluded.push((piece.id(), why.to_owned())),
            _ => {
                let kind = verdict.get_type();
                return Err(refused(format!("`valid` gives True or the reason as text, not a `{kind}`"), None));
            }
        }
    }
    unchanged(before, "`valid`")?;
    Ok((fit, excluded))
}

fn events() -> starlark::Result<usize> {
    play(|play| Ok(play.game.log.len()))
}

/// What only looks at things must not have changed them; it may choose, check and note.
fn unchanged(before: usize, what: &str) -> starlark::Result<()> {
    let looks = |event: &Event| {
        matches!(event.what, What::Pick(_) | What::Check(..) | What::Note(..) | What::Ask(_) | What::Box(_))
    };
    let same = play(|play| Ok(play.game.log.get(before..).is_some_and(|events| events.iter().all(looks))))?;
    if same { Ok(()) } else { Err(refused(format!("{what} must not change anything"), None)) }
}

fn number_of(value: Value<'_>) -> starlark::Result<i64> {
    if let Some(truth) = value.unpack_bool() {
        return Ok(truth.into());
    }
    match <i64 as starlark::values::UnpackValue>::unpack_value(value)? {
        Some(number) => Ok(number),
        None => {
            let kind = value.get_type();
            Err(refused(format!("the key of a list gives a number, not a `{kind}`"), None))
        }
    }
}

/// The book does not say which of these.
fn tie<'v>(
    place: &str,
    chain: &Chain,
    tied: &[PieceId],
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<NoneOr<Piece>> {
    let options: Vec<String> = play(|play| Ok(tied.iter().map(|piece| play.game.name(*piece).to_owned()).collect()))?;
    let question = format!("which of {} to take by {place}", options.join(", "));
    let at = chain.place;
    halt(eval, |_| Halt::End(Outcome::Gap { question, options, place: Some(at) }))
}
