//! Drawings as HTML.

use super::HtmlWriter;
use document::Inline;
use draw::drawing::Drawing;

impl<'a> HtmlWriter<'a> {
    pub fn drawing(&mut self, drawing: &Drawing, caption: &'a [Inline]) {
        let (svg, caption) = (self.paint.svg(drawing), self.inlines(caption));
        self.put(format_args!("<figure>{svg}"));
        self.drawing_caption(&caption);
        self.out.push_str("</figure>\n");
    }

    pub fn drawing_caption(&mut self, caption: &str) {
        if !caption.is_empty() {
            self.put(format_args!("<figcaption>{caption}</figcaption>"));
        }
    }
}
