//! Conversion of screen colours into inks. In: the ICC profile of a printing condition, and colours in sRGB.
//! Out: four inks for each colour, within the total that the print shop takes.

use std::sync::{Arc, LazyLock};

use moxcms::{
    ColorProfile, DataColorSpace, Layout, RenderingIntent, TransformExecutor, TransformOptions,
};

/// The bundled printing condition: offset on coated paper, with at most 240 % of ink.
static COATED: &[u8] = include_bytes!("../icc/coated-fogra39-240.icc");
/// Full amount of one ink.
const FULL: f64 = 255.0;
/// Number of colours that are changed at once.
const BATCH: usize = 1 << 16;

/// A printing condition, which an ICC profile of four inks describes.
#[derive(Clone, PartialEq)]
pub struct PrintingCondition(Arc<[u8]>);

impl std::fmt::Debug for PrintingCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PrintingCondition({} bytes)", self.0.len())
    }
}

impl PrintingCondition {
    /// Parses the ICC profile of a printing condition.
    ///
    /// # Errors
    /// When the bytes are no ICC profile, or not one of four inks; the error is the reason.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, &'static str> {
        let profile =
            ColorProfile::new_from_slice(&bytes).map_err(|_| "it is not an ICC profile")?;
        match profile.color_space {
            DataColorSpace::Cmyk => Ok(Self(bytes.into())),
            _ => Err("it is not an ICC profile of four inks (CMYK)"),
        }
    }

    /// Returns the bundled condition.
    pub fn bundled() -> Self {
        Self(COATED.into())
    }

    /// Returns the bytes of the ICC profile.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A mixer that changes screen colours into inks.
#[derive(Clone)]
pub struct InkMixer {
    change: Arc<dyn TransformExecutor<u8> + Send + Sync>,
    /// Limit of all inks together at one spot, in per cent.
    limit: f64,
}

impl InkMixer {
    /// Creates a mixer for a printing condition; `limit` is the most ink at one spot, in per cent.
    ///
    /// # Errors
    /// When the ICC profile has no conversion from colours to inks; the error is the reason.
    pub fn new(condition: &PrintingCondition, limit: f64) -> Result<Self, String> {
        let inks = ColorProfile::new_from_slice(condition.bytes());
        let inks = inks.map_err(|error| format!("{error:?}"))?;
        let options = TransformOptions {
            rendering_intent: RenderingIntent::Perceptual,
            ..TransformOptions::default()
        };
        let srgb = ColorProfile::new_srgb();
        let change = srgb.create_transform_8bit(Layout::Rgb, &inks, Layout::Rgba, options);
        let change = change.map_err(|error| format!("{error:?}"))?;
        Ok(Self { change, limit })
    }

    /// Returns the mixer of the bundled condition with 240 % of ink.
    pub fn bundled() -> &'static Self {
        static MIXER: LazyLock<InkMixer> = LazyLock::new(|| {
            InkMixer::new(&PrintingCondition::bundled(), 240.0).expect("it is well formed")
        });
        &MIXER
    }

    /// Returns the four inks of each pixel: three bytes of sRGB become four of cyan, magenta, yellow and
    /// black.
    pub fn picture(&self, rgb: &[u8]) -> Vec<u8> {
        let mut inks = vec![0; rgb.len() / 3 * 4];
        for (from, to) in rgb.chunks(3 * BATCH).zip(inks.chunks_mut(4 * BATCH)) {
            let whole = from.len() / 3;
            // Both buffers hold whole pixels, which is all that a transform checks.
            let _ = self.change.transform(&from[..whole * 3], &mut to[..whole * 4]);
            to.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| *pixel = self.limited(*pixel));
        }
        inks
    }

    /// Returns the four inks of a colour of words, lines and grounds, from 0 to 1. Grey becomes black ink
    /// alone, so that it has no coloured edges where plates are misaligned.
    pub fn colour(&self, rgb: [f64; 3]) -> [f64; 4] {
        let [r, g, b] = rgb.map(|part| (part.clamp(0.0, 1.0) * FULL).round() as u8);
        if r.abs_diff(g) <= 1 && g.abs_diff(b) <= 1 {
            return [0.0, 0.0, 0.0, 1.0 - f64::from(g) / FULL];
        }
        let inks = self.picture(&[r, g, b]);
        std::array::from_fn(|nth| f64::from(inks[nth]) / FULL)
    }

    /// Reduces inks to the limit: the common part of the three colours becomes black, and any further excess
    /// is taken off the colours evenly.
    fn limited(&self, inks: [u8; 4]) -> [u8; 4] {
        let most = self.limit / 100.0 * FULL;
        let [c, m, y, k] = inks.map(f64::from);
        let over = c + m + y + k - most;
        if over <= 0.0 {
            return inks;
        }
        let common = (over / 2.0).min(c).min(m).min(y).min(FULL - k);
        let [c, m, y, k] = [c - common, m - common, y - common, k + common];
        let colours = c + m + y;
        let kept = if colours > 0.0 { ((most - k) / colours).clamp(0.0, 1.0) } else { 1.0 };
        [c * kept, m * kept, y * kept, k].map(|ink| ink.floor() as u8)
    }
}
