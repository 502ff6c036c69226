//! The kernel, without rules.

use std::sync::Arc;

use rulepress::engine::trace::{Act, Answerer, NamedVisibility, PlacedCard, ZoneLayout};
use rulepress::engine::{
    ASIDE, CardCell, CardId, Components, Counter, CounterHolder, CounterId, Die, DieId, Flag,
    FlagId, Game, GameBuffers, GameCard, GameState, HookTiming, Hooks, InsertAt, KernelError,
    Lifetime, MOST_EVENTS, MOST_PIECES, Picked, PieceId, Player, PlayerId, Question, RandomStreams,
    TieBreaker, TimedAmount, Zone, ZoneId, ZoneOrder, ZoneSight, lay_out_position, pick_by_list,
    table_snapshot, text_hash, trace_records, verb,
};

use crate::host::book::put;

const HAND: ZoneId = ZoneId(0);
const DECK: ZoneId = ZoneId(1);
const FIELD: ZoneId = ZoneId(2);
const RESTED: FlagId = FlagId(0);
const DAMAGE: CounterId = CounterId(0);
const POWER: CounterId = CounterId(1);
const ANNA: PlayerId = PlayerId(0);

fn zone(key: &str, order: ZoneOrder, up: bool, sight: ZoneSight, active: bool) -> Zone {
    Zone {
        key: key.to_owned(),
        name: key.to_uppercase(),
        owner: Some(ANNA),
        order,
        up,
        sight,
        active,
    }
}

fn more(counter: CounterId, amount: i64, until: Lifetime) -> TimedAmount {
    TimedAmount { counter, until, amount }
}

fn parts() -> Arc<Components> {
    let card = |name: &str| Arc::new(GameCard::new(0, name, vec![CardCell::Text(name.into())]));
    let counter = |name: &str, least, most| Counter { name: name.to_owned(), least, most };
    Arc::new(Components {
        charts: Vec::new(),
        players: ["Anna", "Ben"]
            .map(|name| Player { name: name.to_owned(), ..Player::default() })
            .to_vec(),
        zones: vec![
            zone("hand", ZoneOrder::Row, false, ZoneSight::Owner, false),
            zone("deck", ZoneOrder::Pile, false, ZoneSight::Nobody, false),
            zone("field", ZoneOrder::Row, true, ZoneSight::Nobody, true),
            zone(ASIDE, ZoneOrder::Pile, true, ZoneSight::All, false),
        ],
        counters: vec![counter("damage", 0, Some(9)), counter("power", -5, None)],
        flags: vec![Flag { name: "rested".to_owned() }, Flag { name: "marked".to_owned() }],
        dice: vec![Die { name: "d6".to_owned(), faces: (1..=6).map(CardCell::Int).collect() }],
        tables: Vec::new(),
        cards: ["Ant", "Bee", "Cat", "Dog", "Eel", "Fox"].into_iter().map(card).collect(),
        ..Components::default()
    })
}

/// A game with two copies of each of five cards in the deck, Ant on top.
fn game(seed: u64) -> Game {
    let parts = parts();
    let mut game = Game::new(parts.clone(), GameState::new(&parts, seed), GameBuffers::default());
    for at in 0..10 {
        game.make_piece(CardId(at % 5), DECK, None).unwrap();
    }
    game
}

fn names(game: &Game, zone: ZoneId) -> String {
    game.state.zone(zone).iter().map(|id| &game.piece_name(*id)[..1]).collect()
}

fn all(game: &Game) -> Vec<rulepress::engine::trace::TraceRecord> {
    trace_records(game, |_| None)
}

#[test]
fn moves_put_cards_at_the_place_asked_for() {
    let mut game = game(1);
    for (piece, at) in
        [(0, InsertAt::First), (1, InsertAt::First), (2, InsertAt::Last), (3, InsertAt::Index(1))]
    {
        game.move_piece(PieceId(piece), HAND, at, None, None).unwrap();
    }
    assert_eq!(names(&game, HAND), "BDAC");
    assert_eq!(names(&game, DECK), "EABCDE");
    game.move_piece(PieceId(1), HAND, InsertAt::Last, None, Some("shift")).unwrap();
    assert_eq!(names(&game, HAND), "DACB");
    let log = all(&game);
    let Act::Move { piece, from, to, .. } = &log[4].act else { panic!("{log:?}") };
    assert_eq!(
        (log[4].verb.as_str(), piece.name.as_str(), from.at, from.of, to.at, to.of),
        ("shift", "Bee", 0, 4, 3, 4)
    );
    let before = game.log.len();
    game.move_piece(PieceId(1), HAND, InsertAt::Last, None, None).unwrap();
    assert_eq!(game.log.len(), before, "what lies there already does not move");
    let refused = game.move_piece(PieceId(1), HAND, InsertAt::Index(4), None, None);
    assert_eq!(
        refused,
        Err(KernelError::wrong("there is no position 4 in `hand`, which holds 3 other cards"))
    );
}

#[test]
fn names_are_seen_when_a_face_is_up_before_or_after() {
    let mut game = game(1);
    game.move_piece(PieceId(0), HAND, InsertAt::First, None, Some("draw")).unwrap();
    game.move_piece(PieceId(0), DECK, InsertAt::First, None, None).unwrap();
    game.shuffle(DECK, None, None).unwrap();
    game.move_piece(PieceId(0), FIELD, InsertAt::First, None, None).unwrap();
    game.move_piece(PieceId(0), DECK, InsertAt::First, None, None).unwrap();
    game.set_flag(PieceId(0), RESTED, Lifetime::Game, None).unwrap();
    game.move_piece(PieceId(1), DECK, InsertAt::Last, None, None).unwrap();
    game.flip(PieceId(1), true, None).unwrap();
    game.flip(PieceId(1), false, None).unwrap();
    let only = || NamedVisibility::Only("Anna".to_owned());
    let seen: Vec<NamedVisibility> = all(&game).into_iter().map(|record| record.seen).collect();
    assert_eq!(
        seen,
        [
            only(),
            only(),
            NamedVisibility::All,
            NamedVisibility::All,
            NamedVisibility::All,
            NamedVisibility::Nobody,
            NamedVisibility::Nobody,
            NamedVisibility::All,
            NamedVisibility::All
        ]
    );
    let log = all(&game);
    let Act::Move { piece, .. } = &log[0].act else { panic!() };
    assert!(!piece.seen);
}

#[test]
fn streams_do_not_disturb_one_another() {
    let rolls = |others: usize| {
        let mut game = game(7);
        (0..20)
            .flat_map(|_| {
                for _ in 0..others {
                    game.random_index(99, "other");
                }
                game.roll(DieId(0), 2, None).unwrap()
            })
            .collect::<Vec<u8>>()
    };
    assert_eq!(rolls(0), rolls(3));
    assert_ne!(rolls(0), {
        let mut game = game(8);
        (0..20).flat_map(|_| game.roll(DieId(0), 2, None).unwrap()).collect::<Vec<u8>>()
    });
    assert!((0..6).all(|face| rolls(0).contains(&face)));
}

#[test]
fn random_numbers_are_the_same_everywhere() {
    let mut streams = RandomStreams::new(7);
    let drawn: Vec<u64> = (0..6).map(|_| streams.below("deck", 1000)).collect();
    assert_eq!(drawn, DRAWN);
    assert_eq!(format!("{:032x}", text_hash("a")), "d228cb696f1a8caf78912b704e4a8964");
    let mut counts = [0u32; 3];
    for _ in 0..30_000 {
        counts[streams.below("three", 3) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
}

/// Numbers from a second implementation of the generator.
const DRAWN: [u64; 6] = [549, 854, 771, 892, 106, 637];

#[test]
fn an_attempt_takes_everything_back() {
    let mut game = game(3);
    game.move_piece(PieceId(0), FIELD, InsertAt::First, None, None).unwrap();
    let (before, snap) = (game.log.len(), table_snapshot(&game));
    let rolled = game.checkpoint();
    let first = game.roll(DieId(0), 5, None).unwrap();
    game.shuffle(DECK, None, None).unwrap();
    game.change_counter(CounterHolder::Piece(PieceId(0)), more(DAMAGE, 2, Lifetime::Turn), None)
        .unwrap();
    game.begin_phase("main").unwrap();
    game.roll_back(rolled, "nothing to pay with").unwrap();
    assert_eq!(table_snapshot(&game), snap);
    assert_eq!(game.log.len(), before + 1);
    assert_eq!(all(&game)[before].act, Act::Attempt { reason: "nothing to pay with".to_owned() });
    assert_eq!(game.roll(DieId(0), 5, None).unwrap(), first);
}

#[test]
fn flags_and_amounts_expire_with_an_event() {
    let mut game = game(1);
    let ant = CounterHolder::Piece(PieceId(0));
    game.begin_turn(ANNA).unwrap();
    game.begin_phase("main").unwrap();
    game.set_flag(PieceId(0), RESTED, Lifetime::Phase, None).unwrap();
    game.set_flag(PieceId(1), RESTED, Lifetime::Turn, None).unwrap();
    game.change_counter(ant, more(POWER, 2, Lifetime::Turn), None).unwrap();
    game.change_counter(ant, more(POWER, -1, Lifetime::Game), None).unwrap();
    game.change_counter(CounterHolder::Player(ANNA), more(DAMAGE, 3, Lifetime::Phase), None)
        .unwrap();
    game.change_counter(CounterHolder::Player(ANNA), more(DAMAGE, 1, Lifetime::Game), None)
        .unwrap();
    game.change_counter(
        CounterHolder::Player(ANNA),
        more(DAMAGE, -2, Lifetime::Game),
        Some("spend"),
    )
    .unwrap();
    assert_eq!((game.count(ant, POWER), game.count(CounterHolder::Player(ANNA), DAMAGE)), (1, 2));
    game.end_phase().unwrap();
    assert!(!game.state.piece(PieceId(0)).has(RESTED) && game.state.piece(PieceId(1)).has(RESTED));
    assert_eq!(game.count(CounterHolder::Player(ANNA), DAMAGE), 1, "what expires is spent first");
    game.begin_turn(PlayerId(1)).unwrap();
    assert!(!game.state.piece(PieceId(1)).has(RESTED));
    assert_eq!(game.count(ant, POWER), -1);
    let expired = all(&game).into_iter().filter(|record| record.verb == "expire").count();
    assert_eq!(expired, 4);
    assert_eq!(game.state.turn, 2);
}

#[test]
fn a_later_set_decides_how_long_a_flag_stays() {
    let mut game = game(1);
    game.set_flag(PieceId(0), RESTED, Lifetime::Phase, None).unwrap();
    game.set_flag(PieceId(0), RESTED, Lifetime::Game, None).unwrap();
    game.end_turn().unwrap();
    assert!(game.state.piece(PieceId(0)).has(RESTED));
    assert_eq!(game.log.len(), 1);
}

#[test]
fn counters_keep_their_bounds() {
    let mut game = game(1);
    let ant = CounterHolder::Piece(PieceId(0));
    let over = game.change_counter(ant, more(DAMAGE, 10, Lifetime::Game), None);
    assert_eq!(over, Err(KernelError::wrong("`damage` of `Ant` would be 10, but it is at most 9")));
    let under = game.change_counter(ant, more(DAMAGE, -1, Lifetime::Game), None);
    assert_eq!(
        under,
        Err(KernelError::wrong("`damage` of `Ant` would be -1, but it is at least 0"))
    );
    assert!(game.log.is_empty());
    let huge = game.change_counter(ant, more(POWER, i64::MAX, Lifetime::Game), None);
    assert!(huge.is_ok());
    let over = game.change_counter(ant, more(POWER, i64::MAX, Lifetime::Game), None);
    assert_eq!(over, Err(KernelError::wrong("`power` of `Ant` would be too large a number")));
}

/// A counter near the largest number: changes that end later leave the right number.
#[test]
fn no_number_sticks_at_the_largest() {
    let mut game = game(1);
    let ant = CounterHolder::Piece(PieceId(0));
    let mut add = |amount, until| game.change_counter(ant, more(POWER, amount, until), None);
    assert_eq!(add(i64::MAX, Lifetime::Game), Ok(()));
    assert!(add(5, Lifetime::Turn).is_err());
    assert_eq!(add(-10, Lifetime::Turn), Ok(()));
    let later = add(5, Lifetime::Game).expect_err("ten more come back at the end of the turn");
    assert_eq!(later, KernelError::wrong("`power` of `Ant` would be too large a number"));
    assert_eq!(add(-7, Lifetime::Game), Ok(()));
    assert_eq!(add(4, Lifetime::Game), Ok(()));
    assert_eq!(game.count(ant, POWER), i64::MAX - 13);
    game.expire(Lifetime::Turn).expect("there is room");
    assert_eq!(game.count(ant, POWER), i64::MAX - 3);
}

/// Metrics whose sum is too large for a number are reported, and keep their value.
#[test]
fn no_metric_sticks_at_the_largest() {
    let mut game = game(1);
    game.record_number("score", i64::MAX).expect("it is a number");
    let over = game.record_number("score", 1).expect_err("it is none");
    let said = "the metric `score` adds up to a number that is too large";
    assert_eq!(over, KernelError::wrong(said));
    let over = game.record_word("score", "high").expect_err("it is a number");
    assert!(
        matches!(over, KernelError::Wrong(said) if said.contains("record one of the two under"))
    );
}

#[test]
fn the_digest_counts_names_and_not_history() {
    let mut one = game(1);
    let mut two = game(1);
    one.flip(PieceId(0), true, None).unwrap();
    one.flip(PieceId(0), false, None).unwrap();
    assert_eq!(table_snapshot(&one).digest, table_snapshot(&two).digest);
    two.flip(PieceId(0), true, None).unwrap();
    assert_ne!(table_snapshot(&one).digest, table_snapshot(&two).digest);
    one.random_index(9, "deck");
    assert_ne!(
        table_snapshot(&one).digest,
        table_snapshot(&game(1)).digest,
        "what is drawn next would differ"
    );
    assert_eq!(table_snapshot(&one).digest.len(), 32);
}

#[test]
fn pick_reads_lines_until_one_is_left() {
    let rules = [TieBreaker { place: 5, most: true }, TieBreaker { place: 6, most: false }];
    let keys = |at: usize, n: i64, _: &[i64]| Ok::<i64, ()>(if at == 0 { n / 10 } else { n % 10 });
    let (picked, lines) = pick_by_list(&[12, 21, 23, 21], &rules, keys).unwrap();
    assert_eq!(picked, Picked::One(21));
    assert_eq!(lines[0].dropped, [(12, 1)]);
    assert_eq!(lines[1].kept, [(21, 1)]);
    assert_eq!(pick_by_list(&[], &rules, keys).unwrap(), (Picked::None, vec![]));
    assert_eq!(
        pick_by_list(&[9], &rules, keys).unwrap(),
        (Picked::One(9), vec![]),
        "nothing to compare"
    );
    assert_eq!(
        pick_by_list(&[21, 41, 31], &rules[1..], |_, n, _| Ok::<i64, ()>(n % 10)).unwrap().0,
        Picked::Tied(vec![21, 41, 31])
    );
    assert_eq!(pick_by_list(&[1, 2], &rules, |_, _, _| Err("broken")), Err("broken"));
}

#[test]
fn hooks_answer_in_printed_order_and_then_left_to_right() {
    let mut game = game(1);
    let mut hooks = Hooks::default();
    hooks.add_rule(HookTiming::After, "die", 9, 1);
    hooks.add_rule(HookTiming::After, "die", 4, 2);
    hooks.add_effect(HookTiming::After, "die", "Bee", 3);
    for piece in [1, 2, 6] {
        game.move_piece(PieceId(piece), FIELD, InsertAt::Last, None, None).unwrap();
    }
    let after = hooks.of(HookTiming::After, "die", &game.parts, &game.state);
    let order: Vec<_> =
        after.iter().map(|hook| (hook.function, hook.card.map(|card| card.0))).collect();
    assert_eq!(order, [(2, None), (1, None), (3, Some(1)), (3, Some(6))]);
    assert!(hooks.of(HookTiming::Instead, "die", &game.parts, &game.state).is_empty());
}

#[test]
fn questions_are_answered_by_the_scenario_or_the_seed() {
    let options = ["yes".to_owned(), "no".to_owned()];
    let mut game = game(1);
    let asked = |text: &str| Question {
        text: text.to_owned(),
        options: options.to_vec(),
        ..Question::default()
    };
    assert_eq!(game.scripted_answer(&asked("benefit")), Ok(None));
    game.answers = Arc::new(crate::host::book::answers(&[
        ("benefit", "no"),
        ("benefit (3)", "yes"),
        ("pay", "maybe"),
    ]));
    assert_eq!(game.scripted_answer(&asked("benefit")), Ok(Some(1)));
    assert_eq!(game.scripted_answer(&asked("benefit")), Ok(Some(0)));
    assert_eq!(
        game.scripted_answer(&asked("pay")),
        Err(KernelError::wrong("unknown answer `maybe`; possible answers: `yes`, `no`"))
    );
    assert_eq!(game.random_answer(&asked("anything")), None);
    game.seeded = true;
    assert!(game.random_answer(&asked("anything")).is_some());
    game.log_answer(&asked("anything"), 1, Answerer::Chance, verb::ASK).unwrap();
    assert_eq!(game.log.len(), 1);
}

#[test]
fn a_position_takes_cards_from_where_they_lie() {
    let mut game = game(1);
    let puts = [put("hand: Dog, Cat | rested | damage 2, Dog | face up"), put("deck: Eel")];
    lay_out_position(&mut game, &puts, &Default::default()).unwrap();
    assert_eq!(names(&game, HAND), "DCD");
    assert_eq!(names(&game, DECK), "EABCEAB");
    let hand = &table_snapshot(&game).zones["hand"];
    assert_eq!((hand[1].flags.clone(), hand[1].counters["damage"]), (vec!["rested".to_owned()], 2));
    assert_eq!((hand[0].face_up, hand[2].face_up), (false, true));
    assert_eq!(hand[0].id, 8, "from the bottom");
    assert!(game.log.is_empty());
}

#[test]
fn nothing_else_keeps_the_others_away() {
    let mut game = game(1);
    lay_out_position(&mut game, &[put("deck: Eel, Ant, nothing else")], &Default::default())
        .unwrap();
    assert_eq!(names(&game, DECK), "EA");
    assert_eq!(table_snapshot(&game).zones[ASIDE].len(), 8);
}

#[test]
fn a_position_that_can_not_be_laid_says_why() {
    let fault = |puts: &[ZoneLayout]| {
        let fault = lay_out_position(&mut game(1), puts, &Default::default()).unwrap_err();
        format!("{}; {}", fault.message, fault.hint.unwrap_or_default())
    };
    assert_eq!(fault(&[put("hand: Dgo")]), "unknown card `Dgo` for `hand`; did you mean `Dog`?");
    let unmade = "no piece is called `Fox`, so none can be in `hand`; the card data has this card, but \
        set-up makes no copy of it; name another card";
    assert_eq!(fault(&[put("hand: Fox")]), unmade);
    assert_eq!(fault(&[put("hnd: Dog")]), "unknown zone `hnd`; did you mean `hand`?");
    assert_eq!(
        fault(&[put("hand: Dog, Dog, Dog")]),
        "no `Dog` is left for `hand`: the game has 2 in all, and the position names more; "
    );
    assert_eq!(fault(&[put("hand: Dog | restd")]), "unknown flag `restd`; did you mean `rested`?");
    assert_eq!(
        fault(&[put("hand: Dog | damge 2")]),
        "unknown counter `damge`; did you mean `damage`?"
    );
    assert_eq!(fault(&[put("hand: Dog | damage 10")]), "`Dog` cannot have 10 of `damage`; ");
    assert_eq!(
        fault(&[put("hand: Dog"), put("hand: Cat")]),
        "the position lays out `hand` twice; "
    );
    let named = ZoneLayout {
        zone: "hand".to_owned(),
        cards: vec![PlacedCard { name: String::new(), ..PlacedCard::default() }],
    };
    assert_eq!(fault(&[named]), "unknown card `` for `hand`; ");
}

#[test]
fn limits_are_told_and_not_crossed() {
    let mut game = game(1);
    let limit = loop {
        if let Err(trouble) = game.log_note("tick", vec![], vec![]) {
            break trouble;
        }
    };
    assert_eq!(limit, KernelError::Limit("more than 300000 events".to_owned()));
    assert_eq!(game.log.len(), MOST_EVENTS);
    let made =
        (0..=MOST_PIECES).map(|_| game.make_piece(CardId(0), DECK, None)).find_map(Result::err);
    assert_eq!(made, Some(KernelError::Limit("more than 10000 pieces".to_owned())));
    assert!(matches!(game.roll(DieId(0), 1_001, None), Err(KernelError::Wrong(_))));
}
