//! Entity codes in labels: `#quot;`, `#35;`, `#x23;`, `&quot;`, `&#35;`, `&#x23;`.

/// Entity codes with a name; others are written as numbers.
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

/// Decodes the entity codes of a line, and returns the first unknown code; unknown codes stay as
/// they are.
pub fn replace_entities(line: &str) -> (String, Option<String>) {
    let mut out = String::with_capacity(line.len());
    let mut unknown = None;
    let mut rest = line;
    while let Some(at) = rest.find(['#', '&']) {
        out += &rest[..at];
        let (code, behind) = rest[at..].split_at(entity_length(&rest[at..]).max(1));
        match entity_letter(code) {
            Some(letter) => out.push(letter),
            None => out += code,
        }
        if code.len() > 1 && entity_letter(code).is_none() {
            unknown.get_or_insert_with(|| code.to_owned());
        }
        rest = behind;
    }
    (out + rest, unknown)
}

/// Returns the length of the entity code at the beginning of `text`, in bytes; 0 if there is none.
/// `&#quot;` is `&` followed by a code, as in Mermaid.
pub fn entity_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    // Bytes before the name of the code.
    let mark = match bytes {
        [b'&', b'#', b'0'..=b'9', ..] => 2,
        [b'&', b'#', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => 2,
        [b'&' | b'#', ..] => 1,
        _ => 0,
    };
    if mark == 0 {
        return 0;
    }
    let name = bytes[mark..].iter().take(10);
    let name = name.take_while(|byte| byte.is_ascii_alphanumeric()).count();
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

/// True if the semicolon at `at` closes an entity code.
pub fn ends_entity(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[..at];
    let name = trailing(before, 12, u8::is_ascii_alphanumeric);
    let mark = trailing(&before[..at - name], 2, |byte| matches!(byte, b'#' | b'&'));
    (1..=mark).any(|mark| entity_length(&text[at - name - mark..]) == mark + name + 1)
}

/// Returns the number of bytes of a kind at the end, at most `most`.
fn trailing(bytes: &[u8], most: usize, is_kind: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().rev().take(most).take_while(|byte| is_kind(byte)).count()
}
