//! Files as text.

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::source::{Refusal, SourceId, Sources, Span};

/// Reads one text; what can not be read is an error about the file, where it is named if that is
/// known.
pub fn read_text(
    sources: &mut Sources,
    path: &str,
    place: Option<Span>,
    findings: &mut Findings,
) -> Option<SourceId> {
    match sources.read_text(path) {
        Ok(bytes) => decode_text(sources, path, bytes, findings),
        Err(refusal) => {
            let (code, cure) = match &refusal {
                Refusal::Outside => (code::OUTSIDE_ROOT, "move the file into the folder"),
                Refusal::TooLarge(_) => (code::TOO_LARGE, "split it into several files"),
                Refusal::TooMuch => (code::TOO_LARGE, "make several books of it"),
                _ => (code::UNREADABLE, "check the name and the rights of the file"),
            };
            let finding = match place {
                Some(place) => Diagnostic::at(
                    code,
                    place,
                    format!("`{}` is left out: {refusal}", short_quote(path)),
                ),
                None => Diagnostic::file(code, sources.shown_path(path), refusal.to_string()),
            };
            findings.push(finding.hint(cure));
            None
        }
    }
}

/// Bytes as text: UTF-8, or UTF-16 with its mark; anything else is repaired or refused.
fn decode_text(
    sources: &mut Sources,
    path: &str,
    bytes: Vec<u8>,
    findings: &mut Findings,
) -> Option<SourceId> {
    let wide: Option<fn([u8; 2]) -> u16> = match bytes.as_slice() {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    if let Some(unit) = wide {
        let units = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text: String =
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        if text.contains('\0') {
            return report_binary(sources, path, findings);
        }
        let id = add_text(sources, path, text, findings);
        let message = "the file is UTF-16; it was read as such";
        findings.push(
            Diagnostic::at(code::BAD_ENCODING, Span::new(id, 0..0), message)
                .hint("save it as UTF-8"),
        );
        return Some(id);
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => return report_binary(sources, path, findings),
        Ok(text) => return Some(add_text(sources, path, text, findings)),
        Err(error) => error,
    };
    let at = text.utf8_error().valid_up_to();
    let bytes = text.into_bytes();
    let bad = bytes.iter().filter(|b| **b >= 0x80 || **b < 9).count();
    if bytes.contains(&0) || bad * 3 > bytes.len() {
        return report_binary(sources, path, findings);
    }
    let id = add_text(sources, path, String::from_utf8_lossy(&bytes).into_owned(), findings);
    let message = "the file is not UTF-8; bytes that could not be read were replaced, here first";
    findings.push(
        Diagnostic::at(code::BAD_ENCODING, Span::new(id, at..at + 3), message)
            .hint("save it as UTF-8"),
    );
    Some(id)
}

/// Adds a text; line ends of one carriage return become line feeds.
fn add_text(sources: &mut Sources, path: &str, text: String, findings: &mut Findings) -> SourceId {
    let mut bytes = text.into_bytes();
    let mut first = None;
    for at in 0..bytes.len() {
        if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            bytes[at] = b'\n';
            first.get_or_insert(at);
        }
    }
    let id = sources.add(path, String::from_utf8(bytes).expect("ASCII took the place of ASCII"));
    let Some(first) = first else { return id };
    let message = "line ends of one carriage return were read as line ends";
    findings.push(
        Diagnostic::at(code::LINE_ENDS, Span::new(id, first..first), message)
            .hint("save it with Unix line ends"),
    );
    id
}

fn report_binary(sources: &Sources, path: &str, findings: &mut Findings) -> Option<SourceId> {
    let message = "this is no text file";
    findings.push(
        Diagnostic::file(code::NOT_TEXT, sources.shown_path(path), message)
            .hint("give a Markdown or HTML file, saved as UTF-8"),
    );
    None
}
