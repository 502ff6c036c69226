//! `dump`: prints a stage of the pipeline as text.

use std::path::Path;

use anyhow::Result;

use super::args::{DumpArgs, DumpStage};
use super::console::{print_out, report_findings};
use super::executor::play_book;
use super::exit::Exit;
use super::paths::{require_path, require_root};
use super::place::PlacePath;
use super::work::{BookWork, WorkOrder, work_on_books};
use crate::pipeline::PrintableBook;
use base::diagnostic::Findings;
use document::{self, Manuscript};
use press::book::Output;
use press::look::PageLook;
use press::outputs::rulebook::typeset_rulebook;
use press::{inspect, papers};

/// Prints a stage as text.
pub fn run_dump(args: &DumpArgs) -> Result<Exit> {
    let path = &PlacePath::of(&args.path).path;
    require_path(path)?;
    require_root(path, &args.rules.read)?;
    args.rules.require_paths()?;
    let (paths, limits) = (std::slice::from_ref(path), &args.limits);
    let here = |path: &Path| dump_path(path, args);
    Ok(work_on_books(&WorkOrder { paths, limits, as_data: false, here: &here }).exit)
}

/// Prints a stage of the book at `path`.
pub fn dump_path(path: &Path, args: &DumpArgs) -> Result<BookWork> {
    let place = PlacePath::of(&args.path);
    match args.stage {
        DumpStage::Document => {
            place.require_whole("dump document")?;
            let tree = document::print_tree(&read_manuscript(path, args)?.document);
            print_out(format_args!("{tree}"));
        }
        DumpStage::Addresses => {
            place.require_whole("dump addresses")?;
            for (anchor, entry) in &read_manuscript(path, args)?.index.entries {
                print_out(format_args!("{anchor}\t{}\t{}\n", entry.address, entry.title));
            }
        }
        DumpStage::Pages => return Ok(dump_pages(path, args)?.into()),
    }
    Ok(Exit::Done.into())
}

fn read_manuscript(path: &Path, args: &DumpArgs) -> Result<Manuscript> {
    let options = args.rules.location(path).options;
    let (_, manuscript) = document::load_with(path, &options, &mut Findings::default())?;
    Ok(manuscript)
}

/// Prints the words of the rulebook on its first paper.
fn dump_pages(path: &Path, args: &DumpArgs) -> Result<Exit> {
    let played = play_book(&args.rules.location(path))?;
    let mut read = played.join_within(args.limits.rulebook_memory());
    PlacePath::of(&args.path).keep_in(&mut read)?;
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let look = PageLook::default();
    let papers = papers::output_papers(book, Output::Rulebook, &look.theme, sources, findings);
    if let Some(pages) = typeset_rulebook(book, &papers[0], &look, sources, findings) {
        print_out(format_args!("{}", inspect::page_text(&pages)));
    }
    Ok(report_findings(&read.findings, &read.sources))
}
