import type { TaxRegistration } from '../../api/taxes.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { countryName } from '../../shared/describe/address.ts';

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
