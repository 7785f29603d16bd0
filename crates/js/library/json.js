// JSON (ECMA-262, 25.5).
function parseJson(text) {
  const n = text.length;
  let at = 0;
  function fail(what) {
    if (what !== undefined) throw new SyntaxError(`${what} in JSON at position ${at}`);
    if (at >= n) throw new SyntaxError('Unexpected end of JSON input');
    if (text === 'undefined' || text === '[object Object]' || text === 'NaN'
        || text === 'Infinity') {
      throw new SyntaxError(`"${text}" is not valid JSON`);
    }
    const start = n > 20 && at >= 10 ? at - 10 : 0, end = n > 20 && at + 10 < n ? at + 10 : n;
    throw new SyntaxError(`Unexpected token '${text.charAt(at)}', ${start > 0 ? '...' : ''}"${
      runtime.part(text, start, end)}"${end < n ? '...' : ''} is not valid JSON`);
  }
  function skip() {
    while (at < n) {
      const unit = text.charCodeAt(at);
      if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) return;
      at++;
    }
  }
  function word(expected, value) {
    for (let k = 0; k < expected.length; k++, at++) {
      if (text.charAt(at) !== expected.charAt(k)) fail();
    }
    return value;
  }
  function isDigit() {
    const unit = at < n ? text.charCodeAt(at) : 0;
    return unit >= 48 && unit <= 57;
  }
  function digits(missing) {
    if (!isDigit()) fail(missing);
    while (isDigit()) at++;
  }
  function number() {
    const start = at;
    if (text.charAt(at) === '-') at++;
    if (text.charAt(at) === '0') {
      at++;
      if (isDigit()) fail('Unexpected number');
    } else digits('No number after minus sign');
    if (text.charAt(at) === '.') {
      at++;
      digits('Unterminated fractional number');
    }
    if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
      at++;
      if (text.charAt(at) === '+' || text.charAt(at) === '-') at++;
      digits('Exponent part is missing a number');
    }
    return +runtime.part(text, start, at);
  }
  function string() {
    let result = '';
    for (at++; ;) {
      if (at >= n) fail('Unterminated string');
      const unit = text.charCodeAt(at);
      if (unit < 32) fail('Bad control character in string literal');
      if (unit === 34) {
        at++;
        return result;
      }
      if (unit !== 92) {
        result += text.charAt(at++);
        continue;
      }
      at++;
      const escape = text.charAt(at);
      if (escape === 'u') {
        let code = 0;
        for (let k = 0; k < 4; k++) {
          at++;
          const digit = at < n ? runtime.digit_of(text.charCodeAt(at)) : 99;
          if (digit > 15) fail('Bad Unicode escape');
          code = code * 16 + digit;
        }
        result += runtime.character(code);
      } else if (escape === 'n') result += '\n';
      else if (escape === 't') result += '\t';
      else if (escape === 'r') result += '\r';
      else if (escape === 'b') result += '\b';
      else if (escape === 'f') result += '\f';
      else if (escape === '"' || escape === '\\' || escape === '/') result += escape;
      else fail(at < n ? 'Bad escaped character' : undefined);
      at++;
    }
  }
  function array() {
    const result = [];
    at++;
    skip();
    if (text.charAt(at) === ']') {
      at++;
      return result;
    }
    for (;;) {
      runtime.define(result, result.length, value());
      skip();
      const next = text.charAt(at);
      if (next !== ',' && next !== ']') fail("Expected ',' or ']' after array element");
      at++;
      if (next === ']') return result;
    }
  }
  function object() {
    const result = {};
    at++;
    skip();
    if (text.charAt(at) === '}') {
      at++;
      return result;
    }
    for (let missing = "Expected property name or '}'"; ;) {
      skip();
      if (text.charAt(at) !== '"') fail(missing);
      missing = 'Expected double-quoted property name';
      const key = string();
      skip();
      if (text.charAt(at) !== ':') fail("Expected ':' after property name");
      at++;
      runtime.define(result, key, value());
      skip();
      const next = text.charAt(at);
      if (next !== ',' && next !== '}') fail("Expected ',' or '}' after property value");
      at++;
      if (next === '}') return result;
    }
  }
  function value() {
    skip();
    const first = text.charAt(at);
    if (first === '{') return object();
    if (first === '[') return array();
    if (first === '"') return string();
    if (first === 't') return word('true', true);
    if (first === 'f') return word('false', false);
    if (first === 'n') return word('null', null);
    if (first !== '-' && !isDigit()) fail();
    return number();
  }
  const result = value();
  skip();
  if (at < n) {
    throw new SyntaxError(`Unexpected non-whitespace character after JSON at position ${at}`);
  }
  return result;
}

// Replaces parsed values by what a function makes of them, innermost first.
function revive(holder, key, reviver) {
  const value = holder[key];
  if (runtime.is_object(value)) {
    let keys = runtime.own_keys(value);
    if (runtime.is_array(value)) {
      keys = [];
      for (let k = 0; k < value.length; k++) keys.push(`${k}`);
    }
    for (let k = 0; k < keys.length; k++) {
      const made = revive(value, keys[k], reviver);
      if (made === undefined) runtime.delete_if_possible(value, keys[k]);
      else {
        const descriptor = runtime.object_with(null);
        descriptor.value = made;
        descriptor.writable = descriptor.enumerable = descriptor.configurable = true;
        defineOwn(value, keys[k], descriptor);
      }
    }
  }
  return runtime.call('the reviver', reviver, holder, key, value);
}

function hexadecimal(unit) {
  let result = '';
  for (let k = 0; k < 4; k++) {
    result = '0123456789abcdef'.charAt(unit & 15) + result;
    unit = unit >> 4;
  }
  return result;
}

function quoted(text) {
  let result = '"';
  const n = text.length;
  for (let k = 0; k < n; k++) {
    const unit = text.charCodeAt(k);
    if (unit === 34) result += '\\"';
    else if (unit === 92) result += '\\\\';
    else if (unit === 8) result += '\\b';
    else if (unit === 9) result += '\\t';
    else if (unit === 10) result += '\\n';
    else if (unit === 12) result += '\\f';
    else if (unit === 13) result += '\\r';
    else if (unit < 32) result += `\\u${hexadecimal(unit)}`;
    else if (unit >= 0xD800 && unit < 0xE000) {
      const next = k + 1 < n ? text.charCodeAt(k + 1) : 0;
      if (unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
        result += text.charAt(k) + text.charAt(++k);
      } else result += `\\u${hexadecimal(unit)}`;
    } else result += text.charAt(k);
  }
  return result + '"';
}

// The error for a member that is an object around it.
function circular(state, from, last) {
  function step(key, holder) {
    const shown = runtime.shown(key);
    return runtime.is_array(holder) ? `index ${shown}` : `property '${shown}'`;
  }
  function constructed(value) {
    const made = value.constructor;
    return `object with constructor '${typeof made === 'function' ? made.name : 'Object'}'`;
  }
  const open = state.open, n = open.length;
  let text = 'Converting circular structure to JSON\n    --> starting at '
    + constructed(open[from]);
  for (let k = from + 1; k < n; k++) {
    if (k < from + 3 || k === n - 1) {
      text += `\n    |     ${step(state.path[k], open[k - 1])} -> ${constructed(open[k])}`;
    } else if (k === from + 3) text += '\n    |     ...';
  }
  throw new TypeError(`${text}\n    --- ${step(last, open[n - 1])} closes the circle`);
}

// The text of a member, undefined if it has none. `state` holds the replacer, the keys to show, the
// indentation, and the objects that enclose the member with their keys.
function serialized(state, holder, key, indent) {
  let value = holder[key];
  if (runtime.is_object(value) || typeof value === 'bigint') {
    const convert = value.toJSON;
    if (typeof convert === 'function') value = runtime.call('toJSON', convert, value, `${key}`);
  }
  if (state.replacer !== undefined) {
    value = runtime.call('the replacer', state.replacer, holder, `${key}`, value);
  }
  const kind = runtime.slot(value, 'class');
  if (kind === 'Number') value = +value;
  else if (kind === 'String') value = `${value}`;
  else if (kind === 'Boolean' || kind === 'BigInt') value = runtime.slot(value, 'primitive');
  if (value === null) return 'null';
  if (value === true) return 'true';
  if (value === false) return 'false';
  if (typeof value === 'bigint') throw new TypeError('Do not know how to serialize a BigInt');
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return value - value === 0 ? `${value}` : 'null';
  if (!runtime.is_object(value) || typeof value === 'function') return undefined;
  for (let k = 0; k < state.open.length; k++) {
    if (state.open[k] === value) circular(state, k, key);
  }
  state.open.push(value);
  state.path.push(key);
  const inner = indent + state.gap, parts = [];
  const isArray = runtime.is_array(value);
  if (isArray) {
    const n = lengthOf(value);
    for (let k = 0; k < n; k++) {
      const text = serialized(state, value, k, inner);
      parts.push(text === undefined ? 'null' : text);
    }
  } else {
    const keys = state.keys === undefined ? runtime.own_keys(value) : state.keys;
    for (let k = 0; k < keys.length; k++) {
      const text = serialized(state, value, keys[k], inner);
      if (text === undefined) continue;
      parts.push(quoted(keys[k]) + (state.isSpaced ? ': ' : ':') + text);
    }
  }
  state.open.pop();
  state.path.pop();
  let text = isArray ? '[' : '{';
  for (let k = 0; k < parts.length; k++) {
    if (k > 0) text += ',';
    if (state.isSpaced) text += '\n' + inner;
    text += parts[k];
  }
  if (state.isSpaced && parts.length > 0) text += '\n' + indent;
  return text + (isArray ? ']' : '}');
}

// The keys that an array as replacer selects.
function selectedKeys(list) {
  const result = [], n = lengthOf(list);
  for (let k = 0; k < n; k++) {
    let item = list[k];
    const kind = runtime.slot(item, 'class');
    if (typeof item === 'number' || kind === 'Number' || kind === 'String') item = `${item}`;
    if (typeof item !== 'string') continue;
    let known = false;
    for (let i = 0; i < result.length; i++) if (result[i] === item) known = true;
    if (!known) result.push(item);
  }
  return result;
}

// Sets what a level is indented by, and whether there are spaces at all: V8 begins new lines for a
// number between 0 and 1, too.
function setIndentation(state, space) {
  const kind = runtime.slot(space, 'class');
  let value = space;
  if (kind === 'Number') value = +space;
  else if (kind === 'String') value = `${space}`;
  let gap = '';
  if (typeof value === 'number') {
    const count = runtime.to_integer(value);
    for (let k = 0; k < count && k < 10; k++) gap += ' ';
  } else if (typeof value === 'string') {
    for (let k = 0; k < value.length && k < 10; k++) gap += value.charAt(k);
  }
  state.gap = gap;
  state.isSpaced = gap !== '' || (typeof value === 'number' && value > 0);
}

const json = {};
runtime.install(json,
  function parse(text, reviver) {
    const result = parseJson(textual(text));
    if (typeof reviver !== 'function') return result;
    return revive({'': result}, '', reviver);
  },
  function stringify(value, replacer, space) {
    const state = runtime.object_with(null);
    state.open = [];
    state.path = [];
    if (typeof replacer === 'function') state.replacer = replacer;
    else if (runtime.is_array(replacer)) state.keys = selectedKeys(replacer);
    setIndentation(state, space);
    return serialized(state, {'': value}, '', '');
  }, 3,
);
runtime.put_property(json, toStringTagSymbol, configurable, 'JSON');
runtime.put_property(runtime.initial('global'), 'JSON', hidden, json);
