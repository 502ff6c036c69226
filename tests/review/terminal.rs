//! The review in a terminal, which script(1) provides. The tests wait for output, never for a time.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{change_number, change_words, files, garden, run};
use crate::common::{Folder, has_all, root, temporaries};

/// Longest wait for the output of a review.
const PATIENCE: Duration = Duration::from_secs(90);
const PROMPT: &str = "help ?: ";

/// A review that runs in a terminal.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    said: Arc<Mutex<String>>,
    /// Length of the output that was already read.
    seen: usize,
}

impl Terminal {
    fn start(folder: &Folder, before: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_rulepress");
        let line = format!("{before} exec '{program}' review moon");
        let mut command = Command::new("script");
        command.args(["-qefc", &line, "/dev/null"]).current_dir(folder.path());
        command.env("RULEPRESS_CONFIG", root().join("tests/no-settings")).env("NO_COLOR", "1");
        command
            .env_remove("VISUAL")
            .env_remove("EDITOR")
            .env("TERM", "xterm")
            .env("SHELL", "/bin/sh");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("script(1) of util-linux is there");
        let mut output = child.stdout.take().expect("it is piped");
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            let mut bytes = [0; 4_096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).replace('\r', "");
                heard.lock().expect("no thread panics here").push_str(&text);
            }
        });
        let keys = child.stdin.take().expect("it is piped");
        Self { child, keys, said, seen: 0 }
    }

    /// Returns the output since the last call, up to these words.
    fn until(&mut self, words: &str) -> String {
        let begin = Instant::now();
        loop {
            let said = self.said.lock().expect("no thread panics here").clone();
            if let Some(at) = said[self.seen..].find(words) {
                let end = self.seen + at + words.len();
                let new = said[self.seen..end].to_owned();
                self.seen = end;
                return new;
            }
            assert!(begin.elapsed() < PATIENCE, "waits for `{words}`: {said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn press(&mut self, key: &str) {
        self.keys.write_all(key.as_bytes()).and_then(|()| self.keys.flush()).expect("it reads");
    }

    /// Waits for a question, presses a key and returns the output before it.
    fn answer(&mut self, key: &str) -> String {
        let shown = self.until(PROMPT);
        self.press(key);
        shown
    }

    /// Returns the output until the end, and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        let status = self.child.wait().expect("it ends");
        std::thread::sleep(Duration::from_millis(100));
        let said = self.said.lock().expect("no thread panics here").clone();
        (said[self.seen..].to_owned(), status.code())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A value and the words of a rule changed.
fn changed_garden(name: &str) -> Folder {
    let folder = garden(name);
    change_number(&folder);
    change_words(&folder);
    folder
}

/// Each key works as described: accepted changes are written at once, rejected ones are listed.
#[test]
fn each_key() {
    let folder = changed_garden("review-keys");
    let (owl, quiet) = ("moon/examples/owl.trace", "moon/examples/quiet.trace");
    let before = [owl, quiet, "moon/rules.lock"].map(|file| folder.text(file));
    let mut terminal = Terminal::start(&folder, "");
    let shown = terminal.answer("?");
    let value = shown.find("value enough 6 -> 8").expect("the cause is told");
    assert!(value < shown.find("(1 of 4) example owl").expect("the item follows"), "{shown}");
    assert!(shown.contains("=>                                       | 9. Ann"), "{shown}");
    assert!(terminal.answer("x").contains("take the last decision back"));
    assert!(terminal.answer("a").contains("? shows what each does"));
    let shown = terminal.answer("u");
    has_all(&shown, &["accepted moon/examples/owl.trace\n", "(2 of 4) example quiet"]);
    let shown = terminal.until(PROMPT);
    assert!(shown.contains("back\n") && shown.contains("(1 of 4) example owl"), "{shown}");
    assert_eq!(folder.text(owl), before[0], "what was written is taken back");
    terminal.press("a");
    let shown = terminal.until(PROMPT);
    assert!(shown.contains("(2 of 4)"), "{shown}");
    assert_ne!(folder.text(owl), before[0], "it is written before anything else is asked");
    terminal.press("r");
    let shown = terminal.answer("o");
    assert!(shown.contains("rejected\n") && shown.contains("rule 2 Your turn reworded"), "{shown}");
    let shown = terminal.answer("s");
    assert!(shown.contains("change moon/02-turn.md:14 by hand"), "{shown}");
    terminal.answer("q");
    let (end, code) = terminal.end();
    assert!(end.contains("1 accepted, 1 rejected, 2 left\n"), "{end}");
    let rejected = "moon/examples/quiet.toml:1: the example `quiet` stays stale: change the rule (02-turn.md:43) or the scenario\n";
    assert!(end.contains(rejected), "{end}");
    assert_eq!(code, Some(1));
    assert_eq!(folder.text(quiet), before[1]);
    assert_eq!(folder.text("moon/rules.lock"), before[2]);
}

/// All of a cause is accepted once all of it was shown; when nothing is left, all is recorded.
#[test]
fn all_of_a_cause() {
    let folder = changed_garden("review-all");
    let mut terminal = Terminal::start(&folder, "");
    terminal.answer("A");
    let shown = terminal.until("yes y, no n: ");
    has_all(&shown, &["(2 of 4) example quiet", "Accept all 2 of this cause?"]);
    terminal.press("n");
    terminal.answer("A");
    terminal.until("yes y, no n: ");
    terminal.press("y");
    let shown = terminal.answer("a");
    assert!(shown.contains("accepted moon/examples/quiet.trace"), "{shown}");
    terminal.answer("a");
    let (end, code) = terminal.end();
    assert!(end.contains("4 accepted, 0 rejected, 0 left\n"), "{end}");
    assert_eq!(code, Some(0));
    assert!(folder.text("moon/rules.lock").contains("=enough  8\n"));
    let ran = run(&folder, &["review", "moon"]);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("Moon: everything is as it was accepted\n", Some(0))
    );
    assert_eq!(run(&folder, &["accept", "moon"]).stdout, "0 examples accepted, 2 unchanged\n");
}

/// An example with an unmet expectation cannot be accepted, not even with all of its cause.
#[test]
fn unmet_expectations_stay() {
    let folder = garden("review-terminal-unmet");
    let scenario = folder.text("moon/examples/quiet.toml");
    let expected = format!("{scenario}\n[expect]\nfacts = [\"ann.jar holds 2\"]\n");
    folder.write("moon/examples/quiet.toml", expected);
    assert_eq!(run(&folder, &["accept", "moon", "--all"]).code, Some(0));
    change_number(&folder);
    let before = folder.text("moon/examples/quiet.trace");
    let mut terminal = Terminal::start(&folder, "");
    terminal.answer("s");
    let shown = terminal.answer("a");
    assert!(shown.contains("  cannot be accepted: "), "{shown}");
    let shown = terminal.answer("A");
    assert!(shown.contains("A quiet turn cannot be accepted: "), "{shown}");
    terminal.until("yes y, no n: ");
    terminal.press("y");
    let (end, code) = terminal.end();
    assert!(end.contains("0 accepted, 0 rejected, 2 left\n"), "{end}");
    assert_eq!(code, Some(1));
    assert_eq!(folder.text("moon/examples/quiet.trace"), before);
}

/// Killing the program loses nothing that was accepted; the next review asks about the rest.
#[test]
fn killed_in_between() {
    let folder = changed_garden("review-killed");
    let pid = "echo pid=$$;";
    let mut terminal = Terminal::start(&folder, pid);
    terminal.until("pid=");
    let pid = terminal.until("\n").trim().to_owned();
    terminal.answer("a");
    terminal.until(PROMPT);
    let killed = Command::new("kill").args(["-KILL", &pid]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    drop(terminal.end());
    assert_eq!(temporaries(folder.path()), [""; 0]);
    let ran = run(&folder, &["review", "moon"]);
    has_all(&ran.stdout, &["Moon: 1 example and 2 rules wait", "changes 1 example: quiet"]);
}

/// A wide terminal is used; a book that changes meanwhile is read again before anything is accepted.
#[test]
fn a_book_that_changes_meanwhile() {
    let folder = changed_garden("review-meanwhile");
    let mut terminal = Terminal::start(&folder, "stty rows 40 cols 120;");
    let shown = terminal.until(PROMPT);
    assert!(shown.contains("12. Comet, Lantern and Spark go into the jar."), "{shown}");
    let before = files(&folder);
    let text = folder.text("moon/02-turn.md");
    folder.write("moon/02-turn.md", text.replace("[8]{=enough}", "[6]{=enough}"));
    terminal.press("a");
    let shown = terminal.answer("q");
    assert!(shown.contains("The book has changed in the meantime: it is read again."), "{shown}");
    assert!(shown.contains("Moon: 2 rules wait, 1 cause"), "{shown}");
    let (end, code) = terminal.end();
    assert!(end.contains("0 accepted, 0 rejected, 2 left\n") && code == Some(1), "{end}");
    folder.write("moon/02-turn.md", text);
    assert_eq!(files(&folder), before);
}

/// The place is opened by the editor that its author names.
#[test]
fn an_editor_opens_the_place() {
    let folder = changed_garden("review-editor");
    let text = folder.text("moon/02-turn.md").replace("[8]{=enough}", "[6]{=enough}");
    folder.write("good", text);
    folder.write("editor", "#!/bin/sh\necho \"$1 $2\" > opened\ncp good moon/02-turn.md\n");
    let mut terminal = Terminal::start(&folder, "export EDITOR='sh editor';");
    terminal.answer("o");
    let shown = terminal.answer("q");
    assert_eq!(folder.text("opened"), "+2 moon/examples/owl.toml\n");
    assert!(shown.contains("it is read again") && shown.contains("2 rules wait"), "{shown}");
    assert_eq!(terminal.end().1, Some(1));
}

/// A first acceptance that is taken back leaves no trace.
#[test]
fn a_first_acceptance_is_taken_back() {
    let folder = garden("review-first");
    folder.write("moon/examples/third.toml", "title = \"Third\"\nplay = \"#turn\"\nseed = 6\n");
    let before = files(&folder);
    let mut terminal = Terminal::start(&folder, "");
    let shown = terminal.until(PROMPT);
    assert!(shown.contains("new: never accepted\n\n(1 of 1) example third"), "{shown}");
    terminal.press("s");
    let (end, code) = terminal.end();
    assert!(end.contains("0 accepted, 0 rejected, 1 left\nleft: Third\n"), "{end}");
    assert_eq!((code, files(&folder)), (Some(1), before.clone()));
    change_words(&folder);
    let before = files(&folder);
    let mut terminal = Terminal::start(&folder, "");
    terminal.answer("s");
    terminal.answer("s");
    terminal.answer("r");
    drop(terminal.end());
    assert_eq!(files(&folder), before, "nothing is accepted unasked");
    super::change(&folder, "moon/02-turn.md", "lay the fireflies", "put the fireflies");
    folder.write("moon/examples/fourth.toml", "title = \"Fourth\"\nplay = \"#turn\"\nseed = 7\n");
    let before = files(&folder);
    let mut terminal = Terminal::start(&folder, "");
    terminal.answer("a");
    terminal.answer("u");
    let shown = terminal.answer("q");
    assert!(shown.contains("back\n"), "{shown}");
    assert_eq!(terminal.end().1, Some(1));
    assert_eq!(files(&folder), before, "the trace is gone again");
}
