//! The play area as a mat: every zone of the table in its place, and the zones of the rules found
//! in it.

use rulepress::document::{BlockKind, plain_text, walk};
use rulepress::example::game::BookLocation;
use rulepress::picture::{PlayMat, mat};

use super::{FOREIGN, foreign};
use crate::common::{Folder, read_book, root, seed};

/// The first play area of a text, and the names of its cells with their places in the grid.
fn area(read: &rulepress::pipeline::PrintableBook) -> (PlayMat, Vec<(String, [usize; 4])>) {
    let mut found = None;
    walk::each_block(&read.book.blocks, &mut |block| {
        let BlockKind::Table(table) = &block.kind else { return };
        let Some(mat) = table.play_mat(&block.attributes).filter(|_| found.is_none()) else {
            return;
        };
        let mut cells = Vec::new();
        for (row, line) in table.rows.iter().enumerate() {
            for cell in &line.cells {
                let mut name = String::new();
                walk::each_block(&cell.blocks, &mut |block| {
                    walk::inline_runs(&block.kind)
                        .into_iter()
                        .for_each(|text| name.push_str(&plain_text(text)));
                });
                if !name.trim().is_empty() {
                    cells.push((
                        name.trim().to_owned(),
                        [cell.column, row, cell.colspan, cell.rowspan],
                    ));
                }
            }
        }
        found = Some((mat, cells));
    });
    found.expect("the text has a play area")
}

/// Every named cell is one field at its place; drawn fields are arranged like the cells and do not
/// overlap.
fn agrees(read: &rulepress::pipeline::PrintableBook) -> PlayMat {
    let (own, cells) = area(read);
    let fields: Vec<(String, [usize; 4])> = own
        .fields
        .iter()
        .map(|field| (field.name.clone(), [field.column, field.row, field.across, field.down]))
        .collect();
    assert_eq!(fields, cells, "{}", read.book.title);
    let size = mat::MatSize::figure(&own, 330.0);
    let areas: Vec<_> =
        own.fields.iter().map(|field| mat::field_area(&own, field, &size)).collect();
    for (at, a) in areas.iter().enumerate() {
        for (other, b) in areas[..at].iter().enumerate() {
            assert!(a.shared(b) < 1e-6, "fields lie over each other");
            let (x, y) = (&own.fields[at], &own.fields[other]);
            assert_eq!(y.row + y.down <= x.row, b.bottom() <= a.y, "{} and {}", x.name, y.name);
            assert_eq!(
                y.column + y.across <= x.column,
                b.right() <= a.x,
                "{} and {}",
                x.name,
                y.name
            );
        }
    }
    let drawing = mat::draw_mat(&own, &size);
    let names: Vec<&rulepress::drawing::TextLines> = drawing
        .items
        .iter()
        .filter_map(|item| {
            if let rulepress::drawing::DrawingItem::Text(text) = item { Some(text) } else { None }
        })
        .collect();
    for (area, text) in areas.iter().zip(&names) {
        let high = text.size + text.step * (text.lines.len() as f64 - 1.0);
        assert!(
            text.width <= area.width && high <= area.height && text.size >= 7.0,
            "{:?} in {area:?}",
            text.lines
        );
        assert!(text.at.y - text.size * 0.7 >= area.y, "{:?} stands out of {area:?}", text.lines);
    }
    assert!(own.fields.iter().all(|field| drawing.alt.contains(&field.name)));
    own
}

#[test]
fn every_zone_is_in_its_place() {
    for read in
        [read_book(&root().join("content/wind-lorraine")), read_book(&root().join("content/gazer"))]
    {
        agrees(&read);
    }
    if let Some(seed) = seed("wind-lorraine-automa.md") {
        agrees(&read_book(&seed));
    }
}

/// The zones of the rules lie on the side of their owner, in the book and in the unchanged
/// document.
#[test]
fn zones_are_found_by_name_and_side() {
    let own = BookLocation::of(&root().join("content/wind-lorraine"));
    for place in [Some(own), foreign(FOREIGN[0])].into_iter().flatten() {
        let own = agrees(
            &rulepress::read_book_with(&place, &rulepress::rules::executor::InProcess)
                .expect("it is there"),
        );
        let zone = |name: &str, row: usize| {
            let field = own.fields.iter().find(|field| field.name == name && field.row == row);
            field.unwrap_or_else(|| panic!("{name} in row {row}")).zone.clone().unwrap_or_default()
        };
        assert_eq!(zone("Graveyard", 0), "automa.graveyard");
        assert_eq!(zone("Memory", 0), "automa.memory");
        assert_eq!(zone("Automa Hand", 1), "automa.hand");
        assert_eq!(zone("Automa Hand Graveyard", 1), "automa.hand-graveyard");
        assert_eq!(zone("Banished", 2), "automa.banished");
        assert_eq!(zone("Banished", 5), "you.banished");
        assert_eq!(zone("Graveyard", 7), "you.graveyard");
        assert_eq!(zone("Memory", 7), "you.memory");
        assert_eq!(zone("Main Deck", 6), "you.deck");
    }
}

/// A mat for the table: two papers and an SVG.
#[test]
fn mats_are_written() {
    let folder = Folder::new("pictures-mats");
    let book = root().join("content/wind-lorraine");
    folder.run(&["build", &book.to_string_lossy(), "--only", "playmat"]).ended(0);
    let out = folder.path().join("output/wind-lorraine");
    for name in ["playmat.pdf", "playmat-tabloid.pdf"] {
        let bytes = std::fs::read(out.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(bytes.starts_with(b"%PDF"), "{name}");
    }
    let svg = std::fs::read_to_string(out.join("playmat.svg")).expect("the SVG is there");
    assert!(svg.contains("Automa Hand Graveyard") && svg.contains("Your Field"));
    assert!(!svg.contains("<script"));
}

/// Rows are as high as the names in them need, and type becomes smaller where a mat is too high, but not too small.
#[test]
fn rows_are_as_high_as_their_names() {
    let (own, _) = area(&read_book(&root().join("content/wind-lorraine")));
    let size = mat::MatSize::figure(&own, 330.0);
    let least = size.rows.iter().copied().fold(f64::INFINITY, f64::min);
    let most = size.rows.iter().copied().fold(0.0, f64::max);
    assert!(least < most - 4.0, "every row is as high as the highest: {:?}", size.rows);
    let tight = mat::MatSize::figure_within(&own, 330.0, size.height() - 10.0);
    assert!(tight.height() < size.height() && tight.text < size.text, "{tight:?} in {size:?}");
    let none = mat::MatSize::figure_within(&own, 330.0, 1.0);
    assert!(none.text >= 7.0, "{none:?}");
}
