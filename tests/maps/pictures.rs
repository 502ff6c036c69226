//! Maps as pictures: nothing is too small, nothing is outside, and signs show the content of a hex.

use std::collections::BTreeSet;

use rulepress::document::{BlockKind, hex_map, walk};
use rulepress::drawing::{Area, Drawing, DrawingItem, Point, TextLines, render_svg};
use rulepress::example::story::StoryEntry;
use rulepress::picture::map::{
    HexMap, HexMark, MapHexagon, MapPlace, PlaceColour, StandingPiece, map_places,
};
use rulepress::picture::{self, PartContent, Picture, PicturePart, PictureTone};

use crate::common::{Folder, root};

/// A field of hexes with a place on every second, pieces on every third, and all marks.
fn field(rows: i32, columns: i32) -> HexMap {
    let mut hexes = Vec::new();
    for row in 0..rows {
        for column in (row % 2..2 * columns).step_by(2) {
            let number = hexes.len();
            let marks = [HexMark::Plain, HexMark::Range, HexMark::Possible, HexMark::Chosen];
            let piece = StandingPiece {
                kind: number % 2,
                owner: [Some(0), Some(1)][number % 2],
                strong: number % 5 == 0,
            };
            hexes.push(MapHexagon {
                row: row + 9,
                column: column + 12,
                place: (number % 2 == 0).then_some(number / 2 % 3),
                pieces: if number % 3 == 0 { vec![piece] } else { Vec::new() },
                mark: marks[number % 4],
                discs: Vec::new(),
            });
        }
    }
    let pairs = |all: &[(&str, &str)]| {
        all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    HexMap {
        floor: None,
        hexes,
        places: map_places([("hill", None), ("lake", None), ("dark forest", None)]),
        pieces: pairs(&[("T", "tower"), ("M", "mine")]),
        players: ["Anna", "Ben"].map(str::to_owned).into(),
        marks: ["in range", "possible", "chosen"].map(str::to_owned),
        small: false,
        squares: false,
    }
}

fn drawn(map: HexMap, width: f64) -> Drawing {
    let (title, kind) = ("Map".to_owned(), PartContent::Map(map));
    let part = PicturePart {
        title,
        owner: None,
        ground: 4,
        tone: PictureTone::Plain,
        was: None,
        now: None,
        discs: Vec::new(),
        kind,
    };
    picture::draw_picture(
        &Picture { parts: vec![part], alt: "A map.".to_owned(), ..Picture::default() },
        width,
    )
}

fn texts(drawing: &Drawing) -> Vec<&TextLines> {
    let mut texts = Vec::new();
    for item in &drawing.items {
        if let DrawingItem::Text(text) = item {
            texts.push(text);
        }
    }
    texts
}

fn words(drawing: &Drawing) -> Vec<&str> {
    texts(drawing).into_iter().flat_map(|text| &text.lines).map(String::as_str).collect()
}

/// Draws a map of one hex with the kind of this number; all kinds have one letter, name and colour.
fn hex_of_kind(kind: usize) -> Drawing {
    let place = MapPlace { letter: "X".to_owned(), name: "x".to_owned(), ..MapPlace::default() };
    let hexes = vec![MapHexagon { place: Some(kind), ..MapHexagon::default() }];
    let map = HexMap { hexes, places: vec![place; 12], ..HexMap::default() };
    picture::map::draw_map_figure(&map, 200.0, String::new())
}

/// Kinds of places have a mark besides letter and colour, on the map and in its key.
#[test]
fn kinds_of_places_differ_without_letters_and_colours() {
    let drawn: BTreeSet<String> =
        (0..12).map(|kind| render_svg(&hex_of_kind(kind), &|_| "black".to_owned())).collect();
    assert_eq!(drawn.len(), 12, "two kinds look alike");
    let plain = hex_of_kind(0).items.len();
    for kind in (1..11).filter(|kind| *kind != 6) {
        let more = hex_of_kind(kind).items.len() - plain;
        assert!(
            more >= 2 && more.is_multiple_of(2),
            "kind {kind}: {more} more, on the map and in the key"
        );
    }
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
    for (rows, columns, width) in [
        (1, 1, 300.0),
        (4, 5, 150.0),
        (4, 5, 300.0),
        (10, 13, 300.0),
        (10, 13, 150.0),
        (15, 13, 420.0),
    ] {
        let drawing = drawn(field(rows, columns), width);
        let paper =
            Area { x: -0.6, y: -0.6, width: drawing.width + 1.2, height: drawing.height + 1.2 };
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
            if let DrawingItem::Polygon { points, .. } = item {
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
        let letters: Vec<&TextLines> = texts(&drawing)
            .into_iter()
            .filter(|text| ["H", "L", "FO", "T", "M"].contains(&text.lines[0].as_str()))
            .collect();
        assert!(letters.len() > 10);
        for (at, one) in letters.iter().enumerate() {
            for other in &letters[at + 1..] {
                let (right, down) = ((one.at.x - other.at.x).abs(), (one.at.y - other.at.y).abs());
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
    assert!(
        !said.iter().any(|word| ["lake", "forest", "mine (Ben)", "chosen"].contains(word)),
        "{said:?}"
    );
    assert!(render_svg(&drawing, &|name| name.to_owned()).contains("A map."));
}

/// The first data file with the class `map` of a book, as a map.
fn pulled(read: &rulepress::pipeline::PrintableBook) -> Option<(HexMap, String)> {
    let mut found = None;
    walk::each_block(&read.book.blocks, &mut |block| {
        if let BlockKind::Table(table) = &block.kind {
            found = found.take().or_else(|| {
                let map = table.hex_map(&block.attributes)?;
                let words = hex_map::map_in_words(table, &map);
                Some((map, words))
            });
        }
    });
    found
}

/// The map in the book of the Automa has a hex for every row of its data, with the letter of its
/// kind.
#[test]
fn the_printed_map_is_that_of_the_data() {
    let read =
        rulepress::read_book(&root().join("content/gaia-project")).expect("the book is there");
    let (map, alt) = pulled(&read).expect("the book prints its map");
    let text = std::fs::read_to_string(root().join("content/gaia-project/map.csv"))
        .expect("the book has a map");
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(text.as_bytes()).records().flatten().collect();
    assert_eq!(map.hexes.len(), rows.len());
    for (hex, row) in map.hexes.iter().zip(&rows) {
        assert_eq!(
            (hex.row.to_string().as_str(), hex.column.to_string().as_str()),
            (&row[1], &row[2])
        );
        let lies = hex.place.map_or("", |place| map.places[place].name.as_str());
        assert_eq!(lies, &row[5], "{}", &row[0]);
        assert!(
            row[5].is_empty() || alt.contains(&row[0]),
            "{} is not in the text for it",
            &row[0]
        );
    }
    let letters: BTreeSet<&str> = map.places.iter().map(|place| place.letter.as_str()).collect();
    assert_eq!(letters.len(), map.places.len(), "every type has its own letter");
    let drawing = picture::map::draw_map_figure(&map, 340.0, alt);
    assert!(
        drawing.width <= 340.0 && texts(&drawing).iter().all(|text| text.size >= 7.0),
        "{}",
        drawing.width
    );
}

#[test]
fn a_map_without_coordinates_is_a_finding() {
    for (data, good) in [
        ("Space,Row,Column,Lies\nA,1,1,hill\nB,1,3,\n", true),
        ("Space,Row,Lies\nA,1,hill\n", false),
        ("Space,Row,Column\nA,one,2\n", false),
    ] {
        let folder = Folder::new("maps-figure");
        folder.write(
            "book/book.toml",
            "title = \"T\"\nsources = [\"rules.md\"]\ndata = [\"map.csv\"]\n",
        );
        folder.write("book/rules.md", "# The map\n\nIt lies here.\n\n![[map.csv]]{.map}\n");
        folder.write("book/map.csv", data);
        let read = folder.book("book");
        assert_eq!(pulled(&read).is_some(), good, "{data}");
        let found: Vec<_> =
            read.findings.0.iter().filter(|finding| finding.code.name == "bad-data").collect();
        assert_eq!(found.is_empty(), good, "{data}");
        assert!(good || found[0].span.is_some());
    }
}

/// Two maps of the same rows and columns, and a third that the rules do not use.
const ROOMS: &str = "R = entrance\n+---+---+\n| R   . |\n+---+---+\n";
const CAVE: &str = "Space,Row,Column,Right,Below,Mark\nCave,1,1,,,pool\nShaft,1,2,,,\nPit,2,1,,,\n";
const UNUSED: &str = "Space,Row,Column,Lies\nLake,1,2,water\nHill,2,2,\nWood,3,1,\n";
const TWO_MAPS: &str = r#"
you = player("You")
box = zone("box", "Box", owner = you)
field = zone("field", "Field", owner = you)
STOPS = {"wall": "move"}
ROOMS = square_map(cards("rooms.map"), stops = STOPS)
CAVE = square_map(cards("cave.csv"), stops = STOPS)
FIGURES = cards("figures.csv")

#@ make
def unpack():
    for row in FIGURES:
        make(row, box)

#@ #turn "Each figure moves."
def turn():
    for figure in field.cards():
        figure.walk(walks(figure, 1)[-1])
"#;

/// Returns the maps in a picture: their spaces, and the number of spaces with a place on them.
fn maps_in(picture: &Picture) -> Vec<(Vec<(i32, i32)>, usize)> {
    let mut maps = Vec::new();
    for part in &picture.parts {
        if let PartContent::Map(map) = &part.kind {
            let places = map.hexes.iter().map(|hex| (hex.row, hex.column)).collect();
            maps.push((places, map.hexes.iter().filter(|hex| hex.place.is_some()).count()));
        }
    }
    maps
}

/// A picture shows only the map that has a piece on it.
#[test]
fn maps_of_the_same_places_stay_apart() {
    let folder = Folder::new("maps-apart");
    let write = |file: &str, text: &str| folder.write(&format!("book/{file}"), text);
    write(
        "book.toml",
        "title = \"T\"\nsources = [\"rules.md\"]\n\
        data = [\"unused.csv\", \"rooms.map\", \"cave.csv\", \"figures.csv\"]\n",
    );
    write("rules.md", "# Turn {#turn}\n\nEach figure moves.\n");
    write("rooms.map", ROOMS);
    write("cave.csv", CAVE);
    write("unused.csv", UNUSED);
    write("figures.csv", "Card,Across,Down\nScout,1,1\nBat,1,1\n");
    write("rules/turn.star", TWO_MAPS);
    let example = "title = \"A\"\nafter = \"#turn\"\nplay = \"#turn\"\n\
        [position]\nfield = [\"Scout | at A1\", \"Bat | at Pit\"]\n";
    write("examples/a.toml", example);
    let read = folder.book("book");
    let story = &read.examples.first().expect("it has an example").story;
    let (rooms, cave) = (vec![(1, 1), (1, 2)], vec![(1, 1), (1, 2), (2, 1)]);
    let start = story.position.as_ref().expect("figures stand there");
    assert_eq!(maps_in(start), [(rooms.clone(), 1), (cave.clone(), 1)]);
    let mut steps = Vec::new();
    for entry in &story.entries {
        if let StoryEntry::Step(step) = entry
            && let Some(picture) = &step.picture
        {
            steps.extend(maps_in(picture));
        }
    }
    assert_eq!(steps, [(rooms, 1), (cave, 1)], "{:?}", read.findings);
}

#[test]
fn squares_are_drawn_as_squares() {
    let hexes = |rows: i32| -> Vec<MapHexagon> {
        let places = (0..rows).flat_map(|row| (0..6).map(move |column| (row, column)));
        places.map(|(row, column)| MapHexagon { row, column, ..MapHexagon::default() }).collect()
    };
    for (rows, width) in [(3, 300.0), (30, 300.0), (8, 90.0)] {
        let map = HexMap { hexes: hexes(rows), squares: true, ..HexMap::default() };
        let drawing = drawn(map, width);
        let polygons: Vec<&Vec<Point>> = drawing
            .items
            .iter()
            .filter_map(|item| match item {
                DrawingItem::Polygon { points, .. } => Some(points),
                _ => None,
            })
            .collect();
        assert_eq!(polygons.len(), 6 * rows as usize);
        for points in polygons {
            let [one, two, three, _] = points[..] else { panic!("{points:?}") };
            assert!((two.x - one.x - (three.y - two.y)).abs() < 1e-9, "{points:?}");
            let inside = |at: &Point| at.x <= drawing.width && at.y <= drawing.height;
            assert!(
                points.iter().all(inside),
                "{points:?} in {} x {}",
                drawing.width,
                drawing.height
            );
        }
    }
}

/// Each part of a map that is larger than a page fits it, and each space is in one of them.
#[test]
fn a_map_larger_than_a_page_is_drawn_in_parts() {
    let squares = HexMap { squares: true, ..field(70, 30) };
    let plan = HexMap { floor: Some(Box::default()), ..squares.clone() };
    for (map, least) in [(field(70, 30), 2), (squares, 2), (plan, 2), (field(6, 8), 1)] {
        let (width, height) = (300.0, 400.0);
        let parts = map.clone().into_parts(width, height);
        assert!(parts.len() >= least && (least == 2 || parts == [map.clone()]), "{}", parts.len());
        let mut spaces: Vec<(i32, i32)> = Vec::new();
        for part in &parts {
            let drawing = picture::map::draw_map_figure(part, width, String::new());
            assert!(drawing.width <= width + 0.1, "{} wide", drawing.width);
            assert!(drawing.height <= height + 0.1, "{} high", drawing.height);
            spaces.extend(part.hexes.iter().map(|hex| (hex.row, hex.column)));
        }
        spaces.sort_unstable();
        let mut all: Vec<_> = map.hexes.iter().map(|hex| (hex.row, hex.column)).collect();
        all.sort_unstable();
        assert_eq!(spaces, all);
    }
}

/// A printed book has a page for each part of a large map, and each part has words for a screen
/// reader, even if it is empty.
#[test]
fn a_large_map_takes_several_pages() {
    let folder = Folder::new("maps-large");
    folder.write(
        "book/book.toml",
        "title = \"T\"\nsources = [\"rules.md\"]\ndata = [\"hall.map\"]\n",
    );
    folder.write("book/rules.md", "# The map\n\nIt lies here.\n\n![[hall.map]]{.map}\n");
    let wall = format!("+{}\n", "---+".repeat(60));
    let open = format!("+{}\n", "   +".repeat(60));
    let row = format!("|{} . |\n", " .  ".repeat(59));
    let rows = vec![row; 68].join(&open);
    let hall = [wall.as_str(), &rows, &wall].concat();
    folder.write("book/hall.map", &hall);
    let ran = folder.run(&["dump", "pages", "book"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
    let pages = ran.stdout.lines().filter(|line| line.starts_with("page ")).count();
    assert!(pages > 4, "{pages} pages\n{}", ran.stdout);
}

/// A name has the same colour on every map, and the same sign unless another name has taken it.
#[test]
fn places_have_the_colour_that_their_name_or_their_data_say() {
    let signs = |names: &[&str]| -> Vec<(String, PlaceColour)> {
        let places = map_places(names.iter().map(|name| (*name, None)));
        places.into_iter().map(|place| (place.letter, place.colour)).collect()
    };
    let told = signs(&["yellow point", "green point", "generator", "crate", "red point", "grove"]);
    let letters: Vec<&str> = told.iter().map(|(letter, _)| letter.as_str()).collect();
    assert_eq!(letters, ["YP", "GP", "G", "C", "RP", "Gr"]);
    let colours: Vec<PlaceColour> = told.iter().map(|(_, colour)| *colour).collect();
    use PlaceColour::{Green, Plain, Red, Yellow};
    assert_eq!(colours, [Yellow, Green, Plain, Plain, Red, Plain], "no colour is part of a word");
    assert_eq!(signs(&["crate", "yellow point"])[1], told[0]);

    let data = "Space,Row,Column,Colour,Planet\nA,1,1,blue,Terra\nB,1,3,,\nC,1,5,green,Terra\n";
    let rows: Vec<Vec<String>> =
        data.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let spaces = picture::MapSpaces::of(&rows[0], &rows[1..]).expect("it is a map");
    assert_eq!(spaces.kinds, [("Terra".to_owned(), Some(PlaceColour::Blue))], "the first counts");
}

/// Kinds of places of one map differ without colour: each has its own sign.
#[test]
fn places_are_told_apart_by_their_letters() {
    let book = rulepress::read_book(&root().join("content/gaia-project")).expect("it is there");
    let steps = book.examples.iter().flat_map(|example| example.story.steps());
    let parts = steps.filter_map(|step| step.picture.as_ref()).flat_map(|picture| &picture.parts);
    let mut found = 0;
    for part in parts {
        let PartContent::Map(map) = &part.kind else { continue };
        let letters: BTreeSet<&str> =
            map.places.iter().map(|place| place.letter.as_str()).collect();
        assert_eq!(letters.len(), map.places.len(), "{:?}", map.places);
        assert!(!letters.contains(""), "a place without a sign");
        found += letters.len();
    }
    assert!(found > 5, "planets are drawn: {found}");
}
