// Promises and timers (ECMA-262, 27.2; HTML, 8.6). Jobs run in the order of node: all jobs of
// promises after the script and after each callback of a timer.
const promisePrototype = runtime.object_with(objectPrototype);

// Jobs that wait, from a position on: a function and its arguments.
let jobs = [], firstJob = 0;

function addJob(run, a, b, c, d) {
  jobs.push([run, a, b, c, d]);
}

function runPromiseJobs() {
  while (firstJob < jobs.length) {
    const job = jobs[firstJob++], run = job[0];
    run(job[1], job[2], job[3], job[4]);
  }
  jobs = [];
  firstJob = 0;
}

// What a promise is in: pending, fulfilled or rejected.
function initPromise(promise) {
  const data = runtime.object_with(null);
  data.kind = 'Promise';
  data.state = 'pending';
  data.value = undefined;
  data.reactions = [];
  data.handled = false;
  runtime.set_slot(promise, 'data', data);
  return promise;
}

function newPromise() {
  return initPromise(runtime.object_with(promisePrototype));
}

// The data of a promise; undefined for another value.
function promiseData(value) {
  if (!runtime.is_object(value)) return undefined;
  const data = runtime.slot(value, 'data');
  return runtime.is_object(data) && data.kind === 'Promise' ? data : undefined;
}

// Rejected promises that nobody has handled.
let rejected = [];

function settle(promise, state, value) {
  const data = promiseData(promise), reactions = data.reactions;
  if (data.state !== 'pending') return;
  data.state = state;
  data.value = value;
  data.reactions = [];
  if (state === 'rejected' && !data.handled) {
    runtime.mark_place(data);
    rejected.push(data);
  }
  for (let k = 0; k < reactions.length; k++) addJob(react, reactions[k], state, value);
}

function rejectPromise(promise, reason) {
  settle(promise, 'rejected', reason);
}

function resolvePromise(promise, value) {
  if (!runtime.is_object(value)) return settle(promise, 'fulfilled', value);
  if (value === promise) {
    return rejectPromise(promise, new TypeError('Chaining cycle detected for promise #<Promise>'));
  }
  let then;
  try {
    then = value.then;
  } catch (error) {
    return rejectPromise(promise, error);
  }
  if (typeof then !== 'function') settle(promise, 'fulfilled', value);
  else addJob(follow, promise, value, then);
}

// Settles a promise like another object with `then`.
function follow(promise, value, then) {
  const functions = resolvingFunctions(promise);
  try {
    runtime.call('then', then, value, functions[0], functions[1]);
  } catch (error) {
    runtime.call('reject', functions[1], undefined, error);
  }
}

function resolvingFunctions(promise) {
  let done = false;
  return [value => {
    if (done) return;
    done = true;
    resolvePromise(promise, value);
  }, reason => {
    if (done) return;
    done = true;
    rejectPromise(promise, reason);
  }];
}

// Runs what waits for a promise: a suspended call, or the handlers of `then`.
function react(reaction, state, value) {
  const isError = state === 'rejected';
  if (reaction.step !== undefined) {
    const step = reaction.step;
    step(reaction.call, reaction.context, isError ? 1 : 0, value);
    return;
  }
  const handler = isError ? reaction.onRejected : reaction.onFulfilled;
  const capability = reaction.capability;
  if (handler === undefined) {
    if (isError) rejectWith(capability, value);
    else resolveWith(capability, value);
    return;
  }
  let result;
  try {
    result = runtime.call('the handler', handler, undefined, value);
  } catch (error) {
    rejectWith(capability, error);
    return;
  }
  resolveWith(capability, result);
}

function addReaction(promise, reaction) {
  const data = promiseData(promise);
  if (data.state === 'pending') data.reactions.push(reaction);
  else addJob(react, reaction, data.state, data.value);
  data.handled = true;
}

function chain(promise, onFulfilled, onRejected, capability) {
  const reaction = runtime.object_with(null);
  reaction.onFulfilled = typeof onFulfilled === 'function' ? onFulfilled : undefined;
  reaction.onRejected = typeof onRejected === 'function' ? onRejected : undefined;
  reaction.capability = capability;
  reaction.step = undefined;
  addReaction(promise, reaction);
}

// A promise of a class, with the functions that settle it (27.2.1.5).
function capabilityOf(made) {
  const capability = runtime.object_with(null);
  capability.resolve = capability.reject = undefined;
  if (made === builtInPromise) {
    capability.promise = newPromise();
    return capability;
  }
  if (!runtime.is_constructor(made)) throw new TypeError('the receiver is not a constructor');
  capability.promise = new made((resolve, reject) => {
    if (capability.resolve !== undefined || capability.reject !== undefined) {
      throw new TypeError('Promise executor has already been invoked with non-undefined arguments');
    }
    capability.resolve = resolve;
    capability.reject = reject;
  });
  callable(capability.resolve);
  callable(capability.reject);
  return capability;
}

function resolveWith(capability, value) {
  if (capability === undefined) return;
  if (capability.resolve === undefined) resolvePromise(capability.promise, value);
  else runtime.call('resolve', capability.resolve, undefined, value);
}

function rejectWith(capability, reason) {
  if (capability === undefined) return;
  if (capability.reject === undefined) rejectPromise(capability.promise, reason);
  else runtime.call('reject', capability.reject, undefined, reason);
}

// A value as a promise of a class (27.2.4.7.1).
function promiseOf(made, value) {
  if (promiseData(value) !== undefined && value.constructor === made) return value;
  const capability = capabilityOf(made);
  resolveWith(capability, value);
  return capability.promise;
}

runtime.constructor(promisePrototype, function Promise(executor) {
  if (new.target === undefined) {
    throw new TypeError("Promise constructor cannot be invoked without 'new'");
  }
  if (typeof executor !== 'function') {
    throw new TypeError(`Promise resolver ${runtime.shown(executor)} is not a function`);
  }
  const functions = resolvingFunctions(initPromise(this));
  try {
    runtime.call('the executor', executor, undefined, functions[0], functions[1]);
  } catch (error) {
    runtime.call('reject', functions[1], undefined, error);
  }
});
const builtInPromise = runtime.built_in('Promise');
runtime.put_property(promisePrototype, toStringTagSymbol, configurable, 'Promise');
addGetters(builtInPromise, speciesGetter);

const promiseMethods = {
  catch(onRejected) {
    return this.then(undefined, onRejected);
  },
  finally(last) {
    if (!runtime.is_object(this)) throw new TypeError('the receiver is not an object');
    const made = speciesOf(this, builtInPromise);
    if (typeof last !== 'function') return this.then(last, last);
    return this.then(value => {
      const result = runtime.call('the callback', last, undefined);
      return promiseOf(made, result).then(() => value);
    }, reason => {
      const result = runtime.call('the callback', last, undefined);
      return promiseOf(made, result).then(() => {
        throw reason;
      });
    });
  },
};

runtime.install(promisePrototype,
  function then(onFulfilled, onRejected) {
    if (promiseData(this) === undefined) throw new TypeError('the receiver is not a promise');
    const capability = capabilityOf(speciesOf(this, builtInPromise));
    chain(this, onFulfilled, onRejected, capability);
    return capability.promise;
  },
  promiseMethods.catch, promiseMethods.finally,
);

// The error of `Promise.any`.
const aggregateErrorPrototype = errorPrototypeOf('AggregateError');
runtime.constructor(aggregateErrorPrototype, function AggregateError(errors, message, options) {
  const error = makeError(this, new.target, aggregateErrorPrototype, message, options);
  runtime.put_property(error, 'errors', hidden, joined([], runtime.library('iterate')(errors)));
  return error;
});
runtime.length_of_function(runtime.built_in('AggregateError'), 2);
runtime.set_prototype(runtime.built_in('AggregateError'), runtime.built_in('Error'));

// Promises that are combined. `handlersOf` gives the handlers of each, from the functions that
// settle the result, and one that keeps a value; `atEnd` takes the values once all are kept.
function combined(made, items, handlersOf, atEnd) {
  const capability = capabilityOf(made), values = [];
  if (made === builtInPromise) {
    const functions = resolvingFunctions(capability.promise);
    capability.resolve = functions[0];
    capability.reject = functions[1];
  }
  let open = 1;
  const settled = (k, value) => {
    values[k] = value;
    if (--open === 0) atEnd(capability, values);
  };
  try {
    const resolve = callable(made.resolve), record = iteratorOf(items);
    for (;;) {
      var item = stepOf(record);
      if (runtime.is_empty(item)) break;
      const k = values.length;
      values.push(undefined);
      open++;
      try {
        const next = runtime.call('resolve', resolve, made, item);
        const handlers = handlersOf(capability, once(value => settled(k, value)));
        runtime.call('then', next.then, next, handlers[0], handlers[1]);
      } catch (error) {
        closeQuietly(record);
        throw error;
      }
    }
    if (--open === 0) atEnd(capability, values);
  } catch (error) {
    rejectWith(capability, error);
  }
  return capability.promise;
}

function once(f) {
  let called = false;
  return value => {
    if (called) return;
    called = true;
    f(value);
  };
}

runtime.install(builtInPromise,
  function all(items) {
    return combined(this, items, (capability, keep) => [keep, capability.reject], resolveWith);
  },
  function allSettled(items) {
    return combined(this, items, (capability, keep) => [
      value => keep({status: 'fulfilled', value}), reason => keep({status: 'rejected', reason}),
    ], resolveWith);
  },
  function any(items) {
    return combined(this, items, (capability, keep) => [capability.resolve, keep],
      (capability, errors) => rejectWith(capability,
        new (runtime.built_in('AggregateError'))(errors, 'All promises were rejected')));
  },
  function race(items) {
    return combined(this, items, capability => [capability.resolve, capability.reject],
      () => undefined);
  },
  function resolve(value) {
    if (!runtime.is_object(this)) throw new TypeError('PromiseResolve called on non-object');
    return promiseOf(this, value);
  },
  function reject(reason) {
    const capability = capabilityOf(this);
    rejectWith(capability, reason);
    return capability.promise;
  },
);

// Timers: the time of the program starts at 0 and passes only while nothing else is to be done.
// An entry of `timers` counts as long as it is that of its timer.
let time = 0, timers = [], immediates = [], timerCount = 0, entryCount = 0;
const timeoutPrototype = runtime.object_with(objectPrototype);
const immediatePrototype = runtime.object_with(objectPrototype);

// The constructors of timers are no global variables.
function addConstructor(prototype, made) {
  runtime.put_property(made, 'prototype', writable, prototype);
  runtime.put_property(prototype, 'constructor', hidden, made);
}
addConstructor(timeoutPrototype, function Timeout(callback, after, args, isRepeat, isRefed) {
  runtime.unmodelled('the constructor of timers');
});
addConstructor(immediatePrototype, function Immediate(callback, args) {
  runtime.unmodelled('the constructor of timers');
});

// Throws if the callback of a timer is no function.
function needCallback(f) {
  if (typeof f !== 'function') wrongType('callback', 'function', f);
}

function startTimer(f, delay, args, repeat) {
  needCallback(f);
  const timer = runtime.object_with(timeoutPrototype), data = runtime.object_with(null);
  let wait = +delay;
  if (!(wait >= 1 && wait <= 2147483647)) wait = 1;
  data.wait = runtime.rounded(wait, 'to zero');
  data.f = f;
  data.args = args;
  data.repeat = repeat;
  data.counts = true;
  data.stopped = false;
  data.number = ++timerCount;
  data.timer = timer;
  runtime.set_slot(timer, 'data', data);
  runtime.missing(timer, 'Timeout', '_idleTimeout _idlePrev _idleNext _idleStart _onTimeout '
    + '_timerArgs _repeat _destroyed', true);
  enterTimer(data);
  return timer;
}

// Makes a timer wait from now on, behind those that wait already.
function enterTimer(data) {
  const entry = runtime.object_with(null);
  entry.due = time + data.wait;
  entry.order = ++entryCount;
  entry.data = data;
  data.active = true;
  data.entry = entry;
  timers.push(entry);
}

function stopTimer(timer) {
  let data = runtime.is_object(timer) ? runtime.slot(timer, 'data') : undefined;
  if (typeof timer === 'number' || typeof timer === 'string') {
    for (let k = 0; k < timers.length; k++) {
      if (timers[k].data.number === +timer) data = timers[k].data;
    }
  }
  if (!runtime.is_object(data) || !data.active) return;
  data.active = false;
  data.stopped = true;
}

// Whether a timer keeps the program running.
function addReferences(prototype) {
  runtime.install(prototype,
    function ref() {
      runtime.slot(this, 'data').counts = true;
      return this;
    },
    function unref() {
      runtime.slot(this, 'data').counts = false;
      return this;
    },
    function hasRef() {
      return runtime.slot(this, 'data').counts;
    },
  );
}
addReferences(timeoutPrototype);
addReferences(immediatePrototype);
runtime.install(timeoutPrototype,
  function refresh() {
    const data = runtime.slot(this, 'data');
    if (!data.stopped) enterTimer(data);
    return this;
  },
);
addMembers(timeoutPrototype, {
  close() {
    stopTimer(this);
    return this;
  },
});
runtime.put_property(timeoutPrototype, toPrimitiveSymbol, hidden, ({
  ['[Symbol.toPrimitive]']() {
    return runtime.slot(this, 'data').number;
  },
})['[Symbol.toPrimitive]']);

addMembers(runtime.initial('global'), {
  setTimeout(f, delay, ...args) {
    return startTimer(f, delay, args, false);
  },
  setInterval(f, delay, ...args) {
    return startTimer(f, delay, args, true);
  },
  setImmediate(f, ...args) {
    needCallback(f);
    const data = runtime.object_with(null), immediate = runtime.object_with(immediatePrototype);
    data.f = f;
    data.args = args;
    data.active = true;
    data.counts = true;
    runtime.set_slot(immediate, 'data', data);
    runtime.missing(immediate, 'Immediate', '_idleNext _idlePrev _onImmediate _argv _destroyed',
      true);
    immediates.push(data);
    return immediate;
  },
  clearTimeout(timer) {
    stopTimer(timer);
  },
  clearInterval(timer) {
    stopTimer(timer);
  },
  clearImmediate(immediate) {
    stopTimer(immediate);
  },
  queueMicrotask(f) {
    needCallback(f);
    addJob(runMicrotask, f);
  },
});

function runMicrotask(f) {
  runtime.call('the callback', f, undefined);
}

// The entry of the timer that is due next; undefined if none keeps the program running.
function nextTimer() {
  let next, rest = [], counts = false;
  for (let k = 0; k < timers.length; k++) {
    const entry = timers[k], data = entry.data;
    if (!data.active || data.entry !== entry) continue;
    rest.push(entry);
    counts = counts || data.counts;
    if (next === undefined || entry.due < next.due
      || entry.due === next.due && entry.order < next.order) next = entry;
  }
  timers = rest;
  return counts ? next : undefined;
}

function runTimer(data) {
  data.entry = undefined;
  runtime.apply('the callback', data.f, data.timer, data.args, data.args.length);
  if (data.active && data.repeat) enterTimer(data);
  else if (data.entry === undefined) data.active = false;
  finishJobs();
}

// Whether a callback of `setImmediate` keeps the program running.
function isImmediateOpen() {
  for (let k = 0; k < immediates.length; k++) {
    if (immediates[k].active && immediates[k].counts) return true;
  }
  return false;
}

// Runs the jobs of promises; a rejection that nobody handled is an uncaught exception.
function finishJobs() {
  runPromiseJobs();
  const open = rejected;
  rejected = [];
  for (let k = 0; k < open.length; k++) {
    if (!open[k].handled) runtime.unhandled(open[k].value, open[k]);
  }
}

runtime.install(runtime.initial('library'),
  // What remains to be done after the program: jobs, timers, and callbacks of `setImmediate`. The
  // program itself takes a millisecond, callbacks take no time.
  function runJobs() {
    let late = 1;
    finishJobs();
    for (;;) {
      let timer = nextTimer();
      const isDue = timer !== undefined && timer.due <= time + late;
      if (!isDue && immediates.length > 0 && (timer !== undefined || isImmediateOpen())) {
        const now = immediates;
        immediates = [];
        late = 0;
        for (let k = 0; k < now.length; k++) {
          if (!now[k].active) continue;
          runtime.apply('the callback', now[k].f, undefined, now[k].args, now[k].args.length);
          finishJobs();
        }
        continue;
      }
      if (timer === undefined) return;
      if (timer.due > time) time = timer.due;
      late = 0;
      runTimer(timer.data);
    }
  },
);
