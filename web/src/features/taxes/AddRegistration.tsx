import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { statesWithTax } from '@tessera/proto/api/billing/places';
import { TaxRegistrationCreate } from '@tessera/proto/api/billing/tax';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { useCreateTaxRegistrationMutation } from '../../api/sales/taxes.ts';
import { t } from '../../i18n/t.ts';
import { countryChoices, stateChoices } from '../../shared/fields/PostalAddress.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { placeName } from './describe.ts';
import { periodOf } from './period.ts';
import { RegistrationDialog, type RegistrationValues, registrationFields } from './RegistrationDialog.tsx';

type RegistrationForm = RegistrationValues & {
  country: string;
  state: string;
  scheme: 'standard' | 'eu_oss';
};

/** Registers a place where tax is collected, from now on or from another day. */
export const AddRegistration = ({ onClose }: { onClose: () => void }) => {
  const { form, states, isLoading, submit } = useRegistration(onClose);
  const choices = useMemo(() => countryChoices(), []);
  const { country, state, scheme } = form.values;
  return (
    <RegistrationDialog
      title={t('taxes:addRegistration')}
      action={t('taxes:addRegistration')}
      form={form}
      isBusy={isLoading}
      fromNote={t('taxes:collectFromNow')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('taxes:scheme')}
        data={[
          { value: 'standard', label: t('taxes:oneCountry') },
          { value: 'eu_oss', label: t('taxes:oneStopShop') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('scheme')}
      />
      <Select
        label={t('taxes:country')}
        description={scheme === 'eu_oss' ? t('taxes:whereYouDeclare') : undefined}
        searchable
        data={choices}
        value={country || null}
        onChange={(value) => form.setValues({ country: value ?? '', state: '' })}
        error={form.errors['country']}
      />
      {states.length > 0 && (
        <Select
          label={t('taxes:state')}
          description={country === 'CA' ? t('taxes:stateOfCanada') : undefined}
          searchable
          clearable
          data={states}
          value={state || null}
          onChange={(value) => form.setFieldValue('state', value ?? '')}
          error={form.errors['state']}
        />
      )}
    </RegistrationDialog>
  );
};

const taxedStates = (country: string) =>
  stateChoices(country).filter(({ value }) => statesWithTax[country]?.includes(value));

const useRegistration = (onDone: () => void) => {
  const { organization } = useCurrentOrganization();
  const [create, { isLoading }] = useCreateTaxRegistrationMutation();
  const form = useForm<RegistrationForm>({
    initialValues: {
      country: '',
      state: '',
      scheme: 'standard',
      taxNumber: '',
      from: '',
      lastDay: '',
      form: '',
    },
  });
  const { country, state, scheme, taxNumber, from, lastDay } = form.values;
  const states = scheme === 'standard' ? taxedStates(country) : [];
  const submit = form.onSubmit(async () => {
    if (country === '') return form.setErrors({ country: t('common:thisIsRequired') });
    const registration = {
      country,
      scheme,
      state: states.length > 0 && state !== '' ? state : null,
      taxNumber: taxNumber.trim() || null,
      organizationId: organization.id,
      ...periodOf({ from, lastDay }),
    };
    const { request, errors } = checkRequest(TaxRegistrationCreate, registration, {
      fields: registrationFields,
    });
    if (errors) return form.setErrors(errors);
    const { data, error } = await create(request);
    if (error) return form.setErrors(failureErrors(asFailure(error), registrationFields));
    notifyDone(t('taxes:registered', { place: placeName(data) }));
    onDone();
  });
  return { form, states, isLoading, submit };
};
