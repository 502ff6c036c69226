//! The rules of a book, loaded once and played by as many threads as there are.

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
    /// Its place.
    pub place: u32,
    /// Its lines.
    pub tie_breakers: Vec<TieBreaker>,
    /// The function that counts for each line.
    pub keys: Vec<u32>,
}

/// What a play looks up about the rules.
#[derive(Debug, Default)]
pub struct RuleIndex {
    /// What each function does to citations.
    pub citations: Vec<FunctionCitation>,
    /// What answers events.
    pub hooks: Hooks,
    /// Lists by anchor.
    pub lists: BTreeMap<String, SelectionList>,
    /// Charts that are walked.
    pub charts: Vec<ChartProgram>,
    /// The function that players with an opportunity are asked by.
    pub opportunity: Option<u32>,
    /// The functions that answer questions, by the words of the question.
    pub policies: BTreeMap<String, u32>,
    /// Functions by card and moment.
    pub effects: BTreeMap<String, BTreeMap<String, u32>>,
    /// The card whose effect a function carries out.
    pub cards: BTreeMap<u32, String>,
    /// What is looked up at every step, by number.
    pub lookup: NumberedLookup,
    /// The reading in force.
    pub reading: String,
}

impl RuleIndex {
    /// The place of the policy that answers a question.
    pub fn place_of_policy(&self, question: &str) -> Option<u32> {
        let policy = self.policies.get(question)?;
        self.citations.get(*policy as usize)?.place
    }
}

/// The rules of a book, ready to be played.
#[derive(Debug)]
pub struct LoadedRules {
    /// What the game is made of.
    pub components: Arc<Components>,
    /// What a play looks up.
    pub index: Arc<RuleIndex>,
    /// A list of all functions; None where one stands inside another.
    pub functions: OwnedFrozenValue,
    /// Which functions are called with a player and nothing else.
    pub parameters: Vec<RuleParameters>,
    /// Texts, for faults.
    pub modules: Vec<Module>,
    /// Names and places of the functions, for faults.
    pub defs: Vec<Function>,
    /// Places of each function, and for each place its anchor and section.
    pub places: BoundPlaces,
    /// The function that makes the pieces.
    pub make: Option<u32>,
    /// What it makes, if that is always the same but for shuffling.
    pub made: OnceLock<Option<MadePieces>>,
    /// The function that sets the game up.
    pub setup: Option<u32>,
    /// Memory of finished plays that the next plays use again.
    pub buffers: BufferPool,
}

impl LoadedRules {
    /// Loads and checks the rules. All faults at once, in the order of the modules.
    pub fn load(program: &Program) -> Result<Self, Vec<Fault>> {
        load_modules(program)
    }

    /// What the game is made of.
    pub fn components(&self) -> &Components {
        &self.components
    }
}

/// Which functions are bound where.
#[derive(Debug, Default)]
pub struct BoundPlaces {
    /// Places of each function.
    pub of: Vec<Vec<u32>>,
    /// Anchor and section of each place.
    pub names: Vec<(Option<String>, String)>,
}

impl BoundPlaces {
    /// Functions that are bound to a place, or to one whose section is that place's anchor.
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

/// Texts and room of plays that ended, for the plays that follow.
#[derive(Debug, Default)]
pub struct BufferPool(Mutex<Vec<GameBuffers>>);

impl BufferPool {
    /// What a play may use.
    pub fn take(&self) -> GameBuffers {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps what a play leaves.
    pub fn give_back(&self, buffers: GameBuffers) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
    }
}

/// The function of this number, which the host calls next, while it is played.
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
    let hidden = "the function stands inside another one, where it cannot be called from";
    if nested {
        return rules_error(hidden, None);
    }
    rules_error(format!("there is no function number {number}"), None)
}
