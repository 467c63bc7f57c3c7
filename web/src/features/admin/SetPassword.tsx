import { Button, Group, Stack } from '@mantine/core';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { z } from 'zod';
import { useSetUserPasswordMutation } from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { passwordHint, passwordShape } from '../../shared/fields/password-rules.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';

export const SetPassword = ({ userId }: { userId: string }) => {
  const refusal = useRightRefusal(t('admin:setPasswords'), 'user', 'set-password');
  const { options } = usePublicOptions();
  return (
    <Section title={t('admin:password')} description={t('admin:replacesThePresentOneSessions')}>
      {refusal !== null && <Refused>{refusal}</Refused>}
      {refusal === null && options && <Form userId={userId} rules={options.emailAndPassword} />}
    </Section>
  );
};

const Form = ({ userId, rules }: { userId: string; rules: PublicOptions['emailAndPassword'] }) => {
  const [save, { isLoading }] = useSetUserPasswordMutation();
  const form = useGuardedForm({
    initialValues: { newPassword: '' },
    validate: (values) => checkRequest(z.object({ newPassword: passwordShape(rules) }), values).errors ?? {},
  });
  const submit = form.onSubmit(async ({ newPassword }) => {
    const { error } = await save({ userId, newPassword });
    if (error) return form.setErrors({ newPassword: asFailure(error).message });
    form.reset();
    notifyDone(t('admin:thePasswordWasSet'));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <PasswordField
          label={t('admin:newPassword')}
          description={passwordHint(rules)}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Group>
          <Button type="submit" variant="default" loading={isLoading}>
            {t('admin:setPassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
