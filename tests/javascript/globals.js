// Functions of Math, texts of URIs, and parts of strings.
function show(f) {
  try {
    return String(f());
  } catch (e) {
    return e.name;
  }
}
var numbers = [0, -0, 1, -1, 0.5, 2, 10, NaN, Infinity, -Infinity, 1e10, 0.1];
['acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'cbrt', 'cos', 'cosh', 'exp', 'expm1', 'fround',
  'log', 'log10', 'log1p', 'log2', 'sin', 'sinh', 'tan', 'tanh', 'sqrt', 'clz32'].forEach(function (name) {
  // The last digits may differ.
  console.log(name + ' ' + numbers.map(function (x) {
    var y = Math[name](x);
    return isFinite(y) && y % 1 !== 0 ? Math.round(y * 1e9) / 1e9 : Object.is(y, -0) ? '-0' : y;
  }).join());
});
console.log(Math.atan2(1, -1) === 3 * Math.PI / 4, Math.atan2(-0, -1) === -Math.PI);
console.log(Math.hypot(3, 4), Math.hypot(), Math.hypot(NaN, -Infinity));
console.log(Math.imul(0x12345678, 0x9abcdef0), Math.imul(-5, 12), Math.hypot.length);
['', 'abc', 'a b&c=d/é?#', '\u20ac\u{1F600}', '\ud800', 'x\udc00', "-_.!~*'();:@"].forEach(function (text) {
  console.log(show(function () { return encodeURI(text); }) + ' ' + show(function () { return encodeURIComponent(text); }));
});
var coded = ['%41%2F%2f', '%E2%82%AC', '%F0%9F%98%80', '%', '%4', '%G0', '%C0%80', '%80', '%ED%A0%80',
  '%E2%82', '%23%3f', 'a%20b'];
coded.forEach(function (text) {
  console.log(show(function () { return decodeURI(text); }) + ' ' + show(function () { return decodeURIComponent(text); }));
});
var spelled = ['1.5', ' -2.25e2x', '.5', '5.', '.', '-.', '1e', '1e+', '1e+2', 'Infinityx', '-Infinity',
  'x', '', '0x10', '1.2.3', '+7', '00012'];
spelled.forEach(function (text) {
  console.log(text + ' ' + parseFloat(text));
});
console.log(Number.parseFloat === parseFloat, String.fromCodePoint(97, 0x1F600).length, String.raw`a\n${1 + 1}b`);
console.log(show(function () { return String.fromCodePoint(-1); }), show(function () { return String.fromCodePoint(1.5); }));
console.log('ÀB'.toLocaleLowerCase(), 'àb'.toLocaleUpperCase(), parseFloat.length, encodeURIComponent.name);
