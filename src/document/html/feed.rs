//! Feeds text and Markdown nodes to html5ever. In: runs of raw HTML, numbers of nodes. Out: a [`Dom`] whose nodes know
//! their bytes, and findings about what is not closed, dropped or too deep.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{ElementFlags, Tracer, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, TokenizerResult, local_name, ns};

use super::defuse::Scan;
use super::dom::{Dom, Id};
use super::lint::Lint;
use super::names;
use super::sink::{Place, Sink};
use crate::diagnostic::Findings;
use crate::source::SourceId;

/// The name of the element that stands for a Markdown node; its attribute `n` is the number.
pub(super) const NODE: &str = "rulepress-node";

/// Elements that may be open at once, with the ones the HTML parser adds itself; the parser's time grows with it.
const DEEPEST: usize = 64;
/// Elements the tree builder may repeat for each token, besides a few for the start.
const REPEATS: usize = 2;
const REPEATS_AT_START: usize = 10_000;

/// A parser that is being fed.
pub(super) struct Reader<'t> {
    text: &'t str,
    builder: TreeBuilder<Id, Sink>,
    lint: RefCell<Lint>,
    /// Bytes handed to the tokenizer.
    fed: Cell<usize>,
    /// Bytes for which a token has come back.
    at: Cell<usize>,
    /// The element whose text is not read as HTML, while it is open.
    raw: RefCell<Option<LocalName>>,
    /// Elements that were left out because they are too deep, and are still open.
    dropped: RefCell<Vec<LocalName>>,
    tokens: Cell<usize>,
    /// How many repeated elements there were when formatting was last ended by force.
    relieved: Cell<usize>,
}

impl<'t> Reader<'t> {
    /// A reader of a whole HTML file.
    pub(super) fn document(source: SourceId, text: &'t str) -> Self {
        Self::with(source, text, TreeBuilder::new(Sink::new(), options()))
    }

    /// A reader of HTML that stands in running text.
    pub(super) fn fragment(source: SourceId, text: &'t str) -> Self {
        let sink = Sink::new();
        let body = QualName::new(None, ns!(html), local_name!("body"));
        let context = sink.create_element(body, Vec::new(), ElementFlags::default());
        Self::with(source, text, TreeBuilder::new_for_fragment(sink, context, None, options()))
    }

    fn with(source: SourceId, text: &'t str, builder: TreeBuilder<Id, Sink>) -> Self {
        Self {
            text,
            builder,
            lint: RefCell::new(Lint::new(source)),
            fed: Cell::new(0),
            at: Cell::new(0),
            raw: RefCell::default(),
            dropped: RefCell::default(),
            tokens: Cell::new(0),
            relieved: Cell::new(REPEATS_AT_START),
        }
    }

    /// Reads HTML that stands in these places, one after the other; what it leaves unfinished does not reach what comes
    /// after it.
    pub(super) fn html(&self, places: &[Range<usize>]) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        let tokenizer = Tokenizer::new(self, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
        self.at.set(first.start);
        self.fed.set(first.start);
        let mut scan = Scan::default();
        let closed = self.last_comment(places);
        for place in places {
            let text = self.text.get(place.clone()).unwrap_or_default();
            self.comments(&tokenizer, &scan.defuse(text), place.start, closed);
        }
        tokenizer.end();
        self.finish_run(last.end);
    }

    /// Where the last comment in these places ends.
    fn last_comment(&self, places: &[Range<usize>]) -> usize {
        let end = |place: &Range<usize>| {
            let text = self.text.get(place.clone()).unwrap_or_default();
            let ends = ["-->", "--!>"].iter().filter_map(|end| text.rfind(end));
            ends.max().map(|at| place.start + at)
        };
        places.iter().rev().find_map(end).unwrap_or(0)
    }

    /// Feeds text without the starts of comments that never end: these would swallow all that follows.
    fn comments(&self, tokenizer: &Tokenizer<&Self>, text: &str, start: usize, closed: usize) {
        let mut from = 0;
        for (at, comment) in text.match_indices("<!--") {
            if start + at < closed {
                continue;
            }
            self.chunks(tokenizer, &text[from..at], start + from);
            from = at;
            if self.raw.borrow().is_none() {
                self.lint.borrow_mut().unclosed_comment((start + at, start + at + comment.len()));
                from += comment.len();
            }
        }
        self.chunks(tokenizer, &text[from..], start + from);
    }

    /// A chunk ends after each `>`, so that the end of a tag is known when its token comes.
    fn chunks(&self, tokenizer: &Tokenizer<&Self>, text: &str, start: usize) {
        if self.at.get() == self.fed.get() {
            self.at.set(start);
        }
        self.fed.set(start);
        let queue = BufferQueue::default();
        for chunk in text.split_inclusive('>') {
            self.fed.set(self.fed.get() + chunk.len());
            queue.push_back(StrTendril::from(chunk));
            while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        }
    }

    /// Ends what is still open at the end of a run, and keeps a tag that is cut off as text.
    fn finish_run(&self, end: usize) {
        if let Some(name) = self.raw.borrow_mut().take() {
            self.forward(Token::TagToken(tag(TagKind::EndTag, name, Vec::new())));
            return;
        }
        let rest = self.text.get(self.at.get()..end).unwrap_or_default();
        if rest.contains(char::is_alphanumeric) {
            let place = (self.at.get(), end);
            self.lint.borrow_mut().unfinished_tag(place);
            self.characters(StrTendril::from(rest.replace('\0', "").as_str()), place);
        }
    }

    /// Puts in the place of a Markdown node.
    pub(super) fn node(&self, number: usize, place: Place) {
        let name = LocalName::from(NODE);
        let key = QualName::new(None, ns!(), LocalName::from("n"));
        let attribute = Attribute { name: key, value: StrTendril::from(number.to_string().as_str()) };
        self.builder.sink.begin(Some(name.clone()), place);
        self.forward(Token::TagToken(tag(TagKind::StartTag, name.clone(), vec![attribute])));
        self.builder.sink.done();
        self.forward(Token::TagToken(tag(TagKind::EndTag, name, Vec::new())));
    }

    /// The tree, once all is fed.
    pub(super) fn finish(self, findings: &mut Findings) -> Dom {
        self.forward(Token::EOFToken);
        self.builder.end();
        let rowless = self.builder.sink.rowless.take();
        let mut dom = self.builder.sink.finish();
        self.lint.into_inner().finish(&rowless, &mut dom, findings);
        dom.widen();
        dom
    }

    fn forward(&self, token: Token) -> TokenSinkResult<Id> {
        self.tokens.set(self.tokens.get() + 1);
        self.builder.process_token(token, 1)
    }

    fn characters(&self, text: StrTendril, place: Place) {
        self.builder.sink.text(text.clone(), place);
        self.forward(Token::CharacterTokens(text));
    }

    /// Keeps words apart where the tags between them are left out.
    fn space(&self) {
        self.characters(StrTendril::from(" "), (self.at.get(), self.at.get()));
    }

    fn tag(&self, tag: Tag) -> TokenSinkResult<Id> {
        let (at, end) = (self.at.get(), self.fed.get());
        let written = self.text.get(at..end).unwrap_or_default();
        let start = if written.starts_with('<') { at } else { at + written.rfind('<').unwrap_or(0) };
        self.at.set(end);
        if &*tag.name == NODE {
            return TokenSinkResult::Continue;
        }
        match tag.kind {
            TagKind::StartTag => self.start(tag, (start, end)),
            TagKind::EndTag => self.end_tag(tag, (start, end)),
        }
    }

    fn start(&self, tag: Tag, place: Place) -> TokenSinkResult<Id> {
        self.lint.borrow_mut().start(&tag, place);
        if matches!(&*tag.name, "frameset" | "frame" | "template") {
            // Under these the tree builder leaves text out.
            return TokenSinkResult::Continue;
        }
        if self.leaves_out(&tag.name) {
            self.lint.borrow_mut().too_deep(place);
            self.dropped.borrow_mut().push(tag.name);
            self.space();
            return TokenSinkResult::Continue;
        }
        let name = tag.name.clone();
        self.builder.sink.begin(Some(name.clone()), place);
        let result = self.forward(Token::TagToken(tag));
        let made = self.builder.sink.done();
        if matches!(result, TokenSinkResult::RawData(_)) {
            *self.raw.borrow_mut() = Some(name);
            return result;
        }
        if !made && names::part_of_table(&name) {
            self.lint.borrow_mut().outside_table(&name, place);
            self.space();
        }
        if matches!(result, TokenSinkResult::Plaintext) { result } else { TokenSinkResult::Continue }
    }

    fn end_tag(&self, tag: Tag, place: Place) -> TokenSinkResult<Id> {
        let matched = self.lint.borrow_mut().end(&tag.name, place);
        let raw = self.raw.borrow_mut().take().is_some();
        if !raw && self.ends_dropped(&tag.name, matched) {
            self.space();
            return TokenSinkResult::Continue;
        }
        self.builder.sink.begin(None, place);
        self.forward(Token::TagToken(tag));
        self.builder.sink.done();
        TokenSinkResult::Continue
    }

    /// Whether an end tag belongs to elements that were left out.
    fn ends_dropped(&self, name: &LocalName, matched: bool) -> bool {
        let mut dropped = self.dropped.borrow_mut();
        if dropped.is_empty() {
            return false;
        }
        match dropped.iter().rposition(|open| open == name) {
            Some(at) => dropped.truncate(at),
            None if matched => {
                dropped.clear();
                return false;
            }
            None => {}
        }
        true
    }

    /// Whether an element is to be left out, so that neither the tree nor the time for it grows without bound.
    fn leaves_out(&self, name: &LocalName) -> bool {
        if names::stands_alone(name) {
            return false;
        }
        if self.repeats_too_much() && names::formats(name) {
            return true;
        }
        self.open() > DEEPEST
    }

    /// Formatting that is not closed is opened again in each block after it; when that gets out of hand, it is ended.
    fn repeats_too_much(&self) -> bool {
        let repeated = self.builder.sink.dom.borrow().len().saturating_sub(self.tokens.get());
        if repeated < REPEATS_AT_START + REPEATS * self.tokens.get() {
            return false;
        }
        if repeated > self.relieved.get() {
            self.relieved.set(repeated + 1000);
            for name in names::FORMATTING {
                self.end_all(&LocalName::from(*name));
            }
        }
        true
    }

    fn end_all(&self, name: &LocalName) {
        let mut before = usize::MAX;
        while self.open() < before {
            before = self.open();
            self.forward(Token::TagToken(tag(TagKind::EndTag, name.clone(), Vec::new())));
        }
    }

    /// How many elements are open or will be opened again by the tree builder.
    fn open(&self) -> usize {
        struct Count(Cell<usize>);
        impl Tracer for Count {
            type Handle = Id;
            fn trace_handle(&self, _: &Id) {
                self.0.set(self.0.get() + 1);
            }
        }
        let count = Count(Cell::new(0));
        self.builder.trace_handles(&count);
        count.0.get()
    }

    /// The bytes of the text that came back as `text`.
    fn locate(&self, text: &str) -> Place {
        let at = self.at.get();
        let rest = self.text.get(at..self.fed.get()).unwrap_or_default();
        let (skipped, length) = match written_as(rest, text) {
            0 => {
                let near = &rest[..rest.floor_char_boundary(4096)];
                near.find(text).map_or((0, 0), |skipped| (skipped, text.len()))
            }
            length => (0, length),
        };
        self.at.set(at + skipped + length);
        (at + skipped, at + skipped + length)
    }
}

impl TokenSink for &Reader<'_> {
    type Handle = Id;

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<Id> {
        match token {
            Token::TagToken(tag) => return self.tag(tag),
            Token::CharacterTokens(text) => {
                let place = self.locate(&text);
                self.characters(text, place);
            }
            Token::NullCharacterToken => self.at.set((self.at.get() + 1).min(self.fed.get())),
            Token::CommentToken(_) => self.at.set(self.fed.get()),
            Token::DoctypeToken(_) => {
                self.at.set(self.fed.get());
                self.forward(token);
            }
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }

    /// So that the text of `<![CDATA[...]]>` is text everywhere.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        true
    }
}

fn options() -> TreeBuilderOpts {
    TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() }
}

fn tag(kind: TagKind, name: LocalName, attrs: Vec<Attribute>) -> Tag {
    Tag { kind, name, self_closing: false, attrs, had_duplicate_attributes: false }
}

/// How many bytes at the start of `rest` are read as `text`, or 0.
fn written_as(rest: &str, text: &str) -> usize {
    let reference = reference(rest);
    if reference > 0 && (text != "&" || rest.starts_with("&#") || rest.starts_with("&amp") || rest.starts_with("&AMP")) {
        return reference;
    }
    match (text, rest.as_bytes()) {
        _ if rest.starts_with(text) => text.len(),
        ("\n", [b'\r', b'\n', ..]) => 2,
        ("\n", [b'\r', ..]) | ("\u{fffd}", [0, ..]) => 1,
        _ => 0,
    }
}

/// The length of the character reference at the start of `text`, or 0.
fn reference(text: &str) -> usize {
    if !text.starts_with('&') {
        return 0;
    }
    let name = text[1..].bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
    match text.as_bytes().get(name + 1) {
        Some(b';') => name + 2,
        _ if name == 0 => 0,
        _ => name + 1,
    }
}
