//! Every planted fault is found where it is, and no other.

use std::collections::BTreeSet;

use rulepress::preflight::{FaultKind, PageArea, PrintFault, preflight};
use serde::Deserialize;

use super::{demands, file, trim};

/// A fault is found at its place if no side is further off, in millimetres.
const OFF: f64 = 3.0;
/// Least number of planted faults, and of files without any.
const LEAST_FAULTS: usize = 100;
const LEAST_GOOD: usize = 10;

#[derive(Deserialize)]
struct PlantedFiles {
    file: Vec<PlantedFile>,
}

#[derive(Deserialize)]
struct PlantedFile {
    name: String,
    program: String,
    profile: String,
    trim: Option<(f64, f64)>,
    #[serde(default)]
    faults: Vec<PlantedEntry>,
}

#[derive(Deserialize)]
struct PlantedEntry {
    fault: PlantedFault,
}

#[derive(Debug, Deserialize)]
struct PlantedFault {
    page: Option<u32>,
    kind: String,
    place: Option<[f64; 4]>,
}

fn planted_files() -> Vec<PlantedFile> {
    let text = std::fs::read_to_string(file("faults.toml")).expect("the list can be read");
    toml::from_str::<PlantedFiles>(&text).expect("the list is as it should be").file
}

impl PlantedFault {
    fn is(&self, found: &PrintFault) -> bool {
        let same = self.page == found.page && self.kind == found.kind.name();
        same && self.place.is_none_or(|place| found.place.is_some_and(|found| near(place, found)))
    }
}

fn near([x, y, width, height]: [f64; 4], found: PageArea) -> bool {
    let off = [
        x - found.x,
        y - found.y,
        x + width - found.x - found.width,
        y + height - found.y - found.height,
    ];
    off.iter().all(|side| side.abs() < OFF)
}

/// Returns the planted faults that were missed in a file, and the faults found that were not
/// planted.
fn differences(planted: &PlantedFile) -> Vec<String> {
    let mut asked = demands(&planted.profile);
    asked.trim = planted.trim.and_then(|(width, height)| trim(width, height));
    let bytes = std::fs::read(file(&planted.name)).expect("the file can be read");
    let report = match preflight(&bytes, &asked) {
        Ok(report) => report,
        Err(error) => return vec![format!("{}: {error}", planted.name)],
    };
    let all = || planted.faults.iter().map(|entry| &entry.fault);
    let missed = all().filter(|fault| !report.faults.iter().any(|found| fault.is(found)));
    let missed = missed.map(|fault| format!("{}: missed {fault:?}", planted.name));
    let stray = report.faults.iter().filter(|found| !all().any(|fault| fault.is(found)));
    let stray = stray.map(|found| format!("{}: false alarm: {}", planted.name, found.words()));
    missed.chain(stray).collect()
}

#[test]
fn planted_faults_are_found_and_no_others() {
    let wrong: Vec<String> = planted_files().iter().flat_map(differences).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn five_programs_made_enough_files() {
    let files = planted_files();
    let programs: BTreeSet<&str> = files.iter().map(|file| file.program.as_str()).collect();
    assert_eq!(programs.len(), 5, "{programs:?}");
    let faults: usize = files.iter().map(|file| file.faults.len()).sum();
    assert!(faults >= LEAST_FAULTS, "{faults} faults are planted");
    let good = files.iter().filter(|file| file.faults.is_empty()).count();
    assert!(good >= LEAST_GOOD, "{good} files are good");
    for program in programs {
        let of = |file: &&PlantedFile| file.program == program;
        let good = files.iter().filter(of).filter(|file| file.faults.is_empty()).count();
        assert!(good >= 2, "{program} made {good} good files");
    }
}

/// A check that is never planted could be broken without anybody seeing it.
#[test]
fn every_kind_is_planted_or_tested_elsewhere() {
    let files = planted_files();
    let planted: BTreeSet<&str> =
        files.iter().flat_map(|file| &file.faults).map(|entry| entry.fault.kind.as_str()).collect();
    let elsewhere: BTreeSet<&str> = super::hostile::KINDS.into_iter().collect();
    let all = FaultKind::ALL.iter().map(|kind| kind.name());
    let untested: Vec<&str> =
        all.filter(|kind| !planted.contains(kind) && !elsewhere.contains(kind)).collect();
    assert!(untested.is_empty(), "nothing shows that these are found: {untested:?}");
}
