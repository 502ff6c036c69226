//! Kinds of colour spaces in a PDF.

use lopdf::{Document, Object};

/// The components of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourKind {
    /// Red, green and blue, of a device or by a profile.
    Rgb,
    /// Anything else.
    Other,
}

/// Returns the kind of a colour space.
pub fn colour_kind(document: &Document, space: &Object) -> ColourKind {
    let Ok((_, space)) = document.dereference(space) else { return ColourKind::Other };
    let is_rgb = match space {
        Object::Name(name) => name == b"DeviceRGB",
        Object::Array(items) => is_rgb_space(document, items),
        _ => false,
    };
    if is_rgb { ColourKind::Rgb } else { ColourKind::Other }
}

fn is_rgb_space(document: &Document, items: &[Object]) -> bool {
    let name = items.first().and_then(|name| name.as_name().ok()).unwrap_or_default();
    match name {
        b"DeviceRGB" | b"CalRGB" => true,
        b"ICCBased" => {
            let profile = items.get(1).and_then(|profile| document.dereference(profile).ok());
            let stream = profile.and_then(|(_, profile)| profile.as_stream().ok());
            stream.is_some_and(|stream| {
                stream.dict.get(b"N").and_then(Object::as_i64).is_ok_and(|count| count == 3)
            })
        }
        _ => false,
    }
}
