//! Pictures in the colours of screens. In: a raster picture with a colour profile. Out: the same picture in
//! sRGB, so that every output shows the colours that its author saw.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformExecutor, TransformOptions};

/// Greatest difference that the eye does not see, of 255.
const SAME: u8 = 2;
/// JPEG quality of photographs, of 100.
const QUALITY: u8 = 95;

/// Converts a picture to sRGB and turns it as its file asks. Returns none for a picture without an RGB
/// profile that differs from sRGB; it prints as it is.
pub fn in_srgb(bytes: &[u8]) -> Option<Vec<u8>> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let is_photograph = reader.format() == Some(ImageFormat::Jpeg);
    let mut decoder = reader.into_decoder().ok()?;
    let profile = decoder.icc_profile().ok().flatten().filter(|profile| !profile.is_empty())?;
    if !decoder.color_type().has_color() {
        return None;
    }
    let profile = ColorProfile::new_from_slice(&profile).ok()?;
    if profile.color_space != DataColorSpace::Rgb {
        return None;
    }
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let change = |layout| profile.create_transform_8bit(layout, &srgb, layout, options).ok();
    if is_srgb(&*change(Layout::Rgb)?)? {
        return None;
    }
    let orientation = decoder.orientation().ok()?;
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    picture.apply_orientation(orientation);
    if picture.color().has_alpha() {
        let mut pixels = picture.to_rgba8();
        let before = pixels.to_vec();
        change(Layout::Rgba)?.transform(&before, &mut pixels).ok()?;
        return encoded(&pixels.into(), false);
    }
    let mut pixels = picture.to_rgb8();
    let before = pixels.to_vec();
    change(Layout::Rgb)?.transform(&before, &mut pixels).ok()?;
    encoded(&pixels.into(), is_photograph)
}

/// Reports whether a conversion changes no colour visibly.
fn is_srgb(change: &(dyn TransformExecutor<u8> + Send + Sync)) -> Option<bool> {
    let steps = || (0..=255_u8).step_by(51);
    let colours =
        steps().flat_map(|r| steps().flat_map(move |g| steps().flat_map(move |b| [r, g, b])));
    let before: Vec<u8> = colours.collect();
    let mut after = vec![0; before.len()];
    change.transform(&before, &mut after).ok()?;
    Some(before.iter().zip(&after).all(|(before, after)| before.abs_diff(*after) <= SAME))
}

fn encoded(picture: &DynamicImage, is_photograph: bool) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_photograph {
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY)).ok()?;
    } else {
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).ok()?;
    }
    Some(bytes)
}
