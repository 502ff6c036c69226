//! Several PDFs joined to one. In: the PDFs of the parts of an output, in order, without named destinations.
//! Out: one PDF with all their pages, tags and outlines; objects that several of them share, such as
//! pictures, are stored once.

mod outline;
mod record;
mod tags;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use lopdf::{Document, Object, ObjectId};
use sha2::{Digest, Sha256};

use self::record::JoinedRecord;
use super::{load_document, save_document};

/// The parts that were joined so far.
#[derive(Default)]
pub struct JoinedPdf {
    document: Option<Document>,
    /// Shared parts of pages, by their hashes.
    known: BTreeMap<[u8; 32], ObjectId>,
    /// Key of the tags of the next page.
    next_key: i64,
    /// Number of parts so far.
    parts: usize,
    record: JoinedRecord,
}

impl JoinedPdf {
    /// Appends the pages of another part.
    ///
    /// # Errors
    /// When the part is not a PDF, or has no pages.
    pub fn add(&mut self, bytes: &[u8]) -> Result<()> {
        let mut part = load_document(bytes)?;
        let first = self.document.as_ref().map_or(1, |document| document.max_id + 1);
        part.renumber_objects_with(first);
        self.parts += 1;
        self.record.add(&part);
        self.next_key = tags::shift_keys(&mut part, self.next_key);
        tags::name_apart(&mut part, self.parts);
        share_equals(&mut part, &mut self.known)?;
        let Some(document) = &mut self.document else {
            self.document = Some(part);
            return Ok(());
        };
        let root = pages_root(document)?;
        let pages: Vec<ObjectId> = part.get_pages().into_values().collect();
        for page in &pages {
            part.get_dictionary_mut(*page)?.set("Parent", root);
        }
        tags::append(document, &mut part)?;
        outline::append(document, &mut part)?;
        document.max_id = document.max_id.max(part.max_id);
        document.objects.append(&mut part.objects);
        let tree = document.get_dictionary_mut(root)?;
        let kids = tree.get_mut(b"Kids").and_then(Object::as_array_mut);
        let kids = kids.context("the finished PDF has no pages")?;
        kids.extend(pages.into_iter().map(Object::Reference));
        let count = document.get_pages().len() as i64;
        document.get_dictionary_mut(root)?.set("Count", count);
        Ok(())
    }

    /// Returns the joined PDF.
    ///
    /// # Errors
    /// When no part was added, or it cannot be written.
    pub fn finish(self) -> Result<Vec<u8>> {
        let mut document = self.document.context("the finished PDF has no pages")?;
        if self.parts > 1 {
            self.record.write(&mut document)?;
        }
        document.prune_objects();
        document.renumber_objects();
        save_document(document)
    }
}

fn pages_root(document: &Document) -> Result<ObjectId> {
    let root = document.catalog()?.get(b"Pages").and_then(Object::as_reference);
    root.context("the finished PDF has no pages")
}

/// Replaces objects by equal ones that are known already. An object is compared after those that it refers
/// to, so that it is equal if they are.
fn share_equals(part: &mut Document, known: &mut BTreeMap<[u8; 32], ObjectId>) -> Result<()> {
    let fixed = fixed_objects(part)?;
    loop {
        let mut twins = BTreeMap::new();
        for (id, object) in &part.objects {
            if !fixed.contains(id) {
                let first = *known.entry(hash_of(object)).or_insert(*id);
                if first != *id {
                    twins.insert(*id, first);
                }
            }
        }
        if twins.is_empty() {
            return Ok(());
        }
        part.objects.retain(|id, _| !twins.contains_key(id));
        for object in part.objects.values_mut() {
            rename(object, &twins);
        }
    }
}

/// Returns the objects that are never shared: the catalogue, the pages with their content, tags and outline.
/// A page may be changed later, and no other with it.
fn fixed_objects(part: &Document) -> Result<BTreeSet<ObjectId>> {
    let mut fixed = BTreeSet::from([pages_root(part)?]);
    fixed.extend(part.trailer.get(b"Root").and_then(Object::as_reference).ok());
    for page in part.get_pages().into_values() {
        fixed.insert(page);
        fixed.extend(part.get_page_contents(page));
    }
    fixed.extend(tags::elements(part));
    fixed.extend(outline::items(part));
    Ok(fixed)
}

/// Returns the object that an entry of the catalogue refers to.
fn named_in_catalog(document: &Document, key: &[u8]) -> Option<ObjectId> {
    document.catalog().ok()?.get(key).and_then(Object::as_reference).ok()
}

fn hash_of(object: &Object) -> [u8; 32] {
    let mut hash = Sha256::new();
    if let Object::Stream(stream) = object {
        hash.update(format!("{:?}", stream.dict));
        hash.update(&stream.content);
    } else {
        hash.update(format!("{object:?}"));
    }
    hash.finalize().into()
}

/// Replaces references to objects.
fn rename(object: &mut Object, names: &BTreeMap<ObjectId, ObjectId>) {
    match object {
        Object::Reference(id) => {
            if let Some(name) = names.get(id) {
                *id = *name;
            }
        }
        Object::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Object::Dictionary(fields) => fields.iter_mut().for_each(|(_, item)| rename(item, names)),
        Object::Stream(stream) => {
            stream.dict.iter_mut().for_each(|(_, item)| rename(item, names));
        }
        _ => {}
    }
}
