import { t } from '../../i18n/t.ts';
import { describeDuration } from '../../ui/format/duration.ts';

const daySeconds = 86_400;

export const lifetimes = () =>
  [
    { value: '30', label: describeDuration(30 * daySeconds) },
    { value: '90', label: describeDuration(90 * daySeconds) },
    { value: '365', label: t('access-tokens:oneYear') },
    { value: 'never', label: t('access-tokens:noExpiry') },
  ] as const;

const dayInMilliseconds = daySeconds * 1000;

/** Returns when a token of this lifetime expires; null: never. */
export const expiryOf = (lifetime: string, now: Date): string | null =>
  lifetime === 'never' ? null : new Date(now.getTime() + Number(lifetime) * dayInMilliseconds).toISOString();
