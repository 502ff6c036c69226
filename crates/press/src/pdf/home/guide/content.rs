//! Content of the page that explains how to print, `crates/press/src/pdf/home/guide/guide.typ`.

use typst::foundations::{Array, Dict, IntoValue, dict};

use crate::pdf::home::guide::{Craft, Guide};
use crate::pdf::home::passes::Facing;
use crate::set::values::{arrays, lines_array, pair_array, points_array, size_array};

/// Builds the instructions for one file.
pub fn guide_dict(guide: &Guide) -> Dict {
    let passes = guide.passes.map(|passes| {
        dict! {
            "printed-up" => passes.out == Facing::FaceUp,
            "blank-up" => passes.tray == Facing::FaceUp,
            "turned" => passes.turns_stack(),
        }
    });
    dict! {
        "file" => guide.file.as_str(),
        "sheets" => guide.sheets as i64,
        "flip" => guide.flip.map(|flip| flip.name()),
        "turns-sideways" => guide.turns_sideways(),
        "passes" => passes,
        "printer" => guide.printer.as_deref(),
        "page" => size_array(guide.craft.page()),
        "craft" => craft_dict(guide),
    }
}

fn craft_dict(guide: &Guide) -> Dict {
    match &guide.craft {
        Craft::Cards { card, places, fold, hexagons, .. } => dict! {
            "kind" => if fold.is_some() { "folded" } else { "cards" },
            "card" => size_array(*card),
            "places" => points_array(places),
            "fold" => *fold,
            "hexagons" => *hexagons,
        },
        Craft::Sheet { .. } => dict! { "kind" => "sheet" },
        Craft::Booklet { parts, .. } => {
            let parts: Array = parts.iter().map(|part| (*part as i64).into_value()).collect();
            dict! { "kind" => "booklet", "parts" => parts }
        }
        Craft::Box { at, outline, folds, .. } => dict! {
            "kind" => "box",
            "at" => pair_array(*at),
            "outline" => points_array(outline),
            "folds" => lines_array(folds),
        },
        Craft::Tokens { outlines, fold, has_marks, punches, .. } => dict! {
            "kind" => match (fold, guide.flip) {
                (Some(_), _) => "folded-tokens",
                (None, Some(_)) => "tokens",
                (None, None) => "mounted-tokens",
            },
            "outlines" => arrays(outlines.iter().map(|outline| points_array(outline))),
            "has-marks" => *has_marks,
            "punches" => punches.iter().map(|size| size.into_value()).collect::<Array>(),
        },
    }
}
