//! Boxes of pages for a print shop, and cut marks.

use std::fmt::Write;

use anyhow::{Context, Result};
use lopdf::{Document, Object, ObjectId};

use super::{inner_dictionary, named_ink, operand_number, page_resources};
use crate::profile::Profile;
use crate::set::design::MM;

/// Room for marks beyond the bleed, in millimetres.
const ROOM: f64 = 9.0;
/// Length of a mark, in millimetres.
const LENGTH: f64 = 5.0;
/// Distance of a mark from the bleed, in millimetres.
const GAP: f64 = 1.0;
/// Width of a mark, in points.
const LINE: f64 = 0.25;
/// Name of the colour space of marks.
const SPACE: &str = "RPmarks";

/// A rectangle: left, bottom, right, top; in points.
type Area = [f64; 4];

/// Sets the boxes of every page, draws its marks and removes everything that can be clicked. The pages of a
/// bound book may have another bleed at the binding.
pub fn set_boxes(document: &mut Document, profile: &Profile, is_bound: bool) -> Result<()> {
    for (number, page) in document.get_pages() {
        let inside = profile.bleed_inside.filter(|_| is_bound);
        let cut = inside.map_or(0.0, |inside| (profile.bleed - inside).max(0.0) * MM);
        let fields = document.get_dictionary_mut(page).context("a page is missing")?;
        let whole = area(fields.get(b"MediaBox").context("a page has no size")?)?;
        let trim = fields.get(b"TrimBox").ok().map_or(Ok(whole), area)?;
        let mut bleed = whole;
        // The binding of a right page is on its left.
        if number % 2 == 1 {
            bleed[0] += cut
        } else {
            bleed[2] -= cut
        }
        let media = if profile.marks { grown(bleed, ROOM * MM) } else { bleed };
        let boxes = [("TrimBox", trim), ("BleedBox", bleed), ("MediaBox", media)];
        for (name, area) in boxes {
            fields.set(name, area.map(|side| Object::Real(side as f32)).to_vec());
        }
        for key in [b"Annots".as_slice(), b"Tabs", b"CropBox", b"ArtBox"] {
            fields.remove(key);
        }
        if profile.marks {
            draw_marks(document, page, trim, bleed)?;
        }
    }
    Ok(())
}

pub fn area(written: &Object) -> Result<Area> {
    let sides = written.as_array().context("a box is no list")?;
    let sides: Vec<f64> = sides.iter().filter_map(operand_number).collect();
    sides.try_into().ok().context("a box has not four sides")
}

fn grown([left, bottom, right, top]: Area, by: f64) -> Area {
    [left - by, bottom - by, right + by, top + by]
}

/// Draws two short lines at each corner, outside the bleed, in line with the edges of the trim.
fn draw_marks(document: &mut Document, page: ObjectId, trim: Area, bleed: Area) -> Result<()> {
    let mut drawn = format!("q /{SPACE} CS 1 SCN {LINE} w\n");
    let (near, far) = (GAP * MM, (GAP + LENGTH) * MM);
    for (x, edge, away) in [(trim[0], bleed[0], -1.0), (trim[2], bleed[2], 1.0)] {
        for (y, level, up) in [(trim[1], bleed[1], -1.0), (trim[3], bleed[3], 1.0)] {
            let (from, to) = (edge + away * near, edge + away * far);
            writeln!(drawn, "{from:.3} {y:.3} m {to:.3} {y:.3} l S")?;
            let (from, to) = (level + up * near, level + up * far);
            writeln!(drawn, "{x:.3} {from:.3} m {x:.3} {to:.3} l S")?;
        }
    }
    drawn.push_str("Q\n");
    // An ink of this name prints on all plates.
    let object = named_ink("All", [1; 4]);
    paint_over(document, page, &drawn, &[OwnResource { kind: b"ColorSpace", name: SPACE, object }])
}

/// A resource of a drawing, among those of a page.
pub struct OwnResource<'a> {
    pub kind: &'a [u8],
    pub name: &'a str,
    pub object: Object,
}

/// Draws over the content of a page, with resources of its own.
pub fn paint_over(
    document: &mut Document,
    page: ObjectId,
    drawn: &str,
    own: &[OwnResource<'_>],
) -> Result<()> {
    let mut resources = page_resources(document, page)?;
    for OwnResource { kind, name, object } in own {
        let known = inner_dictionary(document, &resources, kind);
        let mut known = known.cloned().unwrap_or_default();
        known.set(*name, object.clone());
        resources.set(*kind, known);
    }
    // The content before may leave a changed state behind.
    let content = [b"q\n".as_slice(), &document.get_page_content(page), b"\nQ\n", drawn.as_bytes()];
    document.change_page_content(page, content.concat())?;
    document.get_dictionary_mut(page)?.set("Resources", resources);
    Ok(())
}
