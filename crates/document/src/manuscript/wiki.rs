//! Links in the syntax of wikis: `[[Page Name]]`, or `[[words|Page-Name]]` in either order. In: a tree. Out:
//! the same tree with links to pages that exist; other brackets stay unchanged.

use std::ops::Range;

use crate::{Document, Inline, InlineKind, Link, LinkTarget, walk};
use base::source::{PagePaths, SourceId, Sources};

/// Links the pages of `chapters` that `document` names in double brackets.
pub fn link_wiki_pages(document: &mut Document, chapters: &[SourceId], sources: &Sources) {
    let path = |id: SourceId| sources.get(id).path.as_str();
    let pages = PagePaths::of(chapters.iter().map(|id| path(*id)));
    let linker = WikiLinker { pages, sources };
    document.bodies_mut().for_each(|blocks| {
        walk::each_block_mut(blocks, &mut |block| {
            for run in walk::inline_runs_mut(&mut block.kind) {
                linker.link_run(run);
            }
        });
    });
}

struct WikiLinker<'a> {
    pages: PagePaths,
    sources: &'a Sources,
}

impl WikiLinker<'_> {
    fn link_run(&self, run: &mut Vec<Inline>) {
        for mut inline in std::mem::take(run) {
            if let InlineKind::Text(text) = &inline.kind
                && text.contains("[[")
            {
                self.link_text(text, &inline, run);
                continue;
            }
            let is_link = matches!(inline.kind, InlineKind::Link(_));
            let inner = walk::child_inlines_mut(&mut inline.kind).filter(|_| !is_link);
            inner.into_iter().for_each(|inner| self.link_run(inner));
            run.push(inline);
        }
    }

    /// Adds a text, in pieces if it holds links.
    fn link_text(&self, text: &str, whole: &Inline, run: &mut Vec<Inline>) {
        let mut at = 0;
        let mut add = |words: &str, part: Range<usize>, link: Option<&str>| {
            let span = whole.span.part(text, part);
            let words = Inline::text(words, span);
            run.extend(match link {
                Some(url) => Some(Inline::new(
                    InlineKind::Link(Link {
                        url: url.to_owned(),
                        content: vec![words],
                        target: LinkTarget::Nowhere,
                    }),
                    span,
                )),
                None => Some(words).filter(|words| words.kind != InlineKind::Text(String::new())),
            });
        };
        while let Some(place) = next_brackets(text, at) {
            let inside = &text[place.start + 2..place.end - 2];
            let Some((words, url)) = self.page_in(inside, whole) else {
                add(&text[at..place.end], at..place.end, None);
                at = place.end;
                continue;
            };
            add(&text[at..place.start], at..place.start, None);
            add(words, place.clone(), Some(url));
            at = place.end;
        }
        add(&text[at..], at..text.len(), None);
    }

    /// Returns the words and the page within double brackets.
    fn page_in<'t>(&self, inside: &'t str, place: &Inline) -> Option<(&'t str, &'t str)> {
        let from = &self.sources.get(place.span.source).path;
        let is_page =
            |name: &str| self.pages.find(from, name.split('#').next().unwrap_or(name)).is_some();
        match inside.split_once('|') {
            Some((words, page)) if is_page(page.trim()) => Some((words.trim(), page.trim())),
            Some((page, words)) if is_page(page.trim()) => Some((words.trim(), page.trim())),
            None if is_page(inside.trim()) => Some((inside.trim(), inside.trim())),
            Some(_) | None => None,
        }
    }
}

/// Range of the next `[[...]]` of a text from the byte `from` on.
fn next_brackets(text: &str, from: usize) -> Option<Range<usize>> {
    let start = from + text[from..].find("[[")?;
    let end = start + text[start..].find("]]")? + 2;
    Some(start..end)
}
