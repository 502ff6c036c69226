//! Checks of a page as a whole: its boxes, rotation and scale, and the annotations on it.

use super::PageView;
use super::document::size_words;
use crate::preflight::boxes::MM;
use crate::preflight::content::marks::Mark;
use crate::preflight::{FaultKind, PdfX};
use base::diagnostic::Severity;

/// Greatest difference of the size of a page, in points: 0.2 mm.
const CUT: f64 = 0.2 * MM;
/// Room that the bleed may lack, in points: 0.1 mm.
const LACKING: f64 = 0.1 * MM;
/// Names of the sides of a page: left, right, top, bottom.
pub const SIDES: [&str; 4] = ["left", "right", "top", "bottom"];

pub fn check_boxes(view: &mut PageView<'_>) {
    let (boxes, demands) = (view.boxes, view.demands);
    if !boxes.nest() {
        let message = "the trim box, the bleed box and the media box are not inside one another";
        view.error(FaultKind::BoxNesting, None, message);
    }
    let has_bleed = view.bleed().iter().any(|length| *length > 0.0);
    if !boxes.has_trim && (has_bleed || demands.standard.is_some()) {
        let message = "the page has no trim box that says where it is cut";
        view.add(FaultKind::TrimBoxMissing, view.severity(), None, message);
    }
    if let Some(wanted) = demands.trim {
        let size = boxes.trim.size();
        let fits = |width: f64, height: f64| {
            (size.width - width * MM).abs() < CUT && (size.height - height * MM).abs() < CUT
        };
        let turned = wanted.may_turn && fits(wanted.height, wanted.width);
        if !fits(wanted.width, wanted.height) && !turned {
            let message = format!(
                "the page is {} after it is cut, not {} x {} mm",
                size_words(size),
                wanted.width,
                wanted.height
            );
            view.error(FaultKind::WrongTrim, None, message);
        }
    }
    check_room(view);
}

/// Reports missing room for the bleed.
fn check_room(view: &mut PageView<'_>) {
    let (room, asked) = (view.boxes.room(), view.bleed());
    let lacking: Vec<usize> = (0..4).filter(|side| room[*side] < asked[*side] - LACKING).collect();
    if lacking.is_empty() {
        return;
    }
    let words = lacking.iter().map(|side| {
        let (has, asked) = (room[*side].max(0.0) / MM, asked[*side] / MM);
        format!("{has:.1} mm of {asked:.1} mm at the {}", SIDES[*side])
    });
    let words: Vec<String> = words.collect();
    let message = format!("there is too little room for the bleed: {}", words.join(", "));
    // No bleed is missed if nothing comes near the edge.
    let inner = view.boxes.trim.inflate(-MM, -MM);
    let reaches = |mark: &&Mark| {
        let area = mark.area;
        let ends = [area.x0 < inner.x0, area.x1 > inner.x1, area.y0 < inner.y0, area.y1 > inner.y1];
        lacking.iter().any(|side| ends[*side]) && !mark.is_white()
    };
    let severity =
        if view.marks().iter().any(reaches) { Severity::Error } else { Severity::Warning };
    view.add(FaultKind::BleedMissing, severity, None, message);
}

pub fn check_whole(view: &mut PageView<'_>) {
    let boxes = view.boxes;
    if (boxes.user_unit - 1.0).abs() > 1e-6 {
        let message = format!("the page is scaled {} times by its user unit", boxes.user_unit);
        view.warn(FaultKind::UserUnit, None, message);
    }
    if boxes.rotate != 0 {
        let message = format!("the page is turned by {} degrees", boxes.rotate);
        view.warn(FaultKind::RotatedPage, None, message);
    }
    let standard = view.demands.standard;
    let is_x1a = view.is_x1a();
    for kind in &view.content.faults {
        let message = match kind {
            FaultKind::TransparencyGroup if is_x1a => "a transparency group is on the page",
            FaultKind::LzwCompression if standard.is_some() => "a picture is compressed with LZW",
            FaultKind::Postscript if standard.is_some() => "a piece of PostScript is on the page",
            FaultKind::JpxPicture if standard != Some(PdfX::X4) => {
                "a picture is compressed as JPEG 2000"
            }
            FaultKind::DamagedPage => "the content of the page cannot be read whole",
            FaultKind::TooMuchContent => "the page draws more than can be checked",
            _ => continue,
        };
        match kind {
            FaultKind::TooMuchContent => view.warn(*kind, None, message),
            FaultKind::JpxPicture if !is_x1a => view.warn(*kind, None, message),
            _ => view.error(*kind, None, message),
        }
    }
}

/// Reports comments, links and forms: PDF/X allows none inside the bleed, and no print shop wants them.
pub fn check_annotations(view: &mut PageView<'_>) {
    let pdf = view.pdf;
    let all = pdf.list(view.page, b"Annots").unwrap_or_default();
    let is_for_press = view.demands.standard.is_some() || view.demands.inks_only;
    for annotation in all.iter().take(10_000) {
        let fields = pdf.find(annotation).and_then(|one| one.as_dict().ok());
        let Some(fields) = fields.filter(|_| is_for_press) else { continue };
        let kind = pdf.name(fields, b"Subtype").unwrap_or(b"Unknown");
        let area =
            pdf.rect(fields, b"Rect").map(|area| view.boxes.to_page.transform_rect_bbox(area));
        let inside = area.is_none_or(|area| super::touches(area, view.printed()));
        if !inside || matches!(kind, b"TrapNet" | b"PrinterMark" | b"Popup") {
            continue;
        }
        let message = format!("{} is on the page", annotation_words(kind));
        view.add(FaultKind::Annotation, view.severity(), area, message);
    }
}

fn annotation_words(kind: &[u8]) -> String {
    match kind {
        b"Link" => "a link".to_owned(),
        b"Widget" => "a field of a form".to_owned(),
        b"Text" | b"FreeText" => "a comment".to_owned(),
        b"Stamp" => "a stamp".to_owned(),
        other => format!("an annotation of the kind `{}`", String::from_utf8_lossy(other)),
    }
}
