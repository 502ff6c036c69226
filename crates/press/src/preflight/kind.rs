//! The kinds of fault in a file for print.

use serde::Serialize;

macro_rules! kinds {
    ($($variant:ident $name:literal $meaning:literal $hint:literal)*) => {
        /// The kinds of fault in a file for print. Each has a name that never changes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum FaultKind {
            $(#[doc = $meaning] $variant,)*
        }

        impl FaultKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the stable name, such as `coarse-picture`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns its meaning, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }

            /// Returns the hint.
            pub fn hint(self) -> &'static str {
                match self { $(Self::$variant => $hint,)* }
            }
        }
    };
}

kinds! {
    BoxNesting "box-nesting" "The boxes of a page are not inside one another: trim in bleed in media."
        "set the boxes again in the program that made the file"
    TrimBoxMissing "trim-box-missing" "A page does not say where it is cut."
        "export with a bleed, so that the program writes the trim box"
    TrimDiffers "trim-differs" "A page is cut to a different size from most pages of the file."
        "give all pages one size; a cover of another size is a file of its own"
    WrongTrim "wrong-trim" "A page is cut to a different size from the required one."
        "set the size of the page in the program that made the file; scaling a PDF makes type and lines smaller"
    BleedMissing "bleed-missing" "A page has less room for the bleed than the profile requires."
        "export with the bleed of the profile"
    BleedNotPainted "bleed-not-painted" "A background or a picture ends at the edge or inside the bleed, so the cut can leave a white line."
        "extend it to the end of the bleed, or end it well inside the page"
    UserUnit "user-unit" "A page is scaled by a unit of its own, which many print shops ignore."
        "export the page at its real size"
    RotatedPage "rotated-page" "A page is turned by its `Rotate` entry, which some programs ignore."
        "export the page upright; do not turn it afterwards"
    PageCount "page-count" "A file with this number of pages cannot be bound."
        "add or remove pages; blank pages at the end count"
    TextNearEdge "text-near-edge" "Text is too near the edge, or the cut runs through it."
        "move the text inwards: the cut may be off by a millimetre or more"
    LineNearEdge "line-near-edge" "A line runs so near the edge that a slightly misplaced cut is visible."
        "move the line or the frame inwards, or leave it out"
    CoarsePicture "coarse-picture" "A picture has too few pixels for the size that it is printed at."
        "use a file with more pixels, or print the picture smaller"
    RgbColour "rgb-colour" "Something is painted in RGB, which has no inks."
        "export in CMYK with the profile of the print shop"
    RgbPicture "rgb-picture" "A picture is in RGB, which has no inks."
        "convert the picture to CMYK or grey, or export in CMYK"
    ProfiledRgb "profiled-rgb" "A colour or a picture is in RGB with a colour profile; the print shop turns it into inks."
        "convert it to CMYK yourself if you want to know the result"
    ProfiledColour "profiled-colour" "A colour is not in inks, but in Lab or in grey with a profile."
        "export in CMYK, or as grey of the black plate"
    SpotColour "spot-colour" "A spot colour is used, which needs a plate of its own."
        "turn it into CMYK, unless it was ordered"
    RegistrationColour "registration-colour" "The colour of register marks, which uses every ink, appears inside the page."
        "use black alone; the colour `All` is for marks outside the page"
    BlackTextNotK "black-text-not-k" "Black or grey text is built of several inks or of none, so its edges are blurred."
        "set the text in black alone: 0 0 0 100"
    RichBlackText "rich-black-text" "Small black text has other inks below its black."
        "set the text in black alone; keep rich black for large areas"
    ReversedText "reversed-text" "Small light text fills up with ink."
        "set it in bold, at 6 pt or more"
    OverprintedWhite "overprinted-white" "Something white is set to overprint, so it vanishes."
        "switch overprinting off for white"
    TooMuchInk "too-much-ink" "There is too much ink at one spot to dry."
        "use less of every ink; let the profile of the print shop convert pictures"
    ThinLine "thin-line" "A line is thinner than can be printed safely."
        "make the line thicker"
    Hairline "hairline" "A line has no width: it is as thin as the printer allows, and hardly visible in print."
        "give the line a width"
    SmallType "small-type" "Text is smaller than can be read well in print."
        "set it at 7 pt or more"
    FontNotEmbedded "font-not-embedded" "The letters of a font are not in the file, so another font is printed."
        "export with all fonts embedded"
    Type3Font "type3-font" "A font is a set of drawings (Type 3), which some print shops refuse."
        "export with TrueType or OpenType fonts"
    BitmapFont "bitmap-font" "A font is a set of pictures, which looks coarse in print."
        "use a font of outlines"
    Transparency "transparency" "Something is transparent, which the profile does not allow."
        "flatten it, or export to a standard without transparency"
    TransparencyGroup "transparency-group" "A page or a drawing is a transparency group, which PDF/X-1a does not allow."
        "export to PDF/X-1a, which removes such groups"
    OutputIntent "output-intent" "The file does not say for which printing condition its colours are, or names another one."
        "export to PDF/X with the printing condition of the profile"
    PdfVersion "pdf-version" "The file is written in a newer version of PDF than the profile allows."
        "export to the version of the profile"
    StandardClaim "standard-claim" "The file does not say that it follows the print standard, or says so in only one place."
        "export to the standard of the profile"
    Trapped "trapped" "The file does not say whether it is trapped, as PDF/X asks."
        "export to PDF/X"
    FileId "file-id" "The file has no identifier, as PDF/X asks."
        "export to PDF/X"
    DocumentInfo "document-info" "The title or a date of the file is missing, as PDF/X asks for them."
        "fill in the title of the document, and export to PDF/X"
    Encryption "encryption" "The file is encrypted; print shops cannot work with it."
        "save it without a password and without restrictions"
    Script "script" "The file holds JavaScript or another action."
        "export for print, without buttons and scripts"
    EmbeddedFile "embedded-file" "Another file is embedded."
        "export without attachments"
    Annotation "annotation" "A comment, link, form field or stamp is on the page."
        "export for print, without comments, links and forms"
    LzwCompression "lzw-compression" "Something is compressed with LZW, which PDF/X does not allow."
        "export it again with a current program"
    JpxPicture "jpx-picture" "A picture is compressed as JPEG 2000, which many print shops cannot read."
        "save the picture as JPEG or with lossless compression"
    Postscript "postscript" "A piece of PostScript is embedded, which PDF/X does not allow."
        "export it again with a current program"
    DamagedPage "damaged-page" "A page cannot be read whole."
        "export the file again"
    TooMuchContent "too-much-content" "A page draws more than can be checked, so a part of it was not checked."
        "ask the print shop to check it; drawings of millions of parts should be pictures"
}

impl FaultKind {
    /// True if a file with this fault is not a PDF/X-1a.
    pub fn breaks_x1a(self) -> bool {
        let broken = [
            Self::BoxNesting,
            Self::RgbColour,
            Self::RgbPicture,
            Self::ProfiledRgb,
            Self::ProfiledColour,
            Self::FontNotEmbedded,
            Self::Transparency,
            Self::TransparencyGroup,
            Self::JpxPicture,
        ];
        broken.contains(&self) || self.breaks_x4()
    }

    /// True if a file with this fault is not a PDF/X-4.
    pub fn breaks_x4(self) -> bool {
        let broken = [
            Self::BoxNesting,
            Self::TrimBoxMissing,
            Self::FontNotEmbedded,
            Self::OutputIntent,
            Self::PdfVersion,
            Self::StandardClaim,
            Self::Trapped,
            Self::FileId,
            Self::DocumentInfo,
            Self::Encryption,
            Self::Script,
            Self::EmbeddedFile,
            Self::Annotation,
            Self::LzwCompression,
            Self::Postscript,
            Self::DamagedPage,
        ];
        broken.contains(&self)
    }
}
