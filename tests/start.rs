//! The beginnings of a user: a new book, a book made of existing files, and cards of a CSV file
//! alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::{Folder, Ran, has_all, has_none, root};

/// The files below a folder with their bytes, by path.
fn files_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("it lies there").to_owned();
            (path, std::fs::read(entry.path()).expect("it can be read"))
        })
        .collect()
}

/// Returns the end of a check's summary: `no findings`.
fn summary(ran: &Ran) -> &str {
    ran.stderr.trim_end().rsplit(": ").next().unwrap_or_default()
}

/// A new book has no findings, agrees with its examples, makes all outputs, and is won by both.
#[test]
fn a_new_book_is_whole() {
    let folder = Folder::new("start-new");
    let run = |arguments: &[&str]| folder.run(arguments);
    let made = run(&["new", "games/Moon Garden"]).ended(0);
    let book = folder.path().join("games/Moon-Garden");
    let template = files_of(&root().join("templates/new"));
    let written = files_of(&book);
    assert!(written.keys().eq(template.keys()), "{:?}", written.keys());
    assert_eq!(made.stdout.lines().count(), template.len());
    let commands: Vec<&str> =
        made.stderr.lines().filter_map(|line| line.trim().strip_prefix("rulepress ")).collect();
    assert_eq!(commands.len(), 3, "{}", made.stderr);
    for command in commands {
        let command = command.split("   ").next().unwrap_or(command);
        run(&command.split(' ').collect::<Vec<_>>()).ended(0);
    }
    for (path, bytes) in &written {
        let text = std::str::from_utf8(bytes).expect("it is text");
        assert!(!text.contains("{{"), "{} has a gap", path.display());
    }
    let checked = run(&["check", "games/Moon-Garden"]);
    assert_eq!((checked.code, summary(&checked)), (Some(0), "no findings"), "{}", checked.stderr);
    let built = run(&["build", "games/Moon-Garden", "--locked", "--profile", "screen,home-a4"]);
    assert_eq!(
        (built.code, summary(&built)),
        (Some(0), "16 files, no findings"),
        "{}",
        built.stderr
    );
    for output in
        ["rulebook", "sheet", "cards", "deck", "flowcharts", "deck-home-a4", "booklet-home-a4"]
    {
        assert!(built.stdout.contains(&format!("/{output}.pdf")), "{output}: {}", built.stdout);
    }
    let pages = run(&["dump", "pages", "games/Moon-Garden"]).stdout;
    has_all(&pages, &["Moon Garden", "Ann and the owl", "The owl eats Comet", "18"]);
    let games = run(&[
        "simulate",
        "games/Moon-Garden",
        "--play",
        "#turns",
        "--games",
        "400",
        "--won",
        "100",
    ]);
    assert_eq!(games.code, Some(0), "{}{}", games.stdout, games.stderr);
    for player in ["won by Ann", "won by Ben"] {
        let line = games.stdout.lines().find(|line| line.contains(player));
        let percent = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
        assert!(percent.is_some_and(|percent| percent > 40.0), "{player}: {}", games.stdout);
    }
}

/// A title may be written in any way; no existing file is overwritten.
#[test]
fn titles_and_folders_of_new_books() {
    let folder = Folder::new("start-titles");
    let run = |arguments: &[&str]| folder.run(arguments);
    for (name, path, title) in [
        ("moon-garden", "moon-garden", "Moon garden"),
        (
            "Fünf \"Gänse\" & *eine* Maus?",
            "Fünf--Gänse--&--eine--Maus-",
            "Fünf \"Gänse\" & *eine* Maus?",
        ),
        ("it's $5", "it's-$5", "it's $5"),
    ] {
        if cfg!(windows) && name.contains('"') {
            continue;
        }
        run(&["new", name]).ended(0);
        let manifest = std::fs::read_to_string(folder.path().join(path).join("book.toml"));
        let manifest: toml::Table = manifest.expect("it is there").parse().expect("it is TOML");
        let first = title.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        let title = format!("{first}{}", &title[title.chars().next().map_or(0, char::len_utf8)..]);
        assert_eq!(manifest["title"].as_str(), Some(&*title));
        let checked = run(&["build", "--locked", path, "--only", "rulebook"]);
        assert_eq!(
            (checked.code, summary(&checked)),
            (Some(0), "1 file, no findings"),
            "{}",
            checked.stderr
        );
    }
    folder.write("mine/notes.md", "# Mine\n");
    let before = files_of(folder.path());
    for name in ["moon-garden", "mine", "mine/notes.md"] {
        let ran = run(&["new", name]).ended(2);
        let told = format!("error: `{name}` is ");
        assert!(ran.stderr.starts_with(&told), "{}", ran.stderr);
        assert!(ran.stderr.contains("name a folder that does not exist yet"), "{}", ran.stderr);
    }
    assert!(files_of(folder.path()) == before, "something was overwritten");
}

const BOARD: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";

/// Writes a user's files: rules with a picture, cards, and files that are no rules.
fn folder_of_files(folder: &Folder) {
    folder.write("mine/harbour.md", "---\ntitle: Harbour\nauthor: Ina Boje\n---\n\n# Harbour\n\nSail. Read [the turn](turn.md).\n\n![The board](images/board.svg)\n");
    folder.write("mine/turn.md", "# The turn\n\n## Load\n\nLoad a crate.\n");
    folder.write("mine/images/board.svg", BOARD);
    folder.write("mine/cards.csv", "Title;Qty;Effect\nCrane;2;Load a crate.\nFog;3;Skip a turn.\n");
    folder.write("mine/scores.csv", "Round,Points\n1,2\n");
    folder.write("mine/broken.csv", "Name,Text\nKnight,Hits,hard\n");
    folder.write("mine/LICENSE", "All rights reserved.\n");
    folder.write("mine/.git/HEAD", "ref\n");
    folder.write("mine/output/old.md", "# Old\n");
}

fn warnings(ran: &Ran) -> usize {
    ran.stderr
        .lines()
        .filter(|line| line.starts_with("warning") || line.starts_with("error"))
        .count()
}

/// The files become a book that has no more findings than they had; they stay as they are.
#[test]
fn files_become_a_book() {
    let folder = Folder::new("start-from");
    let run = |arguments: &[&str]| folder.run(arguments);
    folder_of_files(&folder);
    let before = files_of(&folder.path().join("mine"));
    let findings = warnings(&run(&["check", "mine"]));
    let made = run(&["new", "harbour", "--from", "mine"]).ended(0);
    assert!(files_of(&folder.path().join("mine")) == before, "an original changed");
    has_all(&made.stderr, &["LICENSE", "broken.csv"]);
    let copied = files_of(&folder.path().join("harbour"));
    assert!(copied.keys().all(|path| !path.starts_with(".git") && !path.starts_with("output")));
    for (path, bytes) in copied.iter().filter(|(path, _)| !path.ends_with("book.toml")) {
        assert_eq!(Some(bytes), before.get(path), "{}", path.display());
    }
    let manifest = folder.text("harbour/book.toml");
    let manifest: toml::Table = manifest.parse().expect("it is TOML");
    assert_eq!(manifest["title"].as_str(), Some("Harbour"));
    assert_eq!(manifest["authors"].as_array().and_then(|all| all[0].as_str()), Some("Ina Boje"));
    let data = manifest["data"].as_array().expect("a list");
    assert_eq!(
        data.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>(),
        ["cards.csv", "scores.csv"]
    );
    let deck = manifest["deck"]["cards"].as_table().expect("a deck");
    assert_eq!((deck["name"].as_str(), deck["count"].as_str()), (Some("Title"), Some("Qty")));
    let checked = run(&["check", "harbour"]).ended(0);
    assert!(warnings(&checked) <= findings, "{findings} before: {}", checked.stderr);
    let built = run(&["build", "harbour"]);
    has_all(&built.stdout, &["rulebook.pdf", "deck.pdf"]);
    assert_eq!(run(&["new", "harbour2", "--from", "harbour"]).code, Some(2));
    folder.write("plain/01-start.md", "# Start\n\nSail.\n");
    folder.write("plain/02-end.md", "# End\n\nLand.\n");
    assert_eq!(run(&["new", "far-seas", "--from", "plain"]).code, Some(0));
    let manifest = folder.text("far-seas/book.toml");
    assert!(manifest.contains("title = \"Far seas\"\n"), "{manifest}");
    run(&["new", "mine", "--from", "mine"]).ended(0);
    let mut after = files_of(&folder.path().join("mine"));
    assert!(after.remove(Path::new("book.toml")).is_some() && after == before);
}

/// Returns the use of each column of a file, by its first words, and the run.
fn columns_of(folder: &Folder, file: &str, arguments: &[&str]) -> (Vec<(String, String)>, Ran) {
    let mut whole = vec!["deck", file, "--profile", "screen"];
    whole.extend(arguments);
    let ran = folder.run(&whole);
    let lines = ran.stderr.lines().skip(1).take_while(|line| line.starts_with("  "));
    let columns = lines.filter_map(|line| line.trim().split_once("  "));
    let columns = columns.map(|(name, becomes)| (name.to_owned(), becomes.trim().to_owned()));
    (columns.collect(), ran)
}

/// Columns are found by their usual names in any case, and the others by their content.
#[test]
fn columns_of_cards_are_found() {
    let folder = Folder::new("start-columns");
    folder.write("fantasy.csv", "CARD name,mana,Kind,ability,Attack,Qty,Faction,Image,id\nWolf,2,Beast,\"Bite.\nThen run.\",3,2,Fire,w.png,1\nOak,4,Plant,Stand still and wait for all that comes.,0,1,Earth,o.png,2\n");
    folder.write("german.csv", "sep=;\r\nName;Kosten;Typ;Regeltext;St\u{e4}rke;Anzahl\r\nB\u{e4}r;3;Tier;\"Gr\u{f6}\u{df}er als \"\"zwei\"\"; stark\";5;2\r\n".chars().map(|c| c as u8).collect::<Vec<u8>>());
    folder.write("quiz.csv", "Question\tAnswer\nLargest planet?\tJupiter\nSmallest?\tMercury\n");
    folder.write("list.csv", "\u{feff}Prompt\nLaugh.\nSing.\n");
    let rows: String =
        (1..=500).map(|n| format!("{n},Card {n},Do {n} things at once.\n")).collect();
    folder.write("big.csv", format!("Number,Title,Text\n{rows}"));
    for (file, expected) in [
        (
            "fantasy.csv",
            vec![
                ("CARD name", "the name"),
                ("mana", "the cost, in the corner"),
                ("Kind", "type line"),
                ("ability", "text"),
                ("Attack", "a value below the text"),
                ("Qty", "number of copies"),
                ("Faction", "colour, type line"),
                ("Image", "picture"),
                ("id", "not printed"),
            ],
        ),
        (
            "german.csv",
            vec![
                ("Name", "the name"),
                ("Kosten", "the cost, in the corner"),
                ("Typ", "type line"),
                ("Regeltext", "text"),
                ("Stärke", "a value below the text"),
                ("Anzahl", "number of copies"),
            ],
        ),
        ("quiz.csv", vec![("Question", "the name"), ("Answer", "text")]),
        ("list.csv", vec![("Prompt", "the name")]),
        ("big.csv", vec![("Number", "not printed"), ("Title", "the name"), ("Text", "text")]),
    ] {
        let (columns, ran) = columns_of(&folder, file, &[]);
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, becomes)| ((*name).to_owned(), (*becomes).to_owned()))
            .collect();
        assert_eq!((ran.code, columns), (Some(0), expected), "{file}: {}", ran.stderr);
        has_none(&ran.stderr, &["error", "empty-document"]);
    }
    let (columns, ran) =
        columns_of(&folder, "fantasy.csv", &["--text", "kind, Ability", "--name", "ATTACK"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let becomes =
        |column: &str| columns.iter().find(|(name, _)| name == column).map(|(_, use_)| &**use_);
    assert_eq!((becomes("Attack"), becomes("Kind")), (Some("the name"), Some("text")));
}

/// The cards have the words and the numbers of copies of the rows; the printed lines make the same
/// deck of a book.
#[test]
fn a_deck_needs_no_book() {
    let folder = Folder::new("start-deck");
    let run = |arguments: &[&str]| folder.run(arguments);
    folder.write(
        "cards.csv",
        "Name,Price,Text,Copies\nCrane,2,Load a crate.,2\nFog,,Skip a turn.,3\n",
    );
    let deck = run(&["deck", "cards.csv", "--title", "Harbour", "-o", "made"]).ended(0);
    assert_eq!(
        deck.stdout,
        "made/cards/deck.pdf\nmade/cards/deck-home-a4.pdf\nmade/cards/deck-home-a4-how-to-print.pdf\n"
    );
    let read = folder.book("cards.csv");
    let cards: Vec<(String, usize)> = read.book.decks[0]
        .cards
        .iter()
        .map(|card| (rulepress::document::plain_text(&card.name), card.count))
        .collect();
    assert_eq!(cards, [("Crane".to_owned(), 2), ("Fog".to_owned(), 3)]);
    let (_, lines) = deck.stderr.split_once("[deck.").expect("the lines of a book.toml are told");
    let lines = lines.split("\n\n").next().unwrap_or_default();
    folder.write(
        "book/book.toml",
        format!("title = 'Harbour'\nsources = ['a.md']\ndata = ['cards.csv']\n[deck.{lines}\n"),
    );
    folder.write("book/a.md", "# Harbour\n\n## Load\n\nLoad.\n");
    folder.write("book/cards.csv", folder.bytes("cards.csv"));
    run(&["build", "book", "-o", "made", "--only", "deck"]).ended(0);
    let pdf = |path: &str| folder.bytes(path);
    assert_eq!(pdf("made/book/deck.pdf").len(), pdf("made/cards/deck.pdf").len());
    let built = run(&["build", "cards.csv", "-o", "built"]);
    assert_eq!(built.stdout, "built/cards/deck.pdf\n", "{}", built.stderr);
}

/// A file that makes no deck is reported with its line and a hint.
#[test]
fn what_makes_no_deck_is_told() {
    let folder = Folder::new("start-no-deck");
    for (file, text, code, told) in [
        ("numbers.csv", "A,B\n1,2\n3,4\n", 1, "numbers.csv:1:1"),
        ("numbers.csv", "A,B\n1,2\n3,4\n", 1, "--name COLUMN"),
        ("empty.csv", "", 1, "the file is empty"),
        ("blank.csv", "\n \n", 1, "the file is empty"),
        ("long.csv", "Name,Text\nA,b\nC,d,e\n", 0, "long.csv:3:1"),
        ("nameless.csv", "Name,Text\nA,b\n,d\n", 0, "row 3, column `Name`"),
        ("copies.csv", "Name,Copies\nA,x\nB,1\n", 0, "row 2, column `Copies`"),
    ] {
        folder.write(file, text);
        let ran = folder.run(&["deck", file, "-v"]).ended(code).says(told);
        assert_eq!(ran.stdout.contains("deck.pdf"), code == 0, "{file}: {}", ran.stdout);
    }
    folder.write("a.md", "# A\n");
    assert_eq!(folder.run(&["deck", "a.md"]).code, Some(2));
    assert_eq!(folder.run(&["deck", "nowhere.csv"]).code, Some(2));
}
