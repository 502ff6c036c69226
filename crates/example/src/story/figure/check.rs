//! Checks the section that a scenario names in `figure`.

use super::SectionSteps;
use crate::examples::Example;
use crate::fields::Located;
use crate::{places, start};
use base::diagnostic::{Diagnostic, code, short_quote};
use rules::engine::trace::TraceRecord;
use rules::{Program, ProsePlace};

/// Reports why an example cannot be printed as the figure that its scenario wants; none if it can.
pub fn check_figure(example: &Example, program: &Program) -> Option<Diagnostic> {
    let written = example.scenario.lesson.figure.as_ref()?;
    let place = places::find_place(program, &written.value);
    let Some(section) = place.map(|place| &program.places[place as usize]) else {
        let is_section = |place: u32| places::is_section(&program.places[place as usize]);
        return Some(start::no_place(program, written, is_section));
    };
    if section.book.is_some() || !places::is_section(section) {
        return Some(no_section(written, section));
    }
    let steps = SectionSteps::of(program, section);
    let records = &example.trace.records;
    let mut cited = records.iter().filter_map(|record| record.place);
    if !cited.any(|rule| steps.step_of(rule).is_some()) {
        return Some(no_step_cited(written, records, program));
    }
    example.story.figure.is_none().then(|| {
        let message =
            format!("the steps of `{}` change nothing that is drawn", short_quote(&written.value));
        let hint = "name zones, flags or counters in `show`, or leave `hide` or `figure` out";
        Diagnostic::at(code::SCENARIO, written.span, message).hint(hint)
    })
}

fn no_section(written: &Located<String>, place: &ProsePlace) -> Diagnostic {
    let message = format!("`{}` is not a section of this book", short_quote(&written.value));
    let hint = match place.book {
        Some(_) => "name a section of the text that the example is in".to_owned(),
        None => format!("name the section with its steps: `#{}`", place.section),
    };
    Diagnostic::at(code::SCENARIO_PLACE, written.span, message).hint(hint)
}

fn no_step_cited(
    written: &Located<String>,
    records: &[TraceRecord],
    program: &Program,
) -> Diagnostic {
    let message = format!("the play cites no step of `{}`", short_quote(&written.value));
    let cited = records.iter().filter_map(|record| program.places.get(record.place? as usize));
    let followed = { cited }.find(|place| place.book.is_none() && !place.step.is_empty());
    let hint = match followed {
        Some(place) => {
            format!("name a section whose steps are cited, such as `#{}`", place.section)
        }
        None => "play a rule that follows numbered steps of the text".to_owned(),
    };
    Diagnostic::at(code::SCENARIO, written.span, message).hint(hint)
}
