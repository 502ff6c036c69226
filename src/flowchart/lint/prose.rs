//! In: a chart and the titles of other charts. Out: boxes that send the reader to one of these in
//! words.

use super::super::Chart;
use super::vocabulary::label_words;

/// Words before a title that send the reader there.
const BEFORE: &[&[&str]] = &[
    &["proceed", "to"],
    &["proceeds", "to"],
    &["go", "to"],
    &["goes", "to"],
    &["goto"],
    &["return", "to"],
    &["returns", "to"],
    &["back", "to"],
    &["continue", "with"],
    &["continue", "to"],
    &["continues", "with"],
    &["continues", "to"],
    &["see"],
];

/// Words behind a title that send the reader there.
const BEHIND: &[&str] = &["begin", "begins", "start", "starts"];

/// Boxes whose label says "Proceed to Draw Phase", "Go to ...", "... Begins", "Return to ..." with
/// one of `names` (title and anchor), and the anchor. A number before the title ("7. Draw Phase")
/// and "the" do not count. A label that names two of them, or a title that two of them have, leads
/// nowhere. Leave the chart's own title out.
pub fn prose_exits(chart: &Chart, names: &[(String, String)]) -> Vec<(usize, String)> {
    let titles: Vec<(Vec<String>, &str)> =
        names.iter().map(|(title, anchor)| (title_words(title), anchor.as_str())).collect();
    let mut exits = Vec::new();
    for (index, node) in chart.nodes.iter().enumerate() {
        if let Some(anchor) = named_anchor(&label_words(&node.label), &titles) {
            exits.push((index, anchor.to_owned()));
        }
    }
    exits
}

/// The words of a title without its number and article.
fn title_words(title: &str) -> Vec<String> {
    let words = label_words(title);
    let skip = words.iter().take_while(|word| word.chars().all(|c| c.is_ascii_digit())).count();
    let skip = if skip == words.len() { 0 } else { skip };
    words.into_iter().skip(skip).skip_while(|word| word == "the").collect()
}

/// The only anchor that a label leads to.
fn named_anchor<'a>(label: &[String], titles: &[(Vec<String>, &'a str)]) -> Option<&'a str> {
    let mut places: Vec<(usize, usize, &str)> = Vec::new();
    for (title, anchor) in titles {
        for at in 0..label.len() {
            if !title.is_empty()
                && label[at..].starts_with(title)
                && sends_reader(label, at, at + title.len())
            {
                places.push((at, at + title.len(), anchor));
            }
        }
    }
    // "End Phase" within "End Phase Actions" is not named.
    let longest = |(from, to, _): &&(usize, usize, &str)| {
        !places.iter().any(|(start, end, _)| start <= from && to <= end && end - start > to - from)
    };
    let mut named = places.iter().filter(longest);
    let first = named.next()?;
    named.next().is_none().then_some(first.2)
}

fn sends_reader(label: &[String], from: usize, to: usize) -> bool {
    let before = &label[..from];
    let before = before.strip_suffix(&["the".to_owned()]).unwrap_or(before);
    let sent = BEFORE.iter().any(|phrase| ends_with_phrase(before, phrase));
    sent || label.get(to).is_some_and(|word| BEHIND.contains(&word.as_str()))
}

fn ends_with_phrase(words: &[String], phrase: &[&str]) -> bool {
    words.len() >= phrase.len()
        && words[words.len() - phrase.len()..].iter().zip(phrase).all(|(a, b)| a == b)
}
