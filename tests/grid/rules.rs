//! Maps with walls as rules use them.

use rulepress::engine::trace::{Act, Outcome, Start, Trace};
use rulepress::rules::host::LoadedRules;
use rulepress::rules::{CardData, Program};

use super::drawn_rows;
use crate::common::{fault_of, notes_of};
use crate::host::book::{named, program, start};

const CARDS: &str =
    "Name | Across | Down\nScout | 1 | 1\nWalker | 2 | 3\nBeast | 2 | 1\nWord | two | 1";
const ROOMS: &str = "\
R = entrance
+---+---+---+---+
| R   .   ~ | . |
+   +   +   +   +
| .   .   . D . |
+   +   +   +   +
| .   .   . | . |
+---+---+---+---+
";
const YARD: &str = "\
first = H1
+---+---+
| .   . |
+---+---+
";
const TABLE: &str = r#"
anna = player("Anna")
bag = zone("bag", "bag", owner = anna)
land = zone("land", "land", owner = anna)
rows = cards("cards.csv")
rooms = square_map(cards("rooms.map"), stops = {
    "wall": "move count sight", "door": "move count sight", "difficult": ""}, apart = [land])

#@ make
def unpack():
    for row in rows:
        make(row, bag)

def at(name):
    return [one for one in rooms if one.name == name][0]
"#;

/// Plays `go` of `text`.
fn played(text: &str) -> Trace {
    played_program(text).1
}

/// Plays `go` of `text`; returns the rules too.
pub(super) fn played_program(text: &str) -> (Program, Trace) {
    let load = "load(\"table.star\", \"bag\", \"land\", \"rooms\", \"at\")\n";
    let modules = [("rules/table.star", TABLE), ("rules/go.star", &format!("{load}{text}"))];
    let mut program = program(&modules, CARDS);
    let (columns, rows) = drawn_rows(ROOMS);
    program.data.push(CardData { path: "rooms.map".to_owned(), columns, rows });
    let (columns, rows) = drawn_rows(YARD);
    program.data.push(CardData { path: "yard.map".to_owned(), columns, rows });
    let machine = LoadedRules::load(&program).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let from =
        Start { make: Some(named(&program, "unpack")), seeded: true, ..start(&program, "go", 1) };
    let trace = machine.play(&from);
    (program, trace)
}

/// The names and numbers of every note of a play that ends well.
fn notes(text: &str) -> Vec<String> {
    notes_of(&played(text))
}

fn fault(text: &str) -> String {
    fault_of(played(text))
}

#[test]
fn rules_ask_and_act() {
    let told = notes(
        r#"
def go():
    scout, walker = bag.find("Scout"), bag.find("Walker")
    scout.stand(land, at("A1"))
    walker.stand(land, at("B1"))
    note("covers", walker.spaces)
    note("stand", at("C3").standing)
    note("steps", distance(scout, walker), distance(scout, at("D2")) or -1, 1 if touches(scout, walker) else 0)
    walker.move(bag)
    note("door", 1 if edge(at("C2"), at("D2")) == "door" else 0, 1 if edge(at("A1"), at("B1")) == "" else 0)
    set_edge(at("D2"), at("C2"), "", verb = "open")
    note("steps", distance(scout, at("D2")), len(within([scout], 1)))
    stops = walks(scout, 4, extra = {"difficult": 1}, through = [([at("B2")], 1)], ends = [at("B2")])
    for stop in stops:
        if stop.space == at("D2"):
            note("stop", stop.route, stop.cost, stop.ways, stop.corners, stop.rotation)
            scout.walk(stop)
    note("now", scout.space)
    note("sight", 1 if draw_sight(scout, at("A2"), blocked = []) else 0,
        1 if draw_sight(scout, at("A1"), blocked = [at("C2")]) else 0)
    scout.step(at("C2"))
    note("now", scout.space, scout.index)
    scout.stand(land, at("A1"), across = 2, down = 1)
    scout.step(at("A1"), turned = 90)
    note("turned", scout.spaces, scout.rotation)
"#,
    );
    let wanted = [
        "B1 C1 B2 C2 B3 C3",
        "Walker",
        "1 -1 1",
        "1 1",
        "3 4",
        "A1 B1 C2 D2 3 1 1 0",
        "D2",
        "1 0",
        "C2 0",
        "A1 A2 90",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn traces_tell_of_walks_sight_and_edges() {
    let trace = played(
        r#"
def go():
    scout = bag.find("Scout")
    scout.stand(land, at("A2"))
    set_edge(at("C2"), at("D2"), "")
    draw_sight(scout, at("D2"), blocked = [])
    draw_sight(scout, at("D1"), blocked = [at("C2")])
    scout.walk(walks(scout, 9)[-1])
"#,
    );
    assert_eq!(trace.outcome, Outcome::Finished);
    let acts: Vec<&Act> = trace.records.iter().map(|record| &record.act).collect();
    let Act::Edge { one, other, from, to } = acts[1] else { panic!("{acts:?}") };
    assert_eq!((&*one.name, &*other.name, &**from, &**to), ("C2", "D2", "door", ""));
    // Row 2, columns A (1) to D (4): the corner on the right of A2, and the left side of D2.
    let Act::Sight { free: true, lines, hit: None, .. } = acts[2] else { panic!("{acts:?}") };
    assert_eq!(lines[..], [[2, 4, 8, 4], [2, 4, 8, 6]]);
    let Act::Sight { free: false, hit: Some(hit), .. } = acts[3] else { panic!("{acts:?}") };
    // The line from the upper left corner of A2 comes to that of D1, where the wall ends it.
    assert_eq!(*hit, [8, 2]);
    let Act::Walk { to, route, cost, .. } = acts[4] else { panic!("{acts:?}") };
    assert_eq!((&*to.name, route.join(" ").as_str(), *cost), ("D3", "A2 B2 C2 D3", 3));
    assert_eq!(trace.end.edges[0].word, "");
}

#[test]
fn wrong_use_is_told() {
    let says = |line: &str| fault(&format!("def go():\n    {line}\n"));
    assert_eq!(
        says("set_edge(at(\"A1\"), at(\"B1\"), \"dor\")"),
        "an edge cannot be `dor`: `stops` of the map has `wall`, `door`, `difficult`, and \"\" is open"
    );
    assert_eq!(says("edge(at(\"A1\"), at(\"C1\"))"), "A1 and C1 are not adjacent");
    assert_eq!(
        says("bag.find(\"Walker\").stand(land, at(\"D1\"))"),
        "`Walker` on D1 would cover 2 x 3 spaces, which the map does not have there"
    );
    assert_eq!(
        says("bag.first().stand(land, at(\"C1\"), across = 40)"),
        "a piece covers 1 to 16 spaces each way, not 40 x 1"
    );
    assert_eq!(says("walks(bag.first(), 3)"), "`Scout` is not on a map with edges");
    let stands = "bag.first().stand(land, at(\"A1\"))\n    scout = land.first()\n    ";
    assert_eq!(
        says(&format!("{stands}walks(scout, 3, extra = {{\"swamp\": 1}})")),
        "the map has no edge and no terrain `swamp`"
    );
    assert_eq!(
        says(&format!("{stands}walks(scout, 3, turn = 0)")),
        "a turn takes 1 to 1000 points, not 0"
    );
    assert_eq!(
        says(&format!(
            "{stands}stop = walks(scout, 3)[2]\n    scout.walk(stop)\n    scout.walk(stop)"
        )),
        "`Scout` is not where this walk begins"
    );
    let shut = "set_edge(at(\"A1\"), at(\"B1\"), \"wall\")";
    let stop = "stop = walks(scout, 3)[2]";
    assert_eq!(
        says(&format!("{stands}{stop}\n    {shut}\n    scout.walk(stop)")),
        "`Scout` cannot go this way: an edge has changed since `walks`"
    );
    let walked = format!("def go():\n    {stands}{shut}\n    {stop}\n    scout.walk(stop)");
    assert_eq!(played(&walked).outcome, Outcome::Finished, "it was asked for afterwards");
    assert_eq!(
        says(&format!("{stands}walks(scout, 3, turn = -1)")),
        "a turn takes 1 to 1000 points, not -1"
    );
    assert_eq!(
        says(&format!("{stands}in_sight(scout, at(\"B1\"), blocked = [], lines = 3)")),
        "a line of sight has 1 or 2 lines, not 3"
    );
}

#[test]
fn arguments_that_are_no_lists_are_named() {
    let stands = "bag.first().stand(land, at(\"A1\"))\n    scout = land.first()\n    ";
    let says = |line: &str| fault(&format!("def go():\n    {stands}{line}\n"));
    let is_piece = |argument: &str, function: &str| {
        format!("the argument `{argument}` of `{function}` is `piece`; it must be `list`")
    };
    assert_eq!(says("walks(scout, 3, barred = scout)"), is_piece("barred", "walks"));
    assert_eq!(says("walks(scout, 3, ends = scout)"), is_piece("ends", "walks"));
    let through = "walks(scout, 3, through = [([scout], 1), (scout, 1)])";
    assert_eq!(says(through), is_piece("through[1][0]", "walks"));
    assert_eq!(says("within(scout, 1)"), is_piece("from", "within"));
    assert_eq!(says("regions(scout)"), is_piece("of", "regions"));
    assert_eq!(
        says("in_sight(scout, scout, None)"),
        "the argument `blocked` of `in_sight` is `NoneType`; it must be `list`"
    );
    assert_eq!(
        says("walks(scout, 99999999999999999999999)"),
        "the argument `points` of `walks` is a number with too many digits"
    );
    assert_eq!(
        says("scout.rotate(99999999999999999999999)"),
        "the argument `degrees` of `rotate` is a number with too many digits"
    );
}

#[test]
fn maps_without_walls_have_no_words_and_no_edges() {
    let says = |line: &str| {
        fault(&format!("plain = square_map(cards(\"yard.map\"))\ndef go():\n    {line}\n"))
    };
    assert_eq!(
        says("distance(plain[0], plain[1], ignoring = [\"door\"])"),
        "the map has no `stops`, and so no edge and no terrain `door`"
    );
    assert_eq!(says("edge(plain[0], plain[1])"), "H1 and I1 are not on a map with edges");
    assert_eq!(says("edge(at(\"A1\"), plain[1])"), "A1 and I1 are on different maps");
}
