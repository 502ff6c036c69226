//! Corners of cards: a cell of the column that the book's style names first.

use std::collections::BTreeMap;

use super::StorySource;

/// Returns the text in the corner of each card.
pub fn card_corners<'a>(source: &StorySource<'a>) -> BTreeMap<&'a str, &'a str> {
    let mut corners = BTreeMap::new();
    for data in &source.program.data {
        let columns = (0..).zip(&data.columns);
        let ranked = columns.filter_map(|(at, title)| Some((corner_rank(title, source)?, at)));
        let Some((_, column)) = ranked.min() else { continue };
        for row in &data.rows {
            if let (Some(name), Some(cell)) = (row.first(), row.get::<usize>(column)) {
                corners.entry(name.as_str()).or_insert(cell.trim());
            }
        }
    }
    for row in &source.scenario.cards {
        let cells = row.cells.iter();
        let ranked = cells.filter_map(|(title, cell)| Some((corner_rank(title, source)?, cell)));
        corners.extend(ranked.min().map(|(_, cell)| (row.name.value.as_str(), cell.trim())));
    }
    corners
}

/// Returns the rank of a column in the style's list for the corner, by its full title or the last words of
/// it.
fn corner_rank(title: &str, source: &StorySource<'_>) -> Option<usize> {
    let (title, names) = (title.to_lowercase(), &source.style.corner);
    let whole = names.iter().position(|name| *name == title);
    whole.or_else(|| names.iter().position(|name| title.ends_with(&format!(" {name}"))))
}
