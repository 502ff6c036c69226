//! Looks of each card of a deck. In: the columns of looks, the rules of book.toml and a row. Out: layout,
//! frame, colour, icon, picture and back of the card. Unknown names are findings with their places.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::columns::{ColumnSearch, DeckColumns, one_column};
use super::row::DeckRow;
use crate::icons::Icon;
use crate::manuscript::Fault;
use crate::manuscript::icons::BookIcons;
use base::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::deck_style::{
    ArtColumn, CardFrame, CardLayout, CardMotif, CardRule, MarkShape, WordLook,
};
use base::source::manifest::DeckFields;
use base::source::{Span, file_of_art, is_picture_name};
use base::theme::Palette;
use base::theme::colour::Rgb;
use draw::picture::map::PlaceColour;

/// Longest text of a column that is put on backs only because of its name, in characters.
const LONGEST_BACK: usize = 24;

/// Looks of a card.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CardStyle {
    /// Layout of name, picture and text.
    pub layout: CardLayout,
    /// Frame of the plates.
    pub frame: CardFrame,
    /// Motif drawn instead of a picture; that of the group unless set.
    pub motif: Option<CardMotif>,
    /// Colour; that of the group unless set.
    pub colour: Option<CardColour>,
    /// Icon.
    pub icon: Option<Arc<Icon>>,
    /// Picture.
    pub art: Option<CardArt>,
    /// Content of the back, besides that of all backs.
    pub back: Option<CardBack>,
}

/// A colour that the author asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardColour {
    /// Name of a colour of `crates/base/tokens.toml`.
    Token(String),
    /// Red, green and blue.
    Rgb(u8, u8, u8),
}

/// A picture that fills its box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardArt {
    /// File name, as written.
    pub url: String,
    /// Name among the pictures of the book, once it was found.
    pub file: Option<String>,
    /// Width divided by height.
    pub ratio: f32,
    /// Point that stays visible, as fractions of width and height.
    pub focus: (f32, f32),
    /// Span of its name.
    pub span: Span,
}

/// Content of the back of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CardBack {
    /// Words instead of the title of the deck.
    Words(String),
    /// A picture over the whole back.
    Picture(CardArt),
}

/// A mark printed before a word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WordMark {
    /// Word that the mark precedes.
    pub word: String,
    /// Colour of the shape.
    pub colour: Option<CardColour>,
    /// Shape of the mark.
    pub shape: Option<MarkShape>,
    /// Icon.
    pub icon: Option<Arc<Icon>>,
}

/// Parses a colour; `None` if there is no such colour.
pub fn parse_colour(written: &str) -> Option<CardColour> {
    let written = written.trim();
    if let Some(Rgb(parts)) = Rgb::parse(written) {
        let [red, green, blue] = parts.map(|part| part as u8);
        return Some(CardColour::Rgb(red, green, blue));
    }
    let name = written.to_lowercase();
    if Palette::standard().names().any(|known| known == name) {
        return Some(CardColour::Token(name));
    }
    let is_word = name.chars().all(char::is_alphabetic);
    let plain = PlaceColour::named_in(&name).filter(|_| is_word)?;
    Some(CardColour::Token(plain.fill().to_owned()))
}

/// Returns the fault of an unknown colour; its hint lists colours.
pub fn unknown_colour(written: &str) -> Fault {
    let near = nearest_name(&written.to_lowercase(), Palette::standard().names());
    let meant = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    let message = format!("`{}` is not a colour", short_quote(written));
    let hint = format!(
        "{meant}write `#rrggbb`, a basic colour such as red, or one of this program's colours such as sky, leaf, coral"
    );
    Fault::new(message, hint)
}

/// Returns the name of an icon without the colons around it.
fn icon_name(written: &str) -> &str {
    let written = written.trim();
    written.strip_prefix(':').and_then(|name| name.strip_suffix(':')).unwrap_or(written)
}

fn unknown_icon(written: &str, icons: &BookIcons) -> Fault {
    let near = nearest_name(icon_name(written), icons.names());
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "put an SVG file of this name in the folder icons/, or leave the icon out".to_owned()
        }
    };
    Fault::new(format!("there is no icon `{}`", short_quote(icon_name(written))), hint)
}

/// Parses the picture that a cell names: its file, and the point to keep.
pub fn parse_art(written: &str, span: Span) -> CardArt {
    let url = file_of_art(written);
    let percents = written.trim()[url.len()..].split_whitespace();
    let part = |word: &str| word.trim_end_matches('%').parse::<f32>().ok();
    let parts: Vec<f32> =
        percents.map(|word| part(word).unwrap_or(50.0).clamp(0.0, 100.0) / 100.0).collect();
    let focus = (parts.first().copied().unwrap_or(0.5), parts.get(1).copied().unwrap_or(0.5));
    CardArt { url: url.to_owned(), file: None, ratio: 1.0, focus, span }
}

/// A rule of book.toml: the style of cards with this value in this column.
struct StyleRule {
    column: usize,
    value: String,
    style: RuleStyle,
    place: Option<Span>,
}

/// Style that a rule sets, with its names looked up.
#[derive(Default)]
struct RuleStyle {
    colour: Option<CardColour>,
    icon: Option<Arc<Icon>>,
    frame: Option<CardFrame>,
    layout: Option<CardLayout>,
    motif: Option<CardMotif>,
}

/// Columns and rules of the looks of cards.
#[derive(Default)]
pub struct StyleColumns {
    art: Option<usize>,
    frame: Option<usize>,
    icon: Option<usize>,
    colour: Option<usize>,
    back: Option<usize>,
    layout: CardLayout,
    rules: Vec<StyleRule>,
    /// Picture for all backs.
    all_backs: Option<(String, Option<Span>)>,
}

/// Context of looking up looks: the deck's place in book.toml, the icons, and the findings.
pub struct StyleContext<'a> {
    /// Span of the deck's data file in book.toml.
    pub place: Option<Span>,
    /// Icons that can be named.
    pub icons: &'a BookIcons,
    /// Findings so far.
    pub findings: &'a mut Findings,
}

impl StyleContext<'_> {
    /// Returns the place of a value of book.toml.
    fn place_of<T>(&self, value: &Spanned<T>) -> Option<Span> {
        Some(Span::new(self.place?.source, value.span()))
    }

    fn report(&mut self, fault: Fault, place: Option<Span>) {
        let finding = Diagnostic::global(code::BOOK_FILE, fault.message).hint(fault.hint);
        self.findings.push(Diagnostic { span: place, ..finding });
    }

    fn colour(&mut self, written: &Option<Spanned<String>>) -> Option<CardColour> {
        let written = written.as_ref()?;
        let colour = parse_colour(written.get_ref());
        if colour.is_none() {
            self.report(unknown_colour(written.get_ref()), self.place_of(written));
        }
        colour
    }

    fn icon(&mut self, written: &Option<Spanned<String>>) -> Option<Arc<Icon>> {
        let written = written.as_ref()?;
        let (name, place) = (icon_name(written.get_ref()), self.place_of(written));
        if !self.icons.has(name) {
            self.report(unknown_icon(written.get_ref(), self.icons), place);
            return None;
        }
        self.icons.take(name, place?, self.findings)
    }

    fn rule(&mut self, rule: &CardRule) -> RuleStyle {
        RuleStyle {
            colour: self.colour(&rule.colour),
            icon: self.icon(&rule.icon),
            frame: rule.frame,
            layout: rule.layout,
            motif: rule.motif,
        }
    }

    /// Returns the mark of a word.
    pub fn word(&mut self, word: &str, look: &WordLook) -> WordMark {
        let (colour, icon) = (self.colour(&look.colour), self.icon(&look.icon));
        WordMark { word: word.to_owned(), colour, shape: look.shape, icon }
    }
}

impl StyleColumns {
    /// Finds the columns of looks, and looks up the rules.
    pub fn of(
        fields: &DeckFields,
        search: &mut ColumnSearch<'_>,
        rows: &[csv::StringRecord],
        context: &mut StyleContext<'_>,
    ) -> Self {
        let art = match fields.art.as_ref().and_then(ArtColumn::column) {
            Some("") => None,
            Some(name) => search.one("art", name),
            None => search
                .usual(&["Art", "Picture", "Image", "Illustration", "Artwork"], |column| {
                    any_cell(rows, column, |cell| is_picture_name(file_of_art(cell)))
                }),
        };
        let asked = |search: &mut ColumnSearch<'_>,
                     field: &'static str,
                     asked: &Option<String>,
                     usual: &[&str],
                     fits: &dyn Fn(usize) -> bool| match one_column(asked) {
            Some(names) => names.first().and_then(|name| search.one(field, name)),
            None => search.usual(usual, fits),
        };
        let frame = asked(search, "frame", &fields.frame, &["Frame"], &|column| {
            all_cells(rows, column, |cell| CardFrame::named(cell).is_some())
        });
        let icon = asked(search, "icon", &fields.icon, &["Icon"], &|column| {
            any_cell(rows, column, |cell| context.icons.has(icon_name(cell)))
        });
        let colour = asked(search, "colour", &fields.colour, &["Colour", "Color"], &|column| {
            any_cell(rows, column, |cell| cell.starts_with('#'))
                || all_cells(rows, column, |cell| parse_colour(cell).is_some())
        });
        let picture = fields
            .back
            .as_ref()
            .filter(|name| is_picture_name(file_of_art(name)) && search.find(name).is_none());
        let all_backs = picture.map(|name| (name.clone(), context.place));
        let back = match all_backs {
            Some(_) => None,
            None => asked(search, "back", &fields.back, &["Back"], &|column| {
                let short = |cell: &str| {
                    is_picture_name(file_of_art(cell)) || cell.chars().count() <= LONGEST_BACK
                };
                all_cells(rows, column, short)
            }),
        };
        let rules = style_rules(fields, search, context);
        let layout = fields.layout.unwrap_or_default();
        Self { art, frame, icon, colour, back, layout, rules, all_backs }
    }

    /// Returns the columns that decide how cards look.
    pub fn used(&self) -> impl Iterator<Item = usize> {
        let single = [self.art, self.frame, self.icon, self.colour, self.back];
        single.into_iter().flatten().chain(self.rules.iter().map(|rule| rule.column))
    }

    /// Returns findings about rules for values that no row has.
    pub fn unused_rules(&self, rows: &[DeckRow], header: &[String]) -> Vec<Diagnostic> {
        let has = |rule: &StyleRule, row: &DeckRow| row.cell(rule.column) == rule.value;
        let unused = self.rules.iter().filter(|rule| !rows.iter().any(|row| has(rule, row)));
        unused.map(|rule| unused_rule(rule, rows, header)).collect()
    }
}

fn unused_rule(rule: &StyleRule, rows: &[DeckRow], header: &[String]) -> Diagnostic {
    let mut values: Vec<&str> = rows.iter().map(|row| row.cell(rule.column)).collect();
    values.sort_unstable();
    values.dedup();
    let (column, value) = (short_quote(&header[rule.column]), short_quote(&rule.value));
    let message = format!("no card has `{value}` in the column `{column}`");
    let near = nearest_name(&rule.value, values.iter().copied());
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the cards have {}", short_quote(&values.join(", "))),
    };
    let finding = Diagnostic::global(code::BOOK_FILE, message).hint(hint);
    Diagnostic { span: rule.place, ..finding }
}

fn style_rules(
    fields: &DeckFields,
    search: &mut ColumnSearch<'_>,
    context: &mut StyleContext<'_>,
) -> Vec<StyleRule> {
    let mut rules = Vec::new();
    for (column, values) in &fields.by {
        let Some(column) = search.one("by", column) else { continue };
        for (value, rule) in values {
            let first = rule.colour.as_ref().or(rule.icon.as_ref());
            let place = first.and_then(|first| context.place_of(first)).or(context.place);
            let style = context.rule(rule);
            rules.push(StyleRule { column, value: value.trim().to_owned(), style, place });
        }
    }
    rules
}

/// Returns the cells of a column that are not empty.
fn filled(rows: &[csv::StringRecord], column: usize) -> impl Iterator<Item = &str> {
    let cells = rows.iter().filter_map(move |row| row.get(column));
    cells.map(str::trim).filter(|cell| !cell.is_empty())
}

fn any_cell(rows: &[csv::StringRecord], column: usize, fits: impl Fn(&str) -> bool) -> bool {
    filled(rows, column).any(fits)
}

/// Reports whether a column is not empty, and all of its cells fit.
fn all_cells(rows: &[csv::StringRecord], column: usize, fits: impl Fn(&str) -> bool) -> bool {
    filled(rows, column).next().is_some() && filled(rows, column).all(fits)
}

impl DeckColumns<'_> {
    /// Returns the looks of a row's card: its own cells come first, then the rules in their order.
    pub fn card_style(&self, row: &DeckRow, findings: &mut Findings) -> CardStyle {
        let looks = &self.style;
        let mut style = CardStyle {
            layout: looks.layout,
            art: self.art_of(row, looks.art),
            back: self.back_of(row),
            ..CardStyle::default()
        };
        let matching = looks.rules.iter().filter(|rule| row.cell(rule.column) == rule.value);
        let matching: Vec<&RuleStyle> = matching.map(|rule| &rule.style).collect();
        let first = |pick: &dyn Fn(&RuleStyle) -> bool| matching.iter().find(|rule| pick(rule));
        style.colour = first(&|rule| rule.colour.is_some()).and_then(|rule| rule.colour.clone());
        style.icon = first(&|rule| rule.icon.is_some()).and_then(|rule| rule.icon.clone());
        style.motif = first(&|rule| rule.motif.is_some()).and_then(|rule| rule.motif);
        if let Some(layout) = first(&|rule| rule.layout.is_some()).and_then(|rule| rule.layout) {
            style.layout = layout;
        }
        if let Some(frame) = first(&|rule| rule.frame.is_some()).and_then(|rule| rule.frame) {
            style.frame = frame;
        }
        self.own_looks(row, &mut style, findings);
        style
    }

    /// Reads frame, icon and colour from the cells of a row.
    fn own_looks(&self, row: &DeckRow, style: &mut CardStyle, findings: &mut Findings) {
        let looks = &self.style;
        let cell = |column: Option<usize>| {
            column.map(|column| (column, row.cell(column))).filter(|(_, cell)| !cell.is_empty())
        };
        let wrong = |findings: &mut Findings, column: usize, fault: Fault| {
            findings.push(self.bad_cell(row, column, &fault.message).hint(fault.hint));
        };
        if let Some((column, written)) = cell(looks.colour) {
            style.colour = parse_colour(written);
            if style.colour.is_none() {
                wrong(findings, column, unknown_colour(written));
            }
        }
        if let Some((column, written)) = cell(looks.icon) {
            let name = icon_name(written);
            if self.icons.has(name) {
                style.icon = self.icons.take(name, self.cell_place(row, column), findings);
            } else {
                wrong(findings, column, unknown_icon(written, self.icons));
            }
        }
        if let Some((column, written)) = cell(looks.frame) {
            match CardFrame::named(&written.to_lowercase()) {
                Some(frame) => style.frame = frame,
                None => {
                    let message = format!("there is no frame `{}`", short_quote(written));
                    let names = CardFrame::ALL.map(CardFrame::name).join(", ");
                    wrong(findings, column, Fault::new(message, format!("write one of {names}")));
                }
            }
        }
    }

    fn art_of(&self, row: &DeckRow, column: Option<usize>) -> Option<CardArt> {
        let column = column?;
        let written = row.cell(column);
        (!written.is_empty()).then(|| parse_art(written, self.cell_place(row, column)))
    }

    fn back_of(&self, row: &DeckRow) -> Option<CardBack> {
        if let Some((written, place)) = &self.style.all_backs {
            let place = place.unwrap_or_else(|| self.cell_place(row, self.name));
            return Some(CardBack::Picture(parse_art(written, place)));
        }
        let column = self.style.back?;
        let written = row.cell(column);
        if written.is_empty() {
            return None;
        }
        if is_picture_name(file_of_art(written)) {
            return self.art_of(row, Some(column)).map(CardBack::Picture);
        }
        Some(CardBack::Words(super::row::typographic_quotes(written)))
    }
}
