//! Time limit of templates of a book: each round of a loop and each call of a function counts as a step, and
//! too many steps are an error. In: the text of a template. Out: the same text with a call of
//! `rulepress-step` where a step begins, and one of `rulepress-picture` round each `image(...)`; and the way
//! back from its bytes to those of the author.
//!
//! Typst limits the depth of calls and the rounds of one `while`, but a loop in a loop, or a function that
//! calls itself twice, could run for years. Steps are counted instead of seconds, so that a book is made in
//! the same way on any machine.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use typst::diag::{SourceResult, bail};
use typst::foundations::{IntoValue, NativeElement, Value, func};
use typst::pdf::ArtifactElem;
use typst::syntax::{LinkedNode, Span, SyntaxKind, ast, parse};
use typst::visualize::ImageElem;

/// Most steps of one call of a hook.
const MOST_STEPS: u64 = 50_000;

/// Number of times that setting pages has begun.
static PAGES: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Steps counted by this thread.
    static STEPS: Cell<StepCount> =
        const { Cell::new(StepCount { pages: 0, steps: 0, is_in_call: false }) };
}

/// Steps of a thread since the call of a hook or, outside of calls, since any thread began to set pages.
#[derive(Clone, Copy)]
struct StepCount {
    /// Value of `PAGES` when the last step was counted.
    pages: u64,
    steps: u64,
    is_in_call: bool,
}

/// Restarts the count of steps outside of calls of hooks when new pages are begun, because any thread may
/// count them.
pub fn start_pages() {
    PAGES.fetch_add(1, Ordering::Relaxed);
}

/// A call of a hook, as long as it runs.
pub struct CountedCall {
    before: StepCount,
}

/// Begins the call of a hook, and counts its steps from 0. Pages that other threads begin meanwhile do not
/// reset the count.
pub fn start_counting() -> CountedCall {
    let pages = PAGES.load(Ordering::Relaxed);
    let before = STEPS.replace(StepCount { pages, steps: 0, is_in_call: true });
    CountedCall { before }
}

impl Drop for CountedCall {
    fn drop(&mut self) {
        match self.before.is_in_call {
            true => STEPS.set(self.before),
            // Content that the hook returned may count more steps when it is laid out.
            false => STEPS.set(StepCount { is_in_call: false, ..STEPS.get() }),
        }
    }
}

/// Counts a step of a template; an error if there are too many.
#[func(name = "rulepress-step")]
pub fn count_step(span: Span) -> SourceResult<()> {
    let pages = PAGES.load(Ordering::Relaxed);
    let last = STEPS.get();
    let steps = if last.is_in_call || last.pages == pages { last.steps + 1 } else { 1 };
    STEPS.set(StepCount { pages, steps, ..last });
    if steps > MOST_STEPS {
        bail!(
            span, "this code never ends: it was stopped after {MOST_STEPS} rounds and calls";
            hint: "look for a loop or a function that never ends"
        );
    }
    Ok(())
}

/// Marks a picture of a template without alternative text as decoration. This happens before layout, because
/// the tags of a PDF are made where a `show` rule begins.
#[func(name = "rulepress-picture")]
pub fn decorate_picture(picture: Value) -> Value {
    match picture {
        Value::Content(content)
            if content
                .to_packed::<ImageElem>()
                .is_some_and(|image| !matches!(image.alt.as_option(), Some(Some(_)))) =>
        {
            let span = content.span();
            ArtifactElem::new(content).pack().spanned(span).into_value()
        }
        other => other,
    }
}

/// A template whose steps are counted.
#[derive(Debug, Clone)]
pub struct CountedText {
    /// Its text with the added calls, as Typst reads it.
    pub text: String,
    /// Places of the insertions, in bytes of `text`, and the number of their bytes.
    added: Vec<(usize, usize)>,
}

/// An insertion: the byte, and the piece.
type Addition = (usize, &'static str);

impl CountedText {
    pub fn of(written: &str) -> Self {
        let mut additions = Vec::new();
        find_steps(&LinkedNode::new(&parse(written)), false, &mut additions);
        additions.sort_by_key(|(at, _)| *at);
        let (mut text, mut added, mut last) = (String::new(), Vec::new(), 0);
        for (at, addition) in additions {
            text.push_str(written.get(last..at).unwrap_or_default());
            added.push((text.len(), addition.len()));
            text.push_str(addition);
            last = at;
        }
        text.push_str(written.get(last..).unwrap_or_default());
        Self { text, added }
    }

    /// Returns the bytes in the text of the author that correspond to bytes of `text`.
    pub fn written_range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.written_byte(range.start);
        let end = self.written_byte(range.end);
        start..end.max(start)
    }

    fn written_byte(&self, byte: usize) -> usize {
        let before = self.added.iter().take_while(|(at, _)| *at < byte);
        let shift: usize = before.map(|(at, length)| (*length).min(byte - at)).sum();
        byte - shift
    }
}

/// Wrapping of a node: the byte where it opens, the opening piece, and the closing piece at its end.
type Wrapping = (usize, &'static str, &'static str);

/// Adds the code that counts a step to each body of a loop or function, and wraps each call that draws a
/// picture. `is_body` is true if `node` is such a body.
fn find_steps(node: &LinkedNode<'_>, is_body: bool, additions: &mut Vec<Addition>) {
    let step = if is_body { step_in(node) } else { None };
    let call = node.get().cast::<ast::FuncCall<'_>>().map(|call| call.callee());
    let is_picture = matches!(call, Some(ast::Expr::Ident(name)) if name.as_str() == "image");
    let picture = is_picture.then(|| (node.offset(), "rulepress-picture(", ")"));
    additions.extend(step.iter().chain(&picture).map(|(at, opening, _)| (*at, *opening)));
    let has_body =
        matches!(node.kind(), SyntaxKind::ForLoop | SyntaxKind::WhileLoop | SyntaxKind::Closure);
    let is_expression = |child: &LinkedNode<'_>| child.get().cast::<ast::Expr<'_>>().is_some();
    // The last expression of a loop or of a function.
    let body = node.children().rev().filter(|_| has_body).find(is_expression);
    let body = body.map(|body| body.range());
    for child in node.children() {
        find_steps(&child, body.as_ref() == Some(&child.range()), additions);
    }
    // The node that opened last is closed first.
    let end = node.range().end;
    additions.extend(picture.iter().chain(&step).map(|(_, _, closing)| (end, *closing)));
}

/// Returns the wrapping that counts a step in a body.
fn step_in(body: &LinkedNode<'_>) -> Option<Wrapping> {
    match body.kind() {
        SyntaxKind::CodeBlock => Some((body.offset() + 1, "rulepress-step();", "")),
        // A rule would end at the braces round it.
        SyntaxKind::SetRule | SyntaxKind::ShowRule => None,
        _ => Some((body.offset(), "{rulepress-step();", "}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_and_places_stay() {
        let written =
            "#let f(x) = x + 1\n#for n in (1, 2) [a #n]\n#while true { f(2) }\n#let g = y => { y }";
        let counted = CountedText::of(written);
        assert_eq!(
            counted.text,
            "#let f(x) = {rulepress-step();x + 1}\n#for n in (1, 2) {rulepress-step();[a #n]}\n#while true {rulepress-step(); f(2) }\n#let g = y => {rulepress-step(); y }"
        );
        for word in ["x + 1", "a #n", "f(2) }", "y }"] {
            let found = counted.text.find(word).expect("it stands there");
            let range = counted.written_range(found..found + word.len());
            assert_eq!(&written[range], word);
        }
    }

    /// Counts steps; returns false if there are too many.
    fn are_allowed(steps: u64) -> bool {
        (0..steps).all(|_| count_step(Span::detached()).is_ok())
    }

    #[test]
    fn pages_of_another_thread_give_a_call_no_more_steps() {
        let call = start_counting();
        assert!(are_allowed(MOST_STEPS));
        std::thread::spawn(start_pages).join().expect("it only counts");
        assert!(!are_allowed(1));
        drop(call);
        start_pages();
        assert!(are_allowed(1));
    }

    #[test]
    fn a_call_in_a_call_leaves_the_count_of_the_outer_one() {
        let _outer = start_counting();
        assert!(are_allowed(MOST_STEPS));
        let inner = start_counting();
        assert!(are_allowed(MOST_STEPS));
        drop(inner);
        assert!(!are_allowed(1));
    }

    #[test]
    fn nested_functions_keep_their_braces() {
        let counted = CountedText::of("#let f(x) = y => y");
        assert_eq!(counted.text, "#let f(x) = {rulepress-step();y => {rulepress-step();y}}");
    }

    #[test]
    fn pictures_are_found_and_closed_in_order() {
        let counted = CountedText::of(
            "#let f(x) = image(x)\n#image(\"a.svg\", width: 1mm)\n#set image(width: 1mm)",
        );
        assert_eq!(
            counted.text,
            "#let f(x) = {rulepress-step();rulepress-picture(image(x))}\n#rulepress-picture(image(\"a.svg\", width: 1mm))\n#set image(width: 1mm)"
        );
    }
}
