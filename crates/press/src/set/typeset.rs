//! One compile. In: a job and its source texts. Out: pages, or findings at the places of the author.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use typst::World;
use typst::diag::{Severity as Level, SourceDiagnostic, SourceResult, Warned};
use typst::foundations::Bytes;
use typst_layout::PagedDocument;

use crate::off_page::{self, CutWords};
use crate::own_templates::{self, TemplateFault, UsedTemplates, page_faults};
use crate::set::job::PressJob;
use crate::set::world::PressWorld;
use crate::set::{spans, virtual_files};
use crate::{change_marks, chart_layout, ink_pictures, overflow};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{Sources, Span};
use base::theme::templates::Hook;

/// Sets a job; `None` if there is an error among the findings. If anything fails, the job is compiled once
/// more with the places of the text of the author. A template of the book that does not work is reported, and
/// the bundled one is used.
pub fn typeset(
    mut job: PressJob<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    job.spans |= change_marks::are_marked(&job);
    let memory = TypstMemory::lasting();
    let mut own = UsedTemplates::of(&job.book, &job.look);
    let compile = loop {
        let compile = Compile::of(&mut job, &own, sources);
        if own.is_empty() {
            break compile;
        }
        let faults = compile.template_faults(&job, &own, sources);
        let hooks: Vec<Hook> = faults.iter().flat_map(|fault| fault.hooks.clone()).collect();
        report_templates(faults, findings);
        if !own.leave(&hooks) {
            report_templates(compile.template_warnings(&own), findings);
            break compile;
        }
    };
    let (compile, cut) = compile.with_cut_words(&mut job, &own, sources);
    drop(memory);
    let Compile { world, compiled: Warned { output, warnings } } = compile;
    for warning in warnings.iter().filter(|warning| is_chart_fallback(warning)) {
        report_chart_fallback(warning, error_place(warning, &world), findings);
    }
    let report =
        |error: &SourceDiagnostic| findings.push(typst_finding(error, error_place(error, &world)));
    let pages = output.map_err(|errors| errors.iter().for_each(report)).ok()?;
    if !cut.is_empty() {
        findings.0.extend(cut.iter().map(|cut| cut.finding(&job, &world)));
        return None;
    }
    Some(change_marks::mark_pages(pages, &job))
}

/// A world, and the result of its compile.
struct Compile {
    world: PressWorld,
    compiled: Warned<SourceResult<PagedDocument>>,
}

impl Compile {
    /// Compiles a job, and once more with the places of the text of the author if an error is not in a
    /// template of the book.
    fn of(job: &mut PressJob<'_>, own: &UsedTemplates, sources: &Sources) -> Self {
        let compile = Self::once(job, own, sources);
        let is_own = !own.faults(compile.errors(), &compile.world).is_empty();
        let warned = compile.compiled.warnings.iter().any(is_chart_fallback);
        if is_own || (compile.compiled.output.is_ok() && !warned) {
            return compile;
        }
        job.spans = true;
        Self::once(job, own, sources)
    }

    fn once(job: &PressJob<'_>, own: &UsedTemplates, sources: &Sources) -> Self {
        let world = job_world(job, own, sources);
        own_templates::start_pages();
        let compiled = typst::compile::<PagedDocument>(&world);
        Self { world, compiled }
    }

    /// Adds the words that are not on the pages of the compile. These need the places of the text of the
    /// author, for which it is repeated. Overflow that a template measured is left to its mark.
    fn with_cut_words(
        self,
        job: &mut PressJob<'_>,
        own: &UsedTemplates,
        sources: &Sources,
    ) -> (Self, Vec<CutWords>) {
        let Ok(pages) = &self.compiled.output else { return (self, Vec::new()) };
        let cut = off_page::find_cut_words(pages, job);
        if cut.is_empty() || overflow::is_marked(pages) {
            return (self, Vec::new());
        }
        if job.spans {
            return (self, cut);
        }
        job.spans = true;
        Self::once(job, own, sources).with_cut_words(job, own, sources)
    }

    fn errors(&self) -> impl Iterator<Item = &SourceDiagnostic> {
        self.compiled.output.as_ref().err().into_iter().flatten()
    }

    /// Returns the faults because of which templates of the book cannot be used.
    fn template_faults(
        &self,
        job: &PressJob<'_>,
        own: &UsedTemplates,
        sources: &Sources,
    ) -> Vec<TemplateFault> {
        let Ok(document) = &self.compiled.output else {
            let faults = own.faults(self.errors(), &self.world);
            return if faults.is_empty() { self.blame(job, own, sources) } else { faults };
        };
        page_faults(document, own).0
    }

    /// Blames a hook for an error elsewhere that disappears when the hook is left to the bundled templates.
    fn blame(
        &self,
        job: &PressJob<'_>,
        own: &UsedTemplates,
        sources: &Sources,
    ) -> Vec<TemplateFault> {
        let works = |hooks: &[Hook]| {
            let compile = Self::once(job, &own.without(hooks), sources);
            compile.compiled.output.is_ok()
        };
        let hooks = own.hooks();
        let alone = hooks.iter().map(|hook| vec![*hook]).find(|hook| works(hook));
        let guilty = alone.or_else(|| works(&hooks).then_some(hooks)).unwrap_or_default();
        let message = self.errors().next().map_or("", |error| &error.message);
        let fault = |hook| {
            own.hook_fault(hook, message.to_owned(), "until then the bundled drawing is used")
        };
        guilty.into_iter().map(fault).collect()
    }

    /// Returns the drawings of templates of the book that are cut off, and the warnings of Typst about them.
    fn template_warnings(&self, own: &UsedTemplates) -> Vec<TemplateFault> {
        let mut faults = own.faults(&self.compiled.warnings, &self.world);
        if let Ok(document) = &self.compiled.output {
            faults.extend(page_faults(document, own).1);
        }
        faults
    }
}

/// Reports each fault of templates once, for all papers and hooks together.
fn report_templates(faults: Vec<TemplateFault>, findings: &mut Findings) {
    for fault in faults {
        let is_told = |told: &Diagnostic| own_templates::is_same_fault(told, &fault.finding);
        if !findings.0.iter().any(is_told) {
            findings.push(fault.finding);
        }
    }
}

/// Number of compiles that run side by side.
static COMPILES: AtomicUsize = AtomicUsize::new(0);
/// Number of other compiles during which a cached result of a compile is kept.
const PATIENCE: usize = 4;

/// Number of later compiles for which a cached result that is not asked for is kept, if the cache is kept.
const LONG_PATIENCE: usize = 30;
/// True if the cache of Typst is kept for the next compile.
static IS_KEPT: AtomicBool = AtomicBool::new(false);

/// Keeps the cache of Typst from now on: a process that sets one book repeatedly gains speed, at the cost of
/// memory.
pub fn keep_typst_memory() {
    IS_KEPT.store(true, Ordering::SeqCst);
}

/// The cache of Typst while a compile runs. It helps no later compile and is as large as the pages
/// themselves, so it is cleared at the end. While others run beside it, only entries that none of them used
/// lately are removed.
struct TypstMemory;

impl TypstMemory {
    /// Keeps the cache as long as this value lives.
    fn lasting() -> Self {
        COMPILES.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for TypstMemory {
    fn drop(&mut self) {
        let others = COMPILES.fetch_sub(1, Ordering::SeqCst) > 1;
        let kept = IS_KEPT.load(Ordering::SeqCst);
        typst::comemo::evict(match (kept, others) {
            (true, _) => LONG_PATIENCE,
            (false, true) => PATIENCE,
            (false, false) => 0,
        });
    }
}

/// True if a warning of Typst is ours and about a chart.
fn is_chart_fallback(warning: &SourceDiagnostic) -> bool {
    warning.message.starts_with(chart_layout::FALLBACK)
}

/// Reports, once for each output, a chart that is coarse, too long or printed as its source.
fn report_chart_fallback(warning: &SourceDiagnostic, span: Option<Span>, findings: &mut Findings) {
    let finding = Diagnostic::global(code::CHART_FALLBACK, warning.message.as_str());
    let finding = Diagnostic { span, ..finding }.hint("split the chart into several smaller ones");
    if !findings.0.iter().any(|told| tells_the_same(told, &finding)) {
        findings.push(finding);
    }
}

/// True if two findings report the same about one chart; the reason behind the colon differs from paper to
/// paper.
fn tells_the_same(told: &Diagnostic, finding: &Diagnostic) -> bool {
    let what = |finding: &Diagnostic| finding.message.split_once(": ").map(|(what, _)| what.len());
    let same = |length: usize| told.message.get(..length) == finding.message.get(..length);
    told.code == finding.code && told.span == finding.span && what(finding).is_some_and(same)
}

/// Creates the world of a job: its book, its pictures, and the texts of the author if it asks for places.
fn job_world(job: &PressJob<'_>, own: &UsedTemplates, sources: &Sources) -> PressWorld {
    let mut world = PressWorld::new(job.task.template().files[0].0, &job.look, &job.book.theme);
    let bytes = postcard::to_stdvec(job).expect("a book is plain data");
    world.add_file(virtual_files::JOB, Bytes::new(bytes));
    for (file, bytes) in &job.book.pictures {
        let shown =
            if job.look.pictures { ink_pictures::on_screen(bytes) } else { Cow::Borrowed(bytes) };
        world.add_file(&virtual_files::picture_path(file), shown.into_owned());
    }
    own.serve(&mut world, &job.book);
    if job.spans {
        for (id, source) in sources.iter() {
            world.add_source(&virtual_files::source_path(id), &source.text);
        }
    }
    world
}

/// Returns the place in the text of the author for a Typst error.
fn error_place(error: &SourceDiagnostic, world: &dyn World) -> Option<Span> {
    spans::author_span(error.span, world)
        .or_else(|| error.trace.iter().find_map(|call| spans::author_span(call.span, world)))
}

/// Returns a Typst error as a finding.
pub fn typst_finding(error: &SourceDiagnostic, place: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::global(code::TYPESETTING, error_message(error));
    let mut finding = Diagnostic { span: place, ..finding };
    for hint in &error.hints {
        finding = finding.hint(hint.v.as_str());
    }
    finding
}

fn error_message(error: &SourceDiagnostic) -> String {
    match error.severity {
        Level::Error => format!("the page cannot be typeset: {}", error.message),
        Level::Warning => error.message.to_string(),
    }
}
