//! The chart that a module walks through: its own book's, or the one that stands for it in another
//! text.

use std::collections::BTreeMap;

use super::Binder;
use super::chart_module::ChartModule;
use crate::diagnostic::{Diagnostic, code};
use crate::document::{nearest_name, short_quote};
use crate::flowchart::{self, Chart};
use crate::rules::foreign::{MappingLine, missing_chart_hint};
use crate::rules::places::PlacedChart;

/// A chart that is walked.
pub(super) struct WalkedChart {
    /// Its boxes and lines.
    pub chart: Chart,
    /// Where it stands.
    pub placed: PlacedChart,
    /// Number of its place in the program.
    pub place: u32,
    /// Title of its book, when that is not the text that is played.
    pub book: Option<String>,
    /// What the rules call each box.
    pub names: Vec<String>,
    /// The chart of the rules' own book; the same unless another text is played.
    pub ours: Chart,
    /// Boxes of ours that the other text has not.
    pub left_out: Vec<String>,
    /// Answers that stand for others.
    pub answers: Vec<MappingLine>,
    /// Whether it stands in another text than ours.
    pub foreign: bool,
    /// Boxes at which a bindings file lets the players respond.
    pub waits: Vec<usize>,
}

impl WalkedChart {
    /// What the text that holds it calls the chart.
    pub(super) fn anchor(&self) -> String {
        self.placed.anchor.clone().or_else(|| self.placed.section.clone()).unwrap_or_default()
    }

    /// Our box of the name of `node`.
    pub(super) fn our_box(&self, node: usize) -> Option<usize> {
        self.ours.nodes.iter().position(|own| own.id == self.names[node])
    }

    /// Whether the players may respond at a box: the text says so, or the bindings file, or ours
    /// does of the same box.
    pub(super) fn waits(&self, node: usize) -> bool {
        self.chart.waits.contains(&node)
            || self.waits.contains(&node)
            || self.our_box(node).is_some_and(|own| self.ours.waits.contains(&own))
    }

    /// Where a box leads on to, and whether the anchor is one of ours.
    pub(super) fn lead(&self, node: usize) -> Option<(String, bool)> {
        let of = |chart: &Chart, node: usize| {
            chart
                .leads
                .iter()
                .find(|lead| lead.0 == node)
                .map(|lead| lead.1.trim_start_matches('#').to_owned())
        };
        let theirs = of(&self.chart, node).map(|anchor| (anchor, !self.foreign));
        theirs.or_else(|| Some((of(&self.ours, self.our_box(node)?)?, true)))
    }
}

impl Binder<'_> {
    /// The chart that a module walks through; one that is not there or can not be read is reported.
    pub(super) fn walked_chart(&mut self, module: &ChartModule) -> Option<WalkedChart> {
        let books = self.books;
        let (places, anchor) = (&books[module.book].places, module.anchor.text.as_str());
        let Some(placed) = places.chart(anchor) else {
            if !books[module.book].unread.contains(anchor) {
                let message = match places.find(anchor, None) {
                    Ok(_) => format!("`#{}` has no chart", short_quote(anchor)),
                    Err(_) => format!("there is no chart `#{}`", short_quote(anchor)),
                };
                self.report_dangling(module, message, &missing_chart_hint(places, anchor));
            }
            return None;
        };
        let Some(ours) = parse_placed_chart(placed) else {
            let hint = "mend what is reported of the chart itself";
            self.report_dangling(
                module,
                format!("the chart `#{}` can not be read", short_quote(anchor)),
                hint,
            );
            return None;
        };
        if module.book > 0 || self.foreign.is_none() {
            let place = if module.book > 0 {
                self.place_elsewhere(module.book, placed.place)
            } else {
                placed.place as u32
            };
            let book = (module.book > 0).then(|| books[module.book].title.clone());
            return Some(own_chart(ours, placed, place, book));
        }
        self.mapped_chart(module, ours, placed)
    }

    /// The chart of the text that is played that stands for ours; without one, ours.
    fn mapped_chart(
        &mut self,
        module: &ChartModule,
        ours: Chart,
        placed: &PlacedChart,
    ) -> Option<WalkedChart> {
        let anchor = module.anchor.text.as_str();
        let map = self.foreign.as_ref()?;
        let Some(Some(their)) = map.charts.theirs(anchor, &map.theirs) else {
            if map.charts.theirs(anchor, &map.theirs).is_none() {
                let message =
                    format!("the text that is played has no chart `#{}`", short_quote(anchor));
                let hint = format!(
                    "write \"#{anchor}\" = \"#their-chart\" below [charts], or \"\" if it has none"
                );
                let finding = Diagnostic::at(code::UNMAPPED_PLACE, module.anchor.span, message);
                self.findings.push(finding.hint(hint));
            }
            let place = self.place_elsewhere(0, placed.place);
            return Some(own_chart(ours, placed, place, Some(self.books[0].title.clone())));
        };
        let found = map.theirs.chart(&their).cloned();
        let Some((theirs, chart)) =
            found.and_then(|theirs| parse_placed_chart(&theirs).map(|chart| (theirs, chart)))
        else {
            let message = format!(
                "the chart `#{}` of the text that is played can not be read",
                short_quote(&their)
            );
            self.report_dangling(module, message, "mend what is reported of the chart itself");
            return None;
        };
        let lines = map.charts.boxes(anchor).to_vec();
        let answers = map.charts.answers(anchor).to_vec();
        let waits = map.charts.waits(anchor).cloned();
        let names = self.box_names(&lines, &ours, &chart);
        let waits = waits.map(|line| self.waiting_boxes(&line, &chart)).unwrap_or_default();
        let left_out = lines
            .into_iter()
            .filter(|line| line.theirs.trim().is_empty())
            .map(|line| line.ours)
            .collect();
        let place = theirs.place as u32;
        Some(WalkedChart {
            chart,
            placed: theirs,
            place,
            book: None,
            names,
            ours,
            left_out,
            answers,
            foreign: true,
            waits,
        })
    }

    /// What the rules call each box of `theirs`; a side of a line that is no box is reported.
    fn box_names(&mut self, lines: &[MappingLine], ours: &Chart, theirs: &Chart) -> Vec<String> {
        let mut named: BTreeMap<&str, &str> = BTreeMap::new();
        for line in lines {
            if !chart_has_box(ours, &line.ours) {
                self.report_no_box(line, "our chart", &line.ours, ours);
            }
            for id in line.theirs.split_whitespace() {
                if !chart_has_box(theirs, id) {
                    self.report_no_box(line, "their chart", id, theirs);
                }
                named.insert(id, &line.ours);
            }
        }
        let listed = |id: &str| lines.iter().any(|line| line.ours == id);
        let name = |id: &str| match named.get(id) {
            Some(name) => (*name).to_owned(),
            None if chart_has_box(ours, id) && !listed(id) => id.to_owned(),
            // It is none of ours, even if one of ours has the same id.
            None => String::new(),
        };
        theirs.nodes.iter().map(|node| name(&node.id)).collect()
    }

    /// The boxes of `theirs` that a line names on its right; one that is no box is reported.
    fn waiting_boxes(&mut self, line: &MappingLine, theirs: &Chart) -> Vec<usize> {
        let mut waits = Vec::new();
        for id in line.theirs.split_whitespace() {
            match theirs.nodes.iter().position(|node| node.id == id) {
                Some(node) => waits.push(node),
                None => self.report_no_box(line, "their chart", id, theirs),
            }
        }
        waits
    }

    fn report_no_box(&mut self, line: &MappingLine, whose: &str, id: &str, chart: &Chart) {
        let span = if id == line.ours { line.our_span } else { line.their_span };
        let finding = Diagnostic::at(
            code::STRAY_BOX,
            span,
            format!("{whose} has no box `{}`", short_quote(id)),
        );
        self.findings.push(finding.hint(box_hint(id, chart)));
    }

    fn report_dangling(&mut self, module: &ChartModule, message: String, hint: &str) {
        self.findings
            .push(Diagnostic::at(code::DANGLING_BINDING, module.anchor.span, message).hint(hint));
    }
}

/// What to write instead of a box that a chart does not have.
pub(super) fn box_hint(id: &str, chart: &Chart) -> String {
    let ids = || chart.nodes.iter().map(|node| node.id.as_str());
    match nearest_name(id, ids().filter(|_| id.len() < 100)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its boxes are {}", short_quote(&ids().collect::<Vec<_>>().join(", "))),
    }
}

fn chart_has_box(chart: &Chart, id: &str) -> bool {
    chart.nodes.iter().any(|node| node.id == id)
}

fn parse_placed_chart(placed: &PlacedChart) -> Option<Chart> {
    flowchart::parse_chart(&placed.code.text).0.filter(|chart| !chart.nodes.is_empty())
}

/// A chart of the rules' own book, or of one that it uses.
fn own_chart(chart: Chart, placed: &PlacedChart, place: u32, book: Option<String>) -> WalkedChart {
    let names = chart.nodes.iter().map(|node| node.id.clone()).collect();
    let (ours, placed) = (chart.clone(), placed.clone());
    let (left_out, answers, waits) = Default::default();
    WalkedChart {
        chart,
        placed,
        place,
        book,
        names,
        ours,
        left_out,
        answers,
        foreign: false,
        waits,
    }
}
