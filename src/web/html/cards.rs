//! The cards of a book's decks as HTML, each with a name, so that a reader can look up a card in hand.

use super::{HtmlWriter, number_link};
use crate::web::places::{Place, PlaceKind};
use document::deck::{Deck, DeckCard};
use document::plain_text;
use draw::drawing::escape_markup;

impl<'a> HtmlWriter<'a> {
    /// Writes all decks.
    pub fn cards(&mut self) {
        for deck in self.book.decks.iter().filter(|deck| !deck.cards.is_empty()) {
            self.deck(deck);
        }
    }

    fn deck(&mut self, deck: &'a Deck) {
        self.put(format_args!("<h3>{}</h3>\n<div class=\"cards\">\n", escape_markup(&deck.title)));
        deck.cards.iter().for_each(|card| self.card(card, deck));
        self.out.push_str("</div>\n");
    }

    fn card(&mut self, card: &'a DeckCard, deck: &Deck) {
        let Some(id) = self.terms.place(card.span).cloned() else { return };
        if self.ids.author(&format!("{id} is written")).is_none() {
            return;
        }
        self.explained.clear();
        self.explained.insert(id.clone());
        let (title, number) = (plain_text(&card.name), deck.title.clone());
        self.index.open(Place {
            id: id.clone(),
            number,
            title,
            kind: PlaceKind::Card,
            text: String::new(),
        });
        let link = number_link(&id, "", "#");
        let name = self.title_inlines(&card.name);
        self.put(format_args!(
            "<article class=\"card\" id=\"{}\"><h4>{name} {link}</h4>",
            escape_markup(&id)
        ));
        self.card_line(card);
        for paragraph in &card.text {
            self.tagged("p", paragraph);
        }
        self.card_stats(card);
        self.out.push_str("</article>\n");
        self.index.close();
    }

    /// Writes cost, type and number of a card.
    fn card_line(&mut self, card: &'a DeckCard) {
        let kind = self.title_inlines(&card.kind);
        let cost = escape_markup(&card.cost);
        self.index.say(&format!("{} {}", card.cost, plain_text(&card.kind)));
        let count = if card.count > 1 { format!("{} ×", card.count) } else { String::new() };
        let parts: Vec<String> =
            [cost, kind, count].into_iter().filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            self.put(format_args!("<p class=\"kind\">{}</p>", parts.join(" · ")));
        }
    }

    fn card_stats(&mut self, card: &DeckCard) {
        if card.stats.is_empty() {
            return;
        }
        self.out.push_str("<p class=\"stats\">");
        for (nth, (name, value)) in card.stats.iter().enumerate() {
            let between = if nth > 0 { " · " } else { "" };
            self.index.say(&format!("{name} {value}"));
            let (name, value) = (escape_markup(name), escape_markup(value));
            self.put(format_args!("{between}{name} <strong>{value}</strong>"));
        }
        self.out.push_str("</p>");
    }
}
