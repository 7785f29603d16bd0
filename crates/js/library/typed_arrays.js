// Arrays of the numbers in a buffer (ECMA-262, 23.2). The machine reads and writes elements; their
// buffer is in the slot `data`.
const viewPrototype = runtime.object_with(objectPrototype);
const viewConstructors = runtime.object_with(null);

const TypedArray = function TypedArray() {
  throw new TypeError('Abstract class TypedArray not directly constructable');
};
runtime.length_of_function(TypedArray, 0);
runtime.put_property(TypedArray, 'prototype', 0, viewPrototype);
runtime.put_property(viewPrototype, 'constructor', hidden, TypedArray);
addGetters(TypedArray, speciesGetter);

// The kind of a typed array, undefined for other values.
function viewKind(value) {
  const kind = runtime.view_part(value, 'kind');
  return kind === 'ArrayBuffer' || kind === 'DataView' ? undefined : kind;
}

function typed(value) {
  if (viewKind(value) === undefined) throw new TypeError('this is not a typed array.');
  return value;
}

function countOf(view) {
  return runtime.view_part(view, 'length');
}

// A value as an element of a kind.
function elementOf(kind, value) {
  return isBigKind(kind) ? toBigInt(value) : +value;
}

function isBigKind(kind) {
  return kind === 'BigInt64Array' || kind === 'BigUint64Array';
}

// Whether two kinds of elements are both numbers, or both BigInts.
function areAlike(kind, other) {
  return isBigKind(kind) === isBigKind(other);
}

// Makes an object a typed array of zeros.
function allocateView(view, kind, size, count) {
  if (count * size > 8589934592) throw new RangeError(`Invalid typed array length: ${count}`);
  const buffer = makeBuffer(runtime.object_with(bufferPrototype), count * size);
  runtime.new_view(view, buffer, 0, count, kind);
  runtime.set_slot(view, 'data', buffer);
}

// Makes an object a typed array of a part of a buffer.
function viewBuffer(view, kind, size, buffer, byteOffset, length) {
  const offset = toIndex(byteOffset, 'Start offset is too large');
  if (offset % size !== 0) {
    throw new RangeError(`start offset of ${kind} should be a multiple of ${size}`);
  }
  const wanted = length === undefined ? 0 : toIndex(length, 'Invalid typed array length');
  const bytes = runtime.view_part(buffer, 'length');
  let count = wanted;
  if (length === undefined) {
    if (bytes % size !== 0) {
      throw new RangeError(`byte length of ${kind} should be a multiple of ${size}`);
    }
    if (offset > bytes) {
      throw new RangeError(`Start offset ${offset} is outside the bounds of the buffer`);
    }
    count = (bytes - offset) / size;
  } else if (offset + wanted * size > bytes) {
    throw new RangeError(`Invalid typed array length: ${wanted}`);
  }
  runtime.new_view(view, buffer, offset, count, kind);
  runtime.set_slot(view, 'data', buffer);
}

// The values that an object iterates over or, if it is not iterable, its elements.
function valuesOf(source) {
  const method = source[iteratorSymbol];
  if (method === undefined || method === null) return source;
  callable(method);
  const result = [];
  if (isListed(source)) {
    // All are read before one is converted.
    for (let k = 0; k < source.length; k++) result.push(source[k]);
    return result;
  }
  const record = recordOf(runtime.call('Symbol.iterator', method, source));
  for (;;) {
    var item = stepOf(record);
    if (runtime.is_empty(item)) return result;
    result.push(item);
  }
}

// Makes an object a typed array with the elements of another object.
function copyView(view, kind, size, source) {
  const other = viewKind(source), list = other === undefined ? valuesOf(source) : source;
  const count = other === undefined ? lengthOf(list) : countOf(source);
  allocateView(view, kind, size, count);
  if (other === kind) {
    runtime.copy_bytes(view, 0, source, runtime.view_part(source, 'offset'), count * size);
    return;
  }
  if (other !== undefined && !areAlike(kind, other)) {
    throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
  }
  for (let k = 0; k < count; k++) view[k] = list[k];
}

function addViewConstructor(kind, size) {
  const prototype = runtime.object_with(viewPrototype);
  const made = function (...args) {
    needNew(new.target, kind);
    const first = args[0];
    if (!runtime.is_object(first)) {
      allocateView(this, kind, size, toIndex(first, `Invalid typed array length: ${first}`));
    } else if (runtime.view_part(first, 'kind') === 'ArrayBuffer') {
      viewBuffer(this, kind, size, first, args[1], args[2]);
    } else copyView(this, kind, size, first);
  };
  runtime.put_property(made, 'name', configurable, kind);
  runtime.constructor(prototype, made);
  runtime.length_of_function(made, 3);
  runtime.set_prototype(made, TypedArray);
  runtime.constants(made, 'BYTES_PER_ELEMENT', size);
  runtime.constants(prototype, 'BYTES_PER_ELEMENT', size);
  viewConstructors[kind] = made;
}

const viewKinds = ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32',
  'Float32', 'Float64'];
const viewSizes = [1, 1, 1, 2, 2, 4, 4, 4, 8];
for (let k = 0; k < viewKinds.length; k++) {
  addViewConstructor(`${viewKinds[k]}Array`, viewSizes[k]);
  if (k !== 2) addDataViewMethods(viewKinds[k], `${viewKinds[k]}Array`, viewSizes[k]);
}

// What a constructor makes of a length (23.2.4.2).
function newView(made, count) {
  const result = typed(new made(count));
  if (countOf(result) < count) throw new TypeError('the constructor made a typed array too short');
  return result;
}

// The constructor for results of the methods of a typed array.
function viewSpecies(view) {
  return speciesOf(view, viewConstructors[viewKind(view)]);
}

function requireAlike(result, view) {
  if (areAlike(viewKind(result), viewKind(view))) return result;
  throw new TypeError('the constructor made a typed array of other content');
}

function newSpecies(view, count) {
  return requireAlike(newView(viewSpecies(view), count), view);
}

// The order of numbers: -0 is before 0, and NaN at the end.
function isAfter(a, b) {
  if (a > b) return true;
  if (a === 0 && b === 0) return typeof a === 'number' && 1 / a > 1 / b;
  return a !== a && b === b;
}

// The elements in order. Comparisons of the program are asked as by node.
function sortedElements(view, compare) {
  const sorted = [], n = countOf(view);
  for (let k = 0; k < n; k++) sorted.push(view[k]);
  if (compare !== undefined) sortRange(sorted, 0, n, (a, b) => -(+compare(b, a)), 1);
  else sortRange(sorted, 0, n, (a, b) => isAfter(b, a) ? -1 : 0, shortRange);
  return sorted;
}

runtime.install(TypedArray,
  function from(source, f, receiver) {
    if (!runtime.is_constructor(this)) throw new TypeError('this is not a constructor');
    if (f !== undefined) callable(f);
    const list = valuesOf(toObject(source)), n = lengthOf(list), result = newView(this, n);
    for (let k = 0; k < n; k++) {
      const value = list[k];
      result[k] = f === undefined ? value : runtime.call('the callback', f, receiver, value, k);
    }
    return result;
  }, 1,
  function of(...items) {
    if (!runtime.is_constructor(this)) throw new TypeError('this is not a constructor');
    const result = newView(this, items.length);
    for (let k = 0; k < items.length; k++) result[k] = items[k];
    return result;
  },
);

addGetters(viewPrototype, {
  get buffer() {
    return runtime.slot(typed(this), 'data');
  },
  get byteLength() {
    return countOf(typed(this)) * runtime.view_part(this, 'size');
  },
  get byteOffset() {
    return runtime.view_part(typed(this), 'offset');
  },
  get length() {
    return countOf(typed(this));
  },
  get [Symbol.toStringTag]() {
    return viewKind(this);
  },
});

runtime.install(viewPrototype,
  function at(index) {
    const self = typed(this), n = countOf(self), k = runtime.to_integer(index);
    return self[k < 0 ? k + n : k];
  },
  function copyWithin(target, start, end) {
    const self = typed(this), n = countOf(self), size = runtime.view_part(self, 'size');
    const to = position(target, n, 0), from = position(start, n, 0), last = position(end, n, n);
    const count = last - from < n - to ? last - from : n - to;
    const offset = runtime.view_part(self, 'offset');
    if (count > 0) {
      runtime.copy_bytes(self, offset + to * size, self, offset + from * size, count * size);
    }
    return self;
  }, 2,
  function entries() {
    return newIterator(arrayIterator, typed(this), 'entries');
  },
  function every(f, receiver) {
    const self = typed(this), n = countOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (!runtime.call('the callback', f, receiver, self[k], k, self)) return false;
    }
    return true;
  }, 1,
  function fill(value, start, end) {
    const self = typed(this), n = countOf(self), number = elementOf(viewKind(self), value);
    let k = position(start, n, 0);
    const last = position(end, n, n);
    for (; k < last; k++) self[k] = number;
    return self;
  }, 1,
  function filter(f, receiver) {
    const self = typed(this), n = countOf(self), kept = [];
    callable(f);
    for (let k = 0; k < n; k++) {
      const value = self[k];
      if (runtime.call('the callback', f, receiver, value, k, self)) kept.push(value);
    }
    const result = newSpecies(self, kept.length);
    for (let k = 0; k < kept.length; k++) result[k] = kept[k];
    return result;
  }, 1,
  function find(f, receiver) {
    const self = typed(this), n = countOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      const value = self[k];
      if (runtime.call('the callback', f, receiver, value, k, self)) return value;
    }
    return undefined;
  }, 1,
  function findIndex(f, receiver) {
    const self = typed(this), n = countOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (runtime.call('the callback', f, receiver, self[k], k, self)) return k;
    }
    return -1;
  }, 1,
  function findLast(f, receiver) {
    const self = typed(this);
    callable(f);
    for (let k = countOf(self) - 1; k >= 0; k--) {
      const value = self[k];
      if (runtime.call('the callback', f, receiver, value, k, self)) return value;
    }
    return undefined;
  }, 1,
  function findLastIndex(f, receiver) {
    const self = typed(this);
    callable(f);
    for (let k = countOf(self) - 1; k >= 0; k--) {
      if (runtime.call('the callback', f, receiver, self[k], k, self)) return k;
    }
    return -1;
  }, 1,
  function forEach(f, receiver) {
    const self = typed(this), n = countOf(self);
    callable(f);
    for (let k = 0; k < n; k++) runtime.call('the callback', f, receiver, self[k], k, self);
  }, 1,
  function includes(wanted, start) {
    const self = typed(this), n = countOf(self);
    if (n === 0) return false;
    for (let k = position(start, n, 0); k < n; k++) {
      const value = self[k];
      if (value === wanted || (value !== value && wanted !== wanted)) return true;
    }
    return false;
  }, 1,
  function indexOf(wanted, start) {
    const self = typed(this), n = countOf(self);
    if (n === 0) return -1;
    for (let k = position(start, n, 0); k < n; k++) if (self[k] === wanted) return k;
    return -1;
  }, 1,
  function join(separator) {
    const self = typed(this), n = countOf(self);
    const between = separator === undefined ? ',' : `${separator}`;
    let text = '';
    for (let k = 0; k < n; k++) text += k > 0 ? `${between}${self[k]}` : `${self[k]}`;
    return text;
  },
  function keys() {
    return newIterator(arrayIterator, typed(this), 'keys');
  },
  function lastIndexOf(wanted, ...start) {
    const self = typed(this), n = countOf(self);
    if (n === 0) return -1;
    let k = start.length > 0 ? runtime.to_integer(start[0]) : n - 1;
    if (k < 0) k += n;
    for (k = k < n ? k : n - 1; k >= 0; k--) if (self[k] === wanted) return k;
    return -1;
  }, 1,
  function map(f, receiver) {
    const self = typed(this), n = countOf(self);
    callable(f);
    const result = newSpecies(self, n);
    for (let k = 0; k < n; k++) {
      result[k] = runtime.call('the callback', f, receiver, self[k], k, self);
    }
    return result;
  }, 1,
  function reduce(f, ...initial) {
    const self = typed(this), n = countOf(self);
    callable(f);
    if (n === 0 && initial.length === 0) {
      throw new TypeError('Reduce of empty array with no initial value');
    }
    let k = initial.length > 0 ? 0 : 1, value = initial.length > 0 ? initial[0] : self[0];
    for (; k < n; k++) value = f(value, self[k], k, self);
    return value;
  }, 1,
  function reduceRight(f, ...initial) {
    const self = typed(this), n = countOf(self);
    callable(f);
    if (n === 0 && initial.length === 0) {
      throw new TypeError('Reduce of empty array with no initial value');
    }
    let k = initial.length > 0 ? n - 1 : n - 2;
    let value = initial.length > 0 ? initial[0] : self[n - 1];
    for (; k >= 0; k--) value = f(value, self[k], k, self);
    return value;
  }, 1,
  function reverse() {
    const self = typed(this);
    for (let low = 0, high = countOf(self) - 1; low < high; low++, high--) {
      const first = self[low];
      self[low] = self[high];
      self[high] = first;
    }
    return self;
  },
  function set(source, offset) {
    const self = typed(this), n = countOf(self), to = runtime.to_integer(offset);
    if (to < 0) throw new RangeError('offset is out of bounds');
    const kind = viewKind(source), from = kind === undefined ? toObject(source) : source;
    const count = kind === undefined ? lengthOf(from) : countOf(from);
    if (kind !== undefined && !areAlike(kind, viewKind(self))) {
      throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
    }
    if (count + to > n) throw new RangeError('offset is out of bounds');
    const size = runtime.view_part(self, 'size');
    if (kind === viewKind(self)) {
      runtime.copy_bytes(self, runtime.view_part(self, 'offset') + to * size, from,
        runtime.view_part(from, 'offset'), count * size);
      return;
    }
    // Both may be views of the same bytes.
    const list = kind === undefined ? from : listOfView(from, count);
    for (let k = 0; k < count; k++) self[to + k] = list[k];
  }, 1,
  function slice(start, end) {
    const self = typed(this), n = countOf(self), size = runtime.view_part(self, 'size');
    const first = position(start, n, 0), last = position(end, n, n);
    const count = last > first ? last - first : 0, result = newSpecies(self, count);
    if (viewKind(result) === viewKind(self)) {
      runtime.copy_bytes(result, runtime.view_part(result, 'offset'), self,
        runtime.view_part(self, 'offset') + first * size, count * size);
    } else for (let k = 0; k < count; k++) result[k] = self[first + k];
    return result;
  },
  function some(f, receiver) {
    const self = typed(this), n = countOf(self);
    callable(f);
    for (let k = 0; k < n; k++) {
      if (runtime.call('the callback', f, receiver, self[k], k, self)) return true;
    }
    return false;
  }, 1,
  function sort(compare) {
    if (compare !== undefined) callable(compare);
    const self = typed(this), sorted = sortedElements(self, compare);
    for (let k = 0; k < sorted.length; k++) self[k] = sorted[k];
    return self;
  },
  function subarray(start, end) {
    if (viewKind(this) === undefined) throw new TypeError('this is not a typed array.');
    const self = this, n = countOf(self), size = runtime.view_part(self, 'size');
    const first = position(start, n, 0), last = position(end, n, n), made = viewSpecies(self);
    const count = last > first ? last - first : 0;
    const from = runtime.view_part(self, 'offset') + first * size;
    return requireAlike(typed(new made(runtime.slot(self, 'data'), from, count)), self);
  },
  function toLocaleString(locales, options) {
    const self = typed(this), n = countOf(self);
    return joinElements(self, n, ',', true, locales, options);
  }, 0,
  function toReversed() {
    const self = typed(this), n = countOf(self);
    const result = new viewConstructors[viewKind(self)](n);
    for (let k = 0; k < n; k++) result[k] = self[n - 1 - k];
    return result;
  },
  function toSorted(compare) {
    if (compare !== undefined) callable(compare);
    return new viewConstructors[viewKind(typed(this))](sortedElements(this, compare));
  },
  function values() {
    return newIterator(arrayIterator, typed(this), 'values');
  },
);
runtime.put_property(viewPrototype, 'with', hidden, ({
  with(index, value) {
    const self = typed(this), n = countOf(self), relative = runtime.to_integer(index);
    const at = relative < 0 ? relative + n : relative, number = elementOf(viewKind(self), value);
    if (!(at >= 0 && at < n)) throw new RangeError('Invalid typed array index');
    const result = new viewConstructors[viewKind(self)](self);
    result[at] = number;
    return result;
  },
}).with);
runtime.put_property(viewPrototype, 'toString', hidden, arrayPrototype.toString);
runtime.put_property(viewPrototype, iteratorSymbol, hidden, viewPrototype.values);

// The elements as an array.
function listOfView(view, count) {
  const result = [];
  for (let k = 0; k < count; k++) result.push(view[k]);
  return result;
}

runtime.install(runtime.initial('library'),
  // `view[key] = value` where the value must be converted.
  function setElement(view, key, value) {
    view[key] = elementOf(viewKind(view), value);
    return value;
  },
);

// ValidateAndApplyPropertyDescriptor for an element (10.4.5.3).
function defineElement(view, key, descriptor) {
  if (!runtime.has_element(view, key)) return false;
  if (descriptor.configurable === false || descriptor.enumerable === false) return false;
  if ('get' in descriptor || 'set' in descriptor || descriptor.writable === false) return false;
  if ('value' in descriptor) view[key] = descriptor.value;
  return true;
}
