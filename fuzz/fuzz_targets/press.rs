//! Fuzzes: whole books and all that is printed of them.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::print_book(input));
