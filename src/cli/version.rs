//! What the program says of itself: its version, and the commit that it was built from.

use std::sync::LazyLock;

/// The commit, where the build was told: packages are.
const COMMIT: Option<&str> = option_env!("RULEPRESS_COMMIT");

/// `0.2.0 (1a2b3c4d)`, or the version alone. No file that is made says more than the version, so that
/// every build makes the same bytes.
pub fn version_words() -> &'static str {
    static WORDS: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        match COMMIT.filter(|commit| !commit.is_empty()) {
            Some(commit) => format!("{version} ({commit})"),
            None => version.to_owned(),
        }
    });
    &WORDS
}
