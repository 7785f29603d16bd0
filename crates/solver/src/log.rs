//! The log of queries sent to a backend: SMT-LIB 2, one script per query.
//!
//! Each script is framed by comments and ends with `(reset)`, so the whole file is valid input for
//! the binaries of Z3 and Bitwuzla, and every piece between two resets is a separate script.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use sheaf_term::{Pool, Term, smtlib};

/// An open log.
pub struct Log {
    file: BufWriter<File>,
    queries: u64,
}

impl Log {
    /// Creates or empties the file.
    pub fn create(path: &Path) -> Result<Log, String> {
        let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Log {
            file: BufWriter::new(file),
            queries: 0,
        })
    }

    /// Adds a query, before it is sent.
    pub fn query(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        backend: &str,
    ) -> std::io::Result<()> {
        self.queries += 1;
        writeln!(self.file, "; query {} to {backend}", self.queries)?;
        self.file
            .write_all(smtlib::script(pool, constraints).as_bytes())?;
        self.file.flush()
    }

    /// Adds what came back.
    pub fn answer(&mut self, answer: &str, time: Duration) -> std::io::Result<()> {
        let answer = answer.replace('\n', " ");
        writeln!(
            self.file,
            "; {answer} after {:.3} ms\n(reset)",
            time.as_secs_f64() * 1e3
        )?;
        self.file.flush()
    }
}
