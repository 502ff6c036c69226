//! The numbers of boxes: in the order of declaration if a reader meets them in that order,
//! otherwise along the lines.
use super::check;
use rulepress::flowchart::{box_numbers, describe_chart};

/// The names of the boxes in the order of their numbers.
fn numbered(text: &str) -> String {
    let (chart, _) = check(&format!("graph TD\n{text}"));
    let mut boxes: Vec<(usize, &str)> =
        box_numbers(&chart).into_iter().zip(chart.nodes.iter().map(|node| &*node.id)).collect();
    boxes.sort();
    assert!(boxes.iter().map(|(number, _)| *number).eq(1..=boxes.len()));
    boxes.into_iter().map(|(_, id)| id).collect::<Vec<_>>().join(" ")
}

#[test]
fn boxes_are_numbered_as_a_reader_comes_to_them() {
    for (text, expected) in [
        ("A --> B --> C", "A B C"),
        ("C\nB\nA --> B --> C", "A B C"),
        ("D\nA --> B & C\nB --> D\nC --> D", "A B C D"),
        ("A{x} -- Yes --> D\nA -- No --> B --> D", "A D B"),
        ("A --> B --> C --> A", "A B C"),
        ("B --> C --> B\nA --> B", "A B C"),
        ("C\nB --> C\nC --> B\nA --> B", "A B C"),
        ("B\nA", "B A"),
        ("C\nB --> C\nA --> S\nsubgraph S\nB\nend", "A B C"),
        ("A --> A --> B", "A B"),
    ] {
        assert_eq!(numbered(text), expected, "{text}");
    }
}

#[test]
fn boxes_are_described_in_the_order_of_their_numbers() {
    let (chart, _) = check("graph TD\nB[Second]\nA[First] --> B");
    let told = describe_chart(&chart, None);
    assert_eq!(told, "1 First. Goes to 2. 2 Second.");
}
