//! Floor plans as pictures: figures with their footprints and sides, ways and lines over them, doors
//! that open, and where a crop ends.

use rulepress::drawing::{Area, Drawing, DrawingItem};
use rulepress::example::story::{Story, StoryEntry};
use rulepress::picture::map::floor::{FloorFigure, FloorRoute, FloorSide, SpaceSide};
use rulepress::picture::map::{FloorPlan, HexMap, HexMark, MapHexagon, draw_map_figure};
use rulepress::picture::{PartContent, Picture};

use crate::common::Folder;

const CELLAR: &str = "+---+---+---+---+---+---+
| .   .   . | .   .   . |
+   +   +   +   +   +   +
| .   .   . D .   .   . |
+   +   +---+   +   +   +
| .   .   . | .   .   . |
+   +   +   +   +   +   +
| .   .   .   .   .   . |
+   +   +   +   +   +   +
| .   .   .   .   .   . |
+---+---+---+---+---+---+
";
const TEXT: &str = "# Turn {#turn}

A door opens and a figure looks.

# Target {#target .tiebreakers}

1. Most power {#power}
";
const RULES: &str = r#"
red = player("Red")
blue = player("Blue")
box = zone("box", "box")
field = zone("field", "field")
CELLAR = square_map(cards("cellar.map"), stops = {"wall": "move sight", "door": "move sight"})
FIGURES = cards("figures.csv")

#@ make
def unpack():
    for row in FIGURES:
        make(row, box, owner = red if row.side == "Red" else blue)

def at(name):
    return [one for one in CELLAR if one.name == name][0]

#@ #turn "A door opens and a figure looks."
def turn():
    set_edge(at("C2"), at("D2"), "")
    scout = field.find("Scout")
    draw_sight(scout, field.find("Imp"), blocked = [], lines = 2)
"#;

/// The story of one turn from this position.
fn story(name: &str, position: &str) -> Story {
    story_by(RULES, name, position)
}

/// The story of one turn by these rules.
fn story_by(rules: &str, name: &str, position: &str) -> Story {
    let folder = Folder::new(name);
    let write = |file: &str, text: &str| folder.write(&format!("book/{file}"), text);
    write(
        "book.toml",
        "title = \"T\"\nsources = [\"rules.md\"]\ndata = [\"cellar.map\", \"figures.csv\"]\n",
    );
    write("rules.md", TEXT);
    write("cellar.map", CELLAR);
    write("figures.csv", "Card,Side,Across,Down\nScout,Red,1,1\nImp,Blue,1,1\nOgre,Blue,2,2\n");
    write("rules/turn.star", rules);
    let head = "title = \"A\"\nafter = \"#turn\"\nplay = \"#turn\"\n[position]\n";
    write("examples/a.toml", &format!("{head}field = {position}\n"));
    let read = folder.book("book");
    assert!(!read.examples.is_empty(), "{:?}", read.findings);
    read.examples.into_iter().next().expect("it has an example").story
}

fn maps_of(picture: &Picture) -> Vec<&HexMap> {
    let maps = picture.parts.iter().map(|part| match &part.kind {
        PartContent::Map(map) => Some(map),
        _ => None,
    });
    maps.flatten().collect()
}

/// The floor plans of the steps, each with its map.
fn step_plans(story: &Story) -> Vec<(&HexMap, &FloorPlan)> {
    let mut plans = Vec::new();
    for entry in &story.entries {
        if let StoryEntry::Step(step) = entry
            && let Some(picture) = &step.picture
        {
            let maps = maps_of(picture).into_iter();
            plans.extend(maps.filter_map(|map| Some((map, map.floor.as_deref()?))));
        }
    }
    plans
}

fn figure<'a>(plan: &'a FloorPlan, name: &str) -> &'a FloorFigure {
    plan.figures.iter().find(|figure| figure.name == name).expect("it stands there")
}

const SPREAD: &str = "[\"Scout | at B2\", \"Imp | at C1\", \"Ogre | at E1\"]";

#[test]
fn the_crop_of_a_map_cuts_no_figure() {
    let story = story("floor-crop", SPREAD);
    let plans = step_plans(&story);
    assert!(!plans.is_empty());
    for (map, plan) in plans {
        for figure in &plan.figures {
            for row in figure.row..figure.row + i32::from(figure.down) {
                for column in figure.column..figure.column + i32::from(figure.across) {
                    let is_shown = |hex: &MapHexagon| (hex.row, hex.column) == (row, column);
                    assert!(map.hexes.iter().any(is_shown), "{} at {row} {column}", figure.name);
                }
            }
        }
    }
}

#[test]
fn a_figure_in_a_zone_of_nobody_has_the_side_of_its_owner() {
    let story = story("floor-side", SPREAD);
    let (_, plan) = step_plans(&story)[0];
    let side = |name: &str| figure(plan, name).owner;
    assert!(side("Scout").is_some() && side("Ogre").is_some());
    assert_ne!(side("Scout"), side("Ogre"));
    assert_eq!(side("Imp"), side("Ogre"));
}

#[test]
fn an_opened_door_is_marked_and_explained() {
    let story = story("floor-door", SPREAD);
    let (map, plan) = step_plans(&story)[0];
    let strong: Vec<_> = plan.edges.iter().filter(|edge| edge.strong).collect();
    assert_eq!(strong.len(), 1, "{:?}", plan.edges);
    assert_eq!((strong[0].word.as_str(), strong[0].row, strong[0].column), ("open", 2, 3));
    let said = words(&draw_map_figure(map, 300.0, String::new()));
    assert!(said.contains(&"open door".to_owned()), "{said:?}");
}

#[test]
fn the_grid_runs_out_where_the_map_goes_on() {
    let story = story("floor-open", SPREAD);
    let (map, plan) = step_plans(&story)[0];
    let last = map.hexes.iter().map(|hex| hex.row).max().expect("it has spaces");
    let below = SpaceSide { row: last, column: 2, side: FloorSide::Below };
    assert!(plan.open.contains(&below), "{:?}", plan.open);
    assert!(plan.open.iter().all(|open| open.row > 1 || open.side != FloorSide::Above));
    let whole = maps_of(story.position.as_ref().expect("figures stand there"));
    assert!(whole[0].floor.as_ref().is_some_and(|plan| plan.open.len() < 12));
}

#[test]
fn a_zone_that_the_map_shows_is_not_drawn_once_more() {
    let bare = story("floor-strip", SPREAD);
    assert_eq!(bare.position.expect("figures stand there").parts.len(), 1);
    let partly = story("floor-beside", "[\"Scout | at B2\", \"Imp | at C1\", \"Ogre\"]");
    assert_eq!(partly.position.expect("figures stand there").parts.len(), 2);
}

/// A plan of 3 rows and 6 columns with a large figure and a small one that went past it.
fn crossed_plan() -> HexMap {
    let places = (1..=3).flat_map(|row| (1..=6).map(move |column| (row, column)));
    let hexes = places.map(|(row, column)| MapHexagon { row, column, ..MapHexagon::default() });
    let figure = |name: &str, column: i32, size: u8| FloorFigure {
        row: 1,
        column,
        across: size,
        down: size,
        label: name[..1].to_owned(),
        name: name.to_owned(),
        owner: Some(0),
        mark: HexMark::Plain,
        strong: false,
        discs: Vec::new(),
    };
    let plan = FloorPlan {
        figures: vec![figure("Ogre", 3, 2), figure("Imp", 1, 1)],
        routes: vec![FloorRoute {
            middles: vec![(6.5, 1.5), (4.5, 1.5), (1.5, 1.5)],
            discs: Vec::new(),
        }],
        sights: vec![[2, 4, 8, 6]],
        hit: Some([5, 5]),
        names: ["way", "line of sight", "stopped here"].map(str::to_owned),
        ..FloorPlan::default()
    };
    HexMap {
        hexes: hexes.collect(),
        squares: true,
        floor: Some(Box::new(plan)),
        ..HexMap::default()
    }
}

fn words(drawing: &Drawing) -> Vec<String> {
    let mut words = Vec::new();
    for item in &drawing.items {
        if let DrawingItem::Text(text) = item {
            words.extend(text.lines.iter().cloned());
        }
    }
    words
}

/// Returns the index of the first item for which `is_it` is true.
fn place_of(drawing: &Drawing, is_it: impl Fn(&DrawingItem) -> bool) -> usize {
    drawing.items.iter().position(is_it).expect("it is drawn")
}

#[test]
fn a_way_lies_over_the_figures_and_ends_at_the_one_that_went() {
    let drawing = draw_map_figure(&crossed_plan(), 300.0, String::new());
    let is_token = |item: &DrawingItem| matches!(item.fill(), Some("teal"));
    let footprint = place_of(
        &drawing,
        |item| matches!(item, DrawingItem::Rect { area, .. } if is_token(item) && area.width > 30.0),
    );
    let token = |item: &DrawingItem| match item {
        DrawingItem::Ellipse { area, .. } if is_token(item) => Some(*area),
        _ => None,
    };
    let imp: Area = drawing.items.iter().find_map(token).expect("the Imp is drawn");
    let is_head = |item: &DrawingItem| matches!(item, DrawingItem::Polygon { points, .. } if points.len() == 3);
    let head = place_of(&drawing, is_head);
    assert!(head > footprint, "the way is under the large figure");
    let DrawingItem::Polygon { points, .. } = &drawing.items[head] else { return };
    assert!(points.iter().all(|point| !imp.holds(*point)), "{points:?} in {imp:?}");
}

#[test]
fn where_a_line_is_stopped_is_explained() {
    let said = words(&draw_map_figure(&crossed_plan(), 300.0, String::new()));
    assert!(said.contains(&"stopped here".to_owned()), "{said:?}");
}

/// An edge that blocks is not drawn in the colour of lines of sight.
#[test]
fn an_edge_that_blocks_is_no_line_of_sight() {
    let mut map = crossed_plan();
    let edge = rulepress::picture::map::floor::FloorEdge {
        row: 2,
        column: 2,
        side: FloorSide::Below,
        word: "blocking".to_owned(),
        name: "blocking".to_owned(),
        strong: false,
    };
    let rust = |map: &HexMap| {
        let drawing = draw_map_figure(map, 300.0, String::new());
        let lines = drawing.items.iter().filter(
            |item| matches!(item, DrawingItem::Path { stroke, .. } if stroke.colour == "rust"),
        );
        lines.count()
    };
    let before = rust(&map);
    map.floor.as_mut().expect("it is a plan").edges.push(edge);
    assert_eq!(rust(&map), before);
}

const TABLE: &str = r#"
red = player("Red")
blue = player("Blue")
box = zone("box", "box")
field = zone("field", "field")
CELLAR = square_map(cards("cellar.map"), stops = {"wall": "move sight", "door": "move sight"})
FIGURES = cards("figures.csv")

#@ make
def unpack():
    for row in FIGURES:
        make(row, box, owner = red if row.side == "Red" else blue)

def at(name):
    return [one for one in CELLAR if one.name == name][0]

#@ #target #power most
def power(figure):
    return 1 if figure.name == "Imp" else 0
"#;

/// The floor plan on which all steps of a turn are numbered.
fn board_plan(name: &str, turn: &str, position: &str) -> (HexMap, FloorPlan) {
    let turn = format!("{TABLE}\n#@ #turn\ndef turn():\n    {turn}\n");
    let story = story_by(&turn, name, position);
    let maps = maps_of(&story.boards.first().expect("it has a picture").picture);
    let map = maps[0].clone();
    let plan = map.floor.as_deref().expect("it is a floor plan").clone();
    (map, plan)
}

#[test]
fn a_figure_that_comes_onto_the_map_stands_where_it_is_put() {
    let turn = "ogre = box.find(\"Ogre\")\n    ogre.move(field)\n    ogre.step(at(\"E4\"))";
    let (map, plan) = board_plan("floor-arrival", turn, "[\"Scout | at B2\"]");
    let ogre = figure(&plan, "Ogre");
    assert_eq!((ogre.row, ogre.column, ogre.across, ogre.down), (4, 5, 2, 2));
    assert!(ogre.strong && ogre.discs == ["1"], "{ogre:?}");
    assert!(map.hexes.iter().any(|hex| (hex.row, hex.column) == (5, 6)), "it is not cut off");
}

#[test]
fn a_figure_that_is_put_elsewhere_has_a_way_from_where_it_stood() {
    let turn = "field.find(\"Scout\").step(at(\"A4\"))";
    let (_, plan) = board_plan("floor-leap", turn, "[\"Scout | at A1\", \"Imp | at F5\"]");
    let middles: Vec<_> = plan.routes.iter().map(|route| &route.middles).collect();
    assert_eq!(middles, [&vec![(1.5, 1.5), (1.5, 4.5)]]);
    assert_eq!(plan.routes[0].discs, ["1"]);
    let scout = figure(&plan, "Scout");
    assert!(scout.row == 1 && scout.discs.is_empty(), "its way bears the number: {scout:?}");
}

#[test]
fn all_figures_of_a_choice_are_on_the_map() {
    let turn = "pick(\"#target\", field.cards())";
    let (_, plan) = board_plan("floor-choice", turn, "[\"Scout | at A1\", \"Imp | at F5\"]");
    assert!(plan.figures.iter().any(|figure| figure.name == "Scout"), "{:?}", plan.figures);
    assert!(plan.figures.iter().any(|figure| figure.name == "Imp"), "{:?}", plan.figures);
}
