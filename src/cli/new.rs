//! `new`: makes a small, whole book from the files of `templates/new`, or a book that wraps the files of a
//! folder.

mod wrap;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;

use super::console::{print_error, print_out, report_findings};
use super::exit::Exit;
use super::write::{Before, write_made};
use base::diagnostic::Findings;
use base::source::Sources;
use base::text::file_names::{plain_name, title_of_name};
use base::text::{path_words, shown_path};

/// Placeholder for the title in the files of the template.
const TITLE: &str = "{{title}}";

/// Files of a new book, by their paths in its folder.
const TEMPLATE: [(&str, &str); 13] = [
    ("book.toml", include_str!("../../templates/new/book.toml")),
    ("01-game.md", include_str!("../../templates/new/01-game.md")),
    ("02-turn.md", include_str!("../../templates/new/02-turn.md")),
    ("cards.csv", include_str!("../../templates/new/cards.csv")),
    ("sheet.md", include_str!("../../templates/new/sheet.md")),
    ("cards.md", include_str!("../../templates/new/cards.md")),
    ("rules/table.star", include_str!("../../templates/new/rules/table.star")),
    ("rules/turn.star", include_str!("../../templates/new/rules/turn.star")),
    ("rules/table.toml", include_str!("../../templates/new/rules/table.toml")),
    ("rules/words.toml", include_str!("../../templates/new/rules/words.toml")),
    ("rules.lock", include_str!("../../templates/new/rules.lock")),
    ("examples/owl.toml", include_str!("../../templates/new/examples/owl.toml")),
    ("examples/owl.trace", include_str!("../../templates/new/examples/owl.trace")),
];

#[derive(Debug, ClapArgs)]
pub struct NewArgs {
    /// The folder of the new book; its name becomes the title.
    name: PathBuf,
    /// Make the book from the texts, pictures and CSV files of this folder, which stay as they are. If it is
    /// the folder of the book itself, only book.toml is added.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
}

/// Makes a book.
pub fn run_new(args: &NewArgs) -> Result<Exit> {
    let mut place = BookPlace::of(&args.name)?;
    if let Some(from) = args.from.as_ref().filter(|from| wrap::is_same_folder(from, &args.name)) {
        place.folder.clone_from(from);
    }
    match &args.from {
        Some(from) => wrap::wrap_folder(&place, from),
        None => write_template(&place),
    }
}

/// Writes the files of the template.
fn write_template(place: &BookPlace) -> Result<Exit> {
    place.require_empty()?;
    let mut findings = Findings::default();
    for (path, text) in TEMPLATE {
        let text = match path.ends_with(".toml") {
            true => {
                let title = toml_edit::Value::from(&place.title).to_string();
                text.replace(&format!("\"{TITLE}\""), &title)
            }
            false => text.replace(TITLE, &place.title),
        };
        place.write(path, text.as_bytes(), &mut findings);
    }
    let exit = report_unwritten(&findings)?;
    if exit == Exit::Done {
        print_error(format_args!("{}", place.template_steps()));
    }
    Ok(exit)
}

/// Reports the files that could not be written, if there are any.
fn report_unwritten(findings: &Findings) -> Result<Exit> {
    match findings.0.is_empty() {
        true => Ok(Exit::Done),
        false => Ok(report_findings(findings, &Sources::new(Path::new("."))?)),
    }
}

/// Folder and title of the new book.
struct BookPlace {
    folder: PathBuf,
    title: String,
}

impl BookPlace {
    /// Returns the place for a path; blanks and characters that a folder name cannot have become hyphens.
    fn of(named: &Path) -> Result<Self> {
        let Some(name) = named.file_name() else {
            let folder = named.to_path_buf();
            let real = named.canonicalize().with_context(|| unusable(named))?;
            let name = real.file_name().unwrap_or_default().to_string_lossy();
            return Ok(Self { folder, title: title_of_name(&name) });
        };
        let name = name.to_string_lossy();
        let plain = plain_name(&name).split_whitespace().collect::<Vec<_>>().join("-");
        Ok(Self { folder: named.with_file_name(plain), title: title_of_name(&name) })
    }

    /// Checks that no file would be overwritten.
    fn require_empty(&self) -> Result<()> {
        let shown = shown_path(&self.folder);
        if !self.folder.exists() {
            return Ok(());
        }
        if !self.folder.is_dir() {
            bail!("`{shown}` is a file; name a folder that does not exist yet");
        }
        let mut entries =
            std::fs::read_dir(&self.folder).with_context(|| unusable(&self.folder))?;
        if entries.next().is_some() {
            bail!(
                "`{shown}` is not empty; name a folder that does not exist yet, or make a book from its files with --from {shown}"
            )
        }
        Ok(())
    }

    /// Writes one file, and prints its path.
    fn write(&self, path: &str, bytes: &[u8], findings: &mut Findings) {
        let path = self.folder.join(path);
        match write_made(&path, bytes, Before::Nothing) {
            Ok(()) => print_out(format_args!("{}\n", path_words(&path))),
            Err(failure) => findings.push(failure.finding()),
        }
    }

    /// Returns the commands to go on with after the template.
    fn template_steps(&self) -> String {
        let folder = shell_word(&self.folder);
        let example = shell_word(&self.folder.join("examples").join("owl.toml"));
        let steps = [
            NextStep {
                command: format!("rulepress build {folder}"),
                makes: "the rulebook, sheet and cards as PDFs",
            },
            NextStep {
                command: format!("rulepress play {example}"),
                makes: "what happens in the example, step by step",
            },
            NextStep {
                command: format!("rulepress build {folder} --profile home-a4"),
                makes: "sheets of cards and a booklet to print",
            },
        ];
        format!(
            "\n`{}` is a whole small game. Change it, or try:\n\n{}",
            self.title,
            step_lines(&steps)
        )
    }
}

/// A command to go on with, and its result.
struct NextStep {
    command: String,
    makes: &'static str,
}

/// Returns a line for each command.
fn step_lines(steps: &[NextStep]) -> String {
    let wide = steps.iter().map(|step| step.command.chars().count()).max().unwrap_or_default();
    let line = |NextStep { command, makes }: &NextStep| format!("    {command:wide$}   {makes}\n");
    steps.iter().map(line).collect()
}

fn unusable(folder: &Path) -> String {
    format!("no book can be made in `{}`", shown_path(folder))
}

/// Quotes a path for a shell.
fn shell_word(path: &Path) -> String {
    let path = path_words(path);
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path }
}
