/** Localized texts of mails: JSON catalogues, resolved by i18next. */
import i18next from 'i18next';

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Key extends `${infer Base}_${Plural}` ? Base : Key;
}[keyof Texts & string];

/** Returns a text by its key; `values` replace `{{name}}` placeholders, and `count` selects the plural. */
export type Say<Texts> = (key: KeyOf<Texts>, values?: Record<string, string | number>) => string;

/** Returns the texts of a language, English if there is no catalogue for it. */
export const createTexts = <Texts extends Record<string, string>>(
  catalogues: { en: Texts } & Record<string, Texts>,
): ((language: string) => Say<Texts>) => {
  const texts = i18next.createInstance();
  void texts.init({
    resources: Object.fromEntries(
      Object.entries(catalogues).map(([language, translation]) => [language, { translation }]),
    ),
    fallbackLng: 'en',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // The mail layout escapes.
    interpolation: { escapeValue: false },
  });
  return (language) => {
    const t = texts.getFixedT(language || 'en');
    return (key, values) => t(key as string, values ?? {});
  };
};

/** Formats 3600 as `1 hour` or `1 Stunde`, in the largest unit that divides it. */
export const describeSeconds = (seconds: number, language: string): string => {
  const { unit, length } = units.find(({ length }) => seconds % length === 0) ?? {
    unit: 'second',
    length: 1,
  };
  const format = new Intl.NumberFormat(language || 'en', { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
};

const units = [
  { unit: 'day', length: 86_400 },
  { unit: 'hour', length: 3_600 },
  { unit: 'minute', length: 60 },
];
