//! Names of places: how scenarios and traces write them, and what they lead to in a program.

use crate::document::address::slug;
use crate::document::nearest_name;
use crate::engine::trace::TraceRecord;
use crate::rules::{ChartProgram, Program, ProsePlace, Role};

/// How a trace names a place: its own anchor, or `section/step`; of another book with that book's
/// name before it.
pub fn key_of(program: &Program, place: u32) -> String {
    program.places.get(place as usize).map_or_else(|| format!("?{place}"), place_key)
}

fn place_key(place: &ProsePlace) -> String {
    let own = match &place.anchor {
        Some(anchor) => anchor.clone(),
        None if place.step.is_empty() => place.section.clone(),
        None => format!("{}/{}", place.section, place.step),
    };
    match &place.book {
        Some(book) => format!("{}:{own}", slug(book)),
        None => own,
    }
}

/// What a record cites: `@activate-cards/2.2`, or `@cards.csv/Dream Fairy < @ability-activate`
/// inside the effect of a card.
pub fn citation(program: &Program, record: &TraceRecord) -> String {
    let rule = record.place.map(|place| format!("@{}", key_of(program, place)));
    let card =
        record.effect.as_ref().map(|card| format!("@{}/{card}", data_file_of(program, card)));
    match (card, rule) {
        (Some(card), Some(rule)) => format!("{card} < {rule}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => String::new(),
    }
}

/// The data file in which a card has its row.
fn data_file_of<'p>(program: &'p Program, card: &str) -> &'p str {
    let has =
        |rows: &[Vec<String>]| rows.iter().any(|row| row.first().is_some_and(|name| name == card));
    program.data.iter().find(|data| has(&data.rows)).map_or("cards", |data| data.path.as_str())
}

/// The names of all cards, in the order of the data.
pub fn card_names(program: &Program) -> impl Iterator<Item = &str> {
    program
        .data
        .iter()
        .flat_map(|data| &data.rows)
        .filter_map(|row| row.first())
        .map(String::as_str)
}

/// `#anchor 2.1` as a binding writes it: `#anchor/2.1`.
fn binding_key(written: &str) -> String {
    let words: Vec<&str> =
        written.trim_start_matches('#').split([' ', '/']).filter(|word| !word.is_empty()).collect();
    format!("#{}", words.join("/"))
}

/// The place that a scenario writes as `#anchor` or `#anchor 2.1`: by a binding of that name, else
/// where it stands in the text.
pub fn find_place(program: &Program, written: &str) -> Option<u32> {
    let wanted = binding_key(written);
    let bound =
        program.bindings.iter().find(|binding| binding.key == wanted && binding.place.is_some());
    bound.and_then(|binding| binding.place).or_else(|| find_standing_place(program, &wanted[1..]))
}

fn find_standing_place(program: &Program, wanted: &str) -> Option<u32> {
    let fits = |place: &ProsePlace| {
        let own = place.anchor.as_deref() == Some(wanted);
        let step = wanted
            .split_once('/')
            .is_some_and(|(section, step)| place.section == section && place.step == step);
        place.book.is_none() && (own || step)
    };
    program.places.iter().position(fits).and_then(|at| u32::try_from(at).ok())
}

/// The function bound to what a scenario writes as `#anchor` or `#anchor 2.1`.
pub fn find_function(program: &Program, written: &str) -> Option<u32> {
    let plays = |function: &u32| {
        let role = program.functions.get(*function as usize).map(|f| f.role.as_ref());
        matches!(role, Some(None | Some(Role::Setup)))
    };
    let wanted = binding_key(written);
    let bound =
        || program.bindings.iter().filter(|b| b.key == wanted).map(|b| b.function).filter(plays);
    let own = |function: &u32| {
        let module =
            program.functions.get(*function as usize).map(|function| function.module as usize);
        module
            .and_then(|module| program.modules.get(module))
            .is_some_and(|module| module.book.is_empty())
    };
    let standing =
        || find_place(program, written).and_then(|place| bound_to(program, place).find(plays));
    bound().find(own).or_else(standing).or_else(|| bound().next())
}

/// The functions bound to a place, in the order of the program.
pub fn bound_to(program: &Program, place: u32) -> impl Iterator<Item = u32> {
    let functions = (0u32..).zip(&program.functions);
    functions.filter(move |(_, function)| function.places.contains(&place)).map(|(index, _)| index)
}

/// Whether a play can stop at a place: a function is bound to it, or it is a chart or a box that is
/// walked.
pub fn can_stop_at(program: &Program, place: u32) -> bool {
    let walked = |chart: &ChartProgram| {
        chart.place == place || chart.boxes.iter().any(|own| own.place == place)
    };
    bound_to(program, place).next().is_some() || program.charts.iter().any(walked)
}

/// The function with a role.
pub fn function_with_role(program: &Program, role: &Role) -> Option<u32> {
    (0u32..)
        .zip(&program.functions)
        .find(|(_, function)| function.role.as_ref() == Some(role))
        .map(|(index, _)| index)
}

/// What an author who wrote `written` may have meant: the name of a place that `fits`.
pub fn nearest_place(
    program: &Program,
    written: &str,
    fits: impl Fn(u32) -> bool,
) -> Option<String> {
    let places =
        (0u32..).zip(&program.places).filter(|(index, place)| place.book.is_none() && fits(*index));
    let names: Vec<String> = places.map(|(_, place)| place_key(place)).collect();
    let wanted = binding_key(written);
    nearest_name(&wanted[1..], names.iter().map(String::as_str))
        .map(|name| format!("#{}", name.replacen('/', " ", 1)))
}

/// `5.5.1 step 2.1`, or the title of a place without a number; of another book with that book's
/// title before it.
pub fn address_of(program: &Program, place: u32) -> String {
    let Some(place) = program.places.get(place as usize) else { return String::new() };
    let own = if place.address.is_empty() { &place.title } else { &place.address };
    place.book.as_ref().map_or_else(|| own.clone(), |book| format!("{book} {own}"))
}
