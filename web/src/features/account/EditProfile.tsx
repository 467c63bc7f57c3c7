import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ProfileForm } from '@tessera/proto/api/identity/account';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { type ProfileChanges, useUpdateUserMutation } from '../../api/account/account.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useBefore, useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { PictureField } from './PictureField.tsx';

type Form = { name: string; username: string };

const formOf = (user: AuthUser) => ({
  name: user.name,
  username: user.displayUsername ?? user.username ?? '',
  form: '',
});

const requestOf = ({ name, username }: Form) => ({
  name: name.trim(),
  username: username.trim() || null,
});

/** Returns only changed fields: the user's own username would be refused as taken, even in other capitals. */
const changesOf = (user: AuthUser, form: Form): ProfileChanges => {
  const { name, username } = requestOf(form);
  const isSame = (username?.toLowerCase() ?? null) === (user.username ?? null);
  return {
    ...(name === user.name ? {} : { name }),
    ...(isSame ? {} : { username }),
    ...(username === (user.displayUsername ?? user.username) ? {} : { displayUsername: username }),
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

type Props = {
  user: AuthUser;
  lengths: Lengths;
  /** Why the picture cannot be changed; null: it can. */
  pictureRefusal: string | null;
};

export const EditProfile = ({ user, lengths, pictureRefusal }: Props) => {
  const [update, { isLoading }] = useUpdateUserMutation();
  const form = useGuardedForm({
    initialValues: formOf(user),
    validate: (values) => checkRequest(ProfileForm, requestOf(values)).errors ?? {},
  });
  // Otherwise what another tab has saved meanwhile would look like a change made here, and be undone.
  const [, setBefore] = useBefore(form, formOf(user));
  const submit = form.onSubmit(async (values) => {
    const { error } = await update(changesOf(user, values));
    if (error) return form.setErrors(errorsOf(asFailure(error), lengths));
    setBefore(values);
    form.saved(values);
    notifyDone(t('account:yourProfileWasSaved'));
  });
  return (
    <Section title={t('account:profile')} description={t('account:whatOtherMembers')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={480}>
          <PictureField user={user} refusal={pictureRefusal} />
          <FormError message={form.errors['form']} />
          <TextInput label={t('ui:name')} autoComplete="name" {...form.getInputProps('name')} />
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
