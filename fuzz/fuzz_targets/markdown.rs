//! Fuzzes: Markdown as a tree.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::read_markdown(input));
