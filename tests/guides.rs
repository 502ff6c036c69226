//! The statements of README.md, CONTRIBUTING.md and docs/ about the project are true: every path
//! and every link exists.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::root;

/// The texts for users and contributors.
const GUIDES: [&str; 27] = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/README.md",
    "docs/style.md",
    "docs/commands.md",
    "docs/print-a-game.md",
    "docs/tutorial.md",
    "docs/writing.md",
    "docs/editions.md",
    "docs/review.md",
    "docs/health.md",
    "docs/printing.md",
    "docs/rules.md",
    "docs/templates.md",
    "docs/house.md",
    "docs/packages.md",
    "docs/promises.md",
    "docs/print-shops.md",
    "docs/browser.md",
    "docs/reading.md",
    "docs/play.md",
    "docs/play-lines.md",
    "docs/lessons.md",
    "docs/table.md",
    "docs/reference/rules.md",
    "docs/reference/book.md",
    "docs/reference/findings.md",
];
/// Folders of the project; a quoted path that begins with one of them must be there.
const FOLDERS: [&str; 11] = [
    ".ci/",
    ".github/",
    "benches/",
    "crates/",
    "docs/",
    "output/gallery/",
    "packages/",
    "src/",
    "templates/",
    "tests/",
    "web/press/",
];

#[test]
fn paths_are_there() {
    let mut wrong = Vec::new();
    for guide in GUIDES {
        let text = std::fs::read_to_string(root().join(guide)).expect("the guide is there");
        let folder = Path::new(guide).parent().expect("a guide lies in a folder");
        let quoted = quoted(&text).into_iter().filter(|path| is_of_project(path));
        let paths = quoted.map(|path| Path::new(path).to_owned());
        let prose = without_code(&text);
        let links = links(&prose).into_iter().map(|link| folder.join(link));
        let lost = paths.chain(links).filter(|path| !is_there(path));
        wrong.extend(lost.map(|path| format!("{guide}: there is no {}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True if there is a path of the project, and the heading that follows its `#`.
fn is_there(path: &Path) -> bool {
    let path = path.to_string_lossy();
    let (file, heading) = path.split_once('#').unwrap_or((&path, ""));
    let file = root().join(file);
    heading.is_empty() && file.exists()
        || std::fs::read_to_string(file).is_ok_and(|text| slugs(&text).contains(heading))
}

/// Returns the slugs of the headings of a Markdown text, as code hosts make them.
fn slugs(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |sign: &char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | ' ');
    titles.map(|title| title.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("it is there")
}

#[test]
fn readme_is_short() {
    let readme = readme();
    assert!(readme.lines().count() <= 90, "README.md is for users; CONTRIBUTING.md has room");
    let wide: Vec<&str> = readme.lines().filter(|line| line.chars().count() > 110).collect();
    assert!(wide.is_empty(), "{wide:?}");
}

/// The picture beside the quoted lines shows the chapter that they are from.
#[test]
fn readme_quotes_a_chapter() {
    let readme = readme();
    let quoted = readme.split("```markdown\n").nth(1).expect("a source is quoted");
    let quoted = quoted.split("```").next().expect("the quotation ends");
    let chapter = root().join("content/gaia-project/05-actions.md");
    let chapter = std::fs::read_to_string(chapter).expect("the chapter is there");
    assert!(chapter.contains(quoted), "README.md quotes what is no longer in the chapter");
}

/// Returns the texts between backticks on one line.
fn quoted(text: &str) -> Vec<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// True if a quoted text is a path of this project, without names to fill in and patterns.
fn is_of_project(path: &str) -> bool {
    let is_plain = !path.contains(['*', ' ']) && !path.contains("NAME");
    is_plain && FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Returns a text without its fenced blocks and the texts between backticks: links in them are
/// examples.
fn without_code(text: &str) -> String {
    let (mut prose, mut fence) = (String::new(), None);
    for line in text.lines() {
        let mark = line.len() - line.trim_start_matches('`').len();
        match fence {
            None if mark >= 3 => fence = Some(mark),
            None if line.starts_with("    ") => {}
            None => prose = prose + line + "\n",
            Some(open) if mark >= open => fence = None,
            Some(_) => {}
        }
    }
    let outside = |paragraph: &str| paragraph.split('`').step_by(2).collect::<String>();
    prose.split("\n\n").map(outside).collect()
}

/// The aims of links that lead to files.
fn links(text: &str) -> Vec<&str> {
    let aims = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    aims.filter(|aim| !aim.starts_with("http") && !aim.starts_with('#')).collect()
}
