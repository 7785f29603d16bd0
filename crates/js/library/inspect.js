// What `console.log` and `util.inspect` print of a value: the text and the layout of node 20. Errors
// are shown without a stack.
const lineWidth = 80;
const mostItems = 100, mostUnits = 10000;
// Objects with at most so many levels of objects inside are put on one line where they fit.
const levelsPerLine = 3;
// A list of more items than this is arranged in columns.
const itemsPerLine = 6, mostColumns = 15;

// What a program assigns to these members does not change what is shown.
const regexpToString = regexpPrototype.toString, dateToText = datePrototype.toISOString;
const arrayToString = runtime.initial('Array.prototype').toString;

// The text of a value. `depth` is the number of levels of objects within it that are shown.
function inspected(value, depth) {
  return shownValue({depth, indentation: 0, level: 0, open: [], referenced: []}, value, 0);
}

// Text, or the text of another value.
function shownOrText(value, depth) {
  return typeof value === 'string' ? value : inspected(value, depth);
}

// Of a value at a level of objects. `state` holds the indentation, the level of the object that was
// shown last, the objects that are being shown, and those of them that were met again.
function shownValue(state, value, level) {
  if (!runtime.is_object(value)) return shownPrimitive(state, value);
  if (positionIn(state.open, value) >= 0) {
    let at = positionIn(state.referenced, value);
    if (at < 0) {
      at = state.referenced.length;
      state.referenced.push(value);
    }
    return `[Circular *${at + 1}]`;
  }
  return shownObject(state, value, level);
}

function positionIn(list, value) {
  for (let k = 0; k < list.length; k++) if (list[k] === value) return k;
  return -1;
}

function shownNumber(value) {
  return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
}

function shownPrimitive(state, value) {
  if (typeof value === 'string') return shownString(state, value);
  if (typeof value === 'number') return shownNumber(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return shownSymbol(value);
  return `${value}`;
}

function shownSymbol(symbol) {
  const description = runtime.description(symbol);
  return `Symbol(${description === undefined ? '' : description})`;
}

// A quoted string. A long one is divided after its line breaks.
function shownString(state, text) {
  let rest = '';
  if (text.length > mostUnits) {
    const more = text.length - mostUnits;
    rest = `... ${more} more character${more > 1 ? 's' : ''}`;
    text = runtime.part(text, 0, mostUnits);
  }
  const isLong = text.length > 16 && text.length > lineWidth - state.indentation - 4;
  const parts = [];
  let from = 0;
  for (let at = isLong ? runtime.index_of(text, '\n', 0) : -1; at >= 0 && at + 1 < text.length;) {
    parts.push(inQuotes(runtime.part(text, from, at + 1)));
    from = at + 1;
    at = runtime.index_of(text, '\n', from);
  }
  parts.push(inQuotes(runtime.part(text, from, text.length)));
  return joinedBy(parts, ` +\n${spaces(state.indentation + 2)}`) + rest;
}

function spaces(count) {
  let result = '';
  for (let k = 0; k < count; k++) result += ' ';
  return result;
}

// In the quotes that need no escape, if there are any.
function inQuotes(text) {
  const holds = (quote) => runtime.index_of(text, quote, 0) >= 0;
  const quote = !holds("'") ? "'" : !holds('"') ? '"' : !holds('`') && !holds('${') ? '`' : "'";
  let result = quote;
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k), character = text.charAt(k);
    const next = k + 1 < text.length ? text.charCodeAt(k + 1) : 0;
    if (character === quote || character === '\\') result += `\\${character}`;
    else if (unit < 32 || (unit >= 127 && unit < 160)) result += escapedUnit(unit);
    else if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
      result += character + text.charAt(++k);
    } else if (unit >= 0xD800 && unit < 0xE000) result += `\\u${hexadecimal(unit)}`;
    else result += character;
  }
  return result + quote;
}

function escapedUnit(unit) {
  const names = 'btnvfr';
  if (unit >= 8 && unit <= 13) return `\\${names.charAt(unit - 8)}`;
  const digits = '0123456789ABCDEF';
  return `\\x${digits.charAt(unit >> 4)}${digits.charAt(unit & 15)}`;
}

function isIdentifier(text) {
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k);
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95;
    if (!isLetter && (k === 0 || unit < 48 || unit > 57)) return false;
  }
  return text.length > 0;
}

// The name of the function that has made an object; null if it inherits from nothing.
function makerOf(value) {
  let holder = value;
  while (holder !== null) {
    const property = runtime.own_property(holder, 'constructor');
    const maker = property === undefined || property.length > 2 ? undefined : property[1];
    if (typeof maker === 'function' && maker.name !== '' && runtime.is_object(maker.prototype)
      && (holder !== value || value instanceof maker)) return maker.name;
    holder = runtime.prototype_of(holder);
  }
  return null;
}

// The tag of an object, unless it is an enumerable property of its own or names its class.
function tagOf(value, maker) {
  const own = runtime.own_property(value, toStringTagSymbol);
  if (own !== undefined && (own[0] & enumerable) !== 0) return '';
  const tag = value[toStringTagSymbol];
  return typeof tag === 'string' && tag !== maker ? tag : '';
}

// What precedes the brace of an object: nothing for a plain one.
function prefixOf(maker, tag, usual, size) {
  const count = size === undefined ? '' : `(${size})`;
  const name = maker === null ? `[${usual}${count}: null prototype]` : `${maker}${count}`;
  return tag === '' ? `${name} ` : `${name} [${tag}] `;
}

// The keys of an object that are shown: of a list without its indices, of an error without its
// stack.
function shownKeys(value, isList) {
  const names = runtime.own_keys(value), symbols = runtime.all_keys(value, true), keys = [];
  for (let k = 0; k < names.length; k++) {
    const first = names[k].charCodeAt(0);
    const isIndex = isList && first >= 48 && first <= 57 && `${names[k] >>> 0}` === names[k];
    const isStack = names[k] === 'stack' && runtime.slot(value, 'class') === 'Error';
    if (!isIndex && !isStack) keys.push(names[k]);
  }
  for (let k = 0; k < symbols.length; k++) {
    const property = runtime.own_property(value, symbols[k]);
    if ((property[0] & enumerable) !== 0) keys.push(symbols[k]);
  }
  return keys;
}

// The form of an object: `base` precedes its braces, or stands alone; `items` gives the texts of
// what it holds besides properties, `count` their number if it may be none.
function formOf(value) {
  const maker = makerOf(value), tag = tagOf(value, maker);
  const form = {base: '', open: '{', close: '}', items: undefined, count: 1, isList: false,
    alone: false};
  const plain = prefixOf(maker, tag, 'Object');
  const kind = runtime.slot(value, 'class'), data = runtime.slot(value, 'data');
  const held = runtime.is_object(data) ? data.kind : undefined;
  if (runtime.is_array(value)) {
    const isPlain = maker === 'Array' && tag === '';
    form.open = `${isPlain ? '' : prefixOf(maker, tag, 'Array', value.length)}[`;
    form.close = ']';
    form.items = arrayItems;
    form.count = value.length;
    form.isList = true;
  } else if (isTypedArray(value)) {
    form.count = value.length;
    form.open = `${prefixOf(maker, tag, 'TypedArray', value.length)}[`;
    form.close = ']';
    form.items = elementItems;
    form.isList = true;
  } else if (held === 'Map' || held === 'Set') {
    form.open = `${prefixOf(maker, tag, held, data.size)}{`;
    form.items = held === 'Map' ? mapItems : setItems;
    form.count = data.size;
  } else if (held === 'WeakMap' || held === 'WeakSet') {
    form.open = `${prefixOf(maker, tag, held)}{`;
    form.items = () => ['<items unknown>'];
  } else if (held === 'Promise') {
    form.open = `${prefixOf(maker, tag, held)}{`;
    form.items = promiseItems;
  } else if (typeof value === 'function') {
    form.base = shownFunction(value, maker, tag);
    form.alone = true;
  } else if (kind === 'RegExp' || kind === 'Date' || kind === 'Error') {
    form.base = kind === 'Error' ? `[${shownError(value)}]`
      : kind === 'RegExp' ? runtime.call('toString', regexpToString, value)
        : data.time !== data.time ? 'Invalid Date' : runtime.call('toISOString', dateToText, value);
    form.alone = true;
  } else if (kind === 'Number' || kind === 'String' || kind === 'Boolean' || kind === 'Symbol'
    || kind === 'BigInt') {
    const inner = runtime.slot(value, 'primitive');
    form.base = `[${kind}: ${shownPrimitive({indentation: 0}, inner)}]`;
    form.isList = kind === 'String';
    form.alone = true;
  } else if (kind === 'Arguments') {
    form.open = '[Arguments] {';
  } else if (maker !== 'Object' || tag !== '') {
    form.open = `${tag === 'Module' && maker === null ? '[Module: null prototype] ' : plain}{`;
  }
  return form;
}

function shownFunction(value, maker, tag) {
  const name = runtime.own_property(value, 'name');
  const called = name !== undefined && typeof name[1] === 'string' ? name[1] : '';
  if (runtime.starts_at(runtime.function_text(value), 'class', 0)) {
    const parent = runtime.prototype_of(value);
    const extended = typeof parent === 'function' && parent.name ? ` extends ${parent.name}` : '';
    return `[class ${called === '' ? '(anonymous)' : called}${extended}]`;
  }
  const kind = tag === '' ? maker === null ? 'Function' : maker : tag;
  const isUsual = kind === 'Function' || kind === 'AsyncFunction' || kind === 'GeneratorFunction'
    || kind === 'AsyncGeneratorFunction';
  if (!isUsual) runtime.unmodelled('console.log of such a function');
  return called === '' ? `[${kind} (anonymous)]` : `[${kind}: ${called}]`;
}

function shownError(error) {
  return runtime.call('toString', errorToString, error);
}

function shownObject(state, value, level) {
  if (typeof value[inspectSymbol] === 'function') {
    runtime.unmodelled('console.log of an object with a function of its own for that');
  }
  if (isIteratorOfEntries(value) || (isView(value) && !isTypedArray(value))) {
    runtime.unmodelled('console.log of an iterator or a buffer');
  }
  const form = formOf(value), keys = shownKeys(value, form.isList);
  if (keys.length === 0) {
    if (form.alone) return form.base;
    if (form.items === undefined || form.count === 0) return `${form.open}${form.close}`;
  }
  if (level > state.depth) {
    const maker = makerOf(value), usual = runtime.is_array(value) ? 'Array' : 'Object';
    const tag = tagOf(value, maker), name = prefixOf(maker, tag, usual);
    const shown = runtime.part(name, 0, name.length - 1);
    return maker === null && tag === '' ? shown : `[${shown}]`;
  }
  state.open.push(value);
  state.level = level;
  const texts = form.items === undefined ? [] : form.items(state, value, level + 1);
  for (let k = 0; k < keys.length; k++) texts.push(shownProperty(state, value, keys[k], level + 1));
  state.open.length--;
  const reference = positionIn(state.referenced, value);
  if (reference >= 0) {
    const mark = `<ref *${reference + 1}>`;
    form.base = form.base === '' ? mark : `${mark} ${form.base}`;
  }
  return arranged(state, form, texts, level, value);
}

function isIteratorOfEntries(value) {
  const kind = kindOf(value);
  return kind === '[object Map Iterator]' || kind === '[object Set Iterator]';
}

function isTypedArray(value) {
  const tag = kindOf(value);
  return isView(value) && runtime.index_of(tag, 'Array]', 0) === tag.length - 6;
}

function isView(value) {
  return runtime.view_part(value, 'kind') !== undefined;
}

// A part of an object: it is indented by two where the object takes several lines.
function shownPart(state, value, level) {
  state.indentation += 2;
  const text = shownValue(state, value, level);
  state.indentation -= 2;
  return text;
}

function shownProperty(state, object, key, level) {
  const property = runtime.own_property(object, key);
  const name = typeof key === 'symbol' ? `[${shownSymbol(key)}]`
    : isIdentifier(key) ? key : inQuotes(key);
  if (property.length === 2) return `${name}: ${shownPart(state, property[1], level)}`;
  const reads = property[1] !== undefined, writes = property[2] !== undefined;
  const accessor = reads && writes ? 'Getter/Setter' : reads ? 'Getter' : 'Setter';
  return `${name}: [${accessor}]`;
}

function counted(count, what) {
  return `${count} ${what}${count > 1 ? 's' : ''}`;
}

function arrayItems(state, array, level) {
  const texts = [];
  let k = 0;
  while (k < array.length && texts.length < mostItems) {
    const start = k;
    while (k < array.length && !runtime.has_own(array, `${k}`)) k++;
    if (k > start) texts.push(`<${counted(k - start, 'empty item')}>`);
    else texts.push(shownPart(state, array[k++], level));
  }
  if (k < array.length) texts.push(`... ${counted(array.length - k, 'more item')}`);
  return texts;
}

function elementItems(state, array) {
  const texts = [];
  for (let k = 0; k < array.length && k < mostItems; k++) {
    texts.push(shownPrimitive(state, array[k]));
  }
  const more = array.length - mostItems;
  if (more > 0) texts.push(`... ${counted(more, 'more item')}`);
  return texts;
}

function entryItems(object, text) {
  const entries = runtime.slot(object, 'data'), texts = [];
  for (let k = 0; k < entries.keys.length; k++) {
    if (!entries.used[k]) continue;
    if (texts.length === mostItems) {
      texts.push(`... ${counted(entries.size - mostItems, 'more item')}`);
      break;
    }
    texts.push(text(entries.keys[k], entries.values[k]));
  }
  return texts;
}

function mapItems(state, map, level) {
  return entryItems(map, (key, value) =>
    `${shownPart(state, key, level)} => ${shownPart(state, value, level)}`);
}

function setItems(state, set, level) {
  return entryItems(set, (key) => shownPart(state, key, level));
}

function promiseItems(state, promise, level) {
  const data = runtime.slot(promise, 'data');
  if (data.state === 'pending') return ['<pending>'];
  const text = shownPart(state, data.value, level);
  return [data.state === 'rejected' ? `<rejected> ${text}` : text];
}

// The texts of an object's parts on one line if they fit, otherwise one below the other; many items
// of a list in columns.
function arranged(state, form, texts, level, value) {
  const base = form.base === '' ? '' : `${form.base} `;
  const rows = form.close === ']' && texts.length > itemsPerLine
    ? inColumns(state, texts, value) : texts;
  if (rows === texts && state.level - level < levelsPerLine) {
    let width = 2 * texts.length + state.indentation + form.open.length + form.base.length + 10;
    let breaks = runtime.index_of(base, '\n', 0) >= 0;
    for (let k = 0; k < texts.length; k++) {
      width += texts[k].length;
      breaks = breaks || runtime.index_of(texts[k], '\n', 0) >= 0;
    }
    if (width <= lineWidth && !breaks) {
      return `${base}${form.open} ${joinedBy(texts, ', ')} ${form.close}`;
    }
  }
  const line = `\n${spaces(state.indentation)}`;
  return `${base}${form.open}${line}  ${joinedBy(rows, `,${line}  `)}${line}${form.close}`;
}

// Rows of items, as wide as their columns need; the same list where one column is best.
function inColumns(state, texts, value) {
  const isCut = value.length > mostItems && texts.length > mostItems;
  const count = isCut ? texts.length - 1 : texts.length;
  let total = 0, longest = 0;
  for (let k = 0; k < count; k++) {
    total += texts[k].length + 2;
    if (texts[k].length > longest) longest = texts[k].length;
  }
  const width = longest + 2;
  const fits = 3 * width + state.indentation < lineWidth;
  if (!fits || (total / width <= 5 && longest > 6)) return texts;
  // Columns are narrower than the longest item where most items are; the list is to be two and a
  // half times as wide as high.
  const spared = runtime.sqrt(width - total / texts.length);
  const usual = width - 3 - spared > 1 ? width - 3 - spared : 1;
  const best = runtime.rounded(runtime.sqrt(2.5 * usual * count) / usual + 0.5, 'down');
  const room = runtime.rounded((lineWidth - state.indentation) / width, 'down');
  let columns = mostColumns;
  const limits = [best, room, 4 * levelsPerLine];
  for (let k = 0; k < limits.length; k++) if (limits[k] < columns) columns = limits[k];
  return columns <= 1 ? texts : rowsOf(texts, count, columns, isOfNumbers(value, texts));
}

function isOfNumbers(value, texts) {
  for (let k = 0; k < texts.length; k++) {
    if (typeof value[k] !== 'number' && typeof value[k] !== 'bigint') return false;
  }
  return true;
}

// Numbers are aligned on the right, others on the left. Texts from `count` on get rows of their own.
function rowsOf(texts, count, columns, isRight) {
  const widths = [];
  for (let k = 0; k < columns; k++) {
    let width = 0;
    for (let at = k; at < count; at += columns) {
      if (texts[at].length > width) width = texts[at].length;
    }
    widths.push(width);
  }
  const rows = [];
  for (let start = 0; start < count; start += columns) {
    let row = '';
    for (let k = 0; k < columns && start + k < count; k++) {
      const text = texts[start + k], isLast = k === columns - 1 || start + k === count - 1;
      const padding = spaces(widths[k] - text.length);
      if (isRight) row += isLast ? padding + text : `${padding}${text}, `;
      else row += isLast ? text : `${text}, ${padding}`;
    }
    rows.push(row);
  }
  for (let k = count; k < texts.length; k++) rows.push(texts[k]);
  return rows;
}
