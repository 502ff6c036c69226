//! PDFs that follow each other as one. In: the PDFs of the parts of an output, one after the other, none of which has
//! named destinations. Out: one with all their pages, their tags and their outlines; what is the same in several of them,
//! such as pictures, comes once.

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
    /// Parts of pages that others may share, by their hashes.
    known: BTreeMap<[u8; 32], ObjectId>,
    /// The key of the tags of the next page.
    next_key: i64,
    /// Number of parts so far.
    parts: usize,
    record: JoinedRecord,
}

impl JoinedPdf {
    /// Adds the pages of another part behind the others.
    ///
    /// # Errors
    /// When the part is no PDF, or has no pages.
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

    /// All of it.
    ///
    /// # Errors
    /// When nothing was added, or it cannot be written.
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

/// Names what is known already instead of bringing it again. What names others is looked at after these, so that it is the
/// same if they are.
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

/// The catalogue, the pages with what they draw, tags and outline, each of which is itself: a page may be changed later,
/// and no other with it.
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

/// The object that an entry of the catalogue names.
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

/// Puts other names in place of those of objects.
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
