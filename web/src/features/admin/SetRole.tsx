import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { AuthUser } from '../../api/account/sessions.ts';
import { useSetRoleMutation } from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { rolesOf } from '../../api/organization/roles.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { useHold } from '../../ui/forms/guarded-form.ts';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { notifyChanged } from './notify-changed.ts';
import { RoleChoice } from './RoleChoice.tsx';

export const SetRole = ({ user, isSelf }: { user: AuthUser; isSelf: boolean }) => {
  const refusal = useRightRefusal(t('admin:giveRoles'), 'user', 'set-role');
  return (
    <Section title={t('admin:roles')} description={isSelf ? t('admin:takeCareWithoutYourRole') : undefined}>
      {refusal === null ? <Form user={user} /> : <Refused>{refusal}</Refused>}
    </Section>
  );
};

const Form = ({ user }: { user: AuthUser }) => {
  const present = rolesOf(user.role);
  const [roles, setRoles] = useState(present);
  const [save, { isLoading, error }] = useSetRoleMutation();
  const isSame = roles.length === present.length && roles.every((role) => present.includes(role));
  useHold(!isSame);
  const submit = async () => {
    const { data, error: refused } = await save({ userId: user.id, role: roles });
    if (!refused) notifyChanged(data, t('admin:theRolesWereChanged'));
  };
  return (
    <Stack gap="md" align="flex-start">
      <FormError message={error && describeFailure(error)} />
      <RoleChoice
        isHeaded
        value={roles}
        onChange={setRoles}
        error={roles.length === 0 && t('admin:chooseAtLeastOne')}
      />
      <GuardedButton
        variant="default"
        loading={isLoading}
        refusal={
          roles.length === 0 ? t('admin:chooseAtLeastOneRole') : isSame ? t('admin:nothingHasChanged') : null
        }
        onClick={submit}
      >
        {t('admin:changeRoles')}
      </GuardedButton>
    </Stack>
  );
};
