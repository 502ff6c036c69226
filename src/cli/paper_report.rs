//! Sheets and ink for printing files at home, in words. In: sheets and ink of each file. Out: a line for
//! each.

use base::text::counted;
use press::OutputFile;
use press::pdf::home::PaperUse;
use press::pdf::home::ink::InkUse;

/// Note on the unit of ink.
const INK_NOTE: &str = "\
ink is counted in usual pages: a twentieth of the paper covered by that ink, as makers of cartridges reckon. It was measured on
the drawn pages, whose colours were changed into four inks in the plainest way: compare files by it, a printer mixes otherwise.
";

/// Paper of a file, and its ink in the low-ink theme.
pub struct PaperLine {
    pub paper: PaperUse,
    pub low_ink: Option<InkUse>,
}

/// Returns the paper of each file of an output, with the ink of its counterpart in `low`.
pub fn paper_lines(files: &[OutputFile], low: &[OutputFile]) -> Vec<PaperLine> {
    let used = files.iter().filter_map(|file| Some((file, file.paper.clone()?)));
    let lines = used.map(|(file, paper)| {
        let same = low.iter().find(|other| low_name(&other.name) == low_name(&file.name));
        let low_ink = same.and_then(|other| other.paper.as_ref()?.ink);
        PaperLine { paper, low_ink }
    });
    lines.collect()
}

/// Returns the name of a file without the mark of the low-ink theme.
fn low_name(name: &str) -> String {
    name.replace("-low-ink", "")
}

/// Returns all lines, and a note on the unit of ink.
pub fn paper_text(lines: &[PaperLine]) -> String {
    let mut text: String = lines.iter().map(paper_line).collect();
    if lines.iter().any(|line| line.paper.ink.is_some()) {
        text += INK_NOTE;
    }
    text
}

/// Returns the line of a file: "deck-home-a4: 2 sheets of A4, both sides".
fn paper_line(line: &PaperLine) -> String {
    let PaperUse { file, paper, sheets, both_sides, ink } = &line.paper;
    let sheets = counted(*sheets, "sheet");
    let sides = if *both_sides { "both sides" } else { "one side" };
    let paper = match paper.chars().next().is_some_and(|first| first == 'a') {
        true => paper.to_uppercase(),
        false => paper.clone(),
    };
    let mut words = format!("{file}: {sheets} of {paper}, {sides}");
    if let Some(ink) = ink {
        words += &format!("; ink: {}", ink_words(*ink));
    }
    if let Some(low) = line.low_ink {
        words += &format!("; with --theme low-ink: {}", ink_words(low));
    }
    words + "\n"
}

/// Describes ink: "black as of 16 pages, cyan 24, magenta 18, yellow 22".
fn ink_words(ink: InkUse) -> String {
    let pages = |ink: f64| {
        let pages = ink / InkUse::USUAL_PAGE;
        if pages >= 9.95 { format!("{pages:.0}") } else { format!("{pages:.1}") }
    };
    let InkUse { cyan, magenta, yellow, black } = ink;
    format!(
        "black as of {} pages, cyan {}, magenta {}, yellow {}",
        pages(black),
        pages(cyan),
        pages(magenta),
        pages(yellow)
    )
}
