//! The command: exit codes, the stream of each output, its JSON, and the same bytes for the same
//! input.

use std::path::Path;
use std::process::{Command, Stdio};

use rulepress::document::BlockKind;

use crate::common::{Folder, root, rulepress, seed};

const GOOD: &str = "# Turn\n\n## Draw\n\nDraw a card.\n\n## Play\n\nPlay a card.\n";

#[test]
fn exit_codes() {
    let folder = Folder::with("cli-codes", "good.md", GOOD);
    folder.write("warning.md", format!("{GOOD}\n[x](#nowhere)\n"));
    folder.write("lenient.md", format!("{GOOD}\n{{=nowhere}}\n"));
    folder.write("error/book.toml", "title = 'Error'");
    folder.write("error/rules.md", format!("{GOOD}\n{{=nowhere}}\n"));
    folder.write("large.md", "word ".repeat(1 << 20));
    let cases = [
        (["check", "good.md"], 0),
        (["check", "warning.md"], 0),
        (["check", "error"], 1),
        (["check", "lenient.md"], 0),
        (["build", "lenient.md"], 0),
        (["check", "large.md"], 5),
        (["check", "nowhere.md"], 2),
        (["build", "nowhere.md"], 2),
        (["build", "good.md"], 0),
        (["build", "error"], 1),
        (["build", "large.md"], 5),
        (["dump", "document"], 2),
        (["check", "--colour"], 2),
        (["bild", "good.md"], 2),
    ];
    for (arguments, code) in cases {
        let ran = folder.run(&arguments).ended(code);
        assert!(code == 0 || !ran.stderr.is_empty(), "{arguments:?} says nothing");
    }
    assert_eq!(folder.run(&[]).code, Some(2));
    assert_eq!(folder.run(&["--help"]).code, Some(0));
    let version = match option_env!("RULEPRESS_COMMIT").filter(|commit| !commit.is_empty()) {
        Some(commit) => format!("rulepress {} ({commit})\n", env!("CARGO_PKG_VERSION")),
        None => concat!("rulepress ", env!("CARGO_PKG_VERSION"), "\n").to_owned(),
    };
    assert_eq!(folder.run(&["--version"]).stdout, version);
}

/// A book with a chapter, a sheet, cards and a deck.
fn book_of_parts(folder: &Folder, name: &str, parts: &[(&str, &str)]) {
    folder.write(
        &format!("{name}/book.toml"),
        "title = 'Game'\nsources = ['rules.md']\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n",
    );
    let whole = [
        ("rules.md", "# Game\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw.\n\nDraw a card.\n"),
        ("cards.csv", "Name,Cost\nKnight,4\n"),
        ("sheet.md", "# Turn\n\n![[#draw]]\n"),
        ("cards.md", "# Turn\n\n![[#draw]]\n"),
    ];
    for (file, text) in whole {
        let broken = parts.iter().find(|(part, _)| *part == file);
        folder.write(&format!("{name}/{file}"), broken.map_or(text, |(_, text)| text));
    }
}

/// Names of the files that a build makes of a book, and how it ends.
fn made_of(folder: &Folder, name: &str, only: &[&str]) -> (Vec<String>, Option<i32>) {
    let mut arguments = vec!["build", name];
    arguments.extend(only);
    let ran = folder.run(&arguments);
    let files = ran.stdout.lines().filter_map(|path| path.rsplit(['/', '\\']).next());
    (files.map(str::to_owned).collect(), ran.code)
}

/// A mistake costs the outputs that are made of the broken file, and no other.
#[test]
fn a_mistake_costs_its_own_output() {
    let folder = Folder::new("cli-parts");
    let (uneven, lost) = ("Name,Cost\nKnight\n", "# Turn\n\n![[#nowhere]]\n");
    let pulls = "# Game\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw.\n\nDraw.\n\n![[cards.csv]]\n";
    book_of_parts(&folder, "whole", &[]);
    book_of_parts(&folder, "deck", &[("cards.csv", uneven)]);
    book_of_parts(&folder, "sheet", &[("sheet.md", lost)]);
    book_of_parts(&folder, "cards", &[("cards.md", lost)]);
    book_of_parts(&folder, "pulled", &[("cards.csv", uneven), ("rules.md", pulls)]);
    let all = ["rulebook.pdf", "sheet.pdf", "cards.pdf", "deck.pdf"];
    assert_eq!(made_of(&folder, "whole", &[]), (all.map(str::to_owned).to_vec(), Some(0)));
    for (broken, output) in [("deck", "deck.pdf"), ("sheet", "sheet.pdf"), ("cards", "cards.pdf")] {
        let others: Vec<String> =
            all.iter().filter(|file| **file != output).map(|file| (*file).to_owned()).collect();
        assert_eq!(made_of(&folder, broken, &[]), (others, Some(1)), "{broken}");
        let rulebook = made_of(&folder, broken, &["--only", "rulebook"]);
        assert_eq!(rulebook, (vec!["rulebook.pdf".to_owned()], Some(0)), "{broken}");
        assert_eq!(made_of(&folder, broken, &["--only", broken]), (Vec::new(), Some(1)));
        assert_eq!(folder.run(&["check", broken]).code, Some(1), "{broken}");
    }
    assert_eq!(made_of(&folder, "pulled", &["--only", "rulebook"]), (Vec::new(), Some(1)));
    folder.run(&["build", "deck", "--only", "rulebook"]).says("warning[bad-data]");
    folder.run(&["build", "deck", "--only", "deck"]).never_says("the book has no deck");
}

/// `check --fix` names each file, and each thing that it fixed there.
#[test]
fn fix_tells_what_it_mends() {
    let folder = Folder::new("cli-fix-words");
    let chart = |word: &str| format!("# A\n\n```mermaid\ngraph TD\nA[{word} (one)] --> B\n```\n");
    folder.write("plain.md", chart("draw"));
    folder.write("old.md", chart("d\u{e9}s").chars().map(|c| c as u8).collect::<Vec<u8>>());
    let ran = folder.run(&["check", "--fix", "plain.md"]);
    let told = "fixed plain.md:5: the label of `A` needs double quotes for Mermaid\n";
    assert_eq!(ran.stdout, "plain.md\n");
    assert!(ran.stderr.starts_with(told) && ran.stderr.contains("1 fixed"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("UTF-8"), "{}", ran.stderr);
    let ran = folder.run(&["check", "--fix", "old.md"]);
    let told = "fixed old.md:1: the file is saved as UTF-8 with Unix line ends\n";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

/// Names with line breaks are printed on one line.
#[cfg(unix)]
#[test]
fn names_stand_on_one_line() {
    let folder = Folder::with("cli-names", "two\nlines.md", "# A\n\n[x](#y)\n");
    folder.write("book/rules.md", "# A\n\nDraw.\n");
    let manifest = "title = 'A'\nsources = ['rules.md', \"a\\nb.md\"]\ndata = ['c.csv']\n";
    folder.write("book/book.toml", format!("{manifest}[deck.\"x\\ny\"]\ndata = 'c.csv'\n"));
    for (arguments, shown) in [
        (["check", "two\nlines.md"], vec!["--> two\\nlines.md:3", "\ntwo\\nlines.md: 1 warning"]),
        (["check", "no\nwhere.md"], vec!["`no\\nwhere.md` does not exist"]),
        (["check", "book"], vec!["`book/a\\nb.md` is left out", "the deck `x\\ny` cannot name"]),
    ] {
        let ran = folder.run(&arguments);
        for shown in shown {
            assert!(ran.stderr.contains(shown), "{shown}: {}", ran.stderr);
        }
        assert!(!ran.stderr.contains("a\nb") && !ran.stderr.contains("x\n"), "{}", ran.stderr);
    }
}

#[test]
fn one_file_into_an_empty_folder() {
    let folder = Folder::with("cli-file", "rules.md", format!("{GOOD}\n[x](#nowhere)\n"));
    let ran = folder.run(&["build", "rules.md", "-o", "new/folder"]);
    let pdf = Path::new("new/folder/rules/rulebook.pdf");
    assert_eq!(ran.stdout, format!("{}\n", pdf.display()), "paths go to the first stream");
    assert!(
        ran.stderr.contains("[broken-link]")
            && ran.stderr.ends_with("rules.md: 1 file, 1 warning; -v shows each\n"),
        "{}",
        ran.stderr
    );
    let bytes = folder.bytes(pdf);
    assert!(bytes.starts_with(b"%PDF"));
    let files = walkdir::WalkDir::new(folder.path())
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file());
    assert_eq!(files.count(), 2, "nothing else is written");
}

#[test]
fn a_folder_of_books() {
    let folder = Folder::new("cli-books");
    folder.write("one/book.toml", "title = 'One'\n[output.rulebook]\npaper = ['a5', 'a4']");
    folder.write("one/rules.md", GOOD);
    folder.write("two/book.toml", "titel = 'Two'");
    folder.write("two/rules.md", GOOD);
    let ran = folder.run(&["build", "."]).ended(1);
    // The second book has an error: it is not printed, and the first one is.
    let written = ["one/rulebook.pdf", "one/rulebook-a4.pdf"];
    assert_eq!(ran.stdout, written.map(|path| format!("output/{path}\n")).concat());
    let ran = folder.run(&["check", ".", "--format", "json"]);
    let found = ran.json();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(ran.stderr, "");
}

/// `accept` reports the faults of the whole book, not only of its rules.
#[test]
fn accept_checks_the_book() {
    let folder = Folder::new("cli-accept");
    let rules = "# Turn {#turn}\n\nDraw a card.\n\n```mermaid\ngraph TD\nA[[Draw --> B\n```\n";
    folder.write("game/book.toml", "title = 'Game'\nsources = ['rules.md']");
    folder.write("game/rules.md", rules);
    folder.write("game/rules/turn.star", "#@ #turn\ndef turn():\n    note(\"draw\")\n");
    folder.run(&["accept", "game"]).says("error[chart-syntax]").ended(1);
}

#[test]
fn findings_as_json() {
    let folder = Folder::new("cli-json");
    folder.write("rules.md", "# Turn\n\n## Draw\n\nÜber [x](#drow).\n\n## Play\n\nPlay.\n");
    folder.write("gone/book.toml", "sources = ['gone.md']\noutput.rulebook.paper = 'b5'");
    let ran = folder.run(&["check", "rules.md", "--format", "json"]);
    let found = ran.json();
    let wanted = serde_json::json!([{
        "code": "broken-link",
        "severity": "warning",
        "file": "rules.md",
        "line": 5,
        "column": 6,
        "message": "the link leads to `#drow`, which does not exist",
        "hints": ["did you mean `#draw`?"],
        "trail": ["1 Draw"],
        "excerpt": "Über [x](#drow).",
    }]);
    assert_eq!(found, wanted);
    let ran = folder.run(&["check", "gone", "--format", "json"]);
    let found = ran.json();
    let files: Vec<_> =
        found.as_array().expect("it is a list").iter().map(|finding| &finding["file"]).collect();
    assert_eq!(files, ["gone/book.toml", "gone/book.toml"]);
    let ran = rulepress(root(), &["check", "tests/nowhere.md", "--format", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
}

#[test]
fn stages_as_text() {
    let folder = Folder::with("cli-dump", "rules.md", GOOD);
    let document = folder.run(&["dump", "document", "rules.md"]);
    assert!(
        document.stdout.starts_with("title Turn\nheading 1 #draw [1] Draw\n"),
        "{}",
        document.stdout
    );
    let addresses = folder.run(&["dump", "addresses", "rules.md"]);
    assert_eq!(addresses.stdout, "#draw\t1\tDraw\n#play\t2\tPlay\n");
    let pages = folder.run(&["dump", "pages", "rules.md"]);
    assert!(
        pages.stdout.starts_with("page 1\n") && pages.stdout.contains("Draw a card."),
        "{}",
        pages.stdout
    );
}

#[test]
fn same_input_same_bytes() {
    let folder = Folder::new("cli-bytes");
    for (from, to) in [("content/gazer", "other/gazer"), ("examples/gazer", "examples/gazer")] {
        folder.copy(&root().join(from), to);
    }
    let run = |nth: usize, from: &Path, path: &str, threads: &str| {
        let output = folder.path().join(format!("output-{nth}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
        let profiles = "screen,home-a4,generic-3mm";
        command.current_dir(from).args(["build", path, "--profile", profiles, "-o"]).arg(&output);
        command.env("RAYON_NUM_THREADS", threads);
        let ran = command.output().expect("the command starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let files =
            walkdir::WalkDir::new(output.join("gazer")).sort_by_file_name().into_iter().flatten();
        let files =
            files.filter(|file| file.file_type().is_file()).map(walkdir::DirEntry::into_path);
        files.map(|path| std::fs::read(path).expect("it can be read")).collect::<Vec<_>>()
    };
    let first = run(0, root(), "content/gazer", "1");
    assert!(first.len() > 12, "only {} files", first.len());
    // Other threads, another working directory and another folder of the book at once.
    let second = run(1, &folder.path().join("other"), "gazer", "2");
    assert!(
        first == second,
        "the number of threads, the working directory or the folder of the book shows"
    );
}

#[test]
fn charts_are_mended_in_their_file() {
    let name = "grand-archive-flowcharts.md";
    let Some(seed) = seed(name) else { return };
    let folder = Folder::new("cli-fix");
    let text = std::fs::read_to_string(seed).expect("the document can be read");
    folder.write(name, &text);
    let before = charts(&folder.path().join(name));
    assert_eq!(before.len(), 12, "every chart is read as its author wrote it");
    folder.run(&["check", "--fix", name]).ended(0);
    let mended = folder.text(name);
    assert_ne!(mended, text);
    assert_eq!(charts(&folder.path().join(name)), before, "mending changes no chart");
    folder
        .run(&["check", "--format", "json", name])
        .never_prints("chart-quotes")
        .never_prints("chart-blank");
    folder.run(&["check", "--fix", name]);
    assert_eq!(folder.text(name), mended, "once is enough");
}

/// A page of a chart has the title of its section, or where it has none that of the document.
#[test]
fn a_chart_without_a_section_has_a_page() {
    let folder = Folder::new("cli-bare-chart");
    let chart = "```mermaid\nflowchart TD\nA[Draw a card] --> B[Play it]\n```\n";
    folder.write("titled.md", format!("# One Turn\n\n{chart}"));
    folder.write("bare.md", chart);
    for name in ["titled", "bare"] {
        folder.run(&["build", "--only", "flowcharts", &format!("{name}.md")]).ended(0);
        assert!(folder.path().join(format!("output/{name}/flowcharts.pdf")).is_file(), "{name}");
    }
}

/// The boxes and lines of every chart of a file, without their places.
fn charts(path: &Path) -> Vec<String> {
    let read = rulepress::read_book(path).expect("it can be read");
    let charts = read.book.blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Code(code) if code.language == "mermaid" => {
            rulepress::flowchart::parse_chart(&code.text).0
        }
        _ => None,
    });
    charts.map(|chart| rulepress::flowchart::print_chart(&chart)).collect()
}

/// The output is read by nobody, as behind `| head`: the work is done all the same, with the same
/// exit code.
#[test]
fn closed_streams() {
    let folder = Folder::with("cli-closed", "good.md", GOOD);
    folder.write("error.md", format!("{GOOD}\n{{=nowhere}}\n").repeat(50));
    let closed = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
        command.current_dir(folder.path()).args(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().expect("it ends").code()
    };
    for arguments in [
        ["check", "error.md", "--format", "json"].as_slice(),
        &["check", "error.md"],
        &["dump", "document", "good.md"],
        &["dump", "pages", "good.md"],
        &["build", "good.md"],
        &["build", "nowhere.md"],
    ] {
        let read = folder.run(arguments);
        let _ = std::fs::remove_dir_all(folder.path().join("output"));
        assert_eq!(closed(arguments), read.code, "{arguments:?}");
        assert_eq!(
            folder.path().join("output/good/rulebook.pdf").is_file(),
            arguments == ["build", "good.md"]
        );
    }
}
