import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';

/** An answer to a custom field, for people. A day is that day wherever it is read. */
export const describeAnswer = (answer: string | number | boolean): string => {
  if (typeof answer === 'boolean') return answer ? t('shared:yes') : t('shared:no');
  if (typeof answer === 'number' || !/^\d{4}-\d{2}-\d{2}$/.test(answer)) return String(answer);
  const day = new Date(answer);
  return Number.isNaN(day.getTime())
    ? answer
    : new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
};
