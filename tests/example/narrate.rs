//! Sentences: good English, another language from a file, and no name that the reader may not know.

use rulepress::diagnostic::Findings;
use rulepress::engine::trace::{
    Act, Answerer, NamedElimination, NamedSubject, NamedVisibility, TraceRecord,
};
use rulepress::example::narrate::{Lexicon, Narration, SentencePart, narrate, unknown_verbs};
use rulepress::source::SourceId;

use super::fixture::{at, card, go, player, program, record, sample, snapshot, spot, trace};
use super::{Chance, check};
use crate::common::{has_all, has_none};

fn text(told: &Narration) -> String {
    let line = |told: &rulepress::example::narrate::NarratedSentence| match (
        told.number,
        &told.citation,
    ) {
        (Some(number), Some(citation)) => format!("{number}. {} ({citation})\n", told.sentence),
        (Some(number), None) => format!("{number}. {}\n", told.sentence),
        (None, _) => format!("## {}\n", told.sentence),
    };
    told.sentences.iter().map(line).collect::<String>() + &format!("{}\n", told.end)
}

#[test]
fn english() {
    let told = narrate(&sample(), &program(), &Lexicon::english());
    check("english.txt", &text(&told));
}

#[test]
fn german() {
    let mut findings = Findings::default();
    let table =
        std::fs::read_to_string(crate::common::root().join("tests/cases/example/german.toml"));
    let table = table.expect("the table is there");
    let words = Lexicon::of_book("de", &[(SourceId(1), table.as_str().into())], &mut findings);
    assert!(findings.0.is_empty(), "{findings:?}");
    check("german.txt", &text(&narrate(&sample(), &program(), &words)));
}

#[test]
fn a_language_without_sentences_is_told_in_english() {
    let mut findings = Findings::default();
    let words = Lexicon::of_book("fr", &[], &mut findings);
    assert_eq!(findings.0.len(), 1);
    assert_eq!(findings.0[0].code.name, "missing-language");
    assert_eq!(
        narrate(&sample(), &program(), &words),
        narrate(&sample(), &program(), &Lexicon::english())
    );
}

#[test]
fn an_unknown_verb_is_a_finding_and_falls_back_to_the_kernel() {
    let (trace, words) = (sample(), Lexicon::english());
    let mut findings = Findings::default();
    unknown_verbs(std::slice::from_ref(&trace), &words, None, &mut findings);
    let found: Vec<&str> = findings.0.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(found, ["the verb `bounce` has no sentence"]);
    let told = text(&narrate(&trace, &program(), &words));
    assert!(
        told.contains(
            "*Warrior's Longsword* goes from your Field to your Hand. (*Dream Fairy*, 5.7)"
        ),
        "{told}"
    );
}

#[test]
fn a_book_replaces_and_mutes_sentences() {
    let mut findings = Findings::default();
    let own = "[verbs]\nreveal = \"{player} {player|lifts|lift} {piece}.\"\npay = \"\"\n\n[questions]\n\
               benefit = { ask = \"Is {detail} of benefit? You say {answer}.\" }\n\"can be paid\" = { yes = \"{piece} can be paid.\" }\n";
    let words = Lexicon::of_book("en", &[(SourceId(1), own.into())], &mut findings);
    assert!(findings.0.is_empty(), "{findings:?}");
    let told = text(&narrate(&sample(), &program(), &words));
    assert!(told.contains("1. Automa lifts *Savage Slash*."), "{told}");
    has_all(&told, &["2. *Savage Slash* can be paid.", "Is Dream Fairy of benefit? You say yes."]);
    has_none(&told, &["pays with"]);
}

#[test]
fn wrong_words_are_findings() {
    let own = "verb = {}\n[verbs]\na = \"{peice} goes\"\nb = \"{piece goes\"\nc = \"{by|card}\"\nd = 3\ne = \"one } brace\"\n\
               f = { up = \"{}\" }\ng = \"{{braces}} are fine\"\n[lines]\nstrip = \"the\"\nsplit = 1\n";
    let mut sources = super::fixture::sources();
    let id = sources.add("rules/words.toml", own);
    let mut findings = Findings::default();
    let mut words = Lexicon::english();
    words.add(id, own, &mut findings);
    check("wrong-words.txt", &rulepress::diagnostic::findings_text(&findings, &sources, false));
}

#[test]
fn you_and_several() {
    let mut trace = trace(Vec::new());
    trace.end = snapshot(&[]);
    let own = |name: &str| NamedSubject { owner: Some("You".to_owned()), ..card(name, 1, true) };
    let (deck, hand) = (spot("you.deck", "Deck", 0), spot("you.hand", "Hand", 0));
    trace.records = vec![go("draw", own("Guard"), deck.clone(), hand.clone(), 0)];
    trace.records.push(go("draw", NamedSubject { seen: false, ..own("Guard") }, deck, hand, 0));
    let told = text(&narrate(&trace, &program(), &Lexicon::english()));
    assert!(told.contains("1. You draw *Guard* from your Deck into your Hand."), "{told}");
    assert!(told.contains("2. You draw a face-down card from your Deck into your Hand."), "{told}");
}

/// Names of cards, none of which is a word of any template.
const NAMES: [&str; 6] =
    ["Xyzzy", "Plugh Of The Deep", "Frotz, Bringer", "Quux's Wand", "Zorkmid", "Grue Or Two"];

fn random_thing(chance: &mut Chance) -> NamedSubject {
    let name = *chance.of(&NAMES);
    let owner = (chance.below(4) > 0).then(|| "Automa".to_owned());
    NamedSubject { owner, ..card(name, 1, chance.below(2) == 0) }
}

fn random_text(chance: &mut Chance) -> String {
    let name = *chance.of(&NAMES);
    chance
        .of(&["why not", "it is NAME", "NAME, or NAME?", "benefit: NAME", "(NAME)"])
        .replace("NAME", name)
}

fn random_act(chance: &mut Chance) -> Act {
    let things = |chance: &mut Chance| {
        (0..chance.below(4)).map(|_| random_thing(chance)).collect::<Vec<_>>()
    };
    let piece = random_thing(chance);
    let spots = [
        spot("automa.hand", "Automa Hand", 2),
        spot("automa.deck", "Main Deck", 0),
        spot("market", "Market", 1),
    ];
    match chance.below(11) {
        0 => Act::Move {
            piece,
            from: chance.of(&spots).clone(),
            to: chance.of(&spots).clone(),
            up: chance.below(2) == 0,
        },
        1 => Act::Flip { piece, up: chance.below(2) == 0 },
        2 => Act::Flag { piece, flag: random_text(chance), on: chance.below(2) == 0 },
        3 => Act::Count {
            of: piece,
            counter: "damage".to_owned(),
            was: 1,
            now: chance.below(3) as i64,
        },
        4 => Act::Check {
            question: random_text(chance),
            holds: chance.below(2) == 0,
            things: things(chance),
            numbers: vec![chance.below(3) as i64],
        },
        5 => Act::Note { things: things(chance), numbers: vec![chance.below(3) as i64] },
        6..=8 => {
            let counted = |chance: &mut Chance| {
                things(chance).into_iter().map(|thing| (thing, 1)).collect::<Vec<_>>()
            };
            let line = |chance: &mut Chance| NamedElimination {
                place: at::POWER,
                most: true,
                kept: counted(chance),
                dropped: counted(chance),
            };
            Act::Pick {
                place: at::BEST,
                excluded: things(chance)
                    .into_iter()
                    .map(|thing| (thing, random_text(chance)))
                    .collect(),
                lines: (0..chance.below(3)).map(|_| line(chance)).collect(),
                chosen: (chance.below(2) == 0).then_some(piece),
            }
        }
        9 => {
            let (question, options, answer) =
                (random_text(chance), vec![random_text(chance)], random_text(chance));
            let (about, among) = ((chance.below(2) == 0).then_some(piece), things(chance));
            let by = (chance.below(2) == 0).then(|| "Automa".to_owned());
            Act::Ask { question, options, answer, by, from: Answerer::Policy, about, among }
        }
        _ => Act::Attempt { reason: random_text(chance) },
    }
}

/// The names in a record that the reader may not know, and not by another piece of that name.
fn hidden(record: &TraceRecord) -> Vec<String> {
    let things: Vec<&NamedSubject> = match &record.act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => vec![piece],
        Act::Count { of, .. } => vec![of],
        Act::Check { things, .. } | Act::Note { things, .. } => things.iter().collect(),
        Act::Ask { about, among, .. } => about.iter().chain(among).collect(),
        Act::Pick { excluded, lines, chosen, .. } => {
            let counted = lines
                .iter()
                .flat_map(|line| line.kept.iter().chain(&line.dropped))
                .map(|(thing, _)| thing);
            chosen.iter().chain(excluded.iter().map(|(thing, _)| thing)).chain(counted).collect()
        }
        _ => Vec::new(),
    };
    let shown = |thing: &&NamedSubject| thing.seen && record.seen != NamedVisibility::Nobody;
    let known: Vec<&str> =
        things.iter().copied().filter(shown).map(|thing| thing.name.as_str()).collect();
    things
        .iter()
        .filter(|thing| !shown(thing))
        .map(|t| t.name.clone())
        .filter(|n| !known.contains(&n.as_str()))
        .collect()
}

#[test]
fn no_sentence_names_what_the_reader_may_not_know() {
    let mut chance = Chance(4);
    let (program, words) = (program(), Lexicon::english());
    let verbs: Vec<String> =
        words.verbs().map(str::to_owned).chain(["frobnicate".to_owned()]).collect();
    let mut told_hidden = 0;
    for _ in 0..20_000 {
        let verb = chance.of(&verbs).clone();
        let act = random_act(&mut chance);
        let mut record = record(&verb, act, at::PAYS);
        record.seen = chance
            .of(&[
                NamedVisibility::All,
                NamedVisibility::Nobody,
                NamedVisibility::Only("Automa".to_owned()),
            ])
            .clone();
        record.effect = (chance.below(3) == 0).then(|| (*chance.of(&NAMES)).to_owned());
        let mut play = trace(vec![record.clone()]);
        play.end = snapshot(&[]);
        let told = narrate(&play, &program, &words);
        let names = hidden(&record);
        for told in &told.sentences {
            let said = format!(
                "{} {}",
                told.sentence,
                told.citation.as_ref().map_or_else(String::new, |c| c.to_string())
            );
            for name in &names {
                assert!(!said.contains(name.as_str()), "`{name}` stands in `{said}`: {record:?}");
                let part = |part: &SentencePart| matches!(part, SentencePart::Piece { thing, .. } if thing.name == *name);
                assert!(!told.sentence.parts.iter().any(part), "a part of `{said}` holds `{name}`");
                told_hidden += 1;
            }
            let first = said.trim_start_matches(['*', '(', '"', '+', '-']).chars().next();
            assert!(!first.is_some_and(char::is_lowercase), "no capital: {said}");
            assert!(said.contains('.') || said.contains('!'), "it does not end: {said}");
        }
    }
    assert!(told_hidden > 1_000, "{told_hidden} hidden names were told of");
}

#[test]
fn the_counter_of_a_player() {
    let act = Act::Count { of: player("You"), counter: "energy".to_owned(), was: 0, now: 1 };
    let told =
        text(&narrate(&trace(vec![record("gain", act, 0)]), &program(), &Lexicon::english()));
    assert!(told.contains("1. You gain 1 energy. (5.5)"), "{told}");
}

/// A team is called by its name, and is many.
#[test]
fn a_team_wins() {
    let over = |winner: &str| Act::Over {
        winner: Some(winner.to_owned()),
        loser: None,
        reason: String::new(),
    };
    let told = |winner| {
        text(&narrate(
            &trace(vec![record("over", over(winner), 0)]),
            &program(),
            &Lexicon::english(),
        ))
    };
    assert!(told("Blues").contains("1. Blues win the game"), "{}", told("Blues"));
    assert!(told("Automa").contains("1. Automa wins the game"), "{}", told("Automa"));
}

/// A sentence about two pieces of one name says whose each is; once, and only there.
#[test]
fn pieces_of_one_name_have_their_owners() {
    let mut words = Lexicon::english();
    let own = "[verbs]\ndefend = \"{piece} defends against {piece2}.\"\nown = \"{player.of} {piece} meets {piece2}.\"\n";
    let mut findings = Findings::default();
    words.add(SourceId(0), own, &mut findings);
    let of =
        |owner: &str, id| NamedSubject { owner: Some(owner.to_owned()), ..card("Bot", id, true) };
    let meeting = |verb: &str, owners: [&str; 2]| {
        let things = vec![of(owners[0], 1), of(owners[1], 2)];
        let note = Act::Note { things, numbers: Vec::new() };
        text(&narrate(&trace(vec![record(verb, note, 0)]), &program(), &words))
    };
    let told = meeting("defend", ["Automa", "You"]);
    assert!(told.contains("Automa's *Bot* defends against your *Bot*."), "{told}");
    let told = meeting("own", ["Automa", "You"]);
    assert!(told.contains("Automa's *Bot* meets your *Bot*."), "{told}");
    let told = meeting("defend", ["Automa", "Automa"]);
    assert!(told.contains("1. *Bot* defends against *Bot*."), "{told}");
}

#[test]
fn the_english_table_is_sound() {
    let path = crate::common::root().join("crates/example/words/en.toml");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let mut findings = Findings::default();
    let mut words = Lexicon::default();
    words.add(SourceId(0), &text, &mut findings);
    assert!(findings.0.is_empty(), "{findings:?}");
    assert_eq!(words, Lexicon::english());
}
