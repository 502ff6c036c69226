//! Conversion of screen colours in a finished PDF into inks. In: a document with pictures and drawings in
//! RGB. Out: the same in DeviceCMYK; what cannot be changed stays as it is, and the check of the file reports
//! it.

use image::ImageFormat;
use jpeg_encoder::{ColorType, Encoder};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::colour_spaces::{ColourKind, colour_kind};
use super::flatten::plain_bytes;
use crate::inks::InkMixer;

/// Quality of JPEGs, of 100.
const QUALITY: u8 = 92;
/// Deepest nesting of functions.
const DEPTH: usize = 4;

/// Converts pictures and the colours of gradients.
pub fn mix_pictures(document: &mut Document, mixer: &InkMixer) {
    let streams = document.objects.iter();
    let streams = streams.filter(|(_, object)| object.as_stream().is_ok());
    let ids: Vec<ObjectId> = streams.map(|(id, _)| *id).collect();
    for id in ids {
        let picture = document.get_object(id).ok().and_then(|object| object.as_stream().ok());
        let mixed = picture.and_then(|picture| mixed_picture(document, picture, mixer));
        if let Some(mixed) = mixed {
            document.objects.insert(id, Object::Stream(mixed));
        }
    }
    mix_gradients(document, mixer);
}

/// Returns an RGB picture in four inks; `None` for anything else.
fn mixed_picture(document: &Document, stream: &Stream, mixer: &InkMixer) -> Option<Stream> {
    let fields = &stream.dict;
    if fields.get(b"Subtype").and_then(Object::as_name).ok()? != b"Image" {
        return None;
    }
    if colour_kind(document, fields.get(b"ColorSpace").ok()?) != ColourKind::Rgb {
        return None;
    }
    let side = |key: &[u8]| fields.get(key).and_then(Object::as_i64).ok();
    let (width, height) = (side(b"Width")?, side(b"Height")?);
    let is_photograph = stream.filters().is_ok_and(|filters| filters == [b"DCTDecode".as_slice()]);
    let rgb = if is_photograph {
        let picture = image::load_from_memory_with_format(&stream.content, ImageFormat::Jpeg);
        picture.ok()?.into_rgb8().into_raw()
    } else {
        plain_pixels(stream)?
    };
    let count = usize::try_from(width.checked_mul(height)?).ok()?;
    if rgb.len() != count.checked_mul(3)? || fields.has(b"Decode") {
        return None;
    }
    let inks = mixer.picture(&rgb);
    let mut fields = fields.clone();
    for key in [b"Filter".as_slice(), b"DecodeParms", b"Length", b"Intent"] {
        fields.remove(key);
    }
    fields.set("ColorSpace", Object::Name(b"DeviceCMYK".to_vec()));
    fields.set("BitsPerComponent", 8);
    let photograph = is_photograph.then(|| photograph(&inks, width, height)).flatten();
    if let Some(photograph) = photograph {
        // Such files store inverted inks, as the rest of white.
        let turned = [1, 0].repeat(4).into_iter().map(Object::Integer).collect::<Vec<_>>();
        fields.set("Decode", turned);
        fields.set("Filter", Object::Name(b"DCTDecode".to_vec()));
        return Some(Stream::new(fields, photograph));
    }
    let mut stream = Stream::new(fields, inks);
    // A stream that does not become smaller stays as it is.
    let _ = stream.compress();
    Some(stream)
}

fn photograph(inks: &[u8], width: i64, height: i64) -> Option<Vec<u8>> {
    let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
    let mut bytes = Vec::new();
    Encoder::new(&mut bytes, QUALITY).encode(inks, width, height, ColorType::Cmyk).ok()?;
    Some(bytes)
}

/// Returns the colours of a losslessly compressed picture, a byte for each.
fn plain_pixels(stream: &Stream) -> Option<Vec<u8>> {
    let bytes = plain_bytes(stream)?;
    match stream.dict.get(b"BitsPerComponent").and_then(Object::as_i64) {
        Ok(8) => Some(bytes),
        // The upper byte of two.
        Ok(16) => Some(bytes.into_iter().step_by(2).collect()),
        _ => None,
    }
}

/// Converts all gradients of the document.
fn mix_gradients(document: &mut Document, mixer: &InkMixer) {
    let ids: Vec<ObjectId> = document.objects.keys().copied().collect();
    for id in ids {
        let Some(mut object) = document.objects.get(&id).cloned() else { continue };
        if let Object::Stream(stream) = &object
            && !stream.dict.has(b"Resources")
        {
            continue;
        }
        if mix_inside(document, &mut object, mixer, 0) {
            document.objects.insert(id, object);
        }
    }
}

/// Converts the gradients inside an object; returns whether there is one.
fn mix_inside(
    document: &mut Document,
    object: &mut Object,
    mixer: &InkMixer,
    depth: usize,
) -> bool {
    if depth > 8 {
        return false;
    }
    let mut inner = |object: &mut Object| mix_inside(document, object, mixer, depth + 1);
    match object {
        Object::Array(items) => items.iter_mut().fold(false, |changed, item| inner(item) | changed),
        Object::Dictionary(fields) if fields.has(b"ShadingType") => {
            mix_gradient(document, fields, mixer).is_some()
        }
        Object::Dictionary(fields) => {
            fields.iter_mut().fold(false, |changed, (_, item)| inner(item) | changed)
        }
        Object::Stream(stream) => {
            stream.dict.iter_mut().fold(false, |changed, (_, item)| inner(item) | changed)
        }
        _ => false,
    }
}

fn mix_gradient(document: &mut Document, fields: &mut Dictionary, mixer: &InkMixer) -> Option<()> {
    if colour_kind(document, fields.get(b"ColorSpace").ok()?) != ColourKind::Rgb {
        return None;
    }
    let function = mixed_function(document, fields.get(b"Function").ok()?, mixer, 0)?;
    let ground = fields.get(b"Background").ok().and_then(|ground| mixed_colour(ground, mixer));
    fields.set("Function", function);
    fields.set("ColorSpace", Object::Name(b"DeviceCMYK".to_vec()));
    if let Some(ground) = ground {
        fields.set("Background", ground);
    }
    Some(())
}

/// Converts a function of colours to one of inks; `None` if it is a program or a table of another form.
fn mixed_function(
    document: &Document,
    function: &Object,
    mixer: &InkMixer,
    depth: usize,
) -> Option<Object> {
    let function = document.dereference(function).ok()?.1;
    let fields = function.as_dict().ok().filter(|_| depth < DEPTH)?;
    let mut mixed = fields.clone();
    mixed.remove(b"Range");
    match fields.get(b"FunctionType").and_then(Object::as_i64).ok()? {
        2 => {
            for (key, usual) in [("C0", 0.0), ("C1", 1.0)] {
                let black_or_white = || Object::Array(vec![Object::Real(usual as f32); 3]);
                let colour = fields.get(key.as_bytes()).cloned();
                let colour = colour.unwrap_or_else(|_| black_or_white());
                mixed.set(key, mixed_colour(document.dereference(&colour).ok()?.1, mixer)?);
            }
        }
        3 => {
            let parts = document.dereference(fields.get(b"Functions").ok()?).ok()?.1;
            let parts = parts.as_array().ok()?.iter();
            let parts = parts.map(|part| mixed_function(document, part, mixer, depth + 1));
            mixed.set("Functions", parts.collect::<Option<Vec<Object>>>()?);
        }
        _ => return None,
    }
    Some(Object::Dictionary(mixed))
}

/// Converts three numbers from 0 to 1 to four.
fn mixed_colour(colour: &Object, mixer: &InkMixer) -> Option<Object> {
    let parts: Vec<f64> =
        colour.as_array().ok()?.iter().filter_map(super::operand_number).collect();
    let inks = mixer.colour(parts.try_into().ok()?);
    Some(Object::Array(inks.map(|ink| Object::Real(ink as f32)).to_vec()))
}
