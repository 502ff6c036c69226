//! What stands in the corners of cards: a cell of the column that the book's style names first.

use std::collections::BTreeMap;

use super::StorySource;

/// Returns what stands in the corner of each card.
pub fn card_corners<'a>(source: &StorySource<'a>) -> BTreeMap<&'a str, &'a str> {
    let mut corners = BTreeMap::new();
    for data in &source.program.data {
        let columns = data.columns.iter().zip(0..);
        let Some(column) = corner_of(columns, source) else { continue };
        for row in &data.rows {
            if let (Some(name), Some(cell)) = (row.first(), row.get(column)) {
                corners.entry(name.as_str()).or_insert(cell.trim());
            }
        }
    }
    for row in &source.scenario.cards {
        let cell = corner_of(row.cells.iter(), source);
        corners.extend(cell.map(|cell| (row.name.value.as_str(), cell.trim())));
    }
    corners
}

/// Of the columns of a card the one that stands in its corner: the first that the style names.
fn corner_of<'t, T: Ord>(
    columns: impl Iterator<Item = (&'t String, T)>,
    source: &StorySource<'_>,
) -> Option<T> {
    let ranked = columns.filter_map(|(title, cell)| Some((corner_rank(title, source)?, cell)));
    ranked.min().map(|(_, cell)| cell)
}

/// Returns how early the style names a column for the corner: in full, else by the last words of its title.
fn corner_rank(title: &str, source: &StorySource<'_>) -> Option<usize> {
    let (title, names) = (title.to_lowercase(), &source.style.corner);
    let whole = names.iter().position(|name| *name == title);
    whole.or_else(|| names.iter().position(|name| title.ends_with(&format!(" {name}"))))
}
