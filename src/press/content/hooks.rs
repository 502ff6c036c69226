//! The hooks: the functions of `templates/blocks.typ` and `templates/example.typ` that give blocks
//! and inlines their looks. In: the dictionary of a template. Out: a typed method for each hook.

use typst::comemo::Tracked;
use typst::diag::{At, SourceResult, StrResult, Trace, Tracepoint};
use typst::engine::Engine;
use typst::foundations::{Args, Array, Content, Context, Dict, Func, IntoValue, Value};
use typst::syntax::Span;

use super::values::texts_array;
use crate::document::{Address, Anchor, Heading, List};

/// The hooks of a template, ready to be called.
pub(super) struct Hooks<'a, 'e> {
    caller: Caller<'a, 'e>,
    functions: HookFunctions,
}

/// What a call of a Typst function needs.
struct Caller<'a, 'e> {
    engine: &'a mut Engine<'e>,
    context: Tracked<'a, Context<'a>>,
}

/// A function of a template with its name there.
struct Hook {
    name: &'static str,
    function: Func,
}

/// Every hook.
struct HookFunctions {
    heading: Hook,
    quote: Hook,
    callout: Hook,
    bullets: Hook,
    steps: Hook,
    letters: Hook,
    tasks: Hook,
    definitions: Hook,
    code: Hook,
    table: Hook,
    mat: Hook,
    chart: Hook,
    chart_title: Hook,
    chart_apart: Hook,
    example: Hook,
    example_apart: Hook,
    figure: Hook,
    image: Hook,
    lost: Hook,
    icon: Hook,
    value: Hook,
    term: Hook,
    rule_number: Hook,
    see: Hook,
    other: Hook,
    note_mark: Hook,
    todo: Hook,
    rule: Hook,
    tied: Hook,
    item_anchor: Hook,
}

impl HookFunctions {
    /// Takes every hook out of the dictionary of a template; one that it lacks, or one that nobody
    /// calls, is an error.
    fn resolve(mut dict: Dict) -> StrResult<Self> {
        let mut take = |name: &'static str| -> StrResult<Hook> {
            let function =
                dict.take(name)?.cast::<Func>().map_err(|error| error.message().clone())?;
            Ok(Hook { name, function })
        };
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
            chart: take("chart")?,
            chart_title: take("chart-title")?,
            chart_apart: take("chart-apart")?,
            example: take("example")?,
            example_apart: take("example-apart")?,
            figure: take("figure")?,
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

impl Caller<'_, '_> {
    /// Calls a hook; an error in it points at the author's place.
    fn call<const N: usize>(
        &mut self,
        hook: &Hook,
        arguments: [Value; N],
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = Args::new(span, arguments);
        let value = hook.function.call(self.engine, self.context, arguments);
        let point = || Tracepoint::Call(Some(hook.name.into()));
        Ok(value.trace(self.engine.world, point, span)?.display())
    }
}

/// A figure of its own in the text.
pub(super) struct FigureCall<'a> {
    /// Virtual path of the picture.
    pub path: &'a str,
    /// What is to be seen on it.
    pub alt: &'a str,
    /// Width over height.
    pub ratio: f32,
    /// Printed below.
    pub caption: Option<Content>,
}

/// A block of code.
pub(super) struct CodeCall<'a> {
    /// Its language; empty for a chart.
    pub language: &'a str,
    /// Whether it is a chart that is printed as its source.
    pub chart: bool,
    /// Whether it may break.
    pub long: bool,
    /// Where links to it lead.
    pub anchor: Option<&'a str>,
    /// The text.
    pub body: Content,
}

impl<'a, 'e> Hooks<'a, 'e> {
    /// The hooks in the dictionary of a template.
    pub(super) fn resolve(
        engine: &'a mut Engine<'e>,
        context: Tracked<'a, Context<'a>>,
        dict: Dict,
    ) -> SourceResult<Self> {
        let functions = HookFunctions::resolve(dict).at(Span::detached())?;
        Ok(Self { caller: Caller { engine, context }, functions })
    }
}

/// Blocks.
impl Hooks<'_, '_> {
    /// A title with its number and its classes.
    pub(super) fn heading(
        &mut self,
        heading: &Heading,
        classes: &[String],
        body: Content,
        span: Span,
    ) -> SourceResult<Content> {
        let number = Some(heading.address.0.as_str()).filter(|number| !number.is_empty());
        let arguments = [
            i64::from(heading.level).into_value(),
            number.into_value(),
            heading.anchor.0.as_str().into_value(),
            texts_array(classes).into_value(),
            body.into_value(),
        ];
        self.caller.call(&self.functions.heading, arguments, span)
    }

    /// A quotation.
    pub(super) fn quote(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.quote, [body.into_value()], span)
    }

    /// A callout; a `long` one may break.
    pub(super) fn callout(
        &mut self,
        word: &str,
        long: bool,
        body: Content,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [word.into_value(), long.into_value(), body.into_value()];
        self.caller.call(&self.functions.callout, arguments, span)
    }

    /// A list without numbers.
    pub(super) fn bullets(
        &mut self,
        tight: bool,
        items: Array,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [tight.into_value(), items.into_value()];
        self.caller.call(&self.functions.bullets, arguments, span)
    }

    /// A numbered list.
    pub(super) fn steps(&mut self, list: &List, items: Array, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.steps, marked_items(list, items), span)
    }

    /// A list with letters.
    pub(super) fn letters(
        &mut self,
        list: &List,
        items: Array,
        span: Span,
    ) -> SourceResult<Content> {
        self.caller.call(&self.functions.letters, marked_items(list, items), span)
    }

    /// A list of tasks.
    pub(super) fn tasks(&mut self, list: &List, items: Array, span: Span) -> SourceResult<Content> {
        let checked: Array = list.items.iter().map(|item| item.checked.into_value()).collect();
        let arguments = [checked.into_value(), list.tight.into_value(), items.into_value()];
        self.caller.call(&self.functions.tasks, arguments, span)
    }

    /// Terms and what they mean; those of a glossary go into the index.
    pub(super) fn definitions(
        &mut self,
        glossary: bool,
        items: Array,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [glossary.into_value(), items.into_value()];
        self.caller.call(&self.functions.definitions, arguments, span)
    }

    /// A block of code.
    pub(super) fn code(&mut self, code: CodeCall<'_>, span: Span) -> SourceResult<Content> {
        let arguments = [
            code.language.into_value(),
            code.chart.into_value(),
            code.long.into_value(),
            code.anchor.into_value(),
            code.body.into_value(),
        ];
        self.caller.call(&self.functions.code, arguments, span)
    }

    /// A table or a diagram, told by the dictionary of `tables.rs`.
    pub(super) fn table(&mut self, table: Dict, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.table, [table.into_value()], span)
    }

    /// A drawn play area or map; a `wide` one stands over both columns.
    pub(super) fn mat(
        &mut self,
        drawing: Dict,
        wide: bool,
        caption: Option<Content>,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [drawing.into_value(), wide.into_value(), caption.into_value()];
        self.caller.call(&self.functions.mat, arguments, span)
    }

    /// The drawings of a chart.
    pub(super) fn chart(
        &mut self,
        anchor: Option<&str>,
        drawings: Array,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [anchor.into_value(), drawings.into_value()];
        self.caller.call(&self.functions.chart, arguments, span)
    }

    /// The title above a chart on a page of its own.
    pub(super) fn chart_title(&mut self, title: &str, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.chart_title, [title.into_value()], span)
    }

    /// What stands in place of a chart on a page of its own.
    pub(super) fn chart_apart(&mut self, anchor: &str, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.chart_apart, [anchor.into_value()], span)
    }

    /// An example, told by the dictionary of `examples.rs`.
    pub(super) fn example(&mut self, example: Dict, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.example, [example.into_value()], span)
    }

    /// What stands in place of an example behind the chapter.
    pub(super) fn example_apart(
        &mut self,
        label: &str,
        title: Content,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [label.into_value(), title.into_value()];
        self.caller.call(&self.functions.example_apart, arguments, span)
    }

    /// A picture with its caption.
    pub(super) fn figure(&mut self, figure: FigureCall<'_>, span: Span) -> SourceResult<Content> {
        let arguments = [
            figure.path.into_value(),
            figure.alt.into_value(),
            f64::from(figure.ratio).into_value(),
            figure.caption.into_value(),
        ];
        self.caller.call(&self.functions.figure, arguments, span)
    }

    /// A marked open place; without words it says that the rules are silent.
    pub(super) fn todo(
        &mut self,
        long: bool,
        body: Option<Content>,
        span: Span,
    ) -> SourceResult<Content> {
        self.caller.call(&self.functions.todo, [long.into_value(), body.into_value()], span)
    }

    /// A line between paragraphs.
    pub(super) fn rule(&mut self, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.rule, [], span)
    }

    /// A block that stays with what follows.
    pub(super) fn tied(&mut self, body: Content) -> SourceResult<Content> {
        self.caller.call(&self.functions.tied, [body.into_value()], Span::detached())
    }

    /// A place that links lead to.
    pub(super) fn item_anchor(&mut self, id: &str, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.item_anchor, [id.into_value()], span)
    }
}

/// Inlines.
impl Hooks<'_, '_> {
    /// A picture in running text.
    pub(super) fn image(&mut self, path: &str, alt: &str, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.image, [path.into_value(), alt.into_value()], span)
    }

    /// In place of a picture that is missing.
    pub(super) fn lost(&mut self, alt: &str, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.lost, [alt.into_value()], span)
    }

    /// An icon by the moves of its lines.
    pub(super) fn icon(&mut self, says: &str, moves: Array, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.icon, [says.into_value(), moves.into_value()], span)
    }

    /// A named value.
    pub(super) fn value(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.value, [body.into_value()], span)
    }

    /// A term for the index.
    pub(super) fn term(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.term, [body.into_value()], span)
    }

    /// The number of a rule behind the words that name it.
    pub(super) fn rule_number(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.rule_number, [body.into_value()], span)
    }

    /// "see 3.2, page 7"
    pub(super) fn see(
        &mut self,
        anchor: &Anchor,
        address: &Address,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [anchor.0.as_str().into_value(), address.0.as_str().into_value()];
        self.caller.call(&self.functions.see, arguments, span)
    }

    /// "see *Other book* 3.2"
    pub(super) fn other(
        &mut self,
        book: &str,
        address: &Address,
        span: Span,
    ) -> SourceResult<Content> {
        let arguments = [book.into_value(), address.0.as_str().into_value()];
        self.caller.call(&self.functions.other, arguments, span)
    }

    /// The number of a link in the list of links.
    pub(super) fn note_mark(&mut self, number: usize, span: Span) -> SourceResult<Content> {
        self.caller.call(&self.functions.note_mark, [(number as i64).into_value()], span)
    }
}

/// What a list with marks before its items is called with.
fn marked_items(list: &List, items: Array) -> [Value; 3] {
    let markers = texts_array(list.items.iter().map(|item| &item.marker));
    [markers.into_value(), list.tight.into_value(), items.into_value()]
}
