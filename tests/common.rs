//! The place of the real documents, and the pages of a book.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rulepress::diagnostic::Findings;
use rulepress::document;
use rulepress::engine::trace::{Act, Outcome, Trace};
use rulepress::example::folder;
use rulepress::example::game::{self, BookLocation, PlayableBook};
use rulepress::example::session::{Session, SessionTable};
use rulepress::pipeline::{self, LoadedBook, PrintableBook};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::{self, inspect::TextRun};
use rulepress::rules::executor::Resident;
use rulepress::source::Sources;
use serde_json::Value;
use typst_layout::PagedDocument;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_rulepress");

/// The root of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of other people's documents, which is beside the project and no part of it. A clone
/// on its own has none: the test says so and passes without them, but if `RULEPRESS_NEEDS_SEEDS` is
/// set it fails.
pub(crate) fn seeds() -> Option<PathBuf> {
    let seeds = root().join("../shared/seeds");
    if seeds.is_dir() {
        return Some(seeds);
    }
    let absent = format!("the folder {} is absent", seeds.display());
    assert!(std::env::var_os("RULEPRESS_NEEDS_SEEDS").is_none(), "{absent}");
    report_left_out(&absent);
    None
}

/// One of these documents.
pub(crate) fn seed(name: &str) -> Option<PathBuf> {
    seeds().map(|folder| folder.join(name))
}

/// Runs a command on one of these documents by the rules of the book that is based on it, with the
/// bindings that the book has for it.
pub(crate) fn run_by_rules(command: &[&str], document: &str, book: &str) -> Option<Ran> {
    let path = |path: PathBuf| path.to_string_lossy().into_owned();
    let text = path(seed(document)?);
    let book = root().join("content").join(book);
    let name = Path::new(document).file_stem().unwrap_or_default().to_string_lossy();
    let bindings = path(book.join("bindings").join(format!("{name}.toml")));
    let folder = Folder::new(&format!("{name}-{}", command[0]));
    let own = [&text, "--rules", &path(book), "--bindings", &bindings];
    let arguments: Vec<&str> = command.iter().copied().chain(own).collect();
    Some(rulepress(folder.path(), &arguments))
}

/// The texts of the twelve charts in the document of flowcharts, cut out at their fences.
pub(crate) fn seed_charts() -> Option<Vec<String>> {
    let text = std::fs::read_to_string(seed("grand-archive-flowcharts.md")?)
        .expect("the document can be read");
    let blocks = text.split("```mermaid\n").skip(1);
    Some(blocks.map(|block| block.split("```").next().unwrap_or(block).to_owned()).collect())
}

/// Says once for each test that it leaves something out. `eprintln!` would be captured; a write to
/// the stream itself is seen.
fn report_left_out(why: &str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test").to_owned();
    let line = format!("LEFT OUT: {test} leaves out what needs real documents: {why}\n");
    if REPORTED.lock().expect("no thread panics here").insert(test) {
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// The five documents.
pub(crate) const SEEDS: [&str; 5] = [
    "wind-lorraine-automa.md",
    "automated-emperor.html",
    "gaia-project-automa.md",
    "gazer.md",
    "grand-archive-flowcharts.md",
];

/// The books of `content/`.
pub(crate) fn books() -> Vec<PathBuf> {
    let mut books: Vec<PathBuf> = std::fs::read_dir(root().join("content"))
        .expect("content/ is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.join("book.toml").is_file())
        .collect();
    books.sort();
    books
}

/// True if everything is tested: every book on every paper, and every size. A daily run takes a
/// sample of them.
pub(crate) fn is_night() -> bool {
    std::env::var_os("RULEPRESS_NIGHT").is_some()
}

/// Books whose every paper and theme is tested: the two that differ most by day, all of them at night.
pub(crate) fn sampled_books() -> Vec<PathBuf> {
    let sample = ["imperial-assault", "wind-lorraine"];
    books()
        .into_iter()
        .filter(|path| is_night() || sample.iter().any(|name| path.ends_with(name)))
        .collect()
}

/// A book as read, and every run of text on its pages.
pub(crate) struct Laid {
    pub read: PrintableBook,
    pub pages: typst_layout::PagedDocument,
    pub runs: Vec<TextRun>,
}

/// The pages of the rulebook of a book that was read.
pub(crate) fn rulebook_pages(read: &PrintableBook, paper: &str) -> PagedDocument {
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let pages = typeset_rulebook(&read.book, paper, &look, &read.sources, &mut findings);
    pages.unwrap_or_else(|| panic!("it cannot be set: {findings:?}"))
}

/// Reads the book at `path`, which can be read.
pub(crate) fn read_book(path: &Path) -> PrintableBook {
    rulepress::read_book(path).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()))
}

/// Lays out the book or text at `path`.
pub(crate) fn lay(path: &Path, paper: &str) -> Laid {
    lay_with(path, paper, &PageLook::default())
}

/// One of our own books on A5 or A4, which many tests read: it is played and laid out once.
pub(crate) fn laid_book(path: &Path, paper: &str) -> Arc<Laid> {
    type Kept = Mutex<BTreeMap<(PathBuf, String), Arc<OnceLock<Arc<Laid>>>>>;
    static KEPT: Kept = Mutex::new(BTreeMap::new());
    let place = {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry((path.to_path_buf(), paper.to_owned())).or_default().clone()
    };
    place.get_or_init(|| Arc::new(lay(path, paper))).clone()
}

/// Lays out the book or text at `path` with another look.
pub(crate) fn lay_with(path: &Path, paper: &str, look: &PageLook) -> Laid {
    let mut read = read_book(path);
    let pages = typeset_rulebook(&read.book, paper, look, &read.sources, &mut read.findings);
    let pages = pages.unwrap_or_else(|| {
        panic!(
            "{}: {}",
            path.display(),
            rulepress::diagnostic::findings_text(&read.findings, &read.sources, false)
        )
    });
    let runs = press::inspect::text_runs(&pages);
    Laid { read, pages, runs }
}

/// Fails where a text lacks one of these words.
#[track_caller]
pub(crate) fn has_all(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no `{word}`: {text}");
    }
}

/// Fails where a text has one of these words.
#[track_caller]
pub(crate) fn has_none(text: &str, words: &[&str]) {
    for word in words {
        assert!(!text.contains(word), "`{word}`: {text}");
    }
}

/// Compares `actual` with the golden at `path`; `BLESS=1` writes it. Returns the difference, if
/// there is one.
pub(crate) fn golden(path: &Path, actual: &str) -> Option<String> {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, actual).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return None;
    }
    let accepted = std::fs::read_to_string(path).unwrap_or_default();
    if accepted == actual {
        return None;
    }
    let line = accepted.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    let of = |text: &str| text.lines().nth(line).unwrap_or("(its end)").to_owned();
    Some(format!(
        "{}:{}: accepted `{}`, found `{}`",
        path.display(),
        line + 1,
        of(&accepted),
        of(actual)
    ))
}

/// The cases in a folder below `tests/cases`: every file or folder that is no golden, by name; an
/// orphan golden fails.
pub(crate) fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = root().join("tests/cases").join(folder);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    let (goldens, cases): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| path.extension().is_some_and(|e| e == "txt"));
    for golden in goldens {
        let has_case = cases.iter().any(|case| case.with_extension("txt") == golden);
        assert!(has_case, "{} belongs to no case", golden.display());
    }
    cases
}

/// A book of `content/` at which a game is played.
pub(crate) struct SeatedBook {
    pub loaded: LoadedBook,
    pub rules: Resident,
    pub session: Session,
}

impl SeatedBook {
    pub(crate) fn of(book: &str) -> Self {
        let path = root().join("content").join(book);
        let loaded = pipeline::load(&BookLocation::of(&path)).expect("the book is there");
        let rules = Resident::of(&loaded.rules.as_ref().expect("it can be played").program);
        Self { loaded, rules, session: Session::default() }
    }

    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.ask_line(&request.to_string())
    }

    pub(crate) fn ask_line(&mut self, request: &str) -> Value {
        let game = self.loaded.rules.as_ref().expect("it can be played");
        let table = SessionTable {
            book: game.context(&self.loaded.sources),
            executor: &self.rules,
            rule: None,
            scenario: None,
        };
        let reply = self.session.reply(request, &table);
        assert!(!reply.contains('\n'), "a reply is one line");
        serde_json::from_str(&reply).expect("a reply is JSON")
    }

    /// Asks where nothing is wrong.
    pub(crate) fn done(&mut self, request: &Value) -> Value {
        let reply = self.ask(request);
        assert!(reply["error"].is_null(), "{request}: {}", reply["error"]);
        reply
    }
}

/// A game of `content/` with its examples and its positions.
pub(crate) fn game_with_positions(name: &str) -> (Sources, PlayableBook) {
    let path = root().join("content").join(name);
    let mut findings = Findings::default();
    let (mut sources, manuscript) =
        document::load(&path, &mut findings).expect("the book is there");
    let mut game =
        game::load_game(&manuscript, &mut sources, &BookLocation::of(&path), &mut findings)
            .expect("it can be played");
    assert!(!game.files.is_empty(), "{name} has examples");
    let positions = root().join("tests/cases/positions").join(name);
    game.files.extend(folder::read_scenarios(&positions, &mut sources, &mut findings));
    (sources, game)
}

/// The names and numbers of every note of a play that ends well.
pub(crate) fn notes_of(trace: &Trace) -> Vec<String> {
    assert_eq!(trace.outcome, Outcome::Finished);
    let note = |act: &Act| match act {
        Act::Note { things, numbers } => {
            let names = things.iter().map(|thing| thing.name.clone());
            Some(names.chain(numbers.iter().map(i64::to_string)).collect::<Vec<_>>().join(" "))
        }
        _ => None,
    };
    trace.records.iter().filter_map(|record| note(&record.act)).collect()
}

/// The words of the fault that a play ends with.
pub(crate) fn fault_of(trace: Trace) -> String {
    match trace.outcome {
        Outcome::Fault(fault) => fault.message,
        other => panic!("{other:?}"),
    }
}

/// A command, its output on both streams, and its exit code.
pub(crate) struct Ran {
    command: String,
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Requirements of a run, one after the other; a failure shows the command and its output.
impl Ran {
    /// The data that it printed.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}: {}", self.command, self.stdout))
    }

    /// Ended with `code`.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}: {}{}", self.command, self.stdout, self.stderr);
        self
    }

    /// Told `words` on the second stream.
    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Self {
        assert!(self.stderr.contains(words), "{}: no `{words}`: {}", self.command, self.stderr);
        self
    }

    /// Told no `words` on the second stream.
    #[track_caller]
    pub(crate) fn never_says(self, words: &str) -> Self {
        assert!(!self.stderr.contains(words), "{}: `{words}`: {}", self.command, self.stderr);
        self
    }

    /// Printed `words` on the first stream.
    #[track_caller]
    pub(crate) fn prints(self, words: &str) -> Self {
        assert!(self.stdout.contains(words), "{}: no `{words}`: {}", self.command, self.stdout);
        self
    }

    /// Printed no `words` on the first stream.
    #[track_caller]
    pub(crate) fn never_prints(self, words: &str) -> Self {
        assert!(!self.stdout.contains(words), "{}: `{words}`: {}", self.command, self.stdout);
        self
    }
}

/// Runs the command in `folder`, for somebody who has no settings.
pub(crate) fn rulepress(folder: &Path, arguments: &[&str]) -> Ran {
    rulepress_with(folder, &root().join("tests/no-settings"), arguments)
}

/// Runs the command in `folder` for somebody whose settings lie in another one.
pub(crate) fn rulepress_with(folder: &Path, settings: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(PROGRAM);
    run_command(command.current_dir(folder).env("RULEPRESS_CONFIG", settings).args(arguments))
}

/// Runs the command in `folder` under a limit of memory, in KiB, and of time, in seconds of work, so
/// that a busy machine changes nothing; only Linux has both.
pub(crate) fn rulepress_limited(
    folder: &Path,
    arguments: &[&str],
    memory: u64,
    seconds: u64,
) -> Ran {
    if !cfg!(target_os = "linux") {
        return rulepress(folder, arguments);
    }
    let script = format!(
        "ulimit -v {memory} && ulimit -t {seconds} && exec timeout {} \"$0\" \"$@\"",
        10 * seconds
    );
    run_command(
        Command::new("sh").current_dir(folder).args(["-c", &script, PROGRAM]).args(arguments),
    )
}

fn run_command(command: &mut Command) -> Ran {
    let output = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| with_slashes(String::from_utf8(bytes).expect("it prints UTF-8"));
    Ran {
        command: format!("{command:?}"),
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Runs git in `folder` for a user without a name, and returns its output.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"];
    let ran = Command::new("git").current_dir(folder).args(who).args(arguments).output();
    let ran = ran.expect("git starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).trim().to_owned()
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.expect("kill starts").success(), "{process} has ended");
}

/// Returns output with its paths as Linux and macOS print them.
fn with_slashes(text: String) -> String {
    let is_json = text.starts_with(['{', '[']);
    match (cfg!(windows), is_json) {
        (false, _) => text,
        (true, true) => text.replace("\\\\", "/"),
        (true, false) => text.replace('\\', "/"),
    }
}

/// The temporary files of the program that lie below a folder.
pub(crate) fn temporaries(folder: &Path) -> Vec<String> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let names = files.filter_map(|entry| {
        let path = entry.path().strip_prefix(folder).ok()?.to_str()?.to_owned();
        entry.file_name().to_str()?.starts_with(".rulepress-").then_some(path)
    });
    names.collect()
}

/// A folder of a test's own below the build folder, empty at first and gone at the end.
pub(crate) struct Folder(PathBuf);

/// The folders that tests have now.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

impl Folder {
    /// The folder `name`, which no other test uses.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let is_free = FOLDERS.lock().is_ok_and(|mut folders| folders.insert(path.clone()));
        assert!(is_free, "two tests use the folder {name}");
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(path)
    }

    /// The folder `name` with a file.
    pub(crate) fn with(name: &str, file: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new(name);
        folder.write(file, content);
        folder
    }

    /// A folder with copies of folders of the project, as a project of its own.
    pub(crate) fn project(name: &str, folders: &[&str]) -> Self {
        let folder = Self::new(name);
        folders.iter().for_each(|from| folder.copy(&root().join(from), from));
        folder
    }

    /// Copies all files of a folder into one below it.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        let files = walkdir::WalkDir::new(from).into_iter().flatten();
        for file in files.filter(|entry| entry.file_type().is_file()) {
            let below = file.path().strip_prefix(from).expect("it is below");
            let bytes = std::fs::read(file.path()).expect("it can be read");
            self.write(&format!("{to}/{}", below.display()), bytes);
        }
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Runs the command in it, for somebody who has no settings.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        rulepress(&self.0, arguments)
    }

    /// The bytes of a file below it.
    pub(crate) fn bytes(&self, file: impl AsRef<Path>) -> Vec<u8> {
        let path = self.0.join(file);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Reads a file below it.
    pub(crate) fn text(&self, file: impl AsRef<Path>) -> String {
        let path = self.0.join(file);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Reads a book below it.
    pub(crate) fn book(&self, path: impl AsRef<Path>) -> PrintableBook {
        read_book(&self.0.join(path))
    }

    /// Writes a file below it.
    pub(crate) fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(file);
        std::fs::create_dir_all(path.parent().expect("it is below a folder"))
            .expect("a folder can be made");
        std::fs::write(&path, content)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        if let Ok(mut folders) = FOLDERS.lock() {
            folders.remove(&self.0);
        }
    }
}
