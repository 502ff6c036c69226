//! A small book with its rules, and events on its table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rulepress::engine::trace::{
    Act, Answerer, ComponentNames, NamedElimination, NamedPending, NamedPlace, NamedSubject,
    NamedVisibility, NamedZoneSlot, Outcome, PieceState, Snapshot, Start, Trace, TraceRecord,
};
use rulepress::example::examples::ExampleContext;
use rulepress::example::narrate::Lexicon;
use rulepress::example::story::TableStyle;
use rulepress::rules::executor::Executor;
use rulepress::rules::{
    Binding, CardData, Function, Module, Program, ProsePlace, Role, TieBreakerItem, TieBreakerList,
};
use rulepress::source::{SourceId, Sources, Span};
use rulepress::theme::BookTheme;

/// Plays as a function says.
pub(super) struct StandIn<F>(pub F);

impl<F: Fn(&Program, &[Start]) -> Result<Vec<Trace>, Vec<Outcome>>> Executor for StandIn<F> {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        self.0(program, starts)
    }
}

/// Text of the only module, of which faults show lines.
pub(super) const MODULE: &str =
    "#@ #activate-cards\ndef activate_cards():\n    hand.frist().flip()\n";
/// The prose, of which places show lines.
pub(super) const PROSE: &str =
    "# Activate cards {#activate-cards}\n\n1. Turn the card face-up. {#activate-reveal}\n";

/// The texts of the book; the prose is 0, the module is 1.
pub(super) fn sources() -> Sources {
    let mut sources = Sources::new(std::path::Path::new(".")).expect("the folder is there");
    sources.add("turn.md", PROSE);
    sources.add("rules/turn.star", MODULE);
    sources
}

/// An English book with these rules, without openings and in the usual look.
pub(super) fn book<'a>(program: &'a Program, sources: &'a Sources) -> ExampleContext<'a> {
    static WORDS: LazyLock<Lexicon> = LazyLock::new(Lexicon::english);
    static LOOK: LazyLock<TableStyle> = LazyLock::new(TableStyle::default);
    static THEME: LazyLock<BookTheme> = LazyLock::new(BookTheme::default);
    ExampleContext {
        program,
        sources,
        words: &WORDS,
        own_words: None,
        look: &LOOK,
        mat: None,
        companion: None,
        theme: &THEME,
        openings: &[],
        lessons: &[],
    }
}

fn place(section: &str, step: &str, anchor: Option<&str>, address: &str, text: &str) -> ProsePlace {
    let titles = [
        ("activate-cards", "Activate cards"),
        ("best-weapon", "Best weapon"),
        ("ability", "Abilities"),
    ];
    let title =
        titles.iter().find(|(name, _)| *name == section).map_or(section, |(_, title)| title);
    ProsePlace {
        section: section.to_owned(),
        step: step.to_owned(),
        anchor: anchor.map(str::to_owned),
        address: address.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
        links: Vec::new(),
        span: Span::new(SourceId(0), 36..60),
        book: None,
    }
}

fn function(name: &str, line: u32, places: &[u32], role: Option<Role>) -> Function {
    Function { module: 0, name: name.to_owned(), line, places: places.to_vec(), role }
}

/// Index of each place in the program.
pub(super) mod at {
    pub(in crate::example) const REVEAL: u32 = 1;
    pub(in crate::example) const FAILS: u32 = 2;
    pub(in crate::example) const PAYS: u32 = 3;
    pub(in crate::example) const BEST: u32 = 5;
    pub(in crate::example) const POWER: u32 = 6;
    pub(in crate::example) const LEFT: u32 = 7;
    pub(in crate::example) const ABILITY: u32 = 9;
}

/// The cards of the book.
const CARDS: [&str; 5] =
    ["Savage Slash", "Weaponsmith", "Dream Fairy", "Warrior's Longsword", "Ornamental Greatsword"];

/// The rules of the book.
pub(super) fn program() -> Program {
    let places = vec![
        place("activate-cards", "", Some("activate-cards"), "5.5", ""),
        place(
            "activate-cards",
            "1",
            Some("activate-reveal"),
            "5.5 step 1",
            "Turn the card face-up.",
        ),
        place("activate-cards", "2.1", Some("activate-fails"), "5.5 step 2.1", "It cannot."),
        place("activate-cards", "2.2", None, "5.5 step 2.2", "It can."),
        place("example-cards", "", Some("example-cards"), "5.6", ""),
        place("best-weapon", "", Some("best-weapon"), "3.1", ""),
        place("best-weapon", "1", Some("best-weapon-power"), "3.1 step 1", "the most power,"),
        place(
            "best-weapon",
            "2",
            Some("best-weapon-left"),
            "3.1 step 2",
            "the left-most position.",
        ),
        place("setup", "", Some("setup"), "4", ""),
        place("ability", "", Some("ability"), "5.7", ""),
        place("unbound", "", Some("unbound"), "6", ""),
    ];
    let functions = vec![
        function("make", 1, &[], Some(Role::Make)),
        function("setup", 2, &[8], Some(Role::Setup)),
        function("activate_cards", 2, &[0], None),
        function("reveal", 9, &[at::REVEAL], None),
        function("bury", 12, &[at::FAILS], None),
        function("pay", 15, &[at::PAYS], None),
        function("power", 20, &[at::POWER], Some(Role::Key)),
        function("left", 22, &[at::LEFT], Some(Role::Key)),
        function("abilities", 25, &[at::ABILITY], None),
        function(
            "fairy",
            30,
            &[],
            Some(Role::Effect { card: "Dream Fairy".to_owned(), moment: "enter".to_owned() }),
        ),
    ];
    let bindings =
        [(2, "#activate-cards", 0), (3, "#activate-reveal", 1), (5, "#activate-cards/2.2", 3)];
    let binding = |(function, key, place): (u32, &str, u32)| Binding {
        function,
        key: key.to_owned(),
        place: Some(place),
        words: Vec::new(),
        sentence: String::new(),
        hash: 0,
        span: Span::new(SourceId(1), 0..18),
    };
    let row = |card: &&str| vec![(*card).to_owned(), "1".to_owned()];
    Program {
        charts: Vec::new(),
        book: "Wind Lorraine Automa".to_owned(),
        reading: "corrected".to_owned(),
        modules: vec![Module {
            path: "rules/turn.star".to_owned(),
            book: String::new(),
            text: MODULE.to_owned(),
            source: SourceId(1),
            loads: Vec::new(),
            inserted: Vec::new(),
        }],
        functions,
        places,
        lists: vec![TieBreakerList {
            anchor: "best-weapon".to_owned(),
            place: at::BEST,
            items: vec![
                TieBreakerItem { place: at::POWER, function: 6, most: true },
                TieBreakerItem { place: at::LEFT, function: 7, most: false },
            ],
        }],
        values: Vec::new(),
        data: vec![CardData {
            path: "cards.csv".to_owned(),
            columns: vec!["Card".to_owned(), "Power".to_owned()],
            rows: CARDS.iter().map(row).collect(),
        }],
        bindings: bindings.into_iter().map(binding).collect(),
    }
}

/// A piece of the Automa.
pub(super) fn card(name: &str, id: u32, seen: bool) -> NamedSubject {
    NamedSubject { name: name.to_owned(), id, owner: Some("Automa".to_owned()), seen }
}

/// A player.
pub(super) fn player(name: &str) -> NamedSubject {
    NamedSubject { name: name.to_owned(), id: 0, owner: None, seen: true }
}

/// A place in a zone, `automa.hand`.
pub(super) fn spot(key: &str, name: &str, at: u32) -> NamedZoneSlot {
    NamedZoneSlot { key: key.to_owned(), name: name.to_owned(), at, of: at + 1 }
}

/// An event of the Automa's main phase.
pub(super) fn record(verb: &str, act: Act, place: u32) -> TraceRecord {
    let things = match &act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => {
            vec![piece.clone()]
        }
        _ => Vec::new(),
    };
    let seen = if things.iter().all(|thing| thing.seen) {
        NamedVisibility::All
    } else {
        NamedVisibility::Nobody
    };
    TraceRecord {
        verb: verb.to_owned(),
        act,
        place: Some(place),
        effect: None,
        scope: 1,
        turn: 1,
        phase: Some("Main phase".to_owned()),
        actor: Some("Automa".to_owned()),
        cause: None,
        seen,
    }
}

/// A move of a piece.
pub(super) fn go(
    verb: &str,
    piece: NamedSubject,
    from: NamedZoneSlot,
    to: NamedZoneSlot,
    place: u32,
) -> TraceRecord {
    record(verb, Act::Move { piece, from, to, up: true }, place)
}

/// The table at the end: zones with names of cards, face up.
pub(super) fn snapshot(zones: &[(&str, &[&str])]) -> Snapshot {
    let piece = |(id, name): (u32, &&str)| PieceState {
        name: (*name).to_owned(),
        id,
        face_up: true,
        ..PieceState::default()
    };
    let cards = |cards: &[&str]| (0u32..).zip(cards).map(piece).collect::<Vec<_>>();
    Snapshot {
        names: BTreeMap::new(),
        zones: zones.iter().map(|(key, names)| ((*key).to_owned(), cards(names))).collect(),
        players: BTreeMap::from([
            ("Automa".to_owned(), BTreeMap::from([("energy".to_owned(), 3)])),
            ("You".to_owned(), BTreeMap::new()),
        ]),
        edges: Vec::new(),
        stack: vec![
            NamedPending::Label("Bolt".to_owned()),
            NamedPending::Thing(card("Dream Fairy", 2, true)),
        ],
        turn: 1,
        phase: Some("Main phase".to_owned()),
        digest: "5ef66ffe0db1ce185ef66ffe0db1ce18".to_owned(),
    }
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A play of these records.
pub(super) fn trace(records: Vec<TraceRecord>) -> Trace {
    Trace {
        walked: Default::default(),
        asked: rulepress::engine::trace::AskedQuestions::default(),
        drawn: Default::default(),
        guessed: Default::default(),
        running: Vec::new(),
        parts: Vec::new(),
        names: ComponentNames {
            players: names(&["Automa", "You"]),
            seated: vec!["Automa".to_owned(), "You".to_owned()],
            fewest: 2,
            teams: names(&[]),
            cards: names(&CARDS),
            counters: names(&["energy", "durability"]),
            flags: names(&["rested", "marked"]),
            spaces: [("North".to_owned(), NamedPlace::default())].into(),
            square_maps: Default::default(),
        },
        records,
        outcome: Outcome::Stopped,
        table: Vec::new(),
        start: None,
        end: snapshot(&[
            ("automa.hand", &["Savage Slash"]),
            ("automa.field", &["Dream Fairy", "Warrior's Longsword"]),
            ("automa.memory", &[]),
        ]),
        reached: vec![2, 3],
        lines: vec![at::POWER],
    }
}

fn hand(at: u32) -> NamedZoneSlot {
    spot("automa.hand", "Automa Hand", at)
}

/// A play with an event of every kind.
pub(super) fn sample() -> Trace {
    let graveyard = spot("automa.graveyard", "Graveyard", 0);
    let banished = spot("automa.banished", "Banished", 0);
    let deck = spot("automa.deck", "Main Deck", 0);
    let hand_graveyard = spot("automa.hand_graveyard", "Automa Hand Graveyard", 0);
    let field = spot("automa.field", "Field", 0);
    let memory = spot("automa.memory", "Memory", 1);
    let slash = || card("Savage Slash", 1, true);
    let smith = |seen| card("Weaponsmith", 2, seen);
    let fairy = || card("Dream Fairy", 3, true);
    let (long, orna) =
        (card("Warrior's Longsword", 4, true), card("Ornamental Greatsword", 5, true));
    let fairy_row =
        |record: TraceRecord| TraceRecord { effect: Some("Dream Fairy".to_owned()), ..record };
    let check = |holds, things| Act::Check {
        question: "can be paid".to_owned(),
        holds,
        things,
        numbers: Vec::new(),
    };
    let pick = |excluded, lines, chosen| Act::Pick { place: at::BEST, excluded, lines, chosen };
    let power = NamedElimination {
        place: at::POWER,
        most: true,
        kept: vec![(long.clone(), 2)],
        dropped: vec![(orna.clone(), 1)],
    };
    let left = NamedElimination {
        place: at::LEFT,
        most: false,
        kept: vec![(orna.clone(), 0)],
        dropped: vec![(long.clone(), 1)],
    };
    let energy =
        |was, now| Act::Count { of: player("Automa"), counter: "energy".to_owned(), was, now };
    let mut records = vec![
        record("turn", Act::Turn { player: "Automa".to_owned(), number: 1 }, 0),
        record("phase", Act::Phase { name: "Main phase".to_owned() }, 0),
        record("reveal", Act::Flip { piece: slash(), up: true }, at::REVEAL),
        record("check", check(true, vec![slash()]), at::PAYS),
        go("pay", fairy(), graveyard.clone(), banished, at::PAYS),
        go("pay", smith(false), hand(3), memory, at::PAYS),
        go("activate", fairy(), hand(0), field, at::PAYS),
        record("check", check(false, vec![smith(true)]), at::FAILS),
        go("fail", smith(true), hand(1), hand_graveyard, at::FAILS),
        go("draw", smith(false), deck.clone(), hand(1), at::FAILS),
        record(
            "mark",
            Act::Flag { piece: smith(false), flag: "marked".to_owned(), on: true },
            at::FAILS,
        ),
        record(
            "unmark",
            Act::Flag { piece: smith(false), flag: "marked".to_owned(), on: false },
            at::FAILS,
        ),
        record("pick", pick(Vec::new(), vec![power], Some(long.clone())), at::ABILITY),
        record(
            "pick",
            pick(vec![(fairy(), "it is no weapon".to_owned())], vec![left], Some(orna.clone())),
            at::ABILITY,
        ),
        record(
            "pick",
            pick(vec![(fairy(), "it is no weapon".to_owned())], Vec::new(), None),
            at::ABILITY,
        ),
        fairy_row(go(
            "bounce",
            long.clone(),
            spot("you.field", "Field", 0),
            spot("you.hand", "Hand", 0),
            at::ABILITY,
        )),
        fairy_row(record("gain", energy(2, 3), at::ABILITY)),
        record(
            "count",
            Act::Count { of: long, counter: "durability".to_owned(), was: 1, now: 0 },
            at::ABILITY,
        ),
        record("shuffle", Act::Shuffle { zone: deck, cards: 8, order: Vec::new() }, at::ABILITY),
        record(
            "roll",
            Act::Roll { dice: vec![("red".into(), "hit".into()), ("red".into(), "miss".into())] },
            at::ABILITY,
        ),
        record(
            "ask",
            Act::Ask {
                question: "benefit: Dream Fairy".to_owned(),
                options: vec!["yes".to_owned(), "no".to_owned()],
                answer: "yes".to_owned(),
                by: None,
                from: Answerer::Scenario,
                about: None,
                among: Vec::new(),
            },
            at::ABILITY,
        ),
        record(
            "look",
            Act::Note {
                things: vec![slash(), smith(false), card("Bot", 9, false)],
                numbers: vec![],
            },
            9,
        ),
        record("attempt", Act::Attempt { reason: "there is no target".to_owned() }, at::ABILITY),
        record(
            "over",
            Act::Over {
                winner: None,
                loser: Some("Automa".into()),
                reason: "its Main Deck is empty".into(),
            },
            at::ABILITY,
        ),
    ];
    records[16].place = None;
    trace(records)
}
