//! Unique anchors. In: the names that places have or would have. Out: a different name for each place.

use super::{AddressPass, AnchorEntry, slug};
use crate::{Address, Anchor};
use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::{SourceId, Span};

/// Longest anchor that is proposed to authors, in bytes.
const LONGEST_PROPOSAL: usize = 60;

impl AddressPass<'_> {
    /// Enters an anchor. A second anchor of the same name is an error and gets a number.
    pub fn enter(&mut self, name: String, span: Span, address: String) -> Anchor {
        let anchor = self.unique_anchor(Anchor(name), span);
        self.index.entries.insert(
            anchor.clone(),
            AnchorEntry { address: Address(address), title: self.section.title.clone(), span },
        );
        anchor
    }

    fn unique_anchor(&mut self, anchor: Anchor, span: Span) -> Anchor {
        let Some(first) = self.index.entries.get(&anchor) else { return anchor };
        let message =
            format!("the anchor `{}` is given to two places", short_quote(&anchor.to_string()));
        self.findings.push(
            Diagnostic::at(code::DOUBLED_ANCHOR, span, message)
                .related(first.span, "first here")
                .hint("give one of them another name"),
        );
        Anchor(self.numbered(&anchor.0))
    }

    /// Returns the slug of a heading, with a number appended if the slug alone is taken.
    pub fn free_slug(&mut self, slug: &str, span: Span) -> String {
        let name = if slug.is_empty() { "section" } else { slug };
        let free = if self.is_taken(name) { self.numbered(name) } else { name.to_owned() };
        if !slug.is_empty() && free != slug {
            let hint =
                format!("give this heading its own anchor, such as {{#{}}}", self.own_name(slug));
            let (taken, own) = (short_quote(slug), short_quote(&free));
            let message = format!("another heading has the slug `#{taken}`; this one is `#{own}`");
            self.findings.report(code::DOUBLED_SLUG, span, message, hint);
        }
        free
    }

    /// Returns the slug within its own file: hosting sites number equal slugs file by file.
    pub fn free_alias(&mut self, source: SourceId, slug: String) -> String {
        let mut alias = (source, slug.clone());
        while self.index.aliases.contains_key(&alias) {
            let number = self.locals.entry((source, slug.clone())).or_default();
            *number += 1;
            alias.1 = format!("{slug}-{number}");
        }
        alias.1
    }

    /// Proposes a name for a heading that shares its slug with others: the title above it, then the slug.
    fn own_name(&self, slug: &str) -> String {
        let above = self.titles[..self.section.level].iter().rev().find(|title| !title.is_empty());
        let above = above.map_or_else(|| "another".to_owned(), |title| self::slug(title));
        let own = format!("{above}-{slug}");
        let fits = own.len() <= LONGEST_PROPOSAL && !self.is_taken(&own);
        if fits { own } else { "a-name-of-its-own".into() }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.explicit.contains(name) || self.index.entries.contains_key(&Anchor(name.to_owned()))
    }

    /// Returns `name-1`, or the name with the first number that is free.
    fn numbered(&mut self, name: &str) -> String {
        loop {
            let number = self.numbers.entry(name.to_owned()).or_default();
            *number += 1;
            let numbered = format!("{name}-{number}");
            if !self.is_taken(&numbered) {
                return numbered;
            }
        }
    }
}
