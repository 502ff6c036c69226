//! Mats: a page for a screen or a print shop, sheets that are glued together for a printer at home.

use lopdf::Document;
use rulepress::book::Output;
use rulepress::document::{BlockKind, walk};
use rulepress::drawing::Size;
use rulepress::picture::PlayMat;
use rulepress::picture::mat::SlotGrid;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::outputs::playmat::tiles::{TilePlace, Tiles};
use rulepress::press::paper::Paper;
use rulepress::press::profile;

use super::boxes::sides;
use super::files;
use crate::common::{Folder, read_book, root};

const MM: f64 = 72.0 / 25.4;

/// Width and height of every page in millimetres.
fn pages(bytes: &[u8]) -> Vec<(f64, f64)> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let page = |id| sides(document.get_dictionary(id).expect("it is a page"), b"MediaBox");
    document
        .get_pages()
        .into_values()
        .map(page)
        .map(|own| ((own[2] - own[0]) / MM, (own[3] - own[1]) / MM))
        .collect()
}

fn near(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() < 0.1 && (a.1 - b.1).abs() < 0.1
}

#[test]
fn every_profile_makes_its_own_mat() {
    let read = read_book(&root().join("content/wind-lorraine"));
    for (name, wanted, count, size) in [
        ("screen", &["playmat.svg", "playmat.pdf", "playmat-tabloid.pdf"][..], 2, (297.0, 420.0)),
        ("generic-3mm", &["playmat-generic-3mm.pdf"], 1, (291.0, 821.0)),
        ("home-a4", &["playmat-home-a4.pdf"], 5, (297.0, 210.0)),
        ("home-letter", &["playmat-home-letter.pdf"], 4, (279.4, 215.9)),
        ("home-a5", &["playmat-home-a5.pdf"], 10, (148.0, 210.0)),
    ] {
        let (files, findings) = files(&read, Output::Playmat, name, CardRequest::default());
        let told: Vec<&str> = findings.0.iter().map(|finding| finding.message.as_str()).collect();
        let glued = |paper: &str| {
            format!(
                "the play mat has cards of 63 x 88 mm on it: it is glued together of 2 sheets of {paper}"
            )
        };
        let wanted_told =
            if name == "screen" { vec![glued("a3"), glued("tabloid")] } else { Vec::new() };
        assert_eq!(told, wanted_told, "{name}");
        assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), wanted);
        let pdf = files.iter().find(|file| file.name.ends_with(".pdf")).expect("there is a PDF");
        let pages = pages(&pdf.bytes);
        assert_eq!(pages.len(), count, "{name}");
        assert!(pages.iter().all(|page| near(*page, size)), "{name}: {pages:?}");
    }
    let (files, _) = files(
        &read_book(&root().join("content/gaia-project")),
        Output::Playmat,
        "screen",
        CardRequest::default(),
    );
    assert!(files.is_empty(), "this book has no play area");
}

/// Every zone has room for a card of the book's deck: a pile for one, a row for several.
#[test]
fn cards_have_room_in_their_zones() {
    for name in ["wind-lorraine", "gazer"] {
        let read = read_book(&root().join("content").join(name));
        let own = first_mat(&read);
        for card in [Size::new(63.0 * MM, 88.0 * MM), Size::new(105.0 * MM, 148.0 * MM)] {
            let least = SlotGrid::least(&own, card).size();
            for Size { width, height } in [least, Size::new(least.width * 1.3, least.height * 1.1)]
            {
                check_slots(&own, &SlotGrid::filling(&own, card, width, height), card);
            }
        }
        let strips = own.fields.iter().filter(|field| field.is_strip(&own)).count();
        assert_eq!(strips, if name == "gazer" { 2 } else { 1 }, "{name}");
    }
}

/// The first play area of a book.
fn first_mat(read: &rulepress::pipeline::PrintableBook) -> PlayMat {
    let mut found = None;
    walk::each_block(&read.book.blocks, &mut |block| {
        if let (None, BlockKind::Table(table)) = (&found, &block.kind) {
            found = table.play_mat(&block.attributes);
        }
    });
    found.expect("it has a play area")
}

fn check_slots(own: &PlayMat, grid: &SlotGrid, card: Size) {
    for field in own.fields.iter().filter(|field| !field.is_strip(own)) {
        let (area, slots) = (grid.area(field), grid.slots(own, field));
        assert!(!field.pile || slots.len() == 1, "{}: {slots:?}", field.name);
        assert!(field.pile || slots.len() >= field.across, "{}: {slots:?}", field.name);
        for (nth, slot) in slots.iter().enumerate() {
            assert!(
                (slot.width - card.width).abs() < 1e-6 && (slot.height - card.height).abs() < 1e-6
            );
            assert!(area.x <= slot.x && slot.right() <= area.right() + 1e-6, "{}", field.name);
            assert!(
                area.y + 12.0 <= slot.y && slot.bottom() <= area.bottom() + 1e-6,
                "{}",
                field.name
            );
            assert!(slots[..nth].iter().all(|other| other.shared(slot) < 1e-6), "{}", field.name);
        }
    }
}

/// A mat for large cards takes more paper; one that fits a larger paper is printed on that.
#[test]
fn a_mat_goes_to_the_paper_that_its_cards_need() {
    let folder = Folder::new("mats-paper");
    let set = |size: &str, paper: &str| {
        let head = format!(
            "title = 'Mat'\nsources = ['rules.md']\ndata = ['cards.csv']\n[output.playmat]\npaper = '{paper}'\n[deck.main]\ndata = 'cards.csv'\nsize = '{size}'\n"
        );
        folder.write("book/book.toml", head);
        folder.write("book/cards.csv", "Card,Text\nOne,Draw.\n");
        folder.write("book/rules.md", "# Play\n\nPut cards down.\n\n{.play-area}\n\n<table><tr><td>Deck</td><td>Market</td></tr><tr><td colspan=\"2\">You</td></tr></table>\n");
        let read = folder.book("book");
        let (files, findings) = files(&read, Output::Playmat, "screen", CardRequest::default());
        let told: Vec<String> = findings.0.iter().map(|finding| finding.message.clone()).collect();
        let pdf = files.iter().find(|file| file.name == "playmat.pdf").expect("there is a PDF");
        (pages(&pdf.bytes), told)
    };
    let (small, told) = set("poker", "a5");
    assert!(told.is_empty() && near(small[0], (210.0, 148.0)), "{small:?} {told:?}");
    let (large, told) = set("a6", "a5");
    assert!(near(large[0], (297.0, 210.0)), "{large:?}");
    assert_eq!(
        told,
        ["the play mat has cards of 105 x 148 mm on it, which do not fit on a5: its page is a4"]
    );
}

/// The sheets cover the whole, next to each other with the same overlap, and fewer would not do.
#[test]
fn sheets_cover_the_whole() {
    let least = Size::new(363.0, 252.0);
    for name in profile::profile_names() {
        let profile = profile::find_profile(name).expect("it is bundled");
        let Some(paper) = profile.paper.as_deref().and_then(Paper::find) else { continue };
        let tiles = Tiles::of(&paper, profile.edge, least).expect("there is a way");
        let (whole, shown) = (tiles.whole(), tiles.shown());
        assert!(whole.width >= least.width && whole.height >= least.height, "{name}: {whole:?}");
        let places: Vec<TilePlace> = tiles.places().collect();
        assert_eq!(places.len(), tiles.across * tiles.down);
        for TilePlace { column, row, x, y } in &places {
            let at = |column: usize, row: usize| {
                places.iter().find(|place| (place.column, place.row) == (column, row))
            };
            let right = at(column + 1, *row).map_or(whole.width, |place| place.x + tiles.overlap);
            let bottom = at(*column, row + 1).map_or(whole.height, |place| place.y + tiles.overlap);
            assert!(
                near((x + shown.width, y + shown.height), (right, bottom)),
                "{name}: sheet {column}, {row}"
            );
        }
        let fewer = (1..tiles.across * tiles.down)
            .flat_map(|count| (1..=count).map(move |across| (across, count / across)));
        let turned = [paper.size(), paper.size().turned()];
        let enough = |(across, down): (usize, usize), sheet: Size| {
            let whole = Tiles { sheet, across, down, ..tiles }.whole();
            whole.width >= least.width && whole.height >= least.height
        };
        assert!(
            !fewer.into_iter().any(|counts| turned.into_iter().any(|sheet| enough(counts, sheet))),
            "{name}"
        );
    }
    let stamp = Paper { width: 30.0, height: 20.0, ..Paper::find("a4").expect("it is known") };
    assert_eq!(Tiles::of(&stamp, 5.0, least), None, "as many sheets as that are no mat");
}
