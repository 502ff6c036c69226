//! One example as a block of the text. In: an example that was played. Out: its title, the position at the
//! start, its steps with the rules they cite, and its walks through charts.

use super::examples::Example;
use super::fill::ExampleSection;
use super::narrate::{Citation, Lexicon, Sentence, SentencePart};
use super::places;
use super::shortened::shorten_lists;
use super::story::{Board, Step, StepSentence, StoryEntry, Telling};
use base::source::Span;
use document::{
    Address, Anchor, Block, BlockKind, ChartWalk, ExamplePart, Inline, InlineKind, Link,
    LinkTarget, List, ListItem, ListStyle, PassedBox, PlayedExample,
};
use draw::picture::Picture;
use rules::Program;
use rules::engine::trace::{Act, NamedBox};

/// Makes the blocks of an example, all with the same span in the source.
pub struct ExampleBlocks<'a> {
    lexicon: &'a Lexicon,
    program: &'a Program,
    span: Span,
}

impl<'a> ExampleBlocks<'a> {
    pub fn new(lexicon: &'a Lexicon, program: &'a Program, span: Span) -> Self {
        Self { lexicon, program, span }
    }

    /// Returns the example as a block of `section`.
    pub fn block(&self, example: &Example, section: &ExampleSection) -> BlockKind {
        let story = &example.story;
        if let Some(picture) = &story.figure {
            return self.figure(picture, example);
        }
        let entries = self.entries(example);
        let walks = walked_charts(example, section, self.program);
        BlockKind::Example(Box::new(PlayedExample {
            name: example.scenario.name.clone(),
            title: vec![self.text(&example.scenario.title.value)],
            opening: self.opening(example),
            entries: entries.into_iter().chain(walks.into_iter().map(ExamplePart::Walk)).collect(),
            end: self.sentence(&story.end),
            left: self.left(example),
        }))
    }

    /// Returns the example as one picture without steps.
    fn figure(&self, picture: &Picture, example: &Example) -> BlockKind {
        let lesson = &example.scenario.lesson;
        let words = match &lesson.caption {
            Some(own) => &own.value,
            None => self.lexicon.phrase("figure", ""),
        };
        let section = lesson.figure.as_ref().map_or("", |own| &own.value);
        let caption = self.figure_caption(words, section);
        BlockKind::Example(Box::new(PlayedExample {
            name: example.scenario.name.clone(),
            title: vec![self.text(&example.scenario.title.value)],
            entries: vec![ExamplePart::Board { picture: picture.clone(), caption }],
            ..PlayedExample::default()
        }))
    }

    /// Returns a caption like "The table after set-up; the numbers are those of the steps in 3.1."
    fn figure_caption(&self, words: &str, section: &str) -> Vec<Inline> {
        let place = places::find_place(self.program, section);
        let place = place.and_then(|place| self.program.places.get(place as usize));
        let (Some((before, behind)), Some(place)) = (words.split_once("{section}"), place) else {
            return vec![self.text(words)];
        };
        let shown = if place.address.is_empty() { &place.title } else { &place.address };
        let link = self.link(&place.section, &place.address, self.text(shown));
        vec![self.text(before), link, self.text(behind)]
    }

    /// Lists the position at the start; empty if a picture shows it.
    fn opening(&self, example: &Example) -> Vec<Block> {
        if !example.story.boards.is_empty() || example.opening.is_empty() {
            return Vec::new();
        }
        vec![self.bullet_list(example.opening.iter().map(|line| self.sentence(line)))]
    }

    /// Returns a link to the page that has all steps in full, if print omits or shortens some of them.
    fn left(&self, example: &Example) -> Vec<Inline> {
        if example.story.steps().all(|step| step.telling == Telling::Full) {
            return Vec::new();
        }
        let steps = example.story.steps().count().to_string();
        let page = format!("examples/{}.html", example.scenario.name);
        let words = self.lexicon.phrase("all-steps", "{number}: {page}");
        vec![self.text(&words.replace("{number}", &steps).replace("{page}", &page))]
    }

    /// Returns a picture with numbered steps; the first one has the caption of the scenario.
    fn board(&self, board: &Board, example: &Example) -> ExamplePart {
        let is_first = example.story.boards.first() == Some(board);
        let caption = example.scenario.lesson.caption.iter().filter(|_| is_first);
        let caption = caption.map(|own| self.text(&own.value)).collect();
        ExamplePart::Board { picture: board.picture.clone(), caption }
    }

    /// Returns headings, pictures and steps; consecutive steps that teach nothing are joined.
    fn entries(&self, example: &Example) -> Vec<ExamplePart> {
        let told: Vec<&StoryEntry> = example.story.printed_entries().collect();
        let runs = told.chunk_by(|one, next| is_brief(one) && is_brief(next));
        let parts = runs.flat_map(|run| match run {
            [StoryEntry::Heading(content), ..] => {
                vec![ExamplePart::Heading(self.sentence(content))]
            }
            [StoryEntry::Step(step)] if step.telling == Telling::Full => {
                let boards = example.story.boards.iter();
                let board = boards.filter(|board| board.first == step.number);
                let board = board.map(|board| self.board(board, example));
                board
                    .chain([ExamplePart::Step {
                        number: step.number,
                        last: step.number,
                        blocks: self.step_blocks(self.step(step)),
                        picture: step.picture.clone().filter(|_| step.alone),
                    }])
                    .collect()
            }
            _ => {
                let steps: Vec<&Step> = run.iter().copied().filter_map(StoryEntry::step).collect();
                vec![self.brief_steps(&steps)]
            }
        });
        parts.collect()
    }

    /// Joins several steps into one text: what happened, without reasons, rules and pictures.
    fn brief_steps(&self, steps: &[&Step]) -> ExamplePart {
        let said = steps.iter().flat_map(|step| step.printed_sentences());
        let said = said.filter(|said| !said.refuses);
        let mut content = Vec::new();
        for said in said {
            // A choice among several is a list; only its last line names the answer.
            let mut lines = split_lines(self.sentence(&said.sentence));
            let at = if lines.len() > 2 { lines.len() - 1 } else { 0 };
            if !content.is_empty() && !lines[at].is_empty() {
                content.push(self.text(" "));
            }
            content.append(&mut lines[at]);
        }
        let number = |step: Option<&&Step>| step.map_or(0, |step| step.number);
        ExamplePart::Step {
            number: number(steps.first()),
            last: number(steps.last()),
            blocks: vec![self.paragraph(content)],
            picture: None,
        }
    }

    /// Returns the text of a step as blocks: if it has several lines, those between the first and the last
    /// become a list.
    fn step_blocks(&self, content: Vec<Inline>) -> Vec<Block> {
        let mut lines = split_lines(content);
        let last = if lines.len() > 1 { lines.pop() } else { None };
        let between = lines.split_off(1);
        let mut blocks: Vec<Block> = lines.into_iter().map(|line| self.paragraph(line)).collect();
        if !between.is_empty() {
            blocks.push(self.bullet_list(between.into_iter()));
        }
        blocks.extend(last.map(|line| self.paragraph(line)));
        blocks
    }

    /// Returns the text of a step; a rule is cited after the last of the sentences that follow it.
    fn step(&self, step: &Step) -> Vec<Inline> {
        if let Some(words) = &step.own_words {
            return self.own_step(words, step);
        }
        let mut content = match step.lead.is_empty() {
            true => Vec::new(),
            false => vec![self.strong(vec![self.text(&format!("{}.", step.lead))])],
        };
        let sentences: Vec<&StepSentence> = step.printed_sentences().collect();
        for (at, said) in sentences.iter().enumerate() {
            // Two boxes in a row with the same words are said once.
            let is_said = at.checked_sub(1).is_some_and(|at| {
                let before = sentences[at];
                before.passes_box && said.passes_box && before.sentence == said.sentence
            });
            if !is_said {
                if !content.is_empty() {
                    content.push(self.text(" "));
                }
                content.extend(self.sentence(&said.sentence));
            }
            let next = sentences.get(at + 1);
            if !next.is_some_and(|next| next.citation == said.citation && !said.refuses) {
                content.extend(self.rule_behind(said));
            }
        }
        content
    }

    /// Returns a step in the author's own words, with the rules that it follows.
    fn own_step(&self, words: &str, step: &Step) -> Vec<Inline> {
        let mut content = vec![self.text(words)];
        let mut named: Vec<&Citation> = Vec::new();
        for said in step.printed_sentences() {
            if let Some(citation) = said.citation.as_ref().filter(|own| !named.contains(own)) {
                named.push(citation);
                content.extend(self.rule_behind(said));
            }
        }
        content
    }

    /// Cites the rule of a sentence: in brackets, or as the reason why something is not allowed.
    fn rule_behind(&self, said: &StepSentence) -> Vec<Inline> {
        let Some(citation) = &said.citation else { return Vec::new() };
        let rule = self.citation(citation);
        if said.refuses {
            return vec![self.text(" "), self.refusal(rule)];
        }
        vec![self.text(" ("), self.emphasis(rule), self.text(")")]
    }

    /// Returns "Not allowed: 5.2."
    fn refusal(&self, mut rule: Vec<Inline>) -> Inline {
        let lead = self.lexicon.phrase("not-allowed", "Not allowed");
        rule.insert(0, self.text(&format!("{lead}: ")));
        rule.push(self.text("."));
        self.strong(rule)
    }

    /// Returns the card that has the effect, if it is a card's, and the address of the rule.
    fn citation(&self, citation: &Citation) -> Vec<Inline> {
        let card = citation
            .effect
            .iter()
            .flat_map(|card| [self.emphasis(vec![self.text(card)]), self.text(", ")]);
        // An address is not broken between two lines.
        let unbroken = |address: &str| self.text(&address.replace(' ', "\u{a0}"));
        let address = match citation.book {
            Some(_) => unbroken(&citation.address),
            None => {
                let words = unbroken(&citation.address);
                self.link(&citation.anchor, &citation.address, words)
            }
        };
        let rulings = citation.rulings.iter().flat_map(|ruling| {
            let words = unbroken(&ruling.address);
            [self.text(", "), self.link(&ruling.anchor, &ruling.address, words)]
        });
        card.chain([address]).chain(rulings).collect()
    }

    fn link(&self, anchor: &str, address: &str, words: Inline) -> Inline {
        let url = format!("#{anchor}");
        let target = LinkTarget::Place {
            anchor: Anchor(anchor.to_owned()),
            address: Address(address.to_owned()),
            shown: false,
        };
        self.inline(InlineKind::Link(Link { url, content: vec![words], target }))
    }

    fn sentence(&self, sentence: &Sentence) -> Vec<Inline> {
        let short = shorten_lists(sentence, self.lexicon);
        short.parts.iter().flat_map(|part| self.sentence_part(part)).collect()
    }

    fn sentence_part(&self, part: &SentencePart) -> Vec<Inline> {
        match part {
            SentencePart::Piece { thing, text } if thing.seen => {
                vec![self.emphasis(vec![self.text(text)])]
            }
            SentencePart::Number { number } => vec![self.text(&number.to_string())],
            SentencePart::Words { text } | SentencePart::Piece { text, .. } => self.lines(text),
            SentencePart::Zone { text, .. } | SentencePart::Player { text, .. } => {
                vec![self.text(text)]
            }
        }
    }

    /// Returns inline text with a line break wherever the words have one.
    fn lines(&self, words: &str) -> Vec<Inline> {
        let mut lines = Vec::new();
        for (at, words) in words.split('\n').enumerate() {
            if at > 0 {
                lines.push(self.inline(InlineKind::Break));
            }
            if !words.is_empty() {
                lines.push(self.text(words));
            }
        }
        lines
    }

    fn bullet_list(&self, lines: impl Iterator<Item = Vec<Inline>>) -> Block {
        let items = lines.map(|line| self.item(line)).collect();
        let list = List { style: ListStyle::Bullet, start: 1, tight: true, items };
        Block::new(BlockKind::List(list), self.span)
    }

    fn item(&self, content: Vec<Inline>) -> ListItem {
        let blocks = vec![self.paragraph(content)];
        ListItem { blocks, span: Some(self.span), ..ListItem::default() }
    }

    fn paragraph(&self, content: Vec<Inline>) -> Block {
        Block::new(BlockKind::Paragraph(content), self.span)
    }

    fn emphasis(&self, content: Vec<Inline>) -> Inline {
        self.inline(InlineKind::Emphasis(content))
    }

    fn strong(&self, content: Vec<Inline>) -> Inline {
        self.inline(InlineKind::Strong(content))
    }

    fn text(&self, text: &str) -> Inline {
        self.inline(InlineKind::Text(text.to_owned()))
    }

    fn inline(&self, kind: InlineKind) -> Inline {
        Inline::new(kind, self.span)
    }
}

/// Returns whether an entry is a brief step.
fn is_brief(entry: &StoryEntry) -> bool {
    matches!(entry, StoryEntry::Step(step) if step.telling == Telling::Brief)
}

fn split_lines(content: Vec<Inline>) -> Vec<Vec<Inline>> {
    let mut lines = vec![Vec::new()];
    for inline in content {
        match inline.kind {
            InlineKind::Break => lines.push(Vec::new()),
            _ => lines.last_mut().expect("there is a line").push(inline),
        }
    }
    lines
}

/// A walk through a chart, and how close the chart is to the example in the book.
struct NearWalk {
    chart: u32,
    nearness: usize,
    walk: ChartWalk,
}

/// Returns the walks through charts, each with the numbers of its steps. Only charts that are nearest to the
/// example count, because readers see them with it; walks that are skipped are left out.
fn walked_charts(example: &Example, section: &ExampleSection, program: &Program) -> Vec<ChartWalk> {
    let mut walks: Vec<NearWalk> = Vec::new();
    for (chart, passed) in passed_boxes(example) {
        match walks.iter_mut().find(|walk| walk.chart == chart) {
            Some(near) => near.walk.boxes.push(passed),
            None => walks.extend(begun_walk(chart, passed, section, program)),
        }
    }
    let skipped = |walk: &NearWalk| {
        let mut places = example.scenario.lesson.skip.iter();
        places.any(|place| place.value.strip_prefix('#') == Some(walk.walk.chart.as_str()))
    };
    walks.retain(|walk| !skipped(walk));
    let nearest = walks.iter().map(|walk| walk.nearness).max().unwrap_or(0);
    walks.retain(|walk| walk.nearness == nearest && nearest > 0);
    walks.into_iter().map(|near| near.walk).collect()
}

/// Returns the boxes that the steps of an example pass, each with the place of its chart.
fn passed_boxes(example: &Example) -> impl Iterator<Item = (u32, PassedBox)> {
    example.story.steps().flat_map(|step| {
        step.boxes.iter().filter_map(|at| {
            let Act::Box(NamedBox { chart, id, exit, .. }) = &example.trace.records[*at].act else {
                return None;
            };
            let (id, exit) = (id.clone(), exit.clone());
            Some((*chart, PassedBox { id, exit, step: step.number }))
        })
    })
}

/// Begins a walk at its first box; none if the chart is in another book.
fn begun_walk(
    chart: u32,
    passed: PassedBox,
    section: &ExampleSection,
    program: &Program,
) -> Option<NearWalk> {
    let place = program.places.get(chart as usize).filter(|place| place.book.is_none())?;
    let anchor = place.anchor.as_ref().unwrap_or(&place.section);
    let walk = ChartWalk {
        chart: anchor.to_owned(),
        title: format!("{} {}", place.address, place.title).trim().to_owned(),
        boxes: vec![passed],
    };
    // `3.2` and `3.4.1` share one level.
    let levels = place.address.split('.').zip(section.address.split('.'));
    let nearness = levels.take_while(|(a, b)| a == b && !a.is_empty()).count();
    Some(NearWalk { chart, nearness, walk })
}
