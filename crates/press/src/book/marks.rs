//! Marks of changes since an earlier edition, and the page of changes behind the text.

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
    /// The flowcharts that changed, with the names that their author gives them.
    pub charts: BTreeMap<Span, Option<String>>,
    /// Names of the examples whose text changed.
    pub examples: BTreeSet<String>,
    /// The page of changes.
    pub news: Vec<Block>,
}

impl ChangeMarks {
    /// Marks the examples among `blocks`: all words of an example have the same span.
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
