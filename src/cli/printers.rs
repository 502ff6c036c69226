//! `printer`: saves what the calibration page shows of a printer, in the user's folder of settings.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args as ClapArgs;
use toml::Spanned;

use super::args::parse_offset;
use super::console::{print_out, report_findings};
use super::exit::Exit;
use super::home::{NO_PRINTER, NO_SETTINGS, printer_words, unreadable_printers};
use super::write::{Before, write_made};
use base::diagnostic::Findings;
use base::source::Sources;
use base::text::file_names::name_fault;
use base::text::{io_words, path_words};
use press::pdf::home::passes::Facing;
use press::pdf::home::printer::Printer;
use press::pdf::home::saved::{PrintersFile, SavedPrinter};

/// Maximum size of the file of printers, in bytes; one printer has about 100.
const MAX_PRINTERS: u64 = 64 << 10;
/// Environment variable that names another folder of settings.
const FOLDER_VARIABLE: &str = "RULEPRESS_CONFIG";

#[derive(Debug, ClapArgs)]
pub struct PrinterArgs {
    /// Your name for the printer; without a name, all are listed.
    name: Option<String>,
    /// Position of the crosses of the back on the calibration page, in millimetres to the right and down of
    /// zero.
    #[arg(long, value_name = "X,Y", value_parser = parse_offset, allow_hyphen_values = true, requires = "name")]
    shift: Option<(f64, f64)>,
    /// Printed length of the rules of 100 mm on the front, in millimetres: one number, or two for across and
    /// down.
    #[arg(long, value_name = "MM", value_parser = parse_scale, requires = "name")]
    scale: Option<(f64, f64)>,
    /// Printed length of these rules on the back, if it differs.
    #[arg(long, value_name = "MM", value_parser = parse_scale, requires = "name")]
    back_scale: Option<(f64, f64)>,
    /// Direction that the printed side faces as a sheet comes out of a printer that prints one side at a
    /// time: fronts and backs become two files.
    #[arg(long, value_name = "FACING", requires = "name")]
    passes: Option<Facing>,
    /// Direction that the side to be printed faces in the tray of such a printer; face-up by default.
    #[arg(long, value_name = "FACING", requires = "passes")]
    tray: Option<Facing>,
    /// Correct sheets for this printer if --printer names no other.
    #[arg(long, requires = "name")]
    default: bool,
    /// Have no default printer.
    #[arg(long, conflicts_with_all = ["name", "default"])]
    no_default: bool,
    /// Forget this printer.
    #[arg(long, requires = "name", conflicts_with_all = ["shift", "scale", "back_scale", "passes", "default"])]
    remove: bool,
}

impl PrinterArgs {
    fn saves(&self) -> bool {
        self.shift.is_some()
            || self.scale.is_some()
            || self.back_scale.is_some()
            || self.passes.is_some()
    }

    /// Returns the printer with the given values; the others stay as they were.
    fn saved(&self, before: SavedPrinter) -> SavedPrinter {
        let pair = |pair: Option<(f64, f64)>| pair.map(|pair| Spanned::new(0..0, pair));
        SavedPrinter {
            shift: pair(self.shift).or(before.shift),
            scale: pair(self.scale).or(before.scale),
            back_scale: pair(self.back_scale).or(before.back_scale),
            passes: self.passes.or(before.passes),
            tray: self.tray.or(before.tray),
        }
    }
}

/// Parses "99.4" or "99.4,99.6".
fn parse_scale(text: &str) -> Result<(f64, f64), String> {
    let parts: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let (least, most) = Printer::SCALES;
    let is_possible = |length: &f64| (least..=most).contains(length);
    match parts.as_deref() {
        Some([both]) if is_possible(both) => Ok((*both, *both)),
        Some([across, down]) if is_possible(across) && is_possible(down) => Ok((*across, *down)),
        _ => Err(format!(
            "write the printed length of 100 mm, from {least} to {most}, such as 99.4, or 99.4,99.6 for across and down"
        )),
    }
}

/// The user's printers, and the findings about their file.
#[derive(Debug, Default)]
pub struct SavedPrinters {
    pub file: PrintersFile,
    pub findings: Findings,
    pub sources: Option<Sources>,
    /// The text of the file, if it can be read.
    text: Option<String>,
}

impl SavedPrinters {
    /// Reads the file; without a file or a folder for it there are no printers.
    pub fn read() -> Result<Self> {
        let Some(path) = printers_path() else { return Ok(Self::default()) };
        let mut sources =
            Sources::new(Path::new(".")).context("the working folder no longer exists")?;
        let mut findings = Findings::default();
        let (mut file, mut text) = (PrintersFile::default(), None);
        match read_text(&path) {
            Ok(read) => {
                if let Some(read) = &read {
                    file =
                        PrintersFile::read(read, &path_words(&path), &mut sources, &mut findings);
                }
                text = read;
            }
            Err(why) => findings.push(unreadable_printers(&path, &why)),
        }
        Ok(Self { file, findings, sources: Some(sources), text })
    }
}

/// Returns the text of the file; `None` if there is no file.
fn read_text(path: &Path) -> Result<Option<String>, String> {
    if !path.exists() {
        return Ok(None);
    }
    if !path.is_file() {
        return Err("it is not a file".to_owned());
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|error| io_words(&error))?;
    let read = file.take(MAX_PRINTERS + 1).read_to_string(&mut text);
    match read.map_err(|error| io_words(&error))? as u64 {
        0..=MAX_PRINTERS => Ok(Some(text)),
        _ => Err("the file is larger than 64 KB".to_owned()),
    }
}

/// Returns the path of the user's printers; `None` if the user has no folder of settings.
fn printers_path() -> Option<PathBuf> {
    settings_folder().map(|folder| folder.join("printers.toml"))
}

/// Returns the folder of this program's settings.
fn settings_folder() -> Option<PathBuf> {
    // A module has no user: its host lends it only the files of a book.
    if cfg!(target_family = "wasm") {
        return None;
    }
    let named = |variable: &str| {
        let folder = std::env::var_os(variable).filter(|folder| !folder.is_empty());
        folder.map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    if let Some(folder) = named(FOLDER_VARIABLE) {
        return Some(folder);
    }
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    let all = if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        named("XDG_CONFIG_HOME").or_else(|| home().map(|home| home.join(".config")))
    };
    all.map(|folder| folder.join("rulepress"))
}

/// Lists, shows, saves or removes printers.
pub fn run_printer(args: &PrinterArgs) -> Result<Exit> {
    let path = printers_path().ok_or_else(|| {
        anyhow!("{NO_SETTINGS}: neither a home folder nor ${FOLDER_VARIABLE} is known")
    })?;
    let SavedPrinters { mut file, findings, sources, text } = SavedPrinters::read()?;
    let sources = sources.context("printers were read")?;
    let exit = report_findings(&findings, &sources);
    let changes = args.saves() || args.default || args.no_default || args.remove;
    if changes && !findings.0.is_empty() {
        bail!("fix or remove `{}` first: it cannot be overwritten", path_words(&path));
    }
    if changes {
        change_printers(args, &mut file)?;
        let written = write_made(&path, file.text().as_bytes(), Before::read(text.as_deref()));
        if let Err(failure) = written {
            return Ok(report_findings(&Findings(vec![failure.finding()]), &sources));
        }
    }
    match args.name.as_deref().filter(|_| !args.remove) {
        Some(name) => {
            let saved = file.printer.get(name).ok_or_else(|| unknown_printer(name))?;
            let default = file.default.as_ref().is_some_and(|default| default.get_ref() == name);
            print_out(format_args!("{}\n", printer_line(name, saved, default)));
        }
        None => list_printers(&file, &path),
    }
    Ok(exit)
}

/// Changes the printers as the arguments say.
fn change_printers(args: &PrinterArgs, file: &mut PrintersFile) -> Result<()> {
    if args.no_default {
        file.default = None;
    }
    let Some(name) = &args.name else { return Ok(()) };
    if args.remove {
        file.printer.remove(name).ok_or_else(|| unknown_printer(name))?;
        file.default.take_if(|default| default.get_ref() == name);
        return Ok(());
    }
    if let Some(fault) = name_fault(name) {
        bail!("`{name}` cannot be the name of a printer: {}", fault.words());
    }
    if name == NO_PRINTER {
        bail!("`{NO_PRINTER}` stands for no printer; choose another name");
    }
    if args.saves() {
        let before = file.printer.remove(name).unwrap_or_default();
        file.printer.insert(name.clone(), args.saved(before));
    }
    if args.default {
        file.printer.get(name).ok_or_else(|| unknown_printer(name))?;
        file.default = Some(Spanned::new(0..0, name.clone()));
    }
    Ok(())
}

fn unknown_printer(name: &str) -> anyhow::Error {
    anyhow!("no printer is saved as `{name}`")
}

fn list_printers(file: &PrintersFile, path: &Path) {
    if file.printer.is_empty() {
        print_out(format_args!("no printer is saved\n"));
    }
    for (name, saved) in &file.printer {
        let default = file.default.as_ref().is_some_and(|default| default.get_ref() == name);
        print_out(format_args!("{}\n", printer_line(name, saved, default)));
    }
    print_out(format_args!("they are saved in {}\n", path_words(path)));
}

/// Describes a printer: "office (default): its backs lie 1.2 mm to the right and 0.5 mm up".
fn printer_line(name: &str, saved: &SavedPrinter, is_default: bool) -> String {
    let default = if is_default { " (default)" } else { "" };
    let mut line = format!("{name}{default}: {}", printer_words(&saved.printer(name)));
    if let Some(passes) = saved.passes() {
        let (out, tray) = (passes.out.name(), passes.tray.name());
        line += &format!("; one side at a time, which comes out {out} and is put back {tray}");
    }
    line
}
