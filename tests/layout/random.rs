//! Generated charts.
use rulepress::flowchart::{Chart, Direction, Edge, End, Group, Head, Line, Node, Shape};

pub(super) struct Dice(u64);
impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1)
    }
    pub(super) fn roll(&mut self, sides: usize) -> usize {
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

const SHAPES: [Shape; 14] = [
    Shape::Rectangle,
    Shape::Rounded,
    Shape::Stadium,
    Shape::Subroutine,
    Shape::Cylinder,
    Shape::Circle,
    Shape::DoubleCircle,
    Shape::Diamond,
    Shape::Hexagon,
    Shape::LeanRight,
    Shape::LeanLeft,
    Shape::Trapezoid,
    Shape::InvertedTrapezoid,
    Shape::Flag,
];

/// A chart of `count` boxes: a tree with joins, cycles, multi-edges, loops, and maybe nested
/// frames.
pub(super) fn chart(seed: u64, count: usize) -> Chart {
    let mut dice = Dice::new(seed);
    for _ in 0..10 {
        dice.roll(2);
    }
    let framed = seed % 2 == 1;
    let groups: Vec<Group> = if !framed {
        vec![]
    } else {
        (0..1 + dice.roll(4))
            .map(|i| Group {
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
            shape: if dice.roll(2) == 0 { Shape::Rectangle } else { SHAPES[dice.roll(14)] },
            group: if groups.is_empty() || dice.roll(3) == 0 {
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
            n.group = Some(i);
        }
    }
    let mut edges = vec![];
    let mut add = |dice: &mut Dice, from: End, to: End| {
        let label = (dice.roll(3) == 0).then(|| dice.words(6));
        let length = if dice.roll(12) == 0 { 2 + dice.roll(2) } else { 1 };
        let line = if dice.roll(25) == 0 { Line::Invisible } else { Line::Solid };
        let tail = if dice.roll(15) == 0 { Head::Arrow } else { Head::None };
        edges.push(Edge {
            from,
            to,
            label: label.filter(|_| line != Line::Invisible),
            line,
            tail,
            head: Head::Arrow,
            length,
            place: 0..0,
        })
    };
    for i in 1..count {
        if dice.roll(14) == 0 {
            continue;
        }
        let from = i - 1 - dice.roll(i.min(4));
        add(&mut dice, End::Node(from), End::Node(i));
    }
    for _ in 0..count / 4 + dice.roll(2) {
        let (a, b) = (dice.roll(count), dice.roll(count));
        let (a, b) = match dice.roll(8) {
            0 => (a, a),
            1 => (a.saturating_sub(1), a),
            _ => (a, (a + b % 7).saturating_sub(3).min(count - 1)),
        };
        let to = if framed && dice.roll(6) == 0 {
            End::Group(dice.roll(groups.len()))
        } else {
            End::Node(b)
        };
        let from = if framed && dice.roll(8) == 0 {
            End::Group(dice.roll(groups.len()))
        } else {
            End::Node(a)
        };
        add(&mut dice, from, to);
    }
    Chart {
        direction: [
            Direction::Down,
            Direction::Down,
            Direction::Right,
            Direction::Left,
            Direction::Up,
        ][dice.roll(5)],
        nodes,
        edges,
        groups,
        ..Chart::default()
    }
}
