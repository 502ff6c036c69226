//! Fuzzes: data files, with pulls and a deck of them.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::read_csv(input));
