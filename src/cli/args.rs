//! Arguments.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Rulebooks from one Markdown source.
#[derive(Debug, Parser)]
#[command(name = "rulepress", version, about, arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make the PDFs of a book, of a folder of books, or of one Markdown or HTML file.
    Build(Build),
    /// Say what is wrong with a book or file, without writing anything.
    Check(Check),
    /// Print a stage as text: the tree, the addresses, or the words of the laid-out pages.
    Dump(Dump),
}

#[derive(Debug, ClapArgs)]
pub(super) struct Build {
    /// A file, a book's folder, or a folder of books.
    #[arg(default_value = "content")]
    pub(super) path: PathBuf,
    /// Make only these outputs.
    #[arg(long, value_delimiter = ',')]
    pub(super) only: Vec<Kind>,
    /// Papers and rules of an output family: screen, home-a5, home-a4 or home-letter.
    #[arg(long, default_value = "screen")]
    pub(super) profile: Profile,
    /// Folder that the outputs go to, one folder for each book.
    #[arg(short, long, default_value = "output")]
    pub(super) output: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub(super) struct Check {
    /// A file, a book's folder, or a folder of books.
    #[arg(default_value = "content")]
    pub(super) path: PathBuf,
    /// Mend what can be mended without asking, in the files themselves.
    #[arg(long)]
    pub(super) fix: bool,
    /// How findings are printed.
    #[arg(long, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, ClapArgs)]
pub(super) struct Dump {
    /// Which stage.
    pub(super) stage: Stage,
    /// A file or a book's folder.
    pub(super) path: PathBuf,
}

/// A kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// The rulebook.
    Rulebook,
    /// The flowcharts, a page for each.
    Flowcharts,
}

/// What the pages are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Profile {
    /// The papers that the book asks for; A4 for a single file.
    Screen,
    /// A5.
    HomeA5,
    /// A4.
    HomeA4,
    /// Letter.
    HomeLetter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Stage {
    /// The tree of the manuscript.
    Document,
    /// Every anchor with its address.
    Addresses,
    /// The words of the pages.
    Pages,
}
