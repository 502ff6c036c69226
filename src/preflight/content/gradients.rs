//! Gradients. In: a shading's dictionary. Out: its colour space, and the most ink in it.

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::colours::{Colour, ColourSpace, read_space};
use crate::preflight::pdf::{PdfFile, as_fields};

/// Functions in functions.
const DEEPEST: usize = 6;
/// Functions of a gradient that are read.
const MOST_FUNCTIONS: usize = 256;
/// Samples of a function that are read.
const MOST_SAMPLES: usize = 4096;

/// The space of a gradient, and the most ink at its stops where they are known.
pub(crate) fn read_gradient(
    pdf: &PdfFile,
    shading: &Dictionary,
    resources: Option<&Dictionary>,
) -> Option<(Rc<ColourSpace>, Option<f64>)> {
    let space = read_space(pdf, shading.get(b"ColorSpace").ok()?, resources);
    let mut stops = Vec::new();
    match pdf.entry(shading, b"Function") {
        // One function for each component: the most of each is the most there can be.
        Some(Object::Array(functions)) => {
            let each = functions.iter().take(32).map(|function| {
                let mut values = Vec::new();
                collect_stops(pdf, function, 0, &mut values);
                values.into_iter().flatten().fold(0.0_f64, f64::max)
            });
            stops.push(each.collect());
        }
        Some(function) => collect_stops(pdf, function, 0, &mut stops),
        None => {}
    }
    let inks = stops
        .into_iter()
        .filter_map(|values| Some(Colour { space: space.clone(), values }.inks()?.total()));
    let most = inks.reduce(f64::max);
    Some((space, most))
}

/// The values of a function at its stops.
fn collect_stops(pdf: &PdfFile, function: &Object, depth: usize, stops: &mut Vec<Vec<f64>>) {
    let Some(function) =
        pdf.find(function).filter(|_| depth < DEEPEST && stops.len() < MOST_SAMPLES)
    else {
        return;
    };
    let Some(fields) = as_fields(function) else { return };
    let numbers = |key: &[u8]| pdf.list(fields, key).map(|list| pdf.numbers(list));
    match pdf.number(fields, b"FunctionType").map(|kind| kind as i64) {
        Some(0) => collect_samples(pdf, function, stops),
        Some(2) => {
            stops.push(numbers(b"C0").unwrap_or_else(|| vec![0.0]));
            stops.push(numbers(b"C1").unwrap_or_else(|| vec![1.0]));
        }
        Some(3) => {
            let inner = pdf.list(fields, b"Functions").unwrap_or_default();
            for function in inner.iter().take(MOST_FUNCTIONS) {
                collect_stops(pdf, function, depth + 1, stops);
            }
        }
        _ => {}
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
