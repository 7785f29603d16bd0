// Math (ECMA-262, 21.3).
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
  }, 2,
  function min(...values) {
    let result = Infinity;
    for (let k = 0; k < values.length; k++) {
      const x = +values[k];
      if (x !== x || result !== result) result = NaN;
      else if (x < result || (x === 0 && result === 0 && 1 / x < 0)) result = x;
    }
    return result;
  }, 2,
  function random() {
    return runtime.random();
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
  function acos(value) {
    return runtime.math('acos', +value);
  },
  function acosh(value) {
    return runtime.math('acosh', +value);
  },
  function asin(value) {
    return runtime.math('asin', +value);
  },
  function asinh(value) {
    return runtime.math('asinh', +value);
  },
  function atan(value) {
    return runtime.math('atan', +value);
  },
  function atanh(value) {
    return runtime.math('atanh', +value);
  },
  function cbrt(value) {
    return runtime.math('cbrt', +value);
  },
  function cos(value) {
    return runtime.math('cos', +value);
  },
  function cosh(value) {
    return runtime.math('cosh', +value);
  },
  function exp(value) {
    return runtime.math('exp', +value);
  },
  function expm1(value) {
    return runtime.math('expm1', +value);
  },
  function fround(value) {
    return runtime.math('fround', +value);
  },
  function log(value) {
    return runtime.math('log', +value);
  },
  function log10(value) {
    return runtime.math('log10', +value);
  },
  function log1p(value) {
    return runtime.math('log1p', +value);
  },
  function log2(value) {
    return runtime.math('log2', +value);
  },
  function sin(value) {
    return runtime.math('sin', +value);
  },
  function sinh(value) {
    return runtime.math('sinh', +value);
  },
  function tan(value) {
    return runtime.math('tan', +value);
  },
  function tanh(value) {
    return runtime.math('tanh', +value);
  },
  function atan2(y, x) {
    const a = +y, b = +x;
    return runtime.atan2(a, b);
  },
  function clz32(value) {
    let rest = value >>> 0, zeros = 32;
    for (; rest !== 0; rest >>>= 1) zeros--;
    return zeros;
  },
  function hypot(...values) {
    let most = 0, isNaN = false;
    for (let k = 0; k < values.length; k++) {
      const x = +values[k], size = x < 0 ? -x : x;
      values[k] = size;
      if (x !== x) isNaN = true;
      else if (size > most) most = size;
    }
    if (most === Infinity || most === 0) return most === 0 && isNaN ? NaN : most;
    if (isNaN) return NaN;
    // The sum of squares, scaled so that it does not overflow, with what addition loses.
    let sum = 0, lost = 0;
    for (let k = 0; k < values.length; k++) {
      const ratio = values[k] / most, square = ratio * ratio - lost, next = sum + square;
      lost = next - sum - square;
      sum = next;
    }
    return runtime.sqrt(sum) * most;
  }, 2,
  function imul(first, second) {
    const a = first | 0, b = second | 0;
    return runtime.imul(a, b);
  },
  function pow(base, exponent) {
    return power(base, exponent);
  },
  function sqrt(value) {
    return runtime.sqrt(+value);
  },
);

runtime.put_property(runtime.initial('Math'), toStringTagSymbol, configurable, 'Math');
runtime.constants(runtime.initial('Math'),
  'E', 2.718281828459045, 'LN10', 2.302585092994046, 'LN2', 0.6931471805599453,
  'LOG10E', 0.4342944819032518, 'LOG2E', 1.4426950408889634, 'PI', 3.141592653589793,
  'SQRT1_2', 0.7071067811865476, 'SQRT2', 1.4142135623730951);
