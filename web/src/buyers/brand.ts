/** The seller's colour on the page, and in everything that is drawn with the accent's names. */
import { brandColors } from '@tessera/proto/api/brand';

const names = ['accent', 'accent-hover', 'on-accent', 'accent-text', 'accent-surface', 'focus'] as const;

/** The accent's names with the values that a colour gives them. */
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

/** Gives the whole page the seller's colour; without one it keeps its own. */
export const wearBrand = (accentColor: string | null): void => {
  if (accentColor === null) return;
  for (const [name, value] of Object.entries(accentStyle(accentColor)))
    document.documentElement.style.setProperty(name, value);
};
