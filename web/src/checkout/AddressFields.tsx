import { countries } from '@tessera/proto/api/billing/places';
import { addressFields } from './address.ts';
import type { CheckoutPublic } from './api.ts';
import classes from './Checkout.module.css';
import { countryName } from './format.ts';
import { Input } from './Input.tsx';
import { formatTag, t } from './i18n.ts';
import { SelectField } from './SelectField.tsx';
import subdivisions from './subdivisions.json' with { type: 'json' };
import type { Bound, Payment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

const countryOptions = () =>
  countries
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, formatTag()));

/** As much of the address as this checkout needs; the country decides, so it is told to the server at once. */
export const AddressFields = ({ checkout, payment }: Props) => {
  const { form, bind, change } = payment;
  const asked = addressFields(checkout, form.country);
  const country = bind('country');
  const choose = (code: string) => {
    country.onChange(code);
    bind('state').onChange('');
    const rest = { line1: null, line2: null, postalCode: null, city: null, state: null };
    if (code !== '') void change({ customerBillingAddress: { country: code, ...rest } });
  };
  const postalCode = (
    <Input
      label={t(form.country === 'US' ? 'address.zip' : 'address.postalCode')}
      autoComplete="billing postal-code"
      {...bind('postalCode')}
    />
  );
  return (
    <div className={classes.group}>
      <h2 className={classes.heading}>{t('address.heading')}</h2>
      <SelectField
        label={t('address.country')}
        autoComplete="billing country"
        placeholder={t('address.chooseCountry')}
        options={countryOptions()}
        {...country}
        onChange={choose}
      />
      {asked.line1 && (
        <Input label={t('address.line1')} autoComplete="billing address-line1" {...bind('line1')} />
      )}
      {asked.line2 && (
        <Input
          label={t('address.line2')}
          autoComplete="billing address-line2"
          isOptional
          {...bind('line2')}
        />
      )}
      <div className={classes.pair}>
        {asked.postalCode && postalCode}
        {asked.city && (
          <Input label={t('address.city')} autoComplete="billing address-level2" {...bind('city')} />
        )}
      </div>
      {asked.state && <State country={form.country} {...bind('state')} />}
    </div>
  );
};

const State = ({ country, ...bound }: Bound & { country: string }) => {
  const known = country === 'US' || country === 'CA' ? subdivisions[country] : null;
  if (!known)
    return <Input label={t('address.region')} autoComplete="billing address-level1" isOptional {...bound} />;
  return (
    <SelectField
      label={t(country === 'CA' ? 'address.province' : 'address.state')}
      autoComplete="billing address-level1"
      placeholder={t('address.choose')}
      options={Object.entries(known).map(([code, label]) => ({ value: `${country}-${code}`, label }))}
      {...bound}
    />
  );
};
