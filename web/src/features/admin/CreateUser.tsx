import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SignUpForm } from '@tessera/proto/api/identity/sign-up';
import { useNavigate } from 'react-router';
import { useCreateUserMutation } from '../../api/admin.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { RoleSelect } from './RoleSelect.tsx';

type Props = { isOpen: boolean; onClose: () => void };

export const CreateUser = ({ isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="New user" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Form onCancel={onClose} />
  </Modal>
);

const errorsOf = ({ name, message }: Failure) =>
  name === 'USER_ALREADY_EXISTS' ? { email: 'An account with this e-mail exists.' } : { form: message };

const Form = ({ onCancel }: { onCancel: () => void }) => {
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateUserMutation();
  const form = useForm({
    initialValues: { name: '', email: '', password: '', role: 'user', form: '' },
    validate: (values) => checkRequest(SignUpForm, values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ name, email, password, role }) => {
    const { data, error } = await create({ name: name.trim(), email: email.trim(), password, role });
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    if (data) await navigate(paths.user(data.id));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          description="Tell it to them; they can change it."
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('password')}
        />
        <RoleSelect {...form.getInputProps('role')} />
        <FormError message={form.errors['form']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Create user
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
