//! Pictures that no text shows: that of the cover, and those of templates. In: their paths, and where
//! they are named. Out: the same among the pictures of the book.

use super::{FoundPicture, ImagePass, Pictures, ReadPicture};
use crate::parse::picture_size::focus_point;
use base::diagnostic::{Findings, code, short_quote};
use base::source::{Sources, Span};
use base::theme::{AskedArt, CoverArt};

/// What to write for a point of the picture on the cover.
const COVER_FOCUS_HINT: &str =
    "write how far the point is from the left and from the top: focus = \"30% 20%\"";

/// Adds the picture of the cover to those of the book; none where it cannot be shown.
pub fn find_cover_art(
    asked: &AskedArt,
    sources: &Sources,
    pictures: &mut Pictures,
    findings: &mut Findings,
) -> Option<CoverArt> {
    let focus = asked.focus.as_ref().and_then(|(written, place)| {
        let point = focus_point(written);
        if point.is_none() {
            let message =
                format!("the focus `{}` of the cover is not a point", short_quote(written));
            findings.report(code::THEME_FILE, *place, message, COVER_FOCUS_HINT);
        }
        point
    });
    let found = found_among(&asked.file, asked.place, sources, pictures, findings);
    let found = found.map_err(|reason| findings.push(reason.cover_finding(asked)));
    let ReadPicture { name, size, .. } = found.ok()?;
    Some(CoverArt { name, ratio: size.width / size.height, focus: focus.unwrap_or((0.5, 0.5)) })
}

/// Adds the picture that a text names at a place to those of the book; gives its name among them.
pub fn add_picture(
    file: &str,
    place: Span,
    sources: &Sources,
    pictures: &mut Pictures,
    findings: &mut Findings,
) -> Option<String> {
    let found = found_among(file, place, sources, pictures, findings);
    let found = found.map_err(|reason| findings.push(reason.finding(file, true, place)));
    found.ok().map(|own| own.name)
}

/// The picture that a text names at a place, added to those of the book.
fn found_among(
    file: &str,
    place: Span,
    sources: &Sources,
    pictures: &mut Pictures,
    findings: &mut Findings,
) -> FoundPicture {
    let mut pass = ImagePass::new(sources, findings);
    pass.stored = pictures.values().map(|bytes| bytes.len() as u64).sum();
    pass.pictures = std::mem::take(pictures);
    let found = pass.load(file, place).and_then(|picture| pass.show(picture));
    *pictures = pass.pictures;
    found
}
