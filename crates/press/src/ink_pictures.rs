//! Photographs in CMYK, for pages that become pictures. In: a JPEG in CMYK. Out: the same picture in sRGB, by
//! the profile in its file, or else by that of coated paper, which PDF viewers use, so that both look alike.

use std::borrow::Cow;
use std::io::Cursor;

use image::codecs::jpeg::{JpegDecoder as OrientedJpeg, JpegEncoder};
use image::{DynamicImage, ImageDecoder, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use typst::foundations::Bytes;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// First bytes of every JPEG.
const JPEG: &[u8] = b"\xff\xd8\xff";
/// Segment of a JPEG whose inks are stored inverted, as the rest of white.
const ADOBE: &[u8] = b"\xff\xee\0\x0eAdobe";
/// Most bytes from the start at which that segment is searched.
const HEAD: usize = 1 << 20;
/// Quality of the JPEG, of 100.
const QUALITY: u8 = 95;

/// Returns the picture as it is drawn on a page that becomes a picture.
pub fn on_screen(bytes: &Bytes) -> Cow<'_, Bytes> {
    let changed = bytes.starts_with(JPEG).then(|| inks_on_screen(bytes)).flatten();
    changed.map_or(Cow::Borrowed(bytes), |changed| Cow::Owned(Bytes::new(changed)))
}

/// Returns the picture in sRGB; `None` if it is not in CMYK.
fn inks_on_screen(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut head = JpegDecoder::new(ZCursor::new(bytes));
    head.decode_headers().ok()?;
    let stored = head.input_colorspace()?;
    if !matches!(stored, ColorSpace::CMYK | ColorSpace::YCCK) {
        return None;
    }
    let (width, height) = head.dimensions()?;
    let profile = head.icc_profile().and_then(|own| ColorProfile::new_from_slice(&own).ok());
    let profile = profile.filter(|own| own.color_space == DataColorSpace::Cmyk);
    let profile = match profile {
        Some(own) => own,
        None => ColorProfile::new_from_slice(typst_assets::icc::CMYK_TO_XYZ).ok()?,
    };
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(stored);
    let mut inks = JpegDecoder::new_with_options(ZCursor::new(bytes), options).decode().ok()?;
    settle_inks(&mut inks, stored, is_of_adobe(bytes));
    let srgb = ColorProfile::new_srgb();
    let (from, to) = (Layout::Rgba, Layout::Rgb);
    let change =
        profile.create_transform_8bit(from, &srgb, to, TransformOptions::default()).ok()?;
    let mut pixels = vec![0; inks.len() / 4 * 3];
    change.transform(&inks, &mut pixels).ok()?;
    let picture = RgbImage::from_raw(width.try_into().ok()?, height.try_into().ok()?, pixels)?;
    let mut picture = DynamicImage::from(picture);
    let mut turned = OrientedJpeg::new(Cursor::new(bytes)).ok()?;
    picture.apply_orientation(turned.orientation().ok()?);
    let mut written = Cursor::new(Vec::new());
    let encoder = JpegEncoder::new_with_quality(&mut written, QUALITY);
    picture.write_with_encoder(encoder).ok()?;
    Some(written.into_inner())
}

fn is_of_adobe(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    head.windows(ADOBE.len()).any(|window| window == ADOBE)
}

/// Turns stored values into amounts of ink, where 255 is full.
fn settle_inks(inks: &mut [u8], stored: ColorSpace, is_of_adobe: bool) {
    for pixel in inks.chunks_exact_mut(4) {
        if stored == ColorSpace::YCCK {
            let [y, blue, red] = [pixel[0], pixel[1], pixel[2]].map(f32::from);
            let (blue, red) = (blue - 128.0, red - 128.0);
            let light = [y + 1.402 * red, y - 0.344_136 * blue - 0.714_136 * red, y + 1.772 * blue];
            // The rest of white, as the other form stores it.
            for (part, light) in pixel.iter_mut().zip(light) {
                *part = 255 - light.round().clamp(0.0, 255.0) as u8;
            }
        }
        if is_of_adobe {
            pixel.iter_mut().for_each(|part| *part = 255 - *part);
        }
    }
}
