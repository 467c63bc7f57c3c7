import { readerLocale } from '../../i18n/start.ts';

/** Separators of thousands that are never decimal ones: Switzerland's apostrophe, and the spaces of Austria or France. */
const plainly = /^-?\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d*)?$/;

/** Lakhs and crores, as in India: 12,34,567. */
const byTwo = /^-?\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/;

/** A typed number without separators of thousands that cannot mean anything else to the reader. */
export const ungrouped = (typed: string): string => {
  if (plainly.test(typed)) return typed.replaceAll(/[ \u00a0\u202f'’]/g, '');
  return byTwo.test(typed) && countsInLakhs() ? typed.replaceAll(',', '') : typed;
};

const countsInLakhs = (): boolean =>
  new Intl.NumberFormat(readerLocale())
    .formatToParts(1_234_567)
    .some(({ type, value }, index) => index > 0 && type === 'integer' && value.length === 2);
