// Math (ECMA-262, 21.3), as far as arithmetic suffices.
runtime.install(runtime.initial('Math'),
  function abs(value) {
    const x = +value;
    return x < 0 ? -x : x === 0 ? 0 : x;
  },
  function ceil(value) {
    return runtime.rounded(+value, 'up');
  },
  function floor(value) {
    return runtime.rounded(+value, 'down');
  },
  function max(...values) {
    let result = -Infinity;
    for (let k = 0; k < values.length; k++) {
      const x = +values[k];
      if (x !== x || result !== result) result = NaN;
      else if (x > result || (x === 0 && result === 0 && 1 / x > 0)) result = x;
    }
    return result;
  },
  function min(...values) {
    let result = Infinity;
    for (let k = 0; k < values.length; k++) {
      const x = +values[k];
      if (x !== x || result !== result) result = NaN;
      else if (x < result || (x === 0 && result === 0 && 1 / x < 0)) result = x;
    }
    return result;
  },
  function round(value) {
    const x = +value, below = runtime.rounded(x, 'down');
    if (x < 0 && x >= -0.5) return -0;
    return x - below >= 0.5 ? below + 1 : below;
  },
  function sign(value) {
    const x = +value;
    return x > 0 ? 1 : x < 0 ? -1 : x;
  },
  function trunc(value) {
    return runtime.rounded(+value, 'to zero');
  },
);

runtime.install(runtime.initial('Math'),
  function pow(base, exponent) {
    return power(base, exponent);
  },
);

runtime.put_property(runtime.initial('Math'), toStringTagSymbol, configurable, 'Math');
runtime.constants(runtime.initial('Math'),
  'E', 2.718281828459045, 'LN10', 2.302585092994046, 'LN2', 0.6931471805599453,
  'LOG10E', 0.4342944819032518, 'LOG2E', 1.4426950408889634, 'PI', 3.141592653589793,
  'SQRT1_2', 0.7071067811865476, 'SQRT2', 1.4142135623730951);
