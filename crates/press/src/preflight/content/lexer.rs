//! Splits a content stream into operations. In: its bytes, however damaged. Out: operators with their
//! operands; an inline picture is one operation `BI`.

/// An operand of an operator.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    Number(f64),
    Name(Vec<u8>),
    Text(Vec<u8>),
    List(Vec<Operand>),
    Fields(Vec<NamedOperand>),
    Truth(bool),
    Null,
}

/// A field of a dictionary among operands.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedOperand {
    pub name: Vec<u8>,
    pub value: Operand,
}

impl Operand {
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn name(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&[u8]> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// An operator with its operands.
#[derive(Debug)]
pub struct Operation<'a> {
    pub operator: &'a [u8],
    pub operands: Vec<Operand>,
}

impl Operation<'_> {
    /// Number of operations that it counts for: some need look-ups.
    pub fn cost(&self) -> usize {
        match self.operator {
            b"Do" | b"sh" | b"gs" | b"Tf" | b"cs" | b"CS" | b"scn" | b"SCN" | b"BI" => 16,
            _ => 1,
        }
    }

    /// Returns its last operand as a name.
    pub fn name(&self) -> Option<&[u8]> {
        self.operands.last().and_then(Operand::name)
    }

    /// Returns the operands that are numbers.
    pub fn numbers(&self) -> Vec<f64> {
        self.operands.iter().filter_map(Operand::number).collect()
    }
}

/// Deepest nesting of lists.
const DEEPEST: usize = 16;
/// Most operands of an operator; real ones have about thirty at most.
const MOST_OPERANDS: usize = 256;

/// The next word of a stream.
enum Word<'a> {
    Operand(Operand),
    Operator(&'a [u8]),
    /// `]` or `>>`.
    Close,
}

/// The unread part of a content stream.
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the next operation; `None` at the end.
    pub fn next_operation(&mut self) -> Option<Operation<'a>> {
        let mut operands = Vec::new();
        loop {
            match self.next_word(0)? {
                Word::Operand(operand) if operands.len() < MOST_OPERANDS => operands.push(operand),
                Word::Operand(_) | Word::Close => {}
                Word::Operator(b"BI") => return Some(self.inline_picture()),
                Word::Operator(operator) => return Some(Operation { operator, operands }),
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' => {
                    while self.peek().is_some_and(|byte| byte != b'\n' && byte != b'\r') {
                        self.at += 1;
                    }
                }
                byte if is_blank(byte) => self.at += 1,
                _ => return,
            }
        }
    }

    fn next_word(&mut self, depth: usize) -> Option<Word<'a>> {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        let word = match *rest.first()? {
            b'/' => Word::Operand(Operand::Name(self.take_name())),
            b'(' => Word::Operand(Operand::Text(self.take_text())),
            b'<' if rest.starts_with(b"<<") => {
                self.at += 2;
                Word::Operand(named_fields(&self.take_list(depth)))
            }
            b'<' => Word::Operand(Operand::Text(self.take_hex())),
            b'[' => {
                self.at += 1;
                Word::Operand(Operand::List(self.take_list(depth)))
            }
            b'>' if rest.starts_with(b">>") => {
                self.at += 2;
                Word::Close
            }
            b']' => {
                self.at += 1;
                Word::Close
            }
            b')' | b'>' | b'{' | b'}' => {
                self.at += 1;
                Word::Operand(Operand::Null)
            }
            _ => self.take_plain(),
        };
        Some(word)
    }

    /// Reads a number or an operator.
    fn take_plain(&mut self) -> Word<'a> {
        let from = self.at;
        while self.peek().is_some_and(|byte| !is_blank(byte) && !is_delimiter(byte)) {
            self.at += 1;
        }
        let word = &self.bytes[from..self.at];
        match (read_number(word), word) {
            (Some(number), _) => Word::Operand(Operand::Number(number)),
            (None, b"true") => Word::Operand(Operand::Truth(true)),
            (None, b"false") => Word::Operand(Operand::Truth(false)),
            (None, b"null") => Word::Operand(Operand::Null),
            (None, operator) => Word::Operator(operator),
        }
    }

    fn take_name(&mut self) -> Vec<u8> {
        self.at += 1;
        let mut name = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !is_blank(*byte) && !is_delimiter(*byte)) {
            self.at += 1;
            let pair = self.bytes.get(self.at..self.at + 2).filter(|_| byte == b'#');
            let coded = pair.and_then(|pair| Some(hex_digit(pair[0])? << 4 | hex_digit(pair[1])?));
            if coded.is_some() {
                self.at += 2;
            }
            name.push(coded.unwrap_or(byte));
        }
        name
    }

    fn take_text(&mut self) -> Vec<u8> {
        self.at += 1;
        let (mut text, mut depth) = (Vec::new(), 1_usize);
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => break,
                b')' => depth -= 1,
                b'\\' => {
                    self.take_escape(&mut text);
                    continue;
                }
                _ => {}
            }
            text.push(byte);
        }
        text
    }

    fn take_escape(&mut self, text: &mut Vec<u8>) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'b' => text.push(8),
            b'f' => text.push(12),
            b'\n' => {}
            b'\r' => self.at += usize::from(self.peek() == Some(b'\n')),
            b'0'..=b'7' => text.push(self.take_octal(byte - b'0')),
            other => text.push(other),
        }
    }

    /// Reads the code of a byte in up to three octal digits, of which the first is read already.
    fn take_octal(&mut self, first: u8) -> u8 {
        let mut code = u32::from(first);
        for _ in 0..2 {
            let Some(digit @ b'0'..=b'7') = self.peek() else { break };
            code = code * 8 + u32::from(digit - b'0');
            self.at += 1;
        }
        code as u8
    }

    fn take_hex(&mut self) -> Vec<u8> {
        self.at += 1;
        let mut digits = Vec::new();
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            digits.extend(hex_digit(byte));
        }
        digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
    }

    fn take_list(&mut self, depth: usize) -> Vec<Operand> {
        let mut list = Vec::new();
        if depth >= DEEPEST {
            return list;
        }
        loop {
            match self.next_word(depth + 1) {
                Some(Word::Operand(operand)) => list.push(operand),
                Some(Word::Close) | None => return list,
                Some(Word::Operator(_)) => {}
            }
        }
    }

    /// Reads a picture inside the stream: its fields and its bytes.
    fn inline_picture(&mut self) -> Operation<'a> {
        let mut list = Vec::new();
        loop {
            match self.next_word(0) {
                Some(Word::Operand(operand)) if list.len() < MOST_OPERANDS => list.push(operand),
                Some(Word::Operator(b"ID")) | None => break,
                Some(_) => {}
            }
        }
        self.at = (self.at + 1).min(self.bytes.len());
        let data = self.take_picture_bytes();
        Operation { operator: b"BI", operands: vec![named_fields(&list), Operand::Text(data)] }
    }

    /// Reads the bytes up to a separate `EI` that is followed by operators.
    fn take_picture_bytes(&mut self) -> Vec<u8> {
        let rest = &self.bytes[self.at..];
        let ends = |at: usize| {
            let behind = &rest[at + 2..rest.len().min(at + 12)];
            is_blank(rest[at.saturating_sub(1)])
                && behind.first().is_none_or(|byte| is_blank(*byte))
                && behind.iter().all(|byte| is_blank(*byte) || (b' '..=b'~').contains(byte))
        };
        let mut pairs = rest.windows(2).enumerate();
        let end = pairs.find(|(at, pair)| *pair == b"EI" && ends(*at)).map(|(at, _)| at);
        let data = &rest[..end.unwrap_or(rest.len())];
        self.at += end.map_or(rest.len(), |end| end + 2);
        data.to_vec()
    }
}

/// Returns the fields of a list of alternating names and values.
fn named_fields(list: &[Operand]) -> Operand {
    let pairs = list.chunks_exact(2);
    let named = pairs.filter_map(|pair| {
        Some(NamedOperand { name: pair[0].name()?.to_vec(), value: pair[1].clone() })
    });
    Operand::Fields(named.collect())
}

/// Reads a number. Programs also write `--5` and `1e3` by mistake, which other readers accept too.
fn read_number(word: &[u8]) -> Option<f64> {
    let first = *word.first()?;
    if !matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.') {
        return None;
    }
    let text = std::str::from_utf8(word).ok()?;
    let plain = text.trim_start_matches(['+', '-']);
    let number: f64 = plain.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(if text.starts_with('-') { -number } else { number }.clamp(-1e9, 1e9))
}
