//! Vectors: tuples of lanes, lowered lane by lane.

use super::function::FunctionLowering;
use super::types::lower_type;
use super::wide::is_wide;
use super::{Lower, unsupported};
use crate::ll::{Ty, Value};
use sheaf_ir::{BinaryOp, CompareOp, Const, FailureKind, Operand};

/// Maximum number of lanes of a vector that is indexed by a variable.
const MAX_VARIABLE_LANES: u64 = 256;

impl FunctionLowering<'_, '_> {
    /// Applies `lower` to the operands if `ty` is scalar, else to each tuple of corresponding
    /// lanes, whose results are the lanes of the result.
    pub(super) fn by_lane(
        &mut self,
        ty: Ty,
        operands: &[Operand],
        mut lower: impl FnMut(&mut Self, &[Operand]) -> Lower<Operand>,
    ) -> Lower<Operand> {
        let lane = if ty.is_vector() { ty.element() } else { ty };
        if is_wide(lane) {
            return unsupported(format!("operation on {}", ty.text()));
        }
        if !ty.is_vector() {
            return lower(self, operands);
        }
        let columns: Vec<Vec<Operand>> = operands
            .iter()
            .map(|operand| self.members(*operand))
            .collect();
        let mut lanes = Vec::new();
        for index in 0..ty.count() as usize {
            let row: Option<Vec<Operand>> = columns
                .iter()
                .map(|column| column.get(index).copied())
                .collect();
            match row {
                Some(row) => lanes.push(lower(self, &row)?),
                None => return unsupported(ty.text()),
            }
        }
        Ok(self.tuple(lanes))
    }

    pub(super) fn extract_element(&mut self, value: Value) -> Lower<Operand> {
        let vector = self.operand(value.operand(0))?;
        let index = self.operand(value.operand(1))?;
        let count = self.lane_count(value.operand(0).ty())?;
        if let Some(lane) = self.bits_of(index) {
            return Ok(match u32::try_from(lane) {
                Ok(lane) if u64::from(lane) < count => self.member(vector, lane),
                _ => self.undefined(lower_type(value.ty())?),
            });
        }
        let lanes = self.members(vector);
        self.check_lane(index, count);
        let mut chosen = lanes[0];
        for (number, lane) in (1..).zip(&lanes[1..]) {
            let is_it = self.is_lane(index, number);
            chosen = self.select(is_it, *lane, chosen);
        }
        Ok(chosen)
    }

    pub(super) fn insert_element(&mut self, value: Value) -> Lower<Operand> {
        let vector = self.operand(value.operand(0))?;
        let new = self.operand(value.operand(1))?;
        let index = self.operand(value.operand(2))?;
        let count = self.lane_count(value.ty())?;
        if let Some(lane) = self.bits_of(index) {
            return Ok(match u32::try_from(lane) {
                Ok(lane) if u64::from(lane) < count => self.insert(vector, lane, new),
                _ => self.undefined(lower_type(value.ty())?),
            });
        }
        self.check_lane(index, count);
        let mut lanes = self.members(vector);
        for (number, lane) in (0..).zip(&mut lanes) {
            let is_it = self.is_lane(index, number);
            *lane = self.select(is_it, new, *lane);
        }
        Ok(self.tuple(lanes))
    }

    fn lane_count(&self, ty: Ty) -> Lower<u64> {
        match ty.count() {
            count @ 1..=MAX_VARIABLE_LANES => Ok(count),
            _ => unsupported(ty.text()),
        }
    }

    fn is_lane(&mut self, index: Operand, number: u128) -> Operand {
        let number = self.bits(self.width_of(index), number);
        self.compare(CompareOp::Eq, index, number)
    }

    /// An index beyond the lanes is a failure of the program.
    fn check_lane(&mut self, index: Operand, count: u64) {
        let width = self.width_of(index);
        if width < 64 && u128::from(count) >= 1 << width {
            return;
        }
        let count = self.bits(width, count.into());
        let inside = self.compare(CompareOp::Ult, index, count);
        self.check(
            inside,
            FailureKind::OutOfBounds,
            "vector index out of bounds",
        );
    }

    pub(super) fn shuffle(&mut self, value: Value) -> Lower<Operand> {
        let a = self.operand(value.operand(0))?;
        let b = self.operand(value.operand(1))?;
        let lane_type = lower_type(value.ty().element())?;
        let mut sources = self.members(a);
        sources.extend(self.members(b));
        let any = self.builder.constant(Const::Uninitialized(lane_type));
        let lanes = value
            .shuffle_mask()
            .into_iter()
            .map(|lane| {
                lane.and_then(|lane| sources.get(lane).copied())
                    .unwrap_or(any)
            })
            .collect();
        Ok(self.tuple(lanes))
    }

    /// An integer of the lanes' sign bits, the first lane's the lowest.
    pub(super) fn sign_mask(&mut self, vector: Operand, width: u32) -> Operand {
        let mut mask = self.bits(width, 0);
        for (number, lane) in (0u128..).zip(self.members(vector)) {
            let zero = self.bits(self.width_of(lane), 0);
            let sign = self.compare(CompareOp::Slt, lane, zero);
            let bit = self.resize(sign, width, false);
            let distance = self.bits(width, number);
            let bit = self.binary(BinaryOp::Shl, bit, distance);
            mask = self.binary(BinaryOp::Or, mask, bit);
        }
        mask
    }

    /// Combines all lanes from the first to the last, after `start` if there is one.
    pub(super) fn reduce(
        &mut self,
        start: Option<Operand>,
        vector: Operand,
        mut combine: impl FnMut(&mut Self, Operand, Operand) -> Operand,
    ) -> Lower<Operand> {
        let lanes = self.members(vector);
        let mut result = start;
        for lane in lanes {
            result = Some(match result {
                None => lane,
                Some(result) => combine(self, result, lane),
            });
        }
        result.map_or_else(|| unsupported("reduction"), Ok)
    }
}
