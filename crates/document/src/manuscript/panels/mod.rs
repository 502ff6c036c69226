//! Fills the panels of sheet.md and cards.md with parts of the book, so that a panel cannot contradict the
//! book.
//!
//! In: a parsed sheet.md or cards.md, and the joined book. Out: its panels; every part names the rule that it
//! comes from.

mod find;
mod notes;
mod page;
mod steps;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::icons::{self, BookIcons};
use super::images::{self, Pictures};
use super::links::{self, LinkScope};
use super::reading;
use super::values::{self, ValueDefinitions};
use crate::{
    Address, Anchor, Attributes, Block, BlockKind, Document, Heading, Inline, InlineKind, Link,
    LinkTarget, ListItem, plain_text, walk,
};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{SourceId, Span};

/// Hint about words without a rule.
const RULE_HINT: &str = "link to the rule, as in [the draw phase](#draw), or write {rule=\"#draw\"} after the title above the text";

pub use self::page::{PageKind, PanelPage};

/// A panel of a sheet, or a card.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// Title of the panel.
    pub title: Vec<Inline>,
    /// Attributes; the classes say what the panel is for: `turn`, `front`.
    pub attributes: Attributes,
    /// Parts, from top to bottom.
    pub parts: Vec<PanelPart>,
}

/// Part of a panel that states one rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PanelPart {
    /// Address of the rule.
    pub address: Address,
    /// Anchor of the rule.
    pub anchor: Anchor,
    /// Title of the rule's section; empty for words of the page itself.
    pub title: Vec<Inline>,
    /// Printed blocks.
    pub blocks: Vec<Block>,
    /// Place on the page that asks for the part.
    pub span: Span,
}

impl PanelPart {
    /// Makes an empty part that is asked for at a place.
    pub fn empty(span: Span) -> Self {
        let (address, anchor) = (Address::default(), Anchor(String::new()));
        Self { address, anchor, title: Vec::new(), blocks: Vec::new(), span }
    }
}

/// Context for filling the panels of a page: the joined book, with all its addresses.
pub(crate) struct PageContext<'a> {
    pub(crate) book: &'a Document,
    /// The reading in force.
    pub(crate) reading: &'a str,
    /// Anchors of places that only another reading prints.
    pub(crate) unread: &'a BTreeSet<String>,
    pub(crate) values: &'a ValueDefinitions,
    pub(crate) icons: &'a BookIcons,
    pub(crate) links: &'a LinkScope<'a>,
}

/// A sheet.md or cards.md.
pub(crate) struct ParsedPage {
    pub(crate) page: Document,
    pub(crate) text: SourceId,
}

/// Makes the page, if there is one, and adds its pictures to those of the book.
pub(crate) fn make_page(
    page: Option<ParsedPage>,
    kind: PageKind,
    context: &PageContext<'_>,
    pictures: &mut Pictures,
    findings: &mut Findings,
) -> PanelPage {
    let Some(ParsedPage { mut page, text }) = page else { return PanelPage::default() };
    let notes = notes::print_notes(&mut page, kind, findings);
    let unread = reading::keep_reading(&mut page.blocks, context.reading).places;
    values::fill_page_values(&mut page, context.values, findings);
    icons::fill_icons(&mut page, context.icons, findings);
    links::resolve_links(&mut page, context.links, findings);
    pictures.extend(images::resolve_images(&mut page, context.links.sources, findings));
    let mut page = page::fill_page(page, kind, context, findings);
    page.text = Some(text);
    page.left_out.extend(notes.into_iter().chain(unread));
    page
}

/// Makes the part for a block of a page; a finding reports its mistakes. Words without a rule stay.
fn panel_part(
    block: Block,
    panel: &Attributes,
    book: &Document,
    findings: &mut Findings,
) -> Option<PanelPart> {
    let span = block.span;
    if let BlockKind::Pull(pull) = &block.kind {
        return find::pulled_part(pull, span, book).map_err(|fault| findings.push(*fault)).ok();
    }
    let part = match cited_rule(&block, panel, book) {
        Ok((address, anchor)) => PanelPart { address, anchor, ..PanelPart::empty(span) },
        Err(fault) => {
            findings.push(*fault);
            PanelPart::empty(span)
        }
    };
    let mut block = block;
    steps::number_steps(&mut block, &[]);
    Some(PanelPart { blocks: cleared_copies(vec![block], true), ..part })
}

/// A rule, or the finding about a missing one.
type FoundRule = Result<(Address, Anchor), Box<Diagnostic>>;

/// Returns the rule of words of the page itself: the one that their panel names, or the first that they link
/// to.
fn cited_rule(block: &Block, panel: &Attributes, book: &Document) -> FoundRule {
    if let Some(anchor) = panel.get("rule") {
        let anchor = anchor.trim_matches(['"', '\'', '“', '”', '#']);
        let rule = find::find_book_place(anchor, block.span, book)?;
        return Ok((rule.address, rule.anchor));
    }
    match (first_linked_rule(block), first_without_rule(block)) {
        (Some(rule), None) => Ok(rule),
        (_, open) => {
            let message = "this text names no rule, so readers cannot look it up";
            let place = open.unwrap_or(block.span);
            Err(Box::new(Diagnostic::at(code::NO_RULE, place, message).hint(RULE_HINT)))
        }
    }
}

/// Returns the first item of a list, or else the block itself, that links to no rule.
fn first_without_rule(block: &Block) -> Option<Span> {
    let BlockKind::List(list) = &block.kind else {
        return first_linked_rule(block).is_none().then_some(block.span);
    };
    let is_open =
        |item: &&ListItem| item.blocks.iter().all(|block| first_linked_rule(block).is_none());
    let open = list.items.iter().find(is_open)?;
    Some(open.span.unwrap_or(block.span))
}

/// Returns the first place of the book that a block links to.
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

/// Clears copies of blocks: their anchors go, and their links become plain words.
pub(crate) fn cleared_copies(mut blocks: Vec<Block>, numbered: bool) -> Vec<Block> {
    walk::each_block_mut(&mut blocks, &mut |block| {
        block.clear_anchors();
        for run in walk::inline_runs_mut(&mut block.kind) {
            *run = plain_links(std::mem::take(run), numbered);
        }
    });
    blocks
}

/// Replaces links by their words, followed by the number of the rule if `numbered`; removes marks of
/// footnotes.
fn plain_links(inlines: Vec<Inline>, numbered: bool) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    for mut inline in inlines {
        if let Some(content) = walk::child_inlines_mut(&mut inline.kind) {
            *content = plain_links(std::mem::take(content), numbered);
        }
        match &mut inline.kind {
            InlineKind::Link(link) => {
                push_plain_link(std::mem::take(link), numbered, inline.span, &mut out);
            }
            InlineKind::FootnoteRef(_) => {}
            InlineKind::Span(_, attributes) => {
                attributes.id = None;
                out.push(inline);
            }
            InlineKind::Text(_)
            | InlineKind::Space
            | InlineKind::Break
            | InlineKind::Emphasis(_)
            | InlineKind::Strong(_)
            | InlineKind::Strike(_)
            | InlineKind::Subscript(_)
            | InlineKind::Superscript(_)
            | InlineKind::Code(_)
            | InlineKind::Image(_)
            | InlineKind::Value(_)
            | InlineKind::Icon(_) => out.push(inline),
        }
    }
    out
}

/// Appends the words of a link and, if it is `numbered`, the address of the rule, unless the words are that
/// address.
fn push_plain_link(link: Link, numbered: bool, span: Span, out: &mut Vec<Inline>) {
    let said = plain_text(&link.content);
    out.push(Inline::new(InlineKind::Span(link.content, Attributes::default()), span));
    if let LinkTarget::Place { address: Address(address), .. } = link.target
        && numbered
        && said.trim() != address
    {
        out.push(Inline::text(" ", span));
        let number = vec![Inline::text(address.replace(' ', "\u{a0}"), span)];
        out.push(Inline::new(InlineKind::Span(number, Attributes::with_class("rule")), span));
    }
}

/// Returns the title of a section without links.
pub fn plain_title(heading: &Heading) -> Vec<Inline> {
    plain_links(heading.content.to_vec(), false)
}

/// Makes a part from a section: its title and number, and `blocks` of it.
pub fn section_part(heading: &Heading, blocks: Vec<Block>, span: Span) -> PanelPart {
    PanelPart {
        address: heading.address.clone(),
        anchor: heading.anchor.clone(),
        title: plain_title(heading),
        blocks: cleared_copies(blocks, false),
        span,
    }
}
