import { useDisclosure } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AuthUser } from '../../api/account/sessions.ts';
import { useListRolesQuery, useListUsersQuery } from '../../api/installation/admin.ts';
import { useRight, useRightRefusal } from '../../api/installation/admin-rights.ts';
import { rolesOf } from '../../api/organization/roles.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SavedViews } from '../../ui/filters/SavedViews.tsx';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText, oneOf } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { CreateUser } from './CreateUser.tsx';
import { ExportUsers } from './ExportUsers.tsx';
import { filterOf, isShowChoice, showChoices, sortOf } from './list-choices.ts';
import { UserState } from './UserState.tsx';

const columnsOf = (): Column<AuthUser>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    sort: 'name',
    cell: ({ name, email }) => <span dir="auto">{name || email}</span>,
  },
  { key: 'email', header: t('ui:email'), sort: 'email', cell: ({ email }) => email },
  { key: 'role', header: t('admin:role'), cell: ({ role }) => rolesOf(role).join(', ') },
  { key: 'state', header: t('admin:state'), cell: (user) => <UserState user={user} /> },
  {
    key: 'since',
    header: t('admin:signedUp'),
    sort: '-createdAt',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
    isWide: true,
  },
];

/** The roles of this installation; empty until loaded, and for users who may neither create users nor set roles. */
const useKnownRoles = (): string[] => {
  const maySet = useRight('user', 'set-role').data === true;
  const mayCreate = useRight('user', 'create').data === true;
  const { data } = useListRolesQuery(maySet || mayCreate ? undefined : skipToken);
  return data?.roles.map(({ role }) => role) ?? [];
};

const userFilters = { query: anyText, in: oneOf(['name']), show: isShowChoice };

export const UsersPage = () => {
  const refusal = useRightRefusal(t('admin:createUsers'), 'user', 'create');
  const list = useListState('-createdAt', userFilters);
  const columns = useMemo(() => columnsOf(), []);
  const [isCreating, creating] = useDisclosure(false);
  const asked = {
    search: list.filter('query'),
    searchIn: searchedIn(list),
    sort: sortOf(list.sorting),
    filter: filterOf(list.filter('show')),
  } as const;
  const result = useListUsersQuery({ ...asked, page: list.page });
  return (
    <>
      <PageHeader
        title={t('admin:users')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('admin:counted', { count }),
          what: t('admin:everyoneWhoHasAnAccount'),
        })}
        actions={
          <CreateButton refusal={refusal} onClick={creating.open}>
            {t('admin:newUser')}
          </CreateButton>
        }
      />
      <DataTable
        name="users"
        label={t('admin:users')}
        columns={columns}
        result={result}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.user(id)}
        describeError={describeFailure}
        toolbar={<UserFilters list={list} />}
        tools={
          <>
            <SavedViews list={list} name="users" />
            <ExportUsers asked={asked} />
          </>
        }
        empty={
          <EmptyList
            list={list}
            icon={<IconUsers size={22} />}
            title={t('admin:noUserFound')}
            filtered={{ title: t('admin:noUserFound'), text: t('admin:nobodyMatchesWhatYouLook') }}
          >
            {t('admin:nobodyMatchesWhatYouLook')}
          </EmptyList>
        }
      />
      <CreateUser isOpen={isCreating} onClose={creating.close} />
    </>
  );
};

const searchedIn = (list: ListState) => (list.filter('in') === 'name' ? 'name' : 'email');

const UserFilters = ({ list }: { list: ListState }) => {
  const roles = useKnownRoles();
  return (
    <>
      <SearchFilter list={list} label={t('admin:searchUsers')} />
      <Segments
        size="xs"
        label={t('admin:searchIn')}
        value={searchedIn(list)}
        onChange={(value) => list.setFilter('in', value === 'email' ? null : value)}
        choices={[
          { value: 'email', label: t('ui:email') },
          { value: 'name', label: t('ui:name') },
        ]}
      />
      <ChoiceFilter list={list} name="show" label={t('admin:whichUsers')} options={showChoices(roles)} />
    </>
  );
};
