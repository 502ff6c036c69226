//! Expectations of commands: findings summed up, output as short or long as asked for, one place of
//! a book, completions, a manual, a doctor, and helpful words.

use std::process::{Command, Stdio};

use crate::common::{Folder, has_all, has_none, lay, root, rulepress};

/// A book with one error, three links that lead nowhere and a picture that is not there.
fn broken_book(folder: &Folder) {
    folder.write("book/book.toml", "title = 'Game'\nsources = ['rules.md']\n");
    let links = "See [a](#a), [b](#b) and [c](#c).\n\n![board](board.png)\n\n";
    folder.write("book/rules.md", format!("# Turn\n\n{links}Draw {{=cards}} cards.\n"));
}

/// Writes the book with its notes and warnings but without the error.
fn flawed_book(folder: &Folder) {
    broken_book(folder);
    let links = "See [a](#a), [b](#b) and [c](#c).\n\n![board](board.png)\n";
    folder.write("book/rules.md", format!("# Turn\n\n{links}"));
}

/// Returns the output on a terminal: both streams in the order in which they are written.
fn shown(folder: &Folder, arguments: &[&str]) -> String {
    let path = folder.path().join("shown.txt");
    let file = std::fs::File::create(&path).expect("it can be made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
    command.current_dir(folder.path()).args(arguments).stdin(Stdio::null());
    command.stdout(file.try_clone().expect("it has two handles")).stderr(file);
    command.status().expect("it starts");
    std::fs::read_to_string(path).expect("it can be read").replace('\\', "/")
}

#[test]
fn build_sums_findings_up() {
    let folder = Folder::new("commands-sums");
    flawed_book(&folder);
    let told = shown(&folder, &["build", "book"]);
    let expected = "warning[broken-link]: the link leads to `#a`, which does not exist (book/rules.md:3); 2 more\n\
        warning[lost-image]: the picture `board.png` is not shown: there is no such file (book/rules.md:5)\n\
        output/book/rulebook.pdf\n\
        book: 1 file, 4 warnings; -v shows each\n";
    assert_eq!(told, expected);
    let whole = shown(&folder, &["build", "book", "-v"]);
    assert_eq!(whole.matches("[broken-link]").count(), 3, "{whole}");
    assert!(whole.contains("3 | See [a](#a)"), "{whole}");
    assert!(whole.ends_with("output/book/rulebook.pdf\nbook: 1 file, 4 warnings\n"), "{whole}");
    assert_eq!(shown(&folder, &["build", "book", "-q"]), "output/book/rulebook.pdf\n");
}

#[test]
fn errors_are_told_whole() {
    let folder = Folder::new("commands-errors");
    broken_book(&folder);
    for arguments in [["build", "book", "--only", "rulebook"].as_slice(), &["build", "book", "-q"]]
    {
        let told = shown(&folder, arguments);
        assert!(told.starts_with("error[unknown-value]"), "{told}");
        assert!(told.contains("7 | Draw {=cards} cards."), "{told}");
        assert_eq!(told.matches("help:").count(), 1, "{told}");
    }
    let told = shown(&folder, &["build", "book"]);
    assert!(told.ends_with("book: no file, 1 error, 4 warnings; -v shows each\n"), "{told}");
    assert!(!shown(&folder, &["build", "book", "-q"]).contains("warning"));
    let checked = shown(&folder, &["check", "book"]);
    assert_eq!(checked.matches("help:").count(), 5, "check shows all: {checked}");
    assert!(checked.ends_with("book: 1 error, 4 warnings\n"), "{checked}");
    assert_eq!(folder.run(&["check", "book", "-q", "-v"]).code, Some(2));
}

#[test]
fn many_findings_of_a_kind() {
    let folder = Folder::new("commands-many");
    let links: String = (0..250).map(|nth| format!("[x](#a{nth})\n\n")).collect();
    folder.write("many.md", format!("# A\n\n{links}"));
    let usual = folder.run(&["check", "many.md"]).stderr;
    assert_eq!(usual.matches("warning[broken-link]").count(), 200);
    assert!(usual.contains("50 more findings of the kind broken-link"), "it says what is left out");
    let all = folder.run(&["check", "many.md", "-v"]).stderr;
    assert_eq!(all.matches("warning[broken-link]").count(), 250);
}

/// A book of three sections, the second with a short form, a footnote and links out of it.
fn book_of_sections(folder: &Folder) {
    folder.write("book/book.toml", "title = 'Game'\nsources = ['rules.md']\n");
    let text = "# Set-up {#setup}\n\nDeal [cards](https://a.example/cards).\n\n\
        # Turn {#turn}\n\n> [!BRIEF]\n> Draw.\n\nDraw after the [set-up](#setup).[^1] See [rules](https://b.example/rules).\n\n\
        ## Draw {#draw}\n\nDraw two. {#two}\n\n1. first {#first}\n2. second\n\n\
        # End {#end}\n\n[lost](#nowhere) and again[^2].\n\n[^1]: A note.\n[^2]: Another.\n";
    folder.write("book/rules.md", text);
    folder.write(
        "book/rules/turn.star",
        "#@ #turn\ndef turn():\n    pass\n\n#@ #draw\ndef draw():\n    pass\n",
    );
}

#[test]
fn one_place_of_a_book() {
    let folder = Folder::new("commands-place");
    book_of_sections(&folder);
    let ran = folder.run(&["dump", "pages", "book#turn"]).ended(0);
    let words = ran.stdout.replace('\u{a0}', " ").replace('\u{200b}', "");
    has_all(&words, &["Turn", "A note", "Draw two", "(see Game 1)", "b.example", "[1]"]);
    has_none(&ran.stdout, &["Deal", "Another", "again", "a.example", "[2]"]);
    let ran = folder.run(&["build", "book#turn"]);
    assert_eq!(ran.stdout, "output/book-turn/rulebook.pdf\n", "{}", ran.stderr);
    let ran = folder.run(&["build", "book#draw"]);
    assert_eq!(ran.stderr, "book: 1 file, no findings\n", "its title is one of the first level");
    let checked = folder.run(&["check", "book#turn"]).stderr;
    assert_eq!(checked, "book: no findings\n");
    let checked = folder.run(&["check", "book#end"]).stderr;
    assert!(checked.contains("broken-link"), "{checked}");
    for inner in ["draw", "first", "two"] {
        let ran = folder.run(&["dump", "pages", &format!("book#{inner}")]);
        assert!(!ran.stdout.contains("Turn") && !ran.stdout.is_empty(), "{inner}: {}", ran.stdout);
    }
    let ran = folder.run(&["build", "book#trun"]).ended(2);
    assert_eq!(ran.stderr, "error: `book` has no place `#trun`; did you mean `#turn`?\n");
    let told = folder.run(&["simulate", "book#draw", "--games", "3"]).stdout;
    let asked = ["simulate", "book", "--games", "3", "--play", "#draw"];
    assert_eq!(told, folder.run(&asked).stdout);
}

#[test]
fn what_is_called_with_a_hash() {
    let folder = Folder::with("commands-hash", "a#b.md", "# Whole\n\nText.\n");
    folder.run(&["dump", "pages", "a#b.md"]).prints("Whole");
}

#[test]
fn what_does_not_exist() {
    let folder = Folder::with("commands-nowhere", "a.md", "# A\n\nText.\n");
    let mut cases: Vec<Vec<&str>> =
        ["build", "check", "simulate", "gaps", "coverage", "accept", "play"]
            .iter()
            .map(|command| vec![*command, "nowhere"])
            .collect();
    cases.push(vec!["find", "#a", "nowhere"]);
    cases.push(vec!["dump", "pages", "nowhere"]);
    cases.push(vec!["build", "a.md", "--rules", "nowhere"]);
    cases.push(vec!["check", "a.md", "--rules", ".", "--bindings", "nowhere"]);
    for arguments in cases {
        let ran = folder.run(&arguments).ended(2);
        assert_eq!(ran.stderr, "error: `nowhere` does not exist\n", "{arguments:?}");
    }
    let ran = folder.run(&["build", "a.md", "--profile", "none.toml"]);
    let words = "error: the profile `none.toml`: there is no such file or folder\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), words));
}

#[test]
fn names_may_begin_with_a_dash() {
    let folder = Folder::with("commands-dash", "-dash.md", "# A\n\nText.\n");
    let ran = folder.run(&["build", "--output=-made", "--", "-dash.md"]).ended(0);
    assert!(folder.path().join("-made/-dash/rulebook.pdf").exists(), "{}", ran.stdout);
}

#[test]
fn doctor() {
    let folder = Folder::new("commands-doctor");
    let ran = folder.run(&["doctor"]).ended(0);
    for word in
        [env!("CARGO_PKG_VERSION"), "core", "memory", "processes", "fonts", "`output`", "git"]
    {
        assert!(ran.stdout.contains(word), "{word}: {}", ran.stdout);
    }
    assert!(ran.stdout.contains("note   no books in `content`"), "{}", ran.stdout);
    folder.write("output", "a file where a folder is needed");
    folder.run(&["doctor"]).ended(1).prints("fails  `output` cannot be written");
    assert!(rulepress(root(), &["doctor"]).stdout.contains("5 books in `content`"));
}

#[test]
fn completions_and_manual() {
    let folder = Folder::new("commands-manual");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.run(&["completions", shell]).prints("simulate").prints("profile");
        assert!(!ran.stdout.contains("work-on"), "{shell}: nobody calls hidden commands");
    }
    let page = folder.run(&["man"]).stdout;
    assert!(page.starts_with(".ie") && page.contains("rulepress\\-build(1)"), "{page}");
    let ran = folder.run(&["man", "pages"]);
    let pages: Vec<&str> = ran.stdout.lines().collect();
    assert!(pages.contains(&"pages/rulepress.1") && pages.contains(&"pages/rulepress-build.1"));
    assert!(!ran.stdout.contains("work-on"), "{}", ran.stdout);
    for page in pages {
        let text = folder.text(page);
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
}

/// `--open` gives the file to the program that the system names for it.
#[cfg(target_os = "linux")]
#[test]
fn what_was_made_is_opened() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("commands-open", "a.md", "# A\n\nText.\n");
    folder.write(
        "bin/xdg-open",
        "#!/bin/sh\nprintf %s \"$1\" > opened.tmp && mv opened.tmp opened\n",
    );
    let opener = folder.path().join("bin/xdg-open");
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(opener, rights).expect("it can be made a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
    let path = format!("{}:/usr/bin:/bin", folder.path().join("bin").display());
    command.current_dir(folder.path()).env("PATH", path).args(["build", "a.md", "--open"]);
    assert!(command.output().expect("it starts").status.success());
    let opened = folder.path().join("opened");
    let waited = std::time::Instant::now();
    while !opened.exists() && waited.elapsed().as_secs() < 60 {
        std::thread::yield_now();
    }
    let opened = std::fs::read_to_string(opened).expect("the program was started");
    assert_eq!(opened, "output/a/rulebook.pdf");
}

/// Returns the number of pages of a book, and the words of the first page.
fn first_page(folder: &Folder, options: &str, sections: usize) -> (usize, String) {
    let manifest =
        format!("title = 'Small Game'\nauthors = ['Ann Author']\nsources = ['a.md']\n{options}");
    folder.write("book/book.toml", manifest);
    let text: String = (0..sections)
        .map(|nth| format!("# Part {nth}\n\n{}\n\n", "Some words of the rules. ".repeat(60)))
        .collect();
    folder.write("book/a.md", text);
    let laid = lay(&folder.path().join("book"), "a4");
    let words = laid.runs.iter().filter(|run| run.page == 0).map(|run| run.text.as_str());
    (laid.pages.pages().len(), words.collect::<Vec<_>>().join(" "))
}

#[test]
fn a_short_text_has_no_cover() {
    let folder = Folder::new("commands-cover");
    let (pages, first) = first_page(&folder, "", 3);
    assert_eq!(pages, 1);
    has_all(&first, &["Small Game", "Ann Author", "Part 0"]);
    let (pages, first) = first_page(&folder, "[options]\ncover = true\n", 3);
    assert_eq!(pages, 2);
    assert!(first.contains("Ann Author") && !first.contains("Part 0"), "{first}");
    let (pages, first) = first_page(&folder, "", 30);
    assert!(pages > 5 && !first.contains("Some words"), "a cover: {first}");
    let contents = folder.run(&["dump", "pages", "book"]).stdout;
    assert!(contents.contains("Contents"), "{contents}");
    let (longer, first) = first_page(&folder, "[options]\ncover = false\n", 30);
    assert_eq!(longer, pages - 1, "no cover");
    assert!(first.contains("Small Game") && first.contains("Ann Author"), "{first}");
}

/// The words of the first page of a book with these facts.
fn page_with_facts(name: &str, facts: &str, sections: usize) -> String {
    let folder = Folder::new(name);
    let (_, first) = first_page(&folder, facts, sections);
    folder.run(&["build", "book", "--only", "rulebook,web"]).ended(0);
    let page = folder.text("output/book/web/index.html");
    has_all(&page, &["2 to 4", "45 minutes", "12+"]);
    first
}

/// The cover gives the number of players, the time and the age; without a cover the line is above
/// the text.
#[test]
fn facts_of_the_game() {
    let facts = "players = '2 to 4'\ntime = 45\nage = 12\n";
    for (name, sections) in [("commands-facts-short", 3), ("commands-facts-long", 30)] {
        let first = page_with_facts(name, facts, sections);
        has_all(&first, &["2 to 4", "players", "45 minutes", "time", "12+", "age"]);
    }
}

/// A fact that is neither a number nor a text is reported with its place.
#[test]
fn a_fact_of_another_kind() {
    let folder = Folder::new("commands-fact-kind");
    folder.write("book/book.toml", "title = 'Game'\nplayers = [2, 4]\nsources = ['a.md']\n");
    folder.write("book/a.md", "# One\n\nText.\n");
    folder.run(&["build", "book"]).says("book.toml:2").says("a whole number, or a text");
}

/// The motif of the cover follows from the book, unless book.toml names it.
#[test]
fn the_motif_of_a_cover() {
    let folder = Folder::new("commands-motif");
    let motif = |options: &str, text: &str| {
        let manifest = format!("title = 'Game'\nsources = ['a.md']\n[options]\n{options}");
        folder.write("book/book.toml", manifest);
        folder.write("book/a.md", format!("# One\n\nText.\n\n{text}"));
        let read = folder.book("book");
        read.book.motif.name()
    };
    let map = |lies: &str| {
        format!(
            "{{.map}}\n\n| Space | Row | Column | Lies |\n|---|---|---|---|\n| a | 1 | 1 | x |\n{lies}"
        )
    };
    assert_eq!(motif("", ""), "hexes");
    assert_eq!(motif("", &map("| b | 1 | 3 | x |\n")), "hexes");
    assert_eq!(motif("", &map("| b | 1 | 2 | x |\n")), "squares");
    assert_eq!(motif("", &"```mermaid\nflowchart TD\n  A --> B\n```\n\n".repeat(3)), "paths");
    assert_eq!(motif("motif = 'dice'\n", &map("| b | 1 | 2 | x |\n")), "dice");
}

/// A short book whose heading says its title prints it once.
#[test]
fn a_title_that_a_heading_says() {
    let folder = Folder::new("commands-title");
    let manifest = "title = 'Small Game'\nauthors = ['Ann Author']\nsources = ['a.md']\n";
    folder.write("book/book.toml", manifest);
    folder.write("book/a.md", "# Small Game\n\nText.\n\n## Goal\n\nWin.\n");
    let laid = lay(&folder.path().join("book"), "a4");
    let titles = laid.runs.iter().filter(|run| run.text == "Small Game" && run.size > 10.0);
    assert_eq!(titles.count(), 1);
    assert!(laid.runs.iter().any(|run| run.text.contains("Ann Author")));
    let ran = folder.run(&["build", "book"]);
    assert_eq!(ran.code, Some(0), "no word is taken for lost: {}", ran.stderr);
}

/// A pull in a chapter takes an item of a list, or a block inside another.
#[test]
fn pulls_of_inner_places() {
    let folder = Folder::new("commands-pulls");
    let text = "# A\n\n1. Take the deed. {#deed}\n\n> [!NOTE]\n> The sign. {#sign}\n\n# B\n\n![[#deed|full]]\n\n![[#sign|full]]\n";
    folder.write("a.md", text);
    let ran = folder.run(&["check", "a.md"]);
    assert_eq!(ran.stderr, "a.md: no findings\n");
    let pages = folder.run(&["dump", "pages", "a.md"]).stdout;
    assert_eq!(pages.matches("Take the deed").count(), 2, "{pages}");
    assert_eq!(pages.matches("The sign").count(), 2, "{pages}");
    folder.write("b.md", "# A\n\n1. Take it. {#deed}\n\n![[#deed]]\n\n![[#dead]]\n");
    let told = folder.run(&["check", "b.md"]).stderr;
    assert!(told.contains("`#deed` has no brief"), "{told}");
}

/// Pieces of tall brackets and other signs of mathematics are signs, not codes.
#[test]
fn signs_of_mathematics() {
    let folder = Folder::with("commands-signs", "a.md", "# A\n\n⎡a⎤ ⎢b⎥ ⎣c⎦ ∀x ∈ 𝑀 ⟨y⟩\n");
    let ran = folder.run(&["check", "a.md"]);
    assert_eq!(ran.stderr, "a.md: no findings\n");
    let pages = folder.run(&["dump", "pages", "a.md"]).stdout;
    assert!(pages.contains('⎢') && pages.contains('𝑀'), "{pages}");
}

/// The lines that `--only deck` suggests make a deck.
#[test]
fn a_deck_as_it_is_told() {
    let folder = Folder::with("commands-deck", "book/a.md", "# A\n\nText.\n");
    folder.write("book/cards.csv", "Name,Copies\nFox,2\n");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    let build = || folder.run(&["build", "book", "--only", "deck"]);
    let told = build().ended(1).says("write [deck.main] and data = \"cards.csv\"");
    let manifest = "title = 'Game'\nsources = ['a.md']\n[deck.main]\ndata = \"cards.csv\"\n";
    folder.write("book/book.toml", manifest);
    assert_eq!(build().stdout, "output/book/deck.pdf\n", "{}", told.stderr);
    folder.write("book/book.toml", manifest.replace("cards.csv", "crads.csv"));
    let told = folder.run(&["check", "book"]).stderr;
    assert_eq!(told.matches("crads.csv").count(), 2, "one finding and its line: {told}");
    assert!(!told.contains("os error"), "{told}");
    let ran = folder.run(&["build", "book", "--only", "rulebook"]);
    assert_eq!(ran.code, Some(0), "a deck costs no more than the deck: {}", ran.stderr);
}

/// A rule without a function ends the command with an error and no counts.
#[test]
fn games_of_a_rule_that_is_not_there() {
    let folder = Folder::new("commands-no-turn");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    folder.write("book/a.md", "# Round {#round}\n\nPlay.\n");
    folder.write("book/rules/a.star", "#@ #round\ndef round():\n    pass\n");
    for arguments in [
        vec!["simulate", "book"],
        vec!["gaps", "book"],
        vec!["find", "#round", "book"],
        vec!["coverage", "book", "--games", "5"],
    ] {
        let ran = folder.run(&arguments).ended(1).says("nothing can be played at `#turn`");
        assert_eq!(ran.stdout, "", "{arguments:?}: no count of games that were not played");
    }
    folder.run(&["coverage", "book#round", "--games", "5"]).ended(0);
    folder
        .run(&["play", "book"])
        .ended(2)
        .says("no rule of `book` plays a whole game; name one, as `book#round`");
}

/// Things that no game reaches are a table of the book: rules with links to them, and cards with
/// their own words that no rule names.
#[test]
fn what_is_not_played_is_a_table() {
    let folder = Folder::new("commands-not-played");
    folder.write(
        "book/book.toml",
        "title = 'Game'\nsources = ['a.md', 'not-played.md']\ndata = ['cards.csv']\n",
    );
    folder.write(
        "book/a.md",
        "# Round {#round}\n\nPlay.\n\n# Rest {#rest}\n\nWait.\n\n- Deep *sleep*: never. {#sleep}\n\n\
         # Trade {#trade}\n\n- Nobody buys the last of the things. {#buy}\n\n\
         # Missing {#missing}\n\nThis is all:\n",
    );
    folder.write("book/cards.csv", "Card,Text\nAce,Act.\nJack_1,Jump.\nPlain,\nKing,Rule.\n");
    folder.write("book/not-played.md", "");
    folder.write(
        "book/rules/a.star",
        "CARDS = cards(\"cards.csv\")\n\n#@ #round\ndef round():\n    carry_out(\"Ace\", \"enter\")\n\n\
         #@ card \"Ace\" enter\ndef ace(card):\n    return \"King\"\n\n\
         #@ #rest\ndef rest():\n    pass\n\n#@ #sleep\ndef sleep():\n    pass\n\n\
         #@ #trade\ndef trade():\n    buy()\n\n#@ #buy\ndef buy():\n    pass\n",
    );
    let table = |plays: &[&str]| {
        let plays = plays.iter().flat_map(|play| ["--play", play]);
        let command = ["coverage", "book", "--games", "3", "--format", "markdown"];
        let ran = folder.run(&command.into_iter().chain(plays).collect::<Vec<_>>()).ended(0);
        ran.stdout
    };
    let head = "| Not played | Which |\n| --- | --- |\n";
    let sleep = "| Rule | [Deep sleep](#sleep)";
    assert_eq!(
        table(&["#round", "#rest"]),
        format!("{head}{sleep}; [Trade](#trade) |\n| Card | Jack\\_1 |\n")
    );
    let last = "[Nobody buys the last of the …](#buy)";
    let played = table(&["#rest"]);
    let first = "| Rule | [Round](#round); [Deep sleep](#sleep); [Trade](#trade) |\n";
    assert!(played.contains(first) && !played.contains(last), "{played}");
    folder.write("book/not-played.md", table(&["#round", "#rest"]));
    let pages = folder.run(&["dump", "pages", "book"]).ended(0);
    let words = pages.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    has_all(&words, &["Deep sleep (see 2 a, page 1); Trade (see 3, page 1)", "Jack_1"]);
    let told = ["coverage", "book", "--games", "3", "--play", "#rest", "--play", "#trade"];
    let told = folder.run(&told).stdout;
    has_all(&told, &["seed 1 of #trade", "cards that no rule names"]);
}

/// Games that a fault stopped reach nothing more, and this is reported.
#[test]
fn stopped_games_are_told() {
    let folder = Folder::new("commands-stopped");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    folder.write("book/a.md", "# Turn {#turn}\n\nPlay.\n");
    folder.write("book/rules/a.star", "#@ #turn\ndef turn():\n    [][1]\n");
    for command in [vec!["coverage", "book"], vec!["gaps", "book"], vec!["find", "#turn", "book"]] {
        let command: Vec<_> = command.into_iter().chain(["--games", "4"]).collect();
        folder
            .run(&command)
            .ended(0)
            .says("warning[stopped-games]: a fault stopped 4 games of `#turn`");
    }
}

/// Unclosed braces are reported at their place.
#[test]
fn unclosed_braces_are_told() {
    let folder = Folder::new("commands-braces");
    folder.write(
        "a.md",
        "# Game\n\n## Deal {#deal\n\n- rule {#rule\n- other {.term\n\n{#x and words}\n",
    );
    let told = folder.run(&["check", "a.md"]).stderr;
    for mark in ["{#deal", "{#rule", "{.term"] {
        let words = format!("`{mark}` has no closing brace");
        assert_eq!(told.matches(&words).count(), 1, "{mark}: {told}");
    }
    assert!(told.contains("help: write {#deal}"), "{told}");
}

/// Words of a column without a name are reported.
#[test]
fn a_column_without_a_name() {
    let folder = Folder::with("commands-column", "c.csv", "Name,Text,\nFox,Runs.,lost\n");
    folder.run(&["deck", "c.csv"]).says("no card shows the column 3, which has no name");
    let quiet = folder.run(&["deck", "c.csv", "-q"]);
    assert_eq!(quiet.stderr, "", "nothing but errors");
}

/// An anchor is wrong use where a command takes a whole book.
#[test]
fn anchors_of_whole_books() {
    let folder = Folder::with("commands-anchors", "a.md", "# A\n\n## B {#b}\n\nText.\n");
    for arguments in
        [vec!["dump", "document", "a.md#b"], vec!["coverage", "a.md#b"], vec!["watch", "a.md#b"]]
    {
        folder.run(&arguments).ended(2).says("works on a whole book; leave `#b` out");
    }
}
