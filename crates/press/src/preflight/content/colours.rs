//! Colour spaces and colours. In: their form in a PDF. Out: their inks, as far as they are known.

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use crate::preflight::pdf::PdfFile;

/// Deepest nesting of spaces.
const DEEPEST: usize = 6;
/// Lightness from which a colour is white.
const WHITE: f64 = 0.985;

/// A colour space.
#[derive(Debug, Clone, PartialEq)]
pub enum ColourSpace {
    Grey,
    Rgb,
    Cmyk,
    /// Grey, RGB or CMYK by an ICC profile.
    ProfiledGrey,
    ProfiledRgb,
    ProfiledCmyk,
    Lab,
    /// Spot colours and inks by name.
    Inks(Vec<String>),
    /// A palette.
    Palette(Rc<ColourSpace>, Rc<[u8]>),
    Pattern,
    /// Unknown, with this number of components.
    Unknown(usize),
}

impl ColourSpace {
    /// Number of components of a colour.
    pub fn components(&self) -> usize {
        match self {
            Self::Grey | Self::ProfiledGrey | Self::Palette(..) => 1,
            Self::Rgb | Self::ProfiledRgb | Self::Lab => 3,
            Self::Cmyk | Self::ProfiledCmyk => 4,
            Self::Inks(names) => names.len(),
            Self::Pattern => 0,
            Self::Unknown(count) => *count,
        }
    }

    /// Returns the initial colour of a space.
    pub fn first_colour(space: &Rc<Self>) -> Colour {
        let values = match space.as_ref() {
            Self::Cmyk | Self::ProfiledCmyk => vec![0.0, 0.0, 0.0, 1.0],
            Self::Inks(names) => vec![1.0; names.len()],
            other => vec![0.0; other.components()],
        };
        Colour { space: space.clone(), values }
    }

    /// Returns the base space of a palette.
    pub fn base(&self) -> &Self {
        match self {
            Self::Palette(base, _) => base.base(),
            other => other,
        }
    }
}

/// Reads a colour space: a name, or a list.
pub fn read_space(
    pdf: &PdfFile,
    space: &Object,
    resources: Option<&Dictionary>,
) -> Rc<ColourSpace> {
    Rc::new(read_within(pdf, space, resources, 0))
}

fn read_within(
    pdf: &PdfFile,
    space: &Object,
    resources: Option<&Dictionary>,
    depth: usize,
) -> ColourSpace {
    let unknown = ColourSpace::Unknown(1);
    if depth > DEEPEST {
        return unknown;
    }
    match pdf.find(space) {
        Some(Object::Name(name)) => read_named(pdf, name, resources, depth),
        Some(Object::Array(items)) => read_list(pdf, items, resources, depth),
        _ => unknown,
    }
}

fn read_named(
    pdf: &PdfFile,
    name: &[u8],
    resources: Option<&Dictionary>,
    depth: usize,
) -> ColourSpace {
    match name {
        b"DeviceGray" | b"G" => ColourSpace::Grey,
        b"DeviceRGB" | b"RGB" => ColourSpace::Rgb,
        b"DeviceCMYK" | b"CMYK" => ColourSpace::Cmyk,
        b"CalGray" => ColourSpace::ProfiledGrey,
        b"CalRGB" => ColourSpace::ProfiledRgb,
        b"Pattern" => ColourSpace::Pattern,
        other => {
            let named = pdf.resource(resources, b"ColorSpace", other);
            // A name that refers to itself ends at the deepest level.
            named.map_or(ColourSpace::Unknown(1), |space| {
                read_within(pdf, space, resources, depth + 1)
            })
        }
    }
}

fn read_list(
    pdf: &PdfFile,
    items: &[Object],
    resources: Option<&Dictionary>,
    depth: usize,
) -> ColourSpace {
    let Some(kind) = items.first().and_then(|kind| pdf.find(kind)?.as_name().ok()) else {
        return ColourSpace::Unknown(1);
    };
    let inner = |nth: usize| {
        let item = items.get(nth);
        item.map_or(ColourSpace::Unknown(1), |item| read_within(pdf, item, resources, depth + 1))
    };
    match kind {
        b"ICCBased" => read_profiled(pdf, items),
        b"Lab" => ColourSpace::Lab,
        b"Separation" | b"DeviceN" => ColourSpace::Inks(ink_names(pdf, items.get(1))),
        b"Indexed" | b"I" => {
            let table = match items.get(3).and_then(|table| pdf.find(table)) {
                Some(Object::String(bytes, _)) => bytes.clone(),
                Some(Object::Stream(stream)) => pdf.unpack(stream).unwrap_or_default(),
                _ => Vec::new(),
            };
            ColourSpace::Palette(Rc::new(inner(1)), table.into())
        }
        b"Pattern" => ColourSpace::Pattern,
        name => read_named(pdf, name, resources, depth + 1),
    }
}

fn read_profiled(pdf: &PdfFile, items: &[Object]) -> ColourSpace {
    let profile = items.get(1).and_then(|profile| pdf.find(profile)?.as_stream().ok());
    let count = profile.and_then(|profile| pdf.number(&profile.dict, b"N")).unwrap_or_default();
    match count as i64 {
        1 => ColourSpace::ProfiledGrey,
        3 => ColourSpace::ProfiledRgb,
        4 => ColourSpace::ProfiledCmyk,
        _ => ColourSpace::Unknown(1),
    }
}

/// Returns the names of a spot colour, or of several.
fn ink_names(pdf: &PdfFile, names: Option<&Object>) -> Vec<String> {
    let text = |name: &Object| {
        let name = pdf.find(name)?.as_name().ok()?;
        Some(String::from_utf8_lossy(name).into_owned())
    };
    match names.and_then(|names| pdf.find(names)) {
        Some(Object::Array(all)) => all.iter().take(32).filter_map(text).collect(),
        Some(name) => text(name).into_iter().collect(),
        None => Vec::new(),
    }
}

/// A colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Colour {
    pub space: Rc<ColourSpace>,
    /// Components from 0 to 1; for a palette, the index.
    pub values: Vec<f64>,
}

/// Inks from 0 to 1: the four process inks, and all others together.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Inks {
    pub cmyk: [f64; 4],
    pub spots: f64,
}

impl Inks {
    /// Returns the sum of all inks, in per cent.
    pub fn total(&self) -> f64 {
        (self.cmyk.iter().sum::<f64>() + self.spots) * 100.0
    }
}

impl Colour {
    fn value(&self, nth: usize) -> f64 {
        self.values.get(nth).copied().unwrap_or_default().clamp(0.0, 1.0)
    }

    /// Returns the colour of an index of a palette.
    fn resolved(&self) -> Option<Self> {
        let ColourSpace::Palette(base, table) = self.space.as_ref() else { return None };
        let count = base.components();
        let from = (self.values.first().copied().unwrap_or_default().max(0.0) as usize)
            .checked_mul(count)?;
        let bytes = table.get(from..from.checked_add(count)?)?;
        let values = bytes.iter().map(|byte| f64::from(*byte) / 255.0).collect();
        Some(Self { space: base.clone(), values })
    }

    /// Returns its inks; `None` if only a profile defines them.
    pub fn inks(&self) -> Option<Inks> {
        match self.space.as_ref() {
            ColourSpace::Grey => {
                Some(Inks { cmyk: [0.0, 0.0, 0.0, 1.0 - self.value(0)], spots: 0.0 })
            }
            ColourSpace::Cmyk | ColourSpace::ProfiledCmyk => {
                Some(Inks { cmyk: [0, 1, 2, 3].map(|nth| self.value(nth)), spots: 0.0 })
            }
            ColourSpace::Inks(names) => Some(self.named_inks(names)),
            ColourSpace::Palette(..) => self.resolved()?.inks(),
            ColourSpace::Rgb
            | ColourSpace::ProfiledGrey
            | ColourSpace::ProfiledRgb
            | ColourSpace::Lab
            | ColourSpace::Pattern
            | ColourSpace::Unknown(_) => None,
        }
    }

    fn named_inks(&self, names: &[String]) -> Inks {
        let mut inks = Inks::default();
        for (nth, name) in names.iter().enumerate() {
            let tint = self.value(nth);
            match name.as_str() {
                "Cyan" => inks.cmyk[0] += tint,
                "Magenta" => inks.cmyk[1] += tint,
                "Yellow" => inks.cmyk[2] += tint,
                "Black" => inks.cmyk[3] += tint,
                "All" => inks.cmyk = inks.cmyk.map(|ink| ink + tint),
                "None" => {}
                _ => inks.spots += tint,
            }
        }
        inks
    }

    /// Returns red, green and blue from 0 to 1, roughly as a screen shows it.
    pub fn rgb(&self) -> Option<[f64; 3]> {
        match self.space.as_ref() {
            ColourSpace::Rgb | ColourSpace::ProfiledRgb => {
                Some([0, 1, 2].map(|nth| self.value(nth)))
            }
            ColourSpace::ProfiledGrey => Some([self.value(0); 3]),
            ColourSpace::Lab => Some([(self.values.first()? / 100.0).clamp(0.0, 1.0); 3]),
            ColourSpace::Palette(..) => self.resolved()?.rgb(),
            ColourSpace::Pattern | ColourSpace::Unknown(_) => None,
            ColourSpace::Grey
            | ColourSpace::Cmyk
            | ColourSpace::ProfiledCmyk
            | ColourSpace::Inks(_) => {
                let inks = self.inks()?;
                let white = (1.0 - inks.cmyk[3]) * (1.0 - inks.spots).max(0.0);
                Some([0, 1, 2].map(|nth| (1.0 - inks.cmyk[nth]).max(0.0) * white.max(0.0)))
            }
        }
    }

    /// True if it prints nothing.
    pub fn is_white(&self) -> bool {
        self.rgb().is_some_and(|rgb| rgb.iter().all(|part| *part >= WHITE))
    }

    /// True if every channel is so light that text can only be read on something dark.
    pub fn is_light(&self) -> bool {
        let rgb = self.rgb();
        rgb.is_some_and(|[r, g, b]| 0.3 * r + 0.59 * g + 0.11 * b >= 0.85)
    }

    /// True if it is black or grey.
    pub fn is_neutral(&self) -> bool {
        let Some(rgb) = self.rgb() else { return false };
        let (least, most) =
            rgb.iter().fold((1.0_f64, 0.0_f64), |(a, b), part| (a.min(*part), b.max(*part)));
        most - least < 0.06 && most < 0.9
    }

    /// Returns the spot colours that are printed: names that are not process inks.
    pub fn spots(&self) -> Vec<&str> {
        let ColourSpace::Inks(names) = self.space.base() else { return Vec::new() };
        let process = ["Cyan", "Magenta", "Yellow", "Black", "All", "None"];
        names.iter().map(String::as_str).filter(|name| !process.contains(name)).collect()
    }

    /// True if it is the colour of registration marks.
    pub fn is_registration(&self) -> bool {
        let all = |names: &Vec<String>| names.iter().any(|name| name == "All");
        matches!(self.space.base(), ColourSpace::Inks(names) if all(names)) && self.value(0) > 0.0
    }
}
