//! Examples in the margin column of large papers.

use rulepress::press::inspect::economy::paper_use;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::source::manifest::ExamplePlace;

use super::*;

/// A book with its examples in the margin.
fn lay_margin(book: &std::path::Path, paper: &str) -> Laid {
    let mut read = rulepress::read_book(book).expect("it can be read");
    read.book.examples = ExamplePlace::Margin;
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let pages = typeset_rulebook(book, paper, &PageLook::default(), sources, findings);
    let pages = pages.expect("it can be set");
    let runs = rulepress::press::inspect::text_runs(&pages);
    Laid { read, pages, runs }
}

/// Returns the distance of examples from the left of the text, in points.
fn begins(laid: &Laid, paper: &Paper) -> Vec<f64> {
    let label = Label::new(PicoStr::intern("example-begin")).expect("the name is not empty");
    let introspector = laid.pages.introspector();
    let found = introspector.query(&typst::foundations::Selector::Label(label));
    let places = found.iter().filter_map(|own| introspector.as_ref().position(own.location()?));
    let from_left = places.map(|place| {
        let is_recto = (place.page.get() - 1).is_multiple_of(2);
        place.point.x.to_pt() - if is_recto { paper.inside } else { paper.outside } * MM
    });
    from_left.collect()
}

/// Each example is beside its rule or on the page after it, in the margin if it has room there; no
/// word covers another, and the pages are like the others.
#[test]
fn examples_stand_in_the_margin() {
    for book in sampled_books() {
        for name in ["a4", "letter"] {
            let paper = Paper::find(name).expect("it is known");
            let laid = lay_margin(&book, name);
            let what = format!("{} on {name}", book.display());
            let mut wrong = Vec::new();
            inside_the_page(&laid, &mut wrong);
            not_over_each_other(&laid, &mut wrong);
            not_too_small(&laid, &mut wrong);
            right_references(&laid, &mut wrong);
            assert!(wrong.is_empty(), "{what}: {}", wrong.join("\n"));
            let begins = begins(&laid, &paper);
            let beside = begins.iter().filter(|from| **from > 0.6 * paper.text_width());
            let (beside, all) = (beside.count(), begins.len());
            assert!(2 * beside > all, "{what}: {beside} of {all} examples stand in the margin");
            let pages = by_page(&laid).into_iter().enumerate().skip(1);
            for (nth, runs) in pages.filter(|(_, runs)| !runs.is_empty()) {
                let left = if nth.is_multiple_of(2) { paper.inside } else { paper.outside } * MM;
                let is_text = |run: &&&TextRun| {
                    run.left < left + 0.6 * paper.text_width() && run.top > paper.top * MM
                };
                let high = (paper.height - paper.bottom) * MM;
                let text = runs.iter().filter(is_text).filter(|run| run.baseline < high);
                assert!(text.count() > 3, "{what}: page {} has nothing but its margin", nth + 1);
            }
            let used = paper_use(&laid.pages, &paper);
            assert_eq!(used.examples.len(), all, "{what}");
            for example in &used.examples {
                assert!(example.distance() <= 1, "{what}: {}", example.name);
                assert_eq!(example.frames.len().min(1), 1, "{what}: {}", example.name);
            }
        }
    }
}

/// A page of A5 has no room for a margin column.
#[test]
fn small_papers_have_no_margin_column() {
    let book = root().join("content/gazer");
    let (plain, asked) = (lay(&book, "a5"), lay_margin(&book, "a5"));
    assert!(!plain.runs.is_empty() && plain.runs == asked.runs);
}
