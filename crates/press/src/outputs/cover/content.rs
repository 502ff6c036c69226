//! The cover as the dictionaries that `crates/press/src/outputs/cover/cover.typ` and `crates/press/src/outputs/cover/wrap.typ` read.

use typst::diag::SourceResult;
use typst::foundations::{Array, Dict, IntoValue, dict};

use crate::book::GameFact;
use crate::set::values::pair_array;
use crate::set::virtual_files::picture_path;
use crate::set::{ContentBuilder, Reading};
use base::theme::CoverArt;

/// Builds the opened cover of a book with the hooks of the template.
pub fn wrap_dict(reading: Reading<'_, '_>, spine: f64) -> SourceResult<Dict> {
    let job = reading.job;
    let blurb = job.book.blurb.as_deref().unwrap_or_default();
    let paragraphs = blurb.split("\n\n").map(str::trim).filter(|words| !words.is_empty());
    let blurb: Array = paragraphs.map(IntoValue::into_value).collect();
    let words = reading.builder()?.cover_dict()?;
    Ok(words + dict! { "spine" => spine, "blurb" => blurb })
}

impl ContentBuilder<'_, '_> {
    /// Builds the content of a cover besides the names of the book.
    pub fn cover_dict(&mut self) -> SourceResult<Dict> {
        let book = &self.job.book;
        Ok(dict! {
            "facts" => self.facts(&book.facts)?,
            "motif" => book.motif.name(),
            "art" => book.theme.art.as_ref().map(cover_art),
        })
    }

    /// Builds the facts of the game, each with its icon.
    fn facts(&mut self, facts: &[GameFact]) -> SourceResult<Array> {
        let fact = |fact: &GameFact| {
            let icon = self.bundled_icon(fact.kind.icon())?;
            let (kind, text) = (fact.kind.name(), fact.text.as_str());
            Ok(dict! { "kind" => kind, "text" => text, "icon" => icon }.into_value())
        };
        facts.iter().map(fact).collect()
    }
}

/// Returns the picture of the cover, with the point of it that stays visible.
fn cover_art(art: &CoverArt) -> Dict {
    let (x, y) = art.focus;
    dict! {
        "path" => picture_path(&art.name),
        "ratio" => f64::from(art.ratio),
        "focus" => pair_array((f64::from(x), f64::from(y))),
    }
}
