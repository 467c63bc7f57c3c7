/**
 * Accessible colours derived from a seller's accent colour, for pages and mails: text on it or in it is always
 * readable.
 */

type Rgb = readonly [number, number, number];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
/** Backgrounds of coloured text in light and dark mode: those with the lowest contrast. */
const lightGround: Rgb = [245, 245, 243];
const darkGround: Rgb = [33, 38, 37];
/** Minimum contrast of text by WCAG 2.2, level AA. */
const enough = 4.5;

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const luminance = (rgb: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrastOf = (one: Rgb, other: Rgb): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const mix = (rgb: Rgb, other: Rgb, share: number): Rgb => [
  rgb[0] + (other[0] - rgb[0]) * share,
  rgb[1] + (other[1] - rgb[1]) * share,
  rgb[2] + (other[2] - rgb[2]) * share,
];

/** Mixes in as little of another colour as is needed for a readable contrast to the background. */
const readable = (rgb: Rgb, ground: Rgb, towards: Rgb): string => {
  for (let share = 0; share < 1; share += 0.04) {
    const hex = hexOf(mix(rgb, towards, share));
    if (contrastOf(rgbOf(hex), ground) >= enough) return hex;
  }
  return hexOf(towards);
};

export type BrandColors = {
  accent: string;
  accentHover: string;
  /** Black or white, whichever is readable on the accent. */
  onAccent: string;
  /** The accent as text colour, on light and on dark backgrounds. */
  textOnLight: string;
  textOnDark: string;
};

/** Derives the colours from `accent`, which is `#rrggbb`. */
export const brandColors = (accent: string): BrandColors => {
  const rgb = rgbOf(accent);
  const isWhiteBetter = contrastOf(rgb, white) >= enough;
  return {
    accent,
    accentHover: hexOf(mix(rgb, isWhiteBetter ? black : white, 0.14)),
    onAccent: isWhiteBetter ? '#ffffff' : '#000000',
    textOnLight: readable(rgb, lightGround, black),
    textOnDark: readable(rgb, darkGround, white),
  };
};

/** Returns the contrast ratio of two colours (`#rrggbb`), 1 to 21. */
export const contrast = (one: string, other: string): number => contrastOf(rgbOf(one), rgbOf(other));
