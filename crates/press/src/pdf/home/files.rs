//! Files for a printer at home: a finished PDF adapted to that printer, and the page that explains how to
//! print it.

use typst_layout::PagedDocument;

use crate::OutputFile;
use crate::outputs::{OutputContext, PressTask};
use crate::paper::Paper;
use crate::pdf::export::{self, PageSelection};
use crate::pdf::home::PaperUse;
use crate::pdf::home::guide::{Craft, Guide};
use crate::pdf::home::ink::InkUse;
use crate::pdf::home::sides::SheetPrint;
use crate::profile::FlipEdge;
use crate::set::design::MM;
use base::diagnostic::{Diagnostic, code};

/// A PDF on the paper of a printer at home.
pub struct HomePdf<'a> {
    /// Its name, without extension.
    pub name: &'a str,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Ink that its pages take, if that is asked for.
    pub ink: Option<InkUse>,
    /// Side of the sheets for each page, counted from 0: even numbers are fronts.
    pub numbers: Vec<usize>,
    /// The edge for which the backs are laid out; `None` if the file does not say how it is turned over.
    pub laid: Option<FlipEdge>,
    /// Work on the printed sheets, such as cutting, if the guide has to describe it.
    pub craft: Option<Craft>,
}

impl HomePdf<'_> {
    fn sheets(&self) -> usize {
        let mut sheets: Vec<usize> = self.numbers.iter().map(|number| number / 2).collect();
        sheets.dedup();
        sheets.len()
    }

    fn has_backs(&self) -> bool {
        self.numbers.iter().any(|number| number % 2 == 1)
    }
}

impl OutputContext<'_> {
    /// Makes the files of a PDF as the printer needs them, and the page that explains how to print them.
    pub fn home_files(&mut self, pdf: HomePdf<'_>) -> Vec<OutputFile> {
        let home = &self.request.home;
        let paper = self.paper_use(&pdf);
        let guide = pdf.craft.clone().filter(|_| home.guide);
        let guide = guide.and_then(|craft| self.guide_file(&pdf, craft));
        let print = SheetPrint {
            flip: self.flip_of(&pdf),
            numbers: pdf.numbers,
            laid: pdf.laid,
            offset: self.request.cards.offset,
            printer: home.printer.as_ref(),
            passes: home.passes,
        };
        let files = match print.files(pdf.bytes) {
            Ok(files) => files,
            Err(error) => {
                let message = format!("`{}` cannot be made: {error:#}", pdf.name);
                self.findings.push(Diagnostic::global(code::TYPESETTING, message));
                return Vec::new();
            }
        };
        let named = |file: crate::pdf::home::sides::PrintFile| {
            OutputFile::pdf(&format!("{}{}", pdf.name, file.suffix), file.bytes)
        };
        let mut files: Vec<OutputFile> = files.into_iter().map(named).collect();
        if let Some(first) = files.first_mut() {
            first.paper = paper;
        }
        files.extend(guide);
        files
    }

    /// Returns the edge over which the sheets of a PDF are turned.
    fn flip_of(&self, pdf: &HomePdf<'_>) -> FlipEdge {
        pdf.laid.map_or(FlipEdge::Long, |laid| self.request.cards.flip.unwrap_or(laid))
    }

    fn paper_use(&self, pdf: &HomePdf<'_>) -> Option<PaperUse> {
        let name = self.profile().paper.clone()?;
        Some(PaperUse {
            file: pdf.name.to_owned(),
            paper: name,
            sheets: pdf.sheets(),
            both_sides: pdf.has_backs(),
            ink: pdf.ink,
        })
    }

    /// Measures the ink that pages take, if that is asked for; pages of a booklet are counted as half a side.
    pub fn ink_of(&self, pages: &PagedDocument) -> Option<InkUse> {
        let paper = Paper::find(self.profile().paper.as_deref()?)?;
        self.request.home.ink.then(|| InkUse::of_pages(pages, paper.size().times(MM)))
    }

    /// Makes the page that explains how to print a file. It is a file of its own, so that it is not printed
    /// on the thick paper of cards, and no side of a sheet is shifted.
    fn guide_file(&mut self, pdf: &HomePdf<'_>, craft: Craft) -> Option<OutputFile> {
        let home = &self.request.home;
        let flip = pdf.has_backs().then(|| self.flip_of(pdf));
        let guide = Guide {
            file: pdf.name.to_owned(),
            sheets: pdf.sheets(),
            flip,
            passes: home.passes.filter(|_| flip.is_some()),
            printer: home.printer.as_ref().map(|printer| printer.name.clone()),
            craft,
        };
        let paper = self.profile().paper.clone()?;
        let page = self.typeset(&paper, PressTask::Guide(Box::new(guide)))?;
        let (pages, profile) = (PageSelection::all(&page), self.profile());
        let bytes = export::export_pdf(&pages, self.book, profile, self.findings)?;
        let print = SheetPrint {
            numbers: vec![0],
            laid: None,
            flip: FlipEdge::Long,
            offset: (0.0, 0.0),
            printer: self.request.home.printer.as_ref(),
            passes: None,
        };
        let bytes = print.files(bytes).ok()?.pop()?.bytes;
        Some(OutputFile::pdf(&format!("{}-how-to-print", pdf.name), bytes))
    }
}
