//! Prepares PDFs for print: sets what the viewer tells the printer, the page boxes, the black ink, and
//! pictures on white where they are transparent.

mod flatten;

use anyhow::{Context, Result};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::profile::{FlipEdge, Profile};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::preflight::{PrintDemands, grouped_faults, preflight};

/// The entries of a catalogue for navigation.
const NAVIGATION: [&[u8]; 5] = [b"Outlines", b"Dests", b"Names", b"PageMode", b"OpenAction"];

/// Prints at its own size, on both sides where `flip` says how.
pub(super) fn finish_for_home(bytes: &[u8], flip: Option<FlipEdge>) -> Result<Vec<u8>> {
    let mut document = load_document(bytes)?;
    let catalog = catalog_of(&mut document)?;
    let mut preferences = take_preferences(catalog);
    preferences.extend(&print_wishes(flip));
    catalog.set("ViewerPreferences", preferences);
    save_document(document)
}

fn take_preferences(catalog: &mut Dictionary) -> Dictionary {
    let before = catalog.get_mut(b"ViewerPreferences").and_then(Object::as_dict_mut);
    before.map(std::mem::take).unwrap_or_default()
}

fn catalog_of(document: &mut Document) -> Result<&mut Dictionary> {
    document.catalog_mut().context("the finished PDF has no catalogue")
}

/// What a viewer tells the printer.
fn print_wishes(flip: Option<FlipEdge>) -> Dictionary {
    let mut wishes = dictionary! { "PrintScaling" => "None", "PickTrayByPDFSize" => true };
    if let Some(flip) = flip {
        wishes.set("Duplex", duplex_name(flip));
    }
    wishes
}

/// What PDF calls an edge that paper is turned over.
fn duplex_name(flip: FlipEdge) -> &'static str {
    match flip {
        FlipEdge::Long => "DuplexFlipLongEdge",
        FlipEdge::Short => "DuplexFlipShortEdge",
    }
}

/// For a print shop: boxes, black in one colour, nothing to click; what breaks the profile is a
/// finding.
pub(super) fn finish_for_press(
    bytes: &[u8],
    profile: &Profile,
    findings: &mut Findings,
) -> Result<Vec<u8>> {
    let mut document = load_document(bytes)?;
    for page in document.get_pages().into_values() {
        set_page_boxes(&mut document, page)?;
    }
    finish_catalog(&mut document, profile)?;
    flatten::flatten_pictures(&mut document);
    unite_blacks(&mut document);
    document.prune_objects();
    let bytes = save_document(document)?;
    report_print_faults(&bytes, profile, findings)?;
    Ok(bytes)
}

/// Looks at what was made as a print shop does. Sizes and numbers of pages differ from output to output,
/// and coarse pictures are told with the path that their author wrote: neither is looked at here.
fn report_print_faults(bytes: &[u8], profile: &Profile, findings: &mut Findings) -> Result<()> {
    let demands = PrintDemands {
        trim: None,
        multiple: None,
        least_pages: None,
        most_pages: None,
        dpi: None,
        ..profile.demands()
    };
    let report = preflight(bytes, &demands).context("the finished PDF cannot be looked at")?;
    for group in grouped_faults(&report.faults) {
        let hint = group.faults.first().map_or("see the profile", |fault| fault.hint());
        for fault in group.words() {
            let message = format!("the profile `{}` is broken: {fault}", profile.name);
            findings.push(Diagnostic::global(code::PRINT_FILE, message).hint(hint));
        }
    }
    Ok(())
}

/// Takes the entries for navigation out of the catalogue, and names the printing condition.
fn finish_catalog(document: &mut Document, profile: &Profile) -> Result<()> {
    let catalog = catalog_of(document)?;
    for key in NAVIGATION {
        catalog.remove(key);
    }
    if let Some(condition) = &profile.output_condition {
        catalog.set("OutputIntents", vec![Object::Dictionary(output_intent(condition))]);
    }
    Ok(())
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
    let page = fields_of_page(document, page)?;
    let media = page.get(b"MediaBox").context("a page has no size")?.clone();
    if !page.has(b"TrimBox") {
        page.set("TrimBox", media.clone());
    }
    page.set("BleedBox", media);
    page.remove(b"Annots");
    page.remove(b"Tabs");
    Ok(())
}

fn fields_of_page(document: &mut Document, page: ObjectId) -> Result<&mut Dictionary> {
    document.get_object_mut(page).and_then(Object::as_dict_mut).context("a page is missing")
}

/// Grey by profile becomes grey of the black plate alone.
fn unite_blacks(document: &mut Document) {
    let grey = grey_profiles(document);
    for object in document.objects.values_mut() {
        replace_grey_profiles(object, &grey);
    }
}

fn grey_profiles(document: &Document) -> Vec<ObjectId> {
    let objects = document.objects.iter();
    objects.filter(|(_, object)| is_grey_profile(object)).map(|(id, _)| *id).collect()
}

fn is_grey_profile(object: &Object) -> bool {
    let Object::Stream(stream) = object else { return false };
    let colours = stream.dict.get(b"N").and_then(Object::as_i64);
    colours.is_ok_and(|colours| colours == 1)
        && !stream.dict.has(b"FunctionType")
        && !stream.dict.has(b"Type")
}

fn replace_grey_profiles(object: &mut Object, grey: &[ObjectId]) {
    match object {
        Object::Array(items) if is_grey_space(items, grey) => *object = device_grey(),
        Object::Array(items) => replace_in_items(items, grey),
        Object::Dictionary(fields) => replace_in_fields(fields, grey),
        Object::Stream(stream) => replace_in_fields(&mut stream.dict, grey),
        _ => {}
    }
}

fn device_grey() -> Object {
    Object::Name(b"DeviceGray".to_vec())
}

fn replace_in_items(items: &mut [Object], grey: &[ObjectId]) {
    items.iter_mut().for_each(|item| replace_grey_profiles(item, grey));
}

fn replace_in_fields(fields: &mut Dictionary, grey: &[ObjectId]) {
    fields.iter_mut().for_each(|(_, field)| replace_grey_profiles(field, grey));
}

/// Whether an array is a colour space by one of the grey profiles.
fn is_grey_space(items: &[Object], grey: &[ObjectId]) -> bool {
    match items {
        [Object::Name(name), Object::Reference(profile)] => {
            name == b"ICCBased" && grey.contains(profile)
        }
        _ => false,
    }
}

fn load_document(bytes: &[u8]) -> Result<Document> {
    Document::load_mem(bytes).context("the finished PDF cannot be read")
}

fn save_document(mut document: Document) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).context("the finished PDF cannot be written")?;
    Ok(bytes)
}
