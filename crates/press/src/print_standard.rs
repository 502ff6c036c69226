//! The kinds of PDF that print shops ask for.

use schemars::JsonSchema;
use serde::Deserialize;

/// What a PDF for a print shop is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub enum PrintStandard {
    /// A plain PDF of this version.
    #[serde(rename = "1.4")]
    Pdf14,
    /// The same.
    #[serde(rename = "1.6")]
    Pdf16,
    /// The same.
    #[default]
    #[serde(rename = "1.7")]
    Pdf17,
    /// PDF/X-4: its printing condition is part of it.
    #[serde(rename = "x-4")]
    X4,
    /// PDF/X-1a:2003: four inks alone, and nothing transparent.
    #[serde(rename = "x-1a:2003")]
    X1a,
}

impl PrintStandard {
    /// How a profile writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf14 => "1.4",
            Self::Pdf16 => "1.6",
            Self::Pdf17 => "1.7",
            Self::X4 => "x-4",
            Self::X1a => "x-1a:2003",
        }
    }

    /// How a file says that it is one; none for a plain PDF.
    pub(crate) fn claim(self) -> Option<&'static str> {
        match self {
            Self::X4 => Some("PDF/X-4"),
            Self::X1a => Some("PDF/X-1a:2003"),
            Self::Pdf14 | Self::Pdf16 | Self::Pdf17 => None,
        }
    }

    /// The version of PDF that it is written in.
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::Pdf14 | Self::X1a => "1.4",
            Self::Pdf16 | Self::X4 => "1.6",
            Self::Pdf17 => "1.7",
        }
    }

    /// The newest version of PDF that it allows, as 1 and 6; none where a profile asks for nothing.
    pub(crate) fn newest(self) -> Option<(u32, u32)> {
        match self {
            Self::Pdf14 | Self::X1a => Some((1, 4)),
            Self::Pdf16 | Self::X4 => Some((1, 6)),
            Self::Pdf17 => None,
        }
    }
}
