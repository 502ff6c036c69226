//! The command: the names of editions and books, the findings about missing ones, and its forms of
//! output.

use serde_json::Value;

use crate::common::{Folder, git, root, rulepress};
use crate::references::schemas::violations;

const BOOK: &str = "title = 'Hand'\nedition = 'First edition'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";
const RULES: &str = "# The turn {#turn}\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw {=draw}.\n\nDraw [4]{=draw} cards.\n\n## Play {#play}\n\nPlay a card *face-up*, and pay what it asks for.\n";
const CARDS: &str = "Card,Text\nOne,Draw.\nTwo,Play.\n";
const CODE: &str = "#@ make\ndef table():\n    zone(\"deck\")\n    zone(\"hand\")\n";

/// A book at a place below a folder.
fn book(folder: &Folder, at: &str, rules: &str) {
    folder.write(&format!("{at}/book.toml"), BOOK);
    folder.write(&format!("{at}/rules.md"), rules);
    folder.write(&format!("{at}/cards.csv"), CARDS);
}

/// A sheet to print gives players what they want to know, over the whole width of its page.
#[test]
fn sheets_tell_readers_what_they_need() {
    let folder = Folder::new("diff-sheet");
    let here = folder.path();
    book(&folder, "old/hand", RULES);
    book(&folder, "new/hand", &RULES.replace("[4]", "[5]"));
    let keys = BOOK.replace("First", "Second") + "[options]\nindex = true\n";
    folder.write("new/hand/book.toml", &keys);
    let told = rulepress(here, &["diff", "old/hand", "new/hand"]).ended(0).stdout;
    assert!(told.contains("options.index") && told.contains("edition"), "{told}");
    rulepress(here, &["diff", "old/hand", "new/hand", "-o", "changes.pdf"]).ended(0);
    let bytes = std::fs::read(here.join("changes.pdf")).expect("it is written");
    let sheet = lopdf::Document::load_mem(&bytes).expect("it is a PDF");
    let printed = sheet.extract_text(&[1]).expect("it has a page with words").replace('\n', " ");
    assert!(printed.contains("edition") && printed.contains("Second"), "{printed}");
    assert!(!printed.contains("index") && !printed.contains("book.toml"), "{printed}");
    // In a column of half the page, the name and its numbers would be on two lines.
    assert!(printed.contains("value draw 4 \u{2192} 5"), "{printed}");
}

const TOLD: &str = "value draw 4 -> 5, rules.md:8\n  shown in brief of 1.1, 1.1\n";

#[test]
fn editions_are_commits_and_folders() {
    let folder = Folder::new("diff-editions");
    let here = folder.path();
    book(&folder, "content/hand", RULES);
    book(&folder, "content/other", "# Other\n\nNothing happens here.\n");
    folder.write("content/other/book.toml", BOOK.replace("Hand", "Other"));
    git(here, &["init", "-q"]);
    git(here, &["add", "."]);
    git(here, &["commit", "-q", "-m", "First"]);
    git(here, &["tag", "v1"]);
    book(&folder, "content/hand", &RULES.replace("[4]", "[5]"));
    git(here, &["commit", "-q", "-a", "-m", "Second"]);
    book(&folder, "content/hand", &RULES.replace("[4]", "[5]").replace("a card *face-up*", "it"));
    book(&folder, "old/hand", RULES);
    book(&folder, "project/content/hand", RULES);

    let told = rulepress(here, &["diff", "v1", "HEAD", "--book", "content/hand"]).ended(0).stdout;
    assert_eq!(told, format!("Hand, v1 to HEAD: 1 change\n\n{TOLD}"));
    let word = "rule 1.2 Play reworded, rules.md:12\n  Play [a card face-up -> it], and pay what it asks for.\n";
    let told = rulepress(here, &["diff", "HEAD"]).ended(0).stdout;
    let other = "Other, HEAD to now: nothing changed\n";
    assert_eq!(told, format!("Hand, HEAD to now: 1 change\n\n{word}{other}"), "both books");
    // The folder of the book, a folder that holds it, and a project that holds it.
    for old in ["old/hand", "old", "project"] {
        let told = rulepress(here, &["diff", old, "--book", "content/hand"]).ended(0).stdout;
        assert_eq!(told, format!("Hand, {old} to now: 2 changes\n\n{TOLD}\n{word}"));
    }
    let told = rulepress(here, &["diff", "old/hand"]).ended(0).stdout;
    assert!(
        told.starts_with("Hand, old/hand to now: 2 changes\n"),
        "the book of that name: {told}"
    );
    let told = rulepress(here, &["diff", "old/hand", "content/hand"]).ended(0).stdout;
    assert!(told.starts_with("Hand, old/hand to content/hand: 2 changes\n"), "{told}");
    // The working folder is a book.
    let told = rulepress(&here.join("content/hand"), &["diff", "v1"]).ended(0).stdout;
    assert!(told.starts_with("Hand, v1 to now: 2 changes\n"), "{told}");
}

#[test]
fn a_book_that_is_a_repository() {
    let folder = Folder::new("diff-repository");
    let here = folder.path();
    book(&folder, ".", RULES);
    folder.write("rules/turn.star", CODE);
    git(here, &["init", "-q"]);
    git(here, &["add", "."]);
    git(here, &["commit", "-q", "-m", "First"]);
    book(&folder, ".", &RULES.replace("[4]", "[5]"));
    let told = rulepress(here, &["diff", "HEAD"]).ended(0).stdout;
    assert_eq!(told, format!("Hand, HEAD to now: 1 change\n\n{TOLD}"));
}

/// A project without an old commit, an edition or a book gets a hint instead of a panic.
#[test]
fn editions_that_are_not_there() {
    let folder = Folder::new("diff-absent");
    let here = folder.path();
    book(&folder, "hand", RULES);
    book(&folder, "broken", RULES);
    folder.write("broken/book.toml", "title = [\n");
    folder.write("empty/nothing.txt", "");
    folder.write("file.md", RULES);
    let cases: [(&[&str], i32, &str); 7] = [
        (&["diff", "v1", "--book", "hand"], 2, "`v1` is neither a folder nor a commit"),
        (
            &["diff", "file.md", "--book", "hand"],
            2,
            "`file.md` is a file; name the folder of a book",
        ),
        (&["diff", "empty", "--book", "hand"], 2, "`empty` holds no book of that name"),
        (&["diff", "hand", "--book", "nowhere"], 2, "`nowhere` does not exist"),
        (&["diff", "broken", "--book", "hand"], 1, "the edition `broken` cannot be read"),
        (
            &["diff", "hand", "hand", "-o", "changes.doc"],
            2,
            "end it in .txt, .json, .md, .html or .pdf",
        ),
        (&["diff"], 2, "<OLD>"),
    ];
    for (arguments, code, said) in cases {
        rulepress(here, arguments).ended(code).says(said).never_says("crashed");
    }
    git(here, &["init", "-q"]);
    git(here, &["add", "broken", "empty"]);
    git(here, &["commit", "-q", "-m", "First"]);
    let ran = rulepress(here, &["diff", "HEAD", "--book", "hand"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("`hand` did not exist at `HEAD`"), "{}", ran.stderr);
}

#[test]
fn forms_of_output() {
    let folder = Folder::new("diff-forms");
    let here = folder.path();
    book(&folder, "old/hand", RULES);
    book(&folder, "new/hand", &RULES.replace("[4]", "[5]").replace("pay what", "*pay* all <that>"));
    let write = |name: &str| {
        rulepress(here, &["diff", "old/hand", "new/hand", "-o", name]).ended(0);
        std::fs::read(here.join(name)).expect("it is written")
    };
    let text = |name: &str| String::from_utf8(write(name)).expect("it is UTF-8");
    let markdown = text("changes.md");
    assert!(markdown.contains("- value **draw 4 \u{2192} 5** (`rules.md:8`)\n"), "{markdown}");
    assert!(markdown.contains("and pay ~~what~~ **all \\<that\\>** it asks for."), "{markdown}");
    let page = text("changes.html");
    assert!(page.contains("and pay <del>what</del> <ins>all &lt;that&gt;</ins> it asks"), "{page}");
    assert!(!page.contains("http:") && !page.contains("https:"), "nothing is fetched: {page}");
    let data: Value = serde_json::from_str(&text("changes.json")).expect("it is JSON");
    let schema = root().join("docs/schemas/diff.schema.json");
    let schema = std::fs::read_to_string(schema).expect("there is a schema");
    let schema = serde_json::from_str(&schema).expect("the schema is JSON");
    assert_eq!(violations(&schema, &data, ""), Vec::<String>::new());
    assert_eq!(data["changes"][0]["parts"][0]["new"], "5");
    let bytes = write("changes.pdf");
    let sheet = lopdf::Document::load_mem(&bytes).expect("it is a PDF");
    let printed = sheet.extract_text(&[1]).expect("it has a page with words");
    for words in ["What changed in Hand", "value draw 4 \u{2192} 5", "1.2", "pay"] {
        assert!(printed.replace('\n', " ").contains(words), "{words}: {printed}");
    }
    let told =
        rulepress(here, &["diff", "old/hand", "new/hand", "--format", "pdf"]).ended(0).stdout;
    assert_eq!(told, "output/hand/changes.pdf\n");
}

/// A hand of seven that becomes a hand of six: the cause first, in at most ten lines, with the examples
/// of the commit.
#[test]
fn a_hand_of_six() {
    let folder = Folder::new("diff-hand");
    let here = folder.path();
    for part in ["content/wind-lorraine", "content/grand-archive", "examples/wind-lorraine"] {
        super::prepared::copy(&folder, part);
    }
    git(here, &["init", "-q"]);
    git(here, &["add", "."]);
    git(here, &["commit", "-q", "-m", "First"]);
    let path = "content/wind-lorraine/04-setup.md";
    let text = std::fs::read_to_string(here.join(path)).expect("the chapter is there");
    folder.write(path, text.replace("[7]{=first-hand}", "[6]{=first-hand}"));
    let told =
        rulepress(here, &["diff", "HEAD", "--book", "content/wind-lorraine"]).ended(0).stdout;
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() <= 10, "{told}");
    assert_eq!(lines[2], "value first-hand 7 -> 6, 04-setup.md:12", "{told}");
    assert!(told.contains("changes 2 examples: first-two-turns, set-up"), "{told}");
}
