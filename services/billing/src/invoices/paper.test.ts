import { createTexts } from '@tessera/kit/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import { lineOf } from './paper.ts';

const say = createTexts({ en, de })('de');

describe('the lines of a paper', () => {
  it.each([
    ['Unused time on Studio Pro', true, 'Nicht genutzte Zeit von Studio Pro'],
    ['Remaining time on Studio Team', true, 'Restliche Zeit von Studio Team'],
    // A product may be named like that.
    ['Unused time on Earth', false, 'Unused time on Earth'],
    ['Studio Pro', true, 'Studio Pro'],
  ])('say %s in its language', (label, proration, expected) => {
    expect(lineOf({ label, proration }, say)).toBe(expected);
  });
});
