//! Findings about the flowcharts of a manuscript: unreadable parts, lenient readings, and parts that may
//! mislead a player.

use base::diagnostic::{Diagnostic, Findings, code, nearest_name};
use base::source::Span;
use document::address::AnchorIndex;
use document::{Anchor, CodeBlock, Manuscript, walk};
use draw::flowchart::{self, Chart, ChartFinding};

/// Checks every chart: first its links, then its text.
pub fn check_charts(manuscript: &Manuscript, findings: &mut Findings) {
    walk::each_block(&manuscript.document.blocks, &mut |block| {
        let Some(code) = block.chart() else { return };
        let (chart, mut remarks) = flowchart::parse_chart(&code.text);
        if let Some(chart) = &chart {
            remarks.extend(flowchart::lint_chart(chart));
            let leads = broken_leads(chart, &manuscript.index);
            findings.0.extend(leads.map(|remark| remark_finding(remark, code, block.span)));
        } else if let Some(first) = remarks.iter_mut().find(|remark| remark.is_fatal()) {
            first.message += "; the whole chart is printed as source text";
        }
        let remarks = remarks.into_iter();
        findings.0.extend(remarks.map(|remark| remark_finding(remark, code, block.span)));
    });
}

/// Turns a finding about the text of a chart into one about the file of the author.
fn remark_finding(remark: ChartFinding, source: &CodeBlock, block: Span) -> Diagnostic {
    let mut finding =
        Diagnostic::at(remark.code, source.place(remark.place, block), remark.message);
    if !remark.hint.is_empty() {
        finding = finding.hint(remark.hint);
    }
    let fix = remark.fix.filter(|_| !source.lines.is_empty());
    finding.fix = fix.map(|fix| (source.place(fix.place, block), fix.text));
    finding
}

/// Returns the `%% link:` lines that name places which do not exist.
fn broken_leads(chart: &Chart, anchors: &AnchorIndex) -> impl Iterator<Item = ChartFinding> {
    chart.leads.iter().filter_map(|(node, target)| {
        let (node, anchor) = (&chart.nodes[*node], target.trim_start_matches('#'));
        if anchors.entries.contains_key(&Anchor(anchor.to_owned())) {
            return None;
        }
        let known = anchors.entries.keys().map(|known| known.0.as_str());
        let hint = match nearest_name(anchor, known) {
            Some(near) => format!("did you mean `#{near}`?"),
            None => "write the anchor of a place after `->`".to_owned(),
        };
        let message = format!("the box `{}` leads to the unknown place `#{anchor}`", node.id);
        let place = node.place.clone();
        Some(ChartFinding { code: code::BROKEN_LINK, place, message, hint, fix: None })
    })
}
