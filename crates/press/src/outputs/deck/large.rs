//! Large decks: each part is set and written before the next, and freed, and all parts are joined to one PDF.

use typst_layout::PagedDocument;

use crate::look::PageLook;
use crate::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use crate::outputs::deck::parts::{SetParts, each_part};
use crate::outputs::{DOTS, OutputContext};
use crate::pdf::export::{PageSelection, PartedPdf};
use crate::pdf::home::files::HomePdf;
use crate::pdf::home::ink::InkUse;
use crate::profile::OutputFamily;
use crate::resolution::report_coarse_pictures;
use crate::{OutputFile, PageFormat, raster};
use base::diagnostic::Findings;

impl CardSetting<'_> {
    /// Sets the cards, those of a large deck in parts, and adds the pages to a result; `None` if they cannot
    /// be set. If the deck cannot be set in parts after all, the result is started again.
    pub fn make<T>(
        self,
        findings: &mut Findings,
        begin: impl Fn() -> T,
        mut add: impl FnMut(&mut T, &PagedDocument, &mut Findings),
    ) -> Option<T> {
        let mut made = begin();
        let mut hand_on = |pages, findings: &mut Findings| add(&mut made, &pages, findings);
        match each_part(self, findings, &mut hand_on) {
            SetParts::All => Some(made),
            SetParts::Broken => None,
            SetParts::Whole => {
                let pages = typeset_cards(self, findings)?;
                let mut made = begin();
                add(&mut made, &pages, findings);
                Some(made)
            }
        }
    }
}

impl<'a> OutputContext<'a> {
    /// Returns the settings of the cards of a request.
    pub fn card_setting<'s>(&self, request: &'s CardRequest, look: &'s PageLook) -> CardSetting<'s>
    where
        'a: 's,
    {
        let (book, profile, sources) = (self.book, self.profile(), self.sources);
        CardSetting { book, request, profile, look, sources }
    }

    /// Makes a picture of each page of cards.
    pub fn card_page_pictures(&mut self, setting: CardSetting<'_>, name: &str) -> Vec<OutputFile> {
        let CardSetting { book, profile, .. } = setting;
        let (format, dots) = (self.format(), profile.dpi.unwrap_or(DOTS));
        let begin = || (0, Vec::new());
        let made = setting.make(self.findings, begin, |(before, files), document, findings| {
            report_coarse_pictures(document, book, profile, name, findings);
            let pages = PageSelection { before: *before, ..PageSelection::all(document) };
            files.extend(match format {
                PageFormat::Svg => raster::svg_pages(&pages, name),
                PageFormat::Png | PageFormat::Pdf => raster::png_pages(&pages, name, dots),
            });
            *before += document.pages().len();
        });
        made.map(|(_, files)| files).unwrap_or_default()
    }

    /// Makes the files of a deck that is too large to be set at once; `None` if it is not.
    pub fn large_deck_files(
        &mut self,
        setting: CardSetting<'_>,
        stem: &str,
    ) -> Option<Vec<OutputFile>> {
        let CardSetting { book, request, profile, .. } = setting;
        if self.format() != PageFormat::Pdf || self.kept.is_some() {
            return None;
        }
        let is_folded = setting.is_folded();
        let name = format!("{}{}", self.file_stem(stem), if is_folded { "-fold" } else { "" });
        let flip = (!is_folded && !request.fronts_only).then_some(setting.flip());
        let (mut pdf, mut count, mut ink) = (PartedPdf::default(), 0, InkUse::default());
        let mut is_whole = true;
        let mut findings = std::mem::take(self.findings);
        let set = each_part(setting, &mut findings, &mut |pages, findings| {
            count += pages.pages().len();
            report_coarse_pictures(&pages, book, profile, &name, findings);
            ink = ink.plus(self.ink_of(&pages).unwrap_or_default());
            is_whole &= pdf.add(&pages, book, profile, findings).is_some();
        });
        *self.findings = findings;
        match set {
            SetParts::Whole => return None,
            SetParts::All if is_whole => {}
            SetParts::All | SetParts::Broken => return Some(Vec::new()),
        }
        let Some(bytes) = pdf.finish(profile, flip, self.findings) else {
            return Some(Vec::new());
        };
        if profile.family != OutputFamily::Home {
            return Some(vec![OutputFile::pdf(&name, bytes)]);
        }
        let numbers = (0..count).map(|page| if flip.is_some() { page } else { 2 * page });
        Some(self.home_files(HomePdf {
            name: &name,
            bytes,
            ink: self.request.home.ink.then_some(ink),
            numbers: numbers.collect(),
            laid: flip,
            craft: setting.craft(),
        }))
    }
}
