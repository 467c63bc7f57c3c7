import { Anchor, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { OrganizationAccessTokenCreate } from '@tessera/proto/api/organization/access-token';
import { useState } from 'react';
import type { z } from 'zod';
import { useCreateAccessTokenMutation } from '../../api/access-tokens.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { serverDate } from '../../api/server-time.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import classes from './CreateToken.module.css';
import { expiryOf, lifetimes, offeredScopes, scopeChoices } from './scopes.ts';
import { TokenShown } from './TokenShown.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Makes a token and shows its text, this once. */
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
      // It is shown this once: only its reader says that it was kept.
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
      ...(values.scopes.length === 0 ? { scopes: t('access-tokens:chooseAtLeastOneRight') } : {}),
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
        <Scopes value={form.values.scopes} onChange={(scopes) => form.setFieldValue('scopes', scopes)} />
        <FormError message={form.errors['form'] ?? form.errors['scopes']} />
        <DialogActions action={t('access-tokens:createToken')} isBusy={isLoading} onCancel={onCancel} />
      </Stack>
    </form>
  );
};

type ScopesProps = { value?: string[]; onChange: (scopes: string[]) => void };

const Scopes = ({ value = [], onChange }: ScopesProps) => (
  <Checkbox.Group value={value} onChange={onChange} label={t('access-tokens:whatItMayDo')}>
    <Group gap="sm" mt="xs">
      <Pick label={t('access-tokens:chooseAll')} onClick={() => onChange(offeredScopes())} />
      <Pick
        label={t('access-tokens:onlySee')}
        onClick={() => onChange(offeredScopes().filter((scope) => scope.endsWith(':read')))}
      />
      <Pick label={t('access-tokens:clear')} onClick={() => onChange([])} />
    </Group>
    <div className={classes.areas}>
      {scopeChoices().map(({ title, options }) => (
        <fieldset key={title} className={classes.area}>
          <legend className={classes.title}>{title}</legend>
          {options.map(({ scope, meaning }) => (
            <Checkbox key={scope} value={scope} label={meaning} size="xs" />
          ))}
        </fieldset>
      ))}
    </div>
  </Checkbox.Group>
);

const Pick = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Anchor component="button" type="button" size="sm" onClick={onClick}>
    {label}
  </Anchor>
);
