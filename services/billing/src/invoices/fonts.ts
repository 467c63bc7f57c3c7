/** Selects fonts by the letters of a text. Only fonts that are used are read and embedded. */
import { fileURLToPath } from 'node:url';

export type Weight = 'regular' | 'bold';

type Files = Record<Weight, string> & { module: string };

/** For each family a module of its package, and the fonts' paths relative to it. */
const families = {
  dejavu: {
    module: 'dejavu-fonts-ttf/package.json',
    regular: 'ttf/DejaVuSans.ttf',
    bold: 'ttf/DejaVuSans-Bold.ttf',
  },
  japanese: {
    module: '@embedpdf/fonts-jp',
    regular: '../fonts/NotoSansJP-Regular.otf',
    bold: '../fonts/NotoSansJP-Bold.otf',
  },
  korean: {
    module: '@embedpdf/fonts-kr',
    regular: '../fonts/NotoSansKR-Regular.otf',
    bold: '../fonts/NotoSansKR-Bold.otf',
  },
  chinese: {
    module: '@embedpdf/fonts-sc',
    regular: '../fonts/NotoSansHans-Regular.otf',
    bold: '../fonts/NotoSansHans-Bold.otf',
  },
} satisfies Record<string, Files>;

/**
 * Scripts of South and Southeast Asia and of Ethiopia: each has a font with its own letters only. Gurmukhi and
 * Malayalam are missing, as the text layout library fails on their fonts.
 */
const scripts = [
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Gujarati',
  'Kannada',
  'Khmer',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
].map((script) => {
  const name = script.toLowerCase();
  const font = (weight: number) => `files/noto-sans-${name}-${name}-${weight}-normal.woff`;
  const module = `@fontsource/noto-sans-${name}/package.json`;
  const files: Files = { module, regular: font(400), bold: font(700) };
  return { letter: new RegExp(`\\p{Script=${script}}`, 'u'), files };
});

const hangul = /\p{Script=Hangul}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Han and Bopomofo, CJK punctuation, and full-width forms. */
const wide = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
/** Other scripts in the East Asian fonts. */
const plain = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u;
/** Combining marks and joiners, which belong to the letter before. */
const mark = /[\p{M}\u200c\u200d]/u;

/**
 * The font family of a text. The form of Han letters depends on the country; outside of Japan and Korea the Chinese
 * font has by far the most of them.
 */
const familyOf = (text: string, country: string | null): Files => {
  if (hangul.test(text)) return families.korean;
  if (kana.test(text)) return families.japanese;
  if (!wide.test(text)) return families.dejavu;
  if (country === 'JP') return families.japanese;
  return country === 'KR' ? families.korean : families.chinese;
};

const pathOf = ({ module, ...files }: Files, weight: Weight): string =>
  fileURLToPath(new URL(files[weight], import.meta.resolve(module)));

/** The fallback font. */
export const plainFont = (weight: Weight): string => pathOf(families.dejavu, weight);

/**
 * Returns the font file of each UTF-16 unit of `text`. `country` (ISO 3166, alpha 2) selects the form of Han letters.
 */
export const fontFiles = (text: string, weight: Weight, country: string | null): string[] => {
  const family = familyOf(text, country);
  const fonts: string[] = [];
  for (const letter of text) {
    const own = scripts.find((script) => script.letter.test(letter))?.files;
    const isHeld = family === families.dejavu || wide.test(letter) || plain.test(letter);
    const isWide = hangul.test(letter) || kana.test(letter);
    const other = isHeld || isWide ? family : families.dejavu;
    const before = mark.test(letter) ? fonts.at(-1) : undefined;
    const font = before ?? pathOf(own ?? other, weight);
    for (let unit = 0; unit < letter.length; unit += 1) fonts.push(font);
  }
  return fonts;
};
