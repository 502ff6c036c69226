//! Scenarios with authors' mistakes: every case of `tests/cases/example/scenario` is played, and
//! its findings are the golden. A first line `# outcome: {...}` is the answer of the machine, as
//! data.

use rulepress::diagnostic::{self, Findings};
use rulepress::engine::Lifetime;
use rulepress::engine::trace::{Outcome, PlacedCounter, PlacedFlag, SeatChoice, Start, Trace};
use rulepress::example::examples::{self, ExampleContext};
use rulepress::example::folder::{ScenarioFile, TodoOpening};
use rulepress::example::scenario;
use rulepress::rules::Program;
use rulepress::source::{SourceId, Span};

use super::Chance;
use super::fixture::{StandIn, book, program, sample, sources};
use crate::common::{cases, golden};

#[test]
fn scenarios() {
    let cases = cases("example/scenario");
    assert!(cases.len() >= 25, "only {} scenarios", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let text = std::fs::read_to_string(case)
                .unwrap_or_else(|error| panic!("{}: {error}", case.display()));
            let name = case.file_stem().and_then(|name| name.to_str()).expect("cases have names");
            golden(&case.with_extension("txt"), &judged(name, &text))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the findings in a scenario.
fn judged(name: &str, text: &str) -> String {
    let mut sources = sources();
    let file = format!("{name}.toml");
    let source = sources.add_named(file.clone(), &file, text);
    let file = ScenarioFile {
        name: name.to_owned(),
        source,
        accepted: None,
        trace: format!("{name}.trace").into(),
        seed: None,
    };
    let openings =
        [TodoOpening { anchor: "example-cards".to_owned(), span: Span::new(SourceId(0), 0..4) }];
    let program = program();
    let book = ExampleContext { openings: &openings, ..book(&program, &sources) };
    let outcome = text.lines().next().and_then(|line| line.strip_prefix("# outcome: "));
    let outcome: Option<Outcome> =
        outcome.map(|json| serde_json::from_str(json).expect("the outcome can be read"));
    let player = |_: &Program, starts: &[Start]| -> Result<Vec<Trace>, Vec<Outcome>> {
        let trace =
            |_: &Start| Trace { outcome: outcome.clone().unwrap_or(Outcome::Finished), ..quiet() };
        Ok(starts.iter().map(trace).collect())
    };
    let mut findings = Findings::default();
    examples::play_scenarios(&[file], &book, &StandIn(player), &mut findings);
    findings.0.retain(|finding| finding.code.name != "unaccepted-example");
    findings.sort();
    diagnostic::findings_text(&findings, &sources, false)
}

/// The sample without the verb that has no sentence.
fn quiet() -> Trace {
    let mut trace = sample();
    trace.records.retain(|record| record.verb != "bounce");
    trace
}

/// Any bytes, and any cut of a good scenario, end in findings.
#[test]
fn broken_scenarios_never_panic() {
    let good = std::fs::read_to_string(
        crate::common::root().join("tests/cases/example/scenario/good.toml"),
    );
    let good = good.expect("the case is there");
    for end in (0..good.len()).filter(|end| good.is_char_boundary(*end)) {
        judged("cut", &good[..end]);
    }
    let mut chance = Chance(11);
    let bits = [
        "[", "]", "=", "\"", "\n", "position", ".", "card", "|", "#", "-9", "{", "}", "answers",
        "é", ",", "0x",
    ];
    for _ in 0..3_000 {
        let text: String = (0..chance.below(30)).map(|_| *chance.of(&bits)).collect();
        judged("noise", &text);
    }
}

/// Hostile sizes are made here.
#[test]
fn large_scenarios_take_bounded_time() {
    let long = format!("title = \"{}\"\nplay = \"#activate-cards\"\n", "x".repeat(1 << 20));
    judged("long", &long);
    let deep = format!(
        "play = \"#activate-cards\"\n[position]\na = {}1{}\n",
        "[".repeat(20_000),
        "]".repeat(20_000)
    );
    assert!(!judged("deep", &deep).is_empty());
    let tables =
        format!("play = \"#activate-cards\"\n[position.{}]\nz = []\n", vec!["a"; 5_000].join("."));
    assert!(!judged("tables", &tables).is_empty());
    let many = format!(
        "title = \"many\"\nplay = \"#activate-cards\"\n[position]\nhand = [{}]\n",
        "\"Weaponsmith\",".repeat(50_000)
    );
    judged("many", &many);
    let unknown = format!(
        "title = \"many\"\nplay = \"#activate-cards\"\n[position]\nhand = [{}]\n",
        "\"Waeponsmith\",".repeat(20_000)
    );
    assert!(judged("unknown", &unknown).contains("more findings of the kind"));
}

#[test]
fn all_fields_are_read() {
    let text = "title = \"T\"\nfills = \"#example-cards\"\nplay = \"#activate-cards 2.2\"\nuntil = \"#ability\"\nseed = 7\nturns = 2\nplayers = 3\n\
                [teams]\nReds = [\"Ada\", \"Cleo\"]\n\
                [position.automa]\nhand = [\"Weaponsmith | rested until end of turn | damage 2 | damage 1 until phase | attached to Dream Fairy | rotated 90 | face up\"]\ndeck = [\"Dream Fairy\", \"nothing else\"]\n\
                [position.players]\nAda = [\"gold 3\", \"energy 2 until the end of the round\", \"out\"]\n\
                [[card]]\nCard = \"Guard\"\nPower = 2\n[answers]\n\"a: b\" = \"yes\"\n[expect]\nfacts = [\"x is y\"]\noutcome = \"gap\"\n";
    let mut sources = sources();
    let id = sources.add("s.toml", text);
    let mut findings = Findings::default();
    let read = scenario::read_scenario("s", id, text, &mut findings).expect("it can be read");
    assert!(findings.0.is_empty(), "{findings:?}");
    let start = rulepress::example::start::scenario_start(&read, &program(), &mut findings)
        .expect("it can be played");
    assert_eq!((start.seed, start.play, start.until, start.repeat), (7, 5, Some(9), 2));
    assert_eq!((start.make, start.setup), (Some(0), Some(1)));
    assert_eq!(start.players, SeatChoice::Count(3));
    assert_eq!(start.teams, [("Reds".to_owned(), vec!["Ada".to_owned(), "Cleo".to_owned()])]);
    assert_eq!(start.position.len(), 2);
    let card = &start.position[0].cards[0];
    assert_eq!((card.name.as_str(), card.face_up), ("Weaponsmith", Some(true)));
    assert_eq!((card.host.as_deref(), card.rotation), (Some("Dream Fairy"), 90));
    let ada = &start.amounts[0];
    assert_eq!((ada.name.as_str(), ada.out, ada.counters.len()), ("Ada", true, 2));
    assert_eq!(ada.counters[1].until, Lifetime::Round);
    assert_eq!(
        (card.flags.clone(), card.counters.clone()),
        (
            vec![PlacedFlag { name: "rested".to_owned(), until: Lifetime::Turn }],
            vec![
                PlacedCounter { name: "damage".to_owned(), amount: 2, until: Lifetime::Game },
                PlacedCounter { name: "damage".to_owned(), amount: 1, until: Lifetime::Phase },
            ]
        )
    );
    assert_eq!(start.cards[0]["Power"], "2");
    assert_eq!(start.answers["a: b"], "yes");
}

#[test]
fn seats_are_a_number_or_names() {
    let seats = |written: &str| {
        let text = format!("title = \"T\"\nplay = \"#activate-cards\"\nplayers = {written}\n");
        let mut sources = sources();
        let id = sources.add("s.toml", text.as_str());
        let mut findings = Findings::default();
        let read = scenario::read_scenario("s", id, &text, &mut findings).expect("it can be read");
        let told: Vec<String> = findings.0.into_iter().map(|finding| finding.message).collect();
        (read.players.map(|players| players.value), told.join("\n"))
    };
    let names = SeatChoice::Named(vec!["Ben".to_owned(), "Ada".to_owned()]);
    assert_eq!(seats("[\"Ben\", \"Ada\"]"), (Some(names), String::new()));
    assert_eq!(seats("0"), (None, "`players = 0` is out of range".to_owned()));
    let wanted = "`players` is a text, not a number of players or a list of names".to_owned();
    assert_eq!(seats("\"Ada\""), (None, wanted));
}
