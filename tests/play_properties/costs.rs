//! Costs are paid exactly: they are worked out here from the card data alone, and compared with the payments of each play.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::{Act, Record, Trace};

use super::{about, all, played, replay};

const HAND: &str = "automa.hand";
const FIELD: &str = "automa.field";
const GRAVEYARD: &str = "automa.graveyard";

/// Cells of a card by the title of the column.
type Card = BTreeMap<String, String>;

/// The Automa's cards by name.
fn cards() -> BTreeMap<String, Card> {
    let data = played().game.program.data.iter().find(|data| data.path == "cards.csv").expect("the book has cards");
    let card = |row: &Vec<String>| data.columns.iter().cloned().zip(row.iter().cloned()).collect();
    data.rows.iter().map(|row| (row[0].clone(), card(row))).collect()
}

fn words(cell: &str) -> BTreeSet<&str> {
    cell.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()).collect()
}

/// What the reserve cost of a card depends on.
struct Moment<'t> {
    cards: &'t BTreeMap<String, Card>,
    names: BTreeMap<u32, &'t str>,
    table: replay::Table,
    /// Flags that pieces have.
    flags: BTreeSet<(u32, String)>,
}

impl Moment<'_> {
    fn champion(&self) -> Option<(u32, &Card)> {
        let field = self.table.zone(FIELD).iter().filter_map(|id| Some((*id, self.cards.get(self.names[id])?)));
        field.into_iter().find(|(_, card)| card["Type"] == "Champion")
    }

    fn has(&self, keyword: &str, card: &Card) -> bool {
        let shared = |(_, lead): (u32, &Card)| !words(&lead["Class"]).is_disjoint(&words(&card["Class"]));
        let bonus = self.champion().is_some_and(shared);
        let keywords = words(&card["Keywords"]);
        keywords.contains(keyword) || bonus && keywords.contains(format!("Class Bonus: {keyword}").as_str())
    }

    fn cost(&self, name: &str) -> i64 {
        let card = &self.cards[name];
        let number = |cell: &str| cell.parse::<i64>().unwrap_or_default();
        let mut cost = number(&card["Cost"]);
        let champion = self.champion();
        if self.has("Efficiency", card) {
            cost -= champion.map_or(0, |(_, card)| number(&card["Level"]));
        }
        let did = |flag: &str| champion.is_some_and(|(id, _)| self.flags.contains(&(id, flag.to_owned())));
        let cheaper = name == "Inspiring Call" && did("attacked") || name == "Spirit Blade: Infusion" && did("hit");
        (cost - if cheaper { 2 } else { 0 }).max(0)
    }

    fn follow(&mut self, record: &Record) {
        self.table.forth(&record.act).expect("the trace leads from its start to its end");
        if let Act::Flag { piece, flag, on } = &record.act {
            let flag = (piece.id, flag.clone());
            if *on {
                self.flags.insert(flag)
            } else {
                self.flags.remove(&flag)
            };
        }
    }
}

/// A card that was revealed and may yet be activated.
struct Revealed {
    id: u32,
    cost: i64,
    paid: i64,
}

/// Follows a play; gives how many cards were activated, and how many of them cost something.
fn follow(name: &str, trace: &Trace, cards: &BTreeMap<String, Card>) -> (usize, usize) {
    let begun = trace.start.iter().flat_map(|start| start.zones.values().flatten());
    let flags = begun.flat_map(|piece| piece.flags.iter().map(|flag| (piece.id, flag.clone()))).collect();
    let table = replay::start(trace).expect("the trace can be followed");
    let mut moment = Moment { cards, names: replay::names(trace), table, flags };
    let (mut revealed, mut activated, mut dear): (Option<Revealed>, usize, usize) = (None, 0, 0);
    for record in &trace.records {
        if let Some(card) = about(record, "reveal").filter(|card| moment.table.zone(HAND).contains(&card.id)) {
            revealed = Some(Revealed { id: card.id, cost: moment.cost(moment.names[&card.id]), paid: 0 });
        } else if about(record, "fail").is_some() {
            revealed = None;
        } else if let (Some(payer), Some(revealed)) = (about(record, "pay"), &mut revealed) {
            revealed.paid += 1;
            let from_hand = moment.table.zone(HAND).contains(&payer.id) && payer.id != revealed.id;
            let floats = moment.table.zone(GRAVEYARD).contains(&payer.id)
                && cards.get(moment.names[&payer.id]).is_some_and(|card| moment.has("Floating Memory", card));
            assert!(from_hand || floats, "{name}: {} can not pay", moment.names[&payer.id]);
        } else if let Some(card) = about(record, "activate") {
            let revealed = revealed.take().unwrap_or_else(|| panic!("{name}: {} was never revealed", card.name));
            assert_eq!(revealed.id, card.id, "{name}: another card is activated than was revealed");
            let card = moment.names[&card.id];
            let more = revealed.paid - revealed.cost;
            assert!(more == 0 || more == 2 && card == "Crux Sight", "{name}: {card} is paid with {more} too much");
            activated += 1;
            dear += usize::from(revealed.paid > 0);
        }
        moment.follow(record);
    }
    (activated, dear)
}

#[test]
fn costs_are_paid_exactly() {
    let cards = cards();
    let (mut activated, mut dear) = (0, 0);
    for (name, trace) in all() {
        let (more, dearer) = follow(&name, trace, &cards);
        activated += more;
        dear += dearer;
    }
    assert!(activated > 1_000 && dear > 500, "{activated} cards were activated, {dear} of them paid for");
}
