//! Imports point one way along the module list of `src/lib.rs`: a module uses only those before it.

use std::path::Path;

use crate::common::root;

#[test]
fn imports_point_one_way() {
    let list = std::fs::read_to_string(root().join("src/lib.rs")).expect("the crate has a root");
    let modules: Vec<&str> =
        list.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(modules.first(), Some(&"text"), "the list of modules was not found");
    let mut wrong = Vec::new();
    for entry in walkdir::WalkDir::new(root().join("src")).sort_by_file_name() {
        let path = entry.expect("src can be listed").into_path();
        let inside = path.strip_prefix(root().join("src")).expect("it is inside").to_owned();
        let Some(own) = module(&inside, &modules) else { continue };
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for (line, used) in uses(&text) {
            let place = modules.iter().position(|module| *module == used);
            if place.is_some_and(|place| place > own) {
                wrong.push(format!(
                    "src/{}:{line}: `{}` uses `{used}`",
                    inside.display(),
                    modules[own]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The number of the module that a file below `src` belongs to; none for the crate's root and its
/// binary.
fn module(file: &Path, modules: &[&str]) -> Option<usize> {
    let first = file.components().next()?.as_os_str().to_str()?;
    modules.iter().position(|module| *module == first.trim_end_matches(".rs"))
}

/// The modules of this crate that a text names, with the line.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (nth, line) in
        text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
    {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            let names = rest
                .strip_prefix('{')
                .map_or_else(|| vec![rest], |group| group.split(',').collect());
            for name in names {
                let end = name.trim_start().find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = name.trim_start();
                found.push((nth + 1, name[..end.unwrap_or(name.len())].to_owned()));
            }
        }
    }
    found
}
