//! Examples and named outputs: each accepted example is on a page, or an error names it.

use rulepress::diagnostic::{Severity, code};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::economy::{PaperUse, paper_use};
use rulepress::press::inspect::text_runs;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::paper::Paper;

use crate::common::{Folder, books, has_all, laid_book, rulepress};

/// Greatest distance of an example from its rule, in pages.
const FARTHEST: usize = 1;
/// Part of the height of all pages of a book that is empty at most, in any theme. The Emperor in Orbit takes the most.
const MOST_EMPTY: f64 = 0.1;

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
        let mut read = folder.book("game");
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

/// An example is within a page of its rule, whatever comes after it, and no page breaks for it.
#[test]
fn examples_stand_near_their_rules() {
    let folder = Folder::new("example-near");
    book_at(&folder, "game", "game/examples", &scenario("fills = \"#example\"", ANSWER));
    let paragraph = "A longer paragraph that needs some lines of a column. ".repeat(12);
    for behind in [
        String::new(),
        "\n### Another example\n\nTODO\n".to_owned(),
        format!("\n### More\n\n{}", format!("{paragraph}\n\n").repeat(6)),
    ] {
        folder.write("game/rules.md", format!("{TEXT}{behind}"));
        let used = used(&mut folder.book("game"));
        let [example] = used.examples.as_slice() else { panic!("{used:?}") };
        assert!(example.distance() <= 1 && !example.frames.is_empty(), "{example:?}");
        let text = used.pages.iter().position(|page| page.filled > 0.0).expect("it is printed");
        let bare = used.pages[text..].iter().filter(|page| page.filled < 0.3 && !page.ends_chapter);
        assert_eq!(bare.count(), 0, "{used:?}");
    }
}

/// Returns the use of A5 paper by a rulebook.
fn used(read: &mut PrintableBook) -> PaperUse {
    let PrintableBook { book, sources, findings, .. } = read;
    let pages = typeset_rulebook(book, "a5", &PageLook::default(), sources, findings);
    paper_use(&pages.expect("it can be set"), &Paper::find("a5").expect("it is known"))
}

/// The measures of our own books: examples are a part of the book and near their rules, and no page
/// is half empty except at the end of a chapter.
#[test]
fn books_use_their_paper() {
    let mut wrong = Vec::new();
    for path in books() {
        let used =
            paper_use(&laid_book(&path, "a5").pages, &Paper::find("a5").expect("it is known"));
        wrong.extend(economy_faults(&path.display().to_string(), &used));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the faults in a book's use of paper.
pub(crate) fn economy_faults(name: &str, used: &PaperUse) -> Vec<String> {
    let mut wrong = Vec::new();
    let filled: f64 = used.pages.iter().map(|page| page.filled).sum();
    let examples: f64 = used.pages.iter().map(|page| page.examples).sum();
    let empty = 1.0 - filled / used.pages.len() as f64;
    println!("{name}: {} pages, {:.1} % empty", used.pages.len(), 100.0 * empty);
    if empty > MOST_EMPTY {
        wrong.push(format!("{name}: {:.1} % is empty", 100.0 * empty));
    }
    if examples > 0.4 * filled {
        wrong.push(format!("{name}: examples are {:.0} %", 100.0 * examples / filled));
    }
    for example in used.examples.iter().filter(|example| example.distance() > FARTHEST) {
        let pages = example.distance();
        wrong.push(format!("{name}: {} stands {pages} pages from its rule", example.name));
    }
    let bare: Vec<usize> = (0..used.pages.len())
        .filter(|page| used.pages[*page].filled < 0.5 && !used.pages[*page].ends_chapter)
        .collect();
    if !bare.is_empty() {
        wrong.push(format!("{name}: pages {bare:?} are less than half full"));
    }
    wrong
}

/// Every example of our own books that has a place is on a page.
#[test]
fn all_examples_of_the_books_are_printed() {
    for path in books() {
        let laid = laid_book(&path, "a4");
        let titles: Vec<String> = laid
            .read
            .examples
            .iter()
            .filter(|example| example.scenario.stands.is_some())
            .map(|example| example.scenario.title.value.clone())
            .collect();
        let words: String = laid.runs.iter().map(|run| run.text.as_str()).collect();
        let words: String = words.split_whitespace().collect();
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
        assert_eq!(folder.book(book).examples.len(), 1, "{book} {examples}");
        let here = folder.path().join(book);
        let ran = rulepress(&here, &["check", "."]);
        assert!(!ran.stderr.contains("open-todo"), "{book} {examples}: {}", ran.stderr);
        let file = format!("{examples}/shown.toml");
        folder.run(&["play", &file]).ended(0);
    }
    let folder = Folder::new("example-folders-two");
    book_at(&folder, "content/game", "examples/game", &scenario("fills = \"#example\"", ANSWER));
    folder.write("content/game/examples/other.toml", scenario("fills = \"#example\"", ANSWER));
    let both = folder.book("content/game");
    assert!(both.findings.has(code::TWO_FOLDERS), "{:?}", both.findings);
    assert_eq!(both.examples[0].scenario.name, "other");
    let none = Folder::new("example-folders-none");
    book_at(&none, "content/game", "elsewhere", &scenario("fills = \"#example\"", ANSWER));
    let ran = none.run(&["check", "content/game"]);
    has_all(&ran.stderr, &["content/game/examples`", "examples/game`"]);
}

#[test]
fn answers_point_at_their_lines() {
    let folder = Folder::new("example-answers");
    let answers = |lines: &str| {
        folder.write(
            "game/examples/shown.toml",
            scenario("after = \"#turn\"", &format!("[answers]\n{lines}")),
        );
        folder.run(&["check", "game"]).stderr
    };
    book_at(&folder, "game", "game/examples", "");
    let unfit = answers("\"which card\" = \"Knigth\"");
    assert!(
        unfit.contains(
            "error[unanswered-choice]: the answer `Knigth` is not an option of `which card`"
        ),
        "{unfit}"
    );
    assert!(unfit.contains("shown.toml:5:") && unfit.contains("Knight"), "{unfit}");
    let unused = answers("\"which card\" = \"Knight\"\n\"which cart\" = \"Page\"");
    has_all(&unused, &["error[unused-answer]", "shown.toml:6:", "this play asks `which card`"]);
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
    let ran = folder.run(&["check", "game"]);
    let told = "warning[empty-example]: nothing happens in this example: the rule `#rest`, carried out by `rest`";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

/// A named output that cannot be made of any book ends with 1; if only one of several books lacks
/// it, that is a note.
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
        folder
            .run(&["build", "books/bare", "--only", kind])
            .ended(1)
            .says("error[missing-output]")
            .says("help");
    }
    folder.run(&["build", "books", "--only", "cards"]).ended(0).says("note[nothing-made]");
    assert!(folder.path().join("output/full/cards.pdf").is_file());
    let none = folder.run(&["build", "books", "--only", "deck,cards"]);
    assert_eq!(none.code, Some(1), "{}", none.stderr);
    assert!(
        none.stderr.contains("none of these books has anything for `--only deck`"),
        "{}",
        none.stderr
    );
    folder.run(&["build", "books/bare", "--only", "web"]).ended(0);
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
        folder.run(&[command, &["--games", "0"]].concat()).ended(2);
    }
}
