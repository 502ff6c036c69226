//! Mats: a page for a screen or a print shop, sheets that are glued together for a printer at home.

use lopdf::Document;
use rulepress::book::Output;
use rulepress::press::cards::CardRequest;
use rulepress::press::paper::Paper;
use rulepress::press::profile;
use rulepress::press::tiles::Tiles;

use super::boxes::sides;
use super::{files, read};
use crate::common::root;

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
    let read = read(&root().join("content/wind-lorraine"));
    for (name, wanted, count, size) in [
        ("screen", &["playmat.svg", "playmat.pdf", "playmat-tabloid.pdf"][..], 1, (420.0, 297.0)),
        ("generic-3mm", &["playmat-generic-3mm.pdf"], 1, (426.0, 303.0)),
        ("home-a4", &["playmat-home-a4.pdf"], 2, (210.0, 297.0)),
        ("home-letter", &["playmat-home-letter.pdf"], 2, (215.9, 279.4)),
        ("home-a5", &["playmat-home-a5.pdf"], 4, (210.0, 148.0)),
    ] {
        let (files, findings) = files(&read, Output::Playmat, name, CardRequest::default());
        assert!(findings.0.is_empty(), "{name}: {findings:?}");
        assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), wanted);
        let pdf = files.iter().find(|file| file.name.ends_with(".pdf")).expect("there is a PDF");
        let pages = pages(&pdf.bytes);
        assert_eq!(pages.len(), count, "{name}");
        assert!(pages.iter().all(|page| near(*page, size)), "{name}: {pages:?}");
    }
    let (files, _) = files(
        &super::read(&root().join("content/gaia-project")),
        Output::Playmat,
        "screen",
        CardRequest::default(),
    );
    assert!(files.is_empty(), "this book has no play area");
}

/// What the sheets show covers the whole, next to each other with the same overlap, and no fewer
/// would do.
#[test]
fn sheets_cover_the_whole() {
    let least = (363.0, 252.0);
    for name in profile::profile_names() {
        let profile = profile::find_profile(name).expect("it is bundled");
        let Some(paper) = profile.paper.as_deref().and_then(Paper::find) else { continue };
        let tiles = Tiles::of(&paper, profile.edge, least).expect("there is a way");
        let (whole, shown) = (tiles.whole(), tiles.shown());
        assert!(whole.0 >= least.0 && whole.1 >= least.1, "{name}: {whole:?}");
        let places = tiles.places();
        assert_eq!(places.len(), tiles.across * tiles.down);
        for ((column, row), (x, y)) in &places {
            let beside = places.iter().find(|(place, _)| *place == (column + 1, *row));
            let below = places.iter().find(|(place, _)| *place == (*column, row + 1));
            let right = beside.map_or(whole.0, |(_, corner)| corner.0 + tiles.overlap);
            let bottom = below.map_or(whole.1, |(_, corner)| corner.1 + tiles.overlap);
            assert!(
                near((x + shown.0, y + shown.1), (right, bottom)),
                "{name}: sheet {column}, {row}"
            );
        }
        let fewer = (1..tiles.across * tiles.down)
            .flat_map(|count| (1..=count).map(move |across| (across, count / across)));
        let turned = [(paper.width, paper.height), (paper.height, paper.width)];
        let enough = |(across, down): (usize, usize), (width, height): (f64, f64)| {
            let other = Tiles { width, height, across, down, ..tiles };
            other.whole().0 >= least.0 && other.whole().1 >= least.1
        };
        assert!(
            !fewer.into_iter().any(|counts| turned.into_iter().any(|sheet| enough(counts, sheet))),
            "{name}"
        );
    }
    let stamp = Paper { width: 30.0, height: 20.0, ..Paper::find("a4").expect("it is known") };
    assert_eq!(Tiles::of(&stamp, 5.0, least), None, "as many sheets as that are no mat");
}
