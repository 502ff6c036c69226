//! Reads the arguments that rules pass to the host. In: words, lists and things of Starlark. Out:
//! what they stand for in the kernel, or an error that says what may be written.

use either::Either;
use starlark::values::list::ListRef;
use starlark::values::none::NoneOr;
use starlark::values::{Heap, Value, ValueLike};

use super::fault::{hinted_error, quoted_list, rules_error, wrong_argument, wrong_type};
use super::handles::{PieceHandle, PlayerHandle, RowHandle, SpaceHandle};
use crate::engine::{Candidate, Game, InsertAt, LONGEST_LIST, Lifetime, PieceId, Subject};
use base::diagnostic::did_you_mean;

/// What a word stands for, among those that are known.
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

/// How long something stays.
pub fn read_lifetime(until: NoneOr<&str>) -> starlark::Result<Lifetime> {
    let known = [("phase", Lifetime::Phase), ("turn", Lifetime::Turn), ("round", Lifetime::Round)];
    let Some(until) = until.into_option() else { return Ok(Lifetime::Game) };
    let found = known.iter().find(|(word, _)| *word == until);
    found.map(|(_, lifetime)| *lifetime).ok_or_else(|| {
        let message = format!("nothing stays until the end of the `{until}`");
        hinted_error(message, lifetime_hint(until, known.map(|(word, _)| word)))
    })
}

/// Which ends there are, and what may be meant.
fn lifetime_hint(given: &str, known: [&str; 3]) -> String {
    let near = did_you_mean(given, known.into_iter()).map(|near| format!("{near} "));
    let [phase, turn, round] = known;
    format!(
        "{}`until` is `{phase}`, `{turn}` or `{round}`; without it a thing stays for the game",
        near.unwrap_or_default()
    )
}

/// Which side is up, as true or false.
pub fn read_face(face: NoneOr<&str>) -> starlark::Result<Option<bool>> {
    let face = face.into_option();
    face.map(|face| known_word("face", face, &[("up", true), ("down", false)])).transpose()
}

/// A place in a zone, as a word or a number.
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

/// The things in a list, tuple or zone that an argument is.
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

/// The piece that a value is.
pub fn piece_of(value: Value<'_>) -> Option<PieceId> {
    value.downcast_ref::<PieceHandle>().map(|piece| piece.id())
}

/// A piece, a space or a row.
pub fn candidate_of(value: Value<'_>) -> Option<Candidate> {
    let space = || value.downcast_ref::<SpaceHandle>().map(|space| Candidate::Space(space.id()));
    let card = || value.downcast_ref::<RowHandle>().map(|row| Candidate::Card(row.id()));
    piece_of(value).map(Candidate::Piece).or_else(space).or_else(card)
}

/// A candidate as rules see it.
pub fn candidate_value(candidate: Candidate, heap: Heap<'_>) -> Value<'_> {
    match candidate {
        Candidate::Piece(piece) => heap.alloc(PieceHandle::new(piece)),
        Candidate::Space(space) => heap.alloc(SpaceHandle::new(space)),
        Candidate::Card(card) => heap.alloc(RowHandle::new(card)),
    }
}

/// Things and numbers that a check or a note tells of.
#[derive(Default)]
pub struct ToldThings {
    pub things: Vec<Subject>,
    pub numbers: Vec<i64>,
}

/// Pieces, players, spaces, rows and numbers, also in lists.
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

/// Adds the things of a list; what is a list again is left out.
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
        let wanted = "only pieces, players, spaces, rows and numbers can be told";
        return Err(wrong_type(wanted, value));
    }
    Ok(())
}
