//! Cut lines and fold lines on finished pages: each an ink of its own, which overprints what is below it.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use kurbo::{BezPath, Point};
use lopdf::{Document, Object, dictionary};

use super::boxes::{OwnResource, area, paint_over};
use super::named_ink;
use crate::pdf::cut_lines::{CutLines, path_operators};
use crate::profile::Profile;

/// Width of the lines, in points.
const LINE: f64 = 0.5;
/// Name of the state among the resources of a page.
const STATE: &str = "RPover";

/// Draws the lines of each page in the inks of a profile.
pub fn draw_cut_lines(document: &mut Document, cut: &CutLines, profile: &Profile) -> Result<()> {
    let ink = named_ink(&profile.fold_ink, [1, 0, 0, 0]);
    draw_lines(document, &cut.folds, "RPfold", &ink)?;
    let ink = named_ink(&profile.cut_ink, [0, 1, 0, 0]);
    draw_lines(document, &cut.pages, "RPcut", &ink)
}

/// Draws lines in an ink that is named `space` among the resources of each page.
fn draw_lines(
    document: &mut Document,
    lines: &BTreeMap<usize, BezPath>,
    space: &str,
    ink: &Object,
) -> Result<()> {
    // Paint over others leaves their inks as they are.
    let overprint = dictionary! { "Type" => "ExtGState", "OP" => true, "op" => true, "OPM" => 1 };
    let pages: Vec<_> = document.get_pages().into_values().collect();
    for (nth, path) in lines {
        let Some(page) = pages.get(*nth) else { continue };
        let fields = document.get_dictionary(*page)?;
        let trim = area(fields.get(b"TrimBox").context("a page has no trim")?)?;
        let lines = path_operators(path, Point::new(trim[0], trim[3]));
        let drawn = format!("q /{STATE} gs /{space} CS 1 SCN {LINE} w 1 j\n{lines}Q\n");
        let own = [
            OwnResource { kind: b"ColorSpace", name: space, object: ink.clone() },
            OwnResource { kind: b"ExtGState", name: STATE, object: overprint.clone().into() },
        ];
        paint_over(document, *page, &drawn, &own)?;
    }
    Ok(())
}
