import { isoTime } from './iso-time.ts';

/** A repeatable sequence of numbers below one. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

describe('isoTime', () => {
  it.each([
    0,
    -1,
    1,
    999,
    86_399_999,
    86_400_000,
    951_782_400_000,
    -62_167_219_200_000,
    -62_167_219_200_001,
    253_402_300_799_999,
    253_402_300_800_000,
    8.64e15,
    -8.64e15,
    Number.NaN,
  ])('gives the text of JSON at %d', (milliseconds) =>
    expect(isoTime(new Date(milliseconds))).toBe(new Date(milliseconds).toJSON()),
  );

  it('gives it for times of the years 0 to 9999, more days than it keeps', () => {
    const random = randomFrom(1);
    const times = Array.from({ length: 5_000 }, () => new Date(Math.floor(random() * 3.15e14 - 6.2e13)));
    expect(times.map(isoTime)).toEqual(times.map((time) => time.toJSON()));
  });
});
