//! Which zone of the rules lies in which field of the play area: by name, and by the side of its
//! owner.

use draw::picture::PlayMat;
use draw::picture::mat::assign_grounds;
use rules::engine::trace::ZoneKind;

/// Words that a field may have besides the name of its zone.
const FILLERS: [&str; 12] =
    ["the", "of", "cards", "card", "face", "up", "down", "zone", "area", "pile", "in", "play"];
/// Words for the player who reads.
const READER: [&str; 5] = ["you", "your", "yours", "player", "human"];

/// Puts zones into the fields of a mat; a field that no zone fits stays a name.
pub fn assign_zones(mat: &mut PlayMat, zones: &[ZoneKind], players: &[String]) {
    let named = zones.iter().map(|zone| NamedZone { zone, words: name_words(&zone.name) });
    let named: Vec<NamedZone<'_>> = named.collect();
    let sides = player_sides(mat, &named, players);
    let mut taken = vec![false; zones.len()];
    for (_, at, nth) in ranked_pairs(mat, &named, players, &sides) {
        let (field, zone) = (&mut mat.fields[at], &zones[nth]);
        if !taken[nth] && field.zone.is_none() && may_lie_in_row(&sides, zone, field.row) {
            taken[nth] = true;
            field.zone = Some(zone.key.to_owned());
            field.pile = zone.pile;
        }
    }
    for field in &mut mat.fields {
        field.owner = row_owner(&sides, field.row, players);
    }
    assign_grounds(&mut mat.fields, |field| {
        let zone = zones.iter().find(|zone| Some(&zone.key) == field.zone.as_ref());
        zone_kind(zone.map_or(&field.name, |zone| &zone.name), players)
    });
}

/// The printed name of a zone without whose it is: the same for "Anna's hand" and "Ben's hand".
pub fn zone_kind(name: &str, players: &[String]) -> String {
    let words: Vec<String> = name
        .split(is_between_words)
        .map(uninflected_word)
        .filter(|word| !word.is_empty())
        .collect();
    split_players(&words, players).1.join(" ")
}

/// A zone and the words of its name that say what it is.
struct NamedZone<'z> {
    zone: &'z ZoneKind,
    words: Vec<String>,
}

/// The player whose side it is, and the middle of its rows.
type PlayerSide<'a> = (&'a str, f64);

/// Every field with each zone that it may name, by their numbers, behind how far they are from each
/// other; the nearest first.
fn ranked_pairs(
    mat: &PlayMat,
    zones: &[NamedZone<'_>],
    players: &[String],
    sides: &[PlayerSide<'_>],
) -> Vec<(u64, usize, usize)> {
    let mut pairs = Vec::new();
    for (at, field) in mat.fields.iter().enumerate() {
        let words = name_words(&field.name);
        for (nth, named) in zones.iter().enumerate() {
            let Some(distance) = name_distance(&words, named, players) else { continue };
            let owner = named.zone.owner.as_ref();
            let side = owner.map_or(0, |owner| {
                let side = sides.iter().find(|(player, _)| *player == owner);
                side.map_or(50, |(_, middle)| ((field.row as f64 - middle).abs() * 10.0) as u64)
            });
            pairs.push((distance + side, at, nth));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The words of a name that say what it is, in lower case.
fn name_words(name: &str) -> Vec<String> {
    let own = name.split(is_between_words).map(uninflected_word);
    own.filter(|word| !word.is_empty() && !FILLERS.contains(&word.as_str())).collect()
}

fn is_between_words(c: char) -> bool {
    !c.is_alphanumeric() && c != '\'' && c != '’'
}

/// A word in lower case without the `'s` of an owner.
fn uninflected_word(word: &str) -> String {
    word.trim_end_matches("'s").trim_end_matches("’s").to_lowercase()
}

/// How far the words of a field's name are from those of a zone: words that only one of them has; none when it is
/// another name.
fn name_distance(own: &[String], named: &NamedZone<'_>, players: &[String]) -> Option<u64> {
    let NamedZone { zone, words: other } = named;
    let (player_words, bare) = split_players(own, players);
    let (_, bare_zone) = split_players(other, players);
    if bare.is_empty() || bare != bare_zone {
        return None;
    }
    let owner = zone.owner.as_deref().unwrap_or_default().to_lowercase();
    if player_words.iter().any(|word| !is_word_for(word, &owner)) {
        return None;
    }
    let unnamed = !own.contains(&owner);
    Some(u64::from(unnamed) * 2 + own.len().abs_diff(other.len()) as u64)
}

/// The words for players, and the others.
fn split_players<'w>(words: &'w [String], players: &[String]) -> (Vec<&'w str>, Vec<&'w str>) {
    words.iter().map(String::as_str).partition(|word| {
        READER.contains(word) || players.iter().any(|player| player.to_lowercase() == *word)
    })
}

/// Returns whether a word for a player may mean the owner of a zone, in lower case.
fn is_word_for(word: &str, owner: &str) -> bool {
    if READER.contains(&word) { READER.contains(&owner) } else { word == owner }
}

/// The side of each player whose rows are known.
fn player_sides<'p>(
    mat: &PlayMat,
    zones: &[NamedZone<'_>],
    players: &'p [String],
) -> Vec<PlayerSide<'p>> {
    let mut sides = Vec::new();
    for player in players {
        let rows = player_rows(mat, zones, player);
        if !rows.is_empty() {
            let middle = rows.iter().sum::<usize>() as f64 / rows.len() as f64;
            sides.push((player.as_str(), middle));
        }
    }
    sides
}

/// The rows in which a player's name stands, else those of zones which only that player has.
fn player_rows(mat: &PlayMat, zones: &[NamedZone<'_>], player: &str) -> Vec<usize> {
    let lowered = player.to_lowercase();
    let is_named = |field: &str| name_words(field).iter().any(|word| is_word_for(word, &lowered));
    match field_rows(mat, is_named) {
        rows if rows.is_empty() => field_rows(mat, |field| is_owned_alone(field, zones, player)),
        rows => rows,
    }
}

/// The rows of the fields with such names.
fn field_rows(mat: &PlayMat, has_name: impl Fn(&str) -> bool) -> Vec<usize> {
    let fields = mat.fields.iter().filter(|field| has_name(&field.name));
    fields.map(|field| field.row).collect()
}

/// Returns whether a player is the only one who owns zones of this name.
fn is_owned_alone(field: &str, zones: &[NamedZone<'_>], player: &str) -> bool {
    let words = name_words(field);
    let same = zones.iter().filter(|named| named.words == words);
    let mut owners = same.filter_map(|named| named.zone.owner.as_deref()).peekable();
    owners.peek().is_some() && owners.all(|owner| owner == player)
}

/// Returns whether a row is not rather on the side of another player.
fn may_lie_in_row(sides: &[PlayerSide<'_>], zone: &ZoneKind, row: usize) -> bool {
    let Some(owner) = &zone.owner else { return true };
    nearest_side(sides, row).is_none_or(|near| near == owner)
}

fn nearest_side<'p>(sides: &[PlayerSide<'p>], row: usize) -> Option<&'p str> {
    let far = |middle: &f64| (row as f64 - middle).abs();
    sides.iter().min_by(|a, b| far(&a.1).total_cmp(&far(&b.1))).map(|(player, _)| *player)
}

fn row_owner(sides: &[PlayerSide<'_>], row: usize, players: &[String]) -> Option<usize> {
    if sides.len() < 2 {
        return None;
    }
    let near = nearest_side(sides, row)?;
    players.iter().position(|player| player == near)
}
