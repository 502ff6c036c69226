//! The source itself: arguments that belong together are a struct with named fields.

use std::path::Path;

use walkdir::WalkDir;

use crate::common::root;

/// Index of the parenthesis that closes the one before `text`, or the end.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    let end = text.find(|sign| {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.unwrap_or(text.len())
}

/// True if parameters hold a tuple of three parts or more; parameters and results of closures are
/// left out.
fn has_wide_tuple(parameters: &str) -> bool {
    let mut rest = parameters;
    let mut before = String::new();
    while let Some(opening) = rest.find('(') {
        before.push_str(&rest[..opening]);
        let inside = &rest[opening + 1..];
        let end = closing(inside);
        let is_of_closure =
            before.ends_with(|sign: char| sign.is_alphanumeric()) || before.ends_with("-> ");
        let is_tuple = !is_of_closure && !before.ends_with('!');
        let parts = inside[..end].trim_end().trim_end_matches(',');
        if is_tuple && (parts.matches(',').count() >= 2 || has_wide_tuple(parts)) {
            return true;
        }
        before.push(')');
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    false
}

/// Names of the functions of a source that take a tuple of three parts or more.
fn functions_with_wide_tuples(source: &str) -> Vec<String> {
    let code: Vec<&str> =
        source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let functions = code.split("fn ").skip(1);
    functions
        .filter_map(|function| {
            let (name, parameters) = function.split_once('(')?;
            has_wide_tuple(&parameters[..closing(parameters)]).then(|| name.to_owned())
        })
        .collect()
}

#[test]
fn no_function_takes_a_tuple_of_three() {
    let sources = ["crates", "src"].map(|folder| WalkDir::new(root().join(folder)));
    let mut found = Vec::new();
    for entry in sources.into_iter().flatten() {
        let path = entry.expect("the folder can be read").into_path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let source = std::fs::read_to_string(&path).expect("the source can be read");
            let functions = functions_with_wide_tuples(&source);
            found.extend(functions.iter().map(|name| format!("{}: {name}", shown(&path))));
        }
    }
    assert!(found.is_empty(), "a struct would name these parts:\n{}", found.join("\n"));
}

fn shown(path: &Path) -> std::path::Display<'_> {
    path.strip_prefix(root()).expect("a path of the project").display()
}

#[test]
fn tuples_of_three_are_found() {
    let source = "fn first((x, y, z): (f64, f64, f64)) {}\nfn second(all: &[(u8, u8, u8)]) {}\n\
                  fn third(pair: (u8, u8)) {}\n\
                  fn fourth(visit: &mut dyn FnMut(u8, u8, u8) -> (u8, u8, u8)) {}\n\
                  fn fifth(one: Option<((u8, u8, u8), u8)>) {}";
    assert_eq!(functions_with_wide_tuples(source), ["first", "second", "fifth"]);
}
