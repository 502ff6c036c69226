//! Pieces that are attached to others, pieces that are turned, and positions that say how long
//! things stay.

use rulepress::engine::Lifetime;
use rulepress::engine::trace::{
    Act, Outcome, PlacedCounter, PlacedPlayer, Snapshot, Start, Trace, ZoneLayout,
};
use rulepress::rules::Program;

use super::{fault, machine};
use crate::host::book::{program, put, start};

const DATA: &str = "Card|Power\nKnight|2\nSword|1\nShield|1\nGem|0\n";
const TABLE: &str = "\
ada = player(\"Ada\")
field = zone(\"field\", \"Field\", owner = ada)
bench = zone(\"bench\", \"Bench\", owner = ada)
discard = zone(\"discard\", \"Discard Pile\", owner = ada, order = \"pile\")
power = counter(\"power\", most = 9)
gold = counter(\"gold\", least = 1, most = 9)
tapped = flag(\"tapped\")
CARDS = cards(\"cards.csv\")

#@ make
def build():
    for row in CARDS:
        make(row, field)

def told(name):
    return field.find(name) or bench.find(name) or discard.find(name)
";

fn book(text: &str) -> Program {
    let load = "load(\"table.star\", \"ada\", \"bench\", \"discard\", \"field\", \"gold\", \"power\", \"tapped\", \"told\")\n\
        knight, sword, shield, gem = \"Knight\", \"Sword\", \"Shield\", \"Gem\"\n";
    program(&[("rules/table.star", TABLE), ("rules/go.star", &format!("{load}{text}"))], DATA)
}

fn play(text: &str) -> Trace {
    let program = book(text);
    machine(&program).play(&start(&program, "go", 1))
}

/// Returns the events: `Sword + Knight` attached, `Sword - Knight` let go, `Sword > field` moved.
fn lines(trace: &Trace) -> Vec<String> {
    assert!(matches!(trace.outcome, Outcome::Finished), "{:?}", trace.outcome);
    let line = |act: &Act| match act {
        Act::Attach { piece, host } => format!("{} + {}", piece.name, host.name),
        Act::Detach { piece, host } => format!("{} - {}", piece.name, host.name),
        Act::Move { piece, to, .. } => format!("{} > {}", piece.name, to.key),
        Act::Rotate { piece, was, now } => format!("{} {was} {now}", piece.name),
        Act::Count { of, counter, was, now } => format!("{} {counter} {was} {now}", of.name),
        Act::Flag { piece, flag, on } => format!("{} {flag} {on}", piece.name),
        Act::Note { things, numbers } => {
            let names: Vec<&str> = things.iter().map(|thing| thing.name.as_str()).collect();
            format!("{} {numbers:?}", names.join(" "))
        }
        other => format!("{other:?}"),
    };
    trace.records.iter().map(|record| line(&record.act)).collect()
}

/// Each attached piece with its host.
fn ties(table: &Snapshot) -> Vec<String> {
    let pieces = || table.zones.values().flatten();
    let name = |id: u32| &pieces().find(|piece| piece.id == id).expect("a host is there").name;
    let tied = pieces().filter_map(|piece| Some((&piece.name, piece.host?)));
    tied.map(|(piece, host)| format!("{piece} on {}", name(host))).collect()
}

#[test]
fn a_piece_has_one_host_and_a_host_many_pieces() {
    let trace = play(
        "def go():\n    told(sword).attach(told(knight))\n    told(sword).attach(told(knight))\n\
         \x20   told(shield).attach(told(knight))\n    note(\"are\", told(knight).attachments)\n\
         \x20   told(sword).attach(told(gem))\n    note(\"is\", told(sword).host)\n\
         \x20   told(shield).detach()\n    told(shield).detach()\n    note(\"are\", told(knight).attachments)\n\
         \x20   check(\"host\", told(knight).host == None)\n",
    );
    let told = lines(&trace);
    assert_eq!(
        told[..7],
        [
            "Sword + Knight",
            "Shield + Knight",
            "Sword Shield []",
            "Sword + Gem",
            "Gem []",
            "Shield - Knight",
            " []"
        ]
    );
    assert_eq!(ties(&trace.end), ["Sword on Gem"]);
}

#[test]
fn nothing_is_attached_to_itself() {
    for (line, said) in [
        ("told(sword).attach(told(sword))", "`Sword` cannot be attached to itself"),
        (
            "told(knight).attach(told(sword))",
            "`Knight` cannot be attached to `Sword`, which is attached to that same `Knight`",
        ),
        (
            "told(knight).attach(told(gem))",
            "`Knight` cannot be attached to `Gem`, which is attached to `Sword`, and so is \
             attached to the same `Knight`",
        ),
    ] {
        let text = format!(
            "def go():\n    told(sword).attach(told(knight))\n    told(gem).attach(told(sword))\n    {line}\n"
        );
        let wrong = fault(&play(&text));
        assert!(wrong.contains(said), "{line}: {wrong}");
    }
}

#[test]
fn a_host_that_leaves_lets_go() {
    let text = "def go():\n    told(sword).attach(told(knight))\n    told(shield).attach(told(knight))\n\
        \x20   told(knight).move(field, at = \"right\")\n    told(knight).move(discard)\n";
    let trace = play(text);
    let left = ["Sword + Knight", "Shield + Knight", "Knight > field", "Knight > discard"];
    assert_eq!(lines(&trace), [&left[..], &["Sword - Knight", "Shield - Knight"]].concat());
    assert_eq!(ties(&trace.end), [""; 0]);
    let rule = "#@ #falls\n#@ after host-leaves\ndef fall(piece):\n    if piece.name == sword:\n        piece.move(discard)\n\n";
    let trace = play(&format!("{rule}{text}"));
    let after = ["Sword - Knight", "Shield - Knight", "Sword > discard"];
    assert_eq!(lines(&trace), [&left[..], &after].concat(), "rules say what becomes of it");
    let cause = trace.records.last().and_then(|record| record.cause);
    assert!(cause.is_some(), "{:?}", trace.records.last());
}

#[test]
fn a_piece_that_leaves_is_let_go() {
    let trace = play(
        "def go():\n    told(sword).attach(told(knight))\n    told(sword).move(bench)\n    told(knight).move(bench)\n",
    );
    assert_eq!(
        lines(&trace),
        ["Sword + Knight", "Sword > bench", "Sword - Knight", "Knight > bench"]
    );
    assert_eq!(trace.records[2].verb, "part");
}

#[test]
fn a_piece_goes_along_with_its_host() {
    let trace = play(
        "def go():\n    told(sword).attach(told(knight), along = True)\n    told(gem).attach(told(sword), along = True)\n\
         \x20   told(shield).attach(told(sword))\n    told(knight).move(bench)\n",
    );
    assert_eq!(
        lines(&trace)[3..],
        ["Knight > bench", "Sword > bench", "Gem > bench", "Shield - Sword"]
    );
    assert_eq!(ties(&trace.end), ["Sword on Knight", "Gem on Sword"]);
    assert_eq!(trace.end.zones["bench"].len(), 3);
}

#[test]
fn an_attempt_that_fails_attaches_nothing() {
    let text = "def bind():\n    told(sword).attach(told(knight))\n    told(shield).detach()\n    told(gem).rotate(60)\n    fail(\"no\")\n\n\
        def go():\n    told(shield).attach(told(knight))\n    attempt(bind)\n";
    let trace = play(text);
    assert_eq!(ties(&trace.end), ["Shield on Knight"]);
    assert!(trace.end.zones["field"].iter().all(|piece| piece.rotation == 0));
    let plain = play("def go():\n    told(shield).attach(told(knight))\n");
    assert_eq!(trace.end.digest, plain.end.digest);
    let other = play("def go():\n    told(shield).attach(told(gem))\n");
    assert_ne!(trace.end.digest, other.end.digest, "what it is attached to matters");
}

#[test]
fn pieces_are_turned_by_degrees() {
    let trace = play(
        "def go():\n    told(gem).rotate(60)\n    told(gem).rotate(-120)\n    told(gem).rotate(360)\n\
         \x20   note(\"is\", told(gem).rotation)\n    told(gem).rotate(-told(gem).rotation)\n    told(gem).rotate(90)\n",
    );
    assert_eq!(lines(&trace), ["Gem 0 60", "Gem 60 300", " [300]", "Gem 300 0", "Gem 0 90"]);
    let gem = trace.end.zones["field"].iter().find(|piece| piece.name == "Gem");
    assert_eq!(gem.map(|gem| gem.rotation), Some(90));
}

fn counter(name: &str, amount: i64, until: Lifetime) -> PlacedCounter {
    PlacedCounter { name: name.to_owned(), amount, until }
}

/// Returns the layout of `field` with a bonus that lasts for a turn, and the counters of Ada.
fn laid(field: &str, counters: Vec<PlacedCounter>) -> (Vec<ZoneLayout>, Vec<PlacedPlayer>) {
    let mut zone = put(field);
    zone.cards[0].counters.push(counter("power", 3, Lifetime::Turn));
    let ada = PlacedPlayer { name: "Ada".to_owned(), counters, ..PlacedPlayer::default() };
    (vec![zone], vec![ada])
}

#[test]
fn bonuses_of_a_position_end() {
    let program = book(
        "def go():\n    note(\"has\", told(knight).count(power), ada.count(gold))\n    end_phase()\n    end_turn()\n    begin_round()\n",
    );
    let counters = vec![
        counter("gold", 2, Lifetime::Phase),
        counter("gold", 4, Lifetime::Game),
        counter("gold", 1, Lifetime::Round),
    ];
    let (position, amounts) = laid("field: Knight | power 2, Sword | tapped", counters);
    let mut from = Start { position, amounts, ..start(&program, "go", 1) };
    from.position[0].cards[1].flags[0].until = Lifetime::Phase;
    let trace = machine(&program).play(&from);
    assert_eq!(
        lines(&trace)[..5],
        [" [5, 7]", "Sword tapped false", "Ada gold 7 5", "Knight power 5 2", "Ada gold 5 4"]
    );
    let begun = trace.start.expect("a position was laid out");
    assert_eq!(begun.players["Ada"]["gold"], 7);
    from.amounts[0].out = true;
    let out = book("def go():\n    note(\"are\", players())\n");
    assert_eq!(
        lines(&machine(&out).play(&Start { play: start(&out, "go", 1).play, ..from })),
        [" []"]
    );
}

#[test]
fn a_position_of_players_is_no_set_up() {
    let text = "#@ setup\ndef set_up():\n    ada.add(gold, 5)\n\n#@ ready\ndef get_ready():\n    ada.add(gold, 2)\n\n\
        def go():\n    note(\"has\", ada.count(gold))\n";
    let program = book(text);
    let amounts = |amount| {
        let counters = vec![counter("gold", amount, Lifetime::Game)];
        vec![PlacedPlayer { name: "Ada".to_owned(), counters, ..PlacedPlayer::default() }]
    };
    let ready =
        program.functions.iter().position(|def| def.name == "get_ready").map(|at| at as u32);
    let from = Start { amounts: amounts(4), ready, ..start(&program, "go", 1) };
    assert_eq!(lines(&machine(&program).play(&from)), [" [4]"], "it says how much there is in all");
    assert_eq!(lines(&play(text)), [" [6]"]);
}

#[test]
fn wrong_names_of_a_position_are_told() {
    let program = book("def go():\n    pass\n");
    let fault_of = |counters: Vec<PlacedCounter>, change: &dyn Fn(&mut Start)| {
        let (position, amounts) = laid("field: Knight, Sword", counters);
        let mut from = Start { position, amounts, ..start(&program, "go", 1) };
        change(&mut from);
        fault(&machine(&program).play(&from))
    };
    let keep = |_: &mut Start| {};
    let gold = |amount| vec![counter("gold", amount, Lifetime::Game)];
    for (told, expected) in [
        (
            fault_of(vec![counter("glod", 1, Lifetime::Game)], &keep),
            "unknown counter `glod` (did you mean `gold`?)",
        ),
        (fault_of(gold(12), &keep), "`Ada` cannot have 12 of `gold`"),
        (fault_of(gold(i64::MIN), &keep), &format!("`Ada` cannot have {} of `gold`", i64::MIN)),
        (
            fault_of(gold(1), &|from| from.amounts[0].name = "Adda".to_owned()),
            "unknown player `Adda` (did you mean `Ada`?)",
        ),
        (
            fault_of(gold(1), &|from| from.position[0].cards[1].host = Some("Kight".to_owned())),
            "the position has no `Kight` for `Sword` to be attached to (did you mean `Knight`?)",
        ),
        (
            fault_of(gold(1), &|from| {
                from.position[0].cards[0].host = Some("Sword".to_owned());
                from.position[0].cards[1].host = Some("Knight".to_owned());
            }),
            "`Knight` is attached to itself through others",
        ),
    ] {
        assert!(told.ends_with(expected), "{told}");
    }
}

#[test]
fn a_position_attaches_pieces() {
    let program = book("def go():\n    told(knight).move(discard)\n");
    let (mut position, _) = laid("field: Knight, Sword, Gem", Vec::new());
    position[0].cards[1].host = Some("Knight".to_owned());
    position[0].cards[2].host = Some("Sword".to_owned());
    position[0].cards[2].rotation = 180;
    let trace = machine(&program).play(&Start { position, ..start(&program, "go", 1) });
    let begun = trace.start.as_ref().expect("a position was laid out");
    assert_eq!(ties(begun), ["Sword on Knight", "Gem on Sword"]);
    assert_eq!(begun.zones["field"][2].rotation, 180);
    assert_eq!(lines(&trace), ["Knight > discard", "Sword - Knight"]);
}
