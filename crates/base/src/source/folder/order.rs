//! Reading order of the texts of a folder. In: their paths. Out: the README, then the targets of its links
//! and of lists of contents, in their order, then the rest by path, 2 before 10.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::links::TextLinks;
use super::{is_page, read_words};
use crate::source::{PagePaths, Sources, path_below, relative_path, rest_below};

/// Parts of the frame of a wiki: the stem in small letters, and a reason for leaving it out.
const FRAMES: [(&str, &str); 3] = [
    ("_sidebar", "it lists the pages, which are printed in that order"),
    ("_footer", "a wiki shows it below each page"),
    ("_header", "a wiki shows it above each page"),
];
/// Reason for leaving out a list of contents.
const CONTENTS: &str = "it lists the chapters, which are printed in that order";

/// Texts in their order.
#[derive(Debug, Default)]
pub struct ReadingOrder {
    /// Paths below the root.
    pub chapters: Vec<String>,
    /// Path of the first text.
    pub front: Option<String>,
    /// Texts that only lead to others, each with the reason for leaving it out.
    pub lists: Vec<(String, &'static str)>,
}

/// Returns the reading order of the `texts` of `folder`.
pub fn reading_order(texts: Vec<String>, folder: &str, sources: &Sources) -> ReadingOrder {
    let (lists, texts): (Vec<String>, Vec<String>) =
        texts.into_iter().partition(|path| list_kind(path, sources).is_some());
    let pages = PagePaths::of(texts.iter().map(String::as_str));
    let front = pages.front_of(folder).cloned();
    let mut reader = OrderReader::new(&texts, &lists, &pages, sources);
    reader.read_folder(folder);
    let chapters = reader.order;
    let lists = lists.into_iter().filter_map(|path| {
        let what = list_kind(&path, sources)?;
        Some((path, what))
    });
    ReadingOrder { lists: lists.collect(), chapters, front }
}

/// Returns the reason for leaving out a text that only lists others, or that a wiki puts around them.
fn list_kind(path: &str, sources: &Sources) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let (stem, _) = name.rsplit_once('.')?;
    let frame = FRAMES.iter().find(|(frame, _)| *frame == stem).map(|(_, what)| *what);
    let may_list = matches!(stem, "summary" | "toc" | "contents" | "_toc");
    frame.or_else(|| {
        let lists = may_list && text_links(path, sources).are_all();
        lists.then_some(CONTENTS)
    })
}

fn text_links(path: &str, sources: &Sources) -> TextLinks {
    let text = read_words(sources, path);
    if is_page(path) { TextLinks::of_html(&text) } else { TextLinks::of_markdown(&text) }
}

struct OrderReader<'a> {
    sources: &'a Sources,
    pages: &'a PagePaths,
    /// Lists of contents.
    lists: &'a [String],
    /// Texts, sorted by path.
    sorted: Vec<&'a str>,
    /// Index of each text in `sorted`.
    places: BTreeMap<&'a str, usize>,
    /// Texts without a place so far.
    left: BTreeSet<usize>,
    /// Folders whose texts were taken, or are being taken.
    opened: BTreeSet<String>,
    order: Vec<String>,
}

impl<'a> OrderReader<'a> {
    fn new(
        texts: &'a [String],
        lists: &'a [String],
        pages: &'a PagePaths,
        sources: &'a Sources,
    ) -> Self {
        let mut sorted: Vec<&str> = texts.iter().map(String::as_str).collect();
        sorted.sort_by_cached_key(|path| natural_path(path));
        let places = sorted.iter().enumerate().map(|(nth, path)| (*path, nth)).collect();
        let left = (0..sorted.len()).collect();
        let (opened, order) = (BTreeSet::new(), Vec::new());
        Self { sources, pages, lists, sorted, places, left, opened, order }
    }

    /// Takes the texts of a folder: its first page, the targets of its links and of lists of contents, the
    /// rest by path.
    fn read_folder(&mut self, folder: &str) {
        if !self.opened.insert(folder.to_owned()) {
            return;
        }
        let front = self.pages.front_of(folder).cloned();
        front.iter().for_each(|path| self.take(path));
        let in_folder = |path: &&String| holder(path) == folder;
        let lists: Vec<&String> = self.lists.iter().filter(in_folder).collect();
        lists.into_iter().for_each(|list| self.follow(list));
        front.iter().for_each(|path| self.follow(path));
        while let Some(next) = self.next_below(folder) {
            if let Some((inner, _)) = rest_below(next, folder).and_then(|rest| rest.split_once('/'))
            {
                self.read_folder(&path_below(folder, inner));
            }
            self.take(next);
        }
    }

    /// Returns the first text by path that is in a folder and has no place yet.
    fn next_below(&self, folder: &str) -> Option<&'a str> {
        let mut left = self.left.iter().map(|nth| self.sorted[*nth]);
        left.find(|path| rest_below(path, folder).is_some())
    }

    fn take(&mut self, path: &str) {
        if self.places.get(path).is_some_and(|nth| self.left.remove(nth)) {
            self.order.push(path.to_owned());
        }
    }

    /// Takes the targets of a text's links; those of the first page of another folder come next.
    fn follow(&mut self, from: &str) {
        let mut followed = BTreeSet::from([from.to_owned()]);
        let mut links: VecDeque<(String, String)> = self.links_of(from);
        while let Some((from, link)) = links.pop_front() {
            let Some(path) = self.linked_text(&from, &link) else {
                self.take_linked_folder(&from, &link);
                continue;
            };
            self.take(&path);
            let is_front = self.pages.front_of(holder(&path)) == Some(&path);
            if is_front && followed.insert(path.clone()) {
                let inner = self.links_of(&path);
                inner.into_iter().rev().for_each(|link| links.push_front(link));
            }
        }
    }

    fn links_of(&self, from: &str) -> VecDeque<(String, String)> {
        let links = text_links(from, self.sources).links;
        links.into_iter().map(|link| (from.to_owned(), link)).collect()
    }

    fn linked_text(&self, from: &str, link: &str) -> Option<String> {
        let path = link.split('#').next().filter(|path| !path.is_empty())?;
        self.pages.find(from, path).map(str::to_owned)
    }

    /// Takes all texts of a folder if a link leads to a folder without a first page.
    fn take_linked_folder(&mut self, from: &str, link: &str) {
        let folder = link.strip_suffix('/').and_then(|link| relative_path(from, link));
        if let Some(folder) = folder.filter(|folder| !folder.is_empty()) {
            self.read_folder(&folder);
        }
    }
}

/// Returns the folder of a path; empty for the root.
fn holder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the sort key of a path as people order paths: folder by folder, without case, numbers by their
/// value; the extension does not matter.
fn natural_path(path: &str) -> (Vec<Vec<NamePart>>, String) {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    (stem.split('/').map(natural_name).collect(), path.to_owned())
}

/// A part of a name; numbers come before words.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamePart {
    /// Number of digits without leading zeros, and these digits.
    Number(usize, String),
    /// Anything else.
    Words(String),
}

/// Returns the sort key of a name.
pub fn natural_name(name: &str) -> Vec<NamePart> {
    let name = name.to_lowercase();
    let mut parts = Vec::new();
    let mut rest = name.as_str();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        let digits = part.trim_start_matches('0');
        parts.push(match is_number {
            true => NamePart::Number(digits.len(), digits.to_owned()),
            false => NamePart::Words(part.to_owned()),
        });
        rest = behind;
    }
    parts
}
