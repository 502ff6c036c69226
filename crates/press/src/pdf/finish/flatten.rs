//! Flattens transparent pictures onto white, for a print shop that takes no transparency.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

/// A picture with its mask: a byte for each pixel, 255 where it is opaque.
struct MaskedPicture {
    pixels: Vec<u8>,
    mask: Vec<u8>,
}

/// Flattens every picture of pixels with a mask; pictures of other forms stay as they are.
pub fn flatten_pictures(document: &mut Document) {
    let masked: Vec<ObjectId> = document
        .objects
        .iter()
        .filter(|(_, object)| object.as_stream().is_ok_and(|stream| stream.dict.has(b"SMask")))
        .map(|(id, _)| *id)
        .collect();
    for id in masked {
        let Some(picture) = read_masked(document, id) else { continue };
        let colours = picture.pixels.len() / picture.mask.len();
        let pixels = picture.pixels.chunks_exact(colours).zip(&picture.mask);
        let on_white = |colour: u8, mask: u8| {
            let (colour, mask) = (u32::from(colour), u32::from(mask));
            ((colour * mask + 255 * (255 - mask) + 127) / 255) as u8
        };
        let flat = pixels
            .flat_map(|(pixel, mask)| pixel.iter().map(|colour| on_white(*colour, *mask)))
            .collect();
        if let Some(Object::Stream(stream)) = document.objects.get_mut(&id) {
            stream.dict.remove(b"SMask");
            stream.dict.remove(b"Filter");
            stream.dict.remove(b"DecodeParms");
            stream.set_content(flat);
            // A stream that does not become smaller stays as it is.
            let _ = stream.compress();
        }
    }
}

fn read_masked(document: &Document, id: ObjectId) -> Option<MaskedPicture> {
    let stream = document.get_object(id).ok()?.as_stream().ok()?;
    let mask = stream.dict.get(b"SMask").and_then(Object::as_reference).ok()?;
    let mask = document.get_object(mask).ok()?.as_stream().ok()?;
    let (size, mask_size) = (pixel_size(&stream.dict)?, pixel_size(&mask.dict)?);
    let (pixels, mask) = (plain_bytes(stream)?, plain_bytes(mask)?);
    let count = size.0.checked_mul(size.1)?;
    let fits = size == mask_size && mask.len() == count && matches!(pixels.len() / count, 1 | 3);
    (fits && pixels.len() % count == 0).then_some(MaskedPicture { pixels, mask })
}

/// Returns width and height of a picture with a byte for each colour.
fn pixel_size(fields: &Dictionary) -> Option<(usize, usize)> {
    let number = |key: &[u8]| fields.get(key).and_then(Object::as_i64).ok();
    let side = |key: &[u8]| usize::try_from(number(key)?).ok().filter(|side| *side > 0);
    let is_plain = number(b"BitsPerComponent") == Some(8) && !fields.has(b"Decode");
    is_plain.then_some((side(b"Width")?, side(b"Height")?))
}

/// Returns the bytes of a stream, unless it is compressed as a photograph.
pub fn plain_bytes(stream: &Stream) -> Option<Vec<u8>> {
    match stream.filters() {
        Ok(filters) if filters == [b"FlateDecode".as_slice()] => stream.decompressed_content().ok(),
        Ok(_) => None,
        Err(_) => Some(stream.content.clone()),
    }
}
