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
// failed assertion.
function failAssertion(message, operator) {
  if (runtime.is_object(message) && message instanceof runtime.built_in('Error')) throw message;
  const text = message === undefined ? `assert.${operator}` : message;
  if (!runtime.is_caught()) runtime.fail(typeof text === 'string' ? text : `assert.${operator}`);
  const error = new AssertionError({message: text, operator});
  // Otherwise node says what differs.
  if (message === undefined) runtime.missing(error, 'AssertionError', 'message');
  throw error;
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
  if (!runtime.is_object(a) || !runtime.is_object(b)) {
    return sameValue(a, b) || (loose && (a == b || (a !== a && b !== b)));
  }
  if (a === b) return true;
  for (let pair = outer; pair !== null; pair = pair.outer) {
    if (pair.a === a && pair.b === b) return true;
  }
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return false;
  if (!loose && runtime.prototype_of(a) !== runtime.prototype_of(b)) return false;
  if (typeof a === 'function') return false;
  if (kind !== '[object Object]' && kind !== '[object Array]' && kind !== '[object Error]') {
    runtime.unmodelled(`assert.deepEqual of ${kind}`);
  }
  if (kind === '[object Error]' && (a.name !== b.name || a.message !== b.message)) return false;
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

// Whether an exception is one that `throws` expects.
function isExpected(error, expected) {
  if (kindOf(expected) === '[object RegExp]') return expected.test(`${error}`);
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && error instanceof expected) return true;
    if (expected === runtime.built_in('Error')
      || runtime.built_in('Error').isPrototypeOf(expected)) return false;
    return runtime.call('the validation', expected, {}, error) === true;
  }
  const keys = runtime.own_keys(expected);
  for (let k = 0; k < keys.length; k++) {
    const wanted = expected[keys[k]], found = error[keys[k]];
    const matches = typeof found === 'string' && kindOf(wanted) === '[object RegExp]';
    if (!(matches ? wanted.test(found) : equalDeeply(found, wanted, false, null))) return false;
  }
  return true;
}

const nodeAssert = (value, message) => {
  if (!value) failAssertion(message, 'ok');
};
runtime.install(nodeAssert,
  function ok(value, message) {
    if (!value) failAssertion(message, 'ok');
  },
  function equal(actual, expected, message) {
    if (!(actual == expected || (actual !== actual && expected !== expected))) {
      failAssertion(message, 'equal');
    }
  },
  function notEqual(actual, expected, message) {
    if (actual == expected || (actual !== actual && expected !== expected)) {
      failAssertion(message, 'notEqual');
    }
  },
  function strictEqual(actual, expected, message) {
    if (!sameValue(actual, expected)) failAssertion(message, 'strictEqual');
  },
  function notStrictEqual(actual, expected, message) {
    if (sameValue(actual, expected)) failAssertion(message, 'notStrictEqual');
  },
  function deepEqual(actual, expected, message) {
    if (!equalDeeply(actual, expected, true, null)) failAssertion(message, 'deepEqual');
  },
  function notDeepEqual(actual, expected, message) {
    if (equalDeeply(actual, expected, true, null)) failAssertion(message, 'notDeepEqual');
  },
  function deepStrictEqual(actual, expected, message) {
    if (!equalDeeply(actual, expected, false, null)) failAssertion(message, 'deepStrictEqual');
  },
  function notDeepStrictEqual(actual, expected, message) {
    if (equalDeeply(actual, expected, false, null)) failAssertion(message, 'notDeepStrictEqual');
  },
  function fail(message) {
    failAssertion(message, 'fail');
  },
  function ifError(value) {
    if (value !== null && value !== undefined) failAssertion(undefined, 'ifError');
  },
  function match(text, pattern, message) {
    if (!(typeof text === 'string' && pattern.test(text))) failAssertion(message, 'match');
  },
  function doesNotMatch(text, pattern, message) {
    if (typeof text === 'string' && pattern.test(text)) failAssertion(message, 'doesNotMatch');
  },
  function throws(body, expected, message) {
    let error, thrown = false;
    try {
      body();
    } catch (caught) {
      error = caught;
      thrown = true;
    }
    if (typeof expected === 'string') {
      message = expected;
      expected = undefined;
    }
    if (!thrown) failAssertion(message, 'throws');
    if (expected !== undefined && !isExpected(error, expected)) failAssertion(message, 'throws');
  },
  function doesNotThrow(body, expected, message) {
    let thrown = false;
    try {
      body();
    } catch (caught) {
      thrown = true;
    }
    if (thrown) failAssertion(typeof expected === 'string' ? expected : message, 'doesNotThrow');
  },
);
runtime.put_property(nodeAssert, 'AssertionError', all, AssertionError);

// The same with the names of loose functions for strict ones.
const strictAssert = (value, message) => {
  if (!value) failAssertion(message, 'ok');
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
