//! Reads the signs of a drawing. In: its text. Out: spaces with their edges, and faults for signs that do not
//! fit the raster.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{
    ABOVE, BELOW, DOOR, DrawingFault, DrawnEdge, DrawnSpace, LEFT, MOST_FAULTS, MOST_SPACES,
    MapDrawing, Place, RIGHT, WALL, place_of_name,
};
use crate::diagnostic::short_quote;

/// Number of signs from the left end of one space to that of the next.
const PITCH: usize = 4;
/// Signs that need no legend, in spaces and on edges.
const SIGNS: [(char, &str); 3] = [('~', "difficult"), ('#', "blocking"), (':', "impassable")];
/// Signs of edges only.
const EDGE_SIGNS: [(char, &str); 2] = [('D', DOOR), ('=', DOOR)];

/// Hint about the signs of edges.
const EDGE_HINT: &str = "on an edge, `-` and `|` mean a wall, `D` and `=` a door, `#` blocking and `:` \
    impassable; an empty edge is open; explain any other sign in a line before the drawing";

/// A line of the drawing: its signs, each with its first byte, and the end of the line.
struct DrawnLine {
    signs: Vec<(usize, char)>,
    end: usize,
}

impl DrawnLine {
    fn sign(&self, at: usize) -> char {
        self.signs.get(at).map_or(' ', |(_, sign)| *sign)
    }

    /// Returns the bytes of some signs; if the line is shorter, its end.
    fn range(&self, signs: Range<usize>) -> Range<usize> {
        let begin = |at: usize| self.signs.get(at).map_or(self.end, |(byte, _)| *byte);
        begin(signs.start)..begin(signs.end)
    }
}

/// Direction of an edge.
#[derive(Clone, Copy)]
enum EdgeLine {
    Level,
    Upright,
}

/// Reads a drawing line by line.
pub struct DrawingReader<'t> {
    text: &'t str,
    /// Meanings of signs, and the bytes of the lines that define them.
    legend: BTreeMap<char, (String, Range<usize>)>,
    /// True if a line names the first space.
    has_first: bool,
    drawing: MapDrawing,
}

impl<'t> DrawingReader<'t> {
    pub fn new(text: &'t str) -> Self {
        let drawing = MapDrawing { first: Place { row: 1, column: 1 }, ..MapDrawing::default() };
        Self { text, legend: BTreeMap::new(), has_first: false, drawing }
    }

    pub fn read(mut self) -> MapDrawing {
        let begin = self.read_legend();
        let Some(begin) = begin else {
            let hint = "draw a space as `+---+`, `| . |`, `+---+` on three lines";
            self.drawing.fault(0..0, "the file does not draw a map", hint);
            return self.drawing;
        };
        let mut lines = drawn_lines(self.text, begin);
        while lines.last().is_some_and(|line| line.signs.is_empty()) {
            lines.pop();
        }
        lines.iter().enumerate().for_each(|(nth, line)| self.check_raster(nth, line));
        for row in 0..lines.len() / 2 {
            if let Err(fault) = self.read_row(row, &lines) {
                // Other faults may come from the rows that were not read.
                self.drawing.faults = vec![fault];
                self.drawing.is_cut_off = true;
                return self.drawing;
            }
        }
        self.check_legend(begin);
        if self.drawing.spaces.is_empty() && self.drawing.faults.is_empty() {
            let hint = "write `.` where there is a space";
            self.drawing.fault(begin..begin, "the drawing has no spaces", hint);
        }
        self.drawing
    }

    /// Reads the lines before the drawing. Returns its first byte.
    fn read_legend(&mut self) -> Option<usize> {
        let mut start = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        for line in self.text[start..].split_inclusive('\n') {
            let trimmed = line.trim();
            if trimmed.starts_with('+') {
                return Some(start);
            }
            let indent = line.len() - line.trim_start().len();
            let range = start + indent..start + indent + trimmed.len();
            if !trimmed.is_empty() {
                self.legend_line(trimmed, range);
            }
            start += line.len();
        }
        None
    }

    /// Reads `first = A21`, or `R = Rebel entrance`.
    fn legend_line(&mut self, line: &str, range: Range<usize>) {
        let parts = line.split_once(" = ").or_else(|| line.split_once("= "));
        let (key, words) = parts.map_or((line, ""), |(key, words)| (key.trim(), words.trim()));
        let mut signs = key.chars();
        match (key, signs.next(), signs.next()) {
            ("first", _, _) => self.first_line(words, range),
            (_, Some(sign), None) if !words.is_empty() && !"+-|.".contains(sign) => {
                if let Some((known, _)) = self.legend.get(&sign) {
                    let message = format!("`{sign}` already means `{}`", short_quote(known));
                    let hint = "choose another sign for one of the two, or delete this line";
                    self.drawing.fault(range, message, hint);
                } else {
                    self.legend.insert(sign, (words.to_owned(), range));
                }
            }
            _ => {
                let hint = "write lines such as `first = A21` and `R = entrance` before the drawing, and begin the drawing with `+`";
                self.drawing.fault(range, "this line does not explain a sign", hint);
            }
        }
    }

    /// Reads the name of the top left place.
    fn first_line(&mut self, name: &str, range: Range<usize>) {
        if std::mem::replace(&mut self.has_first, true) {
            let hint = "leave one of the two lines out";
            self.drawing.fault(range, "the first space is already named above", hint);
        } else if let Some(first) = place_of_name(name) {
            self.drawing.first = first;
        } else {
            let hint = "write capital letters for the column and a number from 1 to 9999 for the \
                row: `first = A21`";
            self.drawing.fault(range, "the name of the first space cannot be read", hint);
        }
    }

    /// Reports signs that are explained and not drawn: their words would never be read.
    fn check_legend(&mut self, begin: usize) {
        let drawn: BTreeSet<char> = self.text[begin..].chars().collect();
        for (sign, (_, range)) in &self.legend {
            if !drawn.contains(sign) {
                let message = format!("`{sign}` is not in the drawing");
                let hint = "draw the sign on the map, or delete this line";
                self.drawing.fault(range.clone(), message, hint);
            }
        }
    }

    /// Reports signs that do not fit the raster, once a line.
    fn check_raster(&mut self, nth: usize, line: &DrawnLine) {
        let is_level = nth.is_multiple_of(2);
        let wrong = |at: &usize| match (line.sign(*at), at % PITCH) {
            ('\t', _) => true,
            (sign, 0) if is_level => !matches!(sign, '+' | ' '),
            (sign, 2) if is_level => sign == '+',
            (sign, _) if is_level => {
                sign == '+' || sign != ' ' && sign != '-' && sign != middle(line, *at)
            }
            (sign, 0) => matches!(sign, '+' | '-' | '.'),
            (sign, _) => matches!(sign, '+' | '-' | '|'),
        };
        if let Some(at) = (0..line.signs.len()).find(wrong) {
            let sign = line.sign(at);
            let message = match sign {
                '\t' => "the drawing contains a tab".to_owned(),
                _ => format!("the sign `{sign}` does not fit the grid of spaces"),
            };
            let hint = "each space is 3 signs wide between its edges and 1 line high: `+---+` above \
                `| . |`; use the space bar, not the tab key";
            self.drawing.fault(line.range(at..at + 1), message, hint);
        }
    }

    /// Reads the spaces of a row.
    ///
    /// # Errors
    /// If the drawing has too many.
    fn read_row(&mut self, row: usize, lines: &[DrawnLine]) -> Result<(), DrawingFault> {
        let (above, line) = (&lines[2 * row], &lines[2 * row + 1]);
        let nothing = DrawnLine { signs: Vec::new(), end: line.end };
        let below = lines.get(2 * row + 2).unwrap_or(&nothing);
        for column in 0..line.signs.len().div_ceil(PITCH) {
            let at = column * PITCH;
            let signs: Vec<char> = (at + 1..at + PITCH).map(|at| line.sign(at)).collect();
            if signs.iter().all(|sign| matches!(sign, ' ' | '\t')) {
                continue;
            }
            if self.drawing.spaces.len() >= MOST_SPACES {
                return Err(DrawingFault {
                    range: line.range(at + 1..at + PITCH),
                    message: format!("the drawing has more than {MOST_SPACES} spaces"),
                    hint: "draw several maps".to_owned(),
                });
            }
            let mut space =
                DrawnSpace { range: line.range(at + 1..at + PITCH), ..DrawnSpace::default() };
            self.read_signs(&signs, &mut space);
            space.edges[ABOVE] = self.edge(above, at + 2, EdgeLine::Level);
            space.edges[BELOW] = self.edge(below, at + 2, EdgeLine::Level);
            space.edges[LEFT] = self.edge(line, at, EdgeLine::Upright);
            space.edges[RIGHT] = self.edge(line, at + PITCH, EdgeLine::Upright);
            self.drawing.spaces.insert(Place { row, column }, space);
        }
        Ok(())
    }

    /// Reads terrain and marks of a space.
    fn read_signs(&mut self, signs: &[char], space: &mut DrawnSpace) {
        let mut is_written = false;
        for sign in signs {
            let known = SIGNS.iter().find(|(known, _)| known == sign).map(|(_, word)| *word);
            let told = self.legend.get(sign).map(|(words, _)| words.as_str());
            let was_written = std::mem::take(&mut is_written);
            match (sign, told, known) {
                (' ' | '.', _, _) => {}
                (sign, Some(words), _) if sign.is_alphanumeric() => {
                    add_mark(&mut space.mark, words)
                }
                (sign, None, _) if sign.is_alphanumeric() => {
                    // An author who explains some letters has forgotten this one.
                    if sign.is_alphabetic() && self.legend.keys().any(|key| key.is_alphabetic()) {
                        self.unknown_sign(*sign, space.range.clone());
                    }
                    is_written = true;
                    if was_written {
                        space.mark.push(*sign)
                    } else {
                        add_mark(&mut space.mark, &sign.to_string())
                    }
                }
                (_, Some(word), _) | (_, None, Some(word)) if space.terrain.is_empty() => {
                    word.clone_into(&mut space.terrain);
                }
                (_, Some(_), _) | (_, None, Some(_)) => {
                    let hint = "keep one kind of terrain for the space";
                    self.drawing.fault(
                        space.range.clone(),
                        "a space has two kinds of terrain",
                        hint,
                    );
                }
                ('+' | '-' | '|' | '\t', None, None) => {}
                (sign, None, None) => self.unknown_sign(*sign, space.range.clone()),
            }
        }
    }

    fn unknown_sign(&mut self, sign: char, range: Range<usize>) {
        let example = if sign.is_alphabetic() { "spring" } else { "water" };
        let hint = format!("write what it means before the drawing: `{sign} = {example}`");
        self.drawing.fault(range, format!("`{sign}` has no meaning in the legend"), &hint);
    }

    /// Returns the edge whose sign is at `at`.
    fn edge(&mut self, line: &DrawnLine, at: usize, lies: EdgeLine) -> DrawnEdge {
        let (sign, range) = (line.sign(at), line.range(at..at + 1));
        let known = SIGNS.iter().chain(&EDGE_SIGNS).find(|(known, _)| *known == sign);
        let word = match (sign, lies) {
            (' ' | '\t', _) => "",
            ('-', EdgeLine::Level) | ('|', EdgeLine::Upright) => WALL,
            (sign, _) => match (self.legend.get(&sign), known) {
                (Some((word, _)), _) => word.as_str(),
                (None, Some((_, word))) => word,
                (None, None) => {
                    // A sign of the raster was reported there.
                    let is_told = self.drawing.faults.iter().any(|fault| fault.range == range);
                    if !is_told && self.drawing.faults.len() < MOST_FAULTS {
                        let message = format!("the edge `{sign}` has no meaning in the legend");
                        self.drawing.fault(range.clone(), message, EDGE_HINT);
                    }
                    WALL
                }
            },
        };
        DrawnEdge { word: word.to_owned(), range }
    }
}

/// Returns the sign in the middle of the level edge that a sign belongs to.
fn middle(line: &DrawnLine, at: usize) -> char {
    line.sign(at / PITCH * PITCH + 2)
}

fn add_mark(marks: &mut String, words: &str) {
    if !marks.is_empty() {
        marks.push_str(", ");
    }
    marks.push_str(words);
}

/// Returns the lines from a byte on, without blanks at their ends.
fn drawn_lines(text: &str, begin: usize) -> Vec<DrawnLine> {
    let mut start = begin;
    let mut lines = Vec::new();
    for line in text[begin..].split_inclusive('\n') {
        let drawn = line.trim_end();
        let signs = drawn.char_indices().map(|(at, sign)| (start + at, sign)).collect();
        lines.push(DrawnLine { signs, end: start + drawn.len() });
        start += line.len();
    }
    lines
}
