//! Look of a book. In: theme.toml, and those that it starts from. Out: its changes to the design tokens of
//! `crates/base/tokens.toml`, and the files of its fonts.

mod art;
mod choice;
pub mod colour;
mod contrast;
pub mod file;
mod fonts;
pub mod templates;
mod tokens;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use typst::foundations::Bytes;
use typst::text::Font;

use crate::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use crate::source::keys::TomlFile;
use crate::source::{SourceId, Sources, Span};
pub use art::AskedArt;
pub use art::CoverArt;
pub use choice::{ThemeChoice, parse_theme};
use colour::{Rgb, TokenColour, WrittenColour};
pub use file::PageMargins;
use file::{ChartStyle, CoverStyle, ThemeColours, ThemeFile, ThemePage, ThemeStyle};
use templates::BookTemplates;
pub use tokens::{MODIFIERS, Palette, TOKENS, themed_tokens};

/// Bundled themes, by name.
const BUNDLED: [(&str, &str); 6] = [
    ("standard", include_str!("../../themes/standard.toml")),
    ("oracle", include_str!("../../themes/oracle.toml")),
    ("codex", include_str!("../../themes/codex.toml")),
    ("briefing", include_str!("../../themes/briefing.toml")),
    ("orbit", include_str!("../../themes/orbit.toml")),
    ("breeze", include_str!("../../themes/breeze.toml")),
];

/// Tokens of the colours of zones, in the order of `zones`.
const ZONES: [&str; 5] = ["sky", "cream", "sage", "amber", "blue"];
/// Tokens of the colours of players, in the order of `players`.
const PLAYERS: [&str; 6] = ["teal", "gold", "maroon", "lichen", "indigo", "brown"];
/// Text size of the standard theme, in points, and the least and greatest of others.
const BODY: (f64, f64, f64) = (9.5, 8.5, 14.0);
/// Ground of examples in the standard theme.
const PANEL: Rgb = Rgb([243.0, 244.0, 246.0]);
/// Greatest radius of a corner, in millimetres.
const ROUNDEST: f64 = 4.0;

/// Look of a book, as changes to the standard theme.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BookTheme {
    /// Colours, by the names of their tokens.
    pub colour: BTreeMap<String, TokenColour>,
    /// Family of titles.
    pub display: Option<String>,
    /// Family of text.
    pub body: Option<String>,
    /// Size of text, in points.
    pub size: Option<f64>,
    /// Shapes.
    pub style: ThemeStyle,
    /// Layout of the cover.
    pub cover: Option<CoverStyle>,
    /// Size of pages of the rulebook, if nothing else names one.
    pub page: Option<ThemePageSize>,
    /// Margins of the rulebook.
    pub margins: PageMargins,
    /// Picture on the cover.
    pub art: Option<CoverArt>,
    /// Templates of the book.
    #[serde(skip)]
    pub templates: BookTemplates,
    /// Files of its own fonts.
    #[serde(skip)]
    pub fonts: Vec<Bytes>,
    /// Fonts of the book, each by its first file.
    #[serde(skip)]
    pub own_fonts: Vec<OwnFont>,
}

impl BookTheme {
    /// Returns the style of its flowcharts.
    pub fn chart(&self) -> ChartStyle {
        self.style.chart.unwrap_or(ChartStyle::Plain)
    }

    /// Returns its colours without `--theme`.
    pub fn palette(&self) -> Palette {
        Palette::of(self, MODIFIERS[0])
    }
}

/// Size of pages that a theme asks for; the press knows the available ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ThemePageSize {
    /// A paper, or width and height.
    pub size: String,
    /// Place in theme.toml that asks for it.
    pub place: Option<Span>,
}

/// A font that a book brings.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnFont {
    /// Family of the font.
    pub family: String,
    /// Place in theme.toml that names it.
    pub place: Span,
    font: Font,
}

impl OwnFont {
    /// Reports whether it has a character.
    pub fn has(&self, c: char) -> bool {
        self.font.info().coverage.contains(u32::from(c))
    }
}

/// Use of a colour, and its token.
struct Role<'f> {
    name: &'static str,
    token: &'static str,
    colour: &'f Spanned<WrittenColour>,
}

/// Places of the colours of a theme, by token.
type Places = BTreeMap<String, Span>;

/// Names of the bundled themes.
pub fn bundled_names() -> impl Iterator<Item = &'static str> {
    BUNDLED.iter().map(|(name, _)| *name)
}

/// Returns a bundled theme.
pub fn bundled(name: &str) -> Option<BookTheme> {
    let (_, text) = BUNDLED.iter().find(|(known, _)| *known == name)?;
    let file: ThemeFile = toml::from_str(text).expect("the bundled themes are well formed");
    let mut theme = BookTheme::default();
    let (places, findings) = (Places::new(), &mut Findings::default());
    let mut reader = ThemeReader { files: None, places, art: None, findings };
    reader.apply(&mut theme, &file);
    Some(theme)
}

/// Reads the texts of theme.toml, the used one before those that use it. Returns the theme, and the picture
/// that it asks for on the cover.
pub fn read_theme(
    files: &[SourceId],
    sources: &Sources,
    findings: &mut Findings,
) -> (BookTheme, Option<AskedArt>) {
    let mut theme = BookTheme::default();
    let (mut places, mut art) = (Places::new(), None);
    for source in files {
        let text = sources.get(*source).text.clone();
        let Some(mut file) = TomlFile::parse(*source, code::THEME_FILE, &text, findings) else {
            continue;
        };
        file.take_unknown::<ThemeFile>(None, findings);
        let file: ThemeFile =
            file.read("docs/reference/book.md lists what theme.toml can say", findings);
        let mut reader = ThemeReader { files: Some((*source, sources)), places, art, findings };
        reader.apply(&mut theme, &file);
        (places, art) = (reader.places, reader.art);
    }
    if let Some(last) = files.last() {
        contrast::check_contrast(&theme, &places, *last, findings);
    }
    (theme, art)
}

/// Reads one theme.toml on top of what is known.
struct ThemeReader<'a> {
    /// Text and sources, if the theme is an author's.
    files: Option<(SourceId, &'a Sources)>,
    places: Places,
    /// Picture of the cover, and the place that names it.
    art: Option<AskedArt>,
    findings: &'a mut Findings,
}

impl ThemeReader<'_> {
    fn apply(&mut self, theme: &mut BookTheme, file: &ThemeFile) {
        if let Some(base) = &file.base {
            match bundled(base.get_ref()) {
                Some(base) => *theme = base,
                None => self.unknown_base(base),
            }
        }
        self.colours(theme, &file.colour);
        if let Some(font) = &file.font.display {
            self.font(theme, font, fonts::FontUse::Display);
        }
        if let Some(font) = &file.font.body {
            self.font(theme, font, fonts::FontUse::Body);
        }
        if let Some(size) = &file.sizes.body {
            self.size(theme, size);
        }
        self.style(&mut theme.style, &file.style);
        self.page(theme, &file.page);
        theme.cover = file.cover.style.or(theme.cover);
        self.templates(&mut theme.templates, &file.templates);
        if let Some(art) = &file.cover.art {
            let place = |(source, _)| Span::new(source, art.span());
            let asked = |place| AskedArt { file: art.get_ref().clone(), place, focus: None };
            self.art = self.files.map(place).map(asked);
        }
        if let Some(focus) = &file.cover.focus {
            self.focus(focus);
        }
    }

    /// Reads the point of the picture that stays visible.
    fn focus(&mut self, focus: &Spanned<String>) {
        match (&mut self.art, self.files) {
            (Some(art), Some((source, _))) => {
                let place = Span::new(source, focus.span());
                art.focus = Some((focus.get_ref().clone(), place));
            }
            _ => {
                let message = "the `focus` of the cover has no effect without a picture";
                self.report(focus.span(), message, "name the picture: art = \"cover.jpg\"");
            }
        }
    }

    fn unknown_base(&mut self, base: &Spanned<String>) {
        let name = base.get_ref();
        let message = format!("no theme is called `{}`", short_quote(name));
        let known: Vec<&str> = bundled_names().collect();
        let hint = match nearest_name(name, known.iter().copied()) {
            Some(near) => format!("write `{near}`"),
            None => format!("write one of {}", known.join(", ")),
        };
        self.report(base.span(), message, &hint);
    }

    /// Reports a finding at a place of the author's text.
    fn report(&mut self, place: std::ops::Range<usize>, message: impl Into<String>, hint: &str) {
        if let Some((source, _)) = self.files {
            let place = Span::new(source, place);
            self.findings.push(Diagnostic::at(code::THEME_FILE, place, message).hint(hint));
        }
    }

    fn size(&mut self, theme: &mut BookTheme, size: &Spanned<f64>) {
        let (_, least, most) = BODY;
        if (least..=most).contains(size.get_ref()) {
            theme.size = Some(*size.get_ref());
        } else {
            let message = format!("text cannot be set in {} pt", size.get_ref());
            self.report(size.span(), message, &format!("write a size from {least} to {most}"));
        }
    }

    fn page(&mut self, theme: &mut BookTheme, page: &ThemePage) {
        if let Some(size) = &page.size {
            let place = self.files.map(|(source, _)| Span::new(source, size.span()));
            theme.page = Some(ThemePageSize { size: size.get_ref().clone(), place });
        }
        if let Some(written) = &page.margins {
            let mut margins = *written.get_ref();
            for (name, margin, (least, most)) in margins.each() {
                if let Some(value) = margin.take_if(|value| !(least..=most).contains(value)) {
                    let message = format!("a margin `{name}` of {value} mm cannot be printed");
                    let hint = format!("write a number from {least} to {most}");
                    self.report(written.span(), message, &hint);
                }
            }
            theme.margins = margins.or(theme.margins);
        }
    }

    fn style(&mut self, theme: &mut ThemeStyle, own: &ThemeStyle) {
        theme.chapter = own.chapter.or(theme.chapter);
        theme.section = own.section.or(theme.section);
        theme.table = own.table.or(theme.table);
        theme.callout = own.callout.or(theme.callout);
        theme.tab = own.tab.or(theme.tab);
        theme.chart = own.chart.or(theme.chart);
        match own.corner {
            Some(corner) if (0.0..=ROUNDEST).contains(&corner) => theme.corner = Some(corner),
            Some(corner) => {
                let message = format!("a `corner` of {corner} mm cannot be drawn");
                self.report(0..0, message, &format!("write a number from 0 to {ROUNDEST}"));
            }
            None => {}
        }
    }

    fn colours(&mut self, theme: &mut BookTheme, colours: &ThemeColours) {
        for role in roles(colours) {
            self.colour(theme, role.name, role.token, role.colour);
        }
        self.set(theme, "zones", &ZONES, &colours.zones);
        self.set(theme, "players", &PLAYERS, &colours.players);
        if colours.accent.is_some() {
            follow_accent(theme, colours);
        }
    }

    fn set(
        &mut self,
        theme: &mut BookTheme,
        name: &str,
        tokens: &[&str],
        colours: &[Spanned<WrittenColour>],
    ) {
        if let Some(more) = colours.get(tokens.len()) {
            let message = format!("`{name}` has {} colours", colours.len());
            self.report(more.span(), message, &format!("write {} colours", tokens.len()));
        }
        if let Some(last) = colours.last().filter(|_| colours.len() < tokens.len()) {
            let message = format!("`{name}` has {} of {} colours", colours.len(), tokens.len());
            self.report(
                last.span(),
                message,
                "write all the colours: the list replaces the whole list of the theme",
            );
        }
        for (token, colour) in tokens.iter().zip(colours) {
            self.colour(theme, name, token, colour);
        }
    }

    fn colour(
        &mut self,
        theme: &mut BookTheme,
        role: &str,
        token: &str,
        colour: &Spanned<WrittenColour>,
    ) {
        match colour.get_ref().read() {
            Ok(mut read) => {
                // Words are printed with black ink only: with other inks, misaligned plates would show.
                let is_words = matches!(token, "ink" | "grey");
                if is_words && matches!(colour.get_ref(), WrittenColour::Screen(_)) {
                    read.cmyk = read.rgb().black_alone();
                }
                theme.colour.insert(token.to_owned(), read);
                if let Some((source, _)) = self.files {
                    self.places.insert(token.to_owned(), Span::new(source, colour.span()));
                }
            }
            Err(why) => {
                let message = format!("the colour `{role}` cannot be used: {why}");
                let hint = "write it as \"#0a7d83\", or as { screen = \"#0a7d83\", cmyk = [85, 20, 40, 25] }";
                self.report(colour.span(), message, hint);
            }
        }
    }
}

/// Uses of colours by their names in theme.toml, and their tokens.
const ROLES: [(&str, &str); 12] = [
    ("text", "ink"),
    ("muted", "grey"),
    ("paper", "paper"),
    ("line", "rule"),
    ("panel", "faint"),
    ("accent", "navy"),
    ("accent-dark", "deep"),
    ("accent-soft", "steel"),
    ("ground", "tint"),
    ("highlight", "highlight"),
    ("warning", "rust"),
    ("warning-ground", "blush"),
];

/// Returns the uses of colours by their names in theme.toml, each with its tokens: one, or several for a
/// list.
pub fn colour_roles() -> Vec<(&'static str, Vec<&'static str>)> {
    let single = ROLES.iter().map(|(name, token)| (*name, vec![*token]));
    single.chain([("zones", ZONES.to_vec()), ("players", PLAYERS.to_vec())]).collect()
}

/// Returns the colours that a theme sets, with their tokens.
fn roles(colours: &ThemeColours) -> impl Iterator<Item = Role<'_>> {
    let given = [
        &colours.text,
        &colours.muted,
        &colours.paper,
        &colours.line,
        &colours.panel,
        &colours.accent,
        &colours.accent_dark,
        &colours.accent_soft,
        &colours.ground,
        &colours.highlight,
        &colours.warning,
        &colours.warning_ground,
    ];
    ROLES.iter().zip(given).filter_map(|((name, token), colour)| {
        colour.as_ref().map(|colour| Role { name, token, colour })
    })
}

/// Derives colours from an accent if a theme does not set them.
fn follow_accent(theme: &mut BookTheme, colours: &ThemeColours) {
    let Some(accent) = theme.colour.get("navy").map(TokenColour::rgb) else { return };
    let paper = theme.colour.get("paper").map_or(Rgb::WHITE, TokenColour::rgb);
    let panel = theme.colour.get("faint").map_or(PANEL, TokenColour::rgb);
    let mut follow = |given: bool, token: &str, colour: Rgb| {
        if !given {
            theme.colour.insert(token.to_owned(), TokenColour::of(colour));
        }
    };
    follow(colours.accent_dark.is_some(), "deep", accent.mixed(Rgb::BLACK, 0.3));
    let soft = accent.mixed(paper, 0.22).readable_on(panel);
    follow(colours.accent_soft.is_some(), "steel", soft);
    follow(colours.ground.is_some(), "tint", accent.mixed(paper, 0.89));
}
