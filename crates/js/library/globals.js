// Global functions for texts (ECMA-262, 19.2.4 and 19.2.6).
const uriReserved = ';/?:@&=+$,';
const uriUnreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*\'()';

function hexText(byte) {
  const digits = '0123456789ABCDEF';
  return digits.charAt(byte >> 4) + digits.charAt(byte & 15);
}

function byteText(byte) {
  return `%${hexText(byte)}`;
}

function encode(value, unescaped) {
  const text = runtime.with_length(textual(value));
  let result = '';
  for (let k = 0; k < text.length; k++) {
    const unit = text.charAt(k);
    if (runtime.index_of(unescaped, unit, 0) >= 0) {
      result += unit;
      continue;
    }
    let code = text.charCodeAt(k);
    if (code >= 0xD800 && code < 0xE000) {
      const trail = k + 1 < text.length ? text.charCodeAt(++k) : 0;
      if (code >= 0xDC00 || trail < 0xDC00 || trail >= 0xE000) throw new URIError('URI malformed');
      code = (code - 0xD800) * 1024 + (trail - 0xDC00) + 0x10000;
    }
    if (code < 0x80) result += byteText(code);
    else if (code < 0x800) result += byteText(0xC0 | code >> 6) + byteText(0x80 | code & 63);
    else {
      result += code < 0x10000 ? byteText(0xE0 | code >> 12)
        : byteText(0xF0 | code >> 18) + byteText(0x80 | code >> 12 & 63);
      result += byteText(0x80 | code >> 6 & 63) + byteText(0x80 | code & 63);
    }
  }
  return result;
}

const escapeKept = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./';

// The number that hexadecimal digits spell, -1 if there are too few.
function hexAt(text, at, count) {
  if (at + count > text.length) return -1;
  let code = 0;
  for (let k = 0; k < count; k++) {
    const digit = runtime.digit_of(text.charCodeAt(at + k));
    if (digit > 15) return -1;
    code = code * 16 + digit;
  }
  return code;
}

// The byte that `%` and two digits spell.
function byteAt(text, at) {
  const high = at + 2 < text.length ? runtime.digit_of(text.charCodeAt(at + 1)) : 99;
  const low = at + 2 < text.length ? runtime.digit_of(text.charCodeAt(at + 2)) : 99;
  if (text.charAt(at) !== '%' || high > 15 || low > 15) throw new URIError('URI malformed');
  return high * 16 + low;
}

function decode(value, kept) {
  const text = runtime.with_length(textual(value));
  let result = '';
  for (let k = 0; k < text.length; k++) {
    if (text.charAt(k) !== '%') {
      result += text.charAt(k);
      continue;
    }
    const start = k, first = byteAt(text, k);
    k += 2;
    if (first < 0x80) {
      const unit = runtime.character(first);
      result += runtime.index_of(kept, unit, 0) >= 0 ? runtime.part(text, start, k + 1) : unit;
      continue;
    }
    const more = first >= 0xF8 || first < 0xC0 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (more === 0) throw new URIError('URI malformed');
    let code = first & (63 >> more);
    for (let n = 0; n < more; n++) {
      const byte = byteAt(text, k + 1);
      if ((byte & 0xC0) !== 0x80) throw new URIError('URI malformed');
      code = code << 6 | byte & 63;
      k += 3;
    }
    const least = more === 1 ? 0x80 : more === 2 ? 0x800 : 0x10000;
    if (code < least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
      throw new URIError('URI malformed');
    }
    result += characterOf(code);
  }
  return result;
}

// The string of a code point.
function characterOf(code) {
  if (code < 0x10000) return runtime.character(code);
  const above = code - 0x10000;
  return runtime.character(0xD800 + (above >> 10)) + runtime.character(0xDC00 + (above & 1023));
}

function parseFloat(value) {
  const text = trimmed(textual(value), true, false), n = text.length;
  let at = 0;
  if (at < n && (text.charAt(at) === '-' || text.charAt(at) === '+')) at++;
  if (runtime.starts_at(text, 'Infinity', at)) {
    return at > 0 && text.charAt(0) === '-' ? -Infinity : Infinity;
  }
  const digits = (from) => {
    let end = from;
    while (end < n && runtime.digit_of(text.charCodeAt(end)) < 10) end++;
    return end;
  };
  const whole = digits(at);
  let end = whole;
  if (whole < n && text.charAt(whole) === '.') end = digits(whole + 1);
  if (whole === at && end <= whole + 1) return NaN;
  if (end < n && runtime.digit_of(text.charCodeAt(end)) === 14) {
    let from = end + 1;
    if (from < n && (text.charAt(from) === '-' || text.charAt(from) === '+')) from++;
    const last = digits(from);
    if (last > from) end = last;
  }
  return +runtime.part(text, 0, end);
}

runtime.install(runtime.initial('global'),
  function decodeURI(value) {
    return decode(value, `${uriReserved}#`);
  },
  function decodeURIComponent(value) {
    return decode(value, '');
  },
  function encodeURI(value) {
    return encode(value, `${uriReserved}${uriUnreserved}#`);
  },
  function encodeURIComponent(value) {
    return encode(value, uriUnreserved);
  },
  function escape(value) {
    const text = runtime.with_length(textual(value));
    let result = '';
    for (let k = 0; k < text.length; k++) {
      const unit = text.charAt(k), code = text.charCodeAt(k);
      if (runtime.index_of(escapeKept, unit, 0) >= 0) result += unit;
      else if (code < 256) result += byteText(code);
      else result += `%u${hexText(code >> 8)}${hexText(code & 255)}`;
    }
    return result;
  },
  function unescape(value) {
    const text = runtime.with_length(textual(value));
    let result = '';
    for (let k = 0; k < text.length; k++) {
      const isLong = text.charAt(k) === '%' && text.charAt(k + 1) === 'u';
      const digits = isLong ? 4 : 2, from = k + (isLong ? 2 : 1);
      const code = text.charAt(k) === '%' ? hexAt(text, from, digits) : -1;
      if (code < 0) result += text.charAt(k);
      else {
        result += runtime.character(code);
        k = from + digits - 1;
      }
    }
    return result;
  },
  parseFloat,
);
runtime.install(runtime.built_in('Number'), parseFloat);
// Not in ECMA-262, but in node.
runtime.put_property(runtime.initial('global'), toStringTagSymbol, configurable, 'global');

// Built-ins that a program may pass on, but not use: their members are not modelled.
const atomics = {};
runtime.put_property(runtime.initial('global'), 'Atomics', hidden, atomics);
runtime.put_property(atomics, toStringTagSymbol, configurable, 'Atomics');
runtime.missing(atomics, 'Atomics', 'add and compareExchange exchange isLockFree load notify or '
  + 'store sub wait waitAsync xor');
runtime.constructor(runtime.object_with(null), function Proxy(target, handler) {
  needNew(new.target, 'Proxy');
  runtime.unmodelled('Proxy');
});
runtime.missing(runtime.built_in('Proxy'), 'Proxy', 'prototype revocable');
const sharedBufferPrototype = runtime.object_with(objectPrototype);
runtime.constructor(sharedBufferPrototype, function SharedArrayBuffer(length) {
  needNew(new.target, 'SharedArrayBuffer');
  runtime.unmodelled('SharedArrayBuffer');
});
runtime.put_property(sharedBufferPrototype, toStringTagSymbol, configurable, 'SharedArrayBuffer');
runtime.missing(sharedBufferPrototype, 'SharedArrayBuffer.prototype',
  'byteLength grow growable maxByteLength slice');
