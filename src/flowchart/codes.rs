//! The stable names of everything that can be said about a chart.

/// Cannot be read.
pub const SYNTAX: &str = "chart-syntax";
/// Can be read in two ways.
pub const AMBIGUOUS: &str = "chart-ambiguous";
/// A name that is unknown, or stands for two things.
pub const NAME: &str = "chart-name";
/// Not a flowchart.
pub const KIND: &str = "chart-kind";
/// Over a limit.
pub const TOO_LARGE: &str = "chart-too-large";
/// A label that needs double quotes.
pub const QUOTES: &str = "chart-quotes";
/// A blank too many or too few.
pub const BLANK: &str = "chart-blank";
/// A comment behind a statement.
pub const COMMENT: &str = "chart-comment";
/// Something that is read over.
pub const STYLE: &str = "chart-style";
/// A frame's direction that is not followed.
pub const DIRECTION: &str = "chart-direction";
/// An unknown entity code.
pub const ENTITY: &str = "chart-entity";
/// No way leads to a box.
pub const UNREACHABLE: &str = "chart-unreachable";
/// No way leads on.
pub const DEAD_END: &str = "chart-dead-end";
/// A decision that decides nothing.
pub const ONE_EXIT: &str = "chart-one-exit";
/// A decision that is not drawn as one.
pub const BRANCH: &str = "chart-branch";
/// "Yes" without "No", and the like.
pub const MISSING_ANSWER: &str = "chart-missing-answer";
/// Two exits for one answer.
pub const SAME_ANSWER: &str = "chart-same-answer";
/// An exit without an answer.
pub const NO_ANSWER: &str = "chart-no-answer";
/// A cycle that nothing leads out of.
pub const ENDLESS: &str = "chart-endless";

/// All codes with their meanings, errors first.
pub const CODES: &[(&str, &str)] = &[
    (SYNTAX, "the chart cannot be read at this place"),
    (AMBIGUOUS, "the chart can be read in two ways at this place"),
    (NAME, "a name stands for nothing, or for two things"),
    (KIND, "the block is not a flowchart"),
    (TOO_LARGE, "the chart is over a limit of boxes, lines, label length or nesting"),
    (QUOTES, "a label has to stand in double quotes for Mermaid to read it"),
    (BLANK, "a blank is missing, or stands where Mermaid allows none"),
    (COMMENT, "a comment has to stand on its own line"),
    (STYLE, "colours, classes, settings and scripts are not used in print"),
    (DIRECTION, "a frame's own direction is not followed"),
    (ENTITY, "an entity code is unknown and is printed as it stands"),
    (UNREACHABLE, "no way leads from the first box to this one"),
    (DEAD_END, "no way leads out of a box that is not an end"),
    (ONE_EXIT, "a decision has only one exit"),
    (BRANCH, "a box has several answers but is not drawn as a decision"),
    (MISSING_ANSWER, "one answer of a pair has no exit"),
    (SAME_ANSWER, "two exits of a box have the same answer"),
    (NO_ANSWER, "an exit of a branching box has no answer"),
    (ENDLESS, "nothing leads out of a cycle"),
];
