//! The design tokens of `crates/base/tokens.toml`, typed: papers, sizes of type, forms of sheets and
//! cards, and the lengths that Rust estimates pages with and Typst draws.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::paper::Paper;
use base::size::Size;
use base::theme::{BookTheme, ThemeChoice};

/// Points in a millimetre.
pub const MM: f64 = 72.0 / 25.4;

/// What Rust knows of the tokens; sizes of type are points.
#[derive(Deserialize)]
pub struct DesignTokens {
    /// Papers by name.
    pub paper: BTreeMap<String, Paper>,
    /// Sizes of type of the standard theme.
    pub size: TypeSizes,
    /// What other themes change.
    theme: BTreeMap<String, ThemeTokens>,
    /// The trims of cards by name, in millimetres.
    pub card: BTreeMap<String, Size>,
    /// Reference sheets.
    pub sheet: SheetForm,
    /// Cards.
    pub face: CardForm,
    /// Running text.
    pub text: TextMetrics,
    /// Which words may break.
    #[serde(rename = "break")]
    pub breaks: WordBreaks,
    /// Tables.
    pub table: TableMetrics,
    /// Examples.
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
    /// Nothing is printed in smaller type.
    pub least: f64,
}

/// What a theme changes, of which only the size of the text and the papers matter here.
#[derive(Default, Deserialize)]
struct ThemeTokens {
    #[serde(default)]
    size: ThemeSizes,
    /// The papers of rulebooks in place of those that are too small for its type.
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
    /// On all sides.
    pub margin: f64,
    /// Between columns.
    pub gutter: f64,
    /// Height of the bar with the title and of the room below it.
    pub bar: f64,
    /// The narrowest column.
    column: f64,
    /// Left and right of the words of a panel.
    inset: f64,
    /// Width of the numeral of a step.
    pub step: f64,
    /// Between the numeral and its words.
    pub step_gutter: f64,
    /// What the words of a step leave free.
    pub step_air: f64,
    /// What stands above and below a chart.
    pub chart_head: f64,
}

/// The form of a card, in millimetres.
#[derive(Deserialize)]
pub struct CardForm {
    /// On all sides.
    pub margin: f64,
    /// Height of the title.
    pub head: f64,
    /// Height of the line below.
    pub foot: f64,
}

/// Running text, in points and in lines.
#[derive(Deserialize)]
pub struct TextMetrics {
    /// From line to line.
    pub line: f64,
    /// What a list, a quote or a callout takes from the width of its text.
    pub indent: f64,
    /// Lines between two paragraphs.
    pub between: f64,
    /// Lines that a block takes which is neither a paragraph nor a list.
    pub frame: f64,
    /// How much larger than the text a title is.
    pub title: f64,
}

/// The part of its room that a word may fill before it breaks.
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
    /// By how much less that is where insets are tight.
    pub tight: f64,
    /// The same as `cell` where text is broken into lines.
    pub cell_text: f64,
    /// From line to line.
    pub line: f64,
    /// What a row takes besides its lines.
    pub row: f64,
    /// What a list takes from the width of a cell.
    pub indent: f64,
    /// A longer word breaks, and makes no column wider.
    pub longest_word: f64,
    /// The width of words beside what was measured.
    pub body: f64,
    /// The same of bold words.
    pub bold: f64,
}

/// Examples, in points where nothing else is said.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ExampleMetrics {
    /// Left inset of the frame.
    left: f64,
    /// Right inset of the frame.
    right: f64,
    /// Width of the column of numbers.
    pub number: f64,
    /// Between words and a picture beside them, in millimetres.
    gutter: f64,
    /// The narrowest column of words beside a picture, in millimetres.
    least_column: f64,
    /// The widest picture beside words, as a part of the width.
    pub beside: f64,
    /// From line to line, in sizes of the type.
    pub line: f64,
    /// What the ends of lines take besides the words, as a factor.
    pub ragged: f64,
}

static DESIGN: LazyLock<DesignTokens> = LazyLock::new(|| {
    toml::from_str(base::theme::TOKENS).expect("the bundled tokens are well formed")
});

/// The tokens.
pub fn design() -> &'static DesignTokens {
    &DESIGN
}

impl DesignTokens {
    /// How much larger the text of a theme is than that of the standard one; 1 for smaller text, as
    /// pictures shrink no further.
    pub fn theme_zoom(&self, asked: &str, theme: &BookTheme) -> f64 {
        let (theme, modifier) = ThemeChoice::chosen(asked, theme);
        let modified = self.theme.get(modifier).and_then(|modifier| modifier.size.body);
        modified.or(theme.size).map_or(1.0, |body| (body / self.size.body).max(1.0))
    }

    /// The paper of a rulebook that is asked for on `paper` in a theme.
    pub fn theme_paper<'a>(&'a self, asked: &str, paper: &'a str) -> &'a str {
        let modifier = ThemeChoice::of(asked).modifier;
        let other = self.theme.get(modifier).and_then(|theme| theme.paper.get(paper));
        other.map_or(paper, String::as_str)
    }
}

impl SheetForm {
    /// How many columns a side of a paper has.
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
    /// What the frame takes from the width.
    pub fn frame(&self) -> f64 {
        self.left + self.right
    }

    /// Between words and a picture beside them.
    pub fn gutter(&self) -> f64 {
        self.gutter * MM
    }

    /// The narrowest column of words beside a picture.
    pub fn least_column(&self) -> f64 {
        self.least_column * MM
    }
}
