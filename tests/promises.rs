//! docs/promises.md: every test that it names exists, every figure is that of the program; and the
//! promises that no other test holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::common::{Folder, root};

/// The page.
fn page() -> String {
    std::fs::read_to_string(root().join("docs/promises.md")).expect("the page is there")
}

/// Returns the texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

#[test]
fn tests_are_there() {
    let page = page();
    let named: Vec<&str> = quoted(&page).filter(|name| name.contains("::")).collect();
    assert!(named.len() > 20, "the page names {} tests", named.len());
    let lost: Vec<&&str> = named.iter().filter(|name| !is_test(name)).collect();
    assert!(lost.is_empty(), "docs/promises.md names tests that do not exist: {lost:?}");
    for row in page.lines().filter(|line| line.starts_with('|') && line.ends_with("test |")) {
        assert_eq!(row, "| promise | test |");
    }
}

/// True if `file::test` is a test.
pub(crate) fn is_test(name: &str) -> bool {
    let Some((file, test)) = name.rsplit_once("::") else { return false };
    let path = root().join("tests").join(file.replace("::", "/")).with_extension("rs");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.replace("#[cfg(unix)]\n", "").contains(&format!("#[test]\nfn {test}()"))
}

/// Every promise has its test.
#[test]
fn promises_have_tests() {
    let page = page();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 3);
    for row in rows.filter(|row| *row != "| promise | test |") {
        assert!(quoted(row).any(is_test), "no test holds: {row}");
    }
}

#[test]
fn figures_are_those_of_the_program() {
    let page = page();
    let rows = page.lines().filter(|line| {
        line.starts_with("| ") && (line.contains("` in `src/") || line.contains("` in `crates/"))
    });
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, what, figure, constant, _] = cells[..] else { panic!("{row}") };
        let names: Vec<&str> = quoted(constant).collect();
        let [name, file] = names[..] else { panic!("{row}") };
        let known = constants(&root().join(file));
        let value = known.get(name).unwrap_or_else(|| panic!("{file} has no number {name}"));
        assert_eq!(figure_value(figure), Some(*value), "{what}: {name} in {file}");
        count += 1;
    }
    assert!(count > 20, "{count} figures");
}

/// "1 000", "4 MiB"
fn figure_value(figure: &str) -> Option<u64> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let unit = units.into_iter().find(|(unit, _)| figure.ends_with(unit));
    let digits = figure.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
    let number: u64 = digits.replace(' ', "").parse().ok()?;
    Some(number << unit.map_or(0, |(_, bits)| bits))
}

/// The whole numbers among the constants of a file, by name; the first of each name counts.
fn constants(file: &Path) -> BTreeMap<String, u64> {
    let text =
        std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    // Other files use the limits of texts.
    let limits = root().join("crates/base/src/text/root.rs");
    let mut known = if file == limits { BTreeMap::new() } else { constants(&limits) };
    known.retain(|name, _| !text.contains(&format!("const {name}: ")));
    for line in text.lines() {
        let Some((_, rest)) = line.split_once("const ") else { continue };
        let Some((name, rest)) = rest.split_once(": ") else { continue };
        let Some((_, value)) = rest.split_once(" = ") else { continue };
        if let Some(value) = product(value.trim_end_matches(';'), &known) {
            known.entry(name.to_owned()).or_insert(value);
        }
    }
    known
}

/// `4 << 20`, `4 * MAX_TEXT`, `1_000`
fn product(text: &str, known: &BTreeMap<String, u64>) -> Option<u64> {
    if let Some((left, right)) = text.split_once(" << ") {
        return Some(product(left, known)? << product(right, known)?);
    }
    if let Some((left, right)) = text.split_once(" * ") {
        return Some(product(left, known)? * product(right, known)?);
    }
    known.get(text).copied().or_else(|| text.replace('_', "").parse().ok())
}

/// The source files of the program, and which of these words are in each.
fn files_with(words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let walk = |folder| WalkDir::new(root().join(folder)).sort_by_file_name();
    for entry in ["crates", "src"].into_iter().flat_map(walk) {
        let path = entry.expect("the sources can be listed").into_path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if words.iter().any(|word| text.contains(word)) {
            let below = path.strip_prefix(root()).expect("it lies below the root");
            found.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
    found
}

#[test]
fn no_network() {
    let found = files_with(&["std::net", "TcpStream", "TcpListener", "UdpSocket", "tiny_http"]);
    assert_eq!(found, ["src/preview/server.rs"], "only the preview of `watch` listens");
    // `mio` waits for changes of files; its part for the network is not linked.
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("it is there");
    for name in
        ["ureq", "reqwest", "hyper", "curl", "rustls", "native-tls", "openssl", "tokio", "socket2"]
    {
        assert!(!lock.contains(&format!("name = \"{name}\"")), "{name} could open connections");
    }
}

#[test]
fn few_files_start_processes() {
    let found = files_with(&["Command::new("]);
    let known = [
        "crates/rules/src/executor/running_child.rs",
        "src/cli/doctor.rs",
        "src/cli/repository.rs",
        "src/cli/review/editor.rs",
        "src/cli/work/supervisor.rs",
    ];
    assert_eq!(found, known);
    assert_eq!(files_with(&["open::that"]), ["src/cli/open.rs"]);
}

#[test]
fn one_module_writes() {
    let words = [
        "fs::write",
        "File::create",
        "OpenOptions",
        "create_dir",
        "fs::rename",
        "fs::copy",
        "remove_file",
        "remove_dir",
        "hard_link",
    ];
    let known = ["games_file.rs", "job_files.rs", "leftovers.rs", "replace.rs"];
    let known =
        known.map(|part| format!("write/{part}")).into_iter().chain(["write.rs".to_owned()]);
    assert_eq!(files_with(&words), known.map(|file| format!("src/cli/{file}")).collect::<Vec<_>>());
}

/// A book that can be played, a folder beside it, and a profile elsewhere.
fn strange_folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let prose = "# Game\n\n## Turn {#turn}\n\n> [!BRIEF]\n> Draw.\n\nDraw a card.\n\n```mermaid\ngraph TD\nA --> B\n```\n";
    folder.write("book/game.md", prose);
    folder.write("book/book.toml", "title = \"Game\"\nsources = [\"game.md\"]\ndata = [\"cards.csv\"]\n\n[deck.main]\ndata = \"cards.csv\"\nname = \"Card\"\n");
    folder.write("book/cards.csv", "Card,Cost\nAce,1\n");
    folder.write("book/sheet.md", "![[#turn]]\n");
    folder.write("book/cards.md", "![[#turn]]\n");
    folder.write("book/rules/x.star", "#@ #turn\ndef turn():\n    pass\n");
    folder.write("book/examples/y.toml", "title = \"One\"\nplay = \"#turn\"\nafter = \"#turn\"\n");
    let profile =
        std::fs::read(root().join("crates/press/profiles/home-a4.toml")).expect("it is there");
    folder.write("elsewhere/mine.toml", profile);
    folder.write("elsewhere/z.toml", "title = \"Two\"\nplay = \"#turn\"\n");
    folder
}

/// Returns all files below a folder, with their content.
fn files_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    files
        .map(|file| (file.path().to_owned(), std::fs::read(file.path()).expect("it can be read")))
        .collect()
}

#[test]
fn asking_writes_nothing() {
    let folder = strange_folder("promises-asking");
    let before = files_below(folder.path());
    let asked: [&[&str]; 11] = [
        &["check", "book"],
        &["check", "book", "--format", "json"],
        &["dump", "pages", "book"],
        &["play", "book/examples/y.toml"],
        &["play", "book/examples/y.toml", "--format", "html"],
        &["simulate", "book", "--play", "#turn", "--games", "3"],
        &["coverage", "book"],
        &["gaps", "book", "--play", "#turn", "--games", "3"],
        &["find", "#turn", "book"],
        &["review", "book"],
        &["review", "book", "--format", "json"],
    ];
    for arguments in asked {
        let ran = folder.run(arguments);
        assert_ne!(ran.code, Some(2), "{arguments:?}: {}", ran.stderr);
        assert_eq!(files_below(folder.path()), before, "{arguments:?} wrote something");
    }
}

#[test]
fn outputs_lie_in_their_folder() {
    let folder = strange_folder("promises-outputs");
    let before = files_below(folder.path());
    for (out, arguments) in [
        ("output", vec!["build", "book"]),
        ("made", vec!["build", "book", "-o", "made"]),
        ("made", vec!["build", "book", "-o", "made", "--profile", "home-a4"]),
        ("made", vec!["build", "book", "-o", "made", "--only", "web"]),
    ] {
        folder.run(&arguments).ended(0);
        let mut after = files_below(folder.path());
        let count = after.len();
        after.retain(|path, _| !path.starts_with(folder.path().join(out)));
        assert!(after.len() < count, "{arguments:?} made nothing");
        assert_eq!(after, before, "{arguments:?}");
        std::fs::remove_dir_all(folder.path().join(out)).expect("it can be removed");
    }
}

#[test]
fn what_is_named_is_read() {
    let folder = strange_folder("promises-named");
    let asked: [&[&str]; 2] = [
        &["build", "book", "--only", "cards", "--profile", "elsewhere/mine.toml"],
        &["build", "book/game.md", "--only", "rulebook", "-o", "made"],
    ];
    for arguments in asked {
        let ran = folder.run(arguments).ended(0);
        assert!(!ran.stdout.is_empty(), "{arguments:?} made nothing");
    }
}
