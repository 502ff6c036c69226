//! A book that brings its own repository of git: reading an earlier state of it starts no program that
//! the repository names.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Folder, Ran, git};

const BOOK: &str = "title = 'Game'\nsources = ['rules.md']\n";
const RULES: &str = "# Turn {#turn}\n\nDraw [4]{=draw} cards.\n";
const CODE: &str = "#@ #turn\ndef turn():\n    pass\n";

/// Writes a program that leaves a mark; returns its path.
fn trap(folder: &Folder) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("trap");
    let mark = mark(folder);
    let text = format!("#!/bin/sh\necho \"$0 $*\" >> '{}'\nexit 1\n", mark.display());
    folder.write("trap", text);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    path.to_string_lossy().into_owned()
}

fn mark(folder: &Folder) -> std::path::PathBuf {
    folder.path().join("started.txt")
}

/// Settings that name a program, each in its own occasion.
const OCCASIONS: [&str; 22] = [
    "core.sshCommand",
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.askPass",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "credential.helper",
    "diff.external",
    "diff.any.command",
    "diff.any.textconv",
    "filter.any.clean",
    "filter.any.smudge",
    "filter.any.process",
    "gpg.program",
    "gpg.ssh.program",
    "remote.origin.uploadpack",
    "sequence.editor",
    "uploadpack.packObjectsHook",
    "pager.rev-list",
    "pager.ls-tree",
    "alias.rev-parse",
];

/// Lays a book in a repository whose every setting names a trap, with a signed commit, hooks and
/// attributes of each file.
fn trapped_book(folder: &Folder) {
    folder.write("book/book.toml", BOOK);
    folder.write("book/rules.md", RULES);
    folder.write("book/rules/turn.star", CODE);
    folder.write(".gitattributes", "* diff=any filter=any\n");
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "First"]);
    sign_commit(folder);
    let trap = trap(folder);
    for hook in
        ["post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"]
    {
        std::fs::copy(&trap, folder.path().join(".git/hooks").join(hook)).expect("it is copied");
    }
    for occasion in OCCASIONS {
        git(folder.path(), &["config", occasion, &trap]);
    }
    git(folder.path(), &["config", "log.showSignature", "true"]);
    git(folder.path(), &["config", "protocol.allow", "always"]);
    git(folder.path(), &["config", "protocol.ext.allow", "always"]);
    let _ = std::fs::remove_file(mark(folder));
    folder.write("book/rules.md", RULES.replace("[4]", "[5]"));
}

/// Gives the last commit a signature, which git checks by a program when it is asked to.
fn sign_commit(folder: &Folder) {
    let commit = git(folder.path(), &["cat-file", "commit", "HEAD"]);
    let signature =
        "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n";
    let signed = commit.replacen("\n\n", &format!("\n{signature}\n"), 1);
    folder.write("signed.txt", format!("{signed}\n"));
    let name = git(folder.path(), &["hash-object", "-t", "commit", "-w", "signed.txt"]);
    git(folder.path(), &["update-ref", "HEAD", &name]);
    std::fs::remove_file(folder.path().join("signed.txt")).expect("it is there");
}

/// Takes the committed text out of the repository, which says that another computer at `url` has it.
fn lose_text(folder: &Folder, url: &str) {
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", url),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialCloneFilter", "blob:none"),
    ] {
        git(folder.path(), &["config", key, value]);
    }
    let text = text_object(folder);
    let object = folder.path().join(".git/objects").join(&text[..2]).join(&text[2..]);
    std::fs::remove_file(object).expect("it is a file of its own");
}

fn text_object(folder: &Folder) -> String {
    let listed = git(folder.path(), &["ls-tree", "HEAD", "book/rules.md"]);
    listed.split_whitespace().nth(2).expect("a mode, a kind, an object").to_owned()
}

/// Every command that reads an earlier state.
const COMMANDS: [&[&str]; 6] = [
    &["diff", "HEAD", "--book", "book"],
    &["review", "book"],
    &["review", "book", "--since", "HEAD"],
    &["build", "book", "--changed-since", "HEAD"],
    &["build", "book", "--marked-since", "HEAD", "-o", "marked"],
    &["simulate", "book#turn", "--games", "2", "--against", "HEAD"],
];

fn run(folder: &Folder, command: &[&str]) -> Ran {
    let ran = folder.run(command);
    let started = std::fs::read_to_string(mark(folder)).unwrap_or_default();
    assert!(started.is_empty(), "{command:?} started {started}");
    ran
}

#[test]
fn no_setting_starts_a_program() {
    let folder = Folder::new("strange-settings");
    trapped_book(&folder);
    for command in COMMANDS {
        let ran = run(&folder, command);
        assert_ne!(ran.code, Some(2), "{command:?}: {}", ran.stderr);
    }
    let told = run(&folder, COMMANDS[0]).stdout;
    assert!(told.contains("value draw 4 -> 5"), "{told}");
    // The traps are ones: git itself starts one of them.
    Command::new("git")
        .current_dir(folder.path())
        .args(["log", "-1"])
        .stdout(Stdio::null())
        .status()
        .expect("git starts");
    assert!(mark(&folder).exists(), "git starts what checks signatures");
}

#[test]
fn what_the_repository_lacks_is_not_fetched() {
    for (nth, from) in ["ssh", "ext", "path"].into_iter().enumerate() {
        let folder = Folder::new(&format!("strange-parts-{nth}"));
        trapped_book(&folder);
        let trap = folder.path().join("trap").to_string_lossy().into_owned();
        let url = match from {
            "ssh" => "ssh://nowhere.example/book".to_owned(),
            "ext" => format!("ext::{trap} %S"),
            _ => folder.path().to_string_lossy().into_owned(),
        };
        lose_text(&folder, &url);
        for command in COMMANDS {
            run(&folder, command);
        }
        let ran = run(&folder, COMMANDS[0]);
        let missing = "the repository does not hold `book/rules.md` of `HEAD`";
        assert!(ran.stderr.contains(missing), "{from}: {}", ran.stderr);
        // The trap is one: git itself starts it.
        let object = text_object(&folder);
        let asked = ["cat-file", "-e", &object];
        let mut plain = Command::new("git");
        plain.current_dir(folder.path()).args(asked).stderr(Stdio::null());
        plain.status().expect("git starts");
        assert!(mark(&folder).exists(), "git starts a program to fetch by {from}");
    }
}

/// A bare repository, whose files are in the folder of the book itself, does not count as one.
#[test]
fn a_book_that_is_a_bare_repository() {
    let folder = Folder::new("strange-bare");
    trapped_book(&folder);
    for part in ["HEAD", "config", "objects", "refs"] {
        let from = folder.path().join(".git").join(part);
        move_into(&from, &folder.path().join("book").join(part));
    }
    std::fs::remove_dir_all(folder.path().join(".git")).expect("it is there");
    for command in COMMANDS {
        run(&folder, command);
    }
}

fn move_into(from: &Path, to: &Path) {
    std::fs::rename(from, to).expect("both are in one folder");
}

/// Settings of the user, such as a broken file, change nothing.
#[test]
fn settings_of_the_user_are_not_read() {
    let folder = Folder::new("strange-user");
    trapped_book(&folder);
    folder.write(".gitconfig", "[broken\n");
    let mut program = Command::new(env!("CARGO_BIN_EXE_rulepress"));
    program.current_dir(folder.path()).env("HOME", folder.path()).args(COMMANDS[0]);
    let ran = program.output().expect("it starts");
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(told.contains("value draw 4 -> 5"), "{}", String::from_utf8_lossy(&ran.stderr));
}
