//! Printing at home, for `build`. In: the arguments, and the saved printers. Out: a request to the press, and
//! the words to print about it.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args as ClapArgs;

use super::args::CardArgs;
use super::console::{print_error, print_findings};
use super::printers::SavedPrinters;
use super::verbosity::is_quiet;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Sources;
use press::PageFormat;
use press::pdf::home::HomeRequest;
use press::pdf::home::passes::{Facing, Passes};
use press::pdf::home::printer::Printer;

/// Reason why no printer can be saved.
pub const NO_SETTINGS: &str = "there is no settings folder here";
/// Name that means no printer.
pub const NO_PRINTER: &str = "none";

/// Options for a printer at home.
#[derive(Debug, Clone, Default, ClapArgs)]
pub struct HomeArgs {
    /// Correct sheets for this printer, which `rulepress printer` saved; by default for the default printer.
    /// `none` corrects nothing.
    #[arg(long, value_name = "NAME")]
    printer: Option<String>,
    /// Put fronts and backs into two files, for a printer that prints one side at a time; the value says how
    /// the printed side faces as a sheet comes out.
    #[arg(long, value_name = "FACING")]
    passes: Option<Facing>,
    /// Direction that the side to be printed faces in the tray of such a printer; face-up by default.
    #[arg(long, value_name = "FACING", requires = "passes")]
    tray: Option<Facing>,
    /// Thickness of a booklet's paper, in millimetres: the pages of each sheet move to the fold by this. By
    /// default the profile's; 0.1 for 80 g/m².
    #[arg(long, value_name = "MM", value_parser = parse_thickness)]
    paper_thickness: Option<f64>,
    /// Make no pages about printing, cutting and folding.
    #[arg(long)]
    no_guide: bool,
    /// Report how many sheets and how much ink it takes to print this at home, and write nothing.
    #[arg(long)]
    pub estimate: bool,
}

/// Request for printing at home, with its findings.
#[derive(Debug, Default)]
pub struct HomeOrder {
    /// The request to the press.
    pub request: HomeRequest,
    /// Findings about the file of printers.
    pub findings: Findings,
    sources: Option<Sources>,
}

impl HomeOrder {
    /// Reads the arguments and the printer that they name; `prints` is true if a profile has printer paper.
    pub fn of(args: &HomeArgs, cards: &CardArgs, format: PageFormat, prints: bool) -> Result<Self> {
        args.require_paper(cards, format, prints)?;
        let mut order = Self::default();
        order.request.guide = !args.no_guide && !args.estimate;
        order.request.ink = args.estimate;
        order.request.thickness = args.paper_thickness;
        if prints && format == PageFormat::Pdf && args.printer.as_deref() != Some(NO_PRINTER) {
            order.take_printer(args.printer.as_deref())?;
        }
        if let Some(out) = args.passes {
            let tray = args.tray.unwrap_or(Facing::FaceUp);
            order.request.passes = Some(Passes { out, tray });
        }
        if cards.gutter_fold || cards.fronts_only {
            order.request.passes = None;
        }
        if cards.duplex_offset.is_some()
            && let Some(printer) = &mut order.request.printer
        {
            printer.shift = (0.0, 0.0);
        }
        Ok(order)
    }

    /// Takes the printer of this name, or else the default printer.
    fn take_printer(&mut self, name: Option<&str>) -> Result<()> {
        let SavedPrinters { file, findings, sources, .. } = SavedPrinters::read()?;
        let default = file.default.as_ref().map(|name| name.get_ref().as_str());
        (self.findings, self.sources) = (findings, sources);
        let Some(asked) = name.or(default) else { return Ok(()) };
        if self.sources.is_none() {
            bail!("{NO_SETTINGS}, and no printer is saved; write --duplex-offset");
        }
        let Some((printer, passes)) = file.find(asked) else {
            self.report();
            let known: Vec<&str> = file.printer.keys().map(String::as_str).collect();
            match known.is_empty() {
                true => bail!(
                    "no printer is saved as `{asked}`; `rulepress printer {asked} --shift 1.2,-0.5` saves one"
                ),
                false => bail!("no printer is saved as `{asked}`; there are {}", known.join(", ")),
            }
        };
        self.request.printer = Some(printer);
        self.request.passes = passes;
        Ok(())
    }

    /// Prints the findings about the file of printers.
    fn report(&self) {
        if let Some(sources) = self.sources.as_ref().filter(|_| !self.findings.0.is_empty()) {
            print_findings(&self.findings, sources);
        }
    }

    /// Prints the name of the printer that sheets are corrected for, and the findings about the file of
    /// printers.
    pub fn announce(&self) {
        self.report();
        let Some(printer) = self.request.printer.as_ref().filter(|_| !is_quiet()) else { return };
        print_error(format_args!(
            "sheets are corrected for the printer `{}`: {}\n",
            printer.name,
            printer_words(printer)
        ));
    }
}

fn parse_thickness(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(thickness) if (0.0..=1.0).contains(&thickness) => Ok(thickness),
        _ => Err("write a number of millimetres from 0 to 1".to_owned()),
    }
}

impl HomeArgs {
    /// Checks that there are PDFs on printer paper, if an option for sheets is given.
    fn require_paper(&self, cards: &CardArgs, format: PageFormat, prints: bool) -> Result<()> {
        let asked = [
            ("--printer", self.printer.is_some()),
            ("--passes", self.passes.is_some()),
            ("--estimate", self.estimate),
        ];
        let asked = asked.into_iter().find_map(|(option, is_asked)| is_asked.then_some(option));
        if let Some(option) = asked.filter(|_| !prints) {
            bail!(
                "{option} needs a profile with printer paper; add --profile home-a4 or --profile home-letter"
            );
        }
        let moved = cards.duplex_offset.map(|_| "--duplex-offset").filter(|_| prints);
        if let Some(option) = asked.or(moved).filter(|_| format != PageFormat::Pdf) {
            bail!("{option} is about PDFs; leave out --format");
        }
        Ok(())
    }
}

/// Describes a printer: "its backs lie 1.2 mm to the left; 100 mm come out as 99.4 across and 99.6 down".
pub fn printer_words(printer: &Printer) -> String {
    let mut words = Vec::new();
    let (right, down) = printer.shift;
    if printer.shift != (0.0, 0.0) {
        let across = if right < 0.0 { "to the left" } else { "to the right" };
        let along = if down < 0.0 { "up" } else { "down" };
        let moved = [(right, across), (down, along)].into_iter().filter(|(far, _)| *far != 0.0);
        let moved: Vec<String> =
            moved.map(|(far, way)| format!("{} mm {way}", far.abs())).collect();
        words.push(format!("its backs are {}", moved.join(" and ")));
    }
    let scale = |(across, down): (f64, f64)| format!("{across} across and {down} down");
    if printer.scale != (100.0, 100.0) || printer.back_scale != (100.0, 100.0) {
        words.push(format!("100 mm are printed as {}", scale(printer.scale)));
    }
    if printer.back_scale != printer.scale {
        words.push(format!("on the back, as {}", scale(printer.back_scale)));
    }
    if words.is_empty() { "it is right as it is".to_owned() } else { words.join("; ") }
}

/// Returns the finding about a file of printers that cannot be read at all.
pub fn unreadable_printers(path: &Path, why: &str) -> Diagnostic {
    let message = format!("the saved printers cannot be read: {why}");
    Diagnostic::file(code::PRINTERS_FILE, base::text::path_words(path), message)
        .hint("run `rulepress printer` to see where the file is; fix the file, or move it away")
}
