//! Blocks as content: each kind by its hook, in its room.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, IntoValue, NativeElement, Value, dict};
use typst::model::ParbreakElem;
use typst::syntax::Span;
use typst::text::{RawContent, RawElem};

use super::ContentBuilder;
use super::hooks::{CodeCall, FigureCall};
use super::values::joined_content;
use crate::set::design::design;
use crate::table_layout;
use crate::text_estimate::{code_lines, estimate_height, line_count};
use crate::word_breaks::breakable_words;
use base::font::{self, Face, TextRole};
use document::{
    self, Attributes, Block, BlockKind, CodeBlock, Definition, Figure, Heading, Inline, List,
    ListItem, ListStyle,
};

impl ContentBuilder<'_, '_> {
    pub fn blocks(&mut self, blocks: &[Block]) -> SourceResult<Content> {
        joined_content(blocks.iter().map(|block| self.block(block)))
    }

    pub fn block(&mut self, block: &Block) -> SourceResult<Content> {
        let span = self.span(block.span);
        let content = match &block.kind {
            BlockKind::Heading(heading) => return self.heading(heading, &block.attributes, span),
            BlockKind::Code(code) => return self.code(code, &block.attributes, span),
            BlockKind::Paragraph(inlines) => {
                self.running_text(inlines, &block.attributes, span)?.spanned(span)
            }
            BlockKind::List(list) => self.list(list, span)?,
            BlockKind::Quote(blocks) => {
                let body = self.indented(blocks)?;
                self.hooks.quote(body, span)?
            }
            BlockKind::Callout(callout) => self.callout(&callout.word, &callout.blocks, span)?,
            BlockKind::Brief(blocks) => self.callout("REMEMBER", blocks, span)?,
            BlockKind::Table(table) => {
                let placed = table_layout::fit_table(table, self.room.width);
                self.table(block, table, placed)?
            }
            BlockKind::Definitions(list) => self.definitions(list, &block.attributes, span)?,
            BlockKind::Figure(figure) => self.figure(figure, &block.attributes, span)?,
            BlockKind::Todo(inlines) => self.open_place(inlines, span)?,
            BlockKind::Rule => self.hooks.rule(span)?,
            BlockKind::Example(played) => self.example(played, span)?,
            BlockKind::Pull(_) => Content::empty(),
        };
        let anchor = self.anchor(block.attributes.id.as_deref(), span)?;
        let parbreak = ParbreakElem::shared().clone();
        Ok(Content::sequence([parbreak.clone(), anchor, content, parbreak]))
    }

    /// Returns the mark that links to an id lead to, if there is an id.
    pub fn anchor(&mut self, id: Option<&str>, span: Span) -> SourceResult<Content> {
        id.map_or_else(|| Ok(Content::empty()), |id| self.hooks.item_anchor(id, span))
    }

    fn heading(
        &mut self,
        heading: &Heading,
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        self.glossary = attributes.has_class("glossary");
        self.section = Some(heading.clone());
        let body = self.title_inlines(&heading.content)?;
        self.hooks.heading(heading, self.listed.take(), body, span)
    }

    fn callout(&mut self, word: &str, blocks: &[Block], span: Span) -> SourceResult<Content> {
        let long = self.is_long(estimate_height(blocks, self.room.width));
        let body = self.indented(blocks)?;
        self.hooks.callout(word, long, body, span)
    }

    /// Sets the blocks inside a quote or a callout.
    fn indented(&mut self, blocks: &[Block]) -> SourceResult<Content> {
        self.in_room(self.room.deeper(), |builder| builder.blocks(blocks))
    }

    /// True if a height in points is more than half a page, so that a block may break.
    fn is_long(&self, height: f64) -> bool {
        height > self.paper.text_height() / 2.0
    }

    fn open_place(&mut self, inlines: &[Inline], span: Span) -> SourceResult<Content> {
        let long = self.is_long(line_count(inlines, self.room.width) * design().text.line);
        let words = document::open_words(inlines);
        let body = if words.is_empty() { None } else { Some(self.inlines(&words)?) };
        self.hooks.todo(long, body, span)
    }

    fn list(&mut self, list: &List, span: Span) -> SourceResult<Content> {
        let items = self.in_room(self.room.deeper(), |builder| {
            let items = list.items.iter().map(|item| builder.list_item(item, list.tight));
            items.collect::<SourceResult<Array>>()
        })?;
        if list.items.iter().any(|item| item.checked.is_some()) {
            return self.hooks.tasks(list, items, span);
        }
        match list.style {
            ListStyle::Bullet => self.hooks.bullets(list.tight, items, span),
            ListStyle::Ordered => self.hooks.steps(list, items, span),
            ListStyle::Lettered => self.hooks.letters(list, items, span),
        }
    }

    fn list_item(&mut self, item: &ListItem, tight: bool) -> SourceResult<Value> {
        let span = item.span.map_or(Span::detached(), |span| self.span(span));
        let mut out = vec![self.anchor(item.attributes.id.as_deref(), span)?];
        for (nth, block) in item.blocks.iter().enumerate() {
            let joined = nth > 0 && is_paragraph(&item.blocks[nth - 1]) && is_paragraph(block);
            out.push(self.list_item_block(block, tight && !joined)?);
        }
        Ok(Content::sequence(out).into_value())
    }

    fn list_item_block(&mut self, block: &Block, tight: bool) -> SourceResult<Content> {
        match &block.kind {
            BlockKind::Paragraph(inlines) if tight && block.attributes.id.is_none() => {
                let span = self.span(block.span);
                self.running_text(inlines, &block.attributes, span)
            }
            _ => self.block(block),
        }
    }

    fn definitions(
        &mut self,
        list: &[Definition],
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        let glossary = self.glossary || attributes.has_class("glossary");
        let items = list.iter().map(|definition| self.definition(definition));
        let items = items.collect::<SourceResult<Array>>()?;
        self.hooks.definitions(glossary, items, span)
    }

    fn definition(&mut self, definition: &Definition) -> SourceResult<Value> {
        let term = self.inlines(&definition.term)?;
        let body = joined_content(definition.bodies.iter().map(|body| self.blocks(body)))?;
        Ok(dict! { "term" => term, "body" => body }.into_value())
    }

    fn code(
        &mut self,
        code: &CodeBlock,
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        let chart = code.is_chart();
        if chart && let Some(drawn) = self.chart(code, attributes, span)? {
            return Ok(drawn);
        }
        let text = code_text(code, self.room.limit);
        let body = RawElem::new(RawContent::Text(text.as_str().into())).with_block(true).pack();
        let call = CodeCall {
            language: if chart { "" } else { &code.language },
            chart,
            long: self.is_long(code_lines(&code.text, self.room.width) * design().text.line),
            anchor: attributes.id.as_deref(),
            body: body.spanned(span),
        };
        self.hooks.code(call, span)
    }

    fn figure(
        &mut self,
        figure: &Figure,
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        let caption = self.caption(&figure.caption)?;
        let image = &figure.image;
        let Some(file) = &image.file else {
            let parbreak = ParbreakElem::shared().clone();
            let caption = caption.into_iter().flat_map(|caption| [parbreak.clone(), caption]);
            return Ok(Content::sequence(std::iter::once(self.lost(image, span)?).chain(caption)));
        };
        let side = self.figure_side(image, attributes);
        let call = FigureCall { picture: self.figure_dict(image, file), side, caption };
        self.hooks.figure(call, span)
    }

    /// Sets a caption, if there is one.
    pub fn caption(&mut self, caption: &[Inline]) -> SourceResult<Option<Content>> {
        if caption.is_empty() { Ok(None) } else { self.inlines(caption).map(Some) }
    }
}

fn is_paragraph(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph(_))
}

/// Returns the lines of a block of code, whose words break after `limit` points; a chart that is printed as
/// its source may still have characters without a font.
pub fn code_text(code: &CodeBlock, limit: f64) -> String {
    let text = font::printable_text(code.text.trim_end_matches('\n'), TextRole::Code);
    breakable_words(&text, Face::Mono, design().size.code, limit).into_owned()
}
