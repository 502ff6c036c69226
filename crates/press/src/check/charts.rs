//! Findings about the flowcharts of a manuscript: what could not be read, what was read leniently,
//! what may mislead a player.

use base::diagnostic::{Diagnostic, Findings, code, nearest_name};
use base::source::Span;
use document::address::AnchorIndex;
use document::{Anchor, CodeBlock, Manuscript, walk};
use draw::flowchart::{self, Chart, ChartFinding, Node};

/// Checks every chart.
pub fn check_charts(manuscript: &Manuscript, findings: &mut Findings) {
    walk::each_block(&manuscript.document.blocks, &mut |block| {
        if let Some(code) = block.chart() {
            findings.0.extend(chart_findings((code, block.span), &manuscript.index));
        }
    });
}

/// What is wrong with a chart: first its links, then its text.
fn chart_findings(place: (&CodeBlock, Span), anchors: &AnchorIndex) -> Vec<Diagnostic> {
    let (chart, mut remarks) = flowchart::parse_chart(&place.0.text);
    if chart.is_none() {
        tell_of_source(&mut remarks);
    }
    remarks.extend(chart.iter().flat_map(flowchart::lint_chart));
    let mut findings = chart.map_or_else(Vec::new, |chart| broken_leads(&chart, place, anchors));
    findings.extend(remarks.into_iter().map(|remark| remark_finding(remark, place)));
    findings
}

/// Says once of a chart with mistakes what is printed in its place.
fn tell_of_source(remarks: &mut [ChartFinding]) {
    if let Some(first) = remarks.iter_mut().find(|remark| remark.is_fatal()) {
        first.message += "; the whole chart is printed as its source";
    }
}

/// A finding about a chart's text as one about the author's file.
fn remark_finding(remark: ChartFinding, (source, block): (&CodeBlock, Span)) -> Diagnostic {
    let mut finding =
        Diagnostic::at(remark.code, source.place(remark.place, block), remark.message);
    if !remark.hint.is_empty() {
        finding = finding.hint(remark.hint);
    }
    let fix = remark.fix.filter(|_| !source.lines.is_empty());
    finding.fix = fix.map(|fix| (source.place(fix.place, block), fix.text));
    finding
}

/// The `%% link:` lines that name places which do not exist.
fn broken_leads(
    chart: &Chart,
    place: (&CodeBlock, Span),
    anchors: &AnchorIndex,
) -> Vec<Diagnostic> {
    let anchor = |target: &str| Anchor(target.trim_start_matches('#').to_owned());
    let leads = chart.leads.iter().map(|(node, target)| (&chart.nodes[*node], anchor(target)));
    let broken = leads.filter(|(_, anchor)| !anchors.entries.contains_key(anchor));
    broken
        .map(|(node, anchor)| {
            let known = anchors.entries.keys().map(|known| known.0.as_str());
            broken_lead(node, &anchor, place).hint(lead_hint(&anchor, known))
        })
        .collect()
}

fn broken_lead(node: &Node, anchor: &Anchor, (source, block): (&CodeBlock, Span)) -> Diagnostic {
    let message = format!("the box `{}` leads to the unknown place `{anchor}`", node.id);
    Diagnostic::at(code::BROKEN_LINK, source.place(node.place.clone(), block), message)
}

fn lead_hint<'a>(anchor: &Anchor, known: impl Iterator<Item = &'a str>) -> String {
    match nearest_name(&anchor.0, known) {
        Some(near) => format!("did you mean `#{near}`?"),
        None => "write the anchor of a place after `->`".to_owned(),
    }
}
