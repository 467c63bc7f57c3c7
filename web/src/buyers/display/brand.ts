/** The seller's colour on the page, as the values of the accent's custom properties. */
import { brandColors } from '@tessera/proto/api/brand';

const names = ['accent', 'accent-hover', 'on-accent', 'accent-text', 'accent-surface', 'focus'] as const;

/** The custom properties of an accent in this colour. */
export const accentStyle = (accentColor: string): Record<`--${(typeof names)[number]}`, string> => {
  const { accent, accentHover, onAccent, textOnLight, textOnDark } = brandColors(accentColor);
  const text = `light-dark(${textOnLight}, ${textOnDark})`;
  return {
    '--accent': accent,
    '--accent-hover': accentHover,
    '--on-accent': onAccent,
    '--accent-text': text,
    '--accent-surface': `color-mix(in srgb, ${text} 12%, var(--surface))`,
    '--focus': text,
  };
};

/** Applies the seller's colour to the whole page; null keeps the page's own. */
export const wearBrand = (accentColor: string | null): void => {
  if (accentColor === null) return;
  for (const [name, value] of Object.entries(accentStyle(accentColor)))
    document.documentElement.style.setProperty(name, value);
};
