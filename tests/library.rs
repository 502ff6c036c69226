//! The example of the library's documentation works as it says, and makes the same outputs as the
//! command line.

use crate::common::{Folder, root};

#[allow(unreachable_pub)]
mod example {
    include!("../docs/library.rs");
}

#[test]
fn the_library_makes_what_the_command_line_makes() {
    let folder = Folder::new("library");
    let book = root().join("content/gazer");
    let words = example::print_book(&book, folder.path()).expect("it is made");
    let path = book.to_str().expect("it is text");
    let order = ["build", "--only", "rulebook,sheet", "--profile", "home-a4", path];
    folder.run(&order).ended(0);
    for name in ["rulebook-home-a4.pdf", "sheet-home-a4.pdf"] {
        let read = |path: String| std::fs::read(folder.path().join(path)).unwrap_or_default();
        let (ours, theirs) = (read(name.to_owned()), read(format!("output/gazer/{name}")));
        assert!(!ours.is_empty() && ours == theirs, "{name} differs");
    }
    assert!(words.is_empty(), "{words}");
}

/// Faults of a text come back in words with file and line.
#[test]
fn the_library_says_what_is_wrong() {
    let folder = Folder::new("library-wrong");
    folder.write("rules.md", "# Rules\n\nDraw cards.\n\n![A map](map.png)\n");
    let text = folder.path().join("rules.md");
    let words = example::print_book(&text, folder.path()).expect("it is made");
    assert!(words.contains("rules.md:5"), "{words}");
}
