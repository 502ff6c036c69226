//! A review on a terminal: shows each item, and one key decides. Acceptances are written at once, so that
//! ending the program early loses nothing.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use console::{Key, Term};

use super::acceptor::{Acceptor, WrittenFile};
use super::editor::open_place;
use super::state::ReviewState;
use super::{ReviewArgs, review_style};
use crate::cli::console::print_out;
use crate::cli::exit::Exit;
use crate::edition::print::{group_text, item_text, place_words, review_summary};
use crate::edition::review::{ReviewBody, ReviewCause, ReviewGroup, ReviewItem};
use base::text::shown_path;

/// Help on the keys.
const HELP: &str = "  a  accept: what is played now counts from now on; it is written at once
  r  reject: nothing is written; at the end you see what to change
  s  skip: decide later
  A  accept everything of this cause, once all of it has been shown
  o  open the place in your editor ($VISUAL or $EDITOR)
  u  back: take the last decision back
  q  quit; what was accepted stays
";
const PROMPT: &str =
    "accept a, reject r, skip s, all of this cause A, open o, back u, quit q, help ?: ";

/// The decision about an item.
#[derive(Debug, Clone)]
enum Decision {
    Accepted(Option<WrittenFile>),
    Rejected,
    Skipped,
}

/// An item and its state: after a change of the book it is decided again.
type ItemName = (String, String);

/// The end of one reading of the book.
enum Round {
    /// No item is left, or the user ended the review.
    Ended,
    /// The book changed, and is read again.
    Outdated,
}

/// Asks about every item that waits in the book at `path`.
pub fn ask_about(path: &Path, args: &ReviewArgs) -> Result<Exit> {
    let mut dialogue = Dialogue {
        terminal: Term::stdout(),
        acceptor: Acceptor::new(path),
        decided: Vec::new(),
        shown_cause: None,
    };
    loop {
        let Some(state) = ReviewState::read(path, args.since.as_deref(), &args.read)? else {
            return Ok(Exit::Errors);
        };
        print_out(format_args!("{}\n", review_summary(&state.review)));
        match dialogue.ask(&state) {
            Round::Ended => return dialogue.end(&state),
            Round::Outdated => dialogue.begin_anew(path),
        }
    }
}

struct Dialogue {
    terminal: Term,
    acceptor: Acceptor,
    /// Decisions in the order in which they were made.
    decided: Vec<(ItemName, Decision)>,
    /// The cause that was printed last.
    shown_cause: Option<usize>,
}

/// An item, with its number in the review.
#[derive(Clone, Copy)]
struct Asked<'a> {
    nth: usize,
    group_nth: usize,
    group: &'a ReviewGroup,
    item: &'a ReviewItem,
}

fn item_name(item: &ReviewItem) -> ItemName {
    (item.id.clone(), item.state.clone())
}

/// Returns all items of a review in order.
fn all_items(state: &ReviewState) -> Vec<Asked<'_>> {
    let groups = state.review.groups.iter().enumerate();
    let items = groups.flat_map(|(group_nth, group)| {
        group.items.iter().map(move |item| Asked { nth: 0, group_nth, group, item })
    });
    items.enumerate().map(|(nth, asked)| Asked { nth, ..asked }).collect()
}

impl Dialogue {
    /// Asks about each undecided item, until none is left.
    fn ask(&mut self, state: &ReviewState) -> Round {
        let items = all_items(state);
        let mut shown: Option<usize> = None;
        loop {
            let decided: BTreeMap<&ItemName, &Decision> =
                self.decided.iter().map(|(name, decision)| (name, decision)).collect();
            let open = |asked: &&Asked<'_>| !decided.contains_key(&item_name(asked.item));
            let Some(asked) = items.iter().find(open).copied() else { return Round::Ended };
            if shown != Some(asked.nth) {
                self.show(asked, items.len());
                shown = Some(asked.nth);
            }
            print_out(format_args!("{PROMPT}"));
            let key = self.terminal.read_key().unwrap_or(Key::Escape);
            let is_current = || state.is_current();
            match key {
                Key::Char('a' | 'A') if !is_current() => return self.outdated(),
                Key::Char('a') => self.accept(&[asked.item], state),
                Key::Char('A') => self.accept_group(asked, &items, state),
                Key::Char('r') => self.decide(asked.item, Decision::Rejected, "rejected"),
                Key::Char('s') => self.decide(asked.item, Decision::Skipped, "skipped"),
                Key::Char('o') => {
                    self.open(asked.item);
                    if !is_current() {
                        return self.outdated();
                    }
                }
                Key::Char('u') => self.take_back(),
                Key::Char('q' | '\u{4}') | Key::Escape | Key::CtrlC => {
                    print_out(format_args!("quit\n"));
                    return Round::Ended;
                }
                Key::Char('?') => print_out(format_args!("\n{HELP}")),
                _ => print_out(format_args!("\nUnknown key; ? shows what each does.\n")),
            }
            // An item that is still open after its turn has been looked at once.
            if matches!(key, Key::Char('u')) {
                shown = None;
            }
        }
    }

    fn outdated(&self) -> Round {
        print_out(format_args!("\nThe book has changed in the meantime: it is read again.\n\n"));
        Round::Outdated
    }

    /// Begins again after the book changed: what was written is read with it.
    fn begin_anew(&mut self, path: &Path) {
        self.acceptor = Acceptor::new(path);
        self.shown_cause = None;
        // Acceptances from before the change can no longer be taken back.
        for (_, decision) in &mut self.decided {
            if let Decision::Accepted(written) = decision {
                *written = None;
            }
        }
    }

    fn show(&mut self, asked: Asked<'_>, count: usize) {
        let style = review_style();
        if self.shown_cause != Some(asked.group_nth) {
            print_out(format_args!("\n{}", group_text(asked.group, style)));
            self.shown_cause = Some(asked.group_nth);
        }
        let text = item_text(asked.item, style);
        print_out(format_args!("\n({} of {count}) {text}\n", asked.nth + 1));
    }

    fn decide(&mut self, item: &ReviewItem, decision: Decision, word: &str) {
        print_out(format_args!("{word}\n"));
        self.decided.push((item_name(item), decision));
    }

    /// Accepts items; one that has errors stays open, and its errors are printed.
    fn accept(&mut self, items: &[&ReviewItem], state: &ReviewState) {
        for item in items {
            if !item.blocked.is_empty() {
                let reasons = item.blocked.join("; ");
                print_out(format_args!("\n{} cannot be accepted: {reasons}\n", item.title));
                continue;
            }
            match self.acceptor.accept(item, &state.book) {
                Ok(written) => {
                    let path = written.as_ref().map(|written| shown_path(&written.path));
                    let word = format!("accepted {}", path.unwrap_or_default());
                    self.decide(item, Decision::Accepted(written), word.trim_end());
                }
                Err(failure) => {
                    print_out(format_args!("\nnot accepted: {}\n", failure.finding().message));
                    return;
                }
            }
        }
    }

    /// Shows the rest of a cause's items, and accepts all of them once the user confirms.
    fn accept_group(&mut self, asked: Asked<'_>, items: &[Asked<'_>], state: &ReviewState) {
        print_out(format_args!("\n"));
        let is_decided =
            |item: &ReviewItem| self.decided.iter().any(|(name, _)| *name == item_name(item));
        let own: Vec<Asked<'_>> = items
            .iter()
            .filter(|other| other.group_nth == asked.group_nth && !is_decided(other.item))
            .copied()
            .collect();
        for other in own.iter().filter(|other| other.nth != asked.nth) {
            self.show(*other, items.len());
        }
        let all = if own.len() == 1 {
            "it".to_owned()
        } else {
            format!("all {} of this cause", own.len())
        };
        print_out(format_args!("Accept {all}? yes y, no n: "));
        if !matches!(self.terminal.read_key(), Ok(Key::Char('y'))) {
            return print_out(format_args!("no\n"));
        }
        print_out(format_args!("yes\n"));
        if !state.is_current() {
            return print_out(format_args!(
                "The book has changed in the meantime; nothing was accepted.\n"
            ));
        }
        let own: Vec<&ReviewItem> = own.iter().map(|asked| asked.item).collect();
        self.accept(&own, state);
        for item in own.iter().filter(|item| !item.blocked.is_empty()) {
            self.decided.push((item_name(item), Decision::Skipped));
        }
    }

    fn open(&self, item: &ReviewItem) {
        print_out(format_args!("open {}\n", place_words(&item.place)));
        if !open_place(&item.place) {
            let place = place_words(&item.place);
            print_out(format_args!(
                "No editor opens it ($VISUAL, $EDITOR): change {place} by hand.\n"
            ));
        }
    }

    /// Takes the last decision back, and restores the file that it wrote.
    fn take_back(&mut self) {
        let Some((name, decision)) = self.decided.pop() else {
            return print_out(format_args!("\nThis is the first decision.\n"));
        };
        if let Decision::Accepted(Some(written)) = &decision
            && let Err(failure) = self.acceptor.take_back(written)
        {
            print_out(format_args!("\nnot undone: {}\n", failure.finding().message));
            self.decided.push((name, decision));
            return;
        }
        print_out(format_args!("back\n"));
    }

    /// Prints the decisions and the work that is left; if everything is accepted, the whole lock is written.
    fn end(&mut self, state: &ReviewState) -> Result<Exit> {
        let decided: BTreeMap<&ItemName, &Decision> =
            self.decided.iter().map(|(name, decision)| (name, decision)).collect();
        let of = |item: &ReviewItem| decided.get(&item_name(item)).copied();
        let accepted =
            self.decided.iter().filter(|(_, own)| matches!(own, Decision::Accepted(_))).count();
        let items: Vec<Asked<'_>> = all_items(state);
        let rejected: Vec<&Asked<'_>> = items
            .iter()
            .filter(|asked| matches!(of(asked.item), Some(Decision::Rejected)))
            .collect();
        let left: Vec<&Asked<'_>> = items
            .iter()
            .filter(|asked| matches!(of(asked.item), None | Some(Decision::Skipped)))
            .collect();
        if !items.is_empty() || accepted > 0 {
            let (rejected, left) = (rejected.len(), left.len());
            print_out(format_args!("\n{accepted} accepted, {rejected} rejected, {left} left\n"));
        }
        for asked in &rejected {
            print_out(format_args!("{}\n", to_be_changed(asked)));
        }
        if let Some(first) = left.first() {
            let more = if left.len() > 1 {
                format!(" and {} more", left.len() - 1)
            } else {
                String::new()
            };
            print_out(format_args!("left: {}{more}\n", first.item.title));
        }
        if rejected.is_empty() && left.is_empty() {
            if let Err(failure) = self.acceptor.settle(&state.book) {
                print_out(format_args!("{}\n", failure.finding().message));
                return Ok(Exit::Errors);
            }
            return Ok(if state.errors > 0 { Exit::Errors } else { Exit::Done });
        }
        Ok(Exit::Errors)
    }
}

/// Returns the place to change for a rejected item.
fn to_be_changed(asked: &Asked<'_>) -> String {
    let place = place_words(&asked.item.place);
    let cause = match &asked.group.cause {
        ReviewCause::Change(change) => change.new.as_ref().filter(|new| !new.file.is_empty()),
        ReviewCause::Unexplained | ReviewCause::New | ReviewCause::Renumbered => None,
    };
    let cause = cause.map(|new| format!(" ({}:{})", new.file, new.line)).unwrap_or_default();
    match &asked.item.body {
        ReviewBody::Example(example) => format!(
            "{place}: the example `{}` stays stale: change the rule{cause} or the scenario",
            example.name
        ),
        ReviewBody::Rule(rule) => format!(
            "{place}: the rule `{}` stays unconfirmed: change its words, or the function at {}",
            rule.key,
            place_words(&rule.code_place)
        ),
    }
}
