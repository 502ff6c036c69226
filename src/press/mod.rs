//! The press: a book on a paper becomes pages and a PDF. Its other half is
//! `templates/rulebook.typ`.

pub mod booklet;
pub mod cards;
mod changed;
mod chart_layout;
mod content;
mod export;
mod finish;
mod overflow;
pub mod inspect;
mod job;
pub mod look;
pub mod nup;
mod outline;
pub mod outputs;
pub mod paper;
pub mod profile;
mod raster;
pub mod sheet;
mod spans;
mod table_layout;
pub mod tiles;
mod tokens;
mod word_breaks;
pub mod world;

use typst::diag::{Severity as Level, SourceDiagnostic};
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::book::Book;
use crate::diagnostic::{Diagnostic, Findings, Severity, code};
use crate::document::{Block, BlockKind, ChartWalk, short_quote};
use crate::drawing::Drawing;
use crate::picture::mat;
use crate::source::{Sources, Span};
use job::PressJob;
use look::PageLook;
use paper::Paper;
use tokens::MM;
use world::PressWorld;

/// The papers of a play mat, unless the book asks for others.
const MATS: [&str; 2] = ["a3", "tabloid"];

/// The papers that `book` asks for, by name, `a4` if there is none; one that is not known is an
/// error.
pub fn rulebook_papers(book: &Book, sources: &Sources, findings: &mut Findings) -> Vec<String> {
    known_papers(book, &book.papers, sources, findings)
}

/// The papers that the flowcharts of `book` are printed on.
pub fn chart_papers(book: &Book, sources: &Sources, findings: &mut Findings) -> Vec<String> {
    known_papers(book, &book.chart_papers, sources, findings)
}

fn known_papers(
    book: &Book,
    asked: &[String],
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<String> {
    let (known, unknown): (Vec<_>, Vec<_>) =
        asked.iter().cloned().partition(|name| Paper::find(name).is_some());
    for name in unknown {
        let message = format!("`{}` is no paper that is known", short_quote(&name));
        let finding = book_file_finding(&name, book, sources, message);
        findings.push(
            finding.hint(format!("write one of {}", Paper::names().collect::<Vec<_>>().join(", "))),
        );
    }
    if known.is_empty() { vec!["a4".to_owned()] } else { known }
}

/// A finding where `value` stands in the book.toml of `book`.
fn book_file_finding(value: &str, book: &Book, sources: &Sources, message: String) -> Diagnostic {
    let own = format!("{}/book.toml", book.name);
    let place = sources.iter().filter(|(_, source)| source.path.ends_with(&own)).find_map(
        |(id, source)| {
            let at = ['"', '\'']
                .iter()
                .find_map(|quote| source.text.find(&format!("{quote}{value}{quote}")))?;
            Some(Span::new(id, at..at + value.len() + 2))
        },
    );
    match place {
        Some(span) => Diagnostic::at(code::BOOK_FILE, span, message),
        None => Diagnostic::file(code::BOOK_FILE, sources.shown_path(&own), message),
    }
}

/// Says what will not fit the pages, the sheet and the cards of `book`, without writing them.
pub fn check_fit(book: &Book, sources: &Sources, findings: &mut Findings) {
    for paper in rulebook_papers(book, sources, findings) {
        report_wide_tables(book, &paper, findings);
    }
    if findings.count(Severity::Error) == 0 {
        outputs::check_pieces(book, sources, findings);
    }
}

/// Sets the rulebook of `book` on `paper`; `None` when an error is among the findings.
pub fn typeset_rulebook(
    book: &Book,
    paper: &str,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    report_wide_tables(book, paper, findings);
    typeset_book("/templates/main.typ", book, paper, sources, findings)
}

/// Sets the rulebook of `book` on `paper` in another theme, or with bleed.
pub fn typeset_rulebook_as(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let job = PressJob {
        book: book.clone(),
        paper: paper.to_owned(),
        look: look.clone(),
        ..PressJob::default()
    };
    typeset_job("/templates/main.typ", job, sources, findings)
}

/// Sets the flowcharts of `book` on `paper`, a page for each; `None` when an error is among the
/// findings.
pub fn typeset_flowcharts(
    book: &Book,
    paper: &str,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    typeset_book("/templates/flowcharts.typ", book, paper, sources, findings)
}

/// Whether `book` has a flowchart that can be drawn.
pub fn has_charts(book: &Book) -> bool {
    book.blocks.iter().any(|block| chart_layout::chart_in_block(block, "", book).is_some())
}

/// The papers that the play mat of `book` is printed on.
pub fn mat_papers(book: &Book, sources: &Sources, findings: &mut Findings) -> Vec<String> {
    if book.mat_papers.is_empty() {
        return MATS.map(str::to_owned).to_vec();
    }
    known_papers(book, &book.mat_papers, sources, findings)
}

/// The play area of `book` as a drawing as large as a turned `paper`; none if it has none.
pub fn mat_drawing(book: &Book, paper: &str) -> Option<Drawing> {
    let (mat, _) = content::mats::first_play_mat(book)?;
    let sheet = Paper::find(paper)?;
    let size = mat::MatSize::page(&mat, sheet.height * MM, sheet.width * MM);
    Some(mat::draw_mat(&mat, &size))
}

/// The drawings of a walk through a chart, `width` points wide.
pub fn walk_drawings(walk: &ChartWalk, book: &Book, width: f64) -> Vec<Drawing> {
    chart_layout::draw_walk(walk, book, width, width * 1.6).unwrap_or_default()
}

/// The drawings of the chart in a block, `width` points wide, for pages of a browser; none when it
/// is no chart.
pub fn chart_drawings(block: &Block, section: &str, book: &Book, width: f64) -> Vec<Drawing> {
    chart_layout::draw_chart_for_web(block, section, book, width)
}

fn typeset_book(
    main: &str,
    book: &Book,
    paper: &str,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    typeset_job(
        main,
        PressJob { book: book.clone(), paper: paper.to_owned(), ..PressJob::default() },
        sources,
        findings,
    )
}

fn typeset_job(
    main: &str,
    mut job: PressJob,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let mut shelf = self::press_world(main, &job, sources);
    let mut output = typst::compile::<PagedDocument>(&shelf).output;
    if output.is_err() {
        job.spans = true;
        shelf = self::press_world(main, &job, sources);
        output = typst::compile::<PagedDocument>(&shelf).output;
    }
    // What Typst remembers of this compile helps no other one and is as large as the pages
    // themselves.
    typst::comemo::evict(0);
    match output {
        Ok(document) => Some(document),
        Err(errors) => {
            errors.iter().for_each(|error| findings.push(typst_finding(error, &shelf)));
            None
        }
    }
}

/// The PDF of finished pages: PDF/UA-1, the same bytes for the same pages.
pub fn screen_pdf(
    document: &PagedDocument,
    book: &Book,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let options = PdfOptions {
        ident: Smart::Custom(format!("rulepress {}", book.name)),
        creator: Smart::Custom(Some(concat!("rulepress ", env!("CARGO_PKG_VERSION")).into())),
        timestamp: book_date(book).map(Timestamp::new_utc),
        standards: PdfStandards::new(&[PdfStandard::Ua_1]).expect("PDF/UA-1 stands alone"),
        tagged: true,
        ..PdfOptions::default()
    };
    match typst_pdf::pdf(document, &options) {
        Ok(bytes) => Some(bytes),
        Err(errors) => {
            let job = PressJob { paper: "a5".to_owned(), ..PressJob::default() };
            let shelf = press_world("/templates/main.typ", &job, sources);
            errors.iter().for_each(|error| findings.push(typst_finding(error, &shelf)));
            None
        }
    }
}

/// Midnight of the book's date; a book without one is undated, so that its bytes are the same on
/// any day.
fn book_date(book: &Book) -> Option<Datetime> {
    let (year, month, day) = book.date?;
    Datetime::from_ymd_hms(year, month, day, 0, 0, 0)
}

fn press_world(main: &str, job: &PressJob, sources: &Sources) -> PressWorld {
    let mut shelf = PressWorld::new(main, &job.look);
    let bytes = postcard::to_stdvec(job).expect("a book is plain data");
    shelf.add("/book", typst::foundations::Bytes::new(bytes));
    for (file, bytes) in &job.book.pictures {
        shelf.add(&content::picture_path(file), bytes.clone());
    }
    if job.spans {
        for (id, source) in sources.iter() {
            shelf.text(&format!("/texts/{}", id.0), &source.text);
        }
    }
    shelf
}

/// Tables that a column could not hold are worth a look; those inside other blocks are fitted into
/// them.
fn report_wide_tables(book: &Book, paper: &str, findings: &mut Findings) {
    let Some(sheet) = Paper::find(paper) else { return };
    for block in &book.blocks {
        let BlockKind::Table(table) = &block.kind else { continue };
        let placed = table_layout::place_table(table, &sheet, true);
        let message = match (placed.parts.len(), placed.place) {
            (1, table_layout::TablePlace::Turned) => {
                format!(
                    "this table is too wide for an upright page ({paper}); it is put on a turned one"
                )
            }
            (1, _) => continue,
            (parts, _) => {
                format!(
                    "this table fits no page ({paper}); it is cut into {parts} parts between its columns"
                )
            }
        };
        findings.push(
            Diagnostic::at(code::WIDE_TABLE, block.span, message)
                .hint("write fewer or shorter columns"),
        );
    }
}

/// A Typst error as a finding at the author's place.
fn typst_finding(error: &SourceDiagnostic, shelf: &PressWorld) -> Diagnostic {
    let place = spans::author_span(error.span, shelf)
        .or_else(|| error.trace.iter().find_map(|point| spans::author_span(point.span, shelf)));
    let message = match error.severity {
        Level::Error => format!("the page can not be set: {}", error.message),
        Level::Warning => error.message.to_string(),
    };
    let mut finding = match place {
        Some(span) => Diagnostic::at(code::TYPESETTING, span, message),
        None => Diagnostic::global(code::TYPESETTING, message),
    };
    for hint in &error.hints {
        finding = finding.hint(hint.v.as_str());
    }
    finding
}
