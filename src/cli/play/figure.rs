//! Draws an example, or the picture of one of its steps, as PNG or SVG.

use super::{PlayArgs, PlayFormat};
use crate::pipeline::{PlayedBook, PrintableBook};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Sources;
use draw::drawing::Drawing;
use draw::picture;
use example::examples::Example;
use example::story::{Step, StoryEntry};
use press::figure::{FigureFormat, draw_figure};

/// Width of the picture of a step, in points: the text width of an A5 page.
const WIDTH: f64 = 320.0;

/// Draws a play; returns the sources that its findings point into.
pub fn draw_play(
    mut played: PlayedBook,
    args: &PlayArgs,
    findings: &mut Findings,
) -> (Option<Vec<u8>>, Sources) {
    let example = played.examples.first();
    let drawing = match example.zip(args.step).map(|(example, step)| step_drawing(example, step)) {
        None => None,
        Some(Ok(drawing)) => Some(drawing),
        Some(Err(finding)) => {
            findings.push(*finding);
            return (None, played.sources);
        }
    };
    let name = example.map(|example| example.scenario.name.clone()).unwrap_or_default();
    played.stand_first();
    let mut printable = played.join();
    if drawing.is_none() && !printable.book.keep_example(&name) {
        let message = "the example is not drawn: it has errors, or its rule is in another book";
        let hint = "fix the errors, or write `after = \"#anchor\"` with a place of this book";
        findings.push(Diagnostic::global(code::UNKNOWN_STEP, message).hint(hint));
        return (None, printable.sources);
    }
    let is_png = args.format == PlayFormat::Png;
    let format = if is_png { FigureFormat::Png } else { FigureFormat::Svg };
    let PrintableBook { book, sources, .. } = printable;
    (draw_figure(&book, drawing, format, &sources, findings), sources)
}

/// Returns the picture of a step, or a finding that there is none.
fn step_drawing(example: &Example, number: u32) -> Result<Drawing, Box<Diagnostic>> {
    let Some(step) = steps(example).find(|step| step.number == number) else {
        let last = steps(example).map(|step| step.number).max().unwrap_or(0);
        let steps = if last == 1 { "1 step".to_owned() } else { format!("{last} steps") };
        let message = format!("the example has no step {number}: it has {steps}");
        return Err(Box::new(step_finding(example, message)));
    };
    let Some(picture) = &step.picture else {
        let message = format!("step {number} has no picture: nothing changes on the table there");
        return Err(Box::new(step_finding(example, message)));
    };
    Ok(picture::draw_picture(picture, WIDTH))
}

fn steps(example: &Example) -> impl Iterator<Item = &Step> {
    example.story.entries.iter().filter_map(|entry| match entry {
        StoryEntry::Step(step) => Some(step.as_ref()),
        StoryEntry::Heading(_) => None,
    })
}

/// Returns a finding about a step; its hint lists the steps that have a picture.
fn step_finding(example: &Example, message: String) -> Diagnostic {
    let drawn = steps(example).filter(|step| step.picture.is_some());
    let drawn: Vec<String> = drawn.map(|step| step.number.to_string()).collect();
    let hint = if drawn.is_empty() {
        "no step of this example has a picture; without --step the whole example is drawn"
            .to_owned()
    } else {
        format!("steps with a picture: {}", drawn.join(", "))
    };
    Diagnostic::at(code::UNKNOWN_STEP, example.scenario.title.span, message).hint(hint)
}
