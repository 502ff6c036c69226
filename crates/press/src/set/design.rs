//! The design tokens of `crates/base/tokens.toml`, typed: papers, sizes of type, forms of sheets and cards,
//! and the lengths with which Rust estimates pages and Typst draws them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::paper::Paper;
use base::size::Size;
use base::theme::{BookTheme, ThemeChoice};

/// Points in a millimetre.
pub const MM: f64 = 72.0 / 25.4;

/// The tokens that Rust reads; sizes of type are in points.
#[derive(Deserialize)]
pub struct DesignTokens {
    /// Papers by name.
    pub paper: BTreeMap<String, Paper>,
    /// Sizes of type of the standard theme.
    pub size: TypeSizes,
    /// The tokens of other themes.
    theme: BTreeMap<String, ThemeTokens>,
    /// The trims of cards by name, in millimetres.
    pub card: BTreeMap<String, Size>,
    /// Form of reference sheets.
    pub sheet: SheetForm,
    /// Form of cards.
    pub face: CardForm,
    /// Measures of running text.
    pub text: TextMetrics,
    /// Breaks of words.
    #[serde(rename = "break")]
    pub breaks: WordBreaks,
    /// Measures of tables.
    pub table: TableMetrics,
    /// Measures of examples.
    pub example: ExampleMetrics,
}

/// Sizes of type in points.
#[derive(Deserialize)]
pub struct TypeSizes {
    /// Running text.
    pub body: f64,
    /// Tables.
    pub table: f64,
    /// Callouts and examples.
    pub callout: f64,
    /// Blocks of code.
    pub code: f64,
    /// The smallest type that is printed.
    pub least: f64,
}

/// The changes of a theme; only the size of the text and the papers are read here.
#[derive(Default, Deserialize)]
struct ThemeTokens {
    #[serde(default)]
    size: ThemeSizes,
    /// The papers of rulebooks instead of those that are too small for its type.
    #[serde(default)]
    paper: BTreeMap<String, String>,
}

#[derive(Default, Deserialize)]
struct ThemeSizes {
    body: Option<f64>,
}

/// The form of a reference sheet, in millimetres.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SheetForm {
    /// Margin on all sides.
    pub margin: f64,
    /// Gap between columns.
    pub gutter: f64,
    /// Height of the bar with the title and of the room below it.
    pub bar: f64,
    /// Least width of a column.
    column: f64,
    /// Inset of the words of a panel, left and right.
    inset: f64,
    /// Width of the numeral of a step.
    pub step: f64,
    /// Gap between the numeral and its words.
    pub step_gutter: f64,
    /// Width that the words of a step leave free.
    pub step_air: f64,
    /// Height of the content above and below a chart.
    pub chart_head: f64,
}

/// The form of a card, in millimetres.
#[derive(Deserialize)]
pub struct CardForm {
    /// Margin on all sides.
    pub margin: f64,
    /// Height of the title.
    pub head: f64,
    /// Height of the line below the text.
    pub foot: f64,
}

/// Running text, in points and in lines.
#[derive(Deserialize)]
pub struct TextMetrics {
    /// Distance from line to line.
    pub line: f64,
    /// Width that a list, a quote or a callout takes from its text.
    pub indent: f64,
    /// Number of lines between two paragraphs.
    pub between: f64,
    /// Extra lines of a block that is neither a paragraph nor a list.
    pub frame: f64,
    /// Size of a title as a factor of the size of the text.
    pub title: f64,
}

/// Part of its room that a word may fill before it breaks.
#[derive(Deserialize)]
pub struct WordBreaks {
    /// In a column of text, also that of a sheet.
    pub column: f64,
    /// On a card.
    pub card: f64,
    /// In an example.
    pub example: f64,
}

/// Tables, in points.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TableMetrics {
    /// Left and right inset of a cell together.
    pub cell: f64,
    /// Difference of that inset where insets are tight.
    pub tight: f64,
    /// The inset `cell` for estimates of broken lines.
    pub cell_text: f64,
    /// Distance from line to line.
    pub line: f64,
    /// Height of a row besides its lines.
    pub row: f64,
    /// Width that a list takes from its cell.
    pub indent: f64,
    /// Longest word that widens a column; a longer one breaks.
    pub longest_word: f64,
    /// Factor for the width of words beside the measured one.
    pub body: f64,
    /// Factor for the width of bold words.
    pub bold: f64,
}

/// Examples, in points unless otherwise noted.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ExampleMetrics {
    /// Left inset of the frame.
    left: f64,
    /// Right inset of the frame.
    right: f64,
    /// Width of the column of numbers.
    pub number: f64,
    /// Gap between words and a picture beside them, in millimetres.
    gutter: f64,
    /// Least width of a column of words beside a picture, in millimetres.
    least_column: f64,
    /// Greatest width of a picture beside words, as a part of the width.
    pub beside: f64,
    /// Distance from line to line, in sizes of the type.
    pub line: f64,
    /// Factor for the ragged ends of lines.
    pub ragged: f64,
}

static DESIGN: LazyLock<DesignTokens> = LazyLock::new(|| {
    toml::from_str(base::theme::TOKENS).expect("the bundled tokens are well formed")
});

/// Returns the tokens.
pub fn design() -> &'static DesignTokens {
    &DESIGN
}

impl DesignTokens {
    /// Size of the text of a theme as a factor of that of the standard theme; 1 for smaller text, as pictures
    /// shrink no further.
    pub fn theme_zoom(&self, asked: &str, theme: &BookTheme) -> f64 {
        let (theme, modifier) = ThemeChoice::chosen(asked, theme);
        let modified = self.theme.get(modifier).and_then(|modifier| modifier.size.body);
        modified.or(theme.size).map_or(1.0, |body| (body / self.size.body).max(1.0))
    }

    /// Returns the paper of a rulebook in a theme instead of `paper`.
    pub fn theme_paper<'a>(&'a self, asked: &str, paper: &'a str) -> &'a str {
        let modifier = ThemeChoice::of(asked).modifier;
        let other = self.theme.get(modifier).and_then(|theme| theme.paper.get(paper));
        other.map_or(paper, String::as_str)
    }
}

impl SheetForm {
    /// Number of columns on a side of a paper.
    fn columns(&self, paper: &Paper) -> f64 {
        let room = paper.width - 2.0 * self.margin + self.gutter;
        (room / (self.column + self.gutter)).floor().max(1.0)
    }

    /// Width of a column.
    fn column_width(&self, paper: &Paper) -> f64 {
        let (room, count) = (paper.width - 2.0 * self.margin, self.columns(paper));
        (room - (count - 1.0) * self.gutter) / count
    }

    /// Width of the words of a panel.
    pub fn panel_width(&self, paper: &Paper) -> f64 {
        self.column_width(paper) - 2.0 * self.inset
    }

    /// Width of the words of a step of the turn.
    pub fn step_width(&self, paper: &Paper) -> f64 {
        self.column_width(paper) - self.step - self.step_gutter
    }

    /// Width of a chart beside the column of the turn.
    pub fn chart_width(&self, paper: &Paper) -> f64 {
        let (width, count) = (paper.width - 2.0 * self.margin, self.columns(paper));
        if count > 1.0 { width - self.column_width(paper) - self.gutter } else { width }
    }
}

impl ExampleMetrics {
    /// Width that the frame takes.
    pub fn frame(&self) -> f64 {
        self.left + self.right
    }

    /// Gap between words and a picture beside them, in points.
    pub fn gutter(&self) -> f64 {
        self.gutter * MM
    }

    /// Least width of a column of words beside a picture, in points.
    pub fn least_column(&self) -> f64 {
        self.least_column * MM
    }
}
