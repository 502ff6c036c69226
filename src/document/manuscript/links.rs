//! Links: where each leads, which print a reference, and the numbered list of those that leave the
//! book.

use std::collections::{BTreeMap, BTreeSet};

use super::address::{AnchorIndex, slug};
use crate::diagnostic::{Code, Findings, Guesses, code, short_quote};
use crate::document::{
    Anchor, Block, BlockKind, Document, Inline, InlineKind, Link, LinkTarget, Manuscript,
    plain_text, quoted_inlines, walk,
};
use crate::source::{self, SourceId, Sources, Span};

/// The longest address that a PDF reader has to follow.
const LONGEST_ADDRESS: usize = 8_000;

/// What a link can lead to besides the web.
pub(super) struct LinkScope<'a> {
    /// The texts, for their paths.
    pub sources: &'a Sources,
    /// The anchors of this book.
    pub index: &'a AnchorIndex,
    /// Books this one uses.
    pub used: &'a [Manuscript],
}

/// Resolves all links of `document`; gives the addresses that leave the book, in the order of their
/// numbers.
pub(super) fn resolve_links(
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
        guesses: Guesses::default(),
        section: None,
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
    /// The texts by path.
    paths: BTreeMap<&'a str, SourceId>,
    guesses: Guesses,
    /// The section at hand and what it has referred to.
    section: Option<Anchor>,
    shown: BTreeSet<Anchor>,
}

impl LinkPass<'_> {
    fn blocks(&mut self, blocks: &mut [Block]) {
        for block in blocks {
            let heading = matches!(block.kind, BlockKind::Heading(_));
            if let BlockKind::Heading(heading) = &block.kind {
                self.section = Some(heading.anchor.clone());
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
        match url_scheme(url) {
            Some("http" | "https" | "mailto") if url.len() > LONGEST_ADDRESS => {
                let message =
                    format!("the address of this link is longer than {LONGEST_ADDRESS} characters");
                self.broken(code::BROKEN_LINK, span, message, "link to a shorter address")
            }
            Some("http" | "https" | "mailto") => self.web(url, &plain_text(&link.content), heading),
            Some(other) => {
                let message =
                    format!("a link with `{other}:` is not followed; its text is printed");
                self.broken(code::SCRIPT, span, message, "write an address with https:")
            }
            None => self.file(url, span, heading),
        }
    }

    /// Reports a link that leads nowhere.
    fn broken(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        hint: &str,
    ) -> LinkTarget {
        self.findings.report(code, span, message, hint);
        LinkTarget::Nowhere
    }

    fn place(&mut self, source: SourceId, name: &str, span: Span, heading: bool) -> LinkTarget {
        let name = decode_percent(name);
        match self.reach.index.find(source, &name) {
            Some(anchor) => self.reference(anchor, heading),
            None => self.lost_place(&name, span),
        }
    }

    /// A link to a place of this book; outside headings the first one in a section prints a
    /// reference.
    fn reference(&mut self, anchor: &Anchor, heading: bool) -> LinkTarget {
        let address = self.reach.index.entries[anchor].address.clone();
        let shown = !heading && !address.0.is_empty() && self.shown.insert(anchor.clone());
        LinkTarget::Place { anchor: anchor.clone(), address, shown }
    }

    fn lost_place(&mut self, name: &str, span: Span) -> LinkTarget {
        let message = format!("the link leads to `#{}`, which does not exist", short_quote(name));
        let known = self.reach.index.entries.keys().map(|anchor| anchor.0.as_str());
        let hint = match self.guesses.nearest(name, known) {
            Some(near) => format!("did you mean `#{near}`?"),
            None => concat!(
                "write the anchor of a place, such as {#draw} behind a title, ",
                "or the title's slug"
            )
            .to_owned(),
        };
        self.broken(code::BROKEN_LINK, span, message, &hint)
    }

    /// A link to the web; it gets a number unless its words show where it leads.
    fn web(&mut self, url: &str, text: &str, heading: bool) -> LinkTarget {
        if heading || bare_address(url) == bare_address(text) {
            return LinkTarget::Web { note: 0 };
        }
        let web = &mut self.web;
        let note = *self.notes.entry(url.to_owned()).or_insert_with(|| {
            web.push(url.to_owned());
            web.len()
        });
        LinkTarget::Web { note }
    }

    /// A link to another file: a chapter of this book, a chapter of a used book, or a finding.
    fn file(&mut self, url: &str, span: Span, heading: bool) -> LinkTarget {
        if url.is_empty() {
            let hint = "write an address between its round brackets";
            return self.broken(code::BROKEN_LINK, span, "the link leads nowhere", hint);
        }
        let (path, fragment) = url.split_once('#').unwrap_or((url, ""));
        let from = &self.reach.sources.get(span.source).path;
        let Some(path) = source::relative_path(from, &decode_percent(path)) else {
            let message = format!("the link `{}` leads out of the book's folder", short_quote(url));
            let hint = "link to a file inside the folder";
            return self.broken(code::OUTSIDE_ROOT, span, message, hint);
        };
        let Some(id) = self.paths.get(path.as_str()).copied() else {
            let path = short_quote(&path);
            let message = format!("the link leads to `{path}`, which is not part of this book");
            let hint = "link to a chapter or to a web address";
            return self.broken(code::BROKEN_LINK, span, message, hint);
        };
        self.other_book(id, fragment).unwrap_or_else(|| self.chapter(id, fragment, span, heading))
    }

    /// A place of a chapter of this book, or its beginning.
    fn chapter(&mut self, id: SourceId, fragment: &str, span: Span, heading: bool) -> LinkTarget {
        let index = self.reach.index;
        let first = index.first(id).filter(|_| fragment.is_empty());
        self.place(id, first.map_or(fragment, |first| first.0.as_str()), span, heading)
    }

    fn other_book(&self, id: SourceId, fragment: &str) -> Option<LinkTarget> {
        self.reach.used.iter().find_map(|book| {
            let index = &book.index;
            let anchor = if fragment.is_empty() {
                index.first(id)?
            } else {
                index.find(id, &decode_percent(fragment))?
            };
            let address =
                index.entries.get(anchor).filter(|entry| entry.span.source == id)?.address.clone();
            Some(LinkTarget::Other { book: book.title().to_owned(), address })
        })
    }
}

/// An address without what readers leave out: its scheme, and the stroke at its end.
fn bare_address(text: &str) -> String {
    let text = text.trim().trim_end_matches('/');
    let text = text.split_once("://").map_or(text, |(_, rest)| rest);
    text.trim_start_matches("mailto:").to_lowercase()
}

/// The scheme of a URL.
fn url_scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let fits = scheme.len() > 1
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    fits.then_some(scheme)
}

/// `%20` and the like as characters.
fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let escaped = escaped_byte(byte, tail);
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The byte that `%` and the two hexadecimal digits behind it mean.
fn escaped_byte(byte: u8, tail: &[u8]) -> Option<u8> {
    let digits = tail.get(..2).filter(|_| byte == b'%')?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Among links into one folder whose last part is the slug of their text, those where it is not.
fn check_card_slugs(document: &Document, findings: &mut Findings) {
    for group in links_by_folder(document).values().filter(|group| group.len() >= 3) {
        let wrong: Vec<_> = group.iter().filter(|(link, _)| !matches_card_slug(link)).collect();
        if wrong.len() * 4 > group.len() {
            continue;
        }
        wrong.into_iter().for_each(|(link, span)| report_card_link(link, *span, findings));
    }
}

/// The numbered links of the body, by the address up to its last part.
fn links_by_folder(document: &Document) -> BTreeMap<&str, Vec<(&Link, Span)>> {
    let mut folders: BTreeMap<&str, Vec<(&Link, Span)>> = BTreeMap::new();
    walk::each_link(&document.blocks, &mut |link, span| {
        if matches!(link.target, LinkTarget::Web { note } if note > 0)
            && let Some((folder, _)) = link.url.rsplit_once('/')
        {
            folders.entry(folder).or_default().push((link, span));
        }
    });
    folders
}

fn report_card_link(link: &Link, span: Span, findings: &mut Findings) {
    let (folder, last) = link.url.rsplit_once('/').unwrap_or_default();
    let (words, last) = (quoted_inlines(&link.content), short_quote(last));
    let message = format!("the link of `{words}` leads to `{last}`");
    let hint = format!("write {folder}/{}", card_slug(&plain_text(&link.content)));
    findings.report(code::CARD_LINK, span, message, hint);
}

fn matches_card_slug(link: &Link) -> bool {
    let last = link.url.rsplit('/').next().unwrap_or_default();
    last == card_slug(&plain_text(&link.content))
}

/// A name as card databases spell it in addresses: `Spirit Blade: Infusion` is
/// `spirit-blade-infusion`.
fn card_slug(name: &str) -> String {
    slug(name).split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
