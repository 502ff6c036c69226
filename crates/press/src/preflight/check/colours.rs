//! Checks of colours: colours that are not inks, black text of several inks, spot colours, too much ink,
//! transparency.

use super::PageView;
use crate::preflight::FaultKind;
use crate::preflight::content::colours::{Colour, ColourSpace};
use crate::preflight::content::marks::{Mark, MarkKind, PictureMark};
use base::diagnostic::Severity;

/// Rounding: excess of ink that is not reported, in per cent.
const INK_TOLERANCE: f64 = 0.5;
/// Tolerance for pictures, in per cent: they are sampled, and may have single dots with more ink.
const PICTURE_TOLERANCE: f64 = 3.0;
/// Size from which text may be printed in several inks, in points.
const LARGE_TEXT: f64 = 24.0;
/// Amount of another ink below black text that does no harm.
const NO_INK: f64 = 0.05;
/// Greatest difference between the inks of a colour that counts as grey.
const GREY: f64 = 0.12;

pub fn check_colours(view: &mut PageView<'_>) {
    let marks: Vec<&Mark> = match view.is_x1a() {
        // An RGB colour may be nowhere in the file, not even outside the page.
        true => view.content.marks.iter().collect(),
        false => view.marks(),
    };
    for mark in marks {
        if view.demands.inks_only {
            check_space(view, mark);
        }
        if !super::touches(mark.area, view.printed()) {
            continue;
        }
        if view.demands.inks_only {
            check_black_text(view, mark);
        }
        if view.demands.inks_only
            && mark.overprints
            && mark.is_white()
            && mark.colour.as_ref().is_some_and(|colour| colour.inks().is_some())
        {
            let message = format!("{} is white and set to overprint", mark_words(mark));
            view.error(FaultKind::OverprintedWhite, Some(mark.area), message);
        }
        check_ink(view, mark);
        if mark.is_transparent && !view.demands.transparency {
            let what = mark_words(mark);
            view.error(FaultKind::Transparency, Some(mark.area), format!("{what} is transparent"));
        }
    }
}

/// The name of a mark in a finding.
fn mark_words(mark: &Mark) -> &'static str {
    match mark.kind {
        MarkKind::Fill { .. } => "an area",
        MarkKind::Stroke { .. } => "a line",
        MarkKind::Text(_) => "text",
        MarkKind::Picture(_) => "a picture",
        MarkKind::Gradient { .. } => "a gradient",
    }
}

fn check_space(view: &mut PageView<'_>, mark: &Mark) {
    let area = Some(mark.area);
    if let MarkKind::Picture(PictureMark { facts, .. }) = &mark.kind
        && let Some(space) = &facts.space
    {
        return check_named_space(view, mark, space, FaultKind::RgbPicture);
    }
    let Some(colour) = &mark.colour else { return };
    check_named_space(view, mark, &colour.space, FaultKind::RgbColour);
    if colour.is_registration() && super::touches(mark.area, view.boxes.trim) {
        let message = format!("{} is in the colour of register marks", mark_words(mark));
        view.error(FaultKind::RegistrationColour, area, message);
    }
    let is_asked = |spot: &str| view.demands.spot_inks.iter().any(|ink| ink == spot);
    if let Some(spot) = colour.spots().iter().find(|spot| !is_asked(spot)) {
        let message = format!("{} is in the spot colour `{spot}`", mark_words(mark));
        view.warn(FaultKind::SpotColour, area, message);
    }
}

fn check_named_space(view: &mut PageView<'_>, mark: &Mark, space: &ColourSpace, in_rgb: FaultKind) {
    let (area, what) = (Some(mark.area), mark_words(mark));
    let (kind, words) = match space.base() {
        ColourSpace::Rgb => return view.error(in_rgb, area, format!("{what} is in RGB")),
        ColourSpace::ProfiledRgb => (FaultKind::ProfiledRgb, "RGB with a colour profile"),
        ColourSpace::ProfiledGrey => (FaultKind::ProfiledColour, "grey with a colour profile"),
        ColourSpace::Lab => (FaultKind::ProfiledColour, "Lab"),
        ColourSpace::Grey
        | ColourSpace::Cmyk
        | ColourSpace::ProfiledCmyk
        | ColourSpace::Inks(_)
        | ColourSpace::Palette(..)
        | ColourSpace::Pattern
        | ColourSpace::Unknown(_) => return,
    };
    let severity = if view.is_x1a() { Severity::Error } else { Severity::Warning };
    view.add(kind, severity, area, format!("{what} is in {words}"));
}

/// Reports small black or grey text that is not printed with black alone.
fn check_black_text(view: &mut PageView<'_>, mark: &Mark) {
    let (MarkKind::Text(text), Some(colour)) = (&mark.kind, &mark.colour) else { return };
    if text.size >= LARGE_TEXT {
        return;
    }
    let quote = quoted(&text.words);
    match colour.inks() {
        None if colour.is_neutral() => {
            let message =
                format!("black or grey text{quote} is in no ink: only black alone prints sharply");
            view.error(FaultKind::BlackTextNotK, Some(mark.area), message);
        }
        Some(inks) if is_grey_of_inks(colour) => {
            let [cyan, magenta, yellow, black] = inks.cmyk.map(|ink| (ink * 100.0).round());
            let built = format!("C{cyan} M{magenta} Y{yellow} K{black}");
            let (kind, shade) = match black >= 50.0 {
                true => (FaultKind::RichBlackText, "black"),
                false => (FaultKind::BlackTextNotK, "grey"),
            };
            view.error(kind, Some(mark.area), format!("{shade} text{quote} is {built}"));
        }
        Some(_) | None => {}
    }
}

/// True if a colour looks grey or black but has other inks than black.
fn is_grey_of_inks(colour: &Colour) -> bool {
    let (Some(inks), Some(rgb)) = (colour.inks(), colour.rgb()) else { return false };
    let [cyan, magenta, yellow, black] = inks.cmyk;
    let most = rgb.iter().copied().fold(0.0, f64::max);
    let least = rgb.iter().copied().fold(1.0, f64::min);
    let has_others = cyan + magenta + yellow > NO_INK && inks.spots < NO_INK;
    let is_built = black >= 0.95 || cyan.min(magenta).min(yellow) > NO_INK;
    has_others && is_built && most - least < GREY && most < 0.8
}

/// Returns ` "Draw 4 cards"`, or nothing if the words are not known.
pub fn quoted(words: &str) -> String {
    let plain: String = words.chars().filter(|letter| !letter.is_control()).collect();
    if plain.is_empty() { String::new() } else { format!(" \"{plain}\"") }
}

fn check_ink(view: &mut PageView<'_>, mark: &Mark) {
    let Some(limit) = view.demands.ink_limit else { return };
    let colour = mark.colour.as_ref().filter(|colour| !colour.is_registration());
    let (ink, tolerance) = match &mark.kind {
        MarkKind::Picture(PictureMark { facts, .. }) if !facts.is_stencil => {
            (facts.ink, PICTURE_TOLERANCE)
        }
        MarkKind::Gradient { ink } => (*ink, INK_TOLERANCE),
        _ => (colour.and_then(|colour| Some(colour.inks()?.total())), INK_TOLERANCE),
    };
    if let Some(ink) = ink.filter(|ink| *ink > limit + tolerance) {
        let message = format!("{} has {ink:.0} % ink, more than {limit:.0} %", mark_words(mark));
        view.error(FaultKind::TooMuchInk, Some(mark.area), message);
    }
}
