//! The search: descends from one point to a nearer one, until it is at a model.

use sheaf_term::{Constant, Model, Pool, Rows, Sort};

use super::distance::Distances;
use super::random::Random;
use super::variable::Variable;

/// A search for values that satisfy all constraints.
pub struct Search<'a> {
    pub pool: &'a Pool,
    pub rows: Rows,
    pub distances: Distances,
    pub variables: Vec<Variable>,
    pub random: Random,
    /// The number of columns that may still be evaluated.
    pub left: u64,
}

/// A value for each variable, and the distance of these values.
#[derive(Clone)]
struct Point {
    values: Vec<u64>,
    distance: u64,
}

impl Search<'_> {
    /// A model, if one is found from these values.
    pub fn find(&mut self, values: Vec<u64>) -> Option<Model> {
        let mut point = Point {
            values,
            distance: u64::MAX,
        };
        let mut near = Vec::new();
        while point.distance > 0 {
            let before = point.distance;
            self.descend(&mut point, &mut near)?;
            if point.distance == before {
                point = self.scattered(&point)?;
            }
        }
        Some(self.model(&point.values))
    }

    /// Changes one variable after the other as long as that brings the point nearer, then to likely
    /// values; `None` if the budget is used up.
    fn descend(&mut self, point: &mut Point, near: &mut Vec<u64>) -> Option<()> {
        let mut without_change = 0;
        let count = self.variables.len();
        let mut position = 0;
        while without_change < count && point.distance > 0 {
            self.variables[position].near(point.values[position], near);
            match self.change(point, position, near)? {
                // The same variable again, while it helps.
                true => without_change = 0,
                false => {
                    without_change += 1;
                    position = (position + 1) % count;
                }
            }
        }
        for position in 0..count {
            if point.distance > 0 {
                let likely = std::mem::take(&mut self.variables[position].likely);
                let changed = self.change(point, position, &likely);
                self.variables[position].likely = likely;
                changed?;
            }
        }
        Some(())
    }

    /// Gives a variable that of some values which is nearest, if it is nearer than the present one.
    fn change(&mut self, point: &mut Point, position: usize, values: &[u64]) -> Option<bool> {
        let mut changed = false;
        for (other, variable) in self.variables.iter().enumerate() {
            if let Some(row) = self.rows.symbol(self.pool, variable.symbol) {
                row.fill(point.values[other]);
            }
        }
        let symbol = self.variables[position].symbol;
        for values in values.chunks(self.rows.columns()) {
            if let Some(row) = self.rows.symbol(self.pool, symbol) {
                row[..values.len()].copy_from_slice(values);
            }
            let (column, distance) = self.nearest(values.len())?;
            if distance < point.distance {
                point.distance = distance;
                point.values[position] = values[column];
                changed = true;
            }
        }
        Some(changed)
    }

    /// The nearest of some points at random, which have some values of this one.
    fn scattered(&mut self, point: &Point) -> Option<Point> {
        let columns = self.rows.columns();
        let mut points = vec![point.values.clone(); columns];
        for values in &mut points {
            let count = values.len() as u64;
            let always = (self.random.next() % count) as usize;
            for (position, variable) in self.variables.iter().enumerate() {
                if position == always || self.random.next().is_multiple_of(2) {
                    values[position] = variable.any(&mut self.random);
                }
            }
        }
        for (position, variable) in self.variables.iter().enumerate() {
            if let Some(row) = self.rows.symbol(self.pool, variable.symbol) {
                let values = points.iter().map(|values| values[position]);
                row.iter_mut()
                    .zip(values)
                    .for_each(|(to, value)| *to = value);
            }
        }
        let (column, distance) = self.nearest(columns)?;
        Some(Point {
            values: points.swap_remove(column),
            distance,
        })
    }

    /// Evaluates the first columns: the one with the least distance; `None` if the budget is used
    /// up.
    fn nearest(&mut self, columns: usize) -> Option<(usize, u64)> {
        self.left = self.left.checked_sub(columns as u64)?;
        self.rows.evaluate(columns);
        let distances = self.distances.evaluate(&self.rows, columns);
        let indexed = distances.iter().copied().enumerate();
        indexed.min_by_key(|(_, distance)| *distance)
    }

    /// Values of the variables as a model.
    fn model(&self, values: &[u64]) -> Model {
        let variables = self.variables.iter().zip(values);
        let value = |(variable, value): (&Variable, &u64)| {
            let constant = match self.pool.symbol_info(variable.symbol).sort {
                Sort::Bits(width) => Constant::bits(width, (*value).into()),
                _ => Constant::Bool(*value == 1),
            };
            (variable.symbol, constant)
        };
        variables.map(value).collect()
    }
}
