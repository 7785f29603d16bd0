// Built-in functions of strings (ECMA-262, 22.1).
// `this` of a function of strings.
function textOf(value, name) {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) {
    throw new TypeError(`String.prototype.${name} called on null or undefined`);
  }
  return `${value}`;
}

function within(index, length, missing) {
  if (index === undefined) return missing;
  const at = runtime.to_integer(index);
  return at < 0 ? 0 : at > length ? length : at;
}

function trimmed(whole, start, end) {
  const text = runtime.with_length(whole);
  let first = 0, last = text.length;
  if (start) while (first < last && runtime.is_space(text.charCodeAt(first))) first++;
  if (end) while (last > first && runtime.is_space(text.charCodeAt(last - 1))) last--;
  return runtime.part(text, first, last);
}

function padding(text, length, filler) {
  const size = runtime.to_integer(length), missing = size - text.length;
  if (missing <= 0) return '';
  const by = runtime.with_length(filler === undefined ? ' ' : `${filler}`);
  let pad = '';
  if (by.length === 0) return pad;
  needLength(size);
  while (pad.length < missing) pad += by;
  return runtime.part(pad, 0, missing);
}

// Throws if a string would be longer than those of V8.
function needLength(length) {
  if (length > 536870888) throw new RangeError('Invalid string length');
}

function needText(value, name) {
  if (value === undefined || value === null) {
    throw new TypeError(`String.prototype.${name} called on null or undefined`);
  }
}

// The places of the ASCII characters in the order of the root collation of Unicode: 0 for those
// that do not count, and the same for both cases of a letter.
const collation = [];
for (let k = 0; k < 128; k++) collation.push(0);
const ordered = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789'
  + 'abcdefghijklmnopqrstuvwxyz';
for (let k = 0; k < ordered.length; k++) {
  const unit = ordered.charCodeAt(k);
  collation[unit] = k + 1;
  if (unit >= 97 && unit <= 122) collation[unit - 32] = k + 1;
}

// The order of two texts (ECMA-402, 19.1.1): by letters without their case, then by case.
function localeOrder(first, second, locales, options) {
  const isUsual = locales === undefined || locales === 'en' || locales === 'en-US';
  if (options !== undefined || !isUsual) {
    return runtime.unmodelled('localeCompare with locales or options');
  }
  const a = runtime.with_length(first), b = runtime.with_length(second);
  let i = 0, j = 0, cases = 0;
  for (;;) {
    let x = 0, y = 0;
    while (i < a.length && x === 0) x = placeOf(a, i++);
    while (j < b.length && y === 0) y = placeOf(b, j++);
    if (x !== y) return x < y ? -1 : 1;
    if (x === 0) return cases;
    if (cases === 0) {
      const left = a.charCodeAt(i - 1), right = b.charCodeAt(j - 1);
      if (left !== right) cases = left > right ? -1 : 1;
    }
  }
}

function placeOf(text, at) {
  const unit = text.charCodeAt(at);
  return unit < 128 ? collation[unit]
    : runtime.unmodelled('localeCompare of characters beyond ASCII');
}

// The number of units of the character at a position: 0 for half of a pair alone.
function pairAt(text, at) {
  const unit = text.charCodeAt(at);
  if (unit < 0xD800 || unit > 0xDFFF) return 1;
  const next = unit < 0xDC00 && at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  return next >= 0xDC00 && next <= 0xDFFF ? 2 : 0;
}

// What is searched for by a function that takes no regular expressions.
function wordOf(value, name) {
  if (isRegExp(value)) {
    throw new TypeError(`First argument to String.prototype.${name} must not be a regular `
      + 'expression');
  }
  return runtime.with_length(textual(value));
}

// The group that digits of a replacement name, and the number of digits.
function groupAt(form, at, count) {
  const tens = runtime.digit_of(form.charCodeAt(at));
  if (tens > 9) return [0, 0];
  const ones = runtime.digit_of(form.charCodeAt(at + 1)), both = tens * 10 + ones;
  if (ones <= 9 && both >= 1 && both <= count) return [both, 2];
  return tens >= 1 && tens <= count ? [tens, 1] : [0, 0];
}

// What replaces a match (22.1.3.19.1).
function substitution(text, wanted, at, replacement, captures, groups) {
  if (typeof replacement === 'function') {
    const list = [wanted];
    for (let k = 0; k < captures.length; k++) list.push(captures[k]);
    list.push(at);
    list.push(text);
    if (groups !== undefined) list.push(groups);
    return textual(runtime.apply('the replacement', replacement, undefined, list, list.length));
  }
  const form = runtime.with_length(replacement);
  const named = groups === undefined ? undefined : toObject(groups);
  let result = '';
  for (let k = 0; k < form.length; k++) {
    const next = form.charAt(k) === '$' ? form.charAt(k + 1) : '';
    if (next === '$') result += '$';
    else if (next === '&') result += wanted;
    else if (next === '`') result += runtime.part(text, 0, at);
    else if (next === "'") result += runtime.part(text, at + wanted.length, text.length);
    else if (next === '<' && named !== undefined && runtime.index_of(form, '>', k) >= 0) {
      const end = runtime.index_of(form, '>', k), value = named[runtime.part(form, k + 2, end)];
      if (value !== undefined) result += textual(value);
      k = end - 1;
    } else {
      const [group, digits] = next === '' ? [0, 0] : groupAt(form, k + 1, captures.length);
      if (digits === 0) {
        result += form.charAt(k);
        continue;
      }
      if (captures[group - 1] !== undefined) result += captures[group - 1];
      k += digits - 1;
    }
    k++;
  }
  return result;
}

runtime.install(runtime.initial('String.prototype'),
  function at(index) {
    const text = runtime.with_length(textOf(this, 'at')), k = runtime.to_integer(index);
    const position = k < 0 ? k + text.length : k;
    return position < 0 || position >= text.length ? undefined : text.charAt(position);
  },
  function codePointAt(index) {
    const text = runtime.with_length(textOf(this, 'codePointAt')), k = runtime.to_integer(index);
    if (k < 0 || k >= text.length) return undefined;
    const high = text.charCodeAt(k);
    if (high < 0xD800 || high >= 0xDC00 || k + 1 >= text.length) return high;
    const low = text.charCodeAt(k + 1);
    if (low < 0xDC00 || low >= 0xE000) return high;
    return (high - 0xD800) * 1024 + (low - 0xDC00) + 0x10000;
  },
  function concat(...parts) {
    let text = textOf(this, 'concat');
    for (let k = 0; k < parts.length; k++) text += `${parts[k]}`;
    return text;
  }, 1,
  function endsWith(wanted, end) {
    const text = textOf(this, 'endsWith'), suffix = wordOf(wanted, 'endsWith');
    const at = within(end, text.length, text.length) - suffix.length;
    return at >= 0 && runtime.starts_at(text, suffix, at);
  }, 1,
  function includes(wanted, start) {
    const text = textOf(this, 'includes'), word = wordOf(wanted, 'includes');
    return runtime.index_of(text, word, within(start, text.length, 0)) >= 0;
  }, 1,
  function indexOf(wanted, start) {
    const text = textOf(this, 'indexOf');
    return runtime.index_of(text, runtime.with_length(`${wanted}`), within(start, text.length, 0));
  }, 1,
  function lastIndexOf(wanted, start) {
    const text = textOf(this, 'lastIndexOf'), word = runtime.with_length(`${wanted}`);
    const from = +start;
    const last = from !== from ? text.length : within(from, text.length, 0);
    return runtime.last_index_of(text, word, last);
  }, 1,
  function padEnd(length, filler) {
    const text = runtime.with_length(textOf(this, 'padEnd'));
    return text + padding(text, length, filler);
  }, 1,
  function padStart(length, filler) {
    const text = runtime.with_length(textOf(this, 'padStart'));
    return padding(text, length, filler) + text;
  }, 1,
  function repeat(count) {
    const text = textOf(this, 'repeat'), n = runtime.to_integer(count);
    if (n < 0 || n === Infinity) throw new RangeError(`Invalid count value: ${count}`);
    let result = '';
    if (text.length === 0) return result;
    needLength(n * text.length);
    for (let k = 0; k < n; k++) result += text;
    return result;
  },
  function replace(wanted, replacement) {
    needText(this, 'replace');
    const method = methodOf(wanted, replaceSymbol);
    if (method !== undefined) return runtime.call('the pattern', method, wanted, this, replacement);
    const text = runtime.with_length(textOf(this, 'replace'));
    const word = runtime.with_length(textual(wanted));
    const by = typeof replacement === 'function' ? replacement : textual(replacement);
    const at = runtime.index_of(text, word, 0);
    if (at < 0) return text;
    return runtime.part(text, 0, at) + substitution(text, word, at, by, [], undefined) +
      runtime.part(text, at + word.length, text.length);
  },
  function replaceAll(wanted, replacement) {
    needText(this, 'replaceAll');
    if (isRegExp(wanted)) needGlobal(wanted, 'replaceAll');
    const method = methodOf(wanted, replaceSymbol);
    if (method !== undefined) return runtime.call('the pattern', method, wanted, this, replacement);
    const text = runtime.with_length(textOf(this, 'replaceAll'));
    const word = runtime.with_length(textual(wanted));
    const by = typeof replacement === 'function' ? replacement : textual(replacement);
    const step = word.length > 0 ? word.length : 1;
    let result = '', done = 0;
    let at = runtime.index_of(text, word, 0);
    for (; at >= 0; at = runtime.index_of(text, word, at + step)) {
      result += runtime.part(text, done, at) + substitution(text, word, at, by, [], undefined);
      done = at + word.length;
    }
    return result + runtime.part(text, done, text.length);
  },
  function slice(start, end) {
    const text = runtime.with_length(textOf(this, 'slice')), n = text.length;
    return runtime.part(text, position(start, n, 0), position(end, n, n));
  },
  function split(separator, limit) {
    needText(this, 'split');
    const method = methodOf(separator, splitSymbol);
    if (method !== undefined) return runtime.call('the pattern', method, separator, this, limit);
    const text = runtime.with_length(textOf(this, 'split'));
    const most = limit === undefined ? 4294967295 : limit >>> 0;
    const between = separator === undefined ? undefined : runtime.with_length(textual(separator));
    const result = [];
    if (most === 0) return result;
    if (between === undefined) return [text];
    if (between.length === 0) {
      for (let k = 0; k < text.length && k < most; k++) result.push(text.charAt(k));
      return result;
    }
    let done = 0, at = runtime.index_of(text, between, 0);
    for (; at >= 0; at = runtime.index_of(text, between, done)) {
      result.push(runtime.part(text, done, at));
      if (result.length >= most) return result;
      done = at + between.length;
    }
    result.push(runtime.part(text, done, text.length));
    return result;
  },
  function startsWith(wanted, start) {
    const text = textOf(this, 'startsWith'), word = wordOf(wanted, 'startsWith');
    return runtime.starts_at(text, word, within(start, text.length, 0));
  }, 1,
  function substr(start, length) {
    const text = runtime.with_length(textOf(this, 'substr')), n = text.length;
    const first = position(start, n, 0);
    const count = length === undefined ? n - first : runtime.to_integer(length);
    return runtime.part(text, first, count < 0 ? first : count > n - first ? n : first + count);
  },
  function substring(start, end) {
    const text = runtime.with_length(textOf(this, 'substring')), n = text.length;
    const a = within(start, n, 0), b = within(end, n, n);
    return a < b ? runtime.part(text, a, b) : runtime.part(text, b, a);
  },
  function toLocaleLowerCase(locales) {
    const self = textOf(this, 'toLocaleLowerCase');
    needEnglish(locales);
    return runtime.cased(self, false);
  }, 0,
  function localeCompare(other, locales, options) {
    const self = textOf(this, 'localeCompare');
    return localeOrder(self, textual(other), locales, options);
  }, 1,
  function normalize(form) {
    const self = textOf(this, 'normalize'), name = form === undefined ? 'NFC' : textual(form);
    if (name === 'NFC') return runtime.normalized(self, 'NFC');
    if (name === 'NFD') return runtime.normalized(self, 'NFD');
    if (name === 'NFKC') return runtime.normalized(self, 'NFKC');
    if (name === 'NFKD') return runtime.normalized(self, 'NFKD');
    throw new RangeError('The normalization form should be one of NFC, NFD, NFKC, NFKD.');
  }, 0,
  function toLocaleUpperCase(locales) {
    const self = textOf(this, 'toLocaleUpperCase');
    needEnglish(locales);
    return runtime.cased(self, true);
  }, 0,
  function toLowerCase() {
    return runtime.cased(textOf(this, 'toLowerCase'), false);
  },
  function toString() {
    return primitiveOf(this, 'string', 'String', 'toString');
  },
  function toUpperCase() {
    return runtime.cased(textOf(this, 'toUpperCase'), true);
  },
  function isWellFormed() {
    const text = runtime.with_length(textOf(this, 'isWellFormed'));
    for (let k = 0; k < text.length; k++) {
      const size = pairAt(text, k);
      if (size === 0) return false;
      k += size - 1;
    }
    return true;
  },
  function toWellFormed() {
    const text = runtime.with_length(textOf(this, 'toWellFormed'));
    let result = '';
    for (let k = 0; k < text.length; k++) {
      const size = pairAt(text, k);
      result += size === 0 ? '\ufffd' : runtime.part(text, k, k + size);
      if (size === 2) k++;
    }
    return result;
  },
  function trim() {
    return trimmed(textOf(this, 'trim'), true, true);
  },
  function trimEnd() {
    return trimmed(textOf(this, 'trimEnd'), false, true);
  },
  function trimStart() {
    return trimmed(textOf(this, 'trimStart'), true, false);
  },
  function valueOf() {
    return primitiveOf(this, 'string', 'String', 'valueOf');
  },
);

runtime.put_property(runtime.initial('String.prototype'), 'trimLeft', hidden,
  runtime.initial('String.prototype').trimStart);
runtime.put_property(runtime.initial('String.prototype'), 'trimRight', hidden,
  runtime.initial('String.prototype').trimEnd);

runtime.constructor(runtime.initial('String.prototype'), function String(...values) {
  const value = values.length > 0 ? values[0] : '';
  if (new.target === undefined && typeof value === 'symbol') {
    return `Symbol(${runtime.description(value) === undefined ? '' : runtime.description(value)})`;
  }
  const text = `${value}`;
  if (new.target === undefined) return text;
  wrap(this, text);
});
runtime.length_of_function(runtime.built_in('String'), 1);

runtime.install(runtime.built_in('String'),
  function fromCharCode(...units) {
    let text = '';
    for (let k = 0; k < units.length; k++) text += runtime.character(units[k] & 0xFFFF);
    return text;
  }, 1,
  function fromCodePoint(...codes) {
    let text = runtime.characters(codes);
    if (text !== undefined) return text;
    text = '';
    for (let k = 0; k < codes.length; k++) {
      const code = +codes[k];
      if (!isIntegral(code) || code < 0 || code > 0x10FFFF) {
        throw new RangeError(`Invalid code point ${code}`);
      }
      text += characterOf(code);
    }
    return text;
  }, 1,
  function raw(template, ...values) {
    const parts = toObject(toObject(template).raw), count = lengthOf(parts);
    let text = '';
    for (let k = 0; k < count; k++) {
      text += textual(parts[k]);
      if (k + 1 < count && k < values.length) text += textual(values[k]);
    }
    return text;
  },
);
