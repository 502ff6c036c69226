//! Outlines of an icon. In: the text of any SVG. Out: filled shapes, also for lines, on a field of 24 x 24,
//! or the reason why it cannot be drawn in one colour.
//!
//! The words of a fault follow the name of the file: "has a gradient".

use kurbo::{Affine, BezPath, Cap, Join, Rect, Shape, Stroke, StrokeOpts};
use usvg::tiny_skia_path::{Path, PathSegment};
use usvg::{FillRule, Group, LineCap, LineJoin, Node, Paint, Transform};

use crate::manuscript::images::hidden::drawing_fault;
use crate::manuscript::images::svg::check_svg;
use crate::manuscript::images::words::parse_without_words;
use base::text::single_spaced;
use draw::drawing::IconOutline;

/// Side of the field.
pub const FIELD: f64 = 24.0;
/// Most bytes of the outlines of an icon: each use of the icon holds them.
const MOST_OUTLINES: usize = 64 << 10;
/// Most parts of all its outlines together.
const MOST_SEGMENTS: usize = 10_000;
/// Most rings of one shape.
const MOST_RINGS: usize = 500;
/// Most dashes of a line.
const MOST_DASHES: f64 = 1_000.0;
/// Greatest error of the outlines of lines.
const TOLERANCE: f64 = 0.01;
/// Lightness above which a shape on a darker one counts as empty paper, of 1.
const LIGHT: f64 = 0.9;
/// Fraction of the field from which on a shape is a background for the others.
const GROUND: f64 = 0.95;
/// Longest alternative text that is taken from a file.
const MOST_TITLE: usize = 200;

/// An icon as it is drawn.
pub struct OutlinedIcon {
    /// Title in the file.
    pub title: Option<String>,
    pub outline: IconOutline,
    /// Number of colours in the file.
    pub colours: usize,
}

/// A shape with its colour.
struct IconShape {
    /// Outline, filled by the non-zero rule.
    path: BezPath,
    colour: [u8; 3],
}

/// Reads the outlines of an icon from the text of its file.
pub fn outline_icon(text: &str) -> Result<OutlinedIcon, String> {
    let checked = check_svg(text).map_err(|why| format!("cannot be drawn: {why}"))?;
    let title = check_elements(text)?;
    if checked.has_words {
        return Err("holds text, which icons cannot have".to_owned());
    }
    let tree = parse_without_words(text)
        .map_err(|error| format!("cannot be drawn: {}", drawing_fault(Some(&error))))?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let page = Rect::new(0.0, 0.0, width, height);
    let mut reader = ShapeReader { page, shapes: Vec::new(), segments: 0 };
    reader.add_group(tree.root())?;
    let mut shapes = reader.shapes;
    let field = fit_to_field(&mut shapes, width, height);
    let shapes = without_paper(without_ground(shapes, &field))?;
    let mut colours: Vec<[u8; 3]> = shapes.iter().map(|shape| shape.colour).collect();
    colours.sort_unstable();
    colours.dedup();
    let paths: Vec<String> = shapes.iter().map(|shape| path_data(&shape.path)).collect();
    if paths.is_empty() {
        return Err("has no visible shape or line".to_owned());
    }
    if paths.iter().map(String::len).sum::<usize>() > MOST_OUTLINES {
        return Err(format!("has outlines of more than {} KB", MOST_OUTLINES >> 10));
    }
    let outline = IconOutline { paths, filled: true };
    Ok(OutlinedIcon { title, outline, colours: colours.len() })
}

/// Refuses elements that icons may not have. Returns the title of the drawing.
fn check_elements(text: &str) -> Result<Option<String>, String> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options)
        .map_err(|_| "cannot be read as SVG".to_owned())?;
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        match node.tag_name().name() {
            "script" => return Err("holds a script".to_owned()),
            "foreignObject" => return Err("holds a page".to_owned()),
            "image" | "feImage" => return Err("holds a picture".to_owned()),
            "animate" | "animateTransform" | "animateMotion" | "set" => {
                return Err("moves".to_owned());
            }
            "a" => continue,
            _ => {}
        }
        let mut named = node.attributes().filter(|attribute| attribute.name() == "href");
        if named.any(|href| !href.value().trim().starts_with('#')) {
            return Err("refers to another file".to_owned());
        }
    }
    let title = document.root_element().children().find(|node| node.tag_name().name() == "title");
    let words = title.and_then(|title| title.text()).unwrap_or_default();
    let words = single_spaced(words);
    Ok(Some(words).filter(|words| !words.is_empty() && words.len() <= MOST_TITLE))
}

/// Reads the shapes of a drawing, in the order in which they are painted.
struct ShapeReader {
    /// Area of the drawing.
    page: Rect,
    shapes: Vec<IconShape>,
    /// Number of parts of their outlines so far.
    segments: usize,
}

impl ShapeReader {
    fn add_group(&mut self, group: &Group) -> Result<(), String> {
        if group.opacity().get() == 0.0 {
            return Ok(());
        }
        if group.mask().is_some() {
            return Err("has a mask".to_owned());
        }
        if !group.filters().is_empty() {
            return Err("has a filter, such as a shadow or a blur".to_owned());
        }
        if group.clip_path().is_some_and(|clip| cuts(clip, group)) {
            return Err("is cut by a clip path".to_owned());
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.add_group(group)?,
                Node::Path(path) => self.add_path(path)?,
                Node::Image(_) => return Err("holds a picture".to_owned()),
                Node::Text(_) => return Err("holds text, which icons cannot have".to_owned()),
            }
        }
        Ok(())
    }

    /// Adds the filled area of a path and the line along it.
    fn add_path(&mut self, path: &usvg::Path) -> Result<(), String> {
        if !path.is_visible() {
            return Ok(());
        }
        self.count(path.data().len())?;
        if let Some(fill) = path.fill().filter(|fill| fill.opacity().get() > 0.0) {
            let colour = plain_colour(fill.paint())?;
            let filled = bezier_path(path.data(), path.abs_transform());
            let filled = match fill.rule() {
                FillRule::NonZero => filled,
                FillRule::EvenOdd => turned_by_depth(&filled)?,
            };
            self.add_shape(IconShape { path: filled, colour });
        }
        if let Some(stroke) = path.stroke().filter(|stroke| stroke.opacity().get() > 0.0) {
            let colour = plain_colour(stroke.paint())?;
            let line = stroked_path(path, stroke)?;
            self.count(line.elements().len())?;
            self.add_shape(IconShape { path: line, colour });
        }
        Ok(())
    }

    fn count(&mut self, segments: usize) -> Result<(), String> {
        self.segments += segments;
        if self.segments > MOST_SEGMENTS {
            return Err(format!("has outlines of more than {MOST_SEGMENTS} parts"));
        }
        Ok(())
    }

    /// Adds a shape if it is on the page and not empty.
    fn add_shape(&mut self, shape: IconShape) {
        let extent = shape.path.bounding_box();
        let seen = extent.intersect(self.page);
        if extent.is_finite() && seen.width() > 0.0 && seen.height() > 0.0 {
            self.shapes.push(shape);
        }
    }
}

/// Reports whether a clip path hides anything of a group: programs write one around the whole drawing.
fn cuts(clip: &usvg::ClipPath, group: &Group) -> bool {
    let [Node::Path(path)] = clip.root().children() else { return true };
    let placed = group.abs_transform().pre_concat(clip.transform());
    let round = bezier_path(path.data(), placed.pre_concat(path.abs_transform()));
    let kept = round.bounding_box();
    let is_rectangle = (round.area().abs() - kept.area()).abs() < 0.001 * kept.area();
    let inside = group.abs_stroke_bounding_box();
    let inside = Rect::new(
        f64::from(inside.left()),
        f64::from(inside.top()),
        f64::from(inside.right()),
        f64::from(inside.bottom()),
    );
    !is_rectangle || kept.inflate(0.01, 0.01).union(inside) != kept.inflate(0.01, 0.01)
}

fn plain_colour(paint: &Paint) -> Result<[u8; 3], String> {
    match paint {
        Paint::Color(colour) => Ok([colour.red, colour.green, colour.blue]),
        Paint::LinearGradient(_) | Paint::RadialGradient(_) => Err("has a gradient".to_owned()),
        Paint::Pattern(_) => Err("has a pattern".to_owned()),
    }
}

fn bezier_path(path: &Path, transform: Transform) -> BezPath {
    let mut out = BezPath::new();
    let point = |p: usvg::tiny_skia_path::Point| (f64::from(p.x), f64::from(p.y));
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => out.move_to(point(to)),
            PathSegment::LineTo(to) => out.line_to(point(to)),
            PathSegment::QuadTo(by, to) => out.quad_to(point(by), point(to)),
            PathSegment::CubicTo(a, b, to) => out.curve_to(point(a), point(b), point(to)),
            PathSegment::Close => out.close_path(),
        }
    }
    out.apply_affine(affine(transform));
    out
}

fn affine(t: Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

/// Returns the outline of the line along a path.
fn stroked_path(path: &usvg::Path, stroke: &usvg::Stroke) -> Result<BezPath, String> {
    let cap = match stroke.linecap() {
        LineCap::Butt => Cap::Butt,
        LineCap::Round => Cap::Round,
        LineCap::Square => Cap::Square,
    };
    let join = match stroke.linejoin() {
        LineJoin::Miter | LineJoin::MiterClip => Join::Miter,
        LineJoin::Round => Join::Round,
        LineJoin::Bevel => Join::Bevel,
    };
    let mut style = Stroke::new(f64::from(stroke.width().get()))
        .with_caps(cap)
        .with_join(join)
        .with_miter_limit(f64::from(stroke.miterlimit().get()));
    if let Some(dashes) = stroke.dasharray() {
        let dashes: Vec<f64> = dashes.iter().map(|length| f64::from(*length)).collect();
        style = style.with_dashes(f64::from(stroke.dashoffset()), dashes);
    }
    let line = bezier_path(path.data(), Transform::identity());
    let dashes: f64 = style.dash_pattern.iter().sum();
    if dashes > 0.0 && line.perimeter(0.1) > MOST_DASHES * dashes {
        return Err(format!("has a line of more than {MOST_DASHES} dashes"));
    }
    let extent = path.bounding_box();
    let side = f64::from(extent.width().max(extent.height())).max(style.width);
    let tolerance = (side * TOLERANCE / FIELD).max(1e-6);
    let mut out = kurbo::stroke(line, &style, &StrokeOpts::default(), tolerance);
    out.apply_affine(affine(path.abs_transform()));
    Ok(out)
}

/// Returns the closed parts of a path, with rings turned so that the non-zero rule leaves empty what the
/// even-odd rule leaves empty.
fn turned_by_depth(path: &BezPath) -> Result<BezPath, String> {
    let rings = rings_of(path);
    if rings.len() > MOST_RINGS {
        return Err(format!("has a shape of more than {MOST_RINGS} rings"));
    }
    let mut out = BezPath::new();
    for (nth, ring) in rings.iter().enumerate() {
        let others = rings.iter().enumerate().filter(|(other, _)| *other != nth);
        let start = ring.elements()[0].end_point().unwrap_or_default();
        let depth = others.filter(|(_, other)| other.winding(start) != 0).count();
        let is_hole = depth % 2 == 1;
        let turned =
            if (ring.area() < 0.0) == is_hole { ring.clone() } else { ring.reverse_subpaths() };
        out.extend(turned.elements().iter().copied());
    }
    Ok(out)
}

/// Returns the parts of a path, each closed.
fn rings_of(path: &BezPath) -> Vec<BezPath> {
    let mut rings: Vec<BezPath> = Vec::new();
    for element in path.elements() {
        match element {
            kurbo::PathEl::MoveTo(_) => rings.push(BezPath::from_vec(vec![*element])),
            _ => rings.last_mut().into_iter().for_each(|ring| ring.push(*element)),
        }
    }
    rings.retain(|ring| ring.elements().len() > 1);
    for ring in &mut rings {
        if ring.elements().last() != Some(&kurbo::PathEl::ClosePath) {
            ring.close_path();
        }
    }
    rings
}

/// Scales and moves shapes from a page onto the field, so that the page and the shapes that reach beyond it
/// fit. Returns the area of the page there.
fn fit_to_field(shapes: &mut [IconShape], width: f64, height: f64) -> Rect {
    let page = Rect::new(0.0, 0.0, width, height);
    let extent = shapes.iter().fold(page, |extent, shape| extent.union(shape.path.bounding_box()));
    let scale = FIELD / extent.width().max(extent.height());
    let middle = Affine::translate(kurbo::Vec2::new(FIELD / 2.0, FIELD / 2.0))
        * Affine::scale(scale)
        * Affine::translate(-extent.center().to_vec2());
    shapes.iter_mut().for_each(|shape| shape.path.apply_affine(middle));
    middle.transform_rect_bbox(page)
}

/// Removes a background that fills the page below shapes of another colour.
fn without_ground(mut shapes: Vec<IconShape>, page: &Rect) -> Vec<IconShape> {
    let [ground, above @ ..] = shapes.as_slice() else { return shapes };
    let covers = ground.path.area().abs() >= GROUND * page.area();
    if covers && !above.is_empty() && above.iter().all(|shape| shape.colour != ground.colour) {
        shapes.remove(0);
    }
    shapes
}

/// Turns shapes as light as paper into holes of the darker shape below them.
fn without_paper(shapes: Vec<IconShape>) -> Result<Vec<IconShape>, String> {
    if shapes.iter().all(IconShape::is_light) {
        return Ok(shapes);
    }
    let mut out: Vec<IconShape> = Vec::new();
    for shape in shapes {
        let extent = shape.path.bounding_box();
        let below = out.iter_mut().rev().find(|below| {
            let room = below.path.bounding_box();
            !below.is_light() && room.union(extent) == room
        });
        match below {
            Some(below) if shape.is_light() => below.cut_out(&shape.path)?,
            _ => out.push(shape),
        }
    }
    Ok(out)
}

impl IconShape {
    fn is_light(&self) -> bool {
        let [red, green, blue] = self.colour.map(f64::from);
        (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255.0 >= LIGHT
    }

    /// Cuts a shape out of this one as a hole.
    fn cut_out(&mut self, hole: &BezPath) -> Result<(), String> {
        let mut shape = turned_by_depth(&self.path)?;
        let hole = turned_by_depth(hole)?.reverse_subpaths();
        shape.extend(hole.elements().iter().copied());
        self.path = shape;
        Ok(())
    }
}

/// Returns a path as path data, rounded to a thousandth.
fn path_data(path: &BezPath) -> String {
    let mut rounded = path.clone();
    let round = |point: &mut kurbo::Point| {
        *point = kurbo::Point::new(thousandth(point.x), thousandth(point.y));
    };
    for element in rounded.elements_mut() {
        match element {
            kurbo::PathEl::MoveTo(to) | kurbo::PathEl::LineTo(to) => round(to),
            kurbo::PathEl::QuadTo(by, to) => [by, to].into_iter().for_each(round),
            kurbo::PathEl::CurveTo(a, b, to) => [a, b, to].into_iter().for_each(round),
            kurbo::PathEl::ClosePath => {}
        }
    }
    rounded.to_svg()
}

fn thousandth(number: f64) -> f64 {
    let rounded = (number * 1_000.0).round() / 1_000.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}
