//! The panels of the sheet and the cards of a book: those its author asks for, or, failing that,
//! its briefs and charts.

use crate::document::panels::{Panel, PanelPart, section_part};
use crate::document::{Attributes, Block, BlockKind, Heading};

/// The panels of a sheet that nobody wrote: the chapter of the turn, its chart, then the other
/// chapters.
pub(super) fn default_sheet(blocks: &[Block]) -> Vec<Panel> {
    let mut panels = brief_panels(blocks);
    let turn = panels.iter().position(|panel| panel.attributes.id.as_deref() == Some("turn"));
    let turn = turn.or_else(|| {
        (0..panels.len()).max_by_key(|nth| (panels[*nth].parts.len(), usize::MAX - nth))
    });
    let Some(turn) = turn else { return panels };
    let mut turn = panels.remove(turn);
    turn.attributes.classes.push("turn".to_owned());
    let inner = take_inner_panels(&mut turn);
    let chapter = turn
        .parts
        .first()
        .and_then(|part| part.address.0.split('.').next())
        .unwrap_or_default()
        .to_owned();
    let mut charts = chart_panels(blocks);
    let own = charts
        .iter()
        .position(|panel| panel.parts[0].address.0.split('.').next() == Some(chapter.as_str()));
    let mut chart = (!charts.is_empty()).then(|| charts.swap_remove(own.unwrap_or(0)));
    chart.iter_mut().for_each(|chart| chart.attributes.classes.push("unasked".to_owned()));
    std::iter::once(turn).chain(chart).chain(inner).chain(panels).collect()
}

/// Takes the parts that lie deeper than the others out of a panel: each run of them is a panel
/// named for the part above.
fn take_inner_panels(turn: &mut Panel) -> Vec<Panel> {
    let depth = |part: &PanelPart| part.address.0.split('.').count();
    let least = turn.parts.iter().map(depth).min().unwrap_or_default();
    let mut panels: Vec<Panel> = Vec::new();
    let (mut kept, mut open): (Vec<PanelPart>, bool) = (Vec::new(), false);
    for part in std::mem::take(&mut turn.parts) {
        if depth(&part) == least {
            kept.push(part);
            open = false;
            continue;
        }
        if !std::mem::replace(&mut open, true) {
            let title = kept.last().map(|part| part.title.clone()).unwrap_or_default();
            panels.push(Panel { title, ..Panel::default() });
        }
        panels.last_mut().expect("one was pushed").parts.push(part);
    }
    turn.parts = kept;
    panels
}

/// The cards that nobody wrote: one for each chapter with briefs.
pub(super) fn default_cards(blocks: &[Block]) -> Vec<Panel> {
    brief_panels(blocks)
}

/// The briefs, chapter by chapter.
fn brief_panels(blocks: &[Block]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut section: Option<&Heading> = None;
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => {
                if heading.level == 1 || panels.is_empty() {
                    panels.push(empty_panel(heading));
                }
                section = Some(heading);
            }
            BlockKind::Brief(brief) => {
                if let (Some(heading), Some(panel)) = (section, panels.last_mut()) {
                    panel.parts.push(section_part(heading, brief.clone(), block.span));
                }
            }
            _ => {}
        }
    }
    panels.retain(|panel| !panel.parts.is_empty());
    panels
}

/// A panel for each section with charts.
fn chart_panels(blocks: &[Block]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut section: Option<&Heading> = None;
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => section = Some(heading),
            BlockKind::Code(code) if code.language == "mermaid" => {
                let Some(heading) = section else { continue };
                let part: PanelPart = section_part(heading, vec![block.clone()], block.span);
                panels.push(Panel { parts: vec![part], ..empty_panel(heading) });
            }
            _ => {}
        }
    }
    panels
}

fn empty_panel(heading: &Heading) -> Panel {
    let attributes = Attributes { id: Some(heading.anchor.0.clone()), ..Attributes::default() };
    let part = section_part(
        heading,
        Vec::new(),
        crate::source::Span::new(crate::source::SourceId(0), 0..0),
    );
    Panel { title: part.title, attributes, parts: Vec::new() }
}
