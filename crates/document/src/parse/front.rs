//! Front matter: the lines between two fences at the very top of a Markdown text, YAML between `---` or TOML
//! between `+++`. In: the text. Out: values for the document, and the byte behind the front matter. Lines
//! between rules that are no front matter are text.

mod date;
mod lines;
mod tables;
mod take;
mod values;

use std::ops::Range;

use self::lines::FrontLines;
use self::take::FrontReading;
use super::blocks::lines_from;
use crate::Document;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{SourceId, Span};

/// Hint about a missing fence.
const FENCE_CURE: &str = "close the block with a line of the same signs";
/// Hint about a line that is no field.
const LINE_CURE: &str = "write the line as `key: value`, or delete the line";
/// Longest line that a finding can name whole, in characters.
const LONGEST_NAMED: usize = 80;

/// A field of front matter.
struct FrontField {
    /// Key, as written.
    key: String,
    words: Vec<String>,
    /// True if the words are the items of a list.
    is_list: bool,
    place: Range<usize>,
}

/// Front matter, as it was found.
struct FrontMatter {
    fields: Vec<FrontField>,
    /// Bytes from its first fence to the end of its last line.
    place: Range<usize>,
    /// Parts that cannot be read.
    faults: Vec<FrontFault>,
}

/// An unreadable part: its place, the reason, and a hint.
struct FrontFault {
    place: Range<usize>,
    why: String,
    cure: &'static str,
}

/// Top of a text.
enum TextTop {
    /// No front matter.
    Text,
    /// Front matter that cannot be read, and the fence behind it, which must not turn it into a title.
    Broken(FrontFault, Option<Range<usize>>),
    /// Front matter.
    Front(FrontMatter),
}

/// Beginning of the text of a document.
pub struct TextStart {
    /// Byte behind its front matter, or its first byte.
    pub at: usize,
    /// A line behind it that must not be read as markup.
    pub blanked: Option<Range<usize>>,
}

/// Reads the front matter of a text that begins at the byte `start`.
pub fn read_front_matter(
    source: SourceId,
    text: &str,
    start: usize,
    document: &mut Document,
    findings: &mut Findings,
) -> TextStart {
    match find_front_matter(text, start) {
        TextTop::Text => TextStart { at: start, blanked: None },
        TextTop::Broken(fault, blanked) => {
            let printed = format!("{}; the lines are printed as text", fault.why);
            findings.push(fault_finding(source, FrontFault { why: printed, ..fault }));
            TextStart { at: start, blanked }
        }
        TextTop::Front(front) => {
            let mut reading = FrontReading::new(source, document);
            front.fields.into_iter().for_each(|field| reading.take(field));
            let place = Span::new(source, front.place.clone());
            findings.0.extend(reading.findings(place));
            let faults = front.faults.into_iter();
            findings.0.extend(faults.map(|fault| fault_finding(source, fault)));
            TextStart { at: front.place.end, blanked: None }
        }
    }
}

fn fault_finding(source: SourceId, fault: FrontFault) -> Diagnostic {
    let place = Span::new(source, fault.place);
    Diagnostic::at(code::BROKEN_FRONT_MATTER, place, fault.why).hint(fault.cure)
}

/// Finds the front matter at the byte `start`, if there is any.
fn find_front_matter(text: &str, start: usize) -> TextTop {
    let mut lines = lines_from(text.get(start..).unwrap_or_default(), start);
    let Some((_, first)) = lines.next() else { return TextTop::Text };
    let fence = first.trim_end();
    if fence != "---" && fence != "+++" {
        return TextTop::Text;
    }
    let closes = |line: &str| line == fence || (fence == "---" && line == "...");
    let inside = start + first.len();
    let Some((close, last)) = lines.find(|(_, line)| closes(line.trim_end())) else {
        return unclosed_front_matter(text, fence, start..inside);
    };
    let block = FencedLines {
        inside: &text[inside..close],
        start: inside,
        place: start..close + last.len(),
        close: close..close + last.trim_end().len(),
    };
    if fence == "---" { block.yaml() } else { block.toml() }
}

/// The lines between two fences.
struct FencedLines<'t> {
    inside: &'t str,
    /// First byte of the lines.
    start: usize,
    /// Range of the lines with their fences.
    place: Range<usize>,
    /// Range of the fence behind them.
    close: Range<usize>,
}

impl FencedLines<'_> {
    fn yaml(self) -> TextTop {
        let lines = FrontLines::read(self.inside, self.start, ':');
        match lines.bad.first() {
            _ if !lines.opens => TextTop::Text,
            None => self.front(lines.fields, Vec::new()),
            Some(_) if lines.can_be_read() => self.lenient(lines, Vec::new()),
            Some((place, _)) => {
                let why = "a line of the front matter is not `key: value`".to_owned();
                let fault = FrontFault { place: place.clone(), why, cure: LINE_CURE };
                TextTop::Broken(fault, Some(self.close))
            }
        }
    }

    /// Reads TOML, or if that fails, single lines.
    fn toml(self) -> TextTop {
        let error = match self.inside.parse::<toml::Table>() {
            Ok(table) if table.is_empty() => return TextTop::Text,
            Ok(table) => {
                let fields = tables::table_fields(table, self.inside, self.start);
                return self.front(fields, Vec::new());
            }
            Err(error) => error,
        };
        let at = error.span().unwrap_or_default();
        let fault = FrontFault {
            place: self.start + at.start..self.start + at.end,
            why: format!("the front matter is not TOML: {}", error.message()),
            cure: "write lines such as `title = \"..\"`",
        };
        let lines = FrontLines::read(self.inside, self.start, '=');
        match lines.can_be_read() {
            true => {
                let why = format!("{}; its lines were read one by one", fault.why);
                self.lenient(lines, vec![FrontFault { why, ..fault }])
            }
            false => TextTop::Broken(fault, None),
        }
    }

    /// Reads front matter with some lines that are no fields; each of them is reported.
    fn lenient(self, lines: FrontLines, mut faults: Vec<FrontFault>) -> TextTop {
        faults.extend(lines.bad.into_iter().map(|(place, line)| FrontFault {
            place,
            why: format!("a line of the front matter is not `key: value`: `{line}` is not printed"),
            cure: LINE_CURE,
        }));
        self.front(lines.fields, faults)
    }

    fn front(self, fields: Vec<FrontField>, faults: Vec<FrontFault>) -> TextTop {
        TextTop::Front(FrontMatter { fields, place: self.place, faults })
    }
}

/// Reads front matter without an end: it ends with the last line that is a field.
fn unclosed_front_matter(text: &str, fence: &str, place: Range<usize>) -> TextTop {
    let sign = if fence == "---" { ':' } else { '=' };
    let inside = lines::leading_lines(&text[place.end..], sign);
    let lines = FrontLines::read(inside, place.end, sign);
    let fault = FrontFault {
        place: place.clone(),
        why: format!("the front matter has no second `{fence}`"),
        cure: FENCE_CURE,
    };
    if !lines.opens {
        return TextTop::Text;
    }
    if !lines.can_be_read() {
        return TextTop::Broken(fault, None);
    }
    let why = format!("{}; it was read up to its last key", fault.why);
    let (start, end) = (place.start, place.end + inside.len());
    let faults = vec![FrontFault { why, ..fault }];
    TextTop::Front(FrontMatter { fields: lines.fields, place: start..end, faults })
}
