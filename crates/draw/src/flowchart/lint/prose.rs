//! Finds boxes that refer to another chart in words. In: a chart and the titles of other charts.
//! Out: boxes whose words send the reader to one of these.

use serde::{Deserialize, Serialize};

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

/// Words after a title that send the reader there.
const BEHIND: &[&str] = &["begin", "begins", "start", "starts"];

/// A section that holds a flowchart.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChartedSection {
    /// Its title.
    pub title: String,
    /// Its anchor.
    pub anchor: String,
}

/// The words of a title, and its anchor.
struct TitleAnchor<'a> {
    words: Vec<String>,
    anchor: &'a str,
}

/// A title in a label: its first word, the word after it, and the anchor.
#[derive(Clone, Copy)]
struct NamedTitle<'a> {
    from: usize,
    to: usize,
    anchor: &'a str,
}

/// Returns the boxes that send the reader to one of `others`, and its anchor. The label says
/// "Proceed to Draw Phase", "Go to ...", "... Begins", "Return to ..." with the title. A number
/// before the title ("7. Draw Phase") and "the" do not count. A label with two such titles leads
/// nowhere, and neither does a title that two sections have. Leave out the chart's own section.
pub fn prose_exits(chart: &Chart, others: &[&ChartedSection]) -> Vec<(usize, String)> {
    let titles = others
        .iter()
        .map(|ChartedSection { title, anchor }| TitleAnchor { words: title_words(title), anchor });
    let titles: Vec<TitleAnchor> = titles.collect();
    let anchor = |label: &str| named_anchor(&label_words(label), &titles);
    let nodes = chart.nodes.iter().enumerate();
    nodes.filter_map(|(index, node)| Some((index, anchor(&node.label)?.to_owned()))).collect()
}

/// Returns the words of a title without its number and article.
fn title_words(title: &str) -> Vec<String> {
    let words = label_words(title);
    let is_number = |word: &&String| word.chars().all(|c| c.is_ascii_digit());
    let numbers = words.iter().take_while(is_number).count();
    let number = if numbers == words.len() { 0 } else { numbers };
    words.into_iter().skip(number).skip_while(|word| word == "the").collect()
}

/// Returns the only anchor that a label leads to. A title within a longer one ("End Phase" within
/// "End Phase Actions") does not count.
fn named_anchor<'a>(label: &[String], titles: &[TitleAnchor<'a>]) -> Option<&'a str> {
    let all: Vec<NamedTitle> = titles.iter().flat_map(|title| named_places(label, title)).collect();
    let is_longer = |other: &NamedTitle, own: &NamedTitle| {
        other.from <= own.from && own.to <= other.to && other.to - other.from > own.to - own.from
    };
    let mut named = all.iter().filter(|own| !all.iter().any(|other| is_longer(other, own)));
    let first = named.next()?;
    named.next().is_none().then_some(first.anchor)
}

/// Returns the places in a label that send the reader to a title.
fn named_places<'a>(label: &[String], title: &TitleAnchor<'a>) -> Vec<NamedTitle<'a>> {
    let TitleAnchor { words, anchor } = title;
    let begins = |word: &String| BEHIND.contains(&word.as_str());
    let is_named = |from: &usize| {
        !words.is_empty()
            && label[*from..].starts_with(words)
            && (sends_ahead(&label[..*from]) || label.get(*from + words.len()).is_some_and(begins))
    };
    let places = (0..label.len()).filter(is_named);
    places.map(|from| NamedTitle { from, to: from + words.len(), anchor }).collect()
}

/// True if the words before a title send the reader there.
fn sends_ahead(before: &[String]) -> bool {
    let before = before.strip_suffix(&["the".to_owned()]).unwrap_or(before);
    BEFORE.iter().any(|phrase| {
        let start = before.len().checked_sub(phrase.len());
        start.is_some_and(|start| before[start..] == **phrase)
    })
}
