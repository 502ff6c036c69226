//! The fonts of a site: each file can be read, has the characters of the pages, and sets words as wide as the press.

use std::collections::BTreeSet;
use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rulepress::font::{self, Face as BundledFace, text_width};
use ttf_parser::{Face, GlyphId};

use super::{Site, elements, site_of, sites};

/// A face of a style sheet.
struct PageFace {
    family: String,
    bold: bool,
    italic: bool,
    file: Vec<u8>,
}

fn faces(site: &Site) -> Vec<PageFace> {
    let sheet = site.file("fonts.css");
    let rules = sheet.lines().filter(|line| line.starts_with("@font-face"));
    let face = |rule: &str| {
        let data = rule.split("base64,").nth(1).and_then(|rest| rest.split(')').next());
        let woff = STANDARD.decode(data.expect("the file is in the sheet")).expect("it is base64");
        PageFace {
            family: rule.split('"').nth(1).expect("it names a family").to_owned(),
            bold: rule.contains("font-weight: 700"),
            italic: rule.contains("font-style: italic"),
            file: unpacked(&woff),
        }
    };
    rules.map(face).collect()
}

fn long(bytes: &[u8], at: usize) -> usize {
    u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

/// A file in the Web Open Font Format as an OpenType file; every table has the sum that the directory says.
fn unpacked(woff: &[u8]) -> Vec<u8> {
    assert_eq!(&woff[..4], b"wOFF");
    assert_eq!(long(woff, 8), woff.len(), "its length");
    let count = usize::from(u16::from_be_bytes([woff[12], woff[13]]));
    let (mut head, mut data) = (woff[4..8].to_vec(), Vec::new());
    head.extend((count as u16).to_be_bytes());
    head.extend([0; 6]);
    let mut names = Vec::new();
    for nth in 0..count {
        let entry = &woff[44 + 20 * nth..64 + 20 * nth];
        let (at, packed, plain) = (long(entry, 4), long(entry, 8), long(entry, 12));
        let mut table = woff[at..at + packed].to_vec();
        if packed < plain {
            let mut out = Vec::new();
            flate2::read::ZlibDecoder::new(&table[..]).read_to_end(&mut out).expect("it is packed");
            table = out;
        }
        assert_eq!(table.len(), plain);
        head.extend(&entry[..4]);
        head.extend(&entry[16..20]);
        head.extend(((12 + 16 * count + data.len()) as u32).to_be_bytes());
        head.extend((plain as u32).to_be_bytes());
        data.extend(table);
        data.resize(data.len().next_multiple_of(4), 0);
        names.push(entry[..4].to_vec());
    }
    let sorted: BTreeSet<&Vec<u8>> = names.iter().collect();
    assert!(sorted.into_iter().eq(names.iter()), "the tables are in order");
    let plain = long(woff, 16);
    let font = [head, data].concat();
    assert_eq!(font.len(), plain, "the length of the unpacked file");
    font
}

#[test]
fn the_characters_of_a_page_are_in_its_fonts() {
    for site in sites() {
        let faces = faces(site);
        let parsed: Vec<Face<'_>> =
            faces.iter().map(|face| Face::parse(&face.file, 0).expect("it can be read")).collect();
        let drawn = |bold: bool| {
            let at = faces.iter().position(|face| {
                face.family == "Source Sans 3" && face.bold == bold && !face.italic
            });
            &parsed[at.expect("drawings have their font")]
        };
        for c in elements(site.index()).chars().filter(|c| !c.is_control()) {
            let has =
                |face: &Face<'_>| face.glyph_index(c).is_some_and(|glyph| glyph != GlyphId(0));
            let body = font::bundled().face(0).expect("it is bundled");
            if body.info().coverage.contains(u32::from(c)) {
                assert!(has(drawn(false)) && has(drawn(true)), "{}: {c:?}", site.book().name);
            } else if font::covers_character(c) && !c.is_alphabetic() {
                assert!(parsed.iter().any(has), "{}: {c:?} is in no font", site.book().name);
            }
        }
        assert!(site.file("fonts.css").len() < 200_000, "{}", site.book().name);
    }
}

/// Labels are measured with the whole font, and set with its part.
#[test]
fn words_are_as_wide_as_they_were_measured() {
    let site =
        site_of("reading-fonts", "", "# Game\n\nWords, fjords & 1234567890 “quotes” — ½ ✓ 🎲.\n");
    let faces = faces(&site);
    for (bold, face) in [(false, BundledFace::Body), (true, BundledFace::Bold)] {
        let own = faces
            .iter()
            .find(|own| own.family == "Source Sans 3" && own.bold == bold && !own.italic);
        let file = &own.expect("it is there").file;
        let parsed = Face::parse(file, 0).expect("it can be read");
        let width = |text: &str| -> f64 {
            let advance = |c: char| parsed.glyph_hor_advance(parsed.glyph_index(c)?);
            let units: u32 =
                text.chars().map(|c| u32::from(advance(c).expect("it has the letter"))).sum();
            f64::from(units) / f64::from(parsed.units_per_em())
        };
        for text in ["Words, fjords & “quotes” —", "1234567890", "AVATAR Typography"] {
            let (own, measured) = (width(text), text_width(text, face));
            assert!((own - measured).abs() < 0.001, "{text}: {own} and {measured}");
        }
    }
    let families: BTreeSet<&str> = faces.iter().map(|face| face.family.as_str()).collect();
    for family in ["Source Sans 3", "Vollkorn", "Source Code Pro", "Noto Sans Symbols 2"] {
        assert!(families.contains(family), "{family}: {families:?}");
    }
}

/// Letters that are closer than their widths are so with the part of the font too.
#[test]
fn letters_are_kerned() {
    let site = site_of("reading-kerning", "", "# Game\n\nAVATAR. To Te.\n");
    let faces = faces(&site);
    let own = faces.iter().find(|own| own.family == "Source Sans 3" && !own.bold && !own.italic);
    let file = &own.expect("it is there").file;
    let shaped = |text: &str, file: &[u8]| -> f64 {
        let face = rustybuzz::Face::from_slice(file, 0).expect("it can be read");
        let mut buffer = rustybuzz::UnicodeBuffer::new();
        buffer.push_str(text);
        let glyphs = rustybuzz::shape(&face, &[], buffer);
        let units: i32 = glyphs.glyph_positions().iter().map(|glyph| glyph.x_advance).sum();
        f64::from(units) / f64::from(face.units_per_em())
    };
    let whole = font::bundled().face(0).expect("it is bundled");
    for text in ["AVATAR", "To", "Te."] {
        let (part, all) = (shaped(text, file), shaped(text, whole.data()));
        assert!((part - all).abs() < 0.001, "{text}: {part} and {all}");
        assert!(part < text_width(text, BundledFace::Body) - 0.005, "{text} is not kerned");
    }
}
