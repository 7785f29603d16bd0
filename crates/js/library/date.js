// Date (ECMA-262, 21.4). Local time is UTC.
const datePrototype = runtime.object_with(objectPrototype);
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov',
  'Dec'];

function floored(number) {
  return runtime.rounded(number, 'down');
}

function dateOf(value) {
  const data = runtime.slot(value, 'data');
  if (data === undefined || !data.isDate) throw new TypeError('this is not a Date object.');
  return data;
}

// The number of a day since 1970 (21.4.1.31), or NaN. Years are counted from March on, so that the
// day that some have more is the last one.
function dayNumber(year, month, date) {
  if (year - year !== 0 || month - month !== 0 || date - date !== 0) return NaN;
  const months = runtime.to_integer(month), years = floored(months / 12);
  const late = months - years * 12 < 2 ? 10 : -2, shifted = months - years * 12 + late;
  const y = runtime.to_integer(year) + years - (late > 0 ? 1 : 0);
  const whole = runtime.to_integer(year);
  if (whole > 1000000 || whole < -1000000 || months > 10000000 || months < -10000000) return NaN;
  const leap = floored(y / 4) - floored(y / 100) + floored(y / 400);
  return y * 365 + leap + floored((153 * shifted + 2) / 5) + runtime.to_integer(date) - 719469;
}

function timeOf(parts) {
  const [year, month, date, hours, minutes, seconds, rest] = parts;
  const day = dayNumber(year, month, date);
  const sum = hours + minutes + seconds + rest;
  if (sum - sum !== 0) return NaN;
  return day * 86400000 + runtime.to_integer(hours) * 3600000 +
    runtime.to_integer(minutes) * 60000 + runtime.to_integer(seconds) * 1000 +
    runtime.to_integer(rest);
}

// A time that a Date can hold (21.4.1.32).
function clipped(time) {
  return time >= -8.64e15 && time <= 8.64e15 ? runtime.to_integer(time) : NaN;
}

// Year, month, date, hours, minutes, seconds, milliseconds and day of the week.
function partsOf(time) {
  const day = floored(time / 86400000), within = time - day * 86400000;
  const since = day + 719468, era = floored(since / 146097), ofEra = since - era * 146097;
  const years = floored((ofEra - floored(ofEra / 1460) + floored(ofEra / 36524) -
    floored(ofEra / 146096)) / 365);
  const ofYear = ofEra - (365 * years + floored(years / 4) - floored(years / 100));
  const shifted = floored((5 * ofYear + 2) / 153);
  const month = shifted < 10 ? shifted + 2 : shifted - 10;
  const date = ofYear - floored((153 * shifted + 2) / 5) + 1;
  const hours = floored(within / 3600000), minutes = floored(within / 60000);
  return [era * 400 + years + (month < 2 ? 1 : 0), month, date, hours, minutes - hours * 60,
    floored(within / 1000) - minutes * 60, within % 1000, (day % 7 + 11) % 7];
}

// The time of a list of a year and what follows it, as in a call of the constructor.
function timeOfList(list) {
  const parts = [NaN, 0, 1, 0, 0, 0, 0];
  for (let k = 0; k < list.length && k < 7; k++) parts[k] = +list[k];
  const year = runtime.to_integer(parts[0]);
  if (parts[0] === parts[0] && year >= 0 && year <= 99) parts[0] = year + 1900;
  return clipped(timeOf(parts));
}

const isoForm = '^([+-]\\d{6}|\\d{4})(?:-(\\d\\d)(?:-(\\d\\d))?)?' +
  '(?:T(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.](\\d+))?)?(?:(Z)|([+-])(\\d\\d):(\\d\\d))?)?$';
const shownForm = '^[A-Z][a-z]{2},? (?:(\\d\\d) (\\w{3})|(\\w{3}) (\\d\\d)) (-?\\d{4,6})' +
  '(?: (\\d\\d):(\\d\\d):(\\d\\d) GMT(?:([+-])(\\d\\d)(\\d\\d)(?: \\([^()]*\\))?)?)?$';

// The groups of a match of a whole text; undefined if it does not match.
function groupsIn(form, text) {
  const ends = runtime.regexp_find(form, '', text, 0, true);
  if (ends === null) return undefined;
  const groups = [];
  for (let k = 2; k < ends.length; k += 2) {
    groups.push(ends[k] < 0 ? undefined : runtime.part(text, ends[k], ends[k + 1]));
  }
  return groups;
}

// The number that a group spells, 0 if there is no such group.
function spelled(group) {
  return group === undefined ? 0 : +group;
}

// A time with the minutes by which a zone is ahead of UTC.
function inZone(time, sign, hours, minutes) {
  if (spelled(hours) > 23 || spelled(minutes) > 59) return NaN;
  const offset = (spelled(hours) * 60 + spelled(minutes)) * 60000;
  return clipped(sign === '-' ? time + offset : time - offset);
}

function parseIso(groups) {
  const [year, month, date, hours, minutes, seconds, fraction, , sign, zone, more] = groups;
  const rest = fraction === undefined ? 0 : +runtime.part(`${fraction}00`, 0, 3);
  const m = month === undefined ? 1 : +month, d = date === undefined ? 1 : +date;
  const time = [spelled(hours), spelled(minutes), spelled(seconds)];
  if (year === '-000000' && month !== undefined && hours === undefined) unknownForm();
  if (year === '-000000' || m < 1 || m > 12 || d < 1 || d > 31) return NaN;
  if (time[0] > 24 || time[1] > 59 || time[2] > 59) return NaN;
  if (time[0] === 24 && time[1] + time[2] + rest > 0) return NaN;
  return inZone(timeOf([+year, m - 1, d, time[0], time[1], time[2], rest]), sign, zone, more);
}

function parseShown(groups) {
  const [before, monthAfter, monthBefore, after, year, hours, minutes, seconds] = groups;
  const name = before === undefined ? monthBefore : monthAfter;
  let month = 0;
  while (month < 12 && monthNames[month] !== name) month++;
  if (month === 12 || spelled(seconds) > 59) unknownForm();
  if (spelled(groups[9]) > 23 || spelled(groups[10]) > 59) unknownForm();
  const day = +(before === undefined ? after : before);
  if (day < 1 || day > 31 || spelled(hours) > 24 || spelled(minutes) > 59) return NaN;
  if (spelled(hours) === 24 && spelled(minutes) + spelled(seconds) > 0) return NaN;
  if (+year < 100) return runtime.unmodelled('such a year of a date');
  const time = timeOf([+year, month, day, spelled(hours), spelled(minutes), spelled(seconds), 0]);
  return inZone(time, groups[8], groups[9], groups[10]);
}

// The time that a text names: in the form of ISO 8601, or as a Date is shown. Other forms are left
// to implementations; a text without a digit has none.
function parsed(whole) {
  const text = runtime.with_length(whole), iso = groupsIn(isoForm, text);
  if (iso !== undefined) return parseIso(iso);
  const shown = groupsIn(shownForm, text);
  if (shown !== undefined) return parseShown(shown);
  if (runtime.regexp_find('\\d', '', text, 0, false) === null) return NaN;
  return unknownForm();
}

function unknownForm() {
  return runtime.unmodelled('this form of a date');
}

function initDate(object, time) {
  const data = runtime.object_with(null);
  data.isDate = true;
  data.time = time;
  runtime.set_slot(object, 'class', 'Date');
  runtime.set_slot(object, 'data', data);
}

runtime.constructor(datePrototype, function Date(...list) {
  if (new.target === undefined) return shownDate(runtime.now(), 'all');
  let time;
  if (list.length === 0) time = runtime.now();
  else if (list.length > 1) time = timeOfList(list);
  else {
    const data = runtime.is_object(list[0]) ? runtime.slot(list[0], 'data') : undefined;
    if (data !== undefined && data.isDate) time = data.time;
    else {
      const value = primitive(list[0], 'default');
      time = typeof value === 'string' ? parsed(value) : clipped(+value);
    }
  }
  initDate(this, time);
});
runtime.length_of_function(runtime.built_in('Date'), 7);

runtime.install(runtime.built_in('Date'),
  function now() {
    return runtime.now();
  },
  function parse(text) {
    return parsed(textual(text));
  },
  function UTC(...list) {
    return timeOfList(list);
  }, 7,
);

// A number with at least this many digits.
function padded(number, count) {
  let text = `${number < 0 ? -number : number}`;
  while (text.length < count) text = '0' + text;
  return number < 0 ? '-' + text : text;
}

// A Date as text: its date, its time, or both (21.4.4.41).
function shownDate(time, what) {
  if (time !== time) return 'Invalid Date';
  const [year, month, date, hours, minutes, seconds, , day] = partsOf(time);
  const shown = `${dayNames[day]} ${monthNames[month]} ${padded(date, 2)} ${padded(year, 4)}`;
  const clock = `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds, 2)} ` +
    'GMT+0000 (Coordinated Universal Time)';
  return what === 'date' ? shown : what === 'time' ? clock : `${shown} ${clock}`;
}

function partOf(value, at) {
  const time = dateOf(value).time;
  return time === time ? partsOf(time)[at] : NaN;
}

// Sets parts of a Date, from one on, to the values of a list.
function setParts(value, first, list, most) {
  const data = dateOf(value), time = data.time, numbers = [];
  for (let k = 0; k === 0 || (k < list.length && k < most); k++) numbers.push(+list[k]);
  if (time !== time && first > 0) return NaN;
  const parts = partsOf(time === time ? time : 0);
  for (let k = 0; k < numbers.length; k++) parts[first + k] = numbers[k];
  data.time = clipped(timeOf(parts));
  return data.time;
}

// Adds the members of an object as methods; the second argument is the `length` of each.
function addMethods(prototype, holder, lengths) {
  const names = runtime.own_keys(holder);
  for (let k = 0; k < names.length; k++) {
    runtime.install(prototype, holder[names[k]], lengths[k]);
  }
}

const zones = ['', 'UTC'];
for (let k = 0; k < 2; k++) {
  const zone = zones[k];
  addMethods(datePrototype, {
    [`get${zone}FullYear`]() {
      return partOf(this, 0);
    },
    [`get${zone}Month`]() {
      return partOf(this, 1);
    },
    [`get${zone}Date`]() {
      return partOf(this, 2);
    },
    [`get${zone}Hours`]() {
      return partOf(this, 3);
    },
    [`get${zone}Minutes`]() {
      return partOf(this, 4);
    },
    [`get${zone}Seconds`]() {
      return partOf(this, 5);
    },
    [`get${zone}Milliseconds`]() {
      return partOf(this, 6);
    },
    [`get${zone}Day`]() {
      return partOf(this, 7);
    },
    [`set${zone}FullYear`](...list) {
      return setParts(this, 0, list, 3);
    },
    [`set${zone}Month`](...list) {
      return setParts(this, 1, list, 2);
    },
    [`set${zone}Date`](...list) {
      return setParts(this, 2, list, 1);
    },
    [`set${zone}Hours`](...list) {
      return setParts(this, 3, list, 4);
    },
    [`set${zone}Minutes`](...list) {
      return setParts(this, 4, list, 3);
    },
    [`set${zone}Seconds`](...list) {
      return setParts(this, 5, list, 2);
    },
    [`set${zone}Milliseconds`](...list) {
      return setParts(this, 6, list, 1);
    },
  }, [0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 1, 4, 3, 2, 1]);
}

runtime.install(datePrototype,
  function getTime() {
    return dateOf(this).time;
  },
  function getTimezoneOffset() {
    const time = dateOf(this).time;
    return time === time ? 0 : NaN;
  },
  function getYear() {
    return partOf(this, 0) - 1900;
  },
  function setTime(time) {
    const data = dateOf(this);
    data.time = clipped(+time);
    return data.time;
  },
  function setYear(value) {
    const data = dateOf(this), year = +value;
    const whole = runtime.to_integer(year);
    const parts = partsOf(data.time === data.time ? data.time : 0);
    parts[0] = year === year && whole >= 0 && whole <= 99 ? whole + 1900 : year;
    data.time = clipped(timeOf(parts));
    return data.time;
  },
  function toDateString() {
    return shownDate(dateOf(this).time, 'date');
  },
  function toISOString() {
    const time = dateOf(this).time;
    if (time !== time) throw new RangeError('Invalid time value');
    const [year, month, date, hours, minutes, seconds, rest] = partsOf(time);
    const years = year >= 0 && year <= 9999 ? padded(year, 4)
      : (year < 0 ? '' : '+') + padded(year, 6);
    return `${years}-${padded(month + 1, 2)}-${padded(date, 2)}T${padded(hours, 2)}:` +
      `${padded(minutes, 2)}:${padded(seconds, 2)}.${padded(rest, 3)}Z`;
  },
  function toJSON(key) {
    const object = toObject(this), value = primitive(object, 'number');
    return typeof value === 'number' && value - value !== 0 ? null : object.toISOString();
  },
  function toLocaleDateString() {
    return runtime.unmodelled('Date.prototype.toLocaleDateString');
  }, 0,
  function toLocaleString() {
    return runtime.unmodelled('Date.prototype.toLocaleString');
  }, 0,
  function toLocaleTimeString() {
    return runtime.unmodelled('Date.prototype.toLocaleTimeString');
  }, 0,
  function toString() {
    return shownDate(dateOf(this).time, 'all');
  },
  function toTimeString() {
    return shownDate(dateOf(this).time, 'time');
  },
  function toUTCString() {
    const time = dateOf(this).time;
    if (time !== time) return 'Invalid Date';
    const [year, month, date, hours, minutes, seconds, , day] = partsOf(time);
    return `${dayNames[day]}, ${padded(date, 2)} ${monthNames[month]} ${padded(year, 4)} ` +
      `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds, 2)} GMT`;
  },
  function valueOf() {
    return dateOf(this).time;
  },
);
runtime.put_property(datePrototype, 'toGMTString', hidden, datePrototype.toUTCString);
runtime.put_property(datePrototype, toPrimitiveSymbol, configurable, ({
  ['[Symbol.toPrimitive]'](hint) {
    needObject(this);
    if (hint !== 'string' && hint !== 'default' && hint !== 'number') {
      throw new TypeError('Invalid hint');
    }
    return ordinaryPrimitive(this, hint === 'number' ? 'number' : 'string');
  },
})['[Symbol.toPrimitive]']);
