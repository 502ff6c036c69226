//! Findings: mistakes of the author or repairs, each with its place and a hint that says what to write.
//!
//! Stages collect findings and continue with the best value they have; all findings are printed at once.

mod annotation;
mod kinds;
mod explain;
mod panics;
mod print;
mod suggest;

use serde::{Deserialize, Serialize};

pub use annotation::{Annotation, finding_annotations};
pub use explain::{
    Explanation, ExplanationGroup, ExplanationRecord, explanation_groups, find_explanation,
};
#[cfg(target_family = "wasm")]
pub use panics::print_panics;
pub use panics::{catch_panic, panic_words, remember_panic_places};
pub use print::{Detail, FindingRecord, detailed_text, finding_records, findings_text};
pub use suggest::{Guesses, did_you_mean, nearest_name};

use crate::text::Span;

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// An output is not written.
    Error,
    /// The output is written, but may be wrong.
    Warning,
    /// The program repaired something.
    Note,
}

/// A part of a book besides its chapters, with outputs of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BookPart {
    /// sheet.md
    Sheet,
    /// cards.md
    Cards,
    /// The decks of book.toml, and data files used only by them.
    Decks,
    /// The tokens of book.toml.
    Tokens,
}

/// A kind of finding: a name that never changes, and its severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// Stable name such as `broken-link`.
    pub name: &'static str,
    /// Severity of this kind of finding in a book. In a single file, an error becomes a warning, and the file
    /// is printed as far as possible.
    pub severity: Severity,
}

/// All kinds of finding. The name of each constant is that of its code.
pub mod code {
    use super::{Code, Severity};

    macro_rules! codes {
        ($($severity:ident { $($constant:ident $name:literal $meaning:literal)* })*) => {
            $($(#[doc = $meaning] pub const $constant: Code = Code { name: $name, severity: Severity::$severity };)*)*
            /// Every code with its meaning.
            pub const ALL: &[(Code, &str)] = &[$($(($constant, $meaning),)*)*];
        };
    }

    codes! {
        Error {
            UNREADABLE "unreadable" "A file that is needed cannot be read."
            OUTSIDE_ROOT "outside-root" "A path leads out of the book's folder."
            NOT_TEXT "not-text" "A file is not text."
            TOO_LARGE "too-large" "A file or a book is larger than its limit."
            BOOK_FILE "book-file" "book.toml says something that cannot be understood."
            MISSING_PULL "missing-pull" "A pull names a place or a file that does not exist."
            CYCLIC_PULL "cyclic-pull" "A pull leads back to itself."
            UNKNOWN_VALUE "unknown-value" "A named value is used but not defined."
            DOUBLED_VALUE "doubled-value" "A named value is defined twice with different content."
            DOUBLED_ANCHOR "doubled-anchor" "Two places have the same explicit anchor."
            BAD_DATA "bad-data" "A data file has no header, rows of different lengths, two columns or cards with the same name, or a piece of an impossible size."
            BAD_MAP "bad-map" "A map has an edge that leads to no space, or a sign that cannot be read."
            TYPESETTING "typesetting" "The page cannot be typeset."
            CHART_SYNTAX "chart-syntax" "A chart cannot be read at this place."
            CHART_AMBIGUOUS "chart-ambiguous" "A chart can be read in two ways at this place."
            CHART_NAME "chart-name" "A name in a chart has no meaning, or two."
            CHART_TOO_LARGE "chart-too-large" "A chart has too many boxes or lines, too long a label, or too deep nesting."
            PANIC "panic" "A part of the program crashed on this input."
            RULE_SYNTAX "rule-syntax" "A module of rules cannot be read at this place."
            RULE_NESTING "rule-nesting" "Brackets, blocks or operators of a module are nested too deeply."
            RULE_LAMBDA "rule-lambda" "A module has a function without a name."
            RULE_NAME "rule-name" "A module uses an attribute that does not exist."
            LOST_MODULE "lost-module" "A module loads another module that does not exist."
            CYCLIC_LOAD "cyclic-load" "Modules load each other in a circle."
            BAD_BINDING "bad-binding" "A `#@` line cannot be understood."
            STRAY_BINDING "stray-binding" "A `#@` line is not above a function."
            DANGLING_BINDING "dangling-binding" "A `#@` line names a place, a step, a card or a question that does not exist."
            DOUBLED_BINDING "doubled-binding" "Two functions are bound to the same place and words."
            LOST_QUOTE "lost-quote" "The words of a `#@` line are no longer at its place."
            UNKEYED_LINE "unkeyed-line" "A line of a tie-breaker list has no key."
            STRAY_KEY "stray-key" "A key is given to something that is not a line of a tie-breaker list."
            UNBOUND_BOX "unbound-box" "A box of a chart branches, but no function answers it."
            STRAY_BOX "stray-box" "A function is named like a box that its chart does not have."
            STRAY_ANSWER "stray-answer" "The function of a box returns an answer that is not on any exit of the box."
            STRAY_WALK "stray-walk" "A rule walks through a chart that no module carries out."
            UNBOUND_LINK "unbound-link" "A chart leads to a place that neither a chart of the rules nor a function carries out."
            BINDINGS_FILE "bindings-file" "A bindings file says something that cannot be understood."
            RULES_LIMIT "rules-limit" "Rules used more time or memory than they may."
            SCENARIO "scenario" "A scenario says something that cannot be understood."
            SCENARIO_PLACE "scenario-place" "A scenario names a place that does not exist, or one where nothing can be played."
            UNWRITTEN_SCENARIO "unwritten-scenario" "No scenario that reaches the given place can be written."
            UNKNOWN_STEP "unknown-step" "An example has no such step, or no picture of it."
            SCENARIO_POSITION "scenario-position" "The position of a scenario cannot be laid out."
            UNANSWERED_CHOICE "unanswered-choice" "A choice of a play has no answer in its scenario."
            RULE_FAULT "rule-fault" "A rule does something that is not allowed."
            RULES_GAP "rules-gap" "The book does not say how a play continues."
            RULES_STUCK "rules-stuck" "A play cannot continue."
            UNUSED_ANSWER "unused-answer" "A scenario answers a question that its play never asks."
            UNUSED_CHANCE "unused-chance" "A scenario sets a result of chance that its play does not draw."
            UNMET_EXPECTATION "unmet-expectation" "A play does not do what its scenario expects."
            UNKNOWN_METRIC "unknown-metric" "The histogram is about a number that no game has."
            UNBALANCED "unbalanced" "Many games together break a bound of `[balance]`."
            OTHER_GAMES "other-games" "A file of games cannot be continued."
            LESSON_FILE "lesson-file" "A lesson says something that cannot be understood."
            STALE_LESSON "stale-lesson" "A lesson contradicts the rules."
            DOUBLED_EXAMPLE "doubled-example" "Two scenarios fill one place."
            TABLE_FILE "table-file" "A file about the look of a table says something that cannot be understood."
            MISSING_OUTPUT "missing-output" "A requested output has nothing to print."
            OVERFLOW "overflow" "A text does not fit its card or sheet at any size that may be printed."
            OFF_PAGE "off-the-page" "Words would be printed outside their page, or the box around them cuts them off."
            LOST_WORDS "lost-words" "Words of the source would be on no page."
            NO_RULE "no-rule" "A text of a sheet or card names no rule."
            UNWRITTEN "unwritten" "A file cannot be written; the old one is unchanged."
            BOOK_LIMIT "book-limit" "A book used more memory or time than is allowed, or made the program crash."
            THEME_FILE "theme-file" "theme.toml says something that cannot be understood."
            WORDS_FILE "words-file" "A file of sentences says something that cannot be understood."
        }
        Warning {
            NEWER_BOOK "newer-book" "A book is written for a newer version of the program."
            BROKEN_LINK "broken-link" "A link leads to a place that does not exist."
            CARD_LINK "card-link" "The slug of a card link does not match the card's name."
            LOST_IMAGE "lost-image" "A picture is missing, broken or too large."
            NO_ALTERNATIVE "no-alternative" "A picture has no alternative text."
            NEAR_NAME "near-name" "A file of a book is not read, because of its name or its place."
            REMOTE "remote" "Something would have to be fetched from the network."
            OPEN_TODO "open-todo" "A place of the book is not written yet."
            BROKEN_FRONT_MATTER "broken-front-matter" "The lines at the top of a text look like front matter, but cannot be read."
            EMPTY_HEADING "empty-heading" "A heading has no words."
            EMPTY_SECTION "empty-section" "A section has a title, but no text."
            EMPTY_DOCUMENT "empty-document" "There is nothing to print."
            UNSPACED_HEADING "unspaced-heading" "A line looks like a heading, but has no space after its `#`."
            BROKEN_TABLE "broken-table" "Lines look like a table, but cannot be read as a table."
            RAGGED_TABLE "ragged-table" "The rows of a table have different numbers of cells."
            NO_HEADER "no-header" "A data table has no header row."
            UNKNOWN_CALLOUT "unknown-callout" "A callout has an unknown word."
            FOREIGN_BLOCK "foreign-block" "Lines of `:::` open a block that only other tools understand."
            UNKNOWN_ATTRIBUTE "unknown-attribute" "Something in braces cannot be understood."
            UNKNOWN_FOOTNOTE "unknown-footnote" "A footnote is used but not defined, or defined but not used."
            SCRIPT "script" "A script, style sheet or frame was left out."
            NESTED_TOO_DEEP "nested-too-deep" "Lists or quotes are nested deeper than can be printed."
            MISSING_GLYPH "missing-glyph" "No bundled font has a character."
            COARSE_PICTURE "coarse-picture" "A picture has too few pixels for the size that it is printed at."
            PRINTERS_FILE "printers-file" "printers.toml says something that cannot be understood."
            ACCESSIBILITY "accessibility" "A PDF breaks a rule of PDF/UA and does not claim to follow it."
            PRINT_FILE "print-file" "A page breaks a rule of the print profile."
            UNSURE_BALANCE "unsure-balance" "Too few games were played to show whether a value is within its bound in `[balance]`."
            BARE_NUMBER "bare-number" "A number of a brief, sheet or card is not a named value, so it can differ from the rule."
            UNKNOWN_ICON "unknown-icon" "There is no icon of this name."
            LOST_ICON "lost-icon" "The file of an icon cannot be drawn in one colour."
            FAINT_ICON "faint-icon" "An icon of the book is too fine, too small or too full to be recognised in print."
            DOUBLED_CARD "doubled-card" "Two cards of a deck have the same name."
            EMPTY_DECK "empty-deck" "A deck has no cards."
            LOST_WORDS_OF_FILE "lost-words" "Words of a file would be on no page; its source is printed in a frame."
            WIDE_TABLE "wide-table" "A table does not fit its page, and was turned sideways or cut."
            BAD_ENCODING "bad-encoding" "Bytes that are not UTF-8 were replaced."
            CHART_KIND "chart-kind" "A Mermaid block is not a flowchart."
            CHART_FALLBACK "chart-fallback" "A chart is drawn coarsely, is drawn on many sheets or is not drawn, because its boxes and lines do not fit."
            CHART_UNREACHABLE "chart-unreachable" "No way leads from the first box of a chart to this one."
            CHART_DEAD_END "chart-dead-end" "No way leads out of a box that is not an end."
            CHART_ONE_EXIT "chart-one-exit" "A decision has only one exit."
            CHART_BRANCH "chart-branch" "A box has several answers but is not drawn as a decision."
            CHART_MISSING_ANSWER "chart-missing-answer" "One answer of a pair has no exit."
            CHART_SAME_ANSWER "chart-same-answer" "Two exits of a box have the same answer."
            CHART_NO_ANSWER "chart-no-answer" "An exit of a branching box has no answer."
            CHART_ENDLESS "chart-endless" "A cycle has no exit."
            UNMAPPED_PLACE "unmapped-place" "The text that is played has no such place, and the bindings file names none."
            UNCONFIRMED_RULE "unconfirmed-rule" "A sentence changed but its function did not, or they were never confirmed."
            LOCK_FILE "lock-file" "A line of rules.lock cannot be read."
            STALE_EXAMPLE "stale-example" "A play differs from its accepted trace."
            UNACCEPTED_EXAMPLE "unaccepted-example" "A play was never accepted."
            TRACE_FILE "trace-file" "An accepted trace cannot be read."
            UNEXPLAINED_CHOICE "unexplained-choice" "A lesson does not explain why an answer is wrong."
            EMPTY_EXAMPLE "empty-example" "Nothing happens in the play of a scenario."
            STOPPED_GAMES "stopped-games" "A fault in the rules stopped some of the games that were searched."
            ORPHAN_TRACE "orphan-trace" "An accepted trace belongs to no scenario."
            LOW_CONTRAST "low-contrast" "Words in a colour of the theme are hard to read on another colour."
            THEME_FONT "theme-font" "A font of the theme cannot be used, lacks characters of the text, or states no licence."
            TEMPLATE "template" "A template of the book cannot be used, or draws what may not be printed."
            UNKNOWN_VERB "unknown-verb" "The rules use a verb that has no sentence."
            LOST_NOTE "lost-note" "CHANGES.md gives a reason for something that did not change."
        }
        Note {
            OLD_KEY "old-key" "A key has the name of an earlier version."
            LEFT_OUT "left-out" "A file of a folder without book.toml is not part of its rules."
            UNREAD_FILES "unread-files" "Files of a folder without book.toml contain text, but are neither Markdown nor HTML."
            TRANSLATION "translation" "Texts of a folder are in a different language from the printed texts."
            DRAWN_AREA "drawn-area" "A play area was drawn, so the line before it that asks for a picture was left out."
            STRAY_FENCE "stray-fence" "A line of backticks or tildes without a block was left out."
            CHART_QUOTES "chart-quotes" "A label of a chart needs double quotes for other readers of Mermaid."
            CHART_BLANK "chart-blank" "A space in a chart is missing or misplaced."
            CHART_COMMENT "chart-comment" "A comment in a chart needs a line of its own."
            CHART_STYLE "chart-style" "Colours, classes and settings of a chart are not used in print."
            CHART_DIRECTION "chart-direction" "A frame in a chart does not run in its own direction."
            CHART_ENTITY "chart-entity" "An entity code in a chart is unknown and is printed as written."
            UNCLOSED_FENCE "unclosed-fence" "A fenced block is not closed before the end of the text."
            MISSING_HASHES "missing-hashes" "A line among the section titles has no `#`; it was read as a title."
            CELL_OUTSIDE_ROW "cell-outside-row" "Table cells are outside any row; a row was added around them."
            DOUBLED_SLUG "doubled-slug" "Two headings have the same slug; the later slug got a number."
            SKIPPED_LEVEL "skipped-level" "A heading is more than one level below the one before it."
            EMPTY_CONTENTS "empty-contents" "An empty section `Contents` became the table of contents."
            UNPRINTED_DATA "unprinted-data" "A column or a row of the data of a deck is not printed."
            FRONT_MATTER "front-matter" "The lines at the top of a text give its title and its authors."
            LINE_ENDS "line-ends" "Windows line endings were read as plain line endings."
            BYTE_ORDER_MARK "byte-order-mark" "A byte-order mark was skipped."
            DATA_FORM "data-form" "The columns of a data file are separated by something other than commas."
            FILE_NAME "file-name" "A name cannot be a file name on every system; the output has another name."
            UNCLOSED_EMPHASIS "unclosed-emphasis" "Emphasis is opened and not closed."
            UNKNOWN_ELEMENT "unknown-element" "A tag is not an HTML element; it is printed as text."
            UNCLOSED_HTML "unclosed-html" "An HTML element is opened and not closed, or closed and not opened."
            NOTHING_MADE "nothing-made" "A book has nothing to print for a requested output, or nothing that differs."
            SMALL_CARD "small-card" "A card has smaller type than the other cards of its set or its deck."
            MAT_PAPER "mat-paper" "The cards on a play mat do not fit its paper; the mat is made larger."
            THICK_BOOKLET "thick-booklet" "A booklet has more sheets than can be folded well; it is printed in parts."
            AUTHOR_NUMBER "author-number" "A heading contains its own number; the number is printed once."
            CHANGED_RULE "changed-rule" "A function changed since its sentence was confirmed."
            MOVED_EXAMPLE "moved-example" "A play differs from its accepted trace only in addresses."
            TWO_FOLDERS "two-folders" "Two folders hold examples of one book; one of them is read."
            OWN_ICON "own-icon" "An icon of the book replaces the bundled icon of the same name."
            ICON_NAME "icon-name" "The file name of an icon cannot be written in a text."
            PICTURE_SIZE "picture-size" "The size or the place that a picture asks for cannot be used."
            MISSING_LANGUAGE "missing-language" "There are no sentences in the language of a book; the English ones are used."
        }
    }
}

impl Code {
    /// Returns the code of this name.
    pub fn named(name: &str) -> Option<Self> {
        code::ALL.iter().map(|(code, _)| *code).find(|code| code.name == name)
    }
}

/// A finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Kind.
    pub code: Code,
    /// Place in a text, if it has one.
    pub span: Option<Span>,
    /// File that it is about, if it has no place in a text.
    pub file: Option<String>,
    /// Message: lower case, no full stop, names in backticks.
    pub message: String,
    /// Hints that say what to write.
    pub hints: Vec<String>,
    /// A second place, with its description.
    pub related: Option<(Span, String)>,
    /// Edit that fixes it, if it is safe to make without asking: a place, and the new text there.
    pub fix: Option<(Span, String)>,
    /// Headings above the place, outermost first; set when the book is joined.
    pub trail: Vec<String>,
    /// The only part of the book that an error prevents; without it, an error prevents every output.
    pub part: Option<BookPart>,
}

impl Diagnostic {
    /// Makes a finding at a place.
    pub fn at(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { span: Some(span), ..Self::global(code, message) }
    }

    /// Makes a finding about a whole file.
    pub fn file(code: Code, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: Some(file.into()), ..Self::global(code, message) }
    }

    /// Makes a finding without a place.
    pub fn global(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            span: None,
            file: None,
            message: message.into(),
            hints: Vec::new(),
            related: None,
            fix: None,
            trail: Vec::new(),
            part: None,
        }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related = Some((span, what.into()));
        self
    }
}

/// Findings of a run, in the order in which they were made.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Findings(pub Vec<Diagnostic>);

impl Findings {
    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.0.push(finding);
    }

    /// Adds a finding at a place, with a hint.
    pub fn report(
        &mut self,
        code: Code,
        place: Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(Diagnostic::at(code, place, message).hint(hint));
    }

    /// Adds all of `other`.
    pub fn append(&mut self, mut other: Findings) {
        self.0.append(&mut other.0);
    }

    /// Sorts by place: texts in the order in which they were read, then by line; findings without a place
    /// come first. Removes duplicates.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|a| (a.span, a.code.severity));
        self.0.dedup_by(|a, b| {
            // A limit of all files together is reported once.
            let same_file = a.file == b.file || a.code == code::TOO_LARGE;
            let same_place = a.span == b.span && same_file;
            a.code == b.code && same_place && a.message == b.message
        });
    }

    /// Number of findings of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.0.iter().filter(|f| f.code.severity == severity).count()
    }

    /// Reports whether a finding has this code.
    pub fn has(&self, code: Code) -> bool {
        self.0.iter().any(|f| f.code.name == code.name)
    }

    /// Turns errors into warnings: the output is written nevertheless.
    pub fn demote_errors(&mut self) {
        self.demote_errors_if(|_| true);
    }

    /// Turns errors into warnings if they prevent none of the requested outputs.
    pub fn demote_errors_if(&mut self, is_harmless: impl Fn(&Diagnostic) -> bool) {
        let errors = self.0.iter_mut().filter(|f| f.code.severity == Severity::Error);
        errors.filter(|f| is_harmless(f)).for_each(|f| f.code.severity = Severity::Warning);
    }

    /// Does `work` on one part of a book: its errors prevent no other part.
    pub fn within<T>(&mut self, part: BookPart, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.0.len();
        let result = work(self);
        self.0[before..].iter_mut().for_each(|finding| finding.part = Some(part));
        result
    }

    /// Reports whether an error prevents outputs made from the chapters and `part`.
    pub fn spoil(&self, part: Option<BookPart>) -> bool {
        let mut errors = self.0.iter().filter(|f| f.code.severity == Severity::Error);
        errors.any(|f| f.part.is_none() || f.part == part)
    }
}

/// Returns `text` cut to a length that can be quoted in a finding.
pub fn short_quote(text: &str) -> String {
    const LONGEST: usize = 80;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST - 1).chain(['…']).collect()
    }
}
