//! Reports of the commands about examples. In: examples, or a book's rules and many seeds. Out: a report as
//! text and as data, with findings; the command line prints it.

mod against;
mod balance;
mod coverage;
mod find;
mod gaps;
mod play;
mod plot;
mod reached;
mod record;
mod scene;
mod seeds;
mod simulate;
mod sweep;
mod table_words;
mod whole_games;

pub use against::{Difference, Edition, Measure, PairTally, PairedGames, paired_histogram_svg};
pub use balance::{BalanceGames, BalancedRule, Measured, MeasuredBound, PlayedBalance, Verdict};
pub use coverage::Coverage;
pub use find::{find_scene, find_seeds};
pub use gaps::{OpenQuestion, OpenQuestions, report_gaps};
pub use play::{report_accepted, report_game, report_play};
pub use reached::Reached;
pub use record::{
    OpenChoice, RecordedScenario, Reply, ScenarioRecording, ask_on_terminal, chosen_option,
    record_answers,
};
pub use scene::{FoundScene, game_scenario};
pub use seeds::{SeededGames, rules_not_loaded};
pub use simulate::{
    GameLine, GameTally, HistogramBar, Interval, KeptGamesFault, KeptLines, LineMetric,
    NamedNumber, NumberCounts, Simulation, TallyStyle, TerminalLook, WantedGames, histogram_bars,
    histogram_drawing, histogram_svg, kept_games_finding, read_kept_games, report_simulation,
    wilson_interval,
};
pub use sweep::{MOST_SETTINGS, Sweep, SweptValue, WrongSetting};
pub use whole_games::{whole_games, whole_games_hint};

use base::diagnostic::{Diagnostic, Findings};

/// The report of a command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommandReport {
    /// Text for a person.
    pub text: String,
    /// Data for other programs.
    pub json: serde_json::Value,
    /// Findings made on the way.
    pub findings: Findings,
}

impl CommandReport {
    /// Returns a report with only a finding.
    fn failed(finding: Diagnostic) -> Self {
        Self { findings: Findings(vec![finding]), ..Self::default() }
    }
}

/// Rounds a number of games up to two digits.
fn round_up(games: u64) -> u64 {
    let power = 10_u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(power) * power
}

/// Aligns rows in columns as wide as their longest cell; the columns in `left` are aligned left.
fn aligned_rows<const N: usize>(rows: &[[String; N]], left: &[usize]) -> String {
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let cell = |(at, cell): (usize, &String)| {
        let room = widths[at];
        if left.contains(&at) { format!("{cell:<room$}") } else { format!("{cell:>room$}") }
    };
    let line = |row: &[String; N]| {
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
