//! Links: their targets, the references that some of them print, and the numbered list of those that leave
//! the book.

use std::collections::{BTreeMap, BTreeSet};

use super::address::{AnchorIndex, slug};
use crate::{
    Anchor, Block, BlockKind, Document, Inline, InlineKind, Link, LinkTarget, Manuscript,
    plain_text, quoted_inlines, walk,
};
use base::diagnostic::{Diagnostic, Findings, Guesses, code, short_quote};
use base::source::{self, PagePaths, Refusal, SourceId, Sources, Span, decode_percent};

/// Longest address that a PDF reader has to follow.
const LONGEST_ADDRESS: usize = 8_000;

/// Hint about a link to a missing place.
const ANCHOR_HINT: &str =
    "write the anchor of a place, such as {#draw} after a title, or the title's slug";
/// Hint about a link to a file that was left out of a folder.
const LEFT_OUT_HINT: &str = "if the file is a chapter, list it under `sources` in a book.toml; until then only the words of the link are printed";

/// Targets that a link can lead to besides the web.
pub struct LinkScope<'a> {
    /// Texts, for their paths.
    pub sources: &'a Sources,
    /// Anchors of this book.
    pub index: &'a AnchorIndex,
    /// Books that this one uses.
    pub used: &'a [Manuscript],
    /// True if the book is a folder without a book.toml, which leaves files out.
    pub loose: bool,
}

/// Resolves all links of `document`. Returns the addresses that leave the book, in the order of their
/// numbers.
pub fn resolve_links(
    document: &mut Document,
    reach: &LinkScope<'_>,
    findings: &mut Findings,
) -> Vec<String> {
    let mut pass = LinkPass {
        reach,
        findings,
        web: Vec::new(),
        notes: BTreeMap::new(),
        paths: reach.sources.iter().map(|(id, source)| (source.path.as_str(), id)).rev().collect(),
        pages: PagePaths::of(reach.sources.iter().map(|(_, source)| source.path.as_str())),
        guesses: Guesses::default(),
        shown: BTreeSet::new(),
    };
    pass.blocks(&mut document.blocks);
    for note in &mut document.footnotes {
        pass.blocks(&mut note.blocks);
    }
    check_card_slugs(document, pass.findings);
    pass.web
}

struct LinkPass<'a> {
    reach: &'a LinkScope<'a>,
    findings: &'a mut Findings,
    web: Vec<String>,
    /// Numbers of the addresses in `web`.
    notes: BTreeMap<String, usize>,
    /// Texts by path.
    paths: BTreeMap<&'a str, SourceId>,
    /// Texts by the names that links may use.
    pages: PagePaths,
    guesses: Guesses,
    /// Places that the current section has referred to.
    shown: BTreeSet<Anchor>,
}

impl LinkPass<'_> {
    fn blocks(&mut self, blocks: &mut [Block]) {
        for block in blocks {
            let heading = matches!(block.kind, BlockKind::Heading(_));
            if let BlockKind::Heading(heading) = &block.kind {
                self.shown = BTreeSet::from([heading.anchor.clone()]);
            }
            for text in walk::inline_runs_mut(&mut block.kind) {
                walk::each_nested_inline_mut(text, &mut |inline| self.inline(inline, heading));
            }
            for child in walk::child_blocks_mut(&mut block.kind) {
                self.blocks(child);
            }
        }
    }

    fn inline(&mut self, inline: &mut Inline, heading: bool) {
        let span = inline.span;
        let InlineKind::Link(link) = &mut inline.kind else { return };
        link.target = self.target(link, span, heading);
    }

    fn target(&mut self, link: &Link, span: Span, heading: bool) -> LinkTarget {
        let url = link.url.trim();
        if let Some(name) = url.strip_prefix('#') {
            return self.place(span.source, name, span, heading);
        }
        match url_scheme(url).as_deref() {
            Some("http" | "https" | "mailto") if url.len() > LONGEST_ADDRESS => {
                let message =
                    format!("the address of this link is longer than {LONGEST_ADDRESS} characters");
                self.broken(broken_link(span, message, "link to a shorter address"))
            }
            Some("http" | "https" | "mailto") => self.web(url, &plain_text(&link.content), heading),
            Some(other) => {
                let message =
                    format!("a link with `{other}:` is not followed; its text is printed");
                let finding = Diagnostic::at(code::SCRIPT, span, message);
                self.broken(finding.hint("write an address with https:"))
            }
            None => self.file(url, span, heading),
        }
    }

    /// Reports a link that leads nowhere.
    fn broken(&mut self, finding: Diagnostic) -> LinkTarget {
        self.findings.push(finding);
        LinkTarget::Nowhere
    }

    fn place(&mut self, source: SourceId, name: &str, span: Span, heading: bool) -> LinkTarget {
        let name = decode_percent(name);
        match self.reach.index.find(source, &name) {
            Some(anchor) => self.reference(anchor, heading),
            None => {
                let message =
                    format!("the link leads to `#{}`, which does not exist", short_quote(&name));
                let hint = match self.guesses.nearest(&name, self.reach.index.names()) {
                    Some(near) => format!("did you mean `#{near}`?"),
                    None => ANCHOR_HINT.to_owned(),
                };
                self.broken(broken_link(span, message, hint))
            }
        }
    }

    /// Makes a link to a place of this book. Outside headings, the first link to a place in a section prints
    /// a reference.
    fn reference(&mut self, anchor: &Anchor, heading: bool) -> LinkTarget {
        let address = self.reach.index.entries[anchor].address.clone();
        let shown = !heading && !address.0.is_empty() && self.shown.insert(anchor.clone());
        LinkTarget::Place { anchor: anchor.clone(), address, shown }
    }

    /// Makes a link to the web, which gets a number unless its words show its address.
    fn web(&mut self, url: &str, text: &str, heading: bool) -> LinkTarget {
        if heading || bare_address(url) == bare_address(text) {
            return LinkTarget::Web { note: 0 };
        }
        let note = *self.notes.entry(url.to_owned()).or_insert_with(|| {
            self.web.push(url.to_owned());
            self.web.len()
        });
        LinkTarget::Web { note }
    }

    /// Makes a link to another file: a chapter of this book, a chapter of a used book, or a finding.
    fn file(&mut self, url: &str, span: Span, heading: bool) -> LinkTarget {
        if url.is_empty() {
            let hint = "write an address in the round brackets of the link";
            return self.broken(broken_link(span, "the link has no address", hint));
        }
        let (path, fragment) = url.split_once('#').unwrap_or((url, ""));
        match self.linked_text(path, span) {
            Ok(id) => self
                .reach
                .used
                .iter()
                .find_map(|book| place_of_book(book, id, fragment))
                .unwrap_or_else(|| self.chapter(id, fragment, span, heading)),
            Err(finding) => self.broken(*finding),
        }
    }

    /// Returns the text that a path means, or a finding.
    fn linked_text(&self, path: &str, span: Span) -> Result<SourceId, Box<Diagnostic>> {
        let from = &self.reach.sources.get(span.source).path;
        let shown = |path: &str| self.reach.sources.shown_path(path);
        let whole = source::relative_path(from, &decode_percent(path));
        let exact = whole.as_ref().and_then(|whole| self.paths.get(whole.as_str()));
        let first = || self.pages.first_in(from, path).filter(|_| self.reach.loose);
        let meant = || self.paths.get(self.pages.find(from, path).or_else(first)?);
        exact.or_else(meant).copied().ok_or_else(|| {
            Box::new(match whole {
                // The finding about files left out of the folder says the same.
                Some(whole) if self.is_left_out(&whole) => {
                    let path = short_quote(&shown(&whole));
                    let message = format!("the link leads to `{path}`, which is not a chapter");
                    Diagnostic::at(code::LEFT_OUT, span, message).hint(LEFT_OUT_HINT)
                }
                Some(whole) => {
                    let path = short_quote(&shown(&whole));
                    let message =
                        format!("the link leads to `{path}`, which is not part of this book");
                    broken_link(span, message, "link to a chapter or to a web address")
                }
                None => {
                    let path = short_quote(path);
                    let message =
                        format!("the link `{path}` leads out of the folder that may be read");
                    let hint = "link to a file inside the folder, or to a web address";
                    broken_link(span, message, hint)
                }
            })
        })
    }

    /// Reports whether a path is a file that a folder without a book.toml leaves out.
    fn is_left_out(&self, path: &str) -> bool {
        self.reach.loose && self.reach.sources.real_path(path) != Err(Refusal::Missing)
    }

    /// Makes a link to a place of a chapter of this book, or to its beginning.
    fn chapter(&mut self, id: SourceId, fragment: &str, span: Span, heading: bool) -> LinkTarget {
        let index = self.reach.index;
        match index.first(id).filter(|_| fragment.is_empty()) {
            Some(first) => self.reference(first, heading),
            // The README of a folder may consist of its title only.
            None if self.reach.loose && fragment.is_empty() => LinkTarget::Nowhere,
            None => self.place(id, fragment, span, heading),
        }
    }
}

/// Returns a place in a file of another book.
fn place_of_book(book: &Manuscript, id: SourceId, fragment: &str) -> Option<LinkTarget> {
    let anchor = match fragment {
        "" => book.index.first(id)?,
        name => book.index.find(id, &decode_percent(name))?,
    };
    let entry = book.index.entries.get(anchor).filter(|entry| entry.span.source == id)?;
    Some(LinkTarget::Other { book: book.title().to_owned(), address: entry.address.clone() })
}

fn broken_link(span: Span, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
    Diagnostic::at(code::BROKEN_LINK, span, message).hint(hint)
}

/// Returns an address without the parts that readers leave out: its scheme, and the slash at its end.
fn bare_address(text: &str) -> String {
    let text = text.trim().trim_end_matches('/');
    let text = text.split_once("://").map_or(text, |(_, rest)| rest);
    text.to_lowercase().trim_start_matches("mailto:").to_owned()
}

/// Returns the scheme of a URL, in small letters.
fn url_scheme(url: &str) -> Option<String> {
    let (scheme, _) = url.split_once(':')?;
    let fits = scheme.len() > 1
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    fits.then(|| scheme.to_lowercase())
}

/// Reports links whose last part is not the slug of their text, among links into a folder where it usually
/// is.
fn check_card_slugs(document: &Document, findings: &mut Findings) {
    for group in links_by_folder(document).values().filter(|group| group.len() >= 3) {
        let wrong: Vec<_> = group.iter().filter(|(link, _)| !matches_card_slug(link)).collect();
        if wrong.len() * 4 > group.len() {
            continue;
        }
        for (link, span) in wrong {
            let (folder, last) = link.url.rsplit_once('/').unwrap_or_default();
            let (words, last) = (quoted_inlines(&link.content), short_quote(last));
            let message =
                format!("the link of `{words}` does not match the name: it leads to `{last}`");
            let hint = format!("write {folder}/{}", card_slug(&plain_text(&link.content)));
            findings.report(code::CARD_LINK, *span, message, hint);
        }
    }
}

/// Returns the numbered links of the body, by the address up to its last part.
fn links_by_folder(document: &Document) -> BTreeMap<&str, Vec<(&Link, Span)>> {
    let mut folders: BTreeMap<&str, Vec<(&Link, Span)>> = BTreeMap::new();
    walk::each_link(&document.blocks, &mut |link, span| {
        if let Some(folder) = numbered_folder(link) {
            folders.entry(folder).or_default().push((link, span));
        }
    });
    folders
}

fn numbered_folder(link: &Link) -> Option<&str> {
    let (folder, _) = link.url.rsplit_once('/')?;
    matches!(link.target, LinkTarget::Web { note } if note > 0).then_some(folder)
}

fn matches_card_slug(link: &Link) -> bool {
    let last = link.url.rsplit('/').next().unwrap_or_default();
    last == card_slug(&plain_text(&link.content))
}

/// Returns a name as card databases spell it in addresses: `Spirit Blade: Infusion` is
/// `spirit-blade-infusion`.
fn card_slug(name: &str) -> String {
    slug(name).split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
