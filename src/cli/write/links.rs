//! Links below the output folder. In: that folder, and the path of an output below it. Out: a refusal if a
//! link on that path leads out of the folder: a stranger's book may contain such links.

use std::path::Path;

use super::failure::Unwritten;

/// Default folder of outputs.
const USUAL_FOLDER: &str = "output";

/// Checks that no link on `path` leads out of `folder`, and the default folder itself not out of the working
/// folder.
pub fn require_no_way_out(folder: &Path, path: &Path) -> Result<(), Unwritten> {
    if folder == Path::new(USUAL_FOLDER) {
        require_inside(folder, Path::new("."))?;
    }
    let below = path.ancestors().take_while(|part| *part != folder);
    below.collect::<Vec<_>>().into_iter().try_for_each(|part| require_inside(part, folder))
}

/// Checks that `part` is no link, or a link to a place below `folder`.
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
