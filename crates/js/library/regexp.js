// Regular expressions (ECMA-262, 22.2). Patterns are matched by the machine.
const regexpPrototype = runtime.object_with(objectPrototype);

// What a regular expression is made of; `undefined` for other objects.
function madeOf(value) {
  const data = runtime.slot(value, 'data');
  return data !== undefined && data.isRegExp ? data : undefined;
}

function needRegExp(value) {
  const data = madeOf(value);
  if (data === undefined) throw new TypeError('the receiver is not a regular expression');
  return data;
}

function needObject(value) {
  if (!runtime.is_object(value)) throw new TypeError('the receiver is not an object');
  return value;
}

function initRegExp(object, pattern, flags) {
  const source = pattern === undefined ? '' : textual(pattern);
  const letters = flags === undefined ? '' : textual(flags);
  const problem = runtime.regexp_check(source, letters);
  if (problem !== undefined) throw new SyntaxError(problem);
  const data = runtime.object_with(null);
  data.isRegExp = true;
  data.source = source;
  data.flags = letters;
  data.moves = has(letters, 'g') || has(letters, 'y');
  data.sticky = has(letters, 'y');
  data.names = runtime.regexp_names(source, letters);
  runtime.set_slot(object, 'class', 'RegExp');
  runtime.set_slot(object, 'data', data);
  object.lastIndex = 0;
  return object;
}

function has(text, letter) {
  return runtime.index_of(text, letter, 0) >= 0;
}

function newRegExp(pattern, flags) {
  const object = runtime.object_with(regexpPrototype);
  runtime.put_property(object, 'lastIndex', writable, 0);
  return initRegExp(object, pattern, flags);
}

runtime.put_property(runtime.initial('library'), 'regexp', all, newRegExp);

function isRegExp(value) {
  if (!runtime.is_object(value)) return false;
  const matcher = value[matchSymbol];
  return matcher === undefined ? madeOf(value) !== undefined : !!matcher;
}

runtime.constructor(regexpPrototype, function RegExp(pattern, flags) {
  const isPattern = isRegExp(pattern), made = runtime.built_in('RegExp');
  if (new.target === undefined && isPattern && flags === undefined &&
    pattern.constructor === RegExp) {
    return pattern;
  }
  const data = madeOf(pattern);
  let source = pattern, letters = flags;
  if (data !== undefined) {
    source = data.source;
    if (flags === undefined) letters = data.flags;
  } else if (isPattern) {
    source = pattern.source;
    if (flags === undefined) letters = pattern.flags;
  }
  if (new.target === undefined || new.target === made) return newRegExp(source, letters);
  runtime.put_property(this, 'lastIndex', writable, 0);
  initRegExp(this, source, letters);
});
runtime.missing(runtime.built_in('RegExp'), 'RegExp', '$1 $2 $3 $4 $5 $6 $7 $8 $9 $_ $& $+ $` '
  + "$' input lastMatch lastParen leftContext rightContext");
runtime.length_of_function(runtime.built_in('RegExp'), 2);

// The groups of a match: what `f` makes of the ends of each.
function groupsOf(data, ends, f) {
  const names = data.names;
  if (names.length === 0) return undefined;
  const groups = runtime.object_with(null);
  for (let k = 0; k < names.length; k += 2) {
    const group = names[k + 1];
    if (ends[2 * group] >= 0 || !(names[k] in groups)) groups[names[k]] = f(group);
  }
  return groups;
}

// Where the character at an index begins: before the index, if that is within a pair.
function characterStart(text, index, isUnicode) {
  if (!isUnicode || index === 0 || index >= text.length) return index;
  const lead = text.charCodeAt(index - 1);
  if (lead < 0xD800 || lead >= 0xDC00) return index;
  const trail = text.charCodeAt(index);
  return trail >= 0xDC00 && trail < 0xE000 ? index - 1 : index;
}

function execBuiltIn(regexp, data, whole) {
  const text = runtime.with_length(whole);
  const last = toLength(regexp.lastIndex);
  const start = data.moves ? characterStart(text, last, isUnicode(data.flags)) : 0;
  const ends = start > text.length ? null
    : runtime.regexp_find(data.source, data.flags, text, start, data.sticky);
  if (ends === null) {
    if (data.moves) regexp.lastIndex = 0;
    return null;
  }
  if (data.moves) regexp.lastIndex = ends[1];
  const part = (group) => ends[2 * group] < 0 ? undefined
    : runtime.part(text, ends[2 * group], ends[2 * group + 1]);
  const result = [];
  for (let k = 0; k < ends.length / 2; k++) result.push(part(k));
  runtime.define(result, 'index', ends[0]);
  runtime.define(result, 'input', text);
  runtime.define(result, 'groups', groupsOf(data, ends, part));
  if (has(data.flags, 'd')) {
    const span = (group) => ends[2 * group] < 0 ? undefined
      : [ends[2 * group], ends[2 * group + 1]];
    const indices = [];
    for (let k = 0; k < ends.length / 2; k++) indices.push(span(k));
    runtime.define(indices, 'groups', groupsOf(data, ends, span));
    runtime.define(result, 'indices', indices);
  }
  return result;
}

// Whether a regular expression matches, whatever the program has made of its methods.
function isMatch(regexp, text) {
  return execBuiltIn(regexp, needRegExp(regexp), text) !== null;
}

// RegExpExec (22.2.7.1).
function execOf(regexp, text) {
  const exec = regexp.exec;
  if (typeof exec !== 'function' || exec === regexpPrototypeExec) {
    return execBuiltIn(regexp, needRegExp(regexp), text);
  }
  const result = runtime.call('exec', exec, regexp, text);
  if (result !== null && !runtime.is_object(result)) {
    throw new TypeError('the result of exec is neither an object nor null');
  }
  return result;
}

// The index after the character at an index (22.2.7.3).
function advanced(text, index, isUnicode) {
  if (!isUnicode || index + 1 >= text.length) return index + 1;
  const lead = text.charCodeAt(index);
  if (lead < 0xD800 || lead > 0xDBFF) return index + 1;
  const trail = text.charCodeAt(index + 1);
  return index + (trail < 0xDC00 || trail > 0xDFFF ? 1 : 2);
}

function isUnicode(flags) {
  return has(flags, 'u') || has(flags, 'v');
}

// Moves on after an empty match.
function passEmpty(regexp, text, matched, unicode) {
  if (matched !== '') return;
  regexp.lastIndex = advanced(text, toLength(regexp.lastIndex), unicode);
}

runtime.install(regexpPrototype,
  function exec(value) {
    const data = needRegExp(this);
    return execBuiltIn(this, data, textual(value));
  },
  function test(value) {
    needObject(this);
    const text = textual(value), data = madeOf(this);
    if (data !== undefined && !data.moves && this.exec === regexpPrototypeExec) {
      const found = runtime.regexp_test(data.source, data.flags, text);
      if (found !== undefined) return found;
    }
    return execOf(this, text) !== null;
  },
  function toString() {
    needObject(this);
    return `/${textual(this.source)}/${textual(this.flags)}`;
  },
  function compile(pattern, flags) {
    needRegExp(this);
    const data = madeOf(pattern);
    if (data === undefined) return initRegExp(this, pattern, flags);
    if (flags !== undefined) throw new TypeError('flags are given twice');
    return initRegExp(this, data.source, data.flags);
  },
);
const regexpPrototypeExec = regexpPrototype.exec;

// A pattern as a literal would show it (22.2.6.13.1).
function escaped(source) {
  if (source === '') return '(?:)';
  let result = '', inClass = false;
  for (let k = 0; k < source.length; k++) {
    const unit = source.charAt(k);
    if (unit === '\\') {
      result += unit;
      k++;
      if (k < source.length) result += lineEscape(source.charAt(k), '');
      continue;
    }
    if (unit === '[') inClass = true;
    else if (unit === ']') inClass = false;
    result += unit === '/' && !inClass ? '\\/' : lineEscape(unit, '\\');
  }
  return result;
}

function lineEscape(unit, before) {
  if (unit === '\n') return `${before}n`;
  if (unit === '\r') return `${before}r`;
  if (unit === '\u2028') return `${before}u2028`;
  return unit === '\u2029' ? `${before}u2029` : unit;
}

// The value of the getter of a flag.
function flagOf(regexp, letter) {
  needObject(regexp);
  if (regexp === regexpPrototype) return undefined;
  return has(needRegExp(regexp).flags, letter);
}

// Makes the getters of a literal accessors of an object.
function addGetters(object, holder) {
  const names = ownKeys(holder);
  for (let k = 0; k < names.length; k++) {
    const getter = descriptorOf(holder, names[k]).get;
    runtime.add_accessor(object, names[k], configurable, getter, false);
  }
}

addGetters(regexpPrototype, {
  get dotAll() {
    return flagOf(this, 's');
  },
  get flags() {
    needObject(this);
    let flags = '';
    if (this.hasIndices) flags += 'd';
    if (this.global) flags += 'g';
    if (this.ignoreCase) flags += 'i';
    if (this.multiline) flags += 'm';
    if (this.dotAll) flags += 's';
    if (this.unicode) flags += 'u';
    if (this.unicodeSets) flags += 'v';
    if (this.sticky) flags += 'y';
    return flags;
  },
  get global() {
    return flagOf(this, 'g');
  },
  get hasIndices() {
    return flagOf(this, 'd');
  },
  get ignoreCase() {
    return flagOf(this, 'i');
  },
  get multiline() {
    return flagOf(this, 'm');
  },
  get source() {
    needObject(this);
    return this === regexpPrototype ? '(?:)' : escaped(needRegExp(this).source);
  },
  get sticky() {
    return flagOf(this, 'y');
  },
  get unicode() {
    return flagOf(this, 'u');
  },
  get unicodeSets() {
    return flagOf(this, 'v');
  },
});

// The constructor of results (7.3.22).
function speciesOf(object, built) {
  const constructor = object.constructor;
  if (constructor === undefined) return built;
  if (!runtime.is_object(constructor)) throw new TypeError('constructor is not an object');
  const species = constructor[speciesSymbol];
  if (species === undefined || species === null) return built;
  if (!runtime.is_constructor(species)) throw new TypeError('the species is not a constructor');
  return species;
}

addGetters(runtime.built_in('RegExp'), speciesGetter);

const regexpIterator = runtime.object_with(objectPrototype);
runtime.install(regexpIterator,
  function next() {
    const state = runtime.slot(this, 'data');
    if (state === undefined || state.part !== 'matches') {
      throw new TypeError('next called on an object that is no iterator of matches');
    }
    const {regexp, text, isGlobal, unicode} = state.of;
    const match = state.at < 0 ? null : execOf(regexp, text);
    if (match === null || !isGlobal) state.at = -1;
    if (match === null) return {value: undefined, done: true};
    if (isGlobal) passEmpty(regexp, text, textual(match[0]), unicode);
    return {value: match, done: false};
  },
);
iterates(regexpIterator, 'RegExp String Iterator');

const regexpMethods = {
  ['[Symbol.match]'](value) {
    const regexp = needObject(this), text = textual(value), flags = textual(regexp.flags);
    if (!has(flags, 'g')) return execOf(regexp, text);
    regexp.lastIndex = 0;
    const matches = [];
    for (let match = execOf(regexp, text); match !== null; match = execOf(regexp, text)) {
      const matched = textual(match[0]);
      matches.push(matched);
      passEmpty(regexp, text, matched, isUnicode(flags));
    }
    return matches.length === 0 ? null : matches;
  },
  ['[Symbol.matchAll]'](value) {
    const text = textual(needObject(this) && value);
    const constructor = speciesOf(this, runtime.built_in('RegExp')), flags = textual(this.flags);
    const regexp = new constructor(this, flags);
    regexp.lastIndex = toLength(this.lastIndex);
    const of = {regexp, text, isGlobal: has(flags, 'g'), unicode: isUnicode(flags)};
    return newIterator(regexpIterator, of, 'matches');
  },
  ['[Symbol.replace]'](value, replacement) {
    const regexp = needObject(this), text = runtime.with_length(textual(value));
    const by = typeof replacement === 'function' ? replacement : textual(replacement);
    const flags = textual(regexp.flags), isGlobal = has(flags, 'g');
    if (isGlobal) regexp.lastIndex = 0;
    const matches = [];
    for (let match = execOf(regexp, text); match !== null; match = execOf(regexp, text)) {
      matches.push(match);
      if (!isGlobal) break;
      passEmpty(regexp, text, textual(match[0]), isUnicode(flags));
    }
    let result = '', done = 0;
    for (let k = 0; k < matches.length; k++) {
      const match = matches[k], count = lengthOf(match), matched = textual(match[0]);
      const index = runtime.to_integer(match.index);
      const at = index < 0 ? 0 : index > text.length ? text.length : index;
      const captures = [];
      for (let n = 1; n < count; n++) {
        captures.push(match[n] === undefined ? undefined : textual(match[n]));
      }
      const put = substitution(text, matched, at, by, captures, match.groups);
      if (at >= done) {
        result += runtime.part(text, done, at) + put;
        done = at + matched.length;
      }
    }
    return done >= text.length ? result : result + runtime.part(text, done, text.length);
  },
  ['[Symbol.search]'](value) {
    const regexp = needObject(this), text = textual(value), before = regexp.lastIndex;
    if (!sameValue(before, 0)) regexp.lastIndex = 0;
    const match = execOf(regexp, text);
    if (!sameValue(regexp.lastIndex, before)) regexp.lastIndex = before;
    return match === null ? -1 : match.index;
  },
  ['[Symbol.split]'](value, limit) {
    const text = runtime.with_length(textual(needObject(this) && value));
    const constructor = speciesOf(this, runtime.built_in('RegExp')), flags = textual(this.flags);
    const regexp = new constructor(this, has(flags, 'y') ? flags : `${flags}y`);
    const most = limit === undefined ? 4294967295 : limit >>> 0, parts = [];
    if (most === 0) return parts;
    if (text.length === 0) return execOf(regexp, text) === null ? [text] : parts;
    let done = 0, at = 0;
    while (at < text.length) {
      regexp.lastIndex = at;
      const match = execOf(regexp, text);
      const last = match === null ? done : toLength(regexp.lastIndex);
      const end = last > text.length ? text.length : last;
      if (match === null || end === done) {
        at = advanced(text, at, isUnicode(flags));
        continue;
      }
      parts.push(runtime.part(text, done, at));
      if (parts.length === most) return parts;
      done = at = end;
      for (let k = 1; k < lengthOf(match); k++) {
        parts.push(match[k]);
        if (parts.length === most) return parts;
      }
    }
    parts.push(runtime.part(text, done, text.length));
    return parts;
  },
};
const regexpSymbols = [matchSymbol, matchAllSymbol, replaceSymbol, searchSymbol, splitSymbol];
for (let k = 0; k < regexpSymbols.length; k++) {
  const method = regexpMethods[`[${runtime.description(regexpSymbols[k])}]`];
  runtime.put_property(regexpPrototype, regexpSymbols[k], hidden, method);
}

// The method of an object under a symbol, if there is one.
function methodOf(pattern, symbol) {
  const method = runtime.is_object(pattern) ? pattern[symbol] : undefined;
  return method === null ? undefined : method;
}

runtime.install(runtime.initial('String.prototype'),
  function match(pattern) {
    needText(this, 'match');
    const method = methodOf(pattern, matchSymbol);
    if (method !== undefined) return runtime.call('the pattern', method, pattern, this);
    const text = textOf(this, 'match'), regexp = newRegExp(pattern);
    return regexp[matchSymbol](text);
  },
  function matchAll(pattern) {
    needText(this, 'matchAll');
    if (isRegExp(pattern)) needGlobal(pattern, 'matchAll');
    const method = methodOf(pattern, matchAllSymbol);
    if (method !== undefined) return runtime.call('the pattern', method, pattern, this);
    const text = textOf(this, 'matchAll'), regexp = newRegExp(pattern, 'g');
    return regexp[matchAllSymbol](text);
  },
  function search(pattern) {
    needText(this, 'search');
    const method = methodOf(pattern, searchSymbol);
    if (method !== undefined) return runtime.call('the pattern', method, pattern, this);
    const text = textOf(this, 'search'), regexp = newRegExp(pattern);
    return regexp[searchSymbol](text);
  },
);

function needGlobal(pattern, name) {
  const flags = pattern.flags;
  if (flags === undefined || flags === null || !has(textual(flags), 'g')) {
    throw new TypeError(`String.prototype.${name} called with a non-global RegExp argument`);
  }
}
