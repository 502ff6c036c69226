//! When things happen: turns follow each other, and slow cards wait for their moment.

use std::collections::BTreeSet;

use rulepress::engine::trace::{Act, Trace};
use rulepress::example::places;

use super::{Book, about, replay};

/// Each turn belongs to the other player than the one before; a position may play the turn of one
/// player several times.
pub(super) fn turns(book: &Book, trace: &Trace) -> Result<usize, String> {
    let turns = trace.records.iter().filter_map(|record| match &record.act {
        Act::Turn { player, number } => Some((player, *number)),
        _ => None,
    });
    let turns: Vec<(&String, u32)> = turns.collect();
    let whole = places::find_function(&book.game.program, book.whole)
        .is_some_and(|play| trace.reached.contains(&play));
    for (at, (player, number)) in turns.iter().enumerate() {
        if *number as usize != at + 1 {
            return Err(format!("turn {number} is number {} that begins", at + 1));
        }
        if whole && at > 0 && turns[at - 1].0 == *player {
            return Err(format!("{player} has turns {at} and {number}"));
        }
    }
    Ok(turns.len())
}

/// A slow card is activated by the turn player, in the main phase, outside of combat, and with
/// nothing else on the stack.
pub(super) fn slow_cards(book: &Book, trace: &Trace) -> Result<usize, String> {
    let names = replay::names(trace);
    let mut attacking = BTreeSet::new();
    let (mut waiting, mut slow) = (0_usize, 0);
    for record in &trace.records {
        match &record.act {
            Act::Flag { piece, flag, on: true } if flag == "attacking" => {
                attacking.insert(piece.id);
            }
            Act::Flag { piece, flag, on: false } if flag == "attacking" => {
                attacking.remove(&piece.id);
            }
            Act::Push { .. } => waiting += 1,
            Act::Resolve { .. } => waiting = waiting.saturating_sub(1),
            _ => {}
        }
        let Some(card) = about(record, "activate") else { continue };
        let name = names[&card.id];
        if book.cards.get(name).is_none_or(|card| card["Speed"] != "Slow") {
            continue;
        }
        slow += 1;
        // Positions may play a part of the main phase alone.
        let main = record.phase.as_deref().is_none_or(|phase| phase == "Main phase");
        if !main || record.actor != card.owner || waiting != 1 || !attacking.is_empty() {
            return Err(format!(
                "turn {}: {name} is activated in the {:?} of {:?}",
                record.turn, record.phase, record.actor
            ));
        }
    }
    Ok(slow)
}
