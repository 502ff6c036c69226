//! Reasons and hints about pictures that are not shown, in words for the person who made the book.

use image::ImageError;

use base::diagnostic::{Code, Diagnostic, code, short_quote};
use base::source::{Refusal, Span};
use base::theme::AskedArt;

/// Hint about a file that is no picture.
const NAME_A_FILE: &str = "name a PNG, JPEG, GIF, WebP or SVG file in this folder";
/// Hint about a file outside the root.
const NAME_A_ROOT: &str =
    "move the file into the folder, or use --root to name a folder that holds both";
/// Hint about a path that begins at the root of a disk.
const NAME_FROM_HERE: &str =
    "put the file beside this text and name it from here, such as `pictures/board.png`";
/// Hint about a raster picture that cannot be shown.
const SAVE_PICTURE: &str = "open it in a drawing program and save it again, smaller or as PNG";
/// Hint about a drawing that cannot be shown.
const SAVE_DRAWING: &str = "open it in a drawing program and save it as PNG or as a simpler SVG";

/// Reason why a picture is not shown.
#[derive(Clone)]
pub struct HiddenReason {
    code: Code,
    why: String,
    cure: &'static str,
}

impl HiddenReason {
    /// The file is no picture.
    pub fn file(why: impl Into<String>) -> Self {
        Self { code: code::LOST_IMAGE, why: why.into(), cure: NAME_A_FILE }
    }

    /// A raster picture is broken, or costs too much.
    pub fn raster(why: impl Into<String>) -> Self {
        Self { cure: SAVE_PICTURE, ..Self::file(why) }
    }

    /// A drawing is broken, or costs too much.
    pub fn drawing(why: impl Into<String>) -> Self {
        Self { cure: SAVE_DRAWING, ..Self::file(why) }
    }

    /// The picture is on the network.
    pub fn remote() -> Self {
        Self { code: code::REMOTE, ..Self::file("only files beside the text are read") }
    }

    /// The path leads out of the folder.
    pub fn outside() -> Self {
        Self::refused(Refusal::Outside)
    }

    /// The file cannot be read.
    pub fn refused(refusal: Refusal) -> Self {
        let hidden = Self::file(refusal.to_string());
        match refusal {
            Refusal::Outside => Self { code: code::OUTSIDE_ROOT, cure: NAME_A_ROOT, ..hidden },
            Refusal::Absolute
            | Refusal::Missing
            | Refusal::NotAFile
            | Refusal::TooLarge(_)
            | Refusal::TooMuch
            | Refusal::Unreadable(_) => hidden,
        }
    }

    /// Replaces the reason by that of a path from the root of a disk: such files are never read.
    pub fn of_absolute(self) -> Self {
        Self { why: Refusal::Absolute.to_string(), cure: NAME_FROM_HERE, ..self }
    }

    /// Returns the finding about a picture of the text. A picture without alternative text prints as the name
    /// of its file.
    pub fn finding(self, url: &str, is_named: bool, span: Span) -> Diagnostic {
        let instead = if is_named { "its alternative text" } else { "the name of its file" };
        let message = format!("the picture `{}` is not shown: {}", short_quote(url), self.why);
        let hint = format!("{}; until then {instead} is printed", self.cure);
        Diagnostic::at(self.code, span, message).hint(hint)
    }

    /// Returns the finding about a picture of a card.
    pub fn card_finding(self, url: &str, span: Span) -> Diagnostic {
        let message =
            format!("the picture `{}` cannot be put on a card: {}", short_quote(url), self.why);
        let hint = format!("{}; until then the card is made without it", self.cure);
        Diagnostic::at(self.code, span, message).hint(hint)
    }

    /// Returns the finding about the picture on the cover.
    pub fn cover_finding(self, asked: &AskedArt) -> Diagnostic {
        let file = short_quote(&asked.file);
        let message = format!("the picture `{file}` is not on the cover: {}", self.why);
        let hint = format!("{}; until then the cover has a motif", self.cure);
        Diagnostic::at(self.code, asked.place, message).hint(hint)
    }
}

/// Returns the reason why a drawing cannot be read.
pub fn drawing_fault(error: Option<&usvg::Error>) -> String {
    use usvg::Error;
    match error {
        Some(Error::InvalidSize) => "its width, height or viewBox is not above zero".to_owned(),
        Some(Error::ElementsLimitReached) => "it has too many elements".to_owned(),
        Some(Error::ParsingFailed(roxmltree::Error::NodesLimitReached)) => {
            "elements in it refer to each other in a loop".to_owned()
        }
        Some(Error::ParsingFailed(error)) => xml_fault(error),
        Some(Error::NotAnUtf8Str | Error::MalformedGZip) | None => {
            "it cannot be read as an SVG".to_owned()
        }
    }
}

/// Returns the reason why a drawing is no XML.
pub fn xml_fault(error: &roxmltree::Error) -> String {
    use roxmltree::Error;
    match error {
        Error::NodesLimitReached => "it has too many elements".to_owned(),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            "the file is incomplete".to_owned()
        }
        _ => format!("its line {} cannot be read as SVG", error.pos().row),
    }
}

/// Returns the reason why a raster picture cannot be read.
pub fn raster_fault(error: &ImageError) -> String {
    let words = match error {
        ImageError::Limits(_) => "it needs too much memory",
        ImageError::Unsupported(_) => "it is of a kind that cannot be read",
        ImageError::Decoding(_) | ImageError::IoError(_) => "its file is broken or incomplete",
        ImageError::Encoding(_) | ImageError::Parameter(_) => "it cannot be read",
    };
    words.to_owned()
}
