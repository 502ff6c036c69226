//! Findings and changes as GitHub shows them: annotations beside lines, and a comment of a pull request.

use crate::common::Folder;

const TEXT: &str = "# The turn {#turn}\n\n## Draw {#draw}\n\nDraw [4]{=draw} cards.\n";

/// Every finding is a line with its place, its name and its hint; characters that would end a part
/// are written by number.
#[test]
fn findings_are_annotations() {
    let folder = Folder::new("annotations-findings");
    folder.write("my game, 100%/book.toml", "titel = \"Hand\"\n");
    folder.write("my game, 100%/rules.md", format!("{TEXT}\nSee [this](#drow).\n"));
    let ran = folder.run(&["check", "my game, 100%", "--format", "github"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""), "{}", ran.stdout);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let line = |starts: &str| {
        let found = lines.iter().find(|line| line.starts_with(starts));
        *found.unwrap_or_else(|| panic!("{starts}: {}", ran.stdout))
    };
    let key = line("::error file=my game%2C 100%25/book.toml,line=1,col=1,title=book-file::");
    assert!(key.contains("%0Ahelp: "), "{key}");
    let link = line("::warning file=my game%2C 100%25/rules.md,line=7,");
    assert!(link.contains("title=broken-link::"), "{link}");
    assert!(lines.iter().all(|line| line.starts_with("::")), "{}", ran.stdout);
}

/// Every change is a line at its place in the later edition.
#[test]
fn changes_are_annotations() {
    let folder = Folder::new("annotations-changes");
    for (edition, draw) in [("old", "4"), ("new", "5")] {
        folder.write(&format!("{edition}/hand/book.toml"), "title = \"Hand\"\n");
        folder
            .write(&format!("{edition}/hand/rules.md"), TEXT.replace("[4]", &format!("[{draw}]")));
    }
    let ran = folder.run(&["diff", "old/hand", "new/hand", "--format", "github"]);
    let told = ran.ended(0).stdout;
    assert!(told.starts_with("::notice title=what changed::Hand, old/hand to "), "{told}");
    let place = "::notice file=new/hand/rules.md,line=5,title=value draw 4 \u{2192} 5::";
    let change = told.lines().find(|line| line.starts_with(place));
    let change = change.unwrap_or_else(|| panic!("{told}"));
    assert!(change.contains("Shown in 1.1"), "{change}");
}

/// The action reports the changes of a pull request: it replaces its earlier comment, or writes a
/// new one if there is none.
#[test]
#[cfg(unix)]
fn comments_take_the_place_of_the_one_before() {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::Command;

    let folder = Folder::new("annotations-comment");
    let here = folder.path();
    for (edition, draw) in [("old", "4"), ("new", "5")] {
        folder.write(&format!("{edition}/hand/book.toml"), "title = \"Hand\"\n");
        folder
            .write(&format!("{edition}/hand/rules.md"), TEXT.replace("[4]", &format!("[{draw}]")));
    }
    // In place of GitHub's own program: it keeps what it is asked, and knows the comments of a file.
    folder.write("bin/gh", "#!/bin/sh\nprintf '%s ' \"$@\" >>\"$ASKED\"\necho >>\"$ASKED\"\ncase \"$*\" in *--jq*) cat \"$KNOWN\";; esac\n");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(here.join("bin/gh"), mode).expect("it can be made a program");
    let program = Path::new(env!("CARGO_BIN_EXE_rulepress")).parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", here.join("bin").display(), program.display());
    let run = |script: &str, arguments: &[&str]| {
        let script = crate::common::root().join("packages/action").join(script);
        let mut command = Command::new(script);
        command.current_dir(here).args(arguments).env("PATH", &path);
        command.env("ASKED", here.join("asked")).env("KNOWN", here.join("known"));
        let ran = command.output().expect("it starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).expect("it is text")
    };
    let told = run("compare", &["old/hand", "changes.md", "new/hand"]);
    assert!(told.contains("::notice file=new/hand/rules.md,line=5,"), "{told}");
    let comment = std::fs::read_to_string(here.join("changes.md")).expect("it is written");
    assert!(
        comment.starts_with("<!-- rulepress: what changed -->\n# What changed: Hand\n"),
        "{comment}"
    );
    assert!(comment.contains("value **draw 4 \u{2192} 5**"), "{comment}");
    let asked = || std::fs::read_to_string(here.join("asked")).expect("it was asked");
    folder.write("known", "");
    run("comment", &["ada/hand", "7", "changes.md"]);
    let new = "api repos/ada/hand/issues/7/comments -F body=@changes.md \n";
    assert!(asked().ends_with(new), "{}", asked());
    folder.write("known", "41\n42\n");
    run("comment", &["ada/hand", "7", "changes.md"]);
    let other = "api --method PATCH repos/ada/hand/issues/comments/41 -F body=@changes.md \n";
    assert!(asked().ends_with(other), "{}", asked());
}
