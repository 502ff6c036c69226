//! Large decks on paper: each part is set, written and forgotten before the next, and all of them are one PDF.

use super::home::HomePdf;
use super::{OutputContext, OutputFile, resolution};
use crate::press::PageFormat;
use crate::press::card_parts::{DeckSetting, SetParts, each_part};
use crate::press::cards::{CardRequest, cards_craft};
use crate::press::export::PartedPdf;
use crate::press::home::ink::InkUse;
use crate::press::look::PageLook;
use crate::press::profile::OutputFamily;

impl OutputContext<'_> {
    /// The files of a deck that is too large to be set at once; none where it is not. A PDF for screens, whose tags belong
    /// together, is set at once.
    pub(super) fn large_deck_files(
        &mut self,
        request: &CardRequest,
        look: &PageLook,
        stem: &str,
    ) -> Option<Vec<OutputFile>> {
        let (book, sources, profile) = (self.book, self.sources, self.profile());
        let is_pdf = self.format() == PageFormat::Pdf && self.kept.is_none();
        if !is_pdf || profile.family == OutputFamily::Screen {
            return None;
        }
        let is_folded = request.fold && profile.family == OutputFamily::Home;
        let name = format!("{}{}", self.file_stem(stem), if is_folded { "-fold" } else { "" });
        let flip = request.flip.unwrap_or(profile.flip);
        let flip = (!is_folded && !request.fronts_only).then_some(flip);
        let (mut pdf, mut count, mut ink) = (PartedPdf::default(), 0, InkUse::default());
        let mut is_whole = true;
        let setting = DeckSetting { book, request, profile, look, sources };
        let mut findings = std::mem::take(self.findings);
        let set = each_part(setting, &mut findings, &mut |pages, findings| {
            count += pages.pages().len();
            resolution::report_coarse_pictures(&pages, (book, &name), findings);
            ink = ink.plus(self.ink_of(&pages).unwrap_or_default());
            is_whole &= pdf.add(&pages, (book, profile), findings).is_some();
        });
        *self.findings = findings;
        match set {
            SetParts::Whole => return None,
            SetParts::All if is_whole => {}
            SetParts::All | SetParts::Broken => return Some(Vec::new()),
        }
        let Some(bytes) = pdf.finish((profile, flip), self.findings) else {
            return Some(Vec::new());
        };
        if profile.family == OutputFamily::Print {
            return Some(vec![OutputFile::pdf(&name, bytes)]);
        }
        let numbers = (0..count).map(|page| if flip.is_some() { page } else { 2 * page });
        Some(self.home_files(HomePdf {
            name: &name,
            bytes,
            ink: self.request.home.ink.then_some(ink),
            numbers: numbers.collect(),
            laid: flip,
            craft: cards_craft(book, request, profile),
        }))
    }
}
