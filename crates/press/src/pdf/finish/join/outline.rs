//! Outlines of parts, joined. In: the file so far, and a part. Out: the items of the part behind the others.

use anyhow::Result;
use lopdf::{Dictionary, Document, Object, ObjectId};

use super::named_in_catalog;

/// Returns the outline and its top items.
pub fn items(document: &Document) -> Vec<ObjectId> {
    let Some(root) = named_in_catalog(document, b"Outlines") else { return Vec::new() };
    let mut items = vec![root];
    let mut next = link(document, root, b"First");
    // A chain that returns to itself is invalid.
    while let Some(item) = next.filter(|item| !items.contains(item)) {
        items.push(item);
        next = link(document, item, b"Next");
    }
    items
}

/// Appends the items of `part` to those of `whole`.
pub fn append(whole: &mut Document, part: &mut Document) -> Result<()> {
    let Some(other) = named_in_catalog(part, b"Outlines") else { return Ok(()) };
    let Some(own) = named_in_catalog(whole, b"Outlines") else {
        whole.catalog_mut()?.set("Outlines", other);
        return Ok(());
    };
    let ends = |document: &Document, root| {
        link(document, root, b"First").zip(link(document, root, b"Last"))
    };
    let Some((first, last)) = ends(part, other) else { return Ok(()) };
    let added = count(part.get_dictionary(other)?);
    for item in items(part).into_iter().skip(1) {
        part.get_dictionary_mut(item)?.set("Parent", own);
    }
    match ends(whole, own) {
        Some((_, before)) => {
            part.get_dictionary_mut(first)?.set("Prev", before);
            whole.get_dictionary_mut(before)?.set("Next", first);
        }
        None => whole.get_dictionary_mut(own)?.set("First", first),
    }
    let root = whole.get_dictionary_mut(own)?;
    root.set("Last", last);
    root.set("Count", count(root) + added);
    Ok(())
}

fn link(document: &Document, item: ObjectId, key: &[u8]) -> Option<ObjectId> {
    document.get_dictionary(item).ok()?.get(key).and_then(Object::as_reference).ok()
}

fn count(root: &Dictionary) -> i64 {
    root.get(b"Count").and_then(Object::as_i64).unwrap_or_default()
}
