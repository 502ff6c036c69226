//! The functions of a module that is the program of a chart, by the box that they carry out.

use std::collections::BTreeMap;

use super::chart_module::{ChartFunction, ChartModule};
use super::directive::{Directive, DirectiveWord};
use super::walked_chart::{box_hint, chart_has_box};
use super::{Binder, PlacedDirective};
use crate::diagnostic::{Diagnostic, code};
use crate::document::short_quote;
use crate::flowchart::Chart;
use crate::source::Span;

/// Functions of a module by the box they carry out.
pub(super) type BoxFunctions<'f> = BTreeMap<&'f str, &'f ChartFunction<'f>>;

impl Binder<'_> {
    /// The functions of a module by the box of our chart that they are bound to or named like.
    pub(super) fn box_functions<'f>(
        &mut self,
        module: &'f ChartModule<'f>,
        ours: &Chart,
        lines: &[PlacedDirective<'f>],
    ) -> BoxFunctions<'f> {
        let mut functions = BoxFunctions::new();
        for line in lines.iter().filter(|line| module.functions.contains(&line.function)) {
            if let Directive::Box(id) = &line.line
                && let Some(def) = self.bound_function(module, ours, id, line)
            {
                self.add_box_function(&mut functions, id.text, def);
            }
        }
        for def in &module.defs {
            let is_bound = || lines.iter().any(|line| line.function == def.function);
            if chart_has_box(ours, def.name) {
                self.add_box_function(&mut functions, def.name, def);
            } else if def.name.starts_with(char::is_uppercase) && !is_bound() {
                self.report_stray_function(module, ours, def);
            }
        }
        functions
    }

    /// The function that a `#@ box` line binds; a box that the chart does not have is reported.
    fn bound_function<'f>(
        &mut self,
        module: &'f ChartModule<'f>,
        ours: &Chart,
        id: &DirectiveWord<'f>,
        line: &PlacedDirective<'f>,
    ) -> Option<&'f ChartFunction<'f>> {
        let def = module.outer_function(line.function);
        if def.is_none() {
            let message = "the function stands inside another one";
            self.report(code::BAD_BINDING, line.span, message, "write it at the left margin");
        } else if !chart_has_box(ours, id.text) {
            self.findings.push(missing_box(module, ours, (id.text, id.span)));
            return None;
        }
        def
    }

    fn add_box_function<'f>(
        &mut self,
        functions: &mut BoxFunctions<'f>,
        id: &'f str,
        def: &'f ChartFunction<'f>,
    ) {
        if let Some(first) = functions.insert(id, def) {
            let message = format!("two functions carry out the box `{}`", short_quote(id));
            self.report_doubled(def.span, first.span, message, "remove one");
        }
    }

    /// Reports a function whose name looks like that of a box.
    fn report_stray_function(
        &mut self,
        module: &ChartModule<'_>,
        ours: &Chart,
        def: &ChartFunction<'_>,
    ) {
        let finding = missing_box(module, ours, (def.name, def.span));
        self.findings.push(finding.hint("a function that is no box begins with a small letter"));
    }
}

/// A finding for the name of a box that our chart does not have.
fn missing_box(module: &ChartModule<'_>, ours: &Chart, (id, span): (&str, Span)) -> Diagnostic {
    let anchor = short_quote(module.anchor.text);
    let message = format!("`#{anchor}` has no box `{}`", short_quote(id));
    Diagnostic::at(code::STRAY_BOX, span, message).hint(box_hint(id, ours))
}
