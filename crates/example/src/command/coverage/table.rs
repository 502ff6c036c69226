//! Items that neither an example nor a game reaches, as a table that a book can print: a row for each kind of
//! item, with links into the book.

use std::collections::BTreeSet;

use super::{Coverage, CoveredPart, MissingRule};
use rules::{Program, ProsePlace};

/// Number of words that a long sentence is shortened to.
const FIRST_WORDS: usize = 6;
/// The longest name before a colon that is used instead of the sentence, in characters.
const LONGEST_NAME: usize = 40;

impl Coverage<'_> {
    /// Returns the missing items that no game reached, as a table in Markdown.
    pub fn table(&self) -> String {
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for part in self.parts.iter().filter(|part| !part.one.is_empty()) {
            for (kind, words) in unreached(part, self.program) {
                match rows.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, all)) => all.push(words),
                    None => rows.push((kind, vec![words])),
                }
            }
        }
        let lines = rows.iter().map(|(kind, all)| format!("| {kind} | {} |\n", all.join("; ")));
        format!("| Not played | Which |\n| --- | --- |\n{}", lines.collect::<String>())
    }
}

/// Returns the kind and the name of each item of a part that no game reaches. Items in a section that is not
/// reached at all are omitted.
fn unreached<'c>(
    part: &'c CoveredPart,
    program: &'c Program,
) -> impl Iterator<Item = (String, String)> + 'c {
    let place_of = |missing: &MissingRule| program.places.get(missing.place? as usize);
    let missing = || part.missing.iter().filter(|missing| missing.seed.is_none());
    let whole: BTreeSet<&str> = missing()
        .filter_map(place_of)
        .filter(|place| is_heading(place))
        .map(|place| place.section.as_str())
        .collect();
    missing().filter_map(move |missing| match place_of(missing) {
        Some(place) if !is_heading(place) && whole.contains(place.section.as_str()) => None,
        Some(place) => Some((part.one.to_owned(), link_to(place))),
        None if missing.place.is_none() && part.one == "Card" => {
            Some((escaped(&missing.address), escaped(&missing.anchor)))
        }
        None => Some((part.one.to_owned(), escaped(&missing.anchor))),
    })
}

fn is_heading(place: &ProsePlace) -> bool {
    place.step.is_empty() && place.anchor.as_ref().is_none_or(|anchor| *anchor == place.section)
}

/// Returns a Markdown link to a place: its title, the name before its colon, or its first words.
fn link_to(place: &ProsePlace) -> String {
    let words = if is_heading(place) { place.title.clone() } else { lead_words(&place.text) };
    let anchor = place.anchor.as_ref().unwrap_or(&place.section);
    format!("[{}](#{anchor})", escaped(&words))
}

fn lead_words(text: &str) -> String {
    if let Some((name, _)) = text.split_once(':')
        && name.chars().count() <= LONGEST_NAME
    {
        return name.trim().to_owned();
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.len() > FIRST_WORDS {
        true => format!("{} …", words[..FIRST_WORDS].join(" ")),
        false => words.join(" ").trim_end_matches(['.', ',', ';']).to_owned(),
    }
}

/// Escapes the signs that mean something in Markdown.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    for sign in words.chars() {
        if "\\`*_[]{}<>|~#".contains(sign) {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}
