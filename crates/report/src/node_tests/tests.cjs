'use strict';
// Tests of a JavaScript program, written by Sheaf. `tests.json` has their inputs and results.
//
//   node --test tests.cjs    runs all of them, each in its own process
//   SHEAF_TEST=NAME node --require ./tests.cjs PROGRAM    becomes one of them, for a debugger
//
// A test is fine if the program ends as recorded: for an uncaught exception, with the same class.
// If its message or its line is another one, a diagnostic says so.
const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');
const url = require('url');

const suite = JSON.parse(fs.readFileSync(path.join(__dirname, 'tests.json'), 'utf8'));
const root = path.resolve(__dirname, suite.root);
const program = real(path.resolve(root, suite.program));
const OVERFLOW = 'RangeError: Maximum call stack size exceeded';

// The path without symbolic links.
function real(file) {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}

// The path of a file that node names by its path or, for a module, by its address.
function fileOf(name) {
  return name?.startsWith('file:') ? url.fileURLToPath(name) : name;
}

// ---- Within the process of a test: the functions of harnesses ----

// Makes this process run a test: defines what the program uses, and reports how it ends.
function become(test) {
  const { SHEAF_REPORT: report, SHEAF_MARK: mark } = process.env;
  // As they are before the program changes anything.
  const { stringify } = JSON;
  const { captureStackTrace } = Error;
  const { reallyExit } = process;
  let read = 0, reported = false;

  function tell(seen) {
    if (reported) return;
    reported = true;
    const text = stringify({ ...seen, read });
    if (report) fs.writeFileSync(report, text);
    else fs.writeSync(2, `${text}\n`);
  }
  // Ends the process at once: no `catch`, `finally` or listener of the program runs.
  function end(seen) {
    tell(seen);
    reallyExit.call(process, 1);
  }
  function take(name, type) {
    const input = test.inputs[read];
    if (input === undefined) end({ end: 'out-of-inputs' });
    if (input.name !== name || input.type !== type) {
      const wanted = `it reads input \`${name}\` of type \`${type}\``;
      const next = `\`${input.name}\` of type \`${input.type}\``;
      end({ end: 'mismatch', message: `${wanted}, the case continues with ${next}` });
    }
    read++;
    return decoded(type, input.value);
  }
  function assume(condition) {
    if (!condition) end({ end: 'dropped' });
  }
  // The place of the call of a function.
  function caller(below) {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const holder = {};
    Error.prepareStackTrace = (_, frames) => frames;
    Error.stackTraceLimit = 1;
    captureStackTrace(holder, below);
    const [frame] = holder.stack;
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    const file = fileOf(frame?.getFileName());
    return file ? { file, line: frame.getLineNumber() } : undefined;
  }
  function assert(condition) {
    if (!condition) end({ end: 'assertion', place: caller(assert) });
  }
  function text(name, most = suite.string_size) {
    const value = take(name, 'string');
    if (value.length > most) {
      end({ end: 'mismatch', message: `input \`${name}\` has more than ${most} units` });
    }
    return value;
  }
  const kinds = [
    () => undefined, () => null, (name) => take(name, 'bool'), (name) => take(name, 'i32'),
    (name) => take(name, 'f64'), text,
  ];
  function value(name, most) {
    const kind = kinds[Math.min(take(`${name}.type`, 'i8') & 255, kinds.length - 1)];
    return kind(name, most);
  }
  function ofExample(name, args) {
    if (args.length === 0) return value(name);
    const [example] = args;
    if (Array.isArray(example)) {
      const most = Math.min(suite.string_size, 8);
      const length = Math.min(take(`${name}.length`, 'i8') & 255, most);
      return Array.from({ length }, (_, k) => ofExample(`${name}[${k}]`, example.slice(0, 1)));
    }
    if (typeof example === 'string') return text(name);
    if (typeof example === 'boolean') return take(name, 'bool');
    return take(name, (example | 0) === example ? 'i32' : 'f64');
  }
  const sheaf = {
    integer(name, ...bounds) {
      const n = take(name, 'i32');
      if (bounds.length > 0) assume(n >= bounds[0]);
      if (bounds.length > 1) assume(n <= bounds[1]);
      return n;
    },
    boolean: (name) => take(name, 'bool'),
    number: (name) => take(name, 'f64'),
    string: text,
    choice(name, list) {
      const at = take(name, 'i32');
      assume(at >= 0 && at < list.length);
      return list[at];
    },
    value,
    assume,
    assert,
  };
  const expose = { symbol: (name, ...example) => ofExample(name, example), assume, assert };
  expose.pureSymbol = (name) => value(name);
  // Conditions after 'begin' are one from the next 'and' or 'or' on.
  const groups = [];
  function addAxiom(axiom) {
    if (axiom === 'begin') groups.push([]);
    else if (axiom === 'and' || axiom === 'or') {
      if (groups.length === 0) throw new Error("J$.addAxiom('begin') not found");
      const group = groups.pop();
      const holds = axiom === 'and' ? group.every(Boolean) : group.some(Boolean);
      if (group.length > 0) addAxiom(holds);
    } else if (axiom === 'ignore') groups.at(-1)?.pop();
    else if (groups.length > 0) groups.at(-1).push(axiom);
    else assume(axiom);
  }
  const jalangi = { readInput: (...example) => ofExample('input', example), addAxiom };
  for (const [name, object] of Object.entries({ sheaf, S$: expose, J$: jalangi })) {
    Object.defineProperty(globalThis, name, { value: object, configurable: true, writable: true });
  }
  console.assert = assert;
  Math.random = () => take('Math.random', 'f64');
  // Sheaf has no environment.
  for (const name of Object.keys(process.env)) delete process.env[name];
  // Jalangi's module of inputs, and what it wrote, are not loaded by its harnesses.
  const usesJalangi = (module) => /J\$\.(readInput|addAxiom)\(/.test(
    fs.readFileSync(module.filename, 'utf8'));
  const written = path.join(process.cwd(), 'inputs');
  const load = Module._load;
  Module._load = function (name, parent, ...rest) {
    if (name === 'S$') return expose;
    const isInputs = /(^|\/)InputManager2?(\.js)?$/.test(name) || name === written;
    if (isInputs && parent?.filename && usesJalangi(parent)) return undefined;
    return load.call(this, name, parent, ...rest);
  };
  // The call of the function that the test is for.
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, file, ...rest) {
    const isProgram = suite.call !== null && file === program;
    return compile.call(this, isProgram ? `${content}\n${suite.call}` : content, file, ...rest);
  };
  // Node wraps a reason that is no error, and has no other way to get it.
  const emit = process.emit;
  let reason;
  process.emit = function (event, value, ...rest) {
    if (event === 'unhandledRejection') reason = value;
    return emit.call(this, event, value, ...rest);
  };
  process.on('uncaughtExceptionMonitor', (error) => {
    if (process.listenerCount('uncaughtException') > 0) return;
    const isWrapped = error && error.code === 'ERR_UNHANDLED_REJECTION';
    tell({ end: 'thrown', thrown: described(isWrapped ? reason : error) });
    // What node writes next has the place.
    if (mark) fs.writeSync(2, `\n${mark}\n`);
  });
  process.on('exit', (status) => tell({ end: 'exit', status }));
}

// The value of an input.
function decoded(type, value) {
  if (type === 'string') return JSON.parse(value);
  if (type === 'bool') return value === 'true';
  if (value.endsWith('inf')) return value === 'inf' ? Infinity : -Infinity;
  if (!value.startsWith('0x')) return Number(value);
  return new Float64Array(new BigUint64Array([BigInt(value)]).buffer)[0];
}

// What is thrown, as Sheaf describes it.
function described(thrown) {
  if (typeof thrown === 'string') return thrown.toWellFormed?.() ?? thrown;
  if (thrown === null || !['object', 'function'].includes(typeof thrown)) return '';
  const name = member(thrown, 'name'), message = member(thrown, 'message');
  return name !== undefined && message ? `${name}: ${message}` : name ?? message ?? '';
}

function member(object, key) {
  try {
    const text = object[key];
    return typeof text === 'string' ? text.toWellFormed?.() ?? text : undefined;
  } catch {
    return undefined;
  }
}

// ---- The runner ----

// Runs a test in a process and an empty folder of its own; returns how it ends and what it prints.
function run(test) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sheaf-'));
  const report = path.join(folder, 'report');
  const log = path.join(folder, 'output');
  const here = path.join(folder, 'here');
  const output = fs.openSync(log, 'w+');
  fs.mkdirSync(here);
  const mark = `sheaf-${require('crypto').randomBytes(16).toString('hex')}`;
  const env = { ...process.env, SHEAF_TEST: test.name, SHEAF_REPORT: report, SHEAF_MARK: mark };
  for (const name of ['NODE_OPTIONS', 'NODE_TEST_CONTEXT', 'SHEAF_RESULTS']) delete env[name];
  const flags = ['--trace-uncaught', '--require', __filename, program];
  const result = require('child_process').spawnSync(process.execPath, flags, {
    cwd: here,
    env,
    stdio: ['ignore', output, output],
    killSignal: 'SIGKILL',
    timeout: suite.milliseconds,
  });
  fs.closeSync(output);
  const text = fs.readFileSync(log, 'utf8');
  const told = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined;
  fs.rmSync(folder, { recursive: true, force: true });
  const [before, after] = text.split(`\n${mark}\n`);
  return { seen: seen(result, told, after ?? ''), output: before };
}

function seen(result, told, after) {
  if (result.error?.code === 'ETIMEDOUT') return { end: 'endless' };
  if (result.error) throw result.error;
  if (result.signal) return { end: 'signal', message: result.signal };
  if (told === undefined) return { end: 'exit', status: result.status };
  if (told.end === 'exit') return { ...told, status: result.status };
  const placed = told.end === 'thrown' && told.thrown !== OVERFLOW;
  return placed ? { ...told, place: thrownAt(after) } : told;
}

// Where an exception was thrown: the first line that node prints, or the first frame in a file if
// one of node's functions threw it.
function thrownAt(text) {
  const frames = text.slice(text.lastIndexOf('\nThrown at:\n') + 1);
  const place = /^((?:file:\/\/)?\/.*):(\d+)\n/.exec(text.trimStart())
    ?? /^ +at (?:.* \()?((?:file:\/\/)?\/.*?):(\d+):\d+\)?$/m.exec(frames);
  if (place === null) return undefined;
  return { file: fileOf(place[1]), line: Number(place[2]) };
}

// How a run ends compared with what is recorded: `same`, the same but for the `place` or the
// `message`, `different`, or `undecided` if the record has no end of the program.
function agreement(test, seen) {
  const { expected } = test;
  if (['unmodelled', 'limit'].includes(expected.end)) return 'undecided';
  if (expected.end === 'failed' && expected.kind === 'hang') {
    return seen.end === 'endless' ? 'same' : 'different';
  }
  if (seen.read !== test.inputs.length) return 'different';
  if (expected.end !== 'failed') {
    const status = expected.status === undefined || expected.status === seen.status;
    return seen.end === expected.end && status ? 'same' : 'different';
  }
  if (expected.kind === 'stack-overflow') return seen.thrown === OVERFLOW ? 'same' : 'different';
  const end = { assertion: 'assertion', 'uncaught-exception': 'thrown' }[expected.kind];
  // One of node's module.
  const failed = expected.kind === 'assertion' && /^AssertionError\b/.test(seen.thrown);
  if (seen.end !== end && !failed) return 'different';
  const kind = (thrown) => thrown.split(':')[0];
  if (end === 'thrown' && seen.thrown !== expected.thrown) {
    return kind(seen.thrown) === kind(expected.thrown) ? 'message' : 'different';
  }
  return isAt(expected.place, seen.place) ? 'same' : 'place';
}

// Whether `FILE:LINE:COLUMN` is this place.
function isAt(recorded, place) {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(recorded ?? '') ?? [];
  if (file === undefined || place === undefined) return false;
  return real(path.resolve(root, file)) === real(place.file) && Number(line) === place.line;
}

// How a run ended, for the user.
function shown(test, seen) {
  const place = seen.place ? ` at ${path.relative(root, seen.place.file)}:${seen.place.line}` : '';
  const some = seen.read < test.inputs.length
    ? `, after reading ${seen.read} of ${test.inputs.length} inputs` : '';
  const end = {
    exit: () => `exit ${seen.status}`,
    thrown: () => (seen.thrown === OVERFLOW ? 'stack-overflow'
      : `uncaught-exception${seen.thrown && ': '}${seen.thrown.split('\n')[0]}`),
    assertion: () => 'assertion',
    dropped: () => 'an assumption does not hold',
    endless: () => 'no end in time',
    signal: () => `signal ${seen.message}`,
    'out-of-inputs': () => 'it reads more inputs than recorded',
    mismatch: () => `for another program: ${seen.message}`,
  }[seen.end];
  return end() + place + some;
}

// The result of a test with a sentence for the user.
function judged(test) {
  const { seen, output } = run(test);
  const result = { name: test.name, seen, output, agreement: null, text: shown(test, seen) };
  const { expected } = test;
  if (expected === null) return result;
  const thrown = expected.thrown ? `: ${expected.thrown}` : '';
  const recorded = expected.kind === undefined ? expected.end
    : `${expected.kind}${thrown}${expected.place ? ` at ${expected.place}` : ''}`;
  result.agreement = agreement(test, seen);
  result.text = {
    same: () => `${result.text} (as recorded)`,
    place: () => `${result.text} (as recorded, but the place is not: ${recorded})`,
    message: () => `${result.text} (as recorded, but the message is not: ${recorded})`,
    undecided: () => `${result.text} (recorded up to a point only: ${recorded})`,
    different: () => `NOT as recorded: ${result.text}, not ${recorded}`,
  }[result.agreement]();
  return result;
}

if (process.env.SHEAF_TEST !== undefined) {
  become(suite.tests.find(({ name }) => name === process.env.SHEAF_TEST));
} else if (process.env.SHEAF_RESULTS !== undefined) {
  fs.writeFileSync(process.env.SHEAF_RESULTS, JSON.stringify(suite.tests.map(judged)));
} else {
  const { test } = require('node:test');
  for (const it of suite.tests) {
    test(`${it.name}: ${it.shown}`, (context) => {
      const { agreement, text } = judged(it);
      if (agreement === 'different') throw new Error(text);
      if (agreement !== 'same') context.diagnostic(text);
    });
  }
}
