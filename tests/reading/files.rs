//! The files of a site: legible colours, only our own scripts, and the files that keep the folder
//! like an app.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rulepress::theme::bundled_names;
use rulepress::theme::colour::{LEAST_CONTRAST, Rgb};
use sha2::{Digest, Sha256};

use super::{Site, attributes, elements, site_of, sites};
use crate::common::Folder;

/// The custom properties behind a selector of the style of a page.
fn properties(page: &str, selector: &str) -> BTreeMap<String, String> {
    let rule = page.split(selector).nth(1).and_then(|rest| rest.split('}').next());
    let pairs = rule.unwrap_or_else(|| panic!("no {selector}")).split(';');
    let pair = |pair: &str| {
        let (name, value) = pair.trim_start_matches([' ', '{']).trim().split_once(':')?;
        Some((name.strip_prefix("--")?.to_owned(), value.trim().to_owned()))
    };
    pairs.filter_map(pair).collect()
}

fn assert_readable(page: &str, name: &str) {
    for selector in [":root ", ":root[data-theme=\"dark\"] "] {
        let all = properties(page, selector);
        let rgb =
            |name: &str| Rgb::parse(&all[name]).unwrap_or_else(|| panic!("{name} is no colour"));
        let mut pairs =
            vec![("on-deep", "deep"), ("on-accent", "accent"), ("on-highlight", "highlight")];
        for words in ["text", "muted", "accent", "warning"] {
            pairs.extend(["paper", "faint", "tint", "blush"].map(|ground| (words, ground)));
        }
        for (words, ground) in pairs {
            let contrast = rgb(words).contrast(rgb(ground));
            assert!(
                contrast >= LEAST_CONTRAST,
                "{name}, {selector}: {words} on {ground}: {contrast:.2}"
            );
        }
    }
}

#[test]
fn words_can_be_read_in_every_theme_by_day_and_by_night() {
    for theme in bundled_names() {
        let folder = Folder::new(&format!("reading-theme-{theme}"));
        folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
        folder.write("book/theme.toml", format!("base = \"{theme}\"\n"));
        folder.write("book/a.md", "# Game\n\nDraw.\n");
        assert_readable(Site::of(&folder.path().join("book")).index(), theme);
    }
    for site in sites() {
        assert_readable(site.index(), &site.book().name);
    }
}

/// Colours that an author chose without care are made such that words can be read.
#[test]
fn faint_colours_are_made_readable() {
    let folder = Folder::new("reading-faint");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    let colours = "[colour]\ntext = \"#999999\"\naccent = \"#ffdd00\"\nmuted = \"#cccccc\"\nwarning = \"#ffaaaa\"\n";
    folder.write("book/theme.toml", colours);
    folder.write("book/a.md", "# Game\n\nDraw.\n");
    assert_readable(Site::of(&folder.path().join("book")).index(), "faint colours");
}

/// The policy names the hash of each script and of the style; nothing else runs, and authors' words
/// stay text.
#[test]
fn nothing_runs_but_our_scripts() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    let text = format!(
        "# Game {{#game}}\n\n`{evil}` [x](javascript:alert(3))\n\n\"\"' onclick=alert(4)\n: `{evil}`\n\n```mermaid\ngraph TD\nA[\"#lt;/script#gt;#lt;script#gt;alert(5)\"] --> B\n```\n"
    );
    let site = site_of("reading-evil", "", &text);
    for site in sites().iter().chain([&site]) {
        let page = site.index();
        let policy = page.split("Content-Security-Policy\" content=\"").nth(1);
        let policy = policy.and_then(|rest| rest.split('"').next()).expect("there is a policy");
        assert!(
            policy.starts_with("default-src 'none';") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
        let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
        let scripts: Vec<&str> = page
            .split("<script>")
            .skip(1)
            .filter_map(|rest| rest.split("</script>").next())
            .collect();
        assert_eq!(scripts.len(), 2, "{}", site.book().name);
        assert_eq!(page.matches("<script").count(), 3, "{}", site.book().name);
        let style = page.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
        for own in scripts.into_iter().chain(style) {
            assert!(policy.contains(&hash(own)), "{}: {:.60}", site.book().name, own);
        }
        for attribute in ["onclick", "onerror", "onload", "style", "srcset"] {
            assert!(attributes(elements(page), attribute).is_empty(), "{attribute}");
        }
        for href in attributes(elements(page), "href") {
            let is_own = href.starts_with('#') || href.starts_with("examples/");
            let is_file = ["icon.svg", "fonts.css"].contains(&href);
            let is_web = href.starts_with("http://")
                || href.starts_with("https://")
                || href.starts_with("mailto:");
            assert!(is_own || is_file || is_web, "{}: {href}", site.book().name);
        }
        for source in attributes(elements(page), "src") {
            assert!(source.starts_with("data:image/"), "{}: {source:.40}", site.book().name);
        }
    }
}

/// The text comes before everything that is only needed later.
#[test]
fn the_text_comes_first() {
    for site in sites() {
        let page = site.index();
        let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("no {part}"));
        let text = place("<main");
        assert!(text < 100_000, "{}: the text begins at byte {text}", site.book().name);
        let rest = [
            place("<script>\"use strict\";\n// What all"),
            place("class=\"index\""),
            place("fonts.css"),
        ];
        assert!(rest.is_sorted() && text < rest[0], "{}: {text} {rest:?}", site.book().name);
    }
}

#[test]
fn a_folder_is_kept_like_an_app() {
    for site in sites() {
        let manifest: serde_json::Value =
            serde_json::from_str(site.file("manifest.webmanifest")).expect("it is JSON");
        assert_eq!(manifest["name"], site.book().title.as_str());
        assert!(Rgb::parse(manifest["theme_color"].as_str().expect("it has a colour")).is_some());
        for icon in manifest["icons"].as_array().expect("it has icons") {
            let icon = site.file(icon["src"].as_str().expect("it is a file"));
            roxmltree::Document::parse(icon).expect("the icon is SVG");
        }
        let worker = site.file("worker.js");
        let files = worker.lines().find_map(|line| line.strip_prefix("const FILES = "));
        let files = files.and_then(|files| files.strip_suffix(';')).expect("it lists files");
        let files: BTreeSet<String> = serde_json::from_str(files).expect("it is JSON");
        let there = site.files.iter().map(|file| file.path.clone());
        let there: BTreeSet<String> = there.filter(|path| path != "worker.js").collect();
        assert_eq!(files, there, "{}", site.book().name);
    }
}

/// Another text gives another version, so that readers who keep the folder get it; the same text gives the same bytes.
#[test]
fn the_version_follows_the_text() {
    let site = |text: &str| site_of("reading-version", "", text);
    let (one, other) = (site("# Game\n\nDraw.\n"), site("# Game\n\nPass.\n"));
    assert_ne!(one.file("worker.js"), other.file("worker.js"));
    assert_eq!(one.files, site("# Game\n\nDraw.\n").files);
}
