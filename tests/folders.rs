//! Folders without a book.toml: five repositories of rules in `tests/cases/folders`. Every word and
//! picture in them is printed or named, and everything else is reported.

mod root;
mod texts;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulepress::document::{BlockKind, InlineKind, plain_text, walk};
use rulepress::ledger::WordCount;
use rulepress::ledger::each_word;
use rulepress::ledger::lex::{SourcePart, each_part};
use typst::layout::{Frame, FrameItem};

use crate::common::{Folder, Laid, golden, lay, root as project};

/// The repositories, and the language in which each can be built besides its own.
const REPOSITORIES: [(&str, Option<&str>); 5] = [
    ("beside", None),
    ("docs-index", None),
    ("long-file", None),
    ("two-languages", Some("de")),
    ("wiki", None),
];

/// The words of the one chart that make its form: its kind, its direction and the names of its boxes.
const CHART_FORM: &str = "graph TD A B B B C D";

/// Returns a copy of a repository with the files that git adds, which no repository can contain
/// itself.
fn repository(name: &str, at: &Folder) -> PathBuf {
    let from = project().join("tests/cases/folders").join(name);
    for file in files_below(&from) {
        let bytes = std::fs::read(from.join(&file)).expect("it can be read");
        at.write(&format!("{name}/{file}"), bytes);
    }
    at.write(&format!("{name}/.git/HEAD"), "ref: refs/heads/main\n");
    at.path().join(name)
}

/// Returns the files below a folder, without those of git.
fn files_below(folder: &Path) -> Vec<String> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| entry.file_name() != ".git").flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| entry.path().strip_prefix(folder).expect("it is below").to_path_buf())
        .map(|path| path.to_str().expect("it is Unicode").replace('\\', "/"))
        .collect()
}

#[test]
fn every_word_and_picture_is_printed_or_named() {
    let folder = Folder::new("folders-words");
    for (name, _) in REPOSITORIES {
        let path = repository(name, &folder);
        let laid = lay(&path, "a5");
        let mut lost: Vec<String> = Vec::new();
        for file in files_below(&path) {
            if !is_named(&laid, name, &file) {
                lost.extend(lost_of_file(&laid, &path, name, &file));
            }
        }
        assert!(lost.is_empty(), "{name}: {}", lost.join("\n"));
        let pictures: usize = laid.pages.pages().iter().map(|page| images(&page.frame)).sum();
        assert_eq!(pictures, shown_pictures(&laid), "{name}: pictures on its pages");
    }
}

/// True if a finding says that a file, or the folder around it, is left out.
fn is_named(laid: &Laid, name: &str, file: &str) -> bool {
    let told = ["left-out", "unread-files", "translation"];
    let findings = laid.read.findings.0.iter();
    let mut told =
        findings.filter(|finding| told.contains(&finding.code.name) && finding.span.is_none());
    let silent = file.split('/').any(|part| part == "node_modules");
    let whole = format!("{name}/{file}");
    silent
        || told.any(|finding| {
            let about = finding.file.as_deref().unwrap_or_default().replace('\\', "/");
            let folder = about.split(&format!("{name}/")).last().unwrap_or_default();
            let is_about =
                !folder.is_empty() && (file == folder || file.starts_with(&format!("{folder}/")));
            is_about || finding.message.replace('\\', "/").contains(&format!("{whole}`"))
        })
}

/// Returns the parts of a file that are on no page: its words, or the file itself if it is a
/// picture.
fn lost_of_file(laid: &Laid, path: &Path, name: &str, file: &str) -> Option<String> {
    let end = file.rsplit('.').next().unwrap_or_default();
    match end {
        "md" | "markdown" => {
            let text = std::fs::read_to_string(path.join(file)).expect("it is a text");
            let mut count = WordCount::default();
            each_part(&text, false, &mut |part| {
                if let SourcePart::Visible(place) = part {
                    each_word(&text[place], &mut |word, _| count.expect(word));
                }
            });
            laid.runs.iter().for_each(|run| count.find_text(&run.text));
            alternatives(laid, &mut count);
            count.find_text(CHART_FORM);
            let lost = count.lost();
            (!lost.is_empty()).then(|| format!("{file}: {lost:?}"))
        }
        "png" | "jpg" | "svg" => {
            let known = laid.read.book.pictures.keys().any(|key| key.ends_with(file));
            (!known).then(|| format!("{file} is in no text of {name}"))
        }
        "yml" | "gitignore" => None,
        other => Some(format!("{file}: nobody says what becomes of .{other}")),
    }
}

/// Counts the words of the alternative texts of printed pictures, which are in the PDF.
fn alternatives(laid: &Laid, count: &mut WordCount) {
    for blocks in laid.read.book.bodies() {
        walk::each_block(blocks, &mut |block| {
            if let BlockKind::Figure(figure) = &block.kind {
                count.find_text(&figure.image.alt);
            }
        });
        walk::each_inline(blocks, &mut |inline| {
            if let InlineKind::Image(image) = &inline.kind {
                count.find_text(&image.alt);
            }
        });
    }
}

/// Returns the number of pictures in the text.
fn shown_pictures(laid: &Laid) -> usize {
    let mut shown = 0;
    for blocks in laid.read.book.bodies() {
        walk::each_block(blocks, &mut |block| {
            let is_shown =
                matches!(&block.kind, BlockKind::Figure(figure) if figure.image.file.is_some());
            shown += usize::from(is_shown);
        });
        walk::each_inline(blocks, &mut |inline| {
            let is_shown = matches!(&inline.kind, InlineKind::Image(image) if image.file.is_some());
            shown += usize::from(is_shown);
        });
    }
    shown
}

fn images(frame: &Frame) -> usize {
    let count = |item: &FrameItem| match item {
        FrameItem::Group(group) => images(&group.frame),
        FrameItem::Image(..) => 1,
        FrameItem::Text(_) | FrameItem::Shape(..) | FrameItem::Link(..) | FrameItem::Tag(_) => 0,
    };
    frame.items().map(|(_, item)| count(item)).sum()
}

/// The title, the language, the titles of chapters and all findings, as `check` prints them.
#[test]
fn order_and_findings() {
    let folder = Folder::new("folders-findings");
    let mut wrong = Vec::new();
    for (name, other) in REPOSITORIES {
        let path = repository(name, &folder);
        for language in [None, other].into_iter().take(1 + usize::from(other.is_some())) {
            let options = language.map_or(Vec::new(), |language| vec!["--language", language]);
            let dump = folder.run(&[&["dump", "document", name][..], &options].concat());
            let checked = folder.run(&[&["check", name][..], &options].concat());
            let titles = dump.stdout.lines().filter(|line| {
                ["title", "language", "heading 1", "heading 2"]
                    .iter()
                    .any(|kind| line.trim_start().starts_with(kind))
            });
            let titles: Vec<&str> =
                titles.map(|line| line.split(" @").next().unwrap_or(line)).collect();
            let text = format!(
                "{}\n\n{}exit code {:?}\n",
                titles.join("\n"),
                checked.stderr,
                checked.code
            );
            let file = language.map_or(name.to_owned(), |language| format!("{name}-{language}"));
            let accepted = project().join("tests/cases/folders").join(file).with_extension("txt");
            wrong.extend(golden(&accepted, &text));
        }
        assert!(path.is_dir());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The title of a folder's book, its chapters, and the kinds of finding.
struct Told {
    title: String,
    chapters: Vec<String>,
    codes: BTreeSet<&'static str>,
}

/// Reads a folder of these files; an empty one is a folder.
fn told(folder: &Folder, at: &str, files: &[(&str, &str)]) -> Told {
    for (file, text) in files {
        folder.write(&format!("{at}/{file}"), text);
    }
    let read = folder.book(at);
    let headings = read.book.blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Heading(heading) if heading.level == 1 => Some(plain_text(&heading.content)),
        _ => None,
    });
    let codes = read.findings.0.iter().map(|finding| finding.code.name).collect();
    Told { title: read.book.title.clone(), chapters: headings.collect(), codes }
}
