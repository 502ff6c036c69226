//! Lines of text as glyphs. In: a line in any scripts and directions. Out: runs in one font each, from left
//! to right.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rustybuzz::{
    BufferFlags, Direction, GlyphBuffer, GlyphInfo, GlyphPosition, Language, Script, ShapePlan,
    UnicodeBuffer,
};
use typst::layout::{Dir, Em};
use typst::syntax::Span;
use typst::text::{FontInstance, Glyph, Lang};
use unicode_bidi::{BidiInfo, Level, LevelRun, ParagraphInfo};

use super::{BundledFonts, FONTS, Face, is_invisible};

/// Most bytes of a run: the positions of glyphs in its text are counted in two bytes.
const LONGEST: usize = u16::MAX as usize;

/// Glyphs of one font.
pub struct GlyphRun {
    /// Font of the glyphs.
    pub font: FontInstance,
    /// Text of the glyphs.
    pub text: String,
    /// Glyphs from left to right; their ranges are those in `text`.
    pub glyphs: Vec<Glyph>,
}

impl GlyphRun {
    /// Returns its width in em.
    pub fn width(&self) -> Em {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

/// A piece of a line in one font: its range in the line, and the font.
type FontSegment = (Range<usize>, usize);

/// Shapes a line in `face`, in the direction of its language; characters that the face lacks come from the
/// fallbacks.
pub fn shape_line(line: &str, face: Face, language: Lang) -> Vec<GlyphRun> {
    let base = if language.dir() == Dir::RTL { Level::rtl() } else { Level::ltr() };
    let language: Option<Language> = language.as_str().parse().ok();
    let bidi = BidiInfo::new(line, Some(base));
    let mut runs = Vec::new();
    for (range, direction) in directed_ranges(&bidi) {
        for (range, font) in visual_segments(line, range, face, direction) {
            runs.push(shape_run(&line[range], font, direction, language.as_ref()));
        }
    }
    runs
}

/// Returns the parts of a line with one direction, from left to right.
fn directed_ranges(bidi: &BidiInfo) -> Vec<(Range<usize>, Direction)> {
    bidi.paragraphs.iter().flat_map(|paragraph| paragraph_ranges(bidi, paragraph)).collect()
}

fn paragraph_ranges(bidi: &BidiInfo, paragraph: &ParagraphInfo) -> Vec<(LevelRun, Direction)> {
    let (levels, ranges) = bidi.visual_runs(paragraph, paragraph.range.clone());
    let directed = |range: LevelRun| {
        let direction = direction_of(levels[range.start]);
        (range, direction)
    };
    ranges.into_iter().map(directed).collect()
}

fn direction_of(level: Level) -> Direction {
    if level.is_rtl() { Direction::RightToLeft } else { Direction::LeftToRight }
}

/// Returns the segments of a part of a line, from left to right.
fn visual_segments(
    line: &str,
    range: Range<usize>,
    face: Face,
    direction: Direction,
) -> Vec<FontSegment> {
    let mut segments = font_segments(line, range, face);
    if direction == Direction::RightToLeft {
        segments.reverse();
    }
    segments
}

/// Returns the segments of a part of a line, in the order of the text. Characters that only shape their
/// neighbours belong to the font before.
fn font_segments(line: &str, range: Range<usize>, face: Face) -> Vec<FontSegment> {
    let mut segments: Vec<FontSegment> = Vec::new();
    for (at, c) in line[range.clone()].char_indices() {
        let (at, end) = (range.start + at, range.start + at + c.len_utf8());
        let own = font_of_character(c, face);
        match segments.last_mut() {
            Some((range, font))
                if (is_invisible(c) || *font == own) && end - range.start <= LONGEST =>
            {
                range.end = end
            }
            _ => segments.push((at..end, own)),
        }
    }
    segments
}

/// Returns the font in which `c` is set: the face, or the first fallback that has it, or else any face that
/// does, in its weight if there is one.
fn font_of_character(c: char, face: Face) -> usize {
    let face = face as usize;
    if c.is_ascii() || FONTS.has_glyph(face, c) {
        return face;
    }
    let mut fallbacks = FONTS.stand_ins().filter(|at| FONTS.has_glyph(*at, c));
    let Some(first) = fallbacks.next() else { return face };
    std::iter::once(first)
        .chain(fallbacks)
        .find(|at| is_same_family(*at, first) && is_same_weight(*at, face))
        .unwrap_or(first)
}

fn is_same_family(one: usize, other: usize) -> bool {
    FONTS.info(one).family == FONTS.info(other).family
}

fn is_same_weight(one: usize, other: usize) -> bool {
    FONTS.info(one).variant.weight == FONTS.info(other).variant.weight
}

fn shape_run(
    text: &str,
    font: usize,
    direction: Direction,
    language: Option<&Language>,
) -> GlyphRun {
    let buffer = shaping_buffer(text, direction, language);
    let plan = FONTS.shape_plan((font, direction, buffer.script(), language.cloned()));
    let font = FONTS.instance(font).clone();
    let shaped = rustybuzz::shape_with_plan(font.rusty(), &plan, buffer);
    let glyphs = run_glyphs(&shaped, &font, text.len(), direction);
    GlyphRun { font, text: text.to_owned(), glyphs }
}

fn shaping_buffer(text: &str, direction: Direction, language: Option<&Language>) -> UnicodeBuffer {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    if let Some(language) = language {
        buffer.set_language(language.clone());
    }
    buffer.set_direction(direction);
    buffer.guess_segment_properties();
    buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
    buffer
}

/// Returns the glyphs of a run; the range of every glyph is its whole cluster.
fn run_glyphs(
    shaped: &GlyphBuffer,
    font: &FontInstance,
    end: usize,
    direction: Direction,
) -> Vec<Glyph> {
    let starts = cluster_starts(shaped, direction);
    let infos = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    let range = |info: &GlyphInfo| {
        let behind = cluster_end(&starts, info.cluster).unwrap_or(end);
        glyph_offset(info.cluster as usize)..glyph_offset(behind)
    };
    infos.map(|(info, place)| font_glyph(info, place, font, range(info))).collect()
}

/// Returns the start of the next cluster.
fn cluster_end(starts: &[u32], cluster: u32) -> Option<usize> {
    let next = starts.partition_point(|start| *start <= cluster);
    starts.get(next).map(|start| *start as usize)
}

/// Returns the starts of the clusters, in the order of the text.
fn cluster_starts(shaped: &GlyphBuffer, direction: Direction) -> Vec<u32> {
    let mut starts: Vec<u32> = shaped.glyph_infos().iter().map(|info| info.cluster).collect();
    if direction == Direction::RightToLeft {
        starts.reverse();
    }
    starts.dedup();
    starts
}

fn font_glyph(
    info: &GlyphInfo,
    place: &GlyphPosition,
    font: &FontInstance,
    range: Range<u16>,
) -> Glyph {
    Glyph {
        id: u16::try_from(info.glyph_id).unwrap_or(0),
        x_advance: font.to_em(place.x_advance),
        x_offset: font.to_em(place.x_offset),
        y_advance: font.to_em(place.y_advance),
        y_offset: font.to_em(place.y_offset),
        range,
        span: (Span::detached(), 0),
    }
}

fn glyph_offset(at: usize) -> u16 {
    u16::try_from(at).expect("a run is no longer than two bytes can count")
}

/// Font, direction, script and language of a plan.
type PlanKey = (usize, Direction, Script, Option<Language>);

/// Shaping plans: making a plan takes longer than shaping a line with it.
pub type ShapePlans = Mutex<HashMap<PlanKey, Arc<ShapePlan>>>;

impl BundledFonts {
    fn shape_plan(&self, key: PlanKey) -> Arc<ShapePlan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plans.entry(key).or_insert_with_key(|(font, direction, script, language)| {
            let font = self.instance(*font).rusty();
            Arc::new(ShapePlan::new(font, *direction, Some(*script), language.as_ref(), &[]))
        });
        Arc::clone(plan)
    }
}
