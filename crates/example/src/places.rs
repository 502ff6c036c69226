//! Names of places: how scenarios and traces write them, and the places of a program that they mean.

use base::diagnostic::{nearest_name, short_quote};
use document::address::slug;
use rules::engine::trace::{NamedElimination, TraceRecord};
use rules::{CardData, Program, ProsePlace, Role};

/// Returns the name of a place in a trace: its own anchor, or `section/step`. For a place of another book,
/// that book's name comes first.
pub fn key_of(program: &Program, place: u32) -> String {
    program.places.get(place as usize).map_or_else(|| format!("?{place}"), place_key)
}

fn place_key(place: &ProsePlace) -> String {
    let book = place.book.as_ref().map(|book| format!("{}:", slug(book))).unwrap_or_default();
    match &place.anchor {
        Some(anchor) => format!("{book}{anchor}"),
        None if place.step.is_empty() => format!("{book}{}", place.section),
        None => format!("{book}{}/{}", place.section, place.step),
    }
}

/// Returns the citation of a record: `@activate-cards/2.2`, or `@cards.csv/Dream Fairy < @ability-activate`
/// inside the effect of a card.
pub fn citation(program: &Program, record: &TraceRecord) -> String {
    let rule = record.place.map(|place| format!("@{}", key_of(program, place)));
    let card = record.effect.as_ref();
    let card = card.map(|card| {
        let data = program.data.iter().find(|data| row_names(data).any(|name| name == card));
        format!("@{}/{card}", data.map_or("cards", |data| data.path.as_str()))
    });
    card.into_iter().chain(rule).collect::<Vec<_>>().join(" < ")
}

/// Returns the names of all cards, in the order of the data.
pub fn card_names(program: &Program) -> impl Iterator<Item = &str> {
    program.data.iter().flat_map(row_names)
}

/// Returns the names of the cards of a table, in its order.
fn row_names(data: &CardData) -> impl Iterator<Item = &str> {
    data.rows.iter().filter_map(|row| row.first()).map(String::as_str)
}

/// Returns `#anchor 2.1` as a binding writes it: `#anchor/2.1`.
fn binding_key(written: &str) -> String {
    let words: Vec<&str> =
        written.trim_start_matches('#').split([' ', '/']).filter(|word| !word.is_empty()).collect();
    format!("#{}", words.join("/"))
}

/// Returns the place that a scenario writes as `#anchor` or `#anchor 2.1`: by a binding of that name, or else
/// by its place in the text.
pub fn find_place(program: &Program, written: &str) -> Option<u32> {
    let wanted = binding_key(written);
    let mut bindings = program.bindings.iter().filter(|binding| binding.key == wanted);
    let bound = bindings.find_map(|binding| binding.place);
    let wanted = &wanted[1..];
    bound
        .or_else(|| find_standing_place(program, wanted))
        .or_else(|| find_used_place(program, wanted))
}

/// Returns whether a place is another one, or within it: a step of a list, a rule of a section.
pub fn is_within(program: &Program, place: u32, whole: u32) -> bool {
    let [own, whole] = [place, whole].map(|at| &program.places[at as usize]);
    let rest = own.address.strip_prefix(whole.address.as_str());
    own.book == whole.book
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.']))
}

/// Returns whether a place is a section, not a step or a part of one.
pub(crate) fn is_section(place: &ProsePlace) -> bool {
    place.anchor.as_ref() == Some(&place.section)
}

/// Returns a place of a used book, also if that book's name comes before it.
fn find_used_place(program: &Program, wanted: &str) -> Option<u32> {
    // The name of a book contains no colon.
    let within = wanted.split_once(':');
    first_index(&program.places, |place| {
        let Some(book) = &place.book else { return false };
        let own = within.filter(|(name, _)| *name == slug(book));
        is_called(place, own.map_or(wanted, |(_, own)| own))
    })
}

/// Returns the place that an example is printed after, which a scenario writes as `#anchor` or `#anchor 2.1`:
/// by its place in the text, or else by a binding of that name.
pub(crate) fn standing_place(program: &Program, written: &str) -> Option<u32> {
    let wanted = binding_key(written);
    find_standing_place(program, &wanted[1..]).or_else(|| find_place(program, written))
}

fn find_standing_place(program: &Program, wanted: &str) -> Option<u32> {
    first_index(&program.places, |place| place.book.is_none() && is_called(place, wanted))
}

/// Returns the index of the first item that fits.
fn first_index<T>(all: &[T], fits: impl Fn(&T) -> bool) -> Option<u32> {
    all.iter().position(fits).and_then(|at| u32::try_from(at).ok())
}

/// Returns whether a place has the name `anchor`, or `section/step`.
fn is_called(place: &ProsePlace, name: &str) -> bool {
    let within = || name.strip_prefix(place.section.as_str())?.strip_prefix('/');
    place.anchor.as_deref() == Some(name) || within() == Some(place.step.as_str())
}

/// Returns the function bound to the place that a scenario writes as `#anchor` or `#anchor 2.1`: one of the
/// text's own modules, else one at the place itself, else one of another book. A function that carries out
/// the whole place comes before one that carries out some words of it.
pub fn find_function(program: &Program, written: &str) -> Option<u32> {
    let wanted = binding_key(written);
    let bindings = || program.bindings.iter().filter(|binding| binding.key == wanted);
    let (whole, parts) = (
        bindings().filter(|binding| binding.words.is_empty()),
        bindings().filter(|binding| !binding.words.is_empty()),
    );
    let functions = whole.chain(parts).map(|binding| binding.function);
    let bound: Vec<u32> = functions.filter(|one| is_playable(program, *one)).collect();
    // A module of a used book is not one of the text itself.
    let own = bound.iter().copied().find(|function| {
        let function = program.functions.get(*function as usize);
        let module = function.and_then(|function| program.modules.get(function.module as usize));
        module.is_some_and(|module| module.book.is_empty())
    });
    let standing = || {
        let place = find_place(program, written)?;
        bound_to(program, place).find(|function| is_playable(program, *function))
    };
    own.or_else(standing).or_else(|| bound.first().copied())
}

/// Returns whether a scenario may play a function: it has no role, or sets the game up.
fn is_playable(program: &Program, function: u32) -> bool {
    let function = program.functions.get(function as usize);
    function.is_some_and(|function| matches!(function.role, None | Some(Role::Setup)))
}

/// Returns the functions bound to a place, in the order of the program.
pub fn bound_to(program: &Program, place: u32) -> impl Iterator<Item = u32> {
    let functions = (0u32..).zip(&program.functions);
    functions.filter(move |(_, function)| function.places.contains(&place)).map(|(index, _)| index)
}

/// Returns whether a function is bound to a place.
pub(crate) fn is_bound(program: &Program, place: u32) -> bool {
    bound_to(program, place).next().is_some()
}

/// Returns whether a play can stop at a place: a function is bound to it, or it is a chart or a box that
/// plays can pass.
pub fn can_stop_at(program: &Program, place: u32) -> bool {
    is_bound(program, place)
        || program
            .charts
            .iter()
            .any(|chart| chart.place == place || chart.boxes.iter().any(|own| own.place == place))
}

/// Returns the function with a role.
pub fn function_with_role(program: &Program, role: &Role) -> Option<u32> {
    first_index(&program.functions, |function| function.role.as_ref() == Some(role))
}

/// Returns the name of a place that `fits` and is most similar to `written`.
pub fn nearest_place(
    program: &Program,
    written: &str,
    fits: impl Fn(u32) -> bool,
) -> Option<String> {
    let own = (0u32..).zip(&program.places).filter(|(_, place)| place.book.is_none());
    let names = own.filter(|(index, _)| fits(*index)).map(|(_, place)| place_key(place));
    let names: Vec<String> = names.collect();
    let wanted = binding_key(written);
    let nearest = nearest_name(&wanted[1..], names.iter().map(String::as_str))?;
    Some(format!("#{}", nearest.replacen('/', " ", 1)))
}

/// Returns "did you mean `#activate-cards 2.1`?", if a place that `fits` has a similar name.
pub(crate) fn place_meant(
    program: &Program,
    written: &str,
    fits: impl Fn(u32) -> bool,
) -> Option<String> {
    let meant = nearest_place(program, written, fits)?;
    Some(format!("did you mean `{}`?", short_quote(&meant)))
}

/// Returns `5.5.1 step 2.1`, or the title of a place without a number. For a place of another book, that
/// book's title comes first.
pub fn address_of(program: &Program, place: u32) -> String {
    let Some(place) = program.places.get(place as usize) else { return String::new() };
    let own = if place.address.is_empty() { &place.title } else { &place.address };
    match &place.book {
        Some(book) => format!("{book} {own}"),
        None => own.to_owned(),
    }
}

/// Returns the other places in the played text of the function of a list line, such as a ruling that the line
/// rests on; empty unless the line decided. `list` is the place of the list, `nth` the number of the line in
/// it.
pub(crate) fn grounds_of_line<'p>(
    program: &'p Program,
    list: u32,
    lines: &[NamedElimination],
    nth: usize,
) -> impl Iterator<Item = u32> + use<'p> {
    let line = lines.get(nth).filter(|line| !line.dropped.is_empty());
    let own = line.map(|line| line.place);
    let lists = program.lists.iter().filter(move |one| one.place == list);
    let items = lists.filter_map(move |one| one.items.get(nth));
    let item = items.filter(move |item| Some(item.place) == own).take(1);
    let places = item.filter_map(|item| program.functions.get(item.function as usize));
    let all = places.flat_map(|function| function.places.iter().copied());
    all.filter(move |place| Some(*place) != own && is_played(program, *place))
}

/// Returns the rulings on which a place rests: further places, with anchors that begin with `ruling`, of the
/// only function that has the place first.
pub(crate) fn rulings_of(program: &Program, place: u32) -> Vec<u32> {
    let mut holders =
        program.functions.iter().filter(|function| function.places.first() == Some(&place));
    let (Some(function), None) = (holders.next(), holders.next()) else { return Vec::new() };
    let further = function.places.iter().skip(1).copied();
    let is_ruling = |place: &u32| {
        let anchor = program.places.get(*place as usize).and_then(|own| own.anchor.as_deref());
        anchor.is_some_and(|anchor| anchor.starts_with("ruling"))
    };
    further.filter(|place| is_played(program, *place) && is_ruling(place)).collect()
}

/// Returns whether a place is in the text that is played, and not in another book.
fn is_played(program: &Program, place: u32) -> bool {
    program.places.get(place as usize).is_some_and(|place| place.book.is_none())
}
