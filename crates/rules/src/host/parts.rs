//! Plays in parts: `go_on_with` names the function to play after the current one has returned. Between two
//! parts no rule runs and everything is in the kernel, so that a play can be resumed there without its
//! earlier parts.

use std::collections::BTreeMap;
use std::sync::Arc;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list::ListRef;
use starlark::values::none::NoneType;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{UnpackValue, Value, ValueLike};

use super::call_frames::CallFrames;
use super::context::{with_play, with_play_untracked};
use super::fault::{hinted_error, rules_error};
use super::handles::PlayerHandle;
use super::loaded_rules::function_value;
use super::running_play::RunningPlay;
use crate::engine::trace::{AskedQuestions, Start, Trace, TracePart};
use crate::engine::{GamePause, PlayerId, table_snapshot};
use base::text::counted;

/// The most parts of one play.
const MOST_PARTS: u32 = 10_000;

/// The next function to play.
#[derive(Clone, Debug)]
pub struct NextPart {
    /// Index in `Program::functions`.
    function: u32,
    /// Arguments of the function.
    values: Vec<PartValue>,
}

/// A value that outlasts the rules that made it.
#[derive(Clone, Debug)]
enum PartValue {
    None,
    Truth(bool),
    Number(i64),
    Words(String),
    Player(PlayerId),
}

impl PartValue {
    fn of(value: Value<'_>) -> Option<Self> {
        if value.is_none() {
            return Some(Self::None);
        }
        if let Some(truth) = value.unpack_bool() {
            return Some(Self::Truth(truth));
        }
        if let Some(words) = value.unpack_str() {
            return Some(Self::Words(words.to_owned()));
        }
        if let Some(player) = value.downcast_ref::<PlayerHandle>() {
            return Some(Self::Player(player.id()));
        }
        i64::unpack_value(value).ok().flatten().map(Self::Number)
    }

    fn value<'v>(&self, eval: &Evaluator<'v, '_, '_>) -> Value<'v> {
        let heap = eval.heap();
        match self {
            Self::None => Value::new_none(),
            Self::Truth(truth) => Value::new_bool(*truth),
            Self::Number(number) => heap.alloc(*number),
            Self::Words(words) => heap.alloc(words.as_str()),
            Self::Player(player) => heap.alloc(PlayerHandle::new(*player)),
        }
    }
}

impl NextPart {
    /// Plays the function.
    pub fn play(&self, eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<()> {
        let function = function_value(self.function, eval)?;
        let values: Vec<Value<'_>> = self.values.iter().map(|value| value.value(eval)).collect();
        eval.eval_function(function, &values, &[]).map(drop)
    }
}

/// Refuses a function that cannot be called with so many values.
fn check_values(function: Value<'_>, count: usize) -> starlark::Result<()> {
    let spec = function.parameters_spec().filter(|spec| !spec.can_fill_with_args(count, &[]));
    spec.map_or(Ok(()), |spec| {
        let values = counted(count, "value");
        let message = format!("the function that is played next cannot take {values}");
        let called = format!("{}({})", spec.signature(), spec.parameters_str());
        Err(hinted_error(message, format!("call it as `{called}`")))
    })
}

#[starlark_module]
pub fn part_functions(builder: &mut GlobalsBuilder) {
    /// Continues with another function as soon as the current one has returned.
    ///
    /// The function must be at the left margin of a module. Its arguments are numbers, words, `True`,
    /// `False`, `None` and players. In a game that continues turn by turn in this way, each turn has the
    /// limits of a new play. A page that plays need not play the earlier turns again after each answer. A
    /// play has at most 10 000 parts.
    ///
    /// ```python
    /// #@ #turn
    /// def whole_game():
    ///     turns_from(you)
    ///
    /// def turns_from(player):
    ///     begin_turn(player)
    ///     player.add(gold, 1)
    ///     end_turn()
    ///     if foe.count(gold) < 3:
    ///         go_on_with(turns_from, next(player))
    /// ```
    fn go_on_with<'v>(
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let nested = "a play continues only with a function at the left margin of a module";
        let number = function_number(function, eval).ok_or_else(|| rules_error(nested, None))?;
        check_values(function_value(number, eval)?, values.items.len())?;
        let values = values.items.iter().map(|value| {
            let told = PartValue::of(*value);
            let kind = value.get_type();
            let hint = "hand over only numbers, words and players; find cards again in their zones";
            let message = format!("a {kind} cannot be handed to the function that is played next");
            told.ok_or_else(|| hinted_error(message, hint))
        });
        let values = values.collect::<starlark::Result<Vec<PartValue>>>()?;
        with_play(|play| {
            play.check_going_on()?;
            if play.setup_shuffles.is_some() {
                let hint =
                    "call `go_on_with` in a rule that is played, not while the game is laid out";
                return Err(hinted_error("the play has not begun, so it cannot continue", hint));
            }
            if play.next_part.is_some() {
                let hint = "call `go_on_with` once, as the last thing that the function does";
                return Err(hinted_error("another function is already to be played next", hint));
            }
            play.parts_begun += 1;
            if play.parts_begun > MOST_PARTS {
                return Err(play.hit_limit(format!("more than {MOST_PARTS} parts of one play")));
            }
            play.next_part = Some(NextPart { function: number, values });
            Ok(NoneType)
        })?
    }
}

/// Returns the number of a function that the host can call.
fn function_number(function: Value<'_>, eval: &Evaluator<'_, '_, '_>) -> Option<u32> {
    let all = ListRef::from_value(eval.module().extra_value()?)?;
    let at = all.content().iter().position(|known| !known.is_none() && known.ptr_eq(function))?;
    u32::try_from(at).ok()
}

/// Rest of a play after a part.
#[derive(Clone, Debug, Default)]
pub struct PartsLeft {
    /// Number of times that the function of the start is still played.
    pub left: u32,
    /// Player that it is called with.
    pub player: Option<PlayerId>,
}

/// A point at which a play can be resumed: the beginning of one of its parts.
#[derive(Clone, Debug)]
pub struct PlayPart(Arc<PartBeginning>);

#[derive(Debug)]
struct PartBeginning {
    game: GamePause,
    frames: CallFrames,
    asked: AskedQuestions,
    next: NextPart,
    parts_begun: u32,
    left: PartsLeft,
    /// Answers that led to this point.
    answers: Arc<BTreeMap<String, String>>,
}

impl PlayPart {
    /// Saves the play before its next part.
    pub fn beginning(play: &RunningPlay, next: &NextPart, left: &PartsLeft) -> Self {
        Self(Arc::new(PartBeginning {
            game: play.game.pause(),
            frames: play.frames.clone(),
            asked: play.asked.clone(),
            next: next.clone(),
            parts_begun: play.parts_begun,
            left: left.clone(),
            answers: Arc::clone(&play.game.answers),
        }))
    }

    /// True if a play with the same start but these answers reaches this point in the same way: no earlier
    /// question has another answer.
    pub fn is_reached_by(&self, answers: &BTreeMap<String, String>) -> bool {
        let known = &self.0.answers;
        let other = |(key, answer): &(&String, &String)| known.get(*key) != Some(*answer);
        let gone = known.keys().filter(|key| !answers.contains_key(*key));
        let mut differing = answers.iter().filter(other).map(|(key, _)| key).chain(gone);
        differing.all(|key| !self.has_asked(key))
    }

    /// True if the question that an answer with this key is for was asked before.
    fn has_asked(&self, key: &str) -> bool {
        let numbered = key.strip_suffix(')').and_then(|key| key.rsplit_once(" ("));
        let numbered = numbered.and_then(|(text, times)| Some((text, times.parse::<u32>().ok()?)));
        self.0.game.times_asked(key) > 0
            || numbered.is_some_and(|(text, times)| self.0.game.times_asked(text) >= times)
    }

    /// Resumes the play at this point.
    pub fn resume(&self, play: &mut RunningPlay) -> (NextPart, PartsLeft) {
        let own = &self.0;
        play.game.resume(&own.game);
        play.frames = own.frames.clone();
        play.asked = own.asked.clone();
        play.parts_begun = own.parts_begun;
        (own.next.clone(), own.left.clone())
    }
}

/// A play in parts.
#[derive(Debug)]
pub struct PartedPlay {
    /// Trace from the part on with which it began.
    pub trace: Trace,
    /// Number of known parts that were kept; the trace begins after them.
    pub kept: usize,
    /// Beginnings of its later parts, one for each of `trace.parts`; empty if only the trace comes from
    /// another process.
    pub parts: Vec<PlayPart>,
}

/// Notes that another part begins, if the start asks for it.
pub fn note_part(start: &Start, next: &NextPart, left: &PartsLeft) {
    if !start.probe.parts {
        return;
    }
    with_play_untracked(|play| {
        let part = PlayPart::beginning(play, next, left);
        let told = TracePart { first: play.game.log.len(), start: table_snapshot(&play.game) };
        play.parts.push((told, part));
    });
}
