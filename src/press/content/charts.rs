//! Flowcharts as drawings: in their column, over both, or, where they can not be read, as their
//! source.

use typst::diag::{At, SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Array, Content, Dict, IntoValue, Str, Value as Typst, dict, func};
use typst::syntax::Span;

use super::{ContentBuilder, paint};
use crate::document::{self, Attributes, BlockKind, CodeBlock};
use crate::drawing::{Drawing, DrawingItem};
use crate::press::chart_layout;
use crate::press::paper::Paper;

impl ContentBuilder<'_, '_> {
    /// The drawings of a chart; nothing when it can not be read. One that needs a page of its own
    /// is kept for the end of the chapter, and its place says where it is.
    pub(super) fn chart(
        &mut self,
        code: &CodeBlock,
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Option<Content>> {
        let section =
            self.section.as_ref().map(|heading| heading.anchor.0.as_str()).unwrap_or_default();
        let Some(chart) = chart_layout::read_chart(&code.text, section, &self.job.book) else {
            return Ok(None);
        };
        let nested = self.room.depth > 0;
        let book = &self.job.book;
        let placed = chart_layout::place_chart(
            &chart,
            &self.sheet,
            self.room.width,
            nested,
            self.under_title,
            book,
        )
        .at(span)?;
        let drawings: Array = placed.drawings.iter().map(drawing_value).collect();
        if !placed.apart {
            let anchor = attributes.id.as_deref().map_or(Typst::None, |id| id.into_value());
            return self.hook("chart", vec![anchor, drawings.into_value()], span).map(Some);
        }
        if self.under_title {
            self.own_page = true;
            let anchor = attributes.id.as_deref().map_or(Typst::None, |id| id.into_value());
            return self.hook("chart", vec![anchor, drawings.into_value()], span).map(Some);
        }
        let anchor =
            attributes.id.clone().unwrap_or_else(|| format!("chart at {}", self.apart_count));
        self.apart_count += 1;
        let title = self.section.as_ref().map(|heading| {
            format!("{} {}", heading.address, document::plain_text(&heading.content))
        });
        let title = title.as_deref().map(str::trim).unwrap_or_default();
        let title = self.hook("chart-title", vec![title.into_value()], span)?;
        let drawn =
            self.hook("chart", vec![anchor.as_str().into_value(), drawings.into_value()], span)?;
        let drawn = Content::sequence([title, drawn]);
        self.apart.push(drawn);
        self.hook("chart-apart", vec![anchor.into_value()], span).map(Some)
    }
}

/// The charts of the book at `path`, in order: where each stands and its drawings for a page of its
/// own.
#[func]
pub(in crate::press) fn load_charts(
    engine: &mut Engine,
    /// Virtual path of the job.
    path: Str,
    /// Height that the title of a page takes, in points.
    title: f64,
) -> SourceResult<Dict> {
    let job = super::read_job(engine, &path)?;
    let Some(sheet) = Paper::find(&job.paper) else {
        bail!(Span::detached(), "there is no paper {}", job.paper);
    };
    let book = &job.book;
    let (mut section, mut last) = (None, "");
    let mut pages = Array::new();
    for block in &book.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            section = Some(heading);
        }
        let anchor = section.map(|heading| heading.anchor.0.as_str()).unwrap_or_default();
        let Some(chart) = chart_layout::chart_in_block(block, anchor, book) else { continue };
        let anchor = if std::mem::replace(&mut last, anchor) == anchor { "" } else { anchor };
        let titled = section
            .map(|heading| document::plain_text(&heading.content))
            .filter(|title| !title.trim().is_empty());
        let (turned, drawings) =
            chart_layout::chart_page(&chart, &sheet, title, book).at(Span::detached())?;
        pages.push(
            dict! {
                "title" => titled.unwrap_or_else(|| book.title.clone()),
                "anchor" => anchor,
                "address" => section.map(|heading| heading.address.0.clone()).unwrap_or_default(),
                "turned" => turned,
                "drawings" => drawings.iter().map(drawing_value).collect::<Array>(),
            }
            .into_value(),
        );
    }
    let date = super::date_value(book);
    let authors: Array = book.authors.iter().map(|name| name.as_str().into_value()).collect();
    Ok(dict! {
        "title" => book.title.as_str(),
        "authors" => authors,
        "language" => book.language.as_str(),
        "date" => date,
        "paper" => job.paper.as_str(),
        "pages" => pages,
    })
}

/// A drawing as the dictionary that `templates/drawing.typ` draws.
pub(in crate::press) fn drawing_value(drawing: &Drawing) -> Typst {
    let is_link = |item: &DrawingItem| matches!(item, DrawingItem::Link { .. });
    let mut items = Array::new();
    for run in drawing.items.chunk_by(|a, b| is_link(a) == is_link(b)) {
        if !is_link(&run[0]) {
            items.push(dict! { "painted" => paint::painted_items(run) }.into_value());
            continue;
        }
        for link in run {
            let json = serde_json::to_value(link).expect("an item is plain data");
            items.push(serde_json::from_value(json).expect("plain data is a value"));
        }
    }
    dict! { "width" => drawing.width, "height" => drawing.height, "alt" => drawing.alt.as_str(), "items" => items }
        .into_value()
}
