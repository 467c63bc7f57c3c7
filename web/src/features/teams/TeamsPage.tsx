import { Button, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { useOwnMembership, useRefusal } from '../../api/place.ts';
import { type TeamPage, useListTeamsQuery } from '../../api/teams.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RemoveTeam } from './RemoveTeam.tsx';
import { TeamDialog } from './TeamDialog.tsx';

type Team = TeamPage['items'][number];

export const TeamsPage = () => {
  const { organization } = useCurrentOrganization();
  const { page, setPage } = useListState();
  const { data: place } = useOwnMembership();
  const hasTeams = place?.hasTeams ?? true;
  const result = useListTeamsQuery(hasTeams ? { organizationId: organization.id, page } : skipToken);
  const [named, setNamed] = useState<Team | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Team | null>(null);
  const refusal = useRefusal('team', 'create', 'create teams');
  const create = (
    <GuardedButton
      refusal={refusal}
      onClick={() => setNamed('new')}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New team
    </GuardedButton>
  );
  if (!hasTeams) return <NoTeams />;
  const columns = columnsOf((team) => (
    <Acts
      team={team}
      isOwn={place?.member.teamId === team.id}
      onRename={() => setNamed(team)}
      onRemove={() => setDoomed(team)}
    />
  ));
  return (
    <>
      <PageHeader title="Teams" description="Groups of members within the organization." actions={create} />
      <DataTable
        label="Teams"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconUsersGroup size={22} />} title="No teams yet" action={create}>
            Make a team, then choose it when you invite someone.
          </EmptyState>
        }
      />
      {named && <TeamDialog team={named === 'new' ? null : named} onClose={() => setNamed(null)} />}
      <RemoveTeam team={doomed} onClose={() => setDoomed(null)} />
    </>
  );
};

/** For those who come by the address alone: nothing links here where there are no teams. */
const NoTeams = () => (
  <>
    <PageHeader title="Teams" />
    <EmptyState icon={<IconUsersGroup size={22} />} title="Teams are turned off">
      Whoever runs this server can turn them on.
    </EmptyState>
  </>
);

const columnsOf = (acts: Column<Team>['cell']): Column<Team>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <Text component="span" fw={500} size="md">
        {name}
      </Text>
    ),
  },
  { key: 'size', header: 'Members', cell: ({ memberCount }) => memberCount },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'acts', header: 'Actions', isHeaderHidden: true, align: 'right', cell: acts },
];

type ActsProps = { team: Team; isOwn: boolean; onRename: () => void; onRemove: () => void };

const Acts = ({ team, isOwn, onRename, onRemove }: ActsProps) => {
  const renameRefusal = useRefusal('team', 'update', 'rename teams');
  const removeRefusal = useRefusal('team', 'delete', 'remove teams');
  return (
    <Button.Group style={{ justifyContent: 'flex-end' }}>
      <GuardedButton variant="default" size="xs" refusal={renameRefusal} onClick={onRename}>
        Rename
      </GuardedButton>
      <GuardedButton
        variant="default"
        size="xs"
        refusal={removeRefusal ?? (isOwn ? `You are in ${team.name}. Someone else has to remove it.` : null)}
        onClick={onRemove}
      >
        Remove
      </GuardedButton>
    </Button.Group>
  );
};
