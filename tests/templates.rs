//! Templates of a book: each hook draws its part, docs/templates.md is true, and a fault in a
//! template is reported at its line while the book is printed all the same.

mod docs;
mod faults;
mod hooks;

use std::collections::BTreeSet;
use std::path::Path;

use rulepress::diagnostic::{Findings, findings_text};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::page_text;
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::press::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::outputs::sheet::typeset_sheet;
use rulepress::press::profile::find_profile;
use rulepress::theme::colour::Rgb;
use rulepress::theme::templates::Hook;
use rulepress::theme::{BookTheme, Palette};
use typst_layout::PagedDocument;

use crate::common::Folder;
use crate::themes::colours_of_words;

/// A book with all that a hook can draw.
const RULES: &str = "# Playing {#playing}\n\nYou play tricks.\n\n> [!BRIEF]\n> Play a trick.\n\n\
    > [!NOTE]\n> Follow suit.\n\n# Scoring {#scoring}\n\nCount tricks.\n\n> [!BRIEF]\n> Count.\n";
const BOOK: &str = "title = \"Tides\"\nsubtitle = \"A game\"\nauthors = [\"Ada\"]\nplayers = \"2\"\n\
    sources = [\"rules.md\"]\n[options]\ncover = true\n\
    [deck.main]\ndata = \"deck.csv\"\ntype = \"Suit\"\ngroup = \"Suit\"\nstats = [\"Rank\"]\n";
const DECK: &str =
    "Name,Suit,Rank,Text,Motto\nThe Gull,Wind,1,Leads.,Fly\nThe Eel,Water,2,Slips.,Swim\n";
const SHEET: &str = "# Turn\n\n![[#playing]]\n\n# Points\n\n![[#scoring]]\n";

/// Writes the book into a folder, with templates of these texts.
fn write_book(folder: &Folder, templates: &[(Hook, &str)]) {
    folder.write(".git/HEAD", "ref: refs/heads/main\n");
    folder.write("book/book.toml", BOOK);
    folder.write("book/rules.md", RULES);
    folder.write("book/deck.csv", DECK);
    folder.write("book/sheet.md", SHEET);
    let mut theme = "[templates]\n".to_owned();
    for (hook, text) in templates {
        let name = hook.name();
        theme += &format!("{name} = \"templates/{name}.typ\"\n");
        folder.write(&format!("book/templates/{name}.typ"), text);
    }
    folder.write("book/theme.toml", theme);
}

/// The outputs of a book: its pages, its cards, its sheet, and the findings.
struct Made {
    rulebook: Option<PagedDocument>,
    deck: Option<PagedDocument>,
    sheet: Option<PagedDocument>,
    told: String,
}

impl Made {
    fn of(folder: &Folder) -> Self {
        Self::looking(folder, &PageLook::default())
    }

    fn looking(folder: &Folder, look: &PageLook) -> Self {
        let read = folder.book("book");
        let PrintableBook { book, sources, mut findings, .. } = read;
        let rulebook = typeset_rulebook(&book, "a5", look, &sources, &mut findings);
        let profile = find_profile("screen").expect("it is bundled");
        let request = CardRequest { deck: Some(0), ..CardRequest::default() };
        let (request, profile) = (&request, &profile);
        let setting = CardSetting { book: &book, request, profile, look, sources: &sources };
        let deck = typeset_cards(setting, &mut findings);
        let sheet = typeset_sheet(&book, "a4", look, &sources, &mut findings);
        findings.sort();
        let templates = findings.0.into_iter().filter(|told| told.code.name == "template");
        let told = findings_text(&Findings(templates.collect()), &sources, false);
        Self { rulebook, deck, sheet, told }
    }

    /// The words of the output that a hook draws a part of.
    fn words(&self, hook: Hook) -> String {
        let pages = match hook {
            Hook::Cover | Hook::Chapter | Hook::Callout => &self.rulebook,
            Hook::CardFace | Hook::CardBack => &self.deck,
            Hook::Panel => &self.sheet,
        };
        pages.as_ref().map(page_text).unwrap_or_default()
    }
}

/// The book with one template, which is given without its head `#let NAME(it) = `.
fn made_with(name: &str, hook: Hook, body: &str) -> Made {
    let folder = Folder::new(&format!("templates-{name}"));
    write_book(&folder, &[(hook, &format!("#let {}(it) = {body}\n", hook.name()))]);
    Made::of(&folder)
}

#[test]
fn each_hook_draws_its_part() {
    for hook in Hook::ALL {
        // The words have a white background, because a cover may be as dark as they are.
        let body = "{ it.default; place(top, dy: 1mm, box(fill: white, text(size: 7pt)[Mine])) }";
        let made = made_with(&format!("draws-{}", hook.name()), hook, body);
        assert_eq!(made.told, "", "{}", hook.name());
        for other in Hook::ALL {
            let outputs = [hook, other].map(|hook| match hook {
                Hook::Cover | Hook::Chapter | Hook::Callout => 0,
                Hook::CardFace | Hook::CardBack => 1,
                Hook::Panel => 2,
            });
            let is_drawn = outputs[0] == outputs[1];
            assert_eq!(made.words(other).contains("Mine"), is_drawn, "{}", other.name());
        }
    }
}

#[test]
fn a_card_is_given_every_column() {
    let body = "{ it.default; place(bottom, dy: -2mm, text(size: 7pt)[#it.fields.Motto #it.group-number]) }";
    let words = made_with("columns", Hook::CardFace, body).words(Hook::CardFace);
    assert!(words.contains("Fly 1") && words.contains("Swim 0"), "{words}");
}

/// `readable` returns a colour with a contrast of 4.5 to 1 to its background, and keeps one that
/// has it.
#[test]
fn readable_colours_can_be_read() {
    let folder = Folder::new("templates-readable");
    let face = "#import \"/rulepress.typ\": colour, printed, readable\n\
        #let card-face(it) = { it.default; let mine(fill, words) = text(size: 7pt, fill: fill, words)\n\
        place(top, dy: 30mm, mine(readable(printed(\"#ffe9a0\")), \"Pale\"))\n\
        place(top, dy: 34mm, mine(readable(printed(\"#203040\"), on: colour.accent), \"Deep\"))\n\
        place(top, dy: 38mm, mine(readable(printed(\"#203040\")), \"Same\")) }\n";
    write_book(&folder, &[(Hook::CardFace, face)]);
    let made = Made::of(&folder);
    assert_eq!(made.told, "");
    let deck = made.deck.expect("it is set");
    let fill = |words: &str| {
        let mut found = BTreeSet::new();
        colours_of_words(&deck.pages()[0].frame, words, &mut found);
        assert_eq!(found.len(), 1, "{words}: {found:?}");
        Rgb::parse(found.first().expect("it is one")).expect("it is a colour")
    };
    let accent = Palette::of(&BookTheme::default(), MODIFIERS[0]).css_colour("navy");
    let accent = Rgb::parse(&accent).expect("it is a colour");
    assert!(fill("Pale").contrast(Rgb::WHITE) >= 4.5);
    assert!(fill("Pale").contrast(Rgb::WHITE) < 7.0, "no darker than it must be");
    assert!(fill("Deep").contrast(accent) >= 4.5);
    assert_eq!(fill("Same").hex(), "#203040");
}

#[test]
fn templates_import_and_show_what_lies_in_the_folder() {
    let folder = Folder::new("templates-imports");
    let face = "#import \"parts/words.typ\": said\n#let card-face(it) = { it.default; place(top, text(size: 7pt, said)); \
        place(bottom, image(\"art/\" + lower(it.group) + \".svg\", width: 2mm)); place(image(\"one.svg\", width: 1mm)) }\n";
    write_book(&folder, &[(Hook::CardFace, face)]);
    folder.write("book/templates/parts/words.typ", "#let said = \"imported\"\n");
    let square = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
    for picture in ["art/wind.svg", "art/water.svg", "one.svg"] {
        folder.write(&format!("book/templates/{picture}"), square);
    }
    let theme =
        "[templates]\ncard-face = \"templates/card-face.typ\"\npictures = [\"templates/art\"]\n";
    folder.write("book/theme.toml", theme);
    let made = Made::of(&folder);
    assert_eq!(made.told, "");
    assert!(made.words(Hook::CardFace).contains("imported"));
    let unlisted = theme.lines().take(2).collect::<Vec<_>>().join("\n");
    folder.write("book/theme.toml", unlisted);
    let made = Made::of(&folder);
    assert!(made.told.contains("templates/card-face.typ:2:"), "{}", made.told);
    assert!(made.told.contains("under `pictures` of `[templates]`"), "{}", made.told);
}

#[test]
fn a_theme_takes_over_the_templates_of_another() {
    let folder = Folder::new("templates-uses");
    write_book(&folder, &[]);
    let own = "#let callout(it) = { it.default; text(size: 7pt)[From the base] }\n";
    folder.write("books.toml", "");
    folder.write("book/base/theme.toml", "[templates]\ncallout = \"t/callout.typ\"\n");
    folder.write("book/base/t/callout.typ", own);
    folder.write("book/theme.toml", "uses = \"base/theme.toml\"\n");
    let made = Made::of(&folder);
    assert_eq!(made.told, "");
    assert!(made.words(Hook::Callout).contains("From the base"));
    // Another theme that is asked for draws everything itself.
    let look = PageLook { theme: "codex".to_owned(), ..PageLook::default() };
    let made = Made::looking(&folder, &look);
    assert!(!made.words(Hook::Callout).contains("From the base"));
}

#[test]
fn a_file_that_no_theme_names_changes_nothing() {
    let folder = Folder::new("templates-unnamed");
    write_book(&folder, &[]);
    let before = Made::of(&folder);
    folder.write("book/templates/cover.typ", "#let cover(it) = panic()\n");
    folder.write("book/cover.typ", "#let (((\n");
    let after = Made::of(&folder);
    assert_eq!(after.told, "");
    for hook in Hook::ALL {
        assert_eq!(before.words(hook), after.words(hook));
    }
}

#[test]
fn the_same_templates_give_the_same_bytes() {
    let folder = Folder::new("templates-bytes");
    let face = "{ it.default; place(top, text(size: 7pt)[#it.fields.Motto]) }";
    write_book(&folder, &[(Hook::CardFace, &format!("#let card-face(it) = {face}\n"))]);
    let build = |out: &str| {
        folder.run(&["build", "book", "-o", out]).ended(0);
        let file = |name: &str| std::fs::read(folder.path().join(out).join("book").join(name));
        ["deck.pdf", "rulebook.pdf"].map(|name| file(name).expect("it was written"))
    };
    assert!(build("one") == build("two"));
}

#[test]
fn cards_that_a_template_draws_otherwise_have_changed() {
    let folder = Folder::new("templates-since");
    let face = |words: &str| {
        format!(
            "#let card-face(it) = {{ it.default; if it.group == \"Wind\" {{ place(text(size: 7pt)[{words}]) }} }}\n"
        )
    };
    write_book(&folder, &[(Hook::CardFace, &face("Old"))]);
    std::fs::rename(folder.path().join("book"), folder.path().join("old"))
        .expect("it can be moved");
    write_book(&folder, &[(Hook::CardFace, &face("New"))]);
    let order = [
        "build",
        "book",
        "--only",
        "deck",
        "--changed-since",
        "old",
        "-o",
        "out",
        "--profile",
        "home-a4",
    ];
    folder.run(&order).ended(0);
    let pdf = folder.bytes("out/book/deck-home-a4.pdf");
    let whole =
        folder.run(&["build", "book", "--only", "deck", "-o", "whole", "--profile", "home-a4"]);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let all = folder.bytes("whole/book/deck-home-a4.pdf");
    assert!(pdf.len() < all.len(), "one of two cards has changed");
}

/// True if a folder has a file of this name below `out/book`.
fn has_output(folder: &Path, name: &str) -> bool {
    folder.join("out/book").join(name).is_file()
}
