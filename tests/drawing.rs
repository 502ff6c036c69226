//! Tests of the drawing: the sampler's golden files, escapes, and that no word is lost.

mod sampler;

use std::path::Path;

use rulepress::drawing::{
    Area, DashStyle, Drawing, DrawingItem, DrawingTarget, Point, Stroke, TextAlign, TextLines,
    TextWeight, pt, render_svg,
};
use rulepress::flowchart::{ChartMarks, describe_chart, draw_sheet};
use rulepress::theme::colour::{LEAST_CONTRAST, Rgb};
use rulepress::theme::file::ChartStyle;
use rulepress::theme::{MODIFIERS, Palette, bundled, bundled_names};
use sampler::{SIZE, sampler};

/// Returns a token as its own value, so that a golden shows the tokens.
fn named(token: &str) -> String {
    token.to_owned()
}

fn drawn(path: Vec<(usize, Option<usize>)>) -> Drawing {
    drawn_as(ChartStyle::Plain, path)
}

fn drawn_as(style: ChartStyle, path: Vec<(usize, Option<usize>)>) -> Drawing {
    let (chart, sheet) = sampler();
    let marks = ChartMarks {
        path,
        steps: Vec::new(),
        numbers: &|node| format!("5.{}", node + 1),
        targets: &|_| "7.2".to_owned(),
        style,
    };
    draw_sheet(&chart, &sheet, SIZE, &marks)
}

fn check(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/drawing").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).expect("the golden can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == found, "{name} differs; BLESS=1 accepts it");
}

#[test]
fn sampler_has_every_shape_head_and_line() {
    check("sampler.svg", &render_svg(&drawn(Vec::new()), &named));
    check("sampler.txt", &drawn(Vec::new()).alt);
}

#[test]
fn marked_path_is_heavy_and_numbered() {
    let path = drawn(vec![(0, Some(0)), (4, Some(4)), (8, None)]);
    check("sampler-path.svg", &render_svg(&path, &named));
    assert!(path.alt.ends_with("The marked path: 5.1, 5.5, 5.9."));
}

/// The words of a drawing with their places.
fn placed_words(drawing: &Drawing) -> Vec<(Vec<String>, Point, f64)> {
    let words = drawing.items.iter().filter_map(|item| match item {
        DrawingItem::Text(text) => Some((text.lines.clone(), text.at, text.size)),
        _ => None,
    });
    words.collect()
}

/// A look of charts changes fills and corners, no words and no places; and it can be read in every theme.
#[test]
fn looks_of_charts_change_no_place_and_can_be_read() {
    let plain = drawn(Vec::new());
    for style in [ChartStyle::Solid, ChartStyle::Round] {
        for path in [vec![], vec![(0, Some(0)), (4, Some(4)), (8, None)]] {
            let (one, other) = (drawn_as(style, path.clone()), drawn(path));
            let (words, others) = (placed_words(&one), placed_words(&other));
            assert_eq!(words.len(), others.len());
            for ((lines, at, size), (other_lines, other_at, other_size)) in
                words.iter().zip(&others)
            {
                assert_eq!((lines, size), (other_lines, other_size), "{style:?}");
                // A round corner moves the number of a box a little.
                let most = if *size < 7.5 { 3.0 } else { 0.0 };
                let moved = (at.x - other_at.x).abs().max((at.y - other_at.y).abs());
                assert!(moved <= most, "{style:?}: {lines:?} moved by {moved}");
            }
            assert_eq!((one.width, one.height), (other.width, other.height), "{style:?}");
            assert_eq!(one.items.len(), other.items.len(), "{style:?}");
            assert_eq!(one.alt, other.alt);
        }
        assert_ne!(drawn_as(style, Vec::new()).items, plain.items, "{style:?}");
    }
    let solid = drawn_as(ChartStyle::Solid, Vec::new());
    let light = solid
        .items
        .iter()
        .filter(|item| matches!(item, DrawingItem::Text(text) if text.colour == "paper"));
    assert!(light.count() >= 2, "decisions and ends have light words");
    for name in bundled_names() {
        let theme = bundled(name).expect("it is bundled");
        for asked in MODIFIERS {
            let palette = Palette::of(&theme, asked);
            let rgb = |token: &str| Rgb::parse(&palette.css_colour(token)).expect("it is one");
            for (words, ground) in [
                ("paper", "navy"),
                ("paper", "ink"),
                ("ink", "faint"),
                ("ink", "paper"),
                ("ink", "tint"),
                ("ink", "blush"),
                ("grey", "faint"),
                ("grey", "paper"),
            ] {
                let contrast = rgb(words).contrast(rgb(ground));
                assert!(contrast >= LEAST_CONTRAST, "{name}, {asked}: {words} on {ground}");
            }
        }
    }
}

#[test]
fn markup_is_escaped() {
    let colour = || "ink".into();
    let text = TextLines {
        at: pt(1.0, 2.0),
        width: 9.0,
        lines: vec!["</text><script>\u{0}&\"'".into()],
        step: 10.0,
        size: 9.0,
        weight: TextWeight::Bold,
        colour: colour(),
        align: TextAlign::Right,
    };
    let stroke = Stroke { width: 1.0, dash: DashStyle::Dashed, colour: colour() };
    let link = DrawingItem::Link {
        area: Area::default(),
        target: DrawingTarget::Url("https://a/\"><b>".into()),
        text: "<".into(),
    };
    let path = DrawingItem::Path {
        points: vec![pt(0.0, -0.001), pt(1.0 / 3.0, 0.0)],
        radius: 3.0,
        stroke,
    };
    let items = vec![DrawingItem::Text(text), link, path];
    let found =
        render_svg(&Drawing { width: 10.0, height: 10.0, items, alt: "a < b & c".into() }, &|_| {
            "\"red\"".into()
        });
    check("escapes.svg", &found);
    assert!(!found.contains("<script") && !found.contains("<b>"));
}

#[test]
fn unsafe_addresses_are_no_targets() {
    for address in
        ["javascript:alert(1)", "#", "data:text/html,x", " JaVaScRiPt:x", "file:///etc/passwd"]
    {
        assert_eq!(DrawingTarget::of(address), None, "{address}");
    }
    assert_eq!(DrawingTarget::of("#a"), Some(DrawingTarget::Anchor("a".into())));
}

#[test]
fn every_label_is_in_the_svg_and_in_the_words() {
    let (chart, sheet) = sampler();
    let image = render_svg(&drawn(Vec::new()), &named);
    let (whole, part) = (describe_chart(&chart, None), describe_chart(&chart, Some(&sheet)));
    let seen = |edge: &&rulepress::flowchart::Edge| {
        edge.style != rulepress::flowchart::EdgeStyle::Invisible
    };
    let labels = chart.edges.iter().filter(seen).filter_map(|edge| edge.label.as_deref());
    let labels = labels.chain(chart.nodes.iter().map(|node| node.label.as_str()));
    for label in labels.chain(chart.subgraphs.iter().map(|group| group.title.as_str())) {
        let words = label.replace('\n', " ");
        assert!(whole.contains(&words) && part.contains(&words), "{words} is not told");
        for line in label.lines() {
            let line = line
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;");
            assert!(image.contains(&format!(">{line}</text>")), "{line} is not drawn");
        }
    }
}

#[test]
fn the_same_chart_gives_the_same_bytes() {
    assert_eq!(render_svg(&drawn(Vec::new()), &named), render_svg(&drawn(Vec::new()), &named));
}

#[test]
fn a_drawing_survives_its_own_format() {
    let drawing = drawn(vec![(0, Some(0))]);
    let words = serde_json::to_string(&drawing).expect("a drawing can be written");
    let back: Drawing = serde_json::from_str(&words).expect("a drawing can be read");
    assert_eq!(render_svg(&back, &named), render_svg(&drawing, &named));
}
