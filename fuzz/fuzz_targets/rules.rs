//! Fuzzes: a module of rules: read, checked, run and played.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::run_rules(input));
