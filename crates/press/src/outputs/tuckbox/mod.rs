//! Tuck boxes for the decks of a book.

pub(crate) mod content;
pub mod net;

use kurbo::{Affine, BezPath};
use serde::{Deserialize, Serialize};

use super::cut_files::is_cut_file;
use super::{OutputContext, PrintPages};
use crate::outputs::PressTask;
use crate::outputs::cards::card_size;
use crate::outputs::record::{NO_DECK, OutputRecord, PageTemplate, has_deck};
use crate::outputs::tuckbox::net::TuckBox;
use crate::paper::Paper;
use crate::pdf::cut_lines::CutLines;
use crate::pdf::home::guide::Craft;
use crate::profile::{CutLinePlace, OutputFamily, Profile};
use crate::{OutputFile, PageFormat};
use base::diagnostic::BookPart;
use base::diagnostic::{Diagnostic, code};
use base::size::Size;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Box",
    part: Some(BookPart::Decks),
    is_in: has_deck,
    is_ordered: true,
    lacks: NO_DECK,
    template: Some(&TEMPLATE),
    ..OutputRecord::new("tuckbox", "the boxes", make_tuck_boxes)
};

/// Template of the boxes.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the box",
    files: &[("/templates/tuckbox.typ", include_str!("tuckbox.typ"))],
};

/// Thickness of a card, in millimetres, if the book does not give the thickness of its deck.
const CARD: f64 = 0.32;
/// Margin round the net on a page of its own size, in millimetres.
const MARGIN: f64 = 10.0;
/// Most boxes for one deck.
const MOST: usize = 12;

/// Boxes that are alike, each on a page.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct BoxSheet {
    /// Net of each box.
    pub net: TuckBox,
    /// Number of boxes.
    pub boxes: usize,
    /// Size of the page, in millimetres.
    pub page: Size,
    /// True if the lines to cut and to fold are on a page of their own.
    pub apart: bool,
    /// True if these lines are drawn with the rest; a PDF for a print shop has them as inks of their own.
    pub lines: bool,
}

/// Makes a box for each deck, or as many as it needs on the paper of a printer.
pub fn make_tuck_boxes(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let decks = &context.book.decks;
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        let size = card_size(context.book, Some(nth), None);
        let Some(card) = size.map(|size| size.trim) else { continue };
        let cards: usize = deck.cards.iter().map(|card| card.count).sum();
        let thickness = deck.thickness.unwrap_or(cards as f64 * CARD);
        let is_pdf = context.format() == PageFormat::Pdf && context.kept.is_none();
        let profile = context.profile();
        let Some(sheet) = box_sheet(card, thickness, profile, is_pdf) else {
            let paper = profile.paper.as_deref().unwrap_or("the page");
            let Size { width, height } = card;
            let message = format!("a box for cards of {width} x {height} mm does not fit {paper}");
            let hint = "choose a larger paper, or a profile of a print shop";
            context.findings.push(Diagnostic::global(code::OVERFLOW, message).hint(hint));
            continue;
        };
        let task = PressTask::TuckBox { deck: nth, sheet };
        let Some(pages) = context.typeset("a4", task) else { continue };
        let stem = match decks.len() {
            1 => "tuckbox".to_owned(),
            _ => format!("tuckbox-{}", deck.name),
        };
        let name = context.file_stem(&stem);
        let mut print = PrintPages::single_sided(&pages, name);
        print.pages.cut = (!sheet.lines).then(|| box_lines(&sheet));
        print.craft = Some(Craft::Box {
            page: sheet.page,
            at: net_corner(&sheet),
            outline: sheet.net.outline(),
            folds: sheet.net.folds(),
        });
        let boxes = context.files_with_lines(print, sheet.apart.then_some(2));
        let what = format!("boxes for the deck `{}`", deck.title);
        files.extend(boxes.into_iter().map(|file| match is_cut_file(&file) {
            true => file.holding(format!("the lines along which {what} are cut and folded")),
            false => file.holding(&what).of_pieces(sheet.boxes, "boxes"),
        }));
    }
    files
}

/// Returns the top left corner of the net on its page.
fn net_corner(BoxSheet { net, page, .. }: &BoxSheet) -> (f64, f64) {
    let whole = net.net();
    ((page.width - whole.width) / 2.0, (page.height - whole.height) / 2.0)
}

/// Returns the lines of each box for a print shop.
fn box_lines(sheet: &BoxSheet) -> CutLines {
    let place = Affine::translate(net_corner(sheet));
    let mut outline = BezPath::new();
    for (nth, corner) in sheet.net.outline().into_iter().enumerate() {
        if nth == 0 { outline.move_to(corner) } else { outline.line_to(corner) }
    }
    outline.close_path();
    let mut folds = BezPath::new();
    for (from, to) in sheet.net.folds() {
        folds.move_to(from);
        folds.line_to(to);
    }
    let (every, first) = if sheet.apart { (2, 1) } else { (1, 0) };
    let on_each = |path: BezPath| {
        let path = place * path;
        (0..sheet.boxes).map(|nth| (nth * every + first, path.clone())).collect()
    };
    CutLines { pages: on_each(outline), folds: on_each(folds) }
}

/// Returns the fewest boxes for a deck whose nets fit the paper, and their page.
fn box_sheet(card: Size, thickness: f64, profile: &Profile, is_pdf: bool) -> Option<BoxSheet> {
    let paper = profile.paper.as_deref().and_then(Paper::find);
    (1..=MOST).find_map(|boxes| {
        let net = TuckBox::of(card, thickness / boxes as f64);
        let whole = net.net();
        let is_print = profile.family == OutputFamily::Print;
        let lines = !is_print || !is_pdf;
        let apart = is_print && (!is_pdf || profile.cut_line != CutLinePlace::Spot);
        let Some(paper) = paper else {
            return Some(BoxSheet { net, boxes, page: whole.grown(MARGIN), apart, lines });
        };
        let pages = [paper.size(), paper.size().turned()];
        let least = whole.grown(profile.edge);
        let fits = |page: &Size| least.width <= page.width && least.height <= page.height;
        let page = pages.into_iter().find(fits)?;
        Some(BoxSheet { net, boxes, page, apart, lines })
    })
}
