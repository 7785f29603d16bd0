//! Writes certificates; the format is that of [`sheaf_proof_check::certificate`].

use flate2::Compression;
use flate2::write::DeflateEncoder;
use sheaf_proof_check::certificate::{Header, Tag};
use sheaf_proof_check::claims::Proof;
use sheaf_proof_check::cnf::Literal;
use sheaf_proof_check::cut::{Expression, Forgotten, Plan};
use sheaf_proof_check::guide::Decision;
use std::io::Write;

/// Writes a certificate.
pub struct Writer<W: Write> {
    out: DeflateEncoder<W>,
}

impl<W: Write> Writer<W> {
    /// Starts a certificate.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(mut out: W, header: &Header) -> std::io::Result<Writer<W>> {
        out.write_all(header.text().as_bytes())?;
        let out = DeflateEncoder::new(out, Compression::default());
        Ok(Writer { out })
    }

    fn tag(&mut self, tag: Tag) -> std::io::Result<()> {
        self.out.write_all(&[tag as u8])
    }

    fn number(&mut self, mut value: u64) -> std::io::Result<()> {
        while value >= 128 {
            self.out.write_all(&[value as u8 | 128])?;
            value >>= 7;
        }
        self.out.write_all(&[value as u8])
    }

    /// Writes how a branch is decided.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn decision(&mut self, decision: &Decision) -> std::io::Result<()> {
        match decision {
            Decision::Both => self.tag(Tag::Both),
            Decision::Join(block) => {
                self.tag(Tag::Join)?;
                self.number(u64::from(*block))
            }
            Decision::Only(value, proof) => {
                self.tag(if *value {
                    Tag::OnlyTrue
                } else {
                    Tag::OnlyFalse
                })?;
                self.proof(proof)
            }
            Decision::Neither(proof) => {
                self.tag(Tag::Neither)?;
                self.proof(proof)
            }
        }
    }

    /// Writes a bound.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn bound(&mut self, bound: u64) -> std::io::Result<()> {
        self.tag(Tag::Bound)?;
        self.number(bound)
    }

    /// Writes how a loop is cut.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn plan(&mut self, plan: Option<&Plan>) -> std::io::Result<()> {
        let Some(Plan { forgotten, facts }) = plan else {
            return self.tag(Tag::Unrolled);
        };
        self.tag(Tag::Cut)?;
        self.number(forgotten.len() as u64)?;
        for forgotten in forgotten {
            match forgotten {
                Forgotten::Local(local) => self.all(&[0, u64::from(*local)])?,
                Forgotten::Word(object, at, bytes) => {
                    self.all(&[1, u64::from(*object), *at, u64::from(*bytes)])?;
                }
                Forgotten::Bytes(object, at, bytes) => {
                    self.all(&[2, u64::from(*object), *at, u64::from(*bytes)])?;
                }
            }
        }
        self.number(facts.len() as u64)?;
        facts.iter().try_for_each(|fact| self.expression(fact))
    }

    fn expression(&mut self, expression: &Expression) -> std::io::Result<()> {
        match expression {
            Expression::Local(local) => self.all(&[0, u64::from(*local)]),
            Expression::Memory(object, at, bytes) => {
                self.all(&[1, u64::from(*object), *at, u64::from(*bytes)])
            }
            Expression::Constant(width, value) => {
                let (low, high) = (*value as u64, (*value >> 64) as u64);
                self.all(&[2, u64::from(*width), low, high])
            }
            Expression::Apply(operator, operands) => {
                self.all(&[3, u64::from(*operator), operands.len() as u64])?;
                operands.iter().try_for_each(|it| self.expression(it))
            }
        }
    }

    fn all(&mut self, values: &[u64]) -> std::io::Result<()> {
        values.iter().try_for_each(|value| self.number(*value))
    }

    /// Writes why a path contradicts a condition, or that there is no proof.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn refutation(&mut self, proof: Option<&Proof>) -> std::io::Result<()> {
        match proof {
            None => self.tag(Tag::Missing),
            Some(proof) => {
                self.tag(Tag::Refuted)?;
                self.proof(proof)
            }
        }
    }

    fn proof(&mut self, proof: &Proof) -> std::io::Result<()> {
        let (used, steps) = match proof {
            Proof::Known(number) => {
                self.tag(Tag::Known)?;
                return self.number(*number as u64);
            }
            Proof::New { used, steps } => (used, steps),
        };
        self.tag(Tag::New)?;
        self.numbers(used.iter().map(|it| u64::from(*it)))?;
        self.number(steps.len() as u64)?;
        for step in steps {
            // The sign is the lowest bit.
            let folded = |it: &Literal| u64::from(it.unsigned_abs()) << 1 | u64::from(*it < 0);
            self.numbers(step.clause.iter().map(folded))?;
            self.numbers(step.hints.iter().map(|it| u64::from(*it)))?;
        }
        Ok(())
    }

    fn numbers(&mut self, values: impl ExactSizeIterator<Item = u64>) -> std::io::Result<()> {
        self.number(values.len() as u64)?;
        values.into_iter().try_for_each(|value| self.number(value))
    }

    /// Ends the certificate.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> std::io::Result<W> {
        self.out.finish()
    }
}
