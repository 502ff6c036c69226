//! The play area as a mat for the table.

use super::{Format, OutputContext, OutputFile, PrintPages};
use crate::drawing::{colours, render_svg};
use crate::press;
use crate::press::job::PressTask;
use crate::press::paper::Paper;
use crate::press::profile::OutputFamily;
use crate::press::tiles::Tiles;

/// The least mat of a printer at home, which is glued together, in millimetres: nine tenths of what
/// an A3 page has room for.
const LEAST: (f64, f64) = (363.0, 252.0);

/// The mat on all its papers; on a screen as a drawing too, at home on sheets that are glued
/// together.
pub(super) fn make_playmats(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    let asked = press::mat_papers(work.book, work.sources, work.findings);
    let Some(drawing) = asked.first().and_then(|paper| press::mat_drawing(work.book, paper)) else {
        return files;
    };
    if work.profile().family == OutputFamily::Screen && work.request.format == Format::Pdf {
        files.push(OutputFile {
            name: format!("{}.svg", work.named("playmat", 0, "")),
            bytes: render_svg(&drawing, &colours::css_colour).into_bytes(),
        });
    }
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        let sheet =
            (work.profile().family == OutputFamily::Home).then(|| Paper::find(paper)).flatten();
        let tiles = sheet.and_then(|sheet| Tiles::of(&sheet, work.profile().edge, LEAST));
        let Some(pages) = work.set("/templates/playmat.typ", paper, PressTask::Mat(tiles)) else {
            continue;
        };
        files.extend(work.written(&PrintPages::whole(&pages, work.named("playmat", nth, paper))));
    }
    files
}
