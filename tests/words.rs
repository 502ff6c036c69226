//! No word is lost: every word of every line of the real documents is on the laid-out pages, in
//! order.
//!
//! Exceptions: fence lines, the names of boxes, the contents of script, style and head, and the
//! addresses of links.

use crate::common::{Folder, Laid, SEEDS, lay, root, rulepress, seeds};

/// Most other words between two words of a line: a page number, a reference, a running head, a
/// figure.
const GAP: usize = 60;

#[test]
fn every_word_of_the_real_documents_is_printed_in_order() {
    let Some(seeds) = seeds() else { return };
    for name in SEEDS {
        let path = seeds.join(name);
        let laid = lay(&path, "a4");
        let printed = tokens(&printed(&laid));
        let text = std::fs::read_to_string(&path).expect("the document can be read");
        let lines = if name.ends_with(".html") { html_lines(&text) } else { markdown_lines(&text) };
        assert!(lines.len() > 40, "{name}: only {} lines were found in the source", lines.len());
        for line in lines {
            let wanted = tokens(&line);
            // A `TODO` is printed as a mark, or replaced by the picture of a play area.
            if !line.contains("TODO") {
                assert!(stands_in(&wanted, &printed), "{name}: not printed in order: {line}");
            }
        }
    }
}

#[test]
fn a_lost_word_is_noticed() {
    let printed = tokens("Draw four cards from your deck, then discard one");
    assert!(stands_in(&tokens("draw from deck"), &tokens("draw four from the deck")));
    assert!(!stands_in(&tokens("Draw five cards"), &printed));
    assert!(!stands_in(&tokens("cards four"), &printed));
}

fn printed(laid: &Laid) -> String {
    laid.runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_footnote_is_printed_once() {
    let file = "tests/cases/findings/unknown-footnote.md";
    let pages = rulepress(root(), &["dump", "pages", file]).stdout;
    for note in ["From the top", "Nobody asks for this"] {
        assert_eq!(pages.matches(note).count(), 1, "`{note}` in the pages:\n{pages}");
    }
}

/// A note of a later chapter has the label that its author wrote, and its chart has a page.
#[test]
fn a_loose_footnote_is_as_it_is_written() {
    let folder = Folder::new("words-footnote");
    folder.write("game/book.toml", "title = 'Game'\nsources = ['one.md', 'two.md']");
    folder.write("game/one.md", "# One\n\nDraw.\n");
    let note =
        "[^why]: Nobody asks.\n\n    ```mermaid\n    graph TD\n    A[Draw] --> B[Play]\n    ```\n";
    folder.write("game/two.md", format!("# Two\n\nPlay.\n\n{note}"));
    folder.run(&["check", "game"]).says("the footnote `why` is not used;");
    let pages = folder.run(&["dump", "pages", "game"]).stdout;
    assert!(pages.contains("[why]"), "{pages}");
    folder.run(&["build", "game"]).prints("flowcharts.pdf");
}

/// Runs of letters and digits; break opportunities inside words do not count.
fn tokens(text: &str) -> Vec<String> {
    let text: String =
        text.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{ad}' | '\u{2060}')).collect();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// True if the words are somewhere in `printed`, in order, with gaps of at most [`GAP`].
fn stands_in(words: &[String], printed: &[String]) -> bool {
    let Some(first) = words.first() else { return true };
    (0..printed.len()).any(|start| {
        let Some(mut at) = joined(first, &printed[start..]).map(|count| start + count) else {
            return false;
        };
        words[1..].iter().all(|word| {
            let end = printed.len().min(at + GAP);
            let found =
                (at..end).find_map(|from| joined(word, &printed[from..]).map(|count| from + count));
            found.map(|next| at = next).is_some()
        })
    })
}

/// Returns the number of printed pieces that make the word, for words broken between lines or
/// fonts; `None` if they do not.
fn joined(word: &str, printed: &[String]) -> Option<usize> {
    let mut rest = word;
    for (count, piece) in printed.iter().enumerate() {
        rest = rest.strip_prefix(piece.as_str())?;
        if rest.is_empty() {
            return Some(count + 1);
        }
    }
    None
}

/// The lines of a Markdown text without markup and link addresses; fence lines are left out.
fn markdown_lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = line.trim().len() > 3;
            continue;
        }
        let found = if code { labels(line) } else { vec![without_marks(line)] };
        lines.extend(found.into_iter().filter(|line| !line.trim().is_empty()));
    }
    lines
}

/// Returns the words in the boxes, lines and frames of one line of a chart; its names and arrows
/// are not printed.
fn labels(line: &str) -> Vec<String> {
    let mut labels = Vec::new();
    for part in line.trim().trim_end_matches(';').split("-->") {
        let (before, answer) = part.split_once("--").unwrap_or((part, ""));
        labels.push(answer.trim().to_owned());
        if let (Some(open), Some(close)) =
            (before.find(['[', '(', '{']), before.rfind([']', ')', '}']))
        {
            labels.push(before[open + 1..close].to_owned());
        }
    }
    labels
}

/// A line without list number, tags and the addresses of links.
fn without_marks(line: &str) -> String {
    let trimmed = line.trim_start();
    let number = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let body = if number > 0 && trimmed[number..].starts_with(". ") {
        &trimmed[number + 1..]
    } else {
        trimmed
    };
    let mut out = String::new();
    let mut rest = body;
    while let Some(at) = rest.find("](").into_iter().chain(rest.find('<')).min() {
        out.push_str(&rest[..at]);
        out.push(' ');
        let closing = if rest[at..].starts_with('<') { '>' } else { ')' };
        rest = rest[at..].find(closing).map_or("", |end| &rest[at + end + 1..]);
    }
    out + rest
}

/// The runs of text between the tags of an HTML body, with the references the document uses
/// decoded.
fn html_lines(text: &str) -> Vec<String> {
    let body = text.split_once("<body>").map_or(text, |(_, body)| body);
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or("", |(_, text)| text));
    pieces
        .map(|piece| piece.replace("&amp;", "&"))
        .filter(|piece| !piece.trim().is_empty())
        .collect()
}
