import { Avatar, Button, Group, Stack, TextInput } from '@mantine/core';
import { ProfileForm } from '@tessera/proto/api/identity/account';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { type ProfileChanges, useUpdateUserMutation } from '../../api/account.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';
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
  if (name === 'USERNAME_IS_TOO_SHORT') return t('account:useAtLeastCharacters', { min });
  if (name === 'USERNAME_IS_TOO_LONG') return t('account:useAtMostCharacters', { max });
  return name === 'USERNAME_IS_INVALID'
    ? t('account:thisUsernameHasCharacters')
    : t('account:somebodyElseHasThisUsername');
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
    notifyDone(t('account:yourProfileWasSaved'));
  });
  return (
    <Section title={t('account:profile')} description={t('account:whatOtherMembers')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={480}>
          <FormError message={form.errors['form']} />
          <TextInput label={t('ui:name')} autoComplete="name" {...form.getInputProps('name')} />
          <Group gap="sm" wrap="nowrap">
            <TextInput
              label={t('account:picture')}
              description={t('account:theWebAddress')}
              type="url"
              placeholder="https://example.com/me.png"
              flex={1}
              {...form.getInputProps('image')}
            />
            <Avatar src={user.image} alt="" size={36} />
          </Group>
          <TextInput
            label={t('account:username')}
            description={t('account:anotherNameToSign', { min: lengths.min, max: lengths.max })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <Group>
            <Button type="submit" loading={isLoading}>
              {t('account:saveProfile')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
