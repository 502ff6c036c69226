//! The play area as a mat for the table.

use super::{OutputContext, OutputFile, PrintPages};
use crate::book::Output;
use crate::drawing::{Drawing, colours, render_svg};
use crate::press::PageFormat;
use crate::press::job::PressTask;
use crate::press::paper::Paper;
use crate::press::playmat;
use crate::press::profile::{OutputFamily, Profile};
use crate::press::tiles::Tiles;

/// The least mat of a printer at home, which is glued together, in millimetres: nine tenths of what
/// an A3 page has room for.
const LEAST: (f64, f64) = (363.0, 252.0);

/// The mat on all its papers; on a screen as a drawing too, at home on sheets that are glued
/// together.
pub(super) fn make_playmats(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let asked = context.asked_papers(Output::Playmat);
    let whole = asked.first().and_then(|paper| Paper::find(paper));
    let Some(drawing) = whole.and_then(|paper| playmat::draw_play_mat(context.book, &paper)) else {
        return Vec::new();
    };
    let mut files: Vec<OutputFile> = svg_file(context, &drawing).into_iter().collect();
    for (nth, paper) in context.printed_papers(asked).iter().enumerate() {
        let tiles = mat_tiles(context.profile(), paper);
        let Some(pages) = context.typeset(paper, PressTask::Playmat(tiles)) else { continue };
        let name = context.paper_file_stem("playmat", nth, paper);
        files.extend(context.files(&PrintPages::single_sided(&pages, name)));
    }
    files
}

/// The whole mat as a drawing beside the PDFs of a screen.
fn svg_file(context: &OutputContext<'_>, drawing: &Drawing) -> Option<OutputFile> {
    let screen = context.profile().family == OutputFamily::Screen;
    (screen && context.request.format == PageFormat::Pdf).then(|| OutputFile {
        name: format!("{}.svg", context.file_stem("playmat")),
        bytes: render_svg(drawing, &colours::css_colour).into_bytes(),
    })
}

/// The sheets of a printer at home.
fn mat_tiles(profile: &Profile, paper: &str) -> Option<Tiles> {
    let paper = Paper::find(paper).filter(|_| profile.family == OutputFamily::Home)?;
    Tiles::of(&paper, profile.edge, LEAST)
}
