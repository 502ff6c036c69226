//! Flowcharts of a manuscript: what could not be read, what was read leniently, what a player would
//! stumble over.

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{self, Anchor, Block, BlockKind, Manuscript, walk};
use crate::flowchart::{self, Chart, ChartFinding};
use crate::source::Span;

/// Checks every chart.
pub(super) fn check_charts(manuscript: &Manuscript, findings: &mut Findings) {
    walk::each_block(&manuscript.document.blocks, &mut |block| {
        if let BlockKind::Code(source) = &block.kind
            && source.language == "mermaid"
        {
            check_chart(manuscript, block, source, findings);
        }
    });
}

fn check_chart(
    manuscript: &Manuscript,
    block: &Block,
    source: &document::CodeBlock,
    findings: &mut Findings,
) {
    let (chart, mut remarks) = flowchart::parse_chart(&source.text);
    if let Some(chart) = &chart {
        remarks.extend(flowchart::lint_chart(chart));
        check_leads(manuscript, block, source, chart, findings);
    }
    for remark in &remarks {
        findings.push(remark_finding(remark, source, block.span));
    }
}

/// A remark about a chart's text as a finding about the author's file.
fn remark_finding(remark: &ChartFinding, source: &document::CodeBlock, block: Span) -> Diagnostic {
    let place = source.place(remark.place.clone(), block);
    let mut finding = Diagnostic::at(remark.code, place, remark.message.clone());
    if !remark.hint.is_empty() {
        finding = finding.hint(remark.hint.clone());
    }
    if let Some(fix) = &remark.fix
        && !source.lines.is_empty()
    {
        finding.fix = Some((source.place(fix.place.clone(), block), fix.text.clone()));
    }
    finding
}

/// `%% link:` lines name places that exist.
fn check_leads(
    manuscript: &Manuscript,
    block: &Block,
    source: &document::CodeBlock,
    chart: &Chart,
    findings: &mut Findings,
) {
    for (node, target) in &chart.leads {
        let name = target.trim_start_matches('#');
        if manuscript.index.entries.contains_key(&Anchor(name.to_owned())) {
            continue;
        }
        let node = &chart.nodes[*node];
        let message = format!("the box `{}` leads to `#{name}`, which does not exist", node.id);
        let place = source.place(node.place.clone(), block.span);
        findings.push(
            Diagnostic::at(code::BROKEN_LINK, place, message).hint("write the anchor of a place"),
        );
    }
}
