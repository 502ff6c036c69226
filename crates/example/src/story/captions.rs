//! Pictures in words: the changes first, and then the positions of pieces. The sentences are phrases of the
//! book's language.

use super::changes::ChangedPiece;
use super::storyboard::Storyboard;
use super::{TableChange, TableState, map};
use base::text::capitalized;
use draw::picture::{PartContent, PicturePart};
use rules::engine::trace::{Act, NamedSubject, PieceState, TraceRecord};

/// The most cards of one zone that are named one by one.
const MOST: usize = 12;

/// Describes a step: its changes, and the zones they happened in.
pub fn step_caption(scene: &Storyboard<'_>, after: &TableState, changes: &[TableChange]) -> String {
    let mut sentences = change_sentences(scene, changes);
    for view in &scene.zones {
        if changes.iter().any(|change| change.zones().contains(&view.key.as_str())) {
            sentences.push(zone_caption(scene, &view.key, after));
        }
    }
    sentences.join(" ")
}

/// Describes a position: every drawn zone, the counters of players, the figures on the map.
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

/// Describes the table before numbered steps: the drawn zones, and the figures on the map.
pub fn board_caption(scene: &Storyboard<'_>, before: &TableState, parts: &[PicturePart]) -> String {
    let lies =
        |part: &&PicturePart| matches!(part.kind, PartContent::Cards(_) | PartContent::Map(_));
    joined_sentences(parts.iter().filter(lies).map(|part| part_caption(scene, before, part)))
}

/// Joins sentences, without empty ones.
pub fn joined_sentences(sentences: impl Iterator<Item = String>) -> String {
    sentences.filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}

pub fn part_caption(scene: &Storyboard<'_>, table: &TableState, part: &PicturePart) -> String {
    match &part.kind {
        PartContent::Cards(cards) => zone_caption(scene, &cards.zone, table),
        PartContent::Tally(amounts) => {
            let amounts = amounts.iter().map(|amount| format!("{} {}", amount.now, amount.name));
            let amounts = amounts.collect::<Vec<_>>().join(", ");
            let phrase = FilledPhrase::of(scene, "picture-has").with("name", &part.title);
            capitalized(&phrase.with("amounts", &amounts).0)
        }
        PartContent::Map(_) => map::standing_sentence(scene, table),
        PartContent::Dice(faces) => {
            let words: Vec<String> = faces.iter().map(|face| face.words.clone()).collect();
            roll_sentence(scene, &words)
        }
    }
}

fn roll_sentence(scene: &Storyboard<'_>, faces: &[String]) -> String {
    let faces: Vec<String> = faces.iter().map(|face| scene.face_in_words(face)).collect();
    FilledPhrase::of(scene, "picture-roll").with("faces", &faces.join(", ")).0
}

/// Returns a sentence for each change; equal ones about hidden cards become one.
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

/// Describes the acts of records on maps: moves, placements, lines of sight.
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
    let phrase = FilledPhrase::of(scene, key).with("piece", &named(first));
    let filled =
        others.iter().fold(phrase, |phrase, (slot, thing)| phrase.with(slot, &named(thing)));
    Some(filled.0)
}

fn change_sentence(scene: &Storyboard<'_>, change: &TableChange) -> String {
    let phrase = |key: &str| FilledPhrase::of(scene, key);
    let name = |id: u32, card: &Option<String>| match card {
        Some(name) => scene.copy_name(id, name),
        None => phrase("picture-back").0,
    };
    let of_piece =
        |key: &str, piece: &ChangedPiece| phrase(key).with("card", &name(piece.id, &piece.card));
    let counted = |whose: &str, counter: &str, was: i64, now: i64| {
        let phrase = phrase("picture-count").with("card", whose);
        let phrase = phrase.with("counter", scene.words.name(counter));
        phrase.with("was", &was.to_string()).with("now", &now.to_string())
    };
    let filled = match change {
        TableChange::Move { piece, from, to } => {
            let phrase = of_piece("picture-move", piece).with("from", scene.title(from));
            phrase.with("to", scene.title(to))
        }
        TableChange::Shift { piece, zone } => {
            of_piece("picture-shift", piece).with("zone", scene.title(zone))
        }
        TableChange::Turn { piece, zone, up } => {
            let key = if *up { "picture-up" } else { "picture-down" };
            of_piece(key, piece).with("zone", scene.title(zone))
        }
        TableChange::Flag { piece, flag, on, .. } => {
            let key = if *on { "picture-flag" } else { "picture-unflag" };
            of_piece(key, piece).with("flag", scene.words.name(flag))
        }
        TableChange::Rotate { piece, now, .. } => {
            of_piece("picture-rotate", piece).with("now", &now.to_string())
        }
        TableChange::Attach { piece, on, host, host_id, .. } => {
            let key = if *on { "picture-attach" } else { "picture-detach" };
            of_piece(key, piece).with("host", &name(*host_id, host))
        }
        TableChange::Count { piece, counter, was, now, .. } => {
            counted(&name(piece.id, &piece.card), counter, *was, *now)
        }
        TableChange::Score { player, counter, was, now } => counted(player, counter, *was, *now),
        TableChange::Shuffle { zone } => phrase("picture-shuffle").with("zone", scene.title(zone)),
        TableChange::Roll { faces } => return roll_sentence(scene, faces),
    };
    filled.0
}

/// Returns "Automa Hand, 4 cards: Weaponsmith, 3 face-down cards."
fn zone_caption(scene: &Storyboard<'_>, key: &str, table: &TableState) -> String {
    let pieces = table.pieces_in(key);
    if pieces.is_empty() {
        let phrase = FilledPhrase::of(scene, "picture-empty").with("zone", scene.title(key));
        return capitalized(&phrase.0);
    }
    filled_zone_caption(scene, key, pieces.len(), &described_cards(scene, key, table))
}

/// Describes a zone that is not empty, and joins equal cards in a row: "Bot (10×)".
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
    let phrase = FilledPhrase::of(scene, "picture-zone").with("zone", scene.title(key));
    let phrase = phrase.with("number", &pieces.to_string()).with("cards", &cards.join("; "));
    capitalized(&phrase.0)
}

/// Returns known cards by name, and the numbers of face-down cards between and after them.
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
        1 => Some(FilledPhrase::of(scene, "picture-back").0),
        count => {
            Some(FilledPhrase::of(scene, "picture-backs").with("number", &count.to_string()).0)
        }
    }
}

/// Returns "Lorraine, Wandering Warrior (rested, 2 damage)".
fn described_piece(scene: &Storyboard<'_>, piece: &PieceState, table: &TableState) -> String {
    let flags = scene.flags_on(piece).map(|flag| scene.words.name(flag).to_owned());
    let counters = scene.counters_on(piece).map(|counter| scene.words.counted_name(counter));
    let mut marks: Vec<String> = flags.chain(counters).collect();
    marks.extend(scene.lie_remarks(piece, table));
    let copy = scene.copy_name(piece.id, &piece.name);
    if marks.is_empty() { copy } else { format!("{copy} ({})", marks.join(", ")) }
}

/// A phrase of the language whose slots are filled one after another.
struct FilledPhrase(String);

impl FilledPhrase {
    fn of(scene: &Storyboard<'_>, key: &str) -> Self {
        Self(scene.words.phrase(key, "").to_owned())
    }

    fn with(self, slot: &str, value: &str) -> Self {
        Self(self.0.replace(&format!("{{{slot}}}"), value))
    }
}
