//! Messages of a child to the process that started it, and printing: a child prints through its parent, every
//! other process on its own streams.

use std::fmt;
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use crate::cli::console::print_out;
use crate::cli::exit::Exit;
use crate::cli::verbosity::is_quiet;
use crate::preview::PreviewNews;
use base::diagnostic::FindingRecord;
use base::text::{path_words, shown_path};
use press::book::Book;
pub use rules::executor::{encode_message, send_message};

/// A message of a child.
#[derive(Debug, Serialize, Deserialize)]
pub enum WorkMessage {
    /// For standard output.
    Out(String),
    /// For standard error.
    Error(String),
    /// Findings as data.
    Records(Vec<FindingRecord>),
    /// Names of the outputs that it made.
    Made(Vec<String>),
    /// The outputs in work, such as `rulebook and sheet`.
    Stage(String),
    /// It is about to write a temporary file to this folder, whose path is given as bytes.
    Writing(Vec<u8>),
    /// It wrote this output; the path is given as bytes.
    Written(Vec<u8>),
    /// The last line about its book.
    Summary(String),
    /// It is about to print a book that brings templates of its own.
    Templates,
    /// The answer to an order about the shown book.
    Preview(PreviewNews),
    /// It is done, with this exit code.
    Ended(u8),
}

/// Connection to the process that started this one.
struct Parent {
    stream: Mutex<Stdout>,
    /// The streams of the parent that show colours.
    colours: StreamColours,
}

/// True for a stream that is a terminal whose user wants colours.
#[derive(Debug, Clone, Copy)]
pub struct StreamColours {
    pub output: bool,
    pub error: bool,
}

/// Set in a child.
static PARENT: OnceLock<Parent> = OnceLock::new();

/// Sends all later messages to the process that started this one.
pub fn speak_to_parent(colours: StreamColours) {
    let _ = PARENT.set(Parent { stream: Mutex::new(io::stdout()), colours });
}

impl Parent {
    /// Sends a message; ends the process if the parent is gone, because nobody wants the work.
    fn send(&self, message: &WorkMessage) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let sent =
            encode_message(message).and_then(|bytes| Ok(send_message(&mut *stream, &bytes)?));
        if sent.is_err() {
            std::process::exit(Exit::Errors.code().into());
        }
    }
}

/// Sends a message if this is a child.
pub fn tell_parent(message: &WorkMessage) {
    if let Some(parent) = PARENT.get() {
        parent.send(message);
    }
}

/// Sends the answer to an order about the shown book.
#[cfg(not(target_family = "wasm"))]
pub fn tell_preview(news: PreviewNews) {
    tell_parent(&WorkMessage::Preview(news));
}

/// Writes words to standard output.
pub fn say(words: fmt::Arguments<'_>) -> io::Result<()> {
    if let Some(parent) = PARENT.get() {
        parent.send(&WorkMessage::Out(words.to_string()));
        return Ok(());
    }
    let mut to = io::stdout().lock();
    to.write_fmt(words)?;
    to.flush()
}

/// Writes words to standard error; a failure is ignored.
pub fn tell_error(words: fmt::Arguments<'_>) {
    match PARENT.get() {
        Some(parent) => parent.send(&WorkMessage::Error(words.to_string())),
        None => drop(io::stderr().lock().write_fmt(words)),
    }
}

/// True if standard error is a terminal whose user wants colours.
pub fn wants_colour() -> bool {
    stream_colours().error
}

/// True if standard output is a terminal whose user wants colours.
pub fn wants_output_colour() -> bool {
    stream_colours().output
}

fn stream_colours() -> StreamColours {
    if let Some(parent) = PARENT.get() {
        return parent.colours;
    }
    let wanted = std::env::var_os("NO_COLOR").is_none();
    StreamColours {
        output: wanted && io::stdout().is_terminal(),
        error: wanted && io::stderr().is_terminal(),
    }
}

/// The outputs in work; several may be made side by side.
static STAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Shows a stage of the work in the progress bar, if there is one, until the returned value is dropped.
#[must_use]
pub fn show_stage(stage: &str) -> ShownStage {
    let mut stages = STAGES.lock().unwrap_or_else(PoisonError::into_inner);
    stages.push(stage.to_owned());
    tell_stages(&stages);
    ShownStage(stage.to_owned())
}

fn tell_stages(stages: &[String]) {
    if !stages.is_empty() {
        tell_parent(&WorkMessage::Stage(stages.join(" and ")));
    }
}

/// Something that is being made.
pub struct ShownStage(String);

impl Drop for ShownStage {
    fn drop(&mut self) {
        let mut stages = STAGES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(nth) = stages.iter().position(|stage| *stage == self.0) {
            stages.remove(nth);
        }
        tell_stages(&stages);
    }
}

/// Announces that a book is about to be printed, if it has templates of its own.
pub fn announce_templates(book: &Book) {
    if !book.theme.templates.hooks.is_empty() {
        tell_parent(&WorkMessage::Templates);
    }
}

/// Announces a temporary file in `folder`, so that the parent removes it if this process is killed.
pub fn announce_write(folder: &Path) {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    tell_parent(&WorkMessage::Writing(path_bytes(&folder)));
}

/// Reports a written output; its path is printed after the findings.
pub fn tell_written(path: &Path) {
    match PARENT.get() {
        Some(parent) => parent.send(&WorkMessage::Written(path_bytes(path))),
        None => print_written(path),
    }
}

/// Prints the path of an output.
pub fn print_written(path: &Path) {
    print_out(format_args!("{}\n", path_words(path)));
}

fn path_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// Prints the last line about the book at `path`.
pub fn tell_summary(path: &Path, words: &str) {
    if is_quiet() {
        return;
    }
    let line = format!("{}: {words}\n", shown_path(path));
    match PARENT.get() {
        Some(parent) => parent.send(&WorkMessage::Summary(line)),
        None => tell_error(format_args!("{line}")),
    }
}
