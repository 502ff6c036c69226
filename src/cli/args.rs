//! The arguments of every command.

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
    /// Show a book or file in the browser, and make its PDFs, each time that it changes.
    #[cfg(not(target_family = "wasm"))]
    Watch(WatchArgs),
    /// Report what is wrong with a book or file; writes nothing but the page of --report.
    Check(CheckArgs),
    /// Look at finished PDFs, of this program or of any other, as a print shop does.
    Preflight(PreflightArgs),
    /// Save what the calibration page shows of a printer, so that `build --printer NAME` puts it right; without a name,
    /// list the printers that are saved.
    Printer(PrinterArgs),
    /// Play one scenario and tell what happens.
    Play(PlayArgs),
    /// Accept examples and rules that are new; what was accepted before and changed waits for `review`.
    Accept(AcceptArgs),
    /// Look at each example and rule that is not as it was accepted, by what caused it, with old and new side by
    /// side, and accept or reject it. Where no terminal asks, all of it is printed and nothing changes.
    Review(ReviewArgs),
    /// Tell what changed between two editions of a book: rules, values, charts, cards, and the examples
    /// that they change.
    Diff(DiffArgs),
    /// Make everything of a book and put it into an archive of this edition, with what changed.
    Release(ReleaseArgs),
    /// Play many games and count how they end.
    Simulate(SimulateArgs),
    /// List the rules, steps, tie-breaker lines, boxes and exits that no example reaches, and seeds
    /// of games that reach them.
    Coverage(CoverageArgs),
    /// List the questions that the book leaves open, found by playing many games.
    Gaps(GapsArgs),
    /// Find seeds that reach a rule, or a box or an exit of a chart.
    Find(FindArgs),
    /// Say why a finding comes and what to do about it; without a code, list all findings.
    Explain(ExplainArgs),
    /// List the icons that texts and cards can name: those of a book, and the bundled ones.
    Icons(IconsArgs),
    /// List the colours of a theme by what they are for, and those that decks can name.
    Colours(ColoursArgs),
    /// Play the starts that arrive on standard input.
    #[command(hide = true)]
    PlayRules,
    /// Do the work of a command on one book, for the process that started this one.
    #[command(hide = true)]
    WorkOn(WorkArgs),
    /// Print a stage as text: the tree, the addresses, or the words of the laid-out pages.
    Dump(DumpArgs),
    /// Say what this machine can do, and what would help.
    Doctor(DoctorArgs),
    /// Print the script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the page of the manual.
    Man(ManArgs),
}

/// The help of `--profile`, which lists the profiles that are `wanted`.
pub fn profiles_help(wanted: impl Fn(&Profile) -> bool) -> String {
    let profiles = profiles_in_words(wanted);
    format!("Print profiles: {profiles}, or the path of a TOML file; commas separate several")
}

#[derive(Debug, Clone, ClapArgs)]
pub struct BuildArgs {
    /// A file, a folder of texts, a book's folder, or a folder of books; `content` unless told, or
    /// else the working folder.
    pub path: Option<PathBuf>,
    /// Make only these outputs; commas separate several.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<Output>,
    // Its help is made of the profiles that there are.
    #[arg(long, value_delimiter = ',', default_value = "screen", help = profiles_help(|_| true))]
    pub profile: Vec<String>,
    /// How pages look: standard, large-print, low-ink or dark, and a bundled theme in place of the
    /// book's own: oracle, codex, briefing, orbit or breeze; commas separate two. Large print sets a
    /// rulebook of A5 on A4 and one of half Letter on Letter, unless a profile names its paper.
    #[arg(long, default_value = "standard", value_parser = parse_theme)]
    pub theme: String,
    /// The file format of pages.
    #[arg(long, default_value = "pdf")]
    pub format: PageFormat,
    #[command(flatten)]
    pub cards: CardArgs,
    #[command(flatten)]
    pub home: HomeArgs,
    /// Print only cards and sides of the sheet that differ from an earlier state: a commit, or
    /// another folder of the book.
    #[arg(long, value_name = "REV|FOLDER")]
    pub changed_since: Option<String>,
    /// Mark in the rulebook what changed since an earlier edition, with bars in the margin and lines below new
    /// words, and tell at its end what is new: a commit, or another folder of the book. Only the rulebook and
    /// the booklet are made.
    #[arg(long, value_name = "REV|FOLDER", conflicts_with = "changed_since")]
    pub marked_since: Option<String>,
    /// Put the files of each print profile into one archive, game-PROFILE.zip, with a list that says what each
    /// file is, how many are to be ordered and what preflight found.
    #[arg(long, conflicts_with = "changed_since")]
    pub zip: bool,
    /// Put the page that plays into the web edition: the folder that holds it (docs/play.md).
    #[arg(long, value_name = "FOLDER")]
    pub player: Option<PathBuf>,
    /// Folder that the outputs go to, one folder for each book.
    #[arg(short, long, default_value = "output")]
    pub output: PathBuf,
    /// Open what was made.
    #[arg(long)]
    pub open: bool,
    /// Stop when an example or a confirmed rule no longer agrees with the book.
    #[arg(long)]
    pub locked: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// What is asked of the deck of a CSV file.
    #[arg(skip)]
    pub deck: Option<DeckFields>,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Debug, ClapArgs)]
pub struct WatchArgs {
    #[command(flatten)]
    pub build: BuildArgs,
    /// The port of the preview, unless 4650 or one that is free will do.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Show the book and write no files.
    #[arg(long)]
    pub no_write: bool,
}

#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// A file, a folder of texts, a book's folder, or a folder of books; `content` unless told, or
    /// else the working folder.
    pub path: Option<PathBuf>,
    /// Mend in the files what needs no decision.
    #[arg(long)]
    pub fix: bool,
    /// How findings are printed.
    #[arg(long, default_value = "text")]
    pub format: CheckFormat,
    /// Play so many games of each rule that has bounds in [balance] of book.toml, and tell whether they hold.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// Write a page of the book's health into this file: which passages no rule carries out and no example shows,
    /// which values nothing reads, which terms are used otherwise; with --games also what no game uses, how choices
    /// fall, what the book leaves open and whether [balance] holds. FILE.json gets the same as data.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Debug, ClapArgs)]
pub struct DoctorArgs {
    /// Folder that outputs are to go to.
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
    /// How it is printed.
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

/// How texts are read.
#[derive(Debug, Clone, Default, ClapArgs)]
pub struct ReadArgs {
    /// Read only files below this folder; the nearest one above with .git unless told.
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The language of a text that names none, such as `de`; of a folder in several languages, the
    /// one to print.
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
}

impl ReadArgs {
    pub fn options(&self) -> ReadOptions {
        ReadOptions { root: self.root.clone(), language: self.language.clone() }
    }
}

/// Rules of another book, and how texts are read.
#[derive(Debug, Clone, Default, ClapArgs)]
pub struct RulesArgs {
    /// Play by the rules of this book instead of the text's own.
    #[arg(long, value_name = "BOOK")]
    rules: Option<PathBuf>,
    /// A TOML file that says where the places of that book stand in the text.
    #[arg(long, value_name = "FILE", requires = "rules")]
    bindings: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

impl RulesArgs {
    /// Files and folders that are named and do not exist are wrong use.
    pub fn require_paths(&self) -> Result<()> {
        let mut named = self.rules.iter().chain(&self.bindings);
        named.try_for_each(|path| require_path(path))
    }

    /// Whether a text is played by its own rules.
    #[cfg(not(target_family = "wasm"))]
    pub fn are_own(&self) -> bool {
        self.rules.is_none()
    }

    /// Where the text at `path` and its rules lie.
    pub fn location(&self, path: &Path) -> BookLocation {
        let foreign =
            self.rules.clone().map(|rules| ForeignRules { rules, bindings: self.bindings.clone() });
        BookLocation { path: path.to_path_buf(), foreign, deck: None, options: self.read.options() }
    }
}

#[derive(Debug, ClapArgs)]
pub struct PlayArgs {
    /// The scenario, a TOML file; or a book, whose whole game is played, or one of its rules as
    /// BOOK#anchor.
    pub scenario: PathBuf,
    /// Another seed than the scenario's; of a book's game 1 unless told.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Show the table, ask for every open choice and write the answers into the scenario; `back` takes
    /// the last one back. Of a book the whole game is played with you, and written nowhere but into the file
    /// of -o, as a scenario.
    #[arg(long)]
    pub record: bool,
    /// The player as whom you sit down, with --record and a book; several share the terminal.
    #[arg(long = "as", value_name = "PLAYER")]
    pub seats: Vec<String>,
    /// Play with your own cards, with --record and a book that has `[companion]`: the terminal keeps the automaton's
    /// decks, says what it does and asks what it cannot see.
    #[arg(long)]
    pub companion: bool,
    /// Play with a page or a program: a request of JSON is read from each line of the input, and its reply is written as
    /// one line (docs/play-lines.md).
    #[arg(long)]
    pub lines: bool,
    /// List the lessons of the book.
    #[arg(long)]
    pub learn: bool,
    /// Walk the lesson of this name with you.
    #[arg(long, value_name = "NAME")]
    pub lesson: Option<String>,
    /// How the play is printed.
    #[arg(long, default_value = "text")]
    pub format: PlayFormat,
    /// Draw the picture of this step alone, with --format svg or png.
    #[arg(long, value_name = "N")]
    pub step: Option<u32>,
    /// Write it into this file, whose name ends as the format does.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The book it belongs to, if it does not lie in that book's folder of examples.
    #[arg(long)]
    pub book: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Debug, ClapArgs)]
pub struct AcceptArgs {
    /// Scenarios, or folders of books; all books of `content` if none is named.
    pub scenarios: Vec<PathBuf>,
    /// Take what changed since it was accepted too, without looking at it.
    #[arg(long)]
    pub all: bool,
    /// The book that the scenarios belong to, if they do not lie in its folder of examples.
    #[arg(long)]
    pub book: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Many games of a book.
#[derive(Debug, Clone, ClapArgs)]
pub struct SeedsArgs {
    /// A book's folder, or a file.
    pub path: PathBuf,
    /// How many games.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of the first game; the others follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rule that is played: `#turn`, unless told or named behind the path, as BOOK#anchor.
    #[arg(long, value_name = "#ANCHOR")]
    pub play: Option<String>,
    /// How often that rule is played in each game.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub turns: u32,
    /// How many players sit at the table, in a game that can be played by several numbers.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub players: Option<u32>,
    /// How the result is printed.
    #[arg(long, default_value = "text")]
    pub format: ReportFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl SeedsArgs {
    /// The rule that is played.
    pub fn played_rule(&self, place: &PlacePath) -> String {
        let named = place.anchor.as_ref().map(|anchor| format!("#{anchor}"));
        self.play.clone().or(named).unwrap_or_else(|| "#turn".to_owned())
    }

    /// Whether somebody chose that rule.
    pub fn chooses_rule(&self, place: &PlacePath) -> bool {
        self.play.is_some() || place.anchor.is_some()
    }

    /// The games to be played of a rule.
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
    /// What to reach: a rule `#anchor`, a box `#chart Box`, or an exit `#chart Box "Yes"`.
    pub anchor: String,
    /// Write a scenario of this name into the book's folder of examples: what leads there from just
    /// before, with every answer. No file is overwritten.
    #[arg(long, value_name = "NAME")]
    pub write: Option<String>,
    #[command(flatten)]
    pub games: SeedsArgs,
}

#[derive(Debug, ClapArgs)]
pub struct CoverageArgs {
    /// A book's folder, or a folder of books; `content` unless told, or else the working folder.
    pub path: Option<PathBuf>,
    /// Play this many games, and list the seeds of games that reach what no example reaches.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// The seed of the first game; the others follow.
    #[arg(long, default_value_t = 1, requires = "games")]
    pub seed: u64,
    /// The rule that is played: `#turn`, unless told or named behind the path, as BOOK#anchor; may be
    /// given several times, for so many games of each.
    #[arg(long, value_name = "#ANCHOR", requires = "games")]
    pub play: Vec<String>,
    /// How often that rule is played in each game.
    #[arg(long, default_value_t = 1, requires = "games", value_parser = clap::value_parser!(u32).range(1..))]
    pub turns: u32,
    /// How many players sit at the table, in a game that can be played by several numbers.
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u32).range(1..))]
    pub players: Option<u32>,
    /// How the result is printed.
    #[arg(long, default_value = "text")]
    pub format: CoverageFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl CoverageArgs {
    /// The rules that are played.
    pub fn played_rules(&self) -> Vec<String> {
        if !self.play.is_empty() {
            return self.play.clone();
        }
        let place = self.path.as_deref().map(PlacePath::of);
        let named = place.and_then(|place| place.anchor).map(|anchor| format!("#{anchor}"));
        vec![named.unwrap_or_else(|| "#turn".to_owned())]
    }

    /// The games to be played of each rule, if any are asked for.
    pub fn seeded_games<'a>(&self, rules: &'a [String]) -> Vec<SeededGames<'a>> {
        let Self { turns, players, seed, .. } = *self;
        let of = |play, games| SeededGames { play, turns, players, seed, games };
        let all = |games| rules.iter().map(|play| of(play.as_str(), games)).collect();
        self.games.map(all).unwrap_or_default()
    }
}

/// How cards are laid on sheets.
#[derive(Debug, Clone, ClapArgs)]
pub struct CardArgs {
    /// Move backs to the right and down by so many millimetres; this counts instead of what is saved of a printer.
    #[arg(long, value_name = "X,Y", value_parser = parse_offset, allow_hyphen_values = true)]
    pub duplex_offset: Option<(f64, f64)>,
    /// The edge at which you turn the paper, if not the profile's.
    #[arg(long)]
    pub flip: Option<FlipEdge>,
    /// Bleed of each card in millimetres, if not the profile's; 0 puts cards side by side.
    #[arg(long, value_name = "MM", value_parser = parse_bleed)]
    pub bleed: Option<f64>,
    /// Print no backs.
    #[arg(long)]
    pub fronts_only: bool,
    /// Fronts and backs on one side of the paper, to fold and glue: for a printer that prints on one
    /// side.
    #[arg(long, conflicts_with_all = ["fronts_only", "flip", "duplex_offset"])]
    pub gutter_fold: bool,
}

impl CardArgs {
    /// What is asked for of all cards.
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

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
    /// Lines that GitHub shows beside the lines of a pull request.
    Github,
}

/// How coverage is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoverageFormat {
    Text,
    Json,
    /// A table of what is not reached, for the book to print.
    Markdown,
}

/// How a play is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PlayFormat {
    /// Numbered sentences.
    Text,
    /// Data; its schema is docs/play.schema.json.
    Json,
    /// A page that steps forward and back.
    Html,
    /// A page that steps, to stand in a frame of another page: no more than the example.
    Embed,
    /// The example as it is printed, or one step of it, as a drawing.
    Svg,
    /// The same as a picture of dots.
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
