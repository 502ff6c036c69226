//! The steps of a section as the text numbers them, and the rules that belong to each step: the step itself,
//! its content, and the sections to which its words link.

use crate::places;
use rules::{Program, ProsePlace};

/// The steps of a section.
pub struct SectionSteps<'a> {
    program: &'a Program,
    steps: Vec<SectionStep<'a>>,
}

/// One step of a section.
struct SectionStep<'a> {
    /// The number or letter that the text prints before it, `3`, `a`; for a section in the section, the last
    /// part of its number.
    number: &'a str,
    place: &'a ProsePlace,
    /// The places to which its words link.
    linked: Vec<&'a ProsePlace>,
}

impl<'a> SectionSteps<'a> {
    /// Returns the items of the section's first list and its lettered ones; if there are none, the sections
    /// in it.
    pub fn of(program: &'a Program, section: &ProsePlace) -> Self {
        let own = program.places.iter().filter(|place| place.book == section.book);
        let items = own.clone().filter(|place| {
            let is_item = !place.step.is_empty() && !place.step.contains(['.', ':', '*']);
            is_item && place.section == section.section && !is_box(place)
        });
        let mut numbered: Vec<(&str, &ProsePlace)> =
            items.map(|place| (place.step.as_str(), place)).collect();
        // Names inside an item belong to the step of the item.
        numbered.dedup_by_key(|(number, _)| *number);
        if numbered.is_empty() {
            numbered.extend(own.filter_map(|place| section_in(section, place)));
        }
        let steps = numbered.into_iter().map(|(number, place)| {
            let linked = place.links.iter().filter_map(|anchor| {
                let mut own = program.places.iter().filter(|place| place.book.is_none());
                own.find(|place| place.anchor.as_deref() == Some(anchor))
            });
            SectionStep { number, place, linked: linked.collect() }
        });
        Self { program, steps: steps.collect() }
    }

    /// Returns the number of steps.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// Returns the printed number of the step with this index.
    pub fn number(&self, nth: usize) -> &'a str {
        self.steps[nth].number
    }

    /// Returns the index of the step to which a rule belongs; a box of a chart belongs to the step of its
    /// function.
    pub fn step_of(&self, rule: u32) -> Option<usize> {
        let place = self.program.places.get(rule as usize)?;
        let linked = || self.linked_step_of(place);
        let bound = || is_box(place).then(|| self.bound_step_of(rule)).flatten();
        self.own_step_of(place).or_else(linked).or_else(bound)
    }

    /// Returns the index of the step that contains a rule.
    fn own_step_of(&self, place: &ProsePlace) -> Option<usize> {
        self.steps.iter().position(|step| is_in(place, step.place))
    }

    /// Returns the index of a step that shares a function with a rule.
    fn bound_step_of(&self, rule: u32) -> Option<usize> {
        let mut functions =
            self.program.functions.iter().filter(|function| function.places.contains(&rule));
        functions.find_map(|function| {
            let mut places = function.places.iter();
            places.find_map(|place| self.own_step_of(self.program.places.get(*place as usize)?))
        })
    }

    /// Returns the index of the step that links to the smallest section with a rule in it.
    fn linked_step_of(&self, place: &ProsePlace) -> Option<usize> {
        let steps = self.steps.iter().enumerate();
        let linked = steps.filter_map(|(nth, step)| {
            let around = step.linked.iter().filter(|target| is_in(place, target));
            Some((around.map(|target| target.address.len()).max()?, nth))
        });
        // Of two steps that link to one section, the first counts.
        let deepest = linked.max_by_key(|(depth, nth)| (*depth, std::cmp::Reverse(*nth)));
        deepest.map(|(_, nth)| nth)
    }
}

fn is_box(place: &ProsePlace) -> bool {
    place.address.rsplit(' ').nth(1) == Some("box")
}

/// Returns the last part of a section's number, and the section, if it is directly within another.
fn section_in<'a>(
    section: &ProsePlace,
    place: &'a ProsePlace,
) -> Option<(&'a str, &'a ProsePlace)> {
    let number = place.address.strip_prefix(&section.address)?.strip_prefix('.')?;
    let is_direct = places::is_section(place) && !number.contains(['.', ' ']);
    is_direct.then_some((number, place))
}

/// Returns whether a rule is a step or a section, or within it.
fn is_in(place: &ProsePlace, whole: &ProsePlace) -> bool {
    // Without numbers of sections the steps of two of them have one address.
    let beside = !whole.step.is_empty() || whole.address.is_empty();
    if place.book != whole.book || beside && place.section != whole.section {
        return false;
    }
    let rest = place.address.strip_prefix(whole.address.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.']))
}
