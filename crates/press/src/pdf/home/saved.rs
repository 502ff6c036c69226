//! printers.toml: the measured printers. In: the text of the file. Out: printers by name, or findings about
//! the file.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::passes::{Facing, Passes};
use super::printer::Printer;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::keys::TomlFile;
use base::source::{Sources, Span};
use base::text::file_names::name_fault;

/// The printers of a user, as `rulepress printer` saves them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrintersFile {
    /// The printer that files are corrected for if `--printer` names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", example = &"office")]
    pub default: Option<Spanned<String>>,
    /// The printers by name.
    pub printer: BTreeMap<String, SavedPrinter>,
}

/// Two numbers: across and down.
type Pair = Option<Spanned<(f64, f64)>>;

/// A measured printer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SavedPrinter {
    /// Offset of the crosses on the back from zero on the calibration page, to the right and down, in
    /// millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[f64; 2]>", example = [1.2, -0.5])]
    pub shift: Pair,
    /// Printed length of 100 mm on the front, across and down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[f64; 2]>", example = [99.4, 99.6])]
    pub scale: Pair,
    /// Printed length of 100 mm on the back, across and down; without it, that of the front counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[f64; 2]>", example = [99.2, 99.5])]
    pub back_scale: Pair,
    /// Side up of printed sheets, for a printer that prints one side at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"face-down")]
    pub passes: Option<Facing>,
    /// Side up, in the tray, of the side to be printed; without it, `face-up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"face-up")]
    pub tray: Option<Facing>,
}

impl PrintersFile {
    /// Reads the text of the file at `path`; invalid parts are findings and are ignored.
    pub fn read(text: &str, path: &str, sources: &mut Sources, findings: &mut Findings) -> Self {
        let source = sources.add_named(path.to_owned(), path, text);
        let Some(mut file) = TomlFile::parse(source, code::PRINTERS_FILE, text, findings) else {
            return Self::default();
        };
        file.take_unknown::<Self>(None, findings);
        let mut read: Self = file.read("docs/printing.md shows what the file may say", findings);
        let mut wrong = |span: std::ops::Range<usize>, words: String, hint: &str| {
            let span = Span::new(source, span);
            findings.push(Diagnostic::at(code::PRINTERS_FILE, span, words).hint(hint));
        };
        read.printer.retain(|name, printer| {
            let fault = printer.fault().or_else(|| {
                let fault = name_fault(name)?;
                Some((0..text.len().min(1), fault.words().to_owned()))
            });
            let Some((span, words)) = fault else { return true };
            let words = format!("the printer `{}`: {words}", short_quote(name));
            wrong(span, words, "measure it again, and save it with `rulepress printer`");
            false
        });
        if let Some(default) =
            read.default.take_if(|name| !read.printer.contains_key(name.get_ref()))
        {
            let words = format!("no printer is called `{}`", short_quote(default.get_ref()));
            wrong(default.span(), words, "name one of the file, or leave `default` out");
        }
        read
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        let head = "# Printers that were measured on the calibration page; `rulepress printer` writes this file.\n\n";
        format!("{head}{}", toml::to_string(self).unwrap_or_default())
    }

    /// Returns the printer of this name.
    pub fn find(&self, name: &str) -> Option<(Printer, Option<Passes>)> {
        let saved = self.printer.get(name)?;
        Some((saved.printer(name), saved.passes()))
    }
}

impl SavedPrinter {
    /// Returns its figures, as the press takes them.
    pub fn printer(&self, name: &str) -> Printer {
        let pair = |pair: &Pair| pair.as_ref().map(|pair| *pair.get_ref());
        let scale = pair(&self.scale).unwrap_or((100.0, 100.0));
        Printer {
            name: name.to_owned(),
            shift: pair(&self.shift).unwrap_or_default(),
            scale,
            back_scale: pair(&self.back_scale).unwrap_or(scale),
        }
    }

    /// Returns its paper feed, if it prints one side at a time.
    pub fn passes(&self) -> Option<Passes> {
        let out = self.passes?;
        Some(Passes { out, tray: self.tray.unwrap_or(Facing::FaceUp) })
    }

    /// Returns the first impossible figure: its place, and the message.
    fn fault(&self) -> Option<(std::ops::Range<usize>, String)> {
        let shifts = (-Printer::MOST_SHIFT, Printer::MOST_SHIFT);
        let figures = [
            ("shift", &self.shift, shifts),
            ("scale", &self.scale, Printer::SCALES),
            ("back-scale", &self.back_scale, Printer::SCALES),
        ];
        figures.into_iter().find_map(|(key, pair, (least, most))| {
            let pair = pair.as_ref()?;
            let (across, down) = *pair.get_ref();
            let is_possible = |figure: f64| (least..=most).contains(&figure);
            let words = format!("`{key}` is two numbers from {least} to {most}");
            (!is_possible(across) || !is_possible(down)).then(|| (pair.span(), words))
        })
    }
}
