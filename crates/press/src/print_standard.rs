//! The kinds of PDF that print shops ask for.

use schemars::JsonSchema;
use serde::Deserialize;

/// The standard of a PDF for a print shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub enum PrintStandard {
    /// A plain PDF of version 1.4.
    #[serde(rename = "1.4")]
    Pdf14,
    /// A plain PDF of version 1.6.
    #[serde(rename = "1.6")]
    Pdf16,
    /// A plain PDF of version 1.7.
    #[default]
    #[serde(rename = "1.7")]
    Pdf17,
    /// PDF/X-4, with its printing condition embedded.
    #[serde(rename = "x-4")]
    X4,
    /// PDF/X-1a:2003: only the four inks, and no transparency.
    #[serde(rename = "x-1a:2003")]
    X1a,
}

impl PrintStandard {
    /// Returns its name in a profile.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf14 => "1.4",
            Self::Pdf16 => "1.6",
            Self::Pdf17 => "1.7",
            Self::X4 => "x-4",
            Self::X1a => "x-1a:2003",
        }
    }

    /// Returns the name that a file claims; `None` for a plain PDF.
    pub(crate) fn claim(self) -> Option<&'static str> {
        match self {
            Self::X4 => Some("PDF/X-4"),
            Self::X1a => Some("PDF/X-1a:2003"),
            Self::Pdf14 | Self::Pdf16 | Self::Pdf17 => None,
        }
    }

    /// Returns the version of PDF that it is written in.
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::Pdf14 | Self::X1a => "1.4",
            Self::Pdf16 | Self::X4 => "1.6",
            Self::Pdf17 => "1.7",
        }
    }

    /// Returns the newest version of PDF that it allows, as major and minor number; `None` if the profile
    /// sets no limit.
    pub(crate) fn newest(self) -> Option<(u32, u32)> {
        match self {
            Self::Pdf14 | Self::X1a => Some((1, 4)),
            Self::Pdf16 | Self::X4 => Some((1, 6)),
            Self::Pdf17 => None,
        }
    }
}
