import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ChangeEmailForm } from '@tessera/proto/api/identity/account';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { useChangeEmailMutation } from '../../api/account.ts';
import { asFailure, describeFailure } from '../../api/failure.ts';
import { useSendVerificationMutation } from '../../api/passwords.ts';
import { paths } from '../../paths.ts';
import { checkRequest } from '../../ui/form-errors.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const words: Record<string, string> = {
  CHANGE_EMAIL_IS_DISABLED: 'Addresses cannot be changed here. Ask whoever runs this Tessera.',
  EMAIL_IS_THE_SAME: 'This is your address already.',
  COULDNT_UPDATE_YOUR_EMAIL: 'This address cannot be used. Try another.',
};

export const ChangeEmail = ({ user }: { user: AuthUser }) => {
  const [change, { isLoading }] = useChangeEmailMutation();
  const form = useForm({
    initialValues: { newEmail: '' },
    validate: ({ newEmail }) => checkRequest(ChangeEmailForm, { newEmail: newEmail.trim() }).errors ?? {},
  });
  const submit = form.onSubmit(async ({ newEmail }) => {
    const { error } = await change(newEmail.trim());
    if (error) {
      const { name, message } = asFailure(error);
      return form.setErrors({ newEmail: words[name] ?? message });
    }
    form.reset();
    notifyDone(
      user.emailVerified
        ? `Follow the link we have sent to ${user.email} to agree to the change.`
        : 'Your address was changed.',
    );
  });
  return (
    <Section
      title="E-mail"
      description={`Mails to you go to ${user.email}.`}
      actions={
        user.emailVerified ? (
          <StatusBadge tone="success">Confirmed</StatusBadge>
        ) : (
          <Confirm email={user.email} />
        )
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={480}>
          <TextInput
            label="New e-mail"
            type="email"
            autoComplete="email"
            {...form.getInputProps('newEmail')}
          />
          <Group>
            <Button type="submit" variant="default" loading={isLoading}>
              Change e-mail
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};

const Confirm = ({ email }: { email: string }) => {
  const [send, { isLoading }] = useSendVerificationMutation();
  const ask = async () => {
    const { error } = await send({ email, next: paths.account });
    if (error) notifyFailed(describeFailure(error));
    else notifyDone(`A link to confirm it is on its way to ${email}.`);
  };
  return (
    <Group gap="xs">
      <StatusBadge tone="warning">Not confirmed</StatusBadge>
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void ask()}>
        Confirm
      </Button>
    </Group>
  );
};
