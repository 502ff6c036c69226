//! The use of paper by our books and the unchanged documents, and the places of their examples on
//! it.

use rulepress::document::{Block, BlockKind, ExamplePart, PlayedExample};
use rulepress::example::game::BookLocation;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::economy::{PaperUse, paper_use};
use rulepress::press::paper::Paper;
use rulepress::rules::ForeignRules;
use rulepress::rules::executor::InProcess;

use crate::common::{books, laid_book, root, rulebook_pages, seed};

/// The unchanged documents, each with the book that plays it.
const DOCUMENTS: [(&str, &str); 4] = [
    ("automated-emperor.html", "imperial-assault"),
    ("gaia-project-automa.md", "gaia-project"),
    ("grand-archive-flowcharts.md", "grand-archive"),
    ("wind-lorraine-automa.md", "wind-lorraine"),
];
/// Least height of a torn example on its last page, in points: a step, and the line below the
/// steps.
const LEAST_REST: f64 = 26.0;

fn document((file, book): (&str, &str)) -> Option<BookLocation> {
    let (path, rules) = (seed(file)?, root().join("content").join(book));
    let name = file.split_once('.').map_or(file, |(name, _)| name);
    let bindings = Some(rules.join(format!("bindings/{name}.toml")));
    let foreign = Some(ForeignRules { rules, bindings });
    Some(BookLocation { path, foreign, ..BookLocation::default() })
}

fn read(place: &BookLocation) -> PrintableBook {
    rulepress::read_book_with(place, &InProcess).expect("the text is there")
}

fn used(read: &PrintableBook, paper: &str) -> PaperUse {
    let paper_size = Paper::find(paper).expect("the paper is known");
    paper_use(&rulebook_pages(read, paper), &paper_size)
}

/// The played documents: no page is left half empty but at the end of a chapter.
#[test]
fn documents_use_their_paper() {
    for place in DOCUMENTS.into_iter().filter_map(document) {
        let used = used(&read(&place), "a5");
        let is_bare = |nth: &usize| used.pages[*nth].filled < 0.5 && !used.pages[*nth].ends_chapter;
        let bare: Vec<usize> = (0..used.pages.len()).filter(is_bare).collect();
        assert!(bare.is_empty(), "{}: pages {bare:?} from 0", place.path.display());
        let far: Vec<_> = used.examples.iter().filter(|own| own.distance() > 1).collect();
        assert!(far.is_empty(), "{}: {far:?}", place.path.display());
    }
}

/// An example on two pages that would fit on one continues at the top of the next page, with more
/// than a line.
#[test]
fn examples_are_torn_between_their_steps_alone() {
    let mut torn = 0;
    for paper in ["a5", "a4"] {
        let size = Paper::find(paper).expect("the paper is known");
        for path in books() {
            let used = paper_use(&laid_book(&path, paper).pages, &size);
            torn += torn_examples(&format!("{} on {paper}", path.display()), &used, &size);
        }
        for place in DOCUMENTS.into_iter().filter_map(document) {
            let used = used(&read(&place), paper);
            torn += torn_examples(&format!("{} on {paper}", place.path.display()), &used, &size);
        }
    }
    assert!(torn > 5, "{torn} examples stand on two pages");
}

/// Returns the number of examples on several pages, where this is allowed.
fn torn_examples(name: &str, used: &PaperUse, size: &Paper) -> usize {
    let torn = used.examples.iter().filter(|own| own.frames.len() > 1);
    for example in torn.clone() {
        let what = format!("{name}: {}", example.name);
        let last = example.frames.last().expect("it has two");
        assert!(last.height > LEAST_REST, "{what}: {} points", last.height);
        let is_around = used.examples.iter().any(|other| {
            let first = other.frames.first().filter(|_| other.name != example.name);
            first.is_some_and(|first| first.page == last.page && first.top < last.top + last.height)
        });
        assert!(!is_around || example.height() > size.text_height(), "{what}");
    }
    torn.count()
}

/// Low examples of words alone are in one column or over both, as the press chooses page by page:
/// our books have some of either kind. Examples with pictures are over both columns.
#[test]
fn examples_stand_in_one_column_or_over_both() {
    let (mut single, mut both) = (Vec::new(), Vec::new());
    for path in books() {
        let laid = laid_book(&path, "a5");
        let size = Paper::find("a5").expect("it is known");
        let used = paper_use(&laid.pages, &size);
        for played in laid.read.book.blocks.iter().filter_map(played_example) {
            let own = used.examples.iter().find(|own| own.name == played.name);
            let own = own.unwrap_or_else(|| panic!("{} is printed", played.name));
            let is_low = own.height() < 0.25 * size.text_height();
            let is_in_words = played.entries.iter().all(is_in_words);
            assert!(is_in_words || own.column.is_none(), "{own:?}");
            if is_in_words && own.column.is_some() {
                assert!(own.frames.len() == 1, "an example stays whole in its column: {own:?}");
                single.push(own.name.clone());
            } else if is_in_words && is_low {
                both.push(own.name.clone());
            }
        }
    }
    println!("in a column {single:?}, over both {both:?}");
    assert!(!single.is_empty() && !both.is_empty(), "in a column {single:?}, over both {both:?}");
}

fn played_example(block: &Block) -> Option<&PlayedExample> {
    let BlockKind::Example(played) = &block.kind else { return None };
    Some(played)
}

fn is_in_words(part: &ExamplePart) -> bool {
    matches!(part, ExamplePart::Heading(_) | ExamplePart::Step { picture: None, .. })
}
