//! Demands of a profile on a finished file, as far as [`crate::preflight`] can check them.

use super::paper::Paper;
use super::print_standard::PrintStandard;
use super::profile::{ColourSpace, OutputFamily, Profile};
use crate::preflight::{PageTrim, PdfX, PrintDemands, SideLengths};

impl Profile {
    /// Returns the demands that preflight checks. Pages of a bound book may have another bleed at the
    /// binding.
    pub fn demands(&self, is_bound: bool) -> PrintDemands {
        let paper = self.page.as_deref().or(self.paper.as_deref()).and_then(Paper::find);
        let inside = self.bleed_inside.filter(|_| is_bound).unwrap_or(self.bleed);
        PrintDemands {
            trim: paper.map(|paper| PageTrim {
                width: paper.width,
                height: paper.height,
                may_turn: true,
            }),
            bleed: SideLengths { inside, ..SideLengths::all(self.bleed) },
            safe: self.safe,
            inks_only: self.colour == ColourSpace::Cmyk,
            transparency: match self.family {
                OutputFamily::Screen | OutputFamily::Home => true,
                OutputFamily::Print => self.standard == PrintStandard::X4,
            },
            ink_limit: self.ink_limit,
            line: self.line,
            dpi: self.dpi.map(f64::from),
            multiple: self.multiple,
            least_pages: self.least_pages,
            most_pages: self.most_pages,
            output_condition: self.output_condition.clone(),
            standard: match self.standard {
                PrintStandard::X4 => Some(PdfX::X4),
                PrintStandard::X1a => Some(PdfX::X1a),
                PrintStandard::Pdf14 | PrintStandard::Pdf16 | PrintStandard::Pdf17 => None,
            },
            version: self.standard.newest(),
            spot_inks: vec![self.cut_ink.clone(), self.fold_ink.clone()],
        }
    }
}
