//! `deck`: cards of a CSV file, without a book. `build` does the work; this module reads the options for
//! columns, and reports the use of each column.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;

use super::args::{BuildArgs, CardArgs, RulesArgs, profiles_help};
use super::build::run_build;
use super::console::print_error;
use super::exit::Exit;
use super::home::HomeArgs;
use super::paths::require_path;
use super::verbosity::is_quiet;
use super::work::LimitArgs;
use base::diagnostic::Findings;
use base::source::manifest::{DeckFields, OneOrMany};
use base::source::{column_uses, is_data_file, read_deck_file};
use base::text::shown_path;
use base::theme::{ThemeChoice, parse_theme};
use press::PageFormat;
use press::book::Output;
use press::outputs::cards::parse_card_size;

/// Hint about the options that choose columns.
const OTHERWISE: &str = "To choose otherwise: --name, --cost, --type, --text, --stats, --count, --group COLUMN. In a book.toml:";

/// Default profiles of a deck; dark cards are made for screens only.
const USUAL_PROFILES: &str = "screen,home-a4";

#[derive(Debug, Clone, ClapArgs)]
pub struct DeckArgs {
    /// A CSV file: the names of the columns in the first line, a card in each row below.
    path: PathBuf,
    // The help is built from the profiles that make decks.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = USUAL_PROFILES,
        help = profiles_help(|profile| profile.makes.contains(&Output::Deck)),
    )]
    profile: Vec<String>,
    /// Size of the cards: poker, bridge, mini, tarot, square, hex and others, or millimetres such as
    /// `63 x 88 mm`.
    #[arg(long, default_value = "poker", value_parser = parse_card_size)]
    size: String,
    /// Title on the backs; by default the name of the file.
    #[arg(long)]
    title: Option<String>,
    /// Look of the cards: standard, large-print, low-ink or dark, and a bundled theme in place of the book's
    /// own: oracle, codex, briefing, orbit or breeze; commas separate two.
    #[arg(long, default_value = "standard", value_parser = parse_theme)]
    theme: String,
    /// File format of the pages.
    #[arg(long, default_value = "pdf")]
    format: PageFormat,
    #[command(flatten)]
    cards: CardArgs,
    #[command(flatten)]
    home: HomeArgs,
    /// Folder for the outputs, which are in a folder with the name of the file.
    #[arg(short, long, default_value = "output")]
    output: PathBuf,
    /// Open the files that were made.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    columns: ColumnArgs,
}

/// Options for columns that cannot be recognised by name.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Columns, if rulepress does not recognise their names")]
struct ColumnArgs {
    /// The column of the name.
    #[arg(long, value_name = "COLUMN")]
    name: Option<String>,
    /// The column of the cost, which is printed in the corner.
    #[arg(long, value_name = "COLUMN")]
    cost: Option<String>,
    /// The columns of the type line; commas separate several.
    #[arg(long = "type", value_name = "COLUMNS", value_delimiter = ',')]
    kind: Option<Vec<String>>,
    /// The columns of the text; each becomes a paragraph.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    text: Option<Vec<String>>,
    /// The columns that are printed with their names below the text.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    stats: Option<Vec<String>>,
    /// The column of the number of copies.
    #[arg(long, value_name = "COLUMN")]
    count: Option<String>,
    /// The column that groups cards by colour.
    #[arg(long, value_name = "COLUMN")]
    group: Option<String>,
    /// Only the rows that have this value in a column.
    #[arg(long = "where", value_name = "COLUMN=VALUE")]
    only: Option<String>,
}

impl DeckArgs {
    /// Returns the order that builds the deck, and the page that measures the offset of its backs.
    pub fn build(self) -> BuildArgs {
        let deck = self.fields();
        let usual = self.profile.iter().map(String::as_str).eq(USUAL_PROFILES.split(','));
        let is_dark = ThemeChoice::of(&self.theme).is_dark();
        let profile = if usual && is_dark { vec!["screen".to_owned()] } else { self.profile };
        BuildArgs {
            path: Some(self.path),
            only: vec![Output::Deck],
            profile,
            theme: self.theme,
            format: self.format,
            cards: self.cards,
            home: self.home,
            changed_since: None,
            marked_since: None,
            zip: false,
            output: self.output,
            player: None,
            open: self.open,
            locked: false,
            limits: self.limits,
            rules: RulesArgs::default(),
            deck: Some(deck),
        }
    }

    fn fields(&self) -> DeckFields {
        let columns = self.columns.clone();
        DeckFields {
            title: self.title.clone(),
            size: Some(self.size.clone()),
            only: columns.only,
            name: columns.name,
            cost: columns.cost,
            kind: columns.kind.map(OneOrMany::Many),
            text: columns.text.map(OneOrMany::Many),
            stats: columns.stats.map(OneOrMany::Many),
            count: columns.count.map(OneOrMany::One),
            group: columns.group,
            ..DeckFields::default()
        }
    }
}

/// Makes cards of the rows of a CSV file.
pub fn run_deck(args: DeckArgs) -> Result<Exit> {
    require_path(&args.path)?;
    if !is_data_file(&args.path) {
        let path = shown_path(&args.path);
        bail!(
            "`{path}` is not a CSV file; save the table as CSV in your spreadsheet, and name that file"
        );
    }
    run_build(&args.build())
}

/// Prints the use of each column of the data file at `path`, and the options that change it.
pub fn tell_columns(path: &Path, asked: DeckFields) -> Result<()> {
    if is_quiet() {
        return Ok(());
    }
    let (sources, files) = read_deck_file(path, asked, &mut Findings::default())?;
    let Some(id) = files.data.first() else { return Ok(()) };
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    for (deck, fields) in &files.manifest.deck {
        let uses = column_uses(&sources.get(*id).text, fields);
        let wide = uses.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
        let mut lines = String::new();
        for (name, fields) in &uses {
            let words: Vec<&str> = fields.iter().map(|field| field_words(field)).collect();
            let words = if words.is_empty() { "not printed".to_owned() } else { words.join(", ") };
            lines.push_str(&format!("  {name:wide$}  {words}\n"));
        }
        print_error(format_args!("{}:\n{lines}\n", shown_path(path)));
        let data = toml::Spanned::new(0..0, file.clone().into_owned());
        let lines = DeckFields { data, ..fields.clone() }.manifest_lines(deck);
        print_error(format_args!("{OTHERWISE}\n\n{lines}\n"));
    }
    Ok(())
}

fn field_words(field: &str) -> &'static str {
    match field {
        "name" => "the name",
        "cost" => "the cost, in the corner",
        "type" => "type line",
        "text" => "text",
        "stats" => "a value below the text",
        "count" => "number of copies",
        "group" => "colour",
        "art" => "picture",
        "frame" => "frame",
        "icon" => "icon",
        "colour" => "colour of the card",
        "back" => "the back",
        _ => "printed",
    }
}
