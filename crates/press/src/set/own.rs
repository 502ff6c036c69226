//! Hooks that a book draws itself: their names, and calls of them. In: the names of hooks with their files at
//! `/own-hooks`, and the data of a hook. Out: the drawing of the hook.

use std::ops::ControlFlow;

use typst::World;
use typst::comemo::{Tracked, TrackedMut};
use typst::diag::{At, SourceDiagnostic, SourceResult, Tracepoint, bail};
use typst::ecow::EcoVec;
use typst::engine::Engine;
use typst::foundations::{Array, Content, Context, Dict, Func, IntoValue, Str, Value, func};
use typst::syntax::{Span, Spanned};
use typst::text::TextElem;

use crate::own_templates;
use crate::set::virtual_files::{OWN_HOOKS, file_id, own_id};
use crate::set::world::library_of_own;

/// Most pieces of content that a hook may return.
const MOST_PIECES: usize = 20_000;
/// Most bytes of text in the content of a hook.
const MOST_LETTERS: usize = 200_000;

/// Returns the names of the hooks that the book draws itself, with their files.
fn hook_files(engine: &Engine) -> SourceResult<Vec<(String, String)>> {
    let bytes = engine.world.file(file_id(OWN_HOOKS)).at(Span::detached())?;
    let list = bytes.as_str().unwrap_or_default();
    let hooks = list.lines().filter_map(|line| line.split_once('\t'));
    Ok(hooks.map(|(name, file)| (name.to_owned(), file.to_owned())).collect())
}

/// Returns the names of the hooks that the book draws itself.
#[func]
pub fn own_hooks(engine: &mut Engine) -> SourceResult<Array> {
    Ok(hook_files(engine)?.into_iter().map(|(name, _)| name.into_value()).collect())
}

/// Calls a hook of the book and returns its content.
#[func]
pub fn draw_own(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// The name of the hook.
    name: Str,
    /// The data for the hook.
    data: Dict,
) -> SourceResult<Content> {
    let files = hook_files(engine)?;
    let Some((_, file)) = files.iter().find(|(hook, _)| *hook == *name) else {
        bail!(Span::detached(), "the book does not draw {name}");
    };
    let _call = own_templates::start_counting();
    let function = own_function(engine, &name, file)?;
    let place = function.span();
    let called = function.call(engine, context, [data.into_value()]);
    let value = called.map_err(|errors| called_by(errors, &name, place))?;
    match value {
        Value::Content(content) if is_too_much(&content) => bail!(
            place, "`{name}` gives more than {MOST_PIECES} pieces of content, or {MOST_LETTERS} letters";
            hint: "look for a loop that repeats what it prints"
        ),
        Value::Content(content) => Ok(content),
        Value::None | Value::Str(_) | Value::Symbol(_) => Ok(value.display()),
        other => bail!(
            place, "`{name}` gives something of the type {}, which cannot be printed", other.ty();
            hint: "let it end with content, as in `[...]` or `block(...)`"
        ),
    }
}

/// Adds the call of a hook to the trace of its errors, which shows the hook of a file that is at fault.
fn called_by(
    mut errors: EcoVec<SourceDiagnostic>,
    name: &str,
    place: Span,
) -> EcoVec<SourceDiagnostic> {
    for error in errors.make_mut() {
        error.trace.push(Spanned::new(Tracepoint::Call(Some(name.into())), place));
    }
    errors
}

/// True if content has more pieces or letters than a page could show.
fn is_too_much(content: &Content) -> bool {
    let (mut pieces, mut letters) = (0, 0);
    let stopped = content.traverse(&mut |piece: Content| {
        pieces += 1;
        letters += piece.to_packed::<TextElem>().map_or(0, |text| text.text.len());
        match pieces > MOST_PIECES || letters > MOST_LETTERS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    stopped.is_break()
}

/// Returns the function of a file that has the name of its hook.
fn own_function(engine: &mut Engine, name: &str, file: &str) -> SourceResult<Func> {
    let source = engine.world.source(own_id(file)).at(Span::detached())?;
    let place = source.root().span();
    let Some(library) = library_of_own(engine.library) else {
        bail!(place, "the library of this look is missing");
    };
    if engine.route.contains(source.id()) {
        bail!(place, "this template is drawn by itself");
    }
    let module = typst_eval::eval(
        engine.world,
        &library,
        engine.traced,
        TrackedMut::reborrow_mut(&mut engine.sink),
        engine.route.track(),
        &source,
    )?;
    let Some(binding) = module.scope().get(name) else {
        bail!(place, "{}", own_templates::missing_function(name));
    };
    let function = binding.read().clone().cast::<Func>();
    function.at(place)
}
