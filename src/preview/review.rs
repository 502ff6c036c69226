//! The review as a browser shows it. In: a review. Out: data: its groups, each with the words of its cause.

use serde::Serialize;

use super::ReviewCard;
use crate::edition::print::{ReviewStyle, TextStyle, group_text};
use crate::edition::review::{Review, ReviewGroup};

/// Style without line breaks, which the browser makes itself.
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
    /// Returns the card of a review.
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
