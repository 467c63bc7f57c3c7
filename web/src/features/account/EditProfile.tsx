import { Avatar, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProfileForm } from '@tessera/proto/api/identity/account';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { type ProfileChanges, useUpdateUserMutation } from '../../api/account.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

type Form = { name: string; image: string; username: string };

const requestOf = ({ name, image, username }: Form) => ({
  name: name.trim(),
  image: image.trim() || null,
  username: username.trim() || null,
});

/** Only what differs: one's own username would be refused as taken. */
const changesOf = (user: AuthUser, form: Form): ProfileChanges => {
  const { name, image, username } = requestOf(form);
  return {
    ...(name === user.name ? {} : { name }),
    ...(image === user.image ? {} : { image }),
    ...(username === (user.displayUsername ?? user.username) ? {} : { username, displayUsername: username }),
  };
};

const usernameWords: Record<string, string> = {
  USERNAME_IS_TOO_SHORT: 'Use a longer username.',
  USERNAME_IS_TOO_LONG: 'Use a shorter username.',
  USERNAME_IS_INVALID: 'Use letters, digits, dots and underscores.',
};

const errorsOf = ({ name, message }: Failure) => {
  if (!name.startsWith('USERNAME')) return { form: message };
  return { username: usernameWords[name] ?? 'Somebody else has this username. Try another.' };
};

export const EditProfile = ({ user }: { user: AuthUser }) => {
  const [update, { isLoading }] = useUpdateUserMutation();
  const form = useForm({
    initialValues: {
      name: user.name,
      image: user.image ?? '',
      username: user.displayUsername ?? user.username ?? '',
      form: '',
    },
    validate: (values) => checkRequest(ProfileForm, requestOf(values)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update(changesOf(user, values));
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    notifyDone('Your profile was saved.');
  });
  return (
    <Section title="Profile" description="What other members of your organizations see.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={480}>
          <FormError message={form.errors['form']} />
          <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
          <Group gap="sm" wrap="nowrap">
            <TextInput
              label="Picture"
              description="The web address of an image."
              type="url"
              placeholder="https://example.com/me.png"
              flex={1}
              {...form.getInputProps('image')}
            />
            <Avatar src={user.image} alt="" size={36} />
          </Group>
          <TextInput
            label="Username"
            description="Another name to sign in with."
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <Group>
            <Button type="submit" loading={isLoading}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
