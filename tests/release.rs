//! `release`: an edition as one archive, which `diff` reads later.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{Folder, Ran, rulepress};

const TEXT: &str = "# The turn {#turn}\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw {=draw}.\n\nDraw [4]{=draw} cards.\n\n![A map](map.svg)\n";
const MAP: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40'/></svg>";

fn hand(name: &str, more: &str) -> Folder {
    let folder = Folder::with(name, "books/.git/HEAD", "");
    folder.write("books/hand/book.toml", format!("title = \"Hand\"\n{more}"));
    folder.write("books/hand/rules.md", TEXT);
    folder.write("books/hand/map.svg", MAP);
    folder.write("books/hand/.notes", "not for readers");
    folder
}

fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    rulepress(&folder.path().join("books"), arguments)
}

/// The files of an archive by name.
fn unpacked(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let file =
        std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = zip::ZipArchive::new(file).expect("it is an archive");
    let mut files = BTreeMap::new();
    for nth in 0..archive.len() {
        let mut entry = archive.by_index(nth).expect("it is there");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("it can be read");
        let name = entry.name().expect("it is text").into_owned();
        files.insert(name, bytes);
    }
    files
}

/// The archive holds the files of the book, its outputs and a true list, always with the same
/// bytes. Changes since a release are reported with it.
#[test]
fn releases_hold_everything_and_are_compared_with() {
    let folder = hand("release-whole", "edition = \"First edition\"\ndate = 2026-11-20\n");
    let told = run(&folder, &["release", "hand", "-o", "out"]).ended(0).stdout;
    let archive = "out/hand/hand-first-edition.zip";
    assert!(told.ends_with(&format!("{archive}\n")), "{told}");
    let at = folder.path().join("books").join(archive);
    let files = unpacked(&at);
    for name in [
        "source/hand/book.toml",
        "source/hand/rules.md",
        "source/hand/map.svg",
        "outputs/rulebook.pdf",
        "outputs/web/index.html",
    ] {
        assert!(files.contains_key(name), "{name}: {:?}", files.keys());
    }
    assert!(!files.keys().any(|name| name.contains(".notes")), "{:?}", files.keys());
    let list: Value = serde_json::from_slice(&files["edition.json"]).expect("it is data");
    assert_eq!((&list["edition"], &list["date"]), (&"First edition".into(), &"2026-11-20".into()));
    let listed = ["sources", "outputs"].map(|kind| list[kind].as_array().expect("it is a list"));
    assert_eq!(listed[0].len() + listed[1].len() + 1, files.len());
    for own in listed.into_iter().flatten() {
        let bytes = &files[own["file"].as_str().expect("it has a name")];
        let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(own["sha256"], hash.as_str(), "{own}");
    }
    let first = std::fs::read(&at).expect("it is there");
    run(&folder, &["release", "hand", "-o", "out"]).ended(0);
    assert!(std::fs::read(&at).expect("it is there") == first, "the same files give other bytes");

    folder.write("books/first.zip", &first);
    folder.write("books/hand/rules.md", TEXT.replace("[4]", "[5]"));
    let diff = run(&folder, &["diff", "first.zip", "--book", "hand"]).ended(0);
    let diff = diff.prints("value draw 4 -> 5, rules.md:8\n").stdout;

    // Another book that is alone here is not the one of the archive.
    folder.write("books/content/other/rules.md", "# Other\n\nText.\n");
    folder.write("books/content/other/book.toml", "title = \"Other\"\n");
    assert_eq!(run(&folder, &["diff", "first.zip"]).ended(0).stdout, diff);
    let lost = rulepress(&folder.path().join("books/content"), &["diff", "../first.zip"]);
    assert_eq!(lost.code, Some(2), "{}{}", lost.stdout, lost.stderr);
    assert!(lost.stderr.contains("no book here is called `hand`"), "{}", lost.stderr);

    // A release stays unless an option replaces it.
    let again = run(&folder, &["release", "hand", "-o", "out"]);
    assert_eq!(again.code, Some(2), "{}", again.stderr);
    assert!(again.stderr.contains("was already released with other files"), "{}", again.stderr);
    assert!(std::fs::read(&at).expect("it is there") == first, "it was written over");
    run(&folder, &["release", "hand", "-o", "out", "--replace"]).ended(0);

    folder.write("books/hand/book.toml", "title = \"Hand\"\nedition = \"Second edition\"\n");
    run(&folder, &["release", "hand", "-o", "out", "--since", "first.zip"]).ended(0);
    let files = unpacked(&folder.path().join("books/out/hand/hand-second-edition.zip"));
    let changes = String::from_utf8(files["outputs/changes.md"].clone()).expect("it is text");
    assert!(changes.contains("value **draw 4 \u{2192} 5**"), "{changes}");
    assert!(files["outputs/changes.pdf"].starts_with(b"%PDF"));
    let list: Value = serde_json::from_slice(&files["edition.json"]).expect("it is data");
    assert_eq!(list["since"], "first.zip");
}

/// A folder that is not a whole book with an edition is not released, and the output says why.
#[test]
fn what_cannot_be_released_says_why() {
    let folder = hand("release-not", "");
    let ran = run(&folder, &["release", "hand", "-o", "out"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("says neither which edition it is nor its date"), "{}", ran.stderr);
    for option in [["--only", "rulebook"].as_slice(), &["--zip"], &["--marked-since", "hand"]] {
        run(&folder, &[["release", "hand"].as_slice(), option].concat()).ended(2).says("leave out");
    }
    folder.write("books/hand/book.toml", "title = \"Hand\"\nedition = \"1\"\n");
    folder.write("books/hand/rules.md", "# One {#a}\n\nx\n\n# Two {#a}\n\ny\n");
    run(&folder, &["release", "hand", "-o", "out"]).ended(1).says("no release of `hand` was made");
    assert!(!folder.path().join("books/out/hand/hand-1.zip").exists());
}

/// Files that are no archives, or archives with forbidden content, are refused.
#[test]
fn hostile_archives_are_refused() {
    let folder = hand("release-hostile", "edition = \"1\"\n");
    let with = |name: &str, list: &str, files: &[(&str, &str)]| {
        let mut bytes = Vec::new();
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(&mut bytes));
        let plain = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Stored);
        for (file, text) in [("edition.json", list)].iter().chain(files) {
            archive.start_file(*file, plain).expect("it has room");
            std::io::Write::write_all(&mut archive, text.as_bytes()).expect("it has room");
        }
        archive.finish().expect("it is whole");
        folder.write(&format!("books/{name}"), &bytes);
    };
    let hash = |text: &str| -> String {
        Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let list = |format: u32, file: &str, sha: &str| {
        let sources = serde_json::json!([{ "file": file, "bytes": 1, "sha256": sha }]);
        serde_json::json!({ "format": format, "book": "B", "edition": null, "date": null, "url": null, "folder": "source/hand",
            "program": "9.0.0", "since": null, "sources_sha256": "", "sources": sources, "outputs": [] })
        .to_string()
    };
    folder.write("books/text.zip", "no archive");
    with("bare.zip", "{}", &[]);
    with("later.zip", &list(2, "source/hand/a.md", ""), &[]);
    with("spoilt.zip", &list(1, "source/hand/a.md", &hash("a")), &[("source/hand/a.md", "b")]);
    with("gone.zip", &list(1, "source/hand/a.md", &hash("a")), &[]);
    with("above.zip", &list(1, "source/../../a.md", &hash("a")), &[("source/../../a.md", "a")]);
    for (name, said) in [
        ("text.zip", "it is not an archive of a released edition"),
        ("bare.zip", "its edition.json cannot be read"),
        ("later.zip", "install rulepress 9.0.0"),
        ("spoilt.zip", "is not what was released"),
        ("gone.zip", "in it cannot be read"),
        ("above.zip", "leads out of its folder"),
    ] {
        run(&folder, &["diff", name, "--book", "hand"]).ended(2).says(said);
    }
    assert!(!folder.path().join("a.md").exists());
}

/// The last page names its edition and its address; an invalid address is reported.
#[test]
fn the_last_page_names_the_edition() {
    let more =
        "edition = \"Third edition\"\ndate = 2026-11-26\nurl = \"https://example.org/hand\"\n";
    let folder = hand("release-imprint", more);
    run(&folder, &["build", "hand", "-o", "out"]).ended(0);
    let pdf = folder.bytes("books/out/hand/rulebook.pdf");
    let pdf = lopdf::Document::load_mem(&pdf).expect("it is a PDF");
    let last = u32::try_from(pdf.get_pages().len()).expect("few pages");
    let text = pdf.extract_text(&[last]).expect("it has words").replace('\n', " ");
    let imprint = "Third edition \u{b7} 2026-11-26 \u{b7} https://example.org/hand";
    assert!(text.contains(imprint), "{text}");
    // A day alone says nothing to a reader.
    folder.write("books/hand/book.toml", "title = \"Hand\"\ndate = 2026-11-26\n");
    run(&folder, &["build", "hand", "-o", "out"]).ended(0);
    let pdf = folder.bytes("books/out/hand/rulebook.pdf");
    let text = lopdf::Document::load_mem(&pdf).expect("it is a PDF").extract_text(&[1]);
    let text = text.expect("it has words");
    assert!(!text.contains("2026-11-26"), "{text}");
    folder.write("books/hand/book.toml", "title = \"Hand\"\nurl = \"example.org\"\n");
    run(&folder, &["check", "hand"]).ended(1).says("`example.org` is not a web address");
}

/// Every printed example leads to the web edition that `url` names, and none where there is no such address.
#[test]
fn printed_examples_lead_to_the_web() {
    let folder = Folder::with("release-links", "books/.git/HEAD", "");
    run(&folder, &["new", "first"]).ended(0);
    let addresses = || -> Vec<String> {
        run(&folder, &["build", "first", "--only", "rulebook", "-o", "out"]).ended(0);
        let pdf = std::fs::read(folder.path().join("books/out/first/rulebook.pdf"));
        let pdf = lopdf::Document::load_mem(&pdf.expect("it is made")).expect("it is a PDF");
        let uri = |object: &lopdf::Object| {
            let uri = object.as_dict().ok()?.get(b"URI").ok()?.as_str().ok()?;
            Some(String::from_utf8_lossy(uri).into_owned())
        };
        let action = |object: &lopdf::Object| uri(object.as_dict().ok()?.get(b"A").ok()?);
        let objects = pdf.objects.values();
        objects.filter_map(|object| uri(object).or_else(|| action(object))).collect()
    };
    assert!(addresses().iter().all(|address| !address.contains("#example-")));
    let book = std::fs::read_to_string(folder.path().join("books/first/book.toml"));
    let book = book.expect("it has a book.toml");
    folder.write("books/first/book.toml", format!("url = \"https://example.org/a#b\"\n{book}"));
    let found = addresses();
    let examples = std::fs::read_dir(folder.path().join("books/first/examples"));
    let names = examples.expect("it has examples").map(|file| file.expect("a file").path());
    for name in names.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())) {
        let wanted = format!("https://example.org/a#example-{name}");
        assert!(found.contains(&wanted), "{wanted}: {found:?}");
    }
}
