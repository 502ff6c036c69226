//! Errata: for each change the page and the number of the earlier print, and the cards that changed.

use crate::common::Folder;

const BOOK: &str = "title = 'Hand'\nsources = ['rules.md']\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";
const CARDS: &str = "Card,Text\nOne,Draw.\nTwo,Play.\nThree,Wait.\n";

fn edition(folder: &Folder, at: &str, rules: &str, cards: &str) {
    folder.write(&format!("{at}/hand/book.toml"), BOOK);
    folder.write(&format!("{at}/hand/rules.md"), rules);
    folder.write(&format!("{at}/hand/cards.csv"), cards);
}

fn pages(folder: &Folder, file: &str) -> Vec<String> {
    let bytes = std::fs::read(folder.path().join(file)).unwrap_or_else(|_| panic!("{file}"));
    let pdf = lopdf::Document::load_mem(&bytes).expect("it is a PDF");
    let text = |page: &u32| pdf.extract_text(&[*page]).expect("it has words").replace('\n', " ");
    pdf.get_pages().keys().map(text).collect()
}

#[test]
fn errata_name_pages_of_the_earlier_print() {
    let folder = Folder::new("errata");
    let filler = "Nothing happens here, again and again, until the page is full. ".repeat(60);
    let old = format!(
        "# First {{#first}}\n\n{filler}\n\n# Second {{#second}}\n\n{filler}\n\n## Late {{#late}}\n\nPay two coins.\n"
    );
    let new = old
        .replace("# Second", "# Between {#between}\n\nA new rule.\n\n# Second")
        .replace("two coins", "three coins");
    edition(&folder, "old", &old, CARDS);
    edition(&folder, "new", &new, &CARDS.replace("Play.", "Play twice."));
    let order = ["diff", "old/hand", "new/hand", "--format", "errata", "-o", "errata.pdf"];
    let ran = folder.run(&order).ended(0);
    assert_eq!(ran.stdout, "errata.pdf\nerrata-deck-home-a4.pdf\n");

    let build = ["build", "old/hand", "--only", "rulebook"];
    assert_eq!(folder.run(&build).code, Some(0));
    let printed = pages(&folder, "output/hand/rulebook.pdf");
    let late = printed.iter().position(|page| page.contains("two coins")).expect("it is printed");
    let sheet = pages(&folder, "errata.pdf").join(" ");
    let row = format!("{} 2.1, now 3.1", late + 1);
    assert!(sheet.contains(&row), "`{row}` is told: {sheet}");
    assert!(sheet.contains("three") && sheet.contains("new 2, after 1"), "{sheet}");
    assert!(sheet.contains("Two") && !sheet.contains("Three"), "the card that changed: {sheet}");

    let cards = pages(&folder, "errata-deck-home-a4.pdf").join(" ");
    assert!(cards.contains("Play twice."), "{cards}");
    assert!(!cards.contains("Draw.") && !cards.contains("Wait."), "one card alone: {cards}");
}
