import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type MemberPage, useListMembersQuery } from '../../api/organization/members.ts';
import { type OwnMembership, useOwnMembership, useRefusal } from '../../api/organization/own-membership.ts';
import { describeRole } from '../../api/organization/roles.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { TeamFilter } from '../../shared/filters/TeamFilter.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { Filters } from '../../ui/filters/Filters.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText } from '../../ui/filters/values.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { RowActions } from '../../ui/menus/RowActions.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ChangeRole } from './ChangeRole.tsx';
import { ChangeTeam } from './ChangeTeam.tsx';
import { ExportMembers } from './ExportMembers.tsx';
import { LeaveOrganization } from './LeaveOrganization.tsx';
import { protectionOf } from './protection.ts';
import { RemoveMember } from './RemoveMember.tsx';
import { TeamCell } from './TeamCell.tsx';

const memberFilters = { search: anyText, team: anId };

export const MembersPage = () => {
  const { organization } = useCurrentOrganization();
  const list = useListState(undefined, memberFilters);
  const { page, setPage } = list;
  const asked = { organizationId: organization.id, ...askedFor(list) };
  const result = useListMembersQuery({ ...asked, page });
  const { data: membership } = useOwnMembership();
  const hasTeams = membership?.hasTeams ?? false;
  const [changed, setChanged] = useState<Member | null>(null);
  const [moved, setMoved] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const acts = { onChange: setChanged, onRemove: setRemoved, onLeave: () => setIsLeaving(true) };
  const columns = columnsOf(hasTeams && setMoved, (member) => (
    <Acts member={member} membership={membership} {...acts} />
  ));
  const isLong = list.isFiltered || (result.data?.pagination.maxPage ?? 1) > 1;
  return (
    <>
      <Header taking={<ExportMembers {...asked} hasTeams={hasTeams} />} />
      {isLong && <MemberFilters list={list} hasTeams={hasTeams} items={result.currentData?.items} />}
      <DataTable
        label={t('members:members')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={<Nobody list={list} />}
      />
      {changed && membership && (
        <ChangeRole
          key={changed.id}
          member={changed}
          membership={membership}
          onClose={() => setChanged(null)}
        />
      )}
      {moved && <ChangeTeam key={moved.id} member={moved} onClose={() => setMoved(null)} />}
      <RemoveMember member={removed} onClose={() => setRemoved(null)} />
      <LeaveOrganization isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
};

const askedFor = (list: ListState) => ({ search: list.filter('search'), teamId: list.filter('team') });

type FilterProps = { list: ListState; hasTeams: boolean; items: Member[] | undefined };

const MemberFilters = ({ list, hasTeams, items = [] }: FilterProps) => {
  const teamId = list.filter('team');
  const inTeam = items.find((member) => member.teamId === teamId);
  const chosen = inTeam?.teamName ? { id: teamId, name: inTeam.teamName } : undefined;
  return (
    <Filters>
      <SearchFilter list={list} name="search" label={t('members:searchByNameOrEmail')} />
      {hasTeams && <TeamFilter list={list} label={t('members:team')} chosen={chosen} />}
    </Filters>
  );
};

const Nobody = ({ list }: { list: ListState }) => {
  const { search, teamId } = askedFor(list);
  const icon = <IconUsers size={22} />;
  if (teamId !== '' && search === '')
    return (
      <EmptyState icon={icon} title={t('members:nobodyInThisTeam')}>
        {t('members:chooseTheTeamOfMembers')}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={t('members:nobodyFound')}>
      {t(teamId === '' ? 'members:noMember' : 'members:noMemberOfThisTeam')}
    </EmptyState>
  );
};

const Header = ({ taking }: { taking: ReactNode }) => {
  const { organization } = useCurrentOrganization();
  const refusal = useRefusal('invitation', 'create', t('members:invitePeople'));
  return (
    <PageHeader
      title={t('members:members')}
      description={t('members:whoWorksInAndWhat', { name: organization.name })}
      actions={
        <>
          {taking}
          <GuardedButton
            refusal={refusal}
            to={`${paths.invitations(organization.slug)}?invite=true`}
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            {t('members:inviteSomeone')}
          </GuardedButton>
        </>
      }
    />
  );
};

type Member = MemberPage['items'][number];

/** The team is below the role: there is no room for another column beside the actions. */
const roleColumn = (changeTeam: ((member: Member) => void) | false): Column<Member> =>
  changeTeam === false
    ? { key: 'role', header: t('members:role'), cell: ({ role }) => describeRole(role) }
    : {
        key: 'role',
        header: t('members:roleAndTeam'),
        cell: (member) => (
          <div>
            {describeRole(member.role)}
            <TeamCell member={member} onChange={changeTeam} />
          </div>
        ),
      };

/** `changeTeam` is false where there are no teams. */
const columnsOf = (
  changeTeam: ((member: Member) => void) | false,
  acts: Column<Member>['cell'],
): Column<Member>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    cell: ({ user }) => (
      <Person name={user.name || t('members:unknownPerson')} email={user.email} image={user.image} />
    ),
  },
  roleColumn(changeTeam),
  { key: 'joined', header: t('members:joined'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'acts', header: t('ui:actions'), isHeaderHidden: true, align: 'right', cell: acts },
];

type ActsProps = {
  member: Member;
  membership: OwnMembership | undefined;
  onChange: (member: Member) => void;
  onRemove: (member: Member) => void;
  onLeave: () => void;
};

const Acts = ({ member, membership, onChange, onRemove, onLeave }: ActsProps) => {
  const changeRefusal = useRefusal('member', 'update', t('members:changeRoles'));
  const removeRefusal = useRefusal('member', 'delete', t('members:removeMembers'));
  const { personRefusal } = useCurrentOrganization();
  const protection = protectionOf({ member, membership });
  const isSelf = member.id === membership?.member.id;
  return (
    <RowActions>
      <GuardedButton
        variant="default"
        size="xs"
        refusal={changeRefusal ?? protection}
        onClick={() => onChange(member)}
      >
        {t('members:changeRole')}
      </GuardedButton>
      {isSelf ? (
        <GuardedButton variant="default" size="xs" refusal={personRefusal ?? protection} onClick={onLeave}>
          {t('members:leave')}
        </GuardedButton>
      ) : (
        <GuardedButton
          variant="default"
          size="xs"
          refusal={removeRefusal ?? protection}
          onClick={() => onRemove(member)}
        >
          {t('members:remove')}
        </GuardedButton>
      )}
    </RowActions>
  );
};
