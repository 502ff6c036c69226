//! The pictures of README.md show the outputs of the build: `output/gallery/pictures.toml` lists
//! their pages. `BLESS=1 cargo test --release gallery` makes them again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageReader, Rgb, RgbImage};
use serde::Deserialize;

use crate::common::{Folder, root, rulepress};

/// The list of pictures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gallery {
    picture: Vec<GalleryPicture>,
}

/// One picture; the list explains its fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GalleryPicture {
    name: String,
    book: String,
    files: String,
    #[serde(default = "screen")]
    profile: String,
    #[serde(default = "usual_dpi")]
    dpi: u32,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    pages: Vec<usize>,
    #[serde(default)]
    short: bool,
}

fn screen() -> String {
    "screen".to_owned()
}

fn usual_dpi() -> u32 {
    110
}

/// Colours of the line around a page, and of the space between two pages.
const FRAME: Rgb<u8> = Rgb([180, 180, 180]);
const GROUND: Rgb<u8> = Rgb([255, 255, 255]);
/// Pixels between two pages.
const GAP: u32 = 14;
/// Shades of each colour: few, so that files are small.
const SHADES: u32 = 32;
/// A difference of one shade may be the arithmetic of another machine.
const SAME: u8 = 9;

#[test]
fn pictures_show_what_the_build_makes() {
    let folder = root().join("output/gallery");
    let list = std::fs::read_to_string(folder.join("pictures.toml")).expect("the list is there");
    let gallery: Gallery = toml::from_str(&list).expect("the list can be read");
    let mut builds = Builds::new();
    let mut wrong = Vec::new();
    for picture in &gallery.picture {
        let path = folder.join(&picture.name).with_extension("png");
        let made = side_by_side(&picture.draw(&mut builds));
        if std::env::var_os("BLESS").is_some() {
            write_picture(&made, &path);
        } else if !path.is_file() || !shows_the_same(&made, &read_picture(&path)) {
            wrong.push(format!("{} no longer shows what the build makes", path.display()));
        }
    }
    wrong.extend(orphans(&folder, &gallery));
    assert!(wrong.is_empty(), "{}\nBLESS=1 makes the pictures anew", wrong.join("\n"));
}

impl GalleryPicture {
    /// The pages of this picture, as they were built.
    fn draw(&self, builds: &mut Builds) -> Vec<RgbImage> {
        let pages = self.pages(builds);
        let pages = pages.iter().map(|page| read_picture(page));
        pages.map(|page| if self.short { without_empty_foot(&page) } else { page }).collect()
    }

    /// The pages that were built for this picture.
    fn pages(&self, builds: &mut Builds) -> Vec<PathBuf> {
        let numbers: Vec<usize> = if self.words.is_empty() {
            self.pages.clone()
        } else {
            let text = builds.text(&self.book);
            self.words.iter().map(|words| page_with(words, text)).collect()
        };
        let folder = builds.pages(self);
        numbers.iter().map(|number| folder.join(format!("{number:03}.png"))).collect()
    }
}

/// Built outputs, each built only once.
struct Builds {
    folder: Folder,
    pages: BTreeMap<String, PathBuf>,
    texts: BTreeMap<String, String>,
}

impl Builds {
    fn new() -> Self {
        Self { folder: Folder::new("gallery"), pages: BTreeMap::new(), texts: BTreeMap::new() }
    }

    /// The folder of the pages that a picture is made of.
    fn pages(&mut self, picture: &GalleryPicture) -> PathBuf {
        let GalleryPicture { book, files, profile, dpi, .. } = picture;
        let kind = files.split('-').next().unwrap_or(files);
        let key = format!("{}-{kind}-{profile}-{dpi}", book.replace('/', "-"));
        let out = self.folder.path().join(&key);
        if self.pages.insert(key.clone(), out.clone()).is_none() {
            let bundled = root().join(format!("crates/press/profiles/{profile}.toml"));
            let bundled = std::fs::read_to_string(bundled).expect("the profile is there");
            let own = format!("{key}/{profile}.toml");
            self.folder.write(&own, format!("{bundled}dpi = {dpi}\n"));
            let own = self.folder.path().join(own);
            let [own, out] = [&own, &out].map(|path| path.to_string_lossy().into_owned());
            let ran = rulepress(
                root(),
                &[
                    &["build", book, "--only", kind, "--format", "png"][..],
                    &["--profile", &own, "--output", &out],
                ]
                .concat(),
            );
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        }
        let name = Path::new(book).file_stem().expect("a book has a name");
        out.join(name).join(files)
    }

    /// The words of the pages of a rulebook.
    fn text(&mut self, book: &str) -> &str {
        self.texts
            .entry(book.to_owned())
            .or_insert_with(|| rulepress(root(), &["dump", "pages", book]).stdout)
    }
}

/// Returns the number of the only page with some words.
fn page_with(words: &str, text: &str) -> usize {
    let pages = format!("\n{text}");
    let squash = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let holding = pages.split("\npage ").skip(1).filter_map(|page| {
        let (number, text) = page.split_once('\n')?;
        squash(text).contains(words).then_some(number)
    });
    let holding: Vec<&str> = holding.collect();
    let [only] = holding[..] else { panic!("`{words}` stands on the pages {holding:?}") };
    only.trim().parse().expect("a page has a number")
}

fn read_picture(path: &Path) -> RgbImage {
    let reader =
        ImageReader::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    reader.decode().expect("it is a picture").to_rgb8()
}

fn write_picture(picture: &RgbImage, path: &Path) {
    let mut bytes = Vec::new();
    let smallest =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::NoFilter);
    picture.write_with_encoder(smallest).expect("memory is there");
    std::fs::write(path, bytes).expect("the picture can be written");
}

/// Returns pages in a row, each with a line around it, in few shades.
fn side_by_side(pages: &[RgbImage]) -> RgbImage {
    let width = pages.iter().map(|page| page.width() + 2).sum::<u32>();
    let gaps = GAP * (pages.len() as u32 - 1);
    let height = pages.iter().map(|page| page.height() + 2).max().unwrap_or_default();
    let mut row = RgbImage::from_pixel(width + gaps, height, GROUND);
    let mut left = 0;
    for page in pages {
        let (right, bottom) = (page.width() + 1, page.height() + 1);
        for y in 0..=bottom {
            for x in 0..=right {
                let inside = (1..right).contains(&x) && (1..bottom).contains(&y);
                let colour = if inside { shade(*page.get_pixel(x - 1, y - 1)) } else { FRAME };
                row.put_pixel(left + x, y, colour);
            }
        }
        left += right + 1 + GAP;
    }
    row
}

/// A page down to its last line that is not empty, and a margin.
fn without_empty_foot(page: &RgbImage) -> RgbImage {
    let is_empty = |y: &u32| (0..page.width()).all(|x| *page.get_pixel(x, *y) == GROUND);
    let foot = (0..page.height()).rev().take_while(is_empty).count() as u32;
    let height = (page.height() - foot + 3 * GAP).min(page.height());
    image::imageops::crop_imm(page, 0, 0, page.width(), height).to_image()
}

/// The nearest of the colours that pictures have.
fn shade(Rgb(colour): Rgb<u8>) -> Rgb<u8> {
    let most = SHADES - 1;
    Rgb(colour.map(|value| {
        let nearest = (u32::from(value) * most + 127) / 255;
        u8::try_from(nearest * 255 / most).expect("it is at most 255")
    }))
}

fn shows_the_same(a: &RgbImage, b: &RgbImage) -> bool {
    let near = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= SAME;
    a.dimensions() == b.dimensions() && a.as_raw().iter().zip(b.as_raw()).all(near)
}

/// Pictures in the folder that are not in the list.
fn orphans(folder: &Path, gallery: &Gallery) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("the folder can be listed").flatten();
    let pictures = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "png"));
    let listed = |path: &PathBuf| {
        gallery
            .picture
            .iter()
            .any(|picture| folder.join(&picture.name).with_extension("png") == *path)
    };
    let strays = pictures.filter(|path| !listed(path));
    strays.map(|path| format!("{} is not in pictures.toml", path.display())).collect()
}
