import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type MemberPage, useListMembersQuery } from '../../api/members.ts';
import { type OwnMembership, useOwnMembership, useRefusal } from '../../api/own-membership.ts';
import { describeRole } from '../../api/roles.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Person } from '../../ui/Person.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ChangeRole } from './ChangeRole.tsx';
import { ExportMembers } from './ExportMembers.tsx';
import { LeaveOrganization } from './LeaveOrganization.tsx';
import { protectionOf } from './protection.ts';
import { RemoveMember } from './RemoveMember.tsx';

export const MembersPage = () => {
  const { organization } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const search = filter('search');
  const asked = { organizationId: organization.id, search };
  const result = useListMembersQuery({ ...asked, page });
  const { data: membership } = useOwnMembership();
  const hasTeams = membership?.hasTeams ?? false;
  const [changed, setChanged] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const acts = { onChange: setChanged, onRemove: setRemoved, onLeave: () => setIsLeaving(true) };
  const columns = columnsOf(hasTeams, (member) => <Acts member={member} membership={membership} {...acts} />);
  const isLong = search !== '' || (result.data?.pagination.maxPage ?? 1) > 1;
  return (
    <>
      <Header taking={<ExportMembers {...asked} hasTeams={hasTeams} />} />
      {isLong && (
        <Filters>
          <SearchField
            label={t('members:searchByNameOrEmail')}
            value={search}
            onSearch={(text) => setFilter('search', text)}
          />
        </Filters>
      )}
      <DataTable
        label={t('members:members')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconUsers size={22} />} title={t('members:nobodyFound')}>
            {t('members:noMember')}
          </EmptyState>
        }
      />
      {changed && membership && (
        <ChangeRole
          key={changed.id}
          member={changed}
          membership={membership}
          onClose={() => setChanged(null)}
        />
      )}
      <RemoveMember member={removed} onClose={() => setRemoved(null)} />
      <LeaveOrganization isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
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

const teamColumn = (): Column<Member> => ({
  key: 'team',
  header: t('members:team'),
  cell: ({ teamName }) => teamName ?? '—',
});

const columnsOf = (hasTeams: boolean, acts: Column<Member>['cell']): Column<Member>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    cell: ({ user }) => (
      <Person name={user.name || t('members:unknownPerson')} email={user.email} image={user.image} />
    ),
  },
  { key: 'role', header: t('members:role'), cell: ({ role }) => describeRole(role) },
  ...(hasTeams ? [teamColumn()] : []),
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
        <GuardedButton variant="default" size="xs" refusal={protection} onClick={onLeave}>
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
