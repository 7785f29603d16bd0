// What node adds to the language: `process`, `console.assert`, and the module `assert`.
const nodeProcess = {env: {}, platform: 'linux', arch: 'x64', argv: ['node', 'program']};
runtime.missing(nodeProcess, 'process', 'abort addListener allowedNodeEnvironmentFlags argv0 '
  + 'assert availableMemory binding chdir config constrainedMemory cpuUsage cwd debugPort dlopen '
  + 'domain emit emitWarning eventNames execArgv execPath exit exitCode features finalization '
  + 'getActiveResourcesInfo getBuiltinModule getMaxListeners getegid geteuid getgid getgroups '
  + 'getuid hasUncaughtExceptionCaptureCallback hrtime initgroups kill listenerCount listeners '
  + 'loadEnvFile mainModule memoryUsage moduleLoadList nextTick off on once openStdin permission '
  + 'pid ppid prependListener prependOnceListener rawListeners reallyExit release '
  + 'removeAllListeners removeListener report resourceUsage setMaxListeners setSourceMapsEnabled '
  + 'setUncaughtExceptionCaptureCallback setegid seteuid setgid setgroups setuid '
  + 'sourceMapsEnabled stderr stdin stdout title umask uptime version versions');
runtime.put_property(runtime.initial('global'), 'process', hidden, nodeProcess);

runtime.install(runtime.built_in('console'),
  // A failed assertion: node only prints it.
  function assert(value, message) {
    if (!value) runtime.fail(typeof message === 'string' ? message : 'console.assert');
  }, 0,
);

// An assertion of the module `assert` fails: an exception that nobody catches is reported as a
// failed assertion. `name` is that of the function, `operator` what the exception says of it.
function failAssertion(message, name, actual, expected, operator) {
  if (runtime.is_object(message) && message instanceof runtime.built_in('Error')) throw message;
  const text = message === undefined ? `assert.${name}` : message;
  if (!runtime.is_caught()) runtime.fail(typeof text === 'string' ? text : `assert.${name}`);
  const error = new AssertionError({
    message: text, actual, expected, operator: operator === undefined ? name : operator,
  });
  error.generatedMessage = !message;
  // Otherwise node says what differs.
  if (message === undefined) runtime.missing(error, 'AssertionError', 'message');
  throw error;
}

// An error of node in the arguments of a function. Its message is not modelled.
function argumentError(code) {
  const error = new TypeError(code);
  error.code = code;
  runtime.missing(error, 'TypeError', 'message');
  throw error;
}

function needTwo(count) {
  if (count < 2) argumentError('ERR_MISSING_ARGS');
}

function isRegExp(value) {
  return runtime.is_object(value) && kindOf(value) === '[object RegExp]';
}

function isComposed(value) {
  return typeof value === 'object' && value !== null;
}

class AssertionError extends Error {
  constructor(options) {
    super(options.message);
    const members = ['generatedMessage', false, 'code', 'ERR_ASSERTION', 'actual', options.actual,
      'expected', options.expected, 'operator', options.operator];
    for (let k = 0; k < members.length; k += 2) this[members[k]] = members[k + 1];
  }
}
runtime.put_property(AssertionError.prototype, 'name', hidden, 'AssertionError');

function joinedBy(parts, between) {
  let result = '';
  for (let k = 0; k < parts.length; k++) result += k === 0 ? parts[k] : between + parts[k];
  return result;
}

// Whether two values are equal with all their members; `==` compares primitive values if it is
// loose. `outer` is a list of the objects that are being compared.
function equalDeeply(a, b, loose, outer) {
  if (!isComposed(a) || !isComposed(b)) {
    if (isComposed(a) || isComposed(b)) return false;
    return sameValue(a, b) || (loose && (a == b || (a !== a && b !== b)));
  }
  if (a === b) return true;
  for (let pair = outer; pair !== null; pair = pair.outer) {
    if (pair.a === a && pair.b === b) return true;
  }
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return false;
  if (!loose && runtime.prototype_of(a) !== runtime.prototype_of(b)) return false;
  if (kind !== '[object Object]' && kind !== '[object Array]' && kind !== '[object Error]') {
    runtime.unmodelled(`assert.deepEqual of ${kind}`);
  }
  if (kind === '[object Error]') {
    if (a.name !== b.name || a.message !== b.message) return false;
    const more = ['cause', 'errors'];
    for (let k = 0; k < more.length; k++) {
      if (runtime.has_own(a, more[k]) || runtime.has_own(b, more[k])) {
        runtime.unmodelled(`assert.deepEqual of errors with \`${more[k]}\``);
      }
    }
  }
  const keys = runtime.own_keys(a);
  if (symbolsOf(a) + symbolsOf(b) > 0) runtime.unmodelled('assert.deepEqual with symbols');
  if (keys.length !== runtime.own_keys(b).length) return false;
  if (runtime.is_array(a) && a.length !== b.length) return false;
  const pair = {a, b, outer};
  for (let k = 0; k < keys.length; k++) {
    if (!runtime.has_own(b, keys[k])) return false;
    if (!equalDeeply(a[keys[k]], b[keys[k]], loose, pair)) return false;
  }
  return true;
}

function kindOf(value) {
  return runtime.call('toString', objectPrototype.toString, value);
}

function symbolsOf(value) {
  return runtime.all_keys(value, true).length;
}

// Whether an exception is one that a class, a pattern or a function expects.
function isOfClass(error, expected) {
  if (isRegExp(expected)) return expected.test(`${error}`);
  if (expected.prototype !== undefined && error instanceof expected) return true;
  if (expected === runtime.built_in('Error')
    || runtime.built_in('Error').isPrototypeOf(expected)) return false;
  return runtime.call('the validation', expected, {}, error) === true;
}

// Whether an exception is one that `throws` expects.
function isExpected(error, expected) {
  if (typeof expected === 'function' || isRegExp(expected)) return isOfClass(error, expected);
  if (!isComposed(error)) return false;
  const keys = runtime.own_keys(expected);
  if (expected instanceof runtime.built_in('Error')) {
    keys.push('name');
    keys.push('message');
  } else if (keys.length === 0) argumentError('ERR_INVALID_ARG_VALUE');
  for (let k = 0; k < keys.length; k++) {
    const wanted = expected[keys[k]], found = error[keys[k]];
    if (typeof found === 'string' && isRegExp(wanted) && wanted.test(found)) continue;
    if (!(keys[k] in error) || !equalDeeply(found, wanted, false, null)) return false;
  }
  return true;
}

// What a function throws, in an array; an empty one if it returns.
function thrownBy(body) {
  if (typeof body !== 'function') argumentError('ERR_INVALID_ARG_TYPE');
  try {
    body();
  } catch (caught) {
    return [caught];
  }
  return [];
}

function checkMatch(text, pattern, message, name) {
  if (!isRegExp(pattern)) argumentError('ERR_INVALID_ARG_TYPE');
  if (typeof text !== 'string' || pattern.test(text) !== (name === 'match')) {
    failAssertion(message, name, text, pattern);
  }
}

const nodeAssert = (value, message) => {
  if (!value) failAssertion(message, 'ok', value, true, '==');
};
runtime.install(nodeAssert,
  function ok(value, message) {
    if (!value) failAssertion(message, 'ok', value, true, '==');
  },
  function equal(actual, expected, message) {
    needTwo(arguments.length);
    if (!(actual == expected || (actual !== actual && expected !== expected))) {
      failAssertion(message, 'equal', actual, expected, '==');
    }
  },
  function notEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (actual == expected || (actual !== actual && expected !== expected)) {
      failAssertion(message, 'notEqual', actual, expected, '!=');
    }
  },
  function strictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (!sameValue(actual, expected)) failAssertion(message, 'strictEqual', actual, expected);
  },
  function notStrictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (sameValue(actual, expected)) failAssertion(message, 'notStrictEqual', actual, expected);
  },
  function deepEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (!equalDeeply(actual, expected, true, null)) {
      failAssertion(message, 'deepEqual', actual, expected);
    }
  },
  function notDeepEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (equalDeeply(actual, expected, true, null)) {
      failAssertion(message, 'notDeepEqual', actual, expected);
    }
  },
  function deepStrictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (!equalDeeply(actual, expected, false, null)) {
      failAssertion(message, 'deepStrictEqual', actual, expected);
    }
  },
  function notDeepStrictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (equalDeeply(actual, expected, false, null)) {
      failAssertion(message, 'notDeepStrictEqual', actual, expected);
    }
  },
  function fail(message) {
    if (arguments.length > 1) runtime.unmodelled('assert.fail with more than a message');
    failAssertion(message, 'fail');
  },
  function ifError(value) {
    if (value !== null && value !== undefined) failAssertion(undefined, 'ifError', value, null);
  },
  function match(text, pattern, message) {
    checkMatch(text, pattern, message, 'match');
  },
  function doesNotMatch(text, pattern, message) {
    checkMatch(text, pattern, message, 'doesNotMatch');
  },
  function throws(body, expected, message) {
    const thrown = thrownBy(body), error = thrown[0];
    if (typeof expected === 'string') {
      if (arguments.length === 3) argumentError('ERR_INVALID_ARG_TYPE');
      if (thrown.length > 0 && (isComposed(error) ? error.message : error) === expected) {
        argumentError('ERR_AMBIGUOUS_ARGUMENT');
      }
      message = expected;
      expected = undefined;
    } else if (expected !== undefined && expected !== null && !runtime.is_object(expected)) {
      argumentError('ERR_INVALID_ARG_TYPE');
    }
    if (thrown.length === 0) failAssertion(message, 'throws', undefined, expected);
    if (expected && !isExpected(error, expected)) {
      failAssertion(message, 'throws', error, expected);
    }
  },
  function doesNotThrow(body, expected, message) {
    const thrown = thrownBy(body), error = thrown[0];
    if (thrown.length === 0) return;
    if (typeof expected === 'string') {
      message = expected;
      expected = undefined;
    }
    if (expected && typeof expected !== 'function' && !isRegExp(expected)) {
      argumentError('ERR_INVALID_ARG_TYPE');
    }
    if (expected && !isOfClass(error, expected)) throw error;
    failAssertion(message, 'doesNotThrow', error, expected);
  },
);
runtime.put_property(nodeAssert, 'AssertionError', all, AssertionError);

// The same with the names of loose functions for strict ones.
const strictAssert = (value, message) => {
  if (!value) failAssertion(message, 'ok', value, true, '==');
};
const assertNames = runtime.all_keys(nodeAssert, false);
for (let k = 0; k < assertNames.length; k++) {
  const name = assertNames[k];
  if (name === 'length' || name === 'name' || name === 'prototype') continue;
  const strict = name === 'equal' ? 'strictEqual' : name === 'notEqual' ? 'notStrictEqual'
    : name === 'deepEqual' ? 'deepStrictEqual' : name === 'notDeepEqual' ? 'notDeepStrictEqual'
      : name;
  runtime.put_property(strictAssert, name, hidden, nodeAssert[strict]);
}
for (let k = 0; k < 2; k++) {
  const object = k === 0 ? nodeAssert : strictAssert;
  runtime.missing(object, 'assert', 'CallTracker doesNotReject partialDeepStrictEqual rejects');
  runtime.put_property(object, 'strict', all, strictAssert);
}

// The modules of node itself, by their names.
const nodeModules = runtime.object_with(null);
nodeModules.assert = nodeAssert;
nodeModules['assert/strict'] = strictAssert;
nodeModules.process = nodeProcess;

runtime.install(runtime.initial('library'),
  // A module of node itself.
  function nodeModule(name) {
    const plain = runtime.starts_at(name, 'node:', 0) ? runtime.part(name, 5, name.length) : name;
    if (!runtime.has_own(nodeModules, plain)) runtime.unmodelled(`the module ${name}`);
    return nodeModules[plain];
  },
);
