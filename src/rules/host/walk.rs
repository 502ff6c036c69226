//! `walk`: a chart of the book is the program. Each box calls its function, whose answer says by
//! which exit one goes on.

use std::sync::Arc;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;

use super::context::{Halt, RunningPlay, change_game, with_play};
use super::fault::{play_over_error, rules_error};
use super::loaded_rules::{RuleIndex, function_value};
use super::stack::{Opportunity, run_opportunity};
use crate::document::nearest_name;
use crate::engine::trace::Outcome;
use crate::rules::{BoxProgram, ChartLead, ChartProgram};

/// The most boxes of one walk in one turn, those of the charts it leads into included.
const MOST_BOXES: usize = 10_000;
/// How deep charts may lead into charts and come back.
const DEEPEST: usize = 32;

#[starlark_module]
pub(super) fn walk_functions(builder: &mut GlobalsBuilder) {
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
        let (book, at) = with_play(|play| {
            let anchor = chart.trim_start_matches('#');
            let at = play.book.charts.iter().position(|chart| chart.anchor == anchor);
            Ok((play.book.clone(), at.ok_or_else(|| unknown_chart_error(play, anchor))?))
        })?;
        let first = match first.into_option() {
            Some(name) => box_named(&book.charts[at], name)?,
            None => book.charts[at].first as usize,
        };
        let ends = if back { WalkEnd::Back } else { WalkEnd::LeadOn };
        RunningWalk { book, args: args.items, passed: 0, turn: 0, depth: 0 }.walk_chart(
            (at, first),
            ends,
            eval,
        )
    }
}

/// The box that rules call by this name.
fn box_named(chart: &ChartProgram, name: &str) -> starlark::Result<usize> {
    chart.boxes.iter().position(|own| own.name == name).ok_or_else(|| {
        let hint = nearest_name(name, chart.boxes.iter().map(|own| own.name.as_str()));
        rules_error(
            format!("`#{}` has no box `{name}`", chart.anchor),
            hint.map(|name| format!("did you mean `{name}`?")),
        )
    })
}

fn unknown_chart_error(play: &RunningPlay, anchor: &str) -> starlark::Error {
    let hint = nearest_name(anchor, play.book.charts.iter().map(|chart| chart.anchor.as_str()));
    let hint = hint.map_or_else(
        || format!("open a module with `#@ chart #{anchor}`"),
        |name| format!("did you mean `#{name}`?"),
    );
    rules_error(format!("no module is the program of a chart `#{anchor}`"), Some(hint))
}

/// What becomes of a walk at a box without an exit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WalkEnd {
    /// It goes on where the box leads to.
    LeadOn,
    /// It comes back, wherever the box leads to.
    Back,
}

/// A walk that goes on.
struct RunningWalk<'v> {
    book: Arc<RuleIndex>,
    args: Vec<Value<'v>>,
    /// Boxes so far in this turn.
    passed: usize,
    /// Turns begun when the last box was passed.
    turn: u32,
    /// Charts that will be come back to.
    depth: usize,
}

impl<'v> RunningWalk<'v> {
    /// Walks through a chart from a box on and, unless it comes back, those that its ends lead on
    /// to.
    fn walk_chart(
        &mut self,
        (mut chart, mut at): (usize, usize),
        ends: WalkEnd,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let book = self.book.clone();
        stop_if_reached(book.charts[chart].place)?;
        loop {
            let own = &book.charts[chart].boxes[at];
            self.count_box()?;
            stop_if_reached(own.place)?;
            let exit = self.pass_box((chart, at), own, eval)?;
            match (own.link, exit) {
                (_, None) if ends == WalkEnd::Back => {}
                (Some(ChartLead::Chart(next)), None) => {
                    chart = next as usize;
                    at = book.charts[chart].first as usize;
                    stop_if_reached(book.charts[chart].place)?;
                    continue;
                }
                (Some(ChartLead::Chart(inner)), Some(_)) => {
                    self.walk_inner_chart(inner as usize, eval)?
                }
                (Some(ChartLead::Function(number)), _) => {
                    let called = function_value(number, eval)?;
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
    fn walk_inner_chart(
        &mut self,
        chart: usize,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<()> {
        if self.depth >= DEEPEST {
            return end_at_limit(format!("charts that lead into charts more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let first = self.book.charts[chart].first as usize;
        self.walk_chart((chart, first), WalkEnd::Back, eval)?;
        self.depth -= 1;
        Ok(())
    }

    fn count_box(&mut self) -> starlark::Result<()> {
        let turn = with_play(|play| Ok(play.game.state.turn))?;
        if std::mem::replace(&mut self.turn, turn) != turn {
            self.passed = 0;
        }
        self.passed += 1;
        if self.passed > MOST_BOXES {
            return end_at_limit(format!(
                "a walk through more than {MOST_BOXES} boxes in one turn"
            ));
        }
        Ok(())
    }

    /// Carries a box out, tells that it was passed, and gives the exit; none at an end.
    fn pass_box(
        &mut self,
        (chart, at): (usize, usize),
        own: &BoxProgram,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Option<usize>> {
        let before = with_play(|play| Ok(play.game.log.len()))?;
        if own.wait {
            run_opportunity(
                Opportunity { place: Some(own.place), ..Opportunity::default() },
                eval,
            )?;
        }
        if own.exits.len() < 2 {
            // It is passed even if the play ends in it.
            note_way_out(own, 0)?;
        }
        let exit = self.choose_exit(own, eval)?;
        change_game(eval, |game| {
            let acts = game.log.len() > before;
            (game.site.place, game.site.effect) = (Some(own.place), None);
            game.log_box((chart, at), exit, acts)
        })?;
        note_way_out(own, exit.unwrap_or_default())?;
        Ok(exit)
    }

    fn choose_exit(
        &self,
        own: &BoxProgram,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Option<usize>> {
        let several = own.exits.len() > 1;
        let one = if own.exits.is_empty() { None } else { Some(0) };
        let Some(number) = own.function else {
            if several {
                let hint = format!("its exits are {}", own.choices());
                return Err(rules_error(
                    format!("no function answers the box `{}`", own.id),
                    Some(hint),
                ));
            }
            return Ok(one);
        };
        let called = function_value(number, eval)?;
        with_play(|play| {
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
            rules_error(
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
fn note_way_out(own: &BoxProgram, way: usize) -> starlark::Result<()> {
    with_play(|play| {
        play.frames.take_way(own.way + way as u32);
        Ok(())
    })
}

/// Ends the play if it is to stop at this chart or box.
fn stop_if_reached(place: u32) -> starlark::Result<()> {
    with_play(|play| {
        if play.halt.is_none() && play.stop == Some(place) {
            play.halt = Some(Halt::End(Outcome::Stopped));
        }
        if play.halt.is_some() { Err(play_over_error()) } else { Ok(()) }
    })
}

fn end_at_limit(what: String) -> starlark::Result<()> {
    with_play(|play| {
        play.halt.get_or_insert(Halt::End(Outcome::Limit { what }));
        Err(play_over_error())
    })
}
