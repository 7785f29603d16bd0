// A text that contains a word (see `hwm.js`).
const N = 32;
const text = sheaf.string('text', 128);
function target() {}

function main() {
  let hello = 0;
  for (let i = 0; hello < 5 && i < N && text.charCodeAt(i) !== 0; i++)
    if (text[i] === 'Hello'[hello]) hello++;
    else hello = 0;
  if (hello === 5) target();
}
main();
