//! Files as text. In: the bytes of a file. Out: a text in UTF-8 with line feeds; what was repaired
//! and what is no text is reported.

use std::ops::Range;
use std::string::FromUtf8Error;

use super::{Refusal, SourceId, Sources, Span};
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::text::replace_ascii;

/// Reads one text; a file that cannot be read is an error where it is named, if that is known.
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

fn refused_file(
    sources: &Sources,
    path: &str,
    place: Option<Span>,
    refusal: &Refusal,
) -> Diagnostic {
    let (code, cure) = match refusal {
        Refusal::Outside => (code::OUTSIDE_ROOT, "move the file into the folder"),
        Refusal::TooLarge(_) => (code::TOO_LARGE, "split it into several files"),
        Refusal::TooMuch => (code::TOO_LARGE, "make several books of it"),
        Refusal::Missing | Refusal::NotAFile | Refusal::Unreadable(_) => {
            (code::UNREADABLE, "check the name and the rights of the file")
        }
    };
    let finding = match place {
        Some(place) => {
            Diagnostic::at(code, place, format!("`{}` is left out: {refusal}", short_quote(path)))
        }
        None => Diagnostic::file(code, sources.shown_path(path), refusal.to_string()),
    };
    finding.hint(cure)
}

/// A text, and what had to be repaired in it where.
struct DecodedText {
    text: String,
    repaired: Option<(Range<usize>, &'static str)>,
}

fn add_decoded(
    sources: &mut Sources,
    path: &str,
    bytes: Vec<u8>,
    findings: &mut Findings,
) -> Option<SourceId> {
    let Some(decoded) = decode_text(bytes) else {
        findings.push(no_text(sources.shown_path(path)));
        return None;
    };
    let id = add_text(sources, path, decoded.text, findings);
    if let Some((place, message)) = decoded.repaired {
        findings.report(code::BAD_ENCODING, Span::new(id, place), message, "save it as UTF-8");
    }
    Some(id)
}

fn no_text(path: String) -> Diagnostic {
    Diagnostic::file(code::NOT_TEXT, path, "this is not a text file")
        .hint("give a Markdown or HTML file, saved as UTF-8")
}

/// Bytes as text: UTF-8, or UTF-16 with its mark; `None` for anything else.
fn decode_text(bytes: Vec<u8>) -> Option<DecodedText> {
    let decoded = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        _ => decode_utf8(bytes)?,
    };
    (!decoded.text.contains('\0')).then_some(decoded)
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> DecodedText {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    let repaired = Some((0..0, "the file is UTF-16; it was read as such"));
    DecodedText { text: String::from_utf16_lossy(&units), repaired }
}

/// UTF-8; `None` when too many bytes are none.
fn decode_utf8(bytes: Vec<u8>) -> Option<DecodedText> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(DecodedText { text, repaired: None }),
        Err(error) if is_binary(error.as_bytes()) => None,
        Err(error) => Some(replace_bad_bytes(&error)),
    }
}

fn replace_bad_bytes(error: &FromUtf8Error) -> DecodedText {
    let at = error.utf8_error().valid_up_to();
    let message = "the file is not UTF-8; bytes that could not be read were replaced, here first";
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    DecodedText { text, repaired: Some((at..at + 3, message)) }
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
        findings.push(replaced_line_ends(Span::new(id, first..first)));
    }
    id
}

fn replaced_line_ends(first: Span) -> Diagnostic {
    let message = "line ends of one carriage return were read as line ends";
    Diagnostic::at(code::LINE_ENDS, first, message).hint("save it with Unix line ends")
}

/// Where a carriage return stands that no line feed follows.
fn lone_carriage_returns(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.match_indices('\r').map(|(at, _)| at).filter(|at| !text[at + 1..].starts_with('\n'))
}
