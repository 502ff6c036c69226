//! Version of the program, and the commit that it was built from.

use std::sync::LazyLock;

/// The commit, if the build sets it, as for packages.
const COMMIT: Option<&str> = option_env!("RULEPRESS_COMMIT");

/// Returns `0.2.0 (1a2b3c4d)`, or the version alone. Outputs name only the version, so that every build makes
/// the same bytes.
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
