//! Any text is refused as IR or round-trips. Seed: `crates/ir/tests/data/everything.ir`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Err(message) = sheaf_ir::text::check_round_trip(text) {
        panic!("{message}");
    }
});
