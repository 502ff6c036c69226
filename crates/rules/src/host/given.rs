//! Arguments of a rule that a scenario calls. In: numbers and words by parameter. Out: the things that the
//! words name in the game that is laid out, or a fault that lists the known ones.

use starlark::docs::{DocItem, DocMember};
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::context::with_play_untracked;
use super::fault::quoted_list;
use super::handles::{PieceHandle, PlayerHandle, SpaceHandle, ZoneHandle};
use super::named::{NamedIn, NamedThing};
use crate::engine::position_fault;
use crate::engine::trace::{Fault, Start, StartArgument, StartEntry};
use base::diagnostic::did_you_mean;

/// Name of the parameter for the player whose turn it is.
pub const PLAYER: &str = "player";

/// Parameters of a function, in order.
#[derive(Debug, Default)]
pub struct RuleParameters {
    names: Vec<String>,
    /// Parameters without a default value.
    required: Vec<String>,
}

impl RuleParameters {
    /// Reads the parameters from the documentation of a function.
    pub fn of(documentation: DocItem) -> Self {
        let DocItem::Member(DocMember::Function(function)) = documentation else {
            return Self::default();
        };
        let named = function.params.pos_or_named.iter().chain(&function.params.named_only);
        let required = named.clone().filter(|parameter| parameter.default_value.is_none());
        Self {
            required: required.map(|parameter| parameter.name.clone()).collect(),
            names: named.map(|parameter| parameter.name.clone()).collect(),
        }
    }

    /// True if a start calls the function with the player whose turn it is.
    pub fn asks_player(&self, start: &Start) -> bool {
        self.required.first().is_some_and(|first| first == PLAYER)
            && !start.arguments.contains_key(PLAYER)
    }

    /// Refuses arguments without a parameter, and asks for missing ones.
    pub fn check(&self, start: &Start) -> Result<(), Fault> {
        if let Some(unknown) = start.arguments.keys().find(|name| !self.names.contains(name)) {
            let known = self.names.iter().map(String::as_str);
            let none = || match self.names.as_slice() {
                [] => "the rule takes nothing".to_owned(),
                names => format!("the rule takes {}", quoted_list(names.iter())),
            };
            let hint = did_you_mean(unknown, known).unwrap_or_else(none);
            let message = format!("the rule that is played has no parameter `{unknown}`");
            return Err(argument_fault(unknown, message, Some(hint)));
        }
        let is_given =
            |name: &&String| *name == PLAYER || start.arguments.contains_key(name.as_str());
        match self.required.iter().find(|name| !is_given(name)) {
            None => Ok(()),
            Some(missing) => {
                let message = format!("the rule that is played asks for `{missing}`");
                let hint = format!("write under `[with]`: {missing} = \"...\", or a whole number");
                Err(position_fault(message, Some(hint)))
            }
        }
    }
}

/// Returns the arguments of a start as values of the rules, by parameter.
pub fn given_arguments<'v, 's>(
    start: &'s Start,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Vec<(&'s str, Value<'v>)>, Fault> {
    let given = start.arguments.iter();
    given
        .map(|(name, argument)| Ok((name.as_str(), argument_value(name, argument, eval)?)))
        .collect()
}

pub fn argument_fault(parameter: &str, message: String, hint: Option<String>) -> Fault {
    let entry = Some(Box::new(StartEntry::Argument(parameter.to_owned())));
    Fault { entry, ..position_fault(message, hint) }
}

fn argument_value<'v>(
    parameter: &str,
    argument: &StartArgument,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Value<'v>, Fault> {
    let heap = eval.heap();
    let words = match argument {
        StartArgument::Number(number) => return Ok(heap.alloc(*number)),
        StartArgument::Truth(truth) => return Ok(Value::new_bool(*truth)),
        StartArgument::Words(words) => words,
    };
    let meant = with_play_untracked(|play| NamedIn(&play.game).argument(parameter, words));
    Ok(match meant.unwrap_or(Ok(NamedThing::Words))? {
        NamedThing::Player(player) => heap.alloc(PlayerHandle::new(player)),
        NamedThing::Zone(zone) => heap.alloc(ZoneHandle::new(zone)),
        NamedThing::Space(space) => heap.alloc(SpaceHandle::new(space)),
        NamedThing::Piece(piece) => heap.alloc(PieceHandle::new(piece)),
        NamedThing::Words => heap.alloc(words.as_str()),
    })
}
