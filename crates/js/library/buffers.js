// ArrayBuffer and DataView (ECMA-262, 25.1 and 25.3).
const bufferPrototype = runtime.object_with(objectPrototype);
const dataViewPrototype = runtime.object_with(objectPrototype);

// Makes an object a buffer of this many bytes.
function makeBuffer(object, bytes) {
  if (bytes > 8589934592) throw new RangeError('Array buffer allocation failed');
  if (bytes > 67108864) runtime.unmodelled('a buffer of more than 64 MiB');
  runtime.new_buffer(object, bytes);
  return object;
}

// An object that is a view or buffer of one of two kinds.
function ofKind(object, kind) {
  if (runtime.view_part(object, 'kind') === kind) return object;
  throw new TypeError(`the receiver is not a ${kind}`);
}

runtime.constructor(bufferPrototype, function ArrayBuffer(length, options) {
  needNew(new.target, 'ArrayBuffer');
  const bytes = toIndex(length, 'Array buffer allocation failed');
  if (runtime.is_object(options) && options.maxByteLength !== undefined) {
    runtime.unmodelled('a buffer whose length changes');
  }
  makeBuffer(this, bytes);
});
const builtInBuffer = runtime.built_in('ArrayBuffer');
runtime.length_of_function(builtInBuffer, 1);
runtime.install(builtInBuffer,
  function isView(value) {
    const kind = runtime.view_part(value, 'kind');
    return kind !== undefined && kind !== 'ArrayBuffer';
  },
);
addGetters(builtInBuffer, speciesGetter);
addGetters(bufferPrototype, {
  get byteLength() {
    return runtime.view_part(ofKind(this, 'ArrayBuffer'), 'length');
  },
  get maxByteLength() {
    return runtime.view_part(ofKind(this, 'ArrayBuffer'), 'length');
  },
  get resizable() {
    ofKind(this, 'ArrayBuffer');
    return false;
  },
});
runtime.install(bufferPrototype,
  // All buffers have a fixed length.
  function resize(newLength) {
    ofKind(this, 'ArrayBuffer');
    throw new TypeError('the length of this buffer is fixed');
  },
  function slice(start, end) {
    const self = ofKind(this, 'ArrayBuffer'), n = runtime.view_part(self, 'length');
    const first = position(start, n, 0), last = position(end, n, n);
    const count = last > first ? last - first : 0;
    const made = speciesOf(self, builtInBuffer);
    const result = ofKind(new made(count), 'ArrayBuffer');
    if (result === self) throw new TypeError('the species of a buffer returned the same buffer');
    if (runtime.view_part(result, 'length') < count) {
      throw new TypeError('the species of a buffer returned a smaller buffer');
    }
    runtime.copy_bytes(result, 0, self, first, count);
    return result;
  },
);
runtime.put_property(bufferPrototype, toStringTagSymbol, configurable, 'ArrayBuffer');

runtime.constructor(dataViewPrototype, function DataView(buffer, byteOffset, byteLength) {
  needNew(new.target, 'DataView');
  if (runtime.view_part(buffer, 'kind') !== 'ArrayBuffer') {
    throw new TypeError('First argument to DataView constructor must be an ArrayBuffer');
  }
  const offset = toIndex(byteOffset, 'Start offset is outside the bounds of the buffer');
  const bytes = runtime.view_part(buffer, 'length');
  if (offset > bytes) throw new RangeError('Start offset is outside the bounds of the buffer');
  const length = byteLength === undefined ? bytes - offset
    : toIndex(byteLength, 'Invalid DataView length');
  if (offset + length > bytes) throw new RangeError('Invalid DataView length');
  runtime.new_view(this, buffer, offset, length, 'DataView');
  runtime.set_slot(this, 'data', buffer);
});
runtime.length_of_function(runtime.built_in('DataView'), 1);
addGetters(dataViewPrototype, {
  get buffer() {
    return runtime.slot(ofKind(this, 'DataView'), 'data');
  },
  get byteLength() {
    return runtime.view_part(ofKind(this, 'DataView'), 'length');
  },
  get byteOffset() {
    return runtime.view_part(ofKind(this, 'DataView'), 'offset');
  },
});
runtime.put_property(dataViewPrototype, toStringTagSymbol, configurable, 'DataView');

// Checks that a number of some bytes lies within a view.
function requireInside(view, at, size) {
  if (at + size > runtime.view_part(view, 'length')) {
    throw new RangeError('Offset is outside the bounds of the DataView');
  }
}

function addDataViewMethods(name, kind, size) {
  const outside = 'Offset is outside the bounds of the DataView';
  const methods = {
    get(byteOffset, littleEndian) {
      const view = ofKind(this, 'DataView'), at = toIndex(byteOffset, outside);
      const little = !!littleEndian;
      requireInside(view, at, size);
      return little ? runtime.load_number(view, at, kind, true)
        : runtime.load_number(view, at, kind, false);
    },
    set(byteOffset, value, littleEndian) {
      const view = ofKind(this, 'DataView'), at = toIndex(byteOffset, outside);
      const number = elementOf(kind, value), little = !!littleEndian;
      requireInside(view, at, size);
      if (little) runtime.store_number(view, at, kind, true, number);
      else runtime.store_number(view, at, kind, false, number);
    },
  };
  runtime.put_property(methods.get, 'name', configurable, `get${name}`);
  runtime.put_property(methods.set, 'name', configurable, `set${name}`);
  runtime.install(dataViewPrototype, methods.get, 1, methods.set, 2);
}
