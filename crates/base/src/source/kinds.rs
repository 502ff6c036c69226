//! Kinds of files, by their names. In: the name of a file. Out: whether it is a printed text, a text about
//! the project and not the game, or a file whose words cannot be read.

use std::path::Path;

/// Extensions of texts in Markdown.
const MARKDOWN: [&str; 5] = ["md", "markdown", "mdown", "mkd", "mkdn"];
/// Extensions of HTML pages.
const PAGES: [&str; 3] = ["html", "htm", "xhtml"];
/// Extensions of files with words that are not read.
const UNREAD: [&str; 31] = [
    "txt",
    "text",
    "rst",
    "adoc",
    "asciidoc",
    "asc",
    "org",
    "textile",
    "mediawiki",
    "wiki",
    "creole",
    "pod",
    "rdoc",
    "mdx",
    "tex",
    "typ",
    "csv",
    "tsv",
    "doc",
    "docx",
    "odt",
    "rtf",
    "pages",
    "pdf",
    "epub",
    "xls",
    "xlsx",
    "ods",
    "ppt",
    "pptx",
    "odp",
];
/// Extensions of pictures.
const PICTURES: [&str; 12] =
    ["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "tif", "tiff", "heic", "avif", "psd"];
/// Extensions of archives.
const ARCHIVES: [&str; 8] = ["zip", "gz", "tgz", "tar", "7z", "rar", "xz", "bz2"];
/// Extensions of texts of other programs.
const OFFICE: [&str; 12] =
    ["doc", "docx", "odt", "rtf", "pages", "epub", "ppt", "pptx", "odp", "xls", "xlsx", "ods"];

/// Files of a project that hold no rules, by their stems in small letters without `-` and `_`.
const NO_RULES: [(&str, &str); 27] = [
    ("license", "a licence"),
    ("licence", "a licence"),
    ("copying", "a licence"),
    ("unlicense", "a licence"),
    ("notice", "a legal notice"),
    ("contributing", "a guide for contributors to the project"),
    ("contributors", "a list of contributors to the project"),
    ("maintainers", "a list of the project's maintainers"),
    ("codeowners", "a list of the project's maintainers"),
    ("governance", "a page about how the project is run"),
    ("changelog", "a list of changes"),
    ("changes", "a list of changes"),
    ("releasenotes", "a list of changes"),
    ("releases", "a list of changes"),
    ("codeofconduct", "a code of conduct"),
    ("security", "a guide to reporting faults"),
    ("support", "a guide for questions about the project"),
    ("funding", "a request for donations to the project"),
    ("sponsors", "a list of the project's sponsors"),
    ("backers", "a list of the project's sponsors"),
    ("roadmap", "a plan of the project"),
    ("todo", "a plan of the project"),
    ("issuetemplate", "a form for reporting faults"),
    ("pullrequesttemplate", "a form for proposing changes"),
    ("bugreport", "a form for reporting faults"),
    ("featurerequest", "a form for proposing changes"),
    ("sources", "a list of what the rules are based on"),
];

/// Role of a file in a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Markdown.
    Markdown,
    /// HTML.
    Page,
    /// A text about the project, and its kind.
    NoRules(&'static str),
    /// Words that are not read.
    Unread,
    /// No words.
    Other,
}

/// Returns the kind of a file in a folder without a book.toml, by its name.
pub fn file_kind(name: &str) -> FileKind {
    let (stem, end) = split_end(name);
    let is_text = is_text_end(&end) || matches!(&*end, "" | "txt" | "rst");
    if let Some(what) = no_rules(&stem).filter(|_| is_text) {
        return FileKind::NoRules(what);
    }
    match &*end {
        end if MARKDOWN.contains(&end) => FileKind::Markdown,
        end if PAGES.contains(&end) => FileKind::Page,
        end if UNREAD.contains(&end) => FileKind::Unread,
        "" if matches!(&*stem, "readme" | "rules" | "rulebook" | "manual") => FileKind::Unread,
        _ => FileKind::Other,
    }
}

/// Reports whether a name has an extension of Markdown or HTML.
pub fn is_text_name(name: &str) -> bool {
    is_text_end(&split_end(name).1)
}

/// Reports whether a name has an extension of Markdown.
pub fn is_markdown_name(name: &str) -> bool {
    MARKDOWN.contains(&split_end(name).1.as_str())
}

fn is_text_end(end: &str) -> bool {
    MARKDOWN.contains(&end) || PAGES.contains(&end)
}

/// Returns the kind of a text about the project, also for `LICENSE-MIT` and `CODE_OF_CONDUCT.de`.
fn no_rules(stem: &str) -> Option<&'static str> {
    let plain = |name: &str| name.replace(['-', '_', ' '], "");
    let whole = plain(stem);
    let first = stem.split(['-', '_', '.']).next().unwrap_or(stem);
    let is_licence = matches!(first, "license" | "licence" | "copying");
    let short = stem.split('.').next().map(plain).unwrap_or_default();
    let known =
        |name: &str| NO_RULES.iter().find(|(known, _)| *known == name).map(|(_, what)| *what);
    known(&whole).or_else(|| known(&short)).or_else(|| known(first).filter(|_| is_licence))
}

/// Splits a name into stem and extension, in small letters.
fn split_end(name: &str) -> (String, String) {
    let name = name.to_lowercase();
    match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => (stem.to_owned(), end.to_owned()),
        Some(_) | None => (name, String::new()),
    }
}

/// Returns advice about a file that is no text, by its name.
pub fn what_instead(path: &str) -> &'static str {
    let end = Path::new(path).extension().map(|end| end.to_string_lossy().to_lowercase());
    match end.as_deref() {
        Some(end) if PICTURES.contains(&end) => {
            "a picture needs a text that shows it: write ![what the picture shows](its path) in a Markdown file, and name that file"
        }
        Some("pdf") => "a PDF is an output: name the Markdown or HTML file that it was made from",
        Some(end) if OFFICE.contains(&end) => {
            "open it in the program that wrote it, save it as HTML, and name that file"
        }
        Some(end) if ARCHIVES.contains(&end) => "unpack it, and name the unpacked folder",
        Some(_) | None => "name a Markdown or HTML file that is saved as UTF-8",
    }
}
