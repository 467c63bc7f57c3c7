import { createTrimmer } from './memory.ts';

/** A hundred megabytes of small objects, which nobody holds any more. */
const litter = (): number =>
  Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: `row ${index}` })).length;
const heldMegabytes = () => process.memoryUsage().heapTotal / 2 ** 20;

describe('a process at rest', () => {
  it('gives back what it needs no more, looks a few times more, and then leaves it at that', () => {
    const trim = createTrimmer(() => true);
    litter();
    const before = heldMegabytes();
    expect(trim()).toBe(true);
    expect(heldMegabytes()).toBeLessThan(before - 30);
    expect([trim(), trim(), trim(), trim()]).toEqual([true, true, true, false]);
  });

  it('is not stopped for it while it is busy', () => {
    const trim = createTrimmer();
    trim();
    const until = performance.now() + 50;
    while (performance.now() < until) litter();
    expect(trim()).toBe(false);
  });
});
