import { Button, Group, Modal, Stack } from '@mantine/core';
import type { AuthMemberWithUser } from '@tessera/proto/api/organization/organization';
import { useState } from 'react';
import { asFailure } from '../../api/failure.ts';
import { useUpdateMemberRoleMutation } from '../../api/members.ts';
import { describeRole, isOwner, roleChoices } from '../../api/roles.ts';
import { FormError } from '../../ui/FormError.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { RoleField } from '../../ui/RoleField.tsx';

type Props = {
  member: AuthMemberWithUser;
  own: AuthMemberWithUser | undefined;
  members: readonly AuthMemberWithUser[];
  onClose: () => void;
};

/** Gives a member another role. Who is no owner sees that role, but cannot give it. */
export const ChangeRole = ({ member, own, members, onClose }: Props) => {
  const [update, { isLoading, error }] = useUpdateMemberRoleMutation();
  const [role, setRole] = useState(member.role);
  const choices = roleChoices(members.map((one) => one.role)).map((choice) => ({
    ...choice,
    isDisabled: isOwner(choice.value) && !isOwner(own?.role),
  }));
  const save = async () => {
    const { organizationId, id } = member;
    const { error: refused } = await update({ organizationId, memberId: id, role });
    if (refused) return;
    notifyDone(`${member.user.name} is now: ${describeRole(role)}.`);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Role of ${member.user.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <RoleField choices={choices} value={role} onChange={setRole} />
        <FormError message={error && asFailure(error).message} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button onClick={() => void save()} loading={isLoading}>
            Save role
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
