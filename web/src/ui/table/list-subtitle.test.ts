import '../../test/english.ts';
import { listSubtitle } from './list-subtitle.ts';

const subtitle = (isFiltered: boolean, totalCount?: number, error?: string) =>
  listSubtitle({
    list: { isFiltered },
    result: totalCount === undefined ? { error } : { currentData: { pagination: { totalCount } } },
    counted: (count) => `${count} products`,
    what: 'What you sell.',
  });

describe('what stands below the title of a list', () => {
  it('is how many there are, and what they are as long as there are none', () => {
    expect(subtitle(false, 22)).toBe('22 products');
    expect(subtitle(false, 0)).toBe('What you sell.');
  });

  it('is how many fit where something is looked for', () => {
    expect(subtitle(true, 1)).toBe('1 result');
    expect(subtitle(true, 0)).toBe('0 results');
  });

  it('is an empty line until that is known, and what they are where it cannot be', () => {
    expect(subtitle(false)).toBe('\u00A0');
    expect(subtitle(true)).toBe('\u00A0');
    expect(subtitle(false, undefined, 'not there')).toBe('What you sell.');
  });
});
