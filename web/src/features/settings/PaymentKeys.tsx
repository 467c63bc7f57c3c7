import { List, Stack, Text, TextInput } from '@mantine/core';
import { PaymentAccountCreate, PaymentAccountUpdate } from '@tessera/proto/api/billing/payment-account';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import {
  type PaymentAccount,
  useCreatePaymentAccountMutation,
  useUpdatePaymentAccountMutation,
} from '../../api/sales/payment-accounts.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { type GuardedForm, useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Section } from '../../ui/pages/Section.tsx';

type Keys = { secretKey: string; publishableKey: string; webhookSecret: string; form: string };

const empty: Keys = { secretKey: '', publishableKey: '', webhookSecret: '', form: '' };

/** The empty state: what is needed to connect an account, and where to enter it; below `children`. */
export const ConnectAccount = ({ children }: { children: ReactNode }) => {
  const { organization, writeRefusal, personRefusal } = useCurrentOrganization();
  const [connect, { isLoading }] = useCreatePaymentAccountMutation();
  const form = useGuardedForm<Keys>({ initialValues: empty });
  const submit = form.onSubmit(async ({ form: _form, ...keys }) => {
    const wanted = { ...keys, organizationId: organization.id };
    const { errors } = checkRequest(PaymentAccountCreate, wanted);
    if (errors) return form.setErrors(errors);
    const { error } = await connect(wanted);
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('settings:wasConnected'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('settings:connect')}
      isBusy={isLoading}
      refusal={writeRefusal ?? personRefusal}
      isDirty={form.isDirty()}
    >
      {children}
      <Section title={t('settings:connectStripe')} description={t('settings:connectStripeUse')}>
        <List size="md" type="ordered" spacing="xs" mb="lg">
          <List.Item>{t('settings:stepKey')}</List.Item>
          <List.Item>{t('settings:stepWebhook')}</List.Item>
          <List.Item>{t('settings:stepSave')}</List.Item>
        </List>
        <Stack>
          <CopyField label={t('settings:webhookAddress')} value={addressFor(organization.id)} />
          <KeyFields form={form} />
        </Stack>
      </Section>
    </FormLayout>
  );
};

const addressFor = (organizationId: string): string =>
  `${window.location.origin}/api/billing/v1/integrations/stripe/webhook?organization=${organizationId}`;

const KeyFields = ({ form }: { form: GuardedForm<Keys> }) => (
  <>
    <TextInput
      label={t('settings:publishableKey')}
      placeholder="pk_live_…"
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('publishableKey')}
    />
    <PasswordField
      label={t('settings:secretKey')}
      description={t('settings:secretKeyUse')}
      placeholder="rk_live_…"
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('settings:showSecret') }}
      {...form.getInputProps('secretKey')}
    />
    <PasswordField
      label={t('settings:signingSecret')}
      description={t('settings:signingSecretUse')}
      placeholder="whsec_…"
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('settings:showSecret') }}
      {...form.getInputProps('webhookSecret')}
    />
  </>
);

/** The keys that were entered and differ; a field left empty keeps its key. */
const changesOf = ({ form: _form, ...keys }: Keys, { publishableKey }: PaymentAccount) =>
  Object.fromEntries(
    Object.entries(keys).filter(([, key]) => key.trim() !== '' && key.trim() !== publishableKey),
  );

/** Changes the account's keys. */
export const ChangeKeys = ({ account, onClose }: { account: PaymentAccount; onClose: () => void }) => {
  const [update, { isLoading }] = useUpdatePaymentAccountMutation();
  const form = useGuardedForm<Keys>({
    initialValues: { ...empty, publishableKey: account.publishableKey },
  });
  const submit = form.onSubmit(async (values) => {
    const changes = changesOf(values, account);
    if (Object.keys(changes).length === 0) return onClose();
    const { errors } = checkRequest(PaymentAccountUpdate, changes);
    if (errors) return form.setErrors(errors);
    const { error } = await update({ id: account.id, changes });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('settings:keysWereChanged'));
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t('settings:changeKeys')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settings:emptyKeysStay')}
          </Text>
          <KeyFields form={form} />
          <FormError message={form.errors['form']} />
          <DialogActions action={t('ui:saveChanges')} isBusy={isLoading} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};
