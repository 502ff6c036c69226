//! Places of real documents and of small ones.

use std::path::Path;

use rulepress::diagnostic::Findings;
use rulepress::document;
use rulepress::rules::places::{MissingPlace, ProsePlaces};

use super::book::{PROSE, folder};
use crate::common::{has_none, root, seed};

fn places(path: impl AsRef<Path>) -> ProsePlaces {
    let (_, manuscript) =
        document::load(path.as_ref(), &mut Findings::default()).expect("the text can be read");
    ProsePlaces::of(&manuscript)
}

/// The places of one Markdown text.
fn of(text: &str) -> ProsePlaces {
    let folder = folder(&[("text.md", text)]);
    places(folder.path().join("text.md"))
}

/// `address | words`
fn at(places: &ProsePlaces, anchor: &str, step: Option<&str>) -> String {
    let found = places
        .find(anchor, step)
        .unwrap_or_else(|missing| panic!("#{anchor} {step:?}: {missing:?}"));
    let place = &places.all[found];
    let words: String = place.text.replace('\n', " / ").chars().take(60).collect();
    format!("{} | {}", place.address, words.trim_end_matches([' ', '/']))
}

#[test]
fn the_untouched_document() {
    let Some(seed) = seed("wind-lorraine-automa.md") else { return };
    let places = places(seed);
    let hand = "activate-cards-from-the-automa-hand";
    assert_eq!(
        at(&places, hand, Some("2.1")).split_once(" | ").map(|(_, words)| words),
        Some("…is not capable of paying the Reserve Cost for the Revealed")
    );
    assert_eq!(places.steps_of(hand), ["1", "2", "2.1", "2.2", "3"]);
    assert_eq!(
        places.all[places.find(hand, None).expect("it is there")].title,
        "Activate Cards from the Automa Hand"
    );
    assert_eq!(places.find(hand, Some("2.3")), Err(MissingPlace::Step(places.steps_of(hand))));
    assert_eq!(
        places.find("draw-fase", None),
        Err(MissingPlace::Anchor(Some("draw-phase".to_owned())))
    );
    assert!(
        at(&places, "draw-phase", None).contains("Draw a card face-down to the left-hand side")
    );
    assert_eq!(places.steps_of("activate-abilities"), ["1", "1.1", "1.2", "1.3", "2", "3"]);
}

#[test]
fn the_edition_of_it() {
    let places = places(root().join("content/wind-lorraine"));
    let fails = places.find("activate-fails", None).expect("it is there");
    assert_eq!(places.find("activate-cards", Some("2.1")), Ok(fails));
    assert_eq!(
        (places.all[fails].section.as_str(), places.all[fails].step.as_str()),
        ("activate-cards", "2.1")
    );
    assert!(places.all[fails].text.contains("Draw 1 card from the Main Deck"));
    assert!(places.named[fails].contains("Draw {=replacement-draw} card from the Main Deck"));
    let cards = places.find("activate-cards", None).expect("it is there");
    let text = &places.all[cards].text;
    assert!(
        text.starts_with("Go through the Automa Hand from the left.\nRemove the marks"),
        "{text}"
    );
    has_none(text, &["Turn the card face-up", "From the left, turn each card up"]);
    let materialize =
        &places.all[places.find("materialize-place", None).expect("it is there")].text;
    assert!(
        materialize.contains("A later champion goes on top"),
        "plain bullets belong to their step: {materialize}"
    );
    assert_eq!(places.find("best-weapon", Some("1")), places.find("best-weapon-power", None));
    let list = places.list("best-weapon").expect("its section names it");
    assert_eq!(
        list.items.iter().map(|item| places.key(*item)).collect::<Vec<_>>(),
        ["#best-weapon-power", "#best-weapon-durability", "#best-weapon-left"]
    );
    assert!(!list.tiebreakers || list.anchor.is_some());
    let letters = places.steps_of("hand-unseen");
    assert!(letters.is_empty());
    assert_eq!(places.steps_of("automa-hand"), ["a", "b", "c", "d"]);
}

#[test]
fn small_texts() {
    let places = of(PROSE);
    assert_eq!(at(&places, "choose", None), "1 step 2 | Choose:");
    assert_eq!(at(&places, "draw-phase", Some("2.2")), "1 step 2.2 | That, if you must.");
    assert_eq!(at(&places, "other", Some("b")), "3 b | Second thing.");
    assert_eq!(
        at(&places, "draw-phase", None),
        "1 | Draw 4 cards from “your” deck — left to right. An empty deck"
    );
    assert!(places.list("best-weapon").is_some_and(|list| list.tiebreakers));
    assert!(places.list("draw-phase").is_some_and(|list| !list.tiebreakers));
}

#[test]
fn several_lists_and_names_inside() {
    let places = of(
        "# A\n\n1. one\n2. two\n\n   - x {#x}\n   - y\n\nAnd [these words]{#these} stand here.\n\n{#second .tiebreakers}\n\n1. uno\n   1. inner\n\n- plain\n\n> Quoted words.\n\n# B\n",
    );
    assert_eq!(places.steps_of("a"), ["1", "2", "2.a", "2.b", "2:1", "2:1.1", "*1"]);
    assert_eq!(at(&places, "a", Some("*1")), "1 bullet 1 | plain");
    assert_eq!(at(&places, "x", None), "1 step 2 a | x");
    assert_eq!(at(&places, "these", None), "1 | these words");
    assert_eq!(places.find("second", Some("1.1")), places.find("a", Some("2:1.1")));
    assert!(places.list("second").is_some_and(|list| list.tiebreakers && list.items.len() == 1));
    assert!(
        places.all[0].text.ends_with("And these words stand here.\nplain\nQuoted words.\n"),
        "{}",
        places.all[0].text
    );
}
