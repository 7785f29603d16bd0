//! Any bytes are read as a certificate, and what is read is checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheaf_proof_check::certificate::Reader;
use sheaf_proof_check::text;
use sheaf_proof_check::walk::walk;

fuzz_target!(|bytes: &[u8]| {
    // The program, a zero byte, and the certificate.
    let Some(end) = bytes.iter().position(|byte| *byte == 0) else {
        return;
    };
    let (program, answers) = (&bytes[..end], &bytes[end + 1..]);
    if let Ok(program) = std::str::from_utf8(program)
        && let Ok(program) = text::parse(program)
        && let Ok(mut reader) = Reader::new(answers)
    {
        let scope = reader.header.scope.clone();
        let _ = walk(&program, &scope, &mut reader, 10_000);
    }
});
