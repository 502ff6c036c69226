//! Preparation of PDFs for print: sets viewer preferences for the printer, page boxes and marks, converts
//! colours to inks, flattens transparent pictures, and adds what a PDF/X needs.

mod boxes;
mod claim;
mod colour_spaces;
mod cut_lines;
mod drawings;
mod flatten;
mod join;
mod to_inks;

use std::borrow::Cow;

use anyhow::{Context, Result, anyhow};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use crate::inks::{InkMixer, PrintingCondition};
use crate::pdf::cut_lines::CutLines;
use crate::preflight::{FaultKind, PreflightReport, PrintDemands, grouped_faults, preflight};
use crate::print_standard::PrintStandard;
use crate::profile::{ColourSpace, FlipEdge, Profile};
use base::diagnostic::{Diagnostic, Findings, code};
pub use join::JoinedPdf;

/// Entries of a catalogue for navigation.
const NAVIGATION: [&[u8]; 5] = [b"Outlines", b"Dests", b"Names", b"PageMode", b"OpenAction"];

/// Ink limit of the bundled printing condition, in per cent.
const BUNDLED_LIMIT: f64 = 240.0;
/// All four inks.
const MOST_INK: f64 = 400.0;

/// Sets printing at actual size, and on both sides if `flip` is given.
pub fn finish_for_home(bytes: &[u8], flip: Option<FlipEdge>) -> Result<Vec<u8>> {
    let mut document = load_document(bytes)?;
    let catalog = catalog_of(&mut document)?;
    let before = catalog.get_mut(b"ViewerPreferences").and_then(Object::as_dict_mut);
    let mut preferences = before.map(std::mem::take).unwrap_or_default();
    preferences.set("PrintScaling", "None");
    preferences.set("PickTrayByPDFSize", true);
    if let Some(flip) = flip {
        preferences.set("Duplex", duplex_name(flip));
    }
    catalog.set("ViewerPreferences", preferences);
    save_document(document)
}

fn catalog_of(document: &mut Document) -> Result<&mut Dictionary> {
    document.catalog_mut().context("the finished PDF has no catalogue")
}

/// Returns the PDF name of an edge over which paper is turned.
pub fn duplex_name(flip: FlipEdge) -> &'static str {
    match flip {
        FlipEdge::Long => "DuplexFlipLongEdge",
        FlipEdge::Short => "DuplexFlipShortEdge",
    }
}

/// The demands on a file that is finished for a print shop.
pub struct PressFinish<'a> {
    /// The figures that the print shop asks for.
    pub profile: &'a Profile,
    /// True if the pages are bound as a book, which has a side at the binding.
    pub is_bound: bool,
    /// Lines along which pieces are cut out.
    pub cut: Option<&'a CutLines>,
}

/// Finishes a file for a print shop: boxes, inks, nothing to click; what breaks the profile is a finding.
pub fn finish_for_press(
    bytes: &[u8],
    how: &PressFinish<'_>,
    findings: &mut Findings,
) -> Result<Vec<u8>> {
    let PressFinish { profile, is_bound, cut } = *how;
    let mut document = load_document(bytes)?;
    boxes::set_boxes(&mut document, profile, is_bound)?;
    let catalog = catalog_of(&mut document)?;
    for key in NAVIGATION {
        catalog.remove(key);
    }
    flatten::flatten_pictures(&mut document);
    unite_blacks(&mut document);
    if profile.colour == ColourSpace::Cmyk {
        let mixer = mixer_of(profile)?;
        to_inks::mix_pictures(&mut document, &mixer);
        drawings::prepare_drawings(&mut document, &mixer)?;
    }
    if let Some(cut) = cut {
        cut_lines::draw_cut_lines(&mut document, cut, profile)?;
    }
    claim::set_output_intent(&mut document, profile)?;
    document.prune_objects();
    let modest = profile.standard.claim().map(|_| document.clone());
    claim::claim_standard(&mut document, profile)?;
    document.prune_objects();
    let bytes = save_document(document)?;
    // Sizes and numbers of pages differ between outputs, and coarse pictures are reported with the path that
    // their author wrote: neither is checked here.
    let demands = PrintDemands {
        trim: None,
        multiple: None,
        least_pages: None,
        most_pages: None,
        dpi: None,
        ..profile.demands(is_bound)
    };
    let report = preflight(&bytes, &demands).context("the finished PDF cannot be looked at")?;
    report_print_faults(&report, profile, findings);
    match broken_claim(&report, profile).zip(modest) {
        Some((finding, modest)) => {
            findings.push(finding);
            save_document(modest)
        }
        None => Ok(bytes),
    }
}

fn report_print_faults(report: &PreflightReport, profile: &Profile, findings: &mut Findings) {
    for group in grouped_faults(&report.faults) {
        let hint = group.faults.first().map_or("see the profile", |fault| fault.hint());
        for fault in group.words() {
            let message = format!("the profile `{}` is broken: {fault}", profile.name);
            findings.push(Diagnostic::global(code::PRINT_FILE, message).hint(hint));
        }
    }
}

/// Returns the finding with the reason why a file may not claim its standard, if there is one.
fn broken_claim(report: &PreflightReport, profile: &Profile) -> Option<Diagnostic> {
    let claim = profile.standard.claim()?;
    let breaks = match profile.standard {
        PrintStandard::X1a => FaultKind::breaks_x1a,
        _ => FaultKind::breaks_x4,
    };
    let fault = report.faults.iter().find(|fault| breaks(fault.kind))?;
    let place = fault.page.map_or_else(|| "the file".to_owned(), |page| format!("page {page}"));
    let message = format!("the PDF does not claim {claim}: {place} breaks it");
    Some(Diagnostic::global(code::PRINT_FILE, message).hint(fault.hint()))
}

/// Returns the mixer that converts colours into inks for a profile.
fn mixer_of(profile: &Profile) -> Result<Cow<'static, InkMixer>> {
    let limit = profile.ink_limit;
    match &profile.condition {
        None if limit.is_none_or(|limit| limit >= BUNDLED_LIMIT) => {
            Ok(Cow::Borrowed(InkMixer::bundled()))
        }
        condition => {
            let condition = condition.clone().unwrap_or_else(PrintingCondition::bundled);
            let mixer = InkMixer::new(&condition, limit.unwrap_or(MOST_INK));
            mixer.map(Cow::Owned).map_err(|why| anyhow!("`icc` cannot be used: {why}"))
        }
    }
}

/// Converts grey by a profile to grey of the black plate alone.
fn unite_blacks(document: &mut Document) {
    let is_grey_profile = |object: &Object| {
        let Object::Stream(stream) = object else { return false };
        let colours = stream.dict.get(b"N").and_then(Object::as_i64);
        colours.is_ok_and(|colours| colours == 1)
            && !stream.dict.has(b"FunctionType")
            && !stream.dict.has(b"Type")
    };
    let grey = document.objects.iter().filter(|(_, object)| is_grey_profile(object));
    let grey: Vec<ObjectId> = grey.map(|(id, _)| *id).collect();
    for object in document.objects.values_mut() {
        replace_grey_profiles(object, &grey);
    }
}

fn replace_grey_profiles(object: &mut Object, grey: &[ObjectId]) {
    if let Object::Array(items) = object
        && let [Object::Name(name), Object::Reference(profile)] = items.as_slice()
        && name == b"ICCBased"
        && grey.contains(profile)
    {
        *object = Object::Name(b"DeviceGray".to_vec());
        return;
    }
    let fields = match object {
        Object::Array(items) => {
            return items.iter_mut().for_each(|item| replace_grey_profiles(item, grey));
        }
        Object::Dictionary(fields) => fields,
        Object::Stream(stream) => &mut stream.dict,
        _ => return,
    };
    fields.iter_mut().for_each(|(_, field)| replace_grey_profiles(field, grey));
}

pub fn load_document(bytes: &[u8]) -> Result<Document> {
    Document::load_mem(bytes).context("the finished PDF cannot be read")
}

pub fn save_document(mut document: Document) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).context("the finished PDF cannot be written")?;
    Ok(bytes)
}

/// Returns the colour space of a named ink, which a screen shows as `shown` of the four process inks.
pub fn named_ink(name: &str, shown: [i64; 4]) -> Object {
    let inks = |inks: [i64; 4]| inks.map(Object::Integer).to_vec();
    let tint = dictionary! {
        "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()],
        "C0" => inks([0; 4]), "C1" => inks(shown), "N" => 1,
    };
    Object::Array(vec![
        Object::Name(b"Separation".to_vec()),
        Object::Name(name.as_bytes().to_vec()),
        Object::Name(b"DeviceCMYK".to_vec()),
        Object::Dictionary(tint),
    ])
}

/// Returns a number among the operands of a drawing.
pub fn operand_number(value: &Object) -> Option<f64> {
    match value {
        Object::Integer(whole) => Some(*whole as f64),
        Object::Real(real) => Some(f64::from(*real)),
        _ => None,
    }
}

/// Returns the resources of a page, which it may share with others.
fn page_resources(document: &Document, page: ObjectId) -> Result<Dictionary> {
    let (own, shared) = document.get_page_resources(page)?;
    let shared = shared.first().and_then(|id| document.get_dictionary(*id).ok());
    Ok(own.or(shared).cloned().unwrap_or_default())
}

/// Returns a dictionary inside another one.
fn inner_dictionary<'a>(
    document: &'a Document,
    fields: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    document.dereference(fields.get(key).ok()?).ok()?.1.as_dict().ok()
}
