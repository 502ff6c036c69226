//! Fuzzes the text of a flowchart, and its fixed text.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::read_chart(input));
