//! Tokens: rows of data, sheets of them, the line along which they are cut, and the print on them.

use kurbo::{BezPath, ParamCurve, ParamCurveNearest, Point, Rect, Shape};
use lopdf::Document;
use lopdf::content::Content;
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::{TextRun, text_runs};
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::outputs::tokens::outline::{token_outline, word_room};
use rulepress::press::outputs::tokens::packing::{SheetRoom, TokenBox, pack_tokens};
use rulepress::press::preview::lay_out;
use rulepress::press::profile::{CutLinePlace, FlipEdge, Profile, find_profile};
use rulepress::press::{self, OutputFile, PrintRequest};
use rulepress::size::Size;
use rulepress::source::token_fields::TokenShape;

use super::files;
use crate::common::{Folder, read_book, root};

/// Points in a millimetre.
const MM: f64 = 72.0 / 25.4;
/// A kind of token of each shape, 34 together.
const ROWS: &str = "Token,Count,Shape,Size,Face,Colour,Back\nlife,12,round,18,F1,coral,B1\ncoin,8,square,15,F2,gold,B2\nroad,6,rectangle,30 x 12,F3,#336699,B3\nland,7,hex,25,F4,sky,plain\nhero,1,shield,28 x 34,:flame:,navy,same\n";
const KINDS: [(TokenShape, (f64, f64), usize); 5] = [
    (TokenShape::Round, (18.0, 18.0), 12),
    (TokenShape::Square, (15.0, 15.0), 8),
    (TokenShape::Rectangle, (30.0, 12.0), 6),
    (TokenShape::Hex, (28.8675, 25.0), 7),
    (TokenShape::Shield, (28.0, 34.0), 1),
];
/// Number of tokens in `ROWS`.
const COUNT: usize = 34;

fn book(name: &str, rows: &str) -> (Folder, PrintableBook) {
    let folder = Folder::new(&format!("tokens-{name}"));
    folder.write(
        "book/book.toml",
        "title = 'Game'\nsources = ['a.md']\n[tokens]\ndata = 'tokens.csv'\n",
    );
    folder.write("book/tokens.csv", rows);
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    let read = folder.book("book");
    (folder, read)
}

fn made(book: &PrintableBook, profile: &Profile) -> (Vec<OutputFile>, Findings) {
    let mut findings = Findings::default();
    let request = PrintRequest::usual(profile);
    let files = press::make(&book.book, Output::Tokens, &request, &book.sources, &mut findings);
    (files, findings)
}

/// The text on the sheets as a profile lays them.
fn runs(book: &PrintableBook, profile: &str, cards: CardRequest) -> (Vec<TextRun>, (f64, f64)) {
    let profile = find_profile(profile).expect("it is bundled");
    let request = PrintRequest { cards, ..PrintRequest::usual(&profile) };
    let mut findings = Findings::default();
    let pages = lay_out(&book.book, Output::Tokens, &request, &book.sources, &mut findings);
    assert!(pages.len() == 1 && findings.0.is_empty(), "{:?}", findings.0);
    let size = pages[0].document.pages()[0].frame.size();
    (text_runs(&pages[0].document), (size.x.to_pt() / MM, size.y.to_pt() / MM))
}

/// The outlines that are drawn in the ink of cut lines on a page: their boxes in millimetres from the lower left corner of
/// the page after it is cut, and how many curves each has.
fn cut_boxes(document: &Document, page: u32) -> Vec<(Rect, usize)> {
    let id = document.get_pages()[&page];
    let number = |object: &lopdf::Object| f64::from(object.as_float().expect("it is a number"));
    let fields = document.get_dictionary(id).expect("it is a page");
    let trim = fields.get(b"TrimBox").and_then(lopdf::Object::as_array).expect("it has one");
    let (left, low) = (number(&trim[0]), number(&trim[1]));
    let content = Content::decode(&document.get_page_content(id)).expect("it can be read");
    let mut is_cut = false;
    let mut path = BezPath::new();
    let mut boxes = Vec::new();
    let mut close = |path: &mut BezPath| {
        if !path.elements().is_empty() {
            let curves =
                path.elements().iter().filter(|el| matches!(el, kurbo::PathEl::CurveTo(..)));
            boxes.push((path.bounding_box(), curves.count()));
        }
        *path = BezPath::new();
    };
    for operation in &content.operations {
        let at = |nth: usize| {
            let (x, y) = (number(&operation.operands[nth]), number(&operation.operands[nth + 1]));
            Point::new((x - left) / MM, (y - low) / MM)
        };
        match operation.operator.as_str() {
            "CS" => is_cut = operation.operands[0].as_name().is_ok_and(|name| name == b"RPcut"),
            "m" if is_cut => {
                close(&mut path);
                path.move_to(at(0));
            }
            "l" if is_cut => path.line_to(at(0)),
            "c" if is_cut => path.curve_to(at(0), at(2), at(4)),
            "Q" => {
                close(&mut path);
                is_cut = false;
            }
            _ => {}
        }
    }
    boxes
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.02
}

/// A print shop gets each token once in the ink of cut lines, in its size, with twice the bleed to the next.
#[test]
fn cut_lines_are_the_tokens() {
    let (_folder, book) = book("cut", ROWS);
    let (files, findings) = files(&book, Output::Tokens, "generic-3mm", CardRequest::default());
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    assert_eq!((files.len(), files[0].holds.pieces), (1, Some((COUNT, "tokens"))));
    let document = Document::load_mem(&files[0].bytes).expect("it is a PDF");
    assert_eq!(document.get_pages().len(), 2, "a front and a back");
    let boxes = cut_boxes(&document, 1);
    assert!(cut_boxes(&document, 2).is_empty(), "the back is not cut");
    assert_eq!(boxes.len(), COUNT);
    for (shape, (width, height), count) in KINDS {
        let is_one = |area: &&(Rect, usize)| {
            is_near(area.0.width(), width) && is_near(area.0.height(), height)
        };
        let found: Vec<_> = boxes.iter().filter(is_one).collect();
        assert_eq!(found.len(), count, "{shape:?}");
        let is_round = matches!(shape, TokenShape::Round | TokenShape::Shield);
        assert!(found.iter().all(|(_, curves)| (*curves > 0) == is_round), "{shape:?}");
    }
    let sheet = Rect::new(0.0, 0.0, 210.0, 297.0).inset(-8.0);
    for (nth, (area, _)) in boxes.iter().enumerate() {
        assert!(sheet.contains(Point::new(area.x0, area.y0)), "{area:?}");
        assert!(sheet.contains(Point::new(area.x1, area.y1)), "{area:?}");
        for (other, _) in &boxes[nth + 1..] {
            let apart = area.inset(5.98).intersect(*other);
            assert!(apart.width() <= 0.0 || apart.height() <= 0.0, "{area:?} {other:?}");
        }
    }
    let text = format!("{:?}", document.objects);
    assert!(text.contains("CutContour") && text.contains("/OP true"), "an ink that overprints");
}

/// The line may be on a separate page, or in a separate file, in an ink with another name.
#[test]
fn cut_lines_stand_where_a_shop_wants_them() {
    let (_folder, book) = book("places", ROWS);
    let shop = find_profile("generic-3mm").expect("it is bundled");
    let of = |cut_line: CutLinePlace| Profile {
        cut_line,
        cut_ink: "Dieline".to_owned(),
        ..shop.clone()
    };
    let (files, findings) = made(&book, &of(CutLinePlace::Page));
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    let document = Document::load_mem(&files[0].bytes).expect("it is a PDF");
    let lines = |document: &Document, page| cut_boxes(document, page).len();
    assert_eq!((1..=3).map(|page| lines(&document, page)).collect::<Vec<_>>(), [0, 0, COUNT]);
    assert!(format!("{:?}", document.objects).contains("Dieline"));
    let (files, findings) = made(&book, &of(CutLinePlace::File));
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["tokens-generic-3mm.pdf", "tokens-generic-3mm-cut.pdf"]);
    let [printed, cut] = [0, 1].map(|nth| Document::load_mem(&files[nth].bytes).expect("a PDF"));
    assert_eq!((printed.get_pages().len(), cut.get_pages().len()), (2, 1));
    assert_eq!((lines(&printed, 1), lines(&cut, 1)), (0, COUNT));
    assert_eq!((files[0].holds.pieces, files[1].holds.pieces), (Some((COUNT, "tokens")), None));
    let folder = Folder::new("tokens-ink");
    let text = std::fs::read_to_string(root().join("crates/press/profiles/generic-3mm.toml"));
    for (ink, is_taken) in [("Thru-cut", true), ("Cyan", false), ("", false), ("a/b", false)] {
        folder.write(
            "shop.toml",
            format!("{}cut-ink = \"{ink}\"\n", text.as_ref().expect("it is there")),
        );
        let found = find_profile(&folder.path().join("shop.toml").to_string_lossy());
        assert_eq!(found.is_ok(), is_taken, "{ink}: {found:?}");
    }
}

/// Returns the place of each token whose words begin with a letter: the middle of its words and the
/// line that they are on, in millimetres.
fn middles(runs: &[TextRun], letter: char) -> Vec<(String, usize, f64, f64)> {
    let is_word = |run: &&TextRun| {
        let text = run.text.trim();
        text.len() == 2 && text.starts_with(letter) && text.ends_with(|c: char| c.is_ascii_digit())
    };
    let middle = |run: &TextRun| {
        let x = (run.left + run.right) / 2.0;
        (run.text.trim()[1..].to_owned(), run.page, x / MM, run.baseline / MM)
    };
    runs.iter().filter(is_word).map(middle).collect()
}

/// On paper that is turned over, each back is behind its front; on folded paper too.
#[test]
fn backs_lie_behind_fronts() {
    let (_folder, book) = book("backs", ROWS);
    let ways = [
        ("home-a4", CardRequest::default()),
        ("home-letter", CardRequest::default()),
        ("home-a4", CardRequest { flip: Some(FlipEdge::Short), ..CardRequest::default() }),
        ("home-a4", CardRequest { fold: true, ..CardRequest::default() }),
        ("generic-3mm", CardRequest::default()),
    ];
    for (profile, cards) in ways {
        let is_upwards = cards.flip == Some(FlipEdge::Short);
        let is_folded = cards.fold;
        let (runs, (wide, high)) = runs(&book, profile, cards);
        let (fronts, backs) = (middles(&runs, 'F'), middles(&runs, 'B'));
        assert_eq!(fronts.iter().filter(|front| front.0 == "1").count(), 12, "{profile}");
        let is_backed = |kind: &str| kind != "4";
        assert_eq!(backs.len(), fronts.iter().filter(|front| is_backed(&front.0)).count());
        for (kind, page, x, y) in fronts.iter().filter(|front| is_backed(&front.0)) {
            let (back_x, back_y) = if is_upwards { (*x, high - y) } else { (wide - x, *y) };
            let behind = backs.iter().filter(|(other, back, bx, by)| {
                let is_page = if is_folded { back == page } else { *back == page + 1 };
                // Letters of a back may be wider or narrower than those of its front; words on their heads begin at their
                // right end, which is farther away from their middle, and nearer than the next token.
                let near = if is_upwards { 8.0 } else { 0.5 };
                other == kind && is_page && (bx - back_x).abs() < near && (by - back_y).abs() < 0.3
            });
            assert_eq!(behind.count(), 1, "{profile} upwards {is_upwards}: {kind} at {x} {y}");
        }
    }
}

/// Each token has a line to cut along on the sheets of a printer at home, on fronts only.
#[test]
fn home_sheets_have_a_rule_and_a_note() {
    let (_folder, book) = book("home", ROWS);
    let (runs, _) = runs(&book, "home-a4", CardRequest::default());
    let words = runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().concat();
    for said in ["50 mm", "sheet 1 of 1, front", "sheet 1 of 1, back", "flip on the long edge"] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let cards = CardRequest { fronts_only: true, ..CardRequest::default() };
    let (fronts, _) = self::runs(&book, "home-a4", cards);
    assert!(fronts.iter().all(|run| run.page == 0) && middles(&fronts, 'B').is_empty());
}

/// The nearest that a path comes to a point.
fn distance(path: &BezPath, point: Point) -> f64 {
    let near = |segment: kurbo::PathSeg| segment.nearest(point, 1e-6).distance_sq;
    path.segments().map(near).fold(f64::MAX, f64::min).sqrt()
}

/// Backgrounds continue beyond the cut on every side, and words stay inside it.
#[test]
fn outlines_keep_bleed_and_safe_zone() {
    for shape in TokenShape::ALL {
        for (width, height) in [(12.0, 12.0), (18.0, 18.0), (28.0, 34.0), (60.0, 30.0)] {
            let width = if shape == TokenShape::Hex { height * 1.1547 } else { width };
            let size = Size { width, height };
            let trim = token_outline(shape, size, 0.0);
            let area = trim.bounding_box();
            assert!(is_near(area.width(), width) && is_near(area.height(), height), "{shape:?}");
            for bleed in [1.5, 3.0] {
                let ground = token_outline(shape, size, bleed);
                for segment in trim.segments() {
                    for part in 0..10 {
                        let point = segment.eval(f64::from(part) / 10.0);
                        let kept = distance(&ground, point);
                        assert!(
                            ground.contains(point) && kept > 0.97 * bleed,
                            "{shape:?} {size:?}: {kept}"
                        );
                    }
                }
            }
            for safe in [1.5, 3.0] {
                let Some(room) = word_room(shape, size, safe) else { continue };
                let corners = [
                    (room.x0, room.y0),
                    (room.x1, room.y0),
                    (room.x1, room.y1),
                    (room.x0, room.y1),
                ];
                for corner in corners.map(Point::from) {
                    let kept = distance(&trim, corner);
                    assert!(
                        trim.contains(corner) && kept > 0.97 * safe,
                        "{shape:?} {size:?} {safe}: {corner:?} {kept}"
                    );
                }
            }
        }
    }
}

#[test]
fn packed_tokens_are_all_there_and_apart() {
    let room = SheetRoom {
        left: 5.0,
        top: 5.0,
        width: 200.0,
        height: 280.0,
        bleed: 1.5,
        against_right: false,
    };
    let tokens = [(18.0, 18.0, 90), (40.0, 25.0, 31), (12.0, 12.0, 200), (60.0, 60.0, 9)];
    let tokens = tokens.map(|(width, height, count)| TokenBox {
        size: Size { width, height },
        count,
        straight: false,
    });
    let packed = pack_tokens(&tokens, &room).expect("all fit");
    for (nth, token) in tokens.iter().enumerate() {
        let laid = packed.sheets.iter().flatten().filter(|place| place.token == nth);
        assert_eq!(laid.count(), token.count);
    }
    let mut filled = 0.0;
    for sheet in &packed.sheets {
        let areas: Vec<Rect> = sheet
            .iter()
            .map(|place| {
                let Size { width, height } = tokens[place.token].size;
                Rect::from_origin_size((place.x, place.y), (width, height)).inset(1.5)
            })
            .collect();
        for (nth, area) in areas.iter().enumerate() {
            let inside = area.intersect(Rect::new(5.0, 5.0, 205.0, 285.0));
            assert!((inside.area() - area.area()).abs() < 1e-6, "{area:?}");
            assert!(
                areas[nth + 1..]
                    .iter()
                    .all(|other| area.inset(-1e-6).intersect(*other).area() <= 0.0)
            );
            filled += area.area();
        }
    }
    let sheets = packed.sheets.len() as f64 * room.width * room.height;
    assert!(filled / sheets > 0.7, "{filled} of {sheets}");
    let large = [TokenBox { size: Size::new(198.0, 10.0), count: 1, straight: false }];
    assert_eq!(pack_tokens(&large, &room), Err(0));
}

/// The faults of a row are reported with its row, its column and a hint.
#[test]
fn rows_that_cannot_be_tokens() {
    let head = "Token,Count,Shape,Size,Face,Colour,Back\n";
    let wrong = [
        ("life,many,,,,,", "`many` is not a number of copies"),
        ("life,,star,,,,", "`star` is not a shape of a token"),
        ("life,,,huge,,,", "`huge` is not a size of a token"),
        ("life,,,2,,,", "`2` is not a size of a token"),
        ("life,,square,20 x 30,,,", "a square has one length"),
        ("life,,,,,shiny,", "`shiny` is not a colour"),
        (",2,,,,,", "this token has no name"),
        ("life,,,,:no-such-icon:,,", "there is no icon `no-such-icon`"),
        ("life,,,,gone.png,,", "the picture `gone.png` cannot be put on a card"),
    ];
    for (nth, (row, said)) in wrong.into_iter().enumerate() {
        let (folder, _) = book(&format!("wrong-{nth}"), &format!("{head}{row}\n"));
        let told = folder.run(&["check", "book", "-v"]).stderr;
        assert!(told.contains(said) && told.contains("tokens.csv"), "{said}: {told}");
    }
    let (folder, _) = book("no-names", "Kind,Count\nlife,2\n");
    let told = folder.run(&["check", "book"]).stderr;
    assert!(told.contains("has no column `Token`"), "{told}");
    let (folder, _) = book("none", "Token,Count\nlife,0\n");
    folder.run(&["build", "book", "--only", "tokens"]).says("the book has no tokens");
}

/// The sheet is not made if its words would be illegible, or if a token is larger than its paper.
#[test]
fn words_that_do_not_fit_are_told() {
    for (face, size, said) in [
        ("Incomprehensible", "12", "mm too wide at the smallest size"),
        (
            "far too many words for such a small piece of card",
            "12",
            "mm too high at the smallest size",
        ),
        ("1", "178", ""),
    ] {
        let (_folder, book) = book("long", &format!("Token,Size,Face\nlife,{size},{face}\n"));
        let (files, findings) = files(&book, Output::Tokens, "generic-3mm", CardRequest::default());
        let told: Vec<&str> = findings.0.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(files.is_empty(), !said.is_empty(), "{told:?}");
        assert!(told.iter().any(|one| one.contains(said)) || said.is_empty(), "{said}: {told:?}");
    }
    let (_folder, book) = book("large", "Token,Shape,Size\nboard,rectangle,180 x 180\n");
    let mut small = find_profile("home-a4").expect("it is bundled");
    small.paper = Some("a5".to_owned());
    let (files, findings) = made(&book, &small);
    assert!(files.is_empty() && findings.0[0].message.contains("does not fit a5"), "{findings:?}");
}

/// A picture fills its token and its bleed.
#[test]
fn pictures_fill_tokens() {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='#336699'/></svg>";
    let folder = Folder::new("tokens-picture");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n[tokens]\ndata = 'tokens.csv'\nsize = 30\nback = 'plain'\n");
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    folder.write("book/tokens.csv", "Token,Face,Shape\nsea,sea.svg,hex\n");
    folder.write("book/sea.svg", drawing);
    let book = folder.book("book");
    let mut screen = find_profile("screen").expect("it is bundled");
    screen.dpi = Some(100);
    let request = PrintRequest { format: press::PageFormat::Png, ..PrintRequest::usual(&screen) };
    let mut findings = Findings::default();
    let files = press::make(&book.book, Output::Tokens, &request, &book.sources, &mut findings);
    assert!(files.len() == 2 && findings.0.is_empty(), "{findings:?}");
    let count = |file: &OutputFile| {
        let picture = image::load_from_memory(&file.bytes).expect("it is a picture").to_rgb8();
        picture.pixels().filter(|pixel| pixel.0 == [0x33, 0x66, 0x99]).count() as f64
    };
    // The hexagon is 34.6 mm wide and 30 mm high, with 1.5 mm of bleed around it, less the line to
    // cut along.
    let dots = (37.64 * 33.0) / 25.4f64.powi(2) * 100.0 * 100.0;
    assert!(
        (0.9 * dots..1.02 * dots).contains(&count(&files[0])),
        "{} of {dots}",
        count(&files[0])
    );
    assert_eq!(count(&files[1]), 0.0, "the back is plain");
}

/// A book of ours has counters to print, as many as its data say.
#[test]
fn gazer_brings_its_counters() {
    let book = read_book(&root().join("content/gazer"));
    let text =
        std::fs::read_to_string(root().join("content/gazer/tokens.csv")).expect("it is there");
    let counts = text.lines().skip(1).map(|row| row.split(',').nth(1).expect("a count"));
    let count: usize = counts.map(|count| count.parse::<usize>().expect("a number")).sum();
    for profile in ["home-a4", "home-letter", "generic-3mm", "longpack", "mbprint", "printninja"] {
        let (files, findings) = files(&book, Output::Tokens, profile, CardRequest::default());
        assert!(findings.0.is_empty(), "{profile}: {:?}", findings.0);
        assert_eq!(files[0].holds.pieces, Some((count, "tokens")), "{profile}");
        if profile.starts_with("home") {
            continue;
        }
        let document = Document::load_mem(&files[0].bytes).expect("it is a PDF");
        let pages = 1..=document.get_pages().len() as u32;
        assert_eq!(pages.map(|page| cut_boxes(&document, page).len()).sum::<usize>(), count);
    }
}
