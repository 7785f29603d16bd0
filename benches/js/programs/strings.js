// Strings: units, comparisons and concatenation.
function run(count) {
  const text = 'The quick brown fox jumps over the lazy dog. ';
  let result = '', vowels = 0;
  for (let i = 0; i < count; i++) {
    const at = i % text.length, c = text[at];
    if (c === 'a' || c === 'e' || c === 'i' || c === 'o' || c === 'u') vowels++;
    if (text.charCodeAt(at) > 100) result += c;
    if (result.length > 100) result = result.slice(50);
  }
  return vowels + result;
}
console.log(run(600000));
