//! The hooks: the functions of `crates/press/src/set/blocks.typ` and `crates/press/src/set/example.typ` that
//! draw blocks and inlines. In: the dictionary of a template. Out: a typed method for each hook.

mod blocks;
mod inlines;

use std::collections::BTreeMap;

use typst::comemo::Tracked;
use typst::diag::{At, SourceDiagnostic, SourceResult, StrResult, Trace, Tracepoint};
use typst::engine::Engine;
use typst::foundations::{Args, Content, Context, Dict, Func, Value};
use typst::syntax::Span;

pub use blocks::{CodeCall, FigureCall};

/// The hooks of a template, ready to be called.
pub struct TemplateHooks<'a, 'e> {
    engine: &'a mut Engine<'e>,
    context: Tracked<'a, Context<'a>>,
    functions: BTreeMap<&'static str, Func>,
}

/// The name of every hook.
const HOOKS: [&str; 34] = [
    "heading",
    "quote",
    "callout",
    "bullets",
    "steps",
    "letters",
    "tasks",
    "definitions",
    "code",
    "table",
    "mat",
    "components",
    "chart",
    "chart-title",
    "drawing-apart",
    "example",
    "example-apart",
    "figure",
    "picture-row",
    "aligned",
    "loose-caption",
    "image",
    "lost",
    "icon",
    "value",
    "term",
    "rule-number",
    "see",
    "other",
    "note-mark",
    "todo",
    "rule",
    "tied",
    "item-anchor",
];

/// Takes every hook out of the dictionary of a template; a missing hook is an error, and so is an unknown
/// one.
fn resolve_functions(mut dict: Dict) -> StrResult<BTreeMap<&'static str, Func>> {
    let mut functions = BTreeMap::new();
    for name in HOOKS {
        let function = dict.take(name)?.cast::<Func>();
        functions.insert(name, function.map_err(|error| error.message().clone())?);
    }
    dict.finish(&[])?;
    Ok(functions)
}

/// Warns about something; the warning becomes a finding.
pub fn warn(engine: &mut Engine, message: String, span: Span) {
    engine.sink.warn(SourceDiagnostic::warning(span, message));
}

impl<'a, 'e> TemplateHooks<'a, 'e> {
    /// Warns about a place of the text.
    pub fn warn(&mut self, message: String, span: Span) {
        warn(self.engine, message, span);
    }

    /// Collects the hooks in the dictionary of a template.
    pub fn resolve(
        engine: &'a mut Engine<'e>,
        context: Tracked<'a, Context<'a>>,
        dict: Dict,
    ) -> SourceResult<Self> {
        let functions = resolve_functions(dict).at(Span::detached())?;
        Ok(Self { engine, context, functions })
    }

    /// Calls the hook of this name; an error in it points at the place in the text of the author.
    fn call<const N: usize>(
        &mut self,
        name: &'static str,
        arguments: [Value; N],
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = Args::new(span, arguments);
        let value = self.functions[name].call(self.engine, self.context, arguments);
        let point = || Tracepoint::Call(Some(name.into()));
        Ok(value.trace(self.engine.world, point, span)?.display())
    }
}
