//! Files that let a browser keep a folder of pages as an app: a manifest (W3C Web Application Manifest), a
//! worker that keeps the files (`templates/web/worker.js`), and an icon.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::SiteFile;
use super::icon::icon_svg;
use base::theme::Palette;
use press::book::Book;

const WORKER: &str = include_str!("../../templates/web/worker.js");

/// Returns manifest, icon and worker; `files` are the others of the folder.
pub fn app_files(book: &Book, files: &[SiteFile]) -> Vec<SiteFile> {
    let manifest = SiteFile { path: "manifest.webmanifest".to_owned(), text: manifest(book) };
    let icon = SiteFile { path: "icon.svg".to_owned(), text: icon_svg(book) };
    let worker = worker(files.iter().chain([&manifest, &icon]));
    vec![manifest, icon, SiteFile { path: "worker.js".to_owned(), text: worker }]
}

/// Returns the colours of a browser's bar, by day and by night.
pub fn theme_colours(book: &Book) -> Value {
    let dark = Palette::of(&book.theme, "dark");
    json!({ "light": book.theme.palette().css_colour("deep"), "dark": dark.css_colour("deep") })
}

fn manifest(book: &Book) -> String {
    let palette = book.theme.palette();
    let icon = |purpose: &str| json!({ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": purpose });
    let manifest = json!({
        "name": book.title,
        "short_name": book.title,
        "description": book.subtitle.clone().unwrap_or_default(),
        "lang": book.language,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "theme_color": palette.css_colour("deep"),
        "background_color": palette.css_colour("paper"),
        "icons": [icon("any"), icon("maskable")],
    });
    format!("{manifest:#}\n")
}

/// Returns the worker with the names of all files, and a version that changes with any of them.
fn worker<'f>(files: impl Iterator<Item = &'f SiteFile>) -> String {
    let mut hash = Sha256::new();
    let mut paths = Vec::new();
    for file in files {
        hash.update(&file.path);
        hash.update(&file.text);
        paths.push(file.path.clone());
    }
    let version: String =
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let (version, paths) = (json!(version), json!(paths));
    format!("\"use strict\";\nconst VERSION = {version};\nconst FILES = {paths};\n{WORKER}")
}
