//! Icons of a book: SVG files of its folder `icons/`, wherever text can name them.

use std::fmt::Write as _;

use kurbo::{BezPath, Point, Shape as _};
use rulepress::diagnostic::Severity;
use rulepress::document::icons::Icon;
use rulepress::document::{InlineKind, plain_text, walk};
use rulepress::pipeline::PrintableBook;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::outputs::sheet::typeset_sheet;
use rulepress::press::profile::find_profile;
use typst::layout::{Frame, FrameItem};
use typst::visualize::{Color, Geometry, Paint, ProcessColor};
use typst_layout::PagedDocument;

use crate::common::{Folder, root, rulepress_limited};

const BOOK: &str = "rulepress = \"0.2\"\ntitle = \"Icons\"\nsources = [\"a.md\"]\ndata = [\"cards.csv\", \"box.csv\"]\n[deck.main]\ndata = \"cards.csv\"\nname = \"Card\"\ntext = \"Text\"\n";
const TEXT: &str = "# Play\n\nPay :mana: now.\n\nGo to [Rest :mana:](#rest).\n\n| a | b |\n|---|---|\n| c | :mana: |\n\n![[box.csv]]{.components}\n\n## Rest {#rest}\n\nSleep.\n";
/// Twice as wide as high: no bundled icon and no sign of a page has that form.
const MANA: &str = "<title>blue\n mana</title><rect x='2' y='7' width='20' height='10'/>";

fn svg(inside: &str) -> String {
    let space = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'";
    format!("<svg {space} viewBox='0 0 24 24'>{inside}</svg>")
}

fn written(name: &str) -> Folder {
    let folder = Folder::with(name, "book/book.toml", BOOK);
    folder.write("book/a.md", TEXT);
    folder.write("book/sheet.md", "# Turn\n\nPay :mana: as in [Rest](#rest).\n");
    folder.write("book/cards.csv", "Card,Text\nOne,Pay 2 :mana: and rest.\n");
    folder.write("book/box.csv", "Component,Count,Picture\nGems,2,:mana:\n");
    folder.write("book/icons/mana.svg", svg(MANA));
    folder
}

/// The colours of the shapes of a document that are twice as wide as high and no larger than a word.
fn mana_colours(pages: &PagedDocument) -> Vec<Color> {
    let mut colours = Vec::new();
    for page in pages.pages() {
        each_item(&page.frame, &mut |item| {
            let FrameItem::Shape(shape, _) = item else { return };
            let Geometry::Curve(curve) = &shape.geometry else { return };
            let size = curve.bbox(None).size();
            let is_mana = (size.x / size.y - 2.0).abs() < 0.01 && size.x.to_pt() < 20.0;
            if let (true, None, Some(Paint::Solid(colour))) = (is_mana, &shape.stroke, &shape.fill)
            {
                colours.push(colour.clone());
            }
        });
    }
    colours
}

fn each_item(frame: &Frame, f: &mut dyn FnMut(&FrameItem)) {
    for (_, item) in frame.items() {
        if let FrameItem::Group(group) = item {
            each_item(&group.frame, f);
        }
        f(item);
    }
}

/// The colour of the first text that holds these words.
fn text_colour(pages: &PagedDocument, words: &str) -> Color {
    let mut found = None;
    for page in pages.pages() {
        each_item(&page.frame, &mut |item| {
            if let FrameItem::Text(text) = item
                && text.text.contains(words)
                && let Paint::Solid(colour) = &text.fill
            {
                found.get_or_insert(colour.clone());
            }
        });
    }
    found.unwrap_or_else(|| panic!("{words} is not printed"))
}

/// In prose, in a link, in a table and on a component: each icon has the colour of the words around
/// it.
#[test]
fn own_icons_stand_in_the_text() {
    let folder = written("icons-text");
    let mut read = folder.book("book");
    assert!(read.findings.0.is_empty(), "{:?}", read.findings);
    let look = PageLook::default();
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let pages = typeset_rulebook(book, "a4", &look, sources, findings).expect("it can be set");
    let (prose, link) = (text_colour(&pages, "Pay"), text_colour(&pages, "Rest"));
    assert_ne!(prose, link);
    let colours = mana_colours(&pages);
    assert_eq!(colours.len(), 4, "{colours:?}");
    assert_eq!(colours.iter().filter(|colour| **colour == link).count(), 1);
    assert_eq!(colours[0], prose);
}

/// On paper of a print shop an icon is of the black ink alone.
#[test]
fn own_icons_are_black_in_print() {
    let folder = written("icons-print");
    let mut read = folder.book("book");
    let look = PageLook::of(&find_profile("generic-3mm").expect("it is bundled"), "colour");
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let pages = typeset_rulebook(book, "a4", &look, sources, findings).expect("it can be set");
    let colours = mana_colours(&pages);
    let Color::Process(ProcessColor::Cmyk(ink)) = &colours[0] else { panic!("{colours:?}") };
    assert_eq!((ink.c, ink.m, ink.y, ink.k), (0.0, 0.0, 0.0, 1.0));
}

#[test]
fn own_icons_stand_on_sheets_and_cards() {
    let folder = written("icons-pieces");
    let mut read = folder.book("book");
    let (look, screen) = (PageLook::default(), find_profile("screen").expect("it is bundled"));
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let sheet = typeset_sheet(book, "a4", &look, sources, findings).expect("it can be set");
    assert_eq!(mana_colours(&sheet).len(), 1);
    let deck = CardRequest { deck: Some(0), ..CardRequest::default() };
    let setting = CardSetting { book, request: &deck, profile: &screen, look: &look, sources };
    let cards = typeset_cards(setting, findings);
    assert_eq!(mana_colours(&cards.expect("it can be set")).len(), 1);
    assert_eq!(findings.count(Severity::Error), 0, "{findings:?}");
}

#[test]
fn own_icons_stand_in_pages_for_a_browser() {
    let read = written("icons-web").book("book");
    let site = rulepress::web::book_site(&read.book, &[], None, false).expect("it can be made");
    let page = &site[0].text;
    let drawn = "<svg class=\"icon\" role=\"img\" aria-label=\"blue mana\" viewBox=\"0 0 24 24\" width=\"18\" height=\"18\" fill=\"currentColor\">";
    // Three times in the text, and on the card.
    assert_eq!(page.matches(drawn).count(), 4);
    assert!(page.contains("<path d=\"M2,7 L22,7 L22,17 L2,17 Z\"/>"), "{page}");
}

/// A counter can have an icon of the book, which pictures of examples draw.
#[test]
fn own_icons_stand_for_counters() {
    let folder = Folder::new("icons-counters");
    let case = root().join("tests/cases/findings/table-file");
    for file in ["book.toml", "cards.csv", "rules.md", "rules.lock"] {
        folder.write(&format!("book/{file}"), std::fs::read(case.join(file)).expect("it is there"));
    }
    for entry in std::fs::read_dir(case.join("rules")).expect("it is there").flatten() {
        let name = entry.file_name().into_string().expect("it is text");
        folder
            .write(&format!("book/rules/{name}"), std::fs::read(entry.path()).expect("it is read"));
    }
    folder.write("book/rules/table.toml", "[icons]\ndamage = \"mana\"\n[symbols]\nM = \"mana\"\n");
    folder.write("book/icons/mana.svg", svg(MANA));
    let read = folder.book("book");
    assert_eq!(read.findings.count(Severity::Error), 0, "{:?}", read.findings);
    let look = &read.rules.as_ref().expect("it has rules").look;
    for icon in [&look.icons["damage"], &look.symbols["M"]] {
        assert_eq!((icon.says.as_str(), icon.outline.filled), ("blue mana", true));
    }
}

/// Returns the findings in a text, and its icons.
fn icons_of(folder: &Folder) -> (Vec<String>, Vec<Icon>) {
    let read = folder.book("a.md");
    let mut icons = Vec::new();
    walk::each_inline(&read.book.blocks, &mut |inline| {
        if let InlineKind::Icon(icon) = &inline.kind {
            icons.push(Icon::clone(icon));
        }
    });
    (read.findings.0.iter().map(|finding| finding.message.clone()).collect(), icons)
}

/// The title of the file, or its name with hyphens as spaces; the folder of a single text counts, and
/// capitals of a file do not.
#[test]
fn icons_say_what_they_are() {
    let folder = Folder::new("icons-say");
    folder.write("a.md", "# A\n\nTake :mana:, :fire-ball:, :coin: and :no-such-thing-here:.\n");
    folder.write("icons/mana.svg", svg(MANA));
    folder.write("icons/Fire-Ball.svg", svg("<circle cx='12' cy='12' r='9'/>"));
    let (found, icons) = icons_of(&folder);
    let said: Vec<&str> = icons.iter().map(|icon| icon.says.as_str()).collect();
    assert_eq!(said, ["blue mana", "fire ball", "coin"]);
    assert_eq!(found, ["there is no icon `no-such-thing-here`; it prints as written"]);
    let read = folder.book("a.md");
    let mut words = String::new();
    walk::each_block(&read.book.blocks, &mut |block| {
        walk::inline_runs(&block.kind).into_iter().for_each(|run| words += &plain_text(run));
    });
    assert!(words.contains("Take blue mana, fire ball, coin"), "{words}");
    folder.write("a.md", "# A\n\nTake :manna: now.\n");
    let read = folder.book("a.md");
    assert_eq!(read.findings.0[0].hints, ["did you mean `:mana:`?"]);
}

/// True if an icon covers a place of its field of 24 x 24.
fn covers(icon: &Icon, x: f64, y: f64) -> bool {
    icon.outline.paths.iter().any(|path| {
        let path = BezPath::from_svg(path).expect("it is path data");
        path.winding(Point::new(x, y)) != 0
    })
}

/// Lines become shapes, groups and transforms place them, white areas and those that the even-odd
/// rule leaves out stay empty, and a background below the icon is removed.
#[test]
fn drawings_become_shapes() {
    let cases = [
        (
            "line",
            "<path d='M4 12h16' stroke='#000' stroke-width='4'/>",
            [(5.0, 13.5)],
            [(5.0, 15.0)],
        ),
        (
            "round",
            "<line x1='6' y1='12' x2='18' y2='12' stroke='#000' stroke-width='4' stroke-linecap='round'/>",
            [(4.5, 12.0)],
            [(3.5, 12.0)],
        ),
        (
            "turned",
            "<g transform='translate(12 12) rotate(90)'><rect x='-10' y='-2' width='20' height='4'/></g>",
            [(12.0, 3.0)],
            [(3.0, 12.0)],
        ),
        (
            "ring",
            "<path fill-rule='evenodd' d='M2 2h20v20h-20zM8 8h8v8h-8z'/>",
            [(4.0, 12.0)],
            [(12.0, 12.0)],
        ),
        (
            "nested",
            "<path fill-rule='evenodd' d='M2 2h20v20h-20zM6 6h12v12h-12zM10 10h4v4h-4z'/>",
            [(12.0, 12.0)],
            [(8.0, 12.0)],
        ),
        (
            "white",
            "<circle cx='12' cy='12' r='10'/><rect x='8' y='8' width='8' height='8' fill='#fff'/>",
            [(4.0, 12.0)],
            [(12.0, 12.0)],
        ),
        (
            "ground",
            "<path d='M0 0h24v24H0z'/><circle fill='#fff' cx='12' cy='12' r='8'/>",
            [(12.0, 12.0)],
            [(2.0, 2.0)],
        ),
        (
            "used",
            "<defs><rect id='r' width='4' height='4'/></defs><use href='#r' x='2' y='2'/><use href='#r' x='16' y='16'/>",
            [(17.0, 17.0)],
            [(12.0, 12.0)],
        ),
        ("polygon", "<polygon points='12,2 22,22 2,22'/>", [(12.0, 12.0)], [(3.0, 3.0)]),
        ("ellipse", "<ellipse cx='12' cy='12' rx='10' ry='4'/>", [(3.0, 12.0)], [(12.0, 3.0)]),
        (
            "dashes",
            "<polyline points='2,12 22,12' fill='none' stroke='#000' stroke-width='4' stroke-dasharray='4 8'/>",
            [(3.0, 12.0)],
            [(10.0, 12.0)],
        ),
        (
            "framed",
            "<clipPath id='c'><path d='M0 0h24v24H0z'/></clipPath><g clip-path='url(#c)'><rect x='4' y='4' width='16' height='16'/></g>",
            [(12.0, 12.0)],
            [(2.0, 2.0)],
        ),
    ];
    let folder = Folder::new("icons-shapes");
    for (name, inside, inked, bare) in cases {
        folder.write("a.md", format!("# A\n\nTake :{name}:.\n"));
        folder.write(&format!("icons/{name}.svg"), svg(inside));
        let (found, icons) = icons_of(&folder);
        assert_eq!(found, [""; 0], "{name}");
        for (x, y) in inked {
            assert!(covers(&icons[0], x, y), "{name}: {:?} leaves {x} {y} bare", icons[0]);
        }
        for (x, y) in bare {
            assert!(!covers(&icons[0], x, y), "{name}: {:?} covers {x} {y}", icons[0]);
        }
    }
}

/// A page of another form is fitted into the field, in the middle.
#[test]
fn pages_fit_into_the_field() {
    let folder = Folder::with("icons-page", "a.md", "# A\n\nTake :wide:.\n");
    let wide = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'><rect width='200' height='100'/></svg>";
    folder.write("icons/wide.svg", wide);
    let (_, icons) = icons_of(&folder);
    let path = BezPath::from_svg(&icons[0].outline.paths[0]).expect("it is path data");
    assert_eq!(path.bounding_box(), kurbo::Rect::new(0.0, 6.0, 24.0, 18.0));
}

/// Lines and gaps as thin as a print shop promises are fine; thinner ones are reported with their
/// width.
#[test]
fn thin_lines_and_gaps_are_told() {
    let folder = Folder::new("icons-thin");
    let line =
        |width: f64| format!("<path d='M3 3h8v18h-8z'/><path d='M14 4h{width}v16h-{width}z'/>");
    let gap =
        |width: f64| format!("<path d='M2 3h9v18h-9z'/><path d='M{} 3h9v18h-9z'/>", 11.0 + width);
    let tip = "<path d='M12 0l3 22h-6z'/>".to_owned();
    for (inside, told) in [
        (line(0.2), "has a line that is about 0."),
        (line(0.45), "has a line that is about 0."),
        (line(0.7), ""),
        (gap(0.3), "has a gap that is about 0."),
        (gap(0.7), ""),
        (tip, ""),
        ("<circle cx='12' cy='12' r='2.9'/>".to_owned(), "fills 4.6 % of its box"),
        ("<circle cx='12' cy='12' r='3.2'/>".to_owned(), ""),
        ("<rect width='24' height='23.5'/>".to_owned(), "fills 98 % of its box"),
    ] {
        folder.write("a.md", "# A\n\nTake :shape:.\n");
        folder.write("icons/shape.svg", svg(&inside));
        let (found, icons) = icons_of(&folder);
        assert_eq!(icons.len(), 1, "{inside}: it is drawn all the same");
        assert_eq!(found.len(), usize::from(!told.is_empty()), "{inside}: {found:?}");
        assert!(found.iter().all(|message| message.contains(told)), "{inside}: {found:?}");
    }
}

/// Files that are meant to cost much are refused, each with a finding that names it.
#[test]
fn hostile_icons_are_refused() {
    let folder = Folder::new("icons-hostile");
    let doctype = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>";
    let entities = format!("{doctype}{}", svg("<text>&b;</text>"));
    let nodes = svg(&"<g/>".repeat(1_000_000));
    let deep =
        svg(&format!("{}<rect width='9' height='9'/>{}", "<g>".repeat(400), "</g>".repeat(400)));
    let mut again = String::from("<rect id='u0' width='9' height='9'/>");
    for nth in 1..30 {
        let before = nth - 1;
        let _ =
            write!(again, "<g id='u{nth}'><use href='#u{before}'/><use href='#u{before}'/></g>");
    }
    let circle = "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>";
    let dashes = "<path d='M0 0h24' stroke='#000' stroke-width='4' stroke-dasharray='.0001'/>";
    let rings = format!("<path fill-rule='evenodd' d='{}'/>", "M1 1h9v9z".repeat(5_000));
    let far = "<path d='M0 0h1e30v1e30z'/>";
    for (name, bytes, why) in [
        ("entities", entities.into_bytes(), "an entity in it holds others"),
        ("nodes", nodes.into_bytes(), "is larger than 256 KB"),
        ("deep", deep.into_bytes(), "nested deeper than"),
        ("again", svg(&again).into_bytes(), "draws more than"),
        ("circle", svg(circle).into_bytes(), "icons/circle.svg`"),
        ("dashes", svg(dashes).into_bytes(), "dashes"),
        ("rings", svg(&rings).into_bytes(), "icons/rings.svg` has"),
        ("far", svg(far).into_bytes(), ""),
        ("endless", vec![b' '; 100 << 20], "is larger than 256 KB"),
        ("binary", vec![0xff; 1_000], "is not an SVG"),
        ("cut", svg("<rect width='9'").as_bytes()[..90].to_vec(), "icons/cut.svg` cannot be drawn"),
    ] {
        folder.write("a.md", format!("# A\n\nTake :{name}: now.\n"));
        folder.write(&format!("icons/{name}.svg"), bytes);
        let ran =
            rulepress_limited(folder.path(), &["build", "a.md", "--output", "out"], 2_000_000, 60);
        let told: String = ran.stderr.chars().take(600).collect();
        assert_eq!(ran.code, Some(0), "{name}: {told}");
        assert!(told.contains(why), "{name}: {told}");
        assert_eq!(told.contains("[lost-icon]"), !why.is_empty(), "{name}: {told}");
    }
}

/// The looks of cards name icons of the book as text does, by rule, by column and before words.
#[test]
fn cards_take_icons_of_the_book() {
    let folder = written("icons-of-cards");
    let rules = "icon = \"Sign\"\n[deck.main.by.Card]\nTwo = { icon = \"mana\" }\n[deck.main.words]\nrest = { icon = \"mana\" }\n";
    folder.write("book/book.toml", format!("{BOOK}{rules}"));
    folder.write("book/cards.csv", "Card,Text,Sign\nOne,Go and rest.,mana\nTwo,Draw.,\n");
    let read = folder.book("book");
    let wrong = read.findings.0.iter().find(|found| found.code.severity == Severity::Error);
    assert!(wrong.is_none(), "{wrong:?}");
    let deck = &read.book.decks[0];
    let signs: Vec<&str> = deck
        .cards
        .iter()
        .filter_map(|card| card.style.icon.as_deref())
        .map(|icon| icon.says.as_str())
        .collect();
    assert_eq!(signs, ["blue mana", "blue mana"]);
    assert_eq!(deck.words[0].icon.as_deref().map(|icon| icon.says.as_str()), Some("blue mana"));
    folder.write("book/cards.csv", "Card,Text,Sign\nOne,Go.,mama\nTwo,Draw.,\n");
    let read = folder.book("book");
    let told =
        read.findings.0.iter().find(|found| found.message.contains("there is no icon `mama`"));
    assert!(
        told.is_some_and(|told| told.hints.iter().any(|hint| hint.contains("`mana`"))),
        "{told:?}"
    );
}
