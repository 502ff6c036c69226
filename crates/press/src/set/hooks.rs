//! The hooks: the functions of `crates/press/src/set/blocks.typ` and `crates/press/src/set/example.typ` that give blocks
//! and inlines their looks. In: the dictionary of a template. Out: a typed method for each hook.

mod blocks;
mod inlines;

use typst::comemo::Tracked;
use typst::diag::{At, SourceDiagnostic, SourceResult, StrResult, Trace, Tracepoint};
use typst::engine::Engine;
use typst::foundations::{Args, Content, Context, Dict, Func, Value};
use typst::syntax::Span;

pub use blocks::{CodeCall, FigureCall};

/// The hooks of a template, ready to be called.
pub struct TemplateHooks<'a, 'e> {
    caller: Caller<'a, 'e>,
    functions: TemplateFunctions,
}

/// What a call of a Typst function needs.
struct Caller<'a, 'e> {
    engine: &'a mut Engine<'e>,
    context: Tracked<'a, Context<'a>>,
}

/// A function of a template with its name there.
struct TemplateHook {
    name: &'static str,
    function: Func,
}

/// Every hook.
struct TemplateFunctions {
    heading: TemplateHook,
    quote: TemplateHook,
    callout: TemplateHook,
    bullets: TemplateHook,
    steps: TemplateHook,
    letters: TemplateHook,
    tasks: TemplateHook,
    definitions: TemplateHook,
    code: TemplateHook,
    table: TemplateHook,
    mat: TemplateHook,
    components: TemplateHook,
    chart: TemplateHook,
    chart_title: TemplateHook,
    drawing_apart: TemplateHook,
    example: TemplateHook,
    example_apart: TemplateHook,
    figure: TemplateHook,
    picture_row: TemplateHook,
    aligned: TemplateHook,
    loose_caption: TemplateHook,
    image: TemplateHook,
    lost: TemplateHook,
    icon: TemplateHook,
    value: TemplateHook,
    term: TemplateHook,
    rule_number: TemplateHook,
    see: TemplateHook,
    other: TemplateHook,
    note_mark: TemplateHook,
    todo: TemplateHook,
    rule: TemplateHook,
    tied: TemplateHook,
    item_anchor: TemplateHook,
}

impl TemplateFunctions {
    /// Takes every hook out of the dictionary of a template; one that it lacks, or one that nobody
    /// calls, is an error.
    fn resolve(mut dict: Dict) -> StrResult<Self> {
        let mut take = |name: &'static str| take_hook(&mut dict, name);
        let functions = Self {
            heading: take("heading")?,
            quote: take("quote")?,
            callout: take("callout")?,
            bullets: take("bullets")?,
            steps: take("steps")?,
            letters: take("letters")?,
            tasks: take("tasks")?,
            definitions: take("definitions")?,
            code: take("code")?,
            table: take("table")?,
            mat: take("mat")?,
            components: take("components")?,
            chart: take("chart")?,
            chart_title: take("chart-title")?,
            drawing_apart: take("drawing-apart")?,
            example: take("example")?,
            example_apart: take("example-apart")?,
            figure: take("figure")?,
            picture_row: take("picture-row")?,
            aligned: take("aligned")?,
            loose_caption: take("loose-caption")?,
            image: take("image")?,
            lost: take("lost")?,
            icon: take("icon")?,
            value: take("value")?,
            term: take("term")?,
            rule_number: take("rule-number")?,
            see: take("see")?,
            other: take("other")?,
            note_mark: take("note-mark")?,
            todo: take("todo")?,
            rule: take("rule")?,
            tied: take("tied")?,
            item_anchor: take("item-anchor")?,
        };
        dict.finish(&[])?;
        Ok(functions)
    }
}

fn take_hook(dict: &mut Dict, name: &'static str) -> StrResult<TemplateHook> {
    let function = dict.take(name)?.cast::<Func>().map_err(|error| error.message().clone())?;
    Ok(TemplateHook { name, function })
}

impl Caller<'_, '_> {
    /// Calls a hook; an error in it points at the author's place.
    fn call<const N: usize>(
        &mut self,
        hook: &TemplateHook,
        arguments: [Value; N],
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = Args::new(span, arguments);
        let value = hook.function.call(self.engine, self.context, arguments);
        let point = || Tracepoint::Call(Some(hook.name.into()));
        Ok(value.trace(self.engine.world, point, span)?.display())
    }
}

/// Says something that a person should look at; it becomes a finding.
pub fn warn(engine: &mut Engine, message: String, span: Span) {
    engine.sink.warn(SourceDiagnostic::warning(span, message));
}

impl<'a, 'e> TemplateHooks<'a, 'e> {
    /// Says something about a place of the text that a person should look at.
    pub fn warn(&mut self, message: String, span: Span) {
        warn(self.caller.engine, message, span);
    }

    /// The hooks in the dictionary of a template.
    pub fn resolve(
        engine: &'a mut Engine<'e>,
        context: Tracked<'a, Context<'a>>,
        dict: Dict,
    ) -> SourceResult<Self> {
        let functions = TemplateFunctions::resolve(dict).at(Span::detached())?;
        Ok(Self { caller: Caller { engine, context }, functions })
    }
}
