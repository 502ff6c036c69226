//! The page that measures how far backs are off.

use super::{OutputContext, OutputFile, PrintPages};
use crate::job::PressTask;

/// The page for the paper of a printer, for those who print cards.
pub fn make_calibration(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let profile = context.profile();
    let Some(paper) = &profile.paper else { return Vec::new() };
    if context.book.cards.is_empty() && context.book.decks.is_empty() {
        return Vec::new();
    }
    let flip = context.request.cards.flip.unwrap_or(profile.flip);
    let printer = context.request.home.printer.as_ref().map(|printer| printer.name.clone());
    let task = PressTask::Calibration { flip, printer };
    let Some(document) = context.typeset(paper, task) else { return Vec::new() };
    let name = context.file_stem("calibration");
    context.files(&PrintPages::double_sided(&document, name, flip))
}
