//! Generated charts.
use rulepress::flowchart::{
    Chart, ChartDirection, Edge, EdgeEnd, EdgeHead, EdgeStyle, Node, NodeShape, Subgraph,
};

pub(crate) struct Dice(u64);
impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1)
    }
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }
    fn words(&mut self, most: usize) -> String {
        let words = [
            "turn",
            "player",
            "Opportunity",
            "draw",
            "card",
            "resolve",
            "stack",
            "a",
            "of",
            "any",
            "Materialization",
            "phase",
            "effects?",
        ];
        (0..1 + self.roll(most))
            .map(|_| words[self.roll(words.len())])
            .collect::<Vec<_>>()
            .join(" ")
    }
}

const SHAPES: [NodeShape; 14] = [
    NodeShape::Rectangle,
    NodeShape::Rounded,
    NodeShape::Stadium,
    NodeShape::Subroutine,
    NodeShape::Cylinder,
    NodeShape::Circle,
    NodeShape::DoubleCircle,
    NodeShape::Diamond,
    NodeShape::Hexagon,
    NodeShape::LeanRight,
    NodeShape::LeanLeft,
    NodeShape::Trapezoid,
    NodeShape::InvertedTrapezoid,
    NodeShape::Flag,
];

/// A chart of `count` boxes: a tree with joins, cycles, multi-edges, loops, and maybe nested
/// frames.
pub(super) fn chart(seed: u64, count: usize) -> Chart {
    let mut dice = Dice::new(seed);
    for _ in 0..10 {
        dice.roll(2);
    }
    let framed = seed % 2 == 1;
    let groups: Vec<Subgraph> = if !framed {
        vec![]
    } else {
        (0..1 + dice.roll(4))
            .map(|i| Subgraph {
                id: format!("g{i}"),
                title: dice.words(4),
                direction: None,
                parent: if i > 0 && dice.roll(2) == 0 { Some(dice.roll(i)) } else { None },
                place: 0..0,
            })
            .collect()
    };
    let mut nodes: Vec<Node> = (0..count)
        .map(|i| Node {
            id: format!("n{i}"),
            label: dice.words(if i % 7 == 3 { 30 } else { 8 }),
            shape: if dice.roll(2) == 0 { NodeShape::Rectangle } else { SHAPES[dice.roll(14)] },
            subgraph: if groups.is_empty() || dice.roll(3) == 0 {
                None
            } else {
                Some((i * groups.len() / count + dice.roll(2)).min(groups.len() - 1))
            },
            link: None,
            place: 0..0,
        })
        .collect();
    for (i, n) in nodes.iter_mut().enumerate() {
        if i < groups.len() {
            n.subgraph = Some(i);
        }
    }
    let mut edges = vec![];
    let mut add = |dice: &mut Dice, from: EdgeEnd, to: EdgeEnd| {
        let label = (dice.roll(3) == 0).then(|| dice.words(6));
        let length = if dice.roll(12) == 0 { 2 + dice.roll(2) } else { 1 };
        let line = if dice.roll(25) == 0 { EdgeStyle::Invisible } else { EdgeStyle::Solid };
        let tail = if dice.roll(15) == 0 { EdgeHead::Arrow } else { EdgeHead::None };
        edges.push(Edge {
            from,
            to,
            label: label.filter(|_| line != EdgeStyle::Invisible),
            style: line,
            tail,
            head: EdgeHead::Arrow,
            length,
            place: 0..0,
        })
    };
    for i in 1..count {
        if dice.roll(14) == 0 {
            continue;
        }
        let from = i - 1 - dice.roll(i.min(4));
        add(&mut dice, EdgeEnd::Node(from), EdgeEnd::Node(i));
    }
    for _ in 0..count / 4 + dice.roll(2) {
        let (a, b) = (dice.roll(count), dice.roll(count));
        let (a, b) = match dice.roll(8) {
            0 => (a, a),
            1 => (a.saturating_sub(1), a),
            _ => (a, (a + b % 7).saturating_sub(3).min(count - 1)),
        };
        let to = if framed && dice.roll(6) == 0 {
            EdgeEnd::Subgraph(dice.roll(groups.len()))
        } else {
            EdgeEnd::Node(b)
        };
        let from = if framed && dice.roll(8) == 0 {
            EdgeEnd::Subgraph(dice.roll(groups.len()))
        } else {
            EdgeEnd::Node(a)
        };
        add(&mut dice, from, to);
    }
    Chart {
        direction: [
            ChartDirection::Down,
            ChartDirection::Down,
            ChartDirection::Right,
            ChartDirection::Left,
            ChartDirection::Up,
        ][dice.roll(5)],
        nodes,
        edges,
        subgraphs: groups,
        ..Chart::default()
    }
}
