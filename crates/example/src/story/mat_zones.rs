//! Assigns zones of the rules to fields of the play mat: by name, and by the side of the zone's owner.

use draw::picture::PlayMat;
use draw::picture::mat::assign_grounds;
use rules::engine::trace::ZoneKind;

/// Words in the name of a field that are ignored.
const FILLERS: [&str; 12] =
    ["the", "of", "cards", "card", "face", "up", "down", "zone", "area", "pile", "in", "play"];
/// Words for the player who reads.
const READER: [&str; 5] = ["you", "your", "yours", "player", "human"];

/// Assigns zones to the fields of a mat; a field that no zone fits keeps just its name.
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

/// Returns the printed name of a zone without its owner: the same for "Anna's hand" and "Ben's hand".
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

/// A player, and the middle of that player's rows.
type PlayerSide<'a> = (&'a str, f64);

/// Returns every field with each zone that it may name, by their indices, after the distance of their names;
/// the nearest first.
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

/// Returns the words of a name that say what it is, in lower case.
fn name_words(name: &str) -> Vec<String> {
    let own = name.split(is_between_words).map(uninflected_word);
    own.filter(|word| !word.is_empty() && !FILLERS.contains(&word.as_str())).collect()
}

fn is_between_words(c: char) -> bool {
    !c.is_alphanumeric() && c != '\'' && c != '’'
}

/// Returns a word in lower case without the `'s` of an owner.
fn uninflected_word(word: &str) -> String {
    word.trim_end_matches("'s").trim_end_matches("’s").to_lowercase()
}

/// Returns the distance between the name of a field and that of a zone: 2 if the field does not name the
/// zone's owner, plus the difference in the number of words. None if they name different things.
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

/// Splits words for players from the others.
fn split_players<'w>(words: &'w [String], players: &[String]) -> (Vec<&'w str>, Vec<&'w str>) {
    words.iter().map(String::as_str).partition(|word| {
        READER.contains(word) || players.iter().any(|player| player.to_lowercase() == *word)
    })
}

/// Returns whether a word for a player may mean the owner of a zone; both are in lower case.
fn is_word_for(word: &str, owner: &str) -> bool {
    if READER.contains(&word) { READER.contains(&owner) } else { word == owner }
}

/// Returns the side of each player whose rows are known.
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

/// Returns the rows with a player's name, or else those of zones that only this player has.
fn player_rows(mat: &PlayMat, zones: &[NamedZone<'_>], player: &str) -> Vec<usize> {
    let lowered = player.to_lowercase();
    let is_named = |field: &str| name_words(field).iter().any(|word| is_word_for(word, &lowered));
    match field_rows(mat, is_named) {
        rows if rows.is_empty() => field_rows(mat, |field| is_owned_alone(field, zones, player)),
        rows => rows,
    }
}

/// Returns the rows of the fields with such names.
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

/// Returns whether a zone may be in a row: the row is not nearer to the side of another player.
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
