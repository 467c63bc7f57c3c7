import { Avatar, Button, Group, Stack, TextInput } from '@mantine/core';
import { ProfileForm } from '@tessera/proto/api/identity/account';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { type ProfileChanges, useUpdateUserMutation } from '../../api/account.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
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

type Lengths = PublicOptions['username'];

const usernameWords = (name: string, { min, max }: Lengths): string => {
  if (name === 'USERNAME_IS_TOO_SHORT') return `Use at least ${min} characters.`;
  if (name === 'USERNAME_IS_TOO_LONG') return `Use at most ${max} characters.`;
  return name === 'USERNAME_IS_INVALID'
    ? 'This username has characters that are not allowed. Letters, digits, dots and underscores usually are.'
    : 'Somebody else has this username. Try another.';
};

const errorsOf = ({ name, message }: Failure, lengths: Lengths) =>
  name.startsWith('USERNAME') ? { username: usernameWords(name, lengths) } : { form: message };

export const EditProfile = ({ user, lengths }: { user: AuthUser; lengths: Lengths }) => {
  const [update, { isLoading }] = useUpdateUserMutation();
  const form = useGuardedForm({
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
    if (error) return form.setErrors(errorsOf(asFailure(error), lengths));
    form.saved(values);
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
            description={`Another name to sign in with. ${lengths.min} to ${lengths.max} characters.`}
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
