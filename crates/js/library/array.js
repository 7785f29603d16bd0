// Built-in functions of arrays (ECMA-262, 23.1), in the order of the standard's text. They work on
// any object with a length. Library functions call each other directly: members of the program's
// objects may be replaced.

// Whether `concat` appends the elements of a value (23.1.3.2.1).
function isSpreadable(value) {
  if (!runtime.is_object(value)) return false;
  const spreadable = value[isConcatSpreadableSymbol];
  return spreadable === undefined ? runtime.is_array(value) : !!spreadable;
}

function callable(f) {
  if (typeof f === 'function') return f;
  throw new TypeError(`${runtime.shown(f)} is not a function`);
}

// Throws if what orders elements is neither a function nor missing.
function requireOrder(compare) {
  if (compare === undefined || typeof compare === 'function') return;
  throw new TypeError('The comparison function must be either a function or undefined');
}

// The length of an array-like object (7.3.18).
function lengthOf(object) {
  if (runtime.is_array(object)) return object.length;
  return toLength(object.length);
}

function toLength(value) {
  const length = runtime.to_integer(value);
  return length <= 0 ? 0 : length > 9007199254740991 ? 9007199254740991 : length;
}

// An index relative to the end if it is negative, within the array.
function position(index, length, missing) {
  if (index === undefined) return missing;
  const at = runtime.to_integer(index);
  if (at < 0) return at + length < 0 ? 0 : at + length;
  return at > length ? length : at;
}

// Copies an element, which may be a hole.
function move(from, at, to, k) {
  if (at in from) to[k] = from[at];
  else delete to[k];
}

// The array for the result of a method of `self` (ArraySpeciesCreate, 10.4.2.2).
function arrayFor(self, length) {
  const made = runtime.is_array(self) ? speciesOf(self, builtInArray) : builtInArray;
  if (made !== builtInArray) return new made(length);
  if (length > 4294967295) throw new RangeError('Invalid array length');
  const result = [];
  result.length = length;
  return result;
}

// The elements of an array in a range, holes included.
function range(array, start, end) {
  const result = arrayFor(array, end > start ? end - start : 0);
  let count = 0;
  for (let k = start; k < end; k++, count++) {
    if (k in array) runtime.define_field(result, count, array[k]);
  }
  result.length = count;
  return result;
}

// Adds `n` elements to a result from an index on, those of nested arrays instead of the arrays;
// returns the index behind them (23.1.3.13.1).
function flatten(result, start, array, n, levels) {
  let at = start;
  for (let k = 0; k < n; k++) {
    if (!(k in array)) continue;
    const value = array[k];
    if (levels < 1 || !runtime.is_array(value)) runtime.define_field(result, at++, value);
    else at = flatten(result, at, value, lengthOf(value), levels - 1);
  }
  return at;
}

// Ranges of at most this length are sorted by insertion, as by node: where a comparison contradicts
// itself, the result is the same.
const shortRange = 63;

// The end of the ordered range that begins at `low`; a descending one is reversed.
function endOfRun(list, low, high, order) {
  let end = low + 2;
  if (end > high) return high;
  const descends = order(list[low + 1], list[low]) < 0;
  while (end < high && order(list[end], list[end - 1]) < 0 === descends) end++;
  for (let k = low, last = end - 1; descends && k < last; k++, last--) {
    const value = list[k];
    list[k] = list[last];
    list[last] = value;
  }
  return end;
}

// Sorts a short range by insertion, where binary search finds the places.
function sortShort(list, low, high, order) {
  for (let k = endOfRun(list, low, high, order); k < high; k++) {
    const value = list[k];
    let from = low, to = k;
    while (from < to) {
      const middle = from + (to - from >> 1);
      if (order(value, list[middle]) < 0) to = middle;
      else from = middle + 1;
    }
    for (let at = k; at > from; at--) list[at] = list[at - 1];
    list[from] = value;
  }
}

// Sorts a range by merging its halves; equal elements keep their order.
function sortRange(list, low, high, order, short) {
  if (high - low <= short) return sortShort(list, low, high, order);
  const middle = low + (high - low >> 1), left = [];
  sortRange(list, low, middle, order, short);
  sortRange(list, middle, high, order, short);
  for (let k = low; k < middle; k++) left.push(list[k]);
  let at = low, right = middle;
  for (let k = 0; k < left.length; at++) {
    list[at] = right < high && order(list[right], left[k]) < 0 ? list[right++] : left[k++];
  }
}

// Sorts elements (23.1.3.30); holes and `undefined` go to the end, in this order from the last.
// Fewer than two are left alone, as by node.
function sortElements(self, compare) {
  const n = lengthOf(self), sorted = [];
  if (n < 2) return self;
  let open = 0;
  for (let k = 0; k < n; k++) {
    if (!(k in self)) continue;
    const value = self[k];
    if (value === undefined) open++;
    else sorted.push(value);
  }
  const order = compare === undefined ? (a, b) => `${a}` < `${b}` ? -1 : 0
    : (a, b) => +compare(a, b);
  const count = sorted.length;
  sortRange(sorted, 0, count, order, shortRange);
  for (let k = 0; k < n; k++) {
    if (k < count) self[k] = sorted[k];
    else if (k < count + open) self[k] = undefined;
    else if (k in self) delete self[k];
  }
  return self;
}

// Replaces elements by others (23.1.3.31); the arguments are those of `splice`.
// The error where an object like an array would get too long.
function requireLength(length) {
  if (length > 9007199254740991) throw new TypeError('Invalid array length');
}

function spliceElements(self, args) {
  const n = lengthOf(self), count = args.length;
  const start = count > 0 ? position(args[0], n, 0) : 0;
  let removed = count === 0 ? 0 : count === 1 ? n - start : runtime.to_integer(args[1]);
  removed = removed < 0 ? 0 : removed > n - start ? n - start : removed;
  const added = count > 2 ? count - 2 : 0;
  requireLength(n - removed + added);
  const result = range(self, start, start + removed);
  if (added < removed) {
    for (let k = start; k < n - removed; k++) move(self, k + removed, self, k + added);
    for (let k = n - 1; k >= n - removed + added; k--) delete self[k];
  } else if (added > removed) {
    for (let k = n - removed - 1; k >= start; k--) move(self, k + removed, self, k + added);
  }
  for (let k = 0; k < added; k++) self[start + k] = args[k + 2];
  self.length = n - removed + added;
  return result;
}

// A copy without holes.
// The results of a function on what an iterator gives, as elements of an object.
function mapped(made, items, f, receiver) {
  const record = iteratorOf(items);
  let k = 0;
  for (;;) {
    var item = stepOf(record);
    if (runtime.is_empty(item)) break;
    try {
      runtime.define_field(made, k, runtime.call('the callback', f, receiver, item, k));
    } catch (error) {
      closeQuietly(record);
      throw error;
    }
    k++;
  }
  made.length = k;
  return made;
}

function copied(self) {
  const n = lengthOf(self), result = [];
  for (let k = 0; k < n; k++) result.push(self[k]);
  return result;
}

runtime.install(arrayPrototype,
  function at(index) {
    const self = toObject(this), n = lengthOf(self), k = runtime.to_integer(index);
    const position = k < 0 ? k + n : k;
    return position < 0 || position >= n ? undefined : self[position];
  },
  function concat(...items) {
    const self = toObject(this), result = arrayFor(self, 0), parts = joined([self], items);
    let n = 0;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (!isSpreadable(part)) {
        runtime.define_field(result, n++, part);
        continue;
      }
      const count = lengthOf(part);
      for (let k = 0; k < count; k++, n++) if (k in part) runtime.define_field(result, n, part[k]);
    }
    result.length = n;
    return result;
  }, 1,
  function copyWithin(target, start, end) {
    const self = toObject(this), n = lengthOf(self);
    let to = position(target, n, 0), from = position(start, n, 0);
    const last = position(end, n, n);
    let count = last - from < n - to ? last - from : n - to, step = 1;
    if (from < to && to < from + count) {
      step = -1;
      from += count - 1;
      to += count - 1;
    }
    for (; count > 0; count--, from += step, to += step) move(self, from, self, to);
    return self;
  }, 2,
  function every(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (k in self && !runtime.call('the callback', f, receiver, self[k], k, self)) return false;
    }
    return true;
  }, 1,
  function fill(value, start, end) {
    const self = toObject(this), n = lengthOf(self);
    let k = position(start, n, 0);
    const last = position(end, n, n);
    for (; k < last; k++) self[k] = value;
    return self;
  }, 1,
  function filter(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    const result = arrayFor(self, 0);
    let count = 0;
    for (let k = 0; k < n; k++) {
      if (!(k in self)) continue;
      const value = self[k];
      if (runtime.call('the callback', f, receiver, value, k, self)) {
        runtime.define_field(result, count++, value);
      }
    }
    return result;
  }, 1,
  function find(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      const value = self[k];
      if (runtime.call('the callback', f, receiver, value, k, self)) return value;
    }
    return undefined;
  }, 1,
  function findIndex(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (runtime.call('the callback', f, receiver, self[k], k, self)) return k;
    }
    return -1;
  }, 1,
  function findLast(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = n - 1; k >= 0; k--) {
      const value = self[k];
      if (runtime.call('the callback', f, receiver, value, k, self)) return value;
    }
    return undefined;
  }, 1,
  function findLastIndex(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = n - 1; k >= 0; k--) {
      if (runtime.call('the callback', f, receiver, self[k], k, self)) return k;
    }
    return -1;
  }, 1,
  function flat(depth) {
    const self = toObject(this), n = lengthOf(self);
    const levels = depth === undefined ? 1 : runtime.to_integer(depth), result = arrayFor(self, 0);
    flatten(result, 0, self, n, levels);
    return result;
  }, 0,
  function flatMap(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    if (typeof f !== 'function') throw new TypeError('flatMap mapper function is not callable');
    const result = arrayFor(self, 0);
    let count = 0;
    for (let k = 0; k < n; k++) {
      if (!(k in self)) continue;
      const value = runtime.call('the callback', f, receiver, self[k], k, self);
      count = flatten(result, count, [value], 1, 1);
    }
    return result;
  }, 1,
  function forEach(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (k in self) runtime.call('the callback', f, receiver, self[k], k, self);
    }
  }, 1,
  function includes(wanted, start) {
    const self = toObject(this), n = lengthOf(self);
    if (n === 0) return false;
    for (let k = position(start, n, 0); k < n; k++) {
      const value = self[k];
      if (value === wanted || (value !== value && wanted !== wanted)) return true;
    }
    return false;
  }, 1,
  function indexOf(wanted, start) {
    const self = toObject(this), n = lengthOf(self);
    if (n === 0) return -1;
    for (let k = position(start, n, 0); k < n; k++) if (k in self && self[k] === wanted) return k;
    return -1;
  }, 1,
  function join(separator) {
    const self = toObject(this), n = lengthOf(self);
    const between = separator === undefined ? ',' : `${separator}`;
    return joinElements(self, n, between, false);
  },
  function lastIndexOf(wanted, ...start) {
    const self = toObject(this), n = lengthOf(self);
    if (n === 0) return -1;
    let k = start.length > 0 ? runtime.to_integer(start[0]) : n - 1;
    if (k < 0) k += n;
    for (k = k < n ? k : n - 1; k >= 0; k--) if (k in self && self[k] === wanted) return k;
    return -1;
  },
  function map(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    const result = arrayFor(self, n);
    for (let k = 0; k < n; k++) {
      if (!(k in self)) continue;
      runtime.define_field(result, k, runtime.call('the callback', f, receiver, self[k], k, self));
    }
    return result;
  }, 1,
  function reduce(f, ...initial) {
    const self = toObject(this), n = lengthOf(self);
    let k = 0, value;
    callable(f);
    if (initial.length > 0) value = initial[0];
    else {
      while (k < n && !(k in self)) k++;
      if (k >= n) throw new TypeError('Reduce of empty array with no initial value');
      value = self[k++];
    }
    for (; k < n; k++) if (k in self) value = f(value, self[k], k, self);
    return value;
  },
  function reduceRight(f, ...initial) {
    const self = toObject(this);
    let k = lengthOf(self) - 1, value;
    callable(f);
    if (initial.length > 0) value = initial[0];
    else {
      while (k >= 0 && !(k in self)) k--;
      if (k < 0) throw new TypeError('Reduce of empty array with no initial value');
      value = self[k--];
    }
    for (; k >= 0; k--) if (k in self) value = f(value, self[k], k, self);
    return value;
  },
  function reverse() {
    const self = toObject(this), n = lengthOf(self);
    for (let low = 0, high = n - 1; low < high; low++, high--) {
      const hasLow = low in self, first = hasLow ? self[low] : undefined;
      const hasHigh = high in self, last = hasHigh ? self[high] : undefined;
      if (hasHigh) self[low] = last; else if (hasLow) delete self[low];
      if (hasLow) self[high] = first; else if (hasHigh) delete self[high];
    }
    return self;
  },
  function shift() {
    const self = toObject(this), n = lengthOf(self);
    if (n === 0) {
      self.length = 0;
      return undefined;
    }
    const first = self[0];
    for (let k = 1; k < n; k++) move(self, k, self, k - 1);
    delete self[n - 1];
    self.length = n - 1;
    return first;
  },
  function slice(start, end) {
    const self = toObject(this), n = lengthOf(self);
    const first = position(start, n, 0);
    return range(self, first, position(end, n, n));
  },
  ({with(index, value) {
    const self = toObject(this), n = lengthOf(self), given = runtime.to_integer(index);
    const at = given < 0 ? given + n : given;
    if (!(at >= 0 && at < n)) throw new RangeError(`Invalid index : ${given}`);
    const result = [];
    for (let k = 0; k < n; k++) result.push(k === at ? value : self[k]);
    return result;
  }}).with,
  function some(f, receiver) {
    const self = toObject(this), n = lengthOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (k in self && runtime.call('the callback', f, receiver, self[k], k, self)) return true;
    }
    return false;
  }, 1,
  function sort(compare) {
    requireOrder(compare);
    return sortElements(toObject(this), compare);
  },
  function splice(...args) {
    return spliceElements(toObject(this), args);
  }, 2,
  function toLocaleString(locales, options) {
    const self = toObject(this), n = lengthOf(self);
    return joinElements(self, n, ',', true, locales, options);
  }, 0,
  function toString() {
    const self = toObject(this), join = self.join;
    if (typeof join === 'function') return runtime.call('join', join, self);
    return runtime.call('toString', objectToString, self);
  },
  function toReversed() {
    const self = toObject(this), result = [];
    for (let k = lengthOf(self) - 1; k >= 0; k--) result.push(self[k]);
    return result;
  },
  function toSorted(compare) {
    requireOrder(compare);
    return sortElements(copied(toObject(this)), compare);
  },
  function toSpliced(...args) {
    const result = copied(toObject(this));
    spliceElements(result, args);
    return result;
  }, 2,
  function unshift(...items) {
    const self = toObject(this), n = lengthOf(self), added = items.length;
    if (added > 0) {
      requireLength(n + added);
      for (let k = n - 1; k >= 0; k--) move(self, k, self, k + added);
      for (let k = 0; k < added; k++) self[k] = items[k];
    }
    self.length = n + added;
    return n + added;
  }, 1,
);

// Arrays whose elements are being joined.
const joining = [];

// The texts of the elements of an array, in its usual form or that of a place: nothing for one that
// holds itself.
function joinElements(self, n, between, isLocal, locales, options) {
  for (let k = 0; k < joining.length; k++) if (joining[k] === self) return '';
  joining.push(self);
  let text = '';
  try {
    for (let k = 0; k < n; k++) {
      if (k > 0) text += between;
      const value = self[k];
      if (value === undefined || value === null) continue;
      text += `${isLocal ? value.toLocaleString(locales, options) : value}`;
    }
  } finally {
    joining.pop();
  }
  return text;
}

// Iterators of arrays and strings (23.1.5, 22.1.5).
const arrayIterator = runtime.object_with(objectPrototype);
const stringIterator = runtime.object_with(objectPrototype);
function codePoints(text) {
  const result = [], n = text.length;
  for (let k = 0; k < n; k++) {
    let part = text.charAt(k);
    const high = text.charCodeAt(k);
    if (high >= 0xD800 && high < 0xDC00 && k + 1 < n) {
      const low = text.charCodeAt(k + 1);
      if (low >= 0xDC00 && low < 0xE000) part += text.charAt(++k);
    }
    result.push(part);
  }
  return result;
}

function newIterator(prototype, of, part) {
  const iterator = runtime.object_with(prototype), state = runtime.object_with(null);
  state.of = of;
  state.part = part;
  state.at = 0;
  state.prototype = prototype;
  runtime.set_slot(iterator, 'data', state);
  return iterator;
}

// The state of an iterator that was made with a prototype.
function stateOf(iterator, prototype) {
  const state = runtime.slot(iterator, 'data');
  if (runtime.is_object(state) && state.prototype === prototype) return state;
  throw new TypeError('next called on an object that is no such iterator');
}

// Iterators iterate over themselves (27.1.2).
const iteratorPrototype = runtime.object_with(objectPrototype);
runtime.put_property(iteratorPrototype, iteratorSymbol, hidden, ({
  ['[Symbol.iterator]']() {
    return this;
  },
})['[Symbol.iterator]']);

// Makes a prototype that of iterators.
function iterates(prototype, tag) {
  runtime.put_property(prototype, toStringTagSymbol, configurable, tag);
  runtime.set_prototype(prototype, iteratorPrototype);
}

// The length of an object that is iterated over.
function countIn(object) {
  const kind = runtime.view_part(object, 'kind');
  return kind === undefined || kind === 'ArrayBuffer' || kind === 'DataView' ? lengthOf(object)
    : runtime.view_part(object, 'length');
}

function nextElement(iterator, prototype) {
  const state = stateOf(iterator, prototype), object = state.of;
  if (object === undefined || state.at >= countIn(object)) {
    state.of = undefined;
    return {value: undefined, done: true};
  }
  const k = state.at++;
  const value = state.part === 'keys' ? k : state.part === 'values' ? object[k] : [k, object[k]];
  return {value, done: false};
}

runtime.install(arrayIterator,
  function next() {
    return nextElement(this, arrayIterator);
  },
);
iterates(arrayIterator, 'Array Iterator');
runtime.install(stringIterator,
  function next() {
    return nextElement(this, stringIterator);
  },
);
iterates(stringIterator, 'String Iterator');

runtime.install(arrayPrototype,
  function entries() {
    return newIterator(arrayIterator, toObject(this), 'entries');
  },
  function keys() {
    return newIterator(arrayIterator, toObject(this), 'keys');
  },
  function values() {
    return newIterator(arrayIterator, toObject(this), 'values');
  },
);
runtime.put_property(arrayPrototype, iteratorSymbol, hidden, arrayPrototype.values);
const unscopables = runtime.object_with(null);
const unscopableNames = ['at', 'copyWithin', 'entries', 'fill', 'find', 'findIndex', 'findLast',
  'findLastIndex', 'flat', 'flatMap', 'includes', 'keys', 'toReversed', 'toSorted', 'toSpliced',
  'values'];
for (let k = 0; k < unscopableNames.length; k++) unscopables[unscopableNames[k]] = true;
runtime.put_property(arrayPrototype, unscopablesSymbol, configurable, unscopables);
runtime.put_property(runtime.initial('library'), 'arrayValues', all, arrayPrototype.values);
runtime.put_property(runtime.initial('String.prototype'), iteratorSymbol, hidden, ({
  ['[Symbol.iterator]']() {
    return newIterator(stringIterator, codePoints(`${this}`), 'values');
  },
})['[Symbol.iterator]']);
// What iteration by position must find unchanged.
runtime.put_property(runtime.initial('library'), 'stringValues', all,
  runtime.initial('String.prototype')[iteratorSymbol]);
runtime.put_property(runtime.initial('library'), 'nextOfString', all, stringIterator.next);
runtime.put_property(runtime.initial('library'), 'nextOfArray', all, arrayIterator.next);

runtime.constructor(arrayPrototype, function Array(...items) {
  let result = items;
  if (items.length === 1 && typeof items[0] === 'number') {
    result = [];
    result.length = arrayLength(items[0]);
  }
  if (new.target !== undefined && new.target !== Array) {
    const prototype = new.target.prototype;
    if (runtime.is_object(prototype)) runtime.set_prototype(result, prototype);
  }
  return result;
});
const builtInArray = runtime.built_in('Array');
runtime.length_of_function(builtInArray, 1);
addGetters(builtInArray, speciesGetter);

runtime.install(builtInArray,
  function isArray(value) {
    return runtime.is_array(value);
  },
  function of(...items) {
    if (this === builtInArray || !runtime.is_constructor(this)) return items;
    const result = new this(items.length);
    for (let k = 0; k < items.length; k++) runtime.define_field(result, k, items[k]);
    result.length = items.length;
    return result;
  },
  function from(items, f, receiver) {
    if (f !== undefined) callable(f);
    const method = items === undefined || items === null ? undefined : items[iteratorSymbol];
    const isIterable = method !== undefined && method !== null;
    const source = isIterable ? items : toObject(items), length = isIterable ? 0 : lengthOf(source);
    const made = this === builtInArray || !runtime.is_constructor(this) ? []
      : isIterable ? new this() : new this(length);
    if (isIterable && f !== undefined && !isListed(items)) return mapped(made, items, f, receiver);
    const list = isIterable ? runtime.library('iterate')(items) : source;
    let n = isIterable ? lengthOf(list) : length, k = 0;
    for (; k < n; k++) {
      const value = f === undefined ? list[k] : runtime.call('the callback', f, receiver, list[k], k);
      runtime.define_field(made, k, value);
      // An iteration looks at the length each time: the callback may change the array.
      if (isIterable) n = list.length;
    }
    made.length = k;
    return made;
  }, 1,
);

runtime.install(runtime.initial('library'),
  // Appends what `...value` stands for as the last argument of a call.
  function appendLast(list, value, source) {
    const message = value === undefined || value === null
      ? `${source} is not iterable (cannot read property undefined)`
      : 'Spread syntax requires ...iterable[Symbol.iterator] to be a function';
    return runtime.library('append')(list, value, message);
  },
  // The values that `...` stands for, as an array: an array itself, or the code points of a string.
  function iterate(value, message) {
    if (isListed(value)) return typeof value === 'string' ? codePoints(value) : value;
    const record = iteratorOf(value, message), result = [];
    for (;;) {
      var item = stepOf(record);
      if (runtime.is_empty(item)) return result;
      result.push(item);
    }
  },
  // The elements from a position on, or what is left of an iterator.
  function rest(source, start) {
    const result = [];
    if (!runtime.is_array(source)) {
      for (;;) {
        var item = runtime.step(source, 0);
        if (runtime.is_empty(item)) return result;
        result.push(item);
      }
    }
    for (let k = start; k < source.length; k++) result.push(source[k]);
    return result;
  },
  // Appends what `...value` stands for; with the message of the error if nothing can be iterated.
  function append(array, value, message) {
    const items = runtime.library('iterate')(value, message);
    for (let k = 0; k < items.length; k++) array.push(items[k]);
    return array;
  },
);
