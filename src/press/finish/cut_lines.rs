//! The lines along which a print shop cuts pieces out of a sheet, on finished pages: an ink of its own, which takes nothing
//! away from what it lies on.

use anyhow::{Context, Result};
use kurbo::Point;
use lopdf::{Document, Object, dictionary};

use super::boxes::{area, paint_over};
use crate::press::cut_lines::{CutLines, path_operators};

/// The width of the line, in points.
const LINE: f64 = 0.5;
/// The names of its ink and of its state among the resources of a page.
const SPACE: &str = "RPcut";
const STATE: &str = "RPover";

/// Draws the lines of each page in the ink of this name.
pub(super) fn draw_cut_lines(document: &mut Document, cut: &CutLines, ink: &str) -> Result<()> {
    let pages: Vec<_> = document.get_pages().into_values().collect();
    for (nth, path) in &cut.pages {
        let Some(page) = pages.get(*nth) else { continue };
        let fields = document.get_dictionary(*page)?;
        let trim = area(fields.get(b"TrimBox").context("a page has no trim")?)?;
        let lines = path_operators(path, Point::new(trim[0], trim[3]));
        let drawn = format!("q /{STATE} gs /{SPACE} CS 1 SCN {LINE} w 1 j\n{lines}Q\n");
        let own = [
            (b"ColorSpace".as_slice(), SPACE, ink_space(ink)),
            (b"ExtGState".as_slice(), STATE, overprint()),
        ];
        paint_over(document, *page, &drawn, &own)?;
    }
    Ok(())
}

/// An ink of its own, which a screen shows as magenta.
fn ink_space(name: &str) -> Object {
    let inks = |inks: [i64; 4]| inks.map(Object::Integer).to_vec();
    let tint = dictionary! {
        "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()],
        "C0" => inks([0, 0, 0, 0]), "C1" => inks([0, 1, 0, 0]), "N" => 1,
    };
    Object::Array(vec![
        Object::Name(b"Separation".to_vec()),
        Object::Name(name.as_bytes().to_vec()),
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
