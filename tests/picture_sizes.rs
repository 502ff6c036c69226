//! Pictures as they are laid out: each is measured on its page, in millimetres.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use rulepress::diagnostic::{Severity, code};
use rulepress::pipeline::PrintableBook;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use typst::layout::{Frame, FrameItem, Point, Transform};

use crate::common::Folder;

const MM: f64 = 72.0 / 25.4;
/// A column of A4: half of the text, without the gutter.
const COLUMN: f64 = (210.0 - 30.0 - 8.0) / 2.0;
/// Millimetres of a pixel.
const PIXEL: f64 = 25.4 / 96.0;

/// A picture on a page, in millimetres.
#[derive(Debug, Clone, Copy)]
struct Shown {
    page: usize,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Shown {
    fn right(&self) -> f64 {
        self.left + self.width
    }

    fn middle(&self) -> f64 {
        self.left + self.width / 2.0
    }
}

/// A folder with pictures of several sizes, and the pictures that a text in it shows.
struct Pictures(Folder);

impl Pictures {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        for (file, width, height) in [
            ("big.png", 1200, 700),
            ("mid.png", 200, 100),
            ("small.png", 16, 16),
            ("tall.png", 90, 900),
            ("badge.png", 90, 20),
        ] {
            let mut bytes = Vec::new();
            let picture = RgbImage::from_pixel(width, height, image::Rgb([60, 120, 180]));
            picture
                .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
                .expect("it can be encoded");
            folder.write(file, bytes);
        }
        let drawing = |sides: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' {sides} viewBox='0 0 24 12'><rect width='24' height='12'/></svg>"
            )
        };
        folder.write("open.svg", drawing(""));
        folder.write("sized.svg", drawing("width='120' height='60'"));
        Self(folder)
    }

    fn read(&self, file: &str, text: &str) -> PrintableBook {
        self.0.write(file, text);
        self.0.book(file)
    }

    /// The pictures of a Markdown text on A4, in their order.
    fn shown(&self, text: &str) -> Vec<Shown> {
        self.shown_in("rules.md", text)
    }

    fn shown_in(&self, file: &str, text: &str) -> Vec<Shown> {
        let mut read = self.read(file, &format!("{text}\n"));
        assert_eq!(read.findings.count(Severity::Error), 0, "{:?}", read.findings);
        let PrintableBook { book, sources, findings, .. } = &mut read;
        let pages = typeset_rulebook(book, "a4", &PageLook::default(), sources, findings);
        let pages = pages.expect("it can be set");
        let mut shown = Vec::new();
        for (page, sheet) in pages.pages().iter().enumerate() {
            collect(&sheet.frame, Transform::identity(), page, &mut shown);
        }
        shown
    }

    fn one(&self, text: &str) -> Shown {
        let shown = self.shown(text);
        assert_eq!(shown.len(), 1, "{text}");
        shown[0]
    }
}

fn collect(frame: &Frame, place: Transform, page: usize, shown: &mut Vec<Shown>) {
    for (at, item) in frame.items() {
        let here = place.pre_concat(Transform::translate(at.x, at.y));
        match item {
            FrameItem::Group(group) => {
                collect(&group.frame, here.pre_concat(group.transform), page, shown);
            }
            FrameItem::Image(_, size, _) => {
                let corner = Point::zero().transform(here);
                shown.push(Shown {
                    page,
                    left: corner.x.to_mm(),
                    top: corner.y.to_mm(),
                    width: size.x.to_mm(),
                    height: size.y.to_mm(),
                });
            }
            _ => {}
        }
    }
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 0.3, "{found:.2} mm, wanted {wanted:.2} mm");
}

#[test]
fn alone_they_are_as_large_as_they_are() {
    let here = Pictures::new("sizes-alone");
    let mid = here.one("# A\n\n![m](mid.png)");
    near(mid.width, 200.0 * PIXEL);
    near(mid.height, 100.0 * PIXEL);
    near(mid.middle(), 15.0 + COLUMN / 2.0);
    let big = here.one("# A\n\n![b](big.png)");
    near(big.width, COLUMN);
    near(big.height, COLUMN * 700.0 / 1200.0);
    let tall = here.one("# A\n\n![t](tall.png)");
    near(tall.height, 0.6 * 297.0);
    near(tall.width, tall.height / 10.0);
    near(here.one("# A\n\n![o](open.svg)").width, COLUMN);
    near(here.one("# A\n\n![s](sized.svg)").width, 120.0 * PIXEL);
    near(here.one("# A\n\n<p><img src=mid.png alt=m></p>").width, 200.0 * PIXEL);
    near(here.one("# A\n\n[![m](mid.png)](https://example.org)").width, 200.0 * PIXEL);
}

#[test]
fn authors_say_their_size() {
    let here = Pictures::new("sizes-asked");
    for (text, width, height) in [
        ("<img src=mid.png alt=m width='40%'>", COLUMN * 0.4, COLUMN * 0.2),
        ("<img src=mid.png alt=m width=100>", 100.0 * PIXEL, 50.0 * PIXEL),
        ("<img src=mid.png alt=m width=100px>", 100.0 * PIXEL, 50.0 * PIXEL),
        ("<img src=mid.png alt=m height=20mm>", 40.0, 20.0),
        ("<img src=mid.png alt=m width=3cm height=3cm>", 30.0, 30.0),
        ("<img src=mid.png alt=m style='width:1in'>", 25.4, 12.7),
        ("<img src=big.png alt=m style='max-width:50mm'>", 50.0, 50.0 * 7.0 / 12.0),
        ("<img src=mid.png alt=m style='max-height:10mm'>", 20.0, 10.0),
        ("<img src=mid.png alt=m width=5000>", COLUMN, COLUMN / 2.0),
        ("![m](mid.png){width=40%}", COLUMN * 0.4, COLUMN * 0.2),
        ("![m](mid.png){height=10em}", 200.0 / MM, 100.0 / MM),
        ("![m](mid.png){#board width=\"20mm\"}", 20.0, 10.0),
    ] {
        let shown = here.one(&format!("# A\n\nWords.\n\n{text}"));
        near(shown.width, width);
        near(shown.height, height);
        let html = here.shown_in("page.html", &format!("<h1>A</h1><p>Words.</p>{text}"));
        if text.starts_with('<') {
            near(html[0].width, width);
        }
    }
}

#[test]
fn senseless_sizes_are_reported_and_left_out() {
    let here = Pictures::new("sizes-senseless");
    for asked in
        ["width=0", "width=wide", "height='30%'", "width=-3", "width='3parsec'", "align=upside"]
    {
        let read = here.read("rules.md", &format!("# A\n\n<img src=mid.png alt=m {asked}>\n"));
        assert!(read.findings.has(code::PICTURE_SIZE), "{asked}");
        near(here.one(&format!("# A\n\n<img src=mid.png alt=m {asked}>")).width, 200.0 * PIXEL);
    }
    let read = here.read("rules.md", "# A\n\n<img src=mid.png alt=m width=auto height='100%'>\n");
    assert!(!read.findings.has(code::PICTURE_SIZE));
}

#[test]
fn behind_a_line_of_a_list_they_are_not_small() {
    let here = Pictures::new("sizes-list");
    let shown = here.shown("# A\n\n- A line of a list\n<img src=mid.png alt=m>\n- ![m](mid.png)\n- ![s](small.png) an icon");
    near(shown[0].width, 200.0 * PIXEL);
    near(shown[1].width, 200.0 * PIXEL);
    near(shown[2].width, 16.0 * PIXEL);
}

#[test]
fn in_a_line_icons_stand_and_large_ones_stand_apart() {
    let here = Pictures::new("sizes-line");
    let icon = here.one("# A\n\nPay ![coin](small.png) one coin.");
    near(icon.width, 16.0 * PIXEL);
    let as_words = here.one("# A\n\nPay ![coin](mid.png){height=1em} one coin.");
    near(as_words.height, 10.0 / MM);
    let apart = here.one("# A\n\nSee ![m](mid.png) and go on.");
    near(apart.width, 200.0 * PIXEL);
    near(apart.middle(), 15.0 + COLUMN / 2.0);
    let kept = here.one("# A\n\nSee <img src=mid.png alt=m align=middle> and go on.");
    assert!(kept.left > 20.0 && kept.middle() < apart.middle() + 20.0, "{kept:?}");
}

#[test]
fn sides() {
    let here = Pictures::new("sizes-sides");
    for (side, text) in [
        ("left", "<img src=mid.png alt=m width=100 align=left> Words beside it."),
        ("left", "<img src=mid.png alt=m width=100 style='float:left'>"),
        ("left", "<p align=left><img src=mid.png alt=m width=100></p>"),
        ("right", "<img src=mid.png alt=m width=100 align=right> Words beside it."),
        ("right", "![m](mid.png){width=100 align=right}"),
        ("center", "<center><img src=mid.png alt=m width=100> <b>Words</b></center>"),
        ("center", "<p align=center>\n<img src=mid.png alt=m width=100>\n</p>"),
        ("center", "<div align=center>\n\n![m](mid.png){width=100}\n\n</div>"),
        ("center", "<img src=mid.png alt=m width=100 style='display:block;margin:0 auto'>"),
    ] {
        let shown = here.one(&format!("# A\n\n{text}"));
        near(shown.width, 100.0 * PIXEL);
        match side {
            "left" => near(shown.left, 15.0),
            "right" => near(shown.right(), 15.0 + COLUMN),
            _ => near(shown.middle(), 15.0 + COLUMN / 2.0),
        }
    }
}

#[test]
fn rows_stand_side_by_side_where_they_fit() {
    let here = Pictures::new("sizes-rows");
    let halves = here
        .shown("# A\n\n<img src=mid.png alt=a width='50%'> <img src=mid.png alt=b width='50%'>");
    near(halves[0].top, halves[1].top);
    assert!(halves[1].left > halves[0].right() && halves[1].right() < 15.0 + COLUMN + 0.3);
    let thirds = here.shown(
        "# A\n\n![a](mid.png){width=33%}\n![b](mid.png){width=33%}\n![c](mid.png){width=33%}",
    );
    near(thirds[0].top, thirds[2].top);
    let big = here.shown("# A\n\n![a](big.png) ![b](big.png)");
    near(big[0].width, COLUMN);
    // Columns are balanced, so the second one is in the next column.
    assert!(big[1].left > big[0].right(), "{big:?}");
    let words = "Words that fill lines of a column and more of them. ".repeat(60);
    let big = here.shown(&format!("# A\n\n![a](big.png) ![b](big.png)\n\n{words}"));
    assert!(big[1].top > big[0].top + big[0].height, "{big:?}");
    let badge = |n: usize| format!("[![b{n}](badge.png)](https://example.org/{n})");
    let badges = here.shown(&format!("# A\n\n{} {} {}", badge(1), badge(2), badge(3)));
    near(badges[0].height, 20.0 * PIXEL);
    near(badges[0].left, 15.0);
    near(badges[0].top, badges[2].top);
    let cells = here.shown("# A\n\n<table><tr><th><img src=big.png alt=a></th><th><img src=big.png alt=b></th></tr></table>");
    near(cells[0].top, cells[1].top);
    assert!(cells[0].width > 30.0 && cells[1].right() <= 15.0 + COLUMN + 0.3, "{cells:?}");
    let column = here.shown("# A\n\n| Picture | Words |\n|---|---|\n| ![p](big.png) | words of this card that go on for more than a line, as they do in tables |");
    assert!(column[0].width > 15.0, "{column:?}");
}

#[test]
fn figures_have_their_captions_below() {
    let here = Pictures::new("sizes-figures");
    for text in [
        "<figure><img src=mid.png alt=m width=100><figcaption>Below it</figcaption></figure>",
        "<figure><img src=mid.png alt=m width=100> <img src=mid.png alt=m width=100><figcaption>Below it</figcaption></figure>",
        "![m](mid.png \"Below it\"){width=100}",
    ] {
        let shown = here.shown(&format!("# A\n\n{text}"));
        assert!(shown.iter().all(|one| (one.width - 100.0 * PIXEL).abs() < 0.3), "{shown:?}");
    }
}

#[test]
fn of_several_sources_the_light_one_is_printed() {
    let here = Pictures::new("sizes-sources");
    let dark = "<source media='(prefers-color-scheme: dark)' srcset='big.png'>";
    let light = "<source media='(prefers-color-scheme: light)' srcset='sized.svg 1x, big.png 2x'>";
    for (sources, image, width) in [
        (format!("{dark}{light}"), "src=big.png", 120.0),
        (dark.to_owned(), "src=mid.png", 200.0),
        ("<source media=print srcset=small.png>".to_owned(), "src=big.png", 16.0),
        ("<source srcset=mid.png>".to_owned(), "", 200.0),
    ] {
        let shown = here.one(&format!("# A\n\n<picture>{sources}<img alt=m {image}></picture>"));
        near(shown.width, width * PIXEL);
    }
}

/// Nothing is wider than its room or higher than its page at any place.
#[test]
fn none_leaves_its_room() {
    let here = Pictures::new("sizes-room");
    let text = "# A\n\n> ![q](big.png)\n\n- item\n  - ![l](big.png)\n\n> [!NOTE]\n> Words ![n](tall.png) words\n\n\
                ### A title with ![t](big.png)\n\nWords.\n\n![w](big.png){width=100% height=2000mm}\n";
    for shown in here.shown(text) {
        let column = if shown.left < 15.0 + COLUMN { 15.0 } else { 15.0 + COLUMN + 8.0 };
        assert!(shown.right() <= column + COLUMN + 0.3, "{shown:?}");
        assert!(shown.top + shown.height < 297.0 - 15.0, "{shown:?}");
        assert!(shown.page < 10);
    }
}

/// Pages for a browser hold the pictures themselves, at the sizes that were asked for.
#[test]
fn pages_for_a_browser_show_them() {
    let here = Pictures::new("sizes-web");
    let text = "# A\n\n![m](mid.png){width=40%}\n\nPay ![coin](small.png) now.\n\n<img src=mid.png alt=r width=100 align=right>\n\n![o](open.svg)\n";
    let read = here.read("rules.md", text);
    let site = rulepress::web::book_site(&read.book, &[], None, false).expect("it can be made");
    let page = &site[0].text;
    let picture = |class: &str, lengths: &str| format!("{class}{lengths}>");
    assert_eq!(page.matches("<img src=\"data:image/").count(), 4);
    assert!(page.contains(&picture("alt=\"m\" class=\"middle\"", " width=\"40%\"")));
    assert!(page.contains(&picture("alt=\"coin\"", "")));
    assert!(page.contains(&picture("alt=\"r\" class=\"right\"", " width=\"100\"")));
    assert!(page.contains(&picture("alt=\"o\" class=\"middle\"", " width=\"100%\"")));
    assert!(page.contains("data:image/svg+xml;base64,"));
}
