//! The chart that a module walks through: that of its own book, or its counterpart in another text.

use std::collections::BTreeMap;

use super::chart_module::ChartModule;
use super::{Binder, BoundBook};
use crate::foreign::{MappingLine, PlaceMap, missing_chart_hint};
use crate::places::PlacedChart;
use base::diagnostic::{code, did_you_mean, short_quote};
use draw::flowchart::{self, Chart};

/// Hint for a chart that the flowchart stage reports.
const MEND_CHART: &str = "fix the findings about the chart itself";

/// A chart that is walked.
pub struct WalkedChart<'a> {
    /// Boxes and lines of the chart.
    pub chart: Chart,
    /// Place of the chart in its book.
    pub placed: &'a PlacedChart,
    /// Number of that place in the program.
    pub place: u32,
    /// Title of the book, unless it is the played text.
    pub book: Option<&'a str>,
    /// Name of each box in the rules; empty for a box that is none of ours.
    pub names: Vec<String>,
    /// Printed number of each box.
    pub numbers: Vec<usize>,
    /// The chart of the rules' own book, if this one is in another text.
    mapped: Option<Chart>,
    /// Boxes of ours that the other text lacks.
    pub left_out: Vec<&'a str>,
    /// Answers that are synonyms of others.
    pub answers: &'a [MappingLine<'a>],
    /// Boxes at which a bindings file lets the players respond.
    waits: Vec<usize>,
}

impl<'a> WalkedChart<'a> {
    /// Creates a chart of the rules' own book, or of one that it uses.
    fn own(chart: Chart, placed: &'a PlacedChart, place: u32, book: Option<&'a str>) -> Self {
        let names = chart.nodes.iter().map(|node| node.id.clone()).collect();
        Self {
            numbers: flowchart::box_numbers(&chart),
            chart,
            placed,
            place,
            book,
            names,
            mapped: None,
            left_out: Vec::new(),
            answers: &[],
            waits: Vec::new(),
        }
    }

    /// True if the chart is in a text other than ours.
    pub fn is_foreign(&self) -> bool {
        self.mapped.is_some()
    }

    /// Returns the chart of the rules' own book: this one, unless another text is played.
    pub fn ours(&self) -> &Chart {
        self.mapped.as_ref().unwrap_or(&self.chart)
    }

    /// True if a box of ours is neither in the chart nor left out.
    pub fn lacks(&self, ours: &str) -> bool {
        let is_named = || self.names.iter().any(|name| name == ours);
        self.is_foreign() && !is_named() && !self.left_out.contains(&ours)
    }

    /// Returns the anchor of the chart in the text that has it.
    pub fn anchor(&self) -> &str {
        self.placed.anchor.as_ref().or(self.placed.section.as_ref()).map_or("", String::as_str)
    }

    /// Returns our box that `node` is named after.
    fn our_box(&self, node: usize) -> Option<usize> {
        self.ours().nodes.iter().position(|own| own.id == self.names[node])
    }

    /// True if the players may respond at a box, as its text, the bindings file or our own chart says.
    pub fn waits(&self, node: usize) -> bool {
        self.chart.waits.contains(&node)
            || self.waits.contains(&node)
            || self.our_box(node).is_some_and(|own| self.ours().waits.contains(&own))
    }

    /// Returns the anchor that a box leads on to, and true if the anchor is one of ours.
    pub fn lead(&self, node: usize) -> Option<(&str, bool)> {
        let theirs = lead_from(&self.chart, node).map(|anchor| (anchor, !self.is_foreign()));
        theirs.or_else(|| Some((lead_from(self.ours(), self.our_box(node)?)?, true)))
    }
}

/// Returns the anchor that a box of `chart` leads on to, without `#`.
fn lead_from(chart: &Chart, node: usize) -> Option<&str> {
    let lead = chart.leads.iter().find(|lead| lead.0 == node)?;
    Some(lead.1.trim_start_matches('#'))
}

impl<'a> Binder<'a> {
    /// Returns the chart that a module walks through. Reports a chart that is missing or unreadable.
    pub fn walked_chart(&mut self, module: &ChartModule<'_>) -> Option<WalkedChart<'a>> {
        let placed = self.placed_chart(module)?;
        let Some(ours) = parse_placed_chart(placed) else {
            self.report_unreadable(module, module.anchor.text, "");
            return None;
        };
        if module.book > 0 {
            let place = self.place_elsewhere(module.book, placed.place);
            return Some(WalkedChart::own(
                ours,
                placed,
                place,
                Some(self.books[module.book].title),
            ));
        }
        if self.foreign.is_none() {
            return Some(WalkedChart::own(ours, placed, placed.place as u32, None));
        }
        self.mapped_chart(module, ours, placed)
    }

    /// Returns the chart of the book whose program the module is. Reports a missing chart.
    fn placed_chart(&mut self, module: &ChartModule<'_>) -> Option<&'a PlacedChart> {
        let BoundBook { places, unread, .. } = &self.books[module.book];
        let placed = places.chart(module.anchor.text);
        if placed.is_none() && !unread.contains(module.anchor.text) {
            let anchor = module.anchor.text;
            let message = match places.find(anchor, None) {
                Ok(_) => format!("`#{}` has no chart", short_quote(anchor)),
                Err(_) => format!("unknown chart `#{}`", short_quote(anchor)),
            };
            self.report_dangling(module, message, &missing_chart_hint(places, anchor));
        }
        placed
    }

    /// Returns the counterpart of our chart in the played text, or our chart if there is none.
    fn mapped_chart(
        &mut self,
        module: &ChartModule<'_>,
        ours: Chart,
        placed: &'a PlacedChart,
    ) -> Option<WalkedChart<'a>> {
        let map = self.foreign?;
        let Some(their) = self.their_chart(map, module) else {
            let place = self.place_elsewhere(0, placed.place);
            return Some(WalkedChart::own(ours, placed, place, Some(self.books[0].title)));
        };
        let anchor = module.anchor.text;
        let Some(chart) = parse_placed_chart(their) else {
            let own = their.anchor.as_deref().or(their.section.as_deref());
            let anchor = own.unwrap_or(anchor);
            self.report_unreadable(module, anchor, " of the played text");
            return None;
        };
        let lines = map.charts.boxes(anchor);
        let names = self.box_names(lines, &ours, &chart);
        let waits = map.charts.waits(anchor).map(|line| self.waiting_boxes(line, &chart));
        let left_out = lines.iter().filter(|line| line.theirs.trim().is_empty());
        Some(WalkedChart {
            names,
            mapped: Some(ours),
            left_out: left_out.map(|line| line.ours).collect(),
            answers: map.charts.answers(anchor),
            waits: waits.unwrap_or_default(),
            ..WalkedChart::own(chart, their, their.place as u32, None)
        })
    }

    /// Returns the chart of the played text. Reports one that is neither there nor left out.
    fn their_chart(
        &mut self,
        map: &'a PlaceMap<'a>,
        ours: &ChartModule<'_>,
    ) -> Option<&'a PlacedChart> {
        let anchor = ours.anchor.text;
        let their = map.charts.theirs_of(anchor, &map.theirs);
        if their.is_none() {
            let message = format!("the played text has no chart `#{}`", short_quote(anchor));
            let hint = format!(
                "write \"#{anchor}\" = \"#their-chart\" below [charts], or \"\" if it has none"
            );
            self.report(code::UNMAPPED_PLACE, ours.anchor.span, message, hint);
        }
        their.flatten()
    }

    /// Returns the name of each box of `theirs` in the rules. Reports a side of a line that is no box.
    fn box_names(
        &mut self,
        lines: &[MappingLine<'_>],
        ours: &Chart,
        theirs: &Chart,
    ) -> Vec<String> {
        self.check_box_lines(lines, ours, theirs);
        let mut named = BTreeMap::new();
        for line in lines {
            named.extend(line.theirs.split_whitespace().map(|id| (id, line.ours)));
        }
        let is_listed = |id: &str| lines.iter().any(|line| line.ours == id);
        let name = |id: &str| match named.get(id) {
            Some(name) => (*name).to_owned(),
            None if chart_has_box(ours, id) && !is_listed(id) => id.to_owned(),
            // It is none of ours, even if one of ours has the same id.
            None => String::new(),
        };
        theirs.nodes.iter().map(|node| name(&node.id)).collect()
    }

    fn check_box_lines(&mut self, lines: &[MappingLine<'_>], ours: &Chart, theirs: &Chart) {
        for line in lines {
            if !chart_has_box(ours, line.ours) {
                self.report_no_box(line, "our chart", line.ours, ours);
            }
            for id in line.theirs.split_whitespace().filter(|id| !chart_has_box(theirs, id)) {
                self.report_no_box(line, "their chart", id, theirs);
            }
        }
    }

    /// Returns the boxes of `theirs` that a line names on its right. Reports a name that is no box.
    fn waiting_boxes(&mut self, line: &MappingLine<'_>, theirs: &Chart) -> Vec<usize> {
        let mut waits = Vec::new();
        for id in line.theirs.split_whitespace() {
            match theirs.nodes.iter().position(|node| node.id == id) {
                Some(node) => waits.push(node),
                None => self.report_no_box(line, "their chart", id, theirs),
            }
        }
        waits
    }

    fn report_no_box(&mut self, line: &MappingLine<'_>, whose: &str, id: &str, chart: &Chart) {
        let span = if id == line.ours { line.our_span } else { line.their_span };
        let message = format!("{whose} has no box `{}`", short_quote(id));
        self.report(code::STRAY_BOX, span, message, box_hint(id, chart));
    }

    fn report_unreadable(&mut self, module: &ChartModule<'_>, anchor: &str, whose: &str) {
        let message = format!("the chart `#{}`{whose} cannot be read", short_quote(anchor));
        self.report_dangling(module, message, MEND_CHART);
    }

    fn report_dangling(&mut self, module: &ChartModule<'_>, message: String, hint: &str) {
        self.report(code::DANGLING_BINDING, module.anchor.span, message, hint);
    }
}

/// Returns a hint that names boxes of the chart, for a box that it does not have.
pub fn box_hint(id: &str, chart: &Chart) -> String {
    let ids: Vec<&str> = chart.nodes.iter().map(|node| node.id.as_str()).collect();
    did_you_mean(id, ids.iter().copied())
        .unwrap_or_else(|| format!("its boxes are {}", short_quote(&ids.join(", "))))
}

pub fn chart_has_box(chart: &Chart, id: &str) -> bool {
    chart.nodes.iter().any(|node| node.id == id)
}

fn parse_placed_chart(placed: &PlacedChart) -> Option<Chart> {
    flowchart::parse_chart(&placed.code.text).0.filter(|chart| !chart.nodes.is_empty())
}
