// Splitting and joining.
// expect: safe
var s = sheaf.string('s', 3);
var words = s.split(',');
sheaf.assert(words.length >= 1 && words.join(',') === s);
for (var i = 0; i < words.length; i++) sheaf.assert(!words[i].includes(','));
sheaf.assert(s.split('').length === s.length);
