//! Small pictures that are meant to cost much: each is refused with a finding that names it, or is
//! drawn, below 1 GB and 10 s. The bombs are made here.

use std::fmt::Write as _;
use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{GrayImage, ImageFormat, RgbaImage};

use rulepress::document::{Block, BlockKind};

use crate::common::{Folder, Ran, rulepress_limited};

/// 1 GB of memory and 1 GB of addresses for stacks and the program itself, in KiB.
const MEMORY: u64 = 2_000_000;
/// Seconds of work, in a program compiled quickly.
const SECONDS: u64 = 15;

/// Builds a text that shows `picture`.
fn shown(folder: &Folder, picture: &str) -> Ran {
    folder.write("a.md", format!("# A\n\n![a picture]({picture})\n\nb\n"));
    rulepress_limited(folder.path(), &["build", "a.md", "--output", "out"], MEMORY, SECONDS)
}

/// Checks that a picture is refused in words that hold `why`, or is shown if `why` is empty.
fn expect(folder: &Folder, name: &str, bytes: &[u8], why: &str) {
    folder.write(name, bytes);
    let ran = shown(folder, name);
    let told: String = ran.stderr.chars().take(600).collect();
    assert_eq!(ran.code, Some(0), "{name}: {told}");
    assert_eq!(told.contains("[lost-image]"), !why.is_empty(), "{name}: {told}");
    assert!(told.contains(why), "{name}: {told}");
    assert!(why.is_empty() || told.contains(name), "{name}: {told}");
}

fn svg(inside: &str) -> Vec<u8> {
    let space = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'";
    format!("<svg {space} width='400' height='400'>{inside}</svg>").into_bytes()
}

/// A square with a filter of these steps.
fn filtered(steps: &str) -> Vec<u8> {
    svg(&format!(
        "<filter id='f'>{steps}</filter><rect filter='url(#f)' width='400' height='400'/>"
    ))
}

/// A large word with a filter of these steps.
fn word(steps: &str) -> Vec<u8> {
    svg(&format!(
        "<filter id='f'>{steps}</filter><text filter='url(#f)' y='300' font-size='300'>Word</text>"
    ))
}

const TIME: &str = "take too much time to draw";
const FAR: &str = "moves or blurs the picture too far";
const ROOM: &str = "take too much memory to draw";
const MANY: &str = "draws more than";

#[test]
fn filters() {
    let folder = Folder::new("bombs-filters");
    let blurs = "<feGaussianBlur stdDeviation='3'/>".repeat(2_000);
    let matrix = format!(
        "<feConvolveMatrix order='99' divisor='1' kernelMatrix='{}'/>",
        "1 ".repeat(99 * 99)
    );
    let deep = format!(
        "{}<rect width='400' height='400'/>{}",
        "<g filter='url(#f)'>".repeat(60),
        "</g>".repeat(60)
    );
    let deep = format!("<filter id='f'><feGaussianBlur stdDeviation='9'/></filter>{deep}");
    let far = "<filter id='f' x='-9' y='-9' width='9999' height='9999'><feFlood/><feBlend/></filter>\
               <rect filter='url(#f)' width='400' height='400'/>";
    let inner = format!("<filter id='g'><feOffset/></filter><g filter='url(#g)'>{far}</g>");
    for (name, bytes, why) in [
        ("shadow.svg", filtered("<feDropShadow dx='4' dy='4' stdDeviation='3'/>"), ""),
        (
            "glow.svg",
            filtered(
                "<feGaussianBlur stdDeviation='5'/><feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge>",
            ),
            "",
        ),
        ("noise.svg", filtered("<feTurbulence baseFrequency='0.05' numOctaves='2'/>"), ""),
        (
            "octaves.svg",
            filtered("<feTurbulence baseFrequency='0.05' numOctaves='33'/>"),
            "octaves of noise",
        ),
        (
            "fine.svg",
            filtered("<feTurbulence baseFrequency='99999999' numOctaves='3'/>"),
            "too fine",
        ),
        (
            "seed.svg",
            filtered("<feTurbulence baseFrequency='0.1' seed='-2147483648'/>"),
            "too fine",
        ),
        ("words.svg", word("<feGaussianBlur stdDeviation='3'/>"), ""),
        (
            "widened.svg",
            word("<feMorphology radius='4'/><feMorphology operator='dilate' radius='13'/>"),
            TIME,
        ),
        ("narrow.svg", filtered("<feMorphology radius='0.01 10'/>"), TIME),
        ("offset.svg", filtered("<feOffset dx='2e9' dy='-2e9'/>"), FAR),
        ("blur.svg", filtered("<feGaussianBlur stdDeviation='1e9'/>"), FAR),
        ("shade.svg", filtered("<feDropShadow dx='1e30' dy='3' stdDeviation='2'/>"), FAR),
        ("paper.svg", filtered("<feTurbulence baseFrequency='0.05' numOctaves='4'/>"), ""),
        ("wide.svg", filtered("<feMorphology operator='dilate' radius='500'/>"), TIME),
        ("matrix.svg", filtered(&matrix), TIME),
        ("blurs.svg", filtered(&blurs), ""),
        ("deep.svg", svg(&deep), ""),
        ("far.svg", svg(far), ""),
        ("inner.svg", svg(&inner), ""),
    ] {
        if ["blurs.svg", "deep.svg", "far.svg", "inner.svg"].contains(&name) {
            refused(&folder, name, &bytes, &[TIME, ROOM]);
        } else {
            expect(&folder, name, &bytes, why);
        }
    }
}

/// A picture is refused for one of these reasons.
fn refused(folder: &Folder, name: &str, bytes: &[u8], why: &[&str]) {
    folder.write(name, bytes);
    let ran = shown(folder, name);
    let told: String = ran.stderr.chars().take(600).collect();
    assert_eq!(ran.code, Some(0), "{name}: {told}");
    assert!(why.iter().any(|why| told.contains(why)), "{name}: {told}");
}

/// Returns a picture of nested levels, each written by `level`; such levels repeat the level below
/// them.
fn laughs(level: impl Fn(usize) -> String) -> Vec<u8> {
    let levels: String = (1..12).map(level).collect();
    svg(&format!("<g id='u0'><rect width='1' height='1'/></g>{levels}<use href='#u11'/>"))
}

#[test]
fn elements_drawn_again() {
    let folder = Folder::new("bombs-elements");
    let uses =
        laughs(|n| format!("<g id='u{n}'>{}</g>", format!("<use href='#u{}'/>", n - 1).repeat(10)));
    let entity = format!(
        "<!DOCTYPE svg [<!ENTITY h '#u11'>]>{}",
        String::from_utf8(uses.clone()).expect("it is text").replace("href='#u11'", "href='&h;'")
    );
    let patterns = laughs(|n| {
        let inner = format!("<rect width='1' height='1' fill='url(#u{})'/>", n - 1).repeat(10);
        format!("<pattern id='u{n}' width='9' height='9'>{inner}</pattern>")
    });
    let styled = laughs(|n| {
        let inner = format!("<rect width='1' height='1' class='c{}'/>", n - 1).repeat(10);
        format!(
            "<style>.c{n}{{fill:url(#u{n})}}</style><pattern id='u{n}' width='9' height='9'>{inner}</pattern>"
        )
    });
    let styled = String::from_utf8(styled)
        .expect("it is text")
        .replace("<use href='#u11'/>", "<rect class='c11' width='9' height='9'/>");
    let masks = laughs(|n| {
        let inner = format!("<rect width='1' height='1' mask='url(#u{})'/>", n - 1).repeat(10);
        format!("<mask id='u{n}'>{inner}</mask>")
    });
    let line: String = (0..3_000).map(|n| format!("L{n},{n} ")).collect();
    let markers = format!(
        "<marker id='m' markerWidth='9' markerHeight='9'>{}</marker><path d='M0,0 {line}' marker-mid='url(#m)'/>",
        "<rect width='1' height='1'/>".repeat(200)
    );
    let rules: String = (0..9_000).map(|n| format!("g .a{n} rect{{x:1}}")).collect();
    let rules = format!("<style>{rules}</style>{}", "<rect/>".repeat(9_000));
    for (name, bytes, why) in [
        ("uses.svg", uses, MANY),
        ("entity.svg", entity.into_bytes(), MANY),
        ("patterns.svg", patterns, MANY),
        ("styled.svg", styled.into_bytes(), MANY),
        ("masks.svg", masks, MANY),
        ("markers.svg", svg(&markers), MANY),
        ("rules.svg", svg(&rules), "style rules"),
    ] {
        expect(&folder, name, &bytes, why);
    }
}

#[test]
fn rules_of_style() {
    let folder = Folder::new("bombs-style");
    let climbing = |parts: usize| {
        let (open, close) = ("<g>".repeat(90), "</g>".repeat(90));
        let rule = format!("<style>b{}{{fill:red}}</style>", " *".repeat(parts));
        svg(&format!("{rule}{open}<rect width='9' height='9'/>{close}"))
    };
    for parts in [5, 6, 100] {
        expect(
            &folder,
            &format!("climb-{parts}.svg"),
            &climbing(parts),
            "elements within each other",
        );
    }
    folder.write("usual.svg", climbing(2));
    shown(&folder, "usual.svg").never_says("lost-image");
}

#[test]
fn sizes_of_drawings() {
    let folder = Folder::new("bombs-sizes");
    let blow = format!(
        "<!DOCTYPE svg [<!ENTITY a '{}'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>{}</text></svg>",
        "x".repeat(9_000),
        "&a;".repeat(9_000)
    );
    let dashes = "<path d='M0,0H399' stroke='red' stroke-dasharray='0.0001'/>".repeat(3_000);
    let pattern = "<pattern id='p' width='9e6' height='9e6' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern><rect fill='url(#p)' width='9' height='9'/>";
    let layers = format!(
        "{}<rect width='400' height='400'/>{}",
        "<g opacity='0.9'>".repeat(90),
        "</g>".repeat(90)
    );
    let path: String = (0..400_000).map(|n| format!("L{},{} ", n % 399, n % 397)).collect();
    let stops: String =
        (0..20_000).map(|n| format!("<stop offset='{}'/>", f64::from(n) / 2e4)).collect();
    let stops = format!(
        "<linearGradient id='g'>{stops}</linearGradient><rect fill='url(#g)' width='9' height='9'/>"
    );
    for (name, bytes, why) in [
        ("entities.svg", blow.into_bytes(), "too much text"),
        ("letters.svg", svg(&format!("<text>{}</text>", "x".repeat(99_000))), "bytes of words"),
        ("dashes.svg", svg(&dashes), TIME),
        ("pattern.svg", svg(pattern), TIME),
        ("layers.svg", svg(&layers), ROOM),
        ("path.svg", svg(&format!("<path d='M0,0 {path}' fill='none' stroke='red'/>")), ""),
        ("stops.svg", svg(&stops), ""),
        ("long.svg", svg(&format!("<!--{}-->", "x".repeat(9 << 20))), "MB of text"),
        ("box.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9e9 9e9'><rect width='9e9' height='9e9'/></svg>".to_vec(), ""),
    ] {
        expect(&folder, name, &bytes, why);
    }
}

/// The words of a drawing that no font has are written as their codes.
#[test]
fn words_of_drawings() {
    let folder = Folder::new("bombs-words");
    let words = "<text y='20'>한국 e\u{336} &#xAC00;<tspan>ok &lt;</tspan></text><text y='40'><![CDATA[한 <]]></text>";
    folder.write("words.svg", svg(words));
    let ran = shown(&folder, "words.svg")
        .ended(0)
        .says("no bundled font has 5 letters of the picture `words.svg`");
    assert_eq!(ran.stderr.matches("warning[").count(), 1, "{}", ran.stderr);
}

/// Returns a PNG whose colour profile is `size` bytes long after it is unpacked.
fn png_with_profile(size: usize) -> Vec<u8> {
    let mut plain = Vec::new();
    GrayImage::new(8, 8)
        .write_to(&mut Cursor::new(&mut plain), ImageFormat::Png)
        .expect("it can be encoded");
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..size >> 16 {
        packed.write_all(&[0; 1 << 16]).expect("it fits");
    }
    let packed = packed.finish().expect("it fits");
    let mut chunk = b"iCCPp\0\0".to_vec();
    chunk.extend(packed);
    let mut sum = flate2::Crc::new();
    sum.update(&chunk);
    let head = 33;
    let mut out = plain[..head].to_vec();
    out.extend(((chunk.len() - 4) as u32).to_be_bytes());
    out.extend(&chunk);
    out.extend(sum.sum().to_be_bytes());
    out.extend(&plain[head..]);
    out
}

#[test]
fn pictures_of_pixels() {
    use base64::Engine;
    let folder = Folder::new("bombs-pixels");
    let bomb = png_with_profile(3 << 30);
    assert!(bomb.len() < 4 << 20);
    let inside = format!(
        "<image width='9' height='9' href='data:image/png;base64,{}'/>",
        base64::engine::general_purpose::STANDARD.encode(&bomb)
    );
    let encoded = |picture: &RgbaImage, format| {
        let mut out = Vec::new();
        picture.write_to(&mut Cursor::new(&mut out), format).expect("it can be encoded");
        out
    };
    let large = encoded(&RgbaImage::new(8_800, 8_800), ImageFormat::Png);
    let gif = encoded(&RgbaImage::new(64, 64), ImageFormat::Gif);
    let mut wide_gif = gif.clone();
    wide_gif[6..10].fill(0xff);
    for (name, bytes, why) in [
        ("profile.png", bomb, "colour profile is larger"),
        ("profile-inside.svg", svg(&inside), "colour profile is larger"),
        ("large.png", large, "more than can be printed"),
        ("plain.gif", gif, ""),
        ("wide.gif", wide_gif, "more than can be printed"),
    ] {
        expect(&folder, name, &bytes, why);
    }
}

/// One picture that is shown a thousand times is held once; a drawing that takes its time is drawn
/// as often as a book can bear.
#[test]
fn pictures_of_a_book() {
    let folder = Folder::new("bombs-book");
    let mut photo = Vec::new();
    let noise = image::RgbImage::from_fn(3_000, 2_000, |x, y| {
        image::Rgb([(x * y) as u8, x as u8, y as u8])
    });
    noise.write_to(&mut Cursor::new(&mut photo), ImageFormat::Jpeg).expect("it can be encoded");
    folder.write("photo.jpg", photo);
    folder.write("slow.svg", filtered("<feTurbulence baseFrequency='0.05' numOctaves='1'/>"));
    let mut text = "# A\n\n".to_owned();
    for n in 0..1_000 {
        let _ = write!(text, "![p](photo.jpg)\n\nword {n}\n\n");
    }
    folder.write("many.md", text);
    let build = |name| {
        rulepress_limited(folder.path(), &["build", name, "--output", "out"], MEMORY, SECONDS)
    };
    let ran = build("many.md");
    assert_eq!((ran.code, ran.stderr.contains("lost-image")), (Some(0), false), "{}", ran.stderr);
    folder.write("slow.md", "![s](slow.svg)\n\n".repeat(30));
    build("slow.md").ended(0).says("take too much time to draw");
}

/// A photograph on its side has the ratio in which it is shown.
#[test]
fn a_turned_photograph() {
    let folder = Folder::new("bombs-turned");
    let mut photo = Vec::new();
    let plain = image::RgbImage::new(80, 40);
    plain.write_to(&mut Cursor::new(&mut photo), ImageFormat::Jpeg).expect("it can be encoded");
    let turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let mut segment = vec![0xff, 0xe1];
    segment.extend((turned.len() as u16 + 2).to_be_bytes());
    segment.extend(turned);
    photo.splice(2..2, segment);
    folder.write("photo.jpg", photo);
    folder.write("a.md", "# A\n\n![a photo](photo.jpg)\n");
    let read = folder.book("a.md");
    let ratios: Vec<f32> = read.book.blocks.iter().filter_map(figure_ratio).collect();
    assert_eq!(ratios, [0.5]);
}

fn figure_ratio(block: &Block) -> Option<f32> {
    if let BlockKind::Figure(figure) = &block.kind {
        Some(figure.image.natural_ratio())
    } else {
        None
    }
}

/// One paragraph of very many pieces, and one letter of very many marks.
#[test]
fn long_paragraphs() {
    let folder = Folder::new("bombs-paragraphs");
    for (name, text) in [
        ("breaks.md", "a\\\n".repeat(120_000)),
        ("strikes.md", "~~a~~ ".repeat(70_000)),
        ("nested.md", format!("**{}b**", "`a` ".repeat(10_000))),
        ("title.md", format!("# {}\n\nb\n", "`a` ".repeat(10_000))),
        ("marks.md", format!("e{}", "\u{301}".repeat(200_000))),
    ] {
        folder.write(name, text);
        rulepress_limited(folder.path(), &["build", name, "--output", "out"], MEMORY, SECONDS)
            .ended(0);
    }
}

/// Figures of a print profile that no page can have.
#[test]
fn figures_of_a_profile() {
    let screen = include_str!("../crates/press/profiles/screen.toml");
    for (figure, key) in [
        ("dpi = 4000000000", "dpi"),
        ("dpi = 1", "dpi"),
        ("bleed = 1e300", "bleed"),
        ("bleed = nan", "bleed"),
        ("safe = -1.0", "safe"),
        ("multiple = 0", "multiple"),
        ("ink-limit = inf", "ink-limit"),
    ] {
        let folder = Folder::new(&format!("bombs-profile-{}", figure.replace([' ', '='], "")));
        folder.write("p.toml", format!("{figure}\n{screen}"));
        folder.write("a.md", "# A\n\nb\n");
        let arguments = ["build", "a.md", "--profile", "p.toml", "--output", "out"];
        let ran = rulepress_limited(folder.path(), &arguments, MEMORY, SECONDS);
        assert_ne!(ran.code, Some(0), "{figure}");
        assert!(ran.stderr.contains(&format!("`{key}` is")), "{figure}: {}", ran.stderr);
    }
}
