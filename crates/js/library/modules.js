// Modules: CommonJS and ES modules, and how each sees the other.
function requireCommon(record) {
  if (!record.started) {
    record.started = true;
    runtime.call('the module', record.body, record.exports);
    record.module.loaded = true;
    record.complete = true;
  } else if (!record.complete && !runtime.is_running(record.body)) {
    runtime.unmodelled('`require` of a module that has thrown');
  }
  return record.module.exports;
}

// Sets the variables that ES modules import from a CommonJS module.
function fillImports(record) {
  const exported = requireCommon(record);
  for (let k = 0; k < record.names.length; k++) {
    const name = record.names[k];
    let value;
    if (name === '*') value = namespaceOf(record);
    else if (name === 'default') value = exported;
    else if (exported !== undefined && exported !== null) value = exported[name];
    runtime.fill(record.body, k, value);
  }
}

// The namespace of a CommonJS module: a copy of what it exports.
function namespaceOf(record) {
  if (record.namespace !== undefined) return record.namespace;
  const exported = record.module.exports, names = ['default'];
  if (runtime.is_object(exported)) {
    const isPlain = typeof exported === 'object' && !runtime.is_array(exported);
    const keys = isPlain ? runtime.all_keys(exported, false) : runtime.own_keys(exported);
    for (let k = 0; k < keys.length; k++) if (keys[k] !== 'default') insert(names, keys[k]);
    const mark = isPlain ? undefined : runtime.own_property(exported, '__esModule');
    if (mark !== undefined && !(mark[0] & enumerable)) insert(names, '__esModule');
  }
  record.namespace = namespaceWith(exported, names, (result, name) =>
    runtime.put_property(result, name, enumerable, exported[name]));
  return record.namespace;
}

// The namespace of a module without exports by name: its default is what it exports, and `put` sets
// the other names.
function namespaceWith(exported, names, put) {
  const result = runtime.object_with(null);
  for (let k = 0; k < names.length; k++) {
    if (names[k] === 'default') runtime.put_property(result, 'default', enumerable, exported);
    else put(result, names[k]);
  }
  runtime.put_property(result, toStringTagSymbol, 0, 'Module');
  runtime.limit(result, 1);
  return result;
}

// Inserts a name into a sorted list.
function insert(names, name) {
  let at = names.length;
  for (; at > 0 && name < names[at - 1]; at--) names[at] = names[at - 1];
  names[at] = name;
}

// The modules that one needs, in the order of their evaluation, itself last.
function listNeeds(record, list) {
  if (record.listed) return list;
  record.listed = true;
  for (let k = 0; k < record.needs.length; k++) listNeeds(modules[record.needs[k]], list);
  list.push(record);
  return list;
}

// Runs the modules of a list from a position on. One that awaits something delays the others.
function evaluate(list, first, promise) {
  for (let k = first; k < list.length; k++) {
    const record = list[k];
    if (!record.isEs) fillImports(record);
    if (!record.isEs || record.started) continue;
    record.started = true;
    const value = runtime.resume(record.call, 0, undefined);
    if (runtime.state(record.call) === 0) continue;
    const ready = newPromise();
    awaitValue(value, record.call, ready, stepAsync);
    chain(ready, () => {
      try {
        evaluate(list, k + 1, promise);
      } catch (error) {
        rejectPromise(promise, error);
      }
    }, error => rejectPromise(promise, error));
    return;
  }
  resolvePromise(promise, undefined);
}

function requireEs(record) {
  const promise = newPromise();
  evaluate(listNeeds(record, []), 0, promise);
  if (promiseData(promise).state === 'pending') {
    return runtime.unmodelled('`require` of a module with `await`');
  }
  return record.namespace;
}

// `import(...)`: runs the module later.
function importLater(result, record) {
  const promise = newPromise();
  chain(promise, () => resolvePromise(result, record.isEs ? record.namespace : namespaceOf(record)),
    error => rejectPromise(result, error));
  try {
    evaluate(listNeeds(record, []), 0, promise);
  } catch (error) {
    rejectPromise(promise, error);
  }
}

runtime.install(runtime.initial('library'),
  function needsModule(at, other) {
    modules[at].needs.push(other);
  },
  // A name that ES modules import from a CommonJS module.
  function fillsName(at, name) {
    modules[at].names.push(name);
  },
  function setNamespace(at, namespace) {
    runtime.put_property(namespace, toStringTagSymbol, 0, 'Module');
    runtime.limit(namespace, 1);
    modules[at].namespace = namespace;
  },
  // Creates the functions of an ES module.
  function instantiate(at) {
    modules[at].call = runtime.call('the module', modules[at].body, undefined);
  },
  // Runs the program, a module.
  function runFirst() {
    const record = modules[0];
    if (record.isEs) evaluate(listNeeds(record, []), 0, newPromise());
    else requireCommon(record);
  },
  function importModule(at) {
    const result = newPromise();
    addJob(importLater, result, modules[at]);
    return result;
  },
  function importMissing(name) {
    const result = newPromise();
    try {
      runtime.library('missingModule')(name);
    } catch (error) {
      error.code = 'ERR_MODULE_NOT_FOUND';
      rejectPromise(result, error);
    }
    return result;
  },
  function importMeta(path, folder) {
    const result = runtime.object_with(null);
    result.dirname = folder;
    result.filename = path;
    result.url = 'file://' + path;
    return result;
  },
);
