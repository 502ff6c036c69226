//! Pictures as people have them: cut, coarse, transparent, turned, in colours of their own.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use moxcms::ColorProfile;
use rulepress::diagnostic::{Severity, code};
use rulepress::pipeline::PrintableBook;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use typst::layout::{Frame, FrameItem, Point, Transform};

use crate::common::{Folder, has_all, rulepress};

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).expect("it can be encoded");
    bytes
}

fn plain(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_pixel(width, height, Rgb([60, 120, 180])).into()
}

fn read(folder: &Folder, text: &str) -> PrintableBook {
    folder.write("a.md", text);
    folder.book("a.md")
}

/// Left end, top, width and height of a picture, in millimetres, and the size of its crop.
#[derive(Debug)]
struct Cut {
    place: (f64, f64),
    size: (f64, f64),
    shown: (f64, f64),
}

fn cut_picture(folder: &Folder, text: &str) -> Cut {
    let mut read = read(folder, text);
    assert!(read.findings.0.is_empty(), "{:?}", read.findings);
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let pages = typeset_rulebook(book, "a4", &PageLook::default(), sources, findings);
    let pages = pages.expect("it can be set");
    let mut cut = None;
    find_cut(&pages.pages()[0].frame, Transform::identity(), None, &mut cut);
    cut.expect("a picture is cut")
}

fn find_cut(frame: &Frame, place: Transform, clip: Option<(f64, f64)>, cut: &mut Option<Cut>) {
    for (at, item) in frame.items() {
        let here = place.pre_concat(Transform::translate(at.x, at.y));
        match item {
            FrameItem::Group(group) => {
                let size = group.frame.size();
                let own = group.clip.as_ref().map(|_| (size.x.to_mm(), size.y.to_mm()));
                find_cut(&group.frame, here.pre_concat(group.transform), own.or(clip), cut);
            }
            FrameItem::Image(_, size, _) => {
                let corner = Point::zero().transform(here);
                let size = (size.x.to_mm(), size.y.to_mm());
                let place = (corner.x.to_mm(), corner.y.to_mm());
                *cut = clip.map(|shown| Cut { place, size, shown });
            }
            _ => {}
        }
    }
}

#[track_caller]
fn near(found: (f64, f64), wanted: (f64, f64)) {
    let off = (found.0 - wanted.0).abs().max((found.1 - wanted.1).abs());
    assert!(off < 0.05, "{found:?}, wanted {wanted:?}");
}

/// A requested size is that of the visible part; the focus moves the picture below it, within its
/// edges.
#[test]
fn a_focus_moves_the_crop() {
    let folder = Folder::new("files-crop");
    folder.write("wide.png", encoded(&plain(400, 200), ImageFormat::Png));
    folder.write("high.png", encoded(&plain(100, 300), ImageFormat::Png));
    let cut = |picture: &str| cut_picture(&folder, &format!("# A\n\n![m]({picture}\n"));
    let middle = cut("wide.png){crop=\"1:1\" width=40mm}");
    near(middle.shown, (40.0, 40.0));
    near(middle.size, (80.0, 40.0));
    for (focus, moved) in [
        ("0% 50%", 20.0),
        ("left top", 20.0),
        ("37.5% 0%", 10.0),
        ("50% 90%", 0.0),
        ("100% 50%", -20.0),
    ] {
        let other = cut(&format!("wide.png){{crop=\"1:1\" focus=\"{focus}\" width=40mm}}"));
        near(other.size, middle.size);
        near(other.place, (middle.place.0 + moved, middle.place.1));
    }
    let high = cut("high.png){crop=\"2:1\" width=40mm}");
    near(high.shown, (40.0, 20.0));
    near(high.size, (40.0, 120.0));
    let top = cut("high.png){crop=\"2:1\" focus=\"50% 0%\" width=40mm}");
    near(top.place, (high.place.0, high.place.1 + 50.0));
    // Without a size, what is shown is as large as its pixels.
    near(cut("wide.png){crop=\"1:1\"}").shown, (200.0 / 96.0 * 25.4, 200.0 / 96.0 * 25.4));
}

#[test]
fn senseless_crops_are_reported_and_left_out() {
    let folder = Folder::new("files-crop-senseless");
    folder.write("wide.png", encoded(&plain(400, 200), ImageFormat::Png));
    for (asked, message) in [
        ("crop=wide", "the crop `wide` of this picture is not a shape"),
        ("crop=\"0:9\"", "the crop `0:9` of this picture is not a shape"),
        ("crop=\"900:1\"", "the crop `900:1` of this picture is not a shape"),
        ("crop=\"1:1\" focus=\"120% 0%\"", "the focus `120% 0%` of this picture is not a point"),
        ("crop=\"1:1\" focus=\"20%\"", "the focus `20%` of this picture is not a point"),
        (
            "focus=\"20% 20%\"",
            "the focus of this picture has no effect, because the picture is not cropped",
        ),
    ] {
        let read = read(&folder, &format!("# A\n\n![m](wide.png){{{asked}}}\n"));
        let found: Vec<_> = read.findings.0.iter().collect();
        assert_eq!(found.len(), 1, "{asked}: {found:?}");
        assert_eq!((found[0].code, found[0].message.as_str()), (code::PICTURE_SIZE, message));
    }
}

#[test]
fn pages_for_a_browser_cut_pictures() {
    let folder = Folder::new("files-crop-web");
    folder.write("wide.png", encoded(&plain(400, 200), ImageFormat::Png));
    let text = "# A\n\n![m](wide.png){crop=\"1:1\" focus=\"100% 0%\" width=60%}\n";
    let read = read(&folder, text);
    let site = rulepress::web::book_site(&read.book, &[], None, false).expect("it can be made");
    let cut = "<svg class=\"cut middle\" role=\"img\" aria-label=\"m\" viewBox=\"200.00 0.00 200.00 200.00\" width=\"60%\"><image href=\"data:image/png;base64,";
    assert!(site[0].text.contains(cut), "{}", site[0].text);
}

/// 400 pixels on 50 mm are 203 dots per inch, 390 are 198. A picture has the name that its author wrote,
/// also below a folder that is under version control.
#[test]
fn coarse_pictures_are_told_where_they_are_printed() {
    let folder = Folder::with("files-coarse", ".git/HEAD", "ref: refs/heads/main\n");
    folder.write("book/fine.png", encoded(&plain(400, 400), ImageFormat::Png));
    folder.write("book/coarse.png", encoded(&plain(390, 195), ImageFormat::Png));
    folder.write("book/drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>");
    let text = "# A\n\n![f](fine.png){width=50mm}\n\n![s](drawing.svg){width=50mm}\n\n![c](coarse.png){width=30mm}\n\n![c](coarse.png){width=50mm}\n";
    folder.write("book/a.md", text);
    let build = |profile: &str| {
        let arguments =
            ["build", "a.md", "-v", "--only", "rulebook", "--output", "out", "--profile", profile];
        rulepress(&folder.path().join("book"), &arguments).stderr
    };
    let told = build("home-a4");
    assert_eq!(told.matches("[coarse-picture]").count(), 1, "{told}");
    let message =
        "the picture `coarse.png` will look coarse in `rulebook-home-a4`: 50 x 25 mm at 198 dpi";
    has_all(&told, &[message, "a.md:7:1"]);
    let hint = "use a file of at least 591 x 296 pixels, or print it no larger than 33 x 17 mm: its 390 x 195 pixels are good for that at 300 dpi";
    assert!(told.contains(hint), "{told}");
    assert!(build("generic-3mm").contains("coarse in `rulebook-generic-3mm`"));
    assert!(!build("screen").contains("[coarse-picture]"));
}

/// The cut-off part counts as printed: the dots per inch are those of the whole picture.
#[test]
fn coarse_crops_are_told() {
    let folder = Folder::new("files-coarse-crop");
    folder.write("wide.png", encoded(&plain(800, 400), ImageFormat::Png));
    folder.write("a.md", "# A\n\n![c](wide.png){crop=\"1:1\" width=60mm}\n");
    let arguments =
        ["build", "a.md", "-v", "--output", "out", "--profile", "home-a4", "--only", "rulebook"];
    let told = folder.run(&arguments).stderr;
    assert!(told.contains("120 x 60 mm at 169 dpi"), "{told}");
}

/// A print shop takes no transparency: half red on white is pink.
#[test]
fn transparent_pictures_lie_on_white_in_print() {
    let folder = Folder::new("files-transparent");
    let half = RgbaImage::from_pixel(600, 400, Rgba([255, 0, 0, 128]));
    folder.write("half.png", encoded(&half.into(), ImageFormat::Png));
    folder.write("a.md", "# A\n\n![h](half.png){width=40mm}\n");
    let build = |profile: &str| {
        folder
            .run(&["build", "a.md", "--output", "out", "--profile", profile, "--only", "rulebook"])
            .ended(0)
            .never_says("transparent");
        let name = if profile == "screen" {
            "rulebook.pdf".to_owned()
        } else {
            format!("rulebook-{profile}.pdf")
        };
        pictures_of_pdf(&folder.path().join("out/a").join(name))
    };
    // Half red on white is pink, in inks.
    let pink = rulepress::press::inks::InkMixer::bundled().picture(&[255, 127, 127]);
    assert_eq!(build("generic-3mm"), [(false, pink[..3].to_vec())]);
    assert_eq!(build("screen").iter().filter(|(masked, _)| *masked).count(), 1);
}

/// Returns, for each picture of a PDF, true if it has a mask, and its first pixel.
fn pictures_of_pdf(path: &std::path::Path) -> Vec<(bool, Vec<u8>)> {
    let document = lopdf::Document::load(path).expect("it can be read");
    let pictures = document.objects.values().filter_map(|object| object.as_stream().ok());
    let pictures = pictures.filter(|stream| {
        stream
            .dict
            .get(b"Subtype")
            .and_then(lopdf::Object::as_name)
            .is_ok_and(|name| name == b"Image")
    });
    let first = |stream: &lopdf::Stream| {
        let pixels = stream.decompressed_content().expect("it can be unpacked");
        (stream.dict.has(b"SMask"), pixels[..3].to_vec())
    };
    pictures.map(first).collect()
}

/// A PNG with a colour profile.
fn with_profile(picture: &DynamicImage, profile: &ColorProfile) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    let profile = profile.encode().expect("it can be written");
    image::ImageEncoder::set_icc_profile(&mut encoder, profile).expect("PNG has room for it");
    picture.write_with_encoder(encoder).expect("it can be encoded");
    bytes
}

/// The first pixel of the only picture of a book, as outputs get it.
fn first_pixel(folder: &Folder, file: &str) -> ([u8; 3], Vec<u8>) {
    let read = read(folder, &format!("# A\n\n![p]({file})\n"));
    assert_eq!(read.findings.count(Severity::Warning), 0, "{:?}", read.findings);
    let (_, bytes) = read.book.pictures.iter().next().expect("it is shown");
    let pixels = image::load_from_memory(bytes).expect("it can be decoded").to_rgb8();
    (pixels.get_pixel(0, 0).0, bytes.to_vec())
}

/// Colours of another profile come out as those of screens, once; a file in sRGB stays as it is. The
/// figures are those of LittleCMS.
#[test]
fn colours_of_other_profiles_become_those_of_screens() {
    let folder = Folder::new("files-profile");
    let adobe = ColorProfile::new_adobe_rgb();
    let colour = RgbImage::from_pixel(8, 8, Rgb([200, 100, 50]));
    let deep = image::ImageBuffer::from_pixel(8, 8, Rgb([200_u16 * 257, 100 * 257, 50 * 257]));
    let srgb = with_profile(&colour.clone().into(), &ColorProfile::new_srgb());
    folder.write("adobe.png", with_profile(&colour.into(), &adobe));
    folder.write("deep.png", with_profile(&DynamicImage::ImageRgb16(deep), &adobe));
    folder.write("srgb.png", &srgb);
    for file in ["adobe.png", "deep.png"] {
        let (pixel, bytes) = first_pixel(&folder, file);
        let off = pixel.iter().zip([227_u8, 100, 42]).map(|(found, wanted)| found.abs_diff(wanted));
        assert!(off.max() <= Some(2), "{file}: {pixel:?}");
        assert!(!bytes.windows(4).any(|chunk| chunk == b"iCCP"), "{file} would be changed again");
    }
    assert_eq!(first_pixel(&folder, "srgb.png").1, srgb);
}

/// A photograph on its side with colours of its own is turned once: its left half is up.
#[test]
fn turned_photographs_in_other_colours_are_turned_once() {
    let folder = Folder::new("files-turned");
    let mut halves = RgbImage::from_pixel(80, 40, Rgb([0, 0, 255]));
    for y in 0..40 {
        (0..40).for_each(|x| halves.put_pixel(x, y, Rgb([255, 0, 0])));
    }
    let mut photo = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut photo);
    let profile = ColorProfile::new_adobe_rgb().encode().expect("it can be written");
    image::ImageEncoder::set_icc_profile(&mut encoder, profile).expect("JPEG has room for it");
    DynamicImage::from(halves).write_with_encoder(encoder).expect("it can be encoded");
    let turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let mut segment = vec![0xff, 0xe1];
    segment.extend((turned.len() as u16 + 2).to_be_bytes());
    segment.extend(turned);
    photo.splice(2..2, segment);
    folder.write("photo.jpg", photo);
    let read = read(&folder, "# A\n\n![p](photo.jpg)\n");
    let (_, bytes) = read.book.pictures.iter().next().expect("it is shown");
    let shown = image::load_from_memory(bytes).expect("it can be decoded").to_rgb8();
    assert_eq!(shown.dimensions(), (40, 80));
    let (top, bottom) = (shown.get_pixel(20, 10).0, shown.get_pixel(20, 70).0);
    assert!(top[0] > 200 && top[2] < 60, "{top:?}");
    assert!(bottom[2] > 200 && bottom[0] < 60, "{bottom:?}");
}

/// A photograph in the inks of a print shop has the colours on pictures of pages that its inks have on paper:
/// full cyan is no bright turquoise. A PDF holds the inks themselves.
#[test]
fn inks_have_their_colours_on_pictures_of_pages() {
    let folder = Folder::new("files-inks");
    let cyan = include_bytes!("cases/pictures/cyan.jpg");
    folder.write("cyan.jpg", cyan);
    folder.write("a.md", "# A\n\n![cyan](cyan.jpg)\n");
    for arguments in [
        &["build", "a.md", "-o", "out"][..],
        &["build", "a.md", "--format", "png", "-o", "out"][..],
    ] {
        folder.run(arguments).ended(0);
    }
    let page = image::open(folder.path().join("out/a/rulebook/001.png")).expect("it is made");
    let page = page.to_rgb8();
    let like = |wanted: [u8; 3]| {
        let near = |pixel: &&Rgb<u8>| {
            pixel.0.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) <= 12)
        };
        page.pixels().filter(near).count()
    };
    assert!(like([0, 174, 239]) > 1000, "the cyan of coated paper");
    assert_eq!(like([0, 255, 255]), 0);
    let pdf = folder.path().join("out/a/rulebook.pdf");
    let bytes = std::fs::read(pdf).expect("it is made");
    assert!(bytes.windows(10).any(|found| found == b"DeviceCMYK"), "the PDF holds inks");
}
