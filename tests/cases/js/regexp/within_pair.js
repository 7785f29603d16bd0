// With the flag `u`, a match that would begin within a pair of surrogates begins with the pair.
// expect: bug assertion @16
const text = sheaf.string('text', 3);
sheaf.assume(text.length === 3);
const pattern = /./gu;
pattern.lastIndex = 1;
const match = pattern.exec(text);
const isLead = (unit) => unit >= 0xD800 && unit < 0xDC00;
const isTrail = (unit) => unit >= 0xDC00 && unit < 0xE000;
const units = [0, 1, 2].map((k) => text.charCodeAt(k));
if (isLead(units[0]) && isTrail(units[1])) {
  sheaf.assert(match.index === 0 && match[0].length === 2 && pattern.lastIndex === 2);
}
const isOne = match !== null && match.index === 1 && match[0].length === 1;
if (isOne) sheaf.assert(pattern.lastIndex === 2);
sheaf.assert(match === null || match.index !== 0 || match[0] !== '\u{1F600}');
