// Iterators, generators and async functions (ECMA-262, 27.1, 27.3 to 27.7).
const asyncIteratorSymbol = runtime.symbol('Symbol.asyncIterator');
runtime.constants(runtime.built_in('Symbol'), 'asyncIterator', asyncIteratorSymbol);

const asyncIteratorPrototype = runtime.object_with(objectPrototype);
runtime.put_property(asyncIteratorPrototype, asyncIteratorSymbol, hidden, ({
  ['[Symbol.asyncIterator]']() {
    return this;
  },
})['[Symbol.asyncIterator]']);

// The prototypes of a kind of functions and of the objects that they return.
function suspending(functionTag, objectTag, objectParent) {
  const functions = runtime.object_with(functionPrototype);
  runtime.put_property(functions, toStringTagSymbol, configurable, functionTag);
  const made = function (...parts) {
    return runtime.unmodelled(`${functionTag} of a text`);
  };
  runtime.put_property(made, 'name', configurable, functionTag);
  runtime.length_of_function(made, 1);
  runtime.set_prototype(made, runtime.built_in('Function'));
  runtime.put_property(made, 'prototype', 0, functions);
  runtime.put_property(functions, 'constructor', configurable, made);
  if (objectTag !== undefined) {
    const objects = runtime.object_with(objectParent);
    runtime.put_property(objects, toStringTagSymbol, configurable, objectTag);
    runtime.put_property(objects, 'constructor', configurable, functions);
    runtime.put_property(functions, 'prototype', configurable, objects);
  }
  return functions;
}

const generatorFunctionPrototype = suspending('GeneratorFunction', 'Generator', iteratorPrototype);
const asyncFunctionPrototype = suspending('AsyncFunction');
const asyncGeneratorFunctionPrototype =
  suspending('AsyncGeneratorFunction', 'AsyncGenerator', asyncIteratorPrototype);
const generatorPrototype = generatorFunctionPrototype.prototype;
const asyncGeneratorPrototype = asyncGeneratorFunctionPrototype.prototype;
runtime.put_property(runtime.initial('library'), 'generatorFunctionPrototype', all,
  generatorFunctionPrototype);
runtime.put_property(runtime.initial('library'), 'asyncFunctionPrototype', all,
  asyncFunctionPrototype);
runtime.put_property(runtime.initial('library'), 'asyncGeneratorFunctionPrototype', all,
  asyncGeneratorFunctionPrototype);
runtime.put_property(runtime.initial('library'), 'generatorPrototype', all, generatorPrototype);
runtime.put_property(runtime.initial('library'), 'asyncGeneratorPrototype', all,
  asyncGeneratorPrototype);

// Goes on with a generator: 0 with a value, 1 with an exception, 2 by returning.
function resumeGenerator(generator, mode, value) {
  const state = runtime.state(generator), running = runtime.slot(generator, 'data');
  if (state === undefined || running === 'async') {
    throw new TypeError('the receiver is not a generator');
  }
  if (running === true) throw new TypeError('Generator is already running');
  if (state === 1 && mode !== 0) runtime.set_slot(generator, 'data', 'closed');
  if (state === 0 || runtime.slot(generator, 'data') === 'closed') {
    if (mode === 1) throw value;
    return runtime.iterator_result(mode === 2 ? value : undefined, true);
  }
  runtime.set_slot(generator, 'data', true);
  try {
    return runtime.resume(generator, mode, value);
  } finally {
    runtime.set_slot(generator, 'data', false);
  }
}

const generatorMethods = {
  return(value) {
    return resumeGenerator(this, 2, value);
  },
  throw(value) {
    return resumeGenerator(this, 1, value);
  },
};
runtime.install(generatorPrototype,
  function next(value) {
    return resumeGenerator(this, 0, value);
  },
  generatorMethods.return, generatorMethods.throw,
);

// The record of an async iterator.
function asyncRecord(iterator) {
  const record = recordOf(iterator);
  record.isAsync = true;
  return record;
}

// Goes on with an async function, whose promise it settles.
function stepAsync(call, promise, mode, value) {
  let result;
  try {
    result = runtime.resume(call, mode, value);
  } catch (error) {
    rejectPromise(promise, error);
    return;
  }
  if (runtime.state(call) === 0) resolvePromise(promise, result);
  else awaitValue(result, call, promise, stepAsync);
}

// Goes on with a call when a promise is settled.
function awaitValue(value, call, context, step) {
  let promise;
  try {
    promise = promiseOf(builtInPromise, value);
  } catch (error) {
    addJob(step, call, context, 1, error);
    return;
  }
  const reaction = runtime.object_with(null);
  reaction.call = call;
  reaction.context = context;
  reaction.step = step;
  addReaction(promise, reaction);
}

// The queue of an async generator: what was asked for, and promises for the answers.
function queueOf(generator) {
  const data = runtime.slot(generator, 'data');
  if (runtime.is_object(data)) return data;
  const queue = runtime.object_with(null);
  queue.requests = [];
  queue.running = false;
  queue.closed = false;
  runtime.set_slot(generator, 'data', queue);
  return queue;
}

function request(generator, mode, value) {
  const promise = newPromise();
  const isOne = runtime.is_object(generator) && runtime.state(generator) !== undefined
    && runtime.slot(generator, 'data') !== false && runtime.slot(generator, 'data') !== true;
  if (!isOne) {
    rejectPromise(promise, new TypeError('the receiver is not an async generator'));
    return promise;
  }
  const queue = queueOf(generator);
  queue.requests.push({mode, value, promise});
  if (!queue.running) serve(generator, queue);
  return promise;
}

// Goes on with an async generator while something is asked for.
function serve(generator, queue) {
  while (!queue.running && queue.requests.length > 0) {
    const first = queue.requests[0];
    if (runtime.state(generator) === 1 && first.mode !== 0) queue.closed = true;
    if (!queue.closed && runtime.state(generator) !== 0) {
      queue.running = true;
      stepAsyncGenerator(generator, queue, first.mode, first.value);
    } else if (first.mode === 2) {
      queue.running = true;
      awaitValue(first.value, generator, queue, finishReturn);
    } else if (first.mode === 1) answer(queue, true, first.value);
    else answer(queue, false, runtime.iterator_result(undefined, true));
  }
}

function answer(queue, isError, value) {
  const first = queue.requests[0], rest = [];
  for (let k = 1; k < queue.requests.length; k++) rest.push(queue.requests[k]);
  queue.requests = rest;
  if (isError) rejectPromise(first.promise, value);
  else resolvePromise(first.promise, value);
}

// Answers a `return` after the end of an async generator.
function finishReturn(generator, queue, mode, value) {
  queue.running = false;
  answer(queue, mode === 1, mode === 1 ? value : runtime.iterator_result(value, true));
  serve(generator, queue);
}

function stepAsyncGenerator(generator, queue, mode, value) {
  let result;
  try {
    result = runtime.resume(generator, mode, value);
  } catch (error) {
    queue.running = false;
    answer(queue, true, error);
    serve(generator, queue);
    return;
  }
  const ended = runtime.state(generator) === 0;
  if (!ended && runtime.yields(generator) === 0) {
    awaitValue(result, generator, queue, stepAsyncGenerator);
    return;
  }
  queue.running = false;
  answer(queue, false, runtime.iterator_result(result, ended));
  serve(generator, queue);
}

const asyncGeneratorMethods = {
  return(value) {
    return request(this, 2, value);
  },
  throw(value) {
    return request(this, 1, value);
  },
};
runtime.install(asyncGeneratorPrototype,
  function next(value) {
    return request(this, 0, value);
  },
  asyncGeneratorMethods.return, asyncGeneratorMethods.throw,
);

// The iterator that `for await` uses for one that is not async (27.1.6).
const wrappedIterator = runtime.object_with(asyncIteratorPrototype);

function settleStep(record, result) {
  const promise = newPromise();
  let inner;
  const done = !!result.done;
  try {
    inner = promiseOf(builtInPromise, result.value);
  } catch (error) {
    if (!done) closeQuietly(record);
    throw error;
  }
  chain(inner, value => resolvePromise(promise, runtime.iterator_result(value, done)), error => {
    if (!done) closeQuietly(record);
    rejectPromise(promise, error);
  });
  return promise;
}

function wrapStep(self, name, value) {
  const record = runtime.slot(self, 'data');
  try {
    if (name === 'next') return settleStep(record, resultOf(runtime.call('next', record.next,
      record.iterator, value)));
    const method = record.iterator[name];
    if (method === undefined || method === null) {
      if (name === 'return') {
        const promise = newPromise();
        resolvePromise(promise, runtime.iterator_result(value, true));
        return promise;
      }
      closeQuietly(record);
      throw new TypeError('The iterator does not provide a method `throw`');
    }
    return settleStep(record, resultOf(runtime.call(name, method, record.iterator, value)));
  } catch (error) {
    const promise = newPromise();
    rejectPromise(promise, error);
    return promise;
  }
}

const wrappedMethods = {
  return(value) {
    return wrapStep(this, 'return', value);
  },
  throw(value) {
    return wrapStep(this, 'throw', value);
  },
};
runtime.install(wrappedIterator,
  function next(value) {
    return wrapStep(this, 'next', value);
  },
  wrappedMethods.return, wrappedMethods.throw,
);

runtime.install(runtime.initial('library'),
  // Starts an async function and returns its promise.
  function startAsync(call) {
    const promise = newPromise();
    runtime.set_slot(call, 'data', 'async');
    stepAsync(call, promise, 0, undefined);
    return promise;
  },
  function open(value) {
    return iteratorOf(value);
  },
  function openAsync(value, message) {
    const method = value === undefined || value === null ? undefined : value[asyncIteratorSymbol];
    if (method === undefined || method === null) {
      const inner = iteratorOf(value, message), wrapped = runtime.object_with(wrappedIterator);
      runtime.set_slot(wrapped, 'data', inner);
      return asyncRecord(wrapped);
    }
    return asyncRecord(runtime.call('Symbol.asyncIterator', callable(method), value));
  },
  // What `yield*` sends to the inner iterator. Nothing means that it has no method `return`.
  function forward(record, mode, value) {
    const iterator = record.iterator;
    if (mode === 0) return runtime.call('next', record.next, iterator, value);
    if (record.isAsync && mode === 2 && runtime.is_object(value)) {
      runtime.unmodelled('`return` of an object to an async `yield*`, which waits for it');
    }
    const method = mode === 1 ? iterator.throw : iterator.return;
    if (method === undefined || method === null) {
      if (mode === 2) return runtime.empty();
      if (record.isAsync) runtime.unmodelled('`throw` to an async `yield*` of what has none');
      closeIterator(record);
      throw new TypeError('The iterator does not provide a method `throw`');
    }
    return runtime.call('the method', method, iterator, value);
  },
  function isDone(result) {
    return !!resultOf(result).done;
  },
  // One step of `for await`.
  function nextAsync(record) {
    return runtime.call('next', record.next, record.iterator);
  },
  // The value of a result, or nothing at the end.
  function taken(record, result) {
    if (!resultOf(result).done) return result.value;
    record.done = true;
    return runtime.empty();
  },
  closeIterator, closeQuietly,
  // Calls `return` of an async iterator; nothing if there is none.
  function closeAsync(record) {
    const method = record.iterator.return;
    if (method === undefined || method === null) return runtime.empty();
    return runtime.call('return', method, record.iterator);
  },
  resultOf,
);
