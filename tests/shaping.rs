//! Lines of drawings as glyphs: every letter has one, in the order in which it is read, in a font
//! of its weight.

use rulepress::font::{self, Face, GlyphRun, shape_line};
use typst::text::Lang;

const LINES: [&str; 7] = [
    "Draw 3 cards, AV To office",
    "Żółć e\u{301} Ελλάδα Привет",
    "☀ ♠ ⚔ \u{1f600} 中文规则",
    "שלום עולם 12 (א)",
    "مرحبا بالعالم",
    "Latin שלום, then العربية 3",
    "a\u{200b}b\u{ad}c ♥\u{fe0e}",
];

fn lang(code: &str) -> Lang {
    code.parse().expect("a language")
}

fn text(runs: &[GlyphRun]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

#[test]
fn every_letter_has_its_glyph() {
    for line in LINES {
        for face in [Face::Body, Face::Bold] {
            let runs = shape_line(line, face, lang("en"));
            let sorted = |text: &str| {
                let mut chars: Vec<char> = text.chars().collect();
                chars.sort_unstable();
                chars
            };
            assert_eq!(sorted(&text(&runs)), sorted(line), "{line}");
            for run in &runs {
                assert!(
                    run.glyphs.iter().all(|glyph| glyph.id != 0),
                    "{line}: a box instead of a letter"
                );
                let mut covered = vec![false; run.text.len()];
                run.glyphs.iter().flat_map(|glyph| glyph.range()).for_each(|at| covered[at] = true);
                let invisible = |at: usize| {
                    "\u{200b}\u{ad}\u{fe0e}".chars().any(|c| run.text[..=at].ends_with(c))
                };
                let bare = (0..run.text.len()).filter(|at| run.text.is_char_boundary(at + 1));
                assert!(
                    bare.into_iter().all(|at| covered[at] || invisible(at)),
                    "{line}: a letter without a glyph"
                );
            }
        }
    }
}

#[test]
fn measured_and_printed_widths_agree_but_for_kerning() {
    for line in [LINES[0], "Memory", "Opponent's graveyard", "中文规则"] {
        let printed: f64 =
            shape_line(line, Face::Body, lang("en")).iter().map(|run| run.width().get()).sum();
        let measured = font::text_width(line, Face::Body);
        assert!(
            (printed / measured - 1.0).abs() < 0.03,
            "{line}: {printed} em printed, {measured} em measured"
        );
    }
    let kerned: f64 =
        shape_line("AVAVAV", Face::Body, lang("en")).iter().map(|run| run.width().get()).sum();
    assert!(kerned < font::text_width("AVAVAV", Face::Body), "pairs are not kerned");
}

#[test]
fn each_script_runs_its_own_way() {
    let runs = shape_line("ab שלום cd", Face::Body, lang("en"));
    let hebrew = runs.iter().find(|run| run.text.contains('ש')).expect("there is a Hebrew run");
    let starts: Vec<u16> = hebrew.glyphs.iter().map(|glyph| glyph.range.start).collect();
    assert!(starts.is_sorted_by(|a, b| a > b), "the first letter stands at the right: {starts:?}");
    assert!(runs.first().is_some_and(|run| run.text.starts_with("ab")));
    // In a Hebrew book the line begins at the right.
    let runs = shape_line("ab שלום cd", Face::Body, lang("he"));
    assert!(runs.first().is_some_and(|run| run.text.contains("cd")), "{:?}", text(&runs));
}

/// A line that cannot be broken, as a hostile file may hold one.
#[test]
fn a_long_line_is_several_runs() {
    let line = "é".repeat(100_000);
    let runs = shape_line(&line, Face::Body, lang("en"));
    assert!(runs.len() > 1 && text(&runs) == line);
    for run in &runs {
        assert!(
            run.glyphs.iter().all(|glyph| run.text.get(glyph.range()) == Some("é")),
            "a glyph stands for its letter"
        );
    }
}

#[test]
fn a_fallback_has_the_weight_of_its_face() {
    let weight =
        |face: Face| shape_line("שלום", face, lang("he"))[0].font.info().variant.weight.to_number();
    assert_eq!((weight(Face::Body), weight(Face::Bold)), (400, 700));
}
