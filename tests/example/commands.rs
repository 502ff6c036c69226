//! The output of the commands.

use std::cell::RefCell;

use rulepress::cli::Exit;
use rulepress::diagnostic::{self, Findings};
use rulepress::engine::trace::{Fault, Outcome, SeatChoice, Start, Trace};
use rulepress::example::command::{
    self, Coverage, OpenChoice, Reached, Reply, ScenarioRecording, SeededGames,
};
use rulepress::example::examples;
use rulepress::example::folder::ScenarioFile;
use rulepress::example::scenario;
use rulepress::rules::Program;

use super::check;
use super::fixture::{StandIn, at, book, program, sample, sources, trace};

const GAMES: SeededGames<'_> =
    SeededGames { play: "#activate-cards", turns: 1, players: None, seed: 10, games: 300 };

/// Ends that depend on the seed.
fn many(_: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
    let one = |start: &Start| {
        assert!(start.seeded && start.setup.is_some() && start.make.is_some());
        let mut trace = sample();
        trace.records.truncate((start.seed % 7) as usize + 3);
        trace.reached = vec![2, 3];
        let text = |text: &str| text.to_owned();
        trace.outcome = match start.seed % 50 {
            7 => Outcome::Gap {
                question: text("which weapon"),
                options: vec![text("A"), text("B")],
                place: Some(at::BEST),
            },
            8 => Outcome::Gap { question: text("which hex"), options: Vec::new(), place: None },
            9 => Outcome::Over {
                winner: None,
                loser: Some(text("Automa")),
                reason: text("its deck is empty"),
            },
            11 if start.seed > 100 => Outcome::Fault(Fault {
                module: text("rules/turn.star"),
                line: 3,
                column: 10,
                end_column: 15,
                message: text("a zone has no attribute `frist`"),
                hint: None,
                trail: Vec::new(),
                entry: None,
            }),
            12 => Outcome::Limit { what: text("20 million ticks") },
            _ => Outcome::Finished,
        };
        trace
    };
    Ok(starts.iter().map(one).collect())
}

#[test]
fn simulate() {
    let sources = sources();
    let report = command::report_simulation(&GAMES, &program(), &sources, Some(2), &StandIn(many));
    assert_eq!(Exit::after(&report.findings), Exit::Limit);
    let found = diagnostic::findings_text(&report.findings, &sources, false);
    check("simulate.txt", &format!("{}\n{found}{:#}\n", report.text, report.json));
}

/// Six of the 300 games have a winner.
#[test]
fn simulate_counts_winners() {
    let sources = sources();
    let report =
        |won| command::report_simulation(&GAMES, &program(), &sources, Some(won), &StandIn(many));
    let few = |report: command::CommandReport| {
        report
            .findings
            .0
            .iter()
            .any(|f| f.message == "too few games have a winner or a loser: 2.0 % of 300 games")
    };
    assert!(!few(report(2)) && few(report(3)));
}

/// Chance decides who wins at a table of three, which no other start asks for.
#[test]
fn simulate_seats_so_many_players() {
    let at_three = |_: &Program, starts: &[Start]| {
        let seated = starts.iter().all(|start| start.players == SeatChoice::Count(3));
        assert!(seated, "{starts:?}");
        Ok(starts.iter().map(|_| sample()).collect())
    };
    let games = SeededGames { players: Some(3), ..GAMES };
    let (program, sources) = (program(), sources());
    let report = command::report_simulation(&games, &program, &sources, None, &StandIn(at_three));
    assert!(report.text.starts_with("300 games"), "{}", report.text);
}

#[test]
fn gaps() {
    let report = command::report_gaps(&GAMES, &program(), &StandIn(many));
    assert_eq!(Exit::after(&report.findings), Exit::Done);
    check("gaps.txt", &format!("{}\n{:#}\n", report.text, report.json));
}

#[test]
fn find() {
    let report = command::find_seeds("#activate-cards 2.2", &GAMES, &program(), &StandIn(many));
    check("find.txt", &format!("{}\n{:#}\n", report.text, report.json));
    let report = command::find_seeds("#activate-card", &GAMES, &program(), &StandIn(many));
    assert_eq!(report.findings.0[0].hints, ["did you mean `#activate-cards`?"]);
    let games = SeededGames { play: "#unbond", ..GAMES };
    let report = command::find_seeds("#activate-cards", &games, &program(), &StandIn(many));
    assert_eq!(
        report.findings.0[0].message,
        "nothing can be played at `#unbond`: no rule is bound to it"
    );
}

#[test]
fn coverage() {
    let mut reached = Reached::default();
    let program = program();
    let nothing = Coverage::of(&program, &reached).report();
    assert!(nothing.text.contains("0 of 6 (0 %)"), "{}", nothing.text);
    reached.add(&sample());
    reached.add(&Trace { reached: vec![5, 9], ..trace(Vec::new()) });
    let report = Coverage::of(&program, &reached).report();
    check("coverage.txt", &format!("{}\n{:#}\n", report.text, report.json));
}

#[test]
fn play_prints_numbered_sentences() {
    let mut sources = sources();
    let text = "title = \"Paying with Floating Memory\"\nplay = \"#activate-cards\"\nseed = 7\n";
    let source = sources.add("paying.toml", text);
    let file = ScenarioFile {
        name: "paying".into(),
        source,
        accepted: None,
        trace: "paying.trace".into(),
        seed: None,
    };
    let program = program();
    let book = book(&program, &sources);
    let mut findings = Findings::default();
    let player = |_: &Program, _: &[Start]| Ok(vec![sample()]);
    let examples = examples::play_scenarios(
        std::slice::from_ref(&file),
        &book,
        &StandIn(player),
        &mut findings,
    );
    let written = examples::accepted_traces(std::slice::from_ref(&file), &examples);
    let written: Vec<_> = written.iter().map(|(file, _)| file.trace.as_path()).collect();
    let report = command::report_accepted(&written, &examples, findings.clone());
    assert_eq!(report.text, "accepted paying.trace\n1 example accepted, 0 unchanged\n");
    let report = command::report_play(&examples[0], &book, findings);
    assert_eq!(report.json["form"], "rulepress-play");
    assert_eq!(report.json["title"], "Paying with Floating Memory");
    check("play.txt", &report.text);
}

/// Asks three questions one after the other, until all have an answer.
fn asking(_: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
    let questions = ["benefit: Seer's Sword", "which \"side\"?", "free"];
    let one = |start: &Start| {
        let open = questions.iter().find(|question| !start.answers.contains_key(**question));
        let outcome = open.map_or(Outcome::Finished, |question| Outcome::Unanswered {
            question: (*question).to_owned(),
            options: if *question == "free" {
                Vec::new()
            } else {
                vec!["yes".to_owned(), "no".to_owned()]
            },
            place: Some(at::ABILITY),
            times: 1,
            by: None,
            about: None,
            among: Vec::new(),
        });
        Trace { outcome, ..sample() }
    };
    Ok(starts.iter().map(one).collect())
}

fn recorded(text: &str, answers: &str) -> (String, usize, bool, String) {
    let mut findings = Findings::default();
    let mut sources = sources();
    let id = sources.add("s.toml", text);
    let scenario = scenario::read_scenario("s", id, text, &mut findings).expect("it can be read");
    let (mut input, mut output) = (answers.as_bytes(), Vec::new());
    let recorded = {
        let mut ask = command::ask_on_terminal(&mut input, &mut output);
        let recording = ScenarioRecording {
            scenario: &scenario,
            text,
            program: &program(),
            executor: &StandIn(asking),
        };
        command::record_answers(recording, &mut ask, &mut findings).expect("it can be played")
    };
    assert!(findings.0.is_empty(), "{findings:?}");
    let said = String::from_utf8(output).expect("it is text");
    (recorded.text, recorded.added, recorded.complete, said)
}

#[test]
fn recording_writes_answers() {
    let plain = "title = \"T\"\nplay = \"#activate-cards\"\n";
    let (text, added, complete, said) = recorded(plain, "perhaps\n1\nn\nanything\n");
    assert_eq!((added, complete), (3, true));
    let answers = "[answers]\n\"benefit: Seer's Sword\" = \"yes\"\n'which \"side\"?' = \"no\"\nfree = \"anything\"\n";
    assert_eq!(text, format!("{plain}\n{answers}"));
    assert!(
        said.starts_with(
            "  Automa: energy 3\nbenefit: Seer's Sword? (5.7)\n  1. yes\n  2. no\n> write one of the options"
        ),
        "{said}"
    );
    let with = format!(
        "{plain}[answers]   # what the reader judges\n\"free\" = \"x\"   # kept\n\n[expect]\noutcome = \"finished\"\n"
    );
    let (text, added, complete, _) = recorded(&with, "yes\n2\n");
    assert_eq!((added, complete), (2, true));
    let kept = "\"free\" = \"x\"   # kept\n\"benefit: Seer's Sword\" = \"yes\"\n'which \"side\"?' = \"no\"\n\n[expect]\n";
    assert!(text.contains(kept), "{text}");
    let (text, _, complete, _) = recorded(plain, "1\n");
    assert!(!complete && text.contains("Seer's Sword"), "what was answered is kept");
}

#[test]
fn asking_stops_when_nobody_answers() {
    let asked = RefCell::new(0);
    let mut ask = |_: &OpenChoice| {
        *asked.borrow_mut() += 1;
        Reply::Answer("yes".to_owned())
    };
    let text = "title = \"T\"\nplay = \"#activate-cards\"\n";
    let mut sources = sources();
    let id = sources.add("s.toml", text);
    let mut findings = Findings::default();
    let scenario = scenario::read_scenario("s", id, text, &mut findings).expect("it can be read");
    let deaf = |_: &Program, _: &[Start]| {
        let open = Outcome::Unanswered {
            question: "always".to_owned(),
            times: 1,
            by: None,
            about: None,
            among: Vec::new(),
            options: Vec::new(),
            place: None,
        };
        Ok(vec![Trace { outcome: open, ..sample() }])
    };
    let recording = ScenarioRecording {
        scenario: &scenario,
        text,
        program: &program(),
        executor: &StandIn(deaf),
    };
    let recorded = command::record_answers(recording, &mut ask, &mut findings);
    assert!(recorded.is_some_and(|recorded| !recorded.complete));
    assert_eq!(*asked.borrow(), 1);
}
