//! Measuring in templates, to fit text.

use crate::common::root;

/// Typst's `measure` looks for the places of what it measures, so each round of the layout measures
/// everything again: sheets and cards took twice the time.
#[test]
fn templates_measure_with_extent() {
    let (mut extents, mut wrong) = (0, Vec::new());
    let mut folders = vec![root().join("crates/press")];
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(folder).expect("there are templates") {
            let path = file.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "typ") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("it is text");
            extents += text.matches("extent(").count();
            if text.contains("measure(") {
                wrong.push(path);
            }
        }
    }
    assert!(wrong.is_empty(), "`measure` instead of `extent`: {wrong:?}");
    assert!(extents > 5, "nothing is measured any more");
}
