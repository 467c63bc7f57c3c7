import { Group, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useListRolesQuery, useListUsersQuery } from '../../api/admin.ts';
import { useRight, useRightRefusal } from '../../api/admin-rights.ts';
import { describeFailure } from '../../api/failure.ts';
import { rolesOf } from '../../api/roles.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { CreateUser } from './CreateUser.tsx';
import { filterOf, showChoices, sortChoices, sortOf } from './list-choices.ts';
import { UserState } from './UserState.tsx';

const columns = (): Column<AuthUser>[] => [
  { key: 'name', header: t('ui:name'), cell: ({ name, email }) => name || email },
  { key: 'email', header: t('ui:email'), cell: ({ email }) => email },
  { key: 'role', header: t('admin:role'), cell: ({ role }) => rolesOf(role).join(', ') },
  { key: 'state', header: t('admin:state'), cell: (user) => <UserState user={user} /> },
  {
    key: 'since',
    header: t('admin:signedUp'),
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
    isWide: true,
  },
];

/** The roles of this installation; none for those who may not know them. */
const useKnownRoles = (): string[] => {
  const maySet = useRight('user', 'set-role').data === true;
  const mayCreate = useRight('user', 'create').data === true;
  const { data } = useListRolesQuery(maySet || mayCreate ? undefined : skipToken);
  return data?.roles.map(({ role }) => role) ?? [];
};

export const UsersPage = () => {
  const refusal = useRightRefusal(t('admin:createUsers'), 'user', 'create');
  const { page, setPage, filter, setFilter } = useListState();
  const roles = useKnownRoles();
  const [isCreating, creating] = useDisclosure(false);
  const search = filter('query');
  const searchIn = filter('in') === 'name' ? 'name' : 'email';
  const show = filter('show');
  const sort = filter('sort');
  const result = useListUsersQuery({ page, search, searchIn, sort: sortOf(sort), filter: filterOf(show) });
  return (
    <>
      <PageHeader
        title={t('admin:users')}
        description={t('admin:everyoneWhoHasAnAccount')}
        actions={
          <GuardedButton
            refusal={refusal}
            onClick={creating.open}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('admin:newUser')}
          </GuardedButton>
        }
      />
      <Filters>
        <Group gap="xs">
          <SearchField
            label={t('admin:searchUsers')}
            value={search}
            onSearch={(text) => setFilter('query', text)}
          />
          <SegmentedControl
            aria-label={t('admin:searchIn')}
            value={searchIn}
            onChange={(value) => setFilter('in', value === 'email' ? null : value)}
            data={[
              { value: 'email', label: t('ui:email') },
              { value: 'name', label: t('ui:name') },
            ]}
          />
        </Group>
        <Group gap="xs">
          <Select
            aria-label={t('admin:whichUsers')}
            data={showChoices(roles)}
            value={show || 'all'}
            allowDeselect={false}
            w={150}
            onChange={(value) => setFilter('show', value === 'all' ? null : value)}
          />
          <Select
            aria-label={t('admin:sortBy')}
            data={sortChoices()}
            value={sort || 'newest'}
            allowDeselect={false}
            w={150}
            onChange={(value) => setFilter('sort', value === 'newest' ? null : value)}
          />
        </Group>
      </Filters>
      <DataTable
        label={t('admin:users')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.user(id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconUsers size={22} />} title={t('admin:noUserFound')}>
            {t('admin:nobodyMatchesWhatYouLook')}
          </EmptyState>
        }
      />
      <CreateUser isOpen={isCreating} onClose={creating.close} />
    </>
  );
};
