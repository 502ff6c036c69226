//! Games of two to four players: who sits at the table, who follows whom, who plays together.

use rulepress::engine::trace::{Outcome, SeatChoice, Start, Trace};
use rulepress::rules::Program;
use rulepress::rules::host::LoadedRules;

use super::{fault, machine};
use crate::host::book::{program, put, start};

const DATA: &str = "Card|Power\nAnt|1\nBee|2\n";
const TABLE: &str = "\
SEATS = [player(\"Ada\", team = \"Reds\"), player(\"Ben\", team = \"Blues\")] + [
    player(name, optional = True, team = side) for name, side in [(\"Cleo\", \"Reds\"), (\"Dora\", \"Blues\")]
]
ada, ben, cleo, dora = SEATS[0], SEATS[1], SEATS[2], SEATS[3]
HANDS = [zone(one.name.lower() + \".hand\", \"Hand\", owner = one) for one in SEATS]
gold = counter(\"gold\", most = 9)
CARDS = cards(\"cards.csv\")

#@ make
def build():
    for one in players():
        for row in CARDS:
            make(row, one.zone(\"hand\"), owner = one)

def told(list):
    note(\"tells\", list)
";

fn book(text: &str) -> Program {
    let load = "load(\"table.star\", \"SEATS\", \"CARDS\", \"ada\", \"ben\", \"cleo\", \"dora\", \"gold\", \"told\")\n";
    program(&[("rules/table.star", TABLE), ("rules/go.star", &format!("{load}{text}"))], DATA)
}

/// Plays `go` for a number of players, or for players of these names.
fn play(text: &str, players: SeatChoice) -> Trace {
    let program = book(text);
    machine(&program).play(&seated(&program, players))
}

fn seated(program: &Program, players: SeatChoice) -> Start {
    Start { players, ..start(program, "go", 1) }
}

fn at_table(names: &[&str]) -> SeatChoice {
    SeatChoice::Named(names.iter().map(|name| (*name).to_owned()).collect())
}

/// Returns the names in each note or event of a player.
fn told(trace: &Trace) -> Vec<String> {
    use rulepress::engine::trace::Act;
    let line = |act: &Act| match act {
        Act::Note { things, .. } => {
            Some(things.iter().map(|thing| &thing.name[..1]).collect::<String>())
        }
        Act::Eliminate { player } => Some(format!("-{player}")),
        Act::Pass { player } => Some(format!("pass {player}")),
        Act::Push { what } => Some(what.name().to_owned()),
        _ => None,
    };
    assert!(matches!(trace.outcome, Outcome::Finished | Outcome::Over { .. }), "{trace:?}");
    trace.records.iter().filter_map(|record| line(&record.act)).collect()
}

#[test]
fn only_those_who_always_play_sit_at_the_usual_table() {
    let go = "def go():\n    told(players())\n    ada.add(gold, 2)\n";
    let trace = play(go, SeatChoice::Usual);
    assert_eq!(told(&trace), ["AB"]);
    let zones: Vec<&str> = trace.table.iter().map(|zone| zone.key.as_str()).collect();
    assert_eq!(zones, ["ada.hand", "ben.hand", "aside"]);
    assert_eq!(trace.end.zones.keys().collect::<Vec<_>>(), ["ada.hand", "ben.hand"]);
    assert_eq!(trace.end.players.keys().collect::<Vec<_>>(), ["Ada", "Ben"]);
}

#[test]
fn a_seat_that_nobody_takes_changes_no_byte() {
    let text = "a = player(\"A\")\nb = player(\"B\")\n#more\nfield = zone(\"field\", \"Field\", owner = a)\n\
        CARDS = cards(\"cards.csv\")\n\n#@ make\ndef build():\n    make(CARDS[0], field)\n\n\
        def go():\n    begin_turn(b)\n    field.first().flip(up = False)\n";
    let more =
        "c = player(\"C\", optional = True)\nspare = zone(\"c.spare\", \"Spare\", owner = c)\n";
    let play = |text: &str| {
        let program = program(&[("rules/table.star", text)], DATA);
        machine(&program).play(&start(&program, "go", 1))
    };
    let (two, mut three) = (play(text), play(&text.replace("#more\n", more)));
    assert!(three.names.players.remove("C"), "who does not play is known by name");
    assert_eq!(two, three);
}

#[test]
fn players_follow_one_another_round_the_table() {
    let go = "def go():\n    told(players())\n    told([next(one) for one in SEATS[:3]])\n\
        \x20   told(others(ben))\n    told(players(first = cleo))\n";
    assert_eq!(told(&play(go, SeatChoice::Count(3))), ["ABC", "BCA", "CA", "CAB"]);
    assert_eq!(
        told(&play(go, at_table(&["Cleo", "Ben", "Ada"]))),
        ["CBA", "CAB", "AC", "CBA"],
        "the scenario says in which order they sit"
    );
}

#[test]
fn who_is_out_is_passed_over() {
    let go = "def go():\n    eliminate(ben)\n    eliminate(ben)\n    told([next(ada), next(ben)])\n\
        \x20   told(players(first = ben))\n    told(others(ben))\n    told([one for one in SEATS if one.out])\n\
        \x20   eliminate(ada)\n    eliminate(cleo)\n    told([next(dora), next(ada)])\n    told(others(dora))\n";
    assert_eq!(
        told(&play(go, SeatChoice::Count(4))),
        ["-Ben", "CC", "CDA", "CDA", "B", "-Ada", "-Cleo", "DD", ""]
    );
    let back = "def fall():\n    eliminate(ben)\n    fail(\"not so\")\n\ndef go():\n    attempt(fall)\n    told(players())\n";
    assert_eq!(told(&play(back, SeatChoice::Usual)), ["AB"]);
    let turn = "def go():\n    eliminate(ben)\n    begin_turn(ben)\n";
    let wrong = fault(&play(turn, SeatChoice::Usual));
    assert!(wrong.contains("`Ben` is out of the game and has no turn"), "{wrong}");
}

#[test]
fn who_is_out_has_no_opportunity() {
    let go = "#@ after state-check\ndef look(_):\n    if ada.count(gold) == 0:\n        ada.add(gold, 1)\n\
        \x20       eliminate(cleo)\n\ndef go():\n    begin_turn(ben)\n    opportunity()\n";
    assert_eq!(
        told(&play(go, SeatChoice::Count(4))),
        ["-Cleo", "pass Ben", "pass Dora", "pass Ada"]
    );
}

#[test]
fn what_triggers_is_stacked_in_the_order_of_seats() {
    let go = "def nothing(one):\n    pass\n\ndef go():\n    begin_turn(ben)\n    for one in SEATS:\n\
        \x20       trigger(one.name, nothing, one, by = one)\n    stack_triggered()\n";
    let trace = play(go, at_table(&["Dora", "Ada", "Ben", "Cleo"]));
    assert_eq!(told(&trace), ["Ben", "Cleo", "Dora", "Ada"]);
}

#[test]
fn pieces_are_made_for_those_who_play() {
    let program =
        book("def go():\n    told([card for one in players() for card in one.zone(\"hand\")])\n");
    let rules: LoadedRules = machine(&program);
    for (count, cards) in [(2, "ABAB"), (3, "ABABAB"), (2, "ABAB"), (4, "ABABABAB")] {
        let start = seated(&program, SeatChoice::Count(count));
        assert_eq!(told(&rules.play(&start)), [cards], "{count} players");
    }
}

#[test]
fn teams_are_allies_and_win_together() {
    let go = "def go():\n    told(allies(ada))\n    told(opponents(ada))\n    told(opponents(ben))\n\
        \x20   for side in sides():\n        told(side)\n    eliminate(ben)\n    eliminate(dora)\n\
        \x20   if len(sides()) == 1:\n        game_over(winner = team(ada), loser = ben)\n";
    let trace = play(go, SeatChoice::Count(4));
    assert_eq!(told(&trace), ["C", "BD", "CA", "AC", "BD", "-Ben", "-Dora"]);
    let Outcome::Over { winner, loser, .. } = &trace.outcome else { panic!("{:?}", trace.outcome) };
    assert_eq!((winner.as_deref(), loser.as_deref()), (Some("Reds"), Some("Ben")));
}

#[test]
fn a_start_forms_other_teams() {
    let go = "def go():\n    told(allies(ada))\n    told(opponents(ada))\n    told([one for one in players() if team(one) == None])\n";
    let program = book(go);
    let teams = vec![("Greens".to_owned(), vec!["Ada".to_owned(), "Dora".to_owned()])];
    let from = Start { teams, ..seated(&program, SeatChoice::Count(4)) };
    assert_eq!(told(&machine(&program).play(&from)), ["D", "BC", "BC"]);
}

#[test]
fn a_wrong_table_is_told() {
    let fault_of = |start: Start, program: &Program| fault(&machine(program).play(&start));
    let idle = book("def go():\n    pass\n");
    let cases = [
        (SeatChoice::Count(5), "`players` cannot be 5 in this game (write a number from 2 to 4)"),
        (SeatChoice::Count(1), "`players` cannot be 1 in this game (write a number from 2 to 4)"),
        (at_table(&["Ada", "Bem"]), "unknown player `Bem` (did you mean `Ben`?)"),
        (at_table(&["Ada", "Ben", "Ada"]), "`Ada` has two seats"),
        (
            at_table(&["Ben", "Cleo"]),
            "`Ada` always plays, but has no seat (add \"Ada\" to `players`)",
        ),
    ];
    for (players, expected) in cases {
        let told = fault_of(seated(&idle, players), &idle);
        assert!(told.ends_with(expected), "{told}");
    }
    let teams = |members: &[&str]| {
        let members = members.iter().map(|name| (*name).to_owned()).collect();
        Start { teams: vec![("Reds".to_owned(), members)], ..start(&idle, "go", 1) }
    };
    assert!(
        fault_of(teams(&["Ada", "Adda"]), &idle)
            .contains("unknown player `Adda` (did you mean `Ada`?)")
    );
    assert!(fault_of(teams(&["Ada", "Ada"]), &idle).contains("`Ada` is in two teams"));
    let position = vec![put("cleo.hand: Ant")];
    let told = fault_of(Start { position, ..start(&idle, "go", 1) }, &idle);
    assert!(told.contains("`cleo.hand` belongs to `Cleo`, who does not play"), "{told}");
    let cleo = Start { player: Some("Cleo".to_owned()), ..start(&idle, "go", 1) };
    assert!(fault_of(cleo, &idle).contains("`Cleo` does not play"));
}

#[test]
fn rules_cannot_use_a_seat_that_nobody_takes() {
    for line in [
        "cleo.add(gold, 1)",
        "begin_turn(cleo)",
        "eliminate(cleo)",
        "ada.zone(\"hand\").first().move(cleo.zone(\"hand\"))",
    ] {
        let told = fault(&play(&format!("def go():\n    {line}\n"), SeatChoice::Usual));
        assert!(told.contains("`Cleo` does not play: take players"), "{line}: {told}");
    }
    let told = fault(&play("def go():\n    game_over(winner = \"Redds\")\n", SeatChoice::Usual));
    assert!(told.contains("unknown team `Redds` (did you mean `Reds`?)"), "{told}");
}
