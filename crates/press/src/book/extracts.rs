//! The panels of the sheet and the cards of a book: those of its author, or else its briefs and charts.

use document::panels::{Panel, PanelPart, plain_title, section_part};
use document::{Attributes, Block, BlockKind, Heading};

/// The panels of the sheet of a book without sheet.md: the chapter of the turn, its chart, then
/// the other chapters.
pub fn default_sheet(blocks: &[Block]) -> Vec<Panel> {
    let mut panels = brief_panels(blocks);
    // The chapter with the anchor `turn`, or the first of those with the most briefs.
    let named = panels.iter().position(|panel| panel.attributes.id.as_deref() == Some("turn"));
    let longest = |nth: &usize| (panels[*nth].parts.len(), usize::MAX - nth);
    let Some(at) = named.or_else(|| (0..panels.len()).max_by_key(longest)) else { return panels };
    let mut turn = panels.remove(at);
    turn.attributes.classes.push("turn".to_owned());
    let inner = take_inner_panels(&mut turn);
    let chart = chart_of_chapter(&turn, blocks);
    std::iter::once(turn).chain(chart).chain(inner).chain(panels).collect()
}

/// The chart of a chapter, or the first of the book, if it has one.
fn chart_of_chapter(chapter: &Panel, blocks: &[Block]) -> Option<Panel> {
    let charts = super::titled_charts(blocks).into_iter().map(|(heading, block)| {
        section_panel(heading, vec![section_part(heading, vec![block.clone()], block.span)])
    });
    let mut charts: Vec<Panel> = charts.collect();
    if charts.is_empty() {
        return None;
    }
    let number = chapter.parts.first().map_or("", chapter_number);
    let own = charts.iter().position(|panel| chapter_number(&panel.parts[0]) == number);
    let mut chart = charts.swap_remove(own.unwrap_or(0));
    chart.attributes.classes.push("unasked".to_owned());
    Some(chart)
}

/// `3` of `3.2`
fn chapter_number(part: &PanelPart) -> &str {
    part.address.0.split('.').next().unwrap_or_default()
}

/// Number of levels in an address.
fn part_depth(part: &PanelPart) -> usize {
    part.address.0.split('.').count()
}

/// Takes the parts of deeper levels out of a panel: each run of them becomes a panel that is named for the
/// part above.
fn take_inner_panels(turn: &mut Panel) -> Vec<Panel> {
    let least = turn.parts.iter().map(part_depth).min().unwrap_or_default();
    let mut panels: Vec<Panel> = Vec::new();
    // True if the last panel takes the next part.
    let mut open = false;
    for part in std::mem::take(&mut turn.parts) {
        let inner = part_depth(&part) > least;
        if !inner {
            turn.parts.push(part);
        } else if let Some(panel) = panels.last_mut().filter(|_| open) {
            panel.parts.push(part);
        } else {
            let title = turn.parts.last().map(|above| above.title.clone()).unwrap_or_default();
            panels.push(Panel { title, parts: vec![part], ..Panel::default() });
        }
        open = inner;
    }
    panels
}

/// The cards of a book without cards.md: its briefs, chapter by chapter.
pub fn brief_panels(blocks: &[Block]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut section: Option<&Heading> = None;
    for block in blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            if heading.level == 1 || panels.is_empty() {
                panels.push(section_panel(heading, Vec::new()));
            }
            section = Some(heading);
        } else if let BlockKind::Brief(brief) = &block.kind
            && let (Some(heading), Some(panel)) = (section, panels.last_mut())
        {
            panel.parts.push(section_part(heading, brief.clone(), block.span));
        }
    }
    panels.retain(|panel| !panel.parts.is_empty());
    panels
}

/// A panel with the title and the anchor of a section.
fn section_panel(heading: &Heading, parts: Vec<PanelPart>) -> Panel {
    let attributes = Attributes::with_id(heading.anchor.0.clone());
    Panel { title: plain_title(heading), attributes, parts }
}
