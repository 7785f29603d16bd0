// What node adds to the language: `process`, `console.assert`, and the module `assert`.
const emitterPrototype = {};
runtime.missing(emitterPrototype, 'process', '_events _eventsCount _maxListeners setMaxListeners '
  + 'getMaxListeners emit addListener on prependListener once prependOnceListener removeListener '
  + 'off removeAllListeners listeners rawListeners listenerCount eventNames', true);
const processPrototype = runtime.object_with(emitterPrototype);
runtime.missing(processPrototype, 'process', 'constructor');
const nodeProcess = runtime.object_with(processPrototype);
runtime.missing(nodeProcess, 'process', 'version versions arch platform release _rawDebug '
  + 'moduleLoadList binding _linkedBinding _events _eventsCount _maxListeners domain '
  + '_exiting exitCode config dlopen uptime _getActiveRequests _getActiveHandles '
  + 'getActiveResourcesInfo reallyExit _kill loadEnvFile cpuUsage resourceUsage '
  + 'memoryUsage constrainedMemory availableMemory kill exit hrtime openStdin getuid '
  + 'geteuid getgid getegid getgroups allowedNodeEnvironmentFlags assert features '
  + '_fatalException setUncaughtExceptionCaptureCallback '
  + 'hasUncaughtExceptionCaptureCallback emitWarning nextTick _tickCallback '
  + 'sourceMapsEnabled setSourceMapsEnabled getBuiltinModule _debugProcess _debugEnd '
  + '_startProfilerIdleNotifier _stopProfilerIdleNotifier stdout stdin stderr abort umask '
  + 'chdir cwd initgroups setgroups setegid seteuid setgid setuid env title argv execArgv '
  + 'pid ppid execPath debugPort argv0 _preload_modules report mainModule', true);
addMembers(nodeProcess,
  {env: {}, platform: 'linux', arch: 'x64', argv: ['node', 'program']});
runtime.put_property(nodeProcess, toStringTagSymbol, writable, 'process');
runtime.put_property(runtime.initial('global'), 'process', hidden, nodeProcess);

addMembers(runtime.built_in('console'), {
  // A failed assertion: node only prints it.
  assert(...values) {
    const value = values[0], message = values[1];
    if (!value) runtime.fail(typeof message === 'string' ? message : 'console.assert');
  },
});
runtime.put_property(runtime.built_in('console'), toStringTagSymbol, configurable, 'console');
runtime.set_prototype(runtime.built_in('console'), {});

// An assertion of the module `assert` fails: an exception that nobody catches is reported as a
// failed assertion. `name` is that of the function, `operator` what the exception says of it.
function failAssertion(message, name, actual, expected, operator) {
  if (runtime.is_object(message) && message instanceof runtime.built_in('Error')) throw message;
  const isGiven = message !== undefined && message !== null;
  if (!runtime.is_caught()) runtime.fail(typeof message === 'string' ? message : `assert.${name}`);
  const error = new AssertionError({
    message, actual, expected, operator: operator === undefined ? name : operator,
  });
  if (name === 'ok') error.generatedMessage = !isGiven;
  if (name === 'throws' || name === 'doesNotThrow' || name === 'ifError') {
    error.generatedMessage = false;
    runtime.missing(error, 'AssertionError', 'message');
  }
  throw error;
}

// An error of node: its text has the code.
function nodeError(code, message) {
  const error = new TypeError(message === undefined ? '' : message);
  if (message === undefined) runtime.missing(error, 'TypeError', 'message');
  runtime.put_property(error, 'toString', hidden, ({
    toString() {
      return `${this.name} [${code}]: ${this.message}`;
    },
  }).toString);
  error.code = code;
  return error;
}

// An error in the arguments of a function, whose message is not modelled.
function argumentError(code) {
  throw nodeError(code, undefined);
}

// An argument is not of the type that a function of node asks for.
function wrongType(name, type, value) {
  const received = receivedText(value);
  throw nodeError('ERR_INVALID_ARG_TYPE', received === undefined ? undefined
    : `The "${name}" argument must be of type ${type}. Received ${received}`);
}

// What the message says of a wrong argument, where that is no text of a value.
function receivedText(value) {
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'function') return `function ${value.name}`;
  const made = typeof value === 'object' ? value.constructor : undefined;
  const name = typeof made === 'function' ? made.name : '';
  return typeof name === 'string' && name !== '' ? `an instance of ${name}` : undefined;
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
    const {message, operator} = options;
    super(message);
    // Node says what differs, for some operators also behind a message.
    if (message === undefined || message === null || operator === 'strictEqual'
      || operator === 'deepStrictEqual') runtime.missing(this, 'AssertionError', 'message');
    this.generatedMessage = !message;
    runtime.put_property(this, 'name', hidden, 'AssertionError');
    this.code = 'ERR_ASSERTION';
    this.actual = options.actual;
    this.expected = options.expected;
    this.operator = operator;
  }
  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

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
  return runtime.call('toString', objectToString, value);
}

function symbolsOf(value) {
  return runtime.all_keys(value, true).length;
}

// Whether an exception is one that a class, a pattern or a function expects.
function isOfClass(error, expected) {
  if (isRegExp(expected)) return isMatch(expected, `${error}`);
  if (expected.prototype !== undefined && error instanceof expected) return true;
  if (expected === runtime.built_in('Error')
    || runtime.call('isPrototypeOf', isPrototypeOf, runtime.built_in('Error'), expected)) {
    return false;
  }
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
    if (typeof found === 'string' && isRegExp(wanted) && isMatch(wanted, found)) continue;
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
  if (typeof text !== 'string' || isMatch(pattern, text) !== (name === 'match')) {
    failAssertion(message, name, text, pattern);
  }
}

const nodeAssert = ({
  ok(...values) {
    if (!values[0]) failAssertion(values[1], 'ok', values[0], true, '==');
  },
}).ok;
runtime.missing(nodeAssert, 'assert', 'fail AssertionError ok equal notEqual deepEqual '
  + 'notDeepEqual deepStrictEqual notDeepStrictEqual strictEqual notStrictEqual throws rejects '
  + 'doesNotThrow doesNotReject ifError match doesNotMatch CallTracker strict', true);
addMembers(nodeAssert, {
  AssertionError,
  ok: nodeAssert,
  equal(actual, expected, message) {
    needTwo(arguments.length);
    if (!(actual == expected || (actual !== actual && expected !== expected))) {
      failAssertion(message, 'equal', actual, expected, '==');
    }
  },
  notEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (actual == expected || (actual !== actual && expected !== expected)) {
      failAssertion(message, 'notEqual', actual, expected, '!=');
    }
  },
  strictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (!sameValue(actual, expected)) failAssertion(message, 'strictEqual', actual, expected);
  },
  notStrictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (sameValue(actual, expected)) failAssertion(message, 'notStrictEqual', actual, expected);
  },
  deepEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (!equalDeeply(actual, expected, true, null)) {
      failAssertion(message, 'deepEqual', actual, expected);
    }
  },
  notDeepEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (equalDeeply(actual, expected, true, null)) {
      failAssertion(message, 'notDeepEqual', actual, expected);
    }
  },
  deepStrictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (!equalDeeply(actual, expected, false, null)) {
      failAssertion(message, 'deepStrictEqual', actual, expected);
    }
  },
  notDeepStrictEqual(actual, expected, message) {
    needTwo(arguments.length);
    if (equalDeeply(actual, expected, false, null)) {
      failAssertion(message, 'notDeepStrictEqual', actual, expected);
    }
  },
  fail(message) {
    if (arguments.length > 1) runtime.unmodelled('assert.fail with more than a message');
    failAssertion(message, 'fail');
  },
  ifError(value) {
    if (value !== null && value !== undefined) failAssertion(undefined, 'ifError', value, null);
  },
  match(text, pattern, message) {
    checkMatch(text, pattern, message, 'match');
  },
  doesNotMatch(text, pattern, message) {
    checkMatch(text, pattern, message, 'doesNotMatch');
  },
  throws(body, expected, message) {
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
  doesNotThrow(body, expected, message) {
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
});

// The same with the names of loose functions for strict ones.
const strictAssert = ({
  strict(...values) {
    if (!values[0]) failAssertion(values[1], 'ok', values[0], true, '==');
  },
}).strict;
const assertNames = runtime.own_keys(nodeAssert);
for (let k = 0; k < assertNames.length; k++) {
  const name = assertNames[k];
  const strict = name === 'equal' ? 'strictEqual' : name === 'notEqual' ? 'notStrictEqual'
    : name === 'deepEqual' ? 'deepStrictEqual' : name === 'notDeepEqual' ? 'notDeepStrictEqual'
      : name;
  runtime.copy_member(strictAssert, name, all, nodeAssert, strict);
}
addMembers(strictAssert, {strict: strictAssert});
nodeAssert.strict = strictAssert;

// The modules of node itself, by their names.
const nodeModules = runtime.object_with(null), nodeNamespaces = [];
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
  // The namespace of a module of node itself.
  function nodeNamespace(name) {
    const exported = runtime.library('nodeModule')(name);
    for (let k = 0; k < nodeNamespaces.length; k++) {
      if (nodeNamespaces[k].default === exported) return nodeNamespaces[k];
    }
    const keys = runtime.own_keys(exported), names = ['default'];
    for (let k = 0; k < keys.length; k++) insert(names, keys[k]);
    const result = namespaceWith(exported, names, (made, member) =>
      runtime.copy_member(made, member, enumerable, exported, member));
    nodeNamespaces.push(result);
    return result;
  },
);
