//! What `find` seeks. In: `#anchor`, `#chart Box` or `#chart Box "Yes"`. Out: how a trace shows
//! that it was reached.

use crate::diagnostic::Diagnostic;
use crate::document::nearest_name;
use crate::engine::trace::{Act, Trace, TraceRecord};
use crate::example::fields::shortened;
use crate::example::{codes, facts, places};
use crate::rules::{BoxProgram, Program};

/// What is sought.
pub(super) enum SeedTarget<'p> {
    /// A place.
    Place {
        /// Its number.
        place: u32,
        /// The functions that are bound there.
        bound: Vec<u32>,
        /// The ways of the charts that stand there.
        ways: Vec<u32>,
    },
    /// A box of a chart, or one of its exits.
    Box(&'p BoxProgram, Option<usize>),
}

impl<'p> SeedTarget<'p> {
    /// What is written, or why it is nothing.
    pub(super) fn of(program: &'p Program, written: &str) -> Result<Self, Box<Diagnostic>> {
        let (anchor, exit) = match written.split_once('"') {
            Some((anchor, exit)) => (anchor.trim(), Some(exit.trim_end().trim_end_matches('"'))),
            None => (written.trim(), None),
        };
        let place =
            places::find_place(program, anchor).ok_or_else(|| unknown_place(program, anchor))?;
        let own =
            program.charts.iter().flat_map(|chart| &chart.boxes).find(|own| own.place == place);
        match (own, exit) {
            (Some(own), Some(exit)) => Ok(Self::Box(own, Some(find_exit(own, exit)?))),
            (Some(own), None) => Ok(Self::Box(own, None)),
            (None, Some(_)) => {
                let message =
                    format!("`{}` is no box of a chart that rules walk through", shortened(anchor));
                Err(target_error(
                    message,
                    "write the chart, the box and its exit: `#chart Box \"Yes\"`".to_owned(),
                ))
            }
            (None, None) => {
                let charts = program.charts.iter().filter(|chart| chart.place == place);
                let ways = charts
                    .flat_map(|chart| &chart.boxes)
                    .flat_map(|own| own.way..own.way + own.ways());
                Ok(Self::Place {
                    place,
                    bound: places::bound_to(program, place).collect(),
                    ways: ways.collect(),
                })
            }
        }
    }

    /// Whether a game reached it.
    pub(super) fn reached(&self, trace: &Trace) -> bool {
        let taken = |way: u32| trace.walked.binary_search(&way).is_ok();
        match self {
            Self::Place { place, bound, ways } => {
                let entered =
                    bound.iter().any(|function| trace.reached.binary_search(function).is_ok());
                entered
                    || ways.iter().copied().any(taken)
                    || trace.lines.contains(place)
                    || facts::cites(trace, *place)
            }
            Self::Box(own, None) => (own.way..own.way + own.ways()).any(taken),
            Self::Box(own, Some(exit)) => taken(own.way + *exit as u32),
        }
    }

    /// Whether an event shows it.
    pub(super) fn shown(&self, record: &TraceRecord) -> bool {
        match self {
            Self::Place { place, .. } => record.place == Some(*place),
            Self::Box(own, None) => record.place == Some(own.place),
            Self::Box(own, Some(exit)) => {
                let taken = matches!(&record.act, Act::Box { exit: Some(label), .. } if *label == own.exits[*exit].label);
                taken && record.place == Some(own.place)
            }
        }
    }

    /// What the reader calls it.
    pub(super) fn address(&self, program: &Program) -> String {
        let address = places::address_of(program, self.place());
        self.exit().map_or_else(|| address.clone(), |exit| format!("{address} \"{exit}\""))
    }

    /// How a trace names its place.
    pub(super) fn key(&self, program: &Program) -> String {
        places::key_of(program, self.place())
    }

    /// What stands at the exit that is sought.
    pub(super) fn exit(&self) -> Option<&str> {
        match self {
            Self::Box(own, Some(exit)) => Some(&own.exits[*exit].label),
            _ => None,
        }
    }

    fn place(&self) -> u32 {
        match self {
            Self::Place { place, .. } => *place,
            Self::Box(own, _) => own.place,
        }
    }
}

fn find_exit(own: &BoxProgram, written: &str) -> Result<usize, Box<Diagnostic>> {
    let exact = own.exits.iter().position(|exit| exit.label == written);
    exact.or_else(|| own.exit(written)).ok_or_else(|| {
        let message = format!("the box `{}` has no exit \"{}\"", own.id, shortened(written));
        let labels = own.exits.iter().map(|exit| exit.label.as_str());
        target_error(
            message,
            match nearest_name(written, labels) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if own.exits.is_empty() => "nothing leads on from it".to_owned(),
                None => format!("its exits are {}", own.choices()),
            },
        )
    })
}

fn unknown_place(program: &Program, written: &str) -> Box<Diagnostic> {
    let hint = match places::nearest_place(program, written, |_| true) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "write the anchor of a heading, a step, an item or a box: `#activate-cards 2.1`"
            .to_owned(),
    };
    target_error(format!("there is no place `{}`", shortened(written)), hint)
}

fn target_error(message: String, hint: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::global(codes::SCENARIO_PLACE, message).hint(hint))
}
