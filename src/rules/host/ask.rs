//! `ask`: a question is answered by the scenario, by a policy that the rules state, or by chance.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;
use starlark::values::{Value, ValueLike};

use super::context::{Halt, change_game, end_play, piece_name, with_play};
use super::fault::rules_error;
use super::loaded_rules::function_value;
use super::values::{Piece, Player};
use crate::engine::trace::{Answerer, Outcome};
use crate::engine::{PieceId, Question};

/// The most options of one choice.
const MOST_OPTIONS: usize = 1_000;

#[starlark_module]
pub(super) fn ask_functions(builder: &mut GlobalsBuilder) {
    /// Puts a question to somebody; gives the option that was the answer. `by` is the player who is
    /// asked, `about` the piece or the words that it is about: then the question is `question:
    /// Name`. The scenario answers, or else the policy that is bound to the question with `#@
    /// answer`.
    fn ask<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] options: UnpackListOrTuple<Value<'v>>,
        #[starlark(default = NoneOr::None)] by: NoneOr<&'v Player>,
        #[starlark(default = NoneOr::None)] about: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let (by, about) = (by.into_option().copied(), about.into_option());
        let put = phrase_question(question, &options.items, by, about)?;
        let (answer, from) = match change_game(eval, |game| game.scripted_answer(&put))? {
            Some(given) => (Some(given), Answerer::Scenario),
            None => match policy_answer(question, (&options.items, by, about), eval)? {
                Some(stated) => (Some(stated), Answerer::Policy),
                None => (change_game(eval, |game| Ok(game.random_answer(&put)))?, Answerer::Chance),
            },
        };
        let Some(answer) = answer else {
            let Question { text, options, .. } = put;
            return end_play(eval, |place| {
                Halt::End(Outcome::Unanswered { question: text, options, place })
            });
        };
        let place = if from == Answerer::Policy {
            with_play(|play| Ok(play.book.place_of_policy(question)))?
        } else {
            None
        };
        change_game(eval, |game| {
            game.site.place = place.or(game.site.place);
            game.log_answer(&put, answer, from)
        })?;
        Ok(options.items[answer])
    }

    /// Lets somebody choose where the book does not say; a single option needs no choice.
    fn unsaid<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] options: UnpackListOrTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let [only] = options.items[..] {
            return Ok(only);
        }
        let put = phrase_question(question, &options.items, None, None)?;
        let (answer, from) = match change_game(eval, |game| game.scripted_answer(&put))? {
            Some(given) => (Some(given), Answerer::Scenario),
            None => (change_game(eval, |game| Ok(game.random_answer(&put)))?, Answerer::Chance),
        };
        let Some(answer) = answer else {
            let Question { text, options, .. } = put;
            return end_play(eval, |place| {
                Halt::End(Outcome::Unanswered { question: text, options, place })
            });
        };
        change_game(eval, |game| game.log_unsaid_answer(&put, answer, from))?;
        Ok(options.items[answer])
    }
}

/// The question with all its words.
fn phrase_question(
    question: &str,
    options: &[Value<'_>],
    by: Option<Player>,
    about: Option<Value<'_>>,
) -> starlark::Result<Question> {
    let piece = |value: Value<'_>| value.downcast_ref::<Piece>().map(|piece| piece.id());
    let named = match about {
        None => None,
        Some(about) => Some(subject_words(about)?),
    };
    Ok(Question {
        text: named.map_or_else(|| question.to_owned(), |name| format!("{question}: {name}")),
        options: option_labels(options)?,
        by: by.map(Player::id),
        about: about.and_then(piece),
        among: options.iter().filter_map(|option| piece(*option)).collect::<Vec<PieceId>>(),
    })
}

/// What a question is about, in words.
fn subject_words(about: Value<'_>) -> starlark::Result<String> {
    if let Some(piece) = about.downcast_ref::<Piece>() {
        return Ok(piece_name(piece.id()));
    }
    let words = about.unpack_str().map(str::to_owned);
    words.ok_or_else(|| {
        let message = format!("a question is about a piece or words, not a `{}`", about.get_type());
        rules_error(message, None)
    })
}

/// How an option reads; a second one that reads the same gets a number.
pub(super) fn option_labels(options: &[Value<'_>]) -> starlark::Result<Vec<String>> {
    if options.len() > MOST_OPTIONS {
        return Err(rules_error(format!("a choice has at most {MOST_OPTIONS} options"), None));
    }
    let mut labels: Vec<String> = Vec::with_capacity(options.len());
    for option in options {
        let label = option.to_str();
        let same = labels.iter().filter(|known| **known == label).count();
        labels.push(if same == 0 { label } else { format!("{label} ({})", same + 1) });
    }
    Ok(labels)
}

/// Index of the option that the policy for a question answers with; none without a policy, or when
/// it does not say.
fn policy_answer<'v>(
    question: &str,
    (options, by, about): (&[Value<'v>], Option<Player>, Option<Value<'v>>),
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Option<usize>> {
    let Some(policy) = with_play(|play| Ok(play.book.policies.get(question).copied()))? else {
        return Ok(None);
    };
    let policy = function_value(policy, eval)?;
    let heap = eval.heap();
    let by = by.map_or_else(Value::new_none, |player| heap.alloc(player));
    let args = [by, heap.alloc(options.to_vec()), about.unwrap_or_else(Value::new_none)];
    let answer = eval.eval_function(policy, &args, &[])?;
    if answer.is_none() {
        return Ok(None);
    }
    for (at, option) in options.iter().enumerate() {
        if option.equals(answer)? {
            return Ok(Some(at));
        }
    }
    let known = option_labels(options)?
        .iter()
        .map(|label| format!("`{label}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let message = format!(
        "the policy for `{question}` answers `{}`, which is none of {known}",
        answer.to_str()
    );
    Err(rules_error(
        message,
        Some("return one of the options, or None where the policy does not say".to_owned()),
    ))
}
