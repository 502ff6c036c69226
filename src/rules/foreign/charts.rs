//! Charts of another text: which of them stand for ours, and which of their boxes and answers for
//! ours.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::{BindingsFile, MappingLines};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{nearest_name, short_quote};
use crate::rules::places::ProsePlaces;
use crate::source::{SourceId, Span};

/// What a bindings file says of charts; all by the anchors of ours.
#[derive(Debug, Default)]
pub(in crate::rules) struct ChartMap {
    /// Their anchor; none for a chart that the other text has not.
    charts: BTreeMap<String, Option<String>>,
    boxes: BTreeMap<String, Vec<MappingLine>>,
    answers: BTreeMap<String, Vec<MappingLine>>,
    waits: BTreeMap<String, MappingLine>,
}

/// A line of a bindings file.
#[derive(Debug, Clone)]
pub(in crate::rules) struct MappingLine {
    /// Our side.
    pub ours: String,
    /// Their side.
    pub theirs: String,
    /// Where our side stands.
    pub our_span: Span,
    /// Where their side stands.
    pub their_span: Span,
}

impl ChartMap {
    /// Looks up the charts on both sides of every line.
    pub(super) fn new(
        file: &BindingsFile,
        source: SourceId,
        ours: &ProsePlaces,
        theirs: &ProsePlaces,
        findings: &mut Findings,
    ) -> Self {
        let mut all = Self::default();
        let mut known = |places: &ProsePlaces, side: &Spanned<String>, whose: &str| {
            let anchor =
                side.get_ref().strip_prefix('#').unwrap_or(side.get_ref()).trim().to_owned();
            if places.chart(&anchor).is_some() {
                return Some(anchor);
            }
            let message = format!("{whose} has no chart `{}`", short_quote(side.get_ref()));
            let finding =
                Diagnostic::at(code::DANGLING_BINDING, Span::new(source, side.span()), message);
            findings.push(finding.hint(missing_chart_hint(places, &anchor)));
            None
        };
        for (our, their) in &file.charts {
            let Some(our) = known(ours, our, "the rules' own book") else { continue };
            if their.get_ref().trim().is_empty() {
                all.charts.insert(our, None);
            } else if let Some(their) = known(theirs, their, "the text that is played") {
                all.charts.insert(our, Some(their));
            }
        }
        for (our, lines) in &file.boxes {
            let Some(our) = known(ours, our, "the rules' own book") else { continue };
            all.boxes.insert(our, mapping_lines(lines, source));
        }
        for (our, lines) in &file.answers {
            let Some(our) = known(ours, our, "the rules' own book") else { continue };
            all.answers.insert(our, mapping_lines(lines, source));
        }
        for (our, theirs) in &file.waits {
            let Some(anchor) = known(ours, our, "the rules' own book") else { continue };
            all.waits.insert(anchor, mapping_line((our, theirs), source));
        }
        all
    }

    /// Their chart for ours; `Some(None)` when the bindings file says that there is none.
    pub(in crate::rules) fn theirs(
        &self,
        ours: &str,
        theirs: &ProsePlaces,
    ) -> Option<Option<String>> {
        let same = || theirs.chart(ours).map(|_| Some(ours.to_owned()));
        self.charts.get(ours).cloned().or_else(same)
    }

    /// What is said of the boxes of a chart of ours.
    pub(in crate::rules) fn boxes(&self, ours: &str) -> &[MappingLine] {
        self.boxes.get(ours).map_or(&[], Vec::as_slice)
    }

    /// The boxes of their chart for a chart of ours at which the players may respond.
    pub(in crate::rules) fn waits(&self, ours: &str) -> Option<&MappingLine> {
        self.waits.get(ours)
    }

    /// What is said of the answers of a chart of ours.
    pub(in crate::rules) fn answers(&self, ours: &str) -> &[MappingLine] {
        self.answers.get(ours).map_or(&[], Vec::as_slice)
    }
}

fn mapping_lines(lines: &MappingLines, source: SourceId) -> Vec<MappingLine> {
    lines.iter().map(|sides| mapping_line(sides, source)).collect()
}

fn mapping_line(
    (our, their): (&Spanned<String>, &Spanned<String>),
    source: SourceId,
) -> MappingLine {
    MappingLine {
        ours: our.get_ref().clone(),
        theirs: their.get_ref().clone(),
        our_span: Span::new(source, our.span()),
        their_span: Span::new(source, their.span()),
    }
}

/// What to write instead of a chart that there is not.
pub(in crate::rules) fn missing_chart_hint(places: &ProsePlaces, anchor: &str) -> String {
    let names: BTreeSet<&str> = places.chart_anchors().collect();
    match nearest_name(anchor, names.iter().copied().filter(|_| anchor.len() < 100)) {
        Some(near) => format!("did you mean `#{near}`?"),
        None => {
            format!("write {{#{}}} behind `mermaid` where the chart begins", short_quote(anchor))
        }
    }
}
