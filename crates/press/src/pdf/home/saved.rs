//! printers.toml: the printers that were measured. In: the text of the file. Out: printers by name, or what is wrong
//! with it.

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

/// The printers of somebody, as `rulepress printer` saves them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrintersFile {
    /// The printer that files are corrected for where `--printer` names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", example = &"office")]
    pub default: Option<Spanned<String>>,
    /// The printers by name.
    pub printer: BTreeMap<String, SavedPrinter>,
}

/// Two numbers, for across and down.
type Pair = Option<Spanned<(f64, f64)>>;

/// A printer as it was measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SavedPrinter {
    /// How far the crosses of the back lie to the right and down of zero on the calibration page, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[f64; 2]>", example = [1.2, -0.5])]
    pub shift: Pair,
    /// How long 100 mm come out on the front, across and down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[f64; 2]>", example = [99.4, 99.6])]
    pub scale: Pair,
    /// The same on the back; left out, it is as on the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[f64; 2]>", example = [99.2, 99.5])]
    pub back_scale: Pair,
    /// How printed sheets come out of a printer that prints one side at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"face-down")]
    pub passes: Option<Facing>,
    /// Which way the side that it prints lies in its tray; left out, it lies up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"face-up")]
    pub tray: Option<Facing>,
}

impl PrintersFile {
    /// Reads the text of the file at `path`; what cannot be understood is a finding and counts for nothing.
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

    /// The text of the file.
    pub fn text(&self) -> String {
        let head = "# Printers that were measured on the calibration page; `rulepress printer` writes this file.\n\n";
        format!("{head}{}", toml::to_string(self).unwrap_or_default())
    }

    /// The printer of this name.
    pub fn find(&self, name: &str) -> Option<(Printer, Option<Passes>)> {
        let saved = self.printer.get(name)?;
        Some((saved.printer(name), saved.passes()))
    }
}

impl SavedPrinter {
    /// Its figures, as the press takes them.
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

    /// How it is fed, if it prints one side at a time.
    pub fn passes(&self) -> Option<Passes> {
        let out = self.passes?;
        Some(Passes { out, tray: self.tray.unwrap_or(Facing::FaceUp) })
    }

    /// The first figure that no printer has, and where it stands.
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
