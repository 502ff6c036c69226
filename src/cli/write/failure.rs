//! Reasons why a file was not written. In: the error of the system. Out: a finding that names the file, the
//! reason and a remedy.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use base::diagnostic::{Diagnostic, code};
use base::text::{io_words, path_words};

/// A file that was not written; its old content is unchanged.
#[derive(Debug)]
pub struct WriteFailure {
    path: PathBuf,
    why: Unwritten,
}

/// Reason why a file was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// Parts of it could not be read, and would be lost.
    Unreadable,
    /// Somebody changed it after it was read.
    Changed,
    /// There can be no file at its path, for this reason.
    NoPlace(&'static str),
    /// It was moved away or removed while it was written.
    Gone,
    /// Its name would not be safe, for this reason.
    BadName(&'static str),
    /// The system refused.
    System(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl WriteFailure {
    pub fn new(path: &Path, why: Unwritten) -> Self {
        Self { path: path.to_path_buf(), why }
    }

    /// Returns the failure that the file at `path` could not be read as a whole.
    pub fn unreadable(path: &Path) -> Self {
        Self::new(path, Unwritten::Unreadable)
    }

    /// Returns the failure that the file at `path` cannot be opened, read or added to.
    pub fn system(path: &Path, error: io::Error) -> Self {
        Self::new(path, error.into())
    }

    /// Returns the failure that the file at `path` was moved away or removed while it was added to.
    pub fn gone(path: &Path) -> Self {
        Self::new(path, Unwritten::Gone)
    }

    /// Returns the failure that the text called `name` did not come from a file.
    pub fn no_file(name: &Path) -> Self {
        Self::new(name, Unwritten::NoPlace("it did not come from a file"))
    }

    /// Returns the finding for the user.
    pub fn finding(&self) -> Diagnostic {
        let (words, hint) = self.why.words();
        let message = format!("the file is not written: {words}");
        Diagnostic::file(code::UNWRITTEN, path_words(&self.path), message).hint(hint)
    }
}

impl Unwritten {
    /// Returns the reason and the remedy.
    fn words(&self) -> (String, &'static str) {
        match self {
            Self::Unreadable => (
                "parts of the file cannot be read and would be lost".to_owned(),
                "save it as UTF-8, then run the command again",
            ),
            Self::Changed => (
                "somebody changed the file after it was read".to_owned(),
                "run the command again to read the new text",
            ),
            Self::Gone => (
                "somebody moved or removed the file while games were being added".to_owned(),
                "run the command again, and leave the file where it is",
            ),
            Self::NoPlace(why) => {
                ((*why).to_owned(), "move the file away, or choose another place")
            }
            Self::BadName(why) => ((*why).to_owned(), "give the book or the deck a simple name"),
            Self::System(error) => system_words(error),
        }
    }
}

fn system_words(error: &io::Error) -> (String, &'static str) {
    let (words, hint) = match error.kind() {
        _ if is_held(error) => {
            ("another program has it open", "close it there, then run the command again")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            ("the disk is full", "make room on the disk, then run the command again")
        }
        ErrorKind::FileTooLarge => {
            ("it is larger than this system lets a file be", "write to another disk")
        }
        ErrorKind::PermissionDenied => (
            "you may only read the file or its folder",
            "get permission to write there, or write elsewhere",
        ),
        ErrorKind::ReadOnlyFilesystem => ("the disk is read-only", "write to another disk"),
        ErrorKind::InvalidFilename => ("its name is too long", "choose a shorter name"),
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => (
            "a file is where a folder is needed",
            "move that file away, or choose another folder with -o",
        ),
        _ => return (io_words(error), "fix that, then run the command again"),
    };
    (words.to_owned(), hint)
}

/// True if Windows reports that another program has locked the file.
fn is_held(error: &io::Error) -> bool {
    /// `ERROR_SHARING_VIOLATION` and `ERROR_LOCK_VIOLATION`
    const HELD: [i32; 2] = [32, 33];
    cfg!(windows) && error.raw_os_error().is_some_and(|number| HELD.contains(&number))
}
