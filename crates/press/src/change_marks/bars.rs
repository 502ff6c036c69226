//! Places of change bars. In: the changes on a page, and its columns. Out: bars in the outer margin, or,
//! where there are two columns, at the outer side of each.

use typst_layout::Page;

use super::found::FoundMarks;
use super::{BAR, InkBox};
use crate::paper::Paper;
use crate::set::design::MM;

/// Gap between the text and the middle of a bar, in points.
const GAP: f64 = 7.0;
/// Gap between the text and the middle of a bar beside the tab of a chapter, in points.
const NEAR_GAP: f64 = 2.6;
/// Gap between the text and the middle of a bar inside the frame of a short rule in the quick reference,
/// in points.
const QUICK_GAP: f64 = 3.2;
/// Greatest distance between the content of a table or an example and the frame around it, in points.
const CLOSE: f64 = 6.0;
/// Greatest distance of words on one line, in points.
const WORDS: f64 = 9.0;
/// Greatest distance of changes that share a bar, in points.
const JOINED: f64 = 12.0;
/// Greatest distance of bars that are joined if nothing unchanged is between them, in points.
const MOST_JOINED: f64 = 60.0;
/// Tolerance for the edge of a column, in points.
const NEAR: f64 = 1.5;

/// A bar: its middle, its top and its foot, in points from the top left corner of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    pub x: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The text area of a page, in points.
pub struct PageColumns {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Left and right edge of the gap between its two columns, where it has two.
    gutter: (f64, f64),
    /// Middle between the text and its margin column, if there is one.
    margin: Option<f64>,
    /// True for a right page: its right side is the outer one.
    is_recto: bool,
    /// True for a page of the quick reference: short rules in narrow columns.
    is_quick: bool,
}

/// The side of the text on which a bar is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

impl PageColumns {
    /// Returns the columns of the page `nth`, from 0.
    pub fn of(paper: &Paper, nth: usize, page: &Page, is_quick: bool) -> Self {
        let is_recto = nth.is_multiple_of(2);
        let (inside, outside) = (paper.inside * MM, paper.outside * MM);
        let size = page.frame.size();
        let left = if is_recto { inside } else { outside };
        let right = size.x.to_pt() - if is_recto { outside } else { inside };
        let (middle, half) = ((left + right) / 2.0, paper.gutter * MM / 2.0);
        let column = right - paper.margin * MM + half;
        Self {
            left,
            right,
            top: paper.top * MM,
            bottom: size.y.to_pt() - paper.bottom * MM,
            gutter: (middle - half, middle + half),
            margin: (paper.margin > 0.0).then_some(column),
            is_recto,
            is_quick,
        }
    }

    fn outer(&self) -> Side {
        if self.is_recto { Side::Right } else { Side::Left }
    }

    /// True if a box is in the height of the text area.
    fn holds(&self, area: &InkBox) -> bool {
        area.y0 >= self.top - NEAR && area.y1 <= self.bottom + 3.0 * NEAR
    }

    /// True if a box reaches over both columns.
    fn is_across(&self, area: &InkBox) -> bool {
        area.x0 < self.gutter.1 - NEAR && area.x1 > self.gutter.0 + NEAR
    }

    /// Returns the side of a bar beside `area`. Whether the text has two columns there depends on the nearest
    /// box that crosses the gutter or begins the second column.
    fn side(&self, area: &InkBox, found: &FoundMarks) -> Side {
        if let Some(middle) = self.margin {
            return if area.x0 > middle { Side::Right } else { Side::Left };
        }
        let held = found.all.iter().filter(|other| self.holds(other));
        // Titles of chapters are as wide as the page, whatever follows them.
        let is_sign = |own: &&InkBox| away(area, own) < CLOSE || found.words.contains(own);
        let across: Vec<&InkBox> =
            held.clone().filter(|other| self.is_across(other)).filter(is_sign).collect();
        let is_alone = |own: &&InkBox| across.iter().all(|other| away(own, other) > 0.0);
        let second = held
            .filter(|own| (own.x0 - self.gutter.1).abs() < NEAR)
            .filter(is_alone)
            .map(|own| away(area, own))
            .fold(f64::INFINITY, f64::min);
        let across = across.iter().map(|own| away(area, own)).fold(f64::INFINITY, f64::min);
        match (across <= second && across.is_finite(), area.x0 > self.gutter.1 - NEAR) {
            (true, _) => self.outer(),
            (false, true) => Side::Right,
            (false, false) => Side::Left,
        }
    }

    /// Returns the middle between its sides.
    fn middle(&self) -> f64 {
        (self.left + self.right) / 2.0
    }

    /// Returns the middle of a bar beside `area`, `gap` away from the text.
    fn bar_place(&self, area: &InkBox, found: &FoundMarks, gap: f64) -> f64 {
        if self.is_quick {
            return line_start(area, &found.all) - QUICK_GAP;
        }
        match self.side(area, found) {
            Side::Left => self.left - gap,
            Side::Right => self.right + gap,
        }
    }
}

/// Returns the start of the line that holds `area`.
fn line_start(area: &InkBox, all: &[InkBox]) -> f64 {
    let beside = all.iter().filter(|other| {
        other.y1 - other.y0 < 2.0 * (area.y1 - area.y0) && away(area, other) == 0.0
    });
    let mut left = area.x0;
    while let Some(before) = beside
        .clone()
        .filter(|other| other.x0 < left && other.x1 > left - WORDS)
        .map(|other| other.x0)
        .min_by(f64::total_cmp)
    {
        left = before;
    }
    left
}

/// Vertical distance of two boxes; 0 where they overlap in height.
fn away(one: &InkBox, other: &InkBox) -> f64 {
    (other.y0 - one.y1).max(one.y0 - other.y1).max(0.0)
}

/// Returns the bars beside the changes of a page, joined where changes are close. All bars of a side move
/// nearer to the text if one of them would hit something.
pub fn bars_of(found: &FoundMarks, columns: &PageColumns) -> Vec<Bar> {
    let placed = |gap: f64| -> Vec<Bar> {
        let bar = |area: &InkBox| Bar {
            x: columns.bar_place(area, found, gap),
            top: area.y0,
            bottom: area.y1,
        };
        let bars = joined(found.changed.iter().map(bar).collect(), |_, _| false);
        joined(bars, |above, below| {
            let apart = below.top - above.bottom;
            let mut stayed = found
                .unchanged
                .iter()
                .filter(|own| own.y1 > above.bottom + 1.0 && own.y0 < below.top - 1.0);
            let is_left = above.x < columns.middle();
            // A box that may be in the column beside the bar.
            let is_beside = |own: &InkBox| {
                let is_side = is_left == (own.x0 < columns.middle());
                columns.is_quick || columns.is_across(own) || is_side
            };
            apart < MOST_JOINED && !stayed.any(is_beside)
        })
    };
    let (usual, near) = (placed(GAP), placed(NEAR_GAP));
    let is_left = |bar: &Bar| bar.x < columns.middle();
    let hits = |left: bool| {
        let mut side = usual.iter().filter(|bar| is_left(bar) == left);
        side.any(|bar| found.all.iter().any(|other| bar.hits(other)))
    };
    let (left, right) = (hits(true), hits(false));
    let is_hit = |bar: &&Bar| if is_left(bar) { left } else { right };
    let free = usual.iter().filter(|bar| !is_hit(bar));
    free.chain(near.iter().filter(is_hit)).copied().collect()
}

impl Bar {
    /// True if the bar overlaps a box.
    fn hits(&self, other: &InkBox) -> bool {
        let beside = other.x0 < self.x + BAR / 2.0 && other.x1 > self.x - BAR / 2.0;
        beside && other.y0 < self.bottom && other.y1 > self.top
    }
}

/// Joins bars that are close, or for which `one` is true.
fn joined(mut bars: Vec<Bar>, one: impl Fn(&Bar, &Bar) -> bool) -> Vec<Bar> {
    bars.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.top.total_cmp(&b.top)));
    let mut joined: Vec<Bar> = Vec::new();
    for bar in bars {
        match joined.last_mut() {
            Some(last)
                if (last.x - bar.x).abs() < 0.1
                    && (bar.top - last.bottom <= JOINED || one(last, &bar)) =>
            {
                last.bottom = last.bottom.max(bar.bottom);
            }
            _ => joined.push(bar),
        }
    }
    joined
}
