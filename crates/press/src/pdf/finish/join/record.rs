//! Facts in a PDF about itself: number of pages, identifier, and claim of PDF/UA. In: the parts. Out: the
//! facts of the whole, which claims only what all its parts claim.

use anyhow::{Context, Result};
use lopdf::{Document, Object, StringFormat};
use sha2::{Digest, Sha256};

use super::named_in_catalog;

/// The claim of PDF/UA-1 in metadata.
const CLAIM: &str = "<pdfuaid:part>1</pdfuaid:part>";
/// Tag round the number of pages.
const PAGES: &str = "xmpTPg:NPages";
/// Tag round the identifier of this state of the file.
const INSTANCE: &str = "xmpMM:InstanceID";

/// The facts of the parts so far.
#[derive(Default)]
pub struct JoinedRecord {
    numbers: Sha256,
    is_unclaimed: bool,
}

impl JoinedRecord {
    /// Reads the facts of another part.
    pub fn add(&mut self, part: &Document) {
        let Some(metadata) = metadata(part) else { return };
        self.numbers.update(inside(&metadata, INSTANCE).unwrap_or_default());
        self.is_unclaimed |= !metadata.contains(CLAIM);
    }

    /// Writes the facts of the whole.
    ///
    /// # Errors
    /// When the file has no catalogue.
    pub fn write(self, whole: &mut Document) -> Result<()> {
        let Some(mut text) = metadata(whole) else { return Ok(()) };
        let hash = self.numbers.finalize();
        let number: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        text = with_inside(&text, PAGES, &whole.get_pages().len().to_string());
        text = with_inside(&text, INSTANCE, &number);
        if self.is_unclaimed {
            text = text.replace(CLAIM, "");
        }
        let id = named_in_catalog(whole, b"Metadata").context("the finished PDF has no record")?;
        if let Some(Object::Stream(stream)) = whole.objects.get_mut(&id) {
            stream.set_plain_content(text.into_bytes());
        }
        let ids = whole.trailer.get_mut(b"ID").and_then(Object::as_array_mut);
        if let Ok([_, instance]) = ids.map(Vec::as_mut_slice) {
            *instance = Object::String(number.into_bytes(), StringFormat::Literal);
        }
        Ok(())
    }
}

fn metadata(document: &Document) -> Option<String> {
    let id = named_in_catalog(document, b"Metadata")?;
    let Some(Object::Stream(stream)) = document.objects.get(&id) else { return None };
    let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    String::from_utf8(content).ok()
}

/// Returns the text in a tag.
fn inside<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let (_, behind) = text.split_once(&format!("<{tag}>"))?;
    Some(behind.split_once(&format!("</{tag}>"))?.0)
}

/// Returns the text with another value in a tag.
fn with_inside(text: &str, tag: &str, value: &str) -> String {
    match inside(text, tag) {
        Some(old) => {
            text.replacen(&format!("<{tag}>{old}</{tag}>"), &format!("<{tag}>{value}</{tag}>"), 1)
        }
        None => text.to_owned(),
    }
}
