//! The panels of the sheet and the cards of a book: those its author asks for, or, failing that, its briefs and charts.

use crate::document::extract::{Panel, Part, of_section};
use crate::document::{Attributes, Block, BlockKind, Heading};

/// The panels of a sheet that nobody wrote: the chapter of the turn, its chart, then the other chapters.
pub(super) fn sheet(blocks: &[Block]) -> Vec<Panel> {
    let mut panels = chapters(blocks);
    let turn = panels.iter().position(|panel| panel.attributes.id.as_deref() == Some("turn"));
    let turn = turn.or_else(|| (0..panels.len()).max_by_key(|nth| (panels[*nth].parts.len(), usize::MAX - nth)));
    if let Some(turn) = turn {
        let mut first = panels.remove(turn);
        first.attributes.classes.push("turn".to_owned());
        panels.insert(0, first);
    }
    if let Some(chart) = charts(blocks).into_iter().next() {
        let at = panels.len().min(1);
        panels.insert(at, chart);
    }
    panels
}

/// The cards that nobody wrote: one for each chapter with briefs.
pub(super) fn cards(blocks: &[Block]) -> Vec<Panel> {
    chapters(blocks)
}

/// The briefs, chapter by chapter.
fn chapters(blocks: &[Block]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut section: Option<&Heading> = None;
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => {
                if heading.level == 1 || panels.is_empty() {
                    panels.push(panel(heading));
                }
                section = Some(heading);
            }
            BlockKind::Brief(brief) => {
                if let (Some(heading), Some(panel)) = (section, panels.last_mut()) {
                    panel.parts.push(of_section(heading, brief.clone(), block.span));
                }
            }
            _ => {}
        }
    }
    panels.retain(|panel| !panel.parts.is_empty());
    panels
}

/// A panel for each section with charts.
fn charts(blocks: &[Block]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut section: Option<&Heading> = None;
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(heading) => section = Some(heading),
            BlockKind::Code(code) if code.language == "mermaid" => {
                let Some(heading) = section else { continue };
                let part: Part = of_section(heading, vec![block.clone()], block.span);
                panels.push(Panel { parts: vec![part], ..panel(heading) });
            }
            _ => {}
        }
    }
    panels
}

fn panel(heading: &Heading) -> Panel {
    let attributes = Attributes { id: Some(heading.anchor.0.clone()), ..Attributes::default() };
    let part = of_section(heading, Vec::new(), crate::source::Span::new(crate::source::SourceId(0), 0..0));
    Panel { title: part.title, attributes, parts: Vec::new() }
}
