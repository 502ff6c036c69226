//! One play: lays out the start, runs the rules, and makes the trace of what happened.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use starlark::environment::Module as Scope;
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::load::bound;
use super::machine::{Machine, Made, Making, function};
use super::play::{Halt, Play, Seat, play};
use super::{columns, fault};
use crate::engine::Cell;
use crate::engine::trace::{Fault, Outcome, Start, Trace};
use crate::engine::{Card, CardId, Components, Game, State, Words, deciding_lines, lay, records, snapshot};

thread_local! {
    /// Texts of the play before in this thread.
    static WORDS: RefCell<Option<Words>> = const { RefCell::new(None) };
}

/// Cards of one play by name.
type Extra = BTreeMap<String, CardId>;

/// Why a play did not come to its end.
enum Broken {
    /// What the rules did.
    Rules(starlark::Error),
    /// What the start asks for.
    Start(Fault),
}

impl From<starlark::Error> for Broken {
    fn from(error: starlark::Error) -> Self {
        Self::Rules(error)
    }
}

impl Machine {
    /// Plays once. The same start gives the same trace, in whatever thread. Never panics: what breaks down is told in the
    /// outcome.
    pub fn play(&self, start: &Start) -> Trace {
        let words = WORDS.with_borrow_mut(Option::take).unwrap_or_default();
        let (parts, extra) = self.parts_of(start);
        let state = State::new(&parts, start.seed);
        let mut game = Game::new(parts, state, words);
        game.answers = Arc::new(start.answers.clone());
        game.seeded = start.seeded;
        let seat = Seat::new(Play {
            game,
            book: self.book.clone(),
            frames: Default::default(),
            halt: None,
            start: None,
            making: Some(Making::default()),
            until: Vec::new(),
            replacing: Vec::new(),
            depth: 0,
        });
        let result = catch_unwind(AssertUnwindSafe(|| self.run(start, &extra)));
        let halt = play(|play| Ok(play.halt.take())).ok().flatten();
        let outcome = self.outcome(result, halt);
        self.trace(seat, outcome)
    }

    /// What the game is made of, with the cards that only this play has.
    fn parts_of(&self, start: &Start) -> (Arc<Components>, Extra) {
        if start.cards.is_empty() {
            return (self.parts.clone(), Extra::new());
        }
        let mut parts = (*self.parts).clone();
        let mut extra = Extra::new();
        for row in &start.cards {
            let columns = parts.tables.first().map(|table| table.columns.as_slice()).unwrap_or_default();
            let cell = |title: &str| row.get(title).map_or("", |cell| cell.trim());
            let cells: Vec<Cell> = columns.iter().map(|column| columns::read(column, cell(&column.title))).collect();
            let name = cells.first().map(Cell::text).unwrap_or_default();
            extra.insert(name.clone(), CardId(parts.cards.len() as u32));
            parts.cards.push(Arc::new(Card::new(0, &name, cells)));
        }
        (Arc::new(parts), extra)
    }

    fn run(&self, start: &Start, extra: &Extra) -> Result<(), Broken> {
        Scope::with_temp_heap(|scope| {
            scope.set_extra_value(scope.heap().access_owned_frozen_value(&self.functions));
            let mut eval = Evaluator::new(&scope);
            bound(&mut eval)?;
            self.make(start, &mut eval)?;
            self.lay_out(start, extra, &mut eval)?;
            play(|play| {
                play.making = None;
                play.until = start.until.map(|place| self.places.bound(place)).unwrap_or_default();
                Ok(())
            })?;
            let played = function(start.play, &eval)?;
            for _ in 0..start.repeat.max(1) {
                eval.eval_function(played, &[], &[])?;
            }
            Ok(())
        })
    }

    /// Makes the pieces: by a copy of what was made before, if that is always the same.
    fn make<'v>(&self, start: &Start, eval: &mut Evaluator<'v, '_, '_>) -> Result<(), Broken> {
        let Some(make) = start.make.or(self.make) else { return Ok(()) };
        let own = Some(make) == self.make;
        if let Some(Some(made)) = self.made.get().filter(|_| own) {
            play(|play| {
                play.game.state = made.with(start.seed);
                Ok(())
            })?;
            return Ok(());
        }
        let make: Value<'v> = function(make, eval)?;
        eval.eval_function(make, &[], &[])?;
        play(|play| {
            begin_anew(play);
            let state = &mut play.game.state;
            settle(state);
            let making = play.making.replace(Making::default()).unwrap_or_default();
            if own {
                self.made.get_or_init(|| Made::of(state, making));
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Lays out the position, or sets the game up if there is none.
    fn lay_out<'v>(&self, start: &Start, extra: &Extra, eval: &mut Evaluator<'v, '_, '_>) -> Result<(), Broken> {
        if !start.position.is_empty() {
            if let Some(ready) = start.ready {
                let ready: Value<'v> = function(ready, eval)?;
                eval.eval_function(ready, &[], &[])?;
                play(|play| {
                    begin_anew(play);
                    settle(&mut play.game.state);
                    Ok(())
                })?;
            }
            let laid = play(|play| Ok(lay(&mut play.game, &start.position, extra)))?;
            laid.map_err(Broken::Start)?;
            return Ok(play(|play| {
                play.start = Some(snapshot(&play.game));
                Ok(())
            })?);
        }
        if let Some(setup) = start.setup.or(self.setup) {
            let setup: Value<'v> = function(setup, eval)?;
            eval.eval_function(setup, &[], &[])?;
            play(|play| {
                begin_anew(play);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn outcome(&self, result: Result<Result<(), Broken>, Box<dyn Any + Send>>, halt: Option<Halt>) -> Outcome {
        match (result, halt) {
            (Err(panic), _) => Outcome::Limit { what: format!("the rules broke down: {}", said(panic.as_ref())) },
            (_, Some(Halt::End(outcome))) => outcome,
            (_, Some(Halt::Fail(reason, place))) => Outcome::Stuck { reason, place },
            (Ok(Ok(())), None) => Outcome::Finished,
            (Ok(Err(Broken::Start(fault))), None) => Outcome::Fault(fault),
            (Ok(Err(Broken::Rules(error))), None) => match fault::limit(&error) {
                Some(what) => Outcome::Limit { what },
                None => Outcome::Fault(fault::of(&error, &self.modules)),
            },
        }
    }

    fn trace(&self, seat: Seat, outcome: Outcome) -> Trace {
        let play = seat.leave().expect("only this function ends the play that it began");
        let game = play.game;
        let trace = Trace {
            records: records(&game, |function| self.book.cards.get(&function).cloned()),
            outcome,
            start: play.start,
            end: snapshot(&game),
            reached: play.frames.reached(),
            lines: deciding_lines(&game),
        };
        WORDS.with_borrow_mut(|words| *words = Some(game.words.recycled()));
        trace
    }
}

/// Where the pieces lie now is where they go when nothing else is said.
fn settle(state: &mut State) {
    for piece in &mut state.pieces {
        piece.home = piece.zone;
    }
}

/// Forgets what happened so far, but not what lies where.
fn begin_anew(play: &mut Play) {
    play.game.log.clear();
    play.frames.clear();
}

/// What a panic said.
pub(super) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}
