//! Where change bars stand. In: what changed on a page, and its columns. Out: bars beside it: in the outer
//! margin, or where there are two columns at the outer side of each.

use typst_layout::Page;

use super::found::FoundMarks;
use super::{BAR, InkBox};
use crate::paper::Paper;
use crate::set::design::MM;

/// Between the text and the middle of a bar, in points.
const GAP: f64 = 7.0;
/// Between the text and the middle of a bar where the tab of the chapter reaches so far.
const NEAR_GAP: f64 = 2.6;
/// Between the text and the middle of a bar in the frame of a short rule of the quick reference.
const QUICK_GAP: f64 = 3.2;
/// The frame of a table or an example stands no farther from what is in it, in points.
const CLOSE: f64 = 6.0;
/// Words of one line stand no farther apart, in points.
const WORDS: f64 = 9.0;
/// Changes that are no farther apart have one bar, in points.
const JOINED: f64 = 12.0;
/// Distance of two bars that become one where nothing is between them that stayed.
const MOST_JOINED: f64 = 60.0;
/// A column begins where something begins so near to it, in points.
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
    /// Between its two columns, where it has two.
    gutter: (f64, f64),
    /// The middle between the text and its margin column, if there is one.
    margin: Option<f64>,
    /// True if its right side is the outer one.
    is_recto: bool,
    /// True if it holds short rules in narrow columns.
    is_quick: bool,
}

/// Which side of the text a bar stands on.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

impl PageColumns {
    /// The columns of the page `nth`, from 0.
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

    /// True if something stands in the text area, and not above or below it.
    fn holds(&self, area: &InkBox) -> bool {
        area.y0 >= self.top - NEAR && area.y1 <= self.bottom + 3.0 * NEAR
    }

    /// True if something stands in both columns.
    fn is_across(&self, area: &InkBox) -> bool {
        area.x0 < self.gutter.1 - NEAR && area.x1 > self.gutter.0 + NEAR
    }

    /// The side of a bar beside `area`. Whether the text has two columns there is told by what stands
    /// nearest to it and either reaches over the gutter or begins the second column.
    fn side(&self, area: &InkBox, found: &FoundMarks) -> Side {
        if let Some(middle) = self.margin {
            return if area.x0 > middle { Side::Right } else { Side::Left };
        }
        let held = found.all.iter().filter(|other| self.holds(other));
        // Titles of chapters are as wide as the page, whatever stands below them.
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

    /// The middle between its sides.
    fn middle(&self) -> f64 {
        (self.left + self.right) / 2.0
    }

    /// The middle of a bar beside `area`, `gap` away from the text.
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

/// The start of the line that holds `area`.
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

/// Distance of two boxes down the page; 0 where they are beside each other.
fn away(one: &InkBox, other: &InkBox) -> f64 {
    (other.y0 - one.y1).max(one.y0 - other.y1).max(0.0)
}

/// The bars beside what changed on a page: what stands below each other has one. All of a side stand
/// nearer to the text where one would stand on something.
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
            // Something that may stand in the column beside which the bar stands.
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
    /// True if it stands on something.
    fn hits(&self, other: &InkBox) -> bool {
        let beside = other.x0 < self.x + BAR / 2.0 && other.x1 > self.x - BAR / 2.0;
        beside && other.y0 < self.bottom && other.y1 > self.top
    }
}

/// Bars one below the other as one where hardly anything is between them, or where they are `one`.
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
