import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { countries } from '@tessera/proto/api/billing/places';
import { useMemo } from 'react';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { countryName } from '../describe/address.ts';
import subdivisions from '../describe/subdivisions.json' with { type: 'json' };

/** Countries by name, as options. */
export const countryChoices = (): { value: string; label: string }[] =>
  countries
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, readerLocale()));

const namesOfStates: Record<string, Record<string, string>> = subdivisions;

/** A country's states by name and by code, either of which can be typed; empty for countries without states. */
export const stateChoices = (country: string): { value: string; label: string }[] =>
  Object.entries(namesOfStates[country] ?? {})
    .map(([value, name]) => ({ value, label: `${name} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, readerLocale()));

export const addressKeys = ['line1', 'line2', 'postalCode', 'city', 'state', 'country'] as const;
/** An address as form values: empty strings for missing lines. */
export type AddressForm = Record<(typeof addressKeys)[number], string>;

type Address = { [Key in keyof AddressForm]: string | null };

/** Maps refused paths of an address below `key` to form fields. */
export const addressFieldMap = (key: string): Record<string, string> => ({
  ...Object.fromEntries(addressKeys.map((line) => [`${key}.${line}`, line])),
  [key]: 'country',
});

export const addressForm = (address: Address | null): AddressForm => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  // Other countries' states are free text, kept as it is: it is sent with every other line.
  state: (namesOfStates[address?.country ?? ''] ? address?.state?.split('-').at(-1) : address?.state) ?? '',
  country: address?.country ?? '',
});

/** The address of a form; null when empty. */
export const addressOf = (form: AddressForm): AddressForm | null => {
  const { line1, line2, postalCode, city, state, country } = form;
  const lines = { line1, line2, postalCode, city, state, country };
  return Object.values(lines).some((line) => line.trim() !== '') ? lines : null;
};

type Form = {
  values: AddressForm;
  errors: Record<string, unknown>;
  getInputProps: (key: keyof AddressForm) => GetInputPropsReturnType;
  setValues: (values: Partial<AddressForm>) => void;
};

/** The inputs of a postal address. The country is required once any other line is filled in. */
export const PostalAddress = ({ form }: { form: Form }) => {
  const choices = useMemo(() => countryChoices(), []);
  const statesOfCountry = stateChoices(form.values.country);
  return (
    <>
      <Select
        label={t('shared:country')}
        searchable
        clearable
        data={choices}
        value={form.values.country || null}
        onChange={(value) => form.setValues({ country: value ?? '', state: '' })}
        error={form.errors['country'] as string | undefined}
      />
      <TextInput label={t('shared:street')} autoComplete="address-line1" {...form.getInputProps('line1')} />
      <TextInput
        label={t('shared:streetMore')}
        autoComplete="address-line2"
        {...form.getInputProps('line2')}
      />
      <SimpleGrid cols={{ base: 1, xs: statesOfCountry.length > 0 ? 3 : 2 }}>
        <TextInput
          label={t('shared:postalCode')}
          autoComplete="postal-code"
          {...form.getInputProps('postalCode')}
        />
        <TextInput label={t('shared:city')} autoComplete="address-level2" {...form.getInputProps('city')} />
        {statesOfCountry.length > 0 && (
          <Select
            label={t('shared:state')}
            searchable
            clearable
            data={statesOfCountry}
            value={form.values.state || null}
            onChange={(value) => form.setValues({ state: value ?? '' })}
            error={form.errors['state'] as string | undefined}
          />
        )}
      </SimpleGrid>
    </>
  );
};
