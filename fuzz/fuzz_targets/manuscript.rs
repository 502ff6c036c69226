//! Fuzzes: Markdown as a whole manuscript.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::join_texts(input));
