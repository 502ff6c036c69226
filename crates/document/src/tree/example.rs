//! Played examples, in their printed form.

use serde::{Deserialize, Serialize};

use super::{Block, Inline};
use draw::picture::Picture;

/// A played example, in its printed form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedExample {
    /// Name of its scenario.
    pub name: String,
    /// Title.
    pub title: Vec<Inline>,
    /// Positions of pieces at the start, in words; empty if a picture shows them.
    pub opening: Vec<Block>,
    /// Headings, pictures and steps, in order.
    pub entries: Vec<ExamplePart>,
    /// End of the example; may be empty.
    pub end: Vec<Inline>,
    /// Reference to the full example, if it is printed in part; may be empty.
    pub left: Vec<Inline>,
}

impl PlayedExample {
    /// Returns the blocks before the first step, then those of each step.
    pub fn child_blocks(&self) -> Vec<&Vec<Block>> {
        let steps = self.entries.iter().filter_map(ExamplePart::blocks);
        std::iter::once(&self.opening).chain(steps).collect()
    }

    /// Returns the blocks of [`PlayedExample::child_blocks`] for changes.
    pub fn child_blocks_mut(&mut self) -> Vec<&mut Vec<Block>> {
        let steps = self.entries.iter_mut().filter_map(ExamplePart::blocks_mut);
        std::iter::once(&mut self.opening).chain(steps).collect()
    }

    /// Returns its title, headings and captions, its end, and the reference to the full example.
    pub fn inline_runs(&self) -> Vec<&Vec<Inline>> {
        let headings = self.entries.iter().filter_map(ExamplePart::line);
        let ends = [&self.end, &self.left];
        std::iter::once(&self.title).chain(headings).chain(ends).collect()
    }

    /// Returns the runs of [`PlayedExample::inline_runs`] for changes.
    pub fn inline_runs_mut(&mut self) -> Vec<&mut Vec<Inline>> {
        let headings = self.entries.iter_mut().filter_map(ExamplePart::line_mut);
        let ends = [&mut self.end, &mut self.left];
        std::iter::once(&mut self.title).chain(headings).chain(ends).collect()
    }
}

/// A part of an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExamplePart {
    /// Beginning of a turn or a phase.
    Heading(Vec<Inline>),
    /// An event.
    Step {
        /// Number, from 1.
        number: u32,
        /// Number of the last step described with it; equal to `number` unless several are summarised.
        last: u32,
        /// Description.
        blocks: Vec<Block>,
        /// Picture of the changed part of the table.
        picture: Option<Picture>,
    },
    /// The table before the following steps, with their numbers at the pieces they are about.
    Board {
        /// Picture of the table.
        picture: Picture,
        /// Caption below; may be empty.
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
    /// Anchor of the chart or of its section.
    pub chart: String,
    /// Printed number and title of that section.
    pub title: String,
    /// Boxes, in the order in which they were passed.
    pub boxes: Vec<PassedBox>,
}

/// A box that was passed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PassedBox {
    /// Name of the box in the text of the chart.
    pub id: String,
    /// Label of the exit that was taken; none at an end.
    pub exit: Option<String>,
    /// Number of the step that describes it.
    pub step: u32,
}
