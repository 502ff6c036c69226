//! Feeds text and Markdown nodes to html5ever. In: runs of raw HTML, numbers of nodes. Out: a [`Dom`] whose
//! nodes know their bytes, and findings about elements that are not closed, dropped or too deep.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{ElementFlags, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, TokenizerResult, local_name, ns};

use super::cursor::TokenCursor;
use super::defuse::AttributeScan;
use super::dom::{Dom, DomId};
use super::lint::TagLint;
use super::names;
use super::sink::{ByteSpan, DomSink};
use base::diagnostic::Findings;
use base::source::SourceId;

/// Name of the placeholder element of a Markdown node; its attribute `n` is the number.
pub const NODE: &str = "rulepress-node";

/// Distance in bytes within which the end tag of an unknown element is searched.
const NEAR: usize = 4_096;

/// A parser that is being fed.
pub struct HtmlReader<'t> {
    cursor: TokenCursor<'t>,
    /// html5ever's tree builder.
    pub builder: TreeBuilder<DomId, DomSink>,
    lint: RefCell<TagLint>,
    /// The open element whose text is not read as HTML, if any.
    raw: RefCell<Option<LocalName>>,
    /// Elements that were left out because they are too deep, and are still open.
    pub dropped: RefCell<Vec<LocalName>>,
    /// Number of tokens handed to the tree builder.
    pub tokens: Cell<usize>,
    /// Number of repeated elements above which formatting is closed by force again.
    pub relieved: Cell<usize>,
}

impl<'t> HtmlReader<'t> {
    /// Makes a reader of a whole HTML file.
    pub fn document(source: SourceId, text: &'t str) -> Self {
        Self::with(source, text, TreeBuilder::new(DomSink::new(), tree_builder_options()))
    }

    /// Makes a reader of HTML within running text.
    pub fn fragment(source: SourceId, text: &'t str) -> Self {
        let sink = DomSink::new();
        let name = QualName::new(None, ns!(html), local_name!("body"));
        let body = sink.create_element(name, Vec::new(), ElementFlags::default());
        let builder = TreeBuilder::new_for_fragment(sink, body, None, tree_builder_options());
        Self::with(source, text, builder)
    }

    fn with(source: SourceId, text: &'t str, builder: TreeBuilder<DomId, DomSink>) -> Self {
        Self {
            cursor: TokenCursor::new(text),
            builder,
            lint: RefCell::new(TagLint::new(source)),
            raw: RefCell::default(),
            dropped: RefCell::default(),
            tokens: Cell::new(0),
            relieved: Cell::new(0),
        }
    }

    /// Reads the HTML at these places, one after the other. Unfinished tags and comments do not affect the
    /// text after them.
    pub fn html(&self, places: &[ByteSpan]) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        let tokenizer =
            Tokenizer::new(self, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
        self.cursor.start(first.0);
        let mut scan = AttributeScan::default();
        let last_comment = places.iter().rev().find_map(|place| {
            let text = self.cursor.slice(*place);
            let ends = ["-->", "--!>"].iter().filter_map(|end| text.rfind(end));
            ends.max().map(|at| place.0 + at)
        });
        let closed = last_comment.unwrap_or(0);
        for place in places {
            let text = self.cursor.slice(*place);
            self.comments(&tokenizer, &scan.defuse(text), place.0, closed);
        }
        tokenizer.end();
        let raw = self.raw.borrow_mut().take();
        match raw {
            Some(name) => self.end_element(name),
            None => {
                let place = (self.cursor.at(), last.1);
                let rest = self.cursor.slice(place);
                if rest.contains(char::is_alphanumeric) {
                    self.lint.borrow_mut().unfinished_tag(place);
                    self.characters(rest.replace('\0', "").into(), place);
                }
            }
        }
    }

    /// Feeds text without the starts of comments that never end, which would swallow the rest.
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

    /// Feeds text in chunks that end after each `>`, so that the end of a tag is known when its token comes.
    fn chunks(&self, tokenizer: &Tokenizer<&Self>, text: &str, start: usize) {
        self.cursor.skip_to(start);
        let queue = BufferQueue::default();
        for chunk in text.split_inclusive('>') {
            self.cursor.feed(chunk.len());
            queue.push_back(StrTendril::from(chunk));
            while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        }
    }

    /// Sends an end tag that is not in the text.
    pub fn end_element(&self, name: LocalName) {
        self.send(Token::TagToken(made_up_tag(TagKind::EndTag, name, Vec::new())));
    }

    /// Sends the placeholder of a Markdown node.
    pub fn node(&self, number: usize, place: ByteSpan) {
        let name = LocalName::from(NODE);
        let attributes = vec![number_attribute(number)];
        self.builder.sink.begin(Some(name.clone()), place);
        self.send(Token::TagToken(made_up_tag(TagKind::StartTag, name.clone(), attributes)));
        self.builder.sink.done();
        self.end_element(name);
    }

    /// Returns the tree, once everything is fed.
    pub fn finish(self, findings: &mut Findings) -> Dom {
        self.send(Token::EOFToken);
        self.builder.end();
        let rowless = self.builder.sink.rowless.take();
        let mut dom = self.builder.sink.finish();
        self.lint.into_inner().finish(&rowless, &mut dom, findings);
        dom.widen();
        dom
    }

    /// Hands a token to the tree builder.
    fn forward(&self, token: Token) -> TokenSinkResult<DomId> {
        self.tokens.set(self.tokens.get() + 1);
        self.builder.process_token(token, 1)
    }

    /// Sends a token after which the tokenizer simply continues.
    pub fn send(&self, token: Token) {
        let _ = self.forward(token);
    }

    fn characters(&self, text: StrTendril, place: ByteSpan) {
        self.builder.sink.text(text.clone(), place);
        self.send(Token::CharacterTokens(text));
    }

    /// Separates words if the tag between them is left out.
    fn space(&self, name: &str) {
        if names::is_formatting(name) {
            return;
        }
        self.characters(StrTendril::from(" "), (self.cursor.at(), self.cursor.at()));
    }

    fn tag(&self, tag: Tag) -> TokenSinkResult<DomId> {
        let place = self.cursor.tag();
        if &*tag.name == NODE {
            return TokenSinkResult::Continue;
        }
        // A tag such as `<player>` is no element but words of the author.
        let plain = tag.kind == TagKind::StartTag
            && !tag.self_closing
            && tag.attrs.iter().all(|attribute| attribute.value.is_empty());
        let read = self.raw.borrow().is_none() && !self.lint.borrow().in_foreign();
        if plain && read && !names::is_element(&tag.name) && !self.is_ended(&tag.name, place.1) {
            let written = self.cursor.slice(place);
            self.lint.borrow_mut().placeholder(written, place);
            self.characters(StrTendril::from(written), place);
            return TokenSinkResult::Continue;
        }
        match tag.kind {
            TagKind::StartTag => self.start(tag, place),
            TagKind::EndTag => self.end_tag(tag, place),
        }
    }

    /// Reports whether the end tag of an element is near behind the byte `from`.
    fn is_ended(&self, name: &str, from: usize) -> bool {
        let end = format!("</{name}");
        self.cursor.ahead(from, NEAR).to_ascii_lowercase().contains(&end)
    }

    fn start(&self, tag: Tag, place: ByteSpan) -> TokenSinkResult<DomId> {
        self.lint.borrow_mut().start(&tag, place);
        if matches!(&*tag.name, "frameset" | "frame" | "template") {
            // Within these the tree builder leaves text out.
            return TokenSinkResult::Continue;
        }
        if self.leaves_out(&tag.name) {
            self.lint.borrow_mut().too_deep(place);
            self.space(&tag.name);
            self.dropped.borrow_mut().push(tag.name);
            return TokenSinkResult::Continue;
        }
        let name = tag.name.clone();
        self.builder.sink.begin(Some(name.clone()), place);
        let result = self.forward(Token::TagToken(tag));
        let made = self.builder.sink.done();
        self.started(name, place, made, result)
    }

    /// Continues after the start of an element, whose text may not be HTML.
    fn started(
        &self,
        name: LocalName,
        place: ByteSpan,
        made: bool,
        result: TokenSinkResult<DomId>,
    ) -> TokenSinkResult<DomId> {
        if matches!(result, TokenSinkResult::RawData(_)) {
            *self.raw.borrow_mut() = Some(name);
            return result;
        }
        if !made && names::is_table_part(&name) {
            self.lint.borrow_mut().outside_table(&name, place);
            self.space(&name);
        }
        match result {
            TokenSinkResult::Plaintext => result,
            _ => TokenSinkResult::Continue,
        }
    }

    fn end_tag(&self, tag: Tag, place: ByteSpan) -> TokenSinkResult<DomId> {
        let matched = self.lint.borrow_mut().end(&tag.name, place);
        let raw = self.raw.borrow_mut().take().is_some();
        if !raw && self.ends_dropped(&tag.name, matched) {
            self.space(&tag.name);
            return TokenSinkResult::Continue;
        }
        self.builder.sink.begin(None, place);
        self.send(Token::TagToken(tag));
        self.builder.sink.done();
        TokenSinkResult::Continue
    }
}

impl TokenSink for &HtmlReader<'_> {
    type Handle = DomId;

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<DomId> {
        match token {
            Token::TagToken(tag) => return self.tag(tag),
            Token::CharacterTokens(text) => {
                let place = self.cursor.text(&text);
                self.characters(text, place);
            }
            Token::NullCharacterToken => self.cursor.byte(),
            Token::CommentToken(_) => {
                self.cursor.tag();
            }
            Token::DoctypeToken(_) => {
                self.cursor.tag();
                self.send(token);
            }
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }

    /// Makes the text of `<![CDATA[...]]>` text everywhere.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        true
    }
}

fn tree_builder_options() -> TreeBuilderOpts {
    TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() }
}

/// Makes a tag that is not in the text.
fn made_up_tag(kind: TagKind, name: LocalName, attrs: Vec<Attribute>) -> Tag {
    Tag { kind, name, self_closing: false, attrs, had_duplicate_attributes: false }
}

fn number_attribute(number: usize) -> Attribute {
    let name = QualName::new(None, ns!(), LocalName::from("n"));
    Attribute { name, value: number.to_string().into() }
}
