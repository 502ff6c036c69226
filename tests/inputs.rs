//! Texts as they come: through pipes, under strange names, in old encodings, from spreadsheets.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::common::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_rulepress");

/// Runs the command with a text on its standard input.
fn piped(folder: &Folder, arguments: &[&str], text: &[u8]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = text.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&text)));
    let ran = child.wait_with_output().expect("it ends");
    writer.join().expect("it ends");
    ran
}

#[test]
fn pipes() {
    let folder = Folder::new("inputs-pipes");
    folder.write("board.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
    let text = b"# Rules\n\nDraw. ![A board](board.svg) [x](#lost)\n";
    let names: &[&str] = if cfg!(unix) { &["-", "/dev/stdin"] } else { &["-"] };
    for name in names {
        let ran = piped(&folder, &["build", name, "-v"], text);
        let words = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{name}: {words}");
        let out = String::from_utf8_lossy(&ran.stdout).replace('\\', "/");
        assert_eq!(out, "output/stdin/rulebook.pdf\n", "{name}");
        assert!(words.contains("--> stdin:3:29") && !words.contains("lost-image"), "{words}");
    }
    let ran = piped(&folder, &["dump", "document", "-"], b"<html><h1>A</h1><p>B");
    assert!(String::from_utf8_lossy(&ran.stdout).starts_with("title A\n"), "{ran:?}");
    let ran = piped(&folder, &["check", "-"], &b"word ".repeat(1 << 20));
    assert_eq!(ran.status.code(), Some(5), "{ran:?}");
    let chart = b"# A\n\n```mermaid\ngraph TD\nA[Draw (one)] --> B[End]\n```\n";
    let ran = piped(&folder, &["check", "--fix", "-"], chart);
    let words = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(1) && words.contains("did not come from a file"), "{words}");
    if cfg!(target_os = "linux") {
        let script = "\"$0\" build <(printf '# Rules\\n\\nDraw.\\n')";
        let mut command = Command::new("bash");
        command.args(["-c", script, PROGRAM]).current_dir(folder.path());
        let ran = command.output().expect("the command starts");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "output/stdin/rulebook.pdf\n", "{ran:?}");
        folder.run(&["check", "/dev/zero"]).ended(5);
    }
}

/// Names that are no Unicode, given and met.
#[cfg(target_os = "linux")]
#[test]
fn names_without_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("inputs-names");
    let name = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    let chart = "# Draw\n\n```mermaid\ngraph TD\nA[Draw (one)] --> B[End]\n```\n";
    let below = |book: &OsStr, file: &OsStr, text: &str| {
        std::fs::create_dir_all(folder.path().join(book)).expect("a folder can be made");
        std::fs::write(folder.path().join(book).join(file), text).expect("a file can be written");
    };
    below(name(b"."), name(b"r\xe8gles.md"), chart);
    below(name(b"li\xffvre"), name(b"a\xe8.md"), "# One\n\nDraw.\n");
    below(name(b"li\xffvre"), name(b"a\xe9.md"), "# Two\n\nPlay.\n");
    let run = |arguments: &[&OsStr]| {
        let ran = Command::new(PROGRAM).current_dir(folder.path()).args(arguments).output();
        ran.expect("the command starts")
    };
    let ran = run(&[name(b"build"), name(b"r\xe8gles.md")]);
    let paths = String::from_utf8_lossy(&ran.stdout);
    assert!(paths.starts_with("output/r-gles/rulebook.pdf\n"), "{ran:?}");
    let ran = run(&[name(b"check"), name(b"--fix"), name(b"r\xe8gles.md")]);
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    let mended = std::fs::read_to_string(folder.path().join(name(b"r\xe8gles.md")));
    assert!(mended.expect("it is there").contains("\"Draw (one)\""));
    let ran = run(&[name(b"dump"), name(b"document"), name(b"li\xffvre")]);
    let tree = String::from_utf8_lossy(&ran.stdout);
    assert!(tree.contains("One") && tree.contains("Two"), "{ran:?}");
}

/// Returns the findings of `check` in a file of these bytes.
fn told(folder: &Folder, bytes: &[u8]) -> String {
    folder.write("text.md", bytes);
    let ran = folder.run(&["check", "text.md", "--format", "json"]);
    let found = ran.json();
    let found = found.as_array().expect("it is a list").iter();
    let line = |one: &serde_json::Value| {
        format!("{}:{} {}\n", one["line"], one["column"], one["code"].as_str().unwrap_or_default())
    };
    found.map(line).collect()
}

#[test]
fn encodings() {
    let folder = Folder::new("inputs-encodings");
    let text = "# Ärger\n\nÜber [x](#lost).\n";
    let link = "3:6 broken-link\n";
    let wide = |unit: fn(u16) -> [u8; 2]| {
        format!("\u{feff}{text}").encode_utf16().flat_map(unit).collect::<Vec<u8>>()
    };
    let windows: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(0)).collect();
    assert_eq!(told(&folder, text.as_bytes()), link);
    assert_eq!(told(&folder, &wide(u16::to_le_bytes)), format!("1:1 bad-encoding\n{link}"));
    assert_eq!(told(&folder, &wide(u16::to_be_bytes)), format!("1:1 bad-encoding\n{link}"));
    assert_eq!(told(&folder, &windows), format!("1:3 bad-encoding\n{link}"));
    let dump = folder.run(&["dump", "document", "text.md"]).stdout;
    assert!(dump.contains("Ärger") && dump.contains("Über"), "{dump}");
    // An editor shows no mark: columns count without it.
    let marked = "\u{feff}[x](#lost) Über\n";
    assert!(told(&folder, marked.as_bytes()).ends_with("1:1 broken-link\n"));
    folder.run(&["check", "text.md"]).says("text.md:1:1\n  |\n1 | [x](#lost)");
    // Bytes that cannot be read are not written back.
    let chart = "# Über Äpfel\n\n```mermaid\ngraph TD\nA[Draw (one)] --> B[End]\n```\n";
    let broken = [chart.as_bytes(), b"\n\xff\n"].concat();
    folder.write("broken.md", &broken);
    folder.run(&["check", "--fix", "broken.md"]).ended(1);
    assert_eq!(folder.bytes("broken.md"), broken);
}

#[test]
fn spreadsheets() {
    let folder = Folder::new("inputs-sheets");
    folder.write("book/book.toml", "data = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n");
    folder.write("book/rules.md", "# Rules\n\n![[cards.csv]]\n");
    folder.write("book/cards.csv", "Card,Text,Copies\nAce,\"one,\ntwo\",2\nKing,Über;,x\n");
    let plain = folder.run(&["dump", "document", "book"]).stdout;
    assert!(plain.contains("one,") && plain.contains("Über;"), "{plain}");
    let semicolons = "Card;Text;Copies\r\nAce;\"one,\ntwo\";2\r\nKing;\"Über;\";x\r\n";
    let windows: Vec<u8> =
        semicolons.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(0)).collect();
    let wide: Vec<u8> =
        format!("\u{feff}{}", semicolons.replace(';', "\t").replace("Über\t", "Über;"))
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
    // Line and column of the wrong number of copies.
    let forms: [(&str, Vec<u8>, &str); 6] = [
        ("semicolons", semicolons.into(), "4:14"),
        ("told", format!("sep=;\r\n{semicolons}").into(), "5:14"),
        ("mark", format!("\u{feff}{semicolons}").into(), "4:14"),
        ("marked and told", format!("\u{feff}sep=;\r\n{semicolons}").into(), "5:14"),
        ("windows", windows, "4:14"),
        ("wide", wide, "4:14"),
    ];
    for (name, bytes, place) in forms {
        folder.write("book/cards.csv", bytes);
        let dump = folder.run(&["dump", "document", "book"]).stdout;
        assert_eq!(dump, plain, "{name}");
        let ran = folder.run(&["check", "book"]);
        assert!(ran.stderr.contains("note[data-form]"), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(&format!("cards.csv:{place}")), "{name}: {}", ran.stderr);
    }
}

#[test]
fn schemes_in_capitals() {
    let folder = Folder::new("inputs-schemes");
    folder.write(
        "a.md",
        "# A\n\n[b](HTTPS://example.org/x) <Mailto:a@example.org> ![c](DATA:image/png,x)\n",
    );
    let ran = folder.run(&["check", "a.md"]);
    assert!(!ran.stderr.contains("script") && !ran.stderr.contains("broken"), "{}", ran.stderr);
    assert!(ran.stderr.contains("warning[remote]"), "{}", ran.stderr);
}
