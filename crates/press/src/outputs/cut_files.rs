//! Files for print shops with the lines along which pieces are cut: on the sheets, on pages of their own, or in a PDF of
//! its own.

use super::{OutputContext, PrintPages};
use crate::OutputFile;
use crate::profile::CutLinePlace;

/// End of the name of a file of cut lines.
const CUT_FILE: &str = "-cut.pdf";

/// True if a file contains only cut lines.
pub fn is_cut_file(file: &OutputFile) -> bool {
    file.name.ends_with(CUT_FILE)
}

impl OutputContext<'_> {
    /// Makes the files of pages. In each group of `every` pages, the last one is for lines, if there are
    /// lines.
    pub fn files_with_lines(
        &mut self,
        mut print: PrintPages<'_>,
        every: Option<usize>,
    ) -> Vec<OutputFile> {
        let Some(every) = every.filter(|_| self.profile().cut_line == CutLinePlace::File) else {
            return self.files(&print);
        };
        let count = print.pages.document.pages().len();
        let keep = |lines: bool| {
            (0..count).filter(|at| (at % every == every - 1) == lines).collect::<Vec<_>>()
        };
        print.pages.keep = Some(keep(false));
        let mut files = self.files(&print);
        print.pages.keep = Some(keep(true));
        print.name = format!("{}{}", print.name, CUT_FILE.trim_end_matches(".pdf"));
        files.extend(self.files(&print));
        files
    }
}
