//! Charts of another text that match ours, with their boxes and answers.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::{BindingsFile, BindingsReader, MappingLines};
use crate::places::{PlacedChart, ProsePlaces};
use base::diagnostic::{nearest_name, short_quote};
use base::source::{SourceId, Span};

/// Charts, boxes and answers that a bindings file matches, by the anchors of our charts.
#[derive(Debug, Default)]
pub struct ChartMap<'f> {
    /// Anchor of their chart; `None` for a chart that the other text lacks.
    charts: BTreeMap<&'f str, Option<&'f str>>,
    boxes: BTreeMap<&'f str, Vec<MappingLine<'f>>>,
    answers: BTreeMap<&'f str, Vec<MappingLine<'f>>>,
    waits: BTreeMap<&'f str, MappingLine<'f>>,
}

/// A line of a bindings file.
#[derive(Debug, Clone, Copy)]
pub struct MappingLine<'f> {
    /// Our side.
    pub ours: &'f str,
    /// Their side.
    pub theirs: &'f str,
    /// Span of our side.
    pub our_span: Span,
    /// Span of their side.
    pub their_span: Span,
}

impl<'f> ChartMap<'f> {
    /// Looks up the charts on both sides of every line.
    pub fn read(file: &'f BindingsFile, reader: &mut BindingsReader<'_>) -> Self {
        Self {
            charts: reader.mapped_charts(&file.charts),
            boxes: reader.lines_by_chart(&file.boxes),
            answers: reader.lines_by_chart(&file.answers),
            waits: reader.waiting_lines(&file.waits),
        }
    }

    /// Returns their chart for ours; `Some(None)` if the bindings file says that there is none.
    pub fn theirs_of<'p>(
        &self,
        ours: &str,
        theirs: &'p ProsePlaces,
    ) -> Option<Option<&'p PlacedChart>> {
        match self.charts.get(ours) {
            Some(mapped) => Some(mapped.and_then(|their| theirs.chart(their))),
            None => theirs.chart(ours).map(Some),
        }
    }

    /// Returns the lines for the boxes of a chart of ours.
    pub fn boxes(&self, ours: &str) -> &[MappingLine<'f>] {
        self.boxes.get(ours).map_or(&[], Vec::as_slice)
    }

    /// Returns the line with the boxes of their chart at which the players may respond, by our chart.
    pub fn waits(&self, ours: &str) -> Option<&MappingLine<'f>> {
        self.waits.get(ours)
    }

    /// Returns the lines for the answers of a chart of ours.
    pub fn answers(&self, ours: &str) -> &[MappingLine<'f>] {
        self.answers.get(ours).map_or(&[], Vec::as_slice)
    }
}

impl BindingsReader<'_> {
    fn mapped_charts<'f>(&mut self, lines: &'f MappingLines) -> BTreeMap<&'f str, Option<&'f str>> {
        let mut charts = BTreeMap::new();
        for (our, their) in lines {
            let Some(our) = self.our_chart(our) else { continue };
            if their.get_ref().trim().is_empty() {
                charts.insert(our, None);
            } else if let Some(their) = self.chart_anchor(self.theirs, their, super::THEIRS) {
                charts.insert(our, Some(their));
            }
        }
        charts
    }

    fn lines_by_chart<'f>(
        &mut self,
        tables: &'f BTreeMap<Spanned<String>, MappingLines>,
    ) -> BTreeMap<&'f str, Vec<MappingLine<'f>>> {
        let source = self.source;
        let lines_of = |lines: &'f MappingLines| {
            lines.iter().map(|(our, their)| MappingLine::new(our, their, source)).collect()
        };
        let charts = tables.iter().filter_map(|(our, lines)| Some((self.our_chart(our)?, lines)));
        charts.map(|(our, lines)| (our, lines_of(lines))).collect()
    }

    fn waiting_lines<'f>(&mut self, lines: &'f MappingLines) -> BTreeMap<&'f str, MappingLine<'f>> {
        let source = self.source;
        let chart =
            |(our, their)| Some((self.our_chart(our)?, MappingLine::new(our, their, source)));
        lines.iter().filter_map(chart).collect()
    }

    fn our_chart<'f>(&mut self, side: &'f Spanned<String>) -> Option<&'f str> {
        self.chart_anchor(self.ours, side, super::OURS)
    }

    /// Returns the anchor that a side of a line names. Reports an anchor without a chart.
    fn chart_anchor<'f>(
        &mut self,
        places: &ProsePlaces,
        side: &'f Spanned<String>,
        whose: &str,
    ) -> Option<&'f str> {
        let anchor = side.get_ref().strip_prefix('#').unwrap_or(side.get_ref()).trim();
        if places.chart(anchor).is_some() {
            return Some(anchor);
        }
        let message = format!("{whose} has no chart `{}`", short_quote(side.get_ref()));
        self.report_dangling(side, message, missing_chart_hint(places, anchor));
        None
    }
}

impl<'f> MappingLine<'f> {
    fn new(our: &'f Spanned<String>, their: &'f Spanned<String>, source: SourceId) -> Self {
        Self {
            ours: our.get_ref(),
            theirs: their.get_ref(),
            our_span: Span::new(source, our.span()),
            their_span: Span::new(source, their.span()),
        }
    }
}

/// Returns a hint for a chart that does not exist.
pub fn missing_chart_hint(places: &ProsePlaces, anchor: &str) -> String {
    let names: BTreeSet<&str> = places.chart_anchors().collect();
    match nearest_name(anchor, names.into_iter()) {
        Some(near) => format!("did you mean `#{near}`?"),
        None => {
            format!("write {{#{}}} after `mermaid` where the chart begins", short_quote(anchor))
        }
    }
}
