//! Limits what a hostile text can make the tree builder do: its time for each token grows with the number of
//! open elements, and unclosed formatting is built again in each block.

use std::cell::Cell;

use html5ever::LocalName;
use html5ever::tree_builder::Tracer;

use super::dom::DomId;
use super::feed::HtmlReader;
use super::names;

/// Most open elements, including the few that the HTML parser adds itself.
const DEEPEST: usize = 64;
/// Elements that the tree builder may repeat for each token, and a few for the start.
const REPEATS: usize = 2;
const REPEATS_AT_START: usize = 10_000;

impl HtmlReader<'_> {
    /// Reports whether an end tag belongs to elements that were left out.
    pub fn ends_dropped(&self, name: &LocalName, matched: bool) -> bool {
        let mut dropped = self.dropped.borrow_mut();
        if dropped.is_empty() {
            return false;
        }
        match dropped.iter().rposition(|open| open == name) {
            Some(at) => dropped.truncate(at),
            None if matched => {
                dropped.clear();
                return false;
            }
            None => {}
        }
        true
    }

    /// Reports whether an element is to be left out, so that neither the tree nor its time grows without
    /// bound.
    pub fn leaves_out(&self, name: &LocalName) -> bool {
        if names::stands_alone(name) {
            return false;
        }
        if self.repeats_too_much() && names::is_formatting(name) {
            return true;
        }
        self.open() > DEEPEST
    }

    /// Reports whether unclosed formatting, which is opened again in each block, was repeated too often; then
    /// closes it.
    fn repeats_too_much(&self) -> bool {
        let repeated = self.repeated();
        let much = repeated >= REPEATS_AT_START + REPEATS * self.tokens.get();
        if much && repeated > self.relieved.get() {
            self.relieved.set(repeated + 1000);
            for name in names::FORMATTING {
                // Until no element of this name is open.
                let mut before = usize::MAX;
                while self.open() < before {
                    before = self.open();
                    self.end_element(LocalName::from(*name));
                }
            }
        }
        much
    }

    /// Returns how many more elements than tokens there are.
    fn repeated(&self) -> usize {
        self.builder.sink.dom.borrow().len().saturating_sub(self.tokens.get())
    }

    /// Number of elements that are open or that the tree builder will open again.
    fn open(&self) -> usize {
        let count = HandleCount(Cell::new(0));
        self.builder.trace_handles(&count);
        count.0.get()
    }
}

struct HandleCount(Cell<usize>);

impl Tracer for HandleCount {
    type Handle = DomId;

    fn trace_handle(&self, _: &DomId) {
        self.0.set(self.0.get() + 1);
    }
}
