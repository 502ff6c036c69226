//! Sheets that are folded between fronts and backs.

use rulepress::book::Output;
use rulepress::press::PrintRequest;
use rulepress::press::inspect::text_runs;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::outputs::cards::nup::FoldedGrid;
use rulepress::press::paper::Paper;
use rulepress::press::preview::lay_out;
use rulepress::press::profile::find_profile;
use rulepress::size::Size;

use crate::common::Folder;

const EDGE: f64 = 5.0;

/// A back is behind its front when the sheet is folded, and nothing is on the fold or at the edge.
#[test]
fn backs_lie_behind_their_fronts() {
    for paper in ["a4", "letter", "a3"] {
        let paper = Paper::find(paper).expect("it is known");
        for (width, height) in
            [(63.0, 88.0), (57.15, 88.9), (44.0, 68.0), (70.0, 120.0), (50.8, 50.8)]
        {
            let card = Size { width, height };
            for bleed in [0.0, 2.0] {
                let grid = FoldedGrid::fit(&paper, card, bleed, EDGE).expect("some fit");
                let (fold, count) = (grid.fold(), grid.fronts.count());
                for nth in 0..count {
                    let (front, back) = (grid.fronts.front(nth), grid.back(nth));
                    let behind = 2.0 * fold - (back.0 + width);
                    assert!((behind - front.0).abs() < 0.001 && front.1 == back.1);
                    assert!(front.0 - bleed >= EDGE - 0.001);
                    assert!(front.0 + width + bleed <= fold - FoldedGrid::GAP + 0.001);
                    assert!(front.1 - bleed >= EDGE - 0.001);
                    assert!(front.1 + height + bleed <= grid.fronts.page.height - EDGE + 0.001);
                    for (from, to) in grid.marks() {
                        let on = |a: f64, b: f64, least: f64, most: f64| {
                            a.min(b) < most - 0.01 && a.max(b) > least + 0.01
                        };
                        let covers = on(from.0, to.0, front.0 - bleed, front.0 + width + bleed)
                            && on(from.1, to.1, front.1 - bleed, front.1 + height + bleed);
                        assert!(!covers, "{card:?}: a mark lies on a card: {from:?} {to:?}");
                        assert!(from.0.max(to.0) <= fold, "marks are on the fronts' half");
                    }
                }
            }
        }
    }
}

#[test]
fn folded_sheets_have_one_side() {
    let folder = Folder::new("folds");
    folder.write("book/book.toml", "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\ncount = 'Copies'\ntitle = 'Behind'\nart = false\n");
    folder.write("book/cards.csv", "Name,Copies,Text\nFox,2,Run.\nOwl,4,Look.\nElk,1,Stand.\n");
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    let book = folder.book("book");
    let profile = find_profile("home-a4").expect("it is bundled");
    let cards = CardRequest { fold: true, ..CardRequest::default() };
    let request = PrintRequest { cards, ..PrintRequest::usual(&profile) };
    let mut findings = Default::default();
    let laid = lay_out(&book.book, Output::Deck, &request, &book.sources, &mut findings);
    let pages = &laid[0].document;
    // Seven cards, four to a sheet.
    assert_eq!(pages.pages().len(), 2);
    let wide = pages.pages()[0].frame.width().to_pt();
    let runs = text_runs(pages);
    let middle = |words: &str| {
        let found = runs.iter().filter(move |run| run.page == 0 && run.text.trim() == words);
        found.map(|run| (run.left, (run.left + run.right) / 2.0)).collect::<Vec<_>>()
    };
    let fronts = middle("Run.");
    assert!(fronts.len() == 2 && fronts.iter().all(|(left, _)| *left < wide / 2.0), "{fronts:?}");
    // The foot of each front says it too.
    let (backs, feet): (Vec<_>, Vec<_>) =
        middle("Behind").into_iter().partition(|(left, _)| *left > wide / 2.0);
    assert_eq!((backs.len(), feet.len()), (4, 4));
    let note: Vec<_> = runs.iter().filter(|run| run.text.contains("fold, glue")).collect();
    assert!(!note.is_empty());
    assert!(note.iter().all(|run| run.left > wide / 2.0 || run.right < wide / 2.0), "{note:?}");

    let arguments =
        ["build", "book", "--only", "deck", "--profile", "home-a4", "--gutter-fold", "-q"];
    let ran = folder.run(&arguments);
    let files =
        "output/book/deck-home-a4-fold.pdf\noutput/book/deck-home-a4-fold-how-to-print.pdf\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), files));
    // On a screen there is nothing to fold.
    let ran = folder.run(&["build", "book", "--only", "deck", "--gutter-fold"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("need a profile with printer paper"), "{}", ran.stderr);
    folder.run(&[arguments.as_slice(), &["--fronts-only"]].concat()).ended(2);
}
