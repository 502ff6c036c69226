//! Version of the program that a book was written for: `rulepress = "0.2"` in book.toml.

use std::fmt;

/// First two numbers of a version; the third never changes what a book may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BookVersion {
    major: u32,
    minor: u32,
}

impl BookVersion {
    /// Returns the version of this program.
    pub fn of_program() -> Self {
        Self::parse(env!("CARGO_PKG_VERSION")).expect("a package has a version of numbers")
    }

    /// Parses `0.2` or `0.2.1`; none for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<u32> =
            text.trim().split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        match numbers[..] {
            [major, minor] | [major, minor, _] => Some(Self { major, minor }),
            _ => None,
        }
    }
}

impl fmt::Display for BookVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
