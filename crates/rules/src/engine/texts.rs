//! The texts that events name, each once, and the verbs of the kernel among them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::ids::TextId;

/// The words of the verbs, in the order of their numbers.
const VERBS: [(TextId, &str); 32] = [
    (verb::MOVE, "move"),
    (verb::FLIP, "flip"),
    (verb::SET, "set"),
    (verb::CLEAR, "clear"),
    (verb::COUNT, "count"),
    (verb::SHUFFLE, "shuffle"),
    (verb::ROLL, "roll"),
    (verb::PICK, "pick"),
    (verb::ASK, "ask"),
    (verb::CHECK, "check"),
    (verb::PHASE, "phase"),
    (verb::TURN, "turn"),
    (verb::ROUND, "round"),
    (verb::NOTE, "note"),
    (verb::ATTEMPT, "attempt"),
    (verb::OVER, "over"),
    (verb::EXPIRE, "expire"),
    (verb::BOX, "box"),
    (verb::PUSH, "push"),
    (verb::RESOLVE, "resolve"),
    (verb::PASS, "pass"),
    (verb::TRIGGER, "trigger"),
    (verb::STAND, "stand"),
    (verb::UNSAID, "unsaid"),
    (verb::ELIMINATE, "eliminate"),
    (verb::ATTACH, "attach"),
    (verb::DETACH, "detach"),
    (verb::PART, "part"),
    (verb::ROTATE, "rotate"),
    (verb::WALK, "walk"),
    (verb::SIGHT, "sight"),
    (verb::EDGE, "edge"),
];

/// The verbs of the kernel: what an event is called when the rules give no word of their own.
pub mod verb {
    use super::TextId;

    /// A piece moved.
    pub const MOVE: TextId = TextId(0);
    /// A piece was turned over.
    pub const FLIP: TextId = TextId(1);
    /// A flag was put on a piece.
    pub const SET: TextId = TextId(2);
    /// A flag was taken from a piece.
    pub const CLEAR: TextId = TextId(3);
    /// A counter changed.
    pub const COUNT: TextId = TextId(4);
    /// A zone was shuffled.
    pub const SHUFFLE: TextId = TextId(5);
    /// Dice were rolled.
    pub const ROLL: TextId = TextId(6);
    /// A printed list chose.
    pub const PICK: TextId = TextId(7);
    /// A question was answered.
    pub const ASK: TextId = TextId(8);
    /// A condition was looked at.
    pub const CHECK: TextId = TextId(9);
    /// A phase began.
    pub const PHASE: TextId = TextId(10);
    /// A turn began.
    pub const TURN: TextId = TextId(11);
    /// A round began.
    pub const ROUND: TextId = TextId(12);
    /// Something worth telling.
    pub const NOTE: TextId = TextId(13);
    /// Something failed and was taken back.
    pub const ATTEMPT: TextId = TextId(14);
    /// The game is over.
    pub const OVER: TextId = TextId(15);
    /// A flag or an amount went away by itself.
    pub const EXPIRE: TextId = TextId(16);
    /// A box of a chart was passed.
    pub const BOX: TextId = TextId(17);
    /// Something was put on the stack.
    pub const PUSH: TextId = TextId(18);
    /// The top of the stack resolves.
    pub const RESOLVE: TextId = TextId(19);
    /// An opportunity was let pass.
    pub const PASS: TextId = TextId(20);
    /// An ability has triggered.
    pub const TRIGGER: TextId = TextId(21);
    /// A piece was put on a space of a map.
    pub const STAND: TextId = TextId(22);
    /// The book does not say, and somebody decided.
    pub const UNSAID: TextId = TextId(23);
    /// A player is out of the game.
    pub const ELIMINATE: TextId = TextId(24);
    /// A piece was attached to another.
    pub const ATTACH: TextId = TextId(25);
    /// A piece is no longer attached to another.
    pub const DETACH: TextId = TextId(26);
    /// A piece went away from what it was attached to.
    pub const PART: TextId = TextId(27);
    /// A piece was turned.
    pub const ROTATE: TextId = TextId(28);
    /// A piece went over a map, space by space.
    pub const WALK: TextId = TextId(29);
    /// It was looked from one thing to another.
    pub const SIGHT: TextId = TextId(30);
    /// An edge of a map changed.
    pub const EDGE: TextId = TextId(31);
}

/// A quick hash of short texts, for a table that nobody goes through in its order.
#[derive(Debug, Default)]
pub struct TextHasher(u64);

/// Makes the quick hash.
pub type QuickHash = BuildHasherDefault<TextHasher>;

impl Hasher for TextHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// The most texts that are kept from one play to the next.
const MOST_KEPT_TEXTS: usize = 4_096;

/// The texts of a game, each once. It may be used for one game after the other, to save making them
/// anew.
#[derive(Clone, Debug)]
pub struct TextInterner {
    texts: Vec<Arc<str>>,
    known: HashMap<Arc<str>, TextId, QuickHash>,
}

impl Default for TextInterner {
    fn default() -> Self {
        let mut interner = Self { texts: Vec::new(), known: HashMap::default() };
        for (verb, word) in VERBS {
            assert_eq!(interner.intern(word), verb, "verbs are listed in the order of numbers");
        }
        interner
    }
}

impl TextInterner {
    /// The number of a text.
    pub fn intern(&mut self, text: &str) -> TextId {
        match self.known.get(text) {
            Some(word) => *word,
            None => self.add_text(text.into()),
        }
    }

    fn add_text(&mut self, text: Arc<str>) -> TextId {
        let word = TextId(self.texts.len() as u32);
        self.texts.push(Arc::clone(&text));
        self.known.insert(text, word);
        word
    }

    /// The text of a number.
    pub fn text(&self, word: TextId) -> &str {
        &self.texts[word.0 as usize]
    }

    /// The same texts for the next game, or only the verbs if they have become too many.
    pub fn recycled(self) -> Self {
        if self.texts.len() > MOST_KEPT_TEXTS { Self::default() } else { self }
    }
}
