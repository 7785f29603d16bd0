// `console` and node's module `util`.
const inspectSymbol = runtime.built_in('Symbol').for('nodejs.util.inspect.custom');
const stringifyJson = runtime.built_in('JSON').stringify;
const setPrototypeOf = runtime.built_in('Object').setPrototypeOf;

// The number of levels of objects within an object that are shown.
const usualDepth = 2;

// The text of values: the first may be a text with directives for those behind it.
function formatted(values) {
  let text = '', next = 0;
  if (typeof values[0] === 'string' && values.length > 1) {
    next = 1;
    const format = values[0];
    for (let at = 0; at < format.length; at++) {
      const directive = at + 1 < format.length ? format.charAt(at + 1) : '';
      if (format.charAt(at) !== '%') text += format.charAt(at);
      else if (directive === '%') {
        text += '%';
        at++;
      } else if (next < values.length && directive !== ''
        && runtime.index_of('sdifjoOc', directive, 0) >= 0) {
        text += directed(directive, values[next++]);
        at++;
      } else text += '%';
    }
  }
  for (let k = next; k < values.length; k++) {
    text += (k === 0 ? '' : ' ') + shownOrText(values[k], usualDepth);
  }
  return text;
}

function directed(directive, value) {
  const isNumeric = directive === 'd' || directive === 'i' || directive === 'f';
  if (directive === 'c') return '';
  if (directive === 'o' && runtime.is_object(value)) runtime.unmodelled('the directive %o');
  if (directive === 'o' || directive === 'O') return inspected(value, usualDepth);
  if (directive === 'j') {
    const text = runtime.call('stringify', stringifyJson, undefined, value);
    return `${text}`;
  }
  if (typeof value === 'bigint' && directive !== 'f') return `${value}n`;
  if (isNumeric && typeof value === 'symbol') return 'NaN';
  if (directive === 'd') return shownNumber(runtime.is_object(value) ? NaN : +value);
  if (directive === 'i') return shownNumber(runtime.built_in('parseInt')(value));
  if (directive === 'f') return shownNumber(runtime.built_in('parseFloat')(value));
  if (typeof value === 'function' || typeof value === 'string') return textual(value);
  return hasTextOfItsOwn(value) ? textual(value) : inspected(value, 0);
}

// Whether an object becomes text by a function of the program. One that replaces the usual function
// for all objects does not count.
function hasTextOfItsOwn(value) {
  if (!runtime.is_object(value) || runtime.slot(value, 'class') !== undefined) return false;
  const method = value.toString;
  return typeof method === 'function' && method !== objectToString
    && method !== objectPrototype.toString && method !== arrayToString;
}

// Prints the values of an array, on standard output or standard error.
function printValues(stream, values) {
  runtime.print(stream, formatted(values));
}

runtime.install(runtime.initial('library'), printValues);

const nodeConsole = runtime.built_in('console');
addMembers(nodeConsole,
  {info: nodeConsole.log, debug: nodeConsole.log, warn: nodeConsole.error});

// What is not modelled of the console ends the path where it is called.
const consoleNames = ['dir', 'time', 'timeEnd', 'timeLog', 'trace', 'clear', 'count', 'countReset',
  'group', 'groupEnd', 'table', 'dirxml', 'groupCollapsed', 'profile', 'profileEnd', 'timeStamp',
  'context', 'createTask'];
for (let k = 0; k < consoleNames.length; k++) {
  const name = consoleNames[k];
  addMembers(nodeConsole, {
    [name]() {
      runtime.unmodelled(`console.${name}`);
    },
  });
}
runtime.missing(nodeConsole, 'console', '_stdoutErrorHandler _stderrErrorHandler _ignoreErrors '
  + '_times _stdout _stderr');
const nodeConsoleClass = function Console(options) {
  runtime.unmodelled('console.Console');
};
runtime.missing(nodeConsoleClass, 'console.Console', 'prototype');
addMembers(nodeConsole, {Console: nodeConsoleClass});

const nodeUtil = {};
runtime.missing(nodeUtil, 'util', '_errnoException _exceptionWithHostPort _extend callbackify '
  + 'debug debuglog deprecate format styleText formatWithOptions getSystemErrorMap '
  + 'getSystemErrorName inherits inspect isArray isBoolean isBuffer isDeepStrictEqual '
  + 'isNull isNullOrUndefined isNumber isString isSymbol isUndefined isRegExp isObject '
  + 'isDate isError isFunction isPrimitive log promisify stripVTControlCharacters '
  + 'toUSVString transferableAbortSignal transferableAbortController aborted types '
  + 'parseEnv parseArgs TextDecoder TextEncoder MIMEType MIMEParams', true);
runtime.missing(runtime.built_in('Symbol'), 'Symbol', 'dispose asyncDispose');
addMembers(nodeUtil, {
  inspect(value, options) {
    let depth = usualDepth;
    if (options !== undefined) {
      const names = runtime.is_object(options) ? runtime.own_keys(options) : ['showHidden'];
      for (let k = 0; k < names.length; k++) {
        if (names[k] !== 'depth') runtime.unmodelled(`the option ${names[k]} of util.inspect`);
      }
      if (options.depth !== undefined) depth = options.depth === null ? Infinity : options.depth;
    }
    return inspected(value, depth);
  },
  format(...values) {
    return formatted(values);
  },
  inherits(ctor, superCtor) {
    if (ctor === undefined || ctor === null) wrongType('ctor', 'function', ctor);
    if (superCtor === undefined || superCtor === null) {
      wrongType('superCtor', 'function', superCtor);
    }
    const parent = superCtor.prototype;
    if (parent === undefined) argumentError('ERR_INVALID_ARG_TYPE');
    define(ctor, 'super_', {value: superCtor, writable: true, configurable: true});
    setPrototypeOf(ctor.prototype, parent);
  },
  isDeepStrictEqual(a, b) {
    return equalDeeply(a, b, false, null);
  },
});
runtime.put_property(nodeUtil.inspect, 'custom', all, inspectSymbol);
nodeModules.util = nodeUtil;
