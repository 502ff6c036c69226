//! Plays another text, which must not be changed: a bindings file says which of its places match the places
//! of the rules' own book. In: TOML. Out: a map between the places of two texts.

mod charts;

use std::collections::BTreeMap;

pub use charts::{ChartMap, MappingLine, missing_chart_hint};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::places::{MissingPlace, ProsePlaces, sentences};
use super::program::ProsePlace;
use base::diagnostic::{Code, Diagnostic, Findings, code, short_quote};
use base::source::keys::TomlFile;
use base::source::{SourceId, Span};

/// A line of a bindings file: `"our side" = "their side"`.
pub type MappingLines = BTreeMap<Spanned<String>, Spanned<String>>;

/// The places of another text that match the places of the rules' own book. With this file the rules can play
/// a text that must not be changed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BindingsFile {
    /// The reading of the other text, if it has two.
    #[schemars(example = &"printed")]
    pub reading: Option<String>,
    /// Our places and the matching places of the other text; empty for a place that the other text lacks. A
    /// place is an anchor, or an anchor and a step.
    #[schemars(with = "BTreeMap<String, String>")]
    #[schemars(example = serde_json::json!({ "#draw-phase 2": "#drawing 2.1" }))]
    places: MappingLines,
    /// Words that must be at places of the other text, by our places. If a place of the other text says more
    /// than ours, only the sentence with these words is quoted for ours.
    #[schemars(with = "BTreeMap<String, String>")]
    #[schemars(example = serde_json::json!({ "#draw-phase": "draws a card" }))]
    words: MappingLines,
    /// Our charts and the matching charts of the other text; empty for a chart that the other text lacks.
    #[schemars(with = "BTreeMap<String, String>")]
    #[schemars(example = serde_json::json!({ "#turn": "#a-turn" }))]
    charts: MappingLines,
    /// For each of our charts: our boxes and the matching boxes of the other text, with blanks between
    /// several, empty for none.
    #[schemars(with = "BTreeMap<String, BTreeMap<String, String>>")]
    #[schemars(example = serde_json::json!({ "#turn": { "Draw": "B C" } }))]
    boxes: BTreeMap<Spanned<String>, MappingLines>,
    /// For each of our charts: the boxes of the other text at which the players may respond, with blanks
    /// between them.
    #[schemars(with = "BTreeMap<String, String>")]
    #[schemars(example = serde_json::json!({ "#turn": "D" }))]
    waits: MappingLines,
    /// For each of our charts: our answers and the matching answers of the other text.
    #[schemars(with = "BTreeMap<String, BTreeMap<String, String>>")]
    #[schemars(example = serde_json::json!({ "#turn": { "Yes": "Correct" } }))]
    answers: BTreeMap<Spanned<String>, MappingLines>,
}

/// Hint with the form of a side of a line.
const PLACE_HINT: &str = "write an anchor, such as \"#draw-phase\", or an anchor and a step, such \
    as \"#draw-phase 2.1\"";

/// Parses a bindings file. Reports each line that cannot be understood, with its place.
pub fn read_bindings_file(source: SourceId, text: &str, findings: &mut Findings) -> BindingsFile {
    let Some(mut file) = TomlFile::parse(source, code::BINDINGS_FILE, text, findings) else {
        return BindingsFile::default();
    };
    file.take_unknown::<BindingsFile>(None, findings);
    let hint = "write [places], below it lines such as \"#our-place 2\" = \"#their-place 2.1\"";
    file.read(hint, findings)
}

/// Name of the rules' book in findings.
const OURS: &str = "the rules' own book";
/// Name of the played text in findings.
const THEIRS: &str = "the played text";

/// Matches places of the rules' own book with places of another text.
pub struct PlaceMap<'f> {
    /// Places of the other text.
    pub theirs: ProsePlaces,
    /// Matching place by place of ours; `None` for a place that the other text lacks.
    places: BTreeMap<usize, Option<usize>>,
    /// Charts, boxes and answers that the bindings file matches.
    pub charts: ChartMap<'f>,
}

impl<'f> PlaceMap<'f> {
    /// Looks up both sides of every line of `file`, which is the text `source`.
    pub fn new(
        file: &'f BindingsFile,
        source: Option<SourceId>,
        ours: &ProsePlaces,
        theirs: ProsePlaces,
        findings: &mut Findings,
    ) -> Self {
        let Some(source) = source else {
            return Self { theirs, places: BTreeMap::new(), charts: ChartMap::default() };
        };
        let mut reader = BindingsReader { source, ours, theirs: &theirs, findings };
        let charts = ChartMap::read(file, &mut reader);
        let places = reader.mapped_places(&file.places);
        let mut map = Self { theirs, places, charts };
        let mut reader = BindingsReader { source, ours, theirs: &map.theirs, findings };
        let quoted = reader.quoted_places(&file.words, &map);
        // Only part of their place matches ours: add a place with that part.
        for (our, place) in quoted {
            map.places.insert(our, Some(map.theirs.all.len()));
            map.theirs.named.push(place.text.clone());
            map.theirs.all.push(place);
        }
        map
    }

    /// Returns the place of the other text that matches ours; `Some(None)` if the bindings file says that
    /// there is none.
    pub fn theirs_of(&self, ours: &ProsePlaces, our: usize) -> Option<Option<usize>> {
        let place = &ours.all[our];
        match self.places.get(&our).copied() {
            Some(their) => Some(their),
            None => {
                let own = place.anchor.as_deref();
                let same = own.and_then(|own| self.theirs.find(own, None).ok()).map(Some);
                same.or_else(|| self.same_step(ours, place))
            }
        }
    }

    /// Returns the place of the same step below the section that matches the section of ours.
    fn same_step(&self, ours: &ProsePlaces, place: &ProsePlace) -> Option<Option<usize>> {
        if place.anchor.as_ref() == Some(&place.section) {
            return None;
        }
        let section = ours.find(&place.section, None).ok()?;
        let Some(their) = self.theirs_of(ours, section)? else {
            // The other text lacks the heading, so it also lacks everything below it.
            return Some(None);
        };
        let step =
            Some(place.step.as_str()).filter(|step| place.anchor.is_none() && !step.is_empty())?;
        self.theirs.find(&self.theirs.all[their].section, Some(step)).ok().map(Some)
    }
}

/// Looks up the sides of the lines of a bindings file.
pub struct BindingsReader<'a> {
    source: SourceId,
    ours: &'a ProsePlaces,
    theirs: &'a ProsePlaces,
    findings: &'a mut Findings,
}

impl BindingsReader<'_> {
    fn mapped_places(&mut self, lines: &MappingLines) -> BTreeMap<usize, Option<usize>> {
        let mut places = BTreeMap::new();
        for (our, their) in lines {
            let Some(our) = self.named_place(self.ours, our, OURS) else { continue };
            if their.get_ref().trim().is_empty() {
                places.insert(our, None);
            } else if let Some(their) = self.named_place(self.theirs, their, THEIRS) {
                places.insert(our, Some(their));
            }
        }
        places
    }

    /// Returns, by place of ours, the place of the other text cut down to the sentences with the words.
    /// Reports words that are not there.
    fn quoted_places(
        &mut self,
        lines: &MappingLines,
        map: &PlaceMap<'_>,
    ) -> Vec<(usize, ProsePlace)> {
        let mut quoted = Vec::new();
        for (our, words) in lines {
            let Some(our) = self.named_place(self.ours, our, OURS) else { continue };
            let their = map.theirs_of(self.ours, our).flatten();
            let place = their.and_then(|their| self.quoted_place(their, words));
            quoted.extend(place.map(|place| (our, place)));
        }
        quoted
    }

    /// Returns a place of the other text cut down to the sentences with the words.
    fn quoted_place(&mut self, their: usize, words: &Spanned<String>) -> Option<ProsePlace> {
        let place = &self.theirs.all[their];
        let sentences = sentences::split_sentences(&place.text);
        let Some(held) = sentences::find_sentences(&sentences, words.get_ref()) else {
            let (key, quoted) = (self.theirs.key(their), short_quote(words.get_ref()));
            let message = format!("\"{quoted}\" is not at `{key}`");
            let hint = sentences::lost_words_hint(&sentences, words.get_ref());
            self.report(code::LOST_QUOTE, words, message, hint);
            return None;
        };
        Some(ProsePlace { text: sentences[held].join(" "), ..place.clone() })
    }

    /// Returns the place that a side of a line names.
    fn named_place(
        &mut self,
        places: &ProsePlaces,
        side: &Spanned<String>,
        whose: &str,
    ) -> Option<usize> {
        let Some((anchor, step)) = split_place(side.get_ref()) else {
            self.report_no_place(side);
            return None;
        };
        let found = places.find(anchor, step);
        let missing = |missing: MissingPlace| {
            let message = format!("{whose} has no place `{}`", short_quote(side.get_ref()));
            self.report_dangling(side, message, missing.hint(anchor));
        };
        found.map_err(missing).ok()
    }

    /// Reports a side that does not begin with an anchor.
    fn report_no_place(&mut self, side: &Spanned<String>) {
        let message = format!("`{}` is not an anchor", short_quote(side.get_ref()));
        self.report(code::BINDINGS_FILE, side, message, PLACE_HINT.to_owned());
    }

    fn report_dangling(&mut self, side: &Spanned<String>, message: String, hint: String) {
        self.report(code::DANGLING_BINDING, side, message, hint);
    }

    fn report(&mut self, code: Code, side: &Spanned<String>, message: String, hint: String) {
        let span = Span::new(self.source, side.span());
        self.findings.push(Diagnostic::at(code, span, message).hint(hint));
    }
}

/// Splits `#anchor` or `#anchor step`.
fn split_place(side: &str) -> Option<(&str, Option<&str>)> {
    let mut words = side.split_whitespace();
    let anchor = words.next()?.strip_prefix('#')?;
    let step = words.next();
    words.next().is_none().then_some((anchor, step))
}
