//! Icons of a book: the SVG files of its folder `icons/`. In: the folder of the book. Out: icons by the names
//! of their files; a fault of an icon is reported where the icon is first used.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::fits_icon_name;
use super::legible::find_flaws;
use super::outline::outline_icon;
use crate::icons::{Icon, all_icons, find_icon};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::{Refusal, Sources, Span, path_below};

/// Folder of icons, beside book.toml or a single text.
const FOLDER: &str = "icons";
/// Most icons that a book can have.
const MOST_ICONS: usize = 5_000;
/// Most bytes of one file.
const MOST_BYTES: u64 = 256 << 10;
/// Most bytes of all files together.
const MOST_TOTAL: u64 = 32 << 20;
/// Hint about a file that cannot be drawn.
const PLAIN_HINT: &str = "save it as a plain SVG of one colour, with paths and basic shapes only; until then its name is printed";

/// Icons that a text can name: those of its book, then the bundled ones.
#[derive(Debug, Default)]
pub struct BookIcons {
    own: BTreeMap<String, OwnIcon>,
}

/// A file of the folder.
#[derive(Debug)]
struct OwnIcon {
    /// Path, as findings show it.
    path: String,
    /// The icon, or the reason why it cannot be drawn.
    read: Result<ReadIcon, String>,
    /// Set once its faults were reported.
    told: OnceLock<()>,
}

/// An icon that can be drawn.
#[derive(Debug)]
struct ReadIcon {
    icon: Arc<Icon>,
    /// Number of colours in the file.
    colours: usize,
}

impl BookIcons {
    /// Reads the icons of the book in `folder`, below the root.
    pub fn read(folder: &str, sources: &Sources, findings: &mut Findings) -> Self {
        let folder = path_below(folder, FOLDER);
        let mut icons = Self::default();
        let mut total = 0;
        for file in sources.file_names(&folder) {
            let path = path_below(&folder, &file);
            let Some(name) = icon_name(&file) else {
                findings.0.extend(unusable_name(&file, &sources.shown_path(&path)));
                continue;
            };
            let bytes = sources.read(&path, MOST_BYTES);
            total += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
            if icons.own.len() == MOST_ICONS || total > MOST_TOTAL {
                findings.push(too_many_icons(&sources.shown_path(&folder)));
                break;
            }
            let read = bytes.map_err(refusal_words).and_then(|bytes| read_icon(&name, &bytes));
            let own = OwnIcon { path: sources.shown_path(&path), read, told: OnceLock::new() };
            icons.own.entry(name).or_insert(own);
        }
        icons
    }

    /// Reports whether there is an icon of this name, even one that cannot be drawn.
    pub fn has(&self, name: &str) -> bool {
        self.own.contains_key(name) || find_icon(name).is_some()
    }

    /// Reports whether the book has an icon of this name that cannot be drawn.
    pub fn is_broken(&self, name: &str) -> bool {
        self.own.get(name).is_some_and(|own| own.read.is_err())
    }

    /// Names of the icons of the book.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str)
    }

    /// Names of all icons.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str).chain(all_icons().map(|(name, _)| name))
    }

    /// Returns the icon of this name for the place `span`. Faults of an icon of the book are reported once.
    pub fn take(&self, name: &str, span: Span, findings: &mut Findings) -> Option<Arc<Icon>> {
        let Some(own) = self.own.get(name) else { return find_icon(name).cloned() };
        if own.told.set(()).is_ok() {
            findings.0.extend(own.findings(name, span));
        }
        own.read.as_ref().ok().map(|read| Arc::clone(&read.icon))
    }
}

impl OwnIcon {
    /// Returns findings about its faults, at the place of its first use.
    fn findings(&self, name: &str, span: Span) -> Vec<Diagnostic> {
        let path = short_quote(&self.path);
        let read = match &self.read {
            Ok(read) => read,
            Err(why) => {
                let message = format!("the icon `{name}` is not shown: `{path}` {why}");
                return vec![Diagnostic::at(code::LOST_ICON, span, message).hint(PLAIN_HINT)];
            }
        };
        let mut findings = Vec::new();
        if find_icon(name).is_some() {
            let message = format!("`{path}` is printed in place of the bundled icon `{name}`");
            let hint = "rename the file to use the bundled icon again";
            findings.push(Diagnostic::at(code::OWN_ICON, span, message).hint(hint));
        }
        let mut flaws = find_flaws(&read.icon.outline);
        if read.colours > 1 {
            let colours = read.colours;
            flaws.push((
                format!("has {colours} colours but is printed in one, so its shapes merge"),
                "draw the icon in one colour; parts that stay empty may be white".to_owned(),
            ));
        }
        for (flaw, hint) in flaws {
            let message = format!("the icon `{name}` is hard to recognise: `{path}` {flaw}");
            findings.push(Diagnostic::at(code::FAINT_ICON, span, message).hint(hint));
        }
        findings
    }
}

/// Returns the name of a file's icon: the name of the file in small letters.
fn icon_name(file: &str) -> Option<String> {
    let (stem, end) = file.rsplit_once('.')?;
    let name = stem.to_ascii_lowercase();
    let fits =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits_icon_name);
    (end.eq_ignore_ascii_case("svg") && fits).then_some(name)
}

/// Returns a finding about a file of the folder that no text can name.
fn unusable_name(file: &str, shown: &str) -> Option<Diagnostic> {
    let (stem, end) = file.rsplit_once('.')?;
    if !end.eq_ignore_ascii_case("svg") || stem.is_empty() {
        return None;
    }
    let message = format!("the icon `{}` cannot be written in text", short_quote(shown));
    let hint = "name the file with letters from a to z, digits and hyphens, beginning with a letter, such as `magic-potion.svg`";
    Some(Diagnostic::file(code::ICON_NAME, shown, message).hint(hint))
}

fn too_many_icons(folder: &str) -> Diagnostic {
    let message = format!(
        "`{}` has more than {MOST_ICONS} icons or {} MB of them; the others are left out",
        short_quote(folder),
        MOST_TOTAL >> 20
    );
    Diagnostic::file(code::LOST_ICON, folder, message)
        .hint("keep in this folder only the icons that the book names")
}

/// Returns the reason for not reading a file; the words follow its name.
fn refusal_words(refusal: Refusal) -> String {
    match refusal {
        Refusal::TooLarge(_) => format!("is larger than {} KB", MOST_BYTES >> 10),
        Refusal::Outside
        | Refusal::Absolute
        | Refusal::Missing
        | Refusal::NotAFile
        | Refusal::TooMuch
        | Refusal::Unreadable(_) => format!("is not read: {refusal}"),
    }
}

fn read_icon(name: &str, bytes: &[u8]) -> Result<ReadIcon, String> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains("<svg"));
    let drawn = outline_icon(text.ok_or("is not an SVG")?)?;
    let says = drawn.title.unwrap_or_else(|| name.replace('-', " "));
    let icon = Arc::new(Icon { name: name.to_owned(), says, outline: drawn.outline });
    Ok(ReadIcon { icon, colours: drawn.colours })
}
