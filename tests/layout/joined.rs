//! Charts such as people write with `&`: every box of one row tied to every box of the next.

use super::charts::{measure, room};
use super::random::Dice;
use super::read;
use rulepress::flowchart::layout::{lay_out_chart, verify_layout};

const WORDS: [&str; 12] = [
    "turn",
    "player",
    "Opportunity",
    "draw",
    "card",
    "resolve",
    "discard pile",
    "market",
    "score",
    "Materialization",
    "any",
    "phase?",
];
const SHAPES: [(&str, &str); 10] = [
    ("[", "]"),
    ("(", ")"),
    ("{", "}"),
    ("([", "])"),
    ("[[", "]]"),
    ("[(", ")]"),
    ("((", "))"),
    ("{{", "}}"),
    ("[/", "/]"),
    (">", "]"),
];
const ROWS: [(usize, usize); 8] = [(2, 2), (3, 3), (2, 3), (3, 2), (4, 4), (2, 5), (5, 3), (6, 6)];

/// A chart in words.
struct Writer {
    dice: Dice,
    lines: Vec<String>,
}

impl Writer {
    fn chance(&mut self, percent: usize) -> bool {
        self.dice.roll(100) < percent
    }

    fn words(&mut self, most: usize) -> String {
        let count = 1 + self.dice.roll(most);
        (0..count).map(|_| WORDS[self.dice.roll(WORDS.len())]).collect::<Vec<_>>().join(" ")
    }

    fn named(&mut self, name: &str, plain: bool) -> String {
        if plain {
            return name.to_owned();
        }
        let at = if self.chance(40) { self.dice.roll(SHAPES.len()) } else { 0 };
        format!("{name}{}\"{}\"{}", SHAPES[at].0, self.words(6), SHAPES[at].1)
    }

    fn frame(&mut self, title: &str, lines: &[String]) {
        self.lines.push(format!("subgraph {title}"));
        self.lines.extend_from_slice(lines);
        self.lines.push("end".to_owned());
    }

    fn tie(&mut self, upper: &[String], lower: &[String]) {
        if self.chance(50) {
            return self.lines.push(format!("{} --> {}", upper.join(" & "), lower.join(" & ")));
        }
        for (a, b) in upper.iter().flat_map(|a| lower.iter().map(move |b| (a, b))) {
            if self.chance(85) {
                let said =
                    if self.chance(40) { format!("|{}|", self.words(3)) } else { String::new() };
                self.lines.push(format!("{a} -->{said} {b}"));
            }
        }
    }
}

/// Two or three rows of boxes, tied together, in any direction, maybe framed.
fn joined_chart(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let direction = ["TD", "LR", "BT", "RL", "TD"][dice.roll(5)];
    let (above, below) = ROWS[dice.roll(ROWS.len())];
    let mut writer = Writer { dice, lines: vec![format!("graph {direction}")] };
    let row = |letter: char, count: usize| (0..count).map(|at| format!("{letter}{at}")).collect();
    let (upper, lower): (Vec<String>, Vec<String>) = (row('A', above), row('B', below));
    let plain = writer.chance(25);
    let boxes: Vec<String> =
        upper.iter().chain(&lower).map(|own| writer.named(own, plain)).collect();
    match writer.dice.roll(8) {
        0 | 1 => writer.frame("one [The first]", &boxes[..above]),
        2 => {
            writer.frame("one [The first]", &boxes[..above]);
            writer.frame("two [And the second]", &boxes[above..]);
        }
        _ => writer.lines.extend(boxes),
    }
    writer.tie(&upper, &lower);
    if writer.chance(40) {
        writer.lines.push(format!("S[Start] --> {}", upper.join(" & ")));
    }
    if writer.chance(40) {
        writer.lines.push(format!("{} --> E[End]", lower.join(" & ")));
    }
    if writer.chance(20) {
        writer.tie(&lower, &row('C', 2 + above % 2));
    }
    if writer.chance(20) {
        writer.lines.push(format!("{} --> {}", lower[below - 1], upper[0]));
    }
    writer.lines.join("\n")
}

#[test]
fn rows_that_are_all_tied_together_are_drawn() {
    let mut faults = vec![];
    for seed in 0..400 {
        let text = joined_chart(seed);
        let room = room(if seed % 3 == 0 { 85.0 } else { 180.0 }, 250.0);
        match lay_out_chart(&read(&text), &room, &measure()) {
            Err(fault) => faults.push(format!("{fault}\n{text}")),
            Ok(plan) if plan.coarse.is_some() => faults.push(format!("{:?}\n{text}", plan.coarse)),
            Ok(plan) => faults.extend(verify_layout(&read(&text), &plan)),
        }
    }
    assert!(faults.is_empty(), "{} charts\n{}", faults.len(), faults.join("\n"));
}

/// The example of Mermaid's guide, in every direction and with room to spare: two lines cross once,
/// and nowhere else.
#[test]
fn two_boxes_tied_to_two_cross_once() {
    for direction in ["TD", "LR", "BT", "RL"] {
        let chart = read(&format!("graph {direction}\nA & B --> C & D"));
        let plan = super::check(direction, &chart, (180.0, 250.0));
        assert_eq!(plan.sheets.iter().map(super::crossings).sum::<usize>(), 1, "{direction}");
    }
}
