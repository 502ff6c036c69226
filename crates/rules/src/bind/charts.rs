//! Charts as programs: each box gets the function that carries it out, and each exit the answers
//! that take it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::box_functions::{BoxFinder, BoxFunctions};
use super::chart_module::ChartFunction;
use super::directive::Directive;
use super::links::BoxLink;
use super::walked_chart::WalkedChart;
use super::{Binder, ModuleDirectives, exits};
use crate::program::{Binding, BoxExit, BoxProgram, ChartProgram, ProsePlace, normal_answer};
use base::diagnostic::{code, short_quote};
use base::source::Span;
use base::text::single_spaced;
use draw::flowchart;

impl Binder<'_> {
    /// Binds the functions of modules that are programs of charts.
    pub fn bind_charts(&mut self, directives: &ModuleDirectives<'_>) {
        let mut known = BTreeMap::new();
        for module in &directives.charts {
            match known.entry((module.book, module.anchor.text)) {
                Entry::Occupied(first) => {
                    let anchor = short_quote(module.anchor.text);
                    let message = format!("the chart `#{anchor}` is in two modules");
                    let hint = "put all its functions into one";
                    self.report_doubled(module.span, *first.get(), message, hint);
                }
                Entry::Vacant(entry) => {
                    entry.insert(module.span);
                    if let Some(drawn) = self.walked_chart(module) {
                        let finder = BoxFinder { binder: self, module, ours: drawn.ours() };
                        let functions = finder.functions(&directives.lines);
                        let anchor = module.anchor.text;
                        ChartBinder { binder: self, anchor, drawn: &drawn, functions }.bind();
                    }
                }
            }
        }
        let boxes = directives.lines.iter().filter(|line| matches!(line.line, Directive::Box(_)));
        for line in boxes.filter(|line| !directives.in_chart_module(line.function)) {
            let hint = "open it with a line such as `#@ chart #card-activation`";
            let message = "`#@ box` is in a module without a `#@ chart` line";
            self.report(code::BAD_BINDING, line.span, message, hint);
        }
    }
}

/// Binds the boxes of one chart.
struct ChartBinder<'b, 'a> {
    binder: &'b mut Binder<'a>,
    /// Anchor by which the rules call the chart.
    anchor: &'b str,
    drawn: &'b WalkedChart<'a>,
    functions: BoxFunctions<'b>,
}

impl ChartBinder<'_, '_> {
    /// Enters the chart into the program.
    fn bind(mut self) {
        let exits = exits::chart_exits(&self.drawn.chart, self.drawn.answers);
        // Report lines of the bindings file whose answers are at no exit.
        let ours = exits::chart_exits(self.drawn.ours(), &[]);
        for line in self.drawn.answers {
            self.check_answer_side("our chart", line.ours, line.our_span, &ours);
            self.check_answer_side("their chart", line.theirs, line.their_span, &exits);
        }
        let known = self.binder.program.charts.iter().flat_map(|chart| &chart.boxes);
        let mut way = known.map(BoxProgram::ways).sum();
        let mut boxes = Vec::new();
        for (node, exits) in exits.into_iter().enumerate() {
            let own = BoxProgram { exits, way, ..self.plain_box(node) };
            way += own.ways();
            boxes.push(self.bind_box(node, own));
        }
        // Report boxes of ours that have a function but match no box of the other text.
        for (id, def) in self.functions.iter().filter(|(id, _)| self.drawn.lacks(id)) {
            let message = format!("the chart that is walked has no box `{}`", short_quote(id));
            let hint = format!(
                "write {id} = \"TheirId\" below its [boxes], or {id} = \"\" if it has none"
            );
            self.binder.report(code::UNMAPPED_PLACE, def.span, message, hint);
        }
        let first = flowchart::start_node(&self.drawn.chart).unwrap_or_default() as u32;
        let (anchor, place) = (self.anchor.to_owned(), self.drawn.place);
        self.binder.program.charts.push(ChartProgram { anchor, place, first, boxes });
    }

    /// Returns a box without exits and function, and enters its place into the program.
    fn plain_box(&mut self, node: usize) -> BoxProgram {
        let place = self.box_place(node);
        let (own, name) = (&self.drawn.chart.nodes[node], &self.drawn.names[node]);
        BoxProgram {
            id: own.id.clone(),
            name: if name.is_empty() { &own.id } else { name }.clone(),
            number: self.drawn.numbers[node] as u32,
            label: single_spaced(&own.label),
            place,
            function: None,
            exits: Vec::new(),
            wait: self.drawn.waits(node),
            link: None,
            way: 0,
        }
    }

    /// Enters the place of a box into the program, and returns its number.
    fn box_place(&mut self, node: usize) -> u32 {
        let (drawn, places) = (self.drawn, &mut self.binder.program.places);
        let chart = &places[drawn.place as usize];
        let before = if chart.address.is_empty() { &chart.title } else { &chart.address };
        let own = &drawn.chart.nodes[node];
        let place = ProsePlace {
            section: drawn.anchor().to_owned(),
            step: own.id.clone(),
            anchor: None,
            address: format!("{before} box {}", drawn.numbers[node]),
            title: chart.title.clone(),
            text: single_spaced(&own.label),
            links: Vec::new(),
            span: drawn.placed.code.place(own.place.clone(), drawn.placed.span),
            book: drawn.book.map(str::to_owned),
        };
        places.push(place);
        (places.len() - 1) as u32
    }

    /// Binds the box to its function. Reports a box that branches without one.
    fn bind_box(&mut self, node: usize, own: BoxProgram) -> BoxProgram {
        let def = self.functions.get(self.drawn.names[node].as_str()).copied();
        match def {
            Some(def) => self.bind_function(&own, def),
            None if own.exits.len() > 1 => {
                let anchor = short_quote(self.anchor);
                let message = format!("no function answers the box `{}` of `#{anchor}`", own.id);
                let (hint, span) = (self.unbound_box_hint(&own), self.box_span(&own));
                self.binder.report(code::UNBOUND_BOX, span, message, hint);
            }
            None => {}
        }
        // The target of a lead is looked up after all functions are bound.
        if let Some((anchor, ours)) = self.drawn.lead(node) {
            let at = (self.binder.program.charts.len(), node);
            let span = self.box_span(&own);
            self.binder.links.push(BoxLink { at, anchor: anchor.to_owned(), ours, span });
        }
        BoxProgram { function: def.map(|def| def.function as u32), ..own }
    }

    /// Binds a box to its function: enters the place and the line of the lock, and reports returned answers
    /// that no exit has.
    fn bind_function(&mut self, own: &BoxProgram, def: &ChartFunction<'_>) {
        let binding = self.box_binding(own, def);
        let program = &mut self.binder.program;
        program.functions[def.function].carry_out(own.place);
        program.bindings.push(binding);
        if own.exits.len() < 2 {
            return;
        }
        for (answer, span) in def.answers.iter().filter(|(answer, _)| own.exit(answer).is_none()) {
            let message = format!("the box `{}` has no exit \"{}\"", own.id, short_quote(answer));
            self.report_stray_answer(*span, message, &own.choices());
        }
    }

    /// Returns the line of the lock for a box.
    fn box_binding(&self, own: &BoxProgram, def: &ChartFunction<'_>) -> Binding {
        let labels = own.exits.iter().map(|exit| &*exit.label).filter(|label| !label.is_empty());
        let labels = labels.collect::<Vec<_>>().join(" | ");
        let is_played = self.drawn.book.is_none() && self.binder.foreign.is_none();
        Binding {
            function: def.function as u32,
            key: format!("#{}/{}", self.anchor, own.name),
            place: is_played.then_some(own.place),
            words: Vec::new(),
            sentence: format!("{} {labels}", own.label).trim().to_owned(),
            hash: def.hash,
            span: def.span,
        }
    }

    fn box_span(&self, own: &BoxProgram) -> Span {
        self.binder.program.places[own.place as usize].span
    }

    fn check_answer_side(&mut self, whose: &str, answer: &str, span: Span, exits: &[Vec<BoxExit>]) {
        let wanted = normal_answer(answer);
        if !exits.iter().flatten().any(|exit| exit.answers.contains(&wanted)) {
            let message = format!("no exit of {whose} has the answer \"{}\"", short_quote(answer));
            let labels = exits.iter().flatten().map(|exit| format!("\"{}\"", exit.label));
            let labels = short_quote(&labels.collect::<Vec<_>>().join(", "));
            self.report_stray_answer(span, message, &labels);
        }
    }

    fn report_stray_answer(&mut self, span: Span, message: String, known: &str) {
        self.binder.report(code::STRAY_ANSWER, span, message, format!("the exits are {known}"));
    }

    fn unbound_box_hint(&self, own: &BoxProgram) -> String {
        let (id, choices) = (&own.id, own.choices());
        let is_function_name = id.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !id.starts_with(char::is_numeric);
        if self.drawn.is_foreign() {
            format!(
                "write Our = \"{id}\" below [boxes.\"#{}\"], with the id of our box that it \
                 stands for",
                self.anchor
            )
        } else if is_function_name {
            format!("write `def {id}(...)` that returns one of {choices}")
        } else {
            format!("write `#@ box {id}` above a function that returns one of {choices}")
        }
    }
}
