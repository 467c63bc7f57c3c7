import { countries, states } from '@tessera/proto/api/billing/address';
import { countryName } from '../shared/describe/address.ts';
import { TextField } from '../ui/TextField.tsx';
import type { CheckoutChanges, CheckoutPublic } from './api.ts';
import classes from './Checkout.module.css';
import type { CheckoutForm, Field } from './form.ts';
import { SelectField } from './SelectField.tsx';
import type { Bound } from './use-payment.ts';

type Props = {
  checkout: CheckoutPublic;
  form: CheckoutForm;
  bind: (field: Field) => Bound;
  onChange: (changes: CheckoutChanges) => Promise<void>;
};

const countryOptions = countries
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

/** As much of the address as this checkout needs; the country decides, so it is told to the server at once. */
export const AddressFields = ({ checkout, form, bind, onChange }: Props) => {
  const asked = checkout.customerBillingAddressFields;
  const country = bind('country');
  const choose = (code: string) => {
    country.onChange(code);
    bind('state').onChange('');
    if (code !== '') void onChange({ customerBillingAddress: { country: code } });
  };
  return (
    <div className={classes.group}>
      <h2 className={classes.heading}>Billing address</h2>
      <SelectField
        label="Country"
        autoComplete="billing country"
        placeholder="Choose a country"
        options={countryOptions}
        {...country}
        onChange={choose}
      />
      {asked.line1 && (
        <TextField label="Street and number" autoComplete="billing address-line1" {...bind('line1')} />
      )}
      {asked.line2 && (
        <TextField
          label="Apartment, floor"
          autoComplete="billing address-line2"
          isOptional
          {...bind('line2')}
        />
      )}
      <div className={classes.pair}>
        {asked.postalCode && (
          <TextField label="Postal code" autoComplete="billing postal-code" {...bind('postalCode')} />
        )}
        {asked.city && <TextField label="City" autoComplete="billing address-level2" {...bind('city')} />}
      </div>
      {asked.state && <State country={form.country} {...bind('state')} />}
    </div>
  );
};

const State = ({ country, ...bound }: Bound & { country: string }) => {
  const known = states[country];
  if (!known) return <TextField label="State or region" autoComplete="billing address-level1" {...bound} />;
  return (
    <SelectField
      label={country === 'CA' ? 'Province' : 'State'}
      autoComplete="billing address-level1"
      placeholder="Choose"
      options={known.map((code) => ({ value: `${country}-${code}`, label: code }))}
      {...bound}
    />
  );
};
