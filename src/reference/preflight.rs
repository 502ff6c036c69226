//! All checks of finished PDFs as a page.

use super::{cell_text, made_note};
use base::text::capitalized;
use press::preflight::FaultKind;

const INTRODUCTION: &str = "\
# Checks of finished PDFs

`rulepress preflight FILE.pdf --profile NAME` looks at a finished PDF as a print shop does, whichever program made it:

    rulepress preflight cover.pdf --profile generic-3mm --trim 148x210
    rulepress preflight pages.pdf cards.pdf --profile myshop.toml
    rulepress preflight pages.pdf -v                        # each place, where usually many of a kind are one line
    rulepress preflight pages.pdf --format json             # for other programs

`build` looks at the files for a print shop in the same way. Each fault comes with its page, its place and what to do:

    error[print-file]: page 3, 12 mm from the left, 40 mm from the top, 30 x 8 mm: a picture is in RGB (rgb-picture)

Places count from the top left of the page after it is cut, as it is seen. The name in brackets never changes. The command ends
with 1 if there is an error: the print shop refuses the file or prints it wrongly. A warning is something to look at.

What is asked stands in the print profile, and what the profile does not name is not looked at: `bleed`, `safe`, `colour = \"cmyk\"`
(only inks), `ink-limit`, `line`, `dpi`, `multiple`, `least-pages`, `most-pages`, `standard` and `output-condition`. Some figures
are the same for all: text under 7 pt is a warning and under 5 pt an error, light text should have 6 pt, black and grey text
under 24 pt should be black alone, a picture with less than two thirds of the dots is an error. What ends within 1 mm of the edge was
meant to reach it, and must go on into the bleed.

What it cannot see: inks of several things that overprint one another add up, and each is looked at alone; pictures are looked at for
ink only as JPEG or without loss, at 8 bits; hidden layers count as if they were shown; letters count by their widths and usual
heights, not by their outlines; it does not say that a file is PDF/X, only what keeps it from being that.

| check | what it finds | what to do |
|---|---|---|
";

/// Returns the text of `docs/reference/preflight.md`.
pub fn preflight_page() -> String {
    let rows = FaultKind::ALL.iter().map(|kind| {
        let [meaning, hint] = [kind.meaning(), kind.hint()].map(cell_text);
        format!("| `{}` | {meaning} | {}. |\n", kind.name(), capitalized(&hint))
    });
    made_note("`crates/press/src/preflight/kind.rs`") + INTRODUCTION + &rows.collect::<String>()
}
