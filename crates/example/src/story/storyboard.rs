//! Common parts of all pictures of one example: the zones in the order of the play mat, the players, the
//! letters of flags and counters, and the corners of cards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::changes::TablePair;
use super::corners::card_corners;
use super::map::{self, GameMap};
use super::replay::LyingPiece;
use super::zone_view::{ZoneView, trace_players, zone_owner_numbers, zone_titles, zone_views};
use super::{CopyLetters, Step, StorySource, TableChange, TableState, captions, zone};
use crate::narrate::{Lexicon, Narrator};
use document::icons::Icon;
use draw::drawing::IconOutline;
use draw::picture::{
    CardToken, DieFace, PartContent, PartMotion, Picture, PictureCard, PicturePart, PictureTone,
    assign_letters,
};
use rules::engine::trace::{Act, NamedSubject, PieceState, Start, TraceRecord};

/// Common parts of all pictures of one example.
#[derive(Debug)]
pub struct Storyboard<'a> {
    pub(crate) words: &'a Lexicon,
    /// The drawn zones, in the order of the play mat.
    pub zones: Vec<ZoneView>,
    pub(crate) players: Vec<String>,
    /// Counters that are drawn.
    pub counters: Vec<String>,
    /// Flags that are drawn.
    pub flags: Vec<String>,
    /// Flags that lay a card on its side.
    pub turned: &'a [String],
    /// The numbers and letters of counters and flags, by name: the same in all examples of a book.
    signs: BTreeMap<String, (usize, String)>,
    /// Icons of counters and flags, by name.
    icons: &'a BTreeMap<String, Arc<Icon>>,
    corners: BTreeMap<&'a str, &'a str>,
    /// Outlines of icons, by the symbols on faces of dice.
    symbols: BTreeMap<String, IconOutline>,
    /// Words for the symbols on faces of dice.
    symbol_words: BTreeMap<&'a str, &'a str>,
    pub(crate) wanted: Vec<&'a str>,
    /// Letters of copies of one card.
    pub copies: CopyLetters,
    /// The maps of the game.
    pub maps: Vec<GameMap>,
    /// Indices of the owners of all zones, by key.
    owners: BTreeMap<&'a str, usize>,
    /// Printed names of all zones, by key.
    titles: BTreeMap<&'a str, String>,
}

impl<'a> Storyboard<'a> {
    /// Returns the common parts of an example's pictures.
    pub fn of(source: &StorySource<'a>, teller: &Narrator<'_>) -> Self {
        let players = trace_players(source.trace);
        let (counters, flags) = (drawn_counters(source), drawn_flags(source));
        let turned = &source.style.turned;
        let hidden = &source.scenario.lesson.hide;
        let mut zones = zone_views(source, &players);
        zones.retain(|view| !hidden.iter().any(|zone| zone.value == view.key));
        let symbols = source.style.symbols.iter();
        Self {
            words: source.lexicon,
            zones,
            owners: zone_owner_numbers(source.trace, &players),
            titles: zone_titles(&source.trace.table),
            players,
            counters,
            flags,
            turned,
            signs: token_signs(source, teller),
            icons: &source.style.icons,
            corners: card_corners(source),
            symbol_words: symbols
                .clone()
                .map(|(sign, icon)| (sign.as_str(), icon.says.as_str()))
                .collect(),
            symbols: symbols.map(|(sign, icon)| (sign.clone(), icon.outline.clone())).collect(),
            maps: GameMap::all(source),
            copies: CopyLetters::default(),
            wanted: source.scenario.lesson.show.iter().map(|zone| zone.value.as_str()).collect(),
        }
    }

    /// Returns the text in the corner of a card.
    pub fn corner(&self, card: &str) -> &str {
        self.corners.get(card).copied().unwrap_or_default()
    }

    /// Returns whether everybody knows what a piece is.
    pub fn knows(&self, zone: &str, piece: &PieceState) -> bool {
        let view = self.view_of(zone);
        !view.is_some_and(|view| view.closed)
            && (piece.face_up || view.is_some_and(|view| view.open))
    }

    /// Returns the printed name of a zone, drawn or not.
    pub fn title<'s>(&'s self, zone: &'s str) -> &'s str {
        self.titles.get(zone).map_or(zone, String::as_str)
    }

    /// Returns the view of a zone; none if it is not drawn.
    pub fn view_of(&self, zone: &str) -> Option<&ZoneView> {
        self.zones.iter().find(|view| view.key == zone)
    }

    /// Returns the name of a piece's host, if everybody knows it.
    pub fn host_name(&self, table: &TableState, host: u32) -> Option<String> {
        let LyingPiece { zone, piece, .. } = table.find(host)?;
        self.knows(zone, piece).then(|| piece.name.clone())
    }

    /// Returns the printed name of a piece, with its letter if it is one of several copies.
    pub fn copy_name(&self, id: u32, name: &str) -> String {
        self.copies.name_of(id, name)
    }

    /// Returns the name of a piece as the book's words print it, with its letter.
    pub fn printed_copy(&self, id: u32, name: &str) -> String {
        let letter = self.copies.letter_of(id, name);
        CopyLetters::lettered(self.words.name(name), letter)
    }

    /// Returns the rotation of a piece and its host, in words.
    pub fn lie_remarks(&self, piece: &PieceState, table: &TableState) -> Vec<String> {
        let named = |host| self.host_name(table, host).map(|name| self.copy_name(host, &name));
        let host = piece.host.map(named);
        let back = || self.words.phrase("picture-back", "").to_owned();
        let host = host.map(|name| self.words.attached_to(&name.unwrap_or_else(back)));
        self.words.rotated_by(piece.rotation).into_iter().chain(host).collect()
    }

    /// Returns the flags on a piece that are drawn.
    pub fn flags_on(&self, piece: &PieceState) -> impl Iterator<Item = &String> {
        self.flags.iter().filter(|flag| piece.flags.contains(flag))
    }

    /// Returns the counters on a piece that are drawn, with their amounts.
    pub fn counters_on<'p>(
        &self,
        piece: &'p PieceState,
    ) -> impl Iterator<Item = (&'p String, &'p i64)> {
        self.counters.iter().filter_map(|counter| piece.counters.get_key_value(counter))
    }

    /// Returns the flags and counters on a piece.
    pub fn tokens(&self, piece: &PieceState) -> Vec<CardToken> {
        let counters = self.counters.iter().filter_map(|name| {
            let amount = *piece.counters.get(name)?;
            Some(self.token(name, Some(amount)))
        });
        let flags = self
            .flags
            .iter()
            .filter(|flag| piece.flags.contains(flag) && !self.turned.contains(flag));
        counters.chain(flags.map(|flag| self.token(flag, None))).collect()
    }

    fn token(&self, name: &str, amount: Option<i64>) -> CardToken {
        let (kind, letter) = self.signs.get(name).cloned().unwrap_or_default();
        CardToken { kind, letter, icon: self.icon(name), amount, was: None, strong: false }
    }

    /// Returns the outlines of the icon of a counter or a flag; empty if the book has no icon for it.
    pub fn icon(&self, name: &str) -> IconOutline {
        self.icons.get(name).map(|icon| icon.outline.clone()).unwrap_or_default()
    }

    /// Returns the index of the player to whom a zone belongs.
    pub fn owner_of(&self, zone: &str) -> Option<usize> {
        self.owners.get(zone).copied()
    }

    /// Returns the index of the player to whom a piece belongs: the owner of its zone, else its own.
    pub fn side_of(&self, zone: &str, piece: &PieceState) -> Option<usize> {
        let own = || self.players.iter().position(|player| Some(player) == piece.owner.as_ref());
        self.owner_of(zone).or_else(own)
    }

    /// Draws the table at the start: the zones that the scenario lays out, and those that it wants drawn.
    pub fn position_picture(&self, table: &TableState, start: &Start) -> Option<Picture> {
        let views = self.zones.iter().filter(|view| {
            // Before a set-up the zones are empty.
            let is_bare = start.position.is_empty() && table.pieces_in(&view.key).is_empty();
            !is_bare
                && (start.position.iter().any(|put| put.zone == view.key)
                    || self.wanted.contains(&view.key.as_str()))
        });
        let views = views.filter(|view| !self.stands_on_maps(&view.key, table));
        self.lying_picture(views, table, start)
    }

    /// Draws zones, counters of players, and maps; none if there is nothing to draw.
    fn lying_picture<'v>(
        &self,
        views: impl Iterator<Item = &'v ZoneView>,
        table: &TableState,
        start: &Start,
    ) -> Option<Picture> {
        let mut parts: Vec<PicturePart> =
            views.map(|view| zone::plain_zone(self, view, table, start)).collect();
        let players = table.players.keys();
        let tallies =
            players.filter_map(move |player| zone::player_tally(self, player, None, table));
        parts.extend(tallies.filter(PicturePart::has_content));
        parts.extend(map::position_parts(self, table));
        let alt = captions::position_caption(self, table, &parts);
        (!parts.is_empty()).then(|| self.finish_picture(parts, Vec::new(), alt))
    }

    /// Draws the present table: every drawn zone that is not empty.
    pub fn table_picture(&self, table: &TableState, start: &Start) -> Option<Picture> {
        let views = self.zones.iter().filter(|view| {
            !table.pieces_in(&view.key).is_empty() && !self.stands_on_maps(&view.key, table)
        });
        self.lying_picture(views, table, start)
    }

    /// Returns whether the maps show everything in a zone: all its pieces are on spaces, without hosts and
    /// tokens. False for a zone that the scenario wants drawn.
    pub fn stands_on_maps(&self, zone: &str, table: &TableState) -> bool {
        let pieces = table.pieces_in(zone);
        let is_shown = |piece: &PieceState| {
            let is_bare = piece.host.is_none()
                && self.flags_on(piece).next().is_none()
                && self.counters_on(piece).next().is_none();
            is_bare && self.maps.iter().any(|map| map.shows_piece(piece))
        };
        !pieces.is_empty() && !self.wanted.contains(&zone) && pieces.iter().all(is_shown)
    }

    /// Returns the dice of a step.
    pub fn dice_part(&self, records: &[TraceRecord], tone: PictureTone) -> Option<PicturePart> {
        let rolls = records.iter().filter_map(|record| match &record.act {
            Act::Roll { dice } => Some(dice),
            _ => None,
        });
        let dice: Vec<&(String, String)> = rolls.flatten().collect();
        let (name, _) = dice.first()?;
        let faces = dice.iter().map(|(die, face)| DieFace::read(die, face, &self.symbols));
        let faces = PartContent::Dice(faces.collect());
        Some(zone::uncounted_part(self.words.name(name), 1, tone, faces))
    }

    /// Returns the face of a die in words: "red 2 × flame" for "red 2H".
    pub fn face_in_words(&self, face: &str) -> String {
        let mut told = String::new();
        let mut after_symbol = false;
        for word in face.split_whitespace() {
            let symbol = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let amount = &word[..word.len() - symbol.len()];
            let says = self.symbol_words.get(symbol);
            told += if after_symbol { ", " } else { " " };
            told += &match says {
                Some(says) if amount.is_empty() || amount == "1" => (*says).to_owned(),
                Some(says) => format!("{amount} × {says}"),
                None => word.to_owned(),
            };
            after_symbol = says.is_some();
        }
        told.trim_start().to_owned()
    }

    /// Returns whether a thing is a space of some map.
    pub fn is_space(&self, thing: &NamedSubject) -> bool {
        self.maps.iter().any(|map| map.is_space(thing))
    }

    /// Returns the changes of a step in words: "3. Weaponsmith: from Hand to Field."
    pub fn told_changes(&self, step: &Step, records: &[TraceRecord]) -> String {
        let mut told = captions::change_sentences(self, &step.changes);
        told.extend(captions::map_sentences(self, step.told_by(records)));
        let told = told.join(" ");
        if told.is_empty() { told } else { format!("{}. {told}", step.number) }
    }

    pub(crate) fn finish_picture(
        &self,
        parts: Vec<PicturePart>,
        motions: Vec<PartMotion>,
        alt: String,
    ) -> Picture {
        let legend = self.legend(&parts);
        Picture { parts, motions, legend, packed: false, alt }
    }

    /// Returns every letter on a card once, with its meaning.
    fn legend(&self, parts: &[PicturePart]) -> Vec<(CardToken, String)> {
        let mut legend: Vec<(CardToken, String)> = Vec::new();
        for token in parts.iter().flat_map(part_cards).flat_map(|card| &card.tokens) {
            if !legend.iter().any(|(known, _)| known.letter == token.letter) {
                let found = self.signs.iter().find(|(_, (_, own))| own == &token.letter);
                let name = found.map_or("", |(name, _)| self.words.name(name)).to_owned();
                legend.push((CardToken { strong: false, ..token.clone() }, name));
            }
        }
        legend
    }
}

impl TablePair<'_> {
    /// Draws the changes of a step; none if nothing changed.
    pub fn step_picture(self, records: &[TraceRecord], changes: &[TableChange]) -> Option<Picture> {
        // The shuffle of a pile is not visible.
        if changes.iter().all(|change| matches!(change, TableChange::Shuffle { .. })) {
            return None;
        }
        let Self { scene, after, .. } = self;
        let touched: BTreeSet<&str> = changes.iter().flat_map(TableChange::zones).collect();
        let views = scene.zones.iter().filter(|view| {
            touched.contains(view.key.as_str()) || scene.wanted.contains(&view.key.as_str())
        });
        let views: Vec<&ZoneView> = views.collect();
        let mut parts: Vec<PicturePart> = views
            .iter()
            .map(|view| {
                let is_touched = touched.contains(view.key.as_str());
                self.changed_zone(view, if is_touched { changes } else { &[] })
            })
            .collect();
        parts.extend(self.changed_tallies(changes));
        parts.extend(scene.dice_part(records, PictureTone::Strong));
        if !parts.iter().any(|part| part.tone.is_strong()) {
            return None;
        }
        let motions = zone_motions(changes, &views);
        Some(scene.finish_picture(parts, motions, captions::step_caption(scene, after, changes)))
    }

    /// Returns the counters of the players that these changes are about.
    pub fn changed_tallies(self, changes: &[TableChange]) -> impl Iterator<Item = PicturePart> {
        let Self { scene, before, after } = self;
        let is_counted = |player: &&String| changes.iter().any(|one| one.is_of_player(player));
        let players = scene.players.iter().filter(is_counted);
        players.filter_map(|player| zone::player_tally(scene, player, Some(before), after))
    }
}

/// Returns the cards of a part, if it shows a zone.
pub fn part_cards(part: &PicturePart) -> &[PictureCard] {
    match &part.kind {
        PartContent::Cards(zone) => &zone.cards,
        PartContent::Tally(_) | PartContent::Map(_) | PartContent::Dice(_) => &[],
    }
}

/// Returns the parts between which pieces moved.
pub fn zone_motions(changes: &[TableChange], shown: &[&ZoneView]) -> Vec<PartMotion> {
    let mut motions = Vec::new();
    for change in changes {
        let TableChange::Move { from, to, .. } = change else { continue };
        let at = |zone: &str| shown.iter().position(|own| own.key == zone);
        let motion = at(from).zip(at(to)).map(|(from, to)| PartMotion { from, to });
        motions.extend(motion.filter(|motion| !motions.contains(motion)));
    }
    motions
}

/// Returns the index and the letter of all counters and flags that the rules declare, except hidden ones and
/// flags that turn cards. Hidden ones that the scenario shows are included.
fn token_signs(
    source: &StorySource<'_>,
    teller: &Narrator<'_>,
) -> BTreeMap<String, (usize, String)> {
    let names = &source.trace.names;
    let is_drawn =
        |name: &&String| !source.style.hides(name) && !source.style.turned.contains(*name);
    let all = || names.counters.iter().chain(&names.flags);
    // Signs that only this example shows come last, so that the others have the same letters everywhere.
    let shown = all().filter(|name| source.style.hides(name) && source.shows(name));
    let tokens: Vec<&String> = all().filter(is_drawn).chain(shown).collect();
    let mut letters =
        assign_letters(tokens.iter().map(|name| name.as_str()), |name| teller.name(name));
    let numbered = tokens.into_iter().enumerate();
    let sign = |(kind, name): (usize, &String)| {
        (name.clone(), (kind, letters.remove(name).unwrap_or_default()))
    };
    numbered.map(sign).collect()
}

/// Returns the counters that occur in a trace, by name.
fn drawn_counters(source: &StorySource<'_>) -> Vec<String> {
    let trace = source.trace;
    let mut names: BTreeSet<&str> = source.earlier.counters.iter().map(String::as_str).collect();
    for snapshot in trace.start.iter().chain([&trace.end]) {
        let pieces = snapshot.zones.values().flatten();
        let counters = pieces.map(|piece| &piece.counters).chain(snapshot.players.values());
        names.extend(counters.flat_map(BTreeMap::keys).map(String::as_str));
    }
    names.extend(trace.records.iter().filter_map(|record| {
        if let Act::Count { counter, .. } = &record.act { Some(counter.as_str()) } else { None }
    }));
    without_hidden(names, source)
}

/// Returns the drawn flags: those of the scenario's position, those in sentences, and those that lay a card
/// on its side.
fn drawn_flags(source: &StorySource<'_>) -> Vec<String> {
    let mut names: BTreeSet<&str> = source.style.turned.iter().map(String::as_str).collect();
    names.extend(source.earlier.flags.iter().map(String::as_str));
    let cards = source.start.position.iter().flat_map(|put| &put.cards);
    names.extend(cards.flat_map(|card| &card.flags).map(|flag| flag.name.as_str()));
    for told in &source.narration.sentences {
        if let Act::Flag { flag, .. } = &source.trace.records[told.record].act {
            names.insert(flag);
        }
    }
    without_hidden(names, source)
}

/// Drops the names of flags or counters that the book hides, unless the scenario shows them.
fn without_hidden(names: BTreeSet<&str>, source: &StorySource<'_>) -> Vec<String> {
    let is_drawn = |name: &&str| !source.style.hides(name) || source.shows(name);
    names.into_iter().filter(is_drawn).map(str::to_owned).collect()
}
