//! The sheet and the cards of a book as dictionaries, for `templates/sheet.typ` and
//! `templates/cards.typ`.

use typst::comemo::Tracked;
use typst::diag::{At, SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{
    Array, Content, Context, Dict, IntoValue, NoneValue, Str, Value as Typst, dict, func,
};
use typst::syntax::Span;

use super::charts::drawing_value;
use super::{ContentBuilder, TextRoom, date_value, read_job};
use crate::document::deck::{Deck, DeckCard};
use crate::document::panels::{Panel, PanelPart};
use crate::document::{Block, BlockKind, InlineKind, List, Row, Table, walk};
use crate::press::chart_layout;
use crate::press::job::{CardFaces, PressJob, PressTask};
use crate::press::paper::Paper;
use crate::press::tokens::{MM, tokens};

/// The room of a chart and its largest type, in points.
#[derive(Clone, Copy)]
struct ChartRoom {
    points: (f64, f64),
    most: f64,
}

/// Builds the panels of the sheet of the book at `path`.
#[func]
pub(in crate::press) fn load_sheet(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// The template's functions by name.
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let Some(sheet) = Paper::find(&job.paper) else {
        bail!(Span::detached(), "there is no paper {}", job.paper)
    };
    let form = &tokens().sheet;
    let wide = sheet.width - 2.0 * form.margin;
    let points = (
        (wide - form.turn - form.gutter) * MM,
        (sheet.height - 2.0 * form.margin - form.bar - form.chart_head) * MM,
    );
    let room = ChartRoom { points, most: 12.0 };
    let mut setter = ContentBuilder::new(engine, context, &hooks, &job, sheet);
    setter.room = TextRoom {
        limit: (form.step_width() - form.step_air) * MM * tokens().breaks.column,
        width: form.step_width() * MM,
        depth: 0,
    };
    let panels = job
        .book
        .sheet
        .iter()
        .map(|panel| setter.panel(panel, room))
        .collect::<SourceResult<Array>>()?;
    let mut out = front_matter(&job);
    out.insert("panels".into(), panels.into_value());
    Ok(out)
}

/// Builds the cards that the job at `path` asks for.
#[func]
pub(in crate::press) fn load_cards(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// The template's functions by name.
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let PressTask::Cards(faces) = &job.task else {
        bail!(Span::detached(), "the job at {} asks for no cards", path)
    };
    let Some(sheet) = Paper::find(&job.paper) else {
        bail!(Span::detached(), "there is no paper {}", job.paper)
    };
    let form = &tokens().face;
    let live = (faces.size.0 - 2.0 * form.margin, faces.size.1 - 2.0 * form.margin);
    let mut setter = ContentBuilder::new(engine, context, &hooks, &job, sheet);
    setter.room =
        TextRoom { limit: live.0 * MM * tokens().breaks.card, width: live.0 * MM, depth: 0 };
    let cards = match faces.deck {
        Some(nth) => {
            let Some(deck) = job.book.decks.get(nth) else {
                bail!(Span::detached(), "there is no such deck")
            };
            setter.deck(deck)?
        }
        None => {
            let points = (live.0 * MM, (live.1 - form.head - form.foot) * MM);
            let room = ChartRoom { points, most: 9.5 };
            job.book
                .cards
                .iter()
                .map(|panel| setter.panel(panel, room))
                .collect::<SourceResult<Array>>()?
        }
    };
    let mut out = front_matter(&job);
    out.insert("kind".into(), if faces.deck.is_some() { "deck" } else { "reference" }.into_value());
    out.insert("cards".into(), cards.into_value());
    insert_card_layout(faces, &mut out);
    if let Some(deck) = faces.deck.and_then(|nth| job.book.decks.get(nth)) {
        out.insert("back".into(), deck.title.as_str().into_value());
    }
    Ok(out)
}

/// What the page that measures backs needs to know of the job at `path`.
#[func]
pub(in crate::press) fn load_calibration(
    engine: &mut Engine,
    /// Virtual path of the job.
    path: Str,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let PressTask::Calibration { short, offset } = job.task else {
        bail!(Span::detached(), "the job at {} is another", path)
    };
    let offset: Array = [offset.0, offset.1].into_iter().map(IntoValue::into_value).collect();
    let (paper, language) = (job.paper.as_str(), job.book.language.as_str());
    Ok(dict! { "paper" => paper, "language" => language, "short" => short, "offset" => offset })
}

/// Size, sheet, backs and choice of the cards.
fn insert_card_layout(faces: &CardFaces, out: &mut Dict) {
    let spot =
        |(x, y): (f64, f64)| -> Array { [x, y].into_iter().map(IntoValue::into_value).collect() };
    out.insert("width".into(), faces.size.0.into_value());
    out.insert("height".into(), faces.size.1.into_value());
    out.insert("backs".into(), faces.backs.into_value());
    out.insert("order".into(), faces.order.as_str().into_value());
    out.insert("copies".into(), faces.copies.into_value());
    let keep = faces
        .keep
        .as_ref()
        .map(|keep| keep.iter().map(|nth| (*nth as i64).into_value()).collect::<Array>());
    out.insert("keep".into(), keep.map_or(Typst::None, IntoValue::into_value));
    let Some(sheet) = &faces.sheet else {
        out.insert("grid".into(), NoneValue.into_value());
        return;
    };
    let turned = |turned: bool| turned.into_value();
    let backs = sheet.backs.iter().map(|(place, turn)| {
        [spot(*place).into_value(), turned(*turn)].into_iter().collect::<Array>().into_value()
    });
    let marks = sheet.marks.iter().map(|(from, to)| {
        [spot(*from).into_value(), spot(*to).into_value()]
            .into_iter()
            .collect::<Array>()
            .into_value()
    });
    let grid = dict! {
        "width" => sheet.width,
        "height" => sheet.height,
        "bleed" => sheet.bleed,
        "fronts" => sheet.fronts.iter().map(|place| spot(*place).into_value()).collect::<Array>(),
        "backs" => backs.collect::<Array>(),
        "marks" => marks.collect::<Array>(),
        "turns-sideways" => sheet.turns_sideways,
        "flip" => sheet.flip.as_str(),
        "offset" => spot(sheet.offset),
    };
    out.insert("grid".into(), grid.into_value());
}

fn front_matter(job: &PressJob) -> Dict {
    let book = &job.book;
    let text =
        |text: &Option<String>| text.as_deref().map_or(Typst::None, |text| text.into_value());
    dict! {
        "title" => book.title.as_str(),
        "subtitle" => text(&book.subtitle),
        "edition" => text(&book.edition),
        "notice" => text(&book.notice),
        "authors" => book.authors.iter().map(|name| name.as_str().into_value()).collect::<Array>(),
        "language" => book.language.as_str(),
        "date" => date_value(book),
        "paper" => job.paper.as_str(),
    }
}

/// How many rows of a table stay together where it must be torn.
const ROWS: usize = 3;

/// A table as several with the same head, where no cell reaches over rows; anything else as it is.
fn split_table_rows(block: &Block) -> Vec<Block> {
    let BlockKind::Table(table) = &block.kind else { return vec![block.clone()] };
    let (head, body) = table.rows.split_at(table.header_rows.min(table.rows.len()));
    if body.len() <= ROWS
        || table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.rowspan > 1)
    {
        return vec![block.clone()];
    }
    let piece = |rows: &[Row]| {
        let rows = head.iter().chain(rows).cloned().collect();
        Block { kind: BlockKind::Table(Table { rows, ..table.clone() }), ..block.clone() }
    };
    body.chunks(ROWS).map(piece).collect()
}

impl ContentBuilder<'_, '_> {
    /// A panel; its charts are drawn for a room.
    fn panel(&mut self, panel: &Panel, room: ChartRoom) -> SourceResult<Typst> {
        let title = self.inlines(&panel.title)?;
        let parts = panel
            .parts
            .iter()
            .map(|part| self.part(part, room))
            .collect::<SourceResult<Array>>()?;
        let classes: Array =
            panel.attributes.classes.iter().map(|class| class.as_str().into_value()).collect();
        Ok(dict! { "title" => title, "classes" => classes, "parts" => parts }.into_value())
    }

    fn part(&mut self, part: &PanelPart, room: ChartRoom) -> SourceResult<Typst> {
        let title = self.inlines(&part.title)?;
        let (mut units, mut finer, mut drawings) = (Array::new(), Array::new(), Array::new());
        for block in &part.blocks {
            match chart_layout::chart_in_block(block, &part.anchor.0, &self.job.book) {
                Some(chart) => {
                    let drawn = chart_layout::draw_chart_in_room(
                        &chart,
                        room.points,
                        room.most,
                        &self.job.book,
                    )
                    .at(self.span(part.span))?;
                    drawings.extend(drawn.iter().map(drawing_value));
                }
                None => {
                    self.units(block, &mut units)?;
                    for piece in split_table_rows(block) {
                        self.units(&piece, &mut finer)?;
                    }
                }
            }
        }
        let titled = !part.title.is_empty();
        let mut numbered = false;
        walk::each_inline(&part.blocks, &mut |inline| {
            numbered |= matches!(&inline.kind, InlineKind::Span(_, attributes) if attributes.has_class("rule"));
        });
        Ok(dict! {
            "numbered" => numbered,
            "address" => part.address.0.as_str(),
            "titled" => titled,
            "running" => matches!(part.blocks.first().map(|block| &block.kind), Some(BlockKind::Paragraph(_))),
            "title" => title,
            "units" => units,
            "finer" => finer,
            "drawings" => drawings,
        }
        .into_value())
    }

    /// What may not be torn: each item of a list, each other block.
    fn units(&mut self, block: &Block, out: &mut Array) -> SourceResult<()> {
        let BlockKind::List(list) = &block.kind else {
            out.push(self.block(block)?.into_value());
            return Ok(());
        };
        for item in &list.items {
            let one = List { items: vec![item.clone()], ..list.clone() };
            out.push(
                self.block(&Block { kind: BlockKind::List(one), ..block.clone() })?.into_value(),
            );
        }
        Ok(())
    }

    fn deck(&mut self, deck: &Deck) -> SourceResult<Array> {
        let mut groups: Vec<&str> = deck.cards.iter().map(|card| card.group.as_str()).collect();
        groups.sort_unstable();
        groups.dedup();
        let group = |card: &DeckCard| {
            groups.iter().position(|group| *group == card.group).unwrap_or_default()
        };
        deck.cards.iter().map(|card| self.deck_card(card, group(card))).collect()
    }

    fn deck_card(&mut self, card: &DeckCard, group: usize) -> SourceResult<Typst> {
        let name = self.inlines(&card.name)?;
        let kind = self.inlines(&card.kind)?;
        let text = card
            .text
            .iter()
            .map(|text| self.inlines(text))
            .collect::<SourceResult<Vec<Content>>>()?;
        let stats = card.stats.iter().map(|(name, value)| {
            [name.as_str().into_value(), value.as_str().into_value()]
                .into_iter()
                .collect::<Array>()
                .into_value()
        });
        Ok(dict! {
            "name" => name,
            "cost" => card.cost.as_str(),
            "kind" => kind,
            "text" => text.into_iter().map(IntoValue::into_value).collect::<Array>(),
            "stats" => stats.collect::<Array>(),
            "group" => card.group.as_str(),
            "nth-group" => group as i64,
            "count" => card.count as i64,
        }
        .into_value())
    }
}
