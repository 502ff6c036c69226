//! The functions for rules as a page, from the documentation of the host.

use super::made_note;
use rules::host::{Primitive, primitive_groups};

const INTRODUCTION: &str = "\
# Everything that rules can call

[The guide to rules](../rules.md) says how rules are written; this page lists what they can call. In a signature, an
argument with `=` may be left out and has that value then; the arguments before it are written without their names. `->`
says what a call gives. `None` is nothing; `a | b` is one of both; `any` is any value.

The examples use what a module `table.star` declares: the players `you` and `foe`; the zones `deck`, `hand`, `field` and
`discard`; the counters `damage` and `gold`, the track `level`, the flag `tapped`, the die `d6`; the rows `CARDS` and the
spaces `SPACES`. `card` is a card in `field`, `other` one in `hand`, `space` the first space, and `half` a fraction.

";

/// Returns the text of `docs/reference/rules.md`.
pub fn rules_page() -> String {
    let mut page = made_note("the comments of the host, `crates/rules/src/host/`,") + INTRODUCTION;
    for group in primitive_groups() {
        page += &format!("## {}\n\n{}\n\n", group.title, group.about);
        group.members.iter().for_each(|member| page += &entry(member));
    }
    page.trim_end().to_owned() + "\n"
}

fn entry(primitive: &Primitive) -> String {
    let Primitive { name, signature, sentence, details, example, .. } = primitive;
    let mut text = format!("### {name}\n\n`{signature}`\n\n{sentence}\n\n");
    if !details.is_empty() {
        text += &format!("{details}\n\n");
    }
    text + &format!("```python\n{example}\n```\n\n")
}
