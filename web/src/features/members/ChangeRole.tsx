import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type AuthMemberWithUser, useUpdateMemberRoleMutation } from '../../api/organization/members.ts';
import type { OwnMembership } from '../../api/organization/own-membership.ts';
import { describeRole, isOwner, roleChoices, rolesOf } from '../../api/organization/roles.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { RoleField } from '../../shared/fields/RoleField.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';

type Props = { member: AuthMemberWithUser; membership: OwnMembership; onClose: () => void };

/** Changes a member's roles. Users who are not owners see the owner role, but cannot grant it. */
export const ChangeRole = ({ member, membership, onClose }: Props) => {
  const [update, { isLoading, error }] = useUpdateMemberRoleMutation();
  const [role, setRole] = useState(rolesOf(member.role).join(','));
  const isOwn = isOwner(membership.member.role, membership.creatorRole);
  const choices = roleChoices(membership, member.role).map((choice) => ({
    ...choice,
    isDisabled: isOwner(choice.value, membership.creatorRole) && !isOwn,
  }));
  const save = async () => {
    const { organizationId, id } = member;
    const { error: refused } = await update({ organizationId, memberId: id, role });
    if (refused) return;
    notifyDone(t('members:isNow', { name: member.user.name, role: describeRole(role) }));
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('members:roleOf', { name: member.user.name || t('members:unknownPerson') })}
    >
      <Stack gap="md">
        <RoleField
          choices={choices}
          value={role}
          onChange={setRole}
          error={role === '' ? t('members:chooseAtLeastOne') : null}
        />
        <FormError message={error && asFailure(error).message} />
        <DialogActions
          action={t('members:saveRole')}
          isBusy={isLoading}
          isDisabled={role === ''}
          onSend={save}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
};
