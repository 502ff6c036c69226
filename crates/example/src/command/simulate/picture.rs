//! The histogram of a number as a drawing, or several histograms with one scale.

use super::statistics::{HistogramBar, Interval, MOST_BARS, NamedNumber, bars_between};
use super::words::percent;
use crate::command::plot::{SMALL, WIDE, draw_title, words};
use base::text::counted;
use draw::drawing::{Area, Canvas, Drawing, Stroke, TextAlign, TextWeight, pt};

/// Height of a histogram, in points.
const HIGH: f64 = 250.0;
/// Area of the bars of the first histogram, in points.
const PLOT: Area = Area { x: 46.0, y: 66.0, width: 356.0, height: 138.0 };
/// Gap between two bars, as a fraction of the width per bar.
const GAP: f64 = 0.16;
/// Number of intervals between the lines across the plot; each line is labelled with its share.
const LINES: f64 = 4.0;

/// Draws histograms with their titles, one below another, with a common scale of values and shares.
pub fn draw_histograms(numbers: &[NamedNumber<'_>]) -> Drawing {
    let least = numbers.iter().map(|number| number.counts.least).min().unwrap_or(0);
    let most = numbers.iter().map(|number| number.counts.most).max().unwrap_or(0);
    let bars = numbers.iter().map(|number| bars_between(number.counts, least..=most, MOST_BARS));
    let bars: Vec<Vec<HistogramBar>> = bars.collect();
    let shares = bars.iter().zip(numbers).map(|(bars, number)| {
        let most = bars.iter().map(|bar| bar.games).max().unwrap_or(0);
        100.0 * most as f64 / number.counts.games.max(1) as f64
    });
    let top = round_top(shares.fold(0.0, f64::max));
    let high = HIGH * numbers.len() as f64;
    let mut canvas = Canvas::default();
    canvas.filled_rect(Area::of_size(WIDE, high), 0.0, "paper");
    let mut descriptions = Vec::new();
    for ((nth, bars), number) in bars.into_iter().enumerate().zip(numbers) {
        let plot = Area { y: PLOT.y + nth as f64 * HIGH, ..PLOT };
        let histogram = Histogram { number: *number, bars, top, plot };
        histogram.draw_titles(&mut canvas);
        histogram.draw_scale(&mut canvas);
        histogram.draw_bars(&mut canvas);
        histogram.draw_mean(&mut canvas);
        descriptions.push(histogram.description());
    }
    canvas.into_drawing(WIDE, high, descriptions.join(" "))
}

/// Bars, and the share at the top of the plot.
struct Histogram<'t> {
    number: NamedNumber<'t>,
    bars: Vec<HistogramBar>,
    /// Share at the top of the plot, in per cent.
    top: f64,
    /// Area of the bars, in points.
    plot: Area,
}

impl Histogram<'_> {
    fn draw_titles(&self, canvas: &mut Canvas) {
        let NamedNumber { name, counts } = self.number;
        let (left, above) = (self.plot.x, self.plot.y);
        draw_title(name, pt(left, above - 40.0), canvas);
        let Interval { low, high } = counts.mean_interval();
        let told = format!(
            "{}  ·  mean {:.2} ({low:.2} to {high:.2})  ·  median {}  ·  {} to {}",
            counted(counts.games, "game"),
            counts.mean(),
            counts.quantile(0.5),
            counts.least,
            counts.most
        );
        canvas.text(words(told, pt(left, above - 24.0), TextAlign::Left));
    }

    /// Draws lines across the plot, with their shares.
    fn draw_scale(&self, canvas: &mut Canvas) {
        for nth in 0..=LINES as usize {
            let share = self.top * nth as f64 / LINES;
            let y = self.height_of(share);
            let stroke = Stroke::solid(if nth == 0 { 0.8 } else { 0.4 }, "rule");
            canvas.line(pt(self.plot.x, y), pt(self.plot.right(), y), stroke);
            let text = format!("{share:.1}");
            let told = format!("{} %", text.strip_suffix(".0").map_or(text.clone(), str::to_owned));
            canvas.text(words(told, pt(self.plot.x - 6.0, y + 3.0), TextAlign::Right));
        }
    }

    /// Returns the vertical position of a share, in points.
    fn height_of(&self, share: f64) -> f64 {
        self.plot.bottom() - self.plot.height * share / self.top
    }

    fn slot(&self) -> f64 {
        self.plot.width / self.bars.len().max(1) as f64
    }

    fn draw_bars(&self, canvas: &mut Canvas) {
        let (slot, every) = (self.slot(), self.labelled());
        for (nth, bar) in self.bars.iter().enumerate() {
            let share = 100.0 * bar.games as f64 / self.number.counts.games.max(1) as f64;
            let (x, y) = (self.plot.x + nth as f64 * slot, self.height_of(share));
            if bar.games > 0 {
                let (low, right) = (self.plot.bottom(), x + slot * (1.0 - GAP / 2.0));
                let area = Area::between(pt(x + slot * GAP / 2.0, y), pt(right, low));
                canvas.filled_rect(area, 0.0, "steel");
            }
            if nth % every == 0 {
                // A bar of several values is labelled at its left end.
                let left = if bar.first == bar.last { slot / 2.0 } else { 0.0 };
                let at = pt(x + left, self.plot.bottom() + 13.0);
                canvas.text(words(bar.first.to_string(), at, TextAlign::Center));
            }
        }
    }

    /// Returns n if there is room to label every n-th bar.
    fn labelled(&self) -> usize {
        let labels = self.bars.iter().map(|bar| bar.first.to_string());
        let widths = labels.map(|label| TextWeight::Regular.text_width(&label, SMALL) + 5.0);
        ((widths.fold(0.0, f64::max) / self.slot()).ceil() as usize).max(1)
    }

    /// Draws a line at the mean, and says how many values a bar covers.
    fn draw_mean(&self, canvas: &mut Canvas) {
        let Some((first, last)) = self.bars.first().zip(self.bars.last()) else { return };
        let values = last.last as f64 - first.first as f64 + 1.0;
        let part = (self.number.counts.mean() - first.first as f64 + 0.5) / values;
        let x = self.plot.x + self.plot.width * part.clamp(0.0, 1.0);
        canvas.line(
            pt(x, self.plot.y - 6.0),
            pt(x, self.plot.bottom()),
            Stroke::dashed(1.0, "rust"),
        );
        let each = first.last.saturating_sub(first.first).saturating_add(1);
        let told = match each {
            1 => "games by value; the dashed line is the mean".to_owned(),
            each => format!("games by {each} values for each bar; the dashed line is the mean"),
        };
        let at = pt(self.plot.x + self.plot.width / 2.0, self.plot.bottom() + 32.0);
        canvas.text(words(told, at, TextAlign::Center));
    }

    fn description(&self) -> String {
        let NamedNumber { name, counts } = self.number;
        let bars = self.bars.iter().filter(|bar| bar.games > 0);
        let told = bars.map(|bar| format!("{}: {}", bar.label(), percent(bar.games, counts.games)));
        let (games, told) = (counted(counts.games, "game"), told.collect::<Vec<_>>().join(", "));
        format!("Histogram of {name} in {games}. {told}.")
    }
}

/// Rounds a share up to the next value whose quarter is a round number, 100 at most.
fn round_top(share: f64) -> f64 {
    let steps = [0.4, 0.8, 2.0, 4.0, 8.0, 12.0, 16.0, 20.0, 28.0, 40.0, 60.0, 80.0];
    steps.into_iter().find(|step| *step >= share).unwrap_or(100.0)
}
