// Map, Set, WeakMap and WeakSet (ECMA-262, 24), WeakRef and FinalizationRegistry (26). Nothing is
// ever collected, so that all references are strong. Entries are kept in two arrays in the order of
// their insertion; removed ones leave a gap, so that iterators stay valid. A table finds the
// position of a key.
function makeEntries(object, kind) {
  const entries = runtime.object_with(null);
  entries.kind = kind;
  entries.keys = [];
  entries.values = [];
  entries.used = [];
  entries.size = 0;
  entries.index = runtime.object_with(null);
  runtime.set_slot(object, 'data', entries);
}

function entriesOf(object, kind, method) {
  const entries = runtime.slot(object, 'data');
  if (entries === undefined || entries.kind !== kind) {
    throw new TypeError(`Method ${kind}.prototype.${method} called on incompatible receiver ${
      runtime.shown(object)}`);
  }
  return entries;
}

function positionOf(entries, key) {
  return runtime.entry(entries.index, key);
}

function setEntry(entries, key, value) {
  const at = positionOf(entries, key);
  if (at !== undefined) {
    entries.values[at] = value;
    return;
  }
  runtime.set_entry(entries.index, key, entries.keys.length);
  entries.keys.push(key === 0 ? 0 : key);
  entries.values.push(value);
  entries.used.push(true);
  entries.size++;
}

function deleteEntry(entries, key) {
  const at = positionOf(entries, key);
  if (at === undefined) return false;
  runtime.set_entry(entries.index, key, runtime.empty());
  entries.used[at] = false;
  entries.keys[at] = entries.values[at] = undefined;
  entries.size--;
  return true;
}

function clearEntries(entries) {
  for (let k = 0; k < entries.keys.length; k++) {
    if (entries.used[k]) deleteEntry(entries, entries.keys[k]);
  }
}

function visitEntries(entries, f, receiver, object) {
  callable(f);
  for (let k = 0; k < entries.keys.length; k++) {
    if (entries.used[k]) {
      runtime.call('the callback', f, receiver, entries.values[k], entries.keys[k], object);
    }
  }
}

const mapIterator = runtime.object_with(objectPrototype);
const setIterator = runtime.object_with(objectPrototype);

function nextEntry(iterator, prototype) {
  const state = stateOf(iterator, prototype), entries = state.of;
  if (entries === undefined) return {value: undefined, done: true};
  while (state.at < entries.keys.length && !entries.used[state.at]) state.at++;
  const k = state.at++;
  if (k >= entries.keys.length) {
    state.of = undefined;
    return {value: undefined, done: true};
  }
  const value = state.part === 'keys' ? entries.keys[k] : state.part === 'values'
    ? entries.values[k] : [entries.keys[k], entries.values[k]];
  return {value, done: false};
}

runtime.install(mapIterator,
  function next() {
    return nextEntry(this, mapIterator);
  },
);
iterates(mapIterator, 'Map Iterator');
runtime.install(setIterator,
  function next() {
    return nextEntry(this, setIterator);
  },
);
iterates(setIterator, 'Set Iterator');

const mapPrototype = runtime.object_with(objectPrototype);
const setPrototypeObject = runtime.object_with(objectPrototype);
const weakMapPrototype = runtime.object_with(objectPrototype);
const weakSetPrototype = runtime.object_with(objectPrototype);

function needNew(target, name) {
  if (target === undefined) throw new TypeError(`Constructor ${name} requires 'new'`);
}

// Fills a collection by its method.
function fillFrom(object, items, method, isPair) {
  if (items === undefined || items === null) return;
  callable(method);
  for (const item of items) {
    if (!isPair) runtime.call('add', method, object, item);
    else {
      requireEntry(item);
      runtime.call('set', method, object, item[0], item[1]);
    }
  }
}

runtime.constructor(mapPrototype, function Map(items) {
  needNew(new.target, 'Map');
  makeEntries(this, 'Map');
  fillFrom(this, items, this.set, true);
});
runtime.constructor(setPrototypeObject, function Set(items) {
  needNew(new.target, 'Set');
  makeEntries(this, 'Set');
  fillFrom(this, items, this.add, false);
});
runtime.constructor(weakMapPrototype, function WeakMap(items) {
  needNew(new.target, 'WeakMap');
  makeEntries(this, 'WeakMap');
  fillFrom(this, items, this.set, true);
});
runtime.constructor(weakSetPrototype, function WeakSet(items) {
  needNew(new.target, 'WeakSet');
  makeEntries(this, 'WeakSet');
  fillFrom(this, items, this.add, false);
});
runtime.length_of_function(runtime.built_in('Map'), 0);
runtime.length_of_function(runtime.built_in('Set'), 0);
runtime.length_of_function(runtime.built_in('WeakMap'), 0);
runtime.length_of_function(runtime.built_in('WeakSet'), 0);
addGetters(runtime.built_in('Map'), speciesGetter);
addGetters(runtime.built_in('Set'), speciesGetter);

runtime.install(mapPrototype,
  function clear() {
    clearEntries(entriesOf(this, 'Map', 'clear'));
  },
  function entries() {
    return newIterator(mapIterator, entriesOf(this, 'Map', 'entries'), 'entries');
  },
  function forEach(f, receiver) {
    visitEntries(entriesOf(this, 'Map', 'forEach'), f, receiver, this);
  }, 1,
  function get(key) {
    const entries = entriesOf(this, 'Map', 'get'), at = positionOf(entries, key);
    return at === undefined ? undefined : entries.values[at];
  },
  function has(key) {
    return positionOf(entriesOf(this, 'Map', 'has'), key) !== undefined;
  },
  function keys() {
    return newIterator(mapIterator, entriesOf(this, 'Map', 'keys'), 'keys');
  },
  function set(key, value) {
    setEntry(entriesOf(this, 'Map', 'set'), key, value);
    return this;
  },
  function values() {
    return newIterator(mapIterator, entriesOf(this, 'Map', 'values'), 'values');
  },
);
runtime.put_property(mapPrototype, 'delete', hidden, ({
  delete(key) {
    return deleteEntry(entriesOf(this, 'Map', 'values'), key);
  },
}).delete);
runtime.put_property(mapPrototype, iteratorSymbol, hidden, mapPrototype.entries);
runtime.put_property(mapPrototype, toStringTagSymbol, configurable, 'Map');
runtime.add_accessor(mapPrototype, 'size', configurable, descriptorOf({
  get size() {
    return entriesOf(this, 'Map', 'size').size;
  },
}, 'size').get, false);

runtime.install(setPrototypeObject,
  function add(value) {
    setEntry(entriesOf(this, 'Set', 'add'), value, value === 0 ? 0 : value);
    return this;
  },
  function clear() {
    clearEntries(entriesOf(this, 'Set', 'clear'));
  },
  function entries() {
    return newIterator(setIterator, entriesOf(this, 'Set', 'entries'), 'entries');
  },
  function forEach(f, receiver) {
    visitEntries(entriesOf(this, 'Set', 'forEach'), f, receiver, this);
  }, 1,
  function has(value) {
    return positionOf(entriesOf(this, 'Set', 'has'), value) !== undefined;
  },
  function values() {
    return newIterator(setIterator, entriesOf(this, 'Set', 'values'), 'values');
  },
);
runtime.put_property(setPrototypeObject, 'delete', hidden, ({
  delete(value) {
    return deleteEntry(entriesOf(this, 'Set', 'values'), value);
  },
}).delete);
runtime.put_property(setPrototypeObject, 'keys', hidden, setPrototypeObject.values);
runtime.put_property(setPrototypeObject, iteratorSymbol, hidden, setPrototypeObject.values);
runtime.put_property(setPrototypeObject, toStringTagSymbol, configurable, 'Set');
runtime.add_accessor(setPrototypeObject, 'size', configurable, descriptorOf({
  get size() {
    return entriesOf(this, 'Set', 'size').size;
  },
}, 'size').get, false);

// Whether a value can be held weakly (9.13): not if it can be made again.
function isCollectable(value) {
  if (typeof value === 'symbol') return registeredName(value) === undefined;
  return runtime.is_object(value);
}

function weakKey(key, use) {
  if (!isCollectable(key)) throw new TypeError(`Invalid value used ${use}`);
  return key;
}

runtime.install(weakMapPrototype,
  function get(key) {
    const entries = entriesOf(this, 'WeakMap', 'get'), at = positionOf(entries, key);
    return at === undefined ? undefined : entries.values[at];
  },
  function has(key) {
    return positionOf(entriesOf(this, 'WeakMap', 'has'), key) !== undefined;
  },
  function set(key, value) {
    setEntry(entriesOf(this, 'WeakMap', 'set'), weakKey(key, 'as weak map key'), value);
    return this;
  },
);
runtime.put_property(weakMapPrototype, 'delete', hidden, ({
  delete(key) {
    return deleteEntry(entriesOf(this, 'WeakMap', 'set'), key);
  },
}).delete);
runtime.put_property(weakMapPrototype, toStringTagSymbol, configurable, 'WeakMap');
runtime.install(weakSetPrototype,
  function add(value) {
    setEntry(entriesOf(this, 'WeakSet', 'add'), weakKey(value, 'in weak set'), true);
    return this;
  },
  function has(value) {
    return positionOf(entriesOf(this, 'WeakSet', 'has'), value) !== undefined;
  },
);
runtime.put_property(weakSetPrototype, 'delete', hidden, ({
  delete(value) {
    return deleteEntry(entriesOf(this, 'WeakSet', 'has'), value);
  },
}).delete);
runtime.put_property(weakSetPrototype, toStringTagSymbol, configurable, 'WeakSet');

const weakRefPrototype = runtime.object_with(objectPrototype);
const finalizationPrototype = runtime.object_with(objectPrototype);
runtime.constructor(weakRefPrototype, function WeakRef(target) {
  needNew(new.target, 'WeakRef');
  if (!isCollectable(target)) throw new TypeError('WeakRef: invalid target');
  const reference = runtime.object_with(null);
  reference.kind = 'WeakRef';
  reference.target = target;
  runtime.set_slot(this, 'data', reference);
});
runtime.install(weakRefPrototype,
  function deref() {
    return entriesOf(this, 'WeakRef', 'deref').target;
  },
);
runtime.put_property(weakRefPrototype, toStringTagSymbol, configurable, 'WeakRef');

// The keys of its entries are the tokens: all that can be seen of what is registered.
runtime.constructor(finalizationPrototype, function FinalizationRegistry(cleanup) {
  needNew(new.target, 'FinalizationRegistry');
  if (typeof cleanup !== 'function') {
    throw new TypeError('FinalizationRegistry: cleanup must be callable');
  }
  makeEntries(this, 'FinalizationRegistry');
});
function requireToken(token) {
  if (isCollectable(token)) return token;
  throw new TypeError(`Invalid unregisterToken ('${runtime.shown(token)}')`);
}
runtime.install(finalizationPrototype,
  function register(target, held, token) {
    const entries = entriesOf(this, 'FinalizationRegistry', 'register');
    const method = 'FinalizationRegistry.prototype.register';
    if (!isCollectable(target)) throw new TypeError(`${method}: invalid target`);
    if (target === held) {
      throw new TypeError(`${method}: target and holdings must not be same`);
    }
    if (token !== undefined) setEntry(entries, requireToken(token), true);
  }, 2,
  function unregister(token) {
    const entries = entriesOf(this, 'FinalizationRegistry', 'unregister');
    return deleteEntry(entries, requireToken(token));
  },
);
runtime.put_property(finalizationPrototype, toStringTagSymbol, configurable,
  'FinalizationRegistry');
