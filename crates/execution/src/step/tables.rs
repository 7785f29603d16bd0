//! Tables: members by key, and prototypes.

use crate::machine::{Machine, Stop};
use crate::memory::{Content, Guards, Table, split_empty};
use crate::outcome::ReasonKind;
use crate::slot::Member;
use crate::value::{ObjectId, Value};
use sheaf_ir::{FailureKind, Operand, Unit};
use sheaf_term::{Pool, Term};

/// The maximum length of a prototype chain.
const MAX_PROTOTYPES: usize = 1_000;

/// Ends the path behind so many prototypes. A chain may be a circle where objects are merged: under
/// conditions that do not hold together.
///
/// # Errors
/// If there are too many.
pub fn limit_prototypes(depth: usize) -> Result<(), Stop> {
    if depth <= MAX_PROTOTYPES {
        return Ok(());
    }
    let detail = format!("a chain of more than {MAX_PROTOTYPES} prototypes");
    Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail))
}

impl Machine<'_> {
    /// A pointer to a new table.
    pub fn new_table(&mut self) -> Value {
        self.new_object(1, Content::Table(Table::default()))
    }

    pub(super) fn table_get(&mut self, table: Operand, key: Operand) -> Result<Value, Stop> {
        let (table, key) = (self.read(table), self.read(key));
        self.own_member(&table, &key)
    }

    pub(super) fn table_find(&mut self, table: Operand, key: Operand) -> Result<Value, Stop> {
        let (table, key) = (self.read(table), self.read(key));
        self.find_member(&table, &key)
    }

    pub(super) fn table_set(
        &mut self,
        table: Operand,
        key: Operand,
        value: Operand,
    ) -> Result<(), Stop> {
        let (table, key, value) = (self.read(table), self.read(key), self.read(value));
        self.set_member(&table, &key, &value)
    }

    pub(super) fn table_size(&mut self, table: Operand) -> Result<Value, Stop> {
        let table = self.read(table);
        self.positions(&table)
    }

    /// The numbers of positions in tables, as 32-bit integers.
    ///
    /// # Errors
    /// If a table is not valid.
    pub fn positions(&mut self, table: &Value) -> Result<Value, Stop> {
        self.lift(table, &mut |machine, table| {
            let size = match machine.table_object(table)? {
                Some(object) => machine.in_table(object, |_, table| table.positions()),
                None => 0,
            };
            Ok(Value::bits(32, size as u128))
        })
    }

    pub(super) fn table_key(&mut self, table: Operand, position: Operand) -> Result<Value, Stop> {
        let (table, at) = (self.read(table), self.read(position));
        self.lift(&at, &mut |machine, at| match at.as_u64() {
            Some(at) => machine.key_at(&table, at as usize),
            None => Err(Stop::Concretize(position)),
        })
    }

    /// The keys at a position of tables, `Empty` if there is no member.
    ///
    /// # Errors
    /// If a table is not valid.
    pub fn key_at(&mut self, table: &Value, position: usize) -> Result<Value, Stop> {
        self.lift(table, &mut |machine, table| {
            Ok(match machine.table_object(table)? {
                Some(object) => machine.in_table(object, |pool, table| table.key(pool, position)),
                None => Value::EMPTY,
            })
        })
    }

    /// The values of keys in tables, `Empty` if absent.
    ///
    /// # Errors
    /// If a key is not valid.
    pub fn own_member(&mut self, table: &Value, key: &Value) -> Result<Value, Stop> {
        self.lift2(table, key, &mut |machine, table, key| {
            machine.require_key(key)?;
            Ok(match machine.table_to_read(table)? {
                Some(object) => machine.get_in(object, key),
                None => Value::EMPTY,
            })
        })
    }

    /// The values of keys in tables or their prototypes, `Empty` if absent.
    ///
    /// # Errors
    /// If a key is not valid.
    pub fn find_member(&mut self, table: &Value, key: &Value) -> Result<Value, Stop> {
        self.lift2(table, key, &mut |machine, table, key| {
            machine.require_key(key)?;
            match machine.table_to_read(table)? {
                Some(object) => machine.find_in(object, key, 0),
                None => Ok(Value::EMPTY),
            }
        })
    }

    /// Sets the values of keys in tables; `Empty` removes.
    ///
    /// # Errors
    /// If a key is not valid.
    pub fn set_member(&mut self, table: &Value, key: &Value, value: &Value) -> Result<(), Stop> {
        self.lift2(table, key, &mut |machine, table, key| {
            machine.require_key(key)?;
            let Some(object) = machine.table_object(table)? else {
                return Ok(Value::Uninitialized);
            };
            let guards = Guards {
                here: machine.guard,
                path: machine.state.guard,
            };
            if let Content::Table(table) = &mut machine.state.heap.get_mut(object).content {
                table.set(machine.pool, guards, key, value);
                machine.has_changed |= (object.0 as usize) < machine.objects_before;
            }
            Ok(Value::Uninitialized)
        })
        .map(drop)
    }

    /// The value of a key in a table or the first of its prototypes that has it. If paths differ in
    /// whether a table has it, the search continues for those that do not.
    pub(super) fn find_in(
        &mut self,
        object: ObjectId,
        key: &Value,
        depth: usize,
    ) -> Result<Value, Stop> {
        limit_prototypes(depth)?;
        let found = self.get_in(object, key);
        let (present, value) = split_empty(self.pool, &found);
        if present == Term::TRUE {
            return Ok(value);
        }
        let parent = Value::Unit(Unit::Null);
        let prototype = self.get_in(object, &parent);
        let inherited = self.lift(&prototype, &mut |machine, prototype| match prototype {
            Value::Ptr { object, .. } if *object != ObjectId::NONE => {
                machine.find_in(*object, key, depth + 1)
            }
            _ => Ok(Value::EMPTY),
        })?;
        Ok(Value::ite(self.pool, present, &value, &inherited))
    }

    /// The own value of a key, which is noted where it is recorded what a step depends on.
    fn get_in(&mut self, table: ObjectId, key: &Value) -> Value {
        let value = self.in_table(table, |pool, table| table.get(pool, key));
        if let Some(members) = &mut self.members {
            members.push(Member {
                table,
                key: key.clone(),
                value: value.clone(),
            });
        }
        value
    }

    /// Reads a table; other objects have no members.
    fn in_table<T>(&mut self, object: ObjectId, read: impl FnOnce(&mut Pool, &Table) -> T) -> T {
        match &self.state.heap.get(object).content {
            Content::Table(table) => read(self.pool, table),
            _ => read(self.pool, &Table::default()),
        }
    }

    /// The table that a non-union points to, for a change or all keys; a `type-error` if there is
    /// none.
    fn table_object(&mut self, value: &Value) -> Result<Option<ObjectId>, Stop> {
        self.table_if(value, self.accessed.is_none())
    }

    /// The same, for some keys, which can be recorded.
    fn table_to_read(&mut self, value: &Value) -> Result<Option<ObjectId>, Stop> {
        self.table_if(value, self.accessed.is_none() || self.members.is_some())
    }

    /// The same, unless it would be missing where it is recorded what a step depends on.
    fn table_if(&mut self, value: &Value, is_allowed: bool) -> Result<Option<ObjectId>, Stop> {
        if !is_allowed {
            let detail = "a table".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let Some((object, _)) = self.cell_object(value) else {
            return Ok(None);
        };
        if !matches!(self.state.heap.get(object).content, Content::Table(_)) {
            let message = "expected a table";
            self.obligation(FailureKind::TypeError, Term::TRUE, message);
            return Ok(None);
        }
        Ok(Some(object))
    }

    /// Rejects invalid keys.
    fn require_key(&mut self, key: &Value) -> Result<(), Stop> {
        self.require_defined(key, "a key depends on uninitialized memory");
        match key {
            Value::Tuple(_) | Value::SymPtr { .. } | Value::Unit(Unit::Empty) => {
                let detail = "a key of a table that is a tuple, empty, or a pointer to an unknown \
                              place"
                    .to_string();
                Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail))
            }
            _ => Ok(()),
        }
    }
}
