//! Finds the text that a link means, as hosting sites and wikis do. In: the paths of texts, and a link. Out:
//! the text with this path, with this path and an extension, the first page of a folder, or the page of a
//! wiki with this name.

use std::collections::BTreeMap;

use super::kinds::is_text_name;
use super::{path_below, relative_path};

/// First pages of folders, by their names in small letters, in order of precedence.
const FRONTS: [&str; 6] =
    ["readme.md", "readme.markdown", "index.md", "home.md", "index.html", "index.htm"];

/// Texts by the names that links may give them.
#[derive(Debug, Default)]
pub struct PagePaths {
    /// Paths, by path in small letters.
    paths: BTreeMap<String, String>,
    /// Paths, by path without extension, in small letters.
    ends: BTreeMap<String, String>,
    /// Paths, by name without folder and extension, as in wikis; none for two of one name.
    names: BTreeMap<String, Option<String>>,
    /// First text of each folder and its subfolders, by path in small letters.
    firsts: BTreeMap<String, String>,
}

impl PagePaths {
    /// Makes the index of the texts at `paths`; the first wins among equals.
    pub fn of<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut pages = Self::default();
        for path in paths.into_iter().filter(|path| is_text_name(path)) {
            pages.add(path);
        }
        pages
    }

    fn add(&mut self, path: &str) {
        let small = path.to_lowercase();
        for (at, _) in small.match_indices('/') {
            self.firsts.entry(small[..at].to_owned()).or_insert_with(|| path.to_owned());
        }
        let end = without_end(&small).to_owned();
        let name = page_name(end.rsplit('/').next().unwrap_or(&end));
        self.names.entry(name).and_modify(|other| *other = None).or_insert(Some(path.to_owned()));
        self.ends.entry(end).or_insert_with(|| path.to_owned());
        self.paths.entry(small).or_insert_with(|| path.to_owned());
    }

    /// Returns the text that `link` means in the text `from`; the link must have no fragment.
    pub fn find(&self, from: &str, link: &str) -> Option<&str> {
        let link = decode_percent(link.split('?').next().unwrap_or(link));
        let path = relative_path(from, &link);
        let near = path.and_then(|path| self.find_path(&path.to_lowercase()));
        near.or_else(|| self.find_page(&link)).map(String::as_str)
    }

    /// Returns the first text of the folder that `link` means in the text `from`.
    pub fn first_in(&self, from: &str, link: &str) -> Option<&str> {
        let folder = relative_path(from, &decode_percent(link))?.to_lowercase();
        self.firsts.get(folder.trim_end_matches('/')).map(String::as_str)
    }

    /// Returns the text at a path in small letters.
    fn find_path(&self, path: &str) -> Option<&String> {
        let path = path.trim_end_matches('/');
        self.paths
            .get(path)
            .or_else(|| self.ends.get(path))
            .or_else(|| self.ends.get(&path.replace(' ', "-")))
            .or_else(|| self.front_of(path))
            .or_else(|| self.ends.get(without_end(path)).filter(|_| is_text_name(path)))
    }

    /// Returns the first page of a folder.
    pub fn front_of(&self, folder: &str) -> Option<&String> {
        let folder = folder.to_lowercase();
        FRONTS.iter().find_map(|name| self.paths.get(&path_below(&folder, name)))
    }

    /// Returns the page of this name in any folder.
    fn find_page(&self, name: &str) -> Option<&String> {
        let is_name = !name.is_empty() && !name.contains('/');
        let name = Some(page_name(&name.to_lowercase())).filter(|_| is_name)?;
        self.names.get(&name)?.as_ref()
    }
}

fn without_end(path: &str) -> &str {
    if is_text_name(path) { path.rsplit_once('.').map_or(path, |(stem, _)| stem) } else { path }
}

/// Returns `Draw Phase` and `draw_phase` as `draw-phase`.
fn page_name(name: &str) -> String {
    without_end(name).replace([' ', '_'], "-")
}

/// Decodes `%20` and the like.
pub fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let escaped = escaped_byte(byte, tail);
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Returns the byte of `%` and the two hexadecimal digits behind it.
fn escaped_byte(byte: u8, tail: &[u8]) -> Option<u8> {
    let digits = tail.get(..2).filter(|_| byte == b'%')?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
