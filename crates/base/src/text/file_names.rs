//! Names that become names of files. In: a name from a user. Out: the reason why no file may have this name
//! on some system, if there is one.
//!
//! The same name must make the same file on Linux, macOS and Windows, and none may lead to another folder.
//! Names become paths here: folders of books and stems of single files ([`crate::source`]), decks
//! (`deck-NAME.pdf`), papers and profiles (`rulebook-a4.pdf`, `cards-home-a4.pdf`), themes, and scenarios
//! (`web/examples/NAME.html`).

use super::capitalized;

/// Most bytes of a name; file systems take 255, and endings are added.
const LONGEST: usize = 200;
/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// Devices with a number from 0 to 9.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Fault of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// It is empty.
    Empty,
    /// It is longer than the name of a file may be.
    TooLong,
    /// `.` or `..`
    Folder,
    /// It has a slash, a backslash or a colon.
    Separator,
    /// It has one of `* ? " < > |`, or a character that is invisible or invalid.
    Forbidden,
    /// It ends with a full stop or a blank, which Windows removes.
    Ending,
    /// Windows has a device of this name.
    Device,
}

impl NameFault {
    /// Returns the fault in words, as a statement about the name of a file.
    pub fn words(self) -> &'static str {
        match self {
            Self::Empty => "a file cannot have an empty name",
            Self::TooLong => "the name of a file is longer than 200 bytes",
            Self::Folder => "the name of a file leads to another folder",
            Self::Separator => "the name of a file has a slash or a colon",
            Self::Forbidden => "the name of a file has a character that Windows does not allow",
            Self::Ending => "the name of a file ends with a full stop or a space",
            Self::Device => "Windows reserves the name of a file for a device",
        }
    }
}

/// Returns the fault of a name as that of a file, if there is one.
pub fn name_fault(name: &str) -> Option<NameFault> {
    let faults = [
        (name.is_empty(), NameFault::Empty),
        (name.len() > LONGEST, NameFault::TooLong),
        (matches!(name, "." | ".."), NameFault::Folder),
        (name.contains(['/', '\\', ':']), NameFault::Separator),
        (name.contains(is_forbidden), NameFault::Forbidden),
        (name.ends_with(['.', ' ']), NameFault::Ending),
        (is_device(name), NameFault::Device),
    ];
    faults.into_iter().find_map(|(is_faulty, fault)| is_faulty.then_some(fault))
}

/// Returns the names that a path below a folder consists of.
pub fn path_parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
}

fn is_forbidden(character: char) -> bool {
    character.is_control() || matches!(character, '\u{fffd}' | '*' | '?' | '"' | '<' | '>' | '|')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let numbered = || {
        let kind = stem.get(..3).unwrap_or_default();
        let number = stem.get(3..).unwrap_or_default();
        NUMBERED_DEVICES.contains(&kind) && matches!(number.as_bytes(), [b'0'..=b'9'])
    };
    DEVICES.contains(&stem.as_str()) || numbered()
}

/// Returns a title for a file or folder of this name: blanks for hyphens and underscores, and a capital
/// letter, unless the name has blanks of its own.
pub fn title_of_name(name: &str) -> String {
    let words = match name.contains(' ') {
        true => name.trim().to_owned(),
        false => name.replace(['-', '_'], " ").trim().to_owned(),
    };
    if words.is_empty() { name.to_owned() } else { capitalized(&words) }
}

/// Returns the name with forbidden characters replaced by hyphens, as a file may have it.
pub fn plain_name(name: &str) -> String {
    let is_kept = |c: char| !is_forbidden(c) && !matches!(c, '/' | '\\' | ':');
    let plain: String = name.chars().map(|c| if is_kept(c) { c } else { '-' }).collect();
    let cut = &plain[..plain.floor_char_boundary(LONGEST)];
    match cut.trim_end_matches(['.', ' ']) {
        "" => "book".to_owned(),
        cut if is_device(cut) => format!("{cut}-book"),
        cut => cut.to_owned(),
    }
}
