//! `preflight`: checks finished PDFs as a print shop does.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args as ClapArgs;
use serde::Serialize;

use super::args::ReportFormat;
use super::console::{findings_summary, print_detailed, print_error, print_json};
use super::exit::Exit;
use super::paths::require_path;
use super::verbosity::{detail, is_quiet};
use base::diagnostic::{Code, Detail, Diagnostic, Findings, code};
use base::source::Sources;
use base::text::{io_words, path_words, shown_path};
use press::preflight::{PageTrim, PreflightReport, PrintDemands, grouped_faults, preflight};
use press::profile::{find_profile, profiles_in_words};

/// Possible lengths of a page's sides, in millimetres.
const SIDES: std::ops::RangeInclusive<f64> = 10.0..=5000.0;

#[derive(Debug, Clone, ClapArgs)]
pub struct PreflightArgs {
    /// Finished PDFs, made by this program or any other.
    #[arg(required = true, value_name = "FILE.pdf")]
    files: Vec<PathBuf>,
    // The help is built from the list of profiles.
    #[arg(
        long,
        default_value = "generic-3mm",
        value_name = "NAME|FILE.toml",
        help = format!(
            "What the print shop asks for: the print profile {}, or the path of a TOML file",
            profiles_in_words(|_| true)
        ),
    )]
    profile: String,
    /// Width and height of the pages after they are cut, in millimetres.
    #[arg(long, value_name = "WxH", value_parser = parse_trim)]
    trim: Option<PageTrim>,
    /// Format of the faults.
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

fn parse_trim(text: &str) -> Result<PageTrim, String> {
    let sides: Vec<f64> =
        text.split(['x', 'X']).filter_map(|side| side.trim().parse().ok()).collect();
    match sides.as_slice() {
        [width, height] if SIDES.contains(width) && SIDES.contains(height) => {
            Ok(PageTrim { width: *width, height: *height, may_turn: false })
        }
        _ => {
            Err("write width and height in millimetres from 10 to 5000, such as 148x210".to_owned())
        }
    }
}

/// One file as data.
#[derive(Debug, Serialize)]
struct FileRecord {
    file: String,
    profile: String,
    #[serde(flatten)]
    report: PreflightReport,
}

/// Checks each file; ends with 1 if one of them has an error or cannot be read.
pub fn run_preflight(args: &PreflightArgs) -> Result<Exit> {
    let profile = find_profile(&args.profile).map_err(|why| anyhow!(why))?;
    args.files.iter().try_for_each(|file| require_path(file))?;
    let mut demands = profile.demands(true);
    demands.trim = args.trim.or(demands.trim);
    let (mut exit, mut records) = (Exit::Done, Vec::new());
    for file in &args.files {
        let looked = look_at(file, &demands);
        let findings = match &looked {
            Ok(report) => fault_findings(file, report),
            Err(finding) => Findings(vec![finding.as_ref().clone()]),
        };
        exit = exit.max(Exit::after(&findings));
        if let (ReportFormat::Json, Ok(report)) = (args.format, looked) {
            records.push(FileRecord {
                file: path_words(file),
                profile: profile.name.clone(),
                report,
            });
        } else {
            print_detailed(&findings, &Sources::new(Path::new("."))?, Detail::All);
            if !is_quiet() {
                let summary = findings_summary(&findings);
                print_error(format_args!("{}: {summary}\n", shown_path(file)));
            }
        }
    }
    if args.format == ReportFormat::Json {
        print_json(&records)?;
    }
    Ok(exit)
}

fn look_at(file: &Path, demands: &PrintDemands) -> Result<PreflightReport, Box<Diagnostic>> {
    let unreadable = |why: String| Diagnostic::file(code::UNREADABLE, path_words(file), why);
    let bytes = std::fs::read(file).map_err(|error| {
        Box::new(unreadable(format!("it cannot be read: {}", io_words(&error))))
    })?;
    preflight(&bytes, demands)
        .map_err(|error| Box::new(unreadable(error.to_string()).hint(error.hint())))
}

/// Returns the faults of a file as findings: each of them with `-v`, otherwise faults of a kind together.
fn fault_findings(file: &Path, report: &PreflightReport) -> Findings {
    let tells_all = detail(Detail::Most) == Detail::All;
    let mut findings = Findings::default();
    for group in grouped_faults(&report.faults) {
        let Some(first) = group.faults.first() else { continue };
        let words = match tells_all {
            true => group.faults.iter().map(|fault| fault.words()).collect(),
            false => group.words(),
        };
        for words in words {
            let code = Code { severity: first.severity, ..code::PRINT_FILE };
            let message = format!("{words} ({})", first.kind.name());
            let finding = Diagnostic::file(code, path_words(file), message);
            findings.push(finding.hint(first.hint()));
        }
    }
    findings
}
