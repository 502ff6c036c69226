//! Another text, one that may not be touched: a bindings file says which of its places stand for
//! the places of the rules' own book. In: TOML. Out: a map between the places of two texts.

mod charts;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use charts::{ChartMap, MappingLine, missing_chart_hint};
use serde::Deserialize;
use toml::Spanned;

use super::places::sentences;
use super::places::{MissingPlace, ProsePlaces};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::source::{SourceId, Span};

/// `"our side" = "their side"`
pub(super) type MappingLines = BTreeMap<Spanned<String>, Spanned<String>>;

/// The fields of a bindings file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct BindingsFile {
    /// The reading of the other text.
    pub reading: Option<String>,
    /// From our places to those of the other text; empty for none.
    places: MappingLines,
    /// Words that must stand at places of the other text, by our places.
    words: MappingLines,
    /// From our charts to those of the other text; empty for none.
    charts: MappingLines,
    /// By our chart: from our boxes to those of the other text, several with blanks between them,
    /// empty for none.
    boxes: BTreeMap<Spanned<String>, MappingLines>,
    /// From our charts to boxes of the other text at which the players may respond, with blanks
    /// between them.
    waits: MappingLines,
    /// By our chart: from our answers to those of the other text.
    answers: BTreeMap<Spanned<String>, MappingLines>,
}

/// Reads a bindings file; what can not be understood is an error with its place.
pub(super) fn read_bindings_file(
    source: SourceId,
    text: &str,
    findings: &mut Findings,
) -> BindingsFile {
    toml::from_str(text).unwrap_or_else(|error| {
        let span =
            Span::new(source, error.span().unwrap_or(0..text.find('\n').unwrap_or(text.len())));
        let message = error.message().lines().next().unwrap_or("it can not be read").to_owned();
        let hint = "write [places], below it lines such as \"#our-place 2\" = \"#their-place 2.1\"";
        findings.push(Diagnostic::at(code::BINDINGS_FILE, span, short_quote(&message)).hint(hint));
        BindingsFile::default()
    })
}

/// Where the places of the rules' own book stand in another text.
pub(super) struct PlaceMap {
    /// The places of the other text.
    pub theirs: ProsePlaces,
    /// By place of ours; none for a place that the other text has not.
    places: BTreeMap<usize, Option<usize>>,
    /// Places that were asked for in vain and reported.
    reported: BTreeSet<usize>,
    /// What the bindings file says of charts.
    pub(super) charts: ChartMap,
}

impl PlaceMap {
    /// Looks up both sides of every line of `file`, which is the text `source`.
    pub(super) fn new(
        file: &BindingsFile,
        source: Option<SourceId>,
        ours: &ProsePlaces,
        theirs: ProsePlaces,
        findings: &mut Findings,
    ) -> Self {
        let mut map = Self {
            theirs,
            places: BTreeMap::new(),
            reported: BTreeSet::new(),
            charts: ChartMap::default(),
        };
        let Some(source) = source else { return map };
        map.charts = ChartMap::new(file, source, ours, &map.theirs, findings);
        for (our, their) in &file.places {
            let Some(our) = mapped_place(ours, our, source, "the rules' own book", findings) else {
                continue;
            };
            if their.get_ref().trim().is_empty() {
                map.places.insert(our, None);
            } else if let Some(their) =
                mapped_place(&map.theirs, their, source, "the text that is played", findings)
            {
                map.places.insert(our, Some(their));
            }
        }
        for (our, said) in &file.words {
            let Some(our) = mapped_place(ours, our, source, "the rules' own book", findings) else {
                continue;
            };
            if let Some(their) = map.theirs_of(ours, our).flatten() {
                let sentences = sentences::split_sentences(&map.theirs.all[their].text);
                if sentences::find_sentences(&sentences, said.get_ref()).is_none() {
                    let key = map.theirs.key(their);
                    let message =
                        format!("\"{}\" does not stand at `{key}`", short_quote(said.get_ref()));
                    let place = Span::new(source, said.span());
                    let there = sentences::nearest_sentence(&sentences, said.get_ref());
                    let hint = format!("there stands: \"{}\"", short_quote(&there));
                    findings.push(Diagnostic::at(code::LOST_WORDS, place, message).hint(hint));
                }
            }
        }
        map
    }

    /// The place of the other text for ours; `Some(None)` when the bindings file says that it has
    /// none.
    fn theirs_of(&self, ours: &ProsePlaces, our: usize) -> Option<Option<usize>> {
        if let Some(their) = self.places.get(&our) {
            return Some(*their);
        }
        let place = &ours.all[our];
        if let Some(anchor) = &place.anchor {
            if let Ok(their) = self.theirs.find(anchor, None) {
                return Some(Some(their));
            }
            if *anchor == place.section {
                return None;
            }
        }
        let section = ours.find(&place.section, None).ok()?;
        let their = match self.theirs_of(ours, section)? {
            // What stands under a heading that the other text has not, it has not either.
            None => return Some(None),
            Some(their) => &self.theirs.all[their].section,
        };
        let step =
            Some(place.step.as_str()).filter(|step| place.anchor.is_none() && !step.is_empty())?;
        self.theirs.find(their, Some(step)).ok().map(Some)
    }

    /// The place of the other text for ours; one that is neither there nor left out is reported
    /// once, for `asked`.
    pub(super) fn find(
        &mut self,
        ours: &ProsePlaces,
        our: usize,
        asked: Span,
        findings: &mut Findings,
    ) -> Option<usize> {
        if let Some(found) = self.theirs_of(ours, our) {
            return found;
        }
        if self.reported.insert(our) {
            let key = ours.key(our).replace('/', " ");
            let message = format!("the text that is played has no place `{key}`");
            let near = ours.all[our]
                .anchor
                .as_deref()
                .and_then(|anchor| self.theirs.nearest_anchor(anchor));
            let their = near.map_or_else(|| "#their-place".to_owned(), |near| format!("#{near}"));
            let hint = format!(
                "write \"{key}\" = \"{their}\" below [places], or \"{key}\" = \"\" if it has none"
            );
            findings.push(Diagnostic::at(code::UNMAPPED_PLACE, asked, message).hint(hint));
        }
        None
    }
}

/// The place that a side of a line names.
fn mapped_place(
    places: &ProsePlaces,
    side: &Spanned<String>,
    source: SourceId,
    whose: &str,
    findings: &mut Findings,
) -> Option<usize> {
    let place = Span::new(source, side.span());
    let mut words = side.get_ref().split_whitespace();
    let anchor = words.next().and_then(|word| word.strip_prefix('#'));
    let (Some(anchor), step, None) = (anchor, words.next(), words.next()) else {
        let message = format!("`{}` names no place", short_quote(side.get_ref()));
        let hint = "write an anchor, such as \"#draw-phase\", or an anchor and a step, such as \"#draw-phase 2.1\"";
        findings.push(Diagnostic::at(code::BINDINGS_FILE, place, message).hint(hint));
        return None;
    };
    match places.find(anchor, step) {
        Ok(found) => Some(found),
        Err(missing) => {
            let message = format!("{whose} has no place `{}`", short_quote(side.get_ref()));
            findings.push(
                Diagnostic::at(code::DANGLING_BINDING, place, message)
                    .hint(missing_place_hint(&missing, anchor)),
            );
            None
        }
    }
}

/// What to write instead of a place that does not exist.
pub(super) fn missing_place_hint(missing: &MissingPlace, anchor: &str) -> String {
    match missing {
        MissingPlace::Anchor(Some(near)) => format!("did you mean `#{near}`?"),
        MissingPlace::Anchor(None) => {
            format!("write {{#{}}} behind the title or item that is meant", short_quote(anchor))
        }
        MissingPlace::Step(steps) if steps.is_empty() => {
            format!("`#{}` has no steps", short_quote(anchor))
        }
        MissingPlace::Step(steps) => format!("its steps are {}", short_quote(&steps.join(", "))),
    }
}
