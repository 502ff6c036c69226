//! Pulls: `![[#anchor]]` takes a brief or a section, `![[cards.csv]]` a table of data rows.

mod sums;

use crate::diagnostic::{Diagnostic, Findings, Guesses, code, short_quote};
use crate::document::parse::grid::{self, CellDraft, RowDraft};
use crate::document::{
    Attributes, Block, BlockKind, Column, Document, Inline, InlineKind, Pull, walk,
};
use crate::source::{self, SourceId, Sources, Span};

/// Blocks and cells that pulls may add to a book: pulls that pull each other double it again and
/// again.
const MOST_PULLED: usize = 200_000;

/// Replaces all pulls of `document`.
pub(super) fn fill_pulls(
    document: &mut Document,
    sources: &Sources,
    data: &[(String, SourceId)],
    findings: &mut Findings,
) {
    let mut any = false;
    let mut look = |block: &Block| any |= matches!(block.kind, BlockKind::Pull(_));
    walk::each_block(&document.blocks, &mut look);
    document.footnotes.iter().for_each(|note| walk::each_block(&note.blocks, &mut look));
    if !any {
        return;
    }
    let original = document.blocks.clone();
    let (guesses, open) = (Guesses::default(), Vec::new());
    let mut pass =
        PullPass { original: &original, sources, data, findings, guesses, open, pulled: 0 };
    document.blocks = pass.blocks(std::mem::take(&mut document.blocks));
    for note in &mut document.footnotes {
        note.blocks = pass.blocks(std::mem::take(&mut note.blocks));
    }
}

struct PullPass<'a> {
    original: &'a [Block],
    sources: &'a Sources,
    data: &'a [(String, SourceId)],
    findings: &'a mut Findings,
    guesses: Guesses,
    /// The anchors whose text is being pulled.
    open: Vec<String>,
    /// Blocks and cells added so far.
    pulled: usize,
}

impl PullPass<'_> {
    fn blocks(&mut self, blocks: Vec<Block>) -> Vec<Block> {
        let mut out = Vec::with_capacity(blocks.len());
        for mut block in blocks {
            for child in walk::child_blocks_mut(&mut block.kind) {
                *child = self.blocks(std::mem::take(child));
            }
            let BlockKind::Pull(pull) = &block.kind else {
                out.push(block);
                continue;
            };
            match self.pull(&pull.clone(), &block) {
                Some(pulled) => out.extend(pulled),
                None => out.push(block),
            }
        }
        out
    }

    /// What a pull stands for; `None` after a finding.
    fn pull(&mut self, pull: &Pull, block: &Block) -> Option<Vec<Block>> {
        if self.pulled > MOST_PULLED {
            return None;
        }
        let pulled = match pull.target.strip_prefix('#') {
            Some(anchor) => self.text(anchor, &pull.part, block.span),
            None => self.data(&pull.target, &block.attributes, block.span),
        };
        match pulled {
            Ok(blocks) if self.pulled <= MOST_PULLED => Some(blocks),
            Ok(_) => {
                let message = format!(
                    "pulls add more than {MOST_PULLED} blocks to this book; the others are left out"
                );
                let hint = "do not pull what pulls much itself";
                self.findings.push(Diagnostic::at(code::TOO_LARGE, block.span, message).hint(hint));
                None
            }
            Err(finding) => {
                self.findings.push(*finding);
                None
            }
        }
    }

    fn text(
        &mut self,
        anchor: &str,
        part: &str,
        span: Span,
    ) -> Result<Vec<Block>, Box<Diagnostic>> {
        if self.open.iter().any(|open| open == anchor) {
            let message = format!(
                "`#{anchor}` pulls itself: {} > {anchor}",
                short_quote(&self.open.join(" > "))
            );
            let finding = Diagnostic::at(code::CYCLIC_PULL, span, message);
            return Err(Box::new(finding.hint("pull a place that does not pull this one")));
        }
        let Some(section) = section_blocks(self.original, anchor) else {
            return Err(Box::new(self.missing(anchor, span)));
        };
        let wanted: Option<Vec<Block>> = match part {
            "full" => Some(
                section
                    .iter()
                    .filter(|b| !matches!(b.kind, BlockKind::Brief(_) | BlockKind::Heading(_)))
                    .cloned()
                    .collect(),
            ),
            "" => section.iter().find_map(|b| {
                if let BlockKind::Brief(blocks) = &b.kind { Some(blocks.clone()) } else { None }
            }),
            _ => {
                let message = format!("`{}` is no part of a place", short_quote(part));
                let finding = Diagnostic::at(code::MISSING_PULL, span, message);
                return Err(Box::new(
                    finding
                        .hint("write ![[#place]] for its brief or ![[#place|full]] for its text"),
                ));
            }
        };
        let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else {
            let (what, hint) = match part {
                "full" => ("text", "pull another place"),
                _ => ("brief", "write `> [!BRIEF]` below its title, or pull its text with `|full`"),
            };
            let finding =
                Diagnostic::at(code::MISSING_PULL, span, format!("`#{anchor}` has no {what}"));
            return Err(Box::new(finding.hint(hint)));
        };
        walk::each_block(&wanted, &mut |_| self.pulled += 1);
        self.open.push(anchor.to_owned());
        let filled = self.blocks(wanted);
        self.open.pop();
        Ok(filled.into_iter().map(without_anchors).collect())
    }

    fn missing(&mut self, anchor: &str, span: Span) -> Diagnostic {
        let message = format!("the pull names `#{}`, which does not exist", short_quote(anchor));
        let finding = Diagnostic::at(code::MISSING_PULL, span, message);
        let mut known = Vec::new();
        walk::each_block(self.original, &mut |block| known.extend(block.attributes.id.as_deref()));
        finding.hint(match self.guesses.nearest(anchor, known.into_iter()) {
            Some(near) => format!("did you mean `#{near}`?"),
            None => format!("write {{#{}}} behind the title of the place", short_quote(anchor)),
        })
    }

    fn data(
        &mut self,
        name: &str,
        attributes: &Attributes,
        span: Span,
    ) -> Result<Vec<Block>, Box<Diagnostic>> {
        let from = &self.sources.get(span.source).path;
        let path = source::relative_path(from, name);
        let Some((_, id)) = self.data.iter().find(|(known, _)| Some(known) == path.as_ref()) else {
            let message = format!(
                "the pull names `{}`, which is no data file of this book",
                short_quote(name)
            );
            let finding = Diagnostic::at(code::MISSING_PULL, span, message);
            return Err(Box::new(finding.hint("list it under `data` in book.toml")));
        };
        let table = data_table(self.sources, *id, attributes);
        let table = table.map_err(|(message, hint)| {
            Box::new(Diagnostic::at(code::BAD_DATA, span, message).hint(hint))
        })?;
        self.pulled += table.rows.iter().map(|row| row.cells.len()).sum::<usize>();
        Ok(vec![Block { kind: BlockKind::Table(table), span, attributes: attributes.clone() }])
    }
}

/// The blocks of the section with this anchor, its title first.
fn section_blocks(blocks: &[Block], anchor: &str) -> Option<Vec<Block>> {
    let level = |block: &Block| {
        if let BlockKind::Heading(heading) = &block.kind { Some(heading.level) } else { None }
    };
    let start = blocks.iter().position(|block| block.attributes.id.as_deref() == Some(anchor))?;
    let Some(own) = level(&blocks[start]) else { return Some(vec![blocks[start].clone()]) };
    let end =
        blocks[start + 1..].iter().position(|block| level(block).is_some_and(|other| other <= own));
    Some(blocks[start..end.map_or(blocks.len(), |end| start + 1 + end)].to_vec())
}

/// A pulled copy is no second place of the same anchor.
fn without_anchors(mut block: Block) -> Block {
    walk::each_block_mut(std::slice::from_mut(&mut block), &mut |block| {
        block.attributes.id = None;
        if let BlockKind::List(list) = &mut block.kind {
            list.items.iter_mut().for_each(|item| item.attributes.id = None);
        }
    });
    block
}

/// The rows of a data file that `where` lets through, with the columns that `columns` names; or why
/// not and what to do.
fn data_table(
    sources: &Sources,
    id: SourceId,
    attributes: &Attributes,
) -> Result<crate::document::Table, (String, String)> {
    let text = &sources.get(id).text;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header =
        reader.headers().map_err(|e| (e.to_string(), "save it as UTF-8".to_owned()))?.clone();
    if header.iter().all(str::is_empty) {
        let message = format!("`{}` has no column names", sources.get(id).path);
        return Err((message, "write the names of the columns in its first line".to_owned()));
    }
    let column = |name: &str| {
        header.iter().position(|known| known == name).ok_or_else(|| {
            let known = short_quote(&header.iter().collect::<Vec<_>>().join(", "));
            (
                format!("`{}` has no column `{}`", sources.get(id).path, short_quote(name)),
                format!("write one of {known}"),
            )
        })
    };
    let mut filters = Vec::new();
    for condition in attributes
        .get("where")
        .unwrap_or_default()
        .split(';')
        .filter(|part| !part.trim().is_empty())
    {
        let (name, value) = condition.split_once('=').ok_or_else(|| {
            (
                format!("`{}` is no condition", short_quote(condition)),
                "write where=\"Column=Value\"".to_owned(),
            )
        })?;
        filters.push((column(name.trim())?, value.trim().to_owned()));
    }
    let named = |key: &str| -> Result<Vec<usize>, (String, String)> {
        let names = attributes.get(key).unwrap_or_default().split(',').map(str::trim);
        names.filter(|name| !name.is_empty()).map(column).collect()
    };
    let (sums, groups) = (named("sum")?, named("group")?);
    let columns: Vec<usize> = match attributes.get("columns") {
        Some(names) => {
            names.split(',').map(|name| column(name.trim())).collect::<Result<_, _>>()?
        }
        None => (0..header.len()).collect(),
    };
    if let Some(unseen) = sums.iter().find(|column| !columns.contains(column)) {
        let name = short_quote(header.get(*unseen).unwrap_or_default());
        return Err((
            format!("`{name}` is summed but not printed"),
            format!("add `{name}` to `columns`"),
        ));
    }
    let whole = Span::new(id, 0..0);
    let mut rows = vec![RowDraft {
        head: true,
        ..data_row(&columns, |nth| header.get(nth).unwrap_or_default(), whole)
    }];
    let mut records: Vec<csv::StringRecord> = reader.records().flatten().collect();
    records.retain(|record| {
        filters.iter().all(|(nth, value)| record.get(*nth).unwrap_or_default() == value)
    });
    for (name, members) in sums::group_rows(&records, groups.first().copied()) {
        let sum = sums::sum_columns(&members, &sums, |nth| header.get(nth).unwrap_or_default())?;
        rows.extend(name.map(|name| sums::group_heading(name, &sum, columns.len(), whole)));
        for record in members {
            let place = record.position().map_or(0, |at| at.byte() as usize);
            rows.push(data_row(
                &columns,
                |nth| record.get(nth).unwrap_or_default(),
                Span::new(id, place..place),
            ));
        }
    }
    if !sums.is_empty() {
        let all: Vec<&csv::StringRecord> = records.iter().collect();
        let sum = sums::sum_columns(&all, &sums, |nth| header.get(nth).unwrap_or_default())?;
        rows.push(sums::total_row(&columns, &sum, whole));
    }
    let columns = vec![Column::default(); columns.len()];
    let table = grid::make_grid(rows, columns, Vec::new(), &mut Findings::default());
    if attributes.has_class("map") && table.hex_map(attributes).is_none() {
        let message = format!("`{}` draws no map", sources.get(id).path);
        return Err((
            message,
            "a map needs the columns `Row` and `Column` with a whole number in each row".to_owned(),
        ));
    }
    Ok(table)
}

fn data_row<'a>(columns: &[usize], cell: impl Fn(usize) -> &'a str, span: Span) -> RowDraft {
    let text = |nth: &usize| match cell(*nth) {
        "" => Vec::new(),
        text => vec![Inline::new(InlineKind::Text(typographic_apostrophes(text)), span)],
    };
    RowDraft {
        cells: columns.iter().map(|nth| CellDraft::text(text(nth), span)).collect(),
        head: false,
        group: 1,
        span,
    }
}

/// Data holds plain text: its straight apostrophes become typographic ones.
fn typographic_apostrophes(text: &str) -> String {
    text.replace('\'', "’")
}

/// Reports data files whose rows have different lengths or that have no header.
pub(super) fn check_data_files(
    sources: &Sources,
    data: &[(String, SourceId)],
    findings: &mut Findings,
) {
    for (_, id) in data {
        let text = &sources.get(*id).text;
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        let columns = reader.headers().map_or(0, csv::StringRecord::len);
        if reader.headers().is_ok_and(|header| header.iter().all(str::is_empty)) {
            let finding = Diagnostic::at(
                code::BAD_DATA,
                Span::new(*id, 0..0),
                "the first line holds no column names",
            );
            findings.push(finding.hint("write the names of the columns in the first line"));
            continue;
        }
        if columns == 1 && text.lines().next().is_some_and(|head| head.contains([';', '\t'])) {
            let finding = Diagnostic::at(
                code::BAD_DATA,
                line_place(text, *id, 0),
                "the columns are not separated by commas",
            );
            findings.push(finding.hint("save it as CSV with commas"));
            continue;
        }
        let unclosed = text.matches('"').count() % 2 == 1;
        let mut rows: Vec<(usize, usize)> = Vec::new();
        for record in reader.records().flatten() {
            rows.push((record.position().map_or(0, |at| at.byte() as usize), record.len()));
        }
        let last = if unclosed { rows.pop() } else { None };
        for (start, count) in rows.into_iter().filter(|(_, count)| *count != columns) {
            let message =
                format!("this row has {}, the first line has {columns}", cell_count(count));
            let finding = Diagnostic::at(code::BAD_DATA, line_place(text, *id, start), message);
            findings.push(finding.hint("give every row as many cells as the first line"));
        }
        if let Some((start, _)) = last {
            let message =
                "a quotation mark in this file is not closed; the cell reaches to the end";
            let finding = Diagnostic::at(code::BAD_DATA, line_place(text, *id, start), message);
            findings.push(finding.hint("close it, and write two for one that is part of the text"));
        }
    }
}

fn cell_count(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

/// The place of the line that begins at `start`, after blank ones.
fn line_place(text: &str, id: SourceId, start: usize) -> Span {
    let rest = text.get(start..).unwrap_or_default();
    let start = start + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
    let end = text
        .get(start..)
        .and_then(|rest| rest.find(['\r', '\n']))
        .map_or(text.len(), |end| start + end);
    Span::new(id, start..end.max(start))
}
