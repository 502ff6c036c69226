//! The sections of a text: their chapters, those with text of their own, and those that explain terms.

use std::collections::{BTreeMap, BTreeSet};

use document::{Block, BlockKind, ListStyle, plain_text};

/// Returns the anchors of glossaries and of the sections in them.
pub fn glossary_sections(blocks: &[Block]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut open: Option<u8> = None;
    for block in blocks {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        if open.is_some_and(|level| heading.level <= level) {
            open = None;
        }
        if block.attributes.has_class("glossary") {
            open.get_or_insert(heading.level);
        }
        if open.is_some() {
            found.insert(heading.anchor.0.as_str());
        }
    }
    found
}

/// The sections of a text.
#[derive(Default)]
pub struct Sections {
    /// The chapter of each section.
    pub chapters: BTreeMap<String, SectionChapter>,
    /// Sections with text before their first subsection, besides lists of items and tables.
    pub with_prose: BTreeSet<String>,
}

/// The chapter of a section.
pub struct SectionChapter {
    pub title: String,
    /// True if the section is the chapter itself.
    pub is_top: bool,
}

impl Sections {
    pub fn of(blocks: &[Block]) -> Self {
        let mut sections = Self::default();
        let (mut section, mut title) = (String::new(), String::new());
        for block in blocks {
            match &block.kind {
                BlockKind::Heading(heading) => {
                    section.clone_from(&heading.anchor.0);
                    let is_top = heading.level <= 1 || title.is_empty();
                    if is_top {
                        let words = plain_text(&heading.content);
                        title = format!("{} {words}", heading.address.0).trim().to_owned();
                    }
                    let chapter = SectionChapter { title: title.clone(), is_top };
                    sections.chapters.insert(section.clone(), chapter);
                }
                BlockKind::Paragraph(_)
                | BlockKind::Quote(_)
                | BlockKind::Callout(_)
                | BlockKind::Definitions(_) => drop(sections.with_prose.insert(section.clone())),
                BlockKind::List(list) if list.style == ListStyle::Bullet => {
                    sections.with_prose.insert(section.clone());
                }
                BlockKind::List(_)
                | BlockKind::Brief(_)
                | BlockKind::Table(_)
                | BlockKind::Code(_)
                | BlockKind::Figure(_)
                | BlockKind::Pull(_)
                | BlockKind::Todo(_)
                | BlockKind::Rule
                | BlockKind::Example(_) => {}
            }
        }
        sections
    }
}
