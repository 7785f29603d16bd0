// Every function of strings, over strings and arguments at the edges.
var texts = ['', 'a', 'ab', ' a\n', 'aXbXc', 'ababa', 'Straße', 'ÀÉ\u0130ŸΣ', '😀x', '\ud83d', '\udc00\ud800',
  '\u00a0\ufeffq\u2029', '0', '-1', '007', '1.50', 'length'];
var positions = [undefined, null, 0, 1, 2, 5, -1, -2, 1.9, -0.5, NaN, Infinity, -Infinity, '1', true];
var wanted = ['', 'a', 'X', 'ab', 'aba', ' ', '\ud83d', 'undefined', undefined, null, 1];

function shown(value) {
  if (typeof value !== 'string') return String(value);
  var result = '';
  for (var i = 0; i < value.length; i++) {
    var unit = value.charCodeAt(i);
    result += unit > 126 || unit < 32 ? '<' + unit.toString(16) + '>' : value[i];
  }
  return "'" + result + "'";
}
function line(name, results) {
  console.log(name + ': ' + results.map(shown).join(' '));
}
function list(values) {
  return '[' + values.map(shown).join(',') + ']';
}

texts.forEach(function (text) {
  console.log('== ' + shown(text) + ' ' + text.length);
  line('at', positions.map(k => text.at(k)));
  line('charAt', positions.map(k => text.charAt(k)));
  line('charCodeAt', positions.map(k => text.charCodeAt(k)));
  line('codePointAt', positions.map(k => text.codePointAt(k)));
  line('slice', positions.map(k => text.slice(k)));
  line('slice 2', positions.map(k => text.slice(1, k)));
  line('substring', positions.map(k => text.substring(k)));
  line('substring 2', positions.map(k => text.substring(1, k)));
  line('substr', positions.map(k => text.substr(k)));
  line('substr 2', positions.map(k => text.substr(1, k)));
  line('indexOf', wanted.map(w => text.indexOf(w)));
  line('indexOf 2', positions.map(k => text.indexOf('a', k)));
  line('indexOf 3', positions.map(k => text.indexOf('', k)));
  line('lastIndexOf', wanted.map(w => text.lastIndexOf(w)));
  line('lastIndexOf 2', positions.map(k => text.lastIndexOf('a', k)));
  line('lastIndexOf 3', positions.map(k => text.lastIndexOf('', k)));
  line('includes', wanted.map(w => text.includes(w)));
  line('includes 2', positions.map(k => text.includes('a', k)));
  line('startsWith', wanted.map(w => text.startsWith(w)));
  line('startsWith 2', positions.map(k => text.startsWith('a', k)));
  line('startsWith 3', positions.map(k => text.startsWith('', k)));
  line('endsWith', wanted.map(w => text.endsWith(w)));
  line('endsWith 2', positions.map(k => text.endsWith('a', k)));
  line('split', wanted.map(w => list(text.split(w))));
  line('split 2', [0, 1, 2, -1, undefined].map(n => list(text.split('a', n))));
  line('split 3', [0, 1, 2, -1, undefined].map(n => list(text.split('', n))));
  line('trim', [text.trim(), text.trimStart(), text.trimEnd()]);
  line('replace', wanted.map(w => text.replace(w, "<$&$$$`$'$1>")));
  line('replace 2', wanted.map(w => text.replace(w, (m, at) => m + at)));
  line('replaceAll', wanted.map(w => text.replaceAll(w, '-')));
  line('repeat', [0, 1, 2, 2.9, '2', undefined, null, false].map(n => text.repeat(n)));
  line('pad', [0, 3, 7, 7.5, '4', undefined].map(n => text.padStart(n, 'xyz') + '|' + text.padEnd(n)));
  line('pad 2', ['', 'a', undefined, null].map(f => text.padStart(6, f) + text.padEnd(6, f)));
  line('case', [text.toLowerCase(), text.toUpperCase()]);
  line('concat', [text.concat(), text.concat('x', 1), text + null, `${text}|`]);
  line('compare', texts.map(other => (text < other) + '' + (text <= other) + (text == other)));
  line('number', [+text, Number(text), parseInt(text), parseInt(text, 16), isNaN(text), text * 1]);
  line('index', positions.map(k => text[k]));
  line('truth', [!text, text ? 1 : 2, typeof text]);
  var all = '';
  for (var c of text) all += shown(c) + ';';
  console.log(all);
});

line('fromCharCode', [String.fromCharCode(), String.fromCharCode(97, 65536 + 98, 99.9, -1, '100', NaN)]);
line('radix', [255..toString(16), (-255).toString(2), 35..toString(36), 0..toString(2)]);
line('numbers', ['1e3', '1e-7', '.5', '5.', '.', '+.5e+1', '1e', 'e1', '0x1F', '0b101', '0o17', '-0x1',
  '0x', 'Infinity', '-Infinity', '+Infinity', 'infinity', '1_0', '1 2', '\n12\t', '123456789012', '9007199254740993',
  '0.1', '1e400', '-0', '١'].map(Number));
line('parseInt', ['0x1F', '12px', '-0', ' -7', '1e3', '', '+', '0b1', '٣', '99999999999'].map(t => parseInt(t)));
line('parseInt 2', [2, 8, 36, 37, 1, 0, NaN, '16'].map(r => parseInt('11z', r)));
['null', 'repeat', 'limit'].forEach(function (what) {
  try {
    if (what === 'null') String.prototype.trim.call(null);
    if (what === 'repeat') 'a'.repeat(-1);
    if (what === 'limit') ''.repeat(Infinity);
  } catch (e) {
    console.log(what + ' ' + (e instanceof TypeError) + (e instanceof RangeError));
  }
});
