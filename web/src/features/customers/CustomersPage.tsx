import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Customer, useListCustomersQuery } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { countryName } from '../../shared/describe/address.ts';
import { PageList } from '../../shared/PageList.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';

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

const customerFilters = { query: anyText };

export const CustomersPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('-created_at', customerFilters);
  const columns = useMemo(() => columnsOf(), []);
  const search = list.filter('query');
  const filters = { organizationId: organization.id, query: search };
  const result = useListCustomersQuery({ ...filters, sorting: list.sorting, page: list.page });
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newCustomer(organization.slug)}>
      {t('customers:newCustomer')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('customers:customers')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('customers:counted', { count }),
          what: t('customers:whatCustomersAre'),
        })}
        actions={create}
      />
      <PageList
        name="customers"
        label={t('customers:customers')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.customer(organization.slug, id)}
        toolbar={<SearchFilter list={list} label={t('customers:searchCustomers')} />}
        filters={filters}
        empty={
          <EmptyList
            list={list}
            icon={<IconUsers size={22} />}
            title={t('customers:noCustomersYet')}
            action={create}
            filtered={{
              title: t('customers:noCustomerFound'),
              text: t('customers:nobodyMatches', { query: search }),
            }}
          >
            {t('customers:customersAreAdded')}
          </EmptyList>
        }
      />
    </>
  );
};
