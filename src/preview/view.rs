//! One view of the book: an output as pages, or an example that steps; what is kept of it, and the step to
//! its next state.

use typst_utils::hash128;

use super::card::finding_cards;
use super::{FindingCard, MadeView, PageCard, ViewCard};
use crate::pipeline::PrintableBook;
use crate::web;
use base::diagnostic::Findings;
use example::acceptance::Acceptance;
use example::examples::Example;
use press::book::Output;
use press::preview::{LaidPages, PageLines, SHOWN, changed_boxes, draw_page, page_fingerprint};

/// Beginning of the key of an example.
const EXAMPLE: &str = "example/";

/// Identity of a view.
pub enum ViewKey {
    /// An output.
    Output(Output),
    /// An example, by its name.
    Example(String),
}

impl ViewKey {
    /// Returns the view of an example, unless the example is wrong.
    pub fn of_example(example: &Example) -> Option<Self> {
        let sound = example.state != Acceptance::Wrong;
        sound.then(|| Self::Example(example.scenario.name.clone()))
    }

    /// Returns the view of a key; for an unknown key, that of the rulebook.
    pub fn parse(key: &str) -> Self {
        if let Some(name) = key.strip_prefix(EXAMPLE) {
            return Self::Example(name.to_owned());
        }
        let named = SHOWN.into_iter().find(|output| output.name() == key);
        Self::Output(named.unwrap_or(Output::Rulebook))
    }

    /// Returns its key and its name for people.
    pub fn card(&self, examples: &[Example]) -> ViewCard {
        match self {
            Self::Output(output) => {
                ViewCard { key: output.name().to_owned(), title: output.record().title.to_owned() }
            }
            Self::Example(name) => {
                let example = examples.iter().find(|example| example.scenario.name == *name);
                let title = example.map_or(name, |example| &example.scenario.title.value).clone();
                ViewCard { key: format!("{EXAMPLE}{name}"), title }
            }
        }
    }
}

/// A view as last made.
#[derive(Default)]
pub struct LaidView {
    laid: Vec<LaidPages>,
    lines: Vec<PageLines>,
    cards: Option<Vec<PageCard>>,
    findings: Vec<FindingCard>,
    /// The page of an example.
    html: Vec<u8>,
    /// The pages with the places of the author's text, once they were asked for.
    pub placed: Option<Vec<LaidPages>>,
    /// True if it was made from the shown book.
    pub is_fresh: bool,
}

impl LaidView {
    /// Returns the view of pages; without pages it could not be made.
    pub fn of_pages(laid: Vec<LaidPages>, findings: Vec<FindingCard>) -> Self {
        let mut view = Self { findings, is_fresh: true, ..Self::default() };
        for pages in &laid {
            let prints: Vec<u128> = pages.document.pages().iter().map(page_fingerprint).collect();
            view.lines.extend(PageLines::of(&pages.document, &prints));
        }
        let pages = laid.iter().flat_map(|laid| laid.document.pages());
        let cards = pages.zip(&view.lines).map(|(page, lines)| PageCard {
            name: format!("{:032x}", lines.fingerprint),
            width: page.frame.width().to_pt() as f32,
            height: page.frame.height().to_pt() as f32,
            changed: Vec::new(),
        });
        view.cards = Some(cards.collect()).filter(|cards: &Vec<_>| !cards.is_empty());
        view.laid = laid;
        view
    }

    /// Returns the view of an example.
    pub fn of_example(name: &str, shown: &PrintableBook) -> Self {
        let mut view = Self { is_fresh: true, ..Self::default() };
        let example = shown.examples.iter().find(|example| example.scenario.name == name);
        let (Some(example), Some(rules)) = (example, &shown.rules) else { return view };
        let Ok(page) = web::play_page(example, &rules.context(&shown.sources)) else { return view };
        let name = format!("{:032x}", hash128(&page));
        view.cards = Some(vec![PageCard { name, width: 0.0, height: 0.0, changed: Vec::new() }]);
        view.html = page.into_bytes();
        view
    }

    /// Returns a view that could not be made.
    pub fn failed(findings: Findings, shown: &PrintableBook) -> Self {
        let findings = finding_cards(&findings, &shown.sources);
        Self { findings, is_fresh: true, ..Self::default() }
    }

    /// Takes the next state, with its differences marked; if that has no pages, the present ones stay.
    pub fn become_next(&mut self, next: Self) {
        let before = std::mem::replace(self, next);
        if self.cards.is_none() {
            let (findings, is_fresh) = (std::mem::take(&mut self.findings), self.is_fresh);
            *self = Self { findings, is_fresh, ..before };
        } else if before.cards.is_some() {
            let boxes = changed_boxes(&before.lines, &self.lines);
            let cards = self.cards.iter_mut().flatten();
            cards.zip(boxes).for_each(|(card, boxes)| card.changed = boxes);
        }
    }

    /// Returns the card of the view.
    pub fn card(&self, key: &str) -> MadeView {
        let (pages, findings) = (self.cards.clone(), self.findings.clone());
        MadeView { key: key.to_owned(), pages, findings }
    }

    /// Returns the names of its pages, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().flatten().map(|card| &*card.name)
    }

    /// Returns the page of this name, as SVG or as the page of an example.
    pub fn draw(&self, name: &str) -> Option<Vec<u8>> {
        let nth = self.names().position(|known| known == name)?;
        if self.laid.is_empty() {
            return Some(self.html.clone());
        }
        let mut pages = self.laid.iter().flat_map(|laid| laid.document.pages());
        pages.nth(nth).map(draw_page)
    }
}
