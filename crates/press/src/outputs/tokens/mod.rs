//! Tokens to cut out, on sheets: for a printer at home with lines to cut along, for a print shop as sheets that are
//! punched, whose cut line is an ink of its own.

pub(crate) mod content;
pub mod outline;
pub mod packing;

use crate::profile::FlipEdge;
use crate::set::values::Line;
use kurbo::{Affine, BezPath};
use serde::{Deserialize, Serialize};

use super::cut_files::is_cut_file;
use super::{OutputContext, PrintPages};
use crate::book::Output;
use crate::outputs::PressTask;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::outputs::tokens::outline::token_outline;
use crate::outputs::tokens::packing::{
    PackedTokens, SheetRoom, TokenBox, TokenPlace, cut_marks, pack_tokens,
};
use crate::paper::Paper;
use crate::pdf::cut_lines::CutLines;
use crate::pdf::export::PageSelection;
use crate::pdf::home::guide::Craft;
use crate::profile::{CutLinePlace, OutputFamily};
use crate::{OutputFile, PageFormat, overflow};
use base::diagnostic::BookPart;
use base::diagnostic::{Diagnostic, code};
use base::size::Size;
use base::source::Span;
use base::source::token_fields::TokenShape;
use document::token::GameToken;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Tokens",
    part: Some(BookPart::Tokens),
    is_in: |book| !book.tokens.is_empty(),
    is_ordered: true,
    papers: |book| &book.token_papers,
    lacks: ("the book has no tokens", "write [tokens] and data = \"tokens.csv\" in book.toml"),
    template: Some(&TEMPLATE),
    ..OutputRecord::new("tokens", "the tokens", make_tokens)
};

/// Template of the tokens.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the tokens",
    files: &[("/templates/token-sheet.typ", include_str!("token-sheet.typ"))],
};

/// Bleed round each token on the sheets of a printer at home, and on a screen, in millimetres.
const HOME_BLEED: f64 = 1.5;
/// Least distance of words from the cut line, in millimetres, unless a print shop asks for more.
const HOME_SAFE: f64 = 1.5;
/// Free edge of a sheet that is punched, in millimetres, so that it holds together.
const FRAME: f64 = 8.0;
/// Edge that a printer at home leaves blank, in millimetres, if the profile gives none.
const EDGE: f64 = 5.0;
/// Height of the line with the ruler to check the scale, at the foot of the sheets of a printer at home, in
/// millimetres.
const NOTE: f64 = 7.0;
/// Accuracy of the outlines of tokens on the page that explains how to print them, in millimetres.
const DRAWN: f64 = 0.1;
/// Gap between the fold and the tokens beside it, in millimetres.
const GAP: f64 = 5.0;

/// Sheets of tokens; lengths are in millimetres.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TokenSheets {
    /// Size of a sheet.
    pub page: Size,
    /// Bleed round each token.
    pub bleed: f64,
    /// Free edge of a sheet.
    pub edge: f64,
    /// Least distance of words from the cut line.
    pub safe: f64,
    /// The tokens of each front.
    pub fronts: Vec<Vec<TokenPlace>>,
    /// The tokens of each back; none if backs are not printed.
    pub backs: Vec<Vec<TokenPlace>>,
    /// True if backs are upside down.
    pub turned: bool,
    /// Offset of backs.
    pub offset: (f64, f64),
    /// The edge over which the paper of a printer at home is turned, if it has two sides.
    pub flip: Option<FlipEdge>,
    /// The fold between fronts and backs; the sheet has one side then.
    pub fold: Option<f64>,
    /// True if the cut line is printed.
    pub lines: bool,
    /// True if the foot names the sheet.
    pub notes: bool,
    /// True if each sheet has another page for the cut line.
    pub apart: bool,
    /// Cut marks in the margins of each front.
    pub marks: Vec<Vec<Line>>,
}

/// Makes the sheets of tokens on their papers.
pub fn make_tokens(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    if context.book.tokens.is_empty() {
        return files;
    }
    for (nth, paper) in context.papers(Output::Tokens).iter().enumerate() {
        let made = tokens_on(context, nth, paper).unwrap_or_default();
        let count = context.book.tokens.iter().map(|token| token.count).sum();
        files.extend(made.into_iter().map(|file| match is_cut_file(&file) {
            true => file.holding("the lines along which the tokens are cut"),
            false => file.of_pieces(count, "tokens"),
        }));
    }
    files
}

fn tokens_on(context: &mut OutputContext<'_>, nth: usize, paper: &str) -> Option<Vec<OutputFile>> {
    let sheets = token_sheets(context, paper)?;
    let cut = cut_lines_of(context, &sheets);
    let pages = context.typeset(paper, PressTask::Tokens(Box::new(sheets.clone())))?;
    let spans: Vec<Span> = context.book.tokens.iter().map(|token| token.span).collect();
    if !overflow::report_overflows(&pages, "token", &spans, context.findings) {
        return None;
    }
    let name = context.paper_file_stem("tokens", nth, paper);
    let every = sheets.apart.then_some(if sheets.backs.is_empty() { 2 } else { 3 });
    let print = PrintPages {
        pages: PageSelection { cut, flip: sheets.flip, ..PageSelection::all(&pages) },
        name,
        craft: Some(tokens_craft(&context.book.tokens, &sheets)),
    };
    Some(context.files_with_lines(print, every))
}

/// Returns the work on the printed sheets of tokens, as the first sheet shows it.
fn tokens_craft(tokens: &[GameToken], sheets: &TokenSheets) -> Craft {
    let sides = sheets.fronts.first().into_iter().chain(sheets.backs.first());
    let shown = sides.take(if sheets.fold.is_some() { 2 } else { 1 }).flatten();
    let outline = |place: &TokenPlace| {
        let token = &tokens[place.token];
        let path =
            Affine::translate((place.x, place.y)) * token_outline(token.shape, token.size, 0.0);
        let mut corners = Vec::new();
        kurbo::flatten(path, DRAWN, |element| {
            corners.extend(element.end_point().map(|point| (point.x, point.y)));
        });
        corners
    };
    let is_circle = |token: &&GameToken| {
        let Size { width, height } = token.size;
        token.shape == TokenShape::Round && (width - height).abs() < DRAWN
    };
    let circles = tokens.iter().filter(is_circle);
    let mut punches: Vec<f64> = circles.map(|token| token.size.width).collect();
    punches.sort_by(f64::total_cmp);
    punches.dedup();
    Craft::Tokens {
        page: sheets.page,
        outlines: shown.map(outline).collect(),
        fold: sheets.fold,
        has_marks: sheets.marks.iter().any(|marks| !marks.is_empty()),
        punches,
    }
}

/// Places the tokens of a book on sheets of a paper; `None` after a finding.
fn token_sheets(context: &mut OutputContext<'_>, paper: &str) -> Option<TokenSheets> {
    let (book, profile) = (context.book, context.profile());
    let cards = &context.request.cards;
    let (family, page) = (profile.family, Paper::find(paper)?.size());
    let is_print = family == OutputFamily::Print;
    let bleed = if is_print { profile.bleed } else { profile.card_bleed.max(HOME_BLEED) };
    let edge = if is_print { FRAME } else { profile.edge.max(EDGE) };
    let fold = (cards.fold && family == OutputFamily::Home && !cards.fronts_only)
        .then_some(page.width / 2.0);
    let room = SheetRoom {
        left: edge,
        top: edge,
        width: fold.map_or(page.width - 2.0 * edge, |fold| fold - edge - GAP),
        height: page.height - 2.0 * edge - if is_print { 0.0 } else { NOTE },
        bleed,
        against_right: fold.is_some(),
    };
    let boxes = book.tokens.iter().map(|token| TokenBox {
        size: token.size,
        count: token.count,
        straight: matches!(token.shape, TokenShape::Square | TokenShape::Rectangle),
    });
    let boxes: Vec<TokenBox> = boxes.collect();
    let PackedTokens { sheets: fronts, cuts } = match pack_tokens(&boxes, &room) {
        Ok(packed) => packed,
        Err(large) => {
            context.findings.push(too_large(&book.tokens[large], paper));
            return None;
        }
    };
    let flip = cards.flip.unwrap_or(profile.flip);
    let sideways =
        fold.is_some() || is_print || (page.height >= page.width) == (flip == FlipEdge::Long);
    // Place on the back of a sheet that is turned sideways, like a page of a book, or else upwards.
    let behind = |place: &TokenPlace| {
        let size = book.tokens[place.token].size;
        match sideways {
            true => TokenPlace { x: page.width - place.x - size.width, ..*place },
            false => TokenPlace { y: page.height - place.y - size.height, ..*place },
        }
    };
    let backs = match cards.fronts_only {
        true => Vec::new(),
        false => fronts.iter().map(|sheet| sheet.iter().map(behind).collect()).collect(),
    };
    let is_pdf = context.format() == PageFormat::Pdf && context.kept.is_none();
    let marks = cuts.iter().zip(&fronts).map(|(levels, tokens)| match is_print || fold.is_some() {
        true => Vec::new(),
        false => cut_marks(levels, tokens, page.width, edge),
    });
    Some(TokenSheets {
        page,
        bleed,
        edge,
        safe: if is_print { profile.safe } else { HOME_SAFE },
        turned: !sideways,
        offset: if family == OutputFamily::Home { cards.offset } else { (0.0, 0.0) },
        flip: (!backs.is_empty() && fold.is_none() && !is_print).then_some(flip),
        fold,
        lines: !is_print || !is_pdf,
        notes: !is_print,
        apart: is_print && is_pdf && context.profile().cut_line != CutLinePlace::Spot,
        marks: marks.collect(),
        fronts,
        backs,
    })
}

fn too_large(token: &GameToken, paper: &str) -> Diagnostic {
    let Size { width, height } = token.size;
    let message =
        format!("the token `{}` of {width:.0} x {height:.0} mm does not fit {paper}", token.name);
    Diagnostic::at(code::OVERFLOW, token.span, message)
        .hint("make it smaller, or write a larger paper for [output.tokens]")
}

/// Returns the lines for a print shop: on the fronts, or on the pages behind the backs.
fn cut_lines_of(context: &OutputContext<'_>, sheets: &TokenSheets) -> Option<CutLines> {
    if sheets.lines {
        return None;
    }
    let sides = 1 + usize::from(!sheets.backs.is_empty());
    let every = sides + usize::from(sheets.apart);
    let first = if sheets.apart { sides } else { 0 };
    let tokens = &context.book.tokens;
    let lines = |places: &Vec<TokenPlace>| {
        let mut path = BezPath::new();
        for place in places {
            let token = &tokens[place.token];
            let outline = token_outline(token.shape, token.size, 0.0);
            path.extend(
                (Affine::translate((place.x, place.y)) * outline).elements().iter().copied(),
            );
        }
        path
    };
    let pages = sheets.fronts.iter().enumerate();
    Some(CutLines {
        pages: pages.map(|(nth, sheet)| (nth * every + first, lines(sheet))).collect(),
        ..CutLines::default()
    })
}
