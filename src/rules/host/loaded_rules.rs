//! The rules of a book, loaded once and played by as many threads as there are.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use starlark::eval::Evaluator;
use starlark::values::list::ListRef;
use starlark::values::{OwnedFrozenValue, Value};

use super::call_frames::FunctionCitation;
use super::fault::rules_error;
use super::given::RuleParameters;
use super::load::load_modules;
use super::setup::MadePieces;
use crate::engine::trace::Fault;
use crate::engine::{Components, GameBuffers, Hooks, TieBreaker};
use crate::rules::{ChartProgram, Function, Module, Program};

/// A printed list by which rules choose.
#[derive(Clone, Debug)]
pub(super) struct SelectionList {
    /// Its place.
    pub(super) place: u32,
    /// Its lines.
    pub(super) tie_breakers: Vec<TieBreaker>,
    /// The function that counts for each line.
    pub(super) keys: Vec<u32>,
}

/// What a play looks up about the rules.
#[derive(Debug, Default)]
pub(super) struct RuleIndex {
    /// What each function does to citations.
    pub(super) citations: Vec<FunctionCitation>,
    /// What answers events.
    pub(super) hooks: Hooks,
    /// Lists by anchor.
    pub(super) lists: BTreeMap<String, SelectionList>,
    /// Charts that are walked.
    pub(super) charts: Vec<ChartProgram>,
    /// The function that players with an opportunity are asked by.
    pub(super) opportunity: Option<u32>,
    /// The functions that answer questions, by the words of the question.
    pub(super) policies: BTreeMap<String, u32>,
    /// Functions by card and moment.
    pub(super) effects: BTreeMap<String, BTreeMap<String, u32>>,
    /// The card whose effect a function carries out.
    pub(super) cards: BTreeMap<u32, String>,
    /// The reading in force.
    pub(super) reading: String,
}

impl RuleIndex {
    /// The place of the policy that answers a question.
    pub(super) fn place_of_policy(&self, question: &str) -> Option<u32> {
        let policy = self.policies.get(question)?;
        self.citations.get(*policy as usize)?.place
    }
}

/// The rules of a book, ready to be played.
#[derive(Debug)]
pub struct LoadedRules {
    /// What the game is made of.
    pub(super) components: Arc<Components>,
    /// What a play looks up.
    pub(super) index: Arc<RuleIndex>,
    /// A list of all functions; None where one stands inside another.
    pub(super) functions: OwnedFrozenValue,
    /// Which functions are called with a player and nothing else.
    pub(super) parameters: Vec<RuleParameters>,
    /// Texts, for faults.
    pub(super) modules: Vec<Module>,
    /// Names and places of the functions, for faults.
    pub(super) defs: Vec<Function>,
    /// Places of each function, and for each place its anchor and section.
    pub(super) places: BoundPlaces,
    /// The function that makes the pieces.
    pub(super) make: Option<u32>,
    /// What it makes, if that is always the same but for shuffling.
    pub(super) made: OnceLock<Option<MadePieces>>,
    /// The function that sets the game up.
    pub(super) setup: Option<u32>,
    /// Memory of finished plays that the next plays use again.
    pub(super) buffers: BufferPool,
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
pub(super) struct BoundPlaces {
    /// Places of each function.
    pub(super) of: Vec<Vec<u32>>,
    /// Anchor and section of each place.
    pub(super) names: Vec<(Option<String>, String)>,
}

impl BoundPlaces {
    /// Functions that are bound to a place, or to one whose section is that place's anchor.
    pub(super) fn bound(&self, place: u32) -> Vec<u32> {
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
pub(super) struct BufferPool(Mutex<Vec<GameBuffers>>);

impl BufferPool {
    /// What a play may use.
    pub(super) fn take(&self) -> GameBuffers {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps what a play leaves.
    pub(super) fn give_back(&self, buffers: GameBuffers) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
    }
}

/// The function of this number, while it is played.
pub(super) fn function_value<'v>(
    number: u32,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
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
