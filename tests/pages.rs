//! Faults for which a printer or a reader would send a page back: text over text, lonely headings
//! and lines, small type, wrong page numbers.

mod themes;

use std::collections::{BTreeMap, BTreeSet};

use rulepress::document::{Address, Anchor, Block, BlockKind, Heading, walk};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::TextRun;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::flowcharts::typeset_flowcharts;
use rulepress::press::paper::Paper;
use typst::foundations::Label;
use typst::introspection::Introspector;
use typst::utils::PicoStr;

use crate::common::{Folder, Laid, SEEDS, books, laid_book, lay, root, sampled_books, seed, seeds};

mod columns;
mod front;
mod margin;
mod notes;
mod off_page;
mod tall;

const MM: f64 = 72.0 / 25.4;

/// The estimated width of a column includes the insets that are drawn in it.
#[test]
fn cells_are_reckoned_as_wide_as_they_are_drawn() {
    let tokens =
        std::fs::read_to_string(root().join("crates/base/tokens.toml")).expect("it is there");
    let tokens: toml::Table = tokens.parse().expect("it is TOML");
    let length = |key: &str| tokens["table"][key].as_float().expect("it is a length");
    let drawn = 2.0 * length("inset-x") * MM;
    let reckoned = length("cell");
    assert!(drawn <= reckoned && reckoned < drawn + 1.0, "{drawn} drawn, {reckoned} reckoned");
}

#[test]
fn books_on_every_paper() {
    for book in books() {
        for name in ["a5", "a4"] {
            check(&format!("{} on {name}", book.display()), &laid_book(&book, name), name);
        }
    }
    for book in sampled_books() {
        for name in ["letter", "half-letter", "180x240"] {
            check(&format!("{} on {name}", book.display()), &lay(&book, name), name);
        }
    }
}

/// Two narrow charts share a page of flowcharts; one that would lose much of its size does not.
#[test]
fn narrow_charts_share_a_page() {
    let folder = Folder::new("pages-narrow-charts");
    let narrow = "```mermaid\ngraph TD\nA[Draw a card] --> B[Play it] --> C[Discard]\n```\n";
    let ways: String =
        (0..6).map(|way| format!("A --> W{way}[Take the way number {way}]\n")).collect();
    let wide = format!("```mermaid\ngraph TD\nA[Choose] --> B[Go]\n{ways}```\n");
    let count = |charts: [&str; 2]| {
        let [first, second] = charts;
        folder.write("book.toml", "title = 'Charts'\nsources = ['a.md']\n");
        folder.write("a.md", format!("# One\n\n{first}\n# Two\n\n{second}\n"));
        let mut read = rulepress::read_book(folder.path()).expect("it can be read");
        let PrintableBook { book, sources, findings, .. } = &mut read;
        let pages = typeset_flowcharts(book, "a4", &PageLook::default(), sources, findings);
        pages.expect("they can be set").pages().len()
    };
    assert_eq!(count([narrow, narrow]), 1);
    assert_eq!(count([narrow, &wide]), 2);
}

#[test]
fn real_documents_on_a4_and_a5() {
    let Some(seeds) = seeds() else { return };
    for seed in SEEDS {
        for name in ["a4", "a5"] {
            check(&format!("{seed} on {name}"), &lay(&seeds.join(seed), name), name);
        }
    }
}

/// A map over both columns is below the words that come before it.
#[test]
fn wide_maps_stand_below_their_heading() {
    let folder = Folder::new("wide-map");
    folder.write("book.toml", "title = \"Maps\"\nsources = [\"a.md\"]\ndata = [\"wide.map\"]\n");
    folder.write("a.md", "# Hall\n\nBefore it.\n\n![[wide.map]]{.map}\n\nAfter it.\n");
    let border = format!("+{}\n", "---+".repeat(20));
    folder.write("wide.map", format!("{border}|{} . |\n{border}", " .  ".repeat(19)));
    let laid = lay(folder.path(), "a4");
    let place = |words: &str| {
        let run = laid.runs.iter().find(|run| run.text.trim() == words);
        run.map(|run| (run.page, run.baseline)).unwrap_or_else(|| panic!("{words} is printed"))
    };
    assert!(place("Before it.") < place("T"), "the map stands above its heading");
}

/// Collects everything that is wrong with the pages, so that one run shows it all.
fn check(what: &str, laid: &Laid, name: &str) {
    let paper = Paper::find(name).expect("the paper is known");
    let mut wrong = Vec::new();
    inside_the_page(laid, &mut wrong);
    not_over_each_other(laid, &mut wrong);
    not_too_small(laid, &mut wrong);
    no_lonely_headings(laid, &paper, &mut wrong);
    no_lonely_lines(laid, &paper, &mut wrong);
    heads_keep_rows(laid, &paper, &mut wrong);
    no_empty_pages(laid, &paper, &mut wrong);
    right_references(laid, &mut wrong);
    assert!(wrong.is_empty(), "{what}: {} faults\n{}", wrong.len(), wrong.join("\n"));
}

fn inside_the_page(laid: &Laid, wrong: &mut Vec<String>) {
    for run in &laid.runs {
        let size = laid.pages.pages()[run.page].frame.size();
        let inside = run.left >= 0.0
            && run.right <= size.x.to_pt() + 0.1
            && run.top >= 0.0
            && run.baseline <= size.y.to_pt();
        if !inside {
            wrong.push(format!("page {}: `{}` leaves the page", run.page + 1, run.text));
        }
    }
}

fn not_over_each_other(laid: &Laid, wrong: &mut Vec<String>) {
    for page in by_page(laid) {
        for (nth, a) in page.iter().enumerate() {
            for b in &page[nth + 1..] {
                let wide = a.right.min(b.right) - a.left.max(b.left);
                let high = a.baseline.min(b.baseline) - a.top.max(b.top);
                let blank = a.text.trim().is_empty() || b.text.trim().is_empty();
                if wide > 1.0 && high > 1.0 && !blank {
                    wrong.push(format!(
                        "page {}: `{}` stands over `{}`",
                        a.page + 1,
                        a.text,
                        b.text
                    ));
                }
            }
        }
    }
}

fn not_too_small(laid: &Laid, wrong: &mut Vec<String>) {
    for run in laid.runs.iter().filter(|run| run.size < 6.99) {
        wrong.push(format!("page {}: `{}` is set in {:.1} pt", run.page + 1, run.text, run.size));
    }
}

fn by_page(laid: &Laid) -> Vec<Vec<&TextRun>> {
    let mut pages = vec![Vec::new(); laid.pages.pages().len()];
    for run in &laid.runs {
        pages[run.page].push(run);
    }
    pages
}

/// A column of a page: its lines from top to bottom, each with its runs.
struct Column<'a> {
    page: usize,
    lines: Vec<Vec<&'a TextRun>>,
}

/// The columns of the text area; running heads and page numbers lie outside it.
fn columns<'a>(laid: &'a Laid, paper: &Paper) -> Vec<Column<'a>> {
    let mut out = Vec::new();
    for (page, runs) in by_page(laid).into_iter().enumerate() {
        let size = laid.pages.pages()[page].frame.size();
        let (top, bottom) = (paper.top * MM - 1.0, size.y.to_pt() - paper.bottom * MM + 1.0);
        let recto = page % 2 == 0;
        let left = if recto { paper.inside } else { paper.outside } * MM;
        let middle = left + paper.column_width() + paper.gutter * MM / 2.0;
        let right = size.x.to_pt() - if recto { paper.outside } else { paper.inside } * MM;
        let within = |run: &&TextRun| {
            run.top >= top && run.baseline <= bottom && run.left >= left - 4.0 && run.left <= right
        };
        let text: Vec<&TextRun> = runs.into_iter().filter(within).collect();
        // The gap between two columns is empty; one line of text may be several runs.
        let crossing = text.iter().any(|run| run.left < middle + 3.0 && run.right > middle - 3.0);
        let turned = size.x > size.y;
        let parts: Vec<Vec<&TextRun>> = if crossing || turned {
            vec![text]
        } else {
            let (left, right) = text.into_iter().partition(|run| run.left < middle);
            vec![left, right]
        };
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            out.push(Column { page, lines: lines(part) });
        }
    }
    out
}

/// Returns runs grouped by line, from top to bottom.
fn lines(mut runs: Vec<&TextRun>) -> Vec<Vec<&TextRun>> {
    runs.sort_by(|a, b| {
        (a.baseline, a.left).partial_cmp(&(b.baseline, b.left)).expect("places are numbers")
    });
    let mut lines: Vec<Vec<&TextRun>> = Vec::new();
    for run in runs {
        match lines.last_mut() {
            Some(line) if (run.baseline - line[0].baseline).abs() < 2.5 => line.push(run),
            _ => lines.push(vec![run]),
        }
    }
    lines
}

fn words(line: &[&TextRun]) -> String {
    line.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A heading has two lines below it in its column, unless the document ends there.
fn no_lonely_headings(laid: &Laid, paper: &Paper, wrong: &mut Vec<String>) {
    let columns = columns(laid, paper);
    for (nth, column) in columns.iter().enumerate() {
        let next_begins_chapter = columns
            .get(nth + 1)
            .is_none_or(|next| next.lines[0].iter().any(|run| run.heading == Some(1)));
        let last: Vec<_> = column.lines.iter().rev().take(2).collect();
        let headings = last
            .iter()
            .enumerate()
            .filter(|(_, line)| line.iter().any(|run| run.heading.is_some()));
        for (back, line) in headings {
            if back == 0 || !next_begins_chapter {
                wrong.push(format!(
                    "page {}: the heading `{}` is in the last two lines of its column",
                    column.page + 1,
                    words(line)
                ));
            }
        }
    }
}

/// A table that continues in another column has three of its rows below its head in the first
/// column, and two in the last; only its head is in several columns.
fn heads_keep_rows(laid: &Laid, paper: &Paper, wrong: &mut Vec<String>) {
    let mut tables: BTreeMap<usize, Vec<(usize, BTreeSet<usize>)>> = BTreeMap::new();
    for column in columns(laid, paper) {
        let mut rows: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (table, row) in column.lines.iter().flatten().filter_map(|run| run.row) {
            rows.entry(table).or_default().insert(row);
        }
        for (table, rows) in rows {
            let parts = tables.entry(table).or_default();
            // A table of which two columns of a page share a row, apart from a head of two rows, is
            // printed over both.
            match parts.last_mut() {
                Some((page, beside))
                    if *page == column.page + 1
                        && beside.intersection(&rows).any(|row| *row > 1) =>
                {
                    beside.extend(rows)
                }
                _ => parts.push((column.page + 1, rows)),
            }
        }
    }
    for parts in tables.values().filter(|parts| parts.len() > 1) {
        let (page, first) = &parts[0];
        let own = first.iter().filter(|row| parts[1..].iter().all(|part| !part.1.contains(row)));
        if own.count() < 3 {
            wrong.push(format!("page {page}: fewer than 3 rows stand below the head of a table"));
        }
        let (page, last) = &parts[parts.len() - 1];
        if last.difference(first).count() < 2 {
            wrong.push(format!("page {page}: the last row of a table stands alone"));
        }
    }
}

/// A paragraph broken between columns has two lines on both sides.
fn no_lonely_lines(laid: &Laid, paper: &Paper, wrong: &mut Vec<String>) {
    let mut parts: BTreeMap<usize, Vec<(usize, usize, String)>> = BTreeMap::new();
    for (nth, column) in columns(laid, paper).iter().enumerate() {
        let mut seen: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        for line in &column.lines {
            let paragraphs: BTreeSet<usize> = line.iter().filter_map(|run| run.paragraph).collect();
            for paragraph in paragraphs {
                let entry = seen.entry(paragraph).or_insert((0, words(line)));
                entry.0 += 1;
            }
        }
        for (paragraph, (count, words)) in seen {
            parts.entry(paragraph).or_default().push((nth, count, words));
        }
    }
    for parts in parts.values().filter(|parts| parts.len() > 1) {
        for (nth, count, words) in parts {
            if *count < 2 {
                wrong.push(format!("column {nth}: the line `{words}` stands alone"));
            }
        }
    }
}

/// True for a page after a chapter with its charts and examples: a title that is no heading is at
/// its top.
fn bears_a_chart(laid: &Laid, column: &Column<'_>) -> bool {
    let top = words(&column.lines[0]);
    if top.starts_with("EXAMPLE") {
        return true;
    }
    laid.read.book.blocks.iter().any(|block| match &block.kind {
        BlockKind::Heading(heading) => {
            let title = format!(
                "{} {}",
                heading.address,
                rulepress::document::plain_text(&heading.content)
            );
            let carried = column.lines[0].iter().all(|run| run.heading.is_none())
                || has_a_chart(laid, heading);
            carried && top.replace(' ', "") == title.replace(' ', "")
        }
        _ => false,
    })
}

/// True if a section has a chart or an example: its title is moved with it to a page of one column.
fn has_a_chart(laid: &Laid, heading: &Heading) -> bool {
    let of = |block: &Block| matches!(&block.kind, BlockKind::Heading(other) if other.address == heading.address);
    let section = laid.read.book.blocks.iter().skip_while(|block| !of(block)).skip(1);
    let mut section = section.take_while(|block| !matches!(block.kind, BlockKind::Heading(_)));
    section.any(|block| match &block.kind {
        BlockKind::Code(code) => code.language == "mermaid",
        kind => matches!(kind, BlockKind::Example(_)),
    })
}

/// A page is filled to a quarter at least, unless a chapter begins on the next one.
fn no_empty_pages(laid: &Laid, paper: &Paper, wrong: &mut Vec<String>) {
    let columns = columns(laid, paper);
    let mut depth: BTreeMap<usize, f64> = BTreeMap::new();
    for column in &columns {
        let lowest = column.lines.last().map_or(0.0, |line| line[0].baseline);
        let page = depth.entry(column.page).or_default();
        *page = page.max(lowest);
    }
    for (page, lowest) in depth {
        let height = laid.pages.pages()[page].frame.size().y.to_pt();
        let filled = (lowest - paper.top * MM) / (height - (paper.top + paper.bottom) * MM);
        let next = columns.iter().find(|column| column.page == page + 1);
        let begins_chapter =
            |next: &Column<'_>| next.lines[0].iter().any(|run| run.heading == Some(1));
        let chapter_ends =
            next.is_none_or(|next| begins_chapter(next) || bears_a_chart(laid, next));
        if filled < 0.25 && !chapter_ends {
            wrong.push(format!("page {}: only {:.0} % full", page + 1, filled * 100.0));
        }
    }
}

/// Every "see 3.2, page 7" names the page on which that address is printed.
fn right_references(laid: &Laid, wrong: &mut Vec<String>) {
    let pages = pages_of_addresses(laid);
    let text = laid.runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ");
    let text = text.replace('\u{a0}', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for reference in text.split("(see ").skip(1) {
        let Some((inside, _)) = reference.split_once(')') else { continue };
        let Some((address, page)) = inside.split_once(", page ") else { continue };
        let Some(known) = pages.get(&Address(address.to_owned())) else {
            wrong.push(format!("`(see {inside})` names an address that is not printed"));
            continue;
        };
        if !known.iter().any(|known| known.to_string() == page) {
            wrong.push(format!("`(see {inside})` names a wrong page; it is {known:?}"));
        }
    }
}

/// On which pages each address is printed.
fn pages_of_addresses(laid: &Laid) -> BTreeMap<Address, Vec<usize>> {
    let mut pages: BTreeMap<Address, Vec<usize>> = BTreeMap::new();
    let mut enter = |address: &Address, anchor: &Anchor| {
        let label = Label::new(PicoStr::intern(&anchor.0)).expect("an anchor is not empty");
        if let Ok(content) = laid.pages.introspector().query_label(label) {
            let location = content.location().expect("what is found has a place");
            let page = laid.pages.introspector().page(location).expect("it is on a page").get();
            pages.entry(address.clone()).or_default().push(page);
        }
    };
    let mut section = Address::default();
    walk::each_block(&laid.read.book.blocks, &mut |block| {
        match &block.kind {
            BlockKind::Heading(heading) => {
                section.clone_from(&heading.address);
                enter(&heading.address, &heading.anchor);
            }
            BlockKind::List(list) => {
                for item in &list.items {
                    if let Some(id) = &item.attributes.id {
                        enter(&item.address, &Anchor(id.clone()));
                    }
                }
            }
            _ => {}
        }
        if let (Some(id), false) =
            (&block.attributes.id, matches!(block.kind, BlockKind::Heading(_)))
        {
            enter(&section, &Anchor(id.clone()));
        }
    });
    pages
}

/// Every link to a place, as page of the link and page of the place.
fn leaps(pages: &typst_layout::PagedDocument) -> Vec<(usize, usize)> {
    fn walk(frame: &typst::layout::Frame, found: &mut Vec<typst::introspection::Location>) {
        for (_, item) in frame.items() {
            match item {
                typst::layout::FrameItem::Group(group) => walk(&group.frame, found),
                typst::layout::FrameItem::Link(typst::model::Destination::Location(place), _) => {
                    found.push(*place)
                }
                _ => {}
            }
        }
    }
    let mut leaps = Vec::new();
    for (page, sheet) in pages.pages().iter().enumerate() {
        let mut found = Vec::new();
        walk(&sheet.frame, &mut found);
        let target = |place| pages.introspector().position(place).map_or(0, |at| at.page.get());
        leaps.extend(found.into_iter().map(|place| (page + 1, target(place))));
    }
    leaps
}

/// "Proceed to Draw Phase" leads to the chart of that name, also where two charts share a page; "Return
/// to ..." of its own does not.
#[test]
fn boxes_that_send_the_reader_to_another_chart_are_links() {
    let Some(seed) = seed("grand-archive-flowcharts.md") else { return };
    let mut read = rulepress::read_book(&seed).expect("it can be read");
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let pages = typeset_flowcharts(book, "a4", &PageLook::default(), sources, findings);
    let pages = pages.expect("it can be set");
    let found = leaps(&pages);
    let turn_one = [(2, 6), (2, 5), (2, 6), (2, 5), (2, 6), (2, 5), (2, 6)];
    let phases = [(3, 4), (4, 5), (5, 5), (5, 6), (6, 7), (6, 7)];
    let combat = [(8, 6), (8, 6)];
    assert_eq!(found, [&turn_one[..], &phases, &combat].concat());
}
