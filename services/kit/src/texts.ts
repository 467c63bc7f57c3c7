/** What a service writes to people, in several languages: catalogues of JSON, looked up by i18next. */
import i18next from 'i18next';

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Key extends `${infer Base}_${Plural}` ? Base : Key;
}[keyof Texts & string];

/** A text by its key; `values` stand in for `{{name}}`, `count` also chooses the plural. */
export type Say<Texts> = (key: KeyOf<Texts>, values?: Record<string, string | number>) => string;

/** The texts of one language; English for one that is not among the catalogues. */
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
    // The layout of mails escapes.
    interpolation: { escapeValue: false },
  });
  return (language) => {
    const t = texts.getFixedT(language || 'en');
    return (key, values) => t(key as string, values ?? {});
  };
};

/** 3600 -> `1 hour`, `1 Stunde`: the largest unit that leaves no rest. */
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
