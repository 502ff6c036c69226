//! Rules in Starlark, played by the kernel.

pub(crate) mod book;
mod mutants;
mod seats;
mod looks;
mod parts;
mod ties;

use std::collections::BTreeMap;

use rulepress::engine::trace::{Act, Outcome, Start, Trace, TraceRecord};
use rulepress::rules::Program;
use rulepress::rules::host::LoadedRules;

use crate::host::book::{answers, cited, named, place, program, put, start};

pub(crate) const DATA: &str = include_str!("host/cards.txt");
pub(crate) const TABLE: (&str, &str) = ("rules/table.star", include_str!("host/table.star"));
pub(crate) const TURN: (&str, &str) = ("rules/turn.star", include_str!("host/turn.star"));

fn machine(program: &Program) -> LoadedRules {
    LoadedRules::load(program).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Plays `text` after the table; its function `go` is the play.
fn go_at(text: &str, position: &[&str]) -> (Program, Trace) {
    let load = "load(\"table.star\", \"CARDS\", \"automa\", \"coin\", \"damage\", \"deck\", \"field\", \"graveyard\", \"hand\", \"power\", \"rested\", \"spare\", \"you\")\n";
    let program = program(&[TABLE, ("rules/go.star", &format!("{load}{text}"))], DATA);
    let position = position.iter().map(|text| put(text)).collect();
    let start = Start { position, ..start(&program, "go", 1) };
    let trace = machine(&program).play(&start);
    (program, trace)
}

fn go(text: &str) -> Trace {
    go_at(text, &["field: Guide, Knight, Page"]).1
}

/// Verb, thing and citation of every record.
fn told(program: &Program, records: &[TraceRecord]) -> Vec<String> {
    let thing = |act: &Act| match act {
        Act::Move { piece, .. }
        | Act::Flip { piece, .. }
        | Act::Flag { piece, .. }
        | Act::Count { of: piece, .. } => piece.name.clone(),
        Act::Pick { chosen, .. } => {
            chosen.as_ref().map_or("nothing".to_owned(), |thing| thing.name.clone())
        }
        Act::Check { holds, .. } => holds.to_string(),
        Act::Attempt { reason } => reason.clone(),
        Act::Note { things, numbers } => format!("{} {numbers:?}", things.len()),
        _ => String::new(),
    };
    let line = |record: &TraceRecord| {
        let effect = record.effect.as_ref().map_or(String::new(), |card| format!("{card} < "));
        format!("{} {} @{effect}{}", record.verb, thing(&record.act), cited(program, record.place))
    };
    records.iter().map(line).collect()
}

fn fault(trace: &Trace) -> String {
    match &trace.outcome {
        Outcome::Fault(fault) => {
            let hint = fault.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
            format!(
                "{}:{}:{}-{}: {}{hint}",
                fault.module, fault.line, fault.column, fault.end_column, fault.message
            )
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_event_cites_the_innermost_bound_rule() {
    let program = program(&[TABLE, TURN], DATA);
    let position = vec![
        put("hand: Guide, Giant, Page, Knight"),
        put("graveyard: Wind"),
        put("deck: Slash, Page"),
    ];
    let trace = machine(&program).play(&Start { position, ..start(&program, "main_phase", 5) });
    let expected = [
        "turn  @main",
        "phase  @main",
        "reveal Guide @activate 1",
        "pay Wind @activate 2.2",
        "pay Giant @activate 2.2",
        "activate Guide @activate 2.3",
        "rest Guide @Guide < activate 2.3",
        "count Guide @Guide < activate 2.3",
        "draw Slash @draw",
        "reveal Slash @activate 1",
        "pay Page @activate 2.2",
        "pay Knight @activate 2.2",
        "activate Slash @activate 2.3",
        "expire Guide @main",
    ];
    assert_eq!(told(&program, &trace.records), expected);
    assert_eq!(trace.outcome, Outcome::Finished);
    assert!(
        trace.records[1..13].iter().all(|record| record.phase.as_deref() == Some("Main Phase"))
    );
    assert_eq!((trace.records[8].turn, trace.records[8].actor.as_deref()), (1, Some("Automa")));
    let entered = [
        "main_phase",
        "activate_cards",
        "turn_up",
        "can_pay",
        "draw",
        "pay",
        "resolve",
        "guide_enters",
        "helper",
    ];
    let mut reached: Vec<u32> = entered.iter().map(|name| named(&program, name)).collect();
    reached.sort_unstable();
    assert_eq!(trace.reached, reached);
}

#[test]
fn a_sibling_does_not_inherit_the_citation() {
    let (program, trace) = go_at(
        r#"
#@ #outer
def go():
    one()
    field.first().flip(False)
    two()
    [three(card) for card in field]

#@ #one
def one():
    two()

def two():
    field.first().flip(not field.first().face_up)

#@ #three
def three(card):
    card.set(rested)
    sorted(field.cards(), key=four)

#@ #four
def four(card):
    return 1
"#,
        &["field: Guide, Knight"],
    );
    let expected =
        ["flip Guide @one", "flip Guide @outer", "set Guide @three", "set Knight @three"];
    assert_eq!(told(&program, &trace.records), expected);
}

#[test]
fn a_play_stops_where_it_is_told_to() {
    let mut program = program(&[TABLE, TURN], DATA);
    let position = vec![put("hand: Giant, Page")];
    let until = Some(place(&mut program, "activate 2.1"));
    let machine = machine(&program);
    let from = Start { position, until, ..start(&program, "main_phase", 5) };
    let trace = machine.play(&from);
    assert_eq!(trace.outcome, Outcome::Stopped);
    assert_eq!(told(&program, &trace.records).last().unwrap(), "reveal Giant @activate 1");
    let section = machine.play(&Start { until: Some(place(&mut program, "activate")), ..from });
    assert_eq!(section.records.len(), 2, "the whole section, and it is entered at once");
}

#[test]
fn the_same_seed_gives_the_same_trace_in_every_thread() {
    let program = program(&[TABLE, TURN], DATA);
    let machine = machine(&program);
    let trace = |seed: u64| machine.play(&start(&program, "main_phase", seed));
    let alone: Vec<Trace> = (0..64).map(trace).collect();
    assert!(alone.windows(2).any(|pair| pair[0].records != pair[1].records));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                (0..64).rev().for_each(|seed| assert_eq!(trace(seed), alone[seed as usize]))
            });
        }
    });
    let again = LoadedRules::load(&program).unwrap();
    assert_eq!(again.play(&start(&program, "main_phase", 9)), alone[9]);
}

#[test]
fn pieces_never_appear_or_vanish() {
    let program = program(&[TABLE, TURN], DATA);
    let machine = machine(&program);
    let count = |trace: &Trace| {
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        let mut ids = Vec::new();
        for piece in trace.end.zones.values().flatten() {
            *names.entry(piece.name.clone()).or_default() += 1;
            ids.push(piece.id);
        }
        ids.sort_unstable();
        (names, ids)
    };
    let first = count(&machine.play(&start(&program, "main_phase", 0)));
    assert_eq!(first.1, (0..22).collect::<Vec<u32>>());
    for seed in 0..300 {
        let from = Start { repeat: 1 + seed as u32 % 7, ..start(&program, "main_phase", seed) };
        let trace = machine.play(&from);
        assert_eq!(count(&trace), first, "seed {seed}");
        for record in &trace.records {
            if let Act::Move { from, to, .. } = &record.act {
                assert!(from.at < from.of && to.at < to.of);
            }
        }
    }
}

#[test]
fn the_set_up_is_no_part_of_the_trace() {
    let program = program(&[TABLE, TURN], DATA);
    let trace = machine(&program).play(&Start { repeat: 3, ..start(&program, "main_phase", 2) });
    assert_eq!(trace.records[0].verb, "turn");
    assert_eq!(trace.end.turn, 3);
    assert!(!trace.reached.contains(&named(&program, "deal")));
}

#[test]
fn a_position_is_put_on_what_is_laid_out_ready() {
    let ready = "\n#@ ready\ndef lay_out():\n    lost.shuffle()\n    for _ in range(4):\n        deck.first().move(lost)\n";
    let table = format!("{}{ready}", TABLE.1);
    let program = program(&[("rules/table.star", &table), TURN], DATA);
    let machine = machine(&program);
    let from =
        Start { position: vec![put("hand: Guide, Page")], ..start(&program, "main_phase", 5) };
    let trace = machine.play(&Start { ready: Some(named(&program, "lay_out")), ..from.clone() });
    let before = trace.start.as_ref().expect("a position was laid out");
    let names =
        |zone: &str| before.zones[zone].iter().map(|piece| piece.name.as_str()).collect::<Vec<_>>();
    assert_eq!(
        (names("hand"), before.zones["lost"].len(), before.turn),
        (vec!["Guide", "Page"], 4, 0)
    );
    assert_eq!(before.names["lost"], "Hand Graveyard");
    assert_eq!(trace.records[0].verb, "turn", "what was laid out is no part of the trace");
    assert!(!trace.reached.contains(&named(&program, "lay_out")));
    let without = machine.play(&from).start.expect("a position was laid out");
    assert_eq!(without.zones["lost"].len(), 0);
    let set_up = Start { position: Vec::new(), ready: Some(named(&program, "lay_out")), ..from };
    let begun = machine.play(&set_up).start.expect("every play has a beginning");
    assert_eq!(begun.zones["lost"].len(), 0, "it is for positions only");
}

#[test]
fn copies_in_a_pile_are_no_tie() {
    let text = "def go():\n    pick(\"#list\", graveyard).move(hand)\n\n#@ #list #list-a most\ndef key(card):\n    return card.power\n";
    let (program, trace) = go_at(text, &["graveyard: Guide, Page, Page"]);
    assert_eq!(told(&program, &trace.records), ["pick Page @list", "move Page @-"]);
    assert_eq!(
        trace.end.zones["hand"][0].id,
        trace.start.expect("a position was laid out").zones["graveyard"][1].id
    );
    for differ in [
        "graveyard: Page, Page | rested",
        "graveyard: Page, Page | damage 1",
        "graveyard: Page, Knight",
    ] {
        let outcome = go_at(text, &[differ]).1.outcome;
        assert!(matches!(outcome, Outcome::Gap { .. }), "{differ}: {outcome:?}");
    }
    let row = go_at(&text.replace("graveyard", "field"), &["field: Page, Page"]).1.outcome;
    assert!(matches!(row, Outcome::Gap { .. }), "where they lie makes a difference: {row:?}");
}

#[test]
fn lists_choose_and_tell_how() {
    let program = program(&[TABLE, TURN], DATA);
    let machine = machine(&program);
    let at = |field: &str| {
        machine.play(&Start { position: vec![put(field)], ..start(&program, "attack", 1) })
    };
    let trace = at("field: Guide, Knight, Page | rested");
    assert_eq!(told(&program, &trace.records), ["pick Knight @best-ally", "attack Knight @attack"]);
    let Act::Pick { excluded, lines, place, .. } = &trace.records[0].act else { panic!() };
    assert_eq!((excluded[0].0.name.as_str(), excluded[0].1.as_str()), ("Page", "it is rested"));
    assert_eq!(cited(&program, Some(*place)), "best-ally");
    assert_eq!(
        (lines.len(), lines[0].kept[0].1, lines[0].dropped[0].0.name.as_str()),
        (1, 2, "Guide")
    );
    assert_eq!(trace.lines, [lines[0].place]);

    let none = at("field: Guide | rested");
    assert_eq!(told(&program, &none.records), ["pick nothing @best-ally"]);
    let tie = at("field: Knight, Page");
    let Outcome::Gap { question, options, place } = &tie.outcome else {
        panic!("{:?}", tie.outcome)
    };
    assert_eq!(question, "which of Knight, Page to take by #best-ally");
    assert_eq!(
        (options.join(" "), cited(&program, *place)),
        ("Knight Page".to_owned(), "best-ally".to_owned())
    );
    assert_eq!(tie.records.len(), 1);
}

#[test]
fn events_are_replaced_and_answered() {
    let program = program(&[TABLE, TURN], DATA);
    let position = vec![put("field: Page, Knight, Guide, Knight | rested")];
    let trace = machine(&program).play(&Start { position, ..start(&program, "strike", 1) });
    let expected = [
        "die Page @die 1",
        "count Guide @Guide < die",
        "mourn 2 [3] @Guide < die",
        "save Knight @save",
        "die Guide @die 1",
        "die Knight @die 1",
    ];
    assert_eq!(told(&program, &trace.records), expected);
    let causes: Vec<_> = trace.records.iter().map(|record| record.cause).collect();
    assert_eq!(causes, [None, Some(0), Some(0), Some(2), None, None]);
}

#[test]
fn attempts_leave_one_record() {
    let program = program(&[TABLE, TURN], DATA);
    let position = vec![put("field: Page")];
    let trace = machine(&program).play(&Start { position, ..start(&program, "try_things", 1) });
    let expected = [
        "count Page @try 1",
        "check true @-",
        "attempt no more damage @-",
        "check false @-",
        "attempt  @-",
        "check false @-",
    ];
    assert_eq!(told(&program, &trace.records), expected);
    assert_eq!(trace.end.zones["field"][0].counters["damage"], 1);
}

#[test]
fn outcomes() {
    let (program, stuck) = go_at("#@ #here\ndef go():\n    fail(\"no way\")\n", &[]);
    let Outcome::Stuck { reason, place } = &stuck.outcome else { panic!("{stuck:?}") };
    assert_eq!((reason.as_str(), cited(&program, *place)), ("no way", "here".to_owned()));
    let over = go(
        "def go():\n    game_over(winner=you, loser=automa, reason=\"done\")\n    automa.add(damage, 1)\n",
    );
    let done = Outcome::Over {
        winner: Some("You".to_owned()),
        loser: Some("Automa".to_owned()),
        reason: "done".to_owned(),
    };
    assert_eq!((over.outcome, over.records.len()), (done, 1));
    let gap = go("def go():\n    gap(\"who begins\", options=[automa, you])\n");
    let Outcome::Gap { options, .. } = gap.outcome else { panic!() };
    assert_eq!(options, ["Automa", "You"]);
}

#[test]
fn questions() {
    let text = "def go():\n    card = ask(\"which\", field.cards())\n    card.set(rested)\n";
    let load = "load(\"table.star\", \"field\", \"rested\")\n";
    let program = program(&[TABLE, ("rules/go.star", &format!("{load}{text}"))], DATA);
    let machine = machine(&program);
    let from =
        Start { position: vec![put("field: Page, Page, Knight")], ..start(&program, "go", 1) };
    let Outcome::Unanswered { question, options, .. } = machine.play(&from).outcome else {
        panic!()
    };
    assert_eq!(
        (question.as_str(), options.join(",")),
        ("which", "Page,Page (2),Knight".to_owned())
    );
    let answered =
        machine.play(&Start { answers: answers(&[("which", "Page (2)")]), ..from.clone() });
    assert_eq!(answered.end.zones["field"][1].flags, ["rested"]);
    let wrong = machine.play(&Start { answers: answers(&[("which", "Pages")]), ..from.clone() });
    let Outcome::Unanswered { question, options, .. } = &wrong.outcome else { panic!() };
    assert_eq!((question.as_str(), options.len()), ("which", 3));
    assert_eq!(wrong.asked.questions, ["which"]);
    let seeded: Vec<_> = (0..20)
        .map(|seed| machine.play(&Start { seed, seeded: true, ..from.clone() }).end.digest)
        .collect();
    assert!(seeded.iter().any(|digest| *digest != seeded[0]));
}

/// The answer that a failed attempt was given is not that of the next question in the same words.
#[test]
fn a_question_of_a_failed_attempt_stays_asked() {
    let text = "load(\"table.star\", \"field\", \"damage\", \"you\")
def tries():
    if ask(\"which\", [\"one\", \"two\"]) == \"one\":
        fail(\"not that\")
    you.add(damage, 1)
def go():
    if not attempt(tries):
        attempt(tries)
";
    let program = program(&[TABLE, ("rules/go.star", text)], DATA);
    let machine = machine(&program);
    let from = start(&program, "go", 1);
    let first = machine.play(&Start { answers: answers(&[("which (1)", "one")]), ..from.clone() });
    let Outcome::Unanswered { question, times, .. } = &first.outcome else { panic!("{first:?}") };
    assert_eq!((question.as_str(), *times), ("which", 2));
    let both = answers(&[("which (1)", "one"), ("which (2)", "two")]);
    let whole = machine.play(&Start { answers: both, ..from });
    assert_eq!((&whole.outcome, whole.asked.taken.len()), (&Outcome::Finished, 2));
    assert!(whole.records.iter().any(|record| record.verb == "count"), "{whole:?}");
}

#[test]
fn chance_is_told() {
    let trace = go(
        "def go():\n    faces = roll(coin, n=3)\n    check(\"heads\", faces[0] in coin.faces and coin.name == \"coin\" and rested.name == \"rested\" and damage.name == \"damage\")\n    draw_random(field, \"victim\").set(rested)\n",
    );
    let Act::Roll { dice } = &trace.records[0].act else { panic!("{trace:?}") };
    assert_eq!((dice.len(), dice[0].0.as_str()), (3, "coin"));
    assert!(matches!(trace.records[1].act, Act::Check { holds: true, .. }));
    assert_eq!(trace.records.len(), 3);
}

#[test]
fn faults_point_at_the_authors_text() {
    let text = "def go():\n    field.first().move(\n        hand, at=9)\n";
    assert_eq!(
        fault(&go(text)),
        "rules/go.star:3:5-6: there is no position 9 in `hand`, which holds 0 other cards"
    );
    let one = "def go():\n    x = [card.powr for card in field]\n";
    assert_eq!(
        fault(&go(one)),
        "rules/go.star:3:10-19: object of type `piece` has no attribute `powr` (did you mean `power`?)"
    );
    let nested = "def go():\n    step(hand.first())\n\ndef step(card):\n    card.add(damage, -1)\n";
    let trace = go_at(nested, &["hand: Page"]).1;
    assert_eq!(
        fault(&trace),
        "rules/go.star:6:5-25: `damage` of `Page` would be -1, but it is at least 0"
    );
    let Outcome::Fault(fault) = trace.outcome else { panic!() };
    assert_eq!(fault.trail, ["rules/go.star:3 step", "rules/go.star:6 add"]);
}

#[test]
fn cards_are_asked_for_words() {
    let text = r#"
def go():
    knight, wind = field.cards()
    check("own word", knight.says("keywords", "Intercept"))
    check("part of a word", knight.says("keywords", "Inter"))
    check("one in common", wind.shares("keywords", wind))
    check("none in common", wind.shares("keywords", knight))
"#;
    let trace = go_at(text, &["field: Knight, Wind"]).1;
    let held =
        trace.records.iter().map(|record| matches!(record.act, Act::Check { holds: true, .. }));
    assert_eq!(held.collect::<Vec<_>>(), [true, false, true, false], "{:?}", trace.outcome);
}

#[test]
fn faults_of_every_kind() {
    let says = |text: &str| {
        fault(&go(&format!("def go():\n    pass\n    {text}\n")))
            .split_once(": ")
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(says("field.first(face=\"upp\")"), "unknown face `upp` (did you mean `up`?)");
    assert_eq!(
        says("field.first().words(\"keyword\")"),
        "unknown column `keyword` (did you mean `keywords`?)"
    );
    assert_eq!(
        says("field.first().says(\"keyword\", \"Guard\")"),
        "unknown column `keyword` (did you mean `keywords`?)"
    );
    assert_eq!(says("pick(\"#best\", field)"), "`#best` has no tie-breakers");
    assert!(!says("pick(\"#best\", 3)").is_empty());
    assert_eq!(says("zone(\"a\", \"b\")"), "this can only be declared while the module is loaded");
    assert_eq!(says("make(CARDS[0], field)"), "cards are only made before play begins");
    assert_eq!(
        says("carry_out(\"Guide\", \"enter\")"),
        "no function carries out `Guide` at `enter` (write `#@ card \"Guide\" enter` above its function)"
    );
    assert_eq!(
        says("note(\"x\", field)"),
        "only pieces, players, spaces, rows and numbers can be reported, not a `zone`"
    );
    assert_eq!(
        says("field.first().add(damage, 1, until=\"week\")"),
        "`until` cannot be `week` (write `phase`, `turn` or `round` after `until`; without it the change lasts the whole game)"
    );
    assert_eq!(says("draw_random([], \"x\")"), "there is nothing to draw from");
    assert!(!says("1 // 0").is_empty());
    assert!(!says("field.cards()[7]").is_empty());
}

#[test]
fn limits_end_a_play_and_not_the_program() {
    let what = |text: &str| match go(text).outcome {
        Outcome::Limit { what } => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        what("def go():\n    for _ in repeat():\n        pass\n"),
        "a `repeat()` that runs more than 10000 times"
    );
    assert_eq!(
        what(
            "def go():\n    for a in range(100000):\n        for b in range(100000):\n            pass\n"
        ),
        "more than 100000000 steps"
    );
    assert_eq!(
        what("def go():\n    for a in range(400000):\n        note(\"x\")\n"),
        "more than 300000 events"
    );
    assert_eq!(
        what("def go():\n    deep(0)\n\ndef deep(n):\n    deep(n + 1)\n"),
        "calls nested deeper than 200"
    );
    assert_eq!(what("def go():\n    attempt(go)\n"), "calls nested deeper than 200");
    assert_eq!(
        what("def go(x=0):\n    happen(\"x\", 1, otherwise=go)\n"),
        "events that answer events more than 64 deep"
    );
    assert_eq!(
        what(
            "def go():\n    x = []\n    for i in range(10000000):\n        x.append(str(i) * 9)\n"
        ),
        "more than 256 MiB of values"
    );
}

#[test]
fn rules_are_checked_before_they_run() {
    let check = |text: &str| {
        let load = "load(\"table.star\", \"deck\", \"field\", \"hand\", \"rested\", \"automa\")\n";
        let program = program(&[TABLE, ("rules/go.star", &format!("{load}{text}"))], DATA);
        let faults = LoadedRules::load(&program).err().unwrap_or_default();
        let line = |f: &rulepress::engine::trace::Fault| {
            format!(
                "{}:{} {}{}",
                f.line,
                f.column,
                f.message,
                f.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"))
            )
        };
        faults.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(check("def go():\n    return field.first()\n"), Vec::<String>::new());
    assert_eq!(
        check("def go():\n    retrun = haand\n"),
        ["3:14 unknown name `haand` (did you mean `hand`?)"]
    );
    assert_eq!(check("def go():\n    x = 1\n    field.first().moev(hand)\n").len(), 1);
    assert_eq!(check("def go():\n    field.first().powr\n    field.first().power\n").len(), 1);
    assert_eq!(check("def go():\n    field.first().move(rested)\n").len(), 1);
    assert_eq!(check("def go():\n    field.first().move()\n").len(), 1);
    assert_eq!(check("def go():\n    begin_turn(field)\n    end_trun()\n").len(), 2);
    assert_eq!(check("def go(card: piece):\n    card.mve(hand)\n").len(), 1);
    assert_eq!(check("def go(:\n").len(), 1);
    assert_eq!(check("x = zone(\"deck\", \"again\")\n"), ["2:5 the zone `deck` is declared twice"]);
    assert_eq!(
        check("x = field.first()\n"),
        ["2:5 this can only be done while the game is played"]
    );
    assert_eq!(
        check("x = cards(\"card.csv\")\n"),
        ["2:5 the book has no card data `card.csv` (did you mean `cards.csv`?)"]
    );
}

#[test]
fn inline_cards_are_made_for_one_play() {
    let program = program(&[TABLE, TURN], DATA);
    let row: BTreeMap<String, String> = [("Card", "Guard"), ("Kind", "Ally"), ("Power", "7")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .into();
    let position = vec![put("field: Guard, Guide, Guard | rested")];
    let machine = machine(&program);
    let trace = machine.play(&Start { cards: vec![row], position, ..start(&program, "attack", 1) });
    assert_eq!(told(&program, &trace.records), ["pick Guard @best-ally", "attack Guard @attack"]);
    assert_eq!(machine.components().cards.len(), 6);
    let says = |cells: &[(&str, &str)]| {
        let row =
            cells.iter().map(|(title, cell)| ((*title).to_owned(), (*cell).to_owned())).collect();
        fault(&machine.play(&Start { cards: vec![row], ..start(&program, "attack", 1) }))
    };
    assert!(
        says(&[("Card", "Guard"), ("Powr", "7")])
            .ends_with("`cards.csv` has no column `Powr` (did you mean `Power`?)")
    );
    assert!(
        says(&[("Card", "Guard"), ("power", "much")])
            .ends_with("`Power` is a whole number, not `much`")
    );
    assert!(says(&[("Power", "7")]).ends_with("a card needs a name, under `Card`"));
    let lost = machine
        .play(&Start { position: vec![put("field: Guard")], ..start(&program, "attack", 1) });
    assert_eq!(fault(&lost), ":0:0-0: unknown card `Guard` for `field`");
}

/// Plays `make` and `setup` of a text that follows the table's declarations.
fn made(build: &str) -> Program {
    let table = TABLE.1.split("#@ make").next().unwrap();
    program(
        &[(
            "rules/table.star",
            &format!("{table}\n#@ make\ndef build():\n{build}\ndef go():\n    pass\n"),
        )],
        DATA,
    )
}

#[test]
fn what_is_made_does_not_depend_on_what_was_played_before() {
    let texts = [
        "    for row in CARDS:\n        make(row, deck)\n    deck.shuffle()\n",
        "    for row in CARDS:\n        make(row, deck)\n    deck.shuffle()\n    deck.first().move(hand)\n",
        "    for row in CARDS:\n        make(row, deck)\n    deck.shuffle()\n    deck.shuffle()\n    make(CARDS[0], hand)\n    hand.shuffle(stream=\"deck\")\n",
        "    for row in CARDS:\n        make(row, deck)\n    deck.shuffle()\n    make(CARDS[0], deck)\n",
        "    for row in CARDS:\n        make(row, deck if roll(coin) == [\"heads\"] else hand)\n",
        "    pass\n    for row in CARDS:\n        make(row, deck)\n    make(draw_random(CARDS, \"x\"), hand)\n",
    ];
    for text in texts {
        let program = made(text);
        let one = machine(&program);
        let play = |machine: &LoadedRules, seed| machine.play(&start(&program, "go", seed)).end;
        let first: Vec<_> = (0..9).map(|seed| play(&one, seed)).collect();
        assert!(first.iter().any(|end| end.zones != first[0].zones), "{text}");
        for seed in (0..9).rev() {
            assert_eq!(play(&one, seed as u64), first[seed], "again, {text}");
            assert_eq!(play(&machine(&program), seed as u64), first[seed], "alone, {text}");
        }
    }
}

#[test]
fn a_replacement_does_not_replace_itself() {
    let text = r#"
def go():
    happen("die", field.first(), otherwise=gone)

def gone(card):
    card.move(graveyard, verb="die")

#@ #first
#@ instead die
def twice(card):
    card.set(rested, verb="twice")
    happen("die", card, otherwise=gone)
    return True

#@ #second
#@ instead die
def never(card):
    note("asked", card)
    return False
"#;
    let (program, trace) = go_at(text, &["field: Page"]);
    assert_eq!(
        told(&program, &trace.records),
        ["twice Page @first", "asked 1 [] @second", "die Page @first"]
    );
    let silent = go(&text.replace("    return False", "    pass"));
    assert!(
        fault(&silent).contains("the function that replaces `die` returns neither True nor False")
    );
}

#[test]
fn an_attempt_inside_an_attempt() {
    let text = r#"
def go():
    check("outer", attempt(outer))
    field.first().add(damage, 1)

def outer():
    field.first().add(damage, 5)
    check("inner", attempt(inner))
    fail("outer fails")

def inner():
    field.first().add(damage, 7)
"#;
    let (program, trace) = go_at(text, &["field: Page"]);
    let told = told(&program, &trace.records);
    assert_eq!(
        told,
        ["check true @-", "attempt outer fails @-", "check false @-", "count Page @-"]
    );
    assert_eq!(trace.end.zones["field"][0].counters["damage"], 1);
}

#[test]
fn sums_are_exact_or_refused() {
    let note = |call: &str| go(&format!("def go():\n    note(\"is\", {call})\n"));
    let amounts = |call: &str| match &note(call).records[0].act {
        Act::Note { numbers, .. } => numbers.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(amounts("sum([])"), [0]);
    assert_eq!(amounts("sum([3, -5, 40])"), [38]);
    assert_eq!(amounts("sum(field, key = lambda card: 10 + card.index)"), [33]);
    assert_eq!(amounts("sum([1 << 62, -(1 << 62), 7])"), [7]);
    for (call, wrong) in [
        ("sum([1 << 62, 1 << 62])", "the sum would be a larger number than there is"),
        ("sum([1 << 70])", "the sum would be a larger number than there is"),
        ("sum([True])", "only whole numbers are added up, not a `bool`"),
        ("sum(field)", "only whole numbers are added up, not a `piece`"),
    ] {
        let fault = fault(&note(call));
        assert!(fault.ends_with(wrong), "{call}: {fault}");
    }
}

#[test]
fn keys_only_look() {
    let list = |body: &str| {
        format!(
            "def go():\n    pick(\"#list\", field)\n\n#@ #list #list-a most\ndef key(card):\n    {body}\n    return card.power\n"
        )
    };
    assert_eq!(go(&list("check(\"x\", True, card)")).records.len(), 4);
    assert!(
        fault(&go(&list("card.set(rested)")))
            .ends_with("the key of a list must not change anything")
    );
    assert!(
        fault(&go(&list("return None")))
            .ends_with("the key of a list returns a number, not a `NoneType`")
    );
}

#[test]
fn a_module_is_checked_against_its_own_declarations() {
    let text = TABLE.1.replace(
        "deck.first().move(hand, verb=\"draw\")",
        "deck.fisrt().move(hand, verb=\"draw\")",
    );
    let faults = LoadedRules::load(&program(&[("rules/table.star", &text)], DATA)).unwrap_err();
    let line = text.lines().position(|line| line.contains("fisrt")).unwrap() as u32 + 1;
    assert_eq!((faults.len(), faults[0].line, faults[0].column), (1, line, 14));
    assert_eq!(faults[0].message, "the attribute `fisrt` is not available on the type `zone`");
    assert_eq!(faults[0].hint.as_deref(), Some("did you mean `first`?"));
}

#[test]
fn used_books_have_their_own_values_and_data() {
    let mut program = program(
        &[
            (
                "@other/table.star",
                "heap = zone(\"heap\", \"Heap\")\nROWS = cards(\"more.csv\")\nN = DRAW\n",
            ),
            (
                "rules/go.star",
                "load(\"../other/table.star\", \"ROWS\", \"heap\", \"N\")\n#@ make\ndef build():\n    for row in ROWS:\n        make(row, heap)\ndef go():\n    note(\"has\", N, FIRST_HAND, [card.extra for card in heap])\n",
            ),
        ],
        DATA,
    );
    program.modules[0].book = "other".to_owned();
    program.modules[1].loads = vec![("../other/table.star".to_owned(), 0)];
    let mut data = program.data[0].clone();
    (data.path, data.columns, data.rows) = (
        "@other/more.csv".to_owned(),
        vec!["Name".to_owned(), "Extra".to_owned()],
        vec![vec!["A".to_owned(), "7".to_owned()], vec!["B".to_owned(), "8".to_owned()]],
    );
    program.data.push(data);
    program.values.push(("@other/draw".to_owned(), rulepress::rules::Constant::Int(5)));
    let trace = machine(&program).play(&start(&program, "go", 1));
    let Act::Note { numbers, .. } = &trace.records[0].act else { panic!("{trace:?}") };
    assert_eq!(*numbers, [5, 3, 7, 8]);
    assert_eq!(trace.end.zones["heap"][0].name, "A");
}

#[test]
fn a_machine_goes_to_other_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<LoadedRules>();
}

#[test]
fn what_breaks_down_is_told() {
    let Outcome::Limit { what } =
        go("def go():\n    x = list(range(2000000000 + len(field)))\n").outcome
    else {
        panic!()
    };
    assert_eq!(what, "the rules use too much memory");
    let text = "def go():\n    return list(range(2000000000))\n";
    let faults = LoadedRules::load(&program(&[("rules/go.star", text)], "")).unwrap_err();
    assert!(
        faults[0].message.contains("too much memory"),
        "what is constant is reckoned when it is loaded: {}",
        faults[0].message
    );
    assert_eq!(
        go("def go():\n    pass\n").outcome,
        Outcome::Finished,
        "the next play is not harmed"
    );
}

#[test]
fn players_and_their_zones() {
    let trace = go(
        "def go():\n    check(\"players\", players() == [automa, you])\n    check(\"zones\", automa.zone(\"hand\") == hand and [player.name for player in players() if player != automa] == [\"You\"])\n",
    );
    assert!(
        trace.records.iter().all(|record| matches!(record.act, Act::Check { holds: true, .. })),
        "{trace:?}"
    );
    assert_eq!(trace.records.len(), 2);
    let wrong = |call: &str| fault(&go(&format!("def go():\n    {call}\n")));
    assert!(
        wrong("automa.zone(\"hnad\")")
            .ends_with("Automa has no zone `hnad` (did you mean `hand`?)")
    );
    let none = wrong("you.zone(\"hand\")");
    assert!(
        none.ends_with("You has no zone `hand` (write `owner = ...` where its zone is declared)"),
        "{none}"
    );
    let ends = TABLE
        .1
        .replace("zone(\"hand\"", "zone(\"automa.left.hand\"")
        .replace("zone(\"deck\"", "zone(\"deck.hand\"");
    let text = "load(\"table.star\", \"automa\", \"deck\", \"hand\")\ndef go():\n    check(\"ends\", automa.zone(\"hand\") == deck and automa.zone(\"left.hand\") == hand)\n    automa.zone(\"and\")\n";
    let program = program(&[(TABLE.0, &ends), ("rules/go.star", text)], DATA);
    let trace = machine(&program).play(&start(&program, "go", 1));
    assert!(matches!(trace.records[0].act, Act::Check { holds: true, .. }));
    assert!(fault(&trace).contains("Automa has no zone `and`"), "{}", fault(&trace));
}

#[test]
fn each_turn_has_the_limits_of_a_play() {
    let text = "def go():\n    x = [[n] for n in range(200000)]\n    note(\"made\", len(x))\n";
    let program = program(&[TABLE, ("rules/go.star", text)], DATA);
    let trace = machine(&program).play(&Start { repeat: 60, ..start(&program, "go", 1) });
    assert_eq!((trace.outcome, trace.records.len()), (Outcome::Finished, 60));
    let once = go("def go():\n    for _ in range(60):\n        x = [[n] for n in range(200000)]\n");
    assert!(matches!(once.outcome, Outcome::Limit { .. }), "{:?}", once.outcome);
}
