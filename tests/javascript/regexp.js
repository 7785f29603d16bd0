// Regular expressions.
var patterns = [
  /a/, /a|ab/, /((a)|(ab))((c)|(bc))/, /a[a-z]{2,4}/, /a[a-z]{2,4}?/, /(aa|aabaac|ba|b|c)*/, /(z)((a+)?(b+)?(c))*/,
  /(a*)*/, /(?:a*?)*?b/, /(?=(a+))/, /(a*)b\1+/, /^abc$/m, /^\s*$/, /\bfoo\b/, /\Bo/, /[^]/, /[]/, /[^\d\s]+/, /\w+@\w+\.com/i,
  /(?:)/, /x*/g, /(\d+)\.(\d*)?/, /[\w-]+/, /\u0061/, /\x61/, /\cA/, /\0/, /[\b]/, /(?<!a)b/, /(?<=a)b/, /(?<=(\d+)(\d+))$/,
  /(?<=\1(a))b/, /\k/, /(?<n>a)\k<n>/, /a{,2}/, /a{2}/, /{/, /]/, /(?:a|b)+?c/, /ſ/i, /[^x]/i, /\u212a/i, /K/i, /\W/i,
  /(?=a)*b/, /(?!a)b/, /^(?:(\d+)x)?\s*(\d+)$/, /^(?:\+|-)?\d{1,3}(?:,\d{3})*$/, /\s+$/, /((((a))))/, /a(?=b)/, /(a)|b/,
  /^[v=]*\s*(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/, /[a-c-e]/, /[\d-x]/, /\1(a)/, /(a\1)/, /\8/, /\07/, /[\07]/, /a.c/, /a.c/s, /É/i, /[à-ý]+/i, /ǆ/i, /ß/i, /ω/i,
  /(?:ab|cd)\d?/g, /a$/, /^/gm, /$/gm, /\d{3}|[a-z]{4}/, /(?:(a)|b)*/, /(?:(a)|(b)|(c))+/, /(a?)*?$/, /(?:a{2,3}){2}/, /(\2)(\1)/, /(?=(a))\1b|c/, /[^a]b/
];
var texts = ['', 'a', 'abc', 'aaaa', 'ABC', 'abcde', 'aabaac', 'zaacbbbcac', 'xfoo foo', 'line\nabc\nend', ' \t\n', 'user@host.com', '3.14', '1,234,567',
  'ab12cd3', '\u017f', 'k', '\u212a', 'é', 'É', 'ß', 'Ω', 'ǅ', 'a\nc', '{', ']', 'k', '12x 34', 'v1.2.3-rc.1', 'b', 'ba', 'aab', '-', '\0', '\b', '\x01', 'a{,2}', 'xyzb', '10'];
patterns.forEach(function (p, i) {
  var line = '';
  texts.forEach(function (t) {
    p.lastIndex = 0;
    var m = p.exec(t);
    line += m === null ? ' -' : ' ' + m.index + JSON.stringify(m) + p.lastIndex;
    if (p.test(t) || m) line += JSON.stringify(t.split(p)) + JSON.stringify(t.replace(p, '[$&|$1|$`]')) + t.search(p);
  });
  console.log(i + line);
});
var us = [/^.$/u, /\u{1F600}/u, /[😀-😂]/u, /\ud83d/, /\ud83d/u, /^[^x]$/u, /\p{L}+/u, /\P{L}+/u, /\p{Script=Greek}/u, /ſ/iu, /\w/iu, /\W/iu, /[^\W]/iu, /K/iu, /.(?<=.)/u, /(?<=😀)./u, /😀{2}/u, /\p{Lu}/iu, /[\p{L}--[a-z]]/v, /[\w&&\d]/v];
var ut = ['😀', '😀😁', '\ud83d', '\ude00', 'x', 'α', 'K', '\u212a', 'ſ', 's', '5', 'é', '😀x'];
us.forEach(function (p, i) {
  console.log(i + ' ' + ut.map(function (t) {
    var m = p.exec(t);
    return (m ? m.index + '+' + m[0].length : '-') + JSON.stringify(t.split(p).length) + t.replace(p, '-').length;
  }).join());
});
console.log(/^[a-z]+$/.test('abc'), /^[a-z]+$/.test('abC'));
console.log('2026-11-23'.replace(/(\d+)-(\d+)-(\d+)/, '$3.$2.$1'));
var m = /(?<y>\d{4})-(?<m>\d\d)/.exec('on 2026-11');
console.log(m[0], m.index, m.groups.y, m.groups.m, m.length);
console.log('a1b22c333'.match(/\d+/g).join());
console.log('a, b ,c'.split(/\s*,\s*/).join('|'));
console.log('aBc'.replace(/b/i, function (x) { return '[' + x + ']'; }));
console.log(String(/a\/b[/]/gi), new RegExp('a/b').source);
console.log('x'.search(/y/), 'axy'.search(/y/));
var out = []; for (const k of 'a1b2'.matchAll(/([a-z])(\d)/g)) out.push(k[1] + k[2] + k.index);
console.log(out.join());
console.log(/(a*)*b/.test('aaaaaab'), /(?<=\$)\d+/.exec('cost $42')[0], /(?<!\$)\b\d+/.exec('cost $42 7')[0]);
console.log(/\u{1F600}/u.test('😀'), /^.$/u.test('😀'), /^.$/.test('😀'), /\p{Lu}/u.test('É'));
console.log(/(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac').join());
console.log(/(?=(a+))a*b\1/.exec('baaabac').join());
console.log(/(.*?)a(?!(a+)b\2c)\2(.*)/.exec('baaabaac').join());
console.log('aaa'.replace(/a/g, '$&$&'), 'abc'.replaceAll(/b|c/g, x => x.toUpperCase()));
var s = /a/y; s.lastIndex = 1; console.log(s.test('ba'), s.lastIndex, s.test('ba'), s.lastIndex);
try { new RegExp('('); } catch (e) { console.log(e.name); }
console.log(Object.prototype.toString.call(/x/), /x/ instanceof RegExp, typeof /x/);
console.log('A<B'.replace(/[&<>]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;'})[c]));
