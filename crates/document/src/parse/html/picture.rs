//! Pictures: the choice between several files, and the size that they ask for.

use super::DocumentNode;
use super::convert::HtmlConverter;
use super::dom::DomId;
use crate::parse::picture_size::SizeReader;
use crate::{Block, BlockKind, Image, InlineKind, TextAlignment, walk};

/// Attributes of size and place; `style` is last because it takes precedence.
const ASKING: [&str; 4] = ["width", "height", "align", "style"];

impl HtmlConverter<'_> {
    /// Converts `<img>`. The file of a `<source>` beside it is used if that is meant for paper.
    pub fn image(&mut self, id: DomId, out: &mut Vec<DocumentNode>) {
        let (span, dom) = (self.span(id), self.dom);
        let value = |key| dom.attribute(id, key).unwrap_or_default().trim().to_owned();
        let mut size = SizeReader::new(span, self.findings);
        for key in ASKING {
            size.read(key, dom.attribute(id, key).unwrap_or_default());
        }
        let asked = size.finish();
        let url = self.light_source(id).unwrap_or_else(|| value("src"));
        let url = if url.is_empty() { first_of_set(&value("srcset")).to_owned() } else { url };
        let image =
            Image { url, alt: value("alt"), title: value("title"), asked, ..Image::default() };
        out.push(DocumentNode::inline(InlineKind::Image(image), span));
    }

    /// Returns the file of the first `<source>` beside a picture that is for light pages or for print; or any
    /// that is not for dark pages, if the picture itself has no file.
    fn light_source(&self, id: DomId) -> Option<String> {
        let above = self.dom.parent(id).filter(|above| self.dom.name(*above) == "picture")?;
        let sources = || {
            let children = self.dom.children(above);
            children.filter(|child| self.dom.name(*child) == "source")
        };
        let own = self.dom.attribute(id, "src").is_some_and(|url| !url.trim().is_empty());
        let fits = |media: &SourceMedia| match media {
            SourceMedia::Paper => true,
            SourceMedia::Any => !own,
            SourceMedia::Dark => false,
        };
        let fitting = sources().filter(|source| fits(&self.source_media(*source)));
        let files = fitting.filter_map(|source| self.dom.attribute(source, "srcset"));
        files.map(first_of_set).find(|url| !url.is_empty()).map(str::to_owned)
    }

    fn source_media(&self, id: DomId) -> SourceMedia {
        let media = self.dom.attribute(id, "media").unwrap_or_default().to_ascii_lowercase();
        let plain: String = media.split_whitespace().collect();
        if plain.contains("prefers-color-scheme:dark") || plain.contains("notprint") {
            SourceMedia::Dark
        } else if plain.contains("prefers-color-scheme:light") || plain.contains("print") {
            SourceMedia::Paper
        } else {
            SourceMedia::Any
        }
    }

    /// Aligns the blocks in an element, made by [`HtmlConverter::blocks`], as the element asks.
    pub fn align_blocks(&self, id: DomId, blocks: &mut [Block]) {
        let centered = self.dom.name(id) == "center";
        let align = if centered { TextAlignment::Center } else { self.align(id) };
        let word = match align {
            TextAlignment::Auto => return,
            TextAlignment::Left => "left",
            TextAlignment::Center => "center",
            TextAlignment::Right => "right",
        };
        walk::each_block_mut(blocks, &mut |block| {
            let running = matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::Figure(_));
            if running && block.attributes.get("align").is_none() {
                block.attributes.pairs.push(("align".to_owned(), word.to_owned()));
            }
        });
    }
}

/// Pages that a file is meant for.
enum SourceMedia {
    /// Light pages, or printed ones.
    Paper,
    /// Any pages, or those of some width.
    Any,
    /// Pages that are not printed.
    Dark,
}

/// Returns the first file of a `srcset`, without its width or density.
fn first_of_set(set: &str) -> &str {
    let first = set.split_whitespace().next().unwrap_or_default();
    first.trim_end_matches(',')
}
