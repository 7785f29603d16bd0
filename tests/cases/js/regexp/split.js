// Parts between separators.
// expect: safe
var s = sheaf.string('s', 3);
var parts = s.split(/[,;]/);
for (var k = 0; k < parts.length; k++) sheaf.assert(!/[,;]/.test(parts[k]));
sheaf.assert(parts.length - 1 === (s.match(/[,;]/g) || []).length);
