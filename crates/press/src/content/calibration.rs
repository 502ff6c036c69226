//! What the page that measures backs, `crates/press/templates/calibration.typ`, needs to know.

use typst::diag::{SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Dict, Str, dict, func};
use typst::syntax::Span;

use super::read_job;
use super::values::front_matter;
use crate::job::PressTask;
use crate::profile::FlipEdge;

/// The turn and the shift of backs by the job at `path`.
#[func]
pub fn load_calibration(
    engine: &mut Engine,
    /// Virtual path of the job.
    path: Str,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let PressTask::Calibration { flip, printer } = &job.task else {
        bail!(Span::detached(), "the job at {path} asks for no calibration")
    };
    let short = *flip == FlipEdge::Short;
    Ok(front_matter(&job) + dict! { "short" => short, "printer" => printer.as_deref() })
}
