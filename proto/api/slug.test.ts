import fc from 'fast-check';
import { slugOf } from './slug.ts';

describe('slugOf', () => {
  it.each([
    ['Acme', 'acme'],
    ["Ada's Café & Co", 'adas-cafe-co'],
    ['  --Tiles!--  ', 'tiles'],
    ['Überlingen Großhandel', 'uberlingen-grosshandel'],
    ['Œuvre Łódź – Smørrebrød', 'oeuvre-lodz-smorrebrod'],
    ['日本', ''],
  ])('spells %p as %p', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is always fit for an address', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      }),
    );
  });
});
