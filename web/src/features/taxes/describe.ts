import { serverNow } from '../../api/request/server-time.ts';
import type { TaxRegistration } from '../../api/sales/taxes.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { countryName } from '../../shared/describe/address.ts';
import { formatDate } from '../../ui/format/dates.ts';
import { daysOf, standingAt } from './period.ts';

/** `Germany`, `United States, CA`, `European Union (One Stop Shop of Germany)`. */
export const placeName = ({
  country,
  state,
  scheme,
}: Pick<TaxRegistration, 'country' | 'state' | 'scheme'>): string => {
  if (scheme === 'eu_oss') return t('taxes:oneStopShopOf', { country: countryName(country) });
  return state ? `${countryName(country)}, ${state.replace(`${country}-`, '')}` : countryName(country);
};

export const describeRate = ({ percentage, scheme }: TaxRegistration): string => {
  if (scheme === 'eu_oss') return t('taxes:rateOfTheCustomer');
  if (percentage === null) return '—';
  return new Intl.NumberFormat(readerLocale(), {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 4,
  }).format(percentage as Intl.StringNumericLiteral);
};

/** `since Nov 25, 2026`, `From Jan 1, 2027`, or first and last day; an ended one by its end. */
export const describePeriod = (registration: TaxRegistration): string => {
  const days = daysOf(registration);
  const [from, until] = [formatDate(days.from), formatDate(days.lastDay)];
  const standing = standingAt(registration, serverNow());
  if (standing === 'ended') return t('taxes:endedOn', { date: until });
  if (days.lastDay !== '') return t('taxes:betweenDays', { from, until });
  return standing === 'toCome' ? t('taxes:notYet', { date: from }) : t('taxes:sinceDay', { date: from });
};
