import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail, IconUserPlus } from '@tabler/icons-react';
import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure, describeFailure } from '../../api/failure.ts';
import { useInviteMemberMutation } from '../../api/invitations.ts';
import { onePage, usePeople } from '../../api/people.ts';
import { useRefusal } from '../../api/permissions.ts';
import { describeRole } from '../../api/roles.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { CancelInvitation } from './CancelInvitation.tsx';
import { InviteMember } from './InviteMember.tsx';
import { looks, newestFirst, stateOf } from './states.ts';

export const InvitationsPage = () => {
  const { organization } = useCurrentOrganization();
  const { result } = usePeople();
  const [isInviting, inviting] = useDisclosure(false);
  const [doomed, setDoomed] = useState<AuthInvitation | null>(null);
  const refusal = useRefusal('invitation', 'create', 'invite people');
  const listed = (full: typeof result.data) => onePage(full && newestFirst(full.invitations));
  const invite = (
    <GuardedButton
      refusal={refusal}
      onClick={inviting.open}
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      Invite someone
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title="Invitations"
        description={`Who was asked by mail to join ${organization.name}.`}
        actions={invite}
      />
      <DataTable
        label="Invitations"
        columns={columnsOf(setDoomed)}
        result={{ ...result, data: listed(result.data), currentData: listed(result.currentData) }}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        empty={
          <EmptyState icon={<IconMail size={22} />} title="Work together" action={invite}>
            Invite someone by mail and choose what they may do here. They join with one click.
          </EmptyState>
        }
      />
      {isInviting && <InviteMember onClose={inviting.close} />}
      <CancelInvitation invitation={doomed} onClose={() => setDoomed(null)} />
    </>
  );
};

type Cancel = (invitation: AuthInvitation) => void;

const columnsOf = (cancel: Cancel): Column<AuthInvitation>[] => [
  {
    key: 'email',
    header: 'E-mail',
    cell: ({ email }) => (
      <Text component="span" fw={500} size="md">
        {email}
      </Text>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => describeRole(role) },
  { key: 'state', header: 'Status', cell: (invitation) => <State invitation={invitation} /> },
  {
    key: 'expires',
    header: 'Good until',
    cell: ({ status, expiresAt }) =>
      status === 'pending' ? <DateTime value={expiresAt} withTime /> : <DateTime value={null} />,
  },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (invitation) => <Acts invitation={invitation} onCancel={() => cancel(invitation)} />,
  },
];

const State = ({ invitation }: { invitation: AuthInvitation }) => {
  const [now] = useState(() => new Date());
  const { tone, label } = looks[stateOf(invitation, now)];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

const Acts = ({ invitation, onCancel }: { invitation: AuthInvitation; onCancel: () => void }) => {
  const [send, { isLoading }] = useInviteMemberMutation();
  const createRefusal = useRefusal('invitation', 'create', 'invite people');
  const cancelRefusal = useRefusal('invitation', 'cancel', 'cancel invitations');
  const { email, role, organizationId, teamId } = invitation;
  const resend = async () => {
    const team = teamId ? { teamId } : {};
    const { error } = await send({ email, role, organizationId, resend: true, ...team });
    if (error) notifyFailed(asFailure(error).message);
    else notifyDone(`A new invitation was sent to ${email}.`);
  };
  if (invitation.status !== 'pending') return null;
  return (
    <Button.Group style={{ justifyContent: 'flex-end' }}>
      <GuardedButton variant="default" size="xs" refusal={createRefusal} loading={isLoading} onClick={resend}>
        Resend
      </GuardedButton>
      <GuardedButton variant="default" size="xs" refusal={cancelRefusal} onClick={onCancel}>
        Cancel
      </GuardedButton>
    </Button.Group>
  );
};
