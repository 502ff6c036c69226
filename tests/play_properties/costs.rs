//! Costs are paid exactly: they are worked out here from the card data alone, and compared with the
//! payments of each play.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::{Act, NamedSubject, Trace, TraceRecord};

use super::{Book, Card, about, replay};

fn words(cell: &str) -> BTreeSet<&str> {
    cell.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()).collect()
}

fn number(cell: &str) -> i64 {
    cell.parse().unwrap_or_default()
}

/// The circumstances that a cost depends on.
struct Moment<'t> {
    book: &'t Book,
    names: BTreeMap<u32, &'t str>,
    table: replay::Table,
    /// Flags that pieces have.
    flags: BTreeSet<(u32, String)>,
    /// Levels that champions have on top of their own for a while.
    levels: BTreeMap<u32, i64>,
}

impl<'t> Moment<'t> {
    fn of(book: &'t Book, trace: &'t Trace) -> Result<Self, String> {
        let begun = || trace.start.iter().flat_map(|start| start.zones.values().flatten());
        let flags = begun()
            .flat_map(|piece| piece.flags.iter().map(|flag| (piece.id, flag.clone())))
            .collect();
        let levels = begun()
            .filter_map(|piece| Some((piece.id, *piece.counters.get("level bonus")?)))
            .collect();
        Ok(Self { book, names: replay::names(trace), table: replay::start(trace)?, flags, levels })
    }

    fn card(&self, id: u32) -> Option<&'t Card> {
        self.book.cards.get(self.names[&id])
    }

    /// The cards of a player in a zone.
    fn cards(&self, player: &str, zone: &str) -> Vec<(u32, &'t Card)> {
        let lie = self.table.zone(&self.book.zone(player, zone)).iter();
        lie.filter_map(|id| Some((*id, self.card(*id)?))).collect()
    }

    fn lies(&self, id: u32, player: &str, zone: &str) -> bool {
        self.table.zone(&self.book.zone(player, zone)).contains(&id)
    }

    fn champion(&self, player: &str) -> Option<(u32, &'t Card)> {
        self.cards(player, "field").into_iter().find(|(_, card)| card["Type"] == "Champion")
    }

    fn class_bonus(&self, player: &str, card: &Card) -> bool {
        let shared =
            |(_, lead): (u32, &Card)| !words(&lead["Class"]).is_disjoint(&words(&card["Class"]));
        self.champion(player).is_some_and(shared)
    }

    fn has(&self, keyword: &str, player: &str, card: &Card) -> bool {
        let keywords = words(&card["Keywords"]);
        let bonus = || {
            keywords.contains(format!("Class Bonus: {keyword}").as_str())
                && self.class_bonus(player, card)
        };
        keywords.contains(keyword) || bonus()
    }

    /// The level of a player's champion with all that changes it.
    fn level(&self, player: &str) -> i64 {
        let Some((id, lead)) = self.champion(player) else { return 0 };
        let own = number(&lead["Level"]) + self.levels.get(&id).copied().unwrap_or_default();
        let field = self.cards(player, "field");
        let disciples = field.iter().filter(|(_, card)| card["Card"] == "Magus Disciple").count();
        let tome =
            |card: &Card| card["Card"] == "Tome of Knowledge" && self.class_bonus(player, card);
        let tomes = field.iter().filter(|(_, card)| tome(card)).count();
        let arcane = |card: &Card| {
            card["Element"] == "Arcane"
                && words(&card["Subtype"]).contains("Spell")
                && words(&card["Class"]).contains("Mage")
        };
        let spells = self.cards(player, "banished").iter().filter(|(_, card)| arcane(card)).count();
        let spells = if lead["Card"] == "Rai, Storm Seer" { spells } else { 0 };
        own + (disciples + tomes + spells) as i64
    }

    /// Returns the cost of a card for its player.
    fn cost(&self, player: &str, card: &Card) -> i64 {
        let efficiency = if self.has("Efficiency", player, card) { self.level(player) } else { 0 };
        let lead = self.champion(player);
        let did =
            |flag: &str| lead.is_some_and(|(id, _)| self.flags.contains(&(id, flag.to_owned())));
        let cheaper = match card["Card"].as_str() {
            "Inspiring Call" if did("attacked") => 2,
            "Spirit Blade: Infusion" if did("hit") => 2,
            "Fireball" if self.class_bonus(player, card) => 2,
            "Focused Flames" if self.class_bonus(player, card) => 1,
            _ => 0,
        };
        (number(&card["Cost"]) - efficiency - cheaper).max(0)
    }

    /// True if a card of a player's graveyard can pay.
    fn floats(&self, id: u32, player: &str) -> bool {
        let floats = |card: &Card| self.has("Floating Memory", player, card);
        self.lies(id, player, "graveyard") && self.card(id).is_some_and(floats)
    }

    /// Why a card can not pay; none if it can. A card with Floating Memory pays before all others.
    fn refuses(&self, payer: u32, announced: &Announced<'_>) -> Option<&'static str> {
        let player = announced.player;
        let may_float = announced.memory || self.book.floats;
        if self.floats(payer, player) {
            return (!may_float).then_some("Floating Memory pays no reserve cost");
        }
        let zone = if announced.memory { "memory" } else { "hand" };
        if !self.lies(payer, player, zone) || payer == announced.id {
            return Some("it does not lie where cards pay");
        }
        let graveyard = self.table.zone(&self.book.zone(player, "graveyard"));
        let waits =
            may_float && graveyard.iter().any(|id| *id != announced.id && self.floats(*id, player));
        waits.then_some("a card with Floating Memory pays first")
    }

    fn follow(&mut self, record: &TraceRecord) -> Result<(), String> {
        self.table.forth(&record.act)?;
        match &record.act {
            Act::Flag { piece, flag, on } => {
                let flag = (piece.id, flag.clone());
                if *on {
                    self.flags.insert(flag)
                } else {
                    self.flags.remove(&flag)
                };
            }
            Act::Count { of, counter, now, .. } if counter == "level bonus" => {
                self.levels.insert(of.id, *now);
            }
            _ => {}
        }
        Ok(())
    }
}

/// A card that was announced and is not activated or materialized yet.
struct Announced<'t> {
    id: u32,
    player: &'t str,
    /// True if its cost is a memory cost.
    memory: bool,
    cost: i64,
    paid: i64,
}

impl<'t> Announced<'t> {
    fn of(card: &'t NamedSubject, moment: &Moment<'_>) -> Option<Self> {
        let player = card.owner.as_deref()?;
        let own = moment.card(card.id)?;
        Some(Self {
            id: card.id,
            player,
            memory: own["Deck"] == "Material",
            cost: moment.cost(player, own),
            paid: 0,
        })
    }
}

/// Follows a play; gives how many cards were played for a cost.
pub(super) fn paid(book: &Book, trace: &Trace) -> Result<usize, String> {
    let mut moment = Moment::of(book, trace)?;
    let (mut announced, mut dear): (Option<Announced<'_>>, usize) = (None, 0);
    for record in &trace.records {
        let played = about(record, "activate").or(about(record, "materialize"));
        if let Some(card) = about(record, "announce") {
            announced = Announced::of(card, &moment);
        } else if matches!(record.act, Act::Attempt { .. }) {
            announced = None;
        } else if let (Some(payer), Some(announced)) = (about(record, "pay"), &mut announced) {
            announced.paid += 1;
            if let Some(why) = moment.refuses(payer.id, announced) {
                return Err(format!("{} can not pay: {why}", moment.names[&payer.id]));
            }
        } else if let (Some(card), Act::Note { .. }) = (played, &record.act) {
            let name = moment.names[&card.id];
            if let Some(announced) = announced.take() {
                let more = announced.paid - announced.cost;
                if announced.id != card.id || more != 0 && (more, name) != (2, "Crux Sight") {
                    return Err(format!(
                        "{name} costs {} and {} is paid",
                        announced.cost, announced.paid
                    ));
                }
                dear += usize::from(announced.paid > 0);
            } else if book.cards.contains_key(name) {
                return Err(format!("{name} was never announced"));
            }
        }
        moment.follow(record)?;
    }
    Ok(dear)
}
