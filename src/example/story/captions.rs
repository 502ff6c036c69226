//! Pictures in words: what changed, and then what lies where. The sentences are phrases of the
//! book's language.

use super::storyboard::Storyboard;
use super::{TableChange, TableState, map};
use crate::engine::trace::PieceState;
use crate::picture::{PartContent, PicturePart};

/// Cards of one zone that are named one by one.
const MOST: usize = 12;

/// A step: its changes, and the zones they happened in.
pub(super) fn step_caption(
    scene: &Storyboard<'_>,
    after: &TableState,
    changes: &[TableChange],
) -> String {
    let mut sentences = change_sentences(scene, changes);
    for view in &scene.zones {
        if changes.iter().any(|change| change.zones().contains(&view.key.as_str())) {
            sentences.push(zone_caption(scene, &view.key, after));
        }
    }
    sentences.join(" ")
}

/// A position: every zone that is drawn, what the players have, what stands on the map.
pub(super) fn position_caption(
    scene: &Storyboard<'_>,
    table: &TableState,
    parts: &[PicturePart],
) -> String {
    let told = |part: &PicturePart| match &part.kind {
        PartContent::Cards(cards) => zone_caption(scene, &cards.zone, table),
        PartContent::Tally(amounts) => {
            let amounts: Vec<String> =
                amounts.iter().map(|amount| format!("{} {}", amount.now, amount.name)).collect();
            let slots = [("name", part.title.clone()), ("amounts", amounts.join(", "))];
            capitalized(fill_phrase(&caption_phrase(scene, "picture-has"), &slots))
        }
        PartContent::Map(_) => map::standing_sentence(scene, table),
        PartContent::Dice(faces) => {
            fill_phrase(&caption_phrase(scene, "picture-roll"), &[("faces", faces.join(", "))])
        }
    };
    parts.iter().map(told).filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A sentence for each change; equal ones of hidden cards are told once.
fn change_sentences(scene: &Storyboard<'_>, changes: &[TableChange]) -> Vec<String> {
    let mut sentences: Vec<(String, usize)> = Vec::new();
    for change in changes {
        let sentence = change_sentence(scene, change);
        match sentences.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, times)) => *times += 1,
            None => sentences.push((sentence, 1)),
        }
    }
    let often = |(sentence, times): (String, usize)| match times {
        1 => sentence,
        times => format!("{} ({times}×).", sentence.trim_end_matches('.')),
    };
    sentences.into_iter().map(often).collect()
}

fn change_sentence(scene: &Storyboard<'_>, change: &TableChange) -> String {
    let name = |card: &Option<String>| {
        card.clone().unwrap_or_else(|| caption_phrase(scene, "picture-back"))
    };
    let filled =
        |key: &str, slots: &[(&str, String)]| fill_phrase(&caption_phrase(scene, key), slots);
    let printed = |name: &str| scene.words.name(name).to_owned();
    let sentence = match change {
        TableChange::Move { card, from, to, .. } => filled(
            "picture-move",
            &[
                ("card", name(card)),
                ("from", scene.title(from).to_owned()),
                ("to", scene.title(to).to_owned()),
            ],
        ),
        TableChange::Shift { card, zone, .. } => {
            filled("picture-shift", &[("card", name(card)), ("zone", scene.title(zone).to_owned())])
        }
        TableChange::Turn { card, zone, up, .. } => {
            let key = if *up { "picture-up" } else { "picture-down" };
            filled(key, &[("card", name(card)), ("zone", scene.title(zone).to_owned())])
        }
        TableChange::Flag { card, flag, on, .. } => {
            let key = if *on { "picture-flag" } else { "picture-unflag" };
            filled(key, &[("card", name(card)), ("flag", printed(flag))])
        }
        TableChange::Count { card, counter, was, now, .. } => filled(
            "picture-count",
            &[
                ("card", name(card)),
                ("counter", printed(counter)),
                ("was", was.to_string()),
                ("now", now.to_string()),
            ],
        ),
        TableChange::Score { player, counter, was, now } => filled(
            "picture-count",
            &[
                ("card", player.clone()),
                ("counter", printed(counter)),
                ("was", was.to_string()),
                ("now", now.to_string()),
            ],
        ),
        TableChange::Shuffle { zone } => {
            filled("picture-shuffle", &[("zone", scene.title(zone).to_owned())])
        }
        TableChange::Roll { faces } => filled("picture-roll", &[("faces", faces.join(", "))]),
    };
    capitalized(sentence)
}

/// "Automa Hand, 4 cards: Weaponsmith, 3 face-down cards."
fn zone_caption(scene: &Storyboard<'_>, key: &str, table: &TableState) -> String {
    let pieces = table.zones.get(key).map(Vec::as_slice).unwrap_or_default();
    let title = scene.title(key);
    if pieces.is_empty() {
        return capitalized(fill_phrase(
            &caption_phrase(scene, "picture-empty"),
            &[("zone", title.to_owned())],
        ));
    }
    let mut list: Vec<String> = Vec::new();
    let mut backs = 0;
    for piece in pieces.iter().take(MOST) {
        match scene.knows(key, piece) {
            true => {
                list.extend(face_down_phrase(scene, std::mem::take(&mut backs)));
                list.push(described_piece(scene, piece));
            }
            false => backs += 1,
        }
    }
    list.extend(face_down_phrase(scene, backs + pieces.len().saturating_sub(MOST)));
    let slots = [
        ("zone", title.to_owned()),
        ("number", pieces.len().to_string()),
        ("cards", list.join("; ")),
    ];
    capitalized(fill_phrase(&caption_phrase(scene, "picture-zone"), &slots))
}

fn face_down_phrase(scene: &Storyboard<'_>, count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some(caption_phrase(scene, "picture-back")),
        count => Some(fill_phrase(
            &caption_phrase(scene, "picture-backs"),
            &[("number", count.to_string())],
        )),
    }
}

/// "Lorraine, Wandering Warrior (rested, 2 damage)"
fn described_piece(scene: &Storyboard<'_>, piece: &PieceState) -> String {
    let flags = scene.flags.iter().filter(|flag| piece.flags.contains(flag));
    let flags = flags.map(|flag| scene.words.name(flag).to_owned());
    let counters = scene.counters.iter().filter_map(|counter| {
        let amount = piece.counters.get(counter)?;
        Some(format!("{amount} {}", scene.words.name(counter)))
    });
    let marks: Vec<String> = flags.chain(counters).collect();
    if marks.is_empty() {
        piece.name.clone()
    } else {
        format!("{} ({})", piece.name, marks.join(", "))
    }
}

fn caption_phrase(scene: &Storyboard<'_>, key: &str) -> String {
    scene.words.phrase(key, "").to_owned()
}

fn fill_phrase(template: &str, slots: &[(&str, String)]) -> String {
    slots.iter().fold(template.to_owned(), |text, (slot, value)| {
        text.replace(&format!("{{{slot}}}"), value)
    })
}

fn capitalized(mut text: String) -> String {
    if let Some(first) = text.chars().next() {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().collect::<String>());
    }
    text
}
