//! Files that a text may read, the way paths are shown, and the names of outputs.

use super::{repository, told};
use crate::common::{Folder, has_all, rulepress};

/// Returns a folder outside any repository, even if this project is in one.
fn outside() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let above = folder.path().canonicalize().expect("it is there");
    assert!(!above.ancestors().any(|folder| folder.join(".git").exists()), "{above:?}");
    folder
}

const TEXT: &str = "# Game\n\n![a board](../images/board.svg)\n\nDraw.\n";
const PICTURE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";

fn write_game(folder: &std::path::Path) {
    for (file, text) in [("game/README.md", TEXT), ("images/board.svg", PICTURE)] {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    }
}

#[test]
fn the_repository_is_the_root() {
    let folder = outside();
    write_game(folder.path());
    for path in ["game", "game/README.md"] {
        let refused = rulepress(folder.path(), &["check", path]).says("warning[outside-root]");
        assert_eq!(refused.stderr.matches("board.svg` ").count(), 1, "{}", refused.stderr);
        let asked = rulepress(folder.path(), &["check", path, "--root", "."]);
        assert_eq!(asked.stderr, format!("{path}: no findings\n"));
    }
    rulepress(folder.path(), &["check", "game", "--root", "images"]).says("is not in").ended(2);
    std::fs::write(folder.path().join(".git"), "gitdir: elsewhere\n").expect("it can be written");
    for path in ["game", "game/README.md"] {
        let ran = rulepress(folder.path(), &["check", path]);
        assert_eq!(ran.stderr, format!("{path}: no findings\n"));
    }
    // A repository of its own ends there.
    std::fs::create_dir(folder.path().join("game/.git")).expect("it can be made");
    rulepress(folder.path(), &["check", "game"]).says("warning[outside-root]");
}

#[test]
fn books_side_by_side_need_no_repository() {
    let folder = outside();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    };
    write("base/book.toml", "title = 'Base'\n");
    write("base/rules.md", "# Draw {#draw}\n\nDraw.\n");
    write("more/book.toml", "title = 'More'\nuses = ['../base']\n");
    write("more/rules.md", "# More\n\nSee [it](../base/rules.md#draw).\n");
    assert_eq!(rulepress(folder.path(), &["check", "more"]).stderr, "more: no findings\n");
    std::fs::create_dir(folder.path().join(".git")).expect("it can be made");
    let ran = rulepress(folder.path(), &["check", "more"]);
    assert_eq!(ran.stderr, "more: no findings\n", "and with one as well");
}

#[cfg(unix)]
#[test]
fn links_lead_neither_out_nor_round() {
    let folder = Folder::new("folders-symlinks");
    folder.write("secret/secret.md", "# Secret\n\nNobody knows.\n");
    folder.write("game/.git/HEAD", "");
    folder.write("game/README.md", "# Game\n\n## Aim\n\nDraw.\n");
    folder.write("game/parts/a.md", "# Part\n\nDraw.\n");
    let link = |from: &str, to: &str| {
        std::os::unix::fs::symlink(to, folder.path().join(from)).expect("it is free");
    };
    link("game/out", "../secret");
    link("game/out.md", "../secret/secret.md");
    link("game/parts/round", "..");
    link("game/again.md", "parts/a.md");
    link("game/lost.md", "nowhere.md");
    let told = told(&folder, "game", &[]);
    assert_eq!(told.chapters, ["Aim", "Part"]);
    let ran = rulepress(folder.path(), &["check", "game"]);
    assert_eq!(ran.stderr.matches("[outside-root]").count(), 2, "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("[unreadable]").count(), 1, "{}", ran.stderr);
}

#[test]
fn too_many_texts_are_told() {
    let folder = Folder::new("folders-many");
    for nth in 0..1_003 {
        folder.write(&format!("game/{nth}.md"), format!("# T{nth}\n\na\n"));
    }
    let told = told(&folder, "game", &[]);
    assert_eq!(told.chapters.len(), 1_000);
    rulepress(folder.path(), &["dump", "document", "game"]).ended(0);
    let read = folder.book("game");
    let finding = read.findings.0.iter().find(|finding| finding.code.name == "too-large");
    let message = &finding.expect("it is told").message;
    assert!(message.contains("1000.md`, `") && message.contains("1002.md`"), "{message}");
}

#[test]
fn paths_can_be_opened_from_where_the_command_runs() {
    let folder = Folder::with("folders-shown", "repo/.git/HEAD", "");
    folder.write("repo/game/README.md", "# Game\n\n[x](#nowhere) ![b](../images/b.svg)\n");
    folder.write("repo/images/b.svg", "no drawing");
    folder.write("repo/game/more/a.md", "# More\n\n[x](#nowhere)\n");
    let cases = [
        ("repo", "game", "game/README.md"),
        ("repo", "game/README.md", "game/README.md"),
        ("repo/game", ".", "README.md"),
        ("repo/game", "README.md", "README.md"),
        ("repo/game/more", "..", "../README.md"),
        ("repo/images", "../game", "../game/README.md"),
        ("repo", ".", "game/README.md"),
        (".", "repo/game", "repo/game/README.md"),
    ];
    for (from, path, shown) in cases {
        rulepress(&folder.path().join(from), &["check", path]).says(&format!("--> {shown}:3:1\n"));
    }
    let whole = folder.path().join("repo/game");
    let whole = whole.to_str().expect("it is Unicode");
    folder
        .run(&["check", whole])
        .says(&format!("--> {}/README.md:3:1\n", whole.replace('\\', "/")));
}

#[test]
fn a_readme_is_called_as_its_folder() {
    let folder = Folder::new("folders-names");
    repository("beside", &folder);
    folder.write("plain/index.html", "<h1>A</h1><p>b</p>");
    for (from, path, name) in [
        (".", "beside/README.md", "beside"),
        ("beside", "README.md", "beside"),
        ("beside/game", "README.md", "game"),
        (".", "plain/index.html", "plain"),
        (".", "beside/game/shadows.md", "shadows"),
    ] {
        let from = folder.path().join(from);
        let ran = rulepress(&from, &["build", path, "--only", "rulebook", "-o", "out"]);
        let pdf = from.join("out").join(name).join("rulebook.pdf");
        assert!(pdf.is_file(), "{path}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn two_books_never_share_their_outputs() {
    let folder = Folder::new("folders-shared");
    for book in ["a/game", "b/Game", "b/other"] {
        folder.write(&format!("books/{book}/book.toml"), "title = 'Game'\n");
        folder.write(&format!("books/{book}/rules.md"), "# Rules\n\nDraw.\n");
    }
    let ran = rulepress(folder.path(), &["build", "books"]).ended(2);
    has_all(&ran.stderr, &["books/a/game", "books/b/Game", "two books would be written to"]);
    assert!(!folder.path().join("output").exists(), "nothing is written");
    assert_eq!(
        rulepress(folder.path(), &["check", "books"]).code,
        Some(0),
        "nothing is wrong in them"
    );
}
