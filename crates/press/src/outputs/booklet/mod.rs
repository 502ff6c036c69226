//! The rulebook as sheets to fold and staple.

pub mod imposition;

use std::ops::Range;

use super::OutputContext;
use super::rulebook::typeset_filled;
use crate::OutputFile;
use crate::outputs::booklet::imposition::BookletSheet;
use crate::outputs::record::OutputRecord;
use crate::outputs::rulebook::with_front_pages;
use crate::paper::Paper;
use crate::pdf::export;
use crate::pdf::home::files::HomePdf;
use crate::pdf::home::guide::Craft;
use crate::profile::FlipEdge;
use base::diagnostic::{Diagnostic, code};

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    is_of_chapters: true,
    is_marked: true,
    lacks: (
        "the profile has no paper that can be folded into pages",
        "add --profile home-a4 or --profile home-letter",
    ),
    lacks_paper: Some("the booklet needs a profile with printer paper"),
    ..OutputRecord::new("booklet", "the rulebook as a booklet, to fold and staple", make_booklet)
};

/// Pages on a sheet of a booklet.
const ON_A_SHEET: usize = 4;

/// Makes the booklet on the paper of a printer, if its profile says how that is folded.
pub fn make_booklet(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let profile = context.profile();
    let paper = profile.paper.as_deref().and_then(Paper::find);
    let Some((half, paper)) = profile.half.as_deref().zip(paper) else { return Vec::new() };
    let sheet = BookletSheet {
        size: paper.size().turned(),
        creep: context.request.home.thickness.unwrap_or(profile.creep),
        most: profile.most_sheets.unwrap_or(usize::MAX),
    };
    let OutputContext { book, request, sources, .. } = *context;
    let book = with_front_pages(book, half, &context.look(), sources);
    let findings = &mut *context.findings;
    let mut settled = OutputContext { book: &book, request, sources, findings, kept: None };
    let Some(pages) = typeset_filled(&mut settled, half, ON_A_SHEET) else { return Vec::new() };
    let count = pages.pages().len();
    let marked = context.book.marks.is_some();
    let stem = context.file_stem(if marked { "booklet-marked" } else { "booklet" });
    context.check_pictures(&pages, &stem);
    let Some(bytes) = export::export_untagged(&pages, context.book, context.findings) else {
        return Vec::new();
    };
    let signatures = imposition::split_signatures(count.div_ceil(ON_A_SHEET), sheet.most);
    if signatures.len() > 1 {
        context.findings.push(thick_booklet(&signatures, sheet.most));
    }
    match imposition::impose_booklet(bytes, count, &sheet, context.book) {
        Ok(bytes) => context.home_files(HomePdf {
            name: &stem,
            bytes,
            ink: context.ink_of(&pages),
            numbers: (0..2 * count.div_ceil(ON_A_SHEET)).collect(),
            laid: Some(FlipEdge::Short),
            craft: Some(Craft::Booklet {
                page: sheet.size,
                parts: signatures.iter().map(ExactSizeIterator::len).collect(),
            }),
        }),
        Err(error) => {
            let message = format!("the booklet cannot be made: {error:#}");
            context.findings.push(Diagnostic::global(code::TYPESETTING, message));
            Vec::new()
        }
    }
}

/// Returns the finding about a booklet that is too thick for one staple and is made in parts.
fn thick_booklet(signatures: &[Range<usize>], most: usize) -> Diagnostic {
    let parts = sheets_in_words(signatures);
    let message = format!(
        "the booklet has {} sheets, more than the {most} that can be folded well; it is printed in parts: sheets {parts}",
        signatures.last().map_or(0, |part| part.end),
    );
    Diagnostic::global(code::THICK_BOOKLET, message)
        .hint("fold and staple each part separately, or choose another paper")
}

/// "1 to 10, 11 to 20 and 21 to 30"
fn sheets_in_words(signatures: &[Range<usize>]) -> String {
    let sheets = signatures.iter().map(|part| format!("{} to {}", part.start + 1, part.end));
    let sheets: Vec<String> = sheets.collect();
    let (last, before) = sheets.split_last().expect("there are parts");
    format!("{} and {last}", before.join(", "))
}
