//! Tokens to cut out: rows of a data file. In: `[tokens]` of book.toml and its data. Out: tokens, or findings
//! by row and column.

mod row;

use serde::{Deserialize, Serialize};

use super::deck::{CardArt, CardColour, DeckSource};
use super::{Fault, find_data_file};
use crate::Inline;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::size::Size;
use base::source::manifest::{Manifest, NumberOrText};
use base::source::token_fields::{TokenFields, TokenShape};
use base::source::{Span, path_below};
use row::TokenColumns;

/// Most tokens that a book may have, copies included.
pub const MOST_TOKENS: usize = 10_000;
/// Shortest and longest side of a token, in millimetres.
const SIDES: std::ops::RangeInclusive<f64> = 6.0..=180.0;
/// Size of tokens, in millimetres, unless their book has another.
const USUAL: f64 = 20.0;

/// A kind of token, from a row of the data, and its number of copies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameToken {
    /// Name of the token.
    pub name: String,
    /// Number of copies.
    pub count: usize,
    /// Outline along which it is cut.
    pub shape: TokenShape,
    /// Width and height, in millimetres.
    pub size: Size,
    /// Colour; that of paper unless set.
    pub colour: Option<CardColour>,
    /// Content of its front.
    pub face: TokenSide,
    /// Content of its back.
    pub back: TokenSide,
    /// Span of its row.
    pub span: Span,
}

/// Content of a side of a token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TokenSide {
    /// Only its colour.
    Plain,
    /// Words and icons.
    Words(Vec<Inline>),
    /// A picture over the whole side.
    Picture(CardArt),
}

impl TokenSide {
    /// Returns its picture, if it has one.
    pub(crate) fn picture_mut(&mut self) -> Option<&mut CardArt> {
        match self {
            Self::Picture(art) => Some(art),
            Self::Plain | Self::Words(_) => None,
        }
    }

    /// Returns its words, if it has any.
    pub fn words_mut(&mut self) -> Option<&mut Vec<Inline>> {
        match self {
            Self::Words(words) => Some(words),
            Self::Plain | Self::Picture(_) => None,
        }
    }
}

/// Reads the tokens that a manifest asks for.
pub(crate) fn read_tokens(book: &DeckSource<'_>, findings: &mut Findings) -> Vec<GameToken> {
    let DeckSource { manifest, folder, icons, sources, data } = *book;
    let Some(fields) = &manifest.tokens else { return Vec::new() };
    let place = manifest.place(&fields.data);
    let from = path_below(folder, "book.toml");
    let Some(id) = find_data_file(data, sources, &from, fields.data.get_ref()) else {
        // An unreadable file was reported when it was read.
        if !findings.0.iter().any(|told| told.span.is_some() && told.span == place) {
            findings.push(missing_data_file(fields, place));
        }
        return Vec::new();
    };
    let usual = UsualToken::of(fields, manifest, findings);
    let Some(columns) = TokenColumns::of(sources.get(id), id, icons, findings) else {
        return Vec::new();
    };
    let mut tokens = Vec::new();
    let mut total = 0;
    for row in columns.rows() {
        let Some(token) = columns.token(&row, &usual, findings) else { continue };
        total += token.count;
        if total > MOST_TOKENS {
            let message = format!("from here on, there are more than {MOST_TOKENS} tokens");
            let finding = Diagnostic::at(code::TOO_LARGE, token.span, message);
            findings
                .push(finding.hint("write smaller counts, or split the book into several books"));
            return Vec::new();
        }
        tokens.push(token);
    }
    tokens
}

fn missing_data_file(fields: &TokenFields, place: Option<Span>) -> Diagnostic {
    let file = short_quote(fields.data.get_ref());
    let message = format!("the tokens are made of `{file}`, which is not a data file");
    Diagnostic { span: place, ..Diagnostic::global(code::BOOK_FILE, message) }
        .hint("write the name of a CSV file in the book's folder, such as `tokens.csv`")
}

/// Values of tokens whose row does not set them.
struct UsualToken {
    shape: TokenShape,
    /// Width and height, in millimetres.
    size: Size,
    /// Content of the back, and its span.
    back: Option<(String, Span)>,
}

impl UsualToken {
    fn of(fields: &TokenFields, manifest: &Manifest, findings: &mut Findings) -> Self {
        let size = fields.size.as_ref().and_then(|written| {
            let words = match written.get_ref() {
                NumberOrText::Number(side) => side.to_string(),
                NumberOrText::Text(words) => words.clone(),
            };
            let size = parse_size(&words);
            if size.is_none() {
                let Fault { message, hint } = unknown_size(&words);
                let finding = Diagnostic::global(code::BOOK_FILE, message).hint(hint);
                findings.push(Diagnostic { span: manifest.place(written), ..finding });
            }
            size
        });
        let back = fields.back.as_ref();
        let back = back.and_then(|back| Some((back.get_ref().clone(), manifest.place(back)?)));
        Self { shape: fields.shape, size: size.unwrap_or(Size::new(USUAL, USUAL)), back }
    }
}

/// Parses a size: one number of millimetres, or two such as `20 x 30`.
fn parse_size(written: &str) -> Option<Size> {
    let side = |length: &str| {
        let length = length.trim().trim_end_matches("mm").trim().replace(',', ".");
        length.parse::<f64>().ok().filter(|side| SIDES.contains(side))
    };
    match written.split_once(['x', 'X', '×', '*']) {
        Some((width, height)) => Some(Size::new(side(width)?, side(height)?)),
        None => side(written).map(|side| Size::new(side, side)),
    }
}

/// Returns the fault of a size that no token has.
fn unknown_size(written: &str) -> Fault {
    let (least, most) = (SIDES.start(), SIDES.end());
    Fault::new(
        format!("`{}` is not a size of a token", short_quote(written)),
        format!("write millimetres from {least} to {most}, such as 20 or 20 x 30"),
    )
}
