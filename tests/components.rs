//! Tables of components: pictures, counts that agree with the data, and their faults.

use crate::common::{Folder, has_all, lay, root};

/// A book with a deck of six cards and these components.
fn book(name: &str, components: &str) -> Folder {
    let folder = Folder::new(name);
    let manifest = "title = 'Game'\nsources = ['a.md']\ndata = ['cards.csv', 'box.csv']\n";
    folder.write("book/book.toml", manifest);
    folder.write("book/cards.csv", "Card,Deck,Copies\nOne,Main,2\nTwo,Main,3\nThree,Side,1\n");
    folder.write("book/box.csv", components);
    folder.write(
        "book/a.md",
        "# Box\n\nIn it lies this.\n\n![[box.csv]]{.components}\n\nThat is all.\n",
    );
    folder
}

/// Returns the findings of `check` in the book.
fn findings(folder: &Folder) -> String {
    folder.run(&["check", "book"]).stderr
}

/// The words of its pages.
fn words(folder: &Folder) -> String {
    let laid = lay(&folder.path().join("book"), "a5");
    let words: Vec<&str> = laid.runs.iter().map(|run| run.text.as_str()).collect();
    words.join(" ")
}

const HEAD: &str = "Component,Count,Picture,Colour,Note,Data,Where,Sum\n";

#[test]
fn counts_are_those_of_the_data() {
    let rows = "main cards,5,card,red,shuffled,cards.csv,Deck=Main,Copies\nkinds of cards,,deck,,,cards.csv,,\nmarkers,as needed,token :flame:,blue,,,,\n";
    let folder = book("components-right", &format!("{HEAD}{rows}"));
    assert!(findings(&folder).contains("no findings"), "{}", findings(&folder));
    let words = words(&folder).replace('\u{a0}', " ");
    has_all(&words, &["5 × main cards", "shuffled", "3 × kinds of cards", "markers", "as needed"]);
    for text in ["Deck=Main", "cards.csv", "token"] {
        assert!(!words.contains(text), "{text} is not printed: {words}");
    }
}

#[test]
fn a_count_that_the_data_do_not_bear_out() {
    let folder = book(
        "components-wrong",
        &format!("{HEAD}main cards,6,card,,,cards.csv,Deck=Main,Copies\n"),
    );
    let told = findings(&folder);
    assert!(
        told.contains("line 2 of `") && told.contains("`main cards` are 6, but `cards.csv` has 5"),
        "{told}"
    );
    assert!(told.contains("write 5, or fix `cards.csv`"), "{told}");
}

#[test]
fn what_a_row_cannot_say() {
    let wrong = [
        ("markers,1,bowl,,,,,", "`bowl` is not a picture of a component"),
        ("markers,1,disc,shiny,,,,", "`shiny` is not a colour"),
        ("markers,1,disc,,,lost.csv,,", "`lost.csv` is not a data file of this book"),
        ("markers,1,disc,,,cards.csv,Pile=Main,", "has no column `Pile`"),
        ("markers,1,disc,,,cards.csv,,Deck", "cannot be summed"),
        ("markers,1,:no-such-icon:,,,,,", "is not a picture of a component"),
    ];
    for (nth, (row, said)) in wrong.into_iter().enumerate() {
        let folder = book(&format!("components-fault-{nth}"), &format!("{HEAD}{row}\n"));
        let told = findings(&folder);
        assert!(told.contains(said) && told.contains("line 2"), "{said}: {told}");
    }
}

/// A table of a text without data, one row of which has a picture of its own words.
#[test]
fn a_table_of_the_text() {
    let folder = Folder::new("components-text");
    let text = "# Box\n\nIn it:\n\n{.components}\n\n| Picture | Name | Count |\n|---|---|---|\n| die | white dice | 4 |\n| a bowl of wood | bowl | 1 |\n";
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    folder.write("book/a.md", text);
    let words = words(&folder).replace('\u{a0}', " ");
    has_all(&words, &["4 × white dice", "1 × bowl", "a bowl of wood"]);
    let ran = folder.run(&["build", "book", "--only", "rulebook,web"]);
    assert_eq!(ran.code, Some(0), "no word is lost: {}", ran.stderr);
    let page = folder.path().join("output/book/web/index.html");
    let page = std::fs::read_to_string(page).expect("it is there");
    assert!(page.contains("<ul class=\"components\">") && page.contains("4 ×"), "{page}");
}

/// The words for a picture file describe the picture, and never give the name of the file.
#[test]
fn a_picture_of_a_file() {
    let folder = book("components-picture", &format!("{HEAD}wooden bowl,1,bowl.svg,,,,,\n"));
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='20' height='10'/></svg>";
    folder.write("book/bowl.svg", drawing);
    assert!(findings(&folder).contains("no findings"), "{}", findings(&folder));
    folder.run(&["build", "book", "--only", "web"]).ended(0);
    let page = folder.path().join("output/book/web/index.html");
    let page = std::fs::read_to_string(page).expect("it is there");
    assert!(page.contains("alt=\"wooden bowl\"") && !page.contains("bowl.svg"), "{page}");
}

/// A table of the text shows the picture that a path names, as a data file does.
#[test]
fn a_picture_of_a_table_of_the_text() {
    let folder = Folder::new("components-text-picture");
    let rows = "| Component | Picture | Note |\n|---|---|---|\n| wooden bowl | my_art/bowl_big.svg | holds dice |\n| lost | gone.png | |\n";
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    folder.write("book/a.md", format!("# Box\n\nIn it:\n\n{{.components}}\n\n{rows}"));
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='20' height='10'/></svg>";
    folder.write("book/my_art/bowl_big.svg", drawing);
    let told = findings(&folder);
    assert!(told.contains("the picture `gone.png` is not shown"), "{told}");
    assert!(!told.contains("lost-words") && told.contains("1 warning"), "{told}");
    let words = words(&folder);
    assert!(words.contains("holds dice") && !words.contains("svg"), "{words}");
    folder.run(&["build", "book", "--only", "web,rulebook"]).ended(0);
    let page = folder.path().join("output/book/web/index.html");
    let page = std::fs::read_to_string(page).expect("it is there");
    assert!(page.contains("alt=\"wooden bowl\"") && !page.contains("bowl_big"), "{page}");
}

/// Our books show their components, and their counts are checked.
#[test]
fn books_show_their_components() {
    for book in ["gaia-project", "gazer", "imperial-assault", "wind-lorraine"] {
        let read =
            rulepress::read_book(&root().join("content").join(book)).expect("it can be read");
        let mut count = 0;
        rulepress::document::walk::each_block(&read.book.blocks, &mut |block| {
            if let rulepress::document::BlockKind::Table(table) = &block.kind {
                count += table.components(&block.attributes).map_or(0, |list| list.len());
            }
        });
        assert!(count >= 4, "{book}: {count} components");
        let file = root().join("content").join(book).join("components.csv");
        let text = std::fs::read_to_string(file).expect("it is there");
        assert!(text.contains("cards.csv"), "{book}: no count is checked");
    }
}
