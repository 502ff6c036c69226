//! Font files for pages. In: a font and the characters of a text. Out: a file in the Web Open Font Format 1.0
//! (W3C Recommendation, 2012) with only these characters.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use rustybuzz::{ShapePlan, UnicodeBuffer};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::{Face, GlyphId, RawFace, Tag};

/// The characters of a text, to select parts of a font.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Characters {
    pub all: BTreeSet<char>,
    /// Adjacent letters.
    pub pairs: BTreeSet<(char, char)>,
}

/// Number of characters in ASCII.
const ASCII: usize = 128;

impl Characters {
    pub fn add_text(&mut self, text: &str) {
        // ASCII pairs that this text has had; most of a page is ASCII.
        let mut had = vec![false; ASCII * ASCII];
        let mut last = None;
        for c in text.chars() {
            let place = last.filter(|last: &char| last.is_ascii() && c.is_ascii());
            let place = place.map(|last| last as usize * ASCII + c as usize);
            let is_new = place.is_none_or(|place| !std::mem::replace(&mut had[place], true));
            if is_new && !c.is_control() {
                self.all.insert(c);
                last.into_iter().for_each(|last| {
                    self.pairs.insert((last, c));
                });
            }
            last = Some(c).filter(|c| !c.is_control());
        }
    }
}

/// Tables of a font by their four-letter names.
type FontTables = BTreeMap<[u8; 4], Vec<u8>>;
/// The number of a glyph for each character.
type GlyphMap = BTreeMap<char, u16>;

/// Returns the file for `characters`; `None` if the font has none of them or cannot be cut.
pub fn cut_font(font: &[u8], index: u32, characters: &Characters) -> Option<Vec<u8>> {
    let face = Face::parse(font, index).ok()?;
    let (mut glyphs, mut map) = (GlyphRemapper::new(), GlyphMap::new());
    for c in &characters.all {
        if let Some(glyph) = face.glyph_index(*c).filter(|glyph| *glyph != GlyphId(0)) {
            let lining = c.is_ascii_digit().then(|| lining_digit(font, index, *c)).flatten();
            map.insert(*c, glyphs.remap(lining.unwrap_or(glyph).0));
        }
    }
    if map.is_empty() {
        return None;
    }
    let cut = subset(font, index, &glyphs).ok()?;
    let records = RawFace::parse(&cut, 0).ok()?;
    let tables = records.table_records.into_iter().map(|record| {
        let table = records.table(record.tag)?;
        Some((record.tag.to_bytes(), table.to_vec()))
    });
    let mut tables = tables.collect::<Option<FontTables>>()?;
    let whole = RawFace::parse(font, index).ok()?;
    tables.insert(*b"OS/2", whole.table(Tag::from_bytes(b"OS/2"))?.to_vec());
    tables.insert(*b"cmap", character_table(&map));
    // Version 3 has no names of glyphs.
    let mut names = whole.table(Tag::from_bytes(b"post"))?.get(..32)?.to_vec();
    names[..4].copy_from_slice(&0x0003_0000_u32.to_be_bytes());
    tables.insert(*b"post", names);
    if let Some(pairs) = pair_table(font, index, characters, &map) {
        tables.insert(*b"kern", pairs);
    }
    Some(woff(cut.get(..4)?, &tables))
}

/// Returns the glyph of a digit that is as high as capitals, as the press prints it.
fn lining_digit(font: &[u8], index: u32, digit: char) -> Option<GlyphId> {
    let face = rustybuzz::Face::from_slice(font, index)?;
    let lining = rustybuzz::Feature::new(Tag::from_bytes(b"lnum"), 1, ..);
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(digit.encode_utf8(&mut [0; 4]));
    let shaped = rustybuzz::shape(&face, &[lining], buffer);
    let [glyph] = shaped.glyph_infos() else { return None };
    u16::try_from(glyph.glyph_id).ok().map(GlyphId)
}

/// Writes numbers in the byte order of fonts.
#[derive(Default)]
struct FontWriter(Vec<u8>);

impl FontWriter {
    fn shorts(&mut self, values: impl IntoIterator<Item = u16>) {
        values.into_iter().for_each(|value| self.0.extend(value.to_be_bytes()));
    }

    fn longs(&mut self, values: impl IntoIterator<Item = u32>) {
        values.into_iter().for_each(|value| self.0.extend(value.to_be_bytes()));
    }
}

/// Consecutive characters whose glyphs are consecutive too.
#[derive(Debug, Clone, Copy)]
struct CharacterRun {
    first: u32,
    last: u32,
    glyph: u16,
}

fn character_runs(map: &GlyphMap) -> Vec<CharacterRun> {
    let mut runs: Vec<CharacterRun> = Vec::new();
    for (c, glyph) in map {
        let code = u32::from(*c);
        match runs.last_mut() {
            Some(run)
                if run.last + 1 == code
                    && u32::from(run.glyph) + code - run.first == u32::from(*glyph) =>
            {
                run.last = code;
            }
            _ => runs.push(CharacterRun { first: code, last: code, glyph: *glyph }),
        }
    }
    runs
}

/// Returns the table `cmap`: characters of two bytes in format 4, all characters in format 12.
fn character_table(map: &GlyphMap) -> Vec<u8> {
    let runs = character_runs(map);
    let (short, long) = (short_character_table(&runs), long_character_table(&runs));
    let mut out = FontWriter::default();
    out.shorts([0, 2]);
    out.shorts([3, 1]);
    out.longs([20]);
    out.shorts([3, 10]);
    out.longs([20 + short.len() as u32]);
    [out.0, short, long].concat()
}

fn short_character_table(runs: &[CharacterRun]) -> Vec<u8> {
    let short = runs.iter().filter(|run| run.last < 0xffff);
    let last = CharacterRun { first: 0xffff, last: 0xffff, glyph: 0 };
    let runs: Vec<CharacterRun> = short.copied().chain([last]).collect();
    let count = runs.len() as u16;
    let (range, selector) = search_range(count, 2);
    let mut out = FontWriter::default();
    out.shorts([4, 16 + 8 * count, 0, 2 * count, range, selector, 2 * count - range]);
    out.shorts(runs.iter().map(|run| run.last as u16));
    out.shorts([0]);
    out.shorts(runs.iter().map(|run| run.first as u16));
    // The last run leads to glyph 0: 0xffff + 1 is 0 in two bytes.
    out.shorts(runs.iter().map(|run| run.glyph.wrapping_sub(run.first as u16)));
    out.shorts(runs.iter().map(|_| 0));
    out.0
}

fn long_character_table(runs: &[CharacterRun]) -> Vec<u8> {
    let mut out = FontWriter::default();
    out.shorts([12, 0]);
    out.longs([16 + 12 * runs.len() as u32, 0, runs.len() as u32]);
    for run in runs {
        out.longs([run.first, run.last, u32::from(run.glyph)]);
    }
    out.0
}

/// Returns the header values of a binary search in `count` entries of `size` bytes.
fn search_range(count: u16, size: u16) -> (u16, u16) {
    let selector = count.max(1).ilog2() as u16;
    (size << selector, selector)
}

/// Returns the table `kern` for the pairs of a text, from the tables of the whole font.
fn pair_table(font: &[u8], index: u32, text: &Characters, map: &GlyphMap) -> Option<Vec<u8>> {
    let face = rustybuzz::Face::from_slice(font, index)?;
    let mut plans = BTreeMap::new();
    let mut pairs = BTreeMap::new();
    for (left, right) in &text.pairs {
        let (Some(one), Some(other)) = (map.get(left), map.get(right)) else { continue };
        if let Some(nearer) = pair_distance(&face, *left, *right, &mut plans) {
            pairs.insert((*one, *other), nearer);
        }
    }
    let count = u16::try_from(pairs.len()).ok().filter(|count| (1..10_000).contains(count))?;
    let (range, selector) = search_range(count, 6);
    let mut out = FontWriter::default();
    out.shorts([0, 1, 0, 14 + 6 * count, 1, count, range, selector, 6 * count - range]);
    for ((left, right), nearer) in pairs {
        out.shorts([left, right, nearer as u16]);
    }
    Some(out.0)
}

/// Returns the distance between two letters besides their own widths, in font units; `None` for the usual
/// distance.
fn pair_distance(
    face: &rustybuzz::Face<'_>,
    left: char,
    right: char,
    plans: &mut BTreeMap<[u8; 4], ShapePlan>,
) -> Option<i16> {
    if !left.is_alphanumeric() && !right.is_alphanumeric() {
        return None;
    }
    let own = face.glyph_hor_advance(face.glyph_index(left)?)?;
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&String::from_iter([left, right]));
    buffer.guess_segment_properties();
    let (direction, script) = (buffer.direction(), buffer.script());
    if direction != rustybuzz::Direction::LeftToRight {
        return None;
    }
    let plan = plans
        .entry(script.tag().to_bytes())
        .or_insert_with(|| ShapePlan::new(face, direction, Some(script), None, &[]));
    let shaped = rustybuzz::shape_with_plan(face, plan, buffer);
    let [first, _] = shaped.glyph_positions() else { return None };
    let nearer = i16::try_from(first.x_advance - i32::from(own)).ok()?;
    (nearer != 0).then_some(nearer)
}

/// Returns the tables as a file; each is compressed if that makes it smaller.
fn woff(flavour: &[u8], tables: &FontTables) -> Vec<u8> {
    let count = tables.len() as u32;
    let plain: u32 =
        12 + 16 * count + tables.values().map(|table| padded(table.len())).sum::<u32>();
    let mut at = 44 + 20 * count;
    let (mut directory, mut data) = (FontWriter::default(), Vec::new());
    for (tag, table) in tables {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(table).and_then(|()| encoder.finish());
        let packed = packed.ok().filter(|packed| packed.len() < table.len());
        let packed = packed.as_ref().unwrap_or(table);
        directory.0.extend(tag);
        directory.longs([at, packed.len() as u32, table.len() as u32, table_sum(tag, table)]);
        at += padded(packed.len());
        data.extend(packed);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut head = FontWriter(b"wOFF".to_vec());
    head.0.extend(flavour);
    head.longs([at]);
    head.shorts([count as u16, 0]);
    head.longs([plain, 0x0001_0000, 0, 0, 0, 0, 0]);
    [head.0, directory.0, data].concat()
}

fn padded(length: usize) -> u32 {
    length.next_multiple_of(4) as u32
}

/// Returns the checksum of a table; for `head`, without the checksum of the whole file in it.
fn table_sum(tag: &[u8; 4], table: &[u8]) -> u32 {
    let mut table = table.to_vec();
    if let (b"head", Some(sum)) = (tag, table.get_mut(8..12)) {
        sum.fill(0);
    }
    table.chunks(4).fold(0_u32, |sum, chunk| {
        let mut bytes = [0; 4];
        bytes[..chunk.len()].copy_from_slice(chunk);
        sum.wrapping_add(u32::from_be_bytes(bytes))
    })
}
