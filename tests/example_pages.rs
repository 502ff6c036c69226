//! Examples and what was asked for: each that is accepted is on a page, or an error names it.

use rulepress::diagnostic::{Severity, code};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::text_runs;
use rulepress::press::look::PageLook;
use rulepress::press::rulebook::typeset_rulebook;

use crate::common::{Folder, books, rulepress};

const RULES: &str = "players = [player(\"Anna\")]\n\
    deck = zone(\"deck\", \"Deck\", order = \"pile\", face = \"down\")\n\
    hand = zone(\"hand\", \"Hand\")\n\
    CARDS = cards(\"cards.csv\")\n\n\
    #@ make\ndef build():\n    for row in CARDS:\n        make(row, deck)\n\n\
    #@ #turn\ndef turn():\n    ask(\"which card\", deck.cards(), by = players[0]).move(hand)\n\n\
    #@ #rest\ndef rest():\n    pass\n";
const TEXT: &str = "# Game\n\n## Turn {#turn}\n\nA paragraph with a name. {#paragraph}\n\n\
    Words with a [term]{#term}.\n\n1. Draw a card. {#draw}\n2. Play it.\n   - Or keep it. {#keep}\n\n\
    > [!BRIEF]\n> Draw one. {#brief}\n\n> [!NOTE]\n> Keep it secret. {#note}\n\n\
    <table id=\"table\"><tr><th>Card</th></tr><tr><td id=\"cell\">Knight</td></tr></table>\n\n\
    Word\n: What it means. {#meaning}\n\n\
    ```mermaid {#chart}\ngraph TD\nA[Draw] --> B[Play]\n```\n\n\
    ## Rest {#rest}\n\nNothing.\n\n### Example {#example}\n\nTODO\n";

/// A book with an example whose scenario is `scenario`, in `examples` below `folder`.
fn book_at(folder: &Folder, book: &str, examples: &str, scenario: &str) {
    folder.write(
        &format!("{book}/book.toml"),
        "title = \"Game\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n",
    );
    folder.write(&format!("{book}/rules.md"), TEXT);
    folder.write(&format!("{book}/cards.csv"), "Card\nKnight\nPage\n");
    folder.write(&format!("{book}/rules/turn.star"), RULES);
    folder.write(&format!("{examples}/shown.toml"), scenario);
}

fn scenario(standing: &str, rest: &str) -> String {
    format!("title = \"Shown example\"\n{standing}\nplay = \"#turn\"\n{rest}\n")
}

const ANSWER: &str = "[answers]\n\"which card\" = \"Knight\"";

fn read(folder: &Folder, book: &str) -> PrintableBook {
    rulepress::read_book(&folder.path().join(book)).expect("it can be read")
}

/// The words of the pages of a rulebook.
fn words_of(read: &mut PrintableBook) -> String {
    let PrintableBook { book, sources, findings, .. } = read;
    let pages = typeset_rulebook(book, "a4", &PageLook::default(), sources, findings);
    let pages = pages.expect("it can be set");
    text_runs(&pages).iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_example_is_printed_behind_any_place() {
    for anchor in [
        "turn",
        "paragraph",
        "term",
        "draw",
        "keep",
        "turn 1",
        "note",
        "brief",
        "table",
        "cell",
        "meaning",
        "chart",
        "rest",
    ] {
        let folder = Folder::new(&format!("example-after-{}", anchor.replace(' ', "-")));
        book_at(
            &folder,
            "game",
            "game/examples",
            &scenario(&format!("after = \"#{anchor}\""), ANSWER),
        );
        let mut read = read(&folder, "game");
        let printed = words_of(&mut read).contains("Shown example");
        let refused = read.findings.count(Severity::Error) > 0;
        // Rules name neither a short form nor a cell, so an example cannot stand behind these.
        if ["brief", "cell"].contains(&anchor) {
            assert!(refused, "#{anchor}: {:?}", read.findings);
        } else {
            assert!(printed && !refused, "#{anchor}: printed {printed}, {:?}", read.findings);
        }
    }
}

/// An open place behind the last example of a chapter leaves no page on which little else stands: what
/// comes behind the example follows it over the whole width.
#[test]
fn little_behind_an_example_follows_it() {
    let folder = Folder::new("example-then-little");
    let scenario = scenario("fills = \"#example\"", ANSWER);
    book_at(&folder, "game", "game/examples", &scenario);
    let words = |text: &str| {
        folder.write("game/rules.md", text);
        let words = words_of(&mut read(&folder, "game"));
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let open = words(&format!("{TEXT}\n### Another example\n\nTODO\n"));
    assert!(open.contains("Shown example") && !open.contains("Example on page"), "{open}");
    // Much behind it keeps its columns, and the example waits for the end of the chapter.
    let paragraph = "\nA longer paragraph that needs some lines of a column. ".repeat(12);
    let much = words(&format!("{TEXT}\n### More\n{}", paragraph.repeat(6)));
    assert!(much.contains("Shown example") && much.contains("Example on page"), "{much}");
}

/// Every example of our own books that has a place is on a page.
#[test]
fn all_examples_of_the_books_are_printed() {
    for path in books() {
        let mut read = rulepress::read_book(&path).expect("it can be read");
        let titles: Vec<String> = read
            .examples
            .iter()
            .filter(|example| example.scenario.stands.is_some())
            .map(|example| example.scenario.title.value.clone())
            .collect();
        let words: String = words_of(&mut read).split_whitespace().collect();
        for title in titles {
            let bare: String = title.split_whitespace().collect();
            assert!(words.contains(&bare), "{}: {title}", path.display());
        }
    }
}

#[test]
fn examples_are_found_wherever_the_book_lies() {
    for (nth, (book, examples)) in [
        ("game", "game/examples"),
        ("game", "game/examples/game"),
        ("game", "examples/game"),
        ("content/game", "examples/game"),
        ("games/game", "examples/game"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("example-folders-{nth}"));
        book_at(&folder, book, examples, &scenario("fills = \"#example\"", ANSWER));
        assert_eq!(read(&folder, book).examples.len(), 1, "{book} {examples}");
        let here = folder.path().join(book);
        let ran = rulepress(&here, &["check", "."]);
        assert!(!ran.stderr.contains("open-todo"), "{book} {examples}: {}", ran.stderr);
        let file = format!("{examples}/shown.toml");
        let played = rulepress(folder.path(), &["play", &file]);
        assert_eq!(played.code, Some(0), "{file}: {}", played.stderr);
    }
    let folder = Folder::new("example-folders-two");
    book_at(&folder, "content/game", "examples/game", &scenario("fills = \"#example\"", ANSWER));
    folder.write("content/game/examples/other.toml", scenario("fills = \"#example\"", ANSWER));
    let both = read(&folder, "content/game");
    assert!(both.findings.has(code::TWO_FOLDERS), "{:?}", both.findings);
    assert_eq!(both.examples[0].scenario.name, "other");
    let none = Folder::new("example-folders-none");
    book_at(&none, "content/game", "elsewhere", &scenario("fills = \"#example\"", ANSWER));
    let ran = rulepress(none.path(), &["check", "content/game"]);
    for looked in ["content/game/examples`", "examples/game`"] {
        assert!(ran.stderr.contains(looked), "{}", ran.stderr);
    }
}

#[test]
fn answers_point_at_their_lines() {
    let folder = Folder::new("example-answers");
    let answers = |lines: &str| {
        folder.write(
            "game/examples/shown.toml",
            scenario("after = \"#turn\"", &format!("[answers]\n{lines}")),
        );
        rulepress(folder.path(), &["check", "game"]).stderr
    };
    book_at(&folder, "game", "game/examples", "");
    let unfit = answers("\"which card\" = \"Knigth\"");
    assert!(
        unfit.contains(
            "error[unanswered-choice]: the answer `Knigth` is none of the options of `which card`"
        ),
        "{unfit}"
    );
    assert!(unfit.contains("shown.toml:5:") && unfit.contains("Knight"), "{unfit}");
    let unused = answers("\"which card\" = \"Knight\"\n\"which cart\" = \"Page\"");
    assert!(
        unused.contains("error[unused-answer]") && unused.contains("shown.toml:6:"),
        "{unused}"
    );
    assert!(unused.contains("this play asks `which card`"), "{unused}");
    let meant = answers("\"which cart\" = \"Page\"");
    assert!(meant.contains("the choice `which card` has no answer"), "{meant}");
    let again = answers("\"which card (1)\" = \"Page\"");
    assert!(!again.contains("error"), "{again}");
}

#[test]
fn a_play_without_events_is_told() {
    let folder = Folder::new("example-empty");
    let empty = "title = \"Rest\"\nafter = \"#rest\"\nplay = \"#rest\"\n";
    book_at(&folder, "game", "game/examples", empty);
    let ran = rulepress(folder.path(), &["check", "game"]);
    let told = "warning[empty-example]: nothing happens in this example: the rule `#rest`, carried out by `rest`";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

/// What is asked for by name and cannot be made of any book ends with 1; what one of several books
/// lacks is a note.
#[test]
fn what_is_asked_for_is_made_or_refused() {
    let folder = Folder::new("asked-outputs");
    folder.write("books/bare/book.toml", "title = \"Bare\"\nsources = [\"rules.md\"]\n");
    folder.write("books/bare/rules.md", "# Bare\n\nWords.\n");
    folder.write("books/full/book.toml", "title = \"Full\"\nsources = [\"rules.md\"]\n");
    folder.write(
        "books/full/rules.md",
        "# Full\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw.\n\nDraw a card.\n",
    );
    for kind in ["cards", "sheet", "deck", "flowcharts", "booklet", "playmat", "calibration"] {
        let ran = rulepress(folder.path(), &["build", "books/bare", "--only", kind]);
        assert_eq!(ran.code, Some(1), "{kind}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("error[missing-output]") && ran.stderr.contains("help"),
            "{kind}: {}",
            ran.stderr
        );
    }
    let one = rulepress(folder.path(), &["build", "books", "--only", "cards"]);
    assert_eq!(one.code, Some(0), "{}", one.stderr);
    assert!(one.stderr.contains("note[nothing-made]"), "{}", one.stderr);
    assert!(folder.path().join("output/full/cards.pdf").is_file());
    let none = rulepress(folder.path(), &["build", "books", "--only", "deck,cards"]);
    assert_eq!(none.code, Some(1), "{}", none.stderr);
    assert!(none.stderr.contains("no book has anything for `--only deck`"), "{}", none.stderr);
    let web = rulepress(folder.path(), &["build", "books/bare", "--only", "web"]);
    assert_eq!(web.code, Some(0), "{}", web.stderr);
}

#[test]
fn no_games_are_wrong_use() {
    let folder = Folder::new("asked-games");
    book_at(&folder, "game", "game/examples", &scenario("after = \"#turn\"", ANSWER));
    for command in [
        &["simulate", "game"][..],
        &["gaps", "game"],
        &["find", "#turn", "game"],
        &["coverage", "game"],
    ] {
        let ran = rulepress(folder.path(), &[command, &["--games", "0"]].concat());
        assert_eq!(ran.code, Some(2), "{command:?}: {}", ran.stderr);
    }
}
