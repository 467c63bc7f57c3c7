import type { CustomField } from '../../api/catalog/custom-fields.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';

/**
 * An answer to a custom field for display: the label of a choice; a date independent of the time zone. `field`:
 * undefined when it was deleted.
 */
export const describeAnswer = (answer: string | number | boolean, field?: CustomField): string => {
  if (typeof answer === 'boolean') return answer ? t('shared:yes') : t('shared:no');
  if (typeof answer === 'number') return String(answer);
  if (field?.type === 'select')
    return field.properties.options.find(({ value }) => value === answer)?.label ?? answer;
  const mayBeDay = field === undefined || field.type === 'date';
  return mayBeDay ? describeDay(answer) : answer;
};

const describeDay = (text: string): string => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const day = new Date(text);
  return Number.isNaN(day.getTime())
    ? text
    : new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
};
