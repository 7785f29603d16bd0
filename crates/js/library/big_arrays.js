// Typed arrays of BigInts.
addViewConstructor('BigInt64Array', 8);
addViewConstructor('BigUint64Array', 8);
addDataViewMethods('BigInt64', 'BigInt64Array', 8);
addDataViewMethods('BigUint64', 'BigUint64Array', 8);
