//! Played examples: what the tree holds of an example, as it is printed.

use serde::{Deserialize, Serialize};

use super::{Block, Inline};
use draw::picture::Picture;

/// An example that was played, as it is printed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedExample {
    /// Name of its scenario.
    pub name: String,
    /// What it is called.
    pub title: Vec<Inline>,
    /// What lies where at its start, in words; empty where a picture shows it.
    pub opening: Vec<Block>,
    /// Headings, pictures and steps, in order.
    pub entries: Vec<ExamplePart>,
    /// How it ends; may be empty.
    pub end: Vec<Inline>,
    /// Where all of its steps are told, if these are not all; may be empty.
    pub left: Vec<Inline>,
}

impl PlayedExample {
    /// What is printed before the first step, then what each step says.
    pub fn child_blocks(&self) -> Vec<&Vec<Block>> {
        let steps = self.entries.iter().filter_map(ExamplePart::blocks);
        std::iter::once(&self.opening).chain(steps).collect()
    }

    /// As [`PlayedExample::child_blocks`], to change them.
    pub fn child_blocks_mut(&mut self) -> Vec<&mut Vec<Block>> {
        let steps = self.entries.iter_mut().filter_map(ExamplePart::blocks_mut);
        std::iter::once(&mut self.opening).chain(steps).collect()
    }

    /// Its title, its headings and captions, how it ends, and where all of it is told.
    pub fn inline_runs(&self) -> Vec<&Vec<Inline>> {
        let headings = self.entries.iter().filter_map(ExamplePart::line);
        let ends = [&self.end, &self.left];
        std::iter::once(&self.title).chain(headings).chain(ends).collect()
    }

    /// As [`PlayedExample::inline_runs`], to change them.
    pub fn inline_runs_mut(&mut self) -> Vec<&mut Vec<Inline>> {
        let headings = self.entries.iter_mut().filter_map(ExamplePart::line_mut);
        let ends = [&mut self.end, &mut self.left];
        std::iter::once(&mut self.title).chain(headings).chain(ends).collect()
    }
}

/// A part of an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExamplePart {
    /// A turn or a phase begins.
    Heading(Vec<Inline>),
    /// What happens.
    Step {
        /// From 1.
        number: u32,
        /// The number of the last step that is told with it; the same unless several are told briefly.
        last: u32,
        /// What is said of it.
        blocks: Vec<Block>,
        /// What of the table changed.
        picture: Option<Picture>,
    },
    /// The table before the steps that follow, with their numbers on what they are about.
    Board {
        /// The table.
        picture: Picture,
        /// What stands below; may be empty.
        caption: Vec<Inline>,
    },
    /// A walk through a chart.
    Walk(ChartWalk),
}

impl ExamplePart {
    fn blocks(&self) -> Option<&Vec<Block>> {
        match self {
            Self::Step { blocks, .. } => Some(blocks),
            Self::Heading(_) | Self::Board { .. } | Self::Walk(_) => None,
        }
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        match self {
            Self::Step { blocks, .. } => Some(blocks),
            Self::Heading(_) | Self::Board { .. } | Self::Walk(_) => None,
        }
    }

    fn line(&self) -> Option<&Vec<Inline>> {
        match self {
            Self::Heading(content) | Self::Board { caption: content, .. } => Some(content),
            Self::Step { .. } | Self::Walk(_) => None,
        }
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Inline>> {
        match self {
            Self::Heading(content) | Self::Board { caption: content, .. } => Some(content),
            Self::Step { .. } | Self::Walk(_) => None,
        }
    }
}

/// A walk through a chart of the book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChartWalk {
    /// Anchor of the chart or of the section it stands in.
    pub chart: String,
    /// Printed number and title of that section.
    pub title: String,
    /// The boxes in the order in which they were passed: name, what stood at the exit, and the
    /// number of the step.
    pub boxes: Vec<PassedBox>,
}

/// A box that was passed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PassedBox {
    /// The name of the box in the text of the chart.
    pub id: String,
    /// What stands at the exit that was taken; none at an end.
    pub exit: Option<String>,
    /// The number of the step that tells of it.
    pub step: u32,
}
