//! Lines of text as glyphs. In: a line in any scripts and directions. Out: runs of one font each,
//! from left to right.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex};

use rustybuzz::{BufferFlags, Direction, GlyphBuffer, Language, Script, ShapePlan, UnicodeBuffer};
use typst::layout::{Dir, Em};
use typst::syntax::Span;
use typst::text::{FontInstance, Glyph, Lang};
use unicode_bidi::{BidiInfo, Level};

use super::{FIRST_FALLBACK, FONTS, Face, is_invisible};

/// The most bytes of a run: the places of glyphs in its text are counted in two bytes.
const LONGEST: usize = u16::MAX as usize;

/// Glyphs of one font.
pub struct GlyphRun {
    /// The font.
    pub font: FontInstance,
    /// What they say.
    pub text: String,
    /// From left to right; their ranges are those in `text`.
    pub glyphs: Vec<Glyph>,
}

impl GlyphRun {
    /// Its width in em.
    pub fn width(&self) -> Em {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

/// A line in `face`, which runs as its language does; characters that the face lacks are taken from
/// the fallbacks.
pub fn shape_line(line: &str, face: Face, language: Lang) -> Vec<GlyphRun> {
    let leftwards = language.dir() == Dir::RTL;
    let language: Option<Language> = language.as_str().parse().ok();
    let bidi = BidiInfo::new(line, Some(if leftwards { Level::rtl() } else { Level::ltr() }));
    let mut runs = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, ranges) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for range in ranges {
            let backwards = levels[range.start].is_rtl();
            let direction = if backwards { Direction::RightToLeft } else { Direction::LeftToRight };
            let mut parts = font_segments(line, range, face);
            if backwards {
                parts.reverse();
            }
            runs.extend(
                parts.into_iter().map(|(range, font)| {
                    shape_run(&line[range], font, direction, language.as_ref())
                }),
            );
        }
    }
    runs
}

/// Pieces of `line` that one font has, in the order of the text, with the places of their fonts.
fn font_segments(line: &str, range: Range<usize>, face: Face) -> Vec<(Range<usize>, usize)> {
    let mut parts: Vec<(Range<usize>, usize)> = Vec::new();
    for (at, c) in line[range.clone()].char_indices() {
        let (at, end) = (range.start + at, range.start + at + c.len_utf8());
        let own = font_of_character(c, face);
        match parts.last_mut() {
            // What only shapes its neighbours goes on with the font before.
            Some((range, font))
                if (is_invisible(c) || *font == own) && end - range.start <= LONGEST =>
            {
                range.end = end
            }
            _ => parts.push((at..end, own)),
        }
    }
    parts
}

/// The font in which `c` is set: the face, or the first fallback that has it, in its weight where
/// there is one.
fn font_of_character(c: char, face: Face) -> usize {
    let has = |at: usize| FONTS.faces[at].info().coverage.contains(c as u32);
    if c.is_ascii() || has(face as usize) {
        return face as usize;
    }
    let weight = FONTS.faces[face as usize].info().variant.weight;
    let fitting = |at: &usize| FONTS.faces[*at].info().variant.weight == weight;
    let mut having = (FIRST_FALLBACK..FONTS.faces.len()).filter(|at| has(*at));
    let Some(first) = having.next() else { return face as usize };
    let family = &FONTS.faces[first].info().family;
    let same = |at: &usize| FONTS.faces[*at].info().family == *family;
    std::iter::once(first).chain(having).filter(same).find(fitting).unwrap_or(first)
}

fn shape_run(
    text: &str,
    font: usize,
    direction: Direction,
    language: Option<&Language>,
) -> GlyphRun {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    if let Some(language) = language {
        buffer.set_language(language.clone());
    }
    buffer.set_direction(direction);
    buffer.guess_segment_properties();
    buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
    let plan = shape_plan(font, direction, buffer.script(), language);
    let font = FONTS.measure(font).clone();
    let shaped = rustybuzz::shape_with_plan(font.rusty(), &plan, buffer);
    let glyphs = run_glyphs(&shaped, &font, text.len(), direction == Direction::RightToLeft);
    GlyphRun { font, text: text.to_owned(), glyphs }
}

/// Every glyph stands for the whole of its cluster.
fn run_glyphs(
    shaped: &GlyphBuffer,
    font: &FontInstance,
    end: usize,
    backwards: bool,
) -> Vec<Glyph> {
    let infos = shaped.glyph_infos();
    let mut starts: Vec<u32> = infos.iter().map(|info| info.cluster).collect();
    if backwards {
        starts.reverse();
    }
    starts.dedup();
    let after = |cluster: u32| {
        starts.get(starts.partition_point(|start| *start <= cluster)).map(|next| *next as usize)
    };
    let glyph = |(info, place): (&rustybuzz::GlyphInfo, &rustybuzz::GlyphPosition)| Glyph {
        id: u16::try_from(info.glyph_id).unwrap_or(0),
        x_advance: font.to_em(place.x_advance),
        x_offset: font.to_em(place.x_offset),
        y_advance: font.to_em(place.y_advance),
        y_offset: font.to_em(place.y_offset),
        range: glyph_offset(info.cluster as usize)
            ..glyph_offset(after(info.cluster).unwrap_or(end)),
        span: (Span::detached(), 0),
    };
    infos.iter().zip(shaped.glyph_positions()).map(glyph).collect()
}

fn glyph_offset(at: usize) -> u16 {
    u16::try_from(at).expect("a run is no longer than that")
}

/// Font, direction, script, language.
type PlanKey = (usize, Direction, Script, Option<Language>);

/// How text is shaped in a font, which takes longer to find than the shaping of a line.
fn shape_plan(
    font: usize,
    direction: Direction,
    script: Script,
    language: Option<&Language>,
) -> Arc<ShapePlan> {
    static PLANS: LazyLock<Mutex<HashMap<PlanKey, Arc<ShapePlan>>>> = LazyLock::new(Mutex::default);
    let make = || {
        Arc::new(ShapePlan::new(
            FONTS.measure(font).rusty(),
            direction,
            Some(script),
            language,
            &[],
        ))
    };
    let mut plans = PLANS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    plans.entry((font, direction, script, language.cloned())).or_insert_with(make).clone()
}
