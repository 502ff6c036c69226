//! The order of `build`: profiles, outputs, theme, format, and the edition to compare with.

use std::path::Path;

use anyhow::{Result, anyhow, bail};

use super::args::BuildArgs;
use super::edition_files::earlier_book;
use super::home::HomeOrder;
use base::diagnostic::{Diagnostic, code};
use base::theme::{MODIFIERS, ThemeChoice};
use press::book::{Book, Output};
use press::outputs::cards::CardRequest;
use press::profile::{self, OutputFamily, Profile};
use press::{PageFormat, PrintRequest};

/// The print options of a command line.
pub struct PrintOrder {
    pub profiles: Vec<Profile>,
    /// Empty for everything that a profile makes.
    only: Vec<Output>,
    /// The requested theme, as it is written.
    pub theme: String,
    format: PageFormat,
    cards: CardRequest,
    since: Option<String>,
    /// True if the rulebook marks changes.
    is_marked: bool,
    pub home: HomeOrder,
    /// True if the web edition includes the page that plays.
    player: bool,
}

impl PrintOrder {
    /// Reads the arguments.
    ///
    /// # Errors
    /// If a profile does not exist.
    pub fn of(args: &BuildArgs) -> Result<Self> {
        let profiles = args.profile.iter().map(|name| profile::find_profile(name));
        let profiles: Result<Vec<Profile>, String> = profiles.collect();
        let profiles = profiles.map_err(|error| anyhow!(error))?;
        let on_paper = profiles.iter().find(|profile| profile.family != OutputFamily::Screen);
        if let Some(profile) = on_paper.filter(|_| ThemeChoice::of(&args.theme).is_dark()) {
            bail!(
                "dark pages are for screens, but `{}` is for paper; leave out `dark`, or write --profile screen",
                profile.name
            );
        }
        let is_home = |profile: &Profile| profile.family == OutputFamily::Home;
        if args.cards.gutter_fold && !profiles.iter().any(is_home) {
            bail!(
                "folded sheets need a profile with printer paper; add --profile home-a4 or --profile home-letter"
            );
        }
        let prints = profiles.iter().any(is_home);
        let home = HomeOrder::of(&args.home, &args.cards, args.format, prints)?;
        Ok(Self {
            home,
            profiles,
            only: args.only.clone(),
            theme: args.theme.clone(),
            format: args.format,
            cards: args.cards.request(),
            since: args.changed_since.clone(),
            is_marked: args.marked_since.is_some(),
            player: args.player.is_some(),
        })
    }

    /// Returns every printed output with its profile; then the pages for a browser, once, because they are
    /// the same for each profile.
    pub fn outputs(&self) -> Vec<(&Profile, Output)> {
        let asked = self.profiles.iter().flat_map(|profile| {
            let asked = if self.only.is_empty() { &profile.makes } else { &self.only };
            asked.iter().map(move |output| (profile, *output))
        });
        let asked: Vec<_> = asked.collect();
        let is_wanted = !self.is_marked || self.only.contains(&Output::Web);
        let is_site = |output: Output| output == Output::Web && is_wanted;
        let site = asked.iter().copied().find(|(_, output)| is_site(*output));
        let printed = asked.into_iter().filter(|(_, output)| self.is_printed(*output));
        printed.chain(site).collect()
    }

    fn is_printed(&self, output: Output) -> bool {
        match self.is_marked {
            true => output.record().is_marked,
            false => output != Output::Web && (self.since.is_none() || output.record().is_compared),
        }
    }

    /// True if the command only estimates paper and ink, and writes nothing.
    pub fn estimates(&self) -> bool {
        self.home.request.ink
    }

    /// Returns the requested theme as low-ink; `None` if it is that already.
    pub fn low_theme(&self) -> Option<String> {
        let all: Vec<&str> = self.theme.split(',').map(str::trim).collect();
        if all.contains(&"low-ink") {
            return None;
        }
        let base = all.into_iter().filter(|name| !MODIFIERS.contains(name)).chain(["low-ink"]);
        Some(base.collect::<Vec<_>>().join(","))
    }

    /// Returns the request to make the outputs of one profile.
    pub fn request<'a>(
        &'a self,
        profile: &'a Profile,
        since: Option<&'a Book>,
    ) -> PrintRequest<'a> {
        let cards = self.cards.clone();
        PrintRequest {
            profile,
            theme: &self.theme,
            format: self.format,
            cards,
            since,
            places: false,
            inside: 0.0,
            home: self.home.request.clone(),
            player: self.player,
        }
    }

    /// Returns the book at `path` as it was, if only its changes are to be printed.
    pub fn earlier_book(&self, path: &Path) -> Result<Option<Book>> {
        self.since.as_ref().map(|since| earlier_book(path, since)).transpose()
    }

    /// Returns findings about requested outputs that are not among those `made`: errors if the book is the
    /// only one, and notes if another book may have them.
    pub fn left_out(&self, made: &[Output], alone: bool) -> Vec<Diagnostic> {
        if let Some(since) = &self.since {
            if made.iter().any(|output| *output != Output::Web) {
                return Vec::new();
            }
            let message =
                format!("every card and every side of the sheet is the same as in `{since}`");
            let hint = "leave out --changed-since to print all cards and sheets";
            return vec![Diagnostic::global(code::NOTHING_MADE, message).hint(hint)];
        }
        let code = if alone { code::MISSING_OUTPUT } else { code::NOTHING_MADE };
        let is_paperless = self.profiles.iter().all(|profile| profile.paper.is_none());
        let empty = self.only.iter().filter(|output| !made.contains(output));
        let nothing_to_print = |output: &Output| {
            let paper = if is_paperless { lacks_paper(*output) } else { None };
            let (message, hint) = paper.unwrap_or(output.record().lacks);
            Diagnostic::global(code, message).hint(hint)
        };
        empty.map(nothing_to_print).collect()
    }

    /// Returns findings about outputs requested by name that none of several books has.
    pub fn made_by_no_book(&self, made: &[Output]) -> Vec<Diagnostic> {
        let missing = |output: &&Output| self.since.is_none() && !made.contains(output);
        let no_book_makes = |output: &Output| {
            let message =
                format!("none of these books has anything for `--only {}`", output.name());
            let (_, hint) = lacks_paper(*output).unwrap_or(output.record().lacks);
            let hint = format!("in one of them: {hint}");
            Diagnostic::global(code::MISSING_OUTPUT, message).hint(hint)
        };
        self.only.iter().filter(missing).map(no_book_makes).collect()
    }
}

/// Returns the message and the hint for an output that needs printer paper.
fn lacks_paper(output: Output) -> Option<(&'static str, &'static str)> {
    let message = output.record().lacks_paper?;
    Some((message, "add --profile home-a4 or --profile home-letter"))
}
