//! The links of a text, in their order, for a look at it before it is parsed.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Where the links of a text lead, and how many of its words stand in links.
#[derive(Debug, Default)]
pub struct TextLinks {
    /// Addresses as they are written.
    pub links: Vec<String>,
    /// Words in links.
    linked: usize,
    /// Words elsewhere, but for titles.
    plain: usize,
}

impl TextLinks {
    /// The links of Markdown.
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

    /// The links of HTML.
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

    /// Whether a text is a table of contents: most of its words are links.
    pub fn are_all(&self) -> bool {
        !self.links.is_empty() && self.linked > self.plain
    }
}
