//! Fuzzes: flowcharts on paper.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::lay_out(input));
