//! What waits to be looked at, as a browser shows it. In: a review. Out: data: its groups, and for each
//! the words of its cause.

use serde::Serialize;

use super::ReviewCard;
use crate::edition::print::{ReviewStyle, TextStyle, group_text};
use crate::edition::review::{Review, ReviewGroup};

/// No line of a cause is broken for a browser, which does that itself.
const UNBROKEN: ReviewStyle =
    ReviewStyle { text: TextStyle { colour: false, all: false }, width: 100_000 };

#[derive(Serialize)]
struct Told<'a> {
    groups: Vec<ToldGroup<'a>>,
}

#[derive(Serialize)]
struct ToldGroup<'a> {
    /// The words of its cause, in lines.
    cause: Vec<String>,
    group: &'a ReviewGroup,
}

impl ReviewCard {
    /// The card of a review.
    pub fn of(review: &Review) -> Self {
        let groups = review.groups.iter().map(|group| {
            let words = group_text(group, UNBROKEN);
            ToldGroup { cause: words.lines().map(|line| line.trim().to_owned()).collect(), group }
        });
        let told = Told { groups: groups.collect() };
        let json = serde_json::to_string(&told).expect("a review is plain data");
        let places = review.items().map(|item| (item.id.clone(), item.place.clone()));
        Self { json, places: places.collect() }
    }
}
