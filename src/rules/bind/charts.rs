//! Charts as programs: each box gets the function that carries it out, and each exit the answers
//! that take it.

use std::collections::BTreeMap;

use super::chart_module::{ChartFunction, ChartModule};
use super::directive::Directive;
use super::walked_chart::{WalkedChart, box_hint};
use super::{Binder, PlacedDirective, exits};
use crate::diagnostic::{Code, Diagnostic, code};
use crate::document::short_quote;
use crate::flowchart;
use crate::rules::program::{Binding, BoxProgram, ChartLead, ChartProgram, ProsePlace};
use crate::source::Span;

/// A box that leads on to another place.
pub(super) struct BoxLink {
    /// Chart and box, in the program.
    at: (usize, usize),
    anchor: String,
    /// Whether the anchor is one of the rules' own book.
    ours: bool,
    span: Span,
}

/// Functions of a module by the box they carry out.
type BoxFunctions<'f> = BTreeMap<&'f str, &'f ChartFunction>;

impl Binder<'_> {
    /// Binds the functions of modules that are programs of charts.
    pub(super) fn bind_charts(&mut self, modules: &[ChartModule], found: &[PlacedDirective]) {
        let mut known: BTreeMap<(usize, &str), Span> = BTreeMap::new();
        for module in modules {
            let key = (module.book, module.anchor.text.as_str());
            if let Some(first) = known.get(&key) {
                let message = format!("the chart `#{}` has two modules", short_quote(key.1));
                let finding = Diagnostic::at(code::DOUBLED_BINDING, module.span, message);
                self.findings.push(
                    finding.related(*first, "first here").hint("put all its functions into one"),
                );
                continue;
            }
            known.insert(key, module.span);
            if let Some(drawn) = self.walked_chart(module) {
                let functions = self.box_functions(module, &drawn, found);
                self.bind_chart(module, &drawn, &functions);
            }
        }
        for found in found.iter().filter(|found| matches!(found.line, Directive::Box(_))) {
            if !modules.iter().any(|module| module.functions.contains(&found.function)) {
                let finding = Diagnostic::at(
                    code::BAD_BINDING,
                    found.span,
                    "the module is the program of no chart",
                );
                self.findings
                    .push(finding.hint("open it with a line such as `#@ chart #card-activation`"));
            }
        }
    }

    /// The functions of a module by the box of ours they are named like or bound to.
    fn box_functions<'f>(
        &mut self,
        module: &'f ChartModule,
        drawn: &WalkedChart,
        found: &'f [PlacedDirective],
    ) -> BoxFunctions<'f> {
        let mut functions = BoxFunctions::new();
        let known = |id: &str| drawn.ours.nodes.iter().any(|node| node.id == id);
        for found in found.iter().filter(|found| module.functions.contains(&found.function)) {
            let Directive::Box(id) = &found.line else { continue };
            let Some(def) = module.defs.iter().find(|def| def.function == found.function) else {
                let finding = Diagnostic::at(
                    code::BAD_BINDING,
                    found.span,
                    "the function stands inside another one",
                );
                self.findings.push(finding.hint("write it at the left margin"));
                continue;
            };
            if !known(&id.text) {
                let message = format!(
                    "`#{}` has no box `{}`",
                    short_quote(&module.anchor.text),
                    short_quote(&id.text)
                );
                let finding = Diagnostic::at(code::STRAY_BOX, id.span, message);
                self.findings.push(finding.hint(box_hint(&id.text, &drawn.ours)));
            } else if let Some(first) = functions.insert(&id.text, def) {
                self.report_doubled_box(&id.text, def.span, first.span);
            }
        }
        for def in &module.defs {
            let bound = || found.iter().any(|found| found.function == def.function);
            if known(&def.name) {
                if let Some(first) = functions.insert(&def.name, def) {
                    self.report_doubled_box(&def.name, def.span, first.span);
                }
            } else if def.name.starts_with(char::is_uppercase) && !bound() {
                let message = format!(
                    "`#{}` has no box `{}`",
                    short_quote(&module.anchor.text),
                    short_quote(&def.name)
                );
                let finding = Diagnostic::at(code::STRAY_BOX, def.span, message);
                let finding = finding.hint(box_hint(&def.name, &drawn.ours));
                self.findings
                    .push(finding.hint("a function that is no box begins with a small letter"));
            }
        }
        functions
    }

    fn report_doubled_box(&mut self, id: &str, span: Span, first: Span) {
        let message = format!("two functions carry out the box `{}`", short_quote(id));
        let finding =
            Diagnostic::at(code::DOUBLED_BINDING, span, message).related(first, "the other one");
        self.findings.push(finding.hint("leave one out"));
    }

    /// Enters a chart into the program.
    fn bind_chart(
        &mut self,
        module: &ChartModule,
        drawn: &WalkedChart,
        functions: &BoxFunctions<'_>,
    ) {
        let (ways, anchor) = (flowchart::node_exits(&drawn.chart), module.anchor.text.clone());
        let exits = exits::chart_exits(&drawn.chart, &ways, &drawn.answers);
        self.check_answer_lines(drawn, &exits);
        let charts = &self.program.charts;
        let mut way = charts.iter().flat_map(|chart| &chart.boxes).map(BoxProgram::ways).sum();
        let chart = charts.len();
        let mut boxes = Vec::new();
        for (node, exits) in exits.into_iter().enumerate() {
            let place = self.box_place(drawn, node);
            let name = drawn.names[node].clone();
            let def = functions.get(name.as_str()).copied();
            let id = drawn.chart.nodes[node].id.clone();
            let own = BoxProgram {
                name: if name.is_empty() { id.clone() } else { name },
                id,
                number: node as u32 + 1,
                label: exits::one_line_label(&drawn.chart.nodes[node].label),
                place,
                function: def.map(|def| def.function as u32),
                exits,
                wait: drawn.waits(node),
                link: None,
                way,
            };
            way += own.ways();
            let span = self.program.places[place as usize].span;
            match def {
                Some(def) => self.bind_box(&anchor, drawn, &own, def),
                None if own.exits.len() > 1 => self.report_unbound_box(&anchor, drawn, &own, span),
                None => {}
            }
            if let Some((anchor, ours)) = drawn.lead(node) {
                self.links.push(BoxLink { at: (chart, node), anchor, ours, span });
            }
            boxes.push(own);
        }
        self.report_unmapped_boxes(drawn, functions);
        let first = flowchart::start_node(&drawn.chart).unwrap_or_default() as u32;
        self.program.charts.push(ChartProgram { anchor, place: drawn.place, first, boxes });
    }

    /// Writes the place of a box down.
    fn box_place(&mut self, drawn: &WalkedChart, node: usize) -> u32 {
        let chart = &self.program.places[drawn.place as usize];
        let (title, address) = (chart.title.clone(), &chart.address);
        let before = if address.is_empty() { &title } else { address };
        let address = format!("{before} box {}", node + 1);
        let own = &drawn.chart.nodes[node];
        let span = drawn.placed.code.place(own.place.clone(), drawn.placed.span);
        let (section, step, book) = (drawn.anchor(), own.id.clone(), drawn.book.clone());
        let text = exits::one_line_label(&own.label);
        self.program.places.push(ProsePlace {
            section,
            step,
            anchor: None,
            address,
            title,
            text,
            span,
            book,
        });
        (self.program.places.len() - 1) as u32
    }

    /// A box and its function: the place, the line of the lock, and the answers that are seen
    /// before anything runs.
    fn bind_box(
        &mut self,
        anchor: &str,
        drawn: &WalkedChart,
        own: &BoxProgram,
        def: &ChartFunction,
    ) {
        let places = &mut self.program.functions[def.function].places;
        if !places.contains(&own.place) {
            places.push(own.place);
        }
        let labels: Vec<&str> =
            own.exits.iter().map(|exit| exit.label.as_str()).filter(|l| !l.is_empty()).collect();
        let sentence = format!("{} {}", own.label, labels.join(" | ")).trim().to_owned();
        let place = (drawn.book.is_none() && self.foreign.is_none()).then_some(own.place);
        let (key, function) = (format!("#{anchor}/{}", own.name), def.function as u32);
        let (words, hash, span) = (Vec::new(), def.hash, def.span);
        self.program.bindings.push(Binding { function, key, place, words, sentence, hash, span });
        if own.exits.len() < 2 {
            return;
        }
        for (answer, span) in def.answers.iter().filter(|(answer, _)| own.exit(answer).is_none()) {
            let message = format!("the box `{}` has no exit \"{}\"", own.id, short_quote(answer));
            self.report_stray_answer(*span, message, &own.choices());
        }
    }

    /// Lines of the bindings file whose answers stand at no exit.
    fn check_answer_lines(
        &mut self,
        drawn: &WalkedChart,
        exits: &[Vec<crate::rules::program::BoxExit>],
    ) {
        let ours = exits::chart_exits(&drawn.ours, &flowchart::node_exits(&drawn.ours), &[]);
        for line in &drawn.answers {
            for (whose, side, span, all) in [
                ("our chart", &line.ours, line.our_span, &ours[..]),
                ("their chart", &line.theirs, line.their_span, exits),
            ] {
                let wanted = crate::rules::program::normal_answer(side);
                let mut labels = all.iter().flatten();
                if !labels.any(|exit| exit.answers.contains(&wanted)) {
                    let message =
                        format!("no exit of {whose} has the answer \"{}\"", short_quote(side));
                    let known: Vec<String> =
                        all.iter().flatten().map(|exit| format!("\"{}\"", exit.label)).collect();
                    self.report_stray_answer(span, message, &short_quote(&known.join(", ")));
                }
            }
        }
    }

    fn report_stray_answer(&mut self, span: Span, message: String, known: &str) {
        let finding = Diagnostic::at(code::STRAY_ANSWER, span, message);
        self.findings.push(finding.hint(format!("the exits are {known}")));
    }

    /// A box that branches and that no function answers.
    fn report_unbound_box(
        &mut self,
        anchor: &str,
        drawn: &WalkedChart,
        own: &BoxProgram,
        span: Span,
    ) {
        let message =
            format!("no function answers the box `{}` of `#{}`", own.id, short_quote(anchor));
        let named = own.id.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !own.id.starts_with(char::is_numeric);
        let hint = if drawn.foreign {
            format!(
                "write Our = \"{}\" below [boxes.\"#{anchor}\"], with the id of our box that it stands for",
                own.id
            )
        } else if named {
            format!("write `def {}(...)` that returns one of {}", own.id, own.choices())
        } else {
            format!(
                "write `#@ box {}` above a function that returns one of {}",
                own.id,
                own.choices()
            )
        };
        self.findings.push(Diagnostic::at(code::UNBOUND_BOX, span, message).hint(hint));
    }

    /// Boxes of ours with a function that stand for no box of the other text.
    fn report_unmapped_boxes(&mut self, drawn: &WalkedChart, functions: &BoxFunctions<'_>) {
        for (id, def) in functions.iter().filter(|_| drawn.foreign) {
            if !drawn.names.iter().any(|name| name == id)
                && !drawn.left_out.iter().any(|name| name == id)
            {
                let message = format!("the chart that is walked has no box `{}`", short_quote(id));
                let hint = format!(
                    "write {id} = \"TheirId\" below its [boxes], or {id} = \"\" if it has none"
                );
                self.findings
                    .push(Diagnostic::at(code::UNMAPPED_PLACE, def.span, message).hint(hint));
            }
        }
    }

    /// Finds what boxes lead on to.
    pub(super) fn bind_links(&mut self) {
        for link in std::mem::take(&mut self.links) {
            let lead = self.linked_target(&link);
            self.program.charts[link.at.0].boxes[link.at.1].link = lead;
            if lead.is_none() {
                let code: Code = code::UNBOUND_LINK;
                let message = format!(
                    "no function carries out `#{}`, and it is no chart of the rules",
                    short_quote(&link.anchor)
                );
                let finding = Diagnostic::at(code, link.span, message);
                let hint = format!(
                    "write `#@ #{0}` above a function, or open a module with `#@ chart #{0}`",
                    link.anchor
                );
                self.findings.push(finding.hint(hint));
            }
        }
    }

    fn linked_target(&self, link: &BoxLink) -> Option<ChartLead> {
        let program = &*self.program;
        let standing = |chart: &ChartProgram| {
            let place = program.places.get(chart.place as usize);
            place.is_some_and(|place| {
                *place.anchor.as_ref().unwrap_or(&place.section) == link.anchor
            })
        };
        let chart = program
            .charts
            .iter()
            .position(|c| if link.ours { c.anchor == link.anchor } else { standing(c) });
        if let Some(chart) = chart {
            return Some(ChartLead::Chart(chart as u32));
        }
        let plain = |function: &u32| {
            program.functions.get(*function as usize).is_some_and(|f| f.role.is_none())
        };
        if link.ours {
            let key = format!("#{}", link.anchor);
            let bound = program
                .bindings
                .iter()
                .filter(|binding| binding.key == key)
                .map(|binding| binding.function);
            return bound.into_iter().find(plain).map(ChartLead::Function);
        }
        let place = program.place(&link.anchor)?;
        let mut bound = (0u32..)
            .zip(&program.functions)
            .filter(|(_, f)| f.places.contains(&place))
            .map(|(at, _)| at);
        bound.find(plain).map(ChartLead::Function)
    }
}
