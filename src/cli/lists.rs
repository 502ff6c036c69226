//! `icons` and `colours`: the names that a text and a theme can use. In: a book, if one is named. Out: a line
//! for each name.

use std::path::Path;

use anyhow::Result;

use super::args::{ColoursArgs, IconsArgs};
use super::console::print_out;
use super::exit::Exit;
use super::paths::require_path;
use crate::reference::role_sentence;
use base::diagnostic::Findings;
use base::theme::{Palette, colour_roles};
use document::icons::all_icons;
use document::{self, Manuscript};

/// Lists the icons of a book and the bundled ones.
pub fn run_icons(args: &IconsArgs) -> Result<Exit> {
    let book = read_asked(args.path.as_deref())?;
    let own: Vec<&str> = book.iter().flat_map(|book| book.icons.own_names()).collect();
    if !own.is_empty() {
        print_out(format_args!("Icons of the book, files of icons/\n"));
        own.iter().for_each(|name| print_out(format_args!("  :{name}:\n")));
        print_out(format_args!("\n"));
    }
    print_out(format_args!("Bundled icons, and how they are read aloud\n"));
    for (name, icon) in all_icons().filter(|(name, _)| !own.contains(name)) {
        print_out(format_args!("  {:20} {}\n", format!(":{name}:"), icon.says));
    }
    Ok(Exit::Done)
}

/// Lists by purpose the colours of a book's theme, or of the theme that is asked for; then all colours that
/// decks can name.
pub fn run_colours(args: &ColoursArgs) -> Result<Exit> {
    let own = read_asked(args.path.as_deref())?.map(|book| book.theme).unwrap_or_default();
    let palette = Palette::of(&own, &args.theme);
    print_out(format_args!("Colours by purpose: [colour] of theme.toml\n"));
    for (role, tokens) in colour_roles() {
        let colours: Vec<String> = tokens.iter().map(|token| palette.css_colour(token)).collect();
        let colours = colours.join(" ");
        print_out(format_args!("  {role:14} {colours:8} {}\n", role_sentence(role)));
    }
    print_out(format_args!("\nColours by name: for cards of decks and for drawings\n"));
    for name in palette.names() {
        print_out(format_args!("  {name:14} {}\n", palette.css_colour(name)));
    }
    Ok(Exit::Done)
}

/// Reads the named book, if there is one.
fn read_asked(path: Option<&Path>) -> Result<Option<Manuscript>> {
    let Some(path) = path else { return Ok(None) };
    require_path(path)?;
    let (_, manuscript) = document::load(path, &mut Findings::default())?;
    Ok(Some(manuscript))
}
