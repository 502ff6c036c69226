//! Functions that carry out the rows of cards.

use super::directive::DirectiveWord;
use super::{Binder, PlacedDirective};
use crate::places::sentences::normal_words;
use crate::program::{CardData, Role};
use base::diagnostic::{code, nearest_name, short_quote};

impl Binder<'_> {
    /// Binds `card "Dream Fairy" enter`.
    pub fn bind_card(
        &mut self,
        found: &PlacedDirective<'_>,
        written: &DirectiveWord<'_>,
        moment: &str,
    ) {
        let rows = card_rows(&self.program.data, self.books[found.book].folder);
        let name = normal_words(written.text);
        let Some((data, row)) = rows.into_iter().find(|(_, row)| card_row_name(row) == name) else {
            let rows = card_rows(&self.program.data, self.books[found.book].folder);
            let names: Vec<String> = rows.iter().map(|(_, row)| card_row_name(row)).collect();
            let hint = match nearest_name(&name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "write the name as the first column of the card data has it".to_owned(),
            };
            let message = format!("unknown card `{}`", short_quote(written.text));
            return self.report(code::DANGLING_BINDING, written.span, message, hint);
        };
        let card = row.first().cloned().unwrap_or_default();
        // Bare numbers are no words of the card.
        let is_number = |cell: &str| cell.trim().parse::<i64>().is_ok();
        let cells = row.iter().map(String::as_str);
        let words = cells.filter(|cell| !cell.is_empty() && !is_number(cell));
        let sentence = normal_words(&words.collect::<Vec<_>>().join(" | "));
        let binding = found.binding(format!("{}/{card}", data.path), sentence);
        if let Some(first) = self.effects.insert((card.clone(), moment.to_owned()), found.span) {
            let message = format!("two functions carry out `{card}` at the moment `{moment}`");
            self.report_doubled(found.span, first, message, "remove one");
        }
        self.program.bindings.push(binding);
        self.set_role(found, Role::Effect { card, moment: moment.to_owned() });
    }
}

/// Returns the rows of all cards of the book in `folder`.
fn card_rows<'d>(data: &'d [CardData], folder: &str) -> Vec<(&'d CardData, &'d [String])> {
    let is_of_book = |data: &&CardData| match data.path.strip_prefix('@') {
        Some(path) => path.split('/').next() == Some(folder),
        None => folder.is_empty(),
    };
    let rows = |data: &'d CardData| data.rows.iter().map(move |row| (data, row.as_slice()));
    data.iter().filter(is_of_book).flat_map(rows).collect()
}

fn card_row_name(row: &[String]) -> String {
    normal_words(row.first().map_or("", String::as_str))
}
