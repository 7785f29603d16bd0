//! Inputs read within a stretch may have any value. A condition that mentions them is replaced by
//! facts of the state that imply it, an unsatisfiable core.

use super::conditions::{Conditions, simplified};
use super::weakest::Work;
use crate::Driver;
use rustc_hash::FxHashSet;
use sheaf_term::{Pool, Symbol, SymbolKind, Term, TermMap};

sheaf_tuning::constants! {
    /// Maximum number of conditions of a label. Beyond it, facts of the state take their place.
    MAX_CONDITIONS: usize = 48, 1 => 768, "conditions";
    /// Maximum number of facts of the state that are considered.
    MAX_FACTS: usize = 64, 1 => 1024, "facts";
}

impl Work<'_> {
    /// The conditions of the label. None mentions inputs read within the stretch.
    pub(super) fn finish(
        &mut self,
        driver: &mut Driver,
        conditions: Conditions,
    ) -> Option<Vec<Term>> {
        let conditions = simplified(&mut driver.pool, conditions.terms)?;
        let too_many = conditions.len() > MAX_CONDITIONS.get();
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for condition in conditions.into_iter().rev() {
            let is_local = self.is_local(&mut driver.pool, condition);
            match is_local && !too_many {
                true => good.push(condition),
                false => bad.push(condition),
            }
        }
        if !bad.is_empty() {
            let implied = driver.pool.and_all(bad);
            for fact in self.facts_implying(driver, implied)? {
                if !good.contains(&fact) {
                    good.push(fact);
                }
            }
        }
        Some(good)
    }

    /// Whether a condition mentions only slots.
    pub(super) fn is_local(&self, pool: &mut Pool, condition: Term) -> bool {
        let symbols = pool.symbols(condition);
        let mut symbols = symbols.iter();
        symbols.all(|symbol| self.traced.general.slot_of(pool, *symbol).is_some())
    }

    /// Facts of the state that imply a condition for all values of the inputs read within the
    /// stretch.
    fn facts_implying(&mut self, driver: &mut Driver, condition: Term) -> Option<Vec<Term>> {
        let facts = self.facts(driver, condition)?;
        let mut goal = facts.clone();
        goal.push(driver.pool.not(condition));
        let core = driver.contradiction(&goal)?;
        Some(facts.into_iter().filter(|it| core.contains(it)).collect())
    }

    /// What the state knows about the slots in a condition, over the symbols of the slots.
    fn facts(&mut self, driver: &mut Driver, condition: Term) -> Option<Vec<Term>> {
        let pool = &mut driver.pool;
        let (mut facts, mut general) = (Vec::new(), TermMap::default());
        let mut inputs: FxHashSet<Symbol> = FxHashSet::default();
        for symbol in pool.symbols(condition).iter() {
            if pool.symbol_info(*symbol).kind != SymbolKind::Input {
                return None;
            }
            if self.traced.general.slot_of(pool, *symbol).is_none() {
                continue;
            }
            let slot = pool.symbol_term(*symbol);
            let actual = self.actual.term(pool, &self.traced.general, slot)?;
            if pool.as_constant(actual).is_some() {
                facts.push(pool.eq(slot, actual));
            } else {
                inputs.extend(pool.symbols(actual).iter().copied());
                general.entry(actual).or_insert(slot);
            }
        }
        for entry in self.began.constraints.newest_first() {
            if facts.len() >= MAX_FACTS.get() {
                break;
            }
            let symbols = pool.symbols(entry.condition);
            if symbols.iter().any(|symbol| inputs.contains(symbol)) {
                let fact = pool.substitute(entry.condition, &general);
                if self.is_local(pool, fact) {
                    facts.push(fact);
                }
            }
        }
        Some(facts)
    }
}
