import { Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useOwnMembership, useRefusal } from '../../api/organization/own-membership.ts';
import { type TeamPage, useListTeamsQuery } from '../../api/organization/teams.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Filters } from '../../ui/filters/Filters.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText } from '../../ui/filters/values.ts';
import { CreateButton, GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { RowActions } from '../../ui/menus/RowActions.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Card } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ExportTeams } from './ExportTeams.tsx';
import { RemoveTeam } from './RemoveTeam.tsx';
import { TeamDialog } from './TeamDialog.tsx';

type Team = TeamPage['items'][number];

const teamFilters = { search: anyText };

export const TeamsPage = () => {
  const { organization } = useCurrentOrganization();
  const list = useListState(undefined, teamFilters);
  const { page, setPage } = list;
  const search = list.filter('search');
  const { data: membership, isError } = useOwnMembership();
  const hasTeams = membership?.hasTeams ?? (isError || undefined);
  // Fetched only where there are teams: the server has no such list where they are disabled.
  const result = useListTeamsQuery(hasTeams ? { organizationId: organization.id, page, search } : skipToken);
  const hasSome = (result.data?.pagination.totalCount ?? 0) > 0;
  const [named, setNamed] = useState<Team | 'new' | null>(null);
  const [toRemove, setToRemove] = useState<Team | null>(null);
  const create = <NewTeam onClick={() => setNamed('new')} />;
  const isLong = search !== '' || (result.data?.pagination.maxPage ?? 1) > 1;
  if (hasTeams === false) return <TurnedOff />;
  const columns = columnsOf((team) => (
    <Acts
      team={team}
      isOwn={membership?.member.teamId === team.id}
      onRename={() => setNamed(team)}
      onRemove={() => setToRemove(team)}
    />
  ));
  return (
    <>
      <PageHeader
        title={t('teams:teams')}
        description={t('teams:groupsOfMembersWithin')}
        actions={
          <>
            {hasSome && <ExportTeams organizationId={organization.id} search={search} />}
            {create}
          </>
        }
      />
      {isLong && (
        <Filters>
          <SearchFilter list={list} name="search" label={t('teams:searchByName')} />
        </Filters>
      )}
      <DataTable
        label={t('teams:teams')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.members(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={<NoTeams search={search} create={create} />}
      />
      {named && <TeamDialog team={named === 'new' ? null : named} onClose={() => setNamed(null)} />}
      <RemoveTeam team={toRemove} onClose={() => setToRemove(null)} />
    </>
  );
};

const NewTeam = ({ onClick }: { onClick: () => void }) => {
  const refusal = useRefusal('team', 'create', t('teams:createTeams'));
  return (
    <CreateButton refusal={refusal} onClick={onClick}>
      {t('teams:newTeam')}
    </CreateButton>
  );
};

const NoTeams = ({ search, create }: { search: string; create: ReactNode }) =>
  search === '' ? (
    <EmptyState icon={<IconUsersGroup size={22} />} title={t('teams:noTeamsYet')} action={create}>
      {t('teams:makeATeamThenChoose')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconUsersGroup size={22} />} title={t('teams:noTeamFound')}>
      {t('teams:noTeamFits')}
    </EmptyState>
  );

/** For direct links only: the navigation has no link to this page where there are no teams. */
const TurnedOff = () => (
  <>
    <PageHeader title={t('teams:teams')} />
    <Card>
      <EmptyState icon={<IconUsersGroup size={22} />} title={t('teams:teamsAreTurnedOff')}>
        {t('teams:whoeverRunsThisServerCan')}
      </EmptyState>
    </Card>
  </>
);

const columnsOf = (acts: Column<Team>['cell']): Column<Team>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    cell: ({ name }) => (
      <Text component="span" fw={500} size="md">
        {name}
      </Text>
    ),
  },
  { key: 'size', header: t('teams:members'), cell: ({ memberCount }) => memberCount },
  { key: 'created', header: t('ui:created'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'acts', header: t('ui:actions'), isHeaderHidden: true, align: 'right', cell: acts },
];

type ActsProps = { team: Team; isOwn: boolean; onRename: () => void; onRemove: () => void };

const Acts = ({ team, isOwn, onRename, onRemove }: ActsProps) => {
  const renameRefusal = useRefusal('team', 'update', t('teams:renameTeams'));
  const removeRefusal = useRefusal('team', 'delete', t('teams:removeTeams'));
  return (
    <RowActions>
      <GuardedButton variant="default" size="xs" refusal={renameRefusal} onClick={onRename}>
        {t('teams:rename')}
      </GuardedButton>
      <GuardedButton
        variant="default"
        size="xs"
        refusal={removeRefusal ?? (isOwn ? t('teams:youAreInSomeoneElse', { name: team.name }) : null)}
        onClick={onRemove}
      >
        {t('teams:remove')}
      </GuardedButton>
    </RowActions>
  );
};
