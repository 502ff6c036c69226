//! The last hand on PDFs that are going to be printed: what the viewer tells the printer, boxes,
//! black.

mod preflight;

use anyhow::{Context, Result};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::profile::{FlipEdge, Profile};
use crate::diagnostic::{Diagnostic, Findings, code};

/// Prints at its own size, on both sides where `flip` says how.
pub(super) fn finish_for_home(bytes: &[u8], flip: Option<FlipEdge>) -> Result<Vec<u8>> {
    let mut document = Document::load_mem(bytes).context("the finished PDF can not be read")?;
    let mut wishes = dictionary! { "PrintScaling" => "None", "PickTrayByPDFSize" => true };
    if let Some(flip) = flip {
        wishes.set(
            "Duplex",
            if flip == FlipEdge::Long { "DuplexFlipLongEdge" } else { "DuplexFlipShortEdge" },
        );
    }
    let catalog = document.catalog_mut().context("the finished PDF has no catalogue")?;
    let before =
        catalog.get(b"ViewerPreferences").ok().and_then(|found| found.as_dict().ok()).cloned();
    let mut preferences = before.unwrap_or_default();
    preferences.extend(&wishes);
    catalog.set("ViewerPreferences", preferences);
    save_document(document)
}

/// For a print shop: boxes, black in one colour, nothing to click; what breaks the profile is a
/// finding.
pub(super) fn finish_for_press(
    bytes: &[u8],
    profile: &Profile,
    findings: &mut Findings,
) -> Result<Vec<u8>> {
    let mut document = Document::load_mem(bytes).context("the finished PDF can not be read")?;
    for page in document.get_pages().into_values().collect::<Vec<_>>() {
        set_page_boxes(&mut document, page)?;
    }
    let catalog = document.catalog_mut().context("the finished PDF has no catalogue")?;
    for key in [&b"Outlines"[..], b"Dests", b"Names", b"PageMode", b"OpenAction"] {
        catalog.remove(key);
    }
    if let Some(condition) = &profile.output_condition {
        catalog.set("OutputIntents", vec![Object::Dictionary(output_intent(condition))]);
    }
    unite_blacks(&mut document);
    document.prune_objects();
    for (page, wrong) in preflight::find_print_faults(&document, profile) {
        let message = format!("page {page} breaks the profile `{}`: {wrong}", profile.name);
        let hint = "pictures are to be in CMYK or grey and without transparency; see the profile";
        findings.push(Diagnostic::global(code::PRINT_FILE, message).hint(hint));
    }
    save_document(document)
}

/// What the colours are meant for: a printing condition of the registry, so that no profile need be
/// put in.
fn output_intent(condition: &str) -> Dictionary {
    dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => Object::string_literal(condition),
        "RegistryName" => Object::string_literal("http://www.color.org"),
        "Info" => Object::string_literal(condition),
    }
}

/// TrimBox and BleedBox, and no annotations.
fn set_page_boxes(document: &mut Document, page: ObjectId) -> Result<()> {
    let page =
        document.get_object_mut(page).and_then(Object::as_dict_mut).context("a page is missing")?;
    let media = page.get(b"MediaBox").context("a page has no size")?.clone();
    if !page.has(b"TrimBox") {
        page.set("TrimBox", media.clone());
    }
    page.set("BleedBox", media);
    page.remove(b"Annots");
    page.remove(b"Tabs");
    Ok(())
}

/// Grey by profile becomes grey of the black plate alone.
fn unite_blacks(document: &mut Document) {
    let grey: Vec<ObjectId> = document
        .objects
        .iter()
        .filter(
            |(_, object)| matches!(object, Object::Stream(stream) if is_grey_profile(&stream.dict)),
        )
        .map(|(id, _)| *id)
        .collect();
    for object in document.objects.values_mut() {
        replace_grey_profiles(object, &grey);
    }
}

fn is_grey_profile(stream: &Dictionary) -> bool {
    let colours = stream.get(b"N").and_then(Object::as_i64);
    colours.is_ok_and(|colours| colours == 1)
        && !stream.has(b"FunctionType")
        && !stream.has(b"Type")
}

fn replace_grey_profiles(object: &mut Object, grey: &[ObjectId]) {
    let is_grey = |items: &[Object]| match items {
        [Object::Name(name), Object::Reference(profile)] => {
            name == b"ICCBased" && grey.contains(profile)
        }
        _ => false,
    };
    match object {
        Object::Array(items) if is_grey(items) => *object = Object::Name(b"DeviceGray".to_vec()),
        Object::Array(items) => items.iter_mut().for_each(|item| replace_grey_profiles(item, grey)),
        Object::Dictionary(fields) => {
            fields.iter_mut().for_each(|(_, field)| replace_grey_profiles(field, grey))
        }
        Object::Stream(stream) => {
            stream.dict.iter_mut().for_each(|(_, field)| replace_grey_profiles(field, grey))
        }
        _ => {}
    }
}

fn save_document(mut document: Document) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).context("the finished PDF can not be written")?;
    Ok(bytes)
}
