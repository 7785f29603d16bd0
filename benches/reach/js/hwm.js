// A text that contains four words, which are looked for one after the other. The search for a word
// begins at the start of the text. It ends behind the word, at the limit, or at a unit of 0.
const N = 32;
const text = sheaf.string('text', 128);
function target() {}

function main() {
  let hello = 0, world = 0, at = 0, microsoft = 0;
  for (let i = 0; hello < 5 && i < N && text.charCodeAt(i) !== 0; i++)
    if (text[i] === 'Hello'[hello]) hello++;
    else hello = 0;
  for (let i = 0; world < 5 && i < N && text.charCodeAt(i) !== 0; i++)
    if (text[i] === 'World'[world]) world++;
    else world = 0;
  for (let i = 0; at < 2 && i < N && text.charCodeAt(i) !== 0; i++)
    if (text[i] === 'At'[at]) at++;
    else at = 0;
  for (let i = 0; microsoft < 10 && i < N && text.charCodeAt(i) !== 0; i++)
    if (text[i] === 'Microsoft!'[microsoft]) microsoft++;
    else microsoft = 0;
  if (hello === 5 && world === 5 && at === 2 && microsoft === 10) target();
}
main();
