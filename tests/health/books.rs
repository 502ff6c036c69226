//! The books of this project.

use crate::common::{Folder, root, rulepress, sampled_books};

use super::{passages, report};

/// Each book makes a page, with a mark for each of its passages.
#[test]
fn every_book_makes_a_page() {
    let folder = Folder::new("health-books");
    for book in sampled_books() {
        let path = book.to_string_lossy();
        let file = folder.path().join("report.html");
        let file = file.to_string_lossy();
        let ran = rulepress(root(), &["check", &path, "--games", "2", "--report", &file]);
        assert!(ran.code.is_some_and(|code| code < 2), "{path}: {}", ran.stderr);
        let text = std::fs::read_to_string(&*file).expect("the page was written");
        assert!(text.matches("class=\"cell").count() > 100, "{path}");
        assert!(
            text.contains("<strong>holds</strong>") || text.contains("<strong>unsure</strong>"),
            "{path}"
        );
    }
}

/// A rule of a book that loses its function is a hole, though no function is missing.
#[test]
fn two_forgotten_rules_are_told() {
    let folder = Folder::new("health-forgotten");
    folder.copy(&root().join("content/gazer"), "book");
    let before = passages(&report(&folder, &[]), "unheld");
    let modules: Vec<_> = walkdir::WalkDir::new(folder.path().join("book/rules"))
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .filter_map(|entry| Some((std::fs::read_to_string(entry.path()).ok()?, entry.into_path())))
        .collect();
    let anchor = |line: &str| line.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let all = modules.iter().flat_map(|(text, _)| text.lines());
    let bound: Vec<String> = all.filter(|line| line.starts_with("#@")).map(anchor).collect();
    let mut taken: Vec<String> = Vec::new();
    for (text, path) in &modules {
        let (mut kept, mut last) = (Vec::new(), "");
        for line in text.lines() {
            // If a function has two bindings, the second is removed, and the function stays unchanged.
            let own = anchor(line);
            let is_second = line.starts_with("#@ #ruling") && last.starts_with("#@ #");
            let is_alone = bound.iter().filter(|other| **other == own).count() == 1;
            if is_second && is_alone && taken.len() < 2 {
                taken.push(own);
            } else {
                kept.push(line);
            }
            last = line;
        }
        std::fs::write(path, kept.join("\n") + "\n").expect("it can be written");
    }
    assert_eq!(taken.len(), 2, "two bindings were taken away: {taken:?}");
    let after = passages(&report(&folder, &[]), "unheld");
    let new: Vec<_> = after.iter().filter(|address| !before.contains(address)).collect();
    assert_eq!((new.len(), after.len()), (2, before.len() + 2), "{taken:?}: {new:?}");
}
