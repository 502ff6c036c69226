//! The page: the same bytes each time, nothing that runs, nothing that an author wrote as markup.

use crate::common::{Folder, has_all};

use super::{page, passages, report};

/// Text that would be markup, attributes or script if it were not escaped.
const HOSTILE: &str = "\"><script>alert(1)</script>' onload=\"x";

/// A book whose every name is hostile.
fn hostile(name: &str) -> Folder {
    let folder = Folder::new(name);
    let quoted = HOSTILE.replace('"', "\\\"");
    let quiet = HOSTILE.replace('<', "&lt;").replace('"', "&quot;");
    folder.write(
        "book/book.toml",
        format!("title = \"{quoted}\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n\n[balance.\"#turn\"]\nturns = \"1\"\n"),
    );
    let text = format!(
        "# Turn {quiet} {{#turn}}\n\n1. Ask. {{#ask}}\n2. Never {quiet}. {{#never}}\n3. Say [5 {quiet}]{{=dead}}.\n\n\
         # Glossary {{#glossary .glossary}}\n\nZzz {quiet}\n: What.\n"
    );
    folder.write("book/rules.md", text);
    folder.write("book/cards.csv", format!("Card\nFox\n\"{}\"\n", HOSTILE.replace('"', "\"\"")));
    let rules = format!(
        "you = player(\"You\")\ndeck = zone(\"deck\", \"deck\", order = \"pile\")\ntable = zone(\"table\", \"table\")\n\n\
         #@ make\ndef unpack():\n    make(cards(\"cards.csv\")[0], deck)\n\n\
         #@ #turn\ndef turn(player):\n    begin_turn(player)\n    deck.first().move(table)\n    play(player)\n\n\
         #@ #ask\ndef play(player):\n    for _ in range(20):\n        ask(\"which {quoted}\", [\"a {quoted}\", \"b\"], by = player)\n    \
         gap(\"what {quoted}\", [\"c {quoted}\"])\n\n\
         #@ answer \"which {quoted}\"\ndef pick_it(player, options, about):\n    return options[0]\n\n\
         #@ #never\ndef never(player):\n    begin_turn(player)\n"
    );
    folder.write("book/rules/turn.star", rules);
    folder
}

/// Nothing that an author wrote becomes a tag, an attribute or a script, and the page asks for nothing.
#[test]
fn words_of_authors_are_escaped() {
    let folder = hostile("health-hostile");
    let text = page(&folder, &["--games", "5"]);
    assert!(!text.contains("<script") && !text.contains("onload=\"x"), "markup came through");
    assert!(text.matches("&lt;script&gt;").count() > 8, "the words are shown: {}", text.len());
    assert!(text.contains("default-src 'none'"), "a policy lets nothing in");
    for remote in ["http://", "https://", " src=", "@import", "url("] {
        let own = text.replace("http://www.w3.org/", "");
        assert!(!own.contains(remote), "the page asks for {remote}");
    }
    assert_eq!(text.matches("<h1>").count(), 1);
}

/// A book gives the same bytes for the same games and seeds.
#[test]
fn the_same_book_gives_the_same_page() {
    let folder = hostile("health-same");
    let first = page(&folder, &["--games", "60"]);
    assert!(first == page(&folder, &["--games", "60"]), "the page differs");
    assert!(first != page(&folder, &["--games", "61"]), "the games count");
}

/// A book without rules, without a glossary, or without anything makes a page that says so.
#[test]
fn books_that_lack_something_say_so() {
    let folder = Folder::new("health-bare");
    folder.write("book/book.toml", "title = \"Bare\"\nsources = [\"rules.md\"]\n");
    folder.write("book/rules.md", "# Turn {#turn}\n\n1. Draw.\n2. Play.\n");
    for more in [&[][..], &["--games", "5"]] {
        let text = page(&folder, more);
        assert!(text.contains("The book has no rules that can be played"), "{text}");
        has_all(&text, &["The book has no glossary", "The book names no values"]);
    }
    let found = report(&folder, &[]);
    assert_eq!(passages(&found, "unheld").len(), 2);
    assert!(found["games"].is_null() && found["has_rules"] == false);
    folder.write("book/rules.md", "> [!EXAMPLE]\n> Nothing.\n");
    assert!(page(&folder, &[]).contains("no passage that readers could cite"));
}

/// A written example counts for the passage around it.
#[test]
fn written_examples_count() {
    let folder = Folder::new("health-written");
    folder.write("book/book.toml", "title = \"Written\"\nsources = [\"rules.md\"]\n");
    let text = "# Turn {#turn}\n\n## Draw {#draw}\n\nDraw two cards.\n\n> [!EXAMPLE]\n> Ann draws two.\n\n## Play {#play}\n\nPlay one.\n";
    folder.write("book/rules.md", text);
    let found = report(&folder, &[]);
    assert_eq!(
        (passages(&found, "shown"), passages(&found, "unheld")),
        (vec!["1.1".to_owned()], vec!["1.2".to_owned()])
    );
}

/// A game that never ends, and one that a fault stops, are counted as stopped.
#[test]
fn games_that_do_not_end_are_told() {
    let folder = Folder::new("health-endless");
    folder.write(
        "book/book.toml",
        "title = \"Endless\"\nsources = [\"rules.md\"]\n\n[balance.\"#turn\"]\nturns = \"1\"\n",
    );
    folder.write("book/rules.md", "# Turn {#turn}\n\nTurn round.\n");
    folder.write(
        "book/rules/turn.star",
        "you = player(\"You\")\n\n#@ #turn\ndef turn(player):\n    for _ in repeat():\n        begin_turn(player)\n",
    );
    let found = report(&folder, &["--games", "2"]);
    assert_eq!(
        (found["games"]["played"].as_u64(), found["games"]["stopped"].as_u64()),
        (Some(2), Some(2))
    );
}

/// Ten thousand rules make a page in bounded time and size.
#[test]
fn large_books_make_a_page() {
    let folder = Folder::new("health-large");
    folder.write("book/book.toml", "title = \"Large\"\nsources = [\"rules.md\"]\n");
    let mut text = String::new();
    for chapter in 0..100 {
        text += &format!("# Chapter {chapter}\n\n> [!EXAMPLE]\n> One.\n\n");
        for step in 1..=100 {
            text += &format!(
                "{step}. Do the thing number {step} of chapter {chapter}, and then the next.\n"
            );
        }
        text.push('\n');
    }
    folder.write("book/rules.md", text);
    let written = page(&folder, &[]);
    assert!(written.matches("class=\"cell").count() > 9_000, "{}", written.len());
    assert!(written.len() < 12_000_000, "{}", written.len());
}

/// A report is about one book, and is either a page or data.
#[test]
fn wrong_use_is_told() {
    let folder = hostile("health-use");
    folder.run(&["check", "book", "--report", "report.pdf"]).ended(2).says(".html or .json");
    for name in ["one", "two"] {
        folder.write(&format!("content/{name}/book.toml"), "title = \"One\"\n");
        folder.write(&format!("content/{name}/rules.md"), "# One\n\nText.\n");
    }
    let ran = folder.run(&["check", "content", "--report", "report.html"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("a report is about one book"), "{}", ran.stderr);
    assert!(!folder.path().join("report.html").exists());
    // No text of the book is written over, by any name, and the place is looked at before anything is played.
    folder.write("page.html", "<h1>Turn</h1><p>Draw a card.</p>");
    folder.write("a-folder.html/file.txt", "");
    for (path, file, why) in [
        ("page.html", "page.html", "would overwrite page.html"),
        ("page.html", "./a-folder.html/../page.html", "would overwrite"),
        ("page.html", "a-folder.html", "is a folder"),
        ("page.html", "nowhere/report.html", "its folder does not exist"),
    ] {
        folder.run(&["check", path, "--report", file]).ended(2).says(why);
    }
    let text = folder.text("page.html");
    assert!(text.starts_with("<h1>Turn"), "{text}");
}
