//! `ask`: a question is answered by the scenario, by a policy of the rules, or by chance.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;
use starlark::values::{Value, ValueLike};

use super::arguments::piece_of;
use super::context::{change_game, end_play, with_play};
use super::fault::{hinted_error, quoted_list, rules_error, wrong_type};
use super::handles::{PieceHandle, PlayerHandle};
use super::loaded_rules::function_value;
use super::running_play::Halt;
use crate::engine::trace::{Answerer, Decider};
use crate::engine::{KernelError, PlayerId, Question, verb};

/// The most options of one choice.
const MOST_OPTIONS: usize = 1_000;

/// A question with its options, the player who is asked and the thing it is about.
#[derive(Clone, Copy)]
struct Asking<'a, 'v> {
    question: &'a str,
    options: &'a [Value<'v>],
    by: Option<PlayerHandle>,
    about: Option<Value<'v>>,
}

#[starlark_module]
pub fn ask_functions(builder: &mut GlobalsBuilder) {
    /// Asks a question, and gives the option that was chosen.
    ///
    /// `by` is the player who is asked. `about` is the card or the words that the question is about: a
    /// scenario then answers under `question: Name`. The scenario answers first, then the policy below `#@
    /// answer`, then chance, if games are only counted. A single option needs no choice: it is taken, and the
    /// question is not recorded.
    ///
    /// ```python
    /// target = ask("attack", field.cards(), by = you, about = card)
    /// if ask("draw a card", ["yes", "no"], by = you) == "yes":
    ///     note("shows", target)
    /// ```
    fn ask<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] options: UnpackListOrTuple<Value<'v>>,
        #[starlark(default = NoneOr::None)] by: NoneOr<&'v PlayerHandle>,
        #[starlark(default = NoneOr::None)] about: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let (by, about) = (by.into_option().copied(), about.into_option());
        let asking = Asking { question, options: &options.items, by, about };
        let phrased = asking.phrase()?;
        let given = given_answer(&phrased, eval)?;
        if let [only] = options.items[..] {
            return Ok(only);
        }
        let (answer, from) = match given {
            Some(given) => (given, Answerer::Scenario),
            None => match asking.planned_answer(eval)? {
                Some(stated) => (stated, Answerer::Policy),
                None => (random_answer(&phrased, eval)?, Answerer::Chance),
            },
        };
        let policy = with_play(|play| match from {
            Answerer::Policy => play.rules.place_of_policy(question),
            Answerer::Scenario | Answerer::Chance => None,
        })?;
        change_game(eval, |game| {
            game.site.place = policy.or(game.site.place);
            game.log_answer(&phrased, answer, from, verb::ASK)
        })?;
        Ok(options.items[answer])
    }

    /// Asks for a choice where the book does not say who chooses or how; `rulepress gaps` lists the question.
    ///
    /// A single option needs no choice.
    ///
    /// ```python
    /// begins = unsaid("who begins", ["you", "the foe"])
    /// ```
    fn unsaid<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] options: UnpackListOrTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let [only] = options.items[..] {
            return Ok(only);
        }
        let asking = Asking { question, options: &options.items, by: None, about: None };
        let phrased = asking.phrase()?;
        let (answer, from) = match given_answer(&phrased, eval)? {
            Some(given) => (given, Answerer::Scenario),
            None => (random_answer(&phrased, eval)?, Answerer::Chance),
        };
        change_game(eval, |game| game.log_answer(&phrased, answer, from, verb::UNSAID))?;
        Ok(options.items[answer])
    }
}

/// Returns the index of the option that the scenario answers with. An answer that fits no option ends the
/// play, as a missing one does.
fn given_answer(
    question: &Question,
    eval: &Evaluator<'_, '_, '_>,
) -> starlark::Result<Option<usize>> {
    with_play(|play| play.note_question(&question.text))?;
    match change_game(eval, |game| Ok(game.scripted_answer(question)))? {
        Ok(answer) => Ok(answer),
        Err(KernelError::Wrong(_)) => end_unanswered(question, eval),
        Err(limit @ KernelError::Limit(_)) => change_game(eval, |_| Err(limit)),
    }
}

/// Returns the decider of questions to a player, or to nobody.
fn decider_of(asked: Option<PlayerId>) -> starlark::Result<Decider> {
    with_play(|play| play.game.onlooker.decider(asked))
}

/// Ends the play because a question has no answer.
fn end_unanswered<R>(question: &Question, eval: &Evaluator<'_, '_, '_>) -> starlark::Result<R> {
    let depth = eval.call_stack_count();
    let open = with_play(|play| {
        let place = play.frames.site(depth).place;
        play.game.unanswered(question, place)
    })?;
    end_play(eval, |_| Halt::End(open))
}

/// Returns the index of a random option. Ends the play if chance may not answer, or a person must.
fn random_answer(question: &Question, eval: &Evaluator<'_, '_, '_>) -> starlark::Result<usize> {
    if decider_of(question.by)? == Decider::Person {
        return end_unanswered(question, eval);
    }
    if let Some(answer) = change_game(eval, |game| Ok(game.random_answer(question)))? {
        return Ok(answer);
    }
    end_unanswered(question, eval)
}

impl<'v> Asking<'_, 'v> {
    /// Returns the question with its full text.
    fn phrase(self) -> starlark::Result<Question> {
        Ok(Question {
            text: self.text()?,
            options: option_labels(self.options)?,
            by: self.by.map(PlayerHandle::id),
            about: self.about.and_then(piece_of),
            among: self.options.iter().filter_map(|option| piece_of(*option)).collect(),
        })
    }

    /// Returns the text of the question with the thing it is about.
    fn text(&self) -> starlark::Result<String> {
        Ok(match self.about.map(subject_words).transpose()? {
            Some(name) => format!("{}: {name}", self.question),
            None => self.question.to_owned(),
        })
    }

    /// Returns the index of the policy's option, if the player who is asked follows the plan.
    fn planned_answer(self, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Option<usize>> {
        match decider_of(self.by.map(PlayerHandle::id))? {
            Decider::Plan => self.policy_answer(eval),
            Decider::Person | Decider::Chance => Ok(None),
        }
    }

    /// Returns the index of the option that the policy for the question answers with; `None` if there is no
    /// policy, or if it gives none.
    fn policy_answer(self, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Option<usize>> {
        let policy = with_play(|play| play.rules.policies.get(self.question).copied())?;
        let Some(policy) = policy else { return Ok(None) };
        let policy = function_value(policy, eval)?;
        let heap = eval.heap();
        let by = self.by.map_or_else(Value::new_none, |player| heap.alloc(player));
        let about = self.about.unwrap_or_else(Value::new_none);
        let args = [by, heap.alloc(self.options.to_vec()), about];
        let answer = eval.eval_function(policy, &args, &[])?;
        if answer.is_none() { Ok(None) } else { self.answered_option(answer).map(Some) }
    }

    /// Returns the index of the option that a policy answers with.
    fn answered_option(self, answer: Value<'v>) -> starlark::Result<usize> {
        for (at, option) in self.options.iter().enumerate() {
            if option.equals(answer)? {
                return Ok(at);
            }
        }
        let known = quoted_list(option_labels(self.options)?.iter());
        let (question, answer) = (self.question, answer.to_str());
        Err(hinted_error(
            format!("the policy for `{question}` answers `{answer}`, which is not one of {known}"),
            "return one of the options, or None where the policy does not say",
        ))
    }
}

/// Returns the name of the thing that a question is about.
fn subject_words(about: Value<'_>) -> starlark::Result<String> {
    if let Some(piece) = about.downcast_ref::<PieceHandle>() {
        return Ok(piece.to_string());
    }
    let words = about.unpack_str().map(str::to_owned);
    words.ok_or_else(|| wrong_type("a question is about a piece or words", about))
}

/// Returns the texts of options; repeated texts get numbers.
pub fn option_labels(options: &[Value<'_>]) -> starlark::Result<Vec<String>> {
    if options.len() > MOST_OPTIONS {
        return Err(rules_error(format!("a choice has at most {MOST_OPTIONS} options"), None));
    }
    let mut labels: Vec<String> = Vec::with_capacity(options.len());
    for option in options {
        let mut label = option.to_str();
        if labels.contains(&label) {
            let numbered = |number: u32| format!("{label} ({number})");
            let free = (2..).map(numbered).find(|numbered| !labels.contains(numbered));
            label = free.unwrap_or_default();
        }
        labels.push(label);
    }
    Ok(labels)
}
