import { Button, Group, Stack } from '@mantine/core';
import type { OwnField } from '@tessera/proto/api/identity/public-options';
import { type FormEvent, useState } from 'react';
import { useUpdateUserMutation } from '../../api/account/account.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { AskedFields } from '../../shared/fields/AskedFields.tsx';
import { answersOf, changedAnswers } from '../../shared/fields/asked-fields.ts';
import { useAnswers } from '../../shared/fields/use-answers.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useHold } from '../../ui/forms/guarded-form.ts';
import { Section } from '../../ui/pages/Section.tsx';

/** The additional user fields of this installation. */
export const EditFields = ({ user, fields }: { user: AuthUser; fields: OwnField[] }) => {
  const [update, { isLoading, error }] = useUpdateUserMutation();
  const [saved, setSaved] = useState(() => answersOf(fields, user));
  const { props, check } = useAnswers(fields, saved);
  useHold(Object.keys(changedAnswers(fields, saved, props.answers)).length > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!check()) return;
    const { error: refused } = await update(changedAnswers(fields, saved, props.answers));
    if (refused) return;
    setSaved(props.answers);
    notifyDone(t('account:yourDetailsWereSaved'));
  };
  return (
    <Section title={t('account:moreAboutYou')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md" maw={480}>
          <FormError message={error && describeFailure(error)} />
          <AskedFields {...props} />
          <Group>
            <Button type="submit" loading={isLoading}>
              {t('account:saveDetails')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
