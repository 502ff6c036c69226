//! Changes from one state of an output to the next. In: the words of both states, run by run. Out: boxes on
//! the pages round new words; words that only moved do not count.

use std::collections::{BTreeMap, BTreeSet};

use typst_layout::PagedDocument;

use super::PageBox;
use crate::inspect::{TextRun, text_runs};

/// Most boxes on a page.
const MOST_BOXES: usize = 60;
/// Greatest gap between runs on one line that share a box, in points.
const NEAR: f64 = 4.0;

/// The words of one page.
#[derive(Debug, Clone, Default)]
pub struct PageLines {
    /// Fingerprint of the drawing on it.
    pub fingerprint: u128,
    width: f64,
    height: f64,
    runs: Vec<TextRun>,
}

impl PageLines {
    /// Collects the words of each page of a document, whose pages have these fingerprints.
    pub fn of(document: &PagedDocument, fingerprints: &[u128]) -> Vec<Self> {
        let pages = document.pages().iter().zip(fingerprints);
        let mut pages: Vec<Self> = pages
            .map(|(page, fingerprint)| Self {
                fingerprint: *fingerprint,
                width: page.frame.width().to_pt(),
                height: page.frame.height().to_pt(),
                runs: Vec::new(),
            })
            .collect();
        text_runs(document).into_iter().for_each(|run| pages[run.page].runs.push(run));
        pages
    }
}

/// Returns for each page of `now` the boxes round words that `before` does not have.
pub fn changed_boxes(before: &[PageLines], now: &[PageLines]) -> Vec<Vec<PageBox>> {
    let mut left = open_words(before, now);
    let known: BTreeSet<u128> = before.iter().map(|page| page.fingerprint).collect();
    let boxes = |page: &PageLines| match known.contains(&page.fingerprint) {
        true => Vec::new(),
        false => new_boxes(page, &mut left),
    };
    now.iter().map(boxes).collect()
}

/// Counts each run of words on pages of `before` that are not among those of `now`.
fn open_words<'a>(before: &'a [PageLines], now: &[PageLines]) -> BTreeMap<&'a str, usize> {
    let kept: BTreeSet<u128> = now.iter().map(|page| page.fingerprint).collect();
    let mut words = BTreeMap::new();
    let gone = before.iter().filter(|page| !kept.contains(&page.fingerprint));
    gone.flat_map(|page| &page.runs).for_each(|run| *words.entry(&*run.text).or_default() += 1);
    words
}

/// Returns the boxes of runs that are not among the words in `left`.
fn new_boxes(page: &PageLines, left: &mut BTreeMap<&str, usize>) -> Vec<PageBox> {
    let mut new: Vec<TextRun> = Vec::new();
    for run in page.runs.iter().filter(|run| !run.text.trim().is_empty()) {
        match left.get_mut(&*run.text) {
            Some(count) if *count > 0 => *count -= 1,
            _ => join_run(&mut new, run),
        }
    }
    new.iter().take(MOST_BOXES).map(|run| page_box(page, run)).collect()
}

/// Adds a run, joined to the last one if it continues the line.
fn join_run(runs: &mut Vec<TextRun>, run: &TextRun) {
    match runs.last_mut() {
        Some(last) if last.baseline == run.baseline && (run.left - last.right).abs() < NEAR => {
            last.right = last.right.max(run.right);
            last.top = last.top.min(run.top);
        }
        _ => runs.push(run.clone()),
    }
}

fn page_box(page: &PageLines, run: &TextRun) -> PageBox {
    let bottom = run.baseline + 0.25 * run.size;
    let across = [run.left, run.right].map(|x| (x / page.width) as f32);
    let down = [run.top - 0.1 * run.size, bottom].map(|y| (y / page.height) as f32);
    [across[0], down[0], across[1], down[1]]
}
