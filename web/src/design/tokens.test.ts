import { readFileSync } from 'node:fs';

const tokens = new Map(
  [
    ...readFileSync(new URL('tokens.css', import.meta.url), 'utf8').matchAll(
      /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g,
    ),
  ].map(([, name, light, dark]) => [name, { light, dark }]),
);
const schemes = ['light', 'dark'] as const;

/** Relative luminance, as WCAG defines it. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

describe.each(schemes)('in the %s scheme', (scheme) => {
  it.each([
    ['chart-line', 'surface'],
    ['chart-before', 'surface'],
    // A tile below the pointer.
    ['chart-before', 'surface-hover'],
    ['border-control', 'surface'],
    ['focus', 'surface'],
    ['focus', 'page'],
  ])('%s can be seen on %s (WCAG 1.4.11)', (name, ground) => {
    expect(contrast(tokens.get(name)?.[scheme] ?? '', tokens.get(ground)?.[scheme] ?? '')).toBeGreaterThan(3);
  });
});
