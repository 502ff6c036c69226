//! Gradients. In: the dictionary of a shading. Out: its colour space, and the most ink in it.

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::colours::{Colour, ColourSpace, read_space};
use crate::preflight::pdf::{PdfFile, as_fields};

/// Deepest nesting of functions.
const DEEPEST: usize = 6;
/// Most functions of a gradient that are read, and most components of its colours.
const MOST_FUNCTIONS: usize = 1024;
const MOST_PARTS: usize = 32;
/// Most samples of a function that are read.
const MOST_SAMPLES: usize = 4096;

/// Returns the space of a gradient, and the most ink at its stops if they are known.
pub fn read_gradient(
    pdf: &PdfFile,
    shading: &Dictionary,
    resources: Option<&Dictionary>,
) -> Option<(Rc<ColourSpace>, Option<f64>)> {
    let space = read_space(pdf, shading.get(b"ColorSpace").ok()?, resources);
    let mut reader = StopReader { pdf, functions: 0, stops: Vec::new() };
    match pdf.entry(shading, b"Function") {
        Some(Object::Array(functions)) => {
            // One function for each component: the maximum of each gives the upper limit.
            let most = functions.iter().take(MOST_PARTS).map(|function| {
                reader.read(function, 0);
                reader.stops.drain(..).flatten().fold(0.0, f64::max)
            });
            let most = most.collect();
            reader.stops.push(most);
        }
        Some(function) => reader.read(function, 0),
        None => {}
    }
    let inks = reader.stops.into_iter().filter_map(|values| {
        let colour = Colour { space: space.clone(), values };
        Some(colour.inks()?.total())
    });
    let most = inks.reduce(f64::max);
    Some((space, most))
}

/// Collects the colours at the stops of a gradient.
struct StopReader<'a> {
    pdf: &'a PdfFile,
    /// Number of functions read so far.
    functions: usize,
    stops: Vec<Vec<f64>>,
}

impl StopReader<'_> {
    /// Reads the values of a function at its stops.
    fn read(&mut self, function: &Object, depth: usize) {
        self.functions += 1;
        if depth >= DEEPEST || self.functions > MOST_FUNCTIONS {
            return;
        }
        let Some(function) = self.pdf.find(function) else { return };
        let Some(fields) = as_fields(function) else { return };
        let numbers = |key: &[u8]| self.pdf.list(fields, key).map(|list| self.pdf.numbers(list));
        match self.pdf.number(fields, b"FunctionType").map(|kind| kind as i64) {
            Some(0) => collect_samples(self.pdf, function, &mut self.stops),
            Some(2) => {
                let ends = [(b"C0", 0.0), (b"C1", 1.0)];
                let ends = ends.map(|(key, usual)| numbers(key).unwrap_or_else(|| vec![usual]));
                self.stops.extend(ends);
            }
            Some(3) => {
                let inner = self.pdf.list(fields, b"Functions").unwrap_or_default();
                inner.iter().for_each(|function| self.read(function, depth + 1));
            }
            _ => {}
        }
    }
}

fn collect_samples(pdf: &PdfFile, function: &Object, stops: &mut Vec<Vec<f64>>) {
    let Ok(stream) = function.as_stream() else { return };
    let range =
        pdf.list(&stream.dict, b"Range").map(|range| pdf.numbers(range)).unwrap_or_default();
    let count = range.len() / 2;
    if pdf.number(&stream.dict, b"BitsPerSample") != Some(8.0) || count == 0 {
        return;
    }
    let bytes = pdf.unpack(stream).unwrap_or_default();
    let samples = bytes.chunks_exact(count).take(MOST_SAMPLES);
    let value = |(nth, byte): (usize, &u8)| {
        let (least, most) = (range[2 * nth], range[2 * nth + 1]);
        least + f64::from(*byte) / 255.0 * (most - least)
    };
    stops.extend(samples.map(|sample| sample.iter().enumerate().map(value).collect()));
}
