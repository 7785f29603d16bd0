// `console` and node's module `util`.
const inspectSymbol = runtime.built_in('Symbol').for('nodejs.util.inspect.custom');

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
    const text = runtime.call('stringify', runtime.built_in('JSON').stringify, undefined, value);
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

// Whether an object becomes text by a function of the program.
function hasTextOfItsOwn(value) {
  if (!runtime.is_object(value) || runtime.slot(value, 'class') !== undefined) return false;
  const method = value.toString;
  return typeof method === 'function' && method !== objectPrototype.toString
    && method !== runtime.initial('Array.prototype').toString;
}

// Prints the values of an array, on standard output or standard error.
function printValues(stream, values) {
  runtime.print(stream, formatted(values));
}

runtime.install(runtime.initial('library'), printValues);

const nodeConsole = runtime.built_in('console');
runtime.put_property(nodeConsole, 'info', all, nodeConsole.log);
runtime.put_property(nodeConsole, 'debug', all, nodeConsole.log);
runtime.put_property(nodeConsole, 'warn', all, nodeConsole.error);

const nodeUtil = {};
runtime.missing(nodeUtil, 'util', 'MIMEParams MIMEType TextDecoder TextEncoder aborted '
  + 'callbackify debug debuglog deprecate getSystemErrorMap getSystemErrorName parseArgs '
  + ' promisify stripVTControlCharacters styleText toUSVString transferableAbortController '
  + 'transferableAbortSignal types _errnoException _exceptionWithHostPort _extend formatWithOptions '
  + 'isArray isBoolean isBuffer isNull isNullOrUndefined isNumber isString isSymbol isUndefined '
  + 'isRegExp isObject isDate isError isFunction isPrimitive log parseEnv');
runtime.missing(nodeConsole, 'console', 'Console');
runtime.missing(runtime.built_in('Symbol'), 'Symbol', 'dispose asyncDispose');
runtime.install(nodeUtil,
  function inspect(value, options) {
    let depth = usualDepth;
    if (options !== undefined) {
      const names = runtime.is_object(options) ? runtime.own_keys(options) : ['showHidden'];
      for (let k = 0; k < names.length; k++) {
        if (names[k] !== 'depth') runtime.unmodelled(`the option ${names[k]} of util.inspect`);
      }
      if (options.depth !== undefined) depth = options.depth === null ? Infinity : options.depth;
    }
    return inspected(value, depth);
  }, 2,
  function format(...values) {
    return formatted(values);
  }, 0,
  function inherits(constructor, parent) {
    runtime.put_property(constructor, 'super_', all, parent);
    runtime.set_prototype(constructor.prototype, parent.prototype);
  },
  function isDeepStrictEqual(a, b) {
    return equalDeeply(a, b, false, null);
  },
);
runtime.put_property(nodeUtil.inspect, 'custom', all, inspectSymbol);
nodeModules.util = nodeUtil;
