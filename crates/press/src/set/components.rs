//! Components of the game as the dictionaries that the hook `components` of `crates/press/src/set/blocks.typ`
//! draws.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, IntoValue, NoneValue, Value, dict};
use typst::syntax::Span;

use super::charts::drawing_dict;
use super::{ContentBuilder, TextRoom};
use document::{Block, Component, ComponentPicture, Inline};
use draw::picture::component::{COMPONENT_WIDTH, draw_component};

/// Width of the words below a picture, in points.
const WORDS: f64 = 58.0;

impl ContentBuilder<'_, '_> {
    /// Sets the components of a table over all columns.
    pub fn components(
        &mut self,
        components: &[Component<'_>],
        caption: &[Inline],
        span: Span,
    ) -> SourceResult<Content> {
        self.spans |= self.room.depth == 0;
        let drawn = components.iter().map(|component| self.component(component));
        let drawn = drawn.collect::<SourceResult<Array>>()?;
        let caption = self.caption(caption)?;
        self.hooks.components(drawn, caption, span)
    }

    fn component(&mut self, component: &Component<'_>) -> SourceResult<Value> {
        let (drawing, shown) = match &component.picture {
            ComponentPicture::None => (NoneValue.into_value(), NoneValue.into_value()),
            ComponentPicture::Drawn(piece) => {
                (drawing_dict(&draw_component(piece)).into_value(), NoneValue.into_value())
            }
            ComponentPicture::Shown(blocks) => {
                (NoneValue.into_value(), self.narrow(blocks, COMPONENT_WIDTH)?.into_value())
            }
        };
        let notes = component.notes.iter().map(|note| self.narrow(note, WORDS));
        let notes: Array =
            notes.map(|note| note.map(IntoValue::into_value)).collect::<SourceResult<_>>()?;
        Ok(dict! {
            "drawing" => drawing,
            "shown" => shown,
            "count" => component.count.as_str(),
            "name" => self.narrow(component.name, WORDS)?,
            "notes" => notes,
        }
        .into_value())
    }

    /// Sets blocks in a room of this width, in points.
    fn narrow(&mut self, blocks: &[Block], width: f64) -> SourceResult<Content> {
        let room = TextRoom { limit: width, width, depth: 1, ..self.room };
        self.in_room(room, |builder| builder.body(blocks))
    }
}
