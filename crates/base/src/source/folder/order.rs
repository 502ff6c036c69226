//! The order in which the texts of a folder are read. In: their paths. Out: the README, then what it
//! and lists of contents link to, in their order, then the rest by path, 2 before 10.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::links::TextLinks;
use super::{is_page, read_words};
use crate::source::{PagePaths, Sources, path_below, relative_path, rest_below};

/// Parts of the frame of a wiki: the stem in small letters, and what it is.
const FRAMES: [(&str, &str); 3] = [
    ("_sidebar", "it lists the pages, which are printed in its order"),
    ("_footer", "a wiki shows it below each page"),
    ("_header", "a wiki shows it above each page"),
];
/// Why a list of contents is left out.
const CONTENTS: &str = "it lists the chapters, which are printed in its order";

/// Texts in their order.
#[derive(Debug, Default)]
pub struct ReadingOrder {
    /// Paths below the root.
    pub chapters: Vec<String>,
    /// The one that opens them.
    pub front: Option<String>,
    /// Those that only say how to find the others, and what they are.
    pub lists: Vec<(String, &'static str)>,
}

/// The order of `texts`, which lie in `folder`.
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

/// What a text is that only lists others, or that a wiki puts round them.
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
    /// The texts by path.
    sorted: Vec<&'a str>,
    /// Where each of them stands there.
    places: BTreeMap<&'a str, usize>,
    /// Those that have no place yet.
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

    /// Takes the texts of a folder: its first page, what lists of contents and that page link to, the
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

    /// The first text by path that lies in a folder and has no place yet.
    fn next_below(&self, folder: &str) -> Option<&'a str> {
        let mut left = self.left.iter().map(|nth| self.sorted[*nth]);
        left.find(|path| rest_below(path, folder).is_some())
    }

    fn take(&mut self, path: &str) {
        if self.places.get(path).is_some_and(|nth| self.left.remove(nth)) {
            self.order.push(path.to_owned());
        }
    }

    /// Takes what a text links to; where that is the first page of another folder, what that links
    /// to comes next.
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

    /// A link to a folder without a first page means all that lies in it.
    fn take_linked_folder(&mut self, from: &str, link: &str) {
        let folder = link.strip_suffix('/').and_then(|link| relative_path(from, link));
        if let Some(folder) = folder.filter(|folder| !folder.is_empty()) {
            self.read_folder(&folder);
        }
    }
}

/// The folder that a path lies in; empty for the root.
fn holder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// How people order paths: folder by folder, without case, numbers by their value; the end of a name
/// does not matter.
fn natural_path(path: &str) -> (Vec<Vec<NamePart>>, String) {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    (stem.split('/').map(natural_name).collect(), path.to_owned())
}

/// A part of a name: words come behind numbers.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamePart {
    /// How many digits it has without zeros before it, and these.
    Number(usize, String),
    /// Everything else.
    Words(String),
}

/// What a name is ordered by.
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
