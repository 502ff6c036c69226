//! Faults in templates: reported at their line, in bounded time, and the book is printed.

use std::time::{Duration, Instant};

use rulepress::theme::templates::Hook;

use super::{Made, has_output, made_with, write_book};
use crate::common::Folder;

/// A template of a card, the place of its fault, and the words of the finding.
const FAULTS: [(&str, &str, &str, &str); 28] = [
    ("syntax", "{\n  text(it.name\n}", ":2:7", "unclosed delimiter"),
    ("variable", "{\n  gorund(it, red)\n}", ":2:3", "`#import \"/rulepress.typ\": ground`"),
    ("field", "[\n  #it.nmae\n]", ":2:7", "write `name`"),
    ("type", "{\n  text(size: \"a\")[x]\n}", ":2:14", "expected length"),
    ("number", "3", ":1:15", "gives something of the type integer"),
    ("panic", "panic(\"no\")", ":1:22", "panicked"),
    (
        "outside",
        "{\n  import \"../../../x.typ\": y\n}",
        ":2:10",
        "is outside the folder of the book",
    ),
    ("missing", "{\n  import \"x.typ\": y\n}", ":2:10", "not `book/templates/x.typ`"),
    ("read", "{\n  read(\"/etc/passwd\")\n}", ":2:8", "a template reads only"),
    ("book", "read(\"/book\")", ":1:27", "a template reads only"),
    ("rules", "read(\"../rules.md\")", ":1:27", "a template reads only"),
    ("bundled", "{\n  import \"/templates/tokens.typ\": ink\n}", ":2:10", "a template reads only"),
    ("package", "{\n  import \"@preview/cetz:0.1.0\": canvas\n}", ":2:10", "cannot use packages"),
    ("plugin", "{\n  plugin(\"x.wasm\")\n}", ":2:3", "a template cannot run another program"),
    ("std", "std.plugin(bytes((0, 97)))", ":1:26", "does not contain `plugin`"),
    ("eval", "eval(\"1\")", ":1:22", "a template cannot run another program"),
    ("native", "load-cards(\"/book\", (:))", ":1:22", "unknown variable"),
    ("page", "{ set page(width: 1cm); [x] }", ":1:24", "page configuration"),
    ("beyond", "{ it.default; place(dx: -9mm)[Out] }", ":1:6", "`Out` is 9.0 mm beyond"),
    ("small", "{ it.default; text(size: 5pt)[tiny] }", ":1:6", "`tiny` is set in 5.0 pt"),
    ("words", "it.name", ":1:6", "leaves out words of the book"),
    ("font", "{ it.default; text(font: \"Nothing\")[] }", ":1:47", "unknown font family"),
    (
        "font-cure",
        "{ it.default; text(font: \"Arial\")[] }",
        ":1:47",
        "`font.body` and `font.display`",
    ),
    ("font-list", "{ it.default; text(font: \"Arial\")[] }", ":1:47", "`Source Sans 3`"),
    ("font-near", "{ it.default; text(font: \"Volkorn\")[] }", ":1:47", "write `Vollkorn`"),
    ("form", "{\n  text(it.name\n}", ":2:7", "write the one that is missing"),
    ("true", "{\n  while true { }\n}", ":2:9", "let the loop end"),
    ("while", "{\n  let n = 0\n  while n < 1000000000 { n += 1 }\n}", ":3:3", "let the loop end"),
];

#[test]
fn faults_are_told_at_their_line() {
    let plain = made_with("plain", Hook::CardFace, "it.default");
    for (name, body, place, words) in FAULTS {
        let made = made_with(&format!("fault-{name}"), Hook::CardFace, body);
        assert!(made.told.contains(&format!("card-face.typ{place}")), "{name}: {}", made.told);
        assert!(made.told.contains(words), "{name}: {}", made.told);
        let is_same = made.words(Hook::CardFace) == plain.words(Hook::CardFace);
        assert!(is_same, "{name}: the bundled card stands in");
    }
}

#[test]
fn a_hook_with_a_fault_costs_no_other() {
    let folder = Folder::new("templates-two");
    let mine = "{ it.default; text(size: 7pt)[Mine] }";
    write_book(
        &folder,
        &[
            (Hook::Cover, "#let cover(it) = it.nothing\n"),
            (Hook::Chapter, "#let chapter(it) = 1\n"),
            (Hook::Callout, &format!("#let callout(it) = {mine}\n")),
        ],
    );
    let made = Made::of(&folder);
    assert!(made.told.contains("cover.typ:1:"), "{}", made.told);
    assert!(made.told.contains("chapter.typ:1:"), "{}", made.told);
    assert!(made.words(Hook::Callout).contains("Mine"));
}

#[test]
fn lost_words_are_told_of_the_hook_that_loses_them() {
    let folder = Folder::new("templates-lost");
    let chapter = "#let chapter(it) = it.number\n";
    let templates = [
        (Hook::Cover, "#let cover(it) = it.default\n"),
        (Hook::Chapter, chapter),
        (Hook::Callout, "#let callout(it) = it.default\n"),
    ];
    write_book(&folder, &templates);
    folder
        .run(&["build", "book", "-o", "out", "-v"])
        .says("the template `chapter` leaves out words of the book: playing scoring")
        .never_says("`cover` leaves")
        .never_says("`callout` leaves")
        .ended(0);
    assert!(has_output(folder.path(), "rulebook.pdf"));
}

#[test]
fn what_cannot_be_taken_is_told_in_the_theme() {
    let folder = Folder::new("templates-theme");
    write_book(&folder, &[(Hook::CardFace, "#let card-fase(it) = [x]\n")]);
    let made = Made::of(&folder);
    assert!(made.told.contains("theme.toml:2:13"), "{}", made.told);
    assert!(made.told.contains("call it `card-face`, not `card-fase`"), "{}", made.told);
    let theme = "[templates]\ncover = \"lost.typ\"\nchapter = \"../../far.typ\"\ncallout = \"rules.md\"\n\
        pictures = [\"none\"]\npanle = \"x.typ\"\n";
    folder.write("book/theme.toml", theme);
    let made = Made::of(&folder);
    for (line, words) in [
        (2, "there is no such file"),
        (3, "outside the folder of the book"),
        (4, "does not end in `.typ`"),
        (5, "no pictures in `none`"),
    ] {
        assert!(made.told.contains(&format!("theme.toml:{line}:")), "{}", made.told);
        assert!(made.told.contains(words), "{}", made.told);
    }
    folder.run(&["check", "book"]).says("theme.toml:6:1").says("`panel`");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = Folder::new("templates-link");
    write_book(&folder, &[(Hook::CardFace, "#import \"far.typ\": x\n#let card-face(it) = [#x]\n")]);
    let far = Folder::with("templates-link-far", "far.typ", "#let x = \"SECRET\"\n");
    let link = folder.path().join("book/templates/far.typ");
    std::os::unix::fs::symlink(far.path().join("far.typ"), link).expect("a link can be made");
    let made = Made::of(&folder);
    assert!(made.told.contains("card-face.typ:1:9"), "{}", made.told);
    assert!(!made.words(Hook::CardFace).contains("SECRET"));
}

#[test]
fn a_drawing_that_is_cut_off_is_told_and_kept() {
    let body = "{ it.default; place(top, dx: -20mm, circle(radius: 9mm, fill: red)); place(text(size: 7pt)[Mine]) }";
    let made = made_with("cut", Hook::CardFace, body);
    assert!(made.told.contains("reaches 20.0 mm further"), "{}", made.told);
    assert!(made.words(Hook::CardFace).contains("Mine"));
    let clipped = "{ it.default; place(box(clip: true, width: 9mm, height: 9mm, place(dx: -20mm, circle(radius: 9mm, fill: red)))) }";
    assert_eq!(made_with("cut-on-purpose", Hook::CardFace, clipped).told, "");
}

#[test]
fn words_over_words_are_told_and_kept() {
    let body = "{ it.default; place(top, dx: 7mm, dy: 7mm)[Over] }";
    let made = made_with("over", Hook::CardFace, body);
    assert!(made.told.contains("is drawn over `") && made.told.contains("Over"), "{}", made.told);
    assert!(made.words(Hook::CardFace).contains("Over"));
    let shadow = "{ it.default; place(bottom + right, dx: -9mm)[Sea]; place(bottom + right, dx: -9.2mm)[Sea] }";
    assert_eq!(made_with("shadow", Hook::CardFace, shadow).told, "");
}

/// Words whose colour is hardly different from a background of one colour are reported and kept;
/// over pictures and gradients there is no finding.
#[test]
fn words_that_can_hardly_be_read_are_told() {
    let on = |ground: &str| {
        format!(
            "{{ place(top, dy: 20mm, {ground}); place(top, dx: 10mm, dy: 24mm, text(fill: rgb(\"#999999\"))[Mine]); it.default }}"
        )
    };
    for (name, ground, colours) in [
        ("none", "[]", Some("#999999 on #ffffff has a contrast of 2.8")),
        ("white", "rect(width: 60mm, height: 30mm, fill: white)", Some("#999999 on #ffffff")),
        (
            "round",
            "rect(width: 60mm, height: 30mm, radius: 3mm, fill: rgb(\"#777777\"))",
            Some("#999999 on #777777"),
        ),
        ("black", "rect(width: 60mm, height: 30mm, radius: 3mm, fill: black)", None),
        ("gradient", "rect(width: 60mm, height: 30mm, fill: gradient.linear(white, silver))", None),
        ("see-through", "rect(width: 60mm, height: 30mm, fill: rgb(0, 0, 0, 40))", None),
        ("half", "rect(width: 12mm, height: 30mm, fill: white)", None),
    ] {
        let body = format!(
            "{{ block(width: it.width, height: it.height, fill: white, clip: true, {}) }}",
            on(ground)
        );
        let made = made_with(&format!("faint-{name}"), Hook::CardFace, &body);
        match colours {
            Some(colours) => {
                assert!(made.told.contains("card-face.typ:1:6"), "{name}: {}", made.told);
                let told = format!("`Mine` can hardly be read: {colours}");
                assert!(made.told.contains(&told), "{name}: {}", made.told);
            }
            None => assert!(!made.told.contains("can hardly be read"), "{name}: {}", made.told),
        }
        assert!(made.words(Hook::CardFace).contains("Mine"), "{name}");
    }
}

/// Content that flows with the text has the width of its column: words beyond it are reported and
/// kept, words that cover others are reported and not printed.
#[test]
fn words_out_of_their_column_are_told() {
    for hook in [Hook::Chapter, Hook::Callout, Hook::Panel] {
        let name = hook.name();
        let place = format!("{name}.typ:1:6");
        let drawn = |what: &str, body: &str| made_with(&format!("{what}-{name}"), hook, body);
        let beyond =
            drawn("beside", "{ place(left, dx: -6mm, text(size: 7pt)[Mine]); it.default }");
        let told = &beyond.told;
        assert!(told.contains(&place), "{name}: {told}");
        assert!(told.contains("`Mine` is 6.0 mm beyond its column"), "{name}: {told}");
        assert!(beyond.words(hook).contains("Mine"), "{name}");
        let centred = "{ align(center, text(size: 7pt)[Mine]); it.default }";
        assert_eq!(drawn("centred", centred).told, "", "{name}");
        let over = drawn("above", "{ it.default; place(top, dy: -14mm, text(size: 60pt)[Mine]) }");
        let told = &over.told;
        assert!(
            told.contains(&place) && told.contains("`Mine` covers other words: `"),
            "{name}: {told}"
        );
        assert!(
            !over.words(hook).contains("Mine"),
            "{name}: until then the bundled drawing is used"
        );
    }
}

#[test]
fn words_that_do_not_fit_are_told() {
    let text = "#import \"/rulepress.typ\": fit\n\
        #let card-face(it) = { it.default; place(block(width: 20mm, height: 4mm, fit(lorem(30)))) }\n";
    let folder = Folder::new("templates-fit");
    write_book(&folder, &[(Hook::CardFace, text)]);
    let made = Made::of(&folder);
    assert!(made.told.contains("words of `fit` are"), "{}", made.told);
    assert!(!made.words(Hook::CardFace).contains("lorem") && made.deck.is_some());
}

/// Templates that would run for years, or give more than anybody can read.
const ENDLESS: [(&str, &str); 6] = [
    (
        "loops",
        "{ let n = 0; while n >= 0 { for i in range(9000) { for j in range(9000) { n = i } } } }",
    ),
    (
        "twice",
        "{ let f(n, s) = if n > 60 { 1 } else { 2 }; let n = 0; while n < 9000 { for i in range(9000) { let _ = f(n, str(i)) }; n += 1 } }",
    ),
    (
        "layout",
        "{ it.default; layout(room => for i in range(9000) { for j in range(9000) { [#(i + j)] } }) }",
    ),
    ("map", "{ let square = range(9000).map(i => range(9000).map(j => i * j)); it.default }"),
    ("pieces", "{ it.default; for i in range(30000) [word ] }"),
    ("letters", "{ it.default; \"word \" * 100000 }"),
];

#[test]
fn nothing_goes_on_without_end() {
    for (name, body) in ENDLESS {
        let begin = Instant::now();
        let made = made_with(&format!("endless-{name}"), Hook::CardFace, body);
        assert!(made.told.contains("card-face.typ:1:"), "{name}: {}", made.told);
        let is_bounded = ["this code never ends", "more than 20000 pieces"];
        assert!(is_bounded.iter().any(|words| made.told.contains(words)), "{name}: {}", made.told);
        assert!(made.deck.is_some(), "{name}: the bundled card stands in");
        assert!(begin.elapsed() < Duration::from_secs(60), "{name}: {:?}", begin.elapsed());
    }
    let recursion = "#let f(n, s) = if n > 60 { 1 } else { f(n + 1, s + \"a\") + f(n + 1, s + \"b\") }\n\
        #let card-face(it) = [#f(0, \"\")]\n";
    let folder = Folder::new("templates-recursion");
    write_book(&folder, &[(Hook::CardFace, recursion)]);
    let made = Made::of(&folder);
    assert!(made.told.contains("card-face.typ:1:16") && made.deck.is_some(), "{}", made.told);
}

#[cfg(target_os = "linux")]
#[test]
fn a_template_that_eats_memory_costs_only_itself() {
    let folder = Folder::new("templates-memory");
    let text = "#let card-face(it) = { let all = \"a\" * 20000000000; it.default }\n";
    write_book(&folder, &[(Hook::CardFace, text)]);
    let ran = folder.run(&["build", "book", "-o", "out", "--limit-memory", "1GiB"]).ended(0);
    let told = "with its own templates the book `book` needs more than 1 GiB";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    assert!(has_output(folder.path(), "deck.pdf") && has_output(folder.path(), "rulebook.pdf"));
}
