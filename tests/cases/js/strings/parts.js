// Parts of strings.
// expect: safe
var s = sheaf.string('s', 2);
sheaf.assert(s.slice(0, 1) + s.slice(1) === s && s.slice(-1) === s.charAt(s.length - 1));
sheaf.assert(s.substring(2, 1) === s.substring(1, 2) && s.substr(-2, 1) === s.charAt(0));
var at = s.indexOf('=');
if (at >= 0) sheaf.assert(s.slice(0, at) + '=' + s.slice(at + 1) === s);
