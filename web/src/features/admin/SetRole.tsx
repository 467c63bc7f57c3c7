import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useSetRoleMutation } from '../../api/admin.ts';
import { useRightRefusal } from '../../api/admin-rights.ts';
import { describeFailure } from '../../api/failure.ts';
import { rolesOf } from '../../api/roles.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { FormError } from '../../ui/FormError.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Refused } from '../../ui/Refused.tsx';
import { Section } from '../../ui/Section.tsx';
import { RoleChoice } from './RoleChoice.tsx';

export const SetRole = ({ user, isSelf }: { user: AuthUser; isSelf: boolean }) => {
  const refusal = useRightRefusal('give roles', 'user', 'set-role');
  return (
    <Section
      title="Roles"
      description={isSelf ? 'Take care: without your role you may not be able to come back.' : undefined}
    >
      {refusal === null ? <Form user={user} /> : <Refused>{refusal}</Refused>}
    </Section>
  );
};

const Form = ({ user }: { user: AuthUser }) => {
  const present = rolesOf(user.role);
  const [roles, setRoles] = useState(present);
  const [save, { isLoading, error }] = useSetRoleMutation();
  const isSame = roles.length === present.length && roles.every((role) => present.includes(role));
  const submit = async () => {
    const { error: refused } = await save({ userId: user.id, role: roles });
    if (!refused) notifyDone('The roles were changed.');
  };
  return (
    <Stack gap="md" align="flex-start">
      <FormError message={error && describeFailure(error)} />
      <RoleChoice
        isHeaded
        value={roles}
        onChange={setRoles}
        error={roles.length === 0 && 'Choose at least one.'}
      />
      <GuardedButton
        variant="default"
        loading={isLoading}
        refusal={roles.length === 0 ? 'Choose at least one role.' : isSame ? 'Nothing has changed.' : null}
        onClick={submit}
      >
        Change roles
      </GuardedButton>
    </Stack>
  );
};
