//! The chart that a module walks through: its own book's, or the one that stands for it in another
//! text.

use std::collections::BTreeMap;

use super::chart_module::ChartModule;
use super::{Binder, BoundBook};
use crate::foreign::{MappingLine, PlaceMap, missing_chart_hint};
use crate::places::PlacedChart;
use base::diagnostic::{code, did_you_mean, short_quote};
use draw::flowchart::{self, Chart};

/// What to do about a chart that the flowchart stage reports.
const MEND_CHART: &str = "correct what is reported of the chart itself";

/// A chart that is walked.
pub struct WalkedChart<'a> {
    /// Its boxes and lines.
    pub chart: Chart,
    /// Where it stands.
    pub placed: &'a PlacedChart,
    /// Number of its place in the program.
    pub place: u32,
    /// Title of its book, when that is not the text that is played.
    pub book: Option<&'a str>,
    /// What the rules call each box.
    pub names: Vec<String>,
    /// The printed number of each box.
    pub numbers: Vec<usize>,
    /// The chart of the rules' own book, when this one stands in another text.
    mapped: Option<Chart>,
    /// Boxes of ours that the other text has not.
    pub left_out: Vec<&'a str>,
    /// Answers that stand for others.
    pub answers: &'a [MappingLine<'a>],
    /// Boxes at which a bindings file lets the players respond.
    waits: Vec<usize>,
}

impl<'a> WalkedChart<'a> {
    /// A chart of the rules' own book, or of one that it uses.
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

    /// Returns whether it stands in another text than ours.
    pub fn is_foreign(&self) -> bool {
        self.mapped.is_some()
    }

    /// The chart of the rules' own book; the same unless another text is played.
    pub fn ours(&self) -> &Chart {
        self.mapped.as_ref().unwrap_or(&self.chart)
    }

    /// Returns whether a box of ours neither stands in it nor is left out.
    pub fn lacks(&self, ours: &str) -> bool {
        let is_named = || self.names.iter().any(|name| name == ours);
        self.is_foreign() && !is_named() && !self.left_out.contains(&ours)
    }

    /// What the text that holds it calls the chart.
    pub fn anchor(&self) -> &str {
        self.placed.anchor.as_ref().or(self.placed.section.as_ref()).map_or("", String::as_str)
    }

    /// Our box of the name of `node`.
    fn our_box(&self, node: usize) -> Option<usize> {
        self.ours().nodes.iter().position(|own| own.id == self.names[node])
    }

    /// Whether the players may respond at a box: the text says so, or the bindings file, or ours
    /// does of the same box.
    pub fn waits(&self, node: usize) -> bool {
        self.chart.waits.contains(&node)
            || self.waits.contains(&node)
            || self.our_box(node).is_some_and(|own| self.ours().waits.contains(&own))
    }

    /// Where a box leads on to, and whether the anchor is one of ours.
    pub fn lead(&self, node: usize) -> Option<(&str, bool)> {
        let theirs = lead_from(&self.chart, node).map(|anchor| (anchor, !self.is_foreign()));
        theirs.or_else(|| Some((lead_from(self.ours(), self.our_box(node)?)?, true)))
    }
}

/// The anchor that a box of `chart` leads on to.
fn lead_from(chart: &Chart, node: usize) -> Option<&str> {
    let lead = chart.leads.iter().find(|lead| lead.0 == node)?;
    Some(lead.1.trim_start_matches('#'))
}

impl<'a> Binder<'a> {
    /// The chart that a module walks through; one that is not there or cannot be read is reported.
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

    /// The chart of the book whose program the module is.
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

    /// The chart of the text that is played that stands for ours; without one, ours.
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

    /// The chart of the text that is played; one that is neither there nor left out is reported.
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

    /// What the rules call each box of `theirs`; a side of a line that is no box is reported.
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

    /// The boxes of `theirs` that a line names on its right; one that is no box is reported.
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

/// What to write instead of a box that a chart does not have.
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
