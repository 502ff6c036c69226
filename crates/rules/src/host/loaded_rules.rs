//! The rules of a book, loaded once and played by any number of threads.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use starlark::eval::Evaluator;
use starlark::values::list::ListRef;
use starlark::values::{OwnedFrozenValue, Value};

use super::call_frames::FunctionCitation;
use super::context::forget_finished;
use super::fault::rules_error;
use super::given::RuleParameters;
use super::load::load_modules;
use super::lookup::NumberedLookup;
use super::setup::MadePieces;
use crate::engine::trace::Fault;
use crate::engine::{Components, GameBuffers, Hooks, TieBreaker};
use crate::{ChartProgram, Function, Module, Program};

/// A printed list by which rules choose.
#[derive(Clone, Debug)]
pub struct SelectionList {
    /// Place of the list.
    pub place: u32,
    /// Lines of the list.
    pub tie_breakers: Vec<TieBreaker>,
    /// Function that counts for each line.
    pub keys: Vec<u32>,
}

/// Index of the rules for a play.
#[derive(Debug, Default)]
pub struct RuleIndex {
    /// Effect of each function on citations.
    pub citations: Vec<FunctionCitation>,
    /// Functions that answer events.
    pub hooks: Hooks,
    /// Lists by anchor.
    pub lists: BTreeMap<String, SelectionList>,
    /// Charts that are walked.
    pub charts: Vec<ChartProgram>,
    /// Function that asks players with an opportunity.
    pub opportunity: Option<u32>,
    /// Functions that answer questions, by the words of the question.
    pub policies: BTreeMap<String, u32>,
    /// Functions by card and moment.
    pub effects: BTreeMap<String, BTreeMap<String, u32>>,
    /// Name of the card whose effect each function carries out.
    pub cards: BTreeMap<u32, String>,
    /// Frequent look-ups, by number.
    pub lookup: NumberedLookup,
    /// The reading in force.
    pub reading: String,
}

impl RuleIndex {
    /// Returns the place of the policy that answers a question.
    pub fn place_of_policy(&self, question: &str) -> Option<u32> {
        let policy = self.policies.get(question)?;
        self.citations.get(*policy as usize)?.place
    }
}

/// The rules of a book, ready to be played.
#[derive(Debug)]
pub struct LoadedRules {
    /// Components of the game.
    pub components: Arc<Components>,
    /// Index for a play.
    pub index: Arc<RuleIndex>,
    /// A list of all functions; None for a function inside another.
    pub functions: OwnedFrozenValue,
    /// Parameters of each function.
    pub parameters: Vec<RuleParameters>,
    /// Modules, for faults.
    pub modules: Vec<Module>,
    /// Names and places of the functions, for faults.
    pub defs: Vec<Function>,
    /// Places of each function, and for each place its anchor and section.
    pub places: BoundPlaces,
    /// Function that makes the pieces.
    pub make: Option<u32>,
    /// The pieces that it makes, if they are always the same except for shuffling.
    pub made: OnceLock<Option<MadePieces>>,
    /// Function that sets the game up.
    pub setup: Option<u32>,
    /// Memory of finished plays, for the next plays.
    pub buffers: BufferPool,
}

impl LoadedRules {
    /// Loads and checks the rules. Returns all faults at once, in the order of the modules.
    pub fn load(program: &Program) -> Result<Self, Vec<Fault>> {
        load_modules(program)
    }

    /// Returns the components of the game.
    pub fn components(&self) -> &Components {
        &self.components
    }
}

/// Places that functions are bound to.
#[derive(Debug, Default)]
pub struct BoundPlaces {
    /// Places of each function.
    pub of: Vec<Vec<u32>>,
    /// Anchor and section of each place.
    pub names: Vec<(Option<String>, String)>,
}

impl BoundPlaces {
    /// Returns the functions that are bound to a place, or to one whose section is that place's anchor.
    pub fn bound(&self, place: u32) -> Vec<u32> {
        let anchor = self.names.get(place as usize).and_then(|(anchor, _)| anchor.as_ref());
        let below = |at: &u32| {
            let section = self.names.get(*at as usize).map(|(_, section)| section);
            *at == place || (anchor.is_some() && section == anchor)
        };
        let all = self.of.iter().enumerate().filter(|(_, places)| places.iter().any(below));
        all.map(|(at, _)| at as u32).collect()
    }
}

/// Memory of finished plays, for the plays that follow.
#[derive(Debug, Default)]
pub struct BufferPool(Mutex<Vec<GameBuffers>>);

impl BufferPool {
    /// Takes memory for a play.
    pub fn take(&self) -> GameBuffers {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps the memory of a finished play.
    pub fn give_back(&self, buffers: GameBuffers) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
    }
}

/// Returns the function of this number, which the host calls next, during a play.
pub fn function_value<'v>(
    number: u32,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    forget_finished(eval);
    let all = eval.module().extra_value().and_then(ListRef::from_value);
    let found = all.and_then(|all| all.content().get(number as usize)).copied();
    let function = found.filter(|found| !found.is_none());
    function.ok_or_else(|| no_function_error(number, found.is_some()))
}

fn no_function_error(number: u32, nested: bool) -> starlark::Error {
    let hidden = "the function is inside another one, so it cannot be called";
    if nested {
        return rules_error(hidden, None);
    }
    rules_error(format!("there is no function number {number}"), None)
}
