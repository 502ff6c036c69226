//! Which zone of the rules lies in which field of the play area: by name, and by the side of its
//! owner.

use crate::engine::trace::ZoneKind;
use crate::picture::PlayMat;

/// Words that a field may have besides the name of its zone.
const FILLERS: [&str; 12] =
    ["the", "of", "cards", "card", "face", "up", "down", "zone", "area", "pile", "in", "play"];
/// Words for the player who reads.
const READER: [&str; 5] = ["you", "your", "yours", "player", "human"];

/// Puts zones into the fields of a mat; a field that no zone fits stays a name.
pub fn assign_zones(mat: &mut PlayMat, zones: &[ZoneKind], players: &[String]) {
    let sides = player_sides(mat, zones, players);
    let mut taken = vec![false; zones.len()];
    let mut pairs: Vec<(u64, usize, usize)> = Vec::new();
    for (at, field) in mat.fields.iter().enumerate() {
        for (nth, zone) in zones.iter().enumerate() {
            let Some(mut cost) = name_distance(&field.name, zone, players) else { continue };
            if let Some(owner) = &zone.owner {
                cost += side_distance(&sides, owner, field.row);
            }
            pairs.push((cost, at, nth));
        }
    }
    pairs.sort_unstable();
    for (_, at, nth) in pairs {
        let own = &zones[nth];
        if taken[nth]
            || mat.fields[at].zone.is_some()
            || !may_lie_in_row(&sides, own, mat.fields[at].row)
        {
            continue;
        }
        taken[nth] = true;
        mat.fields[at].zone = Some(own.key.clone());
    }
    for field in &mut mat.fields {
        field.owner = row_owner(&sides, field.row, players);
    }
}

/// The words of a name that say what it is, in lower case.
fn name_words(name: &str) -> Vec<String> {
    let split = name.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    let own = split.map(|word| word.trim_end_matches("'s").trim_end_matches("’s").to_lowercase());
    own.filter(|word| !word.is_empty() && !FILLERS.contains(&word.as_str())).collect()
}

/// How far a field's name is from that of a zone: words that only one of them has; none when it is
/// another name.
fn name_distance(field: &str, zone: &ZoneKind, players: &[String]) -> Option<u64> {
    let is_player = |word: &String| {
        READER.contains(&word.as_str())
            || players.iter().any(|player| player.to_lowercase() == *word)
    };
    let (own, other) = (name_words(field), name_words(&zone.name));
    let kept = |words: &[String]| {
        words.iter().filter(|word| !is_player(word)).cloned().collect::<Vec<_>>()
    };
    let (bare, bare_zone) = (kept(&own), kept(&other));
    if bare.is_empty() || bare_zone.is_empty() || bare != bare_zone {
        return None;
    }
    let speaks_of =
        |words: &[String], player: &str| words.iter().any(|word| *word == player.to_lowercase());
    let owner = zone.owner.as_deref().unwrap_or_default();
    let stranger = own.iter().filter(|word| is_player(word)).any(|word| {
        let reader = READER.contains(&word.as_str());
        if reader {
            !READER.contains(&owner.to_lowercase().as_str())
        } else {
            *word != owner.to_lowercase()
        }
    });
    (!stranger)
        .then(|| u64::from(!speaks_of(&own, owner)) * 2 + own.len().abs_diff(other.len()) as u64)
}

/// The rows in which each player's name stands, or that of a zone which only that player has.
fn player_sides(mat: &PlayMat, zones: &[ZoneKind], players: &[String]) -> Vec<(String, f64)> {
    let mut sides = Vec::new();
    for player in players {
        let lower = player.to_lowercase();
        let reader = READER.contains(&lower.as_str());
        let names = |field: &str| {
            let words = name_words(field);
            words.iter().any(|word| *word == lower || reader && READER.contains(&word.as_str()))
        };
        let alone = |field: &str| {
            let own = name_words(field);
            let mut owners = zones
                .iter()
                .filter(|zone| name_words(&zone.name) == own)
                .filter_map(|zone| zone.owner.as_ref());
            let first = owners.next();
            first == Some(player) && owners.all(|other| Some(other) == first)
        };
        let named: Vec<usize> =
            mat.fields.iter().filter(|field| names(&field.name)).map(|field| field.row).collect();
        let rows: Vec<usize> = match named.is_empty() {
            false => named,
            true => mat
                .fields
                .iter()
                .filter(|field| alone(&field.name))
                .map(|field| field.row)
                .collect(),
        };
        if !rows.is_empty() {
            sides.push((player.clone(), rows.iter().sum::<usize>() as f64 / rows.len() as f64));
        }
    }
    sides
}

fn side_distance(sides: &[(String, f64)], owner: &str, row: usize) -> u64 {
    let side = sides.iter().find(|(player, _)| player == owner);
    side.map_or(50, |(_, middle)| ((row as f64 - middle).abs() * 10.0) as u64)
}

/// Whether a row is not rather on the side of another player.
fn may_lie_in_row(sides: &[(String, f64)], zone: &ZoneKind, row: usize) -> bool {
    let Some(owner) = &zone.owner else { return true };
    nearest_side(sides, row).is_none_or(|near| near == owner)
}

fn nearest_side(sides: &[(String, f64)], row: usize) -> Option<&String> {
    let far = |middle: &f64| (row as f64 - middle).abs();
    sides.iter().min_by(|a, b| far(&a.1).total_cmp(&far(&b.1))).map(|(player, _)| player)
}

fn row_owner(sides: &[(String, f64)], row: usize, players: &[String]) -> Option<usize> {
    if sides.len() < 2 {
        return None;
    }
    let near = nearest_side(sides, row)?;
    players.iter().position(|player| player == near)
}
