//! Which texts of a folder are printed, in which order, under which titles.

use super::{repository, told};
use crate::common::{Folder, has_all, rulepress};

#[test]
fn paths_are_ordered_as_people_do() {
    let folder = Folder::new("folders-order");
    let files = [
        ("10-end.md", "# End\n\na\n"),
        ("2-play.md", "# Play\n\na\n"),
        ("2-play/b.md", "# Bids\n\na\n"),
        ("Appendix.MD", "# Appendix\n\na\n"),
    ];
    let told = told(&folder, "game", &files);
    assert_eq!(told.chapters, ["Play", "Bids", "End", "Appendix"]);
    assert_eq!(told.title, "Game", "without a README the folder gives the title");
}

#[test]
fn links_of_the_front_and_of_lists_come_first() {
    let folder = Folder::new("folders-links");
    let list = "# Summary\n\n- [Zeal](zeal.md)\n- [Deep](deep/)\n- [Again](zeal.md#x)\n";
    let files = [
        ("README.md", "# Game\n\nSee [rope](rope) and [more](https://example.org/a.md).\n"),
        ("SUMMARY.md", list),
        ("apple.md", "# Apple\n\na\n"),
        ("deep/b.md", "# Deep b\n\na [up](../)\n"),
        ("deep/a.md", "# Deep a\n\na\n"),
        ("rope.md", "# Rope\n\na\n"),
        ("zeal.md", "# Zeal\n\na\n"),
    ];
    let told = told(&folder, "game", &files);
    assert_eq!(told.chapters, ["Zeal", "Deep a", "Deep b", "Rope", "Apple"]);
    assert!(told.codes.contains("left-out"), "SUMMARY.md is named: {:?}", told.codes);
    assert!(!told.codes.contains("broken-link"), "{:?}", told.codes);
}

#[test]
fn a_summary_of_rules_is_a_chapter() {
    let folder = Folder::new("folders-summary");
    let files = [
        ("README.md", "# Game\n\na\n"),
        ("summary.md", "# Summary\n\nDraw a card, then play [it](README.md).\n"),
    ];
    assert_eq!(told(&folder, "game", &files).chapters, ["Summary"]);
}

#[test]
fn cards_and_sheets_are_chapters_unless_they_pull() {
    let folder = Folder::new("folders-cards");
    let rules = ("rules.md", "# Turn {#turn}\n\n> [!BRIEF]\n> Draw.\n\nDraw a card.\n");
    let list = told(&folder, "list", &[rules, ("cards.md", "# Cards\n\nThere are nine.\n")]);
    assert_eq!(list.chapters, ["Cards", "Turn"]);
    let pulled = told(&folder, "pulled", &[rules, ("cards.md", "# Turn\n\n![[#turn]]\n")]);
    assert_eq!(pulled.chapters, [""; 0], "a lone file gives its title to the book");
    assert_eq!(pulled.title, "Turn");
}

/// Titles that any text may have are no names of books: the name comes from the file or the folder,
/// and the titles are printed below.
#[test]
fn bare_titles_give_way_to_names() {
    let folder = Folder::new("folders-bare");
    let inner = "Aim.\n\n## Turn\n\na\n";
    for (path, text, title, subtitle) in [
        ("sky-crown/README.md", format!("# Rules\n\n{inner}"), "Sky crown", Some("Rules")),
        ("a/night_market.md", format!("# 1. RULE:\n\n{inner}"), "Night market", Some("1. RULE:")),
        ("b/Moon Base.md", "# Overview\n\na\n\n# Turn\n\nb\n".to_owned(), "Moon Base", None),
        ("c/moon-base.md", "Words alone.\n".to_owned(), "Moon base", None),
        ("d/rules.md", format!("# Introduction\n\n{inner}"), "Introduction", None),
        ("e/moon-base.md", format!("# Rules of the Moon\n\n{inner}"), "Rules of the Moon", None),
    ] {
        folder.write(path, &text);
        let read = folder.book(path);
        assert_eq!(read.book.title, title, "{path}");
        assert_eq!(read.book.subtitle.as_deref(), subtitle, "{path}");
        let chapters = read.book.blocks.iter().filter(|block| block.heading_level() == Some(1));
        assert!(chapters.count() <= 2, "{path}");
    }
    folder.write("f/book.toml", "title = 'Rules'\nsources = ['a.md']\n");
    folder.write("f/a.md", "# Turn\n\na\n");
    let read = folder.book("f");
    assert_eq!(read.book.title, "Rules", "book.toml says what a book is called");
}

#[test]
fn titles_nest_whatever_each_file_begins_with() {
    let folder = Folder::new("folders-titles");
    let files = [
        ("README.md", "![a board](b.svg)\n\n# Game\n\n## Aim\n\na\n\n### More\n\na\n"),
        ("b.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
        ("one.md", "## One\n\n### Inner\n\na\n"),
        ("two-parts.md", "Words.\n\n## First\n\na\n\n## Second\n\na\n"),
        ("xy.md", "# X\n\na\n\n# Y\n\na\n"),
        ("zz.md", "---\ntitle: Zed\n---\n\n## Inner\n\na\n"),
    ];
    let told = told(&folder, "game", &files);
    assert_eq!(told.title, "Game");
    assert_eq!(told.chapters, ["Aim", "One", "Two parts", "X", "Y", "Zed"]);
    assert!(!told.codes.contains("skipped-level"), "{:?}", told.codes);
}

#[test]
fn a_book_of_mdbook_is_a_folder_of_texts() {
    let folder = Folder::new("folders-mdbook");
    let files = [
        ("book.toml", "[book]\ntitle = \"Game\"\n"),
        ("src/SUMMARY.md", "# Summary\n\n- [Turn](turn.md)\n- [Aim](aim.md)\n"),
        ("src/aim.md", "# Aim\n\na\n"),
        ("src/turn.md", "# Turn\n\na\n\n### Deep\n\na\n"),
    ];
    let told = told(&folder, "game", &files);
    assert_eq!(told.chapters, ["Turn", "Aim"]);
    folder.run(&["check", "game"]).says("write ## instead of ###");
}

#[test]
fn folders_of_programs_are_not_looked_into() {
    let folder = Folder::new("folders-made");
    let text = "# Alien\n\na\n";
    let files = [
        ("README.md", "# Game\n\n## Aim\n\na\n"),
        ("target/doc/a.md", text),
        ("node_modules/x/a.md", text),
        (".git/a.md", text),
        ("build/a.md", text),
        (".hidden/a.md", text),
        ("inner/book.toml", "title = 'Inner'\n"),
        ("inner/a.md", text),
        ("dist/a.js", "x"),
    ];
    // A folder that holds a book is a folder of books for commands; the library reads all of it.
    let told = told(&folder, "game", &files);
    assert_eq!(told.chapters, ["Aim"]);
    std::fs::remove_file(folder.path().join("game/inner/book.toml")).expect("it is there");
    let ran = folder.run(&["check", "game"]);
    let named = ran.stderr.lines().filter(|line| line.starts_with("note[left-out]"));
    let named: Vec<&str> = named.filter_map(|line| line.split('`').nth(1)).collect();
    assert_eq!(named, [".hidden/", "build/"], "{}", ran.stderr);
}

#[test]
fn each_language_is_built_by_the_command_that_is_named() {
    let folder = Folder::new("folders-languages");
    repository("two-languages", &folder);
    let files = [
        ("README.md", "# Game\n\nDraw a card.\n"),
        ("README.de.md", "# Spiel\n\nZieh eine Karte.\n"),
        ("how-to.md", "# How\n\nAsk.\n"),
    ];
    files.iter().for_each(|(file, text)| folder.write(&format!("side/{file}"), text));
    for (name, word) in [("two-languages", "Steinhaufen"), ("side", "Karte")] {
        let ran = folder.run(&["build", name, "--only", "rulebook", "-v"]);
        let notes = ran.stderr.split("note[translation]").count() - 1;
        assert_eq!(notes, 1, "{}", ran.stderr);
        let command = ran.stderr.split("build them with `rulepress ").nth(1).expect("it is named");
        let command: Vec<&str> = command.split('`').next().expect("it ends").split(' ').collect();
        folder.run(&["dump", "pages", name]).never_prints(word);
        let options = &command[2..];
        let pages = folder.run(&[&["dump", "pages", name][..], options].concat());
        assert!(pages.stdout.replace('-', "").contains(word), "{}", pages.stdout);
        let ran = folder.run(&[&command[..], &["--only", "rulebook"]].concat());
        let pdf = folder.path().join(format!("output/{name}-de/rulebook.pdf"));
        let bytes = std::fs::read(&pdf).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            text.contains("/Lang (de)") || text.contains("/Lang(de)"),
            "its language is German"
        );
    }
    let ran = folder.run(&["check", "side", "--language", "fr"]);
    assert!(ran.stderr.contains("there are no texts in the language `fr`"), "{}", ran.stderr);
    assert_ne!(ran.code, Some(0));
}

#[test]
fn a_language_in_a_name_is_that_of_the_text() {
    let folder = Folder::with("folders-language", "regeln.de.md", "# Regeln\n\nZieh.\n");
    folder.write("de/regeln.md", "# Regeln\n\nZieh.\n");
    for path in ["regeln.de.md", "de"] {
        let read = folder.book(path);
        assert_eq!(read.book.language, "de", "{path}");
    }
}

#[test]
fn what_holds_nothing_to_print_is_told() {
    let folder = Folder::with("folders-nothing", "empty/picture.png", "x");
    folder.write("board.png", b"\x89PNG\r\n\x1a\n\0\0");
    folder.write("old.docx", b"PK\x03\x04\0\0");
    folder.write("rules.pdf", "%PDF-1.4\n");
    folder.write("here/rules.md", "# Rules\n\nDraw.\n");
    let cases = [
        (&["build", "empty"][..], "`empty` holds no text to print"),
        (&["build", "board.png"], "a picture needs a text that shows it"),
        (&["build", "old.docx"], "save it as HTML"),
        (&["check", "rules.pdf"], "a PDF is an output"),
        (&["build"], "no folder `content`, no book.toml and no Markdown file"),
    ];
    for (arguments, words) in cases {
        let ran = folder.run(arguments).says(words);
        assert_ne!(ran.code, Some(0), "{arguments:?}");
    }
    let here = folder.path().join("here");
    rulepress(&here, &["build", "--only", "rulebook"]).ended(0);
    assert!(
        here.join("output/here/rulebook.pdf").is_file(),
        "without PATH it builds what lies there"
    );
}

/// A book deep inside does not hide the texts above it.
#[test]
fn a_book_inside_hides_no_text() {
    let folder = Folder::new("folders-inner-book");
    folder.write("game/README.md", "# Game\n\nDeal the cards.\n");
    folder.write("game/tools/sample/book.toml", "title = 'Sample'\nsources = ['x.md']\n");
    folder.write("game/tools/sample/x.md", "# Sample\n\nText.\n");
    let ran = folder.run(&["build", "game", "--only", "rulebook"]);
    assert_eq!(ran.stdout, "output/game/rulebook.pdf\noutput/sample/rulebook.pdf\n");
    let ran = folder.run(&["build", "game/tools/sample/book.toml"]);
    assert_eq!(ran.stdout, "output/sample/rulebook.pdf\n", "{}", ran.stderr);
}

/// Languages with a first page each have one that is printed.
#[test]
fn languages_with_first_pages() {
    let folder = Folder::new("folders-first-pages");
    for (file, text) in [
        ("README.md", "# Game\n\nThe rules in two languages.\n"),
        ("en/README.md", "# Rules\n\nThe rules of the game.\n"),
        ("en/hand.md", "# Hand\n\nHold the cards.\n"),
        ("de/README.md", "# Regeln\n\nDie Regeln des Spiels.\n"),
    ] {
        folder.write(&format!("game/{file}"), text);
    }
    let pages = folder.run(&["dump", "pages", "game"]).stdout;
    assert!(pages.contains("Hold the cards") && !pages.contains("Regeln"), "{pages}");
}

/// A name that suggests a project file is that of a chapter inside the folder of the rules.
#[test]
fn chapters_with_names_of_project_files() {
    let folder = Folder::with("folders-chapter-names", "game/README.md", "# Game\n\nText.\n");
    folder.write("game/rules/support.md", "# Support\n\nTroops help.\n");
    folder.write("game/SUPPORT.md", "# Support\n\nWrite to us.\n");
    folder.write("game/RULES", "old words");
    folder.run(&["dump", "pages", "game"]).prints("Troops help").never_prints("Write to us");
    folder.run(&["check", "game"]).says("SUPPORT.md` is left out").says("game/RULES`");
}

/// Addresses of pictures may be written as browsers want them; a title with a picture keeps it.
#[test]
fn pictures_with_escaped_names() {
    let folder = Folder::with("folders-escaped", ".git/HEAD", "");
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>";
    folder.write("my board.svg", svg);
    folder.write("a.svg", svg);
    let text = "# ![logo](a.svg) Game\n\n![x](my%20board.svg)\n\n![y](a.svg?raw=true) ![z](a.svg#gh-light-mode-only)\n";
    folder.write("a.md", text);
    let ran = folder.run(&["check", "a.md"]);
    assert_eq!(ran.stderr, "a.md: no findings\n");
    let tree = folder.run(&["dump", "document", "a.md"]).stdout;
    has_all(&tree, &["![logo](a.svg)", "(my board.svg)", "![y](a.svg?raw=true)", "![z](a.svg#gh"]);
}

/// A text that begins below `#` at its first byte has the title that is made of its name above its
/// first heading, and both begin at the same byte.
#[test]
fn findings_of_a_text_that_begins_below_the_top() {
    let folder = Folder::new("folders-low-start");
    let text = "## Set-up\n\nDeal [cards](nowhere.md).\n\n### Hand\n\n[More](none.md).\n\n## Turn\n\nPlay one.\n";
    folder.write("game/README.md", "# My game\n");
    folder.write("game/rules.md", text);
    folder.write("game/low.md", "### Deep\n\n[x](lost.md).\n\n### Deep too\n\nWords.\n");
    folder.write("game/title.md", "## [First](gone.md)\n\n## Second\n\nWords.\n");
    let ran = folder.run(&["check", "game"]).ended(0);
    has_all(
        &ran.stderr,
        &["in: 2 Rules > 2.1 Set-up\n", "in: 2 Rules > 2.1 Set-up > 2.1.1 Hand\n"],
    );
    let built = folder.run(&["build", "game", "--only", "rulebook"]);
    assert_eq!(built.stdout, "output/game/rulebook.pdf\n", "{}", built.stderr);
}
