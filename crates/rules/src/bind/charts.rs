//! Charts as programs: each box gets the function that carries it out, and each exit the answers
//! that take it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::box_functions::{BoxFinder, BoxFunctions};
use super::chart_module::{ChartFunction, ChartModule};
use super::directive::Directive;
use super::links::BoxLink;
use super::walked_chart::WalkedChart;
use super::{Binder, ModuleDirectives, PlacedDirective, exits};
use crate::program::{Binding, BoxExit, BoxProgram, ChartProgram, ProsePlace, normal_answer};
use base::diagnostic::{Diagnostic, code};
use base::source::Span;
use document::short_quote;
use draw::flowchart;

impl Binder<'_> {
    /// Binds the functions of modules that are programs of charts.
    pub fn bind_charts(&mut self, directives: &ModuleDirectives<'_>) {
        let mut known = BTreeMap::new();
        for module in &directives.charts {
            match known.entry((module.book, module.anchor.text)) {
                Entry::Occupied(first) => self.report_second_module(module, *first.get()),
                Entry::Vacant(entry) => {
                    entry.insert(module.span);
                    self.bind_chart_module(module, &directives.lines);
                }
            }
        }
        self.report_boxes_without_chart(directives);
    }

    fn report_second_module(&mut self, module: &ChartModule<'_>, first: Span) {
        let message = format!("the chart `#{}` has two modules", short_quote(module.anchor.text));
        self.report_doubled(module.span, first, message, "put all its functions into one");
    }

    fn report_boxes_without_chart(&mut self, directives: &ModuleDirectives<'_>) {
        let boxes = directives.lines.iter().filter(|line| matches!(line.line, Directive::Box(_)));
        for line in boxes.filter(|line| !directives.in_chart_module(line.function)) {
            let hint = "open it with a line such as `#@ chart #card-activation`";
            let message = "`#@ box` stands in a module without a `#@ chart` line";
            self.report(code::BAD_BINDING, line.span, message, hint);
        }
    }

    fn bind_chart_module(&mut self, module: &ChartModule<'_>, lines: &[PlacedDirective<'_>]) {
        if let Some(drawn) = self.walked_chart(module) {
            let finder = BoxFinder { binder: self, module, ours: drawn.ours() };
            let functions = finder.functions(lines);
            let anchor = module.anchor.text;
            ChartBinder { binder: self, anchor, drawn: &drawn, functions }.bind();
        }
    }
}

/// Binds the boxes of one chart.
struct ChartBinder<'b, 'a> {
    binder: &'b mut Binder<'a>,
    /// How the rules call the chart.
    anchor: &'b str,
    drawn: &'b WalkedChart<'a>,
    functions: BoxFunctions<'b>,
}

impl ChartBinder<'_, '_> {
    /// Enters the chart into the program.
    fn bind(mut self) {
        let exits = exits::chart_exits(&self.drawn.chart, self.drawn.answers);
        self.check_answer_lines(&exits);
        let known = self.binder.program.charts.iter().flat_map(|chart| &chart.boxes);
        let mut way = known.map(BoxProgram::ways).sum();
        let mut boxes = Vec::new();
        for (node, exits) in exits.into_iter().enumerate() {
            let own = BoxProgram { exits, way, ..self.plain_box(node) };
            way += own.ways();
            boxes.push(self.bind_box(node, own));
        }
        self.report_unmapped_boxes();
        let first = flowchart::start_node(&self.drawn.chart).unwrap_or_default() as u32;
        let (anchor, place) = (self.anchor.to_owned(), self.drawn.place);
        self.binder.program.charts.push(ChartProgram { anchor, place, first, boxes });
    }

    /// A box without exits and function; its place is entered into the program.
    fn plain_box(&mut self, node: usize) -> BoxProgram {
        let place = self.box_place(node);
        let (own, name) = (&self.drawn.chart.nodes[node], &self.drawn.names[node]);
        BoxProgram {
            id: own.id.clone(),
            name: if name.is_empty() { &own.id } else { name }.clone(),
            number: self.drawn.numbers[node] as u32,
            label: exits::one_line_label(&own.label),
            place,
            function: None,
            exits: Vec::new(),
            wait: self.drawn.waits(node),
            link: None,
            way: 0,
        }
    }

    /// Enters the place of a box into the program.
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
            text: exits::one_line_label(&own.label),
            links: Vec::new(),
            span: drawn.placed.code.place(own.place.clone(), drawn.placed.span),
            book: drawn.book.map(str::to_owned),
        };
        places.push(place);
        (places.len() - 1) as u32
    }

    /// The box with its function, which one that branches needs.
    fn bind_box(&mut self, node: usize, own: BoxProgram) -> BoxProgram {
        let def = self.functions.get(self.drawn.names[node].as_str()).copied();
        match def {
            Some(def) => self.bind_function(&own, def),
            None if own.exits.len() > 1 => self.report_unbound_box(&own),
            None => {}
        }
        self.add_link(node, &own);
        BoxProgram { function: def.map(|def| def.function as u32), ..own }
    }

    /// A box and its function: the place, the line of the lock, and the answers that are seen
    /// before anything runs.
    fn bind_function(&mut self, own: &BoxProgram, def: &ChartFunction<'_>) {
        let binding = self.box_binding(own, def);
        let program = &mut self.binder.program;
        program.functions[def.function].carry_out(own.place);
        program.bindings.push(binding);
        if own.exits.len() > 1 {
            self.check_returned_answers(own, def);
        }
    }

    /// The line of the lock for a box.
    fn box_binding(&self, own: &BoxProgram, def: &ChartFunction<'_>) -> Binding {
        let is_played = self.drawn.book.is_none() && self.binder.foreign.is_none();
        Binding {
            function: def.function as u32,
            key: format!("#{}/{}", self.anchor, own.name),
            place: is_played.then_some(own.place),
            words: Vec::new(),
            sentence: box_sentence(own),
            hash: def.hash,
            span: def.span,
        }
    }

    /// Notes where a box leads on to; the target is found when all functions are bound.
    fn add_link(&mut self, node: usize, own: &BoxProgram) {
        if let Some((anchor, ours)) = self.drawn.lead(node) {
            let at = (self.binder.program.charts.len(), node);
            let span = self.box_span(own);
            self.binder.links.push(BoxLink { at, anchor: anchor.to_owned(), ours, span });
        }
    }

    fn box_span(&self, own: &BoxProgram) -> Span {
        self.binder.program.places[own.place as usize].span
    }

    fn check_returned_answers(&mut self, own: &BoxProgram, def: &ChartFunction<'_>) {
        for (answer, span) in def.answers.iter().filter(|(answer, _)| own.exit(answer).is_none()) {
            let message = format!("the box `{}` has no exit \"{}\"", own.id, short_quote(answer));
            self.report_stray_answer(*span, message, &own.choices());
        }
    }

    /// Reports lines of the bindings file whose answers stand at no exit.
    fn check_answer_lines(&mut self, theirs: &[Vec<BoxExit>]) {
        let ours = exits::chart_exits(self.drawn.ours(), &[]);
        for line in self.drawn.answers {
            self.check_answer_side("our chart", (line.ours, line.our_span), &ours);
            self.check_answer_side("their chart", (line.theirs, line.their_span), theirs);
        }
    }

    fn check_answer_side(
        &mut self,
        whose: &str,
        (answer, span): (&str, Span),
        exits: &[Vec<BoxExit>],
    ) {
        let wanted = normal_answer(answer);
        if !exits.iter().flatten().any(|exit| exit.answers.contains(&wanted)) {
            let message = format!("no exit of {whose} has the answer \"{}\"", short_quote(answer));
            self.report_stray_answer(span, message, &quoted_labels(exits));
        }
    }

    fn report_stray_answer(&mut self, span: Span, message: String, known: &str) {
        self.binder.report(code::STRAY_ANSWER, span, message, format!("the exits are {known}"));
    }

    /// Reports a box that branches and that no function answers.
    fn report_unbound_box(&mut self, own: &BoxProgram) {
        let anchor = short_quote(self.anchor);
        let message = format!("no function answers the box `{}` of `#{anchor}`", own.id);
        let (hint, span) = (self.unbound_box_hint(own), self.box_span(own));
        self.binder.report(code::UNBOUND_BOX, span, message, hint);
    }

    fn unbound_box_hint(&self, own: &BoxProgram) -> String {
        let (id, choices) = (&own.id, own.choices());
        if self.drawn.is_foreign() {
            format!(
                "write Our = \"{id}\" below [boxes.\"#{}\"], with the id of our box that it \
                 stands for",
                self.anchor
            )
        } else if is_function_name(id) {
            format!("write `def {id}(...)` that returns one of {choices}")
        } else {
            format!("write `#@ box {id}` above a function that returns one of {choices}")
        }
    }

    /// Reports boxes of ours with a function that stand for no box of the other text.
    fn report_unmapped_boxes(&mut self) {
        let drawn = self.drawn;
        for (id, def) in self.functions.iter().filter(|(id, _)| drawn.lacks(id)) {
            self.binder.findings.push(unmapped_box(id, def.span));
        }
    }
}

fn unmapped_box(id: &str, span: Span) -> Diagnostic {
    let message = format!("the chart that is walked has no box `{}`", short_quote(id));
    let finding = Diagnostic::at(code::UNMAPPED_PLACE, span, message);
    finding
        .hint(format!("write {id} = \"TheirId\" below its [boxes], or {id} = \"\" if it has none"))
}

/// The labels of exits of boxes, each in quotation marks.
fn quoted_labels(exits: &[Vec<BoxExit>]) -> String {
    let labels = exits.iter().flatten().map(|exit| format!("\"{}\"", exit.label));
    short_quote(&labels.collect::<Vec<_>>().join(", "))
}

/// What a box and its exits say.
fn box_sentence(own: &BoxProgram) -> String {
    let labels = own.exits.iter().map(|exit| &*exit.label).filter(|label| !label.is_empty());
    let labels = labels.collect::<Vec<_>>().join(" | ");
    format!("{} {labels}", own.label).trim().to_owned()
}

fn is_function_name(id: &str) -> bool {
    id.chars().all(|c| c.is_alphanumeric() || c == '_') && !id.starts_with(char::is_numeric)
}
