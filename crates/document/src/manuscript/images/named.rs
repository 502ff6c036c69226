//! Pictures outside of texts: that of the cover, and those of templates. In: their paths, and the places that
//! name them. Out: the same pictures among those of the book.

use super::{FoundPicture, ImagePass, Pictures, ReadPicture};
use crate::parse::picture_size::focus_point;
use base::diagnostic::{Findings, code, short_quote};
use base::source::{Sources, Span};
use base::theme::{AskedArt, CoverArt};

/// Hint about the focus of the picture on the cover.
const COVER_FOCUS_HINT: &str =
    "write how far the point is from the left and from the top: focus = \"30% 20%\"";

/// Adds the picture of the cover to those of the book; none if it cannot be shown.
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

/// Adds the picture that is named at a place to those of the book. Returns its name among them.
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

/// Finds the picture that is named at a place, and adds it to those of the book.
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
