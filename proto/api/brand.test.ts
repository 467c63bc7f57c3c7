import fc from 'fast-check';
import { brandColors, contrast } from './brand.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the color of a brand', () => {
  it('can be read on, and read, whatever it is', () => {
    fc.assert(
      fc.property(color, (accent) => {
        const { accentHover, onAccent, textOnLight, textOnDark } = brandColors(accent);
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(onAccent, accentHover)).toBeGreaterThanOrEqual(4.5);
        for (const ground of ['#ffffff', '#f5f5f3'])
          expect(contrast(textOnLight, ground)).toBeGreaterThanOrEqual(4.5);
        for (const ground of ['#111413', '#212625'])
          expect(contrast(textOnDark, ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('is left as it is where it can be', () => {
    expect(brandColors('#0d6b65')).toMatchObject({ onAccent: '#ffffff', textOnLight: '#0d6b65' });
    expect(brandColors('#ffe066')).toMatchObject({ onAccent: '#000000', textOnDark: '#ffe066' });
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });
});
