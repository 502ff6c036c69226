//! Text of a scenario that was found. In: the scene and its play. Out: its TOML.

use std::collections::BTreeMap;

use super::{Scene, SceneSearch};
use crate::command::SeededGames;
use crate::{facts, places};
use rules::engine::NOTHING_ELSE;
use rules::engine::trace::{PlacedCard, PlacedCounter, SeatChoice};

/// A scenario that is to be written.
pub struct SceneText<'a> {
    pub search: &'a SceneSearch<'a>,
    pub scene: &'a Scene,
    /// Answers by question, or by `question (2)`.
    pub answers: &'a BTreeMap<String, String>,
    /// Number of cards that are written of a face-down pile; none for all.
    pub top: Option<usize>,
}

impl SceneText<'_> {
    /// Returns the whole text.
    pub fn written(&self) -> String {
        [self.head(), self.position(), self.players(), answers_table(self.answers), self.expect()]
            .concat()
    }

    /// Returns the lines on the played rule and the place in the book.
    fn head(&self) -> String {
        let Scene { play, start, .. } = self.scene;
        let key = places::key_of(self.search.program, self.search.target.place());
        let words = self.search.name.replace(['-', '_'], " ");
        let mut letters = words.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        let mut lines =
            vec![format!("title = {}", quoted(&(first.unwrap_or_default() + letters.as_str())))];
        lines.extend(self.section().map(|section| format!("after = {}", quoted(&section))));
        if self.is_cited() {
            lines.push(format!("teaches = [{}]", quoted(&written_place(&key))));
        }
        lines.push(format!("play = {}", quoted(play)));
        lines.push(format!("seed = {}", start.seed));
        if start.repeat > 1 {
            lines.push(format!("turns = {}", start.repeat));
        }
        if let SeatChoice::Count(players) = &start.players {
            lines.push(format!("players = {players}"));
        }
        lines.extend(start.player.as_ref().map(|player| format!("player = {}", quoted(player))));
        lines.join("\n") + "\n"
    }

    /// Returns the section after which it is printed, if that is in the book that is played.
    fn section(&self) -> Option<String> {
        let place = self.search.program.places.get(self.search.target.place() as usize)?;
        let own = place.book.is_none() && !place.section.is_empty();
        own.then(|| format!("#{}", place.section))
    }

    /// Returns whether a step of the play cites the target.
    fn is_cited(&self) -> bool {
        facts::is_cited(&self.scene.trace, self.search.program, self.search.target.place())
    }

    fn position(&self) -> String {
        let start = &self.scene.start;
        let zones = start.position.iter().map(|zone| {
            let table = self.scene.trace.start.as_ref();
            let pieces = table.and_then(|table| table.zones.get(&zone.zone));
            let hidden = pieces.is_some_and(|pieces| pieces.iter().all(|piece| !piece.face_up));
            let cards = zone.cards.iter().take(
                self.top.filter(|_| hidden && self.is_pile(&zone.zone)).unwrap_or(usize::MAX),
            );
            let is_pile = self.is_pile(&zone.zone);
            let cards = cards.filter(|card| is_pile || card.name != NOTHING_ELSE);
            (zone_key(&zone.zone), cards.map(card_entry).collect::<Vec<_>>())
        });
        let edges = (!start.edges.is_empty()).then(|| ("edges".to_owned(), start.edges.clone()));
        let lines: String = edges
            .into_iter()
            .chain(zones)
            .map(|(key, entries)| list_line(&key, &entries))
            .collect();
        if lines.is_empty() { lines } else { format!("\n[position]\n{lines}") }
    }

    /// Returns whether a zone is a pile, which may have more pieces below those that a position names.
    fn is_pile(&self, key: &str) -> bool {
        self.scene.trace.table.iter().any(|zone| zone.key == key && zone.pile)
    }

    fn players(&self) -> String {
        let players = self.scene.start.amounts.iter();
        let lines: String = players
            .map(|player| {
                let counters = player.counters.iter().map(counter_entry).collect::<Vec<_>>();
                list_line(&toml_key(&player.name), &counters)
            })
            .collect();
        if lines.is_empty() { lines } else { format!("\n[position.players]\n{lines}") }
    }

    /// Requires the rule to be cited, so that the scenario keeps showing it.
    fn expect(&self) -> String {
        if !self.is_cited() {
            return String::new();
        }
        let key = places::key_of(self.search.program, self.search.target.place());
        format!("\n[expect]\ncites = [{}]\n", quoted(&written_place(&key)))
    }
}

/// Returns the text of a game from the set-up on.
pub fn game_text(
    title: &str,
    games: &SeededGames<'_>,
    answers: &BTreeMap<String, String>,
) -> String {
    let (title, play) = (quoted(title), quoted(games.play));
    let head = format!("title = {title}\nplay = {play}\nseed = {}\n", games.seed);
    head + &answers_table(answers)
}

fn answers_table(answers: &BTreeMap<String, String>) -> String {
    let line =
        |(key, answer): (&String, &String)| format!("{} = {}\n", quoted(key), quoted(answer));
    let lines: String = answers.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\n[answers]\n{lines}") }
}

/// Writes `activate-cards/2.1` as scenarios do: `#activate-cards 2.1`.
fn written_place(key: &str) -> String {
    format!("#{}", key.replacen('/', " ", 1))
}

/// Returns an entry like `Weaponsmith | rested | damage 2 | face up`.
fn card_entry(card: &PlacedCard) -> String {
    let mut parts = vec![card.name.clone()];
    parts.extend(card.flags.iter().map(|flag| flag.name.clone()));
    parts.extend(card.counters.iter().map(counter_entry));
    parts.extend(card.space.iter().map(|space| format!("at {space}")));
    parts.extend(card.host.iter().map(|host| format!("attached to {host}")));
    parts.extend((card.rotation > 0).then(|| format!("rotated {}", card.rotation)));
    parts.extend(card.size.iter().map(|size| format!("covers {}x{}", size.across, size.down)));
    let side = |up| if up { "face up" } else { "face down" };
    parts.extend(card.face_up.map(side).map(str::to_owned));
    parts.join(" | ")
}

fn counter_entry(counter: &PlacedCounter) -> String {
    format!("{} {}", counter.name, counter.amount)
}

/// Returns a line like `automa.hand = ["Dawn", "Dusk"]`; a long list has a line for each entry.
fn list_line(key: &str, entries: &[String]) -> String {
    let quoted: Vec<String> = entries.iter().map(|entry| quoted(entry)).collect();
    let line = format!("{key} = [{}]\n", quoted.join(", "));
    if line.chars().count() <= 100 {
        return line;
    }
    let lines: String = quoted.iter().map(|entry| format!("    {entry},\n")).collect();
    format!("{key} = [\n{lines}]\n")
}

/// Writes the key of a zone, `automa.hand`, whose parts are tables of TOML.
fn zone_key(key: &str) -> String {
    key.split('.').map(toml_key).collect::<Vec<_>>().join(".")
}

/// Writes a key of TOML, quoted only if necessary.
fn toml_key(name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let bare = !name.is_empty() && name.chars().all(plain);
    if bare { name.to_owned() } else { quoted(name) }
}

/// Writes a text of TOML in double quotes.
fn quoted(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        control if control.is_control() => format!("\\u{:04X}", control as u32),
        letter => letter.to_string(),
    });
    format!("\"{}\"", letters.collect::<String>())
}

/// Joins answers by `question (2)` under the question alone if all its answers are the same.
pub fn shortest_answers(guessed: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let question = |key: &str| key.rsplit_once(" (").map_or(key, |(words, _)| words).to_owned();
    let mut by_question: BTreeMap<String, Vec<(&String, &String)>> = BTreeMap::new();
    for (key, answer) in guessed {
        by_question.entry(question(key)).or_default().push((key, answer));
    }
    let mut answers = BTreeMap::new();
    for (question, given) in by_question {
        match given.as_slice() {
            [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => {
                answers.insert(question, (*first).clone());
            }
            several => answers
                .extend(several.iter().map(|(key, answer)| ((*key).clone(), (*answer).clone()))),
        }
    }
    answers
}
