//! Links: where each leads, which print a reference, and the numbered list of those that leave the
//! book.

use std::collections::{BTreeMap, BTreeSet};

use super::address::{AnchorIndex, slug};
use crate::diagnostic::{Diagnostic, Findings, Guesses, code, short_quote};
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
                self.findings.push(
                    Diagnostic::at(code::BROKEN_LINK, span, message)
                        .hint("link to a shorter address"),
                );
                LinkTarget::Nowhere
            }
            Some("http" | "https" | "mailto") => self.web(url, &plain_text(&link.content), heading),
            Some(other) => {
                let message =
                    format!("a link with `{other}:` is not followed; its text is printed");
                self.findings.push(
                    Diagnostic::at(code::SCRIPT, span, message)
                        .hint("write an address with https:"),
                );
                LinkTarget::Nowhere
            }
            None => self.file(url, span, heading),
        }
    }

    fn place(&mut self, source: SourceId, name: &str, span: Span, heading: bool) -> LinkTarget {
        let name = decode_percent(name);
        let Some(anchor) = self.reach.index.find(source, &name).cloned() else {
            let message =
                format!("the link leads to `#{}`, which does not exist", short_quote(&name));
            let finding = Diagnostic::at(code::BROKEN_LINK, span, message);
            let known = self.reach.index.entries.keys().map(|anchor| anchor.0.as_str());
            self.findings.push(finding.hint(match self.guesses.nearest(&name, known) {
                Some(near) => format!("did you mean `#{near}`?"),
                None => "write the anchor of a place, such as {#draw} behind a title, or the title's slug".to_owned(),
            }));
            return LinkTarget::Nowhere;
        };
        let address = self.reach.index.entries[&anchor].address.clone();
        let shown = !heading && !address.0.is_empty() && self.shown.insert(anchor.clone());
        LinkTarget::Place { anchor, address, shown }
    }

    fn web(&mut self, url: &str, text: &str, heading: bool) -> LinkTarget {
        let bare = |text: &str| {
            let text = text.trim().trim_end_matches('/');
            text.split_once("://")
                .map_or(text, |(_, rest)| rest)
                .trim_start_matches("mailto:")
                .to_lowercase()
        };
        if bare(url) == bare(text) || heading {
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
            let finding = Diagnostic::at(code::BROKEN_LINK, span, "the link leads nowhere");
            self.findings.push(finding.hint("write an address between its round brackets"));
            return LinkTarget::Nowhere;
        }
        let (path, fragment) = url.split_once('#').unwrap_or((url, ""));
        let from = &self.reach.sources.get(span.source).path;
        let Some(path) = source::relative_path(from, &decode_percent(path)) else {
            let message = format!("the link `{}` leads out of the book's folder", short_quote(url));
            self.findings.push(
                Diagnostic::at(code::OUTSIDE_ROOT, span, message)
                    .hint("link to a file inside the folder"),
            );
            return LinkTarget::Nowhere;
        };
        let Some(id) = self.paths.get(path.as_str()).copied() else {
            let message = format!(
                "the link leads to `{}`, which is no part of this book",
                short_quote(&path)
            );
            self.findings.push(
                Diagnostic::at(code::BROKEN_LINK, span, message)
                    .hint("link to a chapter or to a web address"),
            );
            return LinkTarget::Nowhere;
        };
        if let Some(target) = self.other_book(id, fragment) {
            return target;
        }
        match (fragment, self.reach.index.first(id)) {
            ("", Some(first)) => self.place(id, &first.0.clone(), span, heading),
            _ => self.place(id, fragment, span, heading),
        }
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
        let hex = (byte == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(value) => {
                bytes.push(value);
                rest = &tail[2..];
            }
            None => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Among links into one folder whose last part is the slug of their text, those where it is not.
fn check_card_slugs(document: &Document, findings: &mut Findings) {
    let mut links: Vec<(&Link, Span)> = Vec::new();
    walk::each_inline(&document.blocks, &mut |inline| {
        if let InlineKind::Link(link) = &inline.kind
            && matches!(link.target, LinkTarget::Web { note } if note > 0)
        {
            links.push((link, inline.span));
        }
    });
    let mut folders: BTreeMap<&str, Vec<(&Link, Span)>> = std::collections::BTreeMap::new();
    for (link, span) in links {
        if let Some((folder, _)) = link.url.rsplit_once('/') {
            folders.entry(folder).or_default().push((link, span));
        }
    }
    for group in folders.values().filter(|group| group.len() >= 3) {
        let wrong: Vec<_> = group.iter().filter(|(link, _)| !matches_card_slug(link)).collect();
        if wrong.len() * 4 > group.len() {
            continue;
        }
        for (link, span) in wrong {
            let (folder, last) = link.url.rsplit_once('/').unwrap_or_default();
            let name = plain_text(&link.content);
            let message = format!(
                "the link of `{}` leads to `{}`",
                quoted_inlines(&link.content),
                short_quote(last)
            );
            let hint = format!("write {folder}/{}", card_slug(&name));
            findings.push(Diagnostic::at(code::CARD_LINK, *span, message).hint(hint));
        }
    }
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
