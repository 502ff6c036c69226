//! Reference cards as a set: one size of type, no face without use, charts that can be read on each.

use std::collections::BTreeMap;

use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::press::outputs::cards::{self, CardRequest, CardSetting};
use rulepress::press::profile;

use super::library;
use crate::common::Folder;

/// Titles, numbers and feet of faces are no larger or smaller than this, in points, and no text.
const LEAST: f64 = 7.4;

/// Returns the text of each face of the cards of a book, and the findings.
fn faces(read: &PrintableBook, theme: &str) -> (Vec<Vec<TextRun>>, Findings) {
    let screen = profile::find_profile("screen").expect("it is bundled");
    let look = PageLook { theme: theme.to_owned(), ..PageLook::default() };
    let mut findings = Findings::default();
    let request = CardRequest::default();
    let setting = CardSetting {
        book: &read.book,
        request: &request,
        profile: &screen,
        look: &look,
        sources: &read.sources,
    };
    let pages = cards::typeset_cards(setting, &mut findings);
    let pages = pages.unwrap_or_else(|| panic!("{findings:?}"));
    let mut faces = vec![Vec::new(); pages.pages().len()];
    inspect::text_runs(&pages).into_iter().for_each(|run| faces[run.page].push(run));
    (faces, findings)
}

/// The size of most letters of a face below its title.
fn body_size(face: &[TextRun]) -> String {
    let mut letters: BTreeMap<String, usize> = BTreeMap::new();
    for run in face.iter().filter(|run| run.size > LEAST && run.paragraph.is_some()) {
        *letters.entry(format!("{:.1}", run.size)).or_default() += run.text.chars().count();
    }
    letters.into_iter().max_by_key(|(_, count)| *count).map(|(size, _)| size).unwrap_or_default()
}

fn words(face: &[TextRun]) -> String {
    face.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn book(folder: &Folder, rules: &str, cards: &str) -> PrintableBook {
    folder.write("book/book.toml", "title = 'Set'\nsources = ['rules.md']\n");
    folder.write("book/rules.md", rules);
    folder.write("book/cards.md", cards);
    folder.book("book")
}

#[test]
fn a_set_has_one_size_of_type() {
    for (name, read) in library() {
        let (faces, findings) = faces(&read, MODIFIERS[0]);
        assert!(findings.0.iter().all(|finding| finding.code.name != "small-card"), "{name}");
        let cards = &faces[..faces.len() - 1];
        let table = |face: &&Vec<TextRun>| !words(face).contains("Early");
        let drawn = |face: &&Vec<TextRun>| body_size(face).is_empty();
        let set = cards.iter().filter(|face| table(face) && !drawn(face));
        let mut sizes: Vec<String> = set.map(|face| body_size(face)).collect();
        sizes.sort();
        sizes.dedup();
        let least =
            sizes.iter().map(|size| size.parse::<f64>().expect("a size")).fold(99.0, f64::min);
        let most =
            sizes.iter().map(|size| size.parse::<f64>().expect("a size")).fold(0.0, f64::max);
        // The words of tables are half a point smaller than those around them.
        assert!(most - least <= 0.51 && least >= 7.0, "{name}: {sizes:?}");
    }
}

#[test]
fn every_back_says_something() {
    for (name, read) in library() {
        let (faces, _) = faces(&read, MODIFIERS[0]);
        assert!(faces.len() % 2 == 0, "{name}: fronts and backs");
        let cards = read.book.cards.len();
        for (nth, face) in faces.iter().enumerate() {
            assert!(
                words(face).split_whitespace().count() > 10,
                "{name}: face {nth}: {}",
                words(face)
            );
        }
        assert!(faces.len() <= 2 * cards, "{name}: {} faces for {cards} texts", faces.len());
    }
}

#[test]
fn single_faces_are_two_sides_of_a_card() {
    let folder = Folder::new("sets-pairs");
    let rules = "# One {#one}\n\nFirst of all.\n\n# Two {#two}\n\nSecond of all.\n\n# Three {#three}\n\nThird of all.\n";
    let pulls =
        "# One\n\n![[#one|full]]\n\n# Two\n\n![[#two|full]]\n\n# Three\n\n![[#three|full]]\n";
    let read = book(&folder, rules, pulls);
    let (faces, _) = faces(&read, MODIFIERS[0]);
    let said: Vec<String> = faces.iter().map(|face| words(face)).collect();
    assert_eq!(faces.len(), 4, "{said:?}");
    assert!(said[0].contains("First") && said[1].contains("Second") && said[2].contains("Third"));
    for title in ["Set", "One", "Two", "Three"] {
        assert!(said[3].contains(title), "the last back says what the set holds: {}", said[3]);
    }
}

#[test]
fn a_card_that_must_be_smaller_is_told() {
    let folder = Folder::new("sets-smaller");
    let long = "A sentence that goes on in its paragraph. ".repeat(26);
    let rules = format!("# One {{#one}}\n\nShort.\n\n# Two {{#two}}\n\n{long}\n");
    let read = book(&folder, &rules, "# One\n\n![[#one|full]]\n\n# Two\n\n![[#two|full]]\n");
    let (_, findings) = faces(&read, MODIFIERS[0]);
    let told: Vec<&str> = findings.0.iter().map(|finding| finding.message.as_str()).collect();
    assert!(told.iter().any(|said| said.starts_with("the card `Two` is set in 7")), "{told:?}");
}

/// `count` boxes below each other, each with a way back to the first.
fn chart(count: usize) -> String {
    let mut lines = "```mermaid\ngraph TD\n".to_owned();
    for nth in 1..=count {
        lines += &format!("B{nth}{{Is thing number {nth} done by all?}}\n");
    }
    for nth in 1..count {
        lines += &format!("B{nth} -- Yes --> B{}\nB{nth} -- No --> B1\n", nth + 1);
    }
    lines + "```\n"
}

#[test]
fn a_chart_on_both_sides_says_where_it_goes_on() {
    let folder = Folder::new("sets-chart");
    let mut cut = 0;
    for count in 3..9 {
        let rules = format!("# Round {{#round}}\n\n{}", chart(count));
        let read = book(&folder, &rules, "# Round\n\n![[#round|chart]]\n");
        let (faces, _) = faces(&read, MODIFIERS[0]);
        let drawn: Vec<String> =
            faces.iter().map(|face| words(face)).filter(|said| said.contains("thing")).collect();
        assert!(drawn.len() <= 2 || drawn.iter().all(|said| said.contains("→")), "{drawn:?}");
        if drawn.len() == 2 && drawn[0].contains("goes on at box") {
            cut += 1;
            assert!(drawn[1].contains("comes from box") && drawn[1].contains("Round"), "{drawn:?}");
        }
    }
    assert!(cut > 0, "no chart was cut in two");
}

#[test]
fn a_long_chart_is_numbered_steps() {
    let folder = Folder::new("sets-steps");
    let rules = format!("# Round {{#round}}\n\n{}", chart(12));
    let read = book(&folder, &rules, "# Round\n\n![[#round|chart]]\n");
    let (faces, _) = faces(&read, MODIFIERS[0]);
    let said =
        faces.iter().map(|face| words(face)).collect::<Vec<_>>().join(" ").replace('\u{a0}', " ");
    assert!(said.contains("→ 2") && said.contains("→ 1"), "{said}");
    assert!(!said.contains("goes on at box"), "{said}");
}
