//! The cover as a file of its own: back, spine and front, measured on the laid-out page.

use rulepress::book::{FrontPage, Output};
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::PrintRequest;
use rulepress::press::inspect::{TextRun, text_runs};
use rulepress::press::preview::lay_out;
use rulepress::press::profile::{Binding, Profile, find_profile};
use typst_layout::PagedDocument;

use super::{files, library};
use crate::common::{Folder, read_book, root};

/// Points in a millimetre.
const MM: f64 = 72.0 / 25.4;

fn bound(binding: Option<Binding>, leaf: f64) -> Profile {
    let shop = find_profile("generic-3mm").expect("the profile is bundled");
    Profile { binding, leaf, cover_stock: 0.25, ..shop }
}

fn laid(book: &PrintableBook, output: Output, profile: &Profile) -> PagedDocument {
    let mut findings = Findings::default();
    let request = PrintRequest::usual(profile);
    let mut pages = lay_out(&book.book, output, &request, &book.sources, &mut findings);
    assert!(pages.len() == 1 && findings.0.is_empty(), "{:?}", findings.0);
    pages.remove(0).document
}

/// Width and height of the only page, in millimetres.
fn size(pages: &PagedDocument) -> (f64, f64) {
    assert_eq!(pages.pages().len(), 1);
    let size = pages.pages()[0].frame.size();
    (size.x.to_pt() / MM, size.y.to_pt() / MM)
}

fn said(runs: &[TextRun]) -> String {
    let words = runs.iter().map(|run| run.text.trim()).collect::<Vec<_>>().join(" ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn spines_are_as_thick_as_their_books() {
    for (name, book) in library() {
        let profile = bound(Some(Binding::Perfect), 0.5);
        let inside = laid(&book, Output::Rulebook, &profile).pages().len();
        let spine = ((inside as f64 / 2.0 * 0.5 + 0.5) * 10.0).round() / 10.0;
        assert_eq!(inside % 2, 0, "{name}");
        let pages = laid(&book, Output::Cover, &profile);
        let (wide, high) = size(&pages);
        // A bleed of 3 mm on all sides is part of the page.
        let (shown, trim) = (wide - 2.0 * 148.0, (spine, 210.0));
        let bleed = high - trim.1;
        assert!((shown - bleed - trim.0).abs() < 0.01, "{name}: {wide} {high} {spine}");
        let runs = text_runs(&pages);
        let blurb = book.book.blurb.clone().expect("each has one");
        let first = blurb.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        assert!(said(&runs).contains(&first), "{name}: {}", said(&runs));
        // Words of the spine run from its head down within its width; no others are there.
        let (from, to) = ((148.0 + bleed / 2.0) * MM, (148.0 + bleed / 2.0 + spine) * MM);
        let (on, off): (Vec<_>, Vec<_>) =
            runs.iter().partition(|run| (from..to).contains(&run.left));
        assert!(said_by(&on).contains(&book.book.title), "{name}: {}", said_by(&on));
        for run in &on {
            // They are turned: their line is upright, so that only its place counts.
            assert!(run.left > from + MM && run.left < to - MM, "{name}: {run:?}");
            assert!(run.size >= 7.0, "{name}: {run:?}");
        }
        assert!(off.iter().all(|run| run.right < from || run.left > to), "{name}");
    }
}

fn said_by(runs: &[&TextRun]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

#[test]
fn stapled_covers_have_no_spine_and_their_books_pages_by_fours() {
    let (name, book) = ("gaia-project", read_book(&root().join("content/gaia-project")));
    let profile = bound(Some(Binding::Saddle), 0.5);
    let pages = laid(&book, Output::Rulebook, &profile);
    assert_eq!(pages.pages().len() % 4, 0, "{name}");
    let cover = laid(&book, Output::Cover, &profile);
    let (wide, high) = size(&cover);
    assert!((wide - (high - 210.0) - 296.0).abs() < 0.01, "{name}: {wide}");
    // The rulebook itself begins with its contents.
    let runs = text_runs(&pages);
    let large = runs.iter().filter(|run| run.page == 0 && run.size > 25.0).count();
    assert_eq!(large, 0, "{name}");
    assert!(book.book.cover != FrontPage::Never, "{name}");
    let with = laid(&book, Output::Rulebook, &bound(None, 0.5));
    assert!(text_runs(&with).iter().any(|run| run.page == 0 && run.size > 25.0), "{name}");
}

#[test]
fn narrow_spines_bear_no_words() {
    let (name, book) = ("gaia-project", read_book(&root().join("content/gaia-project")));
    let words = |leaf: f64| {
        let cover = laid(&book, Output::Cover, &bound(Some(Binding::Perfect), leaf));
        said(&text_runs(&cover)).matches(&book.book.title).count()
    };
    // On the front the title has lines of its own; on the back it is one line.
    assert_eq!(words(0.5) - words(0.1), 1, "{name}");
}

/// A cover is made of any content of book.toml.
#[test]
fn odd_covers() {
    let long = "A very long title that goes on and on ".repeat(20);
    let cases = [
        ("", ""),
        ("title = ''\n", ""),
        (&*format!("title = '{long}'\n"), "[cover]\nstyle = 'frame'\n"),
        ("title = 'A'\nblurb = ''\n", "[cover]\nstyle = 'split'\n"),
        ("title = 'A'\nblurb = '\u{feff}\\n\\n # no heading'\n", "[cover]\nstyle = 'full'\n"),
        ("title = 'A'\nlanguage = 'ar'\nblurb = 'نص'\n", "base = 'breeze'\n"),
    ];
    for (nth, (toml, theme)) in cases.into_iter().enumerate() {
        let folder = Folder::new(&format!("covers-odd-{nth}"));
        folder.write("book/book.toml", format!("{toml}sources = ['a.md']\n"));
        folder.write("book/theme.toml", theme);
        folder.write("book/a.md", "# Turn\n\nDraw.\n");
        let book = folder.book("book");
        for binding in [Binding::Saddle, Binding::Perfect] {
            let profile = bound(Some(binding), 9.0);
            let cover = laid(&book, Output::Cover, &profile);
            assert_eq!(cover.pages().len(), 1, "{nth}");
        }
    }
}

#[test]
fn covers_of_print_shops_are_black_and_cmyk() {
    for (name, book) in library() {
        let (files, findings) = files(&book, Output::Cover, "generic-3mm", Default::default());
        assert_eq!((files.len(), files[0].name.as_str()), (1, "cover-generic-3mm.pdf"), "{name}");
        assert!(findings.0.is_empty(), "{name}: {:?}", findings.0);
    }
}
