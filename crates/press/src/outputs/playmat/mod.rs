//! The play area as a mat for the table: on its paper if its cards fit there, else on a larger one, else on
//! sheets that are glued together.

pub(crate) mod content;
pub mod mat;
pub mod tiles;

use super::{OutputContext, PrintPages};
use crate::book::Output;
use crate::outputs::PressTask;
use crate::outputs::playmat::mat::{MARGIN, MatPages};
use crate::outputs::playmat::tiles::Tiles;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::paper::Paper;
use crate::profile::OutputFamily;
use crate::set::design::MM;
use crate::{OutputFile, PageFormat};
use base::diagnostic::{Diagnostic, code};
use base::size::Size;
use base::theme::Palette;
use draw::drawing::{Drawing, render_svg};
use draw::picture::PlayMat;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Play mat",
    is_in: |book| mat::first_play_mat(book).is_some(),
    papers: |book| &book.mat_papers,
    usual_papers: &["a3", "tabloid"],
    lacks: (
        "the book has no play area",
        "write `{.play-area}` above an HTML table whose cells are the places of the table",
    ),
    template: Some(&TEMPLATE),
    ..OutputRecord::new("playmat", "the play mat", make_playmats)
};

/// Template of the mat.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the play mat",
    files: &[("/templates/playmat.typ", include_str!("playmat.typ"))],
};

/// Least size of a mat of glued sheets for a printer at home, in millimetres: nine tenths of the room on an
/// A3 page.
const LEAST: Size = Size::new(363.0, 252.0);
/// Edge that a printer at home cannot print, in millimetres, on sheets that are glued together.
const EDGE: f64 = 5.0;
/// Larger papers, for mats that do not fit the usual ones.
const LARGER: [(&str, &str); 4] =
    [("a5", "a4"), ("a4", "a3"), ("half-letter", "letter"), ("letter", "tabloid")];

/// A mat and the room it needs, in millimetres.
struct WantedMat {
    mat: PlayMat,
    card: Size,
    /// Least size, without margins.
    least: Size,
}

/// Makes the mat on all its papers; on a screen also as a drawing.
pub fn make_playmats(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let asked = context.asked_papers(Output::Playmat);
    let Some((mat, _)) = mat::first_play_mat(context.book) else { return Vec::new() };
    let card = mat::card_of_mat(context.book);
    let wanted = WantedMat { least: mat::least_mat(&mat, card), mat, card };
    let mut files = Vec::new();
    for (nth, paper) in context.printed_papers(asked).iter().enumerate() {
        let Some(pages) = mat_pages(context, &wanted, paper) else { continue };
        if nth == 0 {
            let drawing = mat::draw_play_mat(&wanted.mat, card, &pages);
            files.extend(svg_file(context, &drawing));
        }
        let Some(pages) = context.typeset(paper, PressTask::Playmat(pages)) else { continue };
        let name = context.paper_file_stem("playmat", nth, paper);
        files.extend(context.files(&PrintPages::single_sided(&pages, name)));
    }
    files
}

/// Returns the whole mat as a drawing beside the PDFs for a screen.
fn svg_file(context: &OutputContext<'_>, drawing: &Drawing) -> Option<OutputFile> {
    let palette = Palette::of(&context.book.theme, context.request.theme);
    let screen = context.profile().family == OutputFamily::Screen;
    (screen && context.request.format == PageFormat::Pdf).then(|| {
        let bytes = render_svg(drawing, &|token| palette.css_colour(token)).into_bytes();
        OutputFile::new(format!("{}.svg", context.file_stem("playmat")), bytes)
    })
}

/// Returns the pages of a mat that was asked for on a paper; a finding reports a change of paper.
fn mat_pages(context: &mut OutputContext<'_>, wanted: &WantedMat, name: &str) -> Option<MatPages> {
    let paper = Paper::find(name)?;
    match context.profile().family {
        OutputFamily::Home => {
            let Size { width, height } = wanted.least;
            let least = Size::new(width.max(LEAST.width), height.max(LEAST.height));
            let home = Tiles::of(&paper, context.profile().edge, wanted.least);
            let large = Tiles::of(&paper, context.profile().edge, least);
            home.or(large).map(MatPages::Glued)
        }
        OutputFamily::Print => Some(whole_page(wanted, &paper).unwrap_or_else(|| {
            let margins = 2.0 * MARGIN / MM;
            let Size { width, height } = wanted.least;
            MatPages::Whole(Size::new((width + margins).ceil(), (height + margins).ceil()))
        })),
        OutputFamily::Screen => screen_pages(context, wanted, name, &paper),
    }
}

/// Returns a page for a screen, or sheets if no paper is large enough.
fn screen_pages(
    context: &mut OutputContext<'_>,
    wanted: &WantedMat,
    name: &str,
    paper: &Paper,
) -> Option<MatPages> {
    if let Some(page) = whole_page(wanted, paper) {
        return Some(page);
    }
    let Size { width, height } = wanted.card;
    let cards = format!("the play mat has cards of {width} x {height} mm on it");
    let larger = LARGER.iter().find(|(small, _)| *small == name).map(|(_, large)| *large);
    let large = larger.and_then(Paper::find);
    let best = large.as_ref().unwrap_or(paper);
    if let Some(page) = large.as_ref().and_then(|large| whole_page(wanted, large)) {
        let message = format!("{cards}, which do not fit on {name}: its page is {}", larger?);
        context.findings.push(Diagnostic::global(code::MAT_PAPER, message));
        return Some(page);
    }
    let tiles = Tiles::of(best, EDGE, wanted.least)?;
    let (count, on) = (tiles.across * tiles.down, larger.unwrap_or(name));
    let message = format!("{cards}: it is glued together of {count} sheets of {on}");
    context.findings.push(Diagnostic::global(code::MAT_PAPER, message));
    Some(MatPages::Glued(tiles))
}

/// Returns a page of a paper, turned or upright, if the mat fits on it.
fn whole_page(wanted: &WantedMat, paper: &Paper) -> Option<MatPages> {
    let margins = 2.0 * MARGIN / MM;
    let Size { width, height } = wanted.least;
    let fits = |page: &Size| width + margins <= page.width && height + margins <= page.height;
    [paper.size().turned(), paper.size()].into_iter().find(fits).map(MatPages::Whole)
}
