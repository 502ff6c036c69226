//! What a label says: line ends, entity codes and Markdown strings as Mermaid reads them.

/// Entity codes by name; others are written as numbers.
const ENTITIES: &[(&str, char)] = &[
    ("quot", '"'),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("num", '#'),
    ("semi", ';'),
    ("colon", ':'),
    ("comma", ','),
    ("period", '.'),
    ("excl", '!'),
    ("quest", '?'),
    ("percnt", '%'),
    ("dollar", '$'),
    ("plus", '+'),
    ("equals", '='),
    ("ast", '*'),
    ("lowbar", '_'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("grave", '`'),
    ("lpar", '('),
    ("rpar", ')'),
    ("lsqb", '['),
    ("rsqb", ']'),
    ("lbrack", '['),
    ("rbrack", ']'),
    ("lcub", '{'),
    ("rcub", '}'),
    ("lbrace", '{'),
    ("rbrace", '}'),
    ("vert", '|'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("bull", '•'),
    ("middot", '·'),
    ("times", '×'),
    ("divide", '÷'),
    ("minus", '−'),
    ("plusmn", '±'),
    ("le", '≤'),
    ("ge", '≥'),
    ("ne", '≠'),
    ("infin", '∞'),
    ("larr", '←'),
    ("rarr", '→'),
    ("uarr", '↑'),
    ("darr", '↓'),
    ("harr", '↔'),
    ("frac12", '½'),
    ("frac14", '¼'),
    ("frac34", '¾'),
    ("deg", '°'),
    ("sect", '§'),
    ("para", '¶'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("euro", '€'),
    ("hearts", '♥'),
    ("diams", '♦'),
    ("clubs", '♣'),
    ("spades", '♠'),
    ("check", '✓'),
    ("cross", '✗'),
    ("star", '☆'),
    ("starf", '★'),
];

/// A decoded label.
pub(super) struct DecodedLabel {
    pub(super) text: String,
    /// Whether emphasis of a Markdown string was left out.
    pub(super) emphasis: bool,
    /// The first entity code that is not known.
    pub(super) unknown: Option<String>,
}

/// Decodes what stands in double quotes, where backticks mark a Markdown string.
pub(super) fn decode_quoted(raw: &str) -> DecodedLabel {
    let inner = raw.trim().strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    let Some(inner) = inner else { return decode_plain(raw) };
    let text = without_emphasis(inner);
    let emphasis = text.len() < inner.len();
    DecodedLabel { emphasis, ..decode_plain(&text) }
}

/// Decodes a label without regard to quotes.
pub(super) fn decode_plain(raw: &str) -> DecodedLabel {
    let mut unknown = None;
    let lines: Vec<String> = split_label_lines(raw)
        .into_iter()
        .map(|line| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            replace_entities(&words.join(" "), &mut unknown)
        })
        .collect();
    DecodedLabel { text: lines.join("\n").trim_matches('\n').to_owned(), emphasis: false, unknown }
}

/// Splits at line feeds, `\n` and `<br>` in its forms.
fn split_label_lines(raw: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < raw.len() {
        match line_break_length(&raw.as_bytes()[at..]) {
            0 => at += 1,
            length => {
                lines.push(&raw[start..at]);
                at += length;
                start = at;
            }
        }
    }
    lines.push(&raw[start..]);
    lines
}

/// How many bytes the line break at the beginning takes; 0 if there is none.
fn line_break_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\n', ..] => 1,
        [b'\\', b'n', ..] => 2,
        [b'<', rest @ ..] => break_tag_length(rest),
        _ => 0,
    }
}

/// `br>`, `br/>`, `BR />`, `/br>`: the length with the `<`, or 0.
fn break_tag_length(rest: &[u8]) -> usize {
    let slash = usize::from(rest.first() == Some(&b'/'));
    if !rest[slash..].get(..2).is_some_and(|name| name.eq_ignore_ascii_case(b"br")) {
        return 0;
    }
    let tail = &rest[slash + 2..];
    let blanks = tail.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let closing = usize::from(tail.get(blanks) == Some(&b'/'));
    match tail.get(blanks + closing) {
        Some(b'>') => 1 + slash + 2 + blanks + closing + 1,
        _ => 0,
    }
}

/// Replaces `#quot;`, `#35;`, `#x23;`, `&quot;`, `&#35;`, `&#x23;`. Unknown codes stay as they are.
fn replace_entities(line: &str, unknown: &mut Option<String>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['#', '&']) {
        out += &rest[..at];
        rest = &rest[at..];
        let length = entity_length(rest).max(1);
        let code = &rest[..length];
        match entity_letter(code) {
            Some(letter) => out.push(letter),
            None => {
                out += code;
                if length > 1 && unknown.is_none() {
                    *unknown = Some(code.to_owned());
                }
            }
        }
        rest = &rest[length..];
    }
    out + rest
}

/// How many bytes the entity code at the beginning of `text` takes; 0 if there is none. `&#quot;`
/// is `&` with a code behind it, as in Mermaid.
pub(super) fn entity_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mark = match bytes {
        [b'&', b'#', b'0'..=b'9', ..]
        | [b'&', b'#', b'x' | b'X', b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..] => 2,
        [b'&' | b'#', ..] => 1,
        _ => return 0,
    };
    let name =
        bytes[mark..].iter().take(10).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    match bytes.get(mark + name) {
        Some(b';') if name > 0 => mark + name + 1,
        _ => 0,
    }
}

fn entity_letter(code: &str) -> Option<char> {
    let name = code.strip_suffix(';')?.trim_start_matches('&').trim_start_matches('#');
    let number = match name.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => name.parse().ok(),
    };
    match number {
        Some(number) => char::from_u32(number).filter(|letter| !letter.is_control()),
        None => ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, letter)| *letter),
    }
}

/// Takes `**`, `*`, `__` and `_` out where they open and close around words; single ones stay.
fn without_emphasis(text: &str) -> String {
    let mut text = text.to_owned();
    for mark in ["**", "__", "*", "_"] {
        text = remove_mark(&text, mark);
    }
    text
}

fn remove_mark(text: &str, mark: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let inner = &rest[at + mark.len()..];
        out += &rest[..at];
        match inner.find(mark) {
            Some(end)
                if can_open_emphasis(&out)
                    && hugs_words(&inner[..end])
                    && can_close_emphasis(&inner[end + mark.len()..]) =>
            {
                out += &inner[..end];
                rest = &inner[end + mark.len()..];
            }
            _ => {
                out += mark;
                rest = inner;
            }
        }
    }
    out + rest
}

fn can_open_emphasis(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric())
}

fn hugs_words(inner: &str) -> bool {
    !inner.is_empty()
        && !inner.starts_with(char::is_whitespace)
        && !inner.ends_with(char::is_whitespace)
}

fn can_close_emphasis(after: &str) -> bool {
    !after.starts_with(|c: char| c.is_alphanumeric())
}
