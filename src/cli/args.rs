//! Arguments of every command.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::deck::DeckArgs;
use super::diff::DiffArgs;
use super::home::HomeArgs;
use super::new::NewArgs;
use super::paths::require_path;
use super::place::PlacePath;
use super::preflight::PreflightArgs;
use super::printers::PrinterArgs;
use super::release::ReleaseArgs;
use super::review::ReviewArgs;
use super::simulate::SimulateArgs;
use super::verbosity::Verbosity;
use super::version::version_words;
use super::work::{LimitArgs, WorkArgs};
use base::source::ReadOptions;
use base::source::manifest::DeckFields;
use base::theme::parse_theme;
use example::command::SeededGames;
use example::game::BookLocation;
use press::PageFormat;
use press::book::Output;
use press::outputs::cards::CardRequest;
use press::profile::FlipEdge;
use press::profile::{Profile, profiles_in_words};
use rules::ForeignRules;

/// Makes print-ready rulebooks from one Markdown source of a tabletop game.
#[derive(Debug, Parser)]
#[command(name = "rulepress", version = version_words(), about, arg_required_else_help = true)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub verbosity: Verbosity,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make the PDFs of a book, of a folder of books, or of one Markdown or HTML file.
    Build(BuildArgs),
    /// Make cards of a CSV file, without a book.
    Deck(DeckArgs),
    /// Make a small, whole book to begin with, or one of the files that you have.
    New(NewArgs),
    /// Show a book or file in the browser, and make its PDFs again each time it changes.
    #[cfg(not(target_family = "wasm"))]
    Watch(WatchArgs),
    /// Report what is wrong with a book or file; without --fix and --report, no file is written.
    Check(CheckArgs),
    /// Check finished PDFs, made by this program or any other, as a print shop does.
    Preflight(PreflightArgs),
    /// Save what the calibration page shows of a printer, so that `build --printer NAME` corrects for it;
    /// without a name, list the saved printers.
    Printer(PrinterArgs),
    /// Play one scenario and print what happens.
    Play(PlayArgs),
    /// Accept new examples and rules; those that were accepted before and changed wait for `review`.
    Accept(AcceptArgs),
    /// Show each example and rule that differs from its accepted state, grouped by cause, with old and new
    /// side by side; accept or reject it. Without a terminal, all of it is printed and nothing changes.
    Review(ReviewArgs),
    /// List what changed between two editions of a book: rules, values, charts, cards, and the examples that
    /// change with them.
    Diff(DiffArgs),
    /// Make every output of a book and pack it into an archive of this edition, with a list of what changed.
    Release(ReleaseArgs),
    /// Play many games and count how they end.
    Simulate(SimulateArgs),
    /// List the rules, steps, tie-breaker lines, boxes and exits that no example reaches, and the seeds of
    /// games that reach them.
    Coverage(CoverageArgs),
    /// List the questions that the book leaves open, found by playing many games.
    Gaps(GapsArgs),
    /// Find seeds that reach a rule, or a box or an exit of a chart.
    Find(FindArgs),
    /// Explain why a finding comes and what to do about it; without a code, list all findings.
    Explain(ExplainArgs),
    /// List the icons that texts and cards can name: the book's own and the bundled ones.
    Icons(IconsArgs),
    /// List the colours of a theme by purpose, and the colours that decks can name.
    Colours(ColoursArgs),
    /// Play the starts that arrive on standard input.
    #[command(hide = true)]
    PlayRules,
    /// Run a command on one book, for the process that started this one.
    #[command(hide = true)]
    WorkOn(WorkArgs),
    /// Print a stage as text: the tree, the addresses, or the words of the laid-out pages.
    Dump(DumpArgs),
    /// Report what this machine can do, and what would help.
    Doctor(DoctorArgs),
    /// Print the script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man(ManArgs),
}

/// Help of `--profile`: lists the profiles for which `wanted` returns true.
pub fn profiles_help(wanted: impl Fn(&Profile) -> bool) -> String {
    let profiles = profiles_in_words(wanted);
    format!("Print profiles: {profiles}, or the path of a TOML file; commas separate several")
}

#[derive(Debug, Clone, ClapArgs)]
pub struct BuildArgs {
    /// A file, a folder of texts, a book's folder, or a folder of books; by default `content`, or else the
    /// working folder.
    pub path: Option<PathBuf>,
    /// Make only these outputs; commas separate several.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<Output>,
    // The help is built from the list of profiles.
    #[arg(long, value_delimiter = ',', default_value = "screen", help = profiles_help(|_| true))]
    pub profile: Vec<String>,
    /// Look of the pages: standard, large-print, low-ink or dark, and a bundled theme in place of the book's
    /// own: oracle, codex, briefing, orbit or breeze; commas separate two. Large print sets a rulebook of A5
    /// on A4 and one of half Letter on Letter, unless a profile names its paper.
    #[arg(long, default_value = "standard", value_parser = parse_theme)]
    pub theme: String,
    /// File format of the pages.
    #[arg(long, default_value = "pdf")]
    pub format: PageFormat,
    #[command(flatten)]
    pub cards: CardArgs,
    #[command(flatten)]
    pub home: HomeArgs,
    /// Print only the cards and sides of the sheet that differ from an earlier state: a commit, or another
    /// folder of the book.
    #[arg(long, value_name = "REV|FOLDER")]
    pub changed_since: Option<String>,
    /// Mark in the rulebook what changed since an earlier edition (a commit, or another folder of the book):
    /// bars in the margin, lines below new words, and a list at the end. Only the rulebook and the booklet
    /// are made.
    #[arg(long, value_name = "REV|FOLDER", conflicts_with = "changed_since")]
    pub marked_since: Option<String>,
    /// Put the files of each print profile into one archive, game-PROFILE.zip, with a list of each file's
    /// purpose, the number to order and what preflight found.
    #[arg(long, conflicts_with = "changed_since")]
    pub zip: bool,
    /// Put the page that plays into the web edition: the folder that contains it (docs/play.md).
    #[arg(long, value_name = "FOLDER")]
    pub player: Option<PathBuf>,
    /// Folder for the outputs, with one folder for each book.
    #[arg(short, long, default_value = "output")]
    pub output: PathBuf,
    /// Open the files that were made.
    #[arg(long)]
    pub open: bool,
    /// Stop when an example or a confirmed rule no longer agrees with the book.
    #[arg(long)]
    pub locked: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Settings of the deck that a CSV file gives.
    #[arg(skip)]
    pub deck: Option<DeckFields>,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Debug, ClapArgs)]
pub struct WatchArgs {
    #[command(flatten)]
    pub build: BuildArgs,
    /// Port of the preview; by default 4650, or else any free port.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Show the book and write no files.
    #[arg(long)]
    pub no_write: bool,
}

#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// A file, a folder of texts, a book's folder, or a folder of books; by default `content`, or else the
    /// working folder.
    pub path: Option<PathBuf>,
    /// Fix, in the files, each fault that needs no decision.
    #[arg(long)]
    pub fix: bool,
    /// Format of the findings.
    #[arg(long, default_value = "text")]
    pub format: CheckFormat,
    /// Play this many games of each rule with bounds in [balance] of book.toml, and report whether they hold.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// Write a page about the book's health to this file: passages that no rule carries out and no example
    /// shows, values that nothing reads, terms that are used otherwise; with --games also what no game uses,
    /// how choices fall, what the book leaves open and whether [balance] holds. FILE.json gets the same as
    /// data.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Debug, ClapArgs)]
pub struct DoctorArgs {
    /// Folder for the outputs.
    #[arg(short, long, default_value = "output")]
    pub output: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct IconsArgs {
    /// A book, whose own icons are listed first.
    pub path: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct ColoursArgs {
    /// A book, whose theme is listed; without it, the standard theme.
    pub path: Option<PathBuf>,
    /// The theme to list, as `build` takes it.
    #[arg(long, default_value = "standard", value_parser = parse_theme)]
    pub theme: String,
}

#[derive(Debug, ClapArgs)]
pub struct ManArgs {
    /// Write a page for each command into this folder.
    pub folder: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct ExplainArgs {
    /// The code of the finding, such as `broken-link`.
    pub code: Option<String>,
    /// Format of the explanation.
    #[arg(long, default_value = "text")]
    pub format: ReportFormat,
}

#[derive(Debug, ClapArgs)]
pub struct DumpArgs {
    /// The stage to print.
    pub stage: DumpStage,
    /// A file or a book's folder.
    pub path: PathBuf,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Options for reading texts.
#[derive(Debug, Clone, Default, ClapArgs)]
pub struct ReadArgs {
    /// Read only files below this folder; by default, the nearest folder above that has .git.
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Language of a text that names none, such as `de`; for a folder in several languages, the language to
    /// print.
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
}

impl ReadArgs {
    pub fn options(&self) -> ReadOptions {
        ReadOptions { root: self.root.clone(), language: self.language.clone() }
    }
}

/// Rules of another book, and options for reading texts.
#[derive(Debug, Clone, Default, ClapArgs)]
pub struct RulesArgs {
    /// Play by the rules of this book instead of the text's own.
    #[arg(long, value_name = "BOOK")]
    rules: Option<PathBuf>,
    /// A TOML file that maps the places of that book to places in the text.
    #[arg(long, value_name = "FILE", requires = "rules")]
    bindings: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

impl RulesArgs {
    /// Checks the named files and folders.
    ///
    /// # Errors
    /// If one of them does not exist.
    pub fn require_paths(&self) -> Result<()> {
        let mut named = self.rules.iter().chain(&self.bindings);
        named.try_for_each(|path| require_path(path))
    }

    /// True if a text is played by its own rules.
    #[cfg(not(target_family = "wasm"))]
    pub fn are_own(&self) -> bool {
        self.rules.is_none()
    }

    /// Returns the location of the text at `path` and of its rules.
    pub fn location(&self, path: &Path) -> BookLocation {
        let foreign =
            self.rules.clone().map(|rules| ForeignRules { rules, bindings: self.bindings.clone() });
        BookLocation { path: path.to_path_buf(), foreign, deck: None, options: self.read.options() }
    }
}

#[derive(Debug, ClapArgs)]
pub struct PlayArgs {
    /// The scenario, a TOML file; or a book, to play its whole game; or BOOK#anchor, to play one of its
    /// rules.
    pub scenario: PathBuf,
    /// Seed in place of the scenario's; for a book's game, 1 by default.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Show the table, ask for every open choice and write the answers to the scenario; `back` takes the last
    /// one back. For a book, you play the whole game, and only -o writes it to a file, as a scenario.
    #[arg(long)]
    pub record: bool,
    /// The player you sit down as, with --record and a book; several share the terminal.
    #[arg(long = "as", value_name = "PLAYER")]
    pub seats: Vec<String>,
    /// Play with your own cards, with --record and a book that has `[companion]`: the terminal keeps the
    /// automaton's decks, announces its actions and asks about what it cannot see.
    #[arg(long)]
    pub companion: bool,
    /// Play with a page or a program: each line of input is a JSON request, and each reply is one line
    /// (docs/play-lines.md).
    #[arg(long)]
    pub lines: bool,
    /// List the lessons of the book.
    #[arg(long)]
    pub learn: bool,
    /// Take you through the lesson of this name.
    #[arg(long, value_name = "NAME")]
    pub lesson: Option<String>,
    /// Format of the play.
    #[arg(long, default_value = "text")]
    pub format: PlayFormat,
    /// Draw only this step, with --format svg or png.
    #[arg(long, value_name = "N")]
    pub step: Option<u32>,
    /// Write the play to this file, whose name ends as the format does.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The book of the scenario, if the scenario is not in that book's folder of examples.
    #[arg(long)]
    pub book: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Debug, ClapArgs)]
pub struct AcceptArgs {
    /// Scenarios, or folders of books; by default, all books of `content`.
    pub scenarios: Vec<PathBuf>,
    /// Also accept what changed since it was accepted, without review.
    #[arg(long)]
    pub all: bool,
    /// The book of the scenarios, if they are not in its folder of examples.
    #[arg(long)]
    pub book: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Games of a book, one for each seed in a row.
#[derive(Debug, Clone, ClapArgs)]
pub struct SeedsArgs {
    /// A book's folder, or a file.
    pub path: PathBuf,
    /// Number of games.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Seed of the first game; the others follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rule to play: `#turn` by default, or the rule named behind the path, as BOOK#anchor.
    #[arg(long, value_name = "#ANCHOR")]
    pub play: Option<String>,
    /// Number of times to play the rule in each game.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub turns: u32,
    /// Number of players, in a game for several numbers of players.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub players: Option<u32>,
    /// Format of the result.
    #[arg(long, default_value = "text")]
    pub format: ReportFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl SeedsArgs {
    /// Returns the anchor of the played rule.
    pub fn played_rule(&self, place: &PlacePath) -> String {
        let named = place.anchor.as_ref().map(|anchor| format!("#{anchor}"));
        self.play.clone().or(named).unwrap_or_else(|| "#turn".to_owned())
    }

    /// True if the user named the rule.
    pub fn chooses_rule(&self, place: &PlacePath) -> bool {
        self.play.is_some() || place.anchor.is_some()
    }

    /// Returns the games of a rule to play.
    pub fn seeded_games<'a>(&self, play: &'a str) -> SeededGames<'a> {
        let Self { turns, players, seed, games, .. } = *self;
        SeededGames { play, turns, players, seed, games }
    }
}

#[derive(Debug, ClapArgs)]
pub struct GapsArgs {
    #[command(flatten)]
    pub games: SeedsArgs,
}

#[derive(Debug, ClapArgs)]
pub struct FindArgs {
    /// Target: a rule `#anchor`, a box `#chart Box`, or an exit `#chart Box "Yes"`.
    pub anchor: String,
    /// Write a scenario of this name to the book's folder of examples: the steps from just before that place
    /// up to it, with every answer. No file is overwritten.
    #[arg(long, value_name = "NAME")]
    pub write: Option<String>,
    #[command(flatten)]
    pub games: SeedsArgs,
}

#[derive(Debug, ClapArgs)]
pub struct CoverageArgs {
    /// A book's folder, or a folder of books; by default `content`, or else the working folder.
    pub path: Option<PathBuf>,
    /// Play this many games, and list the seeds of games that reach what no example reaches.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Seed of the first game; the others follow.
    #[arg(long, default_value_t = 1, requires = "games")]
    pub seed: u64,
    /// The rule to play: `#turn` by default, or the rule named behind the path, as BOOK#anchor; may be given
    /// several times, to play that many games of each.
    #[arg(long, value_name = "#ANCHOR", requires = "games")]
    pub play: Vec<String>,
    /// Number of times to play the rule in each game.
    #[arg(long, default_value_t = 1, requires = "games", value_parser = clap::value_parser!(u32).range(1..))]
    pub turns: u32,
    /// Number of players, in a game for several numbers of players.
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u32).range(1..))]
    pub players: Option<u32>,
    /// Format of the result.
    #[arg(long, default_value = "text")]
    pub format: CoverageFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl CoverageArgs {
    /// Returns the anchors of the played rules.
    pub fn played_rules(&self) -> Vec<String> {
        if !self.play.is_empty() {
            return self.play.clone();
        }
        let place = self.path.as_deref().map(PlacePath::of);
        let named = place.and_then(|place| place.anchor).map(|anchor| format!("#{anchor}"));
        vec![named.unwrap_or_else(|| "#turn".to_owned())]
    }

    /// Returns the games of each rule to play; empty without `--games`.
    pub fn seeded_games<'a>(&self, rules: &'a [String]) -> Vec<SeededGames<'a>> {
        let Self { turns, players, seed, .. } = *self;
        let of = |play, games| SeededGames { play, turns, players, seed, games };
        let all = |games| rules.iter().map(|play| of(play.as_str(), games)).collect();
        self.games.map(all).unwrap_or_default()
    }
}

/// Options for laying cards on sheets.
#[derive(Debug, Clone, ClapArgs)]
pub struct CardArgs {
    /// Move backs to the right and down by this many millimetres, instead of the saved offset of a printer.
    #[arg(long, value_name = "X,Y", value_parser = parse_offset, allow_hyphen_values = true)]
    pub duplex_offset: Option<(f64, f64)>,
    /// The edge at which you turn the paper, if it is not the profile's.
    #[arg(long)]
    pub flip: Option<FlipEdge>,
    /// Bleed of each card in millimetres, if it is not the profile's; 0 puts cards side by side.
    #[arg(long, value_name = "MM", value_parser = parse_bleed)]
    pub bleed: Option<f64>,
    /// Print no backs.
    #[arg(long)]
    pub fronts_only: bool,
    /// Print fronts and backs on one side of the paper, to fold and glue, for a printer that prints on one
    /// side.
    #[arg(long, conflicts_with_all = ["fronts_only", "flip", "duplex_offset"])]
    pub gutter_fold: bool,
}

impl CardArgs {
    /// Request for the cards of every deck.
    pub fn request(&self) -> CardRequest {
        CardRequest {
            fronts_only: self.fronts_only,
            fold: self.gutter_fold,
            flip: self.flip,
            bleed: self.bleed,
            offset: self.duplex_offset.unwrap_or_default(),
            ..CardRequest::default()
        }
    }
}

pub fn parse_offset(text: &str) -> Result<(f64, f64), String> {
    let parts: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match parts.as_slice() {
        [x, y] if x.abs() <= 20.0 && y.abs() <= 20.0 => Ok((*x, *y)),
        [_, _] => Err("the offset is at most 20 mm".to_owned()),
        _ => Err("write two numbers of millimetres, such as 0.5,-1".to_owned()),
    }
}

fn parse_bleed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(bleed) if (0.0..=10.0).contains(&bleed) => Ok(bleed),
        _ => Err("write a number of millimetres from 0 to 10".to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
}

/// Format of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
    /// Lines that GitHub shows beside the lines of a pull request.
    Github,
}

/// Format of coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoverageFormat {
    Text,
    Json,
    /// A table of what no example reaches, for the book to print.
    Markdown,
}

/// Format of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PlayFormat {
    /// Numbered sentences.
    Text,
    /// Data; its schema is docs/play.schema.json.
    Json,
    /// A page that steps forward and back.
    Html,
    /// A page that steps, for a frame of another page: only the example.
    Embed,
    /// The example as it is printed, or one of its steps, as a drawing.
    Svg,
    /// The drawing as a PNG picture.
    Png,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DumpStage {
    /// The tree of the manuscript.
    Document,
    /// Every anchor with its address.
    Addresses,
    /// The words of the pages.
    Pages,
}
