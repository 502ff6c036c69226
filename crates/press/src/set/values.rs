//! Plain data as Typst values, and the dictionaries that several outputs share.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, dict};

use crate::book::Book;
use crate::set::job::PressJob;
use base::size::Size;

/// Joins contents, up to the first that cannot be built.
pub fn joined_content(parts: impl Iterator<Item = SourceResult<Content>>) -> SourceResult<Content> {
    Ok(Content::sequence(parts.collect::<SourceResult<Vec<_>>>()?))
}

/// Texts as an array.
pub fn texts_array<'t>(texts: impl IntoIterator<Item = &'t String>) -> Array {
    texts.into_iter().map(|text| text.as_str().into_value()).collect()
}

/// Arrays as an array.
pub fn arrays(values: impl Iterator<Item = Array>) -> Array {
    values.map(IntoValue::into_value).collect()
}

/// Two numbers, such as a point, as an array.
pub fn pair_array((x, y): (f64, f64)) -> Array {
    [x, y].into_iter().map(IntoValue::into_value).collect()
}

/// Width and height as an array.
pub fn size_array(size: Size) -> Array {
    pair_array((size.width, size.height))
}

/// Points as an array.
pub fn points_array(points: &[(f64, f64)]) -> Array {
    arrays(points.iter().copied().map(pair_array))
}

/// A line by its two ends.
pub type Line = ((f64, f64), (f64, f64));

/// Lines as an array, each by its two ends.
pub fn lines_array(lines: &[Line]) -> Array {
    arrays(lines.iter().map(|(from, to)| points_array(&[*from, *to])))
}

/// Returns the front matter of the book for every output, and the paper.
pub fn front_matter(job: &PressJob) -> Dict {
    let book = &job.book;
    let date = book.date.map(|(year, month, day)| {
        let parts = [i64::from(year), i64::from(month), i64::from(day)];
        parts.into_iter().map(IntoValue::into_value).collect::<Array>()
    });
    dict! {
        "title" => book.title.as_str(),
        "subtitle" => book.subtitle.as_deref(),
        "edition" => book.edition.as_deref(),
        "notice" => book.notice.as_deref(),
        "imprint" => imprint(book),
        "authors" => texts_array(&book.authors),
        "language" => book.language.as_str(),
        "date" => date,
        "paper" => job.paper.as_str(),
    }
}

/// Returns the edition and the address of the book: "Second edition · 2026-11-26 · https://example.org/game".
fn imprint(book: &Book) -> Option<String> {
    let day = |(year, month, day)| format!("{year:04}-{month:02}-{day:02}");
    let parts = [book.edition.clone(), book.date.map(day), book.url.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let is_named = book.edition.is_some() || book.url.is_some();
    is_named.then(|| parts.join(" \u{b7} "))
}
