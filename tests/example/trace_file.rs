//! The text of a trace: printing and reading are each other's inverse.

use rulepress::example::narrate::{Lexicon, narrate};
use rulepress::example::trace_file::{TraceFile, TraceFileLine, parse_trace_file, trace_file_of};

use super::fixture::{program, sample};
use super::{Chance, check};

/// The trace file of the sample play.
pub(super) fn sample_file() -> TraceFile {
    let (trace, program) = (sample(), program());
    let told = narrate(&trace, &program, &Lexicon::english());
    trace_file_of("Paying with Floating Memory", &trace, &program, &told)
}

#[test]
fn sample_play() {
    check("sample.trace.txt", &sample_file().to_string());
}

/// Texts with everything that could upset columns.
fn wild(chance: &mut Chance) -> String {
    let bits = [
        "", "-", "\\-", "\\\\-", " ", "  ", "\n", "\t", "a", "@", "pay", "ü", ">", "(", "\u{7}",
        "\u{a0}", "book",
    ];
    (0..chance.below(6)).map(|_| *chance.of(&bits)).collect()
}

#[test]
fn printing_and_reading_are_inverse() {
    let mut chance = Chance(1);
    for _ in 0..5_000 {
        let mut field = || wild(&mut chance);
        let head = TraceFileLine::new([&field(), &field(), &field(), &field(), ""]);
        let mut file = TraceFile {
            book: head.number,
            title: head.verb,
            outcome: head.what,
            end: head.at,
            lines: Vec::new(),
        };
        let lines = chance.below(5);
        for _ in 0..lines {
            let mut field = || wild(&mut chance);
            file.lines.push(TraceFileLine::new([&field(), &field(), &field(), &field(), &field()]));
        }
        let text = file.to_string();
        assert_eq!(parse_trace_file(&text).as_ref(), Ok(&file), "{text}");
        assert_eq!(
            parse_trace_file(&text.replace('\n', "\r\n")).as_ref(),
            Ok(&file),
            "with other line ends: {text}"
        );
    }
}

#[test]
fn what_is_no_trace_says_where() {
    let good = sample_file().to_string();
    let wrong = |text: &str| parse_trace_file(text).expect_err("it is no trace");
    assert_eq!(wrong("").line, 1);
    assert_eq!(wrong(&good.replace("outcome", "outcme")).line, 3);
    let cut = good.replacen("  @activate-reveal", "", 1);
    let why = wrong(&cut);
    assert_eq!(
        (why.line, why.message.as_str()),
        (8, "a line needs 5 columns, but this line has 4")
    );
}
