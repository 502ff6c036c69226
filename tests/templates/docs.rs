//! docs/templates.md: its examples work as printed, and its tables list everything that exists.

use rulepress::press::fields_of;
use rulepress::theme::templates::Hook;

use super::{Made, write_book};
use crate::common::{Folder, root};

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/templates.md")).expect("the guide is there")
}

/// Returns the text of the guide below the heading of a hook.
fn section(guide: &str, hook: Hook) -> String {
    let heading = format!("\n## {}\n", hook.name());
    let (_, rest) = guide.split_once(&heading).expect("each hook has a section");
    rest.split("\n## ").next().unwrap_or(rest).to_owned()
}

/// The example in a part of the guide.
fn example(part: &str) -> &str {
    let (_, rest) = part.split_once("```typ\n").expect("there is an example");
    rest.split("```").next().unwrap_or(rest)
}

/// Returns the texts in backticks in the first cells of the rows of a table.
fn first_cells(part: &str) -> Vec<&str> {
    let rows = part.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn examples_work_as_they_stand() {
    let guide = guide();
    let plain = Folder::new("templates-docs-plain");
    write_book(&plain, &[]);
    let plain = Made::of(&plain);
    let folder = Folder::new("templates-docs");
    let sections = Hook::ALL.map(|hook| (hook, section(&guide, hook)));
    let examples: Vec<(Hook, &str)> =
        sections.iter().map(|(hook, part)| (*hook, example(part))).collect();
    write_book(&folder, &examples);
    let made = Made::of(&folder);
    assert_eq!(made.told, "");
    for (hook, text) in examples {
        let alone = Folder::new(&format!("templates-docs-{}", hook.name()));
        write_book(&alone, &[(hook, text)]);
        let alone = Made::of(&alone);
        assert_eq!(alone.told, "", "{}", hook.name());
        let pages = |made: &Made| {
            let pages = [&made.rulebook, &made.deck, &made.sheet];
            pages.map(|pages| pages.as_ref().map(|pages| format!("{:?}", pages.pages())))
        };
        assert!(pages(&alone) != pages(&plain), "{} changes nothing", hook.name());
    }
}

#[test]
fn the_first_example_works() {
    let guide = guide();
    let folder = Folder::new("templates-docs-first");
    write_book(&folder, &[(Hook::Callout, example(&guide))]);
    assert_eq!(Made::of(&folder).told, "");
}

#[test]
fn tables_list_every_field() {
    let guide = guide();
    for hook in Hook::ALL {
        let part = section(&guide, hook);
        let told: Vec<&str> =
            first_cells(&part).into_iter().map(|cell| cell.trim_start_matches("it.")).collect();
        let known = fields_of(hook);
        assert_eq!(sorted(&told), sorted(known), "{}", hook.name());
        // Fields that the templates really give; `art` is for a function of `/rulepress.typ`.
        let folder = Folder::new(&format!("templates-fields-{}", hook.name()));
        let keys: Vec<String> = known.iter().map(|key| format!("\"{key}\"")).collect();
        let text = format!(
            "#let {}(it) = {{ assert.eq(it.keys().filter(key => key != \"art\").sorted(), ({},).sorted()); it.default }}\n",
            hook.name(),
            keys.join(", ")
        );
        write_book(&folder, &[(hook, &text)]);
        assert_eq!(Made::of(&folder).told, "");
    }
}

fn sorted<'t>(names: &[&'t str]) -> Vec<&'t str> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

#[test]
fn everything_offered_is_told() {
    let guide = guide();
    let (_, part) =
        guide.split_once("\n## What a template may import\n").expect("it has a section");
    let told = first_cells(part.split("\n## ").next().unwrap_or(part));
    let template = include_str!("../../crates/press/src/set/rulepress.typ");
    let (_, names) = template.split_once("#let (").expect("it defines names");
    let names: Vec<&str> =
        names.split(')').next().unwrap_or(names).split(',').map(str::trim).collect();
    assert_eq!(sorted(&told), sorted(&names));
    // Nothing else can be imported.
    let folder = Folder::new("templates-offered");
    let text = format!(
        "#import \"/rulepress.typ\"\n#let cover(it) = {{ assert.eq(dictionary(rulepress).keys().len(), {}); it.default }}\n",
        names.len()
    );
    write_book(&folder, &[(Hook::Cover, &text)]);
    assert_eq!(Made::of(&folder).told, "");
}
