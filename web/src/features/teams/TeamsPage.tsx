import { Button, Text } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import type { AuthTeam } from '@tessera/proto/api/organization/organization';
import { useState } from 'react';
import { describeFailure } from '../../api/failure.ts';
import { onePage, usePeople } from '../../api/people.ts';
import { useRefusal } from '../../api/permissions.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RemoveTeam } from './RemoveTeam.tsx';
import { TeamDialog } from './TeamDialog.tsx';

export const TeamsPage = () => {
  const { result, own } = usePeople();
  const [named, setNamed] = useState<AuthTeam | 'new' | null>(null);
  const [doomed, setDoomed] = useState<AuthTeam | null>(null);
  const refusal = useRefusal('team', 'create', 'create teams');
  const teams = result.data?.teams ?? null;
  const create = (
    <GuardedButton
      refusal={refusal}
      onClick={() => setNamed('new')}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New team
    </GuardedButton>
  );
  if (result.data && teams === null) return <NoTeams />;
  const listed = (full: typeof result.data) => onePage(full?.teams ?? undefined);
  const sizeOf = ({ id }: AuthTeam) => result.data?.members.filter(({ teamId }) => teamId === id).length ?? 0;
  const columns = columnsOf(sizeOf, (team) => (
    <Acts
      team={team}
      isOwn={own?.teamId === team.id}
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
        result={{ ...result, data: listed(result.data), currentData: listed(result.currentData) }}
        rowKey={({ id }) => id}
        describeError={describeFailure}
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

const columnsOf = (
  sizeOf: (team: AuthTeam) => number,
  acts: Column<AuthTeam>['cell'],
): Column<AuthTeam>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <Text component="span" fw={500} size="md">
        {name}
      </Text>
    ),
  },
  { key: 'size', header: 'Members', cell: sizeOf },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'acts', header: 'Actions', isHeaderHidden: true, align: 'right', cell: acts },
];

type ActsProps = { team: AuthTeam; isOwn: boolean; onRename: () => void; onRemove: () => void };

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
