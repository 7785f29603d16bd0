// Texts of dates that node reads in a form of its own end the path; what nothing reads is NaN.
// expect: incomplete unmodelled-call
var texts = ['Thu Jan 32 1970', 'Thu Jan 01 1970 24:00:01 GMT+0000', '2020-01-01T00:00:60Z',
  '-000000', '-000000-03-31T00:45Z', 'Wed Jan 01 2020'];
for (var k = 0; k < texts.length; k++) sheaf.assert(isNaN(Date.parse(texts[k])) === k < 5);
var open = ['Wed, 01 JAN 2020 00:00:00 GMT', 'Wed JAN 01 2020', 'Thu Jan 01 1970 00:00:60 GMT+0000',
  'Wed Jan 01 2020 00:00:00 GMT+2400', 'Wed Jan 01 2020 00:00:00 GMT+0060', '-000000-01-01',
  '123 Jan 01 2020', '999 01 Jan 2020', '12a Jan 01 2020',
  'Wed Jan 01 2020 00:00:00 GMT+0000 (a) b)'];
Date.parse(open[sheaf.integer('n', 0, 9)]);
sheaf.assert(false);
