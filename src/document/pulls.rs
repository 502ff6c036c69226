//! Pulls: `![[#anchor]]` takes a brief or a section, `![[cards.csv]]` a table of data rows.

use super::{Align, Attributes, Block, BlockKind, Column, Document, Inline, InlineKind, Pull, grid, nearest, walk};
use super::grid::{CellDraft, RowDraft};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{self, SourceId, Sources, Span};

/// Data files by their path below the root.
pub type Data = Vec<(String, SourceId)>;

/// Replaces all pulls of `document`.
pub(super) fn fill(document: &mut Document, sources: &Sources, data: &Data, findings: &mut Findings) {
    let mut any = false;
    walk::blocks(&document.blocks, &mut |block| any |= matches!(block.kind, BlockKind::Pull(_)));
    if !any {
        return;
    }
    let original = document.blocks.clone();
    let mut pass = Pass { original: &original, sources, data, findings, open: Vec::new() };
    document.blocks = pass.blocks(std::mem::take(&mut document.blocks));
}

struct Pass<'a> {
    original: &'a [Block],
    sources: &'a Sources,
    data: &'a Data,
    findings: &'a mut Findings,
    /// The anchors whose text is being pulled.
    open: Vec<String>,
}

impl Pass<'_> {
    fn blocks(&mut self, blocks: Vec<Block>) -> Vec<Block> {
        let mut out = Vec::with_capacity(blocks.len());
        for mut block in blocks {
            for child in walk::children_mut(&mut block.kind) {
                *child = self.blocks(std::mem::take(child));
            }
            match &block.kind {
                BlockKind::Pull(pull) => out.extend(self.pull(&pull.clone(), &block.attributes, block.span)),
                _ => out.push(block),
            }
        }
        out
    }

    fn pull(&mut self, pull: &Pull, attributes: &Attributes, span: Span) -> Vec<Block> {
        match pull.target.strip_prefix('#') {
            Some(anchor) => self.text(anchor, &pull.part, span),
            None => self.data(&pull.target, attributes, span),
        }
    }

    fn text(&mut self, anchor: &str, part: &str, span: Span) -> Vec<Block> {
        if self.open.iter().any(|open| open == anchor) {
            let message = format!("`#{anchor}` pulls itself: {} > {anchor}", self.open.join(" > "));
            self.findings.push(Diagnostic::at(code::CYCLIC_PULL, span, message).hint("pull a place that does not pull this one"));
            return Vec::new();
        }
        let Some(section) = section(self.original, anchor) else {
            let message = format!("the pull names `#{anchor}`, which does not exist");
            let mut finding = Diagnostic::at(code::MISSING_PULL, span, message);
            let known = anchors(self.original);
            if let Some(near) = nearest(anchor, known.iter().map(String::as_str)) {
                finding = finding.hint(format!("did you mean `#{near}`?"));
            }
            self.findings.push(finding);
            return Vec::new();
        };
        let wanted: Vec<Block> = match part {
            "full" => section.into_iter().filter(|b| !matches!(b.kind, BlockKind::Brief(_) | BlockKind::Heading(_))).collect(),
            _ => section.into_iter().find_map(|b| if let BlockKind::Brief(blocks) = b.kind { Some(blocks) } else { None }).unwrap_or_default(),
        };
        if wanted.is_empty() {
            let message = format!("`#{anchor}` has no {}", if part == "full" { "text" } else { "brief" });
            let hint = if part == "full" { "pull another place" } else { "write `> [!BRIEF]` below its title" };
            self.findings.push(Diagnostic::at(code::MISSING_PULL, span, message).hint(hint));
        }
        self.open.push(anchor.to_owned());
        let filled = self.blocks(wanted);
        self.open.pop();
        filled.into_iter().map(without_id).collect()
    }

    fn data(&mut self, name: &str, attributes: &Attributes, span: Span) -> Vec<Block> {
        let from = &self.sources.get(span.source).path;
        let path = source::relative(from, name);
        let Some((_, id)) = self.data.iter().find(|(known, _)| Some(known) == path.as_ref()) else {
            let message = format!("the pull names `{name}`, which is no data file of this book");
            self.findings.push(Diagnostic::at(code::MISSING_PULL, span, message).hint("list it under `data` in book.toml"));
            return Vec::new();
        };
        match table(self.sources, *id, attributes) {
            Ok(table) => vec![Block { kind: BlockKind::Table(table), span, attributes: attributes.clone() }],
            Err(message) => {
                self.findings.push(Diagnostic::at(code::BAD_DATA, span, message));
                Vec::new()
            }
        }
    }
}

/// Anchors as written; slugs are not known before the addresses are given.
fn anchors(blocks: &[Block]) -> Vec<String> {
    let mut out = Vec::new();
    walk::blocks(blocks, &mut |block| out.extend(block.attributes.id.clone()));
    out
}

/// The blocks of the section with this anchor, its title first.
fn section(blocks: &[Block], anchor: &str) -> Option<Vec<Block>> {
    let level = |block: &Block| if let BlockKind::Heading(heading) = &block.kind { Some(heading.level) } else { None };
    let start = blocks.iter().position(|block| block.attributes.id.as_deref() == Some(anchor))?;
    let Some(own) = level(&blocks[start]) else { return Some(vec![blocks[start].clone()]) };
    let end = blocks[start + 1..].iter().position(|block| level(block).is_some_and(|other| other <= own));
    Some(blocks[start..end.map_or(blocks.len(), |end| start + 1 + end)].to_vec())
}

/// A pulled copy is no second place of the same anchor.
fn without_id(mut block: Block) -> Block {
    walk::blocks_mut(std::slice::from_mut(&mut block), &mut |block| {
        block.attributes.id = None;
        if let BlockKind::List(list) = &mut block.kind {
            list.items.iter_mut().for_each(|item| item.attributes.id = None);
        }
    });
    block
}

/// The rows of a data file that `where` lets through, with the columns that `columns` names.
fn table(sources: &Sources, id: SourceId, attributes: &Attributes) -> Result<super::Table, String> {
    let text = &sources.get(id).text;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| {
        header.iter().position(|known| known == name).ok_or_else(|| {
            format!("`{}` has no column `{name}`; it has {}", sources.get(id).path, header.iter().collect::<Vec<_>>().join(", "))
        })
    };
    let mut filters = Vec::new();
    for condition in attributes.get("where").unwrap_or_default().split(';').filter(|part| !part.trim().is_empty()) {
        let (name, value) = condition.split_once('=').ok_or_else(|| format!("`{condition}` is no condition of the form Column=Value"))?;
        filters.push((column(name.trim())?, value.trim().to_owned()));
    }
    let columns: Vec<usize> = match attributes.get("columns") {
        Some(names) => names.split(',').map(|name| column(name.trim())).collect::<Result<_, _>>()?,
        None => (0..header.len()).collect(),
    };
    let whole = Span::new(id, 0..0);
    let mut rows = vec![RowDraft { head: true, ..row(&columns, |nth| header.get(nth).unwrap_or_default(), whole) }];
    let mut numeric = vec![true; columns.len()];
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let place = record.position().map_or(0, |at| at.byte() as usize);
        let cell = |nth: usize| record.get(nth).unwrap_or_default();
        if filters.iter().all(|(nth, value)| cell(*nth) == value) {
            rows.push(row(&columns, cell, Span::new(id, place..place)));
            for (fits, nth) in numeric.iter_mut().zip(&columns) {
                *fits &= cell(*nth).chars().all(|c| c.is_ascii_digit() || "–-+X".contains(c)) ;
            }
        }
    }
    let columns = numeric.iter().map(|numeric| Column { align: if *numeric { Align::Right } else { Align::Left }, ..Column::default() });
    Ok(grid::grid(rows, columns.collect(), Vec::new(), &mut Findings::default()))
}

fn row<'a>(columns: &[usize], cell: impl Fn(usize) -> &'a str, span: Span) -> RowDraft {
    let text = |nth: &usize| match cell(*nth) {
        "" => Vec::new(),
        text => vec![Inline::new(InlineKind::Text(typographic(text)), span)],
    };
    RowDraft { cells: columns.iter().map(|nth| CellDraft::text(text(nth), span)).collect(), head: false, group: 1, span }
}

/// Data holds plain text: its straight apostrophes become typographic ones.
fn typographic(text: &str) -> String {
    text.replace('\'', "’")
}

/// Reports data files whose rows have different lengths or that have no header.
pub(super) fn check_data(sources: &Sources, data: &Data, findings: &mut Findings) {
    for (path, id) in data {
        let mut reader = csv::ReaderBuilder::new().from_reader(sources.get(*id).text.as_bytes());
        if reader.headers().is_ok_and(|header| header.is_empty() || header.iter().all(str::is_empty)) {
            findings.push(Diagnostic::file(code::BAD_DATA, path, "the first line holds no column names"));
        }
        for record in reader.records() {
            if let Err(error) = record {
                let place = error.position().map_or(0, |at| at.byte() as usize);
                let message = format!("this row can not be read: {error}");
                findings.push(Diagnostic::at(code::BAD_DATA, Span::new(*id, place..place), message).hint("give every row as many cells as the first line"));
            }
        }
    }
}

