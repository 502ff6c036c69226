//! A small book made of module texts: `#@` lines bind as they do in real books, but the places are
//! made up as they are named.

use std::collections::BTreeMap;

use rulepress::engine::Lifetime;
use rulepress::engine::trace::{PlacedCard, PlacedCounter, PlacedFlag, Start, ZoneLayout};
use rulepress::rules::{
    CardData, Constant, Function, Insertion, Module, Program, ProsePlace, Role, TieBreakerItem,
    TieBreakerList,
};
use rulepress::source::{SourceId, Span};

/// The modules of a book, and the rows of its only file of card data.
pub(crate) fn program(modules: &[(&str, &str)], data: &str) -> Program {
    let mut program =
        Program { book: "Test".to_owned(), reading: "corrected".to_owned(), ..Program::default() };
    for (path, text) in modules {
        module(&mut program, path, text);
    }
    if !data.is_empty() {
        let mut lines = data
            .lines()
            .map(|line| line.split('|').map(str::trim).map(str::to_owned).collect::<Vec<_>>());
        let columns = lines.next().unwrap();
        program.data.push(CardData {
            path: "cards.csv".to_owned(),
            columns,
            rows: lines.collect(),
        });
    }
    program.values.push(("first-hand".to_owned(), Constant::Int(3)));
    program
}

pub(crate) fn place(program: &mut Program, name: &str) -> u32 {
    let (section, step) = name.split_once(' ').unwrap_or((name, ""));
    let known = program.places.iter().position(|p| p.section == section && p.step == step);
    known.unwrap_or_else(|| {
        let anchor = step.is_empty().then(|| section.to_owned());
        let span = Span { source: SourceId(0), start: 0, end: 0 };
        program.places.push(ProsePlace {
            section: section.to_owned(),
            step: step.to_owned(),
            anchor,
            address: name.to_owned(),
            title: section.to_owned(),
            text: String::new(),
            links: Vec::new(),
            span,
            book: None,
        });
        program.places.len() - 1
    }) as u32
}

/// Returns the address of a cited place.
pub(crate) fn cited(program: &Program, place: Option<u32>) -> String {
    place.map_or("-".to_owned(), |at| program.places[at as usize].address.clone())
}

fn module(program: &mut Program, path: &str, text: &str) {
    let index = program.modules.len() as u32;
    let (mut out, mut inserted, mut tags, mut pending) =
        (String::new(), Vec::new(), Vec::new(), None);
    for (at, line) in text.lines().enumerate() {
        let mut line = line.to_owned();
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if let Some(tag) = trimmed.strip_prefix("#@ ") {
            tags.push(tag.to_owned());
        } else if let Some(head) = trimmed.strip_prefix("def ") {
            let name = head.split('(').next().unwrap().to_owned();
            let mut function = Function {
                module: index,
                name,
                line: at as u32 + 1,
                places: Vec::new(),
                role: None,
            };
            let number = program.functions.len() as u32;
            for tag in tags.drain(..) {
                bind(program, &mut function, number, &tag);
            }
            program.functions.push(function);
            pending = Some(number);
        } else if let Some(number) =
            pending.take_if(|_| !trimmed.is_empty() && !trimmed.starts_with('#'))
        {
            let enter = format!("_enter({number})");
            let (start, head) = match () {
                _ if trimmed.starts_with("if ") => (indent + 3, true),
                _ if trimmed.starts_with("for ") => (line.find(" in ").unwrap() + 4, true),
                _ => (indent, false),
            };
            let piece = if head { format!("{enter} or (") } else { format!("{enter}; ") };
            if head {
                let colon = line.rfind(':').unwrap();
                line.insert(colon, ')');
            }
            line.insert_str(start, &piece);
            inserted.push(Insertion {
                line: at as u32 + 1,
                column: start as u32 + 1,
                length: piece.len() as u32,
            });
        }
        out += &line;
        out.push('\n');
    }
    let loads = program.modules.iter().enumerate();
    let loads =
        loads.map(|(at, m)| (m.path.trim_start_matches("rules/").to_owned(), at as u32)).collect();
    program.modules.push(Module {
        path: path.to_owned(),
        book: String::new(),
        text: out,
        source: SourceId(0),
        loads,
        inserted,
    });
}

fn bind(program: &mut Program, function: &mut Function, number: u32, tag: &str) {
    let words: Vec<&str> = tag.split(' ').collect();
    match words.as_slice() {
        ["make"] => function.role = Some(Role::Make),
        ["ready"] => function.role = Some(Role::Ready),
        ["setup"] => function.role = Some(Role::Setup),
        ["answer", question] => function.role = Some(Role::Answer((*question).to_owned())),
        ["instead", event] => function.role = Some(Role::Instead((*event).to_owned())),
        ["after", event] => function.role = Some(Role::After((*event).to_owned())),
        ["card", ..] => {
            let mut parts = tag.split('"');
            let (_, card, moment) =
                (parts.next(), parts.next().unwrap(), parts.next().unwrap().trim());
            function.role = Some(Role::Effect { card: card.to_owned(), moment: moment.to_owned() });
        }
        [list, item, best @ ("most" | "least")] => {
            let anchor = list.trim_start_matches('#');
            let (list_place, item_place) =
                (place(program, anchor), place(program, item.trim_start_matches('#')));
            function.role = Some(Role::Key);
            function.places.push(item_place);
            let item =
                TieBreakerItem { place: item_place, function: number, most: *best == "most" };
            match program.lists.iter_mut().find(|list| list.anchor == anchor) {
                Some(list) => list.items.push(item),
                None => program.lists.push(TieBreakerList {
                    anchor: anchor.to_owned(),
                    place: list_place,
                    items: vec![item],
                }),
            }
        }
        _ => {
            let place = place(program, tag.trim_start_matches('#'));
            function.places.push(place);
        }
    }
}

/// A start that plays the function of this name.
pub(crate) fn start(program: &Program, play: &str, seed: u64) -> Start {
    Start { seed, play: named(program, play), ..Start::default() }
}

pub(crate) fn named(program: &Program, name: &str) -> u32 {
    program.functions.iter().position(|f| f.name == name).unwrap() as u32
}

/// `hand: A, B | rested, C | damage 2` as one zone of a position.
pub(crate) fn put(text: &str) -> ZoneLayout {
    let (zone, cards) = text.split_once(": ").unwrap_or((text.trim_end_matches(':'), ""));
    let cards = cards.split(", ").filter(|card| !card.is_empty()).map(|card| {
        let mut parts = card.split(" | ");
        let mut put =
            PlacedCard { name: parts.next().unwrap().to_owned(), ..PlacedCard::default() };
        for part in parts {
            match part.rsplit_once(' ') {
                Some(("face", side)) => put.face_up = Some(side == "up"),
                Some((counter, n)) if n.parse::<i64>().is_ok() => {
                    let (name, amount) = (counter.to_owned(), n.parse().unwrap());
                    put.counters.push(PlacedCounter { name, amount, until: Lifetime::Game });
                }
                _ => put.flags.push(PlacedFlag { name: part.to_owned(), until: Lifetime::Game }),
            }
        }
        put
    });
    ZoneLayout { zone: zone.to_owned(), cards: cards.collect() }
}

pub(crate) fn answers(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(question, answer)| ((*question).to_owned(), (*answer).to_owned())).collect()
}
