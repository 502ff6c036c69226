//! PDF/X, inks, boxes and marks, read from the metadata of the finished files.

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, Stream};
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inks::InkMixer;
use rulepress::press::print_standard::PrintStandard;
use rulepress::press::profile::{Profile, find_profile};
use rulepress::press::{self, PrintRequest};

use super::library;
use crate::common::{Folder, has_none};

fn shop(standard: PrintStandard) -> Profile {
    let shop = find_profile("generic-3mm").expect("the profile is bundled");
    Profile { standard, ..shop }
}

/// Returns the rulebook for a profile, and the findings on the way.
fn made(book: &PrintableBook, profile: &Profile) -> (Document, Vec<u8>, Findings) {
    let request = PrintRequest::usual(profile);
    let mut findings = Findings::default();
    let mut files =
        press::make(&book.book, Output::Rulebook, &request, &book.sources, &mut findings);
    assert_eq!(files.len(), 1, "{:?}", findings.0);
    let bytes = files.remove(0).bytes;
    (Document::load_mem(&bytes).expect("it is a PDF"), bytes, findings)
}

/// A book with photographs, pictures, and a drawing with a gradient.
fn colourful(name: &str, drawing: &str) -> (Folder, PrintableBook) {
    let folder = Folder::new(name);
    let picture = RgbImage::from_fn(500, 400, |x, y| {
        Rgb([(x / 2) as u8, (y * 255 / 400) as u8, 255 - (x / 2) as u8])
    });
    // A dark and colourful picture: uncorrected, it needs more ink than a press allows.
    let dark = RgbImage::from_fn(500, 400, |x, y| {
        Rgb([(x % 40) as u8, (y % 30) as u8, (x * y % 50) as u8])
    });
    for (picture, stem) in [(picture, "bright"), (dark, "dark")] {
        let picture = DynamicImage::from(picture);
        for (format, end) in [(ImageFormat::Jpeg, "jpg"), (ImageFormat::Png, "png")] {
            let mut bytes = std::io::Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).expect("it can be written");
            folder.write(&format!("{stem}.{end}"), bytes.into_inner());
        }
    }
    folder.write("drawing.svg", drawing);
    let pictures = ["bright.jpg", "bright.png", "dark.jpg", "dark.png", "drawing.svg"];
    let pictures = pictures.map(|file| format!("![p]({file}){{width=40mm}}\n\n")).concat();
    folder.write("a.md", format!("# Turn\n\nWords in black.\n\n{pictures}"));
    let book = folder.book("a.md");
    (folder, book)
}

const GRADIENT: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='100'><defs><linearGradient id='g'><stop offset='0' stop-color='#ff0000'/><stop offset='0.4' stop-color='#00ff00'/><stop offset='1' stop-color='#0000ff'/></linearGradient></defs><rect width='300' height='60' fill='url(#g)'/><rect y='60' width='100' height='40' fill='#336699'/><rect x='100' y='60' width='100' height='40' fill='#000'/><rect x='200' y='60' width='90' height='40' fill='#808080' stroke='#ff8800'/></svg>";
const SHEER: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='100'><rect width='300' height='60' fill='#336699' opacity='0.5'/></svg>";

fn streams(document: &Document) -> impl Iterator<Item = &Stream> {
    document.objects.values().filter_map(|object| object.as_stream().ok())
}

fn name<'d>(fields: &'d Dictionary, key: &[u8]) -> &'d [u8] {
    fields.get(key).and_then(Object::as_name).unwrap_or_default()
}

fn text(fields: &Dictionary, key: &[u8]) -> String {
    lopdf::decode_text_string(fields.get(key).expect("it says so")).expect("it is a text")
}

fn info(document: &Document) -> &Dictionary {
    let info = document.trailer.get(b"Info").expect("there is one");
    document.dereference(info).expect("it is there").1.as_dict().expect("it is a list")
}

/// The packet of metadata.
fn metadata(document: &Document) -> String {
    let id = document.catalog().expect("it has one").get(b"Metadata").expect("it has some");
    let stream = document.dereference(id).expect("it is there").1.as_stream().expect("it is one");
    assert!(stream.filters().is_err(), "readers look for it as it is");
    String::from_utf8(stream.content.clone()).expect("it is text")
}

fn intent(document: &Document) -> &Dictionary {
    let intents = document.catalog().expect("it has one").get(b"OutputIntents");
    let intents = intents.and_then(Object::as_array).expect("it has one");
    assert_eq!(intents.len(), 1);
    intents[0].as_dict().expect("it is a list")
}

/// The operators of all drawings with their numbers.
fn operations(document: &Document) -> Vec<(String, Vec<Object>)> {
    let pages = document.get_pages().into_values();
    let pages: Vec<Vec<u8>> = pages.map(|page| document.get_page_content(page)).collect();
    let forms = streams(document).filter(|stream| name(&stream.dict, b"Subtype") == b"Form");
    let forms = forms.map(|form| form.decompressed_content().unwrap_or(form.content.clone()));
    let contents = pages.into_iter().chain(forms);
    let operations = contents.flat_map(|content| {
        Content::decode(&content).expect("it can be read").operations.into_iter()
    });
    operations.map(|operation| (operation.operator, operation.operands)).collect()
}

#[test]
fn books_are_prepared_as_pdf_x_4() {
    for (title, book) in library() {
        let (document, bytes, findings) = made(&book, &shop(PrintStandard::X4));
        assert!(findings.0.is_empty(), "{title}: {:?}", findings.0);
        assert_eq!((document.version.as_str(), &bytes[..8]), ("1.6", b"%PDF-1.6".as_slice()));
        let info = info(&document);
        assert_eq!(text(info, b"GTS_PDFXVersion"), "PDF/X-4", "{title}");
        assert_eq!(text(info, b"Title"), book.book.title);
        assert_eq!(name(info, b"Trapped"), b"False");
        let metadata = metadata(&document);
        for said in
            ["<pdfxid:GTS_PDFXVersion>PDF/X-4</", "<pdf:Trapped>False</", "<xmpMM:VersionID>"]
        {
            assert!(metadata.contains(said), "{title}: {metadata}");
        }
        assert!(document.trailer.has(b"ID"), "{title}");
        let intent = intent(&document);
        assert_eq!(text(intent, b"OutputConditionIdentifier"), "FOGRA39");
        let profile = document.dereference(intent.get(b"DestOutputProfile").expect("it has one"));
        let profile = profile.expect("it is there").1.as_stream().expect("it is a file");
        assert_eq!(profile.dict.get(b"N").and_then(Object::as_i64).expect("it says so"), 4);
        let plain = profile.decompressed_content().expect("it can be unpacked");
        assert_eq!(&plain[12..20], b"prtrCMYK", "{title}");
        let again = made(&book, &shop(PrintStandard::X4)).1;
        assert!(again == bytes, "{title}: the same sources give the same bytes");
    }
}

#[test]
fn pictures_and_drawings_become_inks() {
    let (_folder, book) = colourful("standards-inks", GRADIENT);
    let (document, bytes, findings) = made(&book, &shop(PrintStandard::X1a));
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    assert_eq!(&bytes[..8], b"%PDF-1.4");
    assert_eq!(text(info(&document), b"GTS_PDFXVersion"), "PDF/X-1a:2003");
    assert!(!intent(&document).has(b"DestOutputProfile"), "a registered condition is enough");
    let whole = format!("{:?}", document.objects);
    has_none(&whole, &["ICCBased", "DeviceRGB", "CalRGB", "SMask"]);
    let (mut photographs, mut plain) = (0, 0);
    for stream in streams(&document).filter(|stream| name(&stream.dict, b"Subtype") == b"Image") {
        assert_eq!(name(&stream.dict, b"ColorSpace"), b"DeviceCMYK");
        if name(&stream.dict, b"Filter") == b"DCTDecode" {
            photographs += 1;
            assert!(stream.dict.has(b"Decode"), "such a file counts what is left of white");
            continue;
        }
        plain += 1;
        let inks = stream.decompressed_content().unwrap_or(stream.content.clone());
        assert_eq!(inks.len(), 500 * 400 * 4);
        let most = inks.chunks(4).map(|pixel| pixel.iter().map(|ink| u32::from(*ink)).sum::<u32>());
        let (least, most) = (most.clone().min(), most.max().expect("there are pixels"));
        assert!(f64::from(most) <= 240.0 * 2.55, "{most}");
        // The pictures still have dark and light parts.
        assert!(
            f64::from(most) > 150.0 * 2.55 && least.is_some_and(|least| least < most),
            "{most}"
        );
    }
    assert_eq!((photographs, plain), (2, 2));
    assert!(whole.contains("ShadingType"), "the gradient is one still");
    let operators = operations(&document);
    assert!(operators.iter().all(|(operator, _)| operator != "rg" && operator != "RG"));
    // Black is black ink alone, and so is grey.
    let fills: Vec<Vec<f32>> = operators
        .iter()
        .filter(|(operator, _)| operator == "k")
        .map(|(_, inks)| inks.iter().filter_map(|ink| ink.as_float().ok()).collect())
        .collect();
    assert!(fills.contains(&vec![0.0, 0.0, 0.0, 1.0]));
    let mixer = InkMixer::bundled();
    let grey = mixer.colour([0.5; 3]);
    assert!(grey[..3] == [0.0; 3] && (grey[3] - 0.498).abs() < 0.01, "{grey:?}");
    let blue = mixer.colour([0.2, 0.4, 0.6]);
    assert!(blue[0] > blue[1] && blue[1] > blue[2], "{blue:?}");
    assert_eq!(mixer.picture(&[255; 3]), [0; 4], "white is paper");
}

#[test]
fn what_is_transparent_is_not_claimed_to_be_pdf_x_1a() {
    let (_folder, book) = colourful("standards-sheer", SHEER);
    let (document, _, findings) = made(&book, &shop(PrintStandard::X1a));
    let said: Vec<&str> = findings.0.iter().map(|finding| finding.message.as_str()).collect();
    assert!(said.contains(&"the PDF does not claim PDF/X-1a:2003: page 1 breaks it"), "{said:?}");
    assert!(!info(&document).has(b"GTS_PDFXVersion"));
    // PDF/X-4 allows transparency.
    let (document, _, findings) = made(&book, &shop(PrintStandard::X4));
    assert_eq!(text(info(&document), b"GTS_PDFXVersion"), "PDF/X-4", "{:?}", findings.0);
}

/// Black words are printed over the things below them, and nothing else is.
#[test]
fn black_words_overprint() {
    let folder = Folder::new("standards-overprint");
    folder.write("book/book.toml", "title = 'A'\nsources = ['a.md']\n[options]\ncover = true\n");
    folder.write("book/a.md", "# Turn\n\nBlack words.\n\n## More\n\n> [!NOTE]\n> On a ground.\n");
    let book = folder.book("book");
    let (document, ..) = made(&book, &shop(PrintStandard::X4));
    let (mut over, mut black, mut kept) = (false, true, Vec::new());
    let (mut blacks, mut colours) = (0, 0);
    for (operator, operands) in operations(&document) {
        match operator.as_str() {
            "q" => kept.push((over, black)),
            "Q" => (over, black) = kept.pop().unwrap_or((false, true)),
            "gs" if operands[0].as_name().is_ok_and(|name| name == b"RPover") => over = true,
            "gs" if operands[0].as_name().is_ok_and(|name| name == b"RPinstead") => over = false,
            "k" => {
                let inks: Vec<f32> =
                    operands.iter().filter_map(|ink| ink.as_float().ok()).collect();
                black = inks == [0.0, 0.0, 0.0, 1.0];
            }
            "g" => black = operands[0].as_float().is_ok_and(|grey| grey <= 0.0),
            "Tj" | "TJ" => {
                assert_eq!(over, black, "words are printed over exactly where they are black");
                if black { blacks += 1 } else { colours += 1 }
            }
            "f" | "f*" | "S" | "B" => assert!(!over, "a ground is never printed over"),
            _ => {}
        }
    }
    assert!(blacks >= 2 && colours > 1, "{blacks} {colours}");
}

/// The boxes of a page, in millimetres.
fn boxes(document: &Document, page: u32) -> [[f64; 4]; 3] {
    let page = document.get_dictionary(document.get_pages()[&page]).expect("it is a page");
    ["MediaBox", "BleedBox", "TrimBox"].map(|name| {
        let sides = page.get(name.as_bytes()).and_then(Object::as_array).expect("it has one");
        let sides: Vec<f64> = sides
            .iter()
            .map(|side| f64::from(side.as_float().expect("it is a number")) * 25.4 / 72.0)
            .map(|side| (side * 100.0).round() / 100.0)
            .collect();
        sides.try_into().expect("it has four sides")
    })
}

#[test]
fn bleed_at_the_binding_and_marks() {
    let folder = Folder::new("standards-boxes");
    folder.write("a.md", format!("# Turn\n\n{}", "Words and words. ".repeat(2500)));
    let book = folder.book("a.md");
    let profile = Profile { bleed_inside: Some(0.0), ..shop(PrintStandard::X4) };
    let (document, ..) = made(&book, &profile);
    let wide = 216.0;
    // The binding of a right page is at its left.
    let [media, bleed, trim] = boxes(&document, 1);
    assert_eq!((media, bleed), ([3.0, 0.0, wide, 303.0], [3.0, 0.0, wide, 303.0]));
    assert_eq!(trim, [3.0, 3.0, 213.0, 300.0]);
    let [media, ..] = boxes(&document, 2);
    assert_eq!(media, [0.0, 0.0, 213.0, 303.0]);
    // With marks, the sheet extends beyond the page on all four sides, also at the binding.
    let profile = Profile { marks: true, ..profile };
    let (document, ..) = made(&book, &profile);
    let [media, bleed, trim] = boxes(&document, 1);
    assert_eq!((bleed, trim), ([3.0, 0.0, wide, 303.0], [3.0, 3.0, 213.0, 300.0]));
    assert_eq!(media, [-6.0, -9.0, wide + 9.0, 312.0]);
    // Eight lines outside the bleed, on every plate.
    let page = document.get_page_content(document.get_pages()[&1]);
    let content = Content::decode(&page).expect("it can be read").operations;
    let from = content.iter().position(|one| {
        one.operator == "CS" && one.operands[0].as_name().is_ok_and(|name| name == b"RPmarks")
    });
    let drawn = &content[from.expect("marks are drawn")..];
    let ends = drawn.iter().filter(|one| matches!(one.operator.as_str(), "m" | "l"));
    let ends: Vec<[f64; 2]> = ends
        .map(|one| {
            let at = |nth: usize| f64::from(one.operands[nth].as_float().expect("it is a number"));
            [at(0), at(1)].map(|points| points * 25.4 / 72.0)
        })
        .collect();
    assert_eq!(ends.len(), 16);
    for [x, y] in ends {
        let off =
            x < bleed[0] - 0.9 || x > bleed[2] + 0.9 || y < bleed[1] - 0.9 || y > bleed[3] + 0.9;
        assert!(off, "{x} {y}");
        let in_line = [trim[0], trim[2]].iter().any(|edge| (edge - x).abs() < 0.02)
            || [trim[1], trim[3]].iter().any(|edge| (edge - y).abs() < 0.02);
        assert!(in_line, "{x} {y}");
    }
}

#[test]
fn profiles_that_ask_for_what_cannot_be_made_are_errors() {
    let folder = Folder::with("standards-profiles", "a.md", "# A\n\nText.\n");
    folder.write("none.icc", "no profile at all");
    let head =
        "about = 'x'\nfamily = 'print'\nmakes = ['rulebook']\nsource = 'x'\nchecked = 2026-11-26\n";
    let cases = [
        ("standard = 'x-3'\ncolour = 'cmyk'\n", "line 6: "),
        ("standard = 'x-4'\n", "`standard` is `x-4`; also write `colour = \"cmyk\"`"),
        ("colour = 'cmyk'\nicc = 'none.icc'\n", "`icc` is `none.icc`: it is not an ICC profile"),
        ("colour = 'cmyk'\nicc = 'lost.icc'\n", "`icc` is `lost.icc`: there is no such file"),
        ("colour = 'cmyk'\nbleed-inside = -1\n", "`bleed-inside` is -1"),
    ];
    for (fields, words) in cases {
        folder.write("p.toml", format!("{head}{fields}"));
        let ran = folder.run(&["build", "a.md", "--profile", "p.toml"]);
        assert_eq!(ran.code, Some(2), "{fields}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{fields}: {}", ran.stderr);
    }
}

/// The print shop's own printing condition is named and is part of the file.
#[test]
fn printing_conditions_of_print_shops() {
    let folder = Folder::with("standards-condition", "a.md", "# A\n\nText.\n");
    let icc = crate::common::root().join("crates/press/icc/coated-fogra39-240.icc");
    folder.write("shop.icc", std::fs::read(icc).expect("it is there"));
    let profile = "about = 'x'\nfamily = 'print'\nmakes = ['rulebook']\ncolour = 'cmyk'\nstandard = 'x-1a:2003'\nicc = 'shop.icc'\nsource = 'x'\nchecked = 2026-11-26\n";
    folder.write("p.toml", profile);
    let ran = folder.run(&["build", "a.md", "--profile", "p.toml", "-q"]).ended(0);
    let document = Document::load(folder.path().join(ran.stdout.trim())).expect("it is a PDF");
    let intent = intent(&document);
    assert_eq!(text(intent, b"OutputConditionIdentifier"), "Custom");
    assert!(intent.has(b"DestOutputProfile") && !intent.has(b"RegistryName"));
    // A book without a date has that of its profile.
    assert_eq!(text(info(&document), b"CreationDate"), "D:20261126000000Z");
}
