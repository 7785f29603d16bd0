// Every unit is escaped.
// expect: safe
var s = sheaf.string('s', 2);
var names = {'&': '&amp;', '<': '&lt;'};
var t = s.replace(/[&<]/g, function (unit) { return names[unit]; });
sheaf.assert(!/<|&(?!amp;|lt;)/.test(t) && t.length >= s.length);
