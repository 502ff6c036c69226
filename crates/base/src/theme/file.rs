//! theme.toml: the look of a book.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::colour::WrittenColour;

/// The look of a book: its colours, its type, the openings of its chapters and its cover. The file is beside
/// book.toml. Keys that are left out are as in the theme that it starts from.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeFile {
    /// The bundled theme that this one starts from: `standard`, `oracle`, `codex`, `briefing`, `orbit` or
    /// `breeze`. If left out, it is `standard`.
    #[schemars(with = "Option<String>", example = &"codex")]
    pub base: Option<Spanned<String>>,
    /// The theme.toml of another book that this one starts from, as a path from this file.
    #[schemars(with = "Option<String>", example = &"../base-game/theme.toml")]
    pub uses: Option<Spanned<String>>,
    /// Colours by their use. A colour is `"#0a7d83"`, or `{ screen = "#0a7d83", cmyk = [85, 20, 40, 25] }` if
    /// a print shop needs other inks than those that follow from it.
    pub colour: ThemeColours,
    /// The fonts.
    pub font: ThemeFonts,
    /// Sizes of type.
    #[serde(rename = "type")]
    pub sizes: ThemeSizes,
    /// The shapes of titles, tables and callouts.
    pub style: ThemeStyle,
    /// The cover.
    pub cover: ThemeCover,
    /// Templates of the book: files that replace the bundled templates. docs/templates.md shows how to write
    /// them.
    pub templates: ThemeTemplates,
    /// The pages of the rulebook.
    pub page: ThemePage,
}

/// Templates of the book, each a `.typ` file, as a path from theme.toml. docs/templates.md shows how to write
/// them.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ThemeTemplates {
    /// The cover: its function `cover` is called once.
    #[schemars(with = "Option<String>", example = &"templates/cover.typ")]
    pub cover: Option<Spanned<String>>,
    /// The openings of chapters: its function `chapter` is called for each.
    #[schemars(with = "Option<String>", example = &"templates/chapter.typ")]
    pub chapter: Option<Spanned<String>>,
    /// Callouts: its function `callout` is called for each.
    #[schemars(with = "Option<String>", example = &"templates/callout.typ")]
    pub callout: Option<Spanned<String>>,
    /// The fronts of the cards of decks: its function `card-face` is called for each card.
    #[schemars(with = "Option<String>", example = &"templates/cards.typ")]
    pub card_face: Option<Spanned<String>>,
    /// The backs of the cards of decks: its function `card-back` is called for each different back.
    #[schemars(with = "Option<String>", example = &"templates/cards.typ")]
    pub card_back: Option<Spanned<String>>,
    /// The pieces of the panels of the reference sheet: its function `panel` is called for each.
    #[schemars(with = "Option<String>", example = &"templates/panel.typ")]
    pub panel: Option<Spanned<String>>,
    /// Files and folders of pictures whose names templates put together, as in `"frames/" + group + ".png"`.
    /// A picture whose whole name is written in a template needs no entry here.
    #[schemars(with = "Vec<String>", example = ["art/frames"])]
    pub pictures: Vec<Spanned<String>>,
}

/// Colours by their use.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ThemeColours {
    /// Words.
    #[schemars(with = "Option<WrittenColour>", example = &"#000000")]
    pub text: Option<Spanned<WrittenColour>>,
    /// Small words beside others: headers of pages, captions, references.
    #[schemars(with = "Option<WrittenColour>", example = &"#5c5c5c")]
    pub muted: Option<Spanned<WrittenColour>>,
    /// The page.
    #[schemars(with = "Option<WrittenColour>", example = &"#ffffff")]
    pub paper: Option<Spanned<WrittenColour>>,
    /// Lines of tables and around pictures.
    #[schemars(with = "Option<WrittenColour>", example = &"#b4b8bc")]
    pub line: Option<Spanned<WrittenColour>>,
    /// The ground of examples and pictures.
    #[schemars(with = "Option<WrittenColour>", example = &"#f3f4f6")]
    pub panel: Option<Spanned<WrittenColour>>,
    /// Titles, numbers, links, bars. If the three colours below are left out, they follow from it.
    #[schemars(with = "Option<WrittenColour>", example = &"#094676")]
    pub accent: Option<Spanned<WrittenColour>>,
    /// Darker than the accent: edges on the cover and on backs of cards.
    #[schemars(with = "Option<WrittenColour>", example = &"#06304f")]
    pub accent_dark: Option<Spanned<WrittenColour>>,
    /// Softer than the accent: lines of quotes, signs of examples.
    #[schemars(with = "Option<WrittenColour>", example = &"#366b9a")]
    pub accent_soft: Option<Spanned<WrittenColour>>,
    /// A pale accent: the ground of callouts, heads of tables, backs of cards.
    #[schemars(with = "Option<WrittenColour>", example = &"#e3eef7")]
    pub ground: Option<Spanned<WrittenColour>>,
    /// Short lines below large titles, and signs on the cover.
    #[schemars(with = "Option<WrittenColour>", example = &"#ebc475")]
    pub highlight: Option<Spanned<WrittenColour>>,
    /// Warnings and exceptions, and the way through a picture.
    #[schemars(with = "Option<WrittenColour>", example = &"#a8422f")]
    pub warning: Option<Spanned<WrittenColour>>,
    /// The ground of warnings.
    #[schemars(with = "Option<WrittenColour>", example = &"#fbeae4")]
    pub warning_ground: Option<Spanned<WrittenColour>>,
    /// Five grounds of zones of the table, also used on the cover and on decks.
    #[schemars(with = "Vec<WrittenColour>", example = ["#c9e8f3", "#f7f5c8", "#b3bcae", "#ebc475", "#91bbe0"])]
    pub zones: Vec<Spanned<WrittenColour>>,
    /// Six colours of players' pieces.
    #[schemars(with = "Vec<WrittenColour>", example = ["#0a7d83", "#e0af0f", "#8e2346", "#b2ba9e", "#3c3e86", "#9f6f2d"])]
    pub players: Vec<Spanned<WrittenColour>>,
}

/// The fonts of a book.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeFonts {
    /// Titles: a bundled family, `Vollkorn`, `Cinzel`, `Cormorant`, `Exo 2`, `Oxanium`, `Source Sans 3`
    /// or `Source Serif 4`, or files of the book's folder.
    #[schemars(with = "Option<FontChoice>", example = &"Cinzel")]
    pub display: Option<Spanned<FontChoice>>,
    /// Text: `Source Sans 3` or `Source Serif 4`, or files of the book's folder. Words in charts and
    /// pictures stay in Source Sans 3.
    #[schemars(with = "Option<FontChoice>", example = &"Source Serif 4")]
    pub body: Option<Spanned<FontChoice>>,
}

/// A font: a bundled family, or files.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "this does not name a font")]
pub enum FontChoice {
    /// The name of a bundled family.
    Bundled(String),
    /// Files of one family, as paths from theme.toml: TrueType or OpenType.
    Files(FontFiles),
}

/// The files of a family.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct FontFiles {
    /// Upright, usual weight.
    #[schemars(example = &"fonts/MyFont-Regular.ttf")]
    pub regular: Option<String>,
    /// Upright, bold.
    #[schemars(example = &"fonts/MyFont-Bold.ttf")]
    pub bold: Option<String>,
    /// Slanted.
    #[schemars(example = &"fonts/MyFont-Italic.ttf")]
    pub italic: Option<String>,
    /// Slanted and bold.
    #[schemars(example = &"fonts/MyFont-BoldItalic.ttf")]
    pub bold_italic: Option<String>,
    /// The licence under which it may be embedded in a PDF.
    #[schemars(example = &"SIL Open Font License 1.1")]
    pub licence: Option<String>,
}

/// Sizes of type.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeSizes {
    /// The text, in points, from 8.5 to 14; all other sizes follow. If left out, it is 9.5.
    #[schemars(with = "Option<f64>", example = 10.0)]
    pub body: Option<Spanned<f64>>,
}

/// The shapes of titles, tables and callouts.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeStyle {
    /// The openings of chapters: `bar`, `rule`, `numeral`, `plate` or `cut`.
    #[schemars(example = &"plate")]
    pub chapter: Option<ChapterStyle>,
    /// Titles of sections: `plain`, `ruled` or `marked`.
    #[schemars(example = &"ruled")]
    pub section: Option<SectionStyle>,
    /// The lines of tables: `rows`, `bands` or `grid`.
    #[schemars(example = &"bands")]
    pub table: Option<TableStyle>,
    /// Callouts: a `bar` at their left, or a `box` around them.
    #[schemars(example = &"box")]
    pub callout: Option<CalloutStyle>,
    /// The numbers of chapters at the edge of the page: `tab`, `round`, `flag` or `none`.
    #[schemars(example = &"round")]
    pub tab: Option<TabStyle>,
    /// The boxes of flowcharts: `plain`, `solid` or `round`.
    #[schemars(example = &"solid")]
    pub chart: Option<ChartStyle>,
    /// The radius of the corners of frames, in millimetres, from 0 to 4.
    #[schemars(example = 1.2)]
    pub corner: Option<f64>,
}

macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident { $($(#[$own:meta])* $variant:ident),* $(,)? })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "kebab-case")]
            pub enum $name { $($(#[$own])* $variant),* }
        )*
    };
}

choices! {
    /// The opening of a chapter.
    ChapterStyle {
        /// Words on a bar over the whole width.
        Bar,
        /// Words between a thick and a thin line.
        Rule,
        /// A large number, and the words on a line beside it.
        Numeral,
        /// Words in the middle of a frame of two lines.
        Plate,
        /// A bar that is cut off at an angle.
        Cut,
    }
    /// The title of a section.
    SectionStyle {
        /// Only words.
        Plain,
        /// Words on a thin line.
        Ruled,
        /// Words behind a mark.
        Marked,
    }
    /// The lines of a table.
    TableStyle {
        /// Lines between the rows.
        Rows,
        /// Every other row on a ground.
        Bands,
        /// Lines around every cell.
        Grid,
    }
    /// A callout.
    CalloutStyle {
        /// A bar at its left.
        Bar,
        /// A frame around it.
        Box,
    }
    /// The number of a chapter at the edge of the page.
    TabStyle {
        /// A rectangle.
        Tab,
        /// A disc.
        Round,
        /// A pennant.
        Flag,
        /// No number.
        None,
    }
    /// The boxes of a flowchart.
    ChartStyle {
        /// White boxes with black outlines; decisions have a pale ground.
        Plain,
        /// Boxes on a ground; decisions and ends are filled, with light words.
        Solid,
        /// Boxes with round corners and coloured outlines.
        Round,
    }
    /// A cover.
    CoverStyle {
        /// A picture above, the words on a panel below.
        Panel,
        /// The picture over the whole cover, the words on a plate.
        Full,
        /// The picture and the words in a frame.
        Frame,
        /// The picture at the outer edge, the words beside it.
        Split,
    }
}

/// The pages of the rulebook.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemePage {
    /// The size of a page if neither book.toml nor the profile names one: a paper such as `a5`, or width and
    /// height in millimetres, from 120 to 450.
    #[schemars(with = "Option<String>", example = &"210x210")]
    pub size: Option<Spanned<String>>,
    /// The margins, on every paper.
    #[schemars(with = "PageMargins")]
    pub margins: Option<Spanned<PageMargins>>,
}

/// The margins of a page, in millimetres. Margins that are left out are those of the paper.
#[derive(Debug, Default, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PageMargins {
    /// At the binding, from 8 to 25.
    #[schemars(example = 18)]
    pub inside: Option<f64>,
    /// Away from the binding, from 8 to 25.
    #[schemars(example = 14)]
    pub outside: Option<f64>,
    /// Above the text, with the head of the page, from 13 to 40.
    #[schemars(example = 18)]
    pub top: Option<f64>,
    /// Below the text, with the number of the page, from 12 to 40.
    #[schemars(example = 16)]
    pub bottom: Option<f64>,
    /// Between two columns, from 3 to 12.
    #[schemars(example = 6)]
    pub gutter: Option<f64>,
}

impl PageMargins {
    /// Returns each margin: its name, its value, and its least and greatest value.
    pub fn each(&mut self) -> [(&'static str, &mut Option<f64>, (f64, f64)); 5] {
        [
            ("inside", &mut self.inside, (8.0, 25.0)),
            ("outside", &mut self.outside, (8.0, 25.0)),
            ("top", &mut self.top, (13.0, 40.0)),
            ("bottom", &mut self.bottom, (12.0, 40.0)),
            ("gutter", &mut self.gutter, (3.0, 12.0)),
        ]
    }

    /// Returns these margins, or those of `other` where they are unset.
    pub fn or(self, other: Self) -> Self {
        Self {
            inside: self.inside.or(other.inside),
            outside: self.outside.or(other.outside),
            top: self.top.or(other.top),
            bottom: self.bottom.or(other.bottom),
            gutter: self.gutter.or(other.gutter),
        }
    }
}

/// The cover.
#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeCover {
    /// The layout: `panel`, `full`, `frame` or `split`.
    #[schemars(example = &"full")]
    pub style: Option<CoverStyle>,
    /// A picture that fills its room, cut off if it is too wide or too high, as a path from this file. If
    /// left out, a motif is drawn.
    #[schemars(with = "Option<String>", example = &"pictures/cover.jpg")]
    pub art: Option<Spanned<String>>,
    /// The point of the picture that stays visible if it is cut off: its distance from the left and from the
    /// top.
    #[schemars(with = "Option<String>", example = &"30% 20%")]
    pub focus: Option<Spanned<String>>,
}
