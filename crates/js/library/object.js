// Built-in functions of objects, functions, numbers, and the global ones (ECMA-262, 19 to 21).
'use strict';

function objectOf(value) {
  if (value === undefined || value === null) {
    throw new TypeError('Cannot convert undefined or null to object');
  }
  return value;
}

runtime.install(runtime.initial('Object.prototype'),
  function hasOwnProperty(key) {
    return runtime.has_own(objectOf(this), key);
  },
  function isPrototypeOf(value) {
    const self = objectOf(this);
    while (runtime.is_object(value)) {
      value = runtime.prototype_of(value);
      if (value === self) return true;
    }
    return false;
  },
  function valueOf() {
    return objectOf(this);
  },
);

runtime.constructor(runtime.initial('Object.prototype'), function Object(value) {
  if (value === undefined || value === null) return {};
  if (runtime.is_object(value)) return value;
  return runtime.unmodelled('an object made from a primitive value');
});

runtime.install(runtime.built_in('Object'),
  function assign(target, ...sources) {
    objectOf(target);
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i];
      if (source === undefined || source === null) continue;
      const keys = runtime.own_keys(source);
      for (let k = 0; k < keys.length; k++) target[keys[k]] = source[keys[k]];
    }
    return target;
  },
  function create(prototype, ...properties) {
    if (prototype !== null && !runtime.is_object(prototype)) {
      throw new TypeError('Object prototype may only be an Object or null: ' + prototype);
    }
    if (properties.length > 0 && properties[0] !== undefined) {
      return runtime.unmodelled('properties with attributes');
    }
    return runtime.object_with(prototype);
  },
  function entries(object) {
    const keys = runtime.own_keys(objectOf(object)), result = [];
    for (let k = 0; k < keys.length; k++) result.push([keys[k], object[keys[k]]]);
    return result;
  },
  function getPrototypeOf(object) {
    return runtime.prototype_of(objectOf(object));
  },
  function is(a, b) {
    if (a === b) return a !== 0 || 1 / a === 1 / b;
    return a !== a && b !== b;
  },
  function keys(object) {
    return runtime.own_keys(objectOf(object));
  },
  function values(object) {
    const keys = runtime.own_keys(objectOf(object)), result = [];
    for (let k = 0; k < keys.length; k++) result.push(object[keys[k]]);
    return result;
  },
);

runtime.install(runtime.initial('Function.prototype'),
  function apply(self, list) {
    const none = list === undefined || list === null;
    if (!none && !runtime.is_array(list)) {
      return runtime.unmodelled('arguments of `apply` that are no array');
    }
    return runtime.apply('the function', this, self, none ? [] : list, none ? 0 : list.length);
  },
  function bind(self, ...first) {
    const target = this;
    if (typeof target !== 'function') throw new TypeError('Bind must be called on a function');
    return (...rest) => {
      const all = first.concat(rest);
      return runtime.apply('the function', target, self, all, all.length);
    };
  },
  function call(self, ...list) {
    return runtime.apply('the function', this, self, list, list.length);
  },
);

runtime.constructor(runtime.initial('Number.prototype'), function Number(...values) {
  if (runtime.is_object(this)) return runtime.unmodelled('an object of class Number');
  return values.length > 0 ? +values[0] : 0;
});

runtime.constructor(runtime.initial('Boolean.prototype'), function Boolean(value) {
  if (runtime.is_object(this)) return runtime.unmodelled('an object of class Boolean');
  return !!value;
});

runtime.install(runtime.initial('Number.prototype'),
  function toString(radix) {
    if (typeof this !== 'number') return runtime.unmodelled('a number object');
    if (radix === undefined || radix === 10) return `${this}`;
    if (!(radix >= 2 && radix <= 36) || radix % 1 !== 0) {
      throw new RangeError('toString() radix must be between 2 and 36');
    }
    if (this % 1 !== 0) return runtime.unmodelled('a fraction in another radix');
    let rest = this < 0 ? -this : +this, text = '';
    do {
      const digit = rest % radix;
      text = '0123456789abcdefghijklmnopqrstuvwxyz'.charAt(digit) + text;
      rest = (rest - digit) / radix;
    } while (rest > 0);
    return this < 0 ? '-' + text : text;
  },
  function valueOf() {
    if (typeof this !== 'number') return runtime.unmodelled('a number object');
    return this;
  },
);

runtime.install(runtime.initial('Boolean.prototype'),
  function toString() {
    if (typeof this !== 'boolean') return runtime.unmodelled('a boolean object');
    return `${this}`;
  },
  function valueOf() {
    if (typeof this !== 'boolean') return runtime.unmodelled('a boolean object');
    return this;
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

// White space and line ends (12.2, 12.3).
function isSpace(unit) {
  return unit === 32 || (unit >= 9 && unit <= 13) || unit === 160 || unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200A) || unit === 0x2028 || unit === 0x2029 ||
    unit === 0x202F || unit === 0x205F || unit === 0x3000 || unit === 0xFEFF;
}

function digitOf(unit) {
  if (unit >= 48 && unit <= 57) return unit - 48;
  if (unit >= 97 && unit <= 122) return unit - 87;
  if (unit >= 65 && unit <= 90) return unit - 55;
  return 99;
}

function parseInt(value, radix) {
  const text = `${value}`, n = text.length;
  let base = radix | 0, at = 0, negative = false;
  while (at < n && isSpace(text.charCodeAt(at))) at++;
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
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= base) break;
    result = result * base + digit;
  }
  if (at === first) return NaN;
  if (result > 9007199254740991) return runtime.unmodelled('parseInt of a large number');
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

runtime.install(runtime.initial('library'),
  // Copies what `...source` stands for in an object literal.
  function copy(target, source) {
    if (source === undefined || source === null) return target;
    const keys = runtime.own_keys(source);
    for (let k = 0; k < keys.length; k++) target[keys[k]] = source[keys[k]];
    return target;
  },
  // The keys that `for in` visits, the object's own first.
  function enumerate(object) {
    const result = [];
    if (object === undefined || object === null) return result;
    for (let level = object; level !== null; level = runtime.prototype_of(level)) {
      const keys = runtime.own_keys(level);
      for (let k = 0; k < keys.length; k++) {
        if (level === object || !result.includes(keys[k])) result.push(keys[k]);
      }
    }
    return result;
  },
);
