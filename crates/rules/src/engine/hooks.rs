//! Functions that answer events: replacements and followers.

use std::collections::{BTreeMap, HashMap};

use super::components::Components;
use super::ids::PieceId;
use super::state::GameState;
use super::texts::QuickHash;

/// Time at which a function answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookTiming {
    /// In place of the event.
    Instead,
    /// After the event.
    After,
}

/// A function that answers an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hook {
    /// Number of the function.
    pub function: u32,
    /// Card on the table that has the effect.
    pub card: Option<PieceId>,
}

/// All functions that answer events, by timing.
#[derive(Clone, Debug, Default)]
pub struct Hooks([HashMap<String, HookFunctions, QuickHash>; 2]);

#[derive(Clone, Debug, Default)]
struct HookFunctions {
    /// Pairs of place in the book and function.
    rules: Vec<(u32, u32)>,
    /// Functions by name of card.
    cards: BTreeMap<String, Vec<u32>>,
}

impl HookFunctions {
    /// Returns the rules, then the effects of cards in active zones.
    fn hooks(&self, parts: &Components, state: &GameState) -> Vec<Hook> {
        let rules = self.rules.iter().map(|(_, function)| Hook { function: *function, card: None });
        let mut hooks: Vec<Hook> = rules.collect();
        if self.cards.is_empty() {
            return hooks;
        }
        for piece in active_pieces(parts, state) {
            let name: &str = &parts.card(state.piece(piece).card).name;
            let functions = self.cards.get(name).into_iter().flatten();
            hooks.extend(functions.map(|at| Hook { function: *at, card: Some(piece) }));
        }
        hooks
    }
}

impl Hooks {
    /// Adds a function of the rules; `place` is the place where its rule is printed.
    pub fn add_rule(&mut self, timing: HookTiming, event: &str, place: u32, function: u32) {
        let rules = &mut self.functions_of(timing, event).rules;
        rules.push((place, function));
        rules.sort_unstable();
    }

    /// Adds an effect of all cards of a name.
    pub fn add_effect(&mut self, timing: HookTiming, event: &str, card: &str, function: u32) {
        self.functions_of(timing, event).cards.entry(card.to_owned()).or_default().push(function);
    }

    /// Returns the functions that answer an event: rules in printed order, then the effects of cards in
    /// active zones, left to right.
    pub fn of(
        &self,
        timing: HookTiming,
        event: &str,
        parts: &Components,
        state: &GameState,
    ) -> Vec<Hook> {
        self.0[timing as usize]
            .get(event)
            .map_or_else(Vec::new, |functions| functions.hooks(parts, state))
    }

    fn functions_of(&mut self, timing: HookTiming, event: &str) -> &mut HookFunctions {
        self.0[timing as usize].entry(event.to_owned()).or_default()
    }
}

/// True if the effects of a card work in its zone.
pub fn effects_work(parts: &Components, state: &GameState, piece: PieceId) -> bool {
    parts.zone(state.piece(piece).zone).active
}

/// Returns the pieces of active zones, left to right.
fn active_pieces(parts: &Components, state: &GameState) -> impl Iterator<Item = PieceId> {
    let zones = parts.zones.iter().zip(&state.zones);
    zones.filter(|(zone, _)| zone.active).flat_map(|(_, pieces)| pieces).copied()
}
