//! Widths of letters in fonts that every viewer has, and that a file need not give.

/// Widths of Helvetica from the space on, in thousandths of the size.
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Width of every letter of Courier.
const COURIER: f64 = 0.6;
/// Average width of Times, and of bold letters, relative to Helvetica.
const TIMES: f64 = 0.9;
const BOLD: f64 = 1.06;

/// Returns the width of a letter for a size of 1.
pub fn standard_width(font: &str, code: u32) -> f64 {
    if font.starts_with("Courier") {
        return COURIER;
    }
    let nth = code.checked_sub(32).map(|nth| nth as usize);
    let width = nth.and_then(|nth| HELVETICA.get(nth)).copied().unwrap_or(556);
    let narrow = if font.starts_with("Times") { TIMES } else { 1.0 };
    let bold = if font.contains("Bold") { BOLD } else { 1.0 };
    f64::from(width) / 1000.0 * narrow * bold
}
