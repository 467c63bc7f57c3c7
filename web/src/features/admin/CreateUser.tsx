import { Skeleton, Stack, TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { SignUpForm } from '@tessera/proto/api/identity/sign-up';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useCreateUserMutation, useListRolesQuery } from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { asFailure, describeFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { RoleChoice } from './RoleChoice.tsx';

type Props = { isOpen: boolean; onClose: () => void };

export const CreateUser = ({ isOpen, onClose }: Props) => {
  const { options, error: optionsError, refetch: askOptions } = usePublicOptions();
  const { data, error, refetch } = useListRolesQuery(isOpen ? undefined : skipToken);
  const askAgain = () => {
    if (!options) void askOptions();
    if (!data) void refetch();
  };
  const failure = (!options && optionsError) || (!data && error);
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('admin:newUser')}>
      {options && data ? (
        <Form onCancel={onClose} rules={options.emailAndPassword} defaultRole={data.defaultRole} />
      ) : failure ? (
        <ErrorState message={describeFailure(failure)} onRetry={askAgain} />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Dialog>
  );
};

const shapeOf = (rules: PublicOptions['emailAndPassword']) =>
  SignUpForm.extend({ password: passwordShape(rules), role: z.array(z.string()).min(1) });

const errorsOf = ({ name, message }: Failure) =>
  name === 'USER_ALREADY_EXISTS' ? { email: t('admin:accountExists') } : { form: message };

type FormProps = {
  onCancel: () => void;
  rules: PublicOptions['emailAndPassword'];
  defaultRole: string;
};

const Form = ({ onCancel, rules, defaultRole }: FormProps) => {
  const navigate = useNavigate();
  const refusal = useRightRefusal(t('admin:giveAnotherRoleThan', { defaultRole }), 'user', 'set-role');
  const [create, { isLoading }] = useCreateUserMutation();
  const form = useGuardedForm({
    initialValues: { name: '', email: '', password: '', role: [defaultRole], form: '' },
    validate: (values) => checkRequest(shapeOf(rules), values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ name, email, password, role }) => {
    const { data, error } = await create({ name: name.trim(), email: email.trim(), password, role });
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    form.saved();
    if (data) await navigate(paths.user(data.id));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('ui:name')} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t('ui:email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <PasswordField
          label={t('admin:password')}
          description={t('admin:tellItToThem', { rules: passwordHint(rules) })}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        {refusal === null ? <RoleChoice {...form.getInputProps('role')} /> : <Refused>{refusal}</Refused>}
        <FormError message={form.errors['form']} />
        <DialogActions action={t('admin:createUser')} isBusy={isLoading} onCancel={onCancel} />
      </Stack>
    </form>
  );
};
