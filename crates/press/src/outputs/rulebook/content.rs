//! The whole rulebook as the dictionary that `crates/press/src/outputs/rulebook/rulebook.typ` reads.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value, dict};

use crate::book::{Book, FrontPage, QuickEntry};
use crate::set::page_runs::PageRuns;
use crate::set::{ContentBuilder, Reading};
use document::Block;

/// Lowest level of headings in the contents.
const LISTED: u8 = 2;

/// Builds a book with the hooks of the template.
pub fn book_dict(
    reading: Reading<'_, '_>,
    fillers: Option<usize>,
    blank: bool,
) -> SourceResult<Dict> {
    reading.builder()?.zoomed().book_dict(fillers, blank)
}

impl ContentBuilder<'_, '_> {
    fn book_dict(mut self, fillers: Option<usize>, blank: bool) -> SourceResult<Dict> {
        let job = self.job;
        let book = &job.book;
        let mut runs = self.page_runs(&book.blocks)?;
        let cover = self.cover_dict()?;
        let quick = book.quick.iter().map(|entry| self.quick_entry(entry));
        let quick = quick.collect::<SourceResult<Array>>()?;
        self.place_loose_notes(&mut runs)?;
        let news = book.marks.as_ref().map(|marks| self.page_runs(&marks.news)).transpose()?;
        Ok(cover
            + dict! {
                "cover" => book.cover != FrontPage::Never,
                "titled" => book.is_titled(),
                "untold" => book.untold_title,
                "contents" => contents_lines(book) as i64,
                "runs" => runs.into_array(),
                "news" => news.map(PageRuns::into_array).unwrap_or_default(),
                "quick" => quick,
                "links" => links_array(&book.web),
                "fillers" => fillers.map(|count| count as i64),
                "blank" => blank,
                "index" => book.index,
            })
    }

    fn quick_entry(&mut self, entry: &QuickEntry) -> SourceResult<Value> {
        Ok(dict! {
            "address" => entry.address.0.as_str(),
            "anchor" => entry.anchor.0.as_str(),
            "title" => self.inlines(&entry.title)?,
            "body" => self.blocks(&entry.blocks)?,
            "measured" => self.with_any_pages(&entry.blocks)?,
        }
        .into_value())
    }

    /// Sets blocks that are only measured: without links and with fixed page numbers, so that their height is
    /// the same in each round of the layout.
    fn with_any_pages(&mut self, blocks: &[Block]) -> SourceResult<Content> {
        let notes = (self.noted.clone(), self.loose.clone());
        self.any_pages = true;
        let content = self.blocks(blocks);
        self.any_pages = false;
        (self.noted, self.loose) = notes;
        content
    }
}

/// Number of lines of the contents; 0 if they are not printed.
fn contents_lines(book: &Book) -> usize {
    if book.contents == FrontPage::Never {
        return 0;
    }
    let is_line = |block: &&Block| block.heading_level().is_some_and(|level| level <= LISTED);
    book.blocks.iter().filter(is_line).count()
}

/// Returns the links in the list behind the text, with their numbers.
fn links_array(web: &[String]) -> Array {
    let link = |(nth, url): (usize, &String)| {
        dict! { "n" => nth as i64 + 1, "url" => url.as_str() }.into_value()
    };
    web.iter().enumerate().map(link).collect()
}
