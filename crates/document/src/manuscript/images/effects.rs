//! Cost of the bitmaps of a drawing: filters, layers, patterns, dashes. In: a parsed SVG, before anything is
//! drawn. Out: work and memory, computed as pixels times the steps on each.

use usvg::filter::{Filter, Kind};
use usvg::{Group, Node, NonZeroRect, Paint, Path, Transform, Tree};

use super::limits::{LONGEST_SIDE, MAX_LAYERS, MAX_OCTAVES, MAX_REACH, MAX_WAVES, MAX_WORK};

/// Bytes of a pixel.
const PIXEL: f64 = 4.0;
/// Copies of a bitmap that a filter holds besides its results.
const COPIES: f64 = 3.0;
/// Nanoseconds for each pixel of a layer, which is cleared and composited.
const LAYER: f64 = 6.0;
/// Nanoseconds for each pixel of a filter's bitmap, which is finally packed into the file.
const PACKED: f64 = 40.0;
/// Nanoseconds for each pixel in a simple step of a filter, such as another colour.
const SIMPLE: f64 = 30.0;
/// Nanoseconds for each pixel of a blur of any radius, and of a shadow, which is blurred.
const BLUR: f64 = 110.0;
const SHADOW: f64 = 150.0;
/// Nanoseconds for each pixel of light on a surface.
const LIGHT: f64 = 90.0;
/// Nanoseconds for each pixel of noise in four colours, and of each of its octaves.
const NOISE: f64 = 160.0;
const OCTAVE: f64 = 110.0;
/// Nanoseconds for each pixel that a matrix or a widening looks at.
const LOOKED_AT: f64 = 6.0;
/// Nanoseconds for each dash of a line.
const DASH: f64 = 500.0;

/// Cost of the bitmaps of a drawing.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct BitmapCost {
    /// Work, in nanoseconds.
    pub work: f64,
    /// Bytes of bitmaps that pages hold in the end.
    pub kept: f64,
    /// Most bytes held at once while it is drawn.
    pub layers: f64,
}

/// Returns the cost of the bitmaps of a drawing, or the reason why it must not be drawn.
pub fn check_effects(tree: &Tree) -> Result<BitmapCost, String> {
    let longest = f64::from(tree.size().width().max(tree.size().height()));
    let mut sum =
        CostSum { scale: LONGEST_SIDE / longest, cost: BitmapCost::default(), side: LONGEST_SIDE };
    sum.add_group(tree.root(), 0.0)?;
    sum.check()?;
    Ok(sum.cost)
}

struct CostSum {
    /// Pixels for each unit of the drawing.
    scale: f64,
    /// Longer side of the drawing, in pixels.
    side: f64,
    cost: BitmapCost,
}

impl CostSum {
    /// Stops as soon as a limit is passed.
    fn check(&self) -> Result<(), String> {
        if exceeds(self.cost.work, MAX_WORK) {
            return Err("its filters and layers take too much time to draw".to_owned());
        }
        if exceeds(self.cost.layers, MAX_LAYERS) || exceeds(self.cost.kept, 2.0 * MAX_LAYERS) {
            return Err("its filters and layers take too much memory to draw".to_owned());
        }
        Ok(())
    }

    /// Adds a group, drawn while `held` bytes are in use.
    fn add_group(&mut self, group: &Group, held: f64) -> Result<(), String> {
        let held = if group.should_isolate() { held + self.add_layer(group) } else { held };
        for filter in group.filters() {
            self.add_filter(filter, group.abs_transform(), held)?;
        }
        self.cost.layers = self.cost.layers.max(held);
        self.check()?;
        for node in group.children() {
            self.add_node(node, held)?;
        }
        if let Some(clip) = group.clip_path() {
            self.add_group(clip.root(), held)?;
        }
        if let Some(mask) = group.mask() {
            self.add_group(mask.root(), held)?;
        }
        Ok(())
    }

    /// Adds the layer of a group. Returns the bytes of its bitmap, which is never much larger than the page.
    fn add_layer(&mut self, group: &Group) -> f64 {
        let area = group.abs_layer_bounding_box();
        let side = |length: f32| (f64::from(length) * self.scale).min(2.0 * self.side);
        let pixels = side(area.width()) * side(area.height());
        self.cost.work += pixels * LAYER;
        if !group.filters().is_empty() {
            self.cost.work += pixels * PACKED;
            self.cost.kept += pixels * PIXEL;
        }
        pixels * PIXEL
    }

    fn add_node(&mut self, node: &Node, held: f64) -> Result<(), String> {
        match node {
            Node::Group(group) => self.add_group(group, held),
            Node::Path(path) => self.add_path(path, held),
            Node::Text(text) => self.add_group(text.flattened(), held),
            Node::Image(image) => match image.kind() {
                usvg::ImageKind::SVG(tree) => self.add_group(tree.root(), held),
                usvg::ImageKind::JPEG(_)
                | usvg::ImageKind::PNG(_)
                | usvg::ImageKind::GIF(_)
                | usvg::ImageKind::WEBP(_) => Ok(()),
            },
        }
    }

    fn add_path(&mut self, path: &Path, held: f64) -> Result<(), String> {
        let fill = path.fill().map(usvg::Fill::paint);
        let stroke = path.stroke().map(usvg::Stroke::paint);
        for paint in fill.into_iter().chain(stroke) {
            self.add_paint(paint, path.abs_transform(), held)?;
        }
        self.cost.work += dash_count(path) * DASH;
        self.check()
    }

    /// Adds a pattern, which is drawn once as a bitmap for everything that it fills.
    fn add_paint(&mut self, paint: &Paint, place: Transform, held: f64) -> Result<(), String> {
        let Paint::Pattern(pattern) = paint else { return Ok(()) };
        let place = place.pre_concat(pattern.transform());
        let rect = pattern.rect();
        let pixels = self.pixels(rect, place);
        self.cost.work += pixels * LAYER;
        self.add_group(pattern.root(), held + pixels * PIXEL)
    }

    /// Number of pixels of an area, placed in the drawing.
    fn pixels(&self, area: NonZeroRect, place: Transform) -> f64 {
        let (x, y) = place.get_scale();
        let side =
            |length: f32, scale: f32| f64::from(length) * f64::from(scale.abs()) * self.scale;
        side(area.width(), x) * side(area.height(), y)
    }

    fn add_filter(&mut self, filter: &Filter, place: Transform, held: f64) -> Result<(), String> {
        let rect = filter.rect();
        let pixels = self.pixels(rect, place);
        let scale =
            f64::from(place.get_scale().0.abs().max(place.get_scale().1.abs())) * self.scale;
        let sides = [rect.left(), rect.top(), rect.right(), rect.bottom()];
        let farthest = sides.into_iter().map(|side| f64::from(side.abs())).fold(0.0, f64::max);
        for step in filter.primitives() {
            self.cost.work += pixels * step_cost(step.kind(), scale);
            check_reach(step.kind(), scale)?;
            check_noise(step.kind(), farthest * scale.max(1.0))?;
            if let Kind::Image(image) = step.kind() {
                self.add_group(image.root(), held)?;
            }
        }
        let bitmaps = filter.primitives().len() as f64 + COPIES;
        self.cost.layers = self.cost.layers.max(held + pixels * PIXEL * bitmaps);
        self.check()
    }
}

/// Reports whether a cost is above its limit or unknown.
fn exceeds(cost: f64, most: f64) -> bool {
    cost.is_nan() || cost > most
}

/// Nanoseconds that a step of a filter takes for a pixel, where a unit of the filter has `scale` pixels.
fn step_cost(step: &Kind, scale: f64) -> f64 {
    match step {
        Kind::Blend(_)
        | Kind::ColorMatrix(_)
        | Kind::ComponentTransfer(_)
        | Kind::Composite(_)
        | Kind::DisplacementMap(_)
        | Kind::Flood(_)
        | Kind::Image(_)
        | Kind::Offset(_)
        | Kind::Tile(_) => SIMPLE,
        Kind::Merge(merge) => SIMPLE * merge.inputs().len() as f64,
        Kind::GaussianBlur(_) => BLUR,
        Kind::DropShadow(_) => SHADOW,
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => LIGHT,
        Kind::ConvolveMatrix(own) => {
            let matrix = own.matrix();
            SIMPLE + LOOKED_AT * f64::from(matrix.columns()) * f64::from(matrix.rows())
        }
        Kind::Morphology(own) => {
            let side = |radius: f32| 2.0 * (f64::from(radius) * scale).ceil().max(1.0);
            SIMPLE + LOOKED_AT * side(own.radius_x().get()) * side(own.radius_y().get())
        }
        Kind::Turbulence(own) => NOISE + OCTAVE * f64::from(own.num_octaves()),
    }
}

/// Refuses steps that move or blur too far: pixels are counted in integers, which must not overflow.
fn check_reach(step: &Kind, scale: f64) -> Result<(), String> {
    let reaches = match step {
        Kind::Offset(own) => vec![own.dx(), own.dy()],
        Kind::GaussianBlur(own) => vec![own.std_dev_x().get(), own.std_dev_y().get()],
        Kind::DropShadow(own) => {
            vec![own.dx(), own.dy(), own.std_dev_x().get(), own.std_dev_y().get()]
        }
        Kind::DisplacementMap(own) => vec![own.scale()],
        Kind::Blend(_)
        | Kind::ColorMatrix(_)
        | Kind::ComponentTransfer(_)
        | Kind::Composite(_)
        | Kind::ConvolveMatrix(_)
        | Kind::DiffuseLighting(_)
        | Kind::Flood(_)
        | Kind::Image(_)
        | Kind::Merge(_)
        | Kind::Morphology(_)
        | Kind::SpecularLighting(_)
        | Kind::Tile(_)
        | Kind::Turbulence(_) => Vec::new(),
    };
    if reaches.into_iter().any(|reach| exceeds(f64::from(reach.abs()) * scale, MAX_REACH)) {
        return Err("a filter in it moves or blurs the picture too far".to_owned());
    }
    Ok(())
}

/// Refuses noise that would overflow the integers it is made with; `far` is its farthest place.
fn check_noise(step: &Kind, far: f64) -> Result<(), String> {
    let Kind::Turbulence(noise) = step else { return Ok(()) };
    if noise.num_octaves() > MAX_OCTAVES {
        return Err(format!("a filter in it has more than {MAX_OCTAVES} octaves of noise"));
    }
    let highest = noise.base_frequency_x().get().max(noise.base_frequency_y().get());
    let waves = far * f64::from(highest) * f64::from(1u32 << noise.num_octaves());
    if noise.seed() == i32::MIN || exceeds(waves, MAX_WAVES) {
        return Err("a filter in it has noise that is too fine to be drawn".to_owned());
    }
    Ok(())
}

/// Upper bound on the number of dashes of a path's line.
fn dash_count(path: &Path) -> f64 {
    let Some(dashes) = path.stroke().and_then(usvg::Stroke::dasharray) else { return 0.0 };
    let period: f64 = dashes.iter().map(|length| f64::from(*length)).sum();
    let (mut length, mut last) = (0.0, None);
    for point in path.data().points() {
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        length += last.map_or(0.0, |(a, b): (f64, f64)| (x - a).hypot(y - b));
        last = Some((x, y));
    }
    (length / period * dashes.len() as f64).min(1e6)
}
