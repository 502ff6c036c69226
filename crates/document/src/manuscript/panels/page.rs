//! Panels of a page, one for each title. In: the blocks of sheet.md or cards.md. Out: panels. A title above
//! the others without words of its own is that of the whole sheet.

use super::{PageContext, Panel, panel_part, plain_links};
use crate::{Block, BlockKind, Document, Inline, plain_text, quoted_inlines};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::{SourceId, Span};

/// Contents of sheet.md or cards.md.
#[derive(Debug, Clone, Default)]
pub struct PanelPage {
    /// Text of the page, if there is one.
    pub text: Option<SourceId>,
    /// Title of the whole sheet; empty if it has none.
    pub title: Vec<Inline>,
    /// Panels, from the first to the last.
    pub panels: Vec<Panel>,
    /// Places that findings name, and places that only another reading prints.
    pub left_out: Vec<Span>,
}

/// Kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// sheet.md
    Sheet,
    /// cards.md
    Cards,
}

impl PageKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sheet => "sheet",
            Self::Cards => "cards",
        }
    }

    /// Returns the name of the part that a title begins.
    fn part(self) -> &'static str {
        match self {
            Self::Sheet => "panel",
            Self::Cards => "card",
        }
    }
}

/// A panel while it is filled.
#[derive(Default)]
struct OpenPanel {
    panel: Panel,
    /// Span and level of its title.
    title: Option<(Span, u8)>,
    /// True if content below its title was reported or belongs to another reading.
    is_told: bool,
}

/// Makes the panels of a page.
pub fn fill_page(
    page: Document,
    kind: PageKind,
    context: &PageContext<'_>,
    findings: &mut Findings,
) -> PanelPage {
    let mut front = FrontWords::of(&page);
    let mut panels = open_panels(page.blocks, context, findings);
    let mut out = PanelPage::default();
    if let Some(title) = take_page_title(&mut panels, kind) {
        out.title = title;
    } else if kind == PageKind::Sheet {
        out.title = front.take_title();
    }
    findings.0.extend(front.unprinted(kind));
    for open in panels {
        if !open.panel.parts.is_empty() {
            out.panels.push(open.panel);
            continue;
        }
        let Some((span, _)) = open.title else { continue };
        out.left_out.push(span);
        if !open.is_told {
            findings.push(empty_panel(&open.panel, kind, span));
        }
    }
    out
}

/// Values of a page's front matter, and the beginning of its text.
struct FrontWords {
    title: Option<String>,
    others: Vec<String>,
    place: Option<Span>,
}

impl FrontWords {
    fn of(page: &Document) -> Self {
        let others = page.subtitle.iter().chain(&page.edition).chain(&page.authors);
        let place = page.blocks.first().map(|first| Span { start: 0, end: 0, ..first.span });
        Self { title: page.title.clone(), others: others.cloned().collect(), place }
    }

    /// Takes the title for the sheet.
    fn take_title(&mut self) -> Vec<Inline> {
        let Some(place) = self.place else { return Vec::new() };
        self.title.take().map(|title| Inline::text(title, place)).into_iter().collect()
    }

    /// Returns the finding about front matter that is not printed: only the title of a sheet is.
    fn unprinted(self, kind: PageKind) -> Option<Diagnostic> {
        let words = self.title.iter().chain(&self.others);
        let words: Vec<String> = words.map(|word| format!("`{}`", short_quote(word))).collect();
        let place = self.place.filter(|_| !words.is_empty())?;
        let words = words.join(", ");
        let message = format!("front matter of the {} is not printed: {words}", kind.name());
        let hint = "write it in book.toml, or in the first chapter";
        Some(Diagnostic::at(code::FRONT_MATTER, place, message).hint(hint))
    }
}

fn open_panels(
    blocks: Vec<Block>,
    context: &PageContext<'_>,
    findings: &mut Findings,
) -> Vec<OpenPanel> {
    let mut panels: Vec<OpenPanel> = Vec::new();
    for block in blocks {
        match block.kind {
            BlockKind::Heading(heading) => {
                let title = Some((block.span, heading.level));
                let panel = Panel {
                    title: plain_links(heading.content, false),
                    attributes: block.attributes,
                    parts: Vec::new(),
                };
                panels.push(OpenPanel { panel, title, is_told: false });
            }
            BlockKind::Rule => {}
            _ => last_panel(&mut panels).add(block, context, findings),
        }
    }
    panels
}

/// Returns the last panel, after adding one without a title if there is none.
fn last_panel(panels: &mut Vec<OpenPanel>) -> &mut OpenPanel {
    if panels.is_empty() {
        panels.push(OpenPanel::default());
    }
    panels.last_mut().expect("there is one")
}

impl OpenPanel {
    fn add(&mut self, block: Block, context: &PageContext<'_>, findings: &mut Findings) {
        if is_unread_pull(&block, context) {
            self.is_told = true;
            return;
        }
        match panel_part(block, &self.panel.attributes, context.book, findings) {
            Some(part) => self.panel.parts.push(part),
            None => self.is_told = true,
        }
    }
}

/// Reports whether a block pulls a place that only another reading prints.
fn is_unread_pull(block: &Block, context: &PageContext<'_>) -> bool {
    let BlockKind::Pull(pull) = &block.kind else { return false };
    pull.target.strip_prefix('#').is_some_and(|anchor| context.unread.contains(anchor))
}

/// Takes the title of the whole sheet: the first one, if it has no words of its own and the next one is below
/// its level.
fn take_page_title(panels: &mut Vec<OpenPanel>, kind: PageKind) -> Option<Vec<Inline>> {
    let [first, second, ..] = panels.as_slice() else { return None };
    let below = second.title?.1 > first.title?.1;
    let is_title = kind == PageKind::Sheet && below && !first.is_told;
    (is_title && first.panel.parts.is_empty())
        .then(|| plain_links(panels.remove(0).panel.title, false))
}

fn empty_panel(panel: &Panel, kind: PageKind, span: Span) -> Diagnostic {
    let (name, part) = (kind.name(), kind.part());
    let title = quoted_inlines(&panel.title);
    let message = match plain_text(&panel.title).trim() {
        "" => format!("an empty title on the {name} has nothing below it"),
        _ => format!("the title `{title}` is not on the {name}: it has nothing below it"),
    };
    let hint =
        format!("each title makes a {part}: pull a rule below the title, or delete the title");
    Diagnostic::at(code::EMPTY_SECTION, span, message).hint(hint)
}
