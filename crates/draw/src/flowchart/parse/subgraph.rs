//! Reads `subgraph`, `direction` and `end`.

use std::ops::Range;

use super::super::ChartDirection;
use super::decode;
use super::draft::WrittenName;
use super::entity::ends_entity;
use super::label::{self, trim_range};
use super::label_text::open_quote_error;
use super::reader::{ChartReader, ParseResult, ambiguity_error, syntax_error};
use super::shape::{LabelBracket, RECTANGLE};

const WHAT: &str = "the title of this subgraph";

/// A name and a title.
type SubgraphHead = (WrittenName, String);

impl ChartReader<'_> {
    /// Reads `subgraph` with its name and title, in all their forms.
    pub fn read_subgraph(&mut self) -> ParseResult<()> {
        let start = self.at;
        self.at += "subgraph".len();
        if self.rest().starts_with([':', '{', '%']) {
            let hint = "write `subgraph Name [Title]`";
            return Err(syntax_error(start..self.at + 1, "`subgraph` has no space after it", hint));
        }
        let end = self.title_end();
        let place = trim_range(self.text, start..end);
        let subgraph = self.draft.open_subgraph(place)?;
        self.blanks();
        let quoted = self.peek() == b'"';
        let (name, title) =
            if quoted { self.read_quoted_title()? } else { self.read_plain_title(end)? };
        self.draft.name_subgraph(subgraph, name)?;
        self.draft.subgraphs[subgraph].title = title;
        self.draft.subgraphs[subgraph].place.end = self.at;
        self.end_of_line()
    }

    /// Returns the end of the statement: a semicolon or a comment, unless brackets or quotes show
    /// that it is part of a label.
    fn title_end(&mut self) -> usize {
        let (start, end) = (self.at, self.line_end());
        let body = &self.text[start..end];
        body.char_indices()
            .find(|&(at, letter)| match letter {
                ';' => !ends_entity(body, at),
                '%' => body[at..].starts_with("%%") && body[..at].ends_with([' ', '\t']),
                _ => false,
            })
            .map_or(end, |(at, _)| start + at)
    }

    /// Reads `subgraph "Title"`.
    fn read_quoted_title(&mut self) -> ParseResult<SubgraphHead> {
        let Some(inner) = label::quoted_range(self.text, self.at) else {
            return Err(open_quote_error(self.at, WHAT, "add `\"`"));
        };
        self.at = inner.end + 1;
        let name = self.decode_value(inner.clone())?;
        let title = name.clone();
        Ok((WrittenName { name, place: inner }, title))
    }

    /// Reads `subgraph Name [Title]`, `subgraph Title` or `subgraph`.
    fn read_plain_title(&mut self, end: usize) -> ParseResult<SubgraphHead> {
        let place = trim_range(self.text, self.at..end.max(self.at));
        let body = self.slice(&place);
        if let Some(bracket) = body.find('[') {
            return self.read_bracketed_title(place.start, place.start + bracket);
        }
        reject_called_title(body, &place)?;
        self.at = place.end;
        let title = match body {
            "" => String::new(),
            _ => self.settle_label(place.clone(), WHAT, label::IN_BRACKETS)?,
        };
        let name = title.clone();
        Ok((WrittenName { name, place }, title))
    }
}

/// Fails for `subgraph Name(Title)`, which may be a name with a title, or a title.
fn reject_called_title(body: &str, place: &Range<usize>) -> ParseResult<()> {
    let bracket = body.find(['(', '{']).filter(|at| *at > 0);
    let Some(at) = bracket.filter(|at| !body[..*at].ends_with([' ', '\t'])) else {
        return Ok(());
    };
    let bracket = place.start + at..place.start + at + 1;
    let message = "this bracket may or may not have a name before it";
    let hint = "write `subgraph Name [Title]`, or put the title in double quotes";
    Err(ambiguity_error(bracket, message, hint))
}

impl ChartReader<'_> {
    fn read_bracketed_title(&mut self, start: usize, bracket: usize) -> ParseResult<SubgraphHead> {
        let place = trim_range(self.text, start..bracket);
        let name = self.slice(&place);
        if !is_subgraph_name(name) {
            self.at = start;
            return Err(self.unexpected("the name of a subgraph"));
        }
        self.at = bracket;
        let title = self.read_bracketed_label(WHAT, TITLE)?;
        let name = decode::decode_plain(name).text;
        Ok((WrittenName { name, place }, title.map(|(title, _)| title).unwrap_or_default()))
    }
}

fn is_subgraph_name(name: &str) -> bool {
    let special = name.contains(['(', ')', '{', '}', ']', '"', '|', '@']);
    !name.is_empty() && !special && !name.contains("--")
}

const TITLE: &[LabelBracket] = &[RECTANGLE];

impl ChartReader<'_> {
    /// Reads `end`.
    pub fn close_subgraph(&mut self) -> ParseResult<()> {
        let place = self.at..self.at + 3;
        self.at = place.end;
        let before = self.findings.len();
        if self.end_of_line().is_err() {
            self.findings.truncate(before);
            let hint = "write it on a line of its own; boxes need another name, such as `End`";
            return Err(syntax_error(place, "`end` is not alone on its line", hint));
        }
        if self.draft.open.pop().is_none() {
            let hint = "remove it, or add `subgraph`";
            return Err(syntax_error(place, "`end` closes no subgraph", hint));
        }
        Ok(())
    }

    /// Reads `direction LR`.
    pub fn read_subgraph_direction(&mut self) -> ParseResult<()> {
        let start = self.at;
        self.at += "direction".len();
        let direction = self.read_direction_name()?;
        let place = start..self.at;
        let Some(&subgraph) = self.draft.open.last() else {
            let hint = "write it on the first line, such as `flowchart LR`";
            return Err(syntax_error(place, "`direction` is outside a subgraph", hint));
        };
        let own = &mut self.draft.subgraphs[subgraph].direction;
        if *own.get_or_insert(direction) != direction {
            let hint = "keep one of them";
            return Err(ambiguity_error(place, "the subgraph has two directions", hint));
        }
        self.end_of_line()
    }

    fn read_direction_name(&mut self) -> ParseResult<ChartDirection> {
        self.blanks();
        let start = self.at;
        let name = self.take(|c| c.is_alphanumeric());
        ChartDirection::from_word(name).ok_or_else(|| {
            self.at = start;
            self.unexpected("`TB`, `BT`, `LR` or `RL`")
        })
    }
}
