//! Pages as picture files, one for each page, with their bleed.

use typst_layout::Page;
use typst_render::RenderOptions;
use typst_svg::SvgOptions;
use typst_utils::Scalar;

use super::OutputFile;
use crate::pdf::export::PageSelection;

/// Points in an inch.
const INCH: f64 = 72.0;

/// Returns each page as PNG with `dots` dots per inch.
pub fn png_pages(pages: &PageSelection<'_>, name: &str, dots: u32) -> Vec<OutputFile> {
    let options = render_options(dots);
    each_page(pages, name, "png", |page| encoded_page(page, &options))
}

fn render_options(dots: u32) -> RenderOptions {
    RenderOptions { pixel_per_pt: Scalar::new(f64::from(dots) / INCH), render_bleed: true }
}

/// Returns a page as PNG with `dots` dots per inch.
pub fn page_png(page: &Page, dots: u32) -> Vec<u8> {
    encoded_page(page, &render_options(dots))
}

/// Returns a page as PNG, `pixels` pixels wide.
pub fn page_png_of_width(page: &Page, pixels: usize) -> Vec<u8> {
    let dots = pixels as f64 / page.frame.size().x.to_pt();
    let options = RenderOptions { pixel_per_pt: Scalar::new(dots), render_bleed: false };
    encoded_page(page, &options)
}

fn encoded_page(page: &Page, options: &RenderOptions) -> Vec<u8> {
    typst_render::render(page, options).encode_png().unwrap_or_default()
}

/// Returns each page as SVG.
pub fn svg_pages(pages: &PageSelection<'_>, name: &str) -> Vec<OutputFile> {
    each_page(pages, name, "svg", |page| page_svg(page).into_bytes())
}

/// Returns a page as SVG.
pub fn page_svg(page: &Page) -> String {
    typst_svg::svg(page, &SvgOptions { render_bleed: true, pretty: false })
}

fn each_page(
    pages: &PageSelection<'_>,
    name: &str,
    ending: &str,
    draw: impl Fn(&Page) -> Vec<u8>,
) -> Vec<OutputFile> {
    let all = pages.document.pages().iter().enumerate();
    let kept = all.filter(|(nth, _)| pages.holds(*nth));
    kept.map(|(nth, page)| {
        let number = pages.before + nth + 1;
        let mut file = OutputFile::new(format!("{name}/{number:03}.{ending}"), draw(page));
        file.holds.page = Some(number);
        file
    })
    .collect()
}
