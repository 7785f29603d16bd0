// The first instruction where paths meet needs known values: states that were split by them do not
// merge again before it is executed.
// expect: safe
var s = sheaf.string('s', 2);
sheaf.assert(s.trimStart().length <= 2);
