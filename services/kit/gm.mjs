const f = (x) => (x / 1048576).toFixed(1).padStart(6);
let last;
const show = (n) => {
  globalThis.gc();
  globalThis.gc();
  const m = process.memoryUsage();
  const cur = [m.rss, m.heapUsed, m.external];
  console.log(
    n.padEnd(46),
    'rss',
    f(m.rss),
    'heap',
    f(m.heapUsed),
    'ext',
    f(m.external),
    last
      ? '  d-heap ' + f(cur[1] - last[1]) + ' d-ext ' + f(cur[2] - last[2]) + ' d-rss ' + f(cur[0] - last[0])
      : '',
  );
  last = cur;
};
show('bare');
for (const n of process.argv.slice(2)) {
  await import(n);
  show(n);
}
