//! What boxes of charts lead on to: another chart, or a function.

use super::Binder;
use crate::program::{ChartLead, ChartProgram};
use base::diagnostic::{Diagnostic, code};
use base::source::Span;
use document::short_quote;

/// A box that leads on to another place.
pub struct BoxLink {
    /// Chart and box, in the program.
    pub at: (usize, usize),
    /// The place it leads to, without `#`.
    pub anchor: String,
    /// Whether the anchor is one of the rules' own book.
    pub ours: bool,
    /// Where the box stands.
    pub span: Span,
}

impl Binder<'_> {
    /// Finds what boxes lead on to.
    pub fn bind_links(&mut self) {
        for link in std::mem::take(&mut self.links) {
            let target = self.linked_target(&link);
            self.program.charts[link.at.0].boxes[link.at.1].link = target;
            if target.is_none() {
                self.findings.push(unbound_link(&link));
            }
        }
    }

    fn linked_target(&self, link: &BoxLink) -> Option<ChartLead> {
        match self.program.charts.iter().position(|chart| self.is_linked(chart, link)) {
            Some(chart) => Some(ChartLead::Chart(chart as u32)),
            None => self.linked_function(link).map(ChartLead::Function),
        }
    }

    /// The first function without a role that is bound to where a box leads.
    fn linked_function(&self, link: &BoxLink) -> Option<u32> {
        let bound = if link.ours {
            self.functions_bound_to(&link.anchor)
        } else {
            self.functions_citing(&link.anchor)
        };
        bound.into_iter().find(|function| self.has_no_role(*function))
    }

    fn has_no_role(&self, function: u32) -> bool {
        let function = self.program.functions.get(function as usize);
        function.is_some_and(|own| own.role.is_none())
    }

    /// Whether a chart stands where a box leads to.
    fn is_linked(&self, chart: &ChartProgram, link: &BoxLink) -> bool {
        if link.ours {
            return chart.anchor == link.anchor;
        }
        let place = self.program.places.get(chart.place as usize);
        place.is_some_and(|place| *place.anchor.as_ref().unwrap_or(&place.section) == link.anchor)
    }

    /// The functions that are bound to an anchor of the rules' own book.
    fn functions_bound_to(&self, anchor: &str) -> Vec<u32> {
        let key = format!("#{anchor}");
        let bound = self.program.bindings.iter().filter(|own| own.key == key);
        bound.map(|binding| binding.function).collect()
    }

    /// The functions that carry out a place of the text that is played.
    fn functions_citing(&self, anchor: &str) -> Vec<u32> {
        let Some(place) = self.program.place(anchor) else { return Vec::new() };
        let numbered = (0u32..).zip(&self.program.functions);
        numbered.filter(|(_, own)| own.places.contains(&place)).map(|(at, _)| at).collect()
    }
}

fn unbound_link(link: &BoxLink) -> Diagnostic {
    let anchor = short_quote(&link.anchor);
    let message = format!("no function and no chart carries out `#{anchor}`");
    Diagnostic::at(code::UNBOUND_LINK, link.span, message).hint(link_hint(&link.anchor))
}

fn link_hint(anchor: &str) -> String {
    format!("write `#@ #{anchor}` above a function, or open a module with `#@ chart #{anchor}`")
}
