//! Pictures as HTML: embedded in the page, at the size that their author gives them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use document::{Attributes, Image, PictureLength, PicturePlace, PictureWindow, Pictures};
use draw::drawing::escape_markup;

/// Browser pixels in a point.
const PIXELS: f32 = 96.0 / 72.0;
/// Maximum size of an embedded picture, in bytes; a larger one is replaced by its words.
const MOST_BYTES: usize = 16 << 20;

/// Returns a picture in a line; its words if its file was not found.
pub fn picture_html(image: &Image, pictures: &Pictures) -> String {
    placed_html(image, place_class(image.asked.place), &length_attributes(image), pictures)
}

/// Returns a picture of its own, in the middle unless its author put it at a side; a drawing without a size
/// is as wide as the text.
pub fn figure_html(image: &Image, attributes: &Attributes, pictures: &Pictures) -> String {
    let side = match attributes.get("align") {
        Some("left") => "left",
        Some("right") => "right",
        _ => "middle",
    };
    let own = place_class(image.asked.place);
    let fills = image.natural.open && !image.asked.is_sized();
    let lengths = if fills { " width=\"100%\"".to_owned() } else { length_attributes(image) };
    placed_html(image, if own.is_empty() { side } else { own }, &lengths, pictures)
}

fn placed_html(image: &Image, class: &str, lengths: &str, pictures: &Pictures) -> String {
    let alt = escape_markup(&image.alt);
    let Some(source) = data_address(image, pictures) else { return format!("[{alt}]") };
    let cut = if image.asked.crop.is_some() { "cut" } else { "" };
    let classes: Vec<&str> = [cut, class].into_iter().filter(|class| !class.is_empty()).collect();
    let class = if classes.is_empty() {
        String::new()
    } else {
        format!(" class=\"{}\"", classes.join(" "))
    };
    if let Some(window) = image.window() {
        return cut_html(&source, &alt, image, window, &class);
    }
    format!("<img src=\"{source}\" alt=\"{alt}\"{class}{lengths}>")
}

/// Returns the visible part of a cut picture, as a drawing whose field is that part.
fn cut_html(source: &str, alt: &str, image: &Image, window: PictureWindow, class: &str) -> String {
    let (wide, high) = (image.natural.width * PIXELS, image.natural.height * PIXELS);
    let field = [window.left * wide, window.top * high, window.width * wide, window.height * high];
    let field = field.map(|length| format!("{length:.2}")).join(" ");
    let width = match image.wanted_width() {
        PictureLength::Percent(percent) => format!("{percent}%"),
        PictureLength::Points(_) => pixels(image.size_in(f32::MAX).0),
    };
    format!(
        "<svg{class} role=\"img\" aria-label=\"{alt}\" viewBox=\"{field}\" width=\"{width}\"><image href=\"{source}\" width=\"{wide:.2}\" height=\"{high:.2}\" preserveAspectRatio=\"none\"/></svg>"
    )
}

/// Returns the class that places a picture; empty for one in a line.
fn place_class(place: PicturePlace) -> &'static str {
    match place {
        PicturePlace::Left => "left",
        PicturePlace::Center => "middle",
        PicturePlace::Right => "right",
        PicturePlace::Open | PicturePlace::Top | PicturePlace::Middle | PicturePlace::Bottom => "",
    }
}

/// Returns width and height as attributes, because a page may not have inline styles.
fn length_attributes(image: &Image) -> String {
    let asked = &image.asked;
    let bounded = asked.most_width.is_some() || asked.most_height.is_some();
    let width = match (asked.width, bounded) {
        (Some(PictureLength::Percent(percent)), _) => Some(format!("{percent}%")),
        (_, true) => Some(pixels(image.size_in(f32::MAX).0)),
        (Some(PictureLength::Points(points)), false) => Some(pixels(points)),
        (None, false) => None,
    };
    let height = asked.height.filter(|_| !bounded).map(pixels);
    let attribute = |key: &str, value: Option<String>| {
        value.map_or_else(String::new, |value| format!(" {key}=\"{value}\""))
    };
    attribute("width", width) + &attribute("height", height)
}

fn pixels(points: f32) -> String {
    format!("{}", (points * PIXELS).round().max(1.0))
}

/// Returns the bytes of a picture as a data address.
fn data_address(image: &Image, pictures: &Pictures) -> Option<String> {
    let file = image.file.as_ref()?;
    let bytes = pictures.get(file).filter(|bytes| bytes.len() <= MOST_BYTES)?;
    let (_, kind) = file.rsplit_once('.')?;
    let media = match kind.to_ascii_lowercase().as_str() {
        "svg" => "svg+xml",
        "png" => "png",
        "gif" => "gif",
        "webp" => "webp",
        _ => "jpeg",
    };
    Some(format!("data:image/{media};base64,{}", STANDARD.encode(bytes)))
}
