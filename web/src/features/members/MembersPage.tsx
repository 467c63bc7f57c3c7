import { Button, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { AuthMemberWithUser } from '@tessera/proto/api/organization/organization';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { onePage, usePeople } from '../../api/people.ts';
import { useRefusal } from '../../api/permissions.ts';
import { describeRole } from '../../api/roles.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ChangeRole } from './ChangeRole.tsx';
import { LeaveOrganization } from './LeaveOrganization.tsx';
import { protectionOf } from './protection.ts';
import { RemoveMember } from './RemoveMember.tsx';

export const MembersPage = () => {
  const { organization } = useCurrentOrganization();
  const { result, own } = usePeople();
  const [changed, setChanged] = useState<AuthMemberWithUser | null>(null);
  const [removed, setRemoved] = useState<AuthMemberWithUser | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const inviteRefusal = useRefusal('invitation', 'create', 'invite people');
  const members = result.data?.members ?? [];
  const refusals = {
    change: useRefusal('member', 'update', 'change roles'),
    remove: useRefusal('member', 'delete', 'remove members'),
  };
  const acts = { onChange: setChanged, onRemove: setRemoved, onLeave: () => setIsLeaving(true) };
  const columns = columnsOf((member) => (
    <Acts member={member} own={own} members={members} refusals={refusals} {...acts} />
  ));
  return (
    <>
      <PageHeader
        title="Members"
        description={`Who works in ${organization.name}, and what each may do.`}
        actions={
          <GuardedButton
            refusal={inviteRefusal}
            to={paths.invitations(organization.slug)}
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            Invite someone
          </GuardedButton>
        }
      />
      <DataTable
        label="Members"
        columns={columns}
        result={{
          ...result,
          data: onePage(result.data?.members),
          currentData: onePage(result.currentData?.members),
        }}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        empty={
          <EmptyState icon={<IconUsers size={22} />} title="Nobody here">
            This organization has no members.
          </EmptyState>
        }
      />
      {changed && (
        <ChangeRole
          key={changed.id}
          member={changed}
          own={own}
          members={members}
          onClose={() => setChanged(null)}
        />
      )}
      <RemoveMember member={removed} onClose={() => setRemoved(null)} />
      <LeaveOrganization isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
};

type Cell = Column<AuthMemberWithUser>['cell'];

const columnsOf = (acts: Cell): Column<AuthMemberWithUser>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ user }) => (
      <>
        <Text component="span" fw={500} size="md" display="block">
          {user.name || 'Unknown person'}
        </Text>
        <Text component="span" c="dimmed" size="sm">
          {user.email}
        </Text>
      </>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => describeRole(role) },
  { key: 'joined', header: 'Joined', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'acts', header: 'Actions', isHeaderHidden: true, align: 'right', cell: acts },
];

type ActsProps = {
  member: AuthMemberWithUser;
  own: AuthMemberWithUser | undefined;
  members: AuthMemberWithUser[];
  refusals: { change: string | null; remove: string | null };
  onChange: (member: AuthMemberWithUser) => void;
  onRemove: (member: AuthMemberWithUser) => void;
  onLeave: () => void;
};

const Acts = ({ member, own, members, refusals, onChange, onRemove, onLeave }: ActsProps) => {
  const protection = protectionOf({ member, own, members });
  const isSelf = member.id === own?.id;
  return (
    <Button.Group style={{ justifyContent: 'flex-end' }}>
      <GuardedButton
        variant="default"
        size="xs"
        refusal={refusals.change ?? protection}
        onClick={() => onChange(member)}
      >
        Change role
      </GuardedButton>
      {isSelf ? (
        <GuardedButton variant="default" size="xs" refusal={protection} onClick={onLeave}>
          Leave
        </GuardedButton>
      ) : (
        <GuardedButton
          variant="default"
          size="xs"
          refusal={refusals.remove ?? protection}
          onClick={() => onRemove(member)}
        >
          Remove
        </GuardedButton>
      )}
    </Button.Group>
  );
};
