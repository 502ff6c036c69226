//! What of a book is marked as changed since an earlier edition, and what is told of it behind the text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use base::source::Span;
use document::{Block, BlockKind, walk};

/// Changes since an earlier edition, by the places where they are written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChangeMarks {
    /// The runs of words of everything that changed, and which bytes of each are new.
    pub runs: BTreeMap<Span, Vec<Range<u32>>>,
    /// The flowcharts that changed, with what their author calls them.
    pub charts: BTreeMap<Span, Option<String>>,
    /// The names of the examples that are not told as they were.
    pub examples: BTreeSet<String>,
    /// The page that tells what is new.
    pub news: Vec<Block>,
}

impl ChangeMarks {
    /// Marks the examples among `blocks`: all words of one stand at one place.
    pub fn mark_examples(&mut self, blocks: &[Block]) {
        walk::each_block(blocks, &mut |block| {
            let BlockKind::Example(played) = &block.kind else { return };
            if let Some(title) =
                played.title.first().filter(|_| self.examples.contains(&played.name))
            {
                self.runs.entry(title.span).or_default();
            }
        });
    }

    /// True if these bytes of a run of words are new.
    pub fn is_new(&self, run: Span, bytes: &Range<u32>) -> bool {
        let new = self.runs.get(&run);
        new.is_some_and(|new| new.iter().any(|new| new.start < bytes.end && bytes.start < new.end))
    }
}
