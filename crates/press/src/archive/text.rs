//! The list of an archive as text.

use std::fmt::Write;

use super::entry::{FileCheck, FileEntry};
use super::list::GameList;

/// Greatest length of a line, in characters.
const LINE: usize = 100;

/// Returns the list as text.
pub fn list_text(list: &GameList) -> String {
    let mut out = String::new();
    let service = &list.service;
    let below = [list.edition.clone(), list.date.clone()].into_iter().flatten();
    let head = std::iter::once(list.game.clone()).chain(below).collect::<Vec<_>>().join(", ");
    let _ = writeln!(out, "{head}\n{}\n", "=".repeat(head.chars().count()));
    wrap(&mut out, "", &format!("Print profile `{}`: {}.", service.profile, service.about));
    let made = format!(
        "Made for {}, with figures checked on {}: {}.",
        list.made_by, service.checked, service.source
    );
    wrap(&mut out, "", &made);
    out.push('\n');
    wrap(&mut out, "Files:   ", &service.files);
    wrap(&mut out, "Colours: ", &service.colours);
    let edges = format!(
        "{} mm of bleed; text stays {} mm away from where pages are cut.",
        service.bleed_mm, service.safe_mm
    );
    wrap(&mut out, "Edges:   ", &edges);
    wrap(&mut out, "Stock:   ", "The book names no paper and no card: choose them when you order.");
    if !service.unknown.is_empty() {
        let unknown = format!("The service does not say: {}.", service.unknown.join("; "));
        wrap(&mut out, "Unknown: ", &unknown);
    }
    let _ = writeln!(
        out,
        "\nWhat to order for one copy of the game\n--------------------------------------"
    );
    let mut rest = list.files.as_slice();
    while let Some(first) = rest.first() {
        let alike = rest.iter().take_while(|entry| first.is_page_beside(entry)).count().max(1);
        entry_text(&mut out, &rest[..alike]);
        rest = &rest[alike..];
    }
    if !list.left_out.is_empty() {
        let _ = writeln!(out, "\nNot in this archive\n-------------------");
        for part in &list.left_out {
            out.push('\n');
            wrap(&mut out, "", &format!("{}: {}.", part.part, part.why));
        }
    }
    out
}

/// Writes the entry of a file, or one entry for pictures of pages that are alike.
fn entry_text(out: &mut String, alike: &[FileEntry]) {
    let (Some(entry), Some(last)) = (alike.first(), alike.last()) else { return };
    let pieces = match (entry.pieces, entry.kind) {
        (Some(count), Some(kind)) => format!("{}: {count} {kind}", entry.holds),
        _ if alike.len() > 1 => {
            let page = last.page.unwrap_or_default();
            format!("{} to {page}: {} pictures", entry.holds, alike.len())
        }
        _ => entry.holds.clone(),
    };
    let _ = match alike {
        [_] => writeln!(out, "\n{}", entry.file),
        _ => writeln!(out, "\n{} to {}", entry.file, last.file),
    };
    let copies =
        if entry.copies == 1 { "1 copy".to_owned() } else { format!("{} copies", entry.copies) };
    let mut facts = vec![copies];
    let sizes: Vec<String> = entry.trim_mm.iter().map(|[w, h]| format!("{w} x {h} mm")).collect();
    match (entry.pages, entry.pixels) {
        (_, Some([width, height])) => facts.push(format!(
            "{width} x {height} pixels, {} dots per inch",
            entry.dots_an_inch.unwrap_or_default()
        )),
        (Some(1), None) => facts.push("1 page".to_owned()),
        (Some(pages), None) => facts.push(format!("{pages} pages")),
        (None, None) => {}
    }
    if !sizes.is_empty() {
        facts.push(format!("{} after cutting", sizes.join(" and ")));
    }
    wrap(out, "    ", &pieces);
    wrap(out, "    ", &facts.join("; "));
    if let Some(note) = &entry.note {
        wrap(out, "    ", note);
    }
    wrap(out, "    ", &check_words(&entry.check));
}

/// `Looked at by rulepress preflight: nothing is wrong.`
fn check_words(check: &FileCheck) -> String {
    let Some(by) = check.by else { return "Not checked.".to_owned() };
    match (check.errors, check.warnings) {
        (0, 0) => format!("Checked with {by}: nothing is wrong."),
        (errors, warnings) => {
            let faults = check.faults.join("; ");
            format!("Checked with {by}: errors {errors}, warnings {warnings}: {faults}.")
        }
    }
}

/// Wraps words to lines; lines after the first are indented by the width of `begin`.
fn wrap(out: &mut String, begin: &str, words: &str) {
    let indent = " ".repeat(begin.chars().count());
    let mut line = begin.to_owned();
    let mut is_first = true;
    for word in words.split_whitespace() {
        if !is_first && line.chars().count() + 1 + word.chars().count() > LINE {
            let _ = writeln!(out, "{}", line.trim_end());
            line = indent.clone();
            is_first = true;
        }
        if !is_first {
            line.push(' ');
        }
        line.push_str(word);
        is_first = false;
    }
    let _ = writeln!(out, "{}", line.trim_end());
}
