//! Values of front matter in YAML: words, quoted words, lists in brackets, lines and items below a key,
//! comments behind them.

use super::lines::key_value;

/// Value of a key, from its line and the lines below.
#[derive(Default)]
pub struct FrontValue {
    pub words: Vec<String>,
    /// True if the words are the items of a list.
    pub is_list: bool,
    /// Values of an author other than a name, by their keys.
    pub others: Vec<(String, String)>,
}

/// Reads a value and the lines below it; an author may have more than a name.
pub fn read_value(value: &str, more: &[&str], is_author: bool) -> FrontValue {
    let mut out = FrontValue::default();
    let joined = || std::iter::once(value).chain(more.iter().map(|line| line.trim()));
    if let Some(inside) = bracketed(&joined().collect::<Vec<_>>().join(" ")) {
        out.is_list = true;
        split_items(inside).into_iter().for_each(|item| out.add_item(item, is_author));
        return out;
    }
    if value.starts_with(['"', '\''])
        && let Some(word) = quoted(&joined().collect::<Vec<_>>().join(" "))
    {
        out.words.push(word);
        return out;
    }
    let is_block = matches!(value, "|" | ">" | "|-" | ">-" | "|+" | ">+");
    if !is_block {
        out.add_item(value, is_author);
    }
    for line in more.iter().map(|line| line.trim()) {
        match line.strip_prefix("- ") {
            _ if is_block => out.words.push(line.to_owned()),
            Some(item) => {
                out.is_list = true;
                out.add_item(item.trim(), is_author);
            }
            None => out.add_item(line, is_author),
        }
    }
    out
}

impl FrontValue {
    fn add_item(&mut self, item: &str, is_author: bool) {
        let braced = item.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match braced.filter(|_| is_author) {
            Some(pairs) => {
                split_items(pairs).into_iter().for_each(|pair| self.add_word(pair, true))
            }
            None => self.add_word(item, is_author),
        }
    }

    /// Adds a word, or a value of an author: `name: Ann`, `email: ann@example.org`.
    fn add_word(&mut self, written: &str, is_author: bool) {
        let pair = key_value(written, ':').filter(|(key, _)| is_author && is_part_name(key));
        let (key, word) = pair.unwrap_or(("name", written));
        match scalar(word) {
            word if word.is_empty() => {}
            word if key == "name" => self.words.push(word),
            word => self.others.push((key.to_owned(), word)),
        }
    }
}

/// Reports whether a key is one such as `email`, and not the name of a person.
fn is_part_name(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-'))
}

/// Returns one word as it is printed: without quotes, and without a comment behind it.
fn scalar(written: &str) -> String {
    if let Some(word) = quoted(written) {
        return word;
    }
    let word = without_comment(written);
    let lone = |mark: char| word.strip_prefix(mark).filter(|rest| !rest.contains(mark));
    lone('"').or_else(|| lone('\'')).unwrap_or(word).trim().to_owned()
}

/// Reads `'it''s'` or `"say \"it\""`, followed at most by a comment.
fn quoted(written: &str) -> Option<String> {
    let mark = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut word = String::new();
    let mut chars = written[1..].chars();
    loop {
        match chars.next()? {
            c if c == mark && mark == '\'' && chars.as_str().starts_with('\'') => {
                word.extend(chars.next());
            }
            c if c == mark => break,
            '\\' if mark == '"' => word.extend(escaped(&mut chars)),
            c => word.push(c),
        }
    }
    let rest = chars.as_str();
    (rest.trim().is_empty() || without_comment(rest).trim().is_empty()).then_some(word)
}

/// Decodes `\n`, `\"` or `\u00e9` into its character.
fn escaped(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let digits = match chars.next()? {
        'n' | 't' | 'r' => return Some(' '),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        other => return Some(other),
    };
    let number: String = chars.by_ref().take(digits).collect();
    u32::from_str_radix(&number, 16).ok().and_then(char::from_u32)
}

/// Returns a value without ` # comment`; a `#` before a letter begins no comment.
fn without_comment(written: &str) -> &str {
    let opens = |at: &usize| {
        let before = written[..*at].chars().next_back();
        let behind = written[at + 1..].chars().next();
        before.is_none_or(char::is_whitespace) && behind.is_none_or(char::is_whitespace)
    };
    let at = written.match_indices('#').map(|(at, _)| at).find(opens);
    written[..at.unwrap_or(written.len())].trim_end()
}

/// Returns the text between brackets if at most a comment follows them.
fn bracketed(written: &str) -> Option<&str> {
    let inside = written.strip_prefix('[')?;
    let end = find_outside(inside, ']')?;
    without_comment(&inside[end + 1..]).trim().is_empty().then(|| &inside[..end])
}

/// Returns the items between commas.
fn split_items(mut inside: &str) -> Vec<&str> {
    let mut items = Vec::new();
    while let Some(end) = find_outside(inside, ',') {
        items.push(inside[..end].trim());
        inside = &inside[end + 1..];
    }
    items.push(inside.trim());
    items
}

/// Returns the first `sign` outside of quotes and braces.
fn find_outside(text: &str, sign: char) -> Option<usize> {
    let (mut quote, mut depth, mut opens) = (None, 0_usize, true);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') if opens => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            (None, c) if c == sign && depth == 0 => return Some(at),
            (Some(mark), c) if c == mark => quote = None,
            _ => {}
        }
        opens = c.is_whitespace() || matches!(c, ',' | '{' | '[' | ':');
    }
    None
}
