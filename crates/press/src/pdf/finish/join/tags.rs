//! Tags of parts, joined to one tree. In: the file so far, and a part. Out: the elements of the part behind
//! the others under one document, found from each page by a key of its own. PDF 1.7, 14.7.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat};

use super::named_in_catalog;

/// A tree of keys or names by which elements are found.
struct FlatTree {
    name: &'static [u8],
    /// Entry with its keys or names, each before its value.
    entries: &'static [u8],
}

impl FlatTree {
    const PARENTS: Self = Self { name: b"ParentTree", entries: b"Nums" };
    const NAMES: Self = Self { name: b"IDTree", entries: b"Names" };
}

/// Moves the keys by which pages, drawings and links find their tags behind those of other parts; returns the
/// next key.
pub fn shift_keys(part: &mut Document, by: i64) -> i64 {
    let mut next = by;
    for object in part.objects.values_mut() {
        each_dictionary(object, &mut |fields| {
            for name in [b"StructParents".as_slice(), b"StructParent"] {
                if let Ok(key) = fields.get(name).and_then(Object::as_i64) {
                    fields.set(name, key + by);
                    next = next.max(key + by + 1);
                }
            }
        });
    }
    let Some(root) = named_in_catalog(part, b"StructTreeRoot") else { return next };
    let pairs: Vec<Object> = tree_entries(part, root, &FlatTree::PARENTS)
        .into_iter()
        .flat_map(|(key, value)| {
            let key = key.as_i64().unwrap_or_default() + by;
            next = next.max(key + 1);
            [Object::Integer(key), value]
        })
        .collect();
    if let Ok(root) = part.get_dictionary_mut(root) {
        root.set("ParentTree", Dictionary::from_iter([("Nums", Object::Array(pairs))]));
        root.set("ParentTreeNextKey", next);
    }
    next
}

/// Prefixes the names of the elements of a part, by which cells of tables name their heads, with its number.
pub fn name_apart(part: &mut Document, number: usize) {
    let Some(root) = named_in_catalog(part, b"StructTreeRoot") else { return };
    let apart = |name: &mut Object| {
        if let Object::String(bytes, _) = name {
            let name = [format!("{number}-").as_bytes(), bytes].concat();
            *bytes = name;
        }
    };
    for id in elements(part) {
        let Some(element) = part.objects.get_mut(&id).filter(|_| id != root) else { continue };
        each_dictionary(element, &mut |fields| {
            if let Ok(name) = fields.get_mut(b"ID") {
                apart(name);
            }
            let heads = fields.get_mut(b"Headers").and_then(Object::as_array_mut);
            heads.into_iter().flatten().for_each(apart);
        });
    }
    let named = tree_entries(part, root, &FlatTree::NAMES).into_iter();
    let named: Vec<Object> = named
        .flat_map(|(mut name, value)| {
            apart(&mut name);
            [name, value]
        })
        .collect();
    if let Ok(root) = part.get_dictionary_mut(root)
        && !named.is_empty()
    {
        root.set("IDTree", Dictionary::from_iter([("Names", Object::Array(named))]));
    }
}

/// Returns all elements of the tree, and its root.
pub fn elements(document: &Document) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    let mut open: Vec<ObjectId> =
        named_in_catalog(document, b"StructTreeRoot").into_iter().collect();
    while let Some(id) = open.pop() {
        let Ok(element) = document.get_dictionary(id) else { continue };
        if !found.insert(id) {
            continue;
        }
        let kids = element.get(b"K").map(as_list).unwrap_or_default();
        open.extend(kids.iter().filter_map(|kid| kid.as_reference().ok()));
    }
    found
}

/// Appends the tags of `part` to those of `whole`, under the same document.
pub fn append(whole: &mut Document, part: &mut Document) -> Result<()> {
    let roots = [&*whole, &*part].map(|document| named_in_catalog(document, b"StructTreeRoot"));
    let [Some(own), Some(other)] = roots else { return Ok(()) };
    let (to, from) = (document_element(whole, own), document_element(part, other));
    let (to, from) = to.zip(from).context("the finished PDF has tags without a document")?;
    let kids = as_list(part.get_dictionary(from)?.get(b"K")?);
    for kid in kids.iter().filter_map(|kid| kid.as_reference().ok()) {
        part.get_dictionary_mut(kid)?.set("P", to);
    }
    let element = whole.get_dictionary_mut(to)?;
    let mut all = element.get(b"K").map(as_list).unwrap_or_default();
    all.extend(kids);
    element.set("K", all);
    let source = part.get_dictionary(other)?.clone();
    let root = whole.get_dictionary_mut(own)?;
    extend_tree(root, &source, &FlatTree::PARENTS);
    extend_tree(root, &source, &FlatTree::NAMES);
    if let Ok(next) = source.get(b"ParentTreeNextKey") {
        root.set("ParentTreeNextKey", next.clone());
    }
    let roles = source.get(b"RoleMap").and_then(Object::as_dict).cloned().unwrap_or_default();
    match root.get_mut(b"RoleMap").and_then(Object::as_dict_mut) {
        Ok(known) => known.extend(&roles),
        Err(_) if !roles.is_empty() => root.set("RoleMap", roles),
        Err(_) => {}
    }
    Ok(())
}

/// Adds the entries of a flat tree, whose keys or names sort after the present ones. Names are sorted as
/// texts.
fn extend_tree(root: &mut Dictionary, source: &Dictionary, tree: &FlatTree) {
    let listed = |fields: &Dictionary| {
        let found = fields.get(tree.name).and_then(Object::as_dict);
        found.and_then(|found| found.get(tree.entries)).map(as_list).unwrap_or_default()
    };
    let all = [listed(root), listed(source)].concat();
    let mut pairs: Vec<Vec<Object>> = all.chunks(2).map(<[Object]>::to_vec).collect();
    pairs.sort_by(|one, other| sort_key(&one[0]).cmp(&sort_key(&other[0])));
    if !pairs.is_empty() {
        let entries = (tree.entries, Object::Array(pairs.concat()));
        root.set(tree.name, Dictionary::from_iter([entries]));
    }
}

fn sort_key(key: &Object) -> (i64, Vec<u8>) {
    match key {
        Object::Integer(key) => (*key, Vec::new()),
        Object::String(name, StringFormat::Literal | StringFormat::Hexadecimal) => {
            (0, name.clone())
        }
        _ => (0, Vec::new()),
    }
}

/// Returns the element that contains all others.
fn document_element(document: &Document, root: ObjectId) -> Option<ObjectId> {
    let kids = as_list(document.get_dictionary(root).ok()?.get(b"K").ok()?);
    match kids.as_slice() {
        [Object::Reference(only)] => Some(*only),
        _ => None,
    }
}

/// Returns the keys or names of a tree with their values, from all its branches.
fn tree_entries(document: &Document, root: ObjectId, tree: &FlatTree) -> Vec<(Object, Object)> {
    let resolved = |object: &Object| -> Option<Dictionary> {
        document.dereference(object).ok()?.1.as_dict().ok().cloned()
    };
    let root = document.get_dictionary(root).ok().and_then(|root| root.get(tree.name).ok());
    let mut open: Vec<Dictionary> = root.and_then(resolved).into_iter().collect();
    let (mut found, mut left) = (Vec::new(), document.objects.len());
    while let Some(branch) = open.pop() {
        let own = branch.get(tree.entries).map(as_list).unwrap_or_default();
        found.extend(own.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        let branches = branch.get(b"Kids").map(as_list).unwrap_or_default();
        open.extend(branches.iter().rev().filter_map(resolved));
        // A tree has no more branches than the file has objects.
        let Some(fewer) = left.checked_sub(1) else { break };
        left = fewer;
    }
    found
}

fn as_list(object: &Object) -> Vec<Object> {
    match object {
        Object::Array(items) => items.clone(),
        other => vec![other.clone()],
    }
}

/// Calls `show` on each dictionary inside an object, itself and that of a stream included.
fn each_dictionary(object: &mut Object, show: &mut dyn FnMut(&mut Dictionary)) {
    let fields = match object {
        Object::Array(items) => {
            return items.iter_mut().for_each(|item| each_dictionary(item, show));
        }
        Object::Dictionary(fields) => fields,
        Object::Stream(stream) => &mut stream.dict,
        _ => return,
    };
    show(fields);
    fields.iter_mut().for_each(|(_, field)| each_dictionary(field, show));
}
