//! The parent's side of one child: it starts the child, passes on its messages, keeps its deadline, and
//! reports its end.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::death::{WorkDeath, death_by_templates, death_finding};
use super::interrupt::{KillableChild, interrupt, note_interrupt};
use super::limits::LimitArgs;
use super::message::{WorkMessage, wants_colour, wants_output_colour};
use super::serve::WORK_COMMAND;
use crate::cli::exit::Exit;
use crate::cli::write::remove_leftovers_of;
use base::diagnostic::Diagnostic;
pub use rules::executor::{Death, LastSign, last_words, own_program, receive_message};

/// A child that works on one book.
pub struct Supervisor<'a> {
    path: &'a Path,
    limits: &'a LimitArgs,
    child: KillableChild,
    messages: Receiver<WorkMessage>,
    listener: JoinHandle<()>,
    words: JoinHandle<String>,
    /// Folders in which it may have left a temporary file.
    folders: BTreeSet<PathBuf>,
    /// The output in work.
    stage: Option<String>,
    /// Time at which it began to print a book with templates of its own.
    templates: Option<Instant>,
}

/// The end of a child before its work was done.
pub struct EarlyEnd {
    /// The finding for the user.
    pub finding: Diagnostic,
    /// True if the book's templates may be the cause: it is then printed without them.
    pub by_templates: bool,
}

/// Templates that a book is printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateUse {
    /// The book's own templates.
    Own,
    /// Only the bundled ones.
    Bundled,
}

/// Longest time for printing a book with templates of its own: rounds of loops and calls are limited, but not
/// the setting of their result.
const TEMPLATE_TIME: Duration = Duration::from_secs(240);

/// Reason why a child sends no more messages.
enum LastHeard {
    /// Its work is done.
    Done,
    /// Its time is over.
    Late,
    /// It closed its output.
    End,
}

impl<'a> Supervisor<'a> {
    /// Starts the work on the book at `path`; returns `None` after an interrupt.
    pub fn start(
        path: &'a Path,
        limits: &'a LimitArgs,
        templates: TemplateUse,
    ) -> Result<Option<Self>> {
        let mut command = work_command(path, limits, templates)?;
        // A text may come on standard input.
        let started = KillableChild::start(command.stdin(Stdio::inherit()));
        let Some(child) = started.context("cannot start a child process")? else { return Ok(None) };
        let (stdout, stderr) = child.take_streams();
        let (sender, messages) = mpsc::channel();
        Ok(Some(Self {
            path,
            limits,
            child,
            messages,
            listener: thread::spawn(move || forward_messages(stdout, &sender)),
            words: thread::spawn(move || last_words(stderr)),
            folders: BTreeSet::new(),
            stage: None,
            templates: None,
        }))
    }

    /// Passes on the child's messages until it ends; returns `Some` if it ended early.
    pub fn attend(mut self, hear: impl FnMut(WorkMessage)) -> Result<Option<EarlyEnd>> {
        let heard = self.listen(hear);
        let late = matches!(heard, LastHeard::Late);
        let status = self.child.end().context("cannot wait for a child process")?;
        let _ = self.listener.join();
        self.messages.try_iter().for_each(|message| note_folder(&mut self.folders, &message));
        self.folders.iter().for_each(|folder| remove_leftovers_of(self.child.id(), folder));
        let words = self.words.join().unwrap_or_default();
        if !matches!(heard, LastHeard::Late) {
            asked_end(status).into_iter().for_each(note_interrupt);
        }
        if matches!(heard, LastHeard::Done) || interrupt().is_some() {
            return Ok(None);
        }
        let death = if late { Death::Time } else { death_of(&words, status) };
        let by_templates = self.templates.is_some();
        let death = WorkDeath { path: self.path, death, stage: self.stage.as_deref() };
        let finding = match by_templates {
            true => death_by_templates(&death, self.limits),
            false => death_finding(&death, self.limits),
        };
        Ok(Some(EarlyEnd { finding, by_templates }))
    }

    fn listen(&mut self, mut hear: impl FnMut(WorkMessage)) -> LastHeard {
        let asked = self.limits.time().map(|time| Instant::now() + time);
        loop {
            let own = self.templates.map(|begun| begun + TEMPLATE_TIME);
            let deadline = asked.into_iter().chain(own).min();
            match next_message(&self.messages, deadline) {
                Ok(message @ WorkMessage::Ended(_)) => {
                    hear(message);
                    return LastHeard::Done;
                }
                Ok(message) => {
                    self.note(&message);
                    hear(message);
                }
                Err(RecvTimeoutError::Timeout) => return LastHeard::Late,
                Err(RecvTimeoutError::Disconnected) => return LastHeard::End,
            }
        }
    }

    /// Keeps the facts that are needed if the child ends early.
    fn note(&mut self, message: &WorkMessage) {
        note_folder(&mut self.folders, message);
        match message {
            WorkMessage::Stage(stage) => self.stage = Some(stage.clone()),
            WorkMessage::Templates => self.templates = Some(Instant::now()),
            _ => {}
        }
    }
}

fn note_folder(folders: &mut BTreeSet<PathBuf>, message: &WorkMessage) {
    if let WorkMessage::Writing(folder) = message {
        folders.extend(path_of_bytes(folder));
    }
}

fn next_message(
    messages: &Receiver<WorkMessage>,
    deadline: Option<Instant>,
) -> Result<WorkMessage, RecvTimeoutError> {
    match deadline {
        Some(deadline) => messages.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}

/// Returns the command of a child: this program with the hidden subcommand, the book, and its own command
/// line.
pub fn work_command(path: &Path, limits: &LimitArgs, templates: TemplateUse) -> Result<Command> {
    let mut command = Command::new(own_program()?);
    command.arg(WORK_COMMAND).arg("--memory").arg(limits.memory().to_string());
    if wants_colour() {
        command.arg("--colour");
    }
    if wants_output_colour() {
        command.arg("--output-colour");
    }
    if templates == TemplateUse::Bundled {
        command.arg("--bundled-templates");
    }
    // In one piece, because a name may begin with a dash.
    let mut named = OsString::from("--path=");
    named.push(path);
    command.arg(named).arg("--").args(std::env::args_os());
    // The last words of the child are to be its reason to end, without a list of calls.
    command.env_remove("RUST_BACKTRACE");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// Passes messages on until the child closes its output.
fn forward_messages(stdout: Option<ChildStdout>, sender: &Sender<WorkMessage>) {
    let Some(stdout) = stdout else { return };
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(message)) = receive_message::<WorkMessage>(&mut stdout) {
        if sender.send(message).is_err() {
            return;
        }
    }
}

pub fn death_of(words: &str, status: ExitStatus) -> Death {
    let is_silent = words.trim().is_empty();
    Death::of(if is_silent { LastSign::Exit(status) } else { LastSign::Words(words) })
}

/// Returns the exit of this process if Ctrl-C or the system's request reached the child first.
#[cfg(unix)]
fn asked_end(status: ExitStatus) -> Option<Exit> {
    use std::os::unix::process::ExitStatusExt;
    status.signal().and_then(super::interrupt::interrupt_of)
}

#[cfg(not(unix))]
fn asked_end(_status: ExitStatus) -> Option<Exit> {
    None
}

#[cfg(unix)]
pub fn path_of_bytes(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
pub fn path_of_bytes(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}
