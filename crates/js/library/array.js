// Built-in functions of arrays (ECMA-262, 23.1), in the order of the standard's text.
// Library functions call each other directly: members of the program's objects may be replaced.

function callable(f) {
  if (typeof f === 'function') return f;
  const shown = typeof f === 'object' && f !== null ? 'object'
    : typeof f === 'string' ? '"' + f + '"' : f;
  throw new TypeError(shown + ' is not a function');
}

function visit(f, self, value, k, array) {
  return runtime.call('the callback', f, self, value, k, array);
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

// The elements of an array in a range, holes included.
function range(array, start, end) {
  const result = [];
  let count = 0;
  for (let k = start; k < end; k++, count++) if (k in array) result[count] = array[k];
  result.length = count;
  return result;
}

function flattened(array, levels) {
  const result = [];
  for (let k = 0; k < array.length; k++) {
    if (!(k in array)) continue;
    const value = array[k];
    if (levels < 1 || !runtime.is_array(value)) {
      result.push(value);
      continue;
    }
    const inner = flattened(value, levels - 1);
    for (let i = 0; i < inner.length; i++) result.push(inner[i]);
  }
  return result;
}

function mapped(array, f, self) {
  const n = array.length, result = [];
  callable(f);
  for (let k = 0; k < n; k++) {
    if (k in array) result[k] = visit(f, self, array[k], k, array);
  }
  result.length = n;
  return result;
}

runtime.install(runtime.initial('Array.prototype'),
  function at(index) {
    const k = runtime.to_integer(index);
    return this[k < 0 ? k + this.length : k];
  },
  function concat(...items) {
    const result = [];
    let n = 0;
    const parts = [this];
    for (let i = 0; i < items.length; i++) parts.push(items[i]);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (!runtime.is_array(part)) {
        result[n++] = part;
        continue;
      }
      for (let k = 0; k < part.length; k++, n++) if (k in part) result[n] = part[k];
    }
    result.length = n;
    return result;
  },
  function every(f, self) {
    const n = this.length;
    callable(f);
    for (let k = 0; k < n; k++) if (k in this && !visit(f, self, this[k], k, this)) return false;
    return true;
  },
  function fill(value, start, end) {
    const n = this.length, last = position(end, n, n);
    for (let k = position(start, n, 0); k < last; k++) this[k] = value;
    return this;
  },
  function filter(f, self) {
    const n = this.length, result = [];
    callable(f);
    for (let k = 0; k < n; k++) {
      if (!(k in this)) continue;
      const value = this[k];
      if (visit(f, self, value, k, this)) result.push(value);
    }
    return result;
  },
  function find(f, self) {
    const n = this.length;
    callable(f);
    for (let k = 0; k < n; k++) {
      const value = this[k];
      if (visit(f, self, value, k, this)) return value;
    }
    return undefined;
  },
  function findIndex(f, self) {
    const n = this.length;
    callable(f);
    for (let k = 0; k < n; k++) if (visit(f, self, this[k], k, this)) return k;
    return -1;
  },
  function findLast(f, self) {
    const n = this.length;
    callable(f);
    for (let k = n - 1; k >= 0; k--) {
      const value = this[k];
      if (visit(f, self, value, k, this)) return value;
    }
    return undefined;
  },
  function findLastIndex(f, self) {
    const n = this.length;
    callable(f);
    for (let k = n - 1; k >= 0; k--) if (visit(f, self, this[k], k, this)) return k;
    return -1;
  },
  function flatMap(f, self) {
    return flattened(mapped(this, f, self), 1);
  },
  function forEach(f, self) {
    const n = this.length;
    callable(f);
    for (let k = 0; k < n; k++) if (k in this) visit(f, self, this[k], k, this);
  },
  function includes(wanted, start) {
    const n = this.length;
    for (let k = position(start, n, 0); k < n; k++) {
      const value = this[k];
      if (value === wanted || (value !== value && wanted !== wanted)) return true;
    }
    return false;
  },
  function indexOf(wanted, start) {
    const n = this.length;
    for (let k = position(start, n, 0); k < n; k++) if (k in this && this[k] === wanted) return k;
    return -1;
  },
  function join(separator) {
    const between = separator === undefined ? ',' : `${separator}`;
    const n = this.length;
    let text = '';
    for (let k = 0; k < n; k++) {
      if (k > 0) text += between;
      const value = this[k];
      if (value === undefined || value === null) continue;
      text += runtime.is_array(value) ? value.join() : `${value}`;
    }
    return text;
  },
  function lastIndexOf(wanted, ...start) {
    const n = this.length;
    let k = start.length > 0 ? runtime.to_integer(start[0]) : n - 1;
    if (k < 0) k += n;
    for (k = k < n ? k : n - 1; k >= 0; k--) if (k in this && this[k] === wanted) return k;
    return -1;
  },
  function map(f, self) {
    return mapped(this, f, self);
  },
  function reduce(f, ...initial) {
    const n = this.length;
    let k = 0, value;
    callable(f);
    if (initial.length > 0) value = initial[0];
    else {
      while (k < n && !(k in this)) k++;
      if (k >= n) throw new TypeError('Reduce of empty array with no initial value');
      value = this[k++];
    }
    for (; k < n; k++) if (k in this) value = f(value, this[k], k, this);
    return value;
  },
  function reduceRight(f, ...initial) {
    let k = this.length - 1, value;
    callable(f);
    if (initial.length > 0) value = initial[0];
    else {
      while (k >= 0 && !(k in this)) k--;
      if (k < 0) throw new TypeError('Reduce of empty array with no initial value');
      value = this[k--];
    }
    for (; k >= 0; k--) if (k in this) value = f(value, this[k], k, this);
    return value;
  },
  function reverse() {
    const n = this.length;
    for (let low = 0, high = n - 1; low < high; low++, high--) {
      const hasLow = low in this, hasHigh = high in this;
      const first = this[low], last = this[high];
      if (hasHigh) this[low] = last; else delete this[low];
      if (hasLow) this[high] = first; else delete this[high];
    }
    return this;
  },
  function shift() {
    const n = this.length;
    if (n === 0) {
      this.length = 0;
      return undefined;
    }
    const first = this[0];
    for (let k = 1; k < n; k++) move(this, k, this, k - 1);
    delete this[n - 1];
    this.length = n - 1;
    return first;
  },
  function slice(start, end) {
    const n = this.length;
    return range(this, position(start, n, 0), position(end, n, n));
  },
  function some(f, self) {
    const n = this.length;
    callable(f);
    for (let k = 0; k < n; k++) if (k in this && visit(f, self, this[k], k, this)) return true;
    return false;
  },
  // Insertion is stable; holes and `undefined` go to the end, in this order from the last.
  function sort(compare) {
    if (compare !== undefined) callable(compare);
    const n = this.length, sorted = [];
    let open = 0;
    for (let k = 0; k < n; k++) {
      if (!(k in this)) continue;
      const value = this[k];
      if (value === undefined) {
        open++;
        continue;
      }
      let at = sorted.length;
      while (at > 0) {
        const before = sorted[at - 1];
        const order = compare === undefined
          ? (`${before}` > `${value}` ? 1 : 0)
          : compare(before, value);
        if (!(order > 0)) break;
        sorted[at] = before;
        at--;
      }
      sorted[at] = value;
    }
    const count = sorted.length;
    for (let k = 0; k < n; k++) {
      if (k < count) this[k] = sorted[k];
      else if (k < count + open) this[k] = undefined;
      else delete this[k];
    }
    return this;
  },
  function splice(...args) {
    const n = this.length, count = args.length;
    const start = count > 0 ? position(args[0], n, 0) : 0;
    let removed = count === 0 ? 0 : count === 1 ? n - start : runtime.to_integer(args[1]);
    removed = removed < 0 ? 0 : removed > n - start ? n - start : removed;
    const result = range(this, start, start + removed);
    const rest = range(this, start + removed, n);
    let k = start;
    for (let i = 2; i < count; i++) this[k++] = args[i];
    for (let i = 0; i < rest.length; i++, k++) move(rest, i, this, k);
    this.length = k;
    return result;
  },
  function toString() {
    return this.join();
  },
  function unshift(...items) {
    const n = this.length, added = items.length;
    for (let k = n - 1; k >= 0; k--) move(this, k, this, k + added);
    for (let k = 0; k < added; k++) this[k] = items[k];
    this.length = n + added;
    return n + added;
  },
  function flat(depth) {
    return flattened(this, depth === undefined ? 1 : runtime.to_integer(depth));
  },
);

runtime.constructor(runtime.initial('Array.prototype'), function Array(...items) {
  if (items.length !== 1 || typeof items[0] !== 'number') return items;
  const result = [], length = items[0];
  if (length < 0 || length % 1 !== 0) throw new RangeError('Invalid array length');
  result.length = length;
  return result;
});

runtime.install(runtime.built_in('Array'),
  function isArray(value) {
    return runtime.is_array(value);
  },
  function of(...items) {
    return items;
  },
  function from(items, f, self) {
    const result = [];
    if (f !== undefined) callable(f);
    const list = typeof items === 'string' || runtime.is_array(items)
      ? runtime.library('iterate')(items) : items;
    const n = list.length === undefined ? 0 : list.length;
    for (let k = 0; k < n; k++) result[k] = f === undefined ? list[k] : visit(f, self, list[k], k);
    return result;
  },
);

runtime.install(runtime.initial('library'),
  // What `for of` and `...` go through: an array itself, or the code points of a string.
  function iterate(value) {
    if (runtime.is_array(value)) return value;
    if (typeof value === 'string') {
      const result = [], n = value.length;
      for (let k = 0; k < n; k++) {
        let part = value.charAt(k);
        const high = value.charCodeAt(k);
        if (high >= 0xD800 && high < 0xDC00 && k + 1 < n) {
          const low = value.charCodeAt(k + 1);
          if (low >= 0xDC00 && low < 0xE000) part += value.charAt(++k);
        }
        result.push(part);
      }
      return result;
    }
    if (value === undefined || value === null || typeof value !== 'object') {
      throw new TypeError(`${value} is not iterable`);
    }
    return runtime.unmodelled('iteration of an object other than an array');
  },
  // The elements from a position on.
  function rest(list, start) {
    const result = [];
    for (let k = start; k < list.length; k++) result.push(list[k]);
    return result;
  },
  // Appends what `...value` stands for.
  function append(array, value) {
    const items = runtime.library('iterate')(value);
    for (let k = 0; k < items.length; k++) array.push(items[k]);
    return array;
  },
);
