//! Links below the folder of outputs. In: that folder, and the path of an output below it. Out: why it
//! is not written, if a link on the way leads elsewhere: a book from a stranger may bring such links.

use std::path::Path;

use super::failure::Unwritten;

/// The folder of outputs unless a person names one.
const USUAL_FOLDER: &str = "output";

/// Demands that no link leads from `folder`, or from a usual one itself, to another place.
pub fn require_no_way_out(folder: &Path, path: &Path) -> Result<(), Unwritten> {
    if folder == Path::new(USUAL_FOLDER) {
        require_inside(folder, Path::new("."))?;
    }
    let below = path.ancestors().take_while(|part| *part != folder);
    below.collect::<Vec<_>>().into_iter().try_for_each(|part| require_inside(part, folder))
}

/// Demands that what stands at `part` is no link, or one that leads to a place below `folder`.
fn require_inside(part: &Path, folder: &Path) -> Result<(), Unwritten> {
    let is_link = std::fs::symlink_metadata(part).is_ok_and(|meta| meta.is_symlink());
    if !is_link {
        return Ok(());
    }
    match (part.canonicalize(), folder.canonicalize()) {
        (Ok(target), Ok(folder)) if target.starts_with(&folder) => Ok(()),
        _ => Err(Unwritten::NoPlace("a link leads from there to another folder")),
    }
}
