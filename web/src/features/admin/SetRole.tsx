import { Button, Stack } from '@mantine/core';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { useState } from 'react';
import { useSetRoleMutation } from '../../api/admin.ts';
import { describeFailure } from '../../api/failure.ts';
import { FormError } from '../../ui/FormError.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { RoleSelect } from './RoleSelect.tsx';

export const SetRole = ({ user }: { user: AuthUser }) => {
  const [role, setRole] = useState(user.role);
  const [save, { isLoading, error }] = useSetRoleMutation();
  const submit = async () => {
    const { error: refused } = await save({ userId: user.id, role });
    if (!refused) notifyDone('The role was changed.');
  };
  return (
    <Section title="Rights">
      <Stack gap="md" align="flex-start">
        <FormError message={error && describeFailure(error)} />
        <RoleSelect value={role} onChange={setRole} />
        <Button variant="default" loading={isLoading} onClick={() => void submit()}>
          Change role
        </Button>
      </Stack>
    </Section>
  );
};
