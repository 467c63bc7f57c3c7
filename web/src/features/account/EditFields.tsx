import { Button, Group, Stack } from '@mantine/core';
import type { OwnField } from '@tessera/proto/api/identity/public-options';
import { type FormEvent, useState } from 'react';
import { useUpdateUserMutation } from '../../api/account.ts';
import { describeFailure } from '../../api/failure.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { AskedFields } from '../../shared/fields/AskedFields.tsx';
import { answersOf, changedAnswers } from '../../shared/fields/asked-fields.ts';
import { useAnswers } from '../../shared/fields/use-answers.ts';
import { FormError } from '../../ui/FormError.tsx';
import { useHold } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

/** What this installation keeps about a person besides the usual. */
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
    notifyDone('Your details were saved.');
  };
  return (
    <Section title="More about you">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md" maw={480}>
          <FormError message={error && describeFailure(error)} />
          <AskedFields {...props} />
          <Group>
            <Button type="submit" loading={isLoading}>
              Save details
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
