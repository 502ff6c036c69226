//! Maps as pictures: nothing is too small, nothing stands outside, signs tell what a hex holds.

use rulepress::drawing::{Area, Drawing, Item, Text, svg};
use rulepress::picture::map::{Hexagon, Map, Mark, Standing};
use rulepress::picture::{self, Kind, Part, Picture, Tone};

use crate::common::{golden, root};

/// A field of hexes with a place on every second, pieces on every third, and all marks.
fn field(rows: i32, columns: i32) -> Map {
    let mut hexes = Vec::new();
    for row in 0..rows {
        for column in (row % 2..2 * columns).step_by(2) {
            let number = hexes.len();
            let marks = [Mark::Plain, Mark::Range, Mark::Possible, Mark::Chosen];
            let piece = Standing { kind: number % 2, owner: [Some(0), Some(1)][number % 2], strong: number % 5 == 0 };
            hexes.push(Hexagon {
                row: row + 9,
                column: column + 12,
                place: (number % 2 == 0).then_some(number / 2 % 3),
                pieces: if number % 3 == 0 { vec![piece] } else { Vec::new() },
                mark: marks[number % 4],
            });
        }
    }
    let pairs = |all: &[(&str, &str)]| all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    Map {
        hexes,
        places: pairs(&[("H", "hill"), ("L", "lake"), ("FO", "forest")]),
        pieces: pairs(&[("T", "tower"), ("M", "mine")]),
        players: ["Anna", "Ben"].map(str::to_owned).into(),
        marks: ["in range", "possible", "chosen"].map(str::to_owned),
    }
}

fn drawn(map: Map, width: f64) -> Drawing {
    let (title, kind) = ("Map".to_owned(), Kind::Map(map));
    let part = Part { title, owner: None, ground: 4, tone: Tone::Plain, was: None, now: None, kind };
    picture::draw(&Picture { parts: vec![part], alt: "A map.".to_owned(), ..Picture::default() }, width)
}

fn texts(drawing: &Drawing) -> Vec<&Text> {
    let mut texts = Vec::new();
    for item in &drawing.items {
        if let Item::Text(text) = item {
            texts.push(text);
        }
    }
    texts
}

fn words(drawing: &Drawing) -> Vec<&str> {
    texts(drawing).into_iter().flat_map(|text| &text.lines).map(String::as_str).collect()
}

#[test]
fn coordinates_stand_in_the_hexes_or_at_the_edge() {
    let near = drawn(field(4, 5), 300.0);
    assert!(words(&near).contains(&"9-12"), "{:?}", words(&near));
    let far = drawn(field(10, 13), 300.0);
    let said = words(&far);
    assert!(!said.iter().any(|word| word.contains('-')), "{said:?}");
    for number in ["9", "18", "12", "37"] {
        assert!(said.contains(&number), "{number} is at no edge: {said:?}");
    }
}

#[test]
fn nothing_is_too_small_and_nothing_stands_outside() {
    for (rows, columns, width) in
        [(1, 1, 300.0), (4, 5, 150.0), (4, 5, 300.0), (10, 13, 300.0), (10, 13, 150.0), (15, 13, 420.0)]
    {
        let drawing = drawn(field(rows, columns), width);
        let paper = Area { x: -0.6, y: -0.6, width: drawing.width + 1.2, height: drawing.height + 1.2 };
        for text in texts(&drawing) {
            assert!(text.size >= 7.0, "{:?}", text.lines);
            assert!(
                paper.holds(text.at),
                "{:?} at {:?} of {} x {}",
                text.lines,
                text.at,
                drawing.width,
                drawing.height
            );
        }
        for item in &drawing.items {
            if let Item::Polygon { points, .. } = item {
                assert!(points.iter().all(|point| paper.holds(*point)), "{points:?}");
            }
        }
    }
}

/// Signs of one hex and of its neighbours leave the letters of one another free.
#[test]
fn letters_are_not_covered() {
    for (rows, columns, width) in [(4, 5, 300.0), (10, 13, 300.0), (10, 13, 150.0)] {
        let drawing = drawn(field(rows, columns), width);
        let letters: Vec<&Text> = texts(&drawing)
            .into_iter()
            .filter(|text| ["H", "L", "FO", "T", "M"].contains(&text.lines[0].as_str()))
            .collect();
        assert!(letters.len() > 10);
        for (at, one) in letters.iter().enumerate() {
            for other in &letters[at + 1..] {
                let (right, down) = ((one.at.0 - other.at.0).abs(), (one.at.1 - other.at.1).abs());
                assert!(
                    right >= (one.width + other.width) / 2.0 || down >= 7.0,
                    "{:?} and {:?} at {width}",
                    one.lines,
                    other.lines
                );
            }
        }
    }
}

#[test]
fn what_is_not_there_is_not_explained() {
    let mut map = field(2, 2);
    map.hexes.truncate(1);
    map.marks = [String::new(), String::new(), String::new()];
    let drawing = drawn(map, 300.0);
    let said = words(&drawing);
    assert!(said.contains(&"hill") && said.contains(&"tower (Anna)"), "{said:?}");
    assert!(!said.iter().any(|word| ["lake", "forest", "mine (Ben)", "chosen"].contains(word)), "{said:?}");
    assert!(svg(&drawing, &|name| name.to_owned()).contains("A map."));
}

/// The map that is printed in the book of the Automa is drawn from the book's own data; `BLESS=1` draws it anew.
#[test]
fn the_printed_map_is_that_of_the_data() {
    let text = std::fs::read_to_string(root().join("content/gaia-project/map.csv")).expect("the book has a map");
    let mut places: Vec<(String, String)> = Vec::new();
    let mut hexes = Vec::new();
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.expect("it is a table");
        let number = |at: usize| row[at].parse().expect("a number");
        let place = (!row[4].is_empty()).then(|| {
            places.iter().position(|(_, name)| *name == row[4]).unwrap_or_else(|| {
                places.push((letter(&row[4], &places), row[4].to_owned()));
                places.len() - 1
            })
        });
        hexes.push(Hexagon { row: number(1), column: number(2), place, pieces: Vec::new(), mark: Mark::Plain });
    }
    let map = Map { hexes, places, ..Map::default() };
    let (title, kind) = ("Map for one and two players".to_owned(), Kind::Map(map));
    let part = Part { title, owner: None, ground: 0, tone: Tone::Pale, was: None, now: None, kind };
    let alt = "The map for one and two players: 133 hexes in rows, each planet with a letter for its type.".to_owned();
    let drawing = picture::draw(&Picture { parts: vec![part], alt, ..Picture::default() }, 292.0);
    let tokens = std::fs::read_to_string(root().join("templates/tokens.toml")).expect("there are tokens");
    let tokens: toml::Table = tokens.parse().expect("it is TOML");
    let colour = |name: &str| tokens["colour"][name]["screen"].as_str().expect("a colour").to_owned();
    let wrong = golden(&root().join("content/gaia-project/map.svg"), &svg(&drawing, &colour));
    assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
}

/// The first letter of a name, and the second one where another place has the first already.
fn letter(name: &str, known: &[(String, String)]) -> String {
    let taken = |letter: &str| known.iter().any(|(other, _)| other == letter);
    let short = name[..1].to_owned();
    if taken(&short) { name[..2].to_owned() } else { short }
}
