//! A chart as numbered steps, where its drawing would be cut into too many pieces: every box with its number,
//! and each way out with the number of the box it leads to.

use crate::book::Book;
use base::source::Span;
use base::text::single_spaced;
use document::{Block, BlockKind, Inline, InlineKind, List, ListItem, ListStyle};
use draw::flowchart::{self, Chart, Edge, EdgeEnd, EdgeHead};

/// Sign before the number of the box, or of the rule, that a way leads to.
const LEADS_TO: &str = "→ ";
/// Words of a box at which players may respond.
const WAITS: &str = "Players may respond here.";

/// Returns the boxes of a chart as a list; `None` if it has frames, or lines that do not lead one way.
pub fn chart_as_steps(chart: &Chart, span: Span, book: &Book) -> Option<Block> {
    let drawn = chart.edges.iter().filter(|edge| edge.is_drawn());
    let is_one_way = |edge: &Edge| edge.tail == EdgeHead::None && edge.head != EdgeHead::None;
    if !chart.subgraphs.is_empty() || !{ drawn }.all(is_one_way) {
        return None;
    }
    let numbers = flowchart::box_numbers(chart);
    let mut order: Vec<usize> = (0..chart.nodes.len()).collect();
    order.sort_by_key(|node| numbers[*node]);
    let steps = ChartSteps { chart, numbers, span, book };
    let items = order.into_iter().map(|node| steps.item(node)).collect();
    let list = List { style: ListStyle::Ordered, start: 1, tight: true, items };
    Some(Block::new(BlockKind::List(list), span))
}

/// The source of the steps of a chart.
struct ChartSteps<'a> {
    chart: &'a Chart,
    numbers: Vec<usize>,
    span: Span,
    book: &'a Book,
}

impl ChartSteps<'_> {
    fn item(&self, node: usize) -> ListItem {
        let mut words = vec![self.text(&single_spaced(&self.chart.nodes[node].label))];
        if self.chart.waits.contains(&node) {
            words.push(self.text(&format!(" {WAITS}")));
        }
        let ways = self.ways(node);
        let between = if ways.len() > 1 { InlineKind::Break } else { InlineKind::Space };
        for way in ways {
            words.push(Inline::new(between.clone(), self.span));
            words.extend(way);
        }
        let paragraph = Block::new(BlockKind::Paragraph(words), self.span);
        let marker = self.numbers[node].to_string();
        ListItem { blocks: vec![paragraph], marker, ..ListItem::default() }
    }

    /// Returns the ways out of a box, each in words.
    fn ways(&self, node: usize) -> Vec<Vec<Inline>> {
        let edges = self.chart.edges.iter().filter(|edge| edge.is_drawn());
        let own = edges.filter(|edge| edge.from == EdgeEnd::Node(node));
        let mut ways: Vec<Vec<Inline>> = own.map(|edge| self.way(edge)).collect();
        let addresses = self.chart.lead_addresses(node).filter_map(|target| self.address(target));
        ways.extend(addresses.map(|address| self.arrow(&address)));
        ways
    }

    fn way(&self, edge: &Edge) -> Vec<Inline> {
        let mut words = Vec::new();
        if let Some(label) = &edge.label {
            let label = self.text(&single_spaced(label));
            words.push(Inline::new(InlineKind::Emphasis(vec![label]), self.span));
            words.push(self.text("\u{a0}"));
        }
        if let EdgeEnd::Node(to) = edge.to {
            words.extend(self.arrow(&self.numbers[to].to_string()));
        }
        words
    }

    fn arrow(&self, number: &str) -> Vec<Inline> {
        let target = format!("{LEADS_TO}{number}").replace(' ', "\u{a0}");
        vec![Inline::new(InlineKind::Strong(vec![self.text(&target)]), self.span)]
    }

    /// Returns the number of the rule that a box leads on to.
    fn address(&self, target: &str) -> Option<String> {
        self.book.addresses.get(target.strip_prefix('#')?).cloned()
    }

    fn text(&self, words: &str) -> Inline {
        Inline::text(words, self.span)
    }
}
