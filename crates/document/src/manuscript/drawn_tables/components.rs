//! A table of the contents of the box. In: a table of the class `components`, with a column `Component` and
//! optional columns `Count`, `Picture` and `Colour`. Out: a piece for each row; every other column is a note
//! on it.

use crate::manuscript::pulls::is_picture_file;
use crate::{
    AskedSize, Attributes, Block, BlockKind, Document, Image, Inline, InlineKind, NaturalSize,
    Table, plain_text, walk,
};
use base::source::Span;
use draw::drawing::IconOutline;
use draw::picture::COLOUR_COLUMNS;
use draw::picture::component::{ComponentPiece, ComponentShape};
use draw::picture::map::PlaceColour;

/// Column that names a component; without it, the first column that is none of the others.
pub(crate) const NAME: &str = "Component";
/// Column of the number of pieces.
pub(crate) const COUNT: &str = "Count";
/// Column of the looks of a component.
pub(crate) const PICTURE: &str = "Picture";

/// A component in the box.
#[derive(Debug)]
pub struct Component<'t> {
    /// Looks of the component.
    pub picture: ComponentPicture<'t>,
    /// Number of pieces: a number, or words.
    pub count: String,
    /// Name of the component.
    pub name: &'t [Block],
    /// Other cells of its row.
    pub notes: Vec<&'t [Block]>,
}

/// Looks of a component.
#[derive(Debug)]
pub enum ComponentPicture<'t> {
    /// No picture.
    None,
    /// Drawn by the program.
    Drawn(ComponentPiece<'t>),
    /// Shown by the author.
    Shown(&'t [Block]),
}

impl Table {
    /// Returns the components if the class of the table is `components` and it names any.
    pub fn components(&self, attributes: &Attributes) -> Option<Vec<Component<'_>>> {
        if !attributes.has_class("components") {
            return None;
        }
        let columns = ComponentColumns::of(self)?;
        let rows = self.rows.get(self.header_rows..)?;
        let read = |nth: usize| self.component(self.header_rows + nth, &columns);
        let components: Vec<Component<'_>> = (0..rows.len()).filter_map(read).collect();
        (!components.is_empty()).then_some(components)
    }

    /// Returns the component of a row; none for a row without a name.
    fn component(&self, row: usize, columns: &ComponentColumns) -> Option<Component<'_>> {
        let cells = &self.rows[row].cells;
        let blocks = |column: usize| {
            let cell = cells.iter().find(|cell| cell.column == column);
            cell.map_or(&[][..], |cell| cell.blocks.as_slice())
        };
        let words = |column: Option<usize>| column.map(blocks).map(words_of).unwrap_or_default();
        let name = blocks(columns.name);
        let count = words(columns.count);
        let colour = PlaceColour::named_in(&words(columns.colour)).unwrap_or_default();
        let several = count.parse::<u32>().map_or(!count.is_empty(), |count| count > 1);
        let piece = |shape, icon| ComponentPiece { shape, colour, icon, several };
        let picture = match columns.picture.map(blocks) {
            None | Some([]) => ComponentPicture::None,
            Some(shown) => match drawn_shape(shown) {
                Some((shape, icon)) => ComponentPicture::Drawn(piece(shape, icon)),
                None => ComponentPicture::Shown(shown),
            },
        };
        let notes = columns.notes.iter().map(|column| blocks(*column));
        let notes = notes.filter(|note| !note.is_empty()).collect();
        (!name.is_empty()).then_some(Component { picture, count, name, notes })
    }
}

/// Shows the pictures that tables of components in a text name by their paths, as tables from data do.
pub(crate) fn show_named_pictures(document: &mut Document) {
    for blocks in document.bodies_mut() {
        walk::each_block_mut(blocks, &mut |block| {
            if let BlockKind::Table(table) = &mut block.kind
                && block.attributes.has_class("components")
            {
                show_pictures_of(table);
            }
        });
    }
}

fn show_pictures_of(table: &mut Table) {
    let Some(columns) = ComponentColumns::of(table) else { return };
    let Some(picture) = columns.picture else { return };
    for row in table.rows.iter_mut().skip(table.header_rows) {
        let name = row.cells.iter().find(|cell| cell.column == columns.name);
        let name = name.map(|cell| words_of(&cell.blocks)).unwrap_or_default();
        let cell = row.cells.iter_mut().find(|cell| cell.column == picture);
        let Some(cell) = cell else { continue };
        let [Block { kind: BlockKind::Paragraph(inlines), .. }] = cell.blocks.as_mut_slice() else {
            continue;
        };
        let is_text = |inline: &Inline| matches!(inline.kind, InlineKind::Text(_));
        let path = plain_text(inlines).trim().to_owned();
        if let Some(first) = inlines.first().filter(|_| inlines.iter().all(is_text))
            && is_picture_file(&path)
        {
            *inlines = vec![component_picture(&path, name, first.span)];
        }
    }
}

/// Returns the picture of a file that shows the component `name`.
pub(crate) fn component_picture(path: &str, name: String, span: Span) -> Inline {
    let image = Image {
        url: path.to_owned(),
        alt: name,
        title: String::new(),
        file: None,
        natural: NaturalSize::default(),
        asked: AskedSize::default(),
    };
    Inline::new(InlineKind::Image(image), span)
}

/// Columns of a table, by their meaning.
struct ComponentColumns {
    name: usize,
    count: Option<usize>,
    picture: Option<usize>,
    colour: Option<usize>,
    notes: Vec<usize>,
}

impl ComponentColumns {
    fn of(table: &Table) -> Option<Self> {
        let head = table.rows[..table.header_rows.min(table.rows.len())].last()?;
        let titles: Vec<(usize, String)> =
            head.cells.iter().map(|cell| (cell.column, words_of(&cell.blocks))).collect();
        let find = |name: &str| {
            let found = titles.iter().find(|(_, title)| title.eq_ignore_ascii_case(name));
            found.map(|(column, _)| *column)
        };
        let (count, picture) = (find(COUNT), find(PICTURE));
        let colour = COLOUR_COLUMNS.into_iter().find_map(find);
        let known = [count, picture, colour];
        let mut others = titles.iter().map(|(column, _)| *column);
        let name = find(NAME).or_else(|| others.find(|column| !known.contains(&Some(*column))))?;
        let is_note = |column: &usize| *column != name && !known.contains(&Some(*column));
        let notes = titles.iter().map(|(column, _)| *column).filter(is_note).collect();
        Some(Self { name, count, picture, colour, notes })
    }
}

/// Parses the shape that a cell names, and the icon on it; an icon alone is put on a token.
fn drawn_shape(blocks: &[Block]) -> Option<(ComponentShape, Option<&IconOutline>)> {
    let [Block { kind: BlockKind::Paragraph(inlines), .. }] = blocks else { return None };
    let mut icon = None;
    let mut words = String::new();
    for inline in inlines {
        match &inline.kind {
            InlineKind::Icon(named) if icon.is_none() => icon = Some(&named.outline),
            InlineKind::Text(text) => words += text,
            _ => return None,
        }
    }
    match words.trim() {
        "" if icon.is_some() => Some((ComponentShape::Token, icon)),
        name => ComponentShape::named(name).map(|shape| (shape, icon)),
    }
}

/// Returns the words of a cell.
fn words_of(blocks: &[Block]) -> String {
    let mut words = String::new();
    walk::each_block(blocks, &mut |block| {
        let runs = walk::inline_runs(&block.kind).into_iter();
        runs.for_each(|run: &Vec<Inline>| words += &plain_text(run));
    });
    words.trim().to_owned()
}
