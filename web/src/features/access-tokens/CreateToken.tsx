import { Select, Stack, TextInput } from '@mantine/core';
import { OrganizationAccessTokenCreate } from '@tessera/proto/api/organization/access-token';
import { useState } from 'react';
import type { z } from 'zod';
import { useCreateAccessTokenMutation } from '../../api/organization/access-tokens.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { serverDate } from '../../api/request/server-time.ts';
import { t } from '../../i18n/t.ts';
import { RightsField } from '../../shared/rights/RightsField.tsx';
import { rightGroups } from '../../shared/rights/rights.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { expiryOf, lifetimes } from './lifetimes.ts';
import { TokenShown } from './TokenShown.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Creates a token and shows its text, which cannot be shown again. */
export const CreateToken = ({ isOpen, onClose }: Props) => {
  const [token, setToken] = useState<string | null>(null);
  const close = () => {
    onClose();
    setToken(null);
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      size="lg"
      title={token === null ? t('access-tokens:newAccessToken') : t('access-tokens:yourNewToken')}
      // The token is shown only once: only an explicit close confirms that it was saved.
      closeOnClickOutside={token === null}
      closeOnEscape={token === null}
    >
      {token === null ? (
        <Form onCreated={setToken} onCancel={close} />
      ) : (
        <TokenShown token={token} onDone={close} />
      )}
    </Dialog>
  );
};

type TokenForm = { comment: string; lifetime: string; scopes: string[]; form: string };
type Create = z.input<typeof OrganizationAccessTokenCreate>;

const requestOf = ({ comment, lifetime, scopes }: TokenForm, organizationId: string): Create => ({
  organizationId,
  comment: comment.trim(),
  scopes: scopes as Create['scopes'],
  expiresAt: expiryOf(lifetime, serverDate()),
});

const fields = { expiresAt: 'lifetime' };

type FormProps = { onCreated: (token: string) => void; onCancel: () => void };

const Form = ({ onCreated, onCancel }: FormProps) => {
  const { organization } = useCurrentOrganization();
  const [create, { isLoading }] = useCreateAccessTokenMutation();
  const form = useGuardedForm<TokenForm>({
    initialValues: { comment: '', lifetime: '90', scopes: [], form: '' },
    validate: (values) => ({
      ...checkRequest(OrganizationAccessTokenCreate, requestOf(values, organization.id), { fields }).errors,
      ...(values.scopes.length === 0 ? { scopes: t('rights:chooseAtLeastOneRight') } : {}),
    }),
  });
  const submit = form.onSubmit(async (values) => {
    const { data, error } = await create(requestOf(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error), fields));
    form.saved();
    onCreated(data.token);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('ui:name')}
          placeholder={t('access-tokens:shopBackEnd')}
          description={t('access-tokens:whereTheToken')}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('comment')}
        />
        <Select
          label={t('access-tokens:expiresAfter')}
          data={[...lifetimes()]}
          allowDeselect={false}
          maw={240}
          {...form.getInputProps('lifetime')}
        />
        <RightsField
          label={t('access-tokens:whatItMayDo')}
          groups={rightGroups()}
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
        <FormError message={form.errors['form'] ?? form.errors['scopes']} />
        <DialogActions action={t('access-tokens:createToken')} isBusy={isLoading} onCancel={onCancel} />
      </Stack>
    </form>
  );
};
