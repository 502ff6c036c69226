//! What a profile asks of a finished file: the part of it that [`crate::preflight`] can look at.

use super::paper::Paper;
use super::profile::{ColourSpace, OutputFamily, Profile};
use crate::preflight::{PageTrim, PrintDemands, PrintStandard, SideLengths};

impl Profile {
    /// What preflight looks for.
    pub fn demands(&self) -> PrintDemands {
        let (standard, version) = asked_standard(self.standard.as_deref());
        let paper = self.paper.as_deref().and_then(Paper::find);
        PrintDemands {
            trim: paper.map(|paper| PageTrim {
                width: paper.width,
                height: paper.height,
                may_turn: true,
            }),
            bleed: SideLengths::all(self.bleed),
            safe: self.safe,
            inks_only: self.colour == ColourSpace::Cmyk,
            transparency: match self.family {
                OutputFamily::Screen | OutputFamily::Home => true,
                OutputFamily::Print => standard == Some(PrintStandard::X4),
            },
            ink_limit: self.ink_limit,
            line: self.line,
            dpi: self.dpi.map(f64::from),
            multiple: self.multiple,
            least_pages: self.least_pages,
            most_pages: self.most_pages,
            output_condition: self.output_condition.clone(),
            standard,
            version,
        }
    }
}

/// The standard for print that is asked for, and the newest version of PDF that it allows.
fn asked_standard(name: Option<&str>) -> (Option<PrintStandard>, Option<(u32, u32)>) {
    let Some(name) = name else { return (None, None) };
    let lower = name.to_lowercase();
    if lower.starts_with("x-1a") {
        return (Some(PrintStandard::X1a), Some((1, 4)));
    }
    if lower.starts_with("x-4") {
        return (Some(PrintStandard::X4), Some((1, 6)));
    }
    let parts = name.split_once('.');
    (None, parts.and_then(|(whole, part)| Some((whole.parse().ok()?, part.parse().ok()?))))
}
