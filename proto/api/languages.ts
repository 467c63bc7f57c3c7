/** Languages of the checkout, the customer portal and mails. */

export const languages = ['en', 'de', 'fr', 'es', 'pt', 'nl', 'it', 'ja'] as const;
export type Language = (typeof languages)[number];

/**
 * Returns the first supported language of some language tags (`pt-BR`) in order of preference; English if there is
 * none.
 */
export const languageOf = (wanted: readonly (string | null | undefined)[]): Language => {
  for (const tag of wanted) {
    const primary = tag?.split(/[-_]/, 1)[0]?.toLowerCase();
    const found = languages.find((language) => language === primary);
    if (found) return found;
  }
  return 'en';
};

/** Returns the tags of an `Accept-Language` header in order of preference, without rejected ones (`q=0`). */
export const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = /^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? '')?.[1];
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
