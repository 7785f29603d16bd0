// Built-in functions of objects, functions, numbers, and the global ones (ECMA-262, 19 to 21).
'use strict';

// Symbols that the language itself looks up.
const toPrimitiveSymbol = runtime.symbol('Symbol.toPrimitive');
const toStringTagSymbol = runtime.symbol('Symbol.toStringTag');
const iteratorSymbol = runtime.symbol('Symbol.iterator');
const matchSymbol = runtime.symbol('Symbol.match');
const matchAllSymbol = runtime.symbol('Symbol.matchAll');
const replaceSymbol = runtime.symbol('Symbol.replace');
const searchSymbol = runtime.symbol('Symbol.search');
const speciesSymbol = runtime.symbol('Symbol.species');
const hasInstanceSymbol = runtime.symbol('Symbol.hasInstance');
const isConcatSpreadableSymbol = runtime.symbol('Symbol.isConcatSpreadable');
const unscopablesSymbol = runtime.symbol('Symbol.unscopables');
const splitSymbol = runtime.symbol('Symbol.split');

// What `addGetters` gives to constructors whose methods look for the constructor of results.
const speciesGetter = {
  get [speciesSymbol]() {
    return this;
  },
};

const objectPrototype = runtime.initial('Object.prototype');
const functionPrototype = runtime.initial('Function.prototype');
const arrayPrototype = runtime.initial('Array.prototype');
const errorPrototype = runtime.initial('Error.prototype');
const bigIntPrototype = runtime.initial('BigInt.prototype');

// Attributes of properties.
const writable = 1, enumerable = 2, configurable = 4, hidden = 5, all = 7;

// ToPrimitive (7.1.1).
function primitive(value, hint) {
  if (!runtime.is_object(value)) return value;
  const exotic = value[toPrimitiveSymbol];
  if (exotic !== undefined && exotic !== null) {
    if (typeof exotic !== 'function') {
      throw new TypeError(`${runtime.described(exotic)} is not a function`);
    }
    const result = runtime.call('Symbol.toPrimitive', exotic, value, hint);
    if (!runtime.is_object(result)) return result;
    throw new TypeError('Cannot convert object to primitive value');
  }
  return ordinaryPrimitive(value, hint);
}

function ordinaryPrimitive(value, hint) {
  const first = hint === 'string' ? value.toString : value.valueOf;
  if (typeof first === 'function') {
    const result = runtime.call('the conversion', first, value);
    if (!runtime.is_object(result)) return result;
  }
  const second = hint === 'string' ? value.valueOf : value.toString;
  if (typeof second === 'function') {
    const result = runtime.call('the conversion', second, value);
    if (!runtime.is_object(result)) return result;
  }
  throw new TypeError('Cannot convert object to primitive value');
}

function numeric(value) {
  const result = primitive(value, 'number');
  if (typeof result === 'symbol') throw new TypeError('Cannot convert a Symbol value to a number');
  return result;
}

function textual(value) {
  const result = primitive(value, 'string');
  if (typeof result === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return `${result}`;
}

// A key that is an object, as a string or symbol.
function keyOf(value) {
  const result = primitive(value, 'string');
  return typeof result === 'symbol' ? result : `${result}`;
}

// A value as a number, also if it is a BigInt.
function numberFrom(value) {
  const x = numeric(value);
  return typeof x === 'bigint' ? runtime.big_number(x) : +x;
}

function power(a, b) {
  const x = +a, y = +b;
  return runtime.pow(x, y);
}

// ToIndex (7.1.22).
function toIndex(value, message) {
  const index = value === undefined ? 0 : runtime.to_integer(value);
  if (!(index >= 0 && index <= 9007199254740991)) throw new RangeError(message);
  return index;
}

function isBig(x, y) {
  return typeof x === 'bigint' || typeof y === 'bigint';
}

// ToBigInt (7.1.13).
function toBigInt(value) {
  const x = primitive(value, 'number');
  if (typeof x === 'bigint') return x;
  if (typeof x === 'boolean') return runtime.big_of_number(x ? 1 : 0);
  if (typeof x !== 'string') throw new TypeError(`Cannot convert ${runtime.shown(x)} to a BigInt`);
  const result = runtime.big_of_text(x);
  if (result === undefined) throw new SyntaxError(`Cannot convert ${x} to a BigInt`);
  return result;
}

// The order of a BigInt and another primitive value, undefined if they have none.
function bigOrder(x, y) {
  const a = typeof x === 'string' ? runtime.big_of_text(x) : typeof x === 'bigint' ? x : +x;
  const b = typeof y === 'string' ? runtime.big_of_text(y) : typeof y === 'bigint' ? y : +y;
  return a === undefined || b === undefined ? undefined : runtime.big_compare(a, b);
}

// ToObject (7.1.18).
function toObject(value) {
  if (runtime.is_object(value)) return value;
  if (value === undefined || value === null) {
    throw new TypeError('Cannot convert undefined or null to object');
  }
  const result = runtime.object_with(runtime.prototype_of(value));
  wrap(result, value);
  return result;
}

// Makes an object one of a primitive value.
function wrap(object, value) {
  const kind = typeof value;
  runtime.set_slot(object, 'primitive', value);
  runtime.set_slot(object, 'class', kind === 'string' ? 'String' : kind === 'number' ? 'Number'
    : kind === 'boolean' ? 'Boolean' : kind === 'bigint' ? 'BigInt' : 'Symbol');
  if (kind === 'string') {
    for (let k = 0; k < value.length; k++) {
      runtime.put_property(object, k, enumerable, value.charAt(k));
    }
    runtime.put_property(object, 'length', 0, value.length);
  }
}

// The value of a primitive or of its object.
function primitiveOf(value, kind, name, method) {
  if (typeof value === kind) return value;
  const held = runtime.slot(value, 'primitive');
  if (runtime.is_object(value) && typeof held === kind) return held;
  throw new TypeError(`${name}.prototype.${method} requires that 'this' be a ${name}`);
}

// A primitive value with its type in front of it, where it is symbolic.
function described(value) {
  const kind = typeof value;
  return kind === 'string' ? `string "${value}"` : kind === 'bigint' ? kind : `${kind} ${value}`;
}

function sameValue(a, b) {
  if (a === b) return a !== 0 || 1 / a === 1 / b;
  return a !== a && b !== b;
}

// ToPropertyDescriptor (6.2.6.5), as an object without prototype.
function toDescriptor(attributes) {
  if (!runtime.is_object(attributes)) {
    throw new TypeError(`Property description must be an object: ${runtime.shown(attributes)}`);
  }
  const result = runtime.object_with(null);
  if ('enumerable' in attributes) result.enumerable = !!attributes.enumerable;
  if ('configurable' in attributes) result.configurable = !!attributes.configurable;
  if ('value' in attributes) result.value = attributes.value;
  if ('writable' in attributes) result.writable = !!attributes.writable;
  if ('get' in attributes) result.get = accessorPart(attributes.get, 'Getter');
  if ('set' in attributes) result.set = accessorPart(attributes.set, 'Setter');
  if (('get' in result || 'set' in result) && ('value' in result || 'writable' in result)) {
    throw new TypeError('Invalid property descriptor. Cannot both specify accessors and a value '
      + `or writable attribute, ${runtime.shown(attributes)}`);
  }
  return result;
}

function accessorPart(value, what) {
  if (value !== undefined && typeof value !== 'function') {
    throw new TypeError(`${what} must be a function: ${runtime.shown(value)}`);
  }
  return value;
}

// The attributes of a descriptor; those that it does not mention are those of `before`.
function attributesOf(descriptor, before) {
  let result = before;
  if ('writable' in descriptor) result = descriptor.writable ? result | 1 : result & 6;
  if ('enumerable' in descriptor) result = descriptor.enumerable ? result | 2 : result & 5;
  if ('configurable' in descriptor) result = descriptor.configurable ? result | 4 : result & 3;
  return result;
}

// ValidateAndApplyPropertyDescriptor (10.1.6.3), and that of arrays (10.4.2.1): whether the property
// could be defined.
function defineOwn(object, key, descriptor) {
  const isArray = runtime.is_array(object);
  if (isArray && key === 'length') return defineLength(object, descriptor);
  if (runtime.has_element(object, key) !== undefined) return defineElement(object, key, descriptor);
  const before = runtime.own_property(object, key);
  const limits = runtime.limits(object);
  const toAccessor = 'get' in descriptor || 'set' in descriptor;
  if (before === undefined) {
    if (limits & 1) return false;
    if (limits & 2 && isArray && isIndex(key) && +key >= object.length) return false;
    if (isArray && isIndex(key) && key >>> 0 > 2147483647) {
      return runtime.unmodelled('an index of an array beyond 2^31');
    }
    const attributes = attributesOf(descriptor, 0);
    if (toAccessor) {
      runtime.put_accessor(object, key, attributes, descriptor.get, descriptor.set);
    } else runtime.put_property(object, key, attributes, descriptor.value);
    return true;
  }
  const old = before[0], isAccessor = before.length === 3;
  const toData = 'value' in descriptor || 'writable' in descriptor;
  if ((old & configurable) === 0) {
    if (descriptor.configurable === true) return false;
    if ('enumerable' in descriptor && descriptor.enumerable !== ((old & enumerable) !== 0)) {
      return false;
    }
    if ((toAccessor && !isAccessor) || (toData && isAccessor)) return false;
    if (isAccessor) {
      if ('get' in descriptor && descriptor.get !== before[1]) return false;
      if ('set' in descriptor && descriptor.set !== before[2]) return false;
    } else if ((old & writable) === 0) {
      if (descriptor.writable === true) return false;
      if ('value' in descriptor && !sameValue(descriptor.value, before[1])) return false;
    }
  }
  if (toAccessor || (isAccessor && !toData)) {
    const get = 'get' in descriptor ? descriptor.get : isAccessor ? before[1] : undefined;
    const set = 'set' in descriptor ? descriptor.set : isAccessor ? before[2] : undefined;
    runtime.put_accessor(object, key, attributesOf(descriptor, old & 6), get, set);
  } else {
    const value = 'value' in descriptor ? descriptor.value : isAccessor ? undefined : before[1];
    runtime.put_property(object, key, attributesOf(descriptor, isAccessor ? old & 6 : old), value);
  }
  return true;
}

function isIndex(key) {
  return typeof key === 'string' && `${key >>> 0}` === key && key >>> 0 !== 4294967295;
}

function defineLength(array, descriptor) {
  const length = 'value' in descriptor ? arrayLength(descriptor.value) : array.length;
  if (descriptor.configurable === true || descriptor.enumerable === true) return false;
  if ('get' in descriptor || 'set' in descriptor) return false;
  const fixed = (runtime.limits(array) & 2) !== 0;
  let done = true;
  if (length !== array.length) {
    if (fixed) return false;
    done = resize(array, length);
  }
  if (fixed && descriptor.writable === true) return false;
  if (descriptor.writable === false) runtime.limit(array, 2);
  return done;
}

// A value as the length of an array.
function arrayLength(value) {
  const length = value >>> 0, number = +value;
  if (length !== number) throw new RangeError('Invalid array length');
  if (length > 2147483647) return runtime.unmodelled('the length of an array beyond 2^31');
  return length;
}

// Sets a writable length: whether all elements behind it could be deleted.
function resize(array, length) {
  for (let k = array.length - 1; k >= length; k--) {
    if (!runtime.delete_if_possible(array, k)) {
      runtime.set_length(array, k + 1);
      return false;
    }
  }
  runtime.set_length(array, length);
  return true;
}

function define(object, key, descriptor) {
  if (defineOwn(object, key, descriptor)) return;
  const name = runtime.shown(key);
  if (runtime.own_property(object, key) === undefined) {
    throw new TypeError(`Cannot define property ${name}, object is not extensible`);
  }
  if (runtime.is_array(object) && key === 'length' && !(runtime.limits(object) & 2)) {
    const last = object.length > 0 ? runtime.own_property(object, object.length - 1) : undefined;
    if (last !== undefined && (last[0] & configurable) === 0) notCut(object);
  }
  throw new TypeError(`Cannot redefine property: ${name}`);
}

// The error where a new length of an array would remove its last element, which cannot be deleted.
function notCut(array) {
  throw new TypeError(`Cannot delete property '${array.length - 1}' of ${runtime.shown(array)}`);
}

function defineAll(object, properties) {
  const source = toObject(properties), keys = ownKeys(source), list = [];
  for (let k = 0; k < keys.length; k++) {
    const own = runtime.own_property(source, keys[k]);
    if (own !== undefined && (own[0] & enumerable) !== 0) {
      list.push(keys[k]);
      list.push(toDescriptor(source[keys[k]]));
    }
  }
  for (let k = 0; k < list.length; k += 2) define(object, list[k], list[k + 1]);
  return object;
}

// All keys: strings, then symbols.
function ownKeys(object) {
  const keys = runtime.all_keys(object, false), symbols = runtime.all_keys(object, true);
  for (let k = 0; k < symbols.length; k++) keys.push(symbols[k]);
  return keys;
}

function descriptorOf(object, key) {
  const own = runtime.own_property(object, key);
  if (own === undefined) return undefined;
  const result = {};
  if (own.length === 3) {
    runtime.define(result, 'get', own[1]);
    runtime.define(result, 'set', own[2]);
  } else {
    runtime.define(result, 'value', own[1]);
    runtime.define(result, 'writable', (own[0] & writable) !== 0);
  }
  runtime.define(result, 'enumerable', (own[0] & enumerable) !== 0);
  runtime.define(result, 'configurable', (own[0] & configurable) !== 0);
  return result;
}

// The objects of tagged templates, by their place.
const templates = [];

// Whether a value is iterated by position: an array or a string whose iteration is the built-in
// one, and which nothing is told of when it ends early.
function isListed(value) {
  if (typeof value === 'string') {
    return value[iteratorSymbol] === runtime.library('stringValues')
      && stringIterator.next === runtime.library('nextOfString') && !('return' in stringIterator);
  }
  return runtime.is_array(value) && value[iteratorSymbol] === runtime.library('arrayValues')
    && arrayIterator.next === runtime.library('nextOfArray') && !('return' in arrayIterator);
}

// An iterator with its method `next`. The message is that of the error if there is none.
function iteratorOf(value, message) {
  const method = value === undefined || value === null ? undefined : value[iteratorSymbol];
  if (typeof method !== 'function') {
    throw new TypeError(message === undefined ? `${runtime.described(value)} is not iterable `
      + '(cannot read property Symbol(Symbol.iterator))' : message);
  }
  return recordOf(runtime.call('Symbol.iterator', method, value));
}

function recordOf(iterator) {
  if (!runtime.is_object(iterator)) {
    throw new TypeError('Result of the Symbol.iterator method is not an object');
  }
  const record = runtime.object_with(null);
  record.iterator = iterator;
  record.next = iterator.next;
  record.done = false;
  return record;
}

function resultOf(result) {
  if (!runtime.is_object(result)) {
    throw new TypeError(`Iterator result ${runtime.shown(result)} is not an object`);
  }
  return result;
}

// Leaves an iteration early (7.4.11).
function closeIterator(record) {
  const method = record.iterator.return;
  if (method === undefined || method === null) return;
  resultOf(runtime.call('return', method, record.iterator));
}

// Leaves an iteration because of an exception, which counts more than one of `return`.
function closeQuietly(record) {
  try {
    const method = record.iterator.return;
    if (method !== undefined && method !== null) runtime.call('return', method, record.iterator);
  } catch (error) {}
}

// The next value of an iterator, or nothing at its end.
function stepOf(record) {
  const result = resultOf(runtime.call('next', record.next, record.iterator));
  if (result.done) {
    record.done = true;
    return runtime.empty();
  }
  return result.value;
}

// Takes attributes from all properties.
function restrict(object, isFrozen) {
  const keys = ownKeys(object);
  let first = 0;
  // Elements of typed arrays stay as they are.
  while (first < keys.length && runtime.has_element(object, keys[first]) !== undefined) first++;
  runtime.limit(object, 1);
  if (first > 0 && isFrozen) {
    throw new TypeError('Cannot freeze array buffer views with elements');
  }
  for (let k = first; k < keys.length; k++) {
    const own = runtime.own_property(object, keys[k]);
    const descriptor = runtime.object_with(null);
    descriptor.configurable = false;
    if (isFrozen && own.length === 2) descriptor.writable = false;
    define(object, keys[k], descriptor);
  }
  return object;
}

function isRestricted(object, attributes) {
  if ((runtime.limits(object) & 1) === 0) return false;
  const keys = ownKeys(object);
  for (let k = 0; k < keys.length; k++) {
    const own = runtime.own_property(object, keys[k]);
    const isElement = runtime.has_element(object, keys[k]) !== undefined;
    if ((own[0] & attributes) !== 0 && !isElement) return false;
  }
  return true;
}

function setPrototype(object, prototype) {
  if (runtime.prototype_of(object) === prototype) return true;
  if ((runtime.limits(object) & 1) !== 0 || object === objectPrototype) return false;
  for (let p = prototype; p !== null; p = runtime.prototype_of(p)) if (p === object) return false;
  runtime.set_prototype(object, prototype);
  return true;
}

// The error where the prototype of an object cannot be changed.
function notMoved(object) {
  if ((runtime.limits(object) & 1) !== 0) {
    throw new TypeError(`${runtime.shown(object)} is not extensible`);
  }
  throw new TypeError(object === objectPrototype
    ? "Immutable prototype object 'Object.prototype' cannot have their prototype set"
    : 'Cyclic __proto__ value');
}

// Makes the members of an object enumerable members of another one.
function addMembers(object, holder) {
  const names = runtime.own_keys(holder);
  for (let k = 0; k < names.length; k++) {
    runtime.put_property(object, names[k], all, holder[names[k]]);
  }
}

runtime.install(objectPrototype,
  function hasOwnProperty(key) {
    const name = runtime.is_object(key) ? keyOf(key) : key;
    return runtime.has_own(toObject(this), name);
  },
  function isPrototypeOf(value) {
    if (!runtime.is_object(value)) return false;
    const self = toObject(this);
    for (let p = runtime.prototype_of(value); p !== null; p = runtime.prototype_of(p)) {
      if (p === self) return true;
    }
    return false;
  },
  function propertyIsEnumerable(key) {
    const name = runtime.is_object(key) ? keyOf(key) : key;
    const own = runtime.own_property(toObject(this), name);
    return own !== undefined && (own[0] & enumerable) !== 0;
  },
  function toLocaleString() {
    return this.toString();
  },
  function toString() {
    if (this === undefined) return '[object Undefined]';
    if (this === null) return '[object Null]';
    const self = toObject(this), kind = runtime.slot(self, 'class');
    const tag = self[toStringTagSymbol];
    if (typeof tag === 'string') return `[object ${tag}]`;
    if (runtime.is_array(self)) return '[object Array]';
    if (typeof self === 'function') return '[object Function]';
    return `[object ${kind === undefined || kind === 'Symbol' ? 'Object' : kind}]`;
  },
  function valueOf() {
    return toObject(this);
  },
  function __defineGetter__(key, getter) {
    const descriptor = runtime.object_with(null);
    if (typeof getter !== 'function') {
      throw new TypeError('Object.prototype.__defineGetter__: Expecting function');
    }
    descriptor.get = getter;
    descriptor.enumerable = descriptor.configurable = true;
    define(toObject(this), keyOf(key), descriptor);
  },
  function __defineSetter__(key, setter) {
    const descriptor = runtime.object_with(null);
    if (typeof setter !== 'function') {
      throw new TypeError('Object.prototype.__defineSetter__: Expecting function');
    }
    descriptor.set = setter;
    descriptor.enumerable = descriptor.configurable = true;
    define(toObject(this), keyOf(key), descriptor);
  },
  function __lookupGetter__(key) {
    const name = keyOf(key);
    for (let p = toObject(this); p !== null; p = runtime.prototype_of(p)) {
      const own = runtime.own_property(p, name);
      if (own !== undefined) return own.length === 3 ? own[1] : undefined;
    }
  },
  function __lookupSetter__(key) {
    const name = keyOf(key);
    for (let p = toObject(this); p !== null; p = runtime.prototype_of(p)) {
      const own = runtime.own_property(p, name);
      if (own !== undefined) return own.length === 3 ? own[2] : undefined;
    }
  },
);


const prototypeAccessor = descriptorOf({
  get ['__proto__']() {
    return runtime.prototype_of(toObject(this));
  },
  set ['__proto__'](prototype) {
    if (this === undefined || this === null) {
      throw new TypeError('Object.prototype.__proto__ called on null or undefined');
    }
    if (prototype !== null && !runtime.is_object(prototype)) return;
    if (runtime.is_object(this) && !setPrototype(this, prototype)) notMoved(this);
  },
}, '__proto__');
runtime.put_accessor(objectPrototype, '__proto__', configurable, prototypeAccessor.get,
  prototypeAccessor.set);

runtime.constructor(objectPrototype, function Object(value) {
  if (new.target !== undefined && new.target !== Object) return this;
  return value === undefined || value === null ? {} : toObject(value);
});

runtime.install(runtime.built_in('Object'),
  function assign(target, ...sources) {
    const to = toObject(target);
    for (let i = 0; i < sources.length; i++) copyInto(to, sources[i]);
    return to;
  }, 2,
  function create(prototype, properties) {
    if (prototype !== null && !runtime.is_object(prototype)) {
      throw new TypeError('Object prototype may only be an Object or null: '
        + runtime.shown(prototype));
    }
    const result = runtime.object_with(prototype);
    return properties === undefined ? result : defineAll(result, properties);
  },
  function defineProperties(object, properties) {
    if (!runtime.is_object(object)) {
      throw new TypeError('Object.defineProperties called on non-object');
    }
    return defineAll(object, properties);
  },
  function defineProperty(object, key, attributes) {
    if (!runtime.is_object(object)) {
      throw new TypeError('Object.defineProperty called on non-object');
    }
    const name = keyOf(key);
    define(object, name, toDescriptor(attributes));
    return object;
  },
  function entries(object) {
    const from = toObject(object), keys = runtime.own_keys(from), result = [];
    for (let k = 0; k < keys.length; k++) {
      const own = runtime.own_property(from, keys[k]);
      if (own !== undefined && own[0] & enumerable) result.push([keys[k], from[keys[k]]]);
    }
    return result;
  },
  function freeze(object) {
    return runtime.is_object(object) ? restrict(object, true) : object;
  },
  function fromEntries(entries) {
    const result = {};
    for (const entry of entries) {
      requireEntry(entry);
      const key = entry[0], value = entry[1];
      runtime.define(result, keyOf(key), value);
    }
    return result;
  },
  function getOwnPropertyDescriptor(object, key) {
    const from = toObject(object);
    return descriptorOf(from, keyOf(key));
  },
  function getOwnPropertyDescriptors(object) {
    const from = toObject(object), keys = ownKeys(from), result = {};
    for (let k = 0; k < keys.length; k++) {
      runtime.define(result, keys[k], descriptorOf(from, keys[k]));
    }
    return result;
  },
  function getOwnPropertyNames(object) {
    return runtime.all_keys(toObject(object), false);
  },
  function getOwnPropertySymbols(object) {
    return runtime.all_keys(toObject(object), true);
  },
  function getPrototypeOf(object) {
    return runtime.prototype_of(toObject(object));
  },
  function hasOwn(object, key) {
    const from = toObject(object);
    return runtime.has_own(from, keyOf(key));
  },
  function is(a, b) {
    return sameValue(a, b);
  },
  function isExtensible(object) {
    return runtime.is_object(object) && (runtime.limits(object) & 1) === 0;
  },
  function isFrozen(object) {
    if (!runtime.is_object(object)) return true;
    if ((runtime.limits(object) & 1) === 0) return false;
    const keys = ownKeys(object);
    for (let k = 0; k < keys.length; k++) {
      const own = runtime.own_property(object, keys[k]);
      if (own[0] & configurable || (own.length === 2 && own[0] & writable)) return false;
    }
    return true;
  },
  function isSealed(object) {
    return !runtime.is_object(object) || isRestricted(object, configurable);
  },
  function keys(object) {
    return runtime.own_keys(toObject(object));
  },
  function preventExtensions(object) {
    if (runtime.is_object(object)) runtime.limit(object, 1);
    return object;
  },
  function seal(object) {
    return runtime.is_object(object) ? restrict(object, false) : object;
  },
  function setPrototypeOf(object, prototype) {
    if (object === undefined || object === null) {
      throw new TypeError('Object.setPrototypeOf called on null or undefined');
    }
    if (prototype !== null && !runtime.is_object(prototype)) {
      throw new TypeError('Object prototype may only be an Object or null: '
        + runtime.shown(prototype));
    }
    if (runtime.is_object(object) && !setPrototype(object, prototype)) notMoved(object);
    return object;
  },
  function values(object) {
    const from = toObject(object), keys = runtime.own_keys(from), result = [];
    for (let k = 0; k < keys.length; k++) {
      const own = runtime.own_property(from, keys[k]);
      if (own !== undefined && own[0] & enumerable) result.push(from[keys[k]]);
    }
    return result;
  },
);

// Throws if an element of what is made to entries is none.
function requireEntry(entry) {
  if (!runtime.is_object(entry)) {
    throw new TypeError(`Iterator value ${runtime.shown(entry)} is not an entry object`);
  }
}

// Copies the enumerable properties of an object.
function copyInto(target, source) {
  if (source === undefined || source === null) return;
  const from = toObject(source), keys = runtime.own_keys(from);
  for (let k = 0; k < keys.length; k++) {
    const own = runtime.own_property(from, keys[k]);
    if (own !== undefined && own[0] & enumerable) target[keys[k]] = from[keys[k]];
  }
  const symbols = runtime.all_keys(from, true);
  for (let k = 0; k < symbols.length; k++) {
    const own = runtime.own_property(from, symbols[k]);
    if (own !== undefined && own[0] & enumerable) target[symbols[k]] = from[symbols[k]];
  }
}

// Throws if what is to be applied is no function.
function requireCallable(value) {
  if (typeof value === 'function') return;
  throw new TypeError(`Function.prototype.apply was called on ${runtime.shown(value)}, which is ${
    typeWithArticle(value)} and not a function`);
}

// The type of a value with an article.
function typeWithArticle(value) {
  if (value === null) return 'null';
  const kind = typeof value;
  return kind === 'undefined' ? kind : kind === 'object' ? 'an object' : `a ${kind}`;
}

// The elements of an array-like object, for `apply`.
function listOf(value) {
  if (!runtime.is_object(value)) {
    throw new TypeError('CreateListFromArrayLike called on non-object');
  }
  if (runtime.is_array(value)) return value;
  const n = lengthOf(value), result = [];
  for (let k = 0; k < n; k++) result.push(value[k]);
  return result;
}

runtime.install(functionPrototype,
  function apply(self, list) {
    requireCallable(this);
    const items = list === undefined || list === null ? [] : listOf(list);
    return runtime.apply('the function', this, self, items, items.length);
  },
  function bind(self, ...first) {
    const target = this;
    if (typeof target !== 'function') throw new TypeError('Bind must be called on a function');
    const bound = (...rest) => {
      const all = joined(first, rest);
      return runtime.apply('the function', target, self, all, all.length);
    };
    let length = 0;
    if (runtime.has_own(target, 'length') && typeof target.length === 'number') {
      length = runtime.to_integer(target.length) - first.length;
    }
    runtime.bind(bound, target, first);
    runtime.set_prototype(bound, runtime.prototype_of(target));
    runtime.length_of_function(bound, length > 0 ? length : 0);
    const name = target.name;
    runtime.put_property(bound, 'name', configurable,
      `bound ${typeof name === 'string' ? name : ''}`);
    return bound;
  }, 1,
  function call(self, ...list) {
    if (typeof this !== 'function') {
      throw new TypeError('Function.prototype.call.call is not a function');
    }
    return runtime.apply('the function', this, self, list, list.length);
  }, 1,
  function toString() {
    if (typeof this !== 'function') {
      throw new TypeError("Function.prototype.toString requires that 'this' be a Function");
    }
    return runtime.function_text(this);
  },
);

runtime.put_property(functionPrototype, hasInstanceSymbol, 0, ({
  ['[Symbol.hasInstance]'](value) {
    return typeof this === 'function' && runtime.is_instance(value, this);
  },
})['[Symbol.hasInstance]']);

// The accessors `caller` and `arguments`. In node, functions of sloppy code have such properties of
// their own, which cannot be written; what they are is modelled where it is null.
function addRestricted(name) {
  const restricted = ({
    get(...written) {
      const isOwn = typeof this === 'function' && runtime.is_constructor(this)
        && runtime.slot(this, 'target') === undefined;
      const value = isOwn ? runtime.restricted(this, name) : undefined;
      if (value === null && written.length === 0) return null;
      if (value !== undefined) return runtime.unmodelled(`Function.prototype.${name}`);
      throw new TypeError("'caller', 'callee', and 'arguments' properties may not be accessed on "
        + 'strict mode functions or the arguments objects for calls to them');
    },
  }).get;
  runtime.put_accessor(functionPrototype, name, configurable, restricted, restricted);
}
addRestricted('caller');
addRestricted('arguments');

// Texts that were found when the program was loaded: functions that run them, or the messages of
// syntax errors.
const evaluations = runtime.object_with(null);

function evaluation(key, what) {
  const found = evaluations[key];
  if (found === undefined) return runtime.unmodelled(what);
  if (typeof found === 'string') throw new SyntaxError(found);
  return runtime.call('the text', found, undefined);
}

runtime.constructor(functionPrototype, function Function(...parts) {
  const last = parts.length - 1;
  let parameters = '';
  for (let k = 0; k < last; k++) parameters += (k > 0 ? ',' : '') + textual(parts[k]);
  const body = last < 0 ? '' : textual(parts[last]);
  const result = evaluation(`Function ${parameters}\n${body}`, 'a function made from text');
  if (new.target !== undefined) {
    const prototype = new.target.prototype;
    if (runtime.is_object(prototype)) runtime.set_prototype(result, prototype);
  }
  return result;
});
runtime.length_of_function(runtime.built_in('Function'), 1);
runtime.put_property(functionPrototype, 'length', configurable, 0);
runtime.put_property(functionPrototype, 'name', configurable, '');

function joined(first, second) {
  const result = [];
  for (let k = 0; k < first.length; k++) result.push(first[k]);
  for (let k = 0; k < second.length; k++) result.push(second[k]);
  return result;
}

// Errors (20.5).
function makeError(self, target, prototype, message, options) {
  const error = target === undefined ? runtime.object_with(prototype) : self;
  runtime.set_slot(error, 'class', 'Error');
  runtime.mark_place(error);
  runtime.missing(error, 'Error', 'stack');
  if (message !== undefined) runtime.put_property(error, 'message', hidden, textual(message));
  if (runtime.is_object(options) && 'cause' in options) {
    runtime.put_property(error, 'cause', hidden, options.cause);
  }
  return error;
}

function errorPrototypeOf(name) {
  const prototype = runtime.object_with(errorPrototype);
  runtime.put_property(prototype, 'name', hidden, name);
  runtime.put_property(prototype, 'message', hidden, '');
  return prototype;
}

const typeErrorPrototype = runtime.initial('TypeError.prototype');
const rangeErrorPrototype = runtime.initial('RangeError.prototype');
const referenceErrorPrototype = runtime.initial('ReferenceError.prototype');
const evalErrorPrototype = errorPrototypeOf('EvalError');
const syntaxErrorPrototype = errorPrototypeOf('SyntaxError');
const uriErrorPrototype = errorPrototypeOf('URIError');

runtime.constructor(errorPrototype, function Error(message, options) {
  return makeError(this, new.target, errorPrototype, message, options);
});
runtime.constructor(typeErrorPrototype, function TypeError(message, options) {
  return makeError(this, new.target, typeErrorPrototype, message, options);
});
runtime.constructor(rangeErrorPrototype, function RangeError(message, options) {
  return makeError(this, new.target, rangeErrorPrototype, message, options);
});
runtime.constructor(referenceErrorPrototype, function ReferenceError(message, options) {
  return makeError(this, new.target, referenceErrorPrototype, message, options);
});
runtime.constructor(evalErrorPrototype, function EvalError(message, options) {
  return makeError(this, new.target, evalErrorPrototype, message, options);
});
runtime.constructor(syntaxErrorPrototype, function SyntaxError(message, options) {
  return makeError(this, new.target, syntaxErrorPrototype, message, options);
});
runtime.constructor(uriErrorPrototype, function URIError(message, options) {
  return makeError(this, new.target, uriErrorPrototype, message, options);
});
const errorNames = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'EvalError',
  'SyntaxError', 'URIError'];
for (let k = 0; k < errorNames.length; k++) {
  const made = runtime.built_in(errorNames[k]);
  runtime.length_of_function(made, 1);
  if (k > 0) runtime.set_prototype(made, runtime.built_in('Error'));
}

// What V8 has in addition. The text of a stack is not modelled.
runtime.install(runtime.built_in('Error'),
  function captureStackTrace(object, until) {
    if (!runtime.is_object(object)) throw new TypeError('invalid_argument');
    if (runtime.limits(object) & 1) {
      throw new TypeError('Cannot define property stack, object is not extensible');
    }
    runtime.missing(object, 'Error', 'stack');
  },
);
runtime.put_property(runtime.built_in('Error'), 'stackTraceLimit', all, 10);
runtime.missing(runtime.built_in('Error'), 'Error', 'prepareStackTrace');

runtime.install(errorPrototype,
  function toString() {
    if (!runtime.is_object(this)) throw new TypeError('Error.prototype.toString on non-object');
    const name = this.name === undefined ? 'Error' : textual(this.name);
    const message = this.message === undefined ? '' : textual(this.message);
    return name === '' ? message : message === '' ? name : `${name}: ${message}`;
  },
);

// What a program assigns to these members does not change the library.
const objectToString = objectPrototype.toString, errorToString = errorPrototype.toString;
const isPrototypeOf = objectPrototype.isPrototypeOf;

// Symbols (20.4).
runtime.constructor(runtime.initial('Symbol.prototype'), function Symbol(description) {
  if (new.target !== undefined) throw new TypeError('Symbol is not a constructor');
  return runtime.symbol(description === undefined ? undefined : textual(description));
});
runtime.length_of_function(runtime.built_in('Symbol'), 0);
const registry = [];
function registeredName(symbol) {
  for (let k = 0; k < registry.length; k += 2) if (registry[k + 1] === symbol) return registry[k];
  return undefined;
}
runtime.install(runtime.built_in('Symbol'),
  function keyFor(symbol) {
    if (typeof symbol !== 'symbol') throw new TypeError(`${runtime.shown(symbol)} is not a symbol`);
    return registeredName(symbol);
  },
);
runtime.put_property(runtime.built_in('Symbol'), 'for', hidden, ({
  for(key) {
    const name = textual(key);
    for (let k = 0; k < registry.length; k += 2) if (registry[k] === name) return registry[k + 1];
    const symbol = runtime.symbol(name);
    registry.push(name);
    registry.push(symbol);
    return symbol;
  },
}).for);
runtime.constants(runtime.built_in('Symbol'),
  'iterator', iteratorSymbol, 'toPrimitive', toPrimitiveSymbol, 'toStringTag', toStringTagSymbol,
  'match', matchSymbol, 'matchAll', matchAllSymbol, 'replace', replaceSymbol,
  'search', searchSymbol, 'species', speciesSymbol, 'split', splitSymbol,
  'hasInstance', hasInstanceSymbol, 'isConcatSpreadable', isConcatSpreadableSymbol,
  'unscopables', unscopablesSymbol);
runtime.install(runtime.initial('Symbol.prototype'),
  function toString() {
    const description = runtime.description(primitiveOf(this, 'symbol', 'Symbol', 'toString'));
    return `Symbol(${description === undefined ? '' : description})`;
  },
  function valueOf() {
    return primitiveOf(this, 'symbol', 'Symbol', 'valueOf');
  },
);
runtime.add_accessor(runtime.initial('Symbol.prototype'), 'description', configurable,
  descriptorOf({
    get description() {
      return runtime.description(primitiveOf(this, 'symbol', 'Symbol', 'description'));
    },
  }, 'description').get, false);
runtime.put_property(runtime.initial('Symbol.prototype'), toStringTagSymbol, configurable, 'Symbol');
runtime.put_property(runtime.initial('Symbol.prototype'), toPrimitiveSymbol, configurable, ({
  ['[Symbol.toPrimitive]'](hint) {
    return primitiveOf(this, 'symbol', 'Symbol', '[Symbol.toPrimitive]');
  },
})['[Symbol.toPrimitive]']);

// Numbers and truth values (20.3, 21.1).
wrap(runtime.initial('Number.prototype'), 0);
wrap(runtime.initial('Boolean.prototype'), false);
wrap(runtime.initial('String.prototype'), '');

runtime.constructor(runtime.initial('Number.prototype'), function Number(...values) {
  const number = values.length > 0 ? numberFrom(values[0]) : 0;
  if (new.target === undefined) return number;
  wrap(this, number);
});
runtime.length_of_function(runtime.built_in('Number'), 1);

runtime.constructor(runtime.initial('Boolean.prototype'), function Boolean(value) {
  if (new.target === undefined) return !!value;
  wrap(this, !!value);
});

// A positive number as a text with at most three digits after the point. The shortest digits of the
// number are rounded; half of the last one is rounded up.
function rounded3(number) {
  if (number < 0.0001) return '0';
  const text = `${number}`;
  let point = 0;
  while (point < text.length && text.charAt(point) !== '.') point++;
  if (text.length - point <= 4) return text;
  return `${runtime.rounded(+`${number}e3` + 0.5, 'down') / 1000}`;
}

// Ends the path if locales are given that are not English.
function needEnglish(locales) {
  if (locales !== undefined && locales !== 'en' && locales !== 'en-US') {
    runtime.unmodelled('locales other than English');
  }
}

// A number in the usual form of English: groups of three digits, at most three after the point.
function grouped(number) {
  if (number !== number) return 'NaN';
  if (number < 0 || (number === 0 && 1 / number < 0)) return '-' + grouped(-number);
  if (number === Infinity) return '∞';
  if (number >= 1e21) return runtime.unmodelled('Number.prototype.toLocaleString from 1e21 on');
  const text = runtime.is_machine_integer(number) ? `${number}` : rounded3(number);
  const end = text.length;
  let point = 0;
  while (point < end && text.charAt(point) !== '.') point++;
  let result = '';
  for (let k = 0; k < point; k++) {
    if (k > 0 && (point - k) % 3 === 0) result += ',';
    result += text.charAt(k);
  }
  return result + runtime.part(text, point, end);
}

runtime.install(runtime.initial('Number.prototype'),
  function toString(radix) {
    const self = primitiveOf(this, 'number', 'Number', 'toString');
    const base = radix === undefined ? 10 : runtime.to_integer(radix);
    if (!(base >= 2 && base <= 36)) {
      throw new RangeError('toString() radix argument must be between 2 and 36');
    }
    if (base === 10 || self - self !== 0) return `${self}`;
    if (!runtime.is_machine_integer(self)) return runtime.radix_text(self, base);
    let rest = self < 0 ? -self : self, text = '';
    do {
      const digit = rest % base;
      text = '0123456789abcdefghijklmnopqrstuvwxyz'.charAt(digit) + text;
      rest = (rest - digit) / base;
    } while (rest > 0);
    return self < 0 ? '-' + text : text;
  }, 1,
  function toExponential(fraction) {
    const self = primitiveOf(this, 'number', 'Number', 'toExponential');
    const count = runtime.to_integer(fraction);
    if (self - self !== 0) return `${self}`;
    if (!(count >= 0 && count <= 100)) {
      throw new RangeError('toExponential() argument must be between 0 and 100');
    }
    return runtime.decimal_text('exponential', self, fraction === undefined ? -1 : count);
  },
  function toFixed(fraction) {
    const self = primitiveOf(this, 'number', 'Number', 'toFixed');
    const count = runtime.to_integer(fraction);
    if (!(count >= 0 && count <= 100)) {
      throw new RangeError('toFixed() digits argument must be between 0 and 100');
    }
    if (runtime.is_machine_integer(self)) {
      let zeros = count > 0 ? '.' : '';
      for (let k = 0; k < count; k++) zeros += '0';
      return `${self}${zeros}`;
    }
    if (self - self !== 0 || self >= 1e21 || self <= -1e21) return `${self}`;
    return runtime.decimal_text('fixed', self, count);
  },
  function toLocaleString(locales, options) {
    const self = primitiveOf(this, 'number', 'Number', 'toLocaleString');
    if (options !== undefined) {
      return runtime.unmodelled('Number.prototype.toLocaleString with options');
    }
    needEnglish(locales);
    return grouped(self);
  }, 0,
  function toPrecision(precision) {
    const self = primitiveOf(this, 'number', 'Number', 'toPrecision');
    if (precision === undefined) return `${self}`;
    const count = runtime.to_integer(precision);
    if (self - self !== 0) return `${self}`;
    if (!(count >= 1 && count <= 100)) {
      throw new RangeError('toPrecision() argument must be between 1 and 100');
    }
    return runtime.decimal_text('precision', self, count);
  },
  function valueOf() {
    return primitiveOf(this, 'number', 'Number', 'valueOf');
  },
);

runtime.install(runtime.initial('Boolean.prototype'),
  function toString() {
    return primitiveOf(this, 'boolean', 'Boolean', 'toString') ? 'true' : 'false';
  },
  function valueOf() {
    return primitiveOf(this, 'boolean', 'Boolean', 'valueOf');
  },
);

function isIntegral(value) {
  return typeof value === 'number' && value - value === 0 &&
    runtime.rounded(value, 'to zero') === value;
}

function isFinite(value) {
  const number = +value;
  return number - number === 0;
}

function isNaN(value) {
  const number = +value;
  return number !== number;
}

// The number that a string spells (7.1.4.1.1).
function numberOf(whole) {
  const text = runtime.with_length(whole);
  let at = 0, end = text.length;
  while (at < end && runtime.is_space(text.charCodeAt(at))) at++;
  while (end > at && runtime.is_space(text.charCodeAt(end - 1))) end--;
  if (at === end) return 0;
  const base = end - at > 2 && text.charAt(at) === '0' ? baseOf(text.charCodeAt(at + 1)) : 0;
  if (base > 0) return integerOf(text, at + 2, end, base);
  const sign = text.charAt(at);
  if (sign === '-' || sign === '+') at++;
  const size = sizeOf(text, at, end);
  return sign === '-' ? -size : size;
}

// The base that a letter after a zero stands for.
function baseOf(unit) {
  const letter = runtime.digit_of(unit);
  return letter === 33 ? 16 : letter === 24 ? 8 : letter === 11 ? 2 : 0;
}

function integerOf(text, at, end, base) {
  let result = 0;
  for (; at < end; at++) {
    const digit = runtime.digit_of(text.charCodeAt(at));
    if (digit >= base) return NaN;
    result = result * base + digit;
  }
  if (result > 9007199254740991) return runtime.unmodelled('a large number in a string');
  return result;
}

// A decimal number without its sign. All digits together are an integer, and the product or the
// quotient of it and a small power of ten is rounded once: it is exact.
function sizeOf(text, at, end) {
  if (end - at === 8 && runtime.part(text, at, end) === 'Infinity') return Infinity;
  let digits = 0, count = 0, point = -1;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 46 && point < 0) {
      point = count;
      continue;
    }
    const digit = runtime.digit_of(unit);
    if (digit >= 10) break;
    digits = digits * 10 + digit;
    count++;
  }
  if (count === 0) return NaN;
  if (digits > 9007199254740991) return runtime.unmodelled('a large number in a string');
  let exponent = at < end ? exponentOf(text, at, end) : 0;
  if (exponent !== exponent) return NaN;
  if (digits === 0) return 0;
  if (point >= 0) exponent -= count - point;
  if (exponent === 0) return digits;
  const power = exponent < 0 ? -exponent : exponent;
  if (power > 22) return runtime.unmodelled('a number with a large exponent in a string');
  return exponent < 0 ? digits / runtime.power_of_ten(power) : digits * runtime.power_of_ten(power);
}

function exponentOf(text, at, end) {
  if (runtime.digit_of(text.charCodeAt(at)) !== 14) return NaN;
  at++;
  const sign = at < end ? text.charAt(at) : '';
  if (sign === '-' || sign === '+') at++;
  if (at === end) return NaN;
  const size = integerOf(text, at, end, 10);
  return sign === '-' ? -size : size;
}

function parseInt(value, radix) {
  const text = runtime.with_length(`${value}`), n = text.length;
  let base = radix | 0, at = 0, negative = false;
  while (at < n && runtime.is_space(text.charCodeAt(at))) at++;
  if (at < n && (text.charAt(at) === '-' || text.charAt(at) === '+')) {
    negative = text.charAt(at++) === '-';
  }
  if (base !== 0 && (base < 2 || base > 36)) return NaN;
  const hexadecimal = at + 1 < n && text.charAt(at) === '0' &&
    (text.charAt(at + 1) === 'x' || text.charAt(at + 1) === 'X');
  if ((base === 0 || base === 16) && hexadecimal) {
    at += 2;
    base = 16;
  }
  if (base === 0) base = 10;
  let result = 0;
  const first = at;
  for (; at < n; at++) {
    const digit = runtime.digit_of(text.charCodeAt(at));
    if (digit >= base) break;
    result = result * base + digit;
  }
  if (at === first) return NaN;
  if (result > 9007199254740991) {
    if (base !== 10) return runtime.unmodelled('parseInt of a large number');
    result = +runtime.part(text, first, at);
  }
  return negative ? -result : result;
}

runtime.install(runtime.initial('global'), isFinite, isNaN, parseInt);

runtime.install(runtime.built_in('Number'),
  function isFinite(value) {
    return typeof value === 'number' && value - value === 0;
  },
  function isInteger(value) {
    return isIntegral(value);
  },
  function isNaN(value) {
    return typeof value === 'number' && value !== value;
  },
  function isSafeInteger(value) {
    return isIntegral(value) &&
      value >= -9007199254740991 && value <= 9007199254740991;
  },
  parseInt,
);

runtime.constants(runtime.built_in('Number'),
  'MAX_SAFE_INTEGER', 9007199254740991, 'MIN_SAFE_INTEGER', -9007199254740991,
  'MAX_VALUE', 1.7976931348623157e308, 'MIN_VALUE', 5e-324, 'EPSILON', 2.220446049250313e-16,
  'NaN', NaN, 'POSITIVE_INFINITY', Infinity, 'NEGATIVE_INFINITY', -Infinity);

runtime.constants(runtime.initial('global'), 'undefined', undefined, 'NaN', NaN,
  'Infinity', Infinity);

// The modules of the program, by number.
const modules = [];
const modulePrototype = runtime.object_with(objectPrototype);
runtime.missing(modulePrototype, 'module', 'constructor isPreloading');
runtime.add_accessor(modulePrototype, 'parent', configurable, descriptorOf({
  get parent() {
    return this === modules[0].module ? null : runtime.unmodelled('module.parent');
  },
}, 'parent').get, false);
runtime.missing(modulePrototype, 'module', 'load require _compile', true);

// The function `eval` (19.2.1).
const evalFunction = ({
  eval(text) {
    return typeof text === 'string' ? evaluation(`eval ${text}`, 'eval') : text;
  },
}).eval;
runtime.put_property(runtime.initial('global'), 'eval', hidden, evalFunction);

// Whether the object of a `with` statement still has a variable; in strict code, it must.
function withHas(object, name, strict) {
  if (name in object) return true;
  if (strict) throw new ReferenceError(`${name} is not defined`);
  return false;
}

// A call of `eval` by its name, if that is still its value.
function evaluateText(callee, self, list, own) {
  return callee === evalFunction ? own()
    : runtime.apply('eval', callee, self, list, list.length);
}

// Global variables of scripts (9.1.1.4).
runtime.install(runtime.initial('library'),
  function addEvaluation(key, found) {
    evaluations[key] = found;
  },
  function evaluateBody(callee, self, list, body) {
    return evaluateText(callee, self, list, () => runtime.call('the text', body, undefined));
  },
  function evaluateWrong(callee, self, list, message) {
    return evaluateText(callee, self, list, () => {
      throw new SyntaxError(message);
    });
  },
  function evaluateUnknown(callee, self, list, what) {
    return evaluateText(callee, self, list, () => {
      return typeof list[0] === 'string' ? runtime.unmodelled(what) : list[0];
    });
  },
  // The object of an enclosing `with` statement that has a variable (9.1.1.2.1).
  function withObject(name, ...objects) {
    for (let k = 0; k < objects.length; k++) {
      if (!(name in objects[k])) continue;
      const hidden = objects[k][unscopablesSymbol];
      if (!runtime.is_object(hidden) || !hidden[name]) return objects[k];
    }
  },
  withHas,
  function withValue(object, name, strict) {
    return withHas(object, name, strict) ? object[name] : undefined;
  },
  function declareGlobal(name, deletable) {
    const global = runtime.initial('global');
    if (runtime.has_own(global, name)) return;
    if (runtime.limits(global) & 1) throw new TypeError(`Cannot declare global variable '${name}'`);
    runtime.put_property(global, name, deletable ? all : writable | enumerable, undefined);
  },
  function defineGlobal(name, value, deletable) {
    const global = runtime.initial('global'), own = runtime.own_property(global, name);
    if (own === undefined || (own[0] & configurable) !== 0) {
      runtime.put_property(global, name, deletable ? all : writable | enumerable, value);
    } else if (own.length === 3 || (own[0] & 3) !== 3) {
      throw new TypeError(`Cannot declare global function '${name}'`);
    } else global[name] = value;
  },
);

runtime.install(runtime.initial('library'),
  function addModule(path, folder, body, isEs) {
    const isFirst = modules.length === 0, record = runtime.object_with(null);
    const module = runtime.object_with(modulePrototype);
    module.id = isFirst ? '.' : path;
    module.path = folder;
    module.exports = {};
    module.filename = path;
    module.loaded = false;
    runtime.missing(module, 'module', 'children paths', true);
    record.module = module;
    record.exports = module.exports;
    record.body = body;
    record.started = false;
    record.isEs = isEs;
    record.needs = [];
    record.names = [];
    record.namespace = undefined;
    record.listed = false;
    modules.push(record);
  },
  function requireModule(at) {
    const record = modules[at];
    return record.isEs ? requireEs(record) : requireCommon(record);
  },
  function missingModule(name) {
    const error = new Error(`Cannot find module '${name}'`);
    error.code = 'MODULE_NOT_FOUND';
    throw error;
  },
  function moduleObject(at) {
    return modules[at].module;
  },
  // The module that node was started with, `require.main`.
  function mainModule() {
    return modules[0].isEs ? undefined : modules[0].module;
  },
  function moduleExports(at) {
    return modules[at].exports;
  },
  function setExports(at, value) {
    modules[at].exports = value;
  },
  // What operators do with objects: they convert them first.
  function add(a, b) {
    const x = primitive(a, 'default'), y = primitive(b, 'default');
    if (typeof x === 'symbol' || typeof y === 'symbol') {
      const kind = typeof x === 'string' || typeof y === 'string' ? 'string' : 'number';
      throw new TypeError(`Cannot convert a Symbol value to a ${kind}`);
    }
    if (!isBig(x, y)) return x + y;
    return typeof x === 'string' || typeof y === 'string' ? `${x}${y}` : runtime.big('+', x, y);
  },
  function sub(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('-', x, y) : x - y;
  },
  function mul(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('*', x, y) : x * y;
  },
  function div(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('/', x, y) : x / y;
  },
  function rem(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('%', x, y) : x % y;
  },
  function neg(a) {
    const x = numeric(a);
    return typeof x === 'bigint' ? runtime.big('-', runtime.big_of_number(0), x) : -x;
  },
  function and(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('&', x, y) : x & y;
  },
  function or(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('|', x, y) : x | y;
  },
  function xor(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('^', x, y) : x ^ y;
  },
  function shl(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('<<', x, y) : x << y;
  },
  function shr(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('>>', x, y) : x >> y;
  },
  function ushr(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('>>>', x, y) : x >>> y;
  },
  function not(a) {
    const x = numeric(a);
    return typeof x === 'bigint' ? runtime.big('^', x, runtime.big_of_number(-1)) : ~x;
  },
  function pow(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? runtime.big('**', x, y) : power(x, y);
  },
  function lt(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? bigOrder(x, y) < 0 : x < y;
  },
  function le(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? bigOrder(x, y) <= 0 : x <= y;
  },
  function gt(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? bigOrder(x, y) > 0 : x > y;
  },
  function ge(a, b) {
    const x = numeric(a), y = numeric(b);
    return isBig(x, y) ? bigOrder(x, y) >= 0 : x >= y;
  },
  function eq(a, b) {
    if (typeof a === 'symbol' || typeof b === 'symbol') {
      if (!runtime.is_object(a) && !runtime.is_object(b)) return a === b;
    }
    const x = primitive(a, 'default'), y = primitive(b, 'default');
    if (typeof x === 'symbol' || typeof y === 'symbol') return x === y;
    if (!isBig(x, y) || typeof x === typeof y) return x == y;
    const nothing = x === undefined || x === null || y === undefined || y === null;
    return !nothing && bigOrder(x, y) === 0;
  },
  function toNumber(value, ...implicit) {
    const x = numeric(value);
    return typeof x === 'bigint' && implicit.length > 0 ? x : +x;
  },
  function toInteger(value) {
    return runtime.to_integer(numeric(value));
  },
  function toInt32(value) {
    return numeric(value) | 0;
  },
  function charAt(value, index) {
    return textOf(value).charAt(runtime.to_integer(numeric(index)));
  },
  function charCodeAt(value, index) {
    return textOf(value).charCodeAt(runtime.to_integer(numeric(index)));
  },
  function toString(value) {
    return textual(value);
  },
  toObject, keyOf, described,
  // The prototype of the objects of a class.
  function classPrototype(parent) {
    if (runtime.is_empty(parent)) return {};
    if (parent === null) return runtime.object_with(null);
    if (!runtime.is_constructor(parent)) {
      throw new TypeError(`Class extends value ${runtime.shown(parent)} is not a constructor or `
        + 'null');
    }
    const prototype = parent.prototype;
    if (prototype !== null && !runtime.is_object(prototype)) {
      throw new TypeError(`Class extends value does not have valid prototype property ${
        runtime.shown(prototype)}`);
    }
    return runtime.object_with(prototype);
  },
  function classSetup(made, prototype, parent) {
    runtime.put_property(made, 'prototype', 0, prototype);
    runtime.put_property(prototype, 'constructor', hidden, made);
    if (!runtime.is_empty(parent) && parent !== null) runtime.set_prototype(made, parent);
  },
  // `value instanceof made`, where that has a method for it of its own.
  function instanceOf(value, made) {
    const method = made[hasInstanceSymbol];
    if (method === undefined || method === null) return runtime.is_instance(value, made);
    return !!runtime.call('Symbol.hasInstance', callable(method), made, value);
  },
  // A static method or accessor whose name is computed.
  function staticKey(key) {
    if (key === 'prototype') throw new TypeError('Classes may not have a static property of this name');
  },
  // `{__proto__: value}`
  function literalPrototype(object, prototype) {
    if (prototype === null || runtime.is_object(prototype)) {
      runtime.set_prototype(object, prototype);
    }
  },
  // The strings of a tagged template: the same object at each evaluation.
  function templateObject(site, cooked, raw) {
    if (runtime.has_own(templates, site)) return templates[site];
    runtime.put_property(cooked, 'raw', 0, restrict(raw, true));
    runtime.put_property(templates, site, all, restrict(cooked, true));
    return cooked;
  },
  // What `for of` goes through: an array, or the record of an iterator.
  function iteration(value, message) {
    return isListed(value) ? runtime.library('iterate')(value) : iteratorOf(value, message);
  },
  // The next value of an iterator, which has ended if it throws.
  function stepIterator(record) {
    if (record.done) return runtime.empty();
    record.done = true;
    var item = stepOf(record);
    if (!runtime.is_empty(item)) record.done = false;
    return item;
  },
  // Ends the destructuring of an array or iterator.
  function closeRest(source) {
    if (!runtime.is_array(source) && !source.done) closeIterator(source);
  },
  function closeRestQuietly(source) {
    if (!runtime.is_array(source) && !source.done) closeQuietly(source);
  },
  // The first elements of what can be iterated.
  function take(value, count, message) {
    if (isListed(value)) return runtime.library('iterate')(value);
    const record = iteratorOf(value, message), result = [];
    for (let k = 0; k < count; k++) {
      var item = stepOf(record);
      if (runtime.is_empty(item)) return result;
      result.push(item);
    }
    closeIterator(record);
    return result;
  },
  // Accesses whose key is an object.
  function get(object, key) {
    return object[keyOf(key)];
  },
  function set(object, key, value) {
    object[keyOf(key)] = value;
  },
  // The same in sloppy code, which ignores that a property cannot be set.
  function put(object, key, value) {
    runtime.put(object, keyOf(key), value);
  },
  function define(object, key, value) {
    runtime.define(object, keyOf(key), value);
  },
  function remove(object, key) {
    return delete object[keyOf(key)];
  },
  function removeIfPossible(object, key) {
    return runtime.delete_if_possible(object, keyOf(key));
  },
  function isIn(object, key) {
    return keyOf(key) in object;
  },
  function hasOwn(object, key) {
    return runtime.has_own(object, keyOf(key));
  },
  function setLength(array, value, strict) {
    if ((runtime.limits(array) & 2) === 0) {
      const length = arrayLength(value);
      if (length === array.length) return;
      if ((runtime.limits(array) & 2) === 0) {
        if (!resize(array, length) && strict) notCut(array);
        return;
      }
    }
    if (strict) {
      throw new TypeError("Cannot assign to read only property 'length' of object "
        + `'${runtime.shown(array)}'`);
    }
  },
  // CreateDataPropertyOrThrow (7.3.7), for fields of classes.
  function defineField(object, key, value) {
    const descriptor = runtime.object_with(null), converted = keyOf(key);
    descriptor.value = value;
    descriptor.writable = descriptor.enumerable = descriptor.configurable = true;
    if (runtime.own_property(object, converted) === undefined && runtime.limits(object) & 1) {
      const name = runtime.shown(converted);
      throw new TypeError(`Cannot define property ${name}, object is not extensible`);
    }
    define(object, converted, descriptor);
  },
  // Calls a bound function as a constructor, with another `new.target` if there is one.
  function constructBound(target, first, rest, other) {
    const items = joined(first, rest);
    if (other === undefined) return new target(...items);
    const object = runtime.create('the constructor', target, other);
    const result = runtime.construct_apply('the constructor', target, object, other, items,
      items.length);
    return runtime.created(object, result);
  },
  function thrower() {
    throw new TypeError("'caller', 'callee', and 'arguments' properties may not be accessed on "
      + 'strict mode functions or the arguments objects for calls to them');
  },
  function push(self, ...items) {
    const object = toObject(self);
    let n = lengthOf(object);
    if (n + items.length > 9007199254740991) {
      throw new TypeError(`Pushing ${items.length} elements on an array-like of length ${n} is `
        + 'disallowed, as the total surpasses 2**53-1');
    }
    for (let k = 0; k < items.length; k++) object[n++] = items[k];
    object.length = n;
    return n;
  },
  function pop(self) {
    const object = toObject(self), n = lengthOf(object);
    if (n === 0) {
      object.length = 0;
      return undefined;
    }
    const value = object[n - 1];
    delete object[n - 1];
    object.length = n - 1;
    return value;
  },
  // Copies what `...source` stands for in an object literal.
  function copy(target, source) {
    if (source === undefined || source === null) return target;
    const from = toObject(source), keys = runtime.own_keys(from);
    for (let k = 0; k < keys.length; k++) runtime.define(target, keys[k], from[keys[k]]);
    const symbols = runtime.all_keys(from, true);
    for (let k = 0; k < symbols.length; k++) {
      const own = runtime.own_property(from, symbols[k]);
      if (own !== undefined && own[0] & enumerable) {
        runtime.define(target, symbols[k], from[symbols[k]]);
      }
    }
    return target;
  },
  // What remains of an object after destructuring some keys.
  function restOf(source, keys) {
    const result = {}, from = toObject(source), taken = [];
    const all = joined(runtime.own_keys(from), runtime.all_keys(from, true));
    for (let k = 0; k < keys.length; k++) taken.push(keyOf(keys[k]));
    for (let k = 0; k < all.length; k++) {
      const key = all[k];
      let isTaken = false;
      for (let t = 0; t < taken.length && !isTaken; t++) isTaken = taken[t] === key;
      if (isTaken) continue;
      const own = runtime.own_property(from, key);
      if (own !== undefined && own[0] & enumerable) runtime.define(result, key, from[key]);
    }
    return result;
  },
  // A symbolic integer of 32 bits in decimal digits: a path for each number of them.
  function decimal(value) {
    if (value === -2147483648) return '-2147483648';
    const size = value < 0 ? -value : value;
    let count = 1;
    for (let limit = 10; count < 10 && size >= limit; limit *= 10) count++;
    const digits = runtime.digits(size, count);
    return value < 0 ? '-' + digits : digits;
  },
  // The keys that `for in` visits, the object's own first. Those that are not enumerable hide
  // inherited ones.
  function enumerate(object) {
    const result = [];
    if (object === undefined || object === null) return result;
    const first = runtime.own_keys(object);
    for (let k = 0; k < first.length; k++) result.push(first[k]);
    if (!runtime.is_object(object)) return result;
    for (let p = runtime.prototype_of(object); p !== null; p = runtime.prototype_of(p)) {
      const keys = runtime.own_keys(p);
      if (keys.length === 0) continue;
      for (let k = 0; k < keys.length; k++) {
        let hiding = false;
        for (let q = object; q !== p && !hiding; q = runtime.prototype_of(q)) {
          hiding = runtime.has_own(q, keys[k]);
        }
        if (!hiding) result.push(keys[k]);
      }
    }
    return result;
  },
  // The number that a symbolic string spells.
  function number(text) {
    return numberOf(text);
  },
);
runtime.put_property(runtime.initial('library'), 'iteratorSymbol', all, iteratorSymbol);
runtime.put_property(runtime.initial('library'), 'hasInstanceSymbol', all, hasInstanceSymbol);
runtime.limit(runtime.library('thrower'), 1);
