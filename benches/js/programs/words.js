// An object as a dictionary, with keys that are computed.
function run(count) {
  const words = 'one two three four five six seven eight nine ten'.split(' '), counts = {};
  for (let i = 0; i < count; i++) {
    const word = words[i % 10] + (i % 3);
    counts[word] = (counts[word] || 0) + 1;
  }
  return Object.keys(counts).sort().map((word) => word + counts[word]).join();
}
console.log(run(600000));
