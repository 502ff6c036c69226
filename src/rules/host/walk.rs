//! `walk`: a chart of the book is the program. Each box calls its function, whose answer says by
//! which exit one goes on.

use std::sync::Arc;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;

use super::fault::{refused, stop};
use super::machine::{Book, function};
use super::play::{Halt, Play, act, play};
use super::stack::{Respond, respond};
use crate::document::nearest;
use crate::engine::trace::Outcome;
use crate::rules::{BoxProgram, ChartProgram, Lead};

/// The most boxes of one walk in one turn, those of the charts it leads into included.
const MOST_BOXES: usize = 10_000;
/// How deep charts may lead into charts and come back.
const DEEPEST: usize = 32;

#[starlark_module]
pub(super) fn walking(builder: &mut GlobalsBuilder) {
    /// Walks through a chart of the book from its first box; the function of each box gets the
    /// arguments. A box with several exits is left by the one that its function answers; one that
    /// waits lets the players respond first. A walk goes on where the box at which it ends leads
    /// to; with `back` it does not, and comes back there. With `first` it begins at that box. Gives
    /// the id of the box at which the walk ends.
    fn walk<'v>(
        #[starlark(require = pos)] chart: &str,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(default = false)] back: bool,
        #[starlark(default = NoneOr::None)] first: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let (book, at) = play(|play| {
            let anchor = chart.trim_start_matches('#');
            let at = play.book.charts.iter().position(|chart| chart.anchor == anchor);
            Ok((play.book.clone(), at.ok_or_else(|| unknown(play, anchor))?))
        })?;
        let first = match first.into_option() {
            Some(name) => named(&book.charts[at], name)?,
            None => book.charts[at].first as usize,
        };
        let ends = if back { Ends::Back } else { Ends::LeadOn };
        Walk { book, args: args.items, passed: 0, turn: 0, depth: 0 }.chart((at, first), ends, eval)
    }
}

/// The box that rules call by this name.
fn named(chart: &ChartProgram, name: &str) -> starlark::Result<usize> {
    chart.boxes.iter().position(|own| own.name == name).ok_or_else(|| {
        let hint = nearest(name, chart.boxes.iter().map(|own| own.name.as_str()));
        refused(
            format!("`#{}` has no box `{name}`", chart.anchor),
            hint.map(|name| format!("did you mean `{name}`?")),
        )
    })
}

fn unknown(play: &Play, anchor: &str) -> starlark::Error {
    let hint = nearest(anchor, play.book.charts.iter().map(|chart| chart.anchor.as_str()));
    let hint = hint.map_or_else(
        || format!("open a module with `#@ chart #{anchor}`"),
        |name| format!("did you mean `#{name}`?"),
    );
    refused(format!("no module is the program of a chart `#{anchor}`"), Some(hint))
}

/// What becomes of a walk at a box without an exit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// It goes on where the box leads to.
    LeadOn,
    /// It comes back, wherever the box leads to.
    Back,
}

/// A walk that goes on.
struct Walk<'v> {
    book: Arc<Book>,
    args: Vec<Value<'v>>,
    /// Boxes so far in this turn.
    passed: usize,
    /// Turns begun when the last box was passed.
    turn: u32,
    /// Charts that will be come back to.
    depth: usize,
}

impl<'v> Walk<'v> {
    /// Walks through a chart from a box on and, unless it comes back, those that its ends lead on
    /// to.
    fn chart(
        &mut self,
        (mut chart, mut at): (usize, usize),
        ends: Ends,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let book = self.book.clone();
        arrive(book.charts[chart].place)?;
        loop {
            let own = &book.charts[chart].boxes[at];
            self.count()?;
            arrive(own.place)?;
            let exit = self.pass((chart, at), own, eval)?;
            match (own.link, exit) {
                (_, None) if ends == Ends::Back => {}
                (Some(Lead::Chart(next)), None) => {
                    chart = next as usize;
                    at = book.charts[chart].first as usize;
                    arrive(book.charts[chart].place)?;
                    continue;
                }
                (Some(Lead::Chart(inner)), Some(_)) => self.inner(inner as usize, eval)?,
                (Some(Lead::Function(number)), _) => {
                    let called = function(number, eval)?;
                    eval.eval_function(called, &self.args, &[])?;
                }
                (None, _) => {}
            }
            match exit {
                Some(exit) => at = own.exits[exit].to as usize,
                None => return Ok(own.name.clone()),
            }
        }
    }

    /// Walks through a chart that a box with exits leads to, up to its first end; then the walk
    /// goes on behind that box.
    fn inner(&mut self, chart: usize, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<()> {
        if self.depth >= DEEPEST {
            return limit(format!("charts that lead into charts more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let first = self.book.charts[chart].first as usize;
        self.chart((chart, first), Ends::Back, eval)?;
        self.depth -= 1;
        Ok(())
    }

    fn count(&mut self) -> starlark::Result<()> {
        let turn = play(|play| Ok(play.game.state.turn))?;
        if std::mem::replace(&mut self.turn, turn) != turn {
            self.passed = 0;
        }
        self.passed += 1;
        if self.passed > MOST_BOXES {
            return limit(format!("a walk through more than {MOST_BOXES} boxes in one turn"));
        }
        Ok(())
    }

    /// Carries a box out, tells that it was passed, and gives the exit; none at an end.
    fn pass(
        &mut self,
        (chart, at): (usize, usize),
        own: &BoxProgram,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Option<usize>> {
        let before = play(|play| Ok(play.game.log.len()))?;
        if own.wait {
            respond(Respond { place: Some(own.place), ..Respond::default() }, eval)?;
        }
        if own.exits.len() < 2 {
            // It is passed even if the play ends in it.
            leave(own, 0)?;
        }
        let exit = self.exit(own, eval)?;
        act(eval, |game| {
            let acts = game.log.len() > before;
            (game.site.place, game.site.effect) = (Some(own.place), None);
            game.pass_box((chart, at), exit, acts)
        })?;
        leave(own, exit.unwrap_or_default())?;
        Ok(exit)
    }

    fn exit(
        &self,
        own: &BoxProgram,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Option<usize>> {
        let several = own.exits.len() > 1;
        let one = if own.exits.is_empty() { None } else { Some(0) };
        let Some(number) = own.function else {
            if several {
                let hint = format!("its exits are {}", own.choices());
                return Err(refused(
                    format!("no function answers the box `{}`", own.id),
                    Some(hint),
                ));
            }
            return Ok(one);
        };
        let called = function(number, eval)?;
        play(|play| {
            play.boxed = Some((number, own.place));
            Ok(())
        })?;
        let answer = eval.eval_function(called, &self.args, &[])?;
        if !several {
            return Ok(one);
        }
        let said = answer.unpack_str();
        let exit = said.and_then(|said| own.exit(said));
        exit.map(Some).ok_or_else(|| {
            let given = said
                .map_or_else(|| format!("a `{}`", answer.get_type()), |said| format!("\"{said}\""));
            let hint = format!("its exits are {}", own.choices());
            refused(
                format!(
                    "the box `{}` was answered with {given}, which is none of its exits",
                    own.id
                ),
                Some(hint),
            )
        })
    }
}

/// Notes that a box was left by this way.
fn leave(own: &BoxProgram, way: usize) -> starlark::Result<()> {
    play(|play| {
        play.frames.walk(own.way + way as u32);
        Ok(())
    })
}

/// Ends the play if it is to stop at this chart or box.
fn arrive(place: u32) -> starlark::Result<()> {
    play(|play| {
        if play.halt.is_none() && play.stop == Some(place) {
            play.halt = Some(Halt::End(Outcome::Stopped));
        }
        if play.halt.is_some() { Err(stop()) } else { Ok(()) }
    })
}

fn limit(what: String) -> starlark::Result<()> {
    play(|play| {
        play.halt.get_or_insert(Halt::End(Outcome::Limit { what }));
        Err(stop())
    })
}
