//! The names of links of a rulebook in a screen reader: their words, never a page that may change.

use lopdf::{Document, Object};
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::press::{self, PrintRequest, profile};

use crate::common::Folder;

#[test]
fn links_are_called_by_their_words() {
    let folder = Folder::new("link-words");
    folder.write("book/book.toml", "title = 'Links'\nsources = ['rules.md']\n");
    folder.write(
        "book/rules.md",
        "# Draw {#draw}\n\n1. Take a card.\n2. Keep it. {#keep}\n\n# Play\n\nFirst [keep what you took](#keep), then [draw](#draw).\n",
    );
    let read = folder.book("book");
    let profile = profile::find_profile("screen").expect("it is bundled");
    let request = PrintRequest { theme: "standard", ..PrintRequest::usual(&profile) };
    let mut findings = Findings::default();
    let files = press::make(&read.book, Output::Rulebook, &request, &read.sources, &mut findings);
    let words = link_words(&files[0].bytes);
    assert!(words.iter().any(|words| words == "keep what you took"), "{words:?}");
    assert!(words.iter().any(|words| words.starts_with("Section 1")), "{words:?}");
    assert!(!words.iter().any(|words| words.starts_with("Page")), "{words:?}");
}

/// Returns the name of each link of a PDF.
fn link_words(bytes: &[u8]) -> Vec<String> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let resolved = |object: &Object| document.dereference(object).expect("it is there").1.clone();
    let mut out = Vec::new();
    for page in document.get_pages().values() {
        let page = document.get_dictionary(*page).expect("it is a page");
        let Ok(list) = page.get(b"Annots") else { continue };
        for link in resolved(list).as_array().expect("it is a list") {
            let link = resolved(link);
            let words = link.as_dict().and_then(|link| link.get(b"Contents"));
            out.extend(words.and_then(lopdf::decode_text_string));
        }
    }
    out
}
