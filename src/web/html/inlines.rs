//! Inlines as HTML: links to rules, terms that are explained elsewhere, words that are new in this edition.

use super::HtmlWriter;
use super::pictures::picture_html;
use base::source::Span;
use document::icons::Icon;
use document::{Inline, InlineKind, Link, LinkTarget, plain_text};
use draw::drawing::{DrawingTarget, escape_markup};
use press::book::Book;

impl HtmlWriter<'_> {
    /// Returns inlines as escaped HTML, and adds their words to the index.
    pub fn inlines(&mut self, inlines: &[Inline]) -> String {
        self.index.say(&plain_text(inlines));
        self.inline_run(inlines)
    }

    /// Returns the words of a title: they explain nothing, and the index has them already.
    pub fn title_inlines(&mut self, inlines: &[Inline]) -> String {
        let was = std::mem::replace(&mut self.bare, true);
        let html = self.inline_run(inlines);
        self.bare = was;
        html
    }

    fn inline_run(&mut self, inlines: &[Inline]) -> String {
        inlines.iter().map(|inline| self.inline(inline)).collect()
    }

    fn inline(&mut self, inline: &Inline) -> String {
        match &inline.kind {
            InlineKind::Text(text) => self.text(text, inline.span),
            InlineKind::Space => " ".to_owned(),
            InlineKind::Break => "<br>".to_owned(),
            InlineKind::Emphasis(content) => self.wrapped("em", content),
            InlineKind::Strong(content) => self.wrapped("strong", content),
            InlineKind::Strike(content) => self.wrapped("s", content),
            InlineKind::Subscript(content) => self.wrapped("sub", content),
            InlineKind::Superscript(content) => self.wrapped("sup", content),
            InlineKind::Code(text) => format!("<code>{}</code>", escape_markup(text)),
            InlineKind::Link(link) => self.link(link),
            InlineKind::Image(image) => picture_html(image, &self.book.pictures),
            InlineKind::Icon(icon) => icon_html(icon),
            InlineKind::FootnoteRef(label) => {
                let (id, label) = (escape_markup(&note_id(label)), escape_markup(label));
                format!("<sup><a href=\"#{id}\">{label}</a></sup>")
            }
            InlineKind::Value(value) => self.wrapped("strong", &value.content),
            InlineKind::Span(content, attributes) => {
                let id = attributes.id.as_deref().and_then(|id| self.author_id(id));
                let content = self.inline_run(content);
                let Some(id) = id else { return content };
                format!("<span id=\"{}\">{content}</span>", escape_markup(&id))
            }
        }
    }

    fn wrapped(&mut self, tag: &str, content: &[Inline]) -> String {
        format!("<{tag}>{}</{tag}>", self.inline_run(content))
    }

    /// Returns words, with the new ones marked.
    fn text(&mut self, text: &str, span: Span) -> String {
        let marks = self.book.marks.as_ref();
        let Some(new) = marks.and_then(|marks| marks.runs.get(&span)) else {
            return self.explained_text(text);
        };
        let mut out = String::from("<span class=\"changed\">");
        let mut done = 0;
        for range in new {
            let range = range.start as usize..(range.end as usize).min(text.len());
            // A mark that does not begin and end between letters is left out.
            if range.start < done || text.get(range.clone()).is_none_or(str::is_empty) {
                continue;
            }
            out.push_str(&self.explained_text(&text[done..range.start]));
            let words = self.explained_text(&text[range.clone()]);
            out.push_str(&format!("<ins>{words}</ins>"));
            done = range.end;
        }
        out + &self.explained_text(&text[done..]) + "</span>"
    }

    /// Returns words, in which a term or a card is a link the first time that a section names it.
    fn explained_text(&mut self, text: &str) -> String {
        if self.bare {
            return escape_markup(text);
        }
        let mut out = String::new();
        let mut done = 0;
        for term in self.terms.find(text) {
            if !self.explained.insert(term.id.clone()) {
                continue;
            }
            out.push_str(&escape_markup(&text[done..term.bytes.start]));
            let (id, words) = (escape_markup(&term.id), escape_markup(&text[term.bytes.clone()]));
            out.push_str(&format!("<a class=\"term\" href=\"#{id}\">{words}</a>"));
            done = term.bytes.end;
        }
        out + &escape_markup(&text[done..])
    }

    fn link(&mut self, link: &Link) -> String {
        let was = std::mem::replace(&mut self.bare, true);
        let content = self.inline_run(&link.content);
        self.bare = was;
        match &link.target {
            LinkTarget::Place { anchor, address, .. } => {
                let (anchor, title) = (escape_markup(&anchor.0), escape_markup(&address.0));
                format!("<a class=\"rule\" href=\"#{anchor}\" title=\"{title}\">{content}</a>")
            }
            LinkTarget::Other { book, address } => {
                format!("{content} ({} {})", escape_markup(book), escape_markup(&address.0))
            }
            LinkTarget::Web { .. } => match DrawingTarget::of(&link.url) {
                Some(DrawingTarget::Url(url)) => {
                    format!("<a href=\"{}\" rel=\"noreferrer\">{content}</a>", escape_markup(&url))
                }
                // An address outside the web has only its words.
                Some(DrawingTarget::Anchor(_)) | None => content,
            },
            LinkTarget::Nowhere => content,
        }
    }
}

/// Returns inlines without names of places and without explanations.
pub fn words_of(book: &Book, inlines: &[Inline]) -> String {
    let icon = |inline: &Inline| match &inline.kind {
        InlineKind::Icon(icon) => icon_html(icon),
        InlineKind::Image(image) => picture_html(image, &book.pictures),
        _ => escape_markup(&plain_text(std::slice::from_ref(inline))),
    };
    inlines.iter().map(icon).collect()
}

/// Returns an icon as a drawing with the colour and the size of the words around it.
fn icon_html(icon: &Icon) -> String {
    let says = escape_markup(&icon.says);
    let paint = if icon.outline.filled {
        "fill=\"currentColor\""
    } else {
        "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    };
    let path = |path: &String| format!("<path d=\"{}\"/>", escape_markup(path));
    let paths: String = icon.outline.paths.iter().map(path).collect();
    format!(
        "<svg class=\"icon\" role=\"img\" aria-label=\"{says}\" viewBox=\"0 0 24 24\" width=\"18\" height=\"18\" {paint}><title>{says}</title>{paths}</svg>"
    )
}

/// Returns the name of the place of a footnote.
pub fn note_id(label: &str) -> String {
    format!("note-{}", label.split_whitespace().collect::<Vec<_>>().join("-"))
}
