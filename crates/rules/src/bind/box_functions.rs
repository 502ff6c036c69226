//! Functions of a chart module, by the box that they carry out.

use std::collections::BTreeMap;

use super::chart_module::{ChartFunction, ChartModule};
use super::directive::{Directive, DirectiveWord};
use super::walked_chart::{box_hint, chart_has_box};
use super::{Binder, PlacedDirective};
use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::Span;
use draw::flowchart::Chart;

/// Functions of a module, by the box that they carry out.
pub type BoxFunctions<'f> = BTreeMap<&'f str, &'f ChartFunction<'f>>;

/// Finds the functions of a module by the box of our chart that they are bound to or named after.
pub struct BoxFinder<'b, 'a, 'f> {
    pub binder: &'b mut Binder<'a>,
    pub module: &'f ChartModule<'f>,
    pub ours: &'b Chart,
}

impl<'f> BoxFinder<'_, '_, 'f> {
    /// Returns the functions by their boxes; `lines` are all `#@` lines.
    pub fn functions(mut self, lines: &[PlacedDirective<'f>]) -> BoxFunctions<'f> {
        let mut functions = BoxFunctions::new();
        let module = self.module;
        for line in lines.iter().filter(|line| module.functions.contains(&line.function)) {
            if let Directive::Box(id) = &line.line
                && let Some(def) = self.bound_function(id, line)
            {
                self.add(&mut functions, id.text, def);
            }
        }
        self.add_named(&mut functions, lines);
        functions
    }

    /// Adds the functions that are named after a box.
    fn add_named(&mut self, functions: &mut BoxFunctions<'f>, lines: &[PlacedDirective<'f>]) {
        let module = self.module;
        for def in &module.defs {
            let is_bound = || lines.iter().any(|line| line.function == def.function);
            if chart_has_box(self.ours, def.name) {
                self.add(functions, def.name, def);
            } else if def.name.starts_with(char::is_uppercase) && !is_bound() {
                let finding = self.missing_box(def.name, def.span);
                let finding = finding
                    .hint("if this function answers no box, begin its name with a small letter");
                self.binder.findings.push(finding);
            }
        }
    }

    /// Returns the function that a `#@ box` line binds. Reports a box that the chart does not have.
    fn bound_function(
        &mut self,
        id: &DirectiveWord<'f>,
        line: &PlacedDirective<'f>,
    ) -> Option<&'f ChartFunction<'f>> {
        let def = self.module.outer_function(line.function);
        if def.is_none() {
            let (message, hint) =
                ("the function is inside another one", "write it at the left margin");
            self.binder.report(code::BAD_BINDING, line.span, message, hint);
        } else if !chart_has_box(self.ours, id.text) {
            let finding = self.missing_box(id.text, id.span);
            self.binder.findings.push(finding);
            return None;
        }
        def
    }

    fn add(&mut self, functions: &mut BoxFunctions<'f>, id: &'f str, def: &'f ChartFunction<'f>) {
        if let Some(first) = functions.insert(id, def) {
            let message = format!("two functions carry out the box `{}`", short_quote(id));
            self.binder.report_doubled(def.span, first.span, message, "remove one");
        }
    }

    /// Returns a finding for the name of a box that our chart does not have.
    fn missing_box(&self, id: &str, span: Span) -> Diagnostic {
        let anchor = short_quote(self.module.anchor.text);
        let message = format!("`#{anchor}` has no box `{}`", short_quote(id));
        Diagnostic::at(code::STRAY_BOX, span, message).hint(box_hint(id, self.ours))
    }
}
