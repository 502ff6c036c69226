//! Maps, tracks and counting as rules use them.

use rulepress::engine::trace::{Act, Outcome, Start, Trace};
use rulepress::rules::Program;
use rulepress::rules::host::LoadedRules;

use crate::common::{fault_of, notes_of};
use crate::host::book::{named, program, start};

const DATA: &str = "Place | Row | Column | Land\nNorth | 1 | 2 | hill\nWest | 2 | 1 | lake\nEast | 2 | 3 | hill\nSouth | 3 | 2 |\nFar | 3 | 8 | hill";
const TABLE: &str = r#"
anna = player("Anna")
bag = zone("bag", "bag", owner = anna)
land = zone("land", "land", owner = anna)
rows = cards("cards.csv")
spaces = hex_map(rows)
level = track("level", 3, single = [3])

#@ make
def unpack():
    for row in rows:
        make(row, bag)
"#;

/// Plays `go` of `text`.
fn played(text: &str) -> (Program, Trace) {
    let load = "load(\"table.star\", \"bag\", \"land\", \"level\", \"rows\", \"spaces\")\n";
    let program =
        program(&[("rules/table.star", TABLE), ("rules/go.star", &format!("{load}{text}"))], DATA);
    let machine = LoadedRules::load(&program).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let from =
        Start { make: Some(named(&program, "unpack")), seeded: true, ..start(&program, "go", 1) };
    let trace = machine.play(&from);
    (program, trace)
}

/// The numbers and names of every note of a play that ends well.
fn notes(text: &str) -> Vec<String> {
    notes_of(&played(text).1)
}

fn fault(text: &str) -> String {
    fault_of(played(text).1)
}

#[test]
fn maps_are_asked_by_rules() {
    let told = notes(
        r#"
def go():
    north, west, east, south, far = spaces
    note("space", north, north.row, north.column, north.reading_order)
    note("around", [other for other in west.around])
    note("steps", distance(north, far), nearest(far, [north, south]))
    note("hills", [space for space in within([west], 1) if space.land == "hill"])
    note("regions", [len(region) for region in regions(spaces)])
    card = bag.first()
    card.stand(land, east, verb = "build")
    note("stands", card.space, east.standing, distance(card, west))
    note("none", 1 if nearest(west, []) == None else 0, 1 if south.land == None else 0)
"#,
    );
    let wanted =
        ["North 1 2 0", "North East South", "4 3", "North East", "4 1", "East North 1", "1 1"];
    assert_eq!(told, wanted);
}

#[test]
fn lists_choose_spaces_and_rows() {
    let text = r##"
def go():
    found = pick("#where", spaces, valid = is_land)
    note("space", found)
    note("row", pick("#which", rows))

def is_land(space):
    return True if space.land != None else "no land"

#@ #where #where-hill most
def is_hill(space):
    return space.land == "hill"

#@ #where #where-number most
def third(space):
    note("left", remaining())
    return space == numbered(remaining(), 3)

#@ #which #which-last most
def last_row(row):
    return row == rows[-1]
"##;
    let (_, trace) = played(text);
    assert_eq!(trace.outcome, Outcome::Finished);
    let picks: Vec<String> = trace
        .records
        .iter()
        .filter_map(|record| match &record.act {
            Act::Pick { chosen, excluded, lines, .. } => Some(format!(
                "{} of {} lines, not {}",
                chosen.as_ref().map_or("nothing", |thing| thing.name.as_str()),
                lines.len(),
                excluded
                    .iter()
                    .map(|(thing, why)| format!("{}: {why}", thing.name))
                    .collect::<Vec<_>>()
                    .join(", ")
            )),
            _ => None,
        })
        .collect();
    assert_eq!(picks, ["Far of 2 lines, not South: no land", "Far of 1 lines, not "]);
    assert_eq!(notes(text)[0], "North East Far", "what the line before left, in the order given");
}

#[test]
fn tracks_counting_and_fractions() {
    let told = notes(
        r#"
def go():
    card = bag.first()
    card.advance(level, 2)
    note("level", card.count(level), 1 if card.has_room(level, 3) else 0, 1 if card.has_room(level, 4) else 0)
    note("numbered", numbered(bag, 2, start = "right"), numbered([7, 8, 9], 5))
    shares = pooled([4, 4, 1], [5, 2])
    note("shares", [share.top for share in shares], [share.bottom for share in shares])
    note("rounded", shares[0].rounded("down"), shares[0].rounded("up"), shares[0].rounded("nearest"))
    note("same", 1 if shares[0] == fraction(7, bottom = 2) else 0, shares[0].plus(shares[1]).rounded("down"))
    note("last", bag.last(2), bag.last(99)[0], len(bag.last(0)), bag.count("Far"))
"#,
    );
    let wanted = ["2 1 0", "South 8", "7 7 0 2 2 1", "3 4 4", "1 7", "South Far North 0 1"];
    assert_eq!(told, wanted);
}

#[test]
fn what_the_book_does_not_say_is_chosen_and_told() {
    let (_, trace) = played(
        "def go():\n    unsaid(\"which\", [1])\n    note(\"n\", unsaid(\"where\", spaces))\n",
    );
    assert_eq!(trace.outcome, Outcome::Finished);
    let asked: Vec<&str> = trace.records.iter().map(|record| record.verb.as_str()).collect();
    assert_eq!(asked, ["unsaid", "n"], "one answer is no choice");
}

#[test]
fn wrong_use_is_told() {
    let says = |line: &str| fault(&format!("def go():\n    {line}\n"));
    assert_eq!(
        says("distance(spaces[0], 3)"),
        "a place on a map is a space, a piece, a stop or a list of spaces, not a `int`"
    );
    assert_eq!(says("pooled([1], [5])[0].rounded(\"away\")"), "unknown rounding `away`");
    assert_eq!(
        says("fraction(1, bottom = 0)"),
        "the fraction has the denominator 0, or a number that is too large"
    );
    assert_eq!(says("numbered([1], 1, start = \"top\")"), "unknown start `top`");
    assert_eq!(
        says("bag.first().advance(level, 9)"),
        "`level` of `North` would be 9, but it is at most 3"
    );
    assert_eq!(says("hex_map(rows)"), "this can only be declared while the module is loaded");
    assert_eq!(
        says("note(\"x\", [None, \"a\"])"),
        "only pieces, players, spaces, rows and numbers can be reported, not a `string`"
    );
}

#[test]
fn lines_have_two_ends() {
    let told = notes(
        r#"
def go():
    north, west, east, south = [spaces[at] for at in range(4)]
    note("line", line(north, south))
    note("line", line(south, north))
    note("line", line(north, west))
    tower = bag.find("West")
    tower.stand(land, west)
    note("line", line(tower, east))
    note("free", 1 if in_sight(north, south, [tower]) else 0)
    bag.find("East").stand(land, east)
    note("free", 1 if in_sight(north, south, land.cards()) else 0)
    note("free", 1 if in_sight(north, bag.first(), blocked = []) else 0)
"#,
    );
    assert_eq!(told, ["West East", "West East", "", "", "1", "0", "0"]);
}

#[test]
fn squares_are_asked_by_rules() {
    let table = TABLE.replace("hex_map(rows)", "square_map(rows, diagonal = False)");
    let text = r#"
load("table.star", "spaces")
def go():
    north, west, east, south = [spaces[at] for at in range(4)]
    note("steps", distance(north, west), distance(west, east))
    note("line", line(west, east))
    note("line", line(north, south))
    note("free", 1 if in_sight(west, east, blocked = [north]) else 0)
"#;
    let program = program(&[("rules/table.star", &table), ("rules/go.star", text)], DATA);
    let machine = LoadedRules::load(&program).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let trace = machine.play(&start(&program, "go", 1));
    let told = |act: &Act| match act {
        Act::Note { things, numbers } => format!("{} {numbers:?}", things.len()),
        other => panic!("{other:?}"),
    };
    let told: Vec<String> = trace.records.iter().map(|record| told(&record.act)).collect();
    assert_eq!(told, ["0 [2, 2]", "0 []", "0 []", "0 [1]"]);
}
