import { Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail, IconUserPlus } from '@tabler/icons-react';
import { InvitationState } from '@tessera/proto/api/organization/directory';
import { type ReactNode, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type InvitationPage,
  useCancelInvitationMutation,
  useInviteMemberMutation,
  useListInvitationsQuery,
} from '../../api/organization/invitations.ts';
import { useOwnMembership, useRefusal } from '../../api/organization/own-membership.ts';
import { describeRole } from '../../api/organization/roles.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { Filters } from '../../ui/filters/Filters.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { oneOf } from '../../ui/filters/values.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { RowActions } from '../../ui/menus/RowActions.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { CancelInvitation } from './CancelInvitation.tsx';
import { ExportInvitations } from './ExportInvitations.tsx';
import { InviteMember } from './InviteMember.tsx';
import { looks, stateChoices } from './states.ts';

type Invitation = InvitationPage['items'][number];

const invitationFilters = { state: oneOf(InvitationState.options), invite: oneOf(['true']) };

export const InvitationsPage = () => {
  const { organization } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState(undefined, invitationFilters);
  const state = InvitationState.safeParse(filter('state')).data ?? '';
  const asked = { organizationId: organization.id, state };
  const result = useListInvitationsQuery({ ...asked, page });
  const refusal = useRefusal('invitation', 'create', t('invitations:invitePeople'));
  // The members page links here with the dialog open.
  const isAsked = filter('invite') === 'true';
  const [isInviting, inviting] = useDisclosure(isAsked);
  const endInviting = (): void => {
    inviting.close();
    if (isAsked) setFilter('invite', null);
  };
  const [toCancel, setToCancel] = useState<Invitation | null>(null);
  const invite = <InviteButton refusal={refusal} onClick={inviting.open} />;
  const isUsed = state !== '' || (result.data?.pagination.totalCount ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={t('invitations:invitations')}
        description={t('invitations:whoWasAskedByMail', { name: organization.name })}
        actions={
          <>
            {isUsed && <ExportInvitations {...asked} />}
            {invite}
          </>
        }
      />
      {isUsed && <StateFilter value={state} onChange={(value) => setFilter('state', value)} />}
      <DataTable
        label={t('invitations:invitations')}
        columns={columnsOf(setToCancel)}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={isUsed ? <NoneInState /> : <NoneYet invite={invite} />}
      />
      {isInviting && refusal === null && <InviteMember onClose={endInviting} />}
      <CancelInvitation invitation={toCancel} onClose={() => setToCancel(null)} />
    </>
  );
};

const InviteButton = ({ refusal, onClick }: { refusal: string | null; onClick: () => void }) => (
  <GuardedButton refusal={refusal} onClick={onClick} leftSection={<IconUserPlus size={16} aria-hidden />}>
    {t('invitations:inviteSomeone')}
  </GuardedButton>
);

const StateFilter = ({ value, onChange }: { value: string; onChange: (state: string | null) => void }) => (
  <Filters>
    <Select
      aria-label={t('invitations:whichInvitations')}
      allowDeselect={false}
      w={{ base: '100%', xs: 240 }}
      data={[{ value: 'all', label: t('invitations:allInvitations') }, ...stateChoices()]}
      value={value || 'all'}
      onChange={(state) => onChange(state === 'all' ? null : state)}
    />
  </Filters>
);

const NoneInState = () => (
  <EmptyState icon={<IconMail size={22} />} title={t('invitations:noneOfThese')}>
    {t('invitations:noInvitation')}
  </EmptyState>
);

const NoneYet = ({ invite }: { invite: ReactNode }) => (
  <EmptyState icon={<IconMail size={22} />} title={t('invitations:workTogether')} action={invite}>
    {t('invitations:inviteSomeoneByMail')}
  </EmptyState>
);

type Cancel = (invitation: Invitation) => void;

/** The address, with role and team below it: there is no room for three columns. */
const Invited = ({ invitation: { email, role, teamName } }: { invitation: Invitation }) => (
  <span>
    <Text component="span" fw={500} size="md" display="block">
      {email}
    </Text>
    <Text component="span" c="dimmed" size="sm" display="block">
      {describeRole(role)}
      {teamName && (
        <>
          {' · '}
          <bdi>{teamName}</bdi>
        </>
      )}
    </Text>
  </span>
);

const columnsOf = (cancel: Cancel): Column<Invitation>[] => [
  {
    key: 'email',
    header: t('ui:email'),
    cell: (invitation) => <Invited invitation={invitation} />,
  },
  {
    key: 'state',
    header: t('ui:status'),
    cell: ({ state }) => <StatusBadge tone={looks()[state].tone}>{looks()[state].label}</StatusBadge>,
  },
  {
    key: 'expires',
    header: t('invitations:goodUntil'),
    cell: ({ status, expiresAt }) =>
      status === 'pending' ? <DateTime value={expiresAt} isRelative /> : <DateTime value={null} />,
  },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (invitation) => <Acts invitation={invitation} onCancel={() => cancel(invitation)} />,
  },
];

const Acts = ({ invitation, onCancel }: { invitation: Invitation; onCancel: () => void }) => {
  const { resend, isLoading } = useResend(invitation);
  const createRefusal = useRefusal('invitation', 'create', t('invitations:invitePeople'));
  const cancelRefusal = useRefusal('invitation', 'cancel', t('invitations:cancelInvitations'));
  if (invitation.status !== 'pending') return null;
  return (
    <RowActions>
      <GuardedButton variant="default" size="xs" refusal={createRefusal} loading={isLoading} onClick={resend}>
        {t('invitations:resend')}
      </GuardedButton>
      <GuardedButton variant="default" size="xs" refusal={cancelRefusal} onClick={onCancel}>
        {t('invitations:cancel')}
      </GuardedButton>
    </RowActions>
  );
};

/** Sends a new invitation that replaces the old one, whose link stops working. */
const useResend = ({ id, email, role, organizationId, teamId }: Invitation) => {
  const [send, sending] = useInviteMemberMutation();
  const [cancel, canceling] = useCancelInvitationMutation();
  const { data: membership } = useOwnMembership();
  const resend = async () => {
    const team = teamId ? { teamId } : {};
    const { error } = await send({ email, role, organizationId, resend: true, ...team });
    if (error) return notifyFailed(asFailure(error).message);
    // Without the right to cancel, both invitations stay valid.
    if (membership?.allowed['invitation']?.includes('cancel')) await cancel({ id });
    notifyDone(t('invitations:aNewInvitationWasSent', { email }));
  };
  return { resend, isLoading: sending.isLoading || canceling.isLoading };
};
