//! A child that stays and carries out orders, until it dies or is no longer needed.

use std::collections::BTreeSet;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};

use super::death::{WorkDeath, death_finding};
use super::interrupt::{KillableChild, interrupt, locked};
use super::limits::LimitArgs;
use super::message::WorkMessage;
use super::supervisor::{TemplateUse, death_of, path_of_bytes, work_command};
use crate::cli::write::remove_leftovers_of;
use crate::preview::{PreviewNews, PreviewOrder};
use base::diagnostic::Diagnostic;
pub use rules::executor::{Death, encode_message, last_words, receive_message, send_message};

/// News of a child.
pub enum SteadyNews {
    /// A message of the child.
    Said(PreviewNews),
    /// No more messages will come.
    Ended,
}

/// A child that shows the book at a path.
pub struct SteadyChild {
    path: PathBuf,
    limits: LimitArgs,
    child: KillableChild,
    orders: ChildStdin,
    words: JoinHandle<String>,
    /// Folders in which it may have left a temporary file.
    folders: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl SteadyChild {
    /// Starts a child, whose news is passed to `hear`; returns `None` after an interrupt.
    pub fn start(
        path: &Path,
        limits: &LimitArgs,
        hear: impl Fn(SteadyNews) + Send + 'static,
    ) -> Result<Option<Self>> {
        let mut command = work_command(path, limits, TemplateUse::Own)?;
        let started = KillableChild::start(command.stdin(Stdio::piped()));
        let Some(child) = started.context("cannot start a child process")? else { return Ok(None) };
        let (stdout, stderr) = child.take_streams();
        let orders = child.take_stdin().context("cannot speak to a child process")?;
        let folders = Arc::new(Mutex::new(BTreeSet::new()));
        let noted = Arc::clone(&folders);
        thread::spawn(move || {
            pass_on(stdout, &noted, &hear);
            hear(SteadyNews::Ended);
        });
        Ok(Some(Self {
            path: path.to_path_buf(),
            limits: limits.clone(),
            child,
            orders,
            words: thread::spawn(move || last_words(stderr)),
            folders,
        }))
    }

    /// Sends an order. A child that has ended ignores it; `hear` learns of that end.
    pub fn order(&mut self, order: &PreviewOrder) -> Result<()> {
        let bytes = encode_message(order)?;
        let _ = send_message(&mut self.orders, &bytes);
        Ok(())
    }

    /// Kills it if it still runs, cleans up after it, and returns the reason for its end; `None` after an
    /// interrupt.
    pub fn end(self, is_late: bool) -> Result<Option<Diagnostic>> {
        let status = self.child.end().context("cannot wait for a child process")?;
        let words = self.words.join().unwrap_or_default();
        let folders = locked(&self.folders);
        folders.iter().for_each(|folder| remove_leftovers_of(self.child.id(), folder));
        if interrupt().is_some() {
            return Ok(None);
        }
        let death = if is_late { Death::Time } else { death_of(&words, status) };
        let death = WorkDeath { path: &self.path, death, stage: None };
        Ok(Some(death_finding(&death, &self.limits)))
    }
}

/// Passes on a child's messages until it closes its output.
fn pass_on(
    stdout: Option<ChildStdout>,
    folders: &Mutex<BTreeSet<PathBuf>>,
    hear: &impl Fn(SteadyNews),
) {
    let Some(stdout) = stdout else { return };
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(message)) = receive_message::<WorkMessage>(&mut stdout) {
        match message {
            WorkMessage::Preview(news) => hear(SteadyNews::Said(news)),
            WorkMessage::Writing(folder) => locked(folders).extend(path_of_bytes(&folder)),
            WorkMessage::Out(_)
            | WorkMessage::Error(_)
            | WorkMessage::Records(_)
            | WorkMessage::Made(_)
            | WorkMessage::Written(_)
            | WorkMessage::Summary(_)
            | WorkMessage::Stage(_)
            | WorkMessage::Templates
            | WorkMessage::Ended(_) => {}
        }
    }
}
