//! Pictures in words: what changed, and then what lies where. The sentences are phrases of the
//! book's language.

use super::storyboard::Storyboard;
use super::{TableChange, TableState, map};
use base::text::capitalized;
use draw::picture::{PartContent, PicturePart};
use rules::engine::trace::{Act, NamedSubject, PieceState, TraceRecord};

/// Cards of one zone that are named one by one.
const MOST: usize = 12;

/// A step: its changes, and the zones they happened in.
pub fn step_caption(scene: &Storyboard<'_>, after: &TableState, changes: &[TableChange]) -> String {
    let mut sentences = change_sentences(scene, changes);
    for view in &scene.zones {
        if changes.iter().any(|change| change.zones().contains(&view.key.as_str())) {
            sentences.push(zone_caption(scene, &view.key, after));
        }
    }
    sentences.join(" ")
}

/// A position: every zone that is drawn, what the players have, what stands on the map.
pub fn position_caption(
    scene: &Storyboard<'_>,
    table: &TableState,
    parts: &[PicturePart],
) -> String {
    let is_map = |part: &&PicturePart| matches!(part.kind, PartContent::Map(_));
    let maps = parts.iter().filter(is_map).take(1);
    let told = parts.iter().filter(|part| !is_map(part)).chain(maps);
    joined_sentences(told.map(|part| part_caption(scene, table, part)))
}

/// The table before numbered steps: the zones that are drawn, and what stands on the map.
pub fn board_caption(scene: &Storyboard<'_>, before: &TableState, parts: &[PicturePart]) -> String {
    let lies =
        |part: &&PicturePart| matches!(part.kind, PartContent::Cards(_) | PartContent::Map(_));
    joined_sentences(parts.iter().filter(lies).map(|part| part_caption(scene, before, part)))
}

/// Sentences in a row, without those that say nothing.
pub fn joined_sentences(sentences: impl Iterator<Item = String>) -> String {
    sentences.filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}

pub fn part_caption(scene: &Storyboard<'_>, table: &TableState, part: &PicturePart) -> String {
    match &part.kind {
        PartContent::Cards(cards) => zone_caption(scene, &cards.zone, table),
        PartContent::Tally(amounts) => {
            let amounts = amounts.iter().map(|amount| format!("{} {}", amount.now, amount.name));
            let amounts = amounts.collect::<Vec<_>>().join(", ");
            let slots = [("name", part.title.as_str()), ("amounts", amounts.as_str())];
            capitalized(&filled_phrase(scene, "picture-has", &slots))
        }
        PartContent::Map(_) => map::standing_sentence(scene, table),
        PartContent::Dice(faces) => {
            let words: Vec<&str> = faces.iter().map(|face| face.words.as_str()).collect();
            roll_sentence(scene, &words)
        }
    }
}

fn roll_sentence(scene: &Storyboard<'_>, faces: &[&str]) -> String {
    let faces: Vec<String> = faces.iter().map(|face| scene.face_in_words(face)).collect();
    filled_phrase(scene, "picture-roll", &[("faces", &faces.join(", "))])
}

/// A sentence for each change; equal ones of hidden cards are told once.
pub fn change_sentences(scene: &Storyboard<'_>, changes: &[TableChange]) -> Vec<String> {
    let mut sentences: Vec<(String, usize)> = Vec::new();
    for change in changes {
        let sentence = capitalized(&change_sentence(scene, change));
        match sentences.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, times)) => *times += 1,
            None => sentences.push((sentence, 1)),
        }
    }
    sentences
        .into_iter()
        .map(|(sentence, times)| match times {
            1 => sentence,
            times => format!("{} ({times}×).", sentence.trim_end_matches('.')),
        })
        .collect()
}

/// Returns what records do on maps: who goes where, who is put where, who sees whom.
pub fn map_sentences(scene: &Storyboard<'_>, records: &[TraceRecord]) -> Vec<String> {
    let told = records.iter().filter_map(|record| map_sentence(scene, &record.act));
    let mut sentences: Vec<String> = Vec::new();
    for sentence in told.map(|sentence| capitalized(&sentence)) {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

fn map_sentence(scene: &Storyboard<'_>, act: &Act) -> Option<String> {
    let (key, first, others) = if let Act::Walk { piece, from, to, .. } = act {
        ("picture-walk", piece, vec![("from", from), ("to", to)])
    } else if let Act::Stand { piece, space, .. } = act {
        ("picture-stand", piece, vec![("space", space)])
    } else if let Act::Sight { from, to, free, .. } = act {
        let key = if *free { "picture-sight" } else { "picture-no-sight" };
        (key, from, vec![("to", to)])
    } else {
        return None;
    };
    let is_seen = |thing: &NamedSubject| thing.seen;
    if !is_seen(first) || !others.iter().all(|(_, thing)| is_seen(thing)) {
        return None;
    }
    let named = |thing: &NamedSubject| scene.printed_copy(thing.id, &thing.name);
    let others = others.iter().map(|(slot, thing)| (*slot, named(thing)));
    let named: Vec<(&str, String)> = [("piece", named(first))].into_iter().chain(others).collect();
    let slots: Vec<(&str, &str)> =
        named.iter().map(|(slot, name)| (*slot, name.as_str())).collect();
    Some(filled_phrase(scene, key, &slots))
}

fn change_sentence(scene: &Storyboard<'_>, change: &TableChange) -> String {
    let name = |id: u32, card: &Option<String>| match card {
        Some(name) => scene.copy_name(id, name),
        None => caption_phrase(scene, "picture-back").to_owned(),
    };
    let filled = |key: &str, slots: &[(&str, &str)]| filled_phrase(scene, key, slots);
    match change {
        TableChange::Move { id, card, from, to } => {
            let (from, to) = (scene.title(from), scene.title(to));
            filled("picture-move", &[("card", &name(*id, card)), ("from", from), ("to", to)])
        }
        TableChange::Shift { id, card, zone } => {
            card_in_zone_sentence(scene, "picture-shift", &name(*id, card), zone)
        }
        TableChange::Turn { id, card, zone, up } => {
            let key = if *up { "picture-up" } else { "picture-down" };
            card_in_zone_sentence(scene, key, &name(*id, card), zone)
        }
        TableChange::Flag { id, card, flag, on, .. } => {
            let key = if *on { "picture-flag" } else { "picture-unflag" };
            filled(key, &[("card", &name(*id, card)), ("flag", scene.words.name(flag))])
        }
        TableChange::Rotate { id, card, now, .. } => {
            filled("picture-rotate", &[("card", &name(*id, card)), ("now", &now.to_string())])
        }
        TableChange::Attach { id, card, on, host, host_id, .. } => {
            let key = if *on { "picture-attach" } else { "picture-detach" };
            filled(key, &[("card", &name(*id, card)), ("host", &name(*host_id, host))])
        }
        TableChange::Count { id, card, counter, was, now, .. } => {
            count_sentence(scene, &name(*id, card), counter, (*was, *now))
        }
        TableChange::Score { player, counter, was, now } => {
            count_sentence(scene, player, counter, (*was, *now))
        }
        TableChange::Shuffle { zone } => filled("picture-shuffle", &[("zone", scene.title(zone))]),
        TableChange::Roll { faces } => {
            roll_sentence(scene, &faces.iter().map(String::as_str).collect::<Vec<_>>())
        }
    }
}

/// Returns what happened to a card in a zone.
fn card_in_zone_sentence(scene: &Storyboard<'_>, key: &str, card: &str, zone: &str) -> String {
    filled_phrase(scene, key, &[("card", card), ("zone", scene.title(zone))])
}

/// A counter of a card or a player, before and now.
fn count_sentence(
    scene: &Storyboard<'_>,
    whose: &str,
    counter: &str,
    (was, now): (i64, i64),
) -> String {
    let (counter, was, now) = (scene.words.name(counter), was.to_string(), now.to_string());
    let slots =
        [("card", whose), ("counter", counter), ("was", was.as_str()), ("now", now.as_str())];
    filled_phrase(scene, "picture-count", &slots)
}

/// "Automa Hand, 4 cards: Weaponsmith, 3 face-down cards."
fn zone_caption(scene: &Storyboard<'_>, key: &str, table: &TableState) -> String {
    let pieces = table.pieces_in(key);
    let zone = ("zone", scene.title(key));
    if pieces.is_empty() {
        return capitalized(&filled_phrase(scene, "picture-empty", &[zone]));
    }
    filled_zone_caption(scene, key, pieces.len(), &described_cards(scene, key, table))
}

/// The same of a zone that is not empty, where equal cards in a row are told once: "Bot (10×)".
pub fn short_zone_caption(scene: &Storyboard<'_>, key: &str, table: &TableState) -> String {
    let cards = described_cards(scene, key, table);
    let runs = cards.chunk_by(|one, next| one == next);
    let told = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        times => format!("{} ({times}×)", run[0]),
    });
    let pieces = table.pieces_in(key).len();
    filled_zone_caption(scene, key, pieces, &told.collect::<Vec<_>>())
}

fn filled_zone_caption(
    scene: &Storyboard<'_>,
    key: &str,
    pieces: usize,
    cards: &[String],
) -> String {
    let zone = ("zone", scene.title(key));
    let (number, cards) = (pieces.to_string(), cards.join("; "));
    let slots = [zone, ("number", number.as_str()), ("cards", cards.as_str())];
    capitalized(&filled_phrase(scene, "picture-zone", &slots))
}

/// Known cards by name, and how many lie face-down between and behind them.
fn described_cards(scene: &Storyboard<'_>, zone: &str, table: &TableState) -> Vec<String> {
    let pieces = table.pieces_in(zone);
    let mut list: Vec<String> = Vec::new();
    let mut backs = 0;
    for piece in pieces.iter().take(MOST) {
        if scene.knows(zone, piece) {
            list.extend(face_down_phrase(scene, std::mem::take(&mut backs)));
            list.push(described_piece(scene, piece, table));
        } else {
            backs += 1;
        }
    }
    list.extend(face_down_phrase(scene, backs + pieces.len().saturating_sub(MOST)));
    list
}

fn face_down_phrase(scene: &Storyboard<'_>, count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some(caption_phrase(scene, "picture-back").to_owned()),
        count => Some(filled_phrase(scene, "picture-backs", &[("number", &count.to_string())])),
    }
}

/// "Lorraine, Wandering Warrior (rested, 2 damage)"
fn described_piece(scene: &Storyboard<'_>, piece: &PieceState, table: &TableState) -> String {
    let flags = scene.flags_on(piece).map(|flag| scene.words.name(flag).to_owned());
    let counters = scene.counters_on(piece).map(|counter| scene.words.counted_name(counter));
    let mut marks: Vec<String> = flags.chain(counters).collect();
    marks.extend(scene.lie_remarks(piece, table));
    let copy = scene.copy_name(piece.id, &piece.name);
    if marks.is_empty() { copy } else { format!("{copy} ({})", marks.join(", ")) }
}

fn caption_phrase<'a>(scene: &'a Storyboard<'_>, key: &str) -> &'a str {
    scene.words.phrase(key, "")
}

/// A phrase of the language with its slots filled in.
fn filled_phrase(scene: &Storyboard<'_>, key: &str, slots: &[(&str, &str)]) -> String {
    slots.iter().fold(caption_phrase(scene, key).to_owned(), |text, (slot, value)| {
        text.replace(&format!("{{{slot}}}"), value)
    })
}
