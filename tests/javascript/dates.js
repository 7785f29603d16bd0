// Dates. Local time is UTC in Sheaf, so that only what does not depend on it is shown.
function show(f) {
  try {
    return String(f());
  } catch (e) {
    return e.name;
  }
}
var times = [0, -1, 1e12, -62198755200000, 951782400000, 951868800000, 8.64e15, -8.64e15, 8.64e15 + 1, NaN, 0.5,
  1709164800000, -2203891200000, 253402300800000];
times.forEach(function (time) {
  var d = new Date(time);
  console.log([d.getTime(), d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(),
    d.getUTCSeconds(), d.getUTCMilliseconds(), d.getUTCDay(), show(function () { return d.toISOString(); }), d.toUTCString(),
    JSON.stringify(d)].join(' '));
});
console.log(Date.UTC(2024, 1, 29), Date.UTC(99), Date.UTC(), Date.UTC(2024, 14, -3, 25, 61, 61, 1001), Date.UTC(2024, -1), Date.UTC(1e9));
['2024-02-29', '2024', '2024-13', '2024-02-29T12:34Z', '2024-02-29T12:34:56.789Z', '2024-02-29T12:34:56.7+02:30', '+012024-01-01',
  '2024-01-01T24:00:00Z', '2024-01-01T24:00:01Z', 'Thu, 29 Feb 2024 12:34:56 GMT', 'Thu Feb 29 2024 12:34:56 GMT+0200 (X)', 'x',
  ''].forEach(function (text) {
  console.log(text + ' ' + Date.parse(text));
});
var d = new Date(0);
console.log(d.setUTCFullYear(2020, 1, 31), d.setUTCMonth(12), d.setUTCHours(25, 61), d.setUTCMilliseconds(-1), d.setTime(5.7), d.setUTCDate(NaN), d.getTime());
console.log(d.setUTCMonth(1), d.setUTCFullYear(2000), String(new Date(NaN)), typeof Date(), new Date(new Date(7)).getTime(), new Date('1970').valueOf());
console.log(Object.prototype.toString.call(d), Date.length, Date.prototype.setUTCHours.length, new Date(5) - new Date(2), new Date(5) > 4);
console.log(show(function () { Date.prototype.getTime.call({}); }), new Date(2020, 0).getFullYear(), d instanceof Date, show(function () { return new Date(NaN).toISOString(); }));
