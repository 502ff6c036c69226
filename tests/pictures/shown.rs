//! Drawings and words agree with the play: cards, counts, names, numbers.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::document::{BlockKind, walk};
use rulepress::engine::trace::{
    Act, NamedBox, NamedPending, NamedSubject, NamedVisibility, PieceState, Trace, TraceRecord,
};
use rulepress::example::examples::Example;
use rulepress::example::narrate::SentencePart;
use rulepress::example::story::{Step, StoryEntry, TableState, trace_players};
use rulepress::picture::mat::MatField;
use rulepress::picture::{self, CardFace, PartContent, Picture, PictureCard, PictureTone};
use rulepress::pipeline::PrintableBook;

use super::played;

/// Steps of an example with the table before and after each.
fn steps(example: &Example) -> Vec<(&Step, TableState, TableState)> {
    let mut table = TableState::before(&example.trace).expect("it was laid out");
    let mut steps = Vec::new();
    for entry in &example.story.entries {
        let StoryEntry::Step(step) = entry else { continue };
        let before = table.clone();
        for record in &example.trace.records[step.records.clone()] {
            table.apply(&record.act);
        }
        steps.push((step.as_ref(), before, table.clone()));
    }
    steps
}

fn examples() -> impl Iterator<Item = &'static Example> {
    played().iter().flat_map(|read| &read.examples)
}

/// Replaying the records leads to the table at the end.
#[test]
fn a_replay_leads_to_the_end() {
    for example in examples() {
        let mut table = TableState::before(&example.trace).expect("it was laid out");
        example.trace.records.iter().for_each(|record| table.apply(&record.act));
        let end = &example.trace.end;
        assert_eq!(table.players, end.players, "{}", example.scenario.name);
        for (key, pieces) in &end.zones {
            let sorted = |pieces: &[PieceState]| {
                pieces
                    .iter()
                    .cloned()
                    .map(|mut piece| {
                        piece.flags.sort();
                        piece
                    })
                    .collect::<Vec<_>>()
            };
            let own = table.pieces_in(key);
            assert_eq!(sorted(own), sorted(pieces), "{}: {key}", example.scenario.name);
        }
    }
}

/// Every record belongs to exactly one step, in order.
#[test]
fn steps_hold_all_records() {
    for example in examples() {
        let steps = steps(example);
        let mut next = steps.first().map_or(0, |(step, ..)| step.records.start);
        for (nth, (step, ..)) in steps.iter().enumerate() {
            assert_eq!(step.number as usize, nth + 1, "{}", example.scenario.name);
            assert_eq!(step.records.start, next, "{}: step {}", example.scenario.name, step.number);
            next = step.records.end;
        }
        assert_eq!(next, example.trace.records.len(), "{}", example.scenario.name);
    }
}

#[test]
fn pictures_show_the_table_after_the_step() {
    let mut drawn = 0;
    for (read, example) in
        played().iter().flat_map(|read| read.examples.iter().map(move |example| (read, example)))
    {
        let mut left_out = read.rules.as_ref().map_or(Vec::new(), |game| game.look.hidden.clone());
        let shown = &example.scenario.lesson.show;
        left_out.retain(|name| shown.iter().all(|own| own.value != *name));
        for (step, before, after) in steps(example) {
            let Some(picture) = &step.picture else { continue };
            drawn += 1;
            let at = format!("{}: step {}", example.scenario.name, step.number);
            for part in &picture.parts {
                let PartContent::Cards(cards) = &part.kind else { continue };
                let now = after.pieces_in(&cards.zone);
                let was = before.pieces_in(&cards.zone);
                assert_eq!(part.now, Some(now.len()), "{at}: {}", cards.zone);
                assert_eq!(
                    part.was,
                    (was.len() != now.len()).then_some(was.len()),
                    "{at}: {}",
                    cards.zone
                );
                cards.cards.iter().for_each(|card| is_true(card, (now, was), &left_out, &at));
                let lying = cards.cards.iter().filter(|card| card.face != CardFace::Gone).count();
                assert_eq!(lying + cards.rest, now.len(), "{at}: {}", cards.zone);
                in_order(&cards.cards, now, &at);
            }
        }
    }
    assert!(drawn >= 40, "only {drawn} pictures");
}

/// A drawn card shows the piece as it is, strongly if it has changed; counters that the book leaves
/// out do not count.
fn is_true(
    card: &PictureCard,
    (now, was): (&[PieceState], &[PieceState]),
    left_out: &[String],
    at: &str,
) {
    let lies = now.iter().find(|piece| piece.id == card.id);
    let lay = was.iter().find(|piece| piece.id == card.id);
    match (&card.face, lies) {
        (CardFace::Gone, None) => assert!(lay.is_some(), "{at}: nothing lay there"),
        (CardFace::Up { name, .. }, Some(piece)) => {
            assert!(piece.face_up, "{at}: {name} is hidden");
            let bare = name.split('\u{a0}').next();
            assert_eq!(bare, Some(piece.name.as_str()), "{at}");
        }
        (CardFace::Down, Some(piece)) => assert!(!piece.face_up, "{at}: a card lies face-up"),
        (face, lies) => panic!("{at}: {face:?} for {lies:?}"),
    }
    let Some(piece) = lies else { return };
    for token in &card.tokens {
        let amounts: Vec<i64> = piece.counters.values().copied().collect();
        assert!(
            token.amount.is_none_or(|amount| amounts.contains(&amount)),
            "{at}: {token:?} of {}",
            piece.name
        );
        assert!(
            token.amount.is_some() || !piece.flags.is_empty(),
            "{at}: {token:?} of {}",
            piece.name
        );
    }
    let visible = |piece: &PieceState| {
        let counters = piece.counters.iter().filter(|(name, _)| !left_out.contains(name));
        (piece.face_up, counters.map(|(name, amount)| (name.clone(), *amount)).collect::<Vec<_>>())
    };
    if lay.is_none() || lay.map(visible) != Some(visible(piece)) {
        assert_eq!(card.tone, PictureTone::Strong, "{at}: {} changed", piece.name);
    }
    let left_out = |name: &&String| !left_out.contains(name);
    let shown = piece.counters.keys().filter(left_out).count()
        + piece.flags.iter().filter(left_out).count();
    assert!(card.tokens.len() <= shown, "{at}: {} has more on it than is shown", piece.name);
}

fn in_order(cards: &[PictureCard], now: &[PieceState], at: &str) {
    let places: Vec<usize> =
        cards.iter().filter_map(|card| now.iter().position(|piece| piece.id == card.id)).collect();
    assert!(places.is_sorted(), "{at}: cards stand in another order than they lie");
}

/// Returns the names of cards that were hidden up to a record: they were never face-up before it or
/// after it.
pub(super) fn hidden<'t>(trace: &'t Trace, until: usize, example: &Example) -> BTreeSet<&'t str> {
    let mut table = TableState::before(trace).expect("it was laid out");
    let mut known: BTreeSet<String> = BTreeSet::new();
    let look = |table: &TableState, known: &mut BTreeSet<String>| {
        let up = table.pieces().filter(|piece| piece.face_up);
        known.extend(up.map(|piece| piece.name.clone()));
    };
    look(&table, &mut known);
    for record in &trace.records[..until] {
        table.apply(&record.act);
        look(&table, &mut known);
        if let Act::Note { things, .. } | Act::Check { things, .. } = &record.act {
            known.extend(
                things.iter().filter(|thing| knows(record, thing)).map(|thing| thing.name.clone()),
            );
        }
    }
    let start = trace.start.as_ref().expect("it was laid out");
    let names = start.zones.values().flatten().map(|piece| piece.name.as_str());
    // The title and the author's own answers are what the author says, not what is seen.
    let said = format!("{} {:?}", example.scenario.title.value, example.scenario.answers);
    names.filter(|name| !known.contains(*name) && !said.contains(*name)).collect()
}

/// True if a text has a name as words of its own: `Card 10` does not name `Card 1`.
pub(super) fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let beside = [text[..at].chars().next_back(), text[at + name.len()..].chars().next()];
        beside.iter().flatten().all(|c| !c.is_alphanumeric())
    })
}

fn knows(record: &TraceRecord, thing: &NamedSubject) -> bool {
    thing.seen && record.seen != NamedVisibility::Nobody
}

/// Every text of a picture.
fn texts(picture: &Picture) -> String {
    let mut own = picture.clone();
    own.texts_mut().into_iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_hidden_is_named() {
    let mut looked = 0;
    for example in examples() {
        for (step, ..) in steps(example) {
            let hidden = hidden(&example.trace, step.records.end, example);
            let said: String =
                step.sentences.iter().map(|said| said.sentence.to_string()).collect();
            let pictured = step.picture.as_ref().map(texts).unwrap_or_default();
            let changed = serde_json::to_string(&step.changes).expect("changes are plain data");
            for name in hidden {
                looked += 1;
                let at = format!("{}: step {} names {name}", example.scenario.name, step.number);
                assert!(!names(&said, name), "{at}: {said}");
                assert!(!names(&pictured, name), "{at}: {pictured}");
                assert!(!names(&changed, name), "{at}: {changed}");
            }
        }
        let first = hidden(&example.trace, 0, example);
        let position = example.story.position.as_ref().map(texts).unwrap_or_default();
        assert!(
            first.iter().all(|name| !names(&position, name)),
            "{}: {position}",
            example.scenario.name
        );
    }
    assert!(looked > 500, "hardly anything was hidden");
}

/// Names and numbers of a sentence are those of its events.
#[test]
fn sentences_say_what_happened() {
    for example in examples() {
        for (step, ..) in steps(example) {
            for said in &step.sentences {
                let records: Vec<&TraceRecord> =
                    said.records.iter().map(|at| &example.trace.records[*at]).collect();
                assert!(said.records.iter().all(|at| step.records.contains(at)));
                let known: Vec<&NamedSubject> = records
                    .iter()
                    .flat_map(|record| {
                        things(&record.act).into_iter().filter(|thing| knows(record, thing))
                    })
                    .collect();
                let numbers: Vec<i64> =
                    records.iter().flat_map(|record| numbers(&record.act)).collect();
                for part in &said.sentence.parts {
                    match part {
                        SentencePart::Piece { thing, .. } if thing.seen => {
                            let fits = known
                                .iter()
                                .any(|own| own.name == thing.name && own.id == thing.id);
                            assert!(
                                fits,
                                "{}: {} is in no event of {}",
                                example.scenario.name, thing.name, said.sentence
                            );
                        }
                        SentencePart::Number { number } => {
                            assert!(
                                numbers.contains(number),
                                "{}: {number} in {}",
                                example.scenario.name,
                                said.sentence
                            );
                        }
                        _ => {}
                    }
                }
                let own: Vec<u32> =
                    records.iter().filter_map(|record| mover(&record.act)).collect();
                let told = said.sentence.to_string();
                let count = own.len();
                assert!(count < 2 || tells(&told, count, &known, &own), "{told}: {count} pieces");
            }
        }
    }
}

/// True if a sentence names or counts this number of pieces.
fn tells(told: &str, count: usize, known: &[&NamedSubject], own: &[u32]) -> bool {
    let named = own
        .iter()
        .filter(|id| known.iter().any(|thing| thing.id == **id && told.contains(&thing.name)))
        .count();
    let unseen = count - named;
    unseen == 0
        || unseen == 1 && told.contains("face-down card")
        || told.contains(&format!("{unseen} face-down cards"))
}

fn mover(act: &Act) -> Option<u32> {
    match act {
        Act::Move { piece, .. } => Some(piece.id),
        _ => None,
    }
}

fn things(act: &Act) -> Vec<&NamedSubject> {
    match act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => vec![piece],
        Act::Stand { piece, space, .. } => vec![piece, space],
        Act::Walk { piece, from, to, .. } => vec![piece, from, to],
        Act::Sight { from, to, .. } => vec![from, to],
        Act::Edge { one, other, .. } => vec![one, other],
        Act::Count { of, .. } => vec![of],
        Act::Push { what: NamedPending::Thing(piece) }
        | Act::Resolve { what: NamedPending::Thing(piece) } => {
            vec![piece]
        }
        Act::Check { things, .. } | Act::Note { things, .. } => things.iter().collect(),
        Act::Pick { excluded, lines, chosen, .. } => {
            let counted = lines
                .iter()
                .flat_map(|line| line.kept.iter().chain(&line.dropped))
                .map(|(thing, _)| thing);
            chosen.iter().chain(excluded.iter().map(|(thing, _)| thing)).chain(counted).collect()
        }
        _ => Vec::new(),
    }
}

fn numbers(act: &Act) -> Vec<i64> {
    match act {
        Act::Count { was, now, .. } => vec![*was, *now, (now - was).abs()],
        Act::Check { numbers, .. } | Act::Note { numbers, .. } => numbers.clone(),
        Act::Turn { number, .. } | Act::Round { number } | Act::Box(NamedBox { number, .. }) => {
            vec![i64::from(*number)]
        }
        Act::Shuffle { cards, .. } => vec![i64::from(*cards)],
        Act::Move { to, .. } => vec![i64::from(to.at) + 1],
        Act::Walk { cost, .. } => vec![i64::from(*cost)],
        _ => Vec::new(),
    }
}

/// A counter or a flag has one sign in all examples of a book, and no other one has it.
#[test]
fn signs_are_the_same_in_a_whole_book() {
    let mut found = 0;
    for read in played() {
        let (mut names, mut signs) = (BTreeMap::new(), BTreeMap::new());
        for example in &read.examples {
            let position = example.story.position.iter();
            let steps = example.story.entries.iter().filter_map(|entry| match entry {
                StoryEntry::Step(step) => step.picture.as_ref(),
                StoryEntry::Heading(_) => None,
            });
            for (token, name) in position.chain(steps).flat_map(|picture| &picture.legend) {
                let sign = (token.kind, token.letter.as_str());
                let first = *names.entry(token.letter.as_str()).or_insert(name);
                assert_eq!(first, name, "{}: {}", example.scenario.name, token.letter);
                let first = *signs.entry(name).or_insert(sign);
                assert_eq!(first, sign, "{}: {name}", example.scenario.name);
            }
        }
        found += signs.len();
    }
    assert!(found > 20, "pictures have legends: {found}");
}

/// Zones of one kind have the same background in all examples of a book, whoever owns them, and so
/// have the fields of its play area.
#[test]
fn the_ground_of_a_zone_is_its_kind() {
    let mut found = 0;
    for read in played() {
        let (mut grounds, fields) = (BTreeMap::new(), mat_fields(read));
        for example in &read.examples {
            let players = trace_players(&example.trace);
            for part in every_picture(example).flat_map(|picture| &picture.parts) {
                let Some(key) = part.zone_key() else { continue };
                let zone = example.trace.table.iter().find(|zone| zone.key == key);
                let name = zone.expect("it is declared").name.to_lowercase();
                let kind = players.iter().fold(name, |name, player| {
                    name.replace(&format!("{} ", player.to_lowercase()), "")
                });
                let first = *grounds.entry(kind.clone()).or_insert(part.ground);
                assert_eq!(first, part.ground, "{}: {kind}", example.scenario.name);
                found += usize::from(part.owner.is_some_and(|owner| owner > 0));
                for field in &fields {
                    if field.zone.as_deref() == Some(key) {
                        assert_eq!(field.ground, part.ground, "{key} on the mat");
                    }
                }
            }
        }
    }
    assert!(found > 20, "zones of second players are drawn: {found}");
}

/// The fields of the play areas of a book.
fn mat_fields(read: &PrintableBook) -> Vec<MatField> {
    let mut fields = Vec::new();
    walk::each_block(&read.book.blocks, &mut |block| {
        let BlockKind::Table(table) = &block.kind else { return };
        fields.extend(table.play_mat(&block.attributes).into_iter().flat_map(|mat| mat.fields));
    });
    fields
}

/// The pictures of an example: its position, its steps, and those for print.
fn every_picture(example: &Example) -> impl Iterator<Item = &Picture> {
    let story = &example.story;
    let steps = story.steps().filter_map(|step| step.picture.as_ref());
    let boards = story.boards.iter().map(|board| &board.picture);
    story.position.iter().chain(steps).chain(boards)
}

/// The words for a picture list its content: they are a sentence at least, and contain no key of a
/// zone.
#[test]
fn every_picture_is_said_in_words() {
    let mut found = 0;
    for example in examples() {
        let keys: Vec<&str> = example.trace.table.iter().map(|zone| zone.key.as_str()).collect();
        for picture in every_picture(example) {
            let (name, alt) = (&example.scenario.name, &picture.alt);
            found += 1;
            let key = keys.iter().find(|key| key.contains('.') && names(alt, key));
            assert_eq!(key, None, "{name}: {alt}");
            assert!(alt.chars().count() >= 25, "{name}: {alt:?}");
            for sheet in &picture::draw_picture_sheets(picture, 236.0, 0.0)[1..] {
                let says_more = sheet.alt.contains([':', '(']);
                assert!(says_more, "{name}: {:?} says but the title", sheet.alt);
            }
        }
    }
    assert!(found > 300, "only {found} pictures");
}

/// A counter or a flag for which the book names an icon has it on cards, in the legend and among the
/// amounts of players; every other one keeps its letter.
#[test]
fn counters_have_the_icons_of_their_book() {
    let mut found = 0;
    for read in played() {
        let Some(game) = &read.rules else { continue };
        let outlines: Vec<_> = game.look.icons.values().map(|icon| &icon.outline).collect();
        for picture in read.examples.iter().flat_map(every_picture) {
            for (token, name) in &picture.legend {
                let named = game.look.icons.get(name).map(|icon| &icon.outline);
                let has_icon = !token.icon.is_empty();
                assert!(!has_icon || outlines.contains(&&token.icon), "{name}");
                assert!(named.is_none_or(|outline| *outline == token.icon), "{name}");
                found += usize::from(has_icon);
            }
        }
    }
    assert!(found > 60, "hardly any icons: {found}");
}
