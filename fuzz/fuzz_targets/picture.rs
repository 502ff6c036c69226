//! Fuzzes: pictures in a printed book.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rulepress_fuzz::print_picture(input));
