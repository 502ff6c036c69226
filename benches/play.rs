//! Measures play by the rules of a book: one phase of the first game from many seeds, with and
//! without the walk through its chart, its whole turn, whole games, loading and checking its rules,
//! and playing all its examples. For comparison, also runs a loop of calls in Starlark alone.
//!
//! `cargo bench -- play`. CPU time of one thread, the least of several slices; with `smoke` one
//! short slice of few seeds. Needs Linux: CPU time comes from `/proc`. Before anything is timed the
//! plays are compared with themselves.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use rulepress::diagnostic::Findings;
use rulepress::document::{self, Manuscript};
use rulepress::engine::trace::{Outcome, PlacedCard, PlacedCounter, Start, Trace, ZoneLayout};
use rulepress::example::game::{self, BookLocation, PlayableBook};
use rulepress::example::{examples, places, start};
use rulepress::rules::Program;
use rulepress::rules::executor::Executor;
use rulepress::rules::host::LoadedRules;
use rulepress::source::Sources;
use starlark::environment::{FrozenModule, Globals, Module};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect};

use crate::common::{Arguments, thread_time};

/// Wanted number of plays of "activate cards" per second and core.
const WANTED: f64 = 20_000.0;
/// Seven cards of the hand, with every kind among them.
const HAND: [&str; 7] = [
    "Favorable Winds",
    "Esteemed Knight",
    "Savage Slash",
    "Disorienting Winds",
    "Honorable Vanguard",
    "Crux Sight",
    "Banner Knight",
];
/// A loop of calls in bare Starlark.
const LOOP: &str = "
def add(a, b):
    return a + b

def run():
    total = 0
    for n in range(100):
        total = add(total, n)
    return total
";

/// The boxes of the chart of activation, called one after the other.
const STEPS: &str = "
load(\"@grand-archive/activation.star\", \"Activated\", \"Announce\", \"Calculate\", \"Changed\", \"CheckElements\",
    \"CheckLegality\", \"DeclareCosts\", \"DeclareTargets\", \"Pay\", \"SelectModes\")
load(\"@grand-archive/playing.star\", \"played\")

def activate(player, card):
    return attempt(steps, played(player, card, \"activate\"))

def steps(play):
    Announce(play)
    if CheckElements(play) != \"Yes\":
        return False
    DeclareCosts(play)
    SelectModes(play)
    DeclareTargets(play)
    if CheckLegality(play) != \"Yes\":
        return False
    Calculate(play)
    if Pay(play) != \"Yes, paid\":
        return False
    Changed(play)
    Activated(play)
    return True
";
/// Line that the calls replace.
const WALK: &str = "load(\"@grand-archive/playing.star\", \"activate\")\n";

/// Number and length of the repetitions.
struct Slices {
    /// Seeds of one slice.
    seeds: u64,
    /// Least CPU milliseconds of a slice.
    slice: f64,
    /// Least number of slices.
    count: usize,
    /// Least seconds of all slices.
    seconds: u64,
}

const USUAL: Slices = Slices { seeds: 1_000, slice: 200.0, count: 3, seconds: 2 };
const SMOKE: Slices = Slices { seeds: 20, slice: 50.0, count: 1, seconds: 0 };

/// Plays in this process, on this thread.
struct OneThread;

impl Executor for OneThread {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        let rules = LoadedRules::load(program).expect("the rules hold");
        Ok(starts.iter().map(|start| rules.play(start)).collect())
    }
}

pub(crate) fn bench(arguments: Arguments) {
    let slices = if arguments.smoke { SMOKE } else { USUAL };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/wind-lorraine");
    let (sources, _, game) = load(&path);
    let machine = BothRules::load(&game.program);
    let activate = begin(&game, "#activate-cards");
    let laid = Start { position: position(), ..activate.clone() };
    let still = Start { play: function(&game, "#first-turn-skips"), ..laid.clone() };
    let turn = begin(&game, "#turn");
    slices.same(&machine, &[&activate, &laid, &still, &turn]);

    let bare = bare();
    let unit = slices.least(slices.seeds, |_| run(&bare));
    println!(
        "                                                  us    / bare   plays a second  events"
    );
    println!("{:42} {unit:9.2} {:9.2}", "100 calls in bare Starlark", 1.0);
    slices.row("an empty play, as position", unit, &machine, &still);
    let rates = [
        slices.row("activate cards, as position", unit, &machine, &laid),
        slices.row("activate cards, after set-up", unit, &machine, &activate),
    ];
    let plain = without_the_chart();
    let called = Start { position: position(), ..begin(&plain, "#activate-cards") };
    let plain = BothRules::load(&plain.program);
    slices.same(&plain, &[&called]);
    let without = slices.row("the same without the walk", unit, &plain, &called);
    slices.row("a turn", unit, &machine, &turn);
    slices.row("a whole game", unit, &machine, &begin(&game, "#turns-alternate"));

    println!("\n                                                  ms    / bare");
    let whole = |name: &str, us: f64| println!("{name:42} {:9.2} {:9.0}", us / 1e3, us / unit);
    whole("reading the book", slices.least(1, |_| drop(black_box(read(&path)))));
    whole("reading it and its rules", slices.least(1, |_| drop(black_box(load(&path)))));
    whole(
        "checking the rules",
        slices.least(1, |_| drop(black_box(LoadedRules::load(&game.program)))),
    );
    let all = || {
        examples::play_scenarios(
            &game.files,
            &game.context(&sources),
            &OneThread,
            &mut Findings::default(),
        )
    };
    let count = all().len();
    whole(
        &format!("checking and playing {count} examples"),
        slices.least(1, |_| drop(black_box(all()))),
    );

    let slowest = rates.into_iter().fold(f64::MAX, f64::min);
    println!("\nthe walk keeps {:.2} of the speed, wanted 0.33", rates[0] / without);
    println!(
        "plays of \"activate cards\" a second and core: at least {slowest:.0}, wanted {WANTED:.0}"
    );
}

/// The game whose cards are activated without a walk through the chart.
fn without_the_chart() -> PlayableBook {
    let folder = std::env::temp_dir().join(format!("rulepress-bench-{}", std::process::id()));
    for book in ["grand-archive", "wind-lorraine"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("content").join(book);
        for file in walkdir::WalkDir::new(&from)
            .into_iter()
            .flatten()
            .filter(|entry| entry.file_type().is_file())
        {
            let to =
                folder.join(book).join(file.path().strip_prefix(&from).expect("it lies below"));
            fs::create_dir_all(to.parent().expect("it is in a folder"))
                .expect("a folder can be made");
            fs::copy(file.path(), to).expect("it can be copied");
        }
    }
    let module = folder.join("wind-lorraine/rules/activate.star");
    let text = fs::read_to_string(&module).expect("it is there");
    assert!(text.contains(WALK), "the rules walk through the chart");
    fs::write(&module, text.replace(WALK, "") + STEPS).expect("it can be written");
    let (_, _, game) = load(&folder.join("wind-lorraine"));
    fs::remove_dir_all(&folder).expect("it can be removed");
    game
}

fn read(path: &Path) -> (Sources, Manuscript) {
    document::load(path, &mut Findings::default()).expect("the book is there")
}

fn load(path: &Path) -> (Sources, Manuscript, PlayableBook) {
    let (mut sources, manuscript) = read(path);
    let game = game::load_game(
        &manuscript,
        &mut sources,
        &BookLocation::of(path),
        &mut Findings::default(),
    );
    (sources, manuscript, game.expect("it can be played"))
}

/// The rules as they are played for a trace, and as games are counted.
struct BothRules {
    traced: LoadedRules,
    counted: LoadedRules,
}

impl BothRules {
    fn load(program: &Program) -> Self {
        let load = |program: &Program| LoadedRules::load(program).expect("the rules hold");
        Self { traced: load(program), counted: load(&program.without_entries()) }
    }
}

fn function(game: &PlayableBook, anchor: &str) -> u32 {
    places::find_function(&game.program, anchor).expect("a function is bound there")
}

fn begin(game: &PlayableBook, anchor: &str) -> Start {
    Start { play: function(game, anchor), seeded: true, ..start::game_start(&game.program) }
}

/// The champion on the Field and seven cards in the hand.
fn position() -> Vec<ZoneLayout> {
    let put = |zone: &str, cards: &[&str]| {
        let cards = cards
            .iter()
            .map(|name| PlacedCard { name: (*name).to_owned(), ..PlacedCard::default() });
        ZoneLayout { zone: zone.to_owned(), cards: cards.collect() }
    };
    let mut field = put("automa.field", &["Warrior's Longsword", "Lorraine, Wandering Warrior"]);
    field.cards[0].counters = vec![PlacedCounter {
        name: "durability".to_owned(),
        amount: 2,
        ..PlacedCounter::default()
    }];
    vec![
        field,
        put("automa.lineage", &["Spirit of Wind"]),
        put("automa.hand", &HAND),
        put("you.field", &["Spirit of Fire"]),
    ]
}

impl Slices {
    /// Every play ends well, and a glance at it is no other play.
    fn same(&self, machine: &BothRules, starts: &[&Start]) {
        for start in starts {
            for seed in 0..self.seeds {
                let start = Start { seed, ..(*start).clone() };
                let (trace, glance) =
                    (machine.traced.play(&start), machine.counted.count_game(&start));
                assert!(
                    matches!(trace.outcome, Outcome::Finished | Outcome::Over { .. }),
                    "{:?}",
                    trace.outcome
                );
                assert_eq!(
                    (trace.records.len(), &trace.outcome),
                    (glance.events as usize, &glance.outcome),
                    "seed {seed}"
                );
            }
        }
    }

    /// Times plays and glances from many seeds and prints a line for each; gives the rate of the
    /// glances: they are whole plays by the rules, whose log is not made into a trace.
    fn row(&self, name: &str, unit: f64, machine: &BothRules, start: &Start) -> f64 {
        let mut start = start.clone();
        let events: u64 =
            (0..self.seeds).map(|seed| events(machine, &Start { seed, ..start.clone() })).sum();
        let events = events as f64 / self.seeds as f64;
        let line = |name: &str, us: f64| {
            println!("{name:42} {us:9.2} {:9.2}   {:14.0}  {events:6.1}", us / unit, 1e6 / us);
            1e6 / us
        };
        let play = self.least(self.seeds, |seed| {
            start.seed = seed;
            drop(black_box(machine.traced.play(&start)));
        });
        line(&format!("{name}, with its trace"), play);
        let glance = self.least(self.seeds, |seed| {
            start.seed = seed;
            drop(black_box(machine.counted.count_game(&start)));
        });
        line(name, glance)
    }

    /// CPU microseconds of one piece of work in the quickest slice, which is made of `count` pieces
    /// as often as fill it: the kernel counts in steps of some milliseconds.
    fn least(&self, count: u64, mut work: impl FnMut(u64)) -> f64 {
        let start = Instant::now();
        let (mut least, mut slices) = (f64::MAX, 0);
        while slices < self.count || start.elapsed().as_secs() < self.seconds {
            let (before, mut done) = (thread_time(), 0);
            while done == 0 || thread_time() - before < self.slice {
                (0..count).for_each(&mut work);
                done += count;
            }
            least = least.min((thread_time() - before) * 1e3 / done as f64);
            slices += 1;
        }
        least
    }
}

fn events(machine: &BothRules, start: &Start) -> u64 {
    u64::from(machine.counted.count_game(start).events)
}

/// The loop, ready to be run.
fn bare() -> FrozenModule {
    Module::with_temp_heap(|module| {
        let text = AstModule::parse("loop.star", LOOP.to_owned(), &Dialect::Standard)
            .expect("it can be read");
        Evaluator::new(&module).eval_module(text, &Globals::standard()).expect("it can be run");
        Ok::<_, starlark::Error>(module.freeze().expect("it can be kept"))
    })
    .expect("it can be loaded")
}

fn run(bare: &FrozenModule) {
    Module::with_temp_heap(|module| {
        let run = bare.get("run").expect("it is there");
        let run = module.heap().access_owned_frozen_value(&run);
        black_box(Evaluator::new(&module).eval_function(run, &[], &[]).expect("it ends"));
    });
}
