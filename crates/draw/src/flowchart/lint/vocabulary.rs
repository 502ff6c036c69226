//! Words in labels: answers, ends, and names of other places.

/// Pairs of answers; a decision needs both.
pub const PAIRS: &[(&str, &str)] = &[
    ("Yes", "No"),
    ("True", "False"),
    ("Success", "Failure"),
    ("Pass", "Fail"),
    ("Hit", "Miss"),
    ("Win", "Lose"),
    ("Legal", "Illegal"),
    ("Heads", "Tails"),
    ("Even", "Odd"),
];

/// Words of a box at which the chart ends or continues elsewhere.
const ENDS: &[&str] = &[
    "begin",
    "begins",
    "complete",
    "completed",
    "completes",
    "continue",
    "continues",
    "defeat",
    "done",
    "end",
    "ended",
    "ends",
    "eliminated",
    "exit",
    "finish",
    "finished",
    "finishes",
    "finally",
    "goto",
    "lose",
    "loses",
    "lost",
    "over",
    "proceed",
    "proceeds",
    "repeat",
    "repeats",
    "return",
    "returns",
    "stop",
    "stops",
    "victory",
    "win",
    "wins",
    "won",
];

/// Words of a box at which the action is aborted.
const ABORTS: &[&str] = &[
    "abort",
    "aborted",
    "aborts",
    "cancel",
    "cancelled",
    "canceled",
    "cannot",
    "fail",
    "failed",
    "fails",
    "failure",
    "forfeit",
    "illegal",
    "impossible",
    "invalid",
    "nothing",
    "revert",
    "reverted",
    "void",
];

/// Returns the words of a label, in lower case.
pub fn label_words(label: &str) -> Vec<String> {
    let apart = |c: char| !c.is_alphanumeric() && c != '\'' && c != '’';
    label.split(apart).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Returns the first word of an answer.
pub fn first_word(answer: &str) -> String {
    label_words(answer).into_iter().next().unwrap_or_default()
}

/// True if a label says that the chart ends here or continues elsewhere.
pub fn names_end(label: &str) -> bool {
    let words = label_words(label);
    let go = words
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "go" | "goes" | "back") && pair[1] == "to");
    go || has_word_of(&words, ENDS)
}

/// True if a label says that the action is aborted.
pub fn names_abort(label: &str) -> bool {
    has_word_of(&label_words(label), ABORTS)
}

fn has_word_of(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_str()))
}
