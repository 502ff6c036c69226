//! The effects of one hook on another, and of a template on the bundled drawings: a file that lacks
//! a function, a mistake in one of several functions, columns that only a template prints, words
//! that a box cuts off, and the type of callouts and tables.

use std::collections::BTreeSet;

use rulepress::press::look::PageLook;
use rulepress::theme::templates::Hook;
use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use super::{Made, made_with, write_book};
use crate::common::{Folder, has_none};

const FACE: &str = "#let card-face(it) = { it.default; place(bottom, dy: -9mm, box(fill: white, text(size: 7pt)[Mine])) }\n";

/// A book whose cards have both hooks in one file.
fn cards_from_one_file(name: &str, text: &str) -> Made {
    let folder = Folder::new(&format!("templates-{name}"));
    write_book(&folder, &[]);
    folder.write(
        "book/theme.toml",
        "[templates]\ncard-face = \"cards.typ\"\ncard-back = \"cards.typ\"\n",
    );
    folder.write("book/more.typ", "#let more = 1\n");
    folder.write("book/cards.typ", text);
    Made::of(&folder)
}

#[test]
fn a_file_that_lacks_one_function_keeps_the_other_hook() {
    for (name, import) in [
        ("alone", ""),
        ("named", "#import \"/rulepress.typ\": colour\n"),
        ("all", "#import \"more.typ\": *\n"),
    ] {
        let text = format!("{import}{FACE}#let card-bakc(it) = it.default\n");
        let made = cards_from_one_file(&format!("lacks-{name}"), &text);
        let told = &made.told;
        assert!(told.contains("does not define a function `card-back`"), "{name}: {told}");
        assert!(
            told.contains("theme.toml:3:13") && !told.contains("`card-face`"),
            "{name}: {told}"
        );
        assert_eq!(told.matches("warning[").count(), 1, "{name}: {told}");
        assert!(made.words(Hook::CardFace).contains("Mine"), "{name}: the face stays in use");
    }
}

#[test]
fn a_mistake_in_one_function_costs_no_other_of_its_file() {
    let text = format!("{FACE}#let card-back(it) = it.nothing\n");
    let made = cards_from_one_file("one-of-two", &text);
    assert!(made.told.contains("the template `card-back` cannot be used"), "{}", made.told);
    assert!(made.told.contains("cards.typ:2:25"), "{}", made.told);
    assert!(made.words(Hook::CardFace).contains("Mine"), "{}", made.told);
    // A fault in a function that both call is reported once.
    let both = "#let both(it) = it.nothing\n#let card-face(it) = both(it)\n#let card-back(it) = both(it)\n";
    let made = cards_from_one_file("both-of-two", both);
    assert_eq!(made.told.matches("cannot be used").count(), 1, "{}", made.told);
}

#[test]
fn one_mistake_of_form_is_told_once() {
    let text = format!(
        "#let card-back(it) = {{\n  place(top, dx: 1mm, [x]\n  place(bottom, [y])\n  place(left, [z])\n}}\n{FACE}"
    );
    let made = cards_from_one_file("form", &text);
    assert_eq!(made.told.matches("warning[").count(), 1, "{}", made.told);
    assert!(
        made.told.contains("cards.typ:2:8") && made.told.contains("write the one that is missing"),
        "{}",
        made.told
    );
}

#[test]
fn columns_that_only_a_template_prints_are_told_where_it_is_not_used() {
    let lost = "no card shows the column `Motto`";
    let shown = "{ it.default; place(bottom, dy: -2mm, text(size: 7pt, it.fields.Motto)) }";
    assert_eq!(made_with("motto-shown", Hook::CardFace, shown).told, "");
    for (name, body) in [
        ("fault", "{ let _ = it.fields.Motto; it.nothing }"),
        ("lossy", "{ it.name; it.fields.Motto }"),
        ("beyond", "{ it.default; place(dx: -9mm, it.fields.Motto) }"),
    ] {
        let made = made_with(&format!("motto-{name}"), Hook::CardFace, body);
        assert_eq!(made.told.matches(lost).count(), 1, "{name}: {}", made.told);
        assert!(made.told.contains("deck.csv:1:1"), "{name}: {}", made.told);
    }
    let unnamed = made_with("motto-unnamed", Hook::CardFace, "it.nothing");
    assert!(!unnamed.told.contains(lost), "the note `unprinted-data` tells it: {}", unnamed.told);
    // Another theme that is asked for draws no template.
    let folder = Folder::new("templates-motto-theme");
    write_book(&folder, &[(Hook::CardFace, &format!("#let card-face(it) = {shown}\n"))]);
    let look = PageLook { theme: "codex".to_owned(), ..PageLook::default() };
    assert!(Made::looking(&folder, &look).told.contains(lost));
}

#[test]
fn looks_of_a_deck_hide_no_column_that_is_not_printed() {
    let folder = Folder::new("templates-by");
    write_book(&folder, &[]);
    folder.write(
        "book/icons/wind.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>",
    );
    let book = folder.text("book/book.toml");
    folder.write(
        "book/book.toml",
        format!("{book}[deck.main.by.Suit]\nWind = {{ icon = \"wind\" }}\n"),
    );
    let ran = folder.run(&["check", "book", "-v"]);
    assert!(ran.stderr.contains("no card shows the column `Motto`"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("`Suit` of"), "{}", ran.stderr);
}

#[test]
fn words_that_a_box_cuts_off_are_told_and_printed_whole() {
    let cut = "{ it.default; place(top, box(width: 9mm, height: 3mm, clip: true, box(width: 50mm, text(size: 7pt)[Mine is cut off here]))) }";
    for hook in [Hook::CardFace, Hook::Callout] {
        let made = made_with(&format!("clip-{}", hook.name()), hook, cut);
        assert!(made.told.contains("a box with `clip: true` cuts"), "{}", made.told);
        assert!(made.told.contains(&format!("{}.typ:1:6", hook.name())), "{}", made.told);
        assert!(!made.words(hook).contains("cut off"), "until then the bundled drawing is used");
    }
    let whole = "{ it.default; place(bottom, dy: -9mm, box(width: 50mm, height: 4mm, clip: true, fill: white, text(size: 7pt)[Mine is whole])) }";
    assert_eq!(made_with("clip-none", Hook::CardFace, whole).told, "");
}

#[test]
fn pictures_without_words_are_decoration() {
    let square = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
    let folder = Folder::new("templates-decoration");
    let pictures = "it.default; place(top, image(\"x.svg\", height: 4mm)); for n in (1, 2) { place(image(\"x.svg\", width: 2mm)) }";
    let face = format!("#let card-face(it) = {{ {pictures} }}\n");
    let cover = "#let cover(it) = [#it.default #place(top, image(\"x.svg\", width: 4mm)) #place(top, image(\"x.svg\", width: 4mm, alt: \"Sea\"))]\n";
    write_book(&folder, &[(Hook::CardFace, &face), (Hook::Cover, cover)]);
    folder.write("book/templates/x.svg", square);
    let ran = folder.run(&["build", "book", "-o", "out", "-v"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    has_none(&ran.stderr, &["accessibility", "[template]"]);
}

/// The sizes of type, in points, of the runs that begin with these words.
fn sizes_of(pages: &PagedDocument, words: &str) -> BTreeSet<String> {
    fn walk(frame: &Frame, words: &str, found: &mut BTreeSet<String>) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => walk(&group.frame, words, found),
                FrameItem::Text(run) if run.text.starts_with(words) => {
                    found.insert(format!("{:.2}", run.size.to_pt()));
                }
                _ => {}
            }
        }
    }
    let mut found = BTreeSet::new();
    pages.pages().iter().for_each(|page| walk(&page.frame, words, &mut found));
    found
}

#[test]
fn callouts_have_the_type_of_their_sheet() {
    let folder = Folder::new("templates-type");
    write_book(&folder, &[]);
    let panel = "# Turn\n\nSome words.\n\n> [!NOTE]\n> Called out.\n\n| Head | Other |\n|---|---|\n| celled | more |\n";
    folder.write("book/sheet.md", panel);
    let made = Made::of(&folder);
    let sheet = made.sheet.as_ref().expect("it is set");
    let size = |words: &str| {
        let found = sizes_of(sheet, words);
        assert_eq!(found.len(), 1, "{words}: {found:?}");
        found.first().expect("it is one").parse::<f64>().expect("it is a number")
    };
    let usual = size("Some");
    assert!(usual > 12.0, "a short sheet has large type: {usual}");
    let own = size("Called");
    assert!(own >= 0.9 * usual && own <= usual, "{own} beside {usual}");
    // The columns of tables are shared for their usual size.
    assert!(size("celled") >= 9.0);
    // Callouts on pages of the book keep their size, and a hook receives it.
    let body = "{ it.default; text(size: 7pt)[Type of #repr(it.size)] }";
    let own = made_with("callout-size", Hook::Callout, body);
    assert!(
        own.words(Hook::Callout).contains("Type of 9pt"),
        "{} {}",
        own.told,
        own.words(Hook::Callout)
    );
    let rulebook = own.rulebook.as_ref().expect("it is set");
    assert_eq!(sizes_of(rulebook, "Follow"), BTreeSet::from(["9.00".to_owned()]));
}
