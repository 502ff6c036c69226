//! A row of the data as a token. Findings about a cell name its row and column.

use super::{GameToken, TokenSide, UsualToken, parse_size, unknown_size};
use crate::Inline;
use crate::manuscript::deck::{
    DeckRow, copies, parse_art, parse_colour, typographic_quotes, unknown_colour,
};
use crate::manuscript::icons::{BookIcons, text_with_icons};
use crate::manuscript::{Fault, after_newlines};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::size::Size;
use base::source::data::{DataForm, cell_range, csv_reader};
use base::source::token_fields::TokenShape;
use base::source::{Source, SourceId, Span, file_of_art, is_picture_name, is_same_column};

/// Columns of the data, each with the names that it may have.
const COLUMNS: [(&str, &[&str]); 7] = [
    ("Token", &["Token", "Name"]),
    ("Count", &["Count", "Copies", "Quantity", "Number"]),
    ("Shape", &["Shape"]),
    ("Size", &["Size"]),
    ("Face", &["Face", "Front", "Picture", "Icon", "Text"]),
    ("Colour", &["Colour", "Color"]),
    ("Back", &["Back"]),
];
/// Numbers of the columns in [`COLUMNS`].
const NAME: usize = 0;
const COUNT: usize = 1;
const SHAPE: usize = 2;
const SIZE: usize = 3;
const FACE: usize = 4;
const COLOUR: usize = 5;
const BACK: usize = 6;

/// Word for a back that equals the front.
const SAME: &str = "same";
/// Word for a back with only its colour.
const PLAIN: &str = "plain";

/// Columns of the data, by their part of a token.
pub struct TokenColumns<'a> {
    text: &'a str,
    id: SourceId,
    icons: &'a BookIcons,
    header: Vec<String>,
    columns: [Option<usize>; 7],
}

impl<'a> TokenColumns<'a> {
    /// Finds the columns. A file without names of tokens is an error; an unknown column is reported.
    pub fn of(
        source: &'a Source,
        id: SourceId,
        icons: &'a BookIcons,
        findings: &mut Findings,
    ) -> Option<Self> {
        let text = &*source.text;
        let header = csv_reader(text).headers().cloned().ok()?;
        let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        let find = |name: &&str| header.iter().position(|own| is_same_column(own, name));
        let columns = COLUMNS.map(|(_, names)| names.iter().find_map(find));
        let line = Span::new(id, cell_range(text, DataForm::of(text).start, 0));
        let names = COLUMNS.map(|(name, _)| name).join(", ");
        if columns[NAME].is_none() {
            let message = format!("`{}` has no column `Token`", short_quote(&source.name));
            let hint = format!("name its columns in the first row: {names}");
            findings.push(Diagnostic::at(code::BAD_DATA, line, message).hint(hint));
            return None;
        }
        for (nth, name) in header.iter().enumerate() {
            if !name.is_empty() && !columns.contains(&Some(nth)) {
                let message = format!("no token shows the column `{}`", short_quote(name));
                let finding = Diagnostic::at(code::UNPRINTED_DATA, line, message);
                findings.push(finding.hint(format!("the columns of tokens are {names}")));
            }
        }
        Some(Self { text, id, icons, header, columns })
    }

    /// Returns the rows that are not empty.
    pub fn rows(&self) -> impl Iterator<Item = DeckRow> {
        let records = csv_reader(self.text).into_records().flatten().enumerate();
        let filled = records.filter(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty()));
        filled.map(|(nth, cells)| DeckRow::of(nth + 2, cells))
    }

    /// Makes the token of a row. Returns `None` after a finding, and for a row of no copies.
    pub fn token(
        &self,
        row: &DeckRow,
        usual: &UsualToken,
        findings: &mut Findings,
    ) -> Option<GameToken> {
        let name = self.cell(row, NAME);
        if name.is_empty() {
            let fault = Fault::new("this token has no name", "write its name, or delete the row");
            findings.push(self.bad_cell(row, NAME, fault));
            return None;
        }
        let written = self.cell(row, COUNT);
        let count = if written.is_empty() { Ok(1) } else { copies(written) };
        let count = count.map_err(|why| {
            let fault = Fault::new(why, "write a whole number from 0 to 999");
            findings.push(self.bad_cell(row, COUNT, fault));
        });
        let shape = self.shape(row, usual, findings);
        let size = self.size(row, usual, findings);
        let colour = self.cell(row, COLOUR);
        let colour = (!colour.is_empty()).then(|| {
            let found = parse_colour(colour);
            if found.is_none() {
                findings.push(self.bad_cell(row, COLOUR, unknown_colour(colour)));
            }
            found
        });
        let words = self.cell(row, FACE);
        let place = self.place(row, if words.is_empty() { NAME } else { FACE });
        let words = if words.is_empty() { name } else { words };
        let face = token_side(words, place, self.icons, findings);
        let back = match (self.cell(row, BACK), &usual.back) {
            ("", Some((back, place))) => self.other_side(back, *place, &face, findings),
            ("", None) => face.clone(),
            (back, _) => self.other_side(back, self.place(row, BACK), &face, findings),
        };
        let (name, span) = (typographic_quotes(name), self.place(row, NAME));
        let (shape, size, count) = (shape?, size?, count.ok()?);
        let colour = colour.flatten();
        let token = GameToken { name, count, shape, size, colour, face, back, span };
        self.with_settled_size(token, row, findings).filter(|token| token.count > 0)
    }

    fn shape(
        &self,
        row: &DeckRow,
        usual: &UsualToken,
        findings: &mut Findings,
    ) -> Option<TokenShape> {
        let written = self.cell(row, SHAPE);
        if written.is_empty() {
            return Some(usual.shape);
        }
        let shape = TokenShape::named(written);
        if shape.is_none() {
            let message = format!("`{}` is not a shape of a token", short_quote(written));
            let hint = format!("write one of {}", TokenShape::ALL.map(TokenShape::name).join(", "));
            findings.push(self.bad_cell(row, SHAPE, Fault::new(message, hint)));
        }
        shape
    }

    fn size(&self, row: &DeckRow, usual: &UsualToken, findings: &mut Findings) -> Option<Size> {
        let written = self.cell(row, SIZE);
        if written.is_empty() {
            return Some(usual.size);
        }
        let size = parse_size(written);
        if size.is_none() {
            findings.push(self.bad_cell(row, SIZE, unknown_size(written)));
        }
        size
    }

    /// Gives the token the size of its bounding box: a hexagon is wider than high, and a square has one side.
    fn with_settled_size(
        &self,
        token: GameToken,
        row: &DeckRow,
        findings: &mut Findings,
    ) -> Option<GameToken> {
        let Size { width, height } = token.size;
        let is_even = (width - height).abs() < 0.005;
        match token.shape {
            TokenShape::Round | TokenShape::Rectangle | TokenShape::Shield => Some(token),
            TokenShape::Square if is_even => Some(token),
            TokenShape::Hex if is_even => {
                Some(GameToken { size: Size::new(height * 2.0 / 3f64.sqrt(), height), ..token })
            }
            TokenShape::Square | TokenShape::Hex => {
                let shape = token.shape.name();
                let message = format!("a {shape} has one length, not {width} x {height}");
                let hint = "write one number, or the shape `rectangle`";
                findings.push(self.bad_cell(row, SIZE, Fault::new(message, hint)));
                None
            }
        }
    }

    /// Returns the text of a cell, or nothing if the file lacks the column.
    fn cell<'r>(&self, row: &'r DeckRow, column: usize) -> &'r str {
        self.columns[column].map_or("", |column| row.cell(column))
    }

    fn bad_cell(&self, row: &DeckRow, column: usize, fault: Fault) -> Diagnostic {
        let name = self.columns[column].map_or(COLUMNS[column].0, |nth| &self.header[nth]);
        let message = format!("row {}, column `{name}`: {}", row.row, fault.message);
        Diagnostic::at(code::BAD_DATA, self.place(row, column), message).hint(fault.hint)
    }

    /// Returns the place of a cell in its file, or that of the row if it has none.
    fn place(&self, row: &DeckRow, column: usize) -> Span {
        let start = after_newlines(self.text, row.start());
        let column = self.columns[column].unwrap_or(usize::MAX);
        Span::new(self.id, cell_range(self.text, start, column))
    }

    /// Makes a back: as the front, in its colour alone, or with the written content.
    fn other_side(
        &self,
        written: &str,
        place: Span,
        face: &TokenSide,
        findings: &mut Findings,
    ) -> TokenSide {
        match written.trim().to_lowercase().as_str() {
            SAME => face.clone(),
            PLAIN => TokenSide::Plain,
            _ => token_side(written, place, self.icons, findings),
        }
    }
}

/// Parses the content of a side: a picture, or words and icons.
fn token_side(written: &str, place: Span, icons: &BookIcons, findings: &mut Findings) -> TokenSide {
    if is_picture_name(file_of_art(written)) {
        return TokenSide::Picture(parse_art(written, place));
    }
    let words: Vec<Inline> = text_with_icons(typographic_quotes(written), place, icons, findings);
    TokenSide::Words(words)
}
