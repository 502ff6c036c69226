//! Findings about tags. In: the tags, in the order of the text. Out: elements that are not closed, not
//! opened, or left out.

use html5ever::LocalName;
use html5ever::tokenizer::Tag;

use super::dom::Dom;
use super::names;
use super::sink::ByteSpan;
use base::diagnostic::{Code, Findings, code, short_quote};
use base::source::{SourceId, Span};

/// Number of open elements in which an end tag looks for its start.
const REACH: usize = 1_000;

/// Tags seen so far.
pub struct TagLint {
    source: SourceId,
    findings: Findings,
    open: Vec<(LocalName, ByteSpan)>,
    /// Elements reported as not closed because another element ended first; their end tags may still come.
    late: Vec<LocalName>,
    /// Start of each start tag, with the end of its end tag.
    ends: Vec<ByteSpan>,
    deep: bool,
}

impl TagLint {
    /// Makes the state before the first tag.
    pub fn new(source: SourceId) -> Self {
        Self {
            source,
            findings: Findings::default(),
            open: Vec::new(),
            late: Vec::new(),
            ends: Vec::new(),
            deep: false,
        }
    }

    /// Records a start tag.
    pub fn start(&mut self, tag: &Tag, place: ByteSpan) {
        let name = &*tag.name;
        self.check_use(tag, place);
        while self.open.last().is_some_and(|(open, _)| names::ended_by(open, name)) {
            self.open.pop();
        }
        let foreign = self.in_foreign() || matches!(&*tag.name, "svg" | "math");
        if !(names::is_void(&tag.name) || tag.self_closing && foreign) {
            self.open.push((tag.name.clone(), place));
        }
    }

    /// Records an end tag. Returns whether it closes an open element.
    pub fn end(&mut self, name: &LocalName, place: ByteSpan) -> bool {
        let Some(at) = self.start_of(name) else {
            // This end tag belongs to an element that was closed before.
            let found = self.late.iter().rev().take(REACH).position(|late| late == name);
            if let Some(at) = found {
                self.late.remove(self.late.len() - 1 - at);
                return false;
            }
            let message = format!("`</{name}>` closes an element that is not open");
            let hint = match names::is_void(name) {
                true => format!("write `<{name}>`, which has no end tag"),
                false => format!("delete the tag, or write `<{name}>` where the element begins"),
            };
            self.report(code::UNCLOSED_HTML, place, message, hint);
            return false;
        };
        for (open, start) in self.open.split_off(at + 1) {
            if !names::closes_itself(&open) {
                self.unclosed(&open, start);
                self.late.push(open);
            }
        }
        if let Some((_, (start, _))) = self.open.pop() {
            self.ends.push((start, place.1));
        }
        true
    }

    /// Returns the open element that an end tag closes; only parts of a table reach out of a cell.
    fn start_of(&self, name: &LocalName) -> Option<usize> {
        let outer = names::is_table_part(name) || matches!(&**name, "table" | "body" | "html");
        for (at, (open, _)) in self.open.iter().enumerate().rev().take(REACH) {
            if open == name {
                return Some(at);
            }
            if !outer && matches!(&**open, "td" | "th" | "caption") {
                return None;
            }
        }
        None
    }

    /// Reports whether a drawing or a formula is open.
    pub fn in_foreign(&self) -> bool {
        self.open.iter().rev().take(16).any(|(open, _)| matches!(&**open, "svg" | "math"))
    }

    fn unclosed(&mut self, name: &str, place: ByteSpan) {
        let message = format!("`<{name}>` is opened and not closed");
        self.report(
            code::UNCLOSED_HTML,
            place,
            message,
            format!("write `</{name}>` where it ends"),
        );
    }

    /// Reports a comment that does not end.
    pub fn unclosed_comment(&mut self, place: ByteSpan) {
        let message = "a comment is opened and not closed; what follows is read as text";
        self.report(code::UNCLOSED_HTML, place, message, "write `-->` where it ends");
    }

    /// Reports a tag that names no element.
    pub fn placeholder(&mut self, written: &str, place: ByteSpan) {
        let message =
            format!("`{}` is not an HTML element; it is printed as text", short_quote(written));
        let hint = "write `&lt;` instead of `<` if this is text, or delete the tag";
        self.report(code::UNKNOWN_ELEMENT, place, message, hint);
    }

    /// Reports a tag that the end of the HTML cuts off.
    pub fn unfinished_tag(&mut self, place: ByteSpan) {
        let message = "a tag has no `>`; it is kept as text";
        let hint = "write `>` where it ends, or `&lt;` for a plain `<`";
        self.report(code::UNCLOSED_HTML, place, message, hint);
    }

    /// Reports a part of a table outside of a table.
    pub fn outside_table(&mut self, name: &str, place: ByteSpan) {
        let message = format!("`<{name}>` is outside a table; only its text is kept");
        self.report(code::CELL_OUTSIDE_ROW, place, message, "write `<table>` before it");
    }

    /// Reports an element that is nested too deeply, once.
    pub fn too_deep(&mut self, place: ByteSpan) {
        if !std::mem::replace(&mut self.deep, true) {
            let message =
                "elements are nested too deeply; only the text of the innermost elements is kept";
            let hint = "nest fewer elements";
            self.report(code::NESTED_TOO_DEEP, place, message, hint);
        }
    }

    /// Reports elements that cannot be printed, scripts, and quotes that swallow text.
    fn check_use(&mut self, tag: &Tag, place: ByteSpan) {
        if names::is_unprintable(&tag.name) && !self.in_foreign() {
            self.unprintable(&tag.name, place);
        }
        let mut keys = tag.attrs.iter().map(|a| &*a.name.local);
        if let Some(key) = keys.clone().find(|key| key.len() > 2 && key.starts_with("on")) {
            let message = format!("`{key}` of `<{}>` is a script and was left out", tag.name);
            self.report(code::SCRIPT, place, message, format!("leave `{key}` out"));
        }
        if keys.any(|key| key.contains(['"', '\'', '<'])) {
            self.unclosed_quote(&tag.name, place);
        }
    }

    fn unprintable(&mut self, name: &str, place: ByteSpan) {
        let (message, hint) = match name {
            "script" | "style" | "iframe" => (
                format!("`<{name}>` cannot be printed; it is left out with its content"),
                "delete it from the text",
            ),
            _ => (
                format!("`<{name}>` cannot be printed; only the text in it is printed"),
                "replace it with words that say the same",
            ),
        };
        self.report(code::SCRIPT, place, message, hint);
    }

    fn unclosed_quote(&mut self, name: &str, place: ByteSpan) {
        let message = format!(
            "`<{name}>` has a quote that is not closed; text up to the next one may be lost"
        );
        let hint = "close the value with the quote it begins with";
        self.report(code::UNCLOSED_HTML, place, message, hint);
    }

    fn report(
        &mut self,
        code: Code,
        place: ByteSpan,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let span = Span::new(self.source, place.0..place.1);
        self.findings.report(code, span, message, hint);
    }

    /// Reports elements still open after the last tag, and extends each element to its end tag.
    pub fn finish(mut self, rowless: &[ByteSpan], dom: &mut Dom, findings: &mut Findings) {
        for (name, place) in std::mem::take(&mut self.open) {
            if !names::closes_itself(&name) {
                self.unclosed(&name, place);
            }
        }
        for &place in rowless {
            let message = "table cells are outside any row; a row was added around them";
            let hint = "write `<tr>` before them and `</tr>` after them";
            self.report(code::CELL_OUTSIDE_ROW, place, message, hint);
        }
        self.findings.0.sort_by_key(|finding| finding.span);
        findings.append(self.findings);
        dom.stretch(self.ends);
    }
}
