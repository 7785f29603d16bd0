// With the flag `u`, a search passes by the second unit of a surrogate pair.
// expect: safe
var s = sheaf.string('s', 2);
sheaf.assert(s !== '\ud83d\ude00' || !/\ude00/u.test(s));
sheaf.assert(s !== '\ude00x' || /\ude00/u.test(s));
