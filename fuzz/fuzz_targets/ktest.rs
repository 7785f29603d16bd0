//! Any bytes as a `.ktest` file: reading neither panics nor allocates much, and what is read
//! survives the round trip.
#![no_main]

libfuzzer_sys::fuzz_target!(|content: &[u8]| sheaf_report::ktest::fuzz(content));
