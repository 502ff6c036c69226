//! The cover as a file of its own: back, spine and front side by side, as it goes round the pages.

pub(crate) mod content;

use super::rulebook::typeset_inside;
use super::{OutputContext, PrintPages};
use crate::OutputFile;
use crate::outputs::PressTask;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::profile::{Binding, Profile};

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Cover",
    is_of_chapters: true,
    papers: |book| &book.papers,
    has_theme_page: true,
    template: Some(&TEMPLATE),
    ..OutputRecord::new("cover", "the cover: back, spine and front", make_cover)
};

/// Template of the cover.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the cover",
    files: &[
        ("/templates/wrap.typ", include_str!("wrap.typ")),
        ("/templates/cover.typ", include_str!("cover.typ")),
        ("/templates/motif.typ", include_str!("motif.typ")),
    ],
};

/// Most pages of a booklet that staples can hold; longer ones are glued.
const MOST_STAPLED: usize = 64;

/// Makes the cover for the first paper of the rulebook.
pub fn make_cover(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let papers = context.rulebook_papers();
    let Some(paper) = papers.first() else { return Vec::new() };
    let Some(pages) = typeset_inside(context, paper) else { return Vec::new() };
    let (count, leaf) = (pages.pages().len(), context.profile().leaf);
    let spine = spine_width(count, context.profile());
    let Some(cover) = context.typeset(paper, PressTask::Cover { spine }) else { return Vec::new() };
    let name = context.file_stem("cover");
    let mut files = context.files(&PrintPages::single_sided(&cover, name));
    if spine > 0.0 {
        let note = format!(
            "The spine is {spine} mm wide, for {count} pages on leaves of {leaf} mm: compare it with what the service says."
        );
        files.iter_mut().for_each(|file| file.holds.note = Some(note.clone()));
    }
    files
}

/// Returns the width of the spine, in millimetres: the thickness of the leaves and the cover.
fn spine_width(pages: usize, profile: &Profile) -> f64 {
    let stapled = if pages > MOST_STAPLED { Binding::Perfect } else { Binding::Saddle };
    match profile.binding.unwrap_or(stapled) {
        Binding::Saddle => 0.0,
        Binding::Perfect => {
            let thick = pages.div_ceil(2) as f64 * profile.leaf + 2.0 * profile.cover_stock;
            (thick * 10.0).round() / 10.0
        }
    }
}
