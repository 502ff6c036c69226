//! The target of `find`. In: `#anchor`, `#chart Box` or `#chart Box "Yes"`. Out: the signs in a trace that it
//! was reached.

use crate::places;
use base::diagnostic::{Diagnostic, code, nearest_name, short_quote};
use rules::engine::trace::{Act, Trace, TraceRecord};
use rules::{BoxProgram, Program};

/// The target of a search.
pub enum SeedTarget<'p> {
    /// A place in the text.
    Place {
        /// Index of the place.
        place: u32,
        /// Functions that are bound to the place.
        bound: Vec<u32>,
        /// Ways of the charts at the place.
        ways: Vec<u32>,
    },
    /// A box of a chart, or one of its exits.
    Box(&'p BoxProgram, Option<usize>),
}

impl<'p> SeedTarget<'p> {
    /// Reads a target, or reports why it is unknown.
    pub fn of(program: &'p Program, written: &str) -> Result<Self, Box<Diagnostic>> {
        let (anchor, exit) = split_exit(written);
        let place =
            places::find_place(program, anchor).ok_or_else(|| unknown_place(program, anchor))?;
        let mut boxes = program.charts.iter().flat_map(|chart| &chart.boxes);
        match (boxes.find(|own| own.place == place), exit) {
            (Some(own), Some(exit)) => Ok(Self::Box(own, Some(find_exit(own, exit)?))),
            (Some(own), None) => Ok(Self::Box(own, None)),
            (None, Some(_)) => Err(no_walked_box(anchor)),
            (None, None) => Ok(Self::of_place(program, place)),
        }
    }

    fn of_place(program: &Program, place: u32) -> Self {
        let bound = places::bound_to(program, place).collect();
        let charts = program.charts.iter().filter(move |chart| chart.place == place);
        Self::Place {
            place,
            bound,
            ways: charts.flat_map(|chart| &chart.boxes).flat_map(ways_of).collect(),
        }
    }

    /// Returns whether a game reached the target.
    pub fn reached(&self, trace: &Trace) -> bool {
        let taken = |way: u32| trace.walked.binary_search(&way).is_ok();
        let entered = |function: &u32| trace.reached.binary_search(function).is_ok();
        match self {
            Self::Place { place, bound, ways } => {
                bound.iter().any(entered)
                    || ways.iter().copied().any(taken)
                    || trace.lines.contains(place)
                    || trace.records.iter().any(|record| record.place == Some(*place))
            }
            Self::Box(own, None) => ways_of(own).any(taken),
            Self::Box(own, Some(exit)) => taken(own.way + *exit as u32),
        }
    }

    /// Returns whether an event shows the target.
    pub fn shown(&self, record: &TraceRecord) -> bool {
        let at_exit = match (self.exit(), &record.act) {
            (None, _) => true,
            (wanted, Act::Box(own)) => own.exit.as_deref() == wanted,
            _ => false,
        };
        record.place == Some(self.place()) && at_exit
    }

    /// Returns the address that readers see.
    pub fn address(&self, program: &Program) -> String {
        let address = places::address_of(program, self.place());
        match self.exit() {
            Some(exit) => format!("{address} \"{exit}\""),
            None => address,
        }
    }

    /// Returns the name of its place in a trace.
    pub fn key(&self, program: &Program) -> String {
        places::key_of(program, self.place())
    }

    /// Returns the label of the exit, if the target is one.
    pub fn exit(&self) -> Option<&str> {
        match self {
            Self::Box(own, Some(exit)) => Some(&own.exits[*exit].label),
            Self::Box(_, None) | Self::Place { .. } => None,
        }
    }

    /// Returns its place, or the place of its box.
    pub fn place(&self) -> u32 {
        match self {
            Self::Place { place, .. } => *place,
            Self::Box(own, _) => own.place,
        }
    }
}

/// Splits `#chart Box "Yes"` into the box and the exit.
fn split_exit(written: &str) -> (&str, Option<&str>) {
    match written.split_once('"') {
        Some((anchor, exit)) => (anchor.trim(), Some(exit.trim_end().trim_end_matches('"'))),
        None => (written.trim(), None),
    }
}

/// Returns the indices of the ways that lead on from a box.
fn ways_of(own: &BoxProgram) -> std::ops::Range<u32> {
    own.way..own.way + own.ways()
}

fn find_exit(own: &BoxProgram, written: &str) -> Result<usize, Box<Diagnostic>> {
    let exact = own.exits.iter().position(|exit| exit.label == written);
    exact.or_else(|| own.exit(written)).ok_or_else(|| unknown_exit(own, written))
}

fn unknown_exit(own: &BoxProgram, written: &str) -> Box<Diagnostic> {
    let message = format!("the box `{}` has no exit \"{}\"", own.id, short_quote(written));
    let labels = own.exits.iter().map(|exit| exit.label.as_str());
    let hint = match nearest_name(written, labels) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if own.exits.is_empty() => "it has no exits".to_owned(),
        None => format!("its exits are {}", own.choices()),
    };
    target_error(message, hint)
}

fn no_walked_box(anchor: &str) -> Box<Diagnostic> {
    let anchor = short_quote(anchor);
    let message = format!("`{anchor}` is not a box of a chart that rules walk through");
    target_error(message, "write the chart, the box and its exit: `#chart Box \"Yes\"`")
}

fn unknown_place(program: &Program, written: &str) -> Box<Diagnostic> {
    let hint = match places::nearest_place(program, written, |_| true) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "write the anchor of a heading, a step, an item or a box: `#activate-cards 2.1`"
            .to_owned(),
    };
    target_error(format!("unknown place `{}`", short_quote(written)), hint)
}

fn target_error(message: String, hint: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::global(code::SCENARIO_PLACE, message).hint(hint))
}
