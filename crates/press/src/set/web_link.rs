//! Web address of an example. In: the address of the book and the name of the example. Out: the address with
//! its QR code (ISO/IEC 18004) as the dictionary that `web-link` of `crates/press/src/set/example.typ` draws.

use qrcode::{Color, EcLevel, QrCode};
use typst::foundations::{Array, Dict, IntoValue, dict};

/// Most modules on a side of a printed code: those of version 10, which holds 213 characters.
const MOST_MODULES: usize = 57;

/// Returns the link to an example; without a code if the address is too long for one that a telephone reads
/// in this size.
pub fn web_link(url: &str, example: &str) -> Dict {
    let page = url.split('#').next().unwrap_or_default();
    let address = format!("{page}#example-{example}");
    let code = QrCode::with_error_correction_level(&address, EcLevel::M).ok();
    let code = code.filter(|code| code.width() <= MOST_MODULES);
    let code = code.map(|code| dict! { "side" => code.width() as i64, "dark" => dark_runs(&code) });
    // The address without its scheme, in parts between which a line may break.
    let bare = address.split_once("://").map_or(address.as_str(), |(_, bare)| bare);
    let shown: Array = bare.split_inclusive(['/', '#', '-']).map(IntoValue::into_value).collect();
    dict! { "shown" => shown, "address" => address, "code" => code }
}

/// Returns the dark modules row by row: column, row and length of each run, in modules.
fn dark_runs(code: &QrCode) -> Array {
    let colours = code.to_colors();
    let mut runs = Array::new();
    for (row, modules) in colours.chunks(code.width()).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|one, next| one == next) {
            if run[0] == Color::Dark {
                let numbers = [column, row, run.len()].map(|number| (number as i64).into_value());
                runs.push(numbers.into_iter().collect::<Array>().into_value());
            }
            column += run.len();
        }
    }
    runs
}
