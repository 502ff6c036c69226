//! theme.toml: every bundled theme can be read, no theme loses a word, and the settings of authors
//! are used or reported.

use std::collections::BTreeSet;

use rulepress::press::inspect;
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::theme::colour::{LEAST_CONTRAST, Rgb};
use rulepress::theme::file::TableStyle;
use rulepress::theme::{self, Palette, ThemeChoice};
use typst::layout::{Frame, FrameItem};

use crate::common::{Folder, books, has_all, lay, lay_with, root};

/// Tokens of words and of their backgrounds.
const PAIRS: [(&str, &str); 19] = [
    ("ink", "paper"),
    ("grey", "paper"),
    ("navy", "paper"),
    ("steel", "paper"),
    ("rust", "paper"),
    ("ink", "faint"),
    ("grey", "faint"),
    ("navy", "faint"),
    ("steel", "faint"),
    ("ink", "tint"),
    ("navy", "tint"),
    ("ink", "blush"),
    ("rust", "blush"),
    ("ink", "sky"),
    ("ink", "cream"),
    ("ink", "sage"),
    ("ink", "amber"),
    ("ink", "blue"),
    // The titles of bars.
    ("paper", "navy"),
];

#[test]
fn every_bundled_theme_can_be_read() {
    for name in theme::bundled_names() {
        let theme = theme::bundled(name).expect("it is bundled");
        for modifier in MODIFIERS {
            let palette = Palette::of(&theme, modifier);
            let rgb = |token: &str| Rgb::parse(&palette.css_colour(token)).expect("it is a colour");
            for (words, ground) in PAIRS {
                let contrast = rgb(words).contrast(rgb(ground));
                assert!(
                    contrast >= LEAST_CONTRAST,
                    "{name}, {modifier}: {words} on {ground}: {contrast}"
                );
            }
        }
    }
}

#[test]
fn contrast_is_that_of_wcag() {
    let colour = |text: &str| Rgb::parse(text).expect("it is a colour");
    assert!((colour("#000").contrast(colour("#ffffff")) - 21.0).abs() < 0.01);
    // The grey that is known to pass by a hair, and the next one, which does not.
    assert!(colour("#767676").contrast(Rgb::WHITE) >= LEAST_CONTRAST);
    assert!(colour("#777777").contrast(Rgb::WHITE) < LEAST_CONTRAST);
    let mended = colour("#b0b0b0").readable_on(Rgb::WHITE);
    assert!(mended.contrast(Rgb::WHITE) >= LEAST_CONTRAST && mended.contrast(Rgb::WHITE) < 4.7);
}

#[test]
fn inks_are_few() {
    for screen in ["#094676", "#43307e", "#000030", "#7f0000", "#0a7d83", "#ffff00", "#2b333d"] {
        let inks = Rgb::parse(screen).expect("it is a colour").inks();
        assert!(inks.iter().sum::<f64>() <= 210.0, "{screen}: {inks:?}");
        assert!(inks.iter().all(|ink| (0.0..=100.0).contains(ink)), "{screen}: {inks:?}");
    }
    assert_eq!(Rgb::parse("#808080").expect("it is one").inks(), [0.0, 0.0, 0.0, 50.0]);
}

/// Returns words without page numbers, which differ.
fn words(runs: &[inspect::TextRun]) -> BTreeSet<String> {
    let words = runs.iter().flat_map(|run| run.text.split_whitespace());
    // Words that are broken where a line ends are others in other widths.
    let is_whole = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '\u{200b}');
    words.filter(|word| word.chars().all(is_whole)).map(str::to_owned).collect()
}

#[test]
fn no_theme_loses_a_word() {
    let book = root().join("content/wind-lorraine");
    let own = words(&inspect::text_runs(&lay(&book, "a5").pages));
    for asked in theme::bundled_names().chain(["dark", "orbit,low-ink"]) {
        let look = PageLook { theme: asked.to_owned(), ..PageLook::default() };
        let laid = lay_with(&book, "a5", &look);
        let other = words(&inspect::text_runs(&laid.pages));
        assert_eq!(own, other, "{asked}");
    }
}

/// The families of the text in a frame.
fn families(frame: &Frame, found: &mut BTreeSet<String>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => families(&group.frame, found),
            FrameItem::Text(text) => {
                found.insert(text.font.info().family.clone());
            }
            _ => {}
        }
    }
}

/// The families on the pages of a book.
fn families_of(laid: &crate::common::Laid) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    laid.pages.pages().iter().for_each(|page| families(&page.frame, &mut found));
    found
}

#[test]
fn our_books_look_nothing_alike() {
    let wanted = [
        ("gazer", "Vollkorn", "Source Sans 3"),
        ("grand-archive", "Cinzel", "Source Sans 3"),
        ("imperial-assault", "Oxanium", "Source Sans 3"),
        ("gaia-project", "Exo 2", "Source Sans 3"),
        ("wind-lorraine", "Cormorant", "Source Sans 3"),
    ];
    assert_eq!(books().len(), wanted.len());
    for (name, display, body) in wanted {
        let found = families_of(&lay(&root().join("content").join(name), "a5"));
        assert!(found.contains(display) && found.contains(body), "{name}: {found:?}");
    }
}

/// A book with this theme.toml.
fn book_with(name: &str, theme: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write(
        "book/book.toml",
        "title = \"Game\"\nsources = [\"rules.md\"]\n[options]\ncover = true\n",
    );
    folder.write("book/rules.md", "# Turn\n\nDraw a card. Жук sees it.\n\n## End\n\nYou win.\n");
    folder.write("book/theme.toml", theme);
    folder
}

/// Returns the distance of a page's words from its left edge, in millimetres.
fn left_margin(pages: &typst_layout::PagedDocument, nth: usize) -> f64 {
    let runs = inspect::text_runs(pages).into_iter();
    let runs = runs.filter(|run| run.page == nth && run.text.contains("Word"));
    runs.map(|run| run.left).fold(f64::INFINITY, f64::min) * 25.4 / 72.0
}

#[test]
fn pages_have_the_size_and_the_margins_of_a_theme() {
    let page = "[page]\nsize = \"200x180.5\"\nmargins = { inside = 22, outside = 9 }\n";
    let folder = book_with("themes-page", page);
    let words = "Word ".repeat(3000);
    folder.write("book/rules.md", format!("# Turn\n\n{words}\n"));
    let size = |profile: &str| {
        let arguments = ["build", "book", "--only", "rulebook", "--profile", profile, "-q"];
        let ran = folder.run(&arguments).ended(0);
        let file = folder.path().join(ran.stdout.trim());
        let document = lopdf::Document::load(file).expect("it is a PDF");
        let first = *document.get_pages().get(&1).expect("it has pages");
        let page = document.get_dictionary(first).expect("it is a page");
        let sides = page.get(b"TrimBox").or(page.get(b"MediaBox")).and_then(|is| is.as_array());
        let sides =
            sides.expect("it has a box").iter().map(|side| side.as_float().expect("it is one"));
        let sides: Vec<f32> = sides.collect();
        [sides[2] - sides[0], sides[3] - sides[1]]
            .map(|points| (points * 254.0 / 72.0).round() / 10.0)
    };
    assert_eq!(size("screen"), [200.0, 180.5]);
    assert_eq!(size("generic-3mm"), [200.0, 180.5]);
    // A printer at home has its own paper.
    assert_eq!(size("home-a5"), [148.0, 210.0]);
    for paper in ["a5", "200x180.5"] {
        let laid = lay(&folder.path().join("book"), paper);
        // Page 2 is a left one, page 3 a right one.
        let margins = [1, 2].map(|nth| left_margin(&laid.pages, nth).round());
        assert_eq!(margins, [9.0, 22.0], "{paper}");
    }
    let wrong = "[page]\nsize = \"90x90\"\nmargins = { inside = 2, top = 20 }\n";
    folder.write("book/theme.toml", wrong);
    let said = folder.run(&["check", "book", "-v"]).stderr;
    has_all(
        &said,
        &[
            "a page cannot be `90x90`",
            "from 120 to 450",
            "a margin `inside` of 2 mm",
            "theme.toml:3:",
        ],
    );
    folder.write("book/theme.toml", "");
    let own =
        "title = \"Game\"\nsources = [\"rules.md\"]\n[output.rulebook]\npaper = \"160x160\"\n";
    folder.write("book/book.toml", own);
    assert_eq!(size("screen"), [160.0, 160.0]);
}

#[test]
fn fonts_of_the_book_are_used_and_what_they_lack_is_told() {
    let theme = "[font]\nbody = { regular = \"fonts/own.ttf\" }\n";
    let folder = book_with("themes-fonts", theme);
    let font =
        std::fs::read(root().join("templates/fonts/Oxanium_700Bold.ttf")).expect("it is there");
    folder.write("book/fonts/own.ttf", font);
    let laid = lay(&folder.path().join("book"), "a5");
    assert!(families_of(&laid).contains("Oxanium"), "{:?}", families_of(&laid));
    let checked = folder.run(&["check", "book", "-v"]);
    let said = &checked.stderr;
    has_all(said, &["states no licence", "the font `Oxanium` lacks letters of the text: `Ж`"]);
    assert_eq!(checked.code, Some(0), "{said}");
}

#[test]
fn hostile_fonts_cost_nothing_but_themselves() {
    let broken: [(&str, Vec<u8>); 4] = [
        ("empty", Vec::new()),
        ("noise", (0..40_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect()),
        (
            "cut",
            std::fs::read(root().join("templates/fonts/Cinzel_700Bold.ttf")).expect("it is there")
                [..9_000]
                .to_vec(),
        ),
        ("large", vec![0; 40 << 20]),
    ];
    for (name, bytes) in broken {
        let theme = "[font]\ndisplay = { bold = \"own.ttf\", licence = \"none\" }\n";
        let folder = book_with(&format!("themes-{name}"), theme);
        folder.write("book/own.ttf", bytes);
        let built = folder.run(&["build", "book", "-v", "-o", "out"]);
        assert!(built.stderr.contains("[theme-font]"), "{name}: {}", built.stderr);
        assert!(folder.path().join("out/book/rulebook.pdf").is_file(), "{name}: {}", built.stderr);
    }
}

#[test]
fn findings_are_about_the_theme_that_is_printed() {
    let theme = "[colour]\ntext = \"#c0c0c0\"\n[font]\nbody = { regular = \"lost.ttf\" }\n";
    let folder = book_with("themes-replaced", theme);
    let said = |asked: &str| {
        let arguments =
            ["build", "book", "-v", "--only", "rulebook", "--theme", asked, "-o", "out"];
        folder.run(&arguments).stderr
    };
    for code in ["[low-contrast]", "[theme-font]"] {
        assert!(said("large-print").contains(code), "{}", said("large-print"));
        assert!(!said("orbit,large-print").contains(code), "{}", said("orbit,large-print"));
    }
}

#[test]
fn a_word_that_a_key_cannot_have_is_told_with_the_nearest_one() {
    let theme = "[style]\nchapter = \"plat\"\ntable = \"grid\"\n[cover]\nstyle = \"mosaic\"\n";
    let folder = book_with("themes-words", theme);
    let said = folder.run(&["check", "book", "-v"]).stderr;
    for words in [
        "`plat` is not one of `plate`, `bar`, `rule`",
        "theme.toml:2:11",
        "did you mean `plate`?",
        "`mosaic` is not one of `panel`",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // The rest of the file is read.
    let read = folder.book("book");
    assert_eq!(read.book.theme.style.table, Some(TableStyle::Grid));
}

/// Charts look as the theme says that is printed; to save ink they are plain.
#[test]
fn charts_have_the_look_of_their_theme() {
    let folder = book_with("themes-charts", "base = \"codex\"\n[style]\nchart = \"solid\"\n");
    let chart =
        "```mermaid\ngraph TD\nA[Draw] --> B{More?}\nB -- Yes --> A\nB -- No --> C([End])\n```\n";
    folder.write("book/rules.md", format!("# Turn\n\nDraw.\n\n{chart}"));
    let light = |asked: &str| {
        let look = PageLook { theme: asked.to_owned(), ..PageLook::default() };
        let laid = lay_with(&folder.path().join("book"), "a5", &look);
        let palette = Palette::of(&theme::BookTheme::default(), MODIFIERS[0]);
        let mut colours = BTreeSet::new();
        for page in laid.pages.pages() {
            colours_of_words(&page.frame, "More?", &mut colours);
        }
        assert_eq!(colours.len(), 1, "{asked}: {colours:?}");
        colours.contains(&palette.css_colour("paper"))
    };
    for (asked, is_light) in
        [("standard", true), ("low-ink", false), ("breeze", false), ("orbit", true)]
    {
        assert_eq!(light(asked), is_light, "{asked}");
    }
}

/// The colours of the words that hold a text.
pub(crate) fn colours_of_words(frame: &Frame, text: &str, found: &mut BTreeSet<String>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => colours_of_words(&group.frame, text, found),
            FrameItem::Text(run) if run.text.contains(text) => {
                if let typst::visualize::Paint::Solid(colour) = &run.fill {
                    found.insert(colour.to_hex().to_string());
                }
            }
            _ => {}
        }
    }
}

/// Returns the number of bitmap pictures in a frame.
fn images(frame: &Frame) -> usize {
    let count = |item: &FrameItem| match item {
        FrameItem::Group(group) => images(&group.frame),
        FrameItem::Image(..) => 1,
        _ => 0,
    };
    frame.items().map(|(_, item)| count(item)).sum()
}

#[test]
fn art_is_on_every_kind_of_cover() {
    let picture = small_png();
    for style in ["panel", "full", "frame", "split"] {
        let theme = format!("[cover]\nstyle = \"{style}\"\nart = \"pictures/cover.png\"\n");
        let folder = book_with(&format!("themes-art-{style}"), &theme);
        folder.write("book/pictures/cover.png", &picture);
        let laid = lay(&folder.path().join("book"), "a5");
        assert_eq!(images(&laid.pages.pages()[0].frame), 1, "{style}");
    }
    let folder = book_with("themes-art-lost", "[cover]\nart = \"pictures/cover.png\"\n");
    let checked = folder.run(&["check", "book", "-v"]).says("[lost-image]");
    for words in ["`pictures/cover.png` is not on the cover", "until then the cover has a motif"] {
        assert!(checked.stderr.contains(words), "{words}: {}", checked.stderr);
    }
    let laid = lay(&folder.path().join("book"), "a5");
    assert_eq!(images(&laid.pages.pages()[0].frame), 0);
}

#[test]
fn art_of_the_cover_keeps_a_point_in_sight() {
    let top = |focus: &str| {
        let theme = format!("[cover]\nart = \"cover.png\"\nfocus = \"{focus}\"\n");
        let folder = book_with("themes-focus", &theme);
        folder.write("book/cover.png", small_png());
        let told = folder.run(&["check", "book", "-v"]).stderr;
        let laid = lay(&folder.path().join("book"), "a5");
        (image_top(&laid.pages.pages()[0].frame).expect("it is there"), told)
    };
    let (above, told) = top("0% 0%");
    assert!(!told.contains("theme.toml"), "{told}");
    let (below, middle) = (top("100% 100%").0, top("50% 50%").0);
    assert!(above > middle && middle > below, "{above} {middle} {below}");
    let (wrong, told) = top("the face");
    assert!(told.contains("the focus `the face` of the cover is not a point"), "{told}");
    assert!((wrong - middle).abs() < 0.01);
    let folder = book_with("themes-focus-alone", "[cover]\nfocus = \"30% 20%\"\n");
    let told = folder.run(&["check", "book", "-v"]).stderr;
    assert!(told.contains("has no effect without a picture"), "{told}");
}

/// Returns the distance of the first bitmap picture from the top of its page, in points.
fn image_top(frame: &Frame) -> Option<f64> {
    frame.items().find_map(|(at, item)| match item {
        FrameItem::Group(group) => {
            let shift = at.y.to_pt() + group.transform.ty.to_pt();
            image_top(&group.frame).map(|top| top + shift)
        }
        FrameItem::Image(..) => Some(at.y.to_pt()),
        _ => None,
    })
}

/// The colours that shapes of a frame are filled with.
fn fills(frame: &Frame, found: &mut BTreeSet<String>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => fills(&group.frame, found),
            FrameItem::Shape(shape, _) => {
                if let Some(typst::visualize::Paint::Solid(colour)) = &shape.fill {
                    found.insert(colour.to_hex().to_string());
                }
            }
            _ => {}
        }
    }
}

#[test]
fn covers_are_dark_on_dark_pages_and_save_ink() {
    for name in theme::bundled_names() {
        let palette = Palette::of(&theme::bundled(name).expect("it is bundled"), "dark");
        let rgb = |token: &str| Rgb::parse(&palette.css_colour(token)).expect("it is a colour");
        assert!(rgb("deep").contrast(rgb("ink")) >= 7.0, "{name}");
        for style in ["full", "panel", "split"] {
            let theme =
                format!("base = \"{name}\"\n[cover]\nstyle = \"{style}\"\nart = \"cover.png\"\n");
            let folder = book_with("themes-dark-cover", &theme);
            folder.write("book/cover.png", small_png());
            let look = |theme: &str| PageLook { theme: theme.to_owned(), ..PageLook::default() };
            let laid = lay_with(&folder.path().join("book"), "a5", &look("dark"));
            let mut found = BTreeSet::new();
            fills(&laid.pages.pages()[0].frame, &mut found);
            assert!(found.contains(&palette.css_colour("deep")), "{name}, {style}: {found:?}");
            assert!(!found.contains(&palette.css_colour("navy")), "{name}, {style}: {found:?}");
            let laid = lay_with(&folder.path().join("book"), "a5", &look("low-ink"));
            assert_eq!(images(&laid.pages.pages()[0].frame), 0, "{name}, {style}");
        }
    }
}

/// A picture of four pixels.
fn small_png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let pixels =
        image::RgbImage::from_fn(2, 2, |x, y| image::Rgb([90 * x as u8, 90 * y as u8, 120]));
    pixels.write_to(&mut bytes, image::ImageFormat::Png).expect("it can be written");
    bytes.into_inner()
}

#[test]
fn a_theme_starts_from_that_of_another_book() {
    let folder = book_with(
        "themes-uses",
        "uses = \"../base/theme.toml\"\n[colour]\nwarning = \"#a00000\"\n",
    );
    folder.write("base/theme.toml", "base = \"codex\"\n[colour]\naccent = \"#123456\"\n");
    let read = folder.book("book");
    let palette = Palette::of(&read.book.theme, MODIFIERS[0]);
    assert_eq!(palette.css_colour("navy"), "#123456");
    assert_eq!(palette.css_colour("rust"), "#a00000");
    assert_eq!(read.book.theme.display.as_deref(), Some("Cinzel"));
    let circle = book_with("themes-circle", "uses = \"theme.toml\"\n");
    circle.run(&["check", "book", "-v"]).says("a theme starts from itself");
}

#[test]
fn dark_pages_are_for_screens() {
    assert!(ThemeChoice::parse("codex,dark").expect("it is known").is_dark());
    let folder = book_with("themes-dark", "base = \"orbit\"\n");
    let refused = folder.run(&["build", "book", "--theme", "dark", "--profile", "home-a4"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("dark pages are for screens"), "{}", refused.stderr);
    let look = PageLook { theme: "dark".to_owned(), ..PageLook::default() };
    let laid = lay_with(&folder.path().join("book"), "a5", &look);
    let page = &laid.pages.pages()[1];
    let fill = page.fill.as_ref().custom().and_then(Option::as_ref);
    assert!(fill.is_some(), "the page has a ground of its own");
}

#[test]
fn names_of_themes_are_told_apart() {
    for wrong in ["codecs", "codex,orbit", "dark,low-ink", ""] {
        assert!(ThemeChoice::parse(wrong).is_err(), "{wrong}");
    }
    assert!(ThemeChoice::parse("codecs").expect_err("it is none").contains("`codex`"));
}
