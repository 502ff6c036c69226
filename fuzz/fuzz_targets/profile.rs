//! Fuzzes print profiles, and the outputs made with them.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::print_by_profile(input));
