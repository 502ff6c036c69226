//! Look-ups of rules without a search through every card: cards that changed, that have a word, an
//! effect or a flag.

use rulepress::engine::trace::{Act, Outcome, Trace};

use super::machine;
use crate::host::book::{program, start};

const DATA: &str = "Card|Kind\nKnight|Unit, Hero\nSword|Weapon\nOwl|Unit; Bird\nGem|\n";
const TABLE: &str = "\
ada = player(\"Ada\")
field = zone(\"ada.field\", \"Field\", owner = ada)
bench = zone(\"ada.bench\", \"Bench\", owner = ada)
power = counter(\"power\", most = 9)
tapped = flag(\"tapped\")
lit = flag(\"lit\")
CARDS = cards(\"cards.csv\")

#@ make
def build():
    for row in CARDS:
        make(row, field)

#@ card \"Owl\" hoot
def hoot(owl):
    note(\"hoot\", owl)

#@ card \"Sword\" hoot
def ring(sword):
    note(\"ring\", sword)

def tell(cards):
    note(\"tell\", cards)
";

/// Returns the names that the rules note, one line for each time.
fn told(text: &str) -> Vec<String> {
    let names = "\"ada\", \"bench\", \"field\", \"lit\", \"power\", \"tapped\", \"tell\"";
    let rules = format!(
        "load(\"table.star\", {names})\n\ndef go():\n    knight, sword, owl, gem = field.cards()\n{text}"
    );
    let program = program(&[("rules/table.star", TABLE), ("rules/go.star", &rules)], DATA);
    let trace: Trace = machine(&program).play(&start(&program, "go", 1));
    assert!(matches!(trace.outcome, Outcome::Finished), "{:?}", trace.outcome);
    let line = |act: &Act| match act {
        Act::Note { things, .. } => {
            Some(things.iter().map(|thing| thing.name.as_str()).collect::<Vec<_>>().join(" "))
        }
        _ => None,
    };
    trace.records.iter().filter_map(|record| line(&record.act)).collect()
}

#[test]
fn cards_are_found_by_words_effects_and_flags() {
    let found = told(
        "    tell(field.saying(\"kind\", \"Unit\"))
    tell(field.saying(\"kind\", \"Bird\", \"Weapon\"))
    tell(field.saying(\"kind\", \"Un\"))
    tell(field.having(\"hoot\"))
    tell(bench.having(\"hoot\"))
    owl.set(tapped)
    knight.set(lit)
    tell(field.bearing(tapped))
    tell(field.bearing(lit, tapped))
    tell(field.bearing())
    gem.move(bench)
    tell([card for card in [knight, gem] if card.lies_in(\"bench\")])
    tell([card for card in [knight, gem] if card.lies_in(\"ada.field\")])
",
    );
    assert_eq!(
        found,
        ["Knight Owl", "Sword Owl", "", "Sword Owl", "", "Owl", "Knight Owl", "", "Gem", "Knight"]
    );
}

#[test]
fn only_what_changed_since_it_was_settled_is_given() {
    let found = told(
        "    tell(field.changed())
    settle()
    tell(field.changed())
    owl.set(tapped)
    knight.add(power, 1, until = \"turn\")
    tell(field.changed())
    tell(field.changed())
    settle()
    sword.move(bench)
    gem.flip(up = False)
    tell(field.changed())
    tell(bench.changed())
    settle()
    expire(\"turn\")
    tell(field.changed())
",
    );
    assert_eq!(
        found,
        ["Knight Sword Owl Gem", "", "Knight Owl", "Knight Owl", "Gem", "Sword", "Knight"]
    );
}

#[test]
fn what_is_taken_back_has_not_changed() {
    let found = told(
        "    settle()
    attempt(inner, sword, False)
    tell(field.changed())
    attempt(inner, owl, True)
    tell(field.changed())
    attempt(outer, gem, knight)
    tell(field.changed())
    knight.set(lit)
    attempt(settled)
    tell(field.changed())
    tell(field.bearing(tapped))

def inner(card, holds):
    card.set(tapped)
    return holds

def outer(one, other):
    attempt(inner, one, True)
    attempt(inner, other, False)
    return False

def settled():
    settle()
    return False
",
    );
    assert_eq!(found, ["", "Owl", "Owl", "Knight Owl", "Owl"]);
}
