//! A walk through a chart is drawn in it, with the numbers of the steps.

use rulepress::document::{BlockKind, ExamplePart, walk};
use rulepress::press::inspect;

use crate::common::{Folder, lay};

const TEXT: &str = "\
# Game {#game}

Play it as the chart says.

## Turn {#turn}

```mermaid {#turn-chart}
graph TD
Draw[Draw a card] --> Check{Is it red?}
Check -- Yes --> Win([You win])
Check -- No --> Lose([You lose])
```

### Example {#example}

TODO
";

const RULES: &str = "\
#@ chart #turn-chart
you = player(\"You\")
deck = zone(\"deck\", \"Deck\", owner = you, order = \"pile\", face = \"down\")
hand = zone(\"hand\", \"Hand\", owner = you, order = \"row\", face = \"up\")
rows = cards(\"cards.csv\")

#@ make
def unpack():
    for row in rows:
        make(row, deck, owner = you)

#@ #turn
def turn():
    walk(\"#turn-chart\", None)

def Draw(card):
    deck.first().move(hand, verb = \"draw\")

def Check(card):
    return \"Yes\" if hand.cards()[0].colour == \"red\" else \"No\"
";

#[test]
fn a_walk_is_marked_with_the_numbers_of_its_steps() {
    let folder = Folder::new("pictures-walk");
    folder.write(
        "content/own/book.toml",
        "title = \"Cards\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n",
    );
    folder.write("content/own/rules.md", TEXT);
    folder.write("content/own/cards.csv", "Card,Colour\nKnight,red\nWitch,black\n");
    folder.write("content/own/rules/turn.star", RULES);
    let scenario = "title = \"A red card\"\nfills = \"#example\"\nplay = \"#turn\"\nseed = 1\n[position]\ndeck = [\"Knight\", \"nothing else\"]\n";
    folder.write("examples/own/red.toml", scenario);
    let laid = lay(&folder.path().join("content/own"), "a5");
    let mut walks = Vec::new();
    walk::each_block(&laid.read.book.blocks, &mut |block| {
        if let BlockKind::Example(played) = &block.kind {
            walks.extend(played.entries.iter().filter_map(|entry| {
                if let ExamplePart::Walk(walk) = entry { Some(walk) } else { None }
            }));
        }
    });
    let [walk] = walks.as_slice() else { panic!("{} walks", walks.len()) };
    let boxes: Vec<(&str, Option<&str>)> =
        walk.boxes.iter().map(|own| (own.id.as_str(), own.exit.as_deref())).collect();
    assert_eq!(boxes, [("Draw", Some("")), ("Check", Some("Yes")), ("Win", None)]);
    let text = inspect::page_text(&laid.pages);
    let drawn = text.matches("Is it red?").count();
    assert!(drawn >= 2, "the chart stands in its section and in the example: {text}");
    let steps: Vec<u32> = walk.boxes.iter().map(|own| own.step).collect();
    assert!(steps.is_sorted() && steps[0] == 1, "{steps:?}");
}
