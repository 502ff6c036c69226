//! Reads the arguments that rules pass to the host. In: words, lists and things of Starlark. Out: their
//! counterparts in the kernel, or an error that lists what may be written.

use either::Either;
use starlark::values::list::ListRef;
use starlark::values::none::NoneOr;
use starlark::values::{Heap, Value, ValueLike};

use super::fault::{hinted_error, quoted_list, rules_error, wrong_argument, wrong_type};
use super::handles::{PieceHandle, PlayerHandle, RowHandle, SpaceHandle};
use crate::engine::{Candidate, Game, InsertAt, LONGEST_LIST, Lifetime, PieceId, Subject};
use base::diagnostic::did_you_mean;

/// Returns the meaning of a word, or an error that lists the known words.
pub fn known_word<T: Copy>(what: &str, given: &str, known: &[(&str, T)]) -> starlark::Result<T> {
    let found = known.iter().find(|(word, _)| *word == given);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        hinted_error(format!("unknown {what} `{given}`"), word_hint(given, &words))
    })
}

fn word_hint(given: &str, known: &[&str]) -> String {
    let near = did_you_mean(given, known.iter().copied());
    near.unwrap_or_else(|| format!("use one of {}", quoted_list(known.iter())))
}

/// Reads a lifetime.
pub fn read_lifetime(until: NoneOr<&str>) -> starlark::Result<Lifetime> {
    let known = [("phase", Lifetime::Phase), ("turn", Lifetime::Turn), ("round", Lifetime::Round)];
    let Some(until) = until.into_option() else { return Ok(Lifetime::Game) };
    let found = known.iter().find(|(word, _)| *word == until);
    found.map(|(_, lifetime)| *lifetime).ok_or_else(|| {
        let message = format!("`until` cannot be `{until}`");
        hinted_error(message, lifetime_hint(until, known.map(|(word, _)| word)))
    })
}

/// Returns a hint with the lifetimes, and the one that may be meant.
fn lifetime_hint(given: &str, known: [&str; 3]) -> String {
    let near = did_you_mean(given, known.into_iter()).map(|near| format!("{near} "));
    let [phase, turn, round] = known;
    format!(
        "{}write `{phase}`, `{turn}` or `{round}` after `until`; without it the change lasts the whole game",
        near.unwrap_or_default()
    )
}

/// Reads a face: true for up, false for down.
pub fn read_face(face: NoneOr<&str>) -> starlark::Result<Option<bool>> {
    let face = face.into_option();
    face.map(|face| known_word("face", face, &[("up", true), ("down", false)])).transpose()
}

/// Reads a place in a zone, from a word or a number.
pub fn read_zone_place(at: Either<i64, &str>) -> starlark::Result<InsertAt> {
    let known = [
        ("left", InsertAt::First),
        ("top", InsertAt::First),
        ("right", InsertAt::Last),
        ("bottom", InsertAt::Last),
    ];
    match at {
        Either::Left(index) => Ok(InsertAt::Index(index)),
        Either::Right(word) => known_word("place in a zone", word, &known),
    }
}

/// Returns the things of an argument that is a list, tuple or zone.
pub fn list_values<'v>(
    argument: &str,
    list: Value<'v>,
    heap: Heap<'v>,
) -> starlark::Result<Vec<Value<'v>>> {
    let things = list.iterate(heap).map_err(|_| wrong_argument(argument, "list", list))?;
    let things: Vec<Value<'v>> = things.take(LONGEST_LIST + 1).collect();
    if things.len() > LONGEST_LIST {
        return Err(rules_error(format!("the list is longer than {LONGEST_LIST}"), None));
    }
    Ok(things)
}

/// Returns the piece of a value.
pub fn piece_of(value: Value<'_>) -> Option<PieceId> {
    value.downcast_ref::<PieceHandle>().map(|piece| piece.id())
}

/// Returns the piece, the space or the row of a value.
pub fn candidate_of(value: Value<'_>) -> Option<Candidate> {
    let space = || value.downcast_ref::<SpaceHandle>().map(|space| Candidate::Space(space.id()));
    let card = || value.downcast_ref::<RowHandle>().map(|row| Candidate::Card(row.id()));
    piece_of(value).map(Candidate::Piece).or_else(space).or_else(card)
}

/// Returns the value of a candidate in rules.
pub fn candidate_value(candidate: Candidate, heap: Heap<'_>) -> Value<'_> {
    match candidate {
        Candidate::Piece(piece) => heap.alloc(PieceHandle::new(piece)),
        Candidate::Space(space) => heap.alloc(SpaceHandle::new(space)),
        Candidate::Card(card) => heap.alloc(RowHandle::new(card)),
    }
}

/// Things and numbers of a check or a note.
#[derive(Default)]
pub struct ToldThings {
    pub things: Vec<Subject>,
    pub numbers: Vec<i64>,
}

/// Reads pieces, players, spaces, rows and numbers, including those in lists.
pub fn told_things(values: &[Value<'_>], game: &Game) -> starlark::Result<ToldThings> {
    let mut told = ToldThings::default();
    for value in values {
        match ListRef::from_value(*value) {
            Some(list) => add_told_list(list, game, &mut told)?,
            None => add_told_thing(*value, game, &mut told)?,
        }
    }
    Ok(told)
}

/// Adds the things of a list, without inner lists.
fn add_told_list(list: &ListRef<'_>, game: &Game, told: &mut ToldThings) -> starlark::Result<()> {
    let mut things = list.iter().filter(|inner| ListRef::from_value(*inner).is_none());
    things.try_for_each(|inner| add_told_thing(inner, game, told))
}

fn add_told_thing(value: Value<'_>, game: &Game, told: &mut ToldThings) -> starlark::Result<()> {
    if let Some(candidate) = candidate_of(value) {
        told.things.push(game.candidate_subject(candidate));
    } else if let Some(player) = value.downcast_ref::<PlayerHandle>() {
        told.things.push(Subject::Player(player.id()));
    } else if let Some(number) = value.unpack_i32() {
        told.numbers.push(number.into());
    } else if !value.is_none() {
        let wanted = "only pieces, players, spaces, rows and numbers can be reported";
        return Err(wrong_type(wanted, value));
    }
    Ok(())
}
