//! Fuzzes: accepted traces.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::read_trace(input));
