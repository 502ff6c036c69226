//! Files as text. In: the bytes of a file. Out: a text in UTF-8 with line feeds. Repairs, and files that are
//! no text, are reported.

use std::ops::Range;

use encoding_rs::WINDOWS_1252;

use super::kinds::what_instead;
use super::{Refusal, SourceId, Sources, Span};
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::text::replace_ascii;

/// Reads one text. A file that cannot be read is an error, at the place that names it if that is known.
pub fn read_text(
    sources: &mut Sources,
    path: &str,
    place: Option<Span>,
    findings: &mut Findings,
) -> Option<SourceId> {
    match sources.read_text(path) {
        Ok(bytes) => add_decoded(sources, path, bytes, findings),
        Err(refusal) => {
            findings.push(refused_file(sources, path, place, &refusal));
            None
        }
    }
}

/// Adds a text whose bytes come from outside of the root.
pub fn add_read_text(
    sources: &mut Sources,
    path: &str,
    bytes: Result<Vec<u8>, Refusal>,
    findings: &mut Findings,
) -> Option<SourceId> {
    match bytes {
        Ok(bytes) => add_decoded(sources, path, bytes, findings),
        Err(refusal) => {
            findings.push(refused_file(sources, path, None, &refusal));
            None
        }
    }
}

fn refused_file(
    sources: &Sources,
    path: &str,
    place: Option<Span>,
    refusal: &Refusal,
) -> Diagnostic {
    let (code, cure) = match refusal {
        Refusal::Outside | Refusal::Absolute => (
            code::OUTSIDE_ROOT,
            "move the file into the folder, or use --root to name a folder that holds both",
        ),
        Refusal::TooLarge(_) => (code::TOO_LARGE, "split it into several files"),
        Refusal::TooMuch => (code::TOO_LARGE, "split it into several books"),
        Refusal::Missing | Refusal::NotAFile | Refusal::Unreadable(_) => {
            (code::UNREADABLE, "check the file's name and its permissions")
        }
    };
    let finding = match place {
        Some(place) => {
            let shown = sources.shown_path(path);
            Diagnostic::at(code, place, format!("`{}` is left out: {refusal}", short_quote(&shown)))
        }
        None => Diagnostic::file(code, sources.shown_path(path), refusal.to_string()),
    };
    finding.hint(cure)
}

/// A text, and its first repair with its place.
struct DecodedText {
    text: String,
    repaired: Option<(Range<usize>, &'static str)>,
    /// True if all of the file could be read.
    is_whole: bool,
}

fn add_decoded(
    sources: &mut Sources,
    path: &str,
    bytes: Vec<u8>,
    findings: &mut Findings,
) -> Option<SourceId> {
    let decoded = decode_text(&bytes).filter(|_| !is_foreign(path, &bytes));
    let Some(decoded) = decoded else {
        let path = sources.shown_path(path);
        let hint = what_instead(&path);
        let finding = Diagnostic::file(code::NOT_TEXT, path, "this is not a text file");
        findings.push(finding.hint(hint));
        return None;
    };
    let id = add_text(sources, path, decoded.text, findings);
    if sources.get(id).bytes() != bytes {
        sources.keep_original(id, bytes, decoded.is_whole);
    }
    if let Some((place, message)) = decoded.repaired {
        findings.report(code::BAD_ENCODING, Span::new(id, place), message, "save it as UTF-8");
    }
    Some(id)
}

/// Reports whether bytes that can be read as letters are meant for other programs.
fn is_foreign(path: &str, bytes: &[u8]) -> bool {
    let is_drawing = path.to_lowercase().ends_with(".svg");
    is_drawing || bytes.starts_with(b"%PDF-") || bytes.starts_with(b"{\\rtf")
}

/// Decodes text: UTF-8, UTF-16 with its mark, or Windows-1252; `None` for anything else.
fn decode_text(bytes: &[u8]) -> Option<DecodedText> {
    let decoded = match bytes {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        _ => decode_bytes(bytes)?,
    };
    (!decoded.text.contains('\0')).then_some(decoded)
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> DecodedText {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    let text = String::from_utf16_lossy(&units);
    let is_whole = bytes.len().is_multiple_of(2) && String::from_utf16(&units).is_ok();
    let message = match is_whole {
        true => "the file is UTF-16; it was read as such",
        false => "the file is broken UTF-16; the parts that could not be read were left out",
    };
    DecodedText { text, repaired: Some((0..0, message)), is_whole }
}

/// Decodes UTF-8, or the output of spreadsheets and editors of Windows; `None` for binary data.
fn decode_bytes(bytes: &[u8]) -> Option<DecodedText> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(DecodedText { text: text.to_owned(), repaired: None, is_whole: true }),
        Err(_) if is_binary(bytes) => None,
        Err(error) if is_mostly_utf8(bytes) => Some(replace_bad_bytes(bytes, error.valid_up_to())),
        Err(error) => Some(decode_windows(bytes, error.valid_up_to())),
    }
}

/// Reports whether more characters beyond ASCII are valid UTF-8 than are not.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > bad
}

fn replace_bad_bytes(bytes: &[u8], at: usize) -> DecodedText {
    let message =
        "the file is not UTF-8; bytes that could not be read were replaced, the first of them here";
    let text = String::from_utf8_lossy(bytes).into_owned();
    DecodedText { text, repaired: Some((at..at + 3, message)), is_whole: false }
}

/// Decodes Windows-1252, in which every byte is a character; the byte `at` is the first beyond ASCII.
fn decode_windows(bytes: &[u8], at: usize) -> DecodedText {
    let windows = |bytes| WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned();
    let (start, end) = (windows(&bytes[..at]).len(), windows(&bytes[..=at]).len());
    let message =
        "the file is not UTF-8; it was read as Windows-1252; the first byte that differs is here";
    DecodedText { text: windows(bytes), repaired: Some((start..end, message)), is_whole: true }
}

fn is_binary(bytes: &[u8]) -> bool {
    let bad = bytes.iter().filter(|byte| **byte >= 0x80 || **byte < 9).count();
    bad * 3 > bytes.len()
}

/// Adds a text; line ends of one carriage return become line feeds.
fn add_text(
    sources: &mut Sources,
    path: &str,
    mut text: String,
    findings: &mut Findings,
) -> SourceId {
    let first = lone_carriage_returns(&text).next();
    if first.is_some() {
        text = replace_ascii(&text, lone_carriage_returns(&text), b'\n');
    }
    let id = sources.add(path, text);
    if let Some(first) = first {
        let message = "the lines end with a carriage return alone; they were read as lines";
        let place = Span::new(id, first..first);
        findings.report(code::LINE_ENDS, place, message, "save it with Unix line ends");
    }
    id
}

/// Returns the positions of carriage returns without a line feed behind.
fn lone_carriage_returns(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.match_indices('\r').map(|(at, _)| at).filter(|at| !text[at + 1..].starts_with('\n'))
}
