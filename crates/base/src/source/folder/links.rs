//! Links of a text, in their order, for a first look before it is parsed.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Targets of the links in a text, and the number of words in links and elsewhere.
#[derive(Debug, Default)]
pub struct TextLinks {
    /// Addresses, as written.
    pub links: Vec<String>,
    /// Number of words in links.
    linked: usize,
    /// Number of words elsewhere, except in titles.
    plain: usize,
}

impl TextLinks {
    /// Reads the links of Markdown.
    pub fn of_markdown(text: &str) -> Self {
        let mut found = Self::default();
        let (mut in_link, mut in_heading) = (false, false);
        for event in Parser::new_ext(text, Options::ENABLE_WIKILINKS | Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. }) => {
                    in_link = true;
                    found.links.push(dest_url.to_string());
                }
                Event::End(TagEnd::Link) => in_link = false,
                Event::Start(Tag::Heading { .. }) => in_heading = true,
                Event::End(TagEnd::Heading(_)) => in_heading = false,
                Event::Text(words) | Event::Code(words) => {
                    let count = words.split_whitespace().count();
                    found.linked += if in_link { count } else { 0 };
                    found.plain += if in_link || in_heading { 0 } else { count };
                }
                Event::Html(html) | Event::InlineHtml(html) => found.add_html(&html),
                _ => {}
            }
        }
        found
    }

    /// Reads the links of HTML.
    pub fn of_html(text: &str) -> Self {
        let mut found = Self::default();
        found.add_html(text);
        found
    }

    fn add_html(&mut self, html: &str) {
        for quote in ['"', '\''] {
            let opening = format!("href={quote}");
            let parts = html.split(&opening).skip(1);
            self.links.extend(parts.filter_map(|part| Some(part.split_once(quote)?.0.to_owned())));
        }
    }

    /// Reports whether a text is a table of contents: most of its words are links.
    pub fn are_all(&self) -> bool {
        !self.links.is_empty() && self.linked > self.plain
    }
}
