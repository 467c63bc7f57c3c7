import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Customer, useLazyListCustomersQuery, useListCustomersQuery } from '../../api/customers.ts';
import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { countryName } from '../../shared/describe/address.ts';
import type { Cell } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { SavedViews } from '../../ui/filters/SavedViews.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Person } from '../../ui/Person.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const columnsOf = (): Column<Customer>[] => [
  {
    key: 'customer',
    header: t('customers:customer'),
    sort: 'name',
    cell: ({ name, email }) => <Person name={name} email={email} />,
  },
  {
    key: 'country',
    header: t('customers:country'),
    cell: ({ billingAddress }) => (billingAddress ? countryName(billingAddress.country) : '—'),
    isWide: true,
  },
  {
    key: 'external',
    header: t('customers:yourOwnId'),
    cell: ({ externalId }) => externalId ?? '—',
    isExtra: true,
  },
  {
    key: 'since',
    header: t('customers:customerSince'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} isRelative />,
  },
];

const cellsOf = (customer: Customer): Record<string, Cell> => ({
  email: customer.email,
  name: customer.name,
  country: customer.billingAddress?.country ?? null,
  external_id: customer.externalId,
  created_at: customer.createdAt,
  id: customer.id,
});

export const CustomersPage = () => {
  const { organization } = useCurrentOrganization();
  const list = useListState('-created_at');
  const columns = useMemo(() => columnsOf(), []);
  const search = list.filter('query');
  const query = { organizationId: organization.id, sorting: list.sorting, query: search };
  const result = useListCustomersQuery({ ...query, page: list.page });
  const [load] = useLazyListCustomersQuery();
  return (
    <>
      <PageHeader title={t('customers:customers')} />
      <DataTable
        name="customers"
        label={t('customers:customers')}
        columns={columns}
        result={result}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.customer(organization.slug, id)}
        describeError={describeFailure}
        toolbar={
          <SearchField
            label={t('customers:searchCustomers')}
            value={search}
            onSearch={(text) => list.setFilter('query', text)}
          />
        }
        tools={
          <>
            <SavedViews list={list} name="customers" />
            <ExportButton
              name={`${organization.slug}-customers`}
              cells={cellsOf}
              loadPage={(page) => load({ ...query, page, limit: 100 }).unwrap()}
            />
          </>
        }
        empty={
          search === '' ? (
            <EmptyState icon={<IconUsers size={22} />} title={t('customers:noCustomersYet')}>
              {t('customers:customersAreAdded')}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconUsers size={22} />} title={t('customers:noCustomerFound')}>
              {t('customers:nobodyMatches', { query: search })}
            </EmptyState>
          )
        }
      />
    </>
  );
};
