//! The rulebook on pages.

pub(crate) mod content;

use std::borrow::Cow;

use typst_layout::PagedDocument;

use super::{OutputContext, PrintPages};
use crate::book::{Book, FrontPage, LONG_FROM};
use crate::ledger::LostWords;
use crate::look::PageLook;
use crate::outputs::PressTask;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::paper::Paper;
use crate::pdf::home::guide::Craft;
use crate::profile::{Binding, OutputFamily, Profile};
use crate::set::every_word::{CountedOutput, set_every_word};
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::word_check::words_off_pages;
use crate::{OutputFile, PrintRequest, ledger, table_layout};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Sources;
use base::theme::templates::Hook;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Rulebook",
    is_of_chapters: true,
    is_ordered: true,
    is_marked: true,
    papers: |book| &book.papers,
    has_theme_page: true,
    template: Some(&TEMPLATE),
    ..OutputRecord::new("rulebook", "the rulebook", make_rulebooks)
};

/// Template of the rulebook.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the rulebook",
    files: &[
        ("/templates/main.typ", include_str!("main.typ")),
        ("/templates/rulebook.typ", include_str!("rulebook.typ")),
        ("/templates/back.typ", include_str!("back.typ")),
        ("/templates/extra.typ", include_str!("extra.typ")),
    ],
};

/// Makes the rulebook on all its papers.
pub fn make_rulebooks(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    for (nth, paper) in context.rulebook_papers().iter().enumerate() {
        let theme = context.request.theme;
        table_layout::report_wide_tables(context.book, paper, theme, context.findings);
        let Some(pages) = typeset_pages(context, paper) else { continue };
        context.findings.0.extend(wrong_page_count(pages.pages().len(), context.profile()));
        let stem = if context.book.marks.is_some() { "rulebook-marked" } else { "rulebook" };
        let name = context.paper_file_stem(stem, nth, paper);
        let size = Paper::find(paper).map(|paper| paper.size());
        let craft = size.filter(|_| context.request.home.passes.is_some());
        let craft = craft.map(|page| Craft::Sheet { page });
        let mut made = context.files(&PrintPages { craft, ..PrintPages::bound(&pages, name) });
        made.iter_mut().for_each(|file| file.holds.trim = size);
        files.extend(made);
    }
    files
}

/// Sets the pages of the rulebook for its profile, without the cover if that is a file of its own.
fn typeset_pages(context: &mut OutputContext<'_>, paper: &str) -> Option<PagedDocument> {
    if context.profile().binding.is_some() {
        return typeset_inside(context, paper);
    }
    let multiple = page_multiple(context.profile());
    typeset_thick(context, |context| typeset_whole(context, paper, multiple))
}

/// Sets pages with the margin at the binding that their number needs: more pages may need a wider margin,
/// which may lead to more pages.
fn typeset_thick(
    context: &mut OutputContext<'_>,
    typeset: impl Fn(&mut OutputContext<'_>) -> Option<PagedDocument>,
) -> Option<PagedDocument> {
    let OutputContext { book, request, sources, .. } = *context;
    let mut inside = request.profile.inner_margin(1);
    loop {
        let request = PrintRequest { inside, ..request.clone() };
        let mut findings = Findings::default();
        let mut bound =
            OutputContext { book, request: &request, sources, findings: &mut findings, kept: None };
        let pages = typeset(&mut bound);
        let count = pages.as_ref().map_or(0, |pages| pages.pages().len());
        let needed = request.profile.inner_margin(count);
        if needed <= inside {
            context.findings.append(findings);
            return pages;
        }
        inside = needed;
    }
}

/// Sets the pages of the rulebook between the covers.
pub fn typeset_inside(context: &mut OutputContext<'_>, paper: &str) -> Option<PagedDocument> {
    let OutputContext { book, request, sources, .. } = *context;
    let book = Book { cover: FrontPage::Never, ..book.clone() };
    let (multiple, binding) = (page_multiple(context.profile()), context.profile().binding);
    let multiple = least_common_multiple(multiple, binding.map_or(1, Binding::multiple));
    let findings = &mut *context.findings;
    let mut inside = OutputContext { book: &book, request, sources, findings, kept: None };
    typeset_thick(&mut inside, |context| typeset_whole(context, paper, multiple))
}

fn least_common_multiple(one: usize, other: usize) -> usize {
    let common = (1..=one.min(other))
        .rev()
        .find(|part| one.is_multiple_of(*part) && other.is_multiple_of(*part));
    one / common.unwrap_or(1) * other
}

/// Sets the rulebook on its first paper, only to find faults of the templates of the book.
pub fn check_templates(context: &mut OutputContext<'_>) {
    let Some(paper) = context.rulebook_papers().first().cloned() else { return };
    let mut findings = Findings::default();
    let OutputContext { book, request, sources, .. } = *context;
    let mut own = OutputContext { book, request, sources, findings: &mut findings, kept: None };
    typeset_whole(&mut own, &paper, 1);
    let told = findings.0.into_iter().filter(|finding| finding.code == code::TEMPLATE);
    let new: Vec<Diagnostic> =
        told.filter(|finding| !context.findings.0.contains(finding)).collect();
    context.findings.0.extend(new);
}

/// Sets the rulebook with all its words: words that would be on no page are printed as their source. `None`
/// if that is an error.
fn typeset_whole(
    context: &mut OutputContext<'_>,
    paper: &str,
    multiple: usize,
) -> Option<PagedDocument> {
    let OutputContext { book, request, sources, .. } = *context;
    let look = context.look();
    let book = with_front_pages(book, paper, &look, sources);
    let rulebook = CountedRulebook { request, look, paper, multiple, sources };
    set_every_word(&rulebook, &book, context.findings)
}

/// A rulebook whose words are counted.
struct CountedRulebook<'a> {
    request: &'a PrintRequest<'a>,
    look: PageLook,
    paper: &'a str,
    /// The number of pages is a multiple of this.
    multiple: usize,
    sources: &'a Sources,
}

impl<'a> CountedRulebook<'a> {
    /// Returns the context for a book in place of the one that is asked for.
    fn context<'b>(&self, book: &'b Book, findings: &'b mut Findings) -> OutputContext<'b>
    where
        'a: 'b,
    {
        let (request, sources) = (self.request, self.sources);
        OutputContext { book, request, sources, findings, kept: None }
    }
}

impl CountedOutput for CountedRulebook<'_> {
    fn hooks(&self) -> &[Hook] {
        &[Hook::Cover, Hook::Chapter, Hook::Callout]
    }

    fn look(&self) -> &PageLook {
        &self.look
    }

    fn set(&self, book: &Book, findings: &mut Findings) -> Option<PagedDocument> {
        typeset_filled(&mut self.context(book, findings), self.paper, self.multiple)
    }

    fn set_to_count(&self, book: &Book) -> Option<PagedDocument> {
        let job = PressJob::new(book, self.paper, &self.look, PressTask::RULEBOOK);
        typeset(job, self.sources, &mut Findings::default())
    }

    fn lost_words(&self, book: &Book, pages: &PagedDocument) -> LostWords {
        words_off_pages(book, pages)
    }

    fn set_plain(&self, _: &Book, plain: &Book, findings: &mut Findings) -> Option<PagedDocument> {
        typeset_whole(&mut self.context(plain, findings), self.paper, self.multiple)
    }

    fn frame_lost(&self, book: &Book, lost: LostWords, findings: &mut Findings) -> Option<Book> {
        let (framed, found) = ledger::frame_lost_blocks(book, lost, self.sources);
        findings.0.extend(found);
        (!framed.strict).then_some(framed)
    }
}

/// Returns the number of which a print shop takes multiples of pages.
fn page_multiple(profile: &Profile) -> usize {
    let print = profile.family == OutputFamily::Print;
    profile.multiple.filter(|_| print).unwrap_or(1)
}

/// Sets the rulebook with as many useful pages before its last one as its number of pages lacks to a
/// multiple; the last of them is blank if the print shop asks for it.
pub fn typeset_filled(
    context: &mut OutputContext<'_>,
    paper: &str,
    multiple: usize,
) -> Option<PagedDocument> {
    let pages = context.typeset(paper, PressTask::RULEBOOK)?;
    let blank = context.profile().last_blank;
    let count = pages.pages().len() + usize::from(blank);
    let missing = count.next_multiple_of(multiple) - count;
    if missing == 0 && !blank {
        return Some(pages);
    }
    let fillers = (missing > 0).then_some(missing);
    let filled = context.typeset(paper, PressTask::Rulebook { fillers, blank })?;
    // A quick reference that began below the text takes one more page behind other pages.
    if missing > 0 && filled.pages().len() > count + missing {
        let fillers = Some(missing - 1);
        return context.typeset(paper, PressTask::Rulebook { fillers, blank });
    }
    Some(filled)
}

/// Returns the finding about a number of pages that a print shop does not take.
fn wrong_page_count(pages: usize, profile: &Profile) -> Option<Diagnostic> {
    let least = profile.least_pages.filter(|least| pages < *least);
    let most = profile.most_pages.filter(|most| pages > *most);
    let takes = least
        .map(|least| format!("{least} or more"))
        .or_else(|| most.map(|most| format!("{most} or fewer")))?;
    let message = format!("the rulebook has {pages} pages; `{}` accepts {takes}", profile.name);
    let finding = Diagnostic::global(code::PRINT_FILE, message);
    Some(finding.hint("choose another paper or another profile"))
}

/// Returns `book` as it is printed on `paper`: without a cover and contents if it is short.
pub(crate) fn with_front_pages<'b>(
    book: &'b Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
) -> Cow<'b, Book> {
    if !book.may_be_short() {
        return Cow::Borrowed(book);
    }
    let short = book.without_front_pages();
    // The list of changes behind the text does not make a book long.
    let text = Book { marks: None, ..short.clone() };
    let job = PressJob::new(&text, paper, look, PressTask::RULEBOOK);
    let pages = typeset(job, sources, &mut Findings::default());
    let is_short = pages.is_some_and(|pages| pages.pages().len() < LONG_FROM);
    if is_short { Cow::Owned(short) } else { Cow::Borrowed(book) }
}

/// Sets the rulebook of `book` on `paper`; `None` if there is an error among the findings.
pub fn typeset_rulebook(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    table_layout::report_wide_tables(book, paper, &look.theme, findings);
    let book = &with_front_pages(book, paper, look, sources);
    typeset(PressJob::new(book, paper, look, PressTask::RULEBOOK), sources, findings)
}
