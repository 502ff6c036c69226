//! Charts as programs: each box gets the function that carries it out, and each exit the answers
//! that take it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::box_functions::BoxFunctions;
use super::chart_module::{ChartFunction, ChartModule};
use super::directive::Directive;
use super::links::BoxLink;
use super::walked_chart::WalkedChart;
use super::{Binder, ModuleDirectives, PlacedDirective, exits};
use crate::diagnostic::code;
use crate::document::short_quote;
use crate::flowchart;
use crate::rules::program::{
    Binding, BoxExit, BoxProgram, ChartProgram, ProsePlace, normal_answer,
};
use crate::source::Span;

impl<'a> Binder<'a> {
    /// Binds the functions of modules that are programs of charts.
    pub(super) fn bind_charts(&mut self, directives: &ModuleDirectives<'_>) {
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
        let has_chart = |line: &PlacedDirective<'_>| {
            directives.charts.iter().any(|module| module.functions.contains(&line.function))
        };
        let boxes = directives.lines.iter().filter(|line| matches!(line.line, Directive::Box(_)));
        for line in boxes.filter(|line| !has_chart(line)) {
            let hint = "open it with a line such as `#@ chart #card-activation`";
            let message = "the module is the program of no chart";
            self.report(code::BAD_BINDING, line.span, message, hint);
        }
    }

    fn bind_chart_module(&mut self, module: &ChartModule<'_>, lines: &[PlacedDirective<'_>]) {
        if let Some(drawn) = self.walked_chart(module) {
            let functions = self.box_functions(module, drawn.ours(), lines);
            self.bind_chart(module.anchor.text, &drawn, &functions);
        }
    }

    /// Enters a chart into the program.
    fn bind_chart(&mut self, anchor: &str, drawn: &WalkedChart<'a>, functions: &BoxFunctions<'_>) {
        let exits = exits::chart_exits(&drawn.chart, drawn.answers);
        self.check_answer_lines(drawn, &exits);
        let known = self.program.charts.iter().flat_map(|chart| &chart.boxes);
        let mut way = known.map(BoxProgram::ways).sum();
        let mut boxes = Vec::new();
        for (node, exits) in exits.into_iter().enumerate() {
            let own = BoxProgram { exits, way, ..self.plain_box(drawn, node) };
            way += own.ways();
            let def = functions.get(drawn.names[node].as_str()).copied();
            boxes.push(self.bind_box(anchor, drawn, own, def));
            self.add_link(drawn, node, &boxes[node]);
        }
        self.report_unmapped_boxes(drawn, functions);
        let first = flowchart::start_node(&drawn.chart).unwrap_or_default() as u32;
        let anchor = anchor.to_owned();
        self.program.charts.push(ChartProgram { anchor, place: drawn.place, first, boxes });
    }

    /// A box without exits and function; its place is entered into the program.
    fn plain_box(&mut self, drawn: &WalkedChart<'_>, node: usize) -> BoxProgram {
        let place = self.box_place(drawn, node);
        let (own, name) = (&drawn.chart.nodes[node], &drawn.names[node]);
        BoxProgram {
            id: own.id.clone(),
            name: if name.is_empty() { &own.id } else { name }.clone(),
            number: node as u32 + 1,
            label: exits::one_line_label(&own.label),
            place,
            function: None,
            exits: Vec::new(),
            wait: drawn.waits(node),
            link: None,
            way: 0,
        }
    }

    /// Enters the place of a box into the program.
    fn box_place(&mut self, drawn: &WalkedChart<'_>, node: usize) -> u32 {
        let ProsePlace { title, address, .. } = &self.program.places[drawn.place as usize];
        let before = if address.is_empty() { title } else { address };
        let own = &drawn.chart.nodes[node];
        let place = ProsePlace {
            section: drawn.anchor().to_owned(),
            step: own.id.clone(),
            anchor: None,
            address: format!("{before} box {}", node + 1),
            title: title.clone(),
            text: exits::one_line_label(&own.label),
            span: drawn.placed.code.place(own.place.clone(), drawn.placed.span),
            book: drawn.book.map(str::to_owned),
        };
        self.program.places.push(place);
        (self.program.places.len() - 1) as u32
    }

    /// Notes where a box leads on to; the target is found when all functions are bound.
    fn add_link(&mut self, drawn: &WalkedChart<'_>, node: usize, own: &BoxProgram) {
        if let Some((anchor, ours)) = drawn.lead(node) {
            let at = (self.program.charts.len(), node);
            let span = self.box_span(own);
            self.links.push(BoxLink { at, anchor: anchor.to_owned(), ours, span });
        }
    }

    fn box_span(&self, own: &BoxProgram) -> Span {
        self.program.places[own.place as usize].span
    }

    /// The box with its function; one that branches needs one.
    fn bind_box(
        &mut self,
        anchor: &str,
        drawn: &WalkedChart<'_>,
        own: BoxProgram,
        def: Option<&ChartFunction<'_>>,
    ) -> BoxProgram {
        match def {
            Some(def) => self.bind_box_function(anchor, drawn, &own, def),
            None if own.exits.len() > 1 => self.report_unbound_box(anchor, drawn, &own),
            None => {}
        }
        BoxProgram { function: def.map(|def| def.function as u32), ..own }
    }

    /// A box and its function: the place, the line of the lock, and the answers that are seen
    /// before anything runs.
    fn bind_box_function(
        &mut self,
        anchor: &str,
        drawn: &WalkedChart<'_>,
        own: &BoxProgram,
        def: &ChartFunction<'_>,
    ) {
        self.program.functions[def.function].carry_out(own.place);
        let is_played = drawn.book.is_none() && self.foreign.is_none();
        self.program.bindings.push(Binding {
            function: def.function as u32,
            key: format!("#{anchor}/{}", own.name),
            place: is_played.then_some(own.place),
            words: Vec::new(),
            sentence: box_sentence(own),
            hash: def.hash,
            span: def.span,
        });
        if own.exits.len() > 1 {
            self.check_returned_answers(own, def);
        }
    }

    fn check_returned_answers(&mut self, own: &BoxProgram, def: &ChartFunction<'_>) {
        for (answer, span) in def.answers.iter().filter(|(answer, _)| own.exit(answer).is_none()) {
            let message = format!("the box `{}` has no exit \"{}\"", own.id, short_quote(answer));
            self.report_stray_answer(*span, message, &own.choices());
        }
    }

    /// Reports lines of the bindings file whose answers stand at no exit.
    fn check_answer_lines(&mut self, drawn: &WalkedChart<'_>, theirs: &[Vec<BoxExit>]) {
        let ours = exits::chart_exits(drawn.ours(), &[]);
        for line in drawn.answers {
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
            let answer = short_quote(answer);
            let message = format!("no exit of {whose} has the answer \"{answer}\"");
            let known = exits.iter().flatten().map(|exit| format!("\"{}\"", exit.label));
            let known = known.collect::<Vec<_>>().join(", ");
            self.report_stray_answer(span, message, &short_quote(&known));
        }
    }

    fn report_stray_answer(&mut self, span: Span, message: String, known: &str) {
        self.report(code::STRAY_ANSWER, span, message, format!("the exits are {known}"));
    }

    /// Reports a box that branches and that no function answers.
    fn report_unbound_box(&mut self, anchor: &str, drawn: &WalkedChart<'_>, own: &BoxProgram) {
        let (id, anchor_text) = (&own.id, short_quote(anchor));
        let message = format!("no function answers the box `{id}` of `#{anchor_text}`");
        let hint = if drawn.is_foreign() {
            format!(
                "write Our = \"{id}\" below [boxes.\"#{anchor}\"], with the id of our box that it \
                 stands for"
            )
        } else if is_function_name(id) {
            format!("write `def {id}(...)` that returns one of {}", own.choices())
        } else {
            let choices = own.choices();
            format!("write `#@ box {id}` above a function that returns one of {choices}")
        };
        self.report(code::UNBOUND_BOX, self.box_span(own), message, hint);
    }

    /// Reports boxes of ours with a function that stand for no box of the other text.
    fn report_unmapped_boxes(&mut self, drawn: &WalkedChart<'_>, functions: &BoxFunctions<'_>) {
        let is_mapped =
            |id: &str| drawn.names.iter().any(|name| name == id) || drawn.left_out.contains(&id);
        for (id, def) in functions.iter().filter(|(id, _)| drawn.is_foreign() && !is_mapped(id)) {
            let message = format!("the chart that is walked has no box `{}`", short_quote(id));
            let hint = format!(
                "write {id} = \"TheirId\" below its [boxes], or {id} = \"\" if it has none"
            );
            self.report(code::UNMAPPED_PLACE, def.span, message, hint);
        }
    }
}

/// What a box and its exits say.
fn box_sentence(own: &BoxProgram) -> String {
    let labels = own.exits.iter().map(|exit| exit.label.as_str());
    let labels: Vec<&str> = labels.filter(|label| !label.is_empty()).collect();
    format!("{} {}", own.label, labels.join(" | ")).trim().to_owned()
}

fn is_function_name(id: &str) -> bool {
    id.chars().all(|c| c.is_alphanumeric() || c == '_') && !id.starts_with(char::is_numeric)
}
