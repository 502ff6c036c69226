//! Reads a PDF within limits. In: bytes. Out: a document whose parts are found without a panic, and the
//! number of bytes that may still be unpacked.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use kurbo::{Affine, Rect};
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId, Stream};

use super::FaultKind;
use base::diagnostic::catch_panic;

/// Most bytes of a file.
const MOST_BYTES: usize = 1 << 30;
/// Most bytes of an unpacked part of a file.
const MOST_PART: usize = 64 << 20;
/// Most words outside of streams: each takes more than a hundred times its size in memory.
const MOST_WORDS: usize = 8_000_000;
/// Most bytes of all packed objects: each takes many times its size in memory.
const MOST_PACKED: usize = 64 << 20;
/// Most bytes of all unpacked parts of a file together, counted each time that they are unpacked.
const MOST_UNPACKED: usize = 1 << 30;
/// Most bytes of unpacked drawings that are kept, because pages use them again.
const MOST_KEPT: usize = 64 << 20;
/// Most references that are followed one after the other.
const MOST_STEPS: usize = 32;

/// Reasons why a file cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PreflightError {
    /// It is not a PDF.
    NotPdf,
    /// It is a PDF that cannot be read; the text is the reason.
    Damaged(String),
    /// It needs a password.
    Locked,
    /// It has more bytes than the limit: 1 GB, or 64 MB of packed objects.
    TooLarge,
}

impl PreflightError {
    /// Returns the hint.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotPdf => "name a file that a program exported as PDF",
            Self::Damaged(_) => "export the file again",
            Self::Locked => "save it without a password; print shops ask for that too",
            Self::TooLarge => "check a part of it",
        }
    }
}

impl fmt::Display for PreflightError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPdf => out.write_str("it is not a PDF"),
            Self::Damaged(why) => write!(out, "the PDF is damaged: {why}"),
            Self::Locked => out.write_str("the PDF needs a password"),
            Self::TooLarge => {
                out.write_str("the file, or what is packed in it, is too large to be checked")
            }
        }
    }
}

impl std::error::Error for PreflightError {}

/// A document that is read part by part.
pub struct PdfFile {
    pub document: Document,
    /// Number of bytes that may still be unpacked.
    left: Cell<usize>,
    /// True if something was not unpacked because the limit was reached.
    is_over: Cell<bool>,
    kept: RefCell<HashMap<ObjectId, Rc<[u8]>>>,
    kept_bytes: Cell<usize>,
}

impl PdfFile {
    /// Reads a file.
    pub fn load(bytes: &[u8]) -> Result<Self, PreflightError> {
        if bytes.len() > MOST_BYTES {
            return Err(PreflightError::TooLarge);
        }
        // Some programs write lines before the head of the file.
        let head = &bytes[..bytes.len().min(1024)];
        if !head.windows(5).any(|word| word == b"%PDF-") {
            return Err(PreflightError::NotPdf);
        }
        if words_outside_streams(bytes) > MOST_WORDS {
            return Err(PreflightError::TooLarge);
        }
        PACKED_LEFT.set(MOST_PACKED);
        let options = LoadOptions {
            filter: Some(count_packed),
            ..LoadOptions::with_max_decompressed_size(MOST_PACKED)
        };
        let loaded = catch_panic(|| Document::load_mem_with_options(bytes, options));
        let document = match loaded {
            Ok(Ok(document)) => document,
            Ok(Err(lopdf::Error::Decryption(_) | lopdf::Error::InvalidPassword)) => {
                return Err(PreflightError::Locked);
            }
            Ok(Err(lopdf::Error::Decompress(_))) => return Err(PreflightError::TooLarge),
            Ok(Err(error)) => return Err(PreflightError::Damaged(error.to_string())),
            Err(_) => return Err(PreflightError::Damaged("its parts do not fit".to_owned())),
        };
        if PACKED_LEFT.get() == 0 {
            return Err(PreflightError::TooLarge);
        }
        if document.is_encrypted() && document.encryption_state.is_none() {
            return Err(PreflightError::Locked);
        }
        Ok(Self {
            document,
            left: Cell::new(MOST_UNPACKED),
            is_over: Cell::new(false),
            kept: RefCell::default(),
            kept_bytes: Cell::new(0),
        })
    }

    /// Returns the object of a reference; any other object is returned as it is.
    pub fn find<'a>(&'a self, object: &'a Object) -> Option<&'a Object> {
        let mut object = object;
        for _ in 0..MOST_STEPS {
            match object {
                Object::Reference(id) => object = self.document.objects.get(id)?,
                Object::Null => return None,
                other => return Some(other),
            }
        }
        None
    }

    /// Returns an entry of a dictionary.
    pub fn entry<'a>(&'a self, fields: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
        self.find(fields.get(key).ok()?)
    }

    /// Returns a dictionary inside another one; that of a stream counts too.
    pub fn fields<'a>(&'a self, fields: &'a Dictionary, key: &[u8]) -> Option<&'a Dictionary> {
        as_fields(self.entry(fields, key)?)
    }

    /// Returns a named resource of a page of this kind, without following its reference.
    pub fn resource<'a>(
        &'a self,
        resources: Option<&'a Dictionary>,
        kind: &[u8],
        name: &[u8],
    ) -> Option<&'a Object> {
        self.fields(resources?, kind)?.get(name).ok()
    }

    /// Returns a list inside a dictionary.
    pub fn list<'a>(&'a self, fields: &'a Dictionary, key: &[u8]) -> Option<&'a [Object]> {
        self.entry(fields, key)?.as_array().ok().map(Vec::as_slice)
    }

    /// Returns a name inside a dictionary.
    pub fn name<'a>(&'a self, fields: &'a Dictionary, key: &[u8]) -> Option<&'a [u8]> {
        self.entry(fields, key)?.as_name().ok()
    }

    /// Returns a number inside a dictionary.
    pub fn number(&self, fields: &Dictionary, key: &[u8]) -> Option<f64> {
        as_number(self.entry(fields, key)?)
    }

    /// Returns the numbers of a list.
    pub fn numbers(&self, list: &[Object]) -> Vec<f64> {
        list.iter().filter_map(|one| as_number(self.find(one)?)).collect()
    }

    /// Returns a rectangle inside a dictionary, with its corners in order.
    pub fn rect(&self, fields: &Dictionary, key: &[u8]) -> Option<Rect> {
        let corners = self.numbers(self.list(fields, key)?);
        let [x0, y0, x1, y1] = corners.try_into().ok()?;
        Some(Rect::new(x0, y0, x1, y1).abs())
    }

    /// Returns a matrix inside a dictionary.
    pub fn matrix(&self, fields: &Dictionary, key: &[u8]) -> Option<Affine> {
        let numbers: [f64; 6] = self.numbers(self.list(fields, key)?).try_into().ok()?;
        Some(Affine::new(numbers))
    }

    /// Returns the unpacked content of a stream; `None` if it cannot be read or the limit is reached.
    pub fn unpack(&self, stream: &Stream) -> Option<Vec<u8>> {
        let most = self.left.get().min(MOST_PART);
        let unpacked = match stream.filters() {
            Ok(filters) if !filters.is_empty() => stream.decompressed_content_with_limit(most),
            Ok(_) | Err(_) => stream.get_plain_content_with_limit(most),
        };
        let used = match &unpacked {
            Ok(bytes) => bytes.len(),
            // A stream that is too large was unpacked up to the limit.
            Err(lopdf::Error::Decompress(_)) => {
                self.is_over.set(true);
                most
            }
            Err(_) => stream.content.len(),
        };
        self.left.set(self.left.get().saturating_sub(used));
        unpacked.ok()
    }

    /// Returns the reason why something was not unpacked: it is damaged, or too large.
    pub fn unread_kind(&self) -> FaultKind {
        if self.is_over.take() { FaultKind::TooMuchContent } else { FaultKind::DamagedPage }
    }

    /// Returns the unpacked bytes of a drawing that may be used again.
    pub fn unpack_drawing(&self, id: Option<ObjectId>, stream: &Stream) -> Option<Rc<[u8]>> {
        if let Some(kept) = id.and_then(|id| self.kept.borrow().get(&id).cloned()) {
            return Some(kept);
        }
        let bytes: Rc<[u8]> = self.unpack(stream)?.into();
        let total = self.kept_bytes.get() + bytes.len();
        if let Some(id) = id.filter(|_| total <= MOST_KEPT) {
            self.kept_bytes.set(total);
            self.kept.borrow_mut().insert(id, bytes.clone());
        }
        Some(bytes)
    }
}

/// Number of words, numbers and names outside of streams.
fn words_outside_streams(bytes: &[u8]) -> usize {
    let (mut words, mut at, mut is_inside) = (0, 0, false);
    while let Some(byte) = bytes.get(at) {
        let ends = matches!(byte, 0..=b' ' | b'[' | b']' | b'<' | b'>' | b'(' | b')' | b'/');
        let begins_stream = !is_inside && *byte == b's' && bytes[at..].starts_with(b"stream");
        words += usize::from(!is_inside && !ends || *byte == b'/');
        is_inside = !ends;
        at += match begins_stream {
            true => {
                let end = bytes[at..].windows(9).position(|word| word == b"endstream");
                end.map_or(bytes.len() - at, |end| end + 9)
            }
            false => 1,
        };
    }
    words
}

thread_local! {
    /// Bytes that packed objects may still have, for the file that this thread loads: the function that
    /// filters objects during loading has no state of its own.
    static PACKED_LEFT: Cell<usize> = const { Cell::new(0) };
}

/// Drops packed objects beyond the limit.
fn count_packed(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    if let Object::Stream(stream) = object
        && stream.dict.has_type(b"ObjStm")
    {
        let bytes = stream.decompressed_content_with_limit(PACKED_LEFT.get());
        let left = bytes.map_or(0, |bytes| PACKED_LEFT.get().saturating_sub(bytes.len()));
        PACKED_LEFT.set(left);
        if left == 0 {
            return None;
        }
    }
    // A stream is kept whatever is returned; only packed objects depend on the return value.
    let kept = if object.as_stream().is_ok() { Object::Null } else { object.clone() };
    Some((id, kept))
}

/// Returns a dictionary, or that of a stream.
pub fn as_fields(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(fields) => Some(fields),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// Returns a number, unless it is too large to compute with.
pub fn as_number(object: &Object) -> Option<f64> {
    let number = match object {
        Object::Integer(whole) => *whole as f64,
        Object::Real(real) => f64::from(*real),
        _ => return None,
    };
    (number.abs() < 1e9).then_some(number)
}
