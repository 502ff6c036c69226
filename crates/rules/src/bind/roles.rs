//! Roles of functions that are more than a rule: setting up, answering a question, following an event.

use super::directive::Directive;
use super::{Binder, PlacedDirective};
use crate::program::{Binding, Role};
use base::diagnostic::code;

impl Binder<'_> {
    /// Binds a function to the role that its line names.
    pub fn bind_role(&mut self, found: &PlacedDirective<'_>) {
        match &found.line {
            Directive::Make => self.set_unique_role(found, "make".to_owned(), Role::Make),
            Directive::Ready => self.set_unique_role(found, "ready".to_owned(), Role::Ready),
            Directive::Setup => self.set_unique_role(found, "setup".to_owned(), Role::Setup),
            Directive::Legal => self.set_unique_role(found, "legal".to_owned(), Role::Legal),
            Directive::Opportunity => {
                self.set_unique_role(found, "when opportunity".to_owned(), Role::Opportunity);
            }
            Directive::Answer(question) => {
                let role = Role::Answer(question.text.to_owned());
                self.set_unique_role(found, format!("answer {}", question.text), role);
            }
            Directive::Instead(event) => self.set_role(found, Role::Instead((*event).to_owned())),
            Directive::After(event) => self.set_role(found, Role::After((*event).to_owned())),
            Directive::Place { .. }
            | Directive::Key { .. }
            | Directive::Box(_)
            | Directive::Card { .. } => {}
        }
    }

    /// Sets a role that only one function may have.
    fn set_unique_role(&mut self, found: &PlacedDirective<'_>, name: String, role: Role) {
        if let Some(first) = self.unique.get(&name).copied() {
            let message = format!("two functions are bound to `{name}`");
            let hint = "remove one, and call it from the other";
            self.report_doubled(found.span, first, message, hint);
        }
        self.unique.insert(name, found.span);
        self.set_role(found, role);
    }

    pub fn set_role(&mut self, found: &PlacedDirective<'_>, role: Role) {
        let own = &mut self.program.functions[found.function].role;
        if own.as_ref().is_none_or(|before| *before == role) {
            *own = Some(role);
            return;
        }
        let hint = "write a function of its own for each role";
        self.report(code::BAD_BINDING, found.span, "the function has another role already", hint);
    }

    /// Reports a function that replaces an event, follows one or answers a question but is bound to no place
    /// of a rule.
    pub fn require_place(&mut self, found: &PlacedDirective<'_>) {
        let is_bound = |binding: &Binding| binding.function as usize == found.function;
        let needs_place = matches!(
            found.line,
            Directive::Instead(_) | Directive::After(_) | Directive::Answer(_)
        );
        if needs_place && !self.program.bindings.iter().any(is_bound) {
            let hint = "add a line with the place of its rule, such as `#@ #dying 2`";
            self.report(code::BAD_BINDING, found.span, "the function is bound to no place", hint);
        }
    }
}
