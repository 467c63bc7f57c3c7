import { Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { UsageAlertCreate, UsageAlertKind, UsageAlertUpdate } from '@tessera/proto/api/billing/usage-alert';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { useListCustomersQuery } from '../../api/sales/customers.ts';
import type { Meter } from '../../api/usage/meters.ts';
import {
  type UsageAlert,
  useCreateUsageAlertMutation,
  useUpdateUsageAlertMutation,
} from '../../api/usage/usage-alerts.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { currencyOptions, currencySign } from '../../ui/format/currencies.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { type AlertForm, changesOf, emptyAlert, formOfAlert, requestOf } from './alert-form.ts';

type Props = { meter: Meter; present?: UsageAlert; onClose: () => void };

/** Creates or edits an alert of a meter. */
export const AlertDialog = ({ meter, present, onClose }: Props) => {
  const { organization } = useCurrentOrganization();
  const [create, creating] = useCreateUsageAlertMutation();
  const [update, updating] = useUpdateUsageAlertMutation();
  const owner = { organizationId: organization.id, meterId: meter.id };
  const form = useForm<AlertForm>({
    initialValues: present ? formOfAlert(present) : emptyAlert,
    validate: (values) =>
      (present
        ? checkRequest(UsageAlertUpdate, {
            ...changesOf(values),
            threshold: changesOf(values).threshold ?? 0,
          })
        : checkRequest(UsageAlertCreate, requestOf(values, owner))
      ).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = present
      ? await update({ id: present.id, changes: changesOf(values) })
      : await create(requestOf(values, owner));
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    notifyDone(t('meters:alerts.wasSaved', { name: values.name }));
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t(present ? 'meters:alerts.changeAlert' : 'meters:alerts.add')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fields form={form} isNew={!present} />
          <FormError message={form.errors['form']} />
          <DialogActions
            action={t('meters:alerts.save')}
            isBusy={creating.isLoading || updating.isLoading}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
};

const Fields = ({ form, isNew }: { form: UseFormReturnType<AlertForm>; isNew: boolean }) => (
  <>
    <TextInput
      label={t('ui:name')}
      placeholder={t('meters:alerts.namePlaceholder')}
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      <Select
        label={t('meters:alerts.kind')}
        allowDeselect={false}
        data={UsageAlertKind.options.map((value) => ({
          value,
          label: t(`meters:alerts.kinds.${value}`),
        }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t('meters:alerts.threshold')}
        inputMode="decimal"
        autoComplete="off"
        leftSection={form.values.kind === 'amount' ? currencySign(form.values.currency) : undefined}
        leftSectionWidth={44}
        rightSection={form.values.kind === 'credit_percent' ? '%' : undefined}
        {...form.getInputProps('threshold')}
      />
    </SimpleGrid>
    {form.values.kind === 'amount' && (
      <Select
        label={t('meters:alerts.currency')}
        description={t('meters:alerts.currencyNote')}
        data={currencyOptions()}
        searchable
        allowDeselect={false}
        {...form.getInputProps('currency')}
      />
    )}
    {isNew && <CustomerChoice input={form.getInputProps('customerId')} />}
    <Checkbox
      label={t('meters:alerts.notify')}
      {...form.getInputProps('notifyCustomer', { type: 'checkbox' })}
    />
    <Checkbox
      label={t('meters:alerts.hardStop')}
      description={t('meters:alerts.hardStopNote')}
      {...form.getInputProps('isHardStop', { type: 'checkbox' })}
    />
  </>
);

const foundCustomers = 20;
const typingMilliseconds = 250;

/** Searches a customer by name or e-mail address; empty: every customer. */
const CustomerChoice = ({
  input,
}: {
  input: { value?: string | null; onChange: (value: string | null) => void };
}) => {
  const { organization } = useCurrentOrganization();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed, typingMilliseconds);
  const { data } = useListCustomersQuery({
    organizationId: organization.id,
    limit: foundCustomers,
    ...(query.trim() !== '' && { query: query.trim() }),
  });
  return (
    <Select
      label={t('meters:alerts.customer')}
      description={t('meters:alerts.customerNote')}
      placeholder={t('meters:alerts.everybody')}
      searchable
      clearable
      filter={({ options }) => options}
      onSearchChange={setTyped}
      data={(data?.items ?? []).map(({ id, name, email }) => ({
        value: id,
        label: name ? `${name} · ${email}` : email,
      }))}
      {...input}
    />
  );
};
