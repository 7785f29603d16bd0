// BigInt (ECMA-262, 21.2).
runtime.constructor(bigIntPrototype, function BigInt(value) {
  if (new.target !== undefined) throw new TypeError('BigInt is not a constructor');
  const number = primitive(value, 'number');
  if (typeof number !== 'number') return toBigInt(number);
  if (!isIntegral(number)) {
    throw new RangeError(`The number ${value} cannot be converted to a BigInt because it is not `
      + 'an integer');
  }
  return runtime.big_of_number(number);
});

runtime.install(runtime.built_in('BigInt'),
  function asIntN(bits, value) {
    const width = toIndex(bits, 'Invalid value: not (convertible to) a safe integer');
    const number = toBigInt(value);
    return runtime.big_wrapped(width, number, true);
  },
  function asUintN(bits, value) {
    const width = toIndex(bits, 'Invalid value: not (convertible to) a safe integer');
    const number = toBigInt(value);
    return runtime.big_wrapped(width, number, false);
  },
);

runtime.install(bigIntPrototype,
  function toLocaleString() {
    return runtime.unmodelled('BigInt.prototype.toLocaleString');
  },
  function toString(radix) {
    const self = primitiveOf(this, 'bigint', 'BigInt', 'toString');
    const base = radix === undefined ? 10 : runtime.to_integer(radix);
    if (!(base >= 2 && base <= 36)) {
      throw new RangeError('toString() radix must be between 2 and 36');
    }
    return runtime.big_text(self, base);
  }, 0,
  function valueOf() {
    return primitiveOf(this, 'bigint', 'BigInt', 'valueOf');
  },
);
runtime.put_property(bigIntPrototype, toStringTagSymbol, configurable, 'BigInt');
