// Reflect (ECMA-262, 28.1), and assignments whose receiver is not where the search starts.
function setFrom(start, key, value, receiver) {
  for (let p = start; p !== null; p = runtime.prototype_of(p)) {
    const element = runtime.has_element(p, key);
    if (element !== undefined && p === receiver) {
      p[key] = value;
      return true;
    }
    if (element === false) return true;
    const own = runtime.own_property(p, key);
    if (own === undefined) continue;
    if (own.length === 3) {
      if (own[2] === undefined) return false;
      runtime.call('set', own[2], receiver, value);
      return true;
    }
    if ((own[0] & writable) === 0) return false;
    break;
  }
  if (!runtime.is_object(receiver)) return false;
  const own = runtime.own_property(receiver, key), descriptor = runtime.object_with(null);
  descriptor.value = value;
  if (own === undefined) {
    descriptor.writable = descriptor.enumerable = descriptor.configurable = true;
  } else if (own.length === 3 || (own[0] & writable) === 0) return false;
  return defineOwn(receiver, key, descriptor);
}

runtime.install(runtime.initial('library'),
  // `super[key] = value`
  function superSet(self, key, value, home, strict) {
    const start = runtime.prototype_of(home);
    if (start === null) {
      throw new TypeError(`Cannot set properties of null (setting '${runtime.shown(keyOf(key))}')`);
    }
    if (!setFrom(start, keyOf(key), value, self) && strict) {
      throw new TypeError('Cannot assign to this property of super');
    }
  },
);

const ownKeysOf = ownKeys;

function reflected(target, name) {
  if (!runtime.is_object(target)) throw new TypeError(`Reflect.${name} called on non-object`);
  return target;
}

function requireConstructor(value) {
  if (!runtime.is_constructor(value)) {
    throw new TypeError(`${runtime.shown(value)} is not a constructor`);
  }
}

const reflect = {};
runtime.put_property(runtime.initial('global'), 'Reflect', hidden, reflect);
runtime.put_property(reflect, toStringTagSymbol, configurable, 'Reflect');
runtime.install(reflect,
  function apply(target, self, list) {
    requireCallable(target);
    const items = listOf(list);
    return runtime.apply('the function', target, self, items, items.length);
  },
  function construct(target, list, ...rest) {
    const made = rest.length > 0 ? rest[0] : target;
    requireConstructor(target);
    requireConstructor(made);
    const items = listOf(list), object = runtime.create('the constructor', target, made);
    const result = runtime.construct_apply('the constructor', target, object, made, items,
      items.length);
    return runtime.created(object, result);
  }, 2,
  function defineProperty(target, key, attributes) {
    reflected(target, 'defineProperty');
    const name = keyOf(key);
    return defineOwn(target, name, toDescriptor(attributes));
  },
  function deleteProperty(target, key) {
    return runtime.delete_if_possible(reflected(target, 'deleteProperty'), keyOf(key));
  },
  function get(target, key, ...receiver) {
    reflected(target, 'get');
    return runtime.get_from(receiver.length > 0 ? receiver[0] : target, keyOf(key), target);
  }, 2,
  function getOwnPropertyDescriptor(target, key) {
    return descriptorOf(reflected(target, 'getOwnPropertyDescriptor'), keyOf(key));
  },
  function getPrototypeOf(target) {
    return runtime.prototype_of(reflected(target, 'getPrototypeOf'));
  },
  function has(target, key) {
    return keyOf(key) in reflected(target, 'has');
  },
  function isExtensible(target) {
    return (runtime.limits(reflected(target, 'isExtensible')) & 1) === 0;
  },
  function ownKeys(target) {
    return ownKeysOf(reflected(target, 'ownKeys'));
  },
  function preventExtensions(target) {
    runtime.limit(reflected(target, 'preventExtensions'), 1);
    return true;
  },
  function set(target, key, value, ...receiver) {
    reflected(target, 'set');
    return setFrom(target, keyOf(key), value, receiver.length > 0 ? receiver[0] : target);
  }, 3,
  function setPrototypeOf(target, prototype) {
    reflected(target, 'setPrototypeOf');
    if (prototype !== null && !runtime.is_object(prototype)) {
      throw new TypeError('Object prototype may only be an Object or null: '
        + runtime.shown(prototype));
    }
    return setPrototype(target, prototype);
  },
);
