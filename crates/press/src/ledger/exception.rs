//! Parts of a source that need not be printed as words, each with its reason. docs/writing.md lists the same.

/// A declared exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exception {
    /// `](address "title")`, `<https://...>`
    Address,
    /// `<!-- ... -->`
    Comment,
    /// `<td align="left">`
    Tag,
    /// `<script>...</script>`
    Script,
    /// `[label]: address`, and the label in `[text][label]`
    Definition,
    /// `{#id .class key=value}`
    Attributes,
    /// The words behind an opening fence.
    FenceInfo,
    /// `[^label]`
    FootnoteLabel,
    /// `[!NOTE]`
    CalloutWord,
    /// `1.` before an item or a title.
    Number,
    /// `[x]`
    Task,
    /// `:sword:`
    Icon,
    /// `![[#anchor]]`
    Pull,
    /// The lines at the top.
    FrontMatter,
    /// `&eacute;`, with the letters beside it
    Entity,
    /// `{when=document}`
    OtherReading,
    /// `![words](file)` where the picture is printed
    AlternativeText,
    /// `graph TD`, `A --> B`
    ChartSource,
    /// The cells of a play area, a map of hexes
    DrawnTable,
    /// `TODO`
    OpenPlace,
    /// `# Your turn {.turn}` in sheet.md
    TurnTitle,
    /// The title above `![[#turn|chart]]` in sheet.md
    ChartTitle,
}

impl Exception {
    /// All exceptions.
    pub const ALL: [Self; 22] = [
        Self::Address,
        Self::Comment,
        Self::Tag,
        Self::Script,
        Self::Definition,
        Self::Attributes,
        Self::FenceInfo,
        Self::FootnoteLabel,
        Self::CalloutWord,
        Self::Number,
        Self::Task,
        Self::Icon,
        Self::Pull,
        Self::FrontMatter,
        Self::Entity,
        Self::OtherReading,
        Self::AlternativeText,
        Self::ChartSource,
        Self::DrawnTable,
        Self::OpenPlace,
        Self::TurnTitle,
        Self::ChartTitle,
    ];

    /// Returns its name in docs/writing.md, and the reason why it need not be printed.
    pub fn reason(self) -> (&'static str, &'static str) {
        match self {
            Self::Address => (
                "addresses of links and pictures, and their titles",
                "a link prints as a number of the list of links or as a page",
            ),
            Self::Comment => ("comments", "they are for those who write"),
            Self::Tag => ("HTML tags and their attributes", "they say how words look"),
            Self::Script => ("scripts, style sheets and frames", "the finding `script` says so"),
            Self::Definition => ("definitions and labels of links", "they are addresses"),
            Self::Attributes => {
                ("words in braces", "anchors, classes and names of values are markup")
            }
            Self::FenceInfo => (
                "the words after an opening fence",
                "they say what language the block is in; where the block holds nothing else they are printed",
            ),
            Self::FootnoteLabel => {
                ("labels of footnotes", "notes are numbered in the order of the pages")
            }
            Self::CalloutWord => ("the word of a callout", "it is printed as the title of its box"),
            Self::Number => {
                ("numbers before titles and list items", "titles and items get new numbers")
            }
            Self::Task => ("the mark of a task", "it is drawn as a box"),
            Self::Icon => ("names of icons", "the icon is drawn"),
            Self::Pull => ("pulls", "what they name is printed in their place"),
            Self::FrontMatter => (
                "front matter",
                "the note `front-matter` says what was read, and what is not printed",
            ),
            Self::Entity => (
                "words with a letter that is written as an entity",
                "the ledger does not know all names of letters",
            ),
            Self::OtherReading => ("blocks of another reading", "book.toml chooses the reading"),
            Self::AlternativeText => (
                "alternative texts of printed pictures",
                "they are in the PDF, for those who do not see the picture",
            ),
            Self::ChartSource => {
                ("the words of a chart that make its form", "its labels are printed")
            }
            Self::DrawnTable => ("cells of play areas and maps", "the table is drawn"),
            Self::OpenPlace => ("the word TODO", "an example is printed there, or a mark"),
            Self::TurnTitle => (
                "the title of the course of the turn on a sheet",
                "the numerals of its steps are printed in its place",
            ),
            Self::ChartTitle => (
                "the title of a panel of charts on a sheet",
                "a chart has the title of its section",
            ),
        }
    }
}
