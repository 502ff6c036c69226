//! `watch`: shows a book in the browser, again after each change. One process works on the book, under
//! limits; this one notices changes, answers the browser, and starts another when that one dies.

mod child;
mod reviewer;
mod session;

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use anyhow::{Result, bail};

use super::args::{BuildArgs, WatchArgs};
use super::console::{print_error, print_out};
use super::exit::Exit;
use super::open::open_in_viewer;
use super::paths::named_books;
use super::place::PlacePath;
use super::print_order::PrintOrder;
use crate::preview::server::PreviewServer;
use crate::preview::watcher::BookWatcher;
use crate::web::preview_page;
use base::source::is_stream;
use base::text::shown_path;
pub use child::serve_preview;
use session::{Happening, WatchSession};

/// Shows a book until the user ends the program.
pub fn run_watch(args: &WatchArgs) -> Result<Exit> {
    let path = watched_book(args)?;
    if args.build.home.estimate {
        bail!("`watch` builds again and again; `build --estimate` shows ink and paper");
    }
    PrintOrder::of(&args.build)?.home.announce();
    let server = PreviewServer::listen(args.port)?;
    let (url, page) = (server.url(), preview_page(&shown_path(&path))?);
    let (sender, happenings) = mpsc::channel();
    let changed = sender.clone();
    let tell = move |paths| changed.send(Happening::Changed(paths)).is_ok();
    let mut watcher = BookWatcher::new(&args.build.output, tell)?;
    watch_book(&mut watcher, &path, args);
    let asked = sender.clone();
    thread::spawn(move || {
        server.serve(page, move |ask| asked.send(Happening::Asked(ask)).is_ok());
    });
    let mut session = WatchSession::new(&path, args, watcher, sender);
    session.start_child()?;
    print_out(format_args!("{url}\n"));
    print_error(format_args!("{} is shown there; Ctrl-C stops the preview\n", shown_path(&path)));
    if args.build.open {
        open_in_viewer(&url);
    }
    session.run(&happenings)
}

/// Returns the one book that is named.
fn watched_book(args: &WatchArgs) -> Result<PathBuf> {
    let BuildArgs { path, rules, .. } = &args.build;
    if path.as_deref().is_some_and(is_stream) {
        bail!("a text from a pipe cannot be watched; name a file or a folder");
    }
    path.as_deref().map_or(Ok(()), |path| PlacePath::of(path).require_whole("watch"))?;
    rules.require_paths()?;
    let books = named_books(path.as_deref(), &rules.read)?;
    match books.as_slice() {
        [book] => Ok(book.clone()),
        books => {
            let names: Vec<String> = books.iter().map(|book| shown_path(book)).collect();
            bail!("there are {} books here; name one: {}", books.len(), names.join(", "))
        }
    }
}

/// Watches the folders of a book and its examples; folders that it reads elsewhere are added after it is
/// read.
fn watch_book(watcher: &mut BookWatcher, path: &Path, args: &WatchArgs) {
    let location = args.build.rules.location(path);
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    watcher.watch_home(folder);
    let name = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let name = name.file_stem().unwrap_or_default().to_string_lossy();
    for examples in location.example_folders(&name).iter().filter(|folder| folder.is_dir()) {
        watcher.watch_below(examples);
    }
    if let Some(foreign) = &location.foreign {
        watcher.watch_below(&foreign.rules);
        if let Some(folder) = foreign.bindings.as_ref().and_then(|file| file.parent()) {
            watcher.watch_folder(folder);
        }
    }
}
