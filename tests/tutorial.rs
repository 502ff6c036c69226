//! docs/tutorial.md as its readers follow it: every command in it is run, every file in it is
//! written, and the output that it shows is printed.

use std::path::Path;

use crate::common::{Folder, root, rulepress};

#[test]
fn the_tutorial_can_be_followed() {
    let text = std::fs::read_to_string(root().join("docs/tutorial.md")).expect("it is there");
    let folder = Folder::new("tutorial");
    let blocks = fenced_blocks(&text);
    for block in &blocks {
        block.follow(folder.path());
    }
    let commands = blocks.iter().filter(|block| block.info == "console").count();
    assert!(commands > 8, "only {commands} blocks of the tutorial were found");
}

/// A fenced block of the tutorial.
struct Block<'t> {
    /// `console`, or a kind of file and its path: `diff moon-garden/book.toml`.
    info: &'t str,
    lines: Vec<&'t str>,
}

fn fenced_blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        match (line.strip_prefix("````"), is_open) {
            (Some(info), false) => blocks.push(Block { info, lines: Vec::new() }),
            (Some(_), true) => {}
            (None, true) => blocks.last_mut().expect("one is open").lines.push(line),
            (None, false) => assert!(!line.starts_with("```"), "write ```` around `{line}`"),
        }
        is_open ^= line.starts_with("````");
    }
    blocks
}

impl Block<'_> {
    /// Follows the tutorial like a reader.
    fn follow(&self, folder: &Path) {
        match self.info.split_once(' ') {
            None if self.info == "console" => self.run(folder),
            Some(("diff", file)) => self.change(&folder.join(file)),
            Some((_, file)) => self.add(&folder.join(file)),
            None => panic!("what is a reader to do with a block `{}`?", self.info),
        }
    }

    /// Runs each command, and looks for each line below it in its output.
    fn run(&self, folder: &Path) {
        let starts: Vec<usize> =
            (0..self.lines.len()).filter(|nth| self.lines[*nth].starts_with("$ ")).collect();
        assert_eq!(starts.first(), Some(&0), "a block begins with a command: {:?}", self.lines);
        for (nth, start) in starts.iter().enumerate() {
            let end = starts.get(nth + 1).copied().unwrap_or(self.lines.len());
            let words = shell_words(&self.lines[*start][2..]);
            let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            assert_eq!(words.first().map(String::as_str), Some("rulepress"));
            let ran = rulepress(folder, &arguments);
            let printed = format!("{}{}", ran.stdout, ran.stderr);
            let expected = &self.lines[start + 1..end];
            // A play that was not accepted yet ends with 3.
            assert!(matches!(ran.code, Some(0 | 3)), "{}\n{printed}", self.lines[*start]);
            for line in expected.iter().filter(|line| !line.is_empty() && **line != "...") {
                let is_there = printed.lines().any(|known| known.contains(line.trim()));
                assert!(is_there, "{} does not print `{line}`:\n{printed}", self.lines[*start]);
            }
        }
    }

    /// Takes the lines with `-` out of a file and puts those with `+` in their place.
    fn change(&self, file: &Path) {
        let with = |signs: [char; 2]| -> String {
            let lines = self.lines.iter().filter(|line| line.starts_with(signs));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (with([' ', '-']), with([' ', '+']));
        let text = std::fs::read_to_string(file).expect("the file is there");
        assert_eq!(text.matches(&old).count(), 1, "{} holds not once:\n{old}", file.display());
        std::fs::write(file, text.replace(&old, &new)).expect("it can be written");
    }

    /// Writes a new file, or adds to the end of one.
    fn add(&self, file: &Path) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(file, text + &lines).expect("it can be written");
    }
}

/// The words of a command; single quotes hold one together.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
