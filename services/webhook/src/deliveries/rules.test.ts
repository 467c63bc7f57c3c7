import fc from 'fast-check';
import { askedDelay, maxRetries, readableStart, retryDelay } from './rules.ts';

describe('retryDelay', () => {
  it('doubles from four seconds to about half an hour', () => {
    const full = Array.from({ length: maxRetries }, (_, index) => retryDelay(index + 1, 0.999999));
    expect(full.map((seconds) => Math.round(seconds ?? 0))).toEqual([
      4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048,
    ]);
  });

  it('lies between half and full, whatever the dice say', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (retry, random) => {
          const seconds = retryDelay(retry, random) ?? 0;
          expect(seconds).toBeGreaterThanOrEqual(2 ** retry);
          expect(seconds).toBeLessThan(2 ** (retry + 1));
        },
      ),
    );
  });

  it('ends after ten', () => expect(retryDelay(11, 0)).toBeNull());
});

describe('askedDelay', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['99999999999999999999', 86_400],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
    [undefined, 0],
  ])('reads %j as %d seconds', (value, seconds) => expect(askedDelay(value, now)).toBe(seconds));
});

describe('readableStart', () => {
  it('keeps a kibibyte at most, even of wide characters', () => {
    expect(Buffer.byteLength(readableStart(Buffer.from('é'.repeat(5000))) ?? '')).toBeLessThanOrEqual(1024);
  });

  it('is null for an empty answer', () => expect(readableStart(Buffer.alloc(0))).toBeNull());

  it('can be stored whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        const text = readableStart(Buffer.from(bytes)) ?? '';
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\u0000');
      }),
    );
  });
});
