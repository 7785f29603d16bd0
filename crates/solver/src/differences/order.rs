//! Difference constraints: the closure of all bounds, and explanations of contradictions.

use super::comparison::{Bound, Comparisons, Different, FAR, Meaning};
use sheaf_term::{Constant, Model, Pool, Symbol};

/// A fact about the unknowns.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fact {
    Bound(Bound),
    Different(Different),
}

/// Facts that together are an explanation, sorted.
pub type Facts = Vec<Fact>;

/// A step that can be undone.
#[derive(Clone)]
enum Step {
    /// A bound was added; these entries of the closure had these values.
    Bound {
        bound: Bound,
        strict: bool,
        before: Vec<(usize, i128)>,
    },
    /// A difference was added.
    Different,
}

/// The constraints so far, closed: each bound is the least upper bound on a difference.
#[derive(Clone)]
pub struct Order {
    size: usize,
    /// Row `x`, column `y`: the bound on `x - y`.
    closed: Vec<i128>,
    /// The bounds that follow from the ranges of the terms alone.
    ranges: Vec<i128>,
    different: Vec<Different>,
    steps: Vec<Step>,
}

impl Order {
    /// No constraints but the ranges of the terms.
    pub fn new(pool: &Pool, comparisons: &Comparisons) -> Order {
        let unknowns = comparisons.unknowns.all();
        let size = unknowns.len();
        let range = |at: usize| unknowns[at].range(pool);
        let mut closed = vec![FAR; size * size];
        for x in 0..size {
            for y in 0..size {
                closed[x * size + y] = match (range(x), range(y)) {
                    _ if x == y => 0,
                    (Some((_, most)), Some((least, _)))
                        if unknowns[x].reading == unknowns[y].reading =>
                    {
                        most - least
                    }
                    _ => FAR,
                };
            }
        }
        Order {
            size,
            ranges: closed.clone(),
            closed,
            different: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The number of steps so far, for [`Order::undo`].
    pub fn mark(&self) -> usize {
        self.steps.len()
    }

    fn most(&self, x: usize, y: usize) -> i128 {
        self.closed[x * self.size + y]
    }

    /// Whether a fact is implied.
    pub fn implies(&self, fact: &Fact) -> bool {
        match *fact {
            Fact::Bound(bound) => self.most(bound.x, bound.y) <= bound.most,
            Fact::Different(it) => {
                self.different.contains(&it)
                    || self
                        .sides(it)
                        .iter()
                        .any(|side| self.implies(&Fact::Bound(*side)))
            }
        }
    }

    /// The two bounds, either of which implies a disequality.
    fn sides(&self, it: Different) -> [Bound; 2] {
        [
            Bound {
                x: it.x,
                y: it.y,
                most: it.by - 1,
            },
            Bound {
                x: it.y,
                y: it.x,
                most: -it.by - 1,
            },
        ]
    }

    /// Adds the meaning of a condition. On a contradiction, returns the known facts that it
    /// contradicts; the steps since the mark must be undone in any case.
    pub fn assume(&mut self, meaning: &Meaning) -> Result<(), Facts> {
        let mark = self.mark();
        let added = self.add(meaning);
        added.map_err(|facts| self.undo(mark, facts))
    }

    fn add(&mut self, meaning: &Meaning) -> Result<(), Facts> {
        for &bound in &meaning.bounds {
            self.bound(bound, false)?;
        }
        for &different in &meaning.different {
            self.different.push(different);
            self.steps.push(Step::Different);
        }
        // A disequality makes a bound that touches it strict, which may propagate.
        while let Some(bound) = self.next_strict() {
            self.bound(bound, true)?;
        }
        Ok(())
    }

    fn next_strict(&self) -> Option<Bound> {
        let mut sides = self.different.iter().flat_map(|it| self.sides(*it));
        sides.find(|side| self.most(side.x, side.y) == side.most + 1)
    }

    /// Adds a bound; a strict one follows from a bound that is greater by one and a disequality.
    fn bound(&mut self, bound: Bound, strict: bool) -> Result<(), Facts> {
        let Bound { x, y, most } = bound;
        if self.most(x, y) <= most {
            return Ok(());
        }
        if self.most(y, x) + most < 0 {
            let mut facts = vec![Fact::Bound(Bound {
                x: y,
                y: x,
                most: -most - 1,
            })];
            if strict {
                facts.extend(because(bound));
            }
            return Err(facts);
        }
        let mut before = Vec::new();
        for u in 0..self.size {
            let to_x = self.most(u, x);
            if is_far(to_x) {
                continue;
            }
            for v in 0..self.size {
                let from_y = self.most(y, v);
                let (at, sum) = (u * self.size + v, to_x + most + from_y);
                if sum < self.closed[at] && !is_far(from_y) {
                    before.push((at, self.closed[at]));
                    self.closed[at] = sum;
                }
            }
        }
        self.steps.push(Step::Bound {
            bound,
            strict,
            before,
        });
        Ok(())
    }

    /// Undoes the steps after a mark. For facts that hold now, returns facts that imply them
    /// together with what is undone.
    pub fn undo(&mut self, mark: usize, mut facts: Facts) -> Facts {
        while self.steps.len() > mark {
            match self.steps.pop() {
                Some(Step::Different) => {
                    let taken = self.different.pop();
                    facts.retain(|fact| Some(*fact) != taken.map(Fact::Different));
                }
                Some(Step::Bound {
                    bound,
                    strict,
                    before,
                }) => {
                    let needed = self.as_bounds(facts);
                    for (at, most) in before {
                        self.closed[at] = most;
                    }
                    facts = self.without(needed, bound, strict);
                }
                None => {}
            }
        }
        self.tidy(facts)
    }

    /// Replaces disequalities that follow from bounds by these bounds.
    fn as_bounds(&self, facts: Facts) -> Facts {
        let bound = |fact: Fact| match fact {
            Fact::Different(it) if !self.different.contains(&it) => {
                let sides = self.sides(it).map(Fact::Bound);
                sides
                    .into_iter()
                    .find(|side| self.implies(side))
                    .unwrap_or(fact)
            }
            fact => fact,
        };
        facts.into_iter().map(bound).collect()
    }

    /// Facts from which, together with a bound that was just undone, others follow.
    fn without(&self, facts: Facts, taken: Bound, strict: bool) -> Facts {
        let mut left = Vec::with_capacity(facts.len() + 2);
        let mut used = false;
        for fact in facts {
            let Fact::Bound(wanted) = fact else {
                left.push(fact);
                continue;
            };
            if self.implies(&fact) {
                left.push(fact);
                continue;
            }
            used = true;
            let (before, after) = (self.most(wanted.x, taken.x), self.most(taken.y, wanted.y));
            // Slack of the chain weakens the first part, so that it applies to more paths.
            let spare = if wanted.x == taken.x {
                0
            } else {
                wanted.most - (before + taken.most + after)
            };
            left.push(Fact::Bound(Bound {
                x: wanted.x,
                y: taken.x,
                most: before + spare,
            }));
            let spare = if wanted.x == taken.x {
                wanted.most - taken.most
            } else {
                after
            };
            left.push(Fact::Bound(Bound {
                x: taken.y,
                y: wanted.y,
                most: spare,
            }));
        }
        if used && strict {
            left.extend(because(taken));
        }
        left
    }

    /// Sorted, without trivial facts, and with only the least of several bounds on a difference.
    pub fn tidy(&self, mut facts: Facts) -> Facts {
        facts.retain(|fact| !matches!(fact, Fact::Bound(it) if self.ranges[it.x * self.size + it.y] <= it.most));
        facts.sort_unstable();
        facts.dedup_by(|next, kept| match (&*next, &*kept) {
            (Fact::Bound(next), Fact::Bound(kept)) => (next.x, next.y) == (kept.x, kept.y),
            (next, kept) => next == kept,
        });
        facts
    }

    /// Values of symbols that satisfy the constraints, close to those of a model. Only a proposal:
    /// a symbol with two readings, or one that also occurs inside of a term, may get a value that
    /// does not fit there.
    pub fn values(
        &self,
        pool: &Pool,
        comparisons: &Comparisons,
        near: &Model,
    ) -> Vec<(Symbol, Constant)> {
        let mut chosen: Vec<i128> = Vec::with_capacity(self.size);
        let mut values = Vec::new();
        for (unknown, info) in comparisons.unknowns.all().iter().enumerate() {
            let symbol = info.term.and_then(|term| pool.as_symbol(term));
            let wanted = symbol
                .and_then(|symbol| info.reading.number(&near.get(symbol)?))
                .unwrap_or(0);
            // Bounds are closed: any value within the bounds to earlier choices leaves values for
            // later ones.
            let (mut least, mut most) = (-FAR, FAR);
            for (other, value) in chosen.iter().enumerate() {
                most = most.min(value + self.most(unknown, other));
                least = least.max(value - self.most(other, unknown));
            }
            let value = match info.term {
                Some(_) => self.free_value(
                    unknown,
                    wanted.clamp(least, most.max(least)),
                    (least, most),
                    &chosen,
                ),
                None => 0,
            };
            chosen.push(value);
            if let Some(symbol) = symbol {
                values.push((symbol, info.reading.constant(value)));
            }
        }
        values
    }

    /// The value closest to the wanted one that no disequality excludes; the wanted one if there is
    /// none.
    fn free_value(
        &self,
        unknown: usize,
        wanted: i128,
        (least, most): (i128, i128),
        chosen: &[i128],
    ) -> i128 {
        let excluded = |value: i128| {
            self.different.iter().any(|it| {
                let of = |at: usize| {
                    if at == unknown {
                        Some(value)
                    } else {
                        chosen.get(at).copied()
                    }
                };
                (it.x == unknown || it.y == unknown)
                    && of(it.x).zip(of(it.y)).is_some_and(|(x, y)| x - y == it.by)
            })
        };
        let near =
            (0..=self.different.len() as i128).flat_map(|step| [wanted + step, wanted - step]);
        let mut free = near.filter(|value| (least..=most).contains(value) && !excluded(*value));
        free.next().unwrap_or(wanted)
    }
}

/// Whether a bound is infinite: finite ones are much smaller.
fn is_far(most: i128) -> bool {
    most >= FAR / 2
}

/// The facts from which a strict bound follows.
fn because(strict: Bound) -> [Fact; 2] {
    let Bound { x, y, most } = strict;
    [
        Fact::Bound(Bound {
            x,
            y,
            most: most + 1,
        }),
        Fact::Different(Different::new(x, y, most + 1)),
    ]
}
