//! Files for print shops: boxes, no links, no transparency, black text in black alone; content that
//! breaks a profile is reported.

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, Object};
use rulepress::book::Output;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::profile;
use rulepress::press::{self, PageFormat, PrintRequest};

use super::{PRINTS, files, library};
use crate::common::{Folder, read_book, root};

const MM: f64 = 72.0 / 25.4;

pub(super) fn sides(page: &Dictionary, key: &[u8]) -> Vec<f64> {
    let found = page.get(key).and_then(Object::as_array).expect("the page has this box");
    found.iter().map(|side| f64::from(side.as_float().expect("a side is a number"))).collect()
}

#[test]
fn trim_lies_three_millimetres_inside_the_bleed() {
    for (name, read) in library() {
        for output in PRINTS {
            let (files, findings) = files(&read, output, "generic-3mm", CardRequest::default());
            assert!(
                findings.0.iter().all(|finding| finding.code.name != "print-file"),
                "{name}: {findings:?}"
            );
            for file in files {
                check(&file.bytes, &format!("{name}, {}", file.name));
            }
        }
    }
}

fn check(bytes: &[u8], what: &str) {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let catalog = document.catalog().expect("it has a catalogue");
    assert!(!catalog.has(b"Outlines") && !catalog.has(b"OpenAction"), "{what}");
    for (number, page) in document.get_pages() {
        let page = document.get_dictionary(page).expect("it is a page");
        assert!(!page.has(b"Annots"), "{what}, page {number} has links");
        let (media, bleed, trim) =
            (sides(page, b"MediaBox"), sides(page, b"BleedBox"), sides(page, b"TrimBox"));
        assert_eq!(media, bleed, "{what}, page {number}");
        for (nth, way) in [1.0, 1.0, -1.0, -1.0].into_iter().enumerate() {
            assert!(
                ((trim[nth] - bleed[nth]) * way / MM - 3.0).abs() < 0.01,
                "{what}, page {number}: {trim:?} in {bleed:?}"
            );
        }
    }
    let clear = |object: &Object| match object {
        Object::Dictionary(state) => [&b"ca"[..], b"CA"].iter().any(|key| {
            state.get(key).is_ok_and(|value| value.as_float().is_ok_and(|value| value < 1.0))
        }),
        Object::Stream(stream) => stream.dict.has(b"SMask"),
        _ => false,
    };
    assert!(!document.objects.values().any(clear), "{what} is transparent");
}

#[test]
fn profiles_are_data_with_source_and_date() {
    for name in profile::profile_names() {
        let profile = profile::find_profile(name).expect("it can be read");
        assert!(profile.source.len() > 8 && profile.checked.date.is_some(), "{name}");
    }
    let wrong = profile::find_profile("nowhere").expect_err("there is none");
    assert!(wrong.contains("home-a4"), "{wrong}");
    let folder = Folder::new("prints-profile");
    let text = std::fs::read_to_string(root().join("crates/press/profiles/generic-3mm.toml"))
        .expect("it is there");
    folder.write("mine.toml", text.replace("= 3\nsafe", "= 5\nsafe"));
    folder.write("wrong.toml", text.replace("bleed", "bleet"));
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    assert_eq!(profile::find_profile(&path("mine.toml")).expect("it can be read").bleed, 5.0);
    assert!(
        profile::find_profile(&path("wrong.toml"))
            .expect_err("it has a wrong field")
            .contains("bleet")
    );
}

/// A profile that allows less ink, or thicker lines only, is broken by the same pages.
#[test]
fn what_breaks_a_profile_is_said() {
    let read = read_book(&root().join("content/gazer"));
    let whole = profile::find_profile("generic-3mm").expect("it is bundled");
    let said = |profile: profile::Profile| -> BTreeSet<String> {
        let request = PrintRequest::usual(&profile);
        let mut findings = rulepress::diagnostic::Findings::default();
        press::make(&read.book, Output::Cards, &request, &read.sources, &mut findings);
        findings.0.into_iter().map(|finding| finding.message).collect()
    };
    assert!(said(whole.clone()).is_empty());
    let ink = said(profile::Profile { ink_limit: Some(150.0), ..whole.clone() });
    assert!(ink.iter().any(|said| said.contains("has 162 % ink, more than 150 %")), "{ink:?}");
    let lines = said(profile::Profile { line: Some(2.0), ..whole.clone() });
    assert!(lines.iter().any(|said| said.contains("pt wide, less than 2 pt")), "{lines:?}");
    let near = said(profile::Profile { safe: 6.0, ..whole.clone() });
    assert!(near.iter().any(|said| said.contains("too near the cut")), "{near:?}");
    let rgb = said(profile::Profile { colour: profile::ColourSpace::Srgb, ..whole });
    assert!(rgb.is_empty(), "{rgb:?}");
}

#[test]
fn pages_as_pictures_have_their_bleed() {
    let read = read_book(&root().join("content/gazer"));
    let profile = profile::find_profile("generic-3mm").expect("it is bundled");
    let make = |format: PageFormat| {
        let request = PrintRequest { format, ..PrintRequest::usual(&profile) };
        press::make(&read.book, Output::Cards, &request, &read.sources, &mut Default::default())
    };
    let png = make(PageFormat::Png);
    let picture = image::load_from_memory(&png[0].bytes).expect("it is a picture");
    let dots = |mm: f64| (mm / 25.4 * 300.0).round() as i64;
    let off = (i64::from(picture.width()) - dots(69.0))
        .abs()
        .max((i64::from(picture.height()) - dots(94.0)).abs());
    assert!(off <= 1, "{} x {}", picture.width(), picture.height());
    assert_eq!(png[0].name, "cards-generic-3mm/001.png");
    let svg = make(PageFormat::Svg);
    assert_eq!(svg.len(), png.len());
    let text = String::from_utf8(svg[0].bytes.clone()).expect("it is text");
    assert!(text.starts_with(&format!("<svg viewBox=\"0 0 {:.2}", 69.0 * MM)), "{}", &text[..100]);
}

/// Letters as shapes: the same ink, and no font in the file; the printing condition is named.
#[test]
fn text_becomes_outlines_where_a_profile_asks() {
    let read = read_book(&root().join("content/gazer"));
    let whole = profile::find_profile("generic-3mm").expect("it is bundled");
    let shapes = profile::Profile { text_as_outlines: true, ..whole.clone() };
    let [written, drawn] = [whole, shapes].map(|profile| {
        let request = PrintRequest::usual(&profile);
        let mut findings = rulepress::diagnostic::Findings::default();
        let files = press::make(&read.book, Output::Cards, &request, &read.sources, &mut findings);
        assert!(findings.0.is_empty(), "{findings:?}");
        files[0].bytes.clone()
    });
    let fonts = |bytes: &[u8]| {
        let document = Document::load_mem(bytes).expect("it is a PDF");
        let is_font = |object: &&Object| {
            object.as_dict().is_ok_and(|fields| {
                fields.get(b"Type").and_then(Object::as_name).is_ok_and(|kind| kind == b"Font")
            })
        };
        document.objects.values().filter(is_font).count()
    };
    assert!(fonts(&written) > 0);
    assert_eq!(fonts(&drawn), 0);
    let (written, drawn) = (super::steps::pages(&written), super::steps::pages(&drawn));
    for (before, after) in written.iter().zip(&drawn).filter(|(before, _)| !before.text.is_empty())
    {
        assert!(after.text.is_empty() && after.shapes.len() > before.shapes.len() + 10);
        let right = |shapes: &[super::steps::Shape]| {
            shapes.iter().map(|shape| shape.right).fold(0.0, f64::max)
        };
        assert!(
            (right(&after.shapes) - right(&before.shapes)).abs() < 0.01,
            "no letter stands beside the page"
        );
    }
}

#[test]
fn a_printing_condition_is_named() {
    let read = read_book(&root().join("content/gazer"));
    let (files, _) = files(&read, Output::Cards, "generic-3mm", CardRequest::default());
    let document = Document::load_mem(&files[0].bytes).expect("it is a PDF");
    let catalog = document.catalog().expect("it has a catalogue");
    let intents = catalog
        .get(b"OutputIntents")
        .and_then(Object::as_array)
        .expect("it says what it is meant for");
    let intent = intents[0].as_dict().expect("an intent has fields");
    assert_eq!(
        intent.get(b"OutputConditionIdentifier").and_then(Object::as_str).expect("a name"),
        b"FOGRA39"
    );
}
