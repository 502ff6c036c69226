//! Pairs the passages of two editions. In: the passages of both. Out: pairs: first by anchor, then by their
//! words in the same section, then by their words anywhere.

use std::collections::BTreeMap;

use super::passages::{Passage, PassageKind, Passages};
use super::words::{is_same, key_of, likeness};

/// Smallest likeness, from 0 to 1, of paired passages in one section.
const ALIKE: f64 = 0.5;
/// Smallest likeness of paired passages in different sections.
const ALIKE_ELSEWHERE: f64 = 0.75;
/// Fewest words of a passage that is looked for in other sections.
const LEAST_WORDS: usize = 5;
/// Fewest words of a passage that may differ there; shorter ones must be identical.
const LEAST_WORDS_ALIKE: usize = 9;

/// The pairs of passages of two editions.
pub struct PassagePairs {
    /// The passage of the later edition, for each of the earlier one.
    pub new_of: Vec<Option<usize>>,
    /// The passage of the earlier edition, for each of the later one.
    pub old_of: Vec<Option<usize>>,
}

/// Pairs the passages of two editions.
pub fn pair_passages(old: &Passages<'_>, new: &Passages<'_>) -> PassagePairs {
    let mut pairs = Pairing {
        old,
        new,
        pairs: PassagePairs {
            new_of: vec![None; old.all.len()],
            old_of: vec![None; new.all.len()],
        },
    };
    pairs.by_anchor();
    pairs.terms_by_name();
    pairs.titles();
    // Passages that are paired in one round are the parents for the next.
    for _ in 0..3 {
        pairs.in_one_parent();
    }
    pairs.elsewhere();
    pairs.in_one_parent();
    pairs.pairs
}

struct Pairing<'a, 'p> {
    old: &'p Passages<'a>,
    new: &'p Passages<'a>,
    pairs: PassagePairs,
}

impl Pairing<'_, '_> {
    fn pair(&mut self, was: usize, is: usize) {
        self.pairs.new_of[was] = Some(is);
        self.pairs.old_of[is] = Some(was);
    }

    fn is_free(&self, was: usize, is: usize) -> bool {
        self.pairs.new_of[was].is_none()
            && self.pairs.old_of[is].is_none()
            && self.old.all[was].kind.is_like(&self.new.all[is].kind)
    }

    fn free_old(&self) -> Vec<usize> {
        (0..self.old.all.len()).filter(|at| self.pairs.new_of[*at].is_none()).collect()
    }

    fn free_new(&self) -> Vec<usize> {
        (0..self.new.all.len()).filter(|at| self.pairs.old_of[*at].is_none()).collect()
    }

    fn by_anchor(&mut self) {
        for (was, passage) in self.old.all.iter().enumerate() {
            let anchor = passage.anchor.as_ref();
            let is = anchor.and_then(|anchor| self.new.anchors.get(anchor)).copied();
            let Some(is) = is else { continue };
            if self.new.all[is].anchor == passage.anchor && self.is_free(was, is) {
                self.pair(was, is);
            }
        }
    }

    fn terms_by_name(&mut self) {
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, passage) in self.old.all.iter().enumerate() {
            if matches!(passage.kind, PassageKind::Term) {
                known.entry(&passage.title).or_insert(at);
            }
        }
        for (is, passage) in self.new.all.iter().enumerate() {
            if matches!(passage.kind, PassageKind::Term)
                && let Some(was) = known.get(passage.title.as_str()).copied()
                && self.is_free(was, is)
            {
                self.pair(was, is);
            }
        }
    }

    /// Pairs titles whose anchors differ: first those with the same words, then those with the same text
    /// below them.
    fn titles(&mut self) {
        let is_title = |passage: &Passage| matches!(passage.kind, PassageKind::Title);
        let old: Vec<_> =
            self.free_old().into_iter().filter(|at| is_title(&self.old.all[*at])).collect();
        let new: Vec<_> =
            self.free_new().into_iter().filter(|at| is_title(&self.new.all[*at])).collect();
        for was in &old {
            let same = |is: &&usize| {
                self.is_free(*was, **is)
                    && is_same(&self.old.all[*was].words, &self.new.all[**is].words)
            };
            if let Some(is) = new.iter().find(same).copied() {
                self.pair(*was, is);
            }
        }
        for was in old {
            let body = body_keys(self.old, was);
            let alike = new.iter().filter(|is| self.is_free(was, **is)).map(|is| {
                let other = body_keys(self.new, *is);
                let shared = body.iter().filter(|key| other.contains(key)).count();
                (2 * shared * 100 / (body.len() + other.len()).max(1), *is)
            });
            if let Some((percent, is)) = alike.max()
                && percent >= 50
            {
                self.pair(was, is);
            }
        }
    }

    /// Pairs passages in the same section or item: first those with the same words, then the most alike.
    fn in_one_parent(&mut self) {
        let mut free: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for is in self.free_new() {
            free.entry(self.new.all[is].parent).or_default().push(is);
        }
        let mut waiting = Vec::new();
        for was in self.free_old() {
            let parent = match self.old.all[was].parent {
                None => None,
                Some(parent) => match self.pairs.new_of[parent] {
                    Some(parent) => Some(parent),
                    None => continue,
                },
            };
            let Some(candidates) = free.get(&parent) else { continue };
            let same = |is: &&usize| {
                let (old, new) = (&self.old.all[was], &self.new.all[**is]);
                let says_the_same = match (&old.kind, &new.kind) {
                    (PassageKind::Chart(a), PassageKind::Chart(b)) => a == b,
                    _ => is_same(&old.words, &new.words),
                };
                self.is_free(was, **is) && says_the_same
            };
            match candidates.iter().find(same).copied() {
                Some(is) => self.pair(was, is),
                None => waiting.push((was, candidates)),
            }
        }
        let mut likely: Vec<(u64, usize, usize)> = Vec::new();
        for (was, candidates) in waiting {
            for is in candidates.iter().filter(|is| self.is_free(was, **is)) {
                let alike = self.likeness(was, *is);
                if alike >= ALIKE {
                    likely.push(((alike * 1000.0) as u64, was, *is));
                }
            }
        }
        likely.sort_by_key(|(alike, was, is)| (std::cmp::Reverse(*alike), was.abs_diff(*is)));
        for (_, was, is) in likely {
            if self.is_free(was, is) {
                self.pair(was, is);
            }
        }
    }

    /// Returns the likeness of two passages, from 0 to 1. A section has one brief, and a chart or a table in
    /// its place is the same one.
    fn likeness(&self, was: usize, is: usize) -> f64 {
        let (old, new) = (&self.old.all[was], &self.new.all[is]);
        match (&old.kind, &new.kind) {
            (PassageKind::Brief, PassageKind::Brief) => 1.0,
            (PassageKind::Chart(a), PassageKind::Chart(b)) => {
                let shared = a.lines().filter(|line| b.lines().any(|other| other == *line));
                2.0 * shared.count() as f64 / (a.lines().count() + b.lines().count()).max(1) as f64
            }
            _ => likeness(&old.words, &new.words),
        }
    }

    /// Pairs passages that moved to another section.
    fn elsewhere(&mut self) {
        let mut free: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for is in self.free_new() {
            free.entry(key_of(&self.new.all[is].words)).or_default().push(is);
        }
        let mut waiting = Vec::new();
        for was in self.free_old() {
            let passage = &self.old.all[was];
            if passage.words.len() < LEAST_WORDS {
                continue;
            }
            let same = free
                .get(&key_of(&passage.words))
                .and_then(|same| same.iter().find(|is| self.is_free(was, **is)).copied());
            match same {
                Some(is) => self.pair(was, is),
                None if passage.words.len() >= LEAST_WORDS_ALIKE => waiting.push(was),
                None => {}
            }
        }
        let mut likely = Vec::new();
        let rest = self.free_new();
        for was in waiting {
            for is in rest.iter().filter(|is| self.is_free(was, **is)) {
                let alike = likeness(&self.old.all[was].words, &self.new.all[*is].words);
                if alike >= ALIKE_ELSEWHERE {
                    likely.push(((alike * 1000.0) as u64, was, *is));
                }
            }
        }
        likely.sort_by_key(|(alike, was, is)| (std::cmp::Reverse(*alike), *was, *is));
        for (_, was, is) in likely {
            if self.is_free(was, is) {
                self.pair(was, is);
            }
        }
    }
}

/// Returns the words of the passages in a section.
fn body_keys(passages: &Passages<'_>, title: usize) -> Vec<String> {
    let inside = passages.whole(title).into_iter().skip(1);
    inside.map(|at| key_of(&passages.all[at].words)).filter(|key| !key.is_empty()).collect()
}
