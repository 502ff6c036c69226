//! sheet.md and cards.md: panels whose parts are taken from the book, so that they can not say
//! anything else.
//!
//! In: such a page as parsed, and the joined book. Out: its panels, every part with the rule that
//! it comes from.

mod find;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::images::{self, Pictures};
use super::links::{self, LinkScope};
use super::values::{self, ValueDefinitions};
use super::{icons, reading};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    Address, Anchor, Attributes, Block, BlockKind, Document, Heading, Inline, InlineKind,
    LinkTarget, List, ListItem, walk,
};
use crate::source::Span;

/// A panel of a sheet, or a card.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// Its title.
    pub title: Vec<Inline>,
    /// Its classes say what it is for: `turn`, `front`.
    pub attributes: Attributes,
    /// From top to bottom.
    pub parts: Vec<PanelPart>,
}

/// What a panel says about one rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PanelPart {
    /// Address of the rule.
    pub address: Address,
    /// Anchor of the rule.
    pub anchor: Anchor,
    /// Title of its section; empty for words of the page itself.
    pub title: Vec<Inline>,
    /// What is printed.
    pub blocks: Vec<Block>,
    /// Where the page asks for it.
    pub span: Span,
}

/// What the panels of a page are made of: the joined book, with all its addresses.
pub(super) struct PageContext<'a> {
    pub(super) book: &'a Document,
    /// The reading in force.
    pub(super) reading: &'a str,
    /// Anchors of places that are printed under another reading only.
    pub(super) unread: &'a BTreeSet<String>,
    pub(super) values: &'a ValueDefinitions,
    pub(super) links: &'a LinkScope<'a>,
}

/// The panels of a page, if there is such a page; its pictures are added to those of the book.
pub(super) fn make_panels(
    page: Option<Document>,
    context: &PageContext<'_>,
    pictures: &mut Pictures,
    findings: &mut Findings,
) -> Vec<Panel> {
    let Some(mut page) = page else { return Vec::new() };
    page.blocks.retain(|block| !is_unread_pull(block, context.unread));
    reading::keep_reading(&mut page.blocks, context.reading);
    values::fill_page_values(&mut page, context.values, findings);
    icons::fill_icons(&mut page, findings);
    links::resolve_links(&mut page, context.links, findings);
    pictures.extend(images::resolve_images(&mut page, context.links.sources, findings));
    fill_panels(page, context.book, findings)
}

/// What is printed under another reading only has no place on a page.
fn is_unread_pull(block: &Block, unread: &BTreeSet<String>) -> bool {
    let BlockKind::Pull(pull) = &block.kind else { return false };
    pull.target.strip_prefix('#').is_some_and(|anchor| unread.contains(anchor))
}

fn fill_panels(page: Document, book: &Document, findings: &mut Findings) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for block in page.blocks {
        if let BlockKind::Heading(heading) = block.kind {
            panels.push(Panel {
                title: without_links(heading.content),
                attributes: block.attributes,
                parts: Vec::new(),
            });
            continue;
        }
        if panels.is_empty() {
            panels.push(Panel::default());
        }
        let panel = panels.last_mut().expect("there is one");
        match panel_part(block, &panel.attributes, book) {
            Ok(part) => panel.parts.push(part),
            Err(finding) => findings.push(*finding),
        }
    }
    panels.retain(|panel| !panel.parts.is_empty());
    panels
}

fn panel_part(
    block: Block,
    panel: &Attributes,
    book: &Document,
) -> Result<PanelPart, Box<Diagnostic>> {
    if let BlockKind::Pull(pull) = &block.kind {
        return find::pulled_part(pull, block.span, book);
    }
    let rule = match panel.get("rule") {
        Some(anchor) => Some(find::find_book_place(
            anchor.trim_matches(['"', '\'', '“', '”', '#']),
            block.span,
            book,
        )?),
        None => None,
    };
    let first = first_linked_rule(&block);
    let open = match &block.kind {
        BlockKind::List(list) => {
            let ruled = |item: &&ListItem| {
                item.blocks.iter().any(|block| first_linked_rule(block).is_some())
            };
            list.items.iter().find(|item| !ruled(item)).map(|item| item.span.unwrap_or(block.span))
        }
        _ => first.is_none().then_some(block.span),
    };
    let (address, anchor) = match (rule, first, open) {
        (Some(rule), ..) => (rule.address, rule.anchor),
        (None, Some(rule), None) => rule,
        (None, _, open) => return Err(Box::new(missing_rule(open.unwrap_or(block.span)))),
    };
    let span = block.span;
    Ok(PanelPart {
        address,
        anchor,
        title: Vec::new(),
        blocks: vec![cleared_copy(block, true)],
        span,
    })
}

fn missing_rule(span: Span) -> Diagnostic {
    let message = "this text names no rule, so that nobody can look it up";
    let finding = Diagnostic::at(code::NO_RULE, span, message);
    finding.hint("link to the rule, as in [the draw phase](#draw), or write {rule=\"#draw\"} behind the title above it")
}

/// The first place of the book that a block links to.
fn first_linked_rule(block: &Block) -> Option<(Address, Anchor)> {
    let mut found = None;
    walk::each_inline(std::slice::from_ref(block), &mut |inline| {
        if let InlineKind::Link(link) = &inline.kind
            && let LinkTarget::Place { anchor, address, .. } = &link.target
        {
            found.get_or_insert((address.clone(), anchor.clone()));
        }
    });
    found
}

/// A copy of a block is no second place of its anchors, and its links lead out of the page.
pub(crate) fn cleared_copy(mut block: Block, numbered: bool) -> Block {
    walk::each_block_mut(std::slice::from_mut(&mut block), &mut |block| {
        block.attributes.id = None;
        if let BlockKind::List(List { items, .. }) = &mut block.kind {
            items.iter_mut().for_each(|item| item.attributes.id = None);
        }
        for text in walk::inline_runs_mut(&mut block.kind) {
            let before = std::mem::take(text);
            *text = plain_links(before, numbered);
        }
    });
    block
}

fn without_links(inlines: Vec<Inline>) -> Vec<Inline> {
    plain_links(inlines, false)
}

/// Links become their words, followed by the number of the rule where that is asked for; marks of
/// footnotes go.
fn plain_links(inlines: Vec<Inline>, numbered: bool) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    for mut inline in inlines {
        if let Some(content) = walk::child_inlines_mut(&mut inline.kind) {
            let before = std::mem::take(content);
            *content = plain_links(before, numbered);
        }
        match inline.kind {
            InlineKind::Link(link) => {
                let address = match &link.target {
                    LinkTarget::Place { address, .. } if numbered => Some(address.0.clone()),
                    _ => None,
                };
                let said = crate::document::plain_text(&link.content);
                out.push(Inline::new(
                    InlineKind::Span(link.content, Attributes::default()),
                    inline.span,
                ));
                if let Some(address) = address.filter(|address| said.trim() != address) {
                    let class =
                        Attributes { classes: vec!["rule".to_owned()], ..Attributes::default() };
                    let text =
                        Inline::new(InlineKind::Text(address.replace(' ', "\u{a0}")), inline.span);
                    out.push(Inline::new(InlineKind::Text(" ".to_owned()), inline.span));
                    out.push(Inline::new(InlineKind::Span(vec![text], class), inline.span));
                }
            }
            InlineKind::FootnoteRef(_) => {}
            InlineKind::Span(content, mut attributes) => {
                attributes.id = None;
                out.push(Inline::new(InlineKind::Span(content, attributes), inline.span));
            }
            kind => out.push(Inline::new(kind, inline.span)),
        }
    }
    out
}

/// A part made of a section: its title and number, and `blocks` of it.
pub(crate) fn section_part(heading: &Heading, blocks: Vec<Block>, span: Span) -> PanelPart {
    PanelPart {
        address: heading.address.clone(),
        anchor: heading.anchor.clone(),
        title: without_links(heading.content.clone()),
        blocks: blocks.into_iter().map(|block| cleared_copy(block, false)).collect(),
        span,
    }
}
