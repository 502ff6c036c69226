//! The lines along which a print shop cuts pieces out of a sheet and folds them, on finished pages: each an ink of its own,
//! which takes nothing away from what it lies on.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use kurbo::{BezPath, Point};
use lopdf::{Document, Object, dictionary};

use super::boxes::{area, paint_over};
use crate::pdf::cut_lines::{CutLines, path_operators};
use crate::profile::Profile;

/// The width of the line, in points.
const LINE: f64 = 0.5;
/// The name of the state among the resources of a page.
const STATE: &str = "RPover";

/// Lines of one kind.
struct LineInk<'a> {
    /// The name of the ink among the resources of a page.
    space: &'a str,
    /// The name that a print shop knows.
    name: &'a str,
    /// The inks that a screen shows in its place.
    shown: [i64; 4],
}

/// Draws the lines of each page in the inks of a profile.
pub fn draw_cut_lines(document: &mut Document, cut: &CutLines, profile: &Profile) -> Result<()> {
    let folds = LineInk { space: "RPfold", name: &profile.fold_ink, shown: [1, 0, 0, 0] };
    draw_lines(document, &cut.folds, &folds)?;
    let cuts = LineInk { space: "RPcut", name: &profile.cut_ink, shown: [0, 1, 0, 0] };
    draw_lines(document, &cut.pages, &cuts)
}

fn draw_lines(
    document: &mut Document,
    lines: &BTreeMap<usize, BezPath>,
    ink: &LineInk<'_>,
) -> Result<()> {
    let pages: Vec<_> = document.get_pages().into_values().collect();
    for (nth, path) in lines {
        let Some(page) = pages.get(*nth) else { continue };
        let fields = document.get_dictionary(*page)?;
        let trim = area(fields.get(b"TrimBox").context("a page has no trim")?)?;
        let lines = path_operators(path, Point::new(trim[0], trim[3]));
        let space = ink.space;
        let drawn = format!("q /{STATE} gs /{space} CS 1 SCN {LINE} w 1 j\n{lines}Q\n");
        let own = [
            (b"ColorSpace".as_slice(), space, ink_space(ink)),
            (b"ExtGState".as_slice(), STATE, overprint()),
        ];
        paint_over(document, *page, &drawn, &own)?;
    }
    Ok(())
}

/// An ink of its own, which a screen shows in others.
fn ink_space(ink: &LineInk<'_>) -> Object {
    let inks = |inks: [i64; 4]| inks.map(Object::Integer).to_vec();
    let tint = dictionary! {
        "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()],
        "C0" => inks([0, 0, 0, 0]), "C1" => inks(ink.shown), "N" => 1,
    };
    Object::Array(vec![
        Object::Name(b"Separation".to_vec()),
        Object::Name(ink.name.as_bytes().to_vec()),
        Object::Name(b"DeviceCMYK".to_vec()),
        Object::Dictionary(tint),
    ])
}

/// What is painted over others leaves their inks as they are.
fn overprint() -> Object {
    Object::Dictionary(
        dictionary! { "Type" => "ExtGState", "OP" => true, "op" => true, "OPM" => 1 },
    )
}
