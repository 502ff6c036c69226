//! `walk`: a chart of the book is the program. The function of each box answers with the exit by which the
//! walk continues.

use std::mem;
use std::sync::Arc;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;

use super::context::{change_game, end_at_limit, with_play};
use super::fault::{hinted_error, rules_error};
use super::loaded_rules::{RuleIndex, function_value};
use super::opportunity::{Opportunity, run_opportunity};
use crate::{BoxProgram, ChartLead, ChartProgram};
use base::diagnostic::{did_you_mean, nearest_name};

/// The most boxes of one walk in one turn, including those of the charts it leads into.
const MOST_BOXES: usize = 10_000;
/// Deepest nesting of charts that lead into charts and come back.
const DEEPEST: usize = 32;

#[starlark_module]
pub fn walk_functions(builder: &mut GlobalsBuilder) {
    /// Walks through a flowchart of the book, and gives the id of the box at which it ends.
    ///
    /// The module that opens with `#@ chart #anchor` has a function for each box that branches. The function
    /// is called with `args` and gives the label of an exit. At the end of a chart the walk continues where
    /// the last box leads to; with `back = True` it comes back. `first` is the box at which it begins.
    ///
    /// ```python
    /// end = walk("#attack-chart", card, first = "Choose")
    /// ```
    fn walk<'v>(
        #[starlark(require = pos)] chart: &str,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(default = false)] back: bool,
        #[starlark(default = NoneOr::None)] first: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let rules = with_play(|play| Arc::clone(&play.rules))?;
        let at = chart_at(&rules, chart.trim_start_matches('#'))?;
        let first = match first.into_option() {
            Some(name) => box_named(&rules.charts[at], name)?,
            None => rules.charts[at].first as usize,
        };
        let ends = if back { WalkEnd::Back } else { WalkEnd::LeadOn };
        let mut walk = RunningWalk { rules, args: args.items, passed: 0, turn: 0, depth: 0 };
        walk.walk_chart(at, first, ends, eval)
    }
}

/// Returns the chart of this anchor, if the rules have its program.
fn chart_at(rules: &RuleIndex, anchor: &str) -> starlark::Result<usize> {
    let found = rules.charts.iter().position(|chart| chart.anchor == anchor);
    found.ok_or_else(|| {
        let anchors = rules.charts.iter().map(|chart| chart.anchor.as_str());
        let hint = match nearest_name(anchor, anchors) {
            Some(near) => format!("did you mean `#{near}`?"),
            None => format!("open a module with `#@ chart #{anchor}`"),
        };
        hinted_error(format!("no module opens with `#@ chart #{anchor}`"), hint)
    })
}

/// Returns the box of this name in the rules.
fn box_named(chart: &ChartProgram, name: &str) -> starlark::Result<usize> {
    let found = chart.boxes.iter().position(|chart_box| chart_box.name == name);
    found.ok_or_else(|| {
        let names = chart.boxes.iter().map(|chart_box| chart_box.name.as_str());
        let message = format!("`#{}` has no box `{name}`", chart.anchor);
        rules_error(message, did_you_mean(name, names))
    })
}

/// Continuation of a walk at a box without an exit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WalkEnd {
    /// Continues where the box leads to.
    LeadOn,
    /// Comes back, wherever the box leads to.
    Back,
}

/// A running walk.
struct RunningWalk<'v> {
    rules: Arc<RuleIndex>,
    args: Vec<Value<'v>>,
    /// Number of boxes so far in this turn.
    passed: usize,
    /// Number of turns begun when the last box was passed.
    turn: u32,
    /// Number of charts to come back to.
    depth: usize,
}

impl<'v> RunningWalk<'v> {
    /// Walks through a chart from a box on and, unless it comes back, through those that its ends lead on to.
    fn walk_chart(
        &mut self,
        mut chart: usize,
        mut at: usize,
        ends: WalkEnd,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let rules = Arc::clone(&self.rules);
        stop_if_reached(rules.charts[chart].place)?;
        loop {
            let passed = &rules.charts[chart].boxes[at];
            self.count_box()?;
            stop_if_reached(passed.place)?;
            let exit = self.pass_box(chart, at, passed, eval)?;
            match (passed.link, exit) {
                (_, None) if ends == WalkEnd::Back => {}
                (Some(ChartLead::Chart(next)), None) => {
                    chart = next as usize;
                    at = rules.charts[chart].first as usize;
                    stop_if_reached(rules.charts[chart].place)?;
                    continue;
                }
                (Some(ChartLead::Chart(inner)), Some(_)) => {
                    self.walk_inner_chart(inner as usize, eval)?
                }
                (Some(ChartLead::Function(number)), _) => {
                    self.call_function(number, eval)?;
                }
                (None, _) => {}
            }
            match exit {
                Some(exit) => at = passed.exits[exit].to as usize,
                None => return Ok(passed.name.clone()),
            }
        }
    }

    /// Walks through a chart that a box with exits leads to, up to its first end; then the walk continues
    /// after that box.
    fn walk_inner_chart(
        &mut self,
        chart: usize,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<()> {
        if self.depth >= DEEPEST {
            return end_at_limit(format!("charts that lead into charts more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let first = self.rules.charts[chart].first as usize;
        self.walk_chart(chart, first, WalkEnd::Back, eval)?;
        self.depth -= 1;
        Ok(())
    }

    fn count_box(&mut self) -> starlark::Result<()> {
        let turn = with_play(|play| play.game.state.turn)?;
        if mem::replace(&mut self.turn, turn) != turn {
            self.passed = 0;
        }
        self.passed += 1;
        if self.passed > MOST_BOXES {
            let what = format!("a walk through more than {MOST_BOXES} boxes in one turn");
            return end_at_limit(what);
        }
        Ok(())
    }

    /// Carries a box out, logs that it was passed, and returns the exit; `None` at an end.
    fn pass_box(
        &mut self,
        chart: usize,
        at: usize,
        passed: &BoxProgram,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Option<usize>> {
        let before = with_play(|play| play.game.log.len())?;
        if passed.wait {
            let place = Some(passed.place);
            run_opportunity(Opportunity { place, ..Opportunity::default() }, eval)?;
        }
        if passed.exits.len() < 2 {
            // It is passed even if the play ends in it.
            note_way_out(passed, 0)?;
        }
        let exit = self.choose_exit(passed, eval)?;
        change_game(eval, |game| {
            let acts = game.log.len() > before;
            (game.site.place, game.site.effect) = (Some(passed.place), None);
            game.log_box(chart, at, exit, acts)
        })?;
        note_way_out(passed, exit.unwrap_or_default())?;
        Ok(exit)
    }

    /// Calls the function of a box, and returns the exit that it takes.
    fn choose_exit(
        &self,
        passed: &BoxProgram,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Option<usize>> {
        let only = if passed.exits.is_empty() { None } else { Some(0) };
        let several = passed.exits.len() > 1;
        let Some(function) = passed.function else {
            if !several {
                return Ok(only);
            }
            let message = format!("no function answers the box `{}`", passed.id);
            return Err(hinted_error(message, format!("its exits are {}", passed.choices())));
        };
        with_play(|play| play.next_box = Some((function, passed.place)))?;
        let answer = self.call_function(function, eval)?;
        if !several {
            return Ok(only);
        }
        let exit = answer.unpack_str().and_then(|answer| passed.exit(answer));
        exit.map(Some).ok_or_else(|| {
            let answer = match answer.unpack_str() {
                Some(text) => format!("\"{text}\""),
                None => format!("a `{}`", answer.get_type()),
            };
            let answered = format!("`{}` was answered with {answer}", passed.id);
            let message = format!("the box {answered}, which is not one of its exits");
            hinted_error(message, format!("its exits are {}", passed.choices()))
        })
    }

    fn call_function(
        &self,
        function: u32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let called = function_value(function, eval)?;
        eval.eval_function(called, &self.args, &[])
    }
}

/// Notes that a box was left by this way.
fn note_way_out(passed: &BoxProgram, way: usize) -> starlark::Result<()> {
    with_play(|play| play.frames.take_way(passed.way + way as u32))
}

/// Ends the play if it is to stop at this chart or box.
fn stop_if_reached(place: u32) -> starlark::Result<()> {
    with_play(|play| {
        play.check_going_on()?;
        if play.stop_place == Some(place) { Err(play.stop_here()) } else { Ok(()) }
    })?
}
