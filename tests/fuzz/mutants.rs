//! Mutants of our cases, from a seed: bytes and lines are taken out, doubled and swapped, and
//! entries of the fuzz targets' dictionaries are put in. `MUTANTS=100` makes a hundred times as
//! many.

use rulepress::engine::RandomStreams;

use super::inputs::TARGETS;
use super::{Input, files_of, run_inputs};
use crate::common::root;

/// Target, folders whose files are mutated, endings of these files, mutants.
const PLANS: [(&str, &[&str], &[&str], usize); 13] = [
    ("markdown", &["tests/cases/document", "tests/cases/findings"], &["md"], 3_000),
    ("html", &["tests/cases/document", "tests/cases/findings"], &["html"], 3_000),
    ("chart", &["content", "docs", "tests/cases/findings"], &["md"], 3_000),
    ("manifest", &["content", "tests/cases/findings"], &["book.toml"], 1_500),
    ("csv", &["content", "tests/cases"], &["csv"], 1_500),
    ("scenario", &["examples"], &["toml"], 3_000),
    ("trace", &["examples"], &["trace"], 1_000),
    ("manuscript", &["tests/cases/document", "tests/cases/findings"], &["md"], 1_500),
    ("rules", &["tests/cases/findings", "tests/cases/fuzz/rules"], &["star"], 200),
    ("picture", &["tests/cases/fuzz/picture"], &["svg", "png", "gif", "jpg", "webp"], 60),
    ("layout", &["content", "docs", "tests/cases/findings"], &["md"], 150),
    ("profile", &["crates/press/profiles"], &["toml"], 60),
    ("press", &["tests/cases/document", "tests/cases/findings"], &["md"], 200),
];
/// Longer files are cut, so that a mutant takes no longer than a case.
const LONGEST: usize = 6_000;

#[test]
fn mutants_do_no_harm() {
    let times = std::env::var("MUTANTS").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    for (name, folders, ends, count) in PLANS {
        let target = TARGETS.into_iter().find(|target| target.name == name);
        run_inputs(target.expect("it is a target"), mutants(name, folders, ends, times * count));
    }
}

/// Returns mutants of the files in these folders, in the number asked for.
fn mutants(
    name: &'static str,
    folders: &[&str],
    ends: &[&str],
    count: usize,
) -> impl Iterator<Item = Input> + use<> {
    let files = folders.iter().flat_map(|folder| files_of(&root().join(folder)));
    let mut parents: Vec<Input> =
        files.filter(|(path, _)| ends.iter().any(|end| path.ends_with(end))).collect();
    if ["chart", "layout"].contains(&name) {
        parents = parents.iter().flat_map(charts_of).collect();
    }
    parents.iter_mut().for_each(|(_, bytes)| bytes.truncate(LONGEST));
    assert!(!parents.is_empty(), "{name}: nothing to mutate");
    let tokens = dictionary(name);
    let mut chance = Chance(RandomStreams::new(count as u64));
    (0..count).map(move |nth| {
        let (path, bytes) = &parents[chance.below(parents.len())];
        let mut mutant = bytes.clone();
        for _ in 0..=chance.below(4) {
            mutate(&mut mutant, &tokens, &mut chance);
        }
        (format!("mutant {nth} of {path}:\n{}\n", String::from_utf8_lossy(&mutant)), mutant)
    })
}

/// The flowcharts of a Markdown file.
fn charts_of((path, bytes): &Input) -> Vec<Input> {
    let text = String::from_utf8_lossy(bytes);
    let charts = text.split("```mermaid").skip(1).filter_map(|rest| rest.split_once('\n'));
    let charts = charts.filter_map(|(_, rest)| rest.split("```").next());
    charts.map(|chart| (path.clone(), chart.as_bytes().to_vec())).collect()
}

struct Chance(RandomStreams);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0.below("mutants", most.max(1) as u64) as usize
    }

    /// A range of bytes, most often a short one.
    fn bytes(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let most = if self.below(8) == 0 { length } else { 8 };
        start..(start + 1 + self.below(most)).min(length)
    }

    /// The bytes of a line with its end.
    fn line(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let at = self.below(bytes.len());
        let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let end = bytes[at..].iter().position(|byte| *byte == b'\n');
        start..end.map_or(bytes.len(), |end| at + end + 1)
    }
}

/// Changes a text at one place.
fn mutate(bytes: &mut Vec<u8>, tokens: &[Vec<u8>], chance: &mut Chance) {
    if bytes.is_empty() {
        bytes.extend(&tokens[chance.below(tokens.len())]);
        return;
    }
    let part = if chance.below(2) == 0 { chance.bytes(bytes.len()) } else { chance.line(bytes) };
    let taken = bytes[part.clone()].to_vec();
    match chance.below(6) {
        0 => drop(bytes.drain(part)),
        1 => drop(bytes.splice(part.start..part.start, taken)),
        2 => {
            bytes.drain(part);
            let to = chance.below(bytes.len() + 1);
            bytes.splice(to..to, taken);
        }
        3 => bytes[part.start] = chance.below(256) as u8,
        _ => {
            let token = tokens[chance.below(tokens.len())].clone();
            let to = if chance.below(2) == 0 { part.end } else { part.start };
            bytes.splice(part.start..to.max(part.start), token);
        }
    }
}

/// The tokens of a dictionary of libFuzzer: one in quotes a line, bytes as `\x0a`.
fn dictionary(name: &str) -> Vec<Vec<u8>> {
    let path = root().join("fuzz/dictionaries").join(name).with_extension("dict");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| token(line).unwrap_or_else(|| panic!("{}: {line}", path.display()))).collect()
}

/// Returns the bytes in a line with quotes.
fn token(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut out = Vec::new();
    loop {
        rest = match rest {
            [] => return Some(out),
            [b'\\', b'x', a, b, rest @ ..] => {
                out.push(u8::from_str_radix(std::str::from_utf8(&[*a, *b]).ok()?, 16).ok()?);
                rest
            }
            [b'\\', byte @ (b'\\' | b'"'), rest @ ..] | [byte, rest @ ..] => {
                out.push(*byte);
                rest
            }
        };
    }
}
