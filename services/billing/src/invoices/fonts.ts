/** Which font has the letters of a text. Only those of the fonts that are used are embedded, and only they are read. */
import { fileURLToPath } from 'node:url';

export type Weight = 'regular' | 'bold';

type Family = 'dejavu' | 'japanese' | 'korean' | 'chinese';

/** Of each family a module of its package, and the fonts as seen from there. */
const files: Record<Family, Record<Weight, string> & { module: string }> = {
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
};

const hangul = /\p{Script=Hangul}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Han and Bopomofo, the signs that stand between them, and letters as wide as they are. */
const wide = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/**
 * What Han letters look like is a matter of the country; where that is neither Japan nor Korea the Chinese font has by far the
 * most of them.
 */
const familyOf = (text: string, country: string | null): Family => {
  if (hangul.test(text)) return 'korean';
  if (kana.test(text)) return 'japanese';
  if (!wide.test(text)) return 'dejavu';
  if (country === 'JP') return 'japanese';
  return country === 'KR' ? 'korean' : 'chinese';
};

/** The file of a font that has the letters of `text`, as they are written in a country (ISO 3166, alpha 2). */
export const fontFile = (text: string, weight: Weight, country: string | null): string => {
  const { module, [weight]: file } = files[familyOf(text, country)];
  return fileURLToPath(new URL(file, import.meta.resolve(module)));
};
