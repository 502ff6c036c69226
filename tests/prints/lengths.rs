//! Reference sheets that are nearly full, full, and a little too long.

use crate::common::Folder;

/// A sheet with this number of paragraphs is printed on two sides, or its measure is reported.
#[test]
fn a_sheet_a_little_too_long() {
    let folder = Folder::with("sheet-lengths", "book/book.toml", "title = 'Long'\n");
    folder.write("book/01-a.md", "# Turn {#turn}\n\nDraw.\n");
    let mut codes = Vec::new();
    for count in (105..190).step_by(5) {
        let text = "Words of a rule that go on and on until they fill more than one line.\n\n";
        let sheet = format!("# Rules {{rule=\"#turn\"}}\n\n{}", text.repeat(count));
        folder.write("book/sheet.md", sheet);
        let ran = folder.run(&["build", "book", "--only", "sheet", "--output", "out"]);
        let told = ran.stderr.contains("[overflow]") && ran.stderr.contains("mm too high");
        assert_eq!(told, ran.code == Some(4), "{count}: {}", ran.stderr);
        codes.push(ran.code);
    }
    assert!(codes.is_sorted(), "{codes:?}");
    assert_eq!((codes[0], codes[codes.len() - 1]), (Some(0), Some(4)));
}
