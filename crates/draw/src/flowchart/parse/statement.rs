//! Reads one statement of a chart, or skips it if it only affects looks.

use super::draft::WrittenName;
use super::reader::{ChartReader, ParseResult, is_name_letter, syntax_error};
use super::stroke;

impl<'a> ChartReader<'a> {
    /// Reads the statement at the cursor.
    pub fn read_statement(&mut self) -> ParseResult<()> {
        if self.sees("%%") {
            return self.read_directive();
        }
        match self.peek_keyword() {
            "subgraph" => self.read_subgraph(),
            "end" => self.close_subgraph(),
            "direction" => self.read_subgraph_direction(),
            "click" => self.read_click(),
            "classDef" => self.skip_styling("classDef", "`classDef`"),
            "class" => self.skip_styling("class", "`class`"),
            "style" => self.read_style(),
            "linkStyle" => self.skip_styling("linkStyle", "`linkStyle`"),
            "accTitle" | "accDescr" => self.skip_accessible_text(),
            word @ ("graph" | "flowchart") => {
                let place = self.at..self.at + word.len();
                let hint = "put the second chart into a block of its own";
                Err(syntax_error(place, "the chart begins twice", hint))
            }
            _ => self.read_chain(),
        }
    }

    /// Returns the word at the cursor if neither a line nor a label follows it. The cursor stays.
    fn peek_keyword(&self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        let text = behind.trim_start_matches([' ', '\t', '\r']);
        let apart = text.len() < behind.len()
            || text.is_empty()
            || text.starts_with([';', '\n', ':', '{', '%']);
        if apart && !begins_line(text) { word } else { "" }
    }
}

/// True if a text begins with a line or with a further box.
fn begins_line(text: &str) -> bool {
    text.starts_with('&') || stroke::read_stroke(text, 0).is_some()
}

impl ChartReader<'_> {
    /// Skips a statement about looks. It must have an object and a value, so that no box or line
    /// gets lost.
    fn skip_styling(&mut self, word: &str, kind: &'static str) -> ParseResult<()> {
        let (start, end) = (self.at, self.line_end());
        let keyword = start..start + word.len();
        let line = &self.text[keyword.end..end];
        let body = line.split(';').next().unwrap_or_default();
        let value = body.split_ascii_whitespace().nth(1);
        if value.is_none_or(begins_line) {
            let hint =
                format!("write `{word}` with a name and a value, or rename the box `{word}`");
            return Err(syntax_error(keyword, format!("`{word}` cannot be read"), &hint));
        }
        self.at = keyword.end + body.len();
        self.ignore(kind, keyword);
        Ok(())
    }

    /// Skips `style A ...`, and keeps its box: Mermaid draws it even if nothing else names it.
    fn read_style(&mut self) -> ParseResult<()> {
        let start = self.at;
        self.skip_styling("style", "`style`")?;
        let behind = &self.text[start + "style".len()..self.at];
        let at = self.at - behind.trim_start().len();
        let name = self.slice(&(at..self.at)).split_ascii_whitespace().next().unwrap_or_default();
        if name.chars().all(|c| is_name_letter(c) || c == '-') {
            self.draft.references.styles.push(WrittenName::new(name, at));
        }
        Ok(())
    }

    /// Skips `accTitle: ...`, `accDescr: ...` and `accDescr { ... }` over several lines.
    fn skip_accessible_text(&mut self) -> ParseResult<()> {
        let start = self.at;
        let word = self.take(|c| c.is_ascii_alphabetic());
        self.blanks();
        if self.eat(":") {
            self.at = self.line_end();
        } else if self.peek() == b'{' {
            self.skip_braces()?;
        } else {
            return Err(self.unexpected("`:` or `{ ... }`"));
        }
        self.ignore("the description for screen readers", start..start + word.len());
        Ok(())
    }

    fn skip_braces(&mut self) -> ParseResult<()> {
        let open = self.at..self.at + 1;
        if !self.skip_behind("}") {
            return Err(syntax_error(open, "the description is not closed", "end it with `}`"));
        }
        Ok(())
    }
}
