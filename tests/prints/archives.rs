//! All files of a game in one archive: the same bytes each time, and a list of its contents.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use rulepress::press::archive::colour_words;
use rulepress::press::profile::{ColourSpace, find_profile, profile_names};
use serde_json::Value;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::common::Folder;

/// Seven cards of three kinds, nine tokens of two kinds, a few rules.
fn game(name: &str) -> Folder {
    let folder = Folder::new(&format!("archive-{name}"));
    let toml = "title = 'Fox & Owl'\nedition = 'First edition'\ndate = 2026-03-04\nsources = ['a.md']\n[deck.main]\ndata = 'cards.csv'\ncount = 'Copies'\n[tokens]\ndata = 'tokens.csv'\n";
    folder.write("book/book.toml", toml);
    folder
        .write("book/cards.csv", "Name,Copies,Text\nFox,2,Run.\nOwl: wise,4,Look.\nElk,1,Stand.\n");
    folder.write("book/tokens.csv", "Token,Count,Face\nlife,5,1\nluck,4,2\n");
    let chapters =
        (1..30).map(|nth| format!("## Part {nth}\n\n{}\n\n", "Words of a rule. ".repeat(40)));
    folder.write("book/a.md", format!("# Turn\n\n{}", chapters.collect::<String>()));
    folder
}

/// The archives of the game for these profiles.
fn archives(folder: &Folder, profiles: &[&str], output: &str) -> Vec<Vec<u8>> {
    let ran =
        folder.run(&["build", "book", "--zip", "-o", output, "--profile", &profiles.join(",")]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let archive = |name: &&str| {
        let path = folder.path().join(output).join("book").join(format!("game-{name}.zip"));
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    profiles.iter().map(archive).collect()
}

/// Every file of an archive, in its order.
fn unpacked(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("it is an archive");
    let count = archive.len();
    let file = |nth: usize| {
        let mut file = archive.by_index(nth).expect("it is there");
        let time = file.last_modified().expect("it has a time");
        assert_eq!((time.year(), time.month(), time.day(), time.hour()), (2026, 3, 4, 0));
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("it can be read");
        (file.name().expect("it is UTF-8").into_owned(), bytes)
    };
    (0..count).map(file).collect()
}

fn list_of(files: &[(String, Vec<u8>)]) -> Value {
    let (_, json) = files.iter().find(|(name, _)| name == "manifest.json").expect("it has a list");
    serde_json::from_slice(json).expect("it is JSON")
}

#[test]
fn the_same_game_gives_the_same_archive() {
    let folder = game("same");
    let profiles = ["drivethrucards", "tgc", "home-a4"];
    let (one, other) = (archives(&folder, &profiles, "one"), archives(&folder, &profiles, "other"));
    assert!(one == other, "the same bytes");
    // With --zip nothing is beside the archives.
    let there = std::fs::read_dir(folder.path().join("one/book")).expect("it is there").count();
    assert_eq!(there, profiles.len());
}

#[test]
fn every_file_is_in_the_list_and_every_line_is_a_file() {
    let folder = game("list");
    let profiles = ["generic-3mm", "tgc", "drivethrucards", "lulu", "home-a4"];
    for (profile, bytes) in profiles.iter().zip(archives(&folder, &profiles, "output")) {
        let files = unpacked(&bytes);
        let list = list_of(&files);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names[..2], ["MANIFEST.txt", "manifest.json"], "{profile}");
        let entries = list["files"].as_array().expect("a list");
        let listed: Vec<&str> =
            entries.iter().map(|entry| entry["file"].as_str().expect("a name")).collect();
        assert_eq!(names[2..], listed, "{profile}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{profile}");
        let text = String::from_utf8(files[0].1.clone()).expect("it is a text");
        for (entry, (name, bytes)) in entries.iter().zip(&files[2..]) {
            // Pages that are pictures are listed in order, from the first to the last.
            let pages = name.rsplit_once('/').filter(|_| entry["page"].is_u64());
            let is_told = |line: &str| {
                line == name
                    || pages.is_some_and(|(folder, _)| {
                        line.starts_with(&format!("{folder}/001.png to"))
                    })
            };
            assert!(text.lines().any(is_told), "{profile}: {name} in\n{text}");
            let digest: String =
                Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(entry["sha256"], digest, "{name}");
            assert_eq!(entry["bytes"], bytes.len(), "{name}");
            if name.ends_with(".pdf") {
                let pages =
                    lopdf::Document::load_mem(bytes).expect("it is a PDF").get_pages().len();
                assert_eq!(entry["pages"], pages, "{name}");
            }
            let is_checked = entry["check"]["by"].is_string();
            assert_eq!(is_checked, *profile != "home-a4", "{name}");
            // Only how many pages there are may be wrong with so small a book.
            let faults = entry["check"]["faults"].as_array().expect("a list");
            let is_known =
                |fault: &Value| fault.as_str().is_some_and(|fault| fault.contains("page"));
            assert!(faults.iter().all(is_known), "{name}: {faults:?}");
        }
        // Sorted by name, the files are in the order of the profile.
        let mut sorted = names[2..].to_vec();
        let parts =
            |names: &[&str]| names.iter().map(|name| name[..2].to_owned()).collect::<Vec<_>>();
        sorted.sort_unstable();
        assert_eq!(parts(&sorted), parts(&names[2..]), "{profile}");
    }
}

#[test]
fn counts_are_those_of_the_data() {
    let folder = game("counts");
    let profiles = ["generic-3mm", "tgc", "drivethrucards", "printninja"];
    for (profile, bytes) in profiles.iter().zip(archives(&folder, &profiles, "output")) {
        let list = list_of(&unpacked(&bytes));
        let entries = list["files"].as_array().expect("a list");
        let number = |entry: &Value, key: &str| entry[key].as_u64().unwrap_or_default();
        let of =
            |part: &str| entries.iter().filter(|entry| entry["part"] == part).collect::<Vec<_>>();
        let holds = |entry: &Value| entry["holds"].as_str().unwrap_or_default().to_owned();
        let decks = of("deck");
        if *profile == "tgc" {
            let fronts = decks.iter().filter(|entry| holds(entry).starts_with("front"));
            assert_eq!(fronts.map(|entry| number(entry, "copies")).sum::<u64>(), 7);
            let backs = decks.iter().filter(|entry| holds(entry).starts_with("back"));
            assert_eq!(backs.map(|entry| number(entry, "copies")).sum::<u64>(), 7);
            assert!(decks.iter().all(|entry| entry["pixels"] == serde_json::json!([825, 1125])));
        } else {
            assert_eq!(decks.len(), 1);
            assert_eq!((number(decks[0], "pieces"), &decks[0]["kind"]), (7, &"cards".into()));
        }
        let left_out: Vec<&str> = list["left_out"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|part| part["part"].as_str().expect("a name"))
            .collect();
        if ["generic-3mm", "printninja"].contains(profile) {
            assert_eq!(number(of("tokens")[0], "pieces"), 9, "{profile}");
            let has_box = *profile == "generic-3mm";
            assert!(
                left_out.contains(&"tuckbox") != has_box && !left_out.contains(&"tokens"),
                "{left_out:?}"
            );
        } else {
            assert!(left_out.contains(&"tokens"), "{profile}: {left_out:?}");
        }
        assert_eq!(left_out.contains(&"rulebook"), *profile == "drivethrucards", "{left_out:?}");
    }
}

/// The words about colours are true: a condition that is only named is not claimed as the target of
/// the mix.
#[test]
fn colours_are_told_as_they_are_made() {
    for name in profile_names() {
        let profile = find_profile(name).expect("it is bundled");
        let words = colour_words(&profile);
        match (profile.colour, profile.output_condition.as_deref()) {
            (ColourSpace::Srgb, _) => {
                assert!(words.contains("sRGB") && !words.contains("FOGRA"), "{name}")
            }
            (ColourSpace::Cmyk, None | Some("FOGRA39")) => {
                assert!(words.contains("FOGRA39") && words.contains("240 %"), "{name}: {words}");
            }
            (ColourSpace::Cmyk, Some(other)) => {
                let told = [other, "became inks by the bundled ICC profile of FOGRA39", "`icc`"];
                assert!(told.iter().all(|part| words.contains(part)), "{name}: {words}");
            }
        }
    }
    let folder = game("colours");
    let bytes = archives(&folder, &["drivethrucards"], "output").remove(0);
    let files = unpacked(&bytes);
    let text =
        String::from_utf8_lossy(&files[0].1).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("The file names the printing condition CGATS TR 001"), "{text}");
    assert!(
        text.contains("The service does not say: whether fonts with CID are refused"),
        "{text}"
    );
    assert!(text.contains("choose them when you order"), "{text}");
    folder.run(&["build", "book", "--zip", "--changed-since", "book"]).ended(2);
}
