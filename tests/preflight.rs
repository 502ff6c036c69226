//! `preflight` looks at PDFs of five other programs: it finds every fault that `preflight/make.py` planted, at its
//! page and place, and nothing else. Hostile files end in a finding, in bounded time and memory.

mod planted;
mod hostile;
mod told;

use std::path::PathBuf;

use rulepress::preflight::{PageTrim, PreflightReport, PrintDemands, preflight};
use rulepress::press::profile::find_profile;

use crate::common::root;

/// A file of `tests/preflight/`.
fn file(name: &str) -> PathBuf {
    root().join("tests/preflight").join(name)
}

/// Returns the demands of a profile of `tests/preflight/`.
fn demands(profile: &str) -> PrintDemands {
    let path = file(profile).to_string_lossy().into_owned();
    find_profile(&path).unwrap_or_else(|why| panic!("{why}")).demands(true)
}

/// Returns the trim of a page in millimetres.
fn trim(width: f64, height: f64) -> Option<PageTrim> {
    Some(PageTrim { width, height, may_turn: false })
}

/// Returns the report on a PDF that was made here.
fn looked_at(bytes: &[u8], demands: &PrintDemands) -> PreflightReport {
    preflight(bytes, demands).unwrap_or_else(|error| panic!("{error}"))
}
