import { countries } from '@tessera/proto/api/billing/places';
import subdivisions from '../../shared/describe/subdivisions.json' with { type: 'json' };
import { formatTag, t } from '../i18n.ts';
import { countryName } from '../prices/format.ts';
import { type AskedLines, hasStates } from './address.ts';
import classes from './Controls.module.css';
import type { AddressLine, Bind, Bound } from './fields.ts';
import { Input } from './Input.tsx';
import { SelectField } from './SelectField.tsx';

type Props = {
  bind: Bind<AddressLine>;
  asked: AskedLines;
  /** Called with the chosen country, which decides about taxes and the other fields. */
  onCountry?: (code: string) => void;
};

const countryOptions = () =>
  countries
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, formatTag()));

/** The requested lines of an address. */
export const AddressFields = ({ bind, asked, onCountry }: Props) => {
  const country = bind('country');
  const choose = (code: string) => {
    country.onChange(code);
    bind('state').onChange('');
    onCountry?.(code);
  };
  const postalCode = (
    <Input
      label={t(country.value === 'US' ? 'address.zip' : 'address.postalCode')}
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
      {asked.state && <State country={country.value} {...bind('state')} />}
    </div>
  );
};

const State = ({ country, ...bound }: Bound & { country: string }) => {
  const known = hasStates(country) ? subdivisions[country as keyof typeof subdivisions] : null;
  if (!known)
    return <Input label={t('address.region')} autoComplete="billing address-level1" isOptional {...bound} />;
  return (
    <SelectField
      label={t(country === 'CA' ? 'address.province' : 'address.state')}
      autoComplete="billing address-level1"
      placeholder={t('address.choose')}
      options={Object.entries(known)
        .map(([code, label]) => ({ value: `${country}-${code}`, label }))
        .toSorted((a, b) => a.label.localeCompare(b.label, formatTag()))}
      {...bound}
    />
  );
};
