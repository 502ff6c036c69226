//! The hooks that draw blocks.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value};
use typst::syntax::Span;

use super::TemplateHooks;
use crate::set::listed_titles::ListedTitle;
use crate::set::values::texts_array;
use document::{Heading, List};

/// A figure of its own in the text.
pub struct FigureCall {
    /// The picture, as a dictionary of `pictures.rs`.
    pub picture: Dict,
    /// Its side: `left`, `center`, `right` or `start`.
    pub side: String,
    /// The caption, which is printed below.
    pub caption: Option<Content>,
}

/// A block of code.
pub struct CodeCall<'a> {
    /// Its language; empty for a chart.
    pub language: &'a str,
    /// True if it is a chart that is printed as its source.
    pub chart: bool,
    /// True if it may break.
    pub long: bool,
    /// The anchor for links to it.
    pub anchor: Option<&'a str>,
    /// The text.
    pub body: Content,
}

impl TemplateHooks<'_, '_> {
    /// A title with its number, and its place in a row of titles without text.
    pub fn heading(
        &mut self,
        heading: &Heading,
        listed: Option<ListedTitle>,
        body: Content,
        span: Span,
    ) -> SourceResult<Content> {
        let number = Some(heading.address.0.as_str()).filter(|number| !number.is_empty());
        let arguments = [
            i64::from(heading.level).into_value(),
            number.into_value(),
            heading.anchor.0.as_str().into_value(),
            listed.map(ListedTitle::word).into_value(),
            body.into_value(),
        ];
        self.call("heading", arguments, span)
    }

    /// A quotation.
    pub fn quote(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.call("quote", [body.into_value()], span)
    }

    /// A callout; a `long` one may break.
    pub fn callout(
        &mut self,
        word: &str,
        long: bool,
        body: Content,
        span: Span,
    ) -> SourceResult<Content> {
        self.call("callout", [word.into_value(), long.into_value(), body.into_value()], span)
    }

    /// A list without numbers.
    pub fn bullets(&mut self, tight: bool, items: Array, span: Span) -> SourceResult<Content> {
        self.call("bullets", [tight.into_value(), items.into_value()], span)
    }

    /// A numbered list.
    pub fn steps(&mut self, list: &List, items: Array, span: Span) -> SourceResult<Content> {
        self.call("steps", marked_items(list, items), span)
    }

    /// A list with letters.
    pub fn letters(&mut self, list: &List, items: Array, span: Span) -> SourceResult<Content> {
        self.call("letters", marked_items(list, items), span)
    }

    /// A list of tasks.
    pub fn tasks(&mut self, list: &List, items: Array, span: Span) -> SourceResult<Content> {
        let checked: Array = list.items.iter().map(|item| item.checked.into_value()).collect();
        let arguments = [checked.into_value(), list.tight.into_value(), items.into_value()];
        self.call("tasks", arguments, span)
    }

    /// Terms and their meanings; those of a glossary go into the index.
    pub fn definitions(
        &mut self,
        glossary: bool,
        items: Array,
        span: Span,
    ) -> SourceResult<Content> {
        self.call("definitions", [glossary.into_value(), items.into_value()], span)
    }

    /// A block of code.
    pub fn code(&mut self, code: CodeCall<'_>, span: Span) -> SourceResult<Content> {
        let arguments = [
            code.language.into_value(),
            code.chart.into_value(),
            code.long.into_value(),
            code.anchor.into_value(),
            code.body.into_value(),
        ];
        self.call("code", arguments, span)
    }

    /// A table or a diagram, as the dictionary of `tables.rs`.
    pub fn table(&mut self, table: Dict, span: Span) -> SourceResult<Content> {
        self.call("table", [table.into_value()], span)
    }

    /// A drawn play area or map.
    pub fn mat(
        &mut self,
        drawing: Dict,
        caption: Option<Content>,
        span: Span,
    ) -> SourceResult<Content> {
        self.call("mat", [drawing.into_value(), caption.into_value()], span)
    }

    /// The components of the game, each as a dictionary of `components.rs`.
    pub fn components(
        &mut self,
        components: Array,
        caption: Option<Content>,
        span: Span,
    ) -> SourceResult<Content> {
        self.call("components", [components.into_value(), caption.into_value()], span)
    }

    /// The drawings of a chart.
    pub fn chart(
        &mut self,
        anchor: Option<&str>,
        drawings: Array,
        span: Span,
    ) -> SourceResult<Content> {
        self.call("chart", [anchor.into_value(), drawings.into_value()], span)
    }

    /// The title above a chart on a page of its own.
    pub fn chart_title(&mut self, title: &str, span: Span) -> SourceResult<Content> {
        self.call("chart-title", [title.into_value()], span)
    }

    /// The pointer in place of a drawing that is on the next page; `word` is `chart-on` or `figure-on`.
    pub fn drawing_apart(&mut self, anchor: &str, word: &str, span: Span) -> SourceResult<Content> {
        self.call("drawing-apart", [anchor.into_value(), word.into_value()], span)
    }

    /// An example, as the dictionary of `examples.rs`.
    pub fn example(&mut self, example: Dict, span: Span) -> SourceResult<Content> {
        self.call("example", [example.into_value()], span)
    }

    /// The pointer in place of an example that is on the next page.
    pub fn example_apart(
        &mut self,
        name: &str,
        label: &str,
        title: Content,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [name.into_value(), label.into_value(), title.into_value()];
        self.call("example-apart", arguments, span)
    }

    /// A picture with its caption.
    pub fn figure(&mut self, figure: FigureCall, span: Span) -> SourceResult<Content> {
        let FigureCall { picture, side, caption } = figure;
        self.call("figure", [picture.into_value(), side.into_value(), caption.into_value()], span)
    }

    /// Pictures side by side, at a side of the column; `small` ones are no higher than a few lines.
    pub fn picture_row(
        &mut self,
        side: &str,
        small: bool,
        body: Content,
        span: Span,
    ) -> SourceResult<Content> {
        self.call("picture-row", [side.into_value(), small.into_value(), body.into_value()], span)
    }

    /// A paragraph aligned to a side.
    pub fn aligned(&mut self, side: &str, body: Content, span: Span) -> SourceResult<Content> {
        self.call("aligned", [side.into_value(), body.into_value()], span)
    }

    /// The caption of several pictures, below them.
    pub fn loose_caption(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.call("loose-caption", [body.into_value()], span)
    }

    /// A marked open place; without words, it says that the rules are silent.
    pub fn todo(&mut self, long: bool, body: Option<Content>, span: Span) -> SourceResult<Content> {
        self.call("todo", [long.into_value(), body.into_value()], span)
    }

    /// A line between paragraphs.
    pub fn rule(&mut self, span: Span) -> SourceResult<Content> {
        self.call("rule", [], span)
    }

    /// A block that stays with the following one, or a list whose first `lines` lines stay on one page.
    pub fn tied(&mut self, body: Content, lines: Option<f64>) -> SourceResult<Content> {
        self.call("tied", [lines.into_value(), body.into_value()], Span::detached())
    }

    /// A place for links to an id.
    pub fn item_anchor(&mut self, id: &str, span: Span) -> SourceResult<Content> {
        self.call("item-anchor", [id.into_value()], span)
    }
}

/// Returns the arguments of a list with marks before its items.
fn marked_items(list: &List, items: Array) -> [Value; 3] {
    let markers = texts_array(list.items.iter().map(|item| &item.marker));
    [markers.into_value(), list.tight.into_value(), items.into_value()]
}
