//! The references of docs/ are those that the code makes, and they are complete and true: examples
//! of primitives are checked and played, schemas accept the same files as the program.

mod primitives;
pub(crate) mod schemas;

use std::collections::BTreeSet;

use rulepress::diagnostic::{code, explanation_groups, find_explanation};
use rulepress::reference::reference_pages;
use rulepress::source::BookVersion;

use crate::common::{Folder, golden, root, rulepress};

#[test]
fn references_are_those_of_the_code() {
    let pages = reference_pages();
    let wrong = pages.iter().filter_map(|page| golden(&root().join(&page.path), &page.text));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every icon and every colour is on a page with legible pictures, and is listed by a command.
#[test]
fn icons_and_colours_are_listed() {
    for name in ["icons.svg", "colours.svg"] {
        let pages = reference_pages();
        let page = pages.iter().find(|page| page.path.ends_with(name)).expect("it is made");
        let drawing = roxmltree::Document::parse(&page.text).expect("it is XML");
        assert!(drawing.descendants().filter(|node| node.has_tag_name("text")).count() > 60);
        assert!(page.text.len() < 100_000, "{name}: {}", page.text.len());
    }
    let folder = Folder::new("references-lists");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    folder.write("book/theme.toml", "[colour]\naccent = \"#123456\"\n");
    folder.write(
        "book/icons/mana.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path d='M2 2h20v20z'/></svg>",
    );
    let listed = |arguments: &[&str]| folder.run(arguments).stdout;
    let icons = listed(&["icons", "book"]);
    assert!(icons.contains("  :mana:") && icons.contains("  :sword:"), "{icons}");
    assert!(!listed(&["icons"]).contains("mana"));
    let colours = listed(&["colours", "book"]);
    assert!(colours.contains("  accent         #123456  Titles, numbers"), "{colours}");
    assert!(listed(&["colours", "book", "--theme", "codex"]).contains("highlight"));
    assert!(!listed(&["colours", "book", "--theme", "codex"]).contains("#123456"));
}

#[test]
fn every_finding_is_explained_once() {
    let explained = explanation_groups().iter().flat_map(|group| &group.findings);
    let explained: Vec<&str> = explained.map(|finding| finding.code.name).collect();
    let once: BTreeSet<&str> = explained.iter().copied().collect();
    let all: BTreeSet<&str> = code::ALL.iter().map(|(code, _)| code.name).collect();
    let missing: Vec<_> = all.difference(&once).collect();
    assert!(missing.is_empty(), "write into crates/base/src/diagnostic/explanations: {missing:?}");
    assert_eq!(explained.len(), once.len(), "a finding is explained twice");
}

#[test]
fn explanations_are_sentences() {
    for finding in explanation_groups().iter().flat_map(|group| &group.findings) {
        for text in [&finding.cause, &finding.cure] {
            let name = finding.code.name;
            let text = text.trim();
            assert!(text.len() > 20, "{name}: {text:?} explains nothing");
            assert!(text.ends_with(['.', ':', '`']), "{name}: {text:?} is no sentence");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{name}: long lines");
        }
    }
}

#[test]
fn explain_prints_cause_and_cure() {
    let ran = rulepress(root(), &["explain", "broken-link"]);
    let known = find_explanation("broken-link").expect("it is known");
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.starts_with("warning[broken-link]: "), "{}", ran.stdout);
    assert!(ran.stdout.contains(known.cure.lines().next().expect("it has a line")));
    rulepress(root(), &["explain", "brokenlink"]).says("did you mean `broken-link`?").ended(2);
}

#[test]
fn explain_lists_every_finding() {
    let ran = rulepress(root(), &["explain"]);
    let listed = |name: &str| ran.stdout.lines().any(|line| line.trim_start().starts_with(name));
    let missing: Vec<&str> =
        code::ALL.iter().map(|(code, _)| code.name).filter(|name| !listed(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let ran = rulepress(root(), &["explain", "--format", "json"]);
    let data = ran.json();
    let count = code::ALL.iter().map(|(code, _)| code.name).collect::<BTreeSet<_>>().len();
    assert_eq!(data.as_array().map(Vec::len), Some(count));
}

#[test]
fn fix_names_the_version_and_renames_keys() {
    let folder = Folder::new("references-fix");
    folder.write("book.toml", "# A book.\n\nname = \"Game\" # the name\nchapters = [\"a.md\"]\n");
    folder.write("a.md", "# Turn\n\nDraw a card.\n");
    folder.run(&["check", ".", "--fix"]).ended(0);
    let text = folder.text("book.toml");
    let version = BookVersion::of_program();
    let wanted = format!(
        "# A book.\n\nrulepress = \"{version}\"\ntitle = \"Game\" # the name\nsources = [\"a.md\"]\n"
    );
    assert_eq!(text, wanted);
    let ran = folder.run(&["check", "."]);
    assert!(ran.stderr.ends_with("no findings\n"), "{}", ran.stderr);
    folder.run(&["check", ".", "--fix"]).never_says("fixed");
}

#[test]
fn keys_of_earlier_lessons_are_read_and_mended() {
    let folder = Folder::new("references-lesson");
    folder.copy(&root().join("tests/cases/findings/old-key"), "book");
    let lesson = "book/lessons/01-turn.toml";
    let old = folder.text(lesson);
    let told = |arguments: &[&str]| {
        let ran = folder.run(arguments);
        (ran.stdout + &ran.stderr).matches("[old-key]").count()
    };
    assert_eq!(told(&["check", "book"]), 2);
    folder.run(&["check", "book", "--fix"]);
    let wanted = old.replace("goes_on", "goes-on").replace("whole_game", "whole-game");
    assert_ne!(old, wanted);
    assert_eq!(folder.text(lesson), wanted);
    assert_eq!(told(&["check", "book"]), 0);
}

#[test]
fn a_book_without_a_version_is_quiet() {
    let folder = Folder::new("references-quiet");
    folder.write("book.toml", "title = \"Game\"\nsources = [\"a.md\"]\n");
    folder.write("a.md", "# Turn\n\nDraw a card.\n");
    let ran = folder.run(&["check", "."]);
    assert!(ran.stderr.ends_with("no findings\n"), "{}", ran.stderr);
}
