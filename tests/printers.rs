//! `printer`: measurements are saved and found again by `build`, and broken ones are reported.

use std::path::Path;

use crate::common::{Folder, Ran, rulepress_with};

/// A deck and a folder of settings.
struct Home {
    folder: Folder,
}

impl Home {
    fn new(name: &str) -> Self {
        let folder = Folder::new(&format!("printers-{name}"));
        folder.write("cards.csv", "Name,Text\nOne,Draw.\nTwo,Play.\n");
        Self { folder }
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let settings = self.folder.path().join("settings");
        rulepress_with(self.folder.path(), &settings, arguments)
    }

    /// Makes the deck for a printer at home, into a folder.
    fn build(&self, out: &str, more: &[&str]) -> Ran {
        let usual = ["deck", "cards.csv", "--profile", "home-a4", "-o", out];
        self.run(&[usual.as_slice(), more].concat())
    }

    fn made(&self, out: &str) -> Vec<u8> {
        let path = self.folder.path().join(out).join("cards/deck-home-a4.pdf");
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn saved(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("settings/printers.toml"))
            .unwrap_or_default()
    }
}

#[test]
fn a_printer_is_saved_used_and_forgotten() {
    let home = Home::new("saved");
    let none = home.run(&["printer"]).ended(0);
    assert!(none.stdout.starts_with("no printer is saved\n"), "{}", none.stdout);
    assert_eq!(home.build("plain", &[]).code, Some(0));
    let told = home.run(&["printer", "office", "--shift", "-1.2,0.5", "--scale", "99.4"]).ended(0);
    assert_eq!(
        told.stdout,
        "office: its backs are 1.2 mm to the left and 0.5 mm down; 100 mm are printed as 99.4 across and 99.4 down\n"
    );
    assert!(home.saved().contains("[printer.office]\nshift = [-1.2, 0.5]\n"), "{}", home.saved());
    // Measurements that are not given again stay.
    home.run(&["printer", "attic", "--shift", "1,1", "--scale", "99"]);
    let told = home.run(&["printer", "attic", "--shift", "2,1"]).stdout;
    assert!(told.contains("are 2 mm to the right") && told.contains("as 99 across"), "{told}");
    assert_eq!(home.run(&["printer", "attic", "--remove"]).code, Some(0));
    // `--printer` corrects the sheets for a printer, and the output says so.
    let built = home.build("named", &["--printer", "office"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let said = "sheets are corrected for the printer `office`: its backs are 1.2 mm to the left";
    assert!(built.stderr.starts_with(said), "{}", built.stderr);
    assert_ne!(home.made("named"), home.made("plain"));
    let quiet = home.build("quiet", &["--printer", "office", "-q"]);
    assert!(!quiet.stderr.contains("office") && home.made("quiet") == home.made("named"));
    // Without a default, only a command that asks for a printer gets it.
    assert!(!home.build("again", &[]).stderr.contains("office"));
    assert_eq!(home.made("again"), home.made("plain"));
    // The default printer is used unless `--printer` names another one or none.
    assert_eq!(home.run(&["printer", "office", "--default"]).code, Some(0));
    assert!(home.build("default", &[]).stderr.contains("the printer `office`"));
    assert_eq!(home.made("default"), home.made("named"));
    assert!(!home.build("refused", &["--printer", "none"]).stderr.contains("office"));
    assert_eq!(home.made("refused"), home.made("plain"));
    assert!(home.run(&["printer"]).stdout.contains("office (default): "));
    assert_eq!(home.run(&["printer", "--no-default"]).code, Some(0));
    assert!(!home.run(&["printer"]).stdout.contains("default"));
    assert_eq!(home.run(&["printer", "office", "--remove"]).code, Some(0));
    assert!(!home.saved().contains("office"));
    let gone = home.build("gone", &["--printer", "office"]);
    assert_eq!(gone.code, Some(2), "{}", gone.stderr);
    assert!(gone.stderr.contains("no printer is saved as `office`"), "{}", gone.stderr);
}

#[test]
fn what_is_asked_for_counts_instead_of_what_is_saved() {
    let home = Home::new("explicit");
    home.run(&["printer", "office", "--shift", "2,1"]);
    home.run(&["printer", "right", "--shift", "0,0"]);
    home.build("asked", &["--printer", "office", "--duplex-offset", "0.5,0"]);
    home.build("other", &["--printer", "right", "--duplex-offset", "0.5,0"]);
    // The pages do not name the printer, so both files are equal.
    assert_eq!(home.made("asked"), home.made("other"));
    home.build("saved", &["--printer", "office"]);
    assert_ne!(home.made("asked"), home.made("saved"));
}

#[test]
fn a_saved_printer_without_duplex_prints_two_files() {
    let home = Home::new("passes");
    home.run(&["printer", "old", "--passes", "face-down"])
        .ended(0)
        .prints("one side at a time, which comes out face-down");
    let built = home.build("out", &["--printer", "old"]);
    assert_eq!(
        built.stdout,
        "out/cards/deck-home-a4-1-fronts.pdf\nout/cards/deck-home-a4-2-backs.pdf\nout/cards/deck-home-a4-how-to-print.pdf\n"
    );
}

#[test]
fn wrong_words_are_told() {
    let home = Home::new("wrong");
    for (arguments, words) in [
        (vec!["printer", "a/b", "--shift", "1,1"], "cannot be the name of a printer"),
        (vec!["printer", "none", "--shift", "1,1"], "stands for no printer"),
        (vec!["printer", "x", "--shift", "1"], "write two numbers of millimetres"),
        (vec!["printer", "x", "--shift", "NaN,1"], "at most 20 mm"),
        (vec!["printer", "x", "--scale", "80"], "from 90 to 110"),
        (vec!["printer", "x", "--scale", "nan"], "from 90 to 110"),
        (vec!["printer", "x", "--default"], "no printer is saved as `x`"),
        (vec!["printer", "x"], "no printer is saved as `x`"),
        (
            vec!["deck", "cards.csv", "--profile", "screen", "--printer", "x"],
            "needs a profile with printer paper",
        ),
        (
            vec!["deck", "cards.csv", "--profile", "screen", "--estimate"],
            "needs a profile with printer paper",
        ),
        (vec!["deck", "cards.csv", "--format", "png", "--passes", "face-up"], "is about PDFs"),
    ] {
        home.run(&arguments).ended(2).says(words);
    }
    assert_eq!(home.saved(), "");
}

/// Every key of the file is understood.
#[test]
fn a_whole_file_is_read() {
    let home = Home::new("whole");
    home.folder.write("settings/printers.toml", include_str!("settings/printers.toml"));
    let listed = home.run(&["printer"]);
    let lines: Vec<&str> = listed.stdout.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "attic: its backs are 1 mm down; one side at a time, which comes out face-down and is put back face-up",
            "office (default): its backs are 1.2 mm to the right and 0.5 mm up; 100 mm are printed as 99.4 across and 99.6 down; on the back, as 99.2 across and 99.5 down",
        ]
    );
    assert_eq!(listed.stderr, "");
}

/// A file that is broken or made to do harm stops no deck: it is reported, and nothing of it is
/// used.
#[test]
fn a_broken_file_is_a_finding() {
    let home = Home::new("broken");
    home.build("plain", &["--printer", "none"]);
    let long = format!("[printer.a]\nshift = [{}1, 2]\n", "1".repeat(400));
    let huge = "#".repeat(70_000);
    let deep = format!("default = {}", "[".repeat(5_000));
    for text in [
        "default = \"office\"\n",
        "default = 3\n",
        "[printer.office]\nshift = [nan, 0]\n",
        "[printer.office]\nshift = [inf, 0]\n",
        "[printer.office]\nshift = [1.0]\n",
        "[printer.office]\nshift = \"left\"\n",
        "[printer.office]\nscale = [0, 0]\n",
        "[printer.office]\nscale = [100, 100]\nmadeup = 1\n",
        "[printer.office\n",
        "\0\0\0",
        "[printer.\"../../etc\"]\nshift = [1, 1]\n",
        long.as_str(),
        huge.as_str(),
        deep.as_str(),
    ] {
        home.folder.write("settings/printers.toml", text);
        let start: String = text.chars().take(60).collect();
        let built = home.build("out", &[]);
        assert_eq!(built.code, Some(0), "{start}: {}", built.stderr);
        assert!(built.stderr.contains("[printers-file]"), "{start}: {}", built.stderr);
        assert!(!built.stderr.contains("panic"), "{start}: {}", built.stderr);
        assert_eq!(home.made("out"), home.made("plain"), "{start}");
        let listed = home.run(&["printer"]);
        assert_eq!(listed.code, Some(0), "{start}: {}", listed.stderr);
        assert!(listed.stderr.contains("[printers-file]"), "{start}: {}", listed.stderr);
        // The broken file is not overwritten.
        let saved = home.run(&["printer", "new", "--shift", "1,1"]);
        assert_eq!(saved.code, Some(2), "{start}: {}", saved.stderr);
        assert_eq!(home.saved(), text, "{start}");
    }
    std::fs::remove_file(home.folder.path().join("settings/printers.toml")).expect("it is there");
    home.folder.write("settings/printers.toml/inside", "");
    let built = home.build("out", &[]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(built.stderr.contains("it is not a file"), "{}", built.stderr);
    assert!(Path::new(&home.folder.path().join("settings")).is_dir());
}

#[test]
fn what_it_takes_is_said_before_it_is_printed() {
    let home = Home::new("estimate");
    let asked = home.build("out", &["--estimate"]);
    assert_eq!((asked.code, asked.stdout.as_str()), (Some(0), ""), "{}", asked.stderr);
    assert!(!home.folder.path().join("out").exists(), "nothing is written");
    let line =
        asked.stderr.lines().find(|line| line.starts_with("deck-home-a4: ")).expect("a line");
    assert!(
        line.starts_with("deck-home-a4: 1 sheet of A4, both sides; ink: black as of "),
        "{line}"
    );
    assert!(line.contains("; with --theme low-ink: black as of "), "{line}");
    assert!(asked.stderr.contains("a printer mixes otherwise"), "{}", asked.stderr);
    let built = home.build("out", &[]);
    assert!(built.stderr.contains("deck-home-a4: 1 sheet of A4, both sides\n"), "{}", built.stderr);
    let plain = home.build("bare", &["--no-guide"]);
    assert_eq!(plain.stdout, "bare/cards/deck-home-a4.pdf\n");
}

/// A4 and Letter of one book come of one command.
#[test]
fn two_papers_of_one_command() {
    let home = Home::new("papers");
    let built = home
        .run(&["deck", "cards.csv", "--profile", "home-a4,home-letter", "--no-guide", "-o", "out"])
        .ended(0);
    assert_eq!(built.stdout, "out/cards/deck-home-a4.pdf\nout/cards/deck-home-letter.pdf\n");
    let size = |name: &str| {
        let path = home.folder.path().join("out/cards").join(name);
        let document = lopdf::Document::load(path).expect("it is a PDF");
        let page = document.get_pages()[&1];
        let media = document
            .get_dictionary(page)
            .and_then(|page| page.get(b"MediaBox")?.as_array().cloned());
        let media = media.expect("it has a size");
        [2, 3].map(|nth| media[nth].as_float().expect("a number").round() as i32)
    };
    assert_eq!((size("deck-home-a4.pdf"), size("deck-home-letter.pdf")), ([595, 842], [612, 792]));
}

#[test]
fn somebody_without_settings_is_told() {
    let folder = Folder::new("printers-nobody");
    let ran = folder.run(&["printer"]).ended(0);
    assert!(ran.stdout.starts_with("no printer is saved\n"));
}
