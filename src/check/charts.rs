//! Flowcharts of a manuscript: what could not be read, what was read leniently, what a player would
//! stumble over.

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{Anchor, BlockKind, CodeBlock, Manuscript, walk};
use crate::flowchart::{self, Chart, ChartFinding, Node};
use crate::source::Span;

/// Checks every chart.
pub(super) fn check_charts(manuscript: &Manuscript, findings: &mut Findings) {
    walk::each_block(&manuscript.document.blocks, &mut |block| {
        if let BlockKind::Code(code) = &block.kind
            && code.is_chart()
        {
            check_chart(manuscript, (code, block.span), findings);
        }
    });
}

fn check_chart(manuscript: &Manuscript, place: (&CodeBlock, Span), findings: &mut Findings) {
    let (chart, mut remarks) = flowchart::parse_chart(&place.0.text);
    if let Some(chart) = &chart {
        remarks.extend(flowchart::lint_chart(chart));
        check_leads(manuscript, place, chart, findings);
    }
    findings.0.extend(remarks.into_iter().map(|remark| remark_finding(remark, place)));
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

/// `%% link:` lines name places that exist.
fn check_leads(
    manuscript: &Manuscript,
    place: (&CodeBlock, Span),
    chart: &Chart,
    findings: &mut Findings,
) {
    for (node, target) in &chart.leads {
        let anchor = Anchor(target.trim_start_matches('#').to_owned());
        if !manuscript.index.entries.contains_key(&anchor) {
            findings.push(broken_lead(&chart.nodes[*node], &anchor, place));
        }
    }
}

fn broken_lead(node: &Node, anchor: &Anchor, (source, block): (&CodeBlock, Span)) -> Diagnostic {
    let message = format!("the box `{}` leads to the unknown anchor `#{anchor}`", node.id);
    let place = source.place(node.place.clone(), block);
    Diagnostic::at(code::BROKEN_LINK, place, message).hint("write the anchor of a place")
}
