//! The rules of a book, loaded once and played by as many threads as there are.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use starlark::eval::Evaluator;
use starlark::values::list::ListRef;
use starlark::values::{OwnedFrozenValue, Value};

use super::call_frames::FunctionCitation;
use super::context::with_play_untracked;
use super::fault::rules_error;
use crate::engine::trace::Fault;
use crate::engine::{Components, GameState, Hooks, PieceId, RandomStreams, TieBreaker, ZoneId};
use crate::rules::{ChartProgram, Module, Program};

/// A printed list by which rules choose.
#[derive(Clone, Debug)]
pub(super) struct SelectionList {
    /// Its place.
    pub(super) place: u32,
    /// Its lines.
    pub(super) rules: Vec<TieBreaker>,
    /// The function that counts for each line.
    pub(super) keys: Vec<u32>,
}

/// What a play looks up about the rules.
#[derive(Debug, Default)]
pub(super) struct RuleIndex {
    /// What each function does to citations.
    pub(super) cites: Vec<FunctionCitation>,
    /// What answers events.
    pub(super) hooks: Hooks,
    /// Lists by anchor.
    pub(super) chains: BTreeMap<String, SelectionList>,
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
        self.cites.get(*policy as usize)?.place()
    }
}

/// The rules of a book, ready to be played.
#[derive(Debug)]
pub struct LoadedRules {
    /// What the game is made of.
    pub(super) parts: Arc<Components>,
    /// What a play looks up.
    pub(super) book: Arc<RuleIndex>,
    /// A list of all functions; None where one stands inside another.
    pub(super) functions: OwnedFrozenValue,
    /// Which functions are called with a player and nothing else.
    pub(super) seats: Vec<bool>,
    /// Texts, for faults.
    pub(super) modules: Vec<Module>,
    /// Places of each function, and for each place its anchor and section.
    pub(super) places: BoundPlaces,
    /// The function that makes the pieces.
    pub(super) make: Option<u32>,
    /// What it makes, if that is always the same but for shuffling.
    pub(super) made: OnceLock<Option<MadePieces>>,
    /// The function that sets the game up.
    pub(super) setup: Option<u32>,
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

/// The table as the rules make it, before it is shuffled.
#[derive(Debug)]
pub(super) struct MadePieces {
    state: GameState,
    shuffles: Vec<(ZoneId, String)>,
}

/// What was shuffled while the pieces were made.
#[derive(Debug, Default)]
pub(super) struct SetupShuffles {
    /// Zone, stream, and how it lay before.
    shuffled: Vec<(ZoneId, String, Vec<PieceId>)>,
    /// Whether the rules may have looked at what a shuffle did.
    looked: bool,
}

impl SetupShuffles {
    /// The rules do something else than to shuffle or to make.
    pub(super) fn looked(&mut self) {
        self.looked |= !self.shuffled.is_empty();
    }

    /// The rules shuffle a zone that lies so.
    pub(super) fn shuffles(&mut self, zone: ZoneId, stream: &str, lies: &[PieceId]) {
        self.shuffled.push((zone, stream.to_owned(), lies.to_vec()));
    }

    /// The rules make a piece in a zone.
    pub(super) fn makes(&mut self, zone: ZoneId) {
        self.looked |= self.shuffled.iter().any(|(shuffled, ..)| *shuffled == zone);
    }
}

impl MadePieces {
    /// What was made, if for every other seed only the shuffles differ.
    pub(super) fn of(made: &GameState, making: SetupShuffles) -> Option<Self> {
        let mut state = GameState { streams: RandomStreams::new(0), ..made.clone() };
        for (zone, _, lay) in making.shuffled.iter().rev() {
            lay.clone_into(&mut state.zones[zone.0 as usize]);
        }
        let shuffles =
            making.shuffled.into_iter().map(|(zone, stream, _)| (zone, stream)).collect();
        let own = Self { state, shuffles };
        let again = own.with(made.streams.seed());
        let same = again.zones == made.zones && again.streams == made.streams;
        (same && !making.looked && made.asked.is_empty() && made.phase.is_none()).then_some(own)
    }

    /// The table for a seed.
    pub(super) fn with(&self, seed: u64) -> GameState {
        let mut state = GameState { streams: RandomStreams::new(seed), ..self.state.clone() };
        for (zone, stream) in &self.shuffles {
            state.streams.shuffle(stream, &mut state.zones[zone.0 as usize]);
        }
        state
    }
}

impl LoadedRules {
    /// Loads and checks the rules. All faults at once, in the order of the modules.
    pub fn load(program: &Program) -> Result<Self, Vec<Fault>> {
        super::load::load_modules(program)
    }

    /// What the game is made of.
    pub fn components(&self) -> &Components {
        &self.parts
    }
}

/// The function of this number, while it is played.
pub(super) fn function_value<'v>(
    number: u32,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let all = eval.module().extra_value().and_then(ListRef::from_value);
    match all.and_then(|all| all.content().get(number as usize)) {
        Some(found) if !found.is_none() => Ok(*found),
        Some(_) => Err(rules_error(
            "the function stands inside another one, where it can not be called from",
            None,
        )),
        None => Err(rules_error(format!("there is no function number {number}"), None)),
    }
}

/// The reading in force, while the game is played.
pub(super) fn reading_in_force() -> String {
    with_play_untracked(|play| play.book.reading.clone()).unwrap_or_default()
}
