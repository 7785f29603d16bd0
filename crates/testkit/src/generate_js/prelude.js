var n = sheaf.integer('n') & 3, b = sheaf.boolean('b'), s = ['', 'a', ' b7', 'a,\u00c9b'][n];
var other, fuel = 300;
function tick() {
  if (--fuel < 0) throw new RangeError('my fuel');
}
function show(value, depth) {
  tick();
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === 0 && 1 / value < 0) return '-0';
  if (typeof value === 'function') return 'function ' + value.name;
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Error) {
    return value.name + (/^my/.test(value.message) ? ' ' + value.message : '');
  }
  if (value instanceof RegExp) return String(value);
  if (depth > 3) return '...';
  if (value instanceof Map || value instanceof Set) {
    return (value instanceof Map ? 'Map' : 'Set') + show([...value], depth + 1);
  }
  var parts = keysOf(value).map(key => String(key) + ': ' + shown(value, key, depth));
  return (Array.isArray(value) ? 'array' : Object.prototype.toString.call(value))
    + '{' + parts.join(', ') + '}';
}
function shown(value, key, depth) {
  var own = Object.getOwnPropertyDescriptor(value, key);
  var marks = (own.writable ? '' : 'r') + (own.enumerable ? '' : 'h') + (own.configurable ? '' : 'c');
  return marks + (own.get || own.set ? 'accessor' : show(own.value, depth + 1));
}
function keysOf(value) {
  return Object.getOwnPropertyNames(value).concat(Object.getOwnPropertySymbols(value));
}
function print(label, value) {
  console.log(label + ' ' + show(value, 0));
}
function attempt(body) {
  try {
    return body();
  } catch (error) {
    if (error === 'assertion') throw error;
    print('caught', error);
  }
}
function quiet(promise) {
  promise.then(value => print('done', value), error => print('failed', error));
}
function kept(promise) {
  promise.then(undefined, () => {});
  return promise;
}
function add(x, y) {
  tick();
  return x + y;
}
function byText(x, y) {
  var first = show(x, 3), second = show(y, 3);
  return first < second ? -1 : first > second ? 1 : 0;
}
function tag(strings, ...values) {
  return strings.raw.join('|') + values.length + strings[0];
}
class Plain {
  constructor(x) {
    this.a = x;
  }
  m(x) {
    tick();
    return [this.a, x];
  }
}
// Counts up; says when it is left early, and returns a value at its end.
function counter(end, last) {
  var at = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next(value) {
      tick();
      return at < end ? {value: at++, done: false} : {value: last, done: true};
    },
    return(value) {
      print('left', at);
      return {value, done: true};
    },
  };
}
// Takes a few values of an iterator, sends one, and leaves it.
function drain(iterable, sent) {
  if (iterable === null || typeof iterable !== 'object') return iterable;
  var result = [];
  if (typeof iterable.next !== 'function') {
    for (var value of iterable) {
      tick();
      result.push(value);
    }
    return result;
  }
  if (iterable[Symbol.asyncIterator]) {
    quiet(iterable.next(sent));
    quiet(iterable.next(sent));
    quiet(iterable.return(sent));
    return result;
  }
  for (var i = 0; i < 3; i++) result.push(iterable.next(sent));
  if (iterable.throw) result.push(attempt(() => iterable.throw('my thrown')));
  if (iterable.return) result.push(attempt(() => iterable.return(sent)));
  return result;
}
