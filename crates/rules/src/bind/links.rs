//! Links from boxes of charts to other charts or to functions.

use super::Binder;
use crate::program::{ChartLead, ChartProgram};
use base::diagnostic::{code, short_quote};
use base::source::Span;

/// A box that leads on to another place.
pub struct BoxLink {
    /// Chart and box, in the program.
    pub at: (usize, usize),
    /// Anchor of the place it leads to, without `#`.
    pub anchor: String,
    /// True if the anchor is one of the rules' own book.
    pub ours: bool,
    /// Span of the box.
    pub span: Span,
}

impl Binder<'_> {
    /// Finds the charts and functions that boxes lead on to.
    pub fn bind_links(&mut self) {
        for link in std::mem::take(&mut self.links) {
            let chart = self.program.charts.iter().position(|chart| self.is_linked(chart, &link));
            let target = match chart {
                Some(chart) => Some(ChartLead::Chart(chart as u32)),
                None => self.linked_function(&link).map(ChartLead::Function),
            };
            self.program.charts[link.at.0].boxes[link.at.1].link = target;
            if target.is_none() {
                let anchor = &link.anchor;
                let message =
                    format!("no function and no chart carries out `#{}`", short_quote(anchor));
                let hint = format!(
                    "write `#@ #{anchor}` above a function, or open a module with `#@ chart #{anchor}`"
                );
                self.report(code::UNBOUND_LINK, link.span, message, hint);
            }
        }
    }

    /// Returns the first function without a role that is bound to the place a box leads to.
    fn linked_function(&self, link: &BoxLink) -> Option<u32> {
        let functions = &self.program.functions;
        let has_no_role = |function: &u32| {
            functions.get(*function as usize).is_some_and(|own| own.role.is_none())
        };
        if link.ours {
            let key = format!("#{}", link.anchor);
            let bound = self.program.bindings.iter().filter(|own| own.key == key);
            return bound.map(|binding| binding.function).find(has_no_role);
        }
        let place = self.program.place(&link.anchor)?;
        let citing = (0u32..).zip(functions).filter(|(_, own)| own.places.contains(&place));
        citing.map(|(at, _)| at).find(has_no_role)
    }

    /// True if this chart is at the place a box leads to.
    fn is_linked(&self, chart: &ChartProgram, link: &BoxLink) -> bool {
        if link.ours {
            return chart.anchor == link.anchor;
        }
        let place = self.program.places.get(chart.place as usize);
        place.is_some_and(|place| *place.anchor.as_ref().unwrap_or(&place.section) == link.anchor)
    }
}
