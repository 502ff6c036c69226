//! Measures a raster picture. In: its bytes. Out: its size as it is shown, after it was decoded to its end. A
//! picture that is too large is refused by its header, before it is unpacked.

use std::io::{Cursor, Read};

use flate2::read::ZlibDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};

use super::hidden::raster_fault;
use super::limits::{MAX_BITMAP, MAX_PIXELS, MAX_PROFILE};
use super::{PictureSize, UNKNOWN_FORMAT};

/// First bytes of every PNG.
pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Least bytes of a chunk of a PNG: its length, its kind and its checksum.
const CHUNK: usize = 12;

/// Returns the size of a picture that can be decoded to its end.
pub fn measure_raster(bytes: &[u8]) -> Result<PictureSize, String> {
    check_profile(bytes)?;
    let kinds = raster_kinds(bytes)?;
    let mut decoder = raster_reader(bytes)?.into_decoder().map_err(|e| raster_fault(&e))?;
    let (width, height) = decoder.dimensions();
    let decoded = decoder.total_bytes();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoded > MAX_BITMAP {
        return Err(format!("{width} x {height} pixels are more than can be printed"));
    }
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(2 * MAX_BITMAP);
    decoder.set_limits(limits).map_err(|e| raster_fault(&e))?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    DynamicImage::from_decoder(decoder).map_err(|e| raster_fault(&e))?;
    let (width, height) = (width as f32, height as f32);
    let (width, height) = if is_turned(orientation) { (height, width) } else { (width, height) };
    Ok(PictureSize { kinds, width, height, open: false, decoded, work: 0.0 })
}

/// Reports whether an orientation swaps width and height.
fn is_turned(orientation: Orientation) -> bool {
    match orientation {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => true,
        Orientation::NoTransforms
        | Orientation::Rotate180
        | Orientation::FlipHorizontal
        | Orientation::FlipVertical => false,
    }
}

fn raster_reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, String> {
    ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| raster_fault(&e.into()))
}

/// Returns the extensions that a picture may have.
fn raster_kinds(bytes: &[u8]) -> Result<&'static [&'static str], String> {
    match raster_reader(bytes)?.format() {
        Some(format) => Ok(format.extensions_str()),
        None => Err(UNKNOWN_FORMAT.to_owned()),
    }
}

/// Refuses a picture whose colour profile is too large; only profiles in PNG are compressed.
fn check_profile(bytes: &[u8]) -> Result<(), String> {
    let Some(mut chunks) = bytes.strip_prefix(PNG) else { return Ok(()) };
    while let Some((kind, data, rest)) = split_chunk(chunks) {
        match kind {
            b"iCCP" => check_packed_profile(data)?,
            b"IDAT" => return Ok(()),
            _ => {}
        }
        chunks = rest;
    }
    Ok(())
}

/// Splits off the first chunk: its kind, its data, and the rest.
fn split_chunk(chunks: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (head, rest) = chunks.split_at_checked(8)?;
    let length = u32::from_be_bytes(head[..4].try_into().ok()?) as usize;
    let data = rest.get(..length.min(rest.len()))?;
    let behind = length.saturating_add(CHUNK - 8).min(rest.len());
    Some((&head[4..], data, &rest[behind..]))
}

/// Refuses a compressed profile that is too large. Its data are a name, a zero, the method, and the profile.
fn check_packed_profile(data: &[u8]) -> Result<(), String> {
    let name = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let packed = data.get(name + 2..).unwrap_or_default();
    let mut unpacked = ZlibDecoder::new(packed).take(MAX_PROFILE + 1);
    let size = std::io::copy(&mut unpacked, &mut std::io::sink()).unwrap_or(0);
    if size > MAX_PROFILE || unpacked.limit() == 0 {
        return Err(format!("its colour profile is larger than {} MB", MAX_PROFILE >> 20));
    }
    Ok(())
}
