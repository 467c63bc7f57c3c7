import { IconUsers } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Customer, useListCustomersQuery } from '../../api/customers.ts';
import { describeFailure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { countryName } from '../../shared/describe/address.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const columns: Column<Customer>[] = [
  { key: 'email', header: 'E-mail', cell: ({ email }) => email },
  { key: 'name', header: 'Name', cell: ({ name }) => name ?? '—' },
  {
    key: 'country',
    header: 'Country',
    cell: ({ billingAddress }) => (billingAddress ? countryName(billingAddress.country) : '—'),
    isWide: true,
  },
  { key: 'since', header: 'Customer since', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

export const CustomersPage = () => {
  const { organization } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const query = filter('query');
  const result = useListCustomersQuery({ organizationId: organization.id, page, query });
  return (
    <>
      <PageHeader title="Customers" description="Everyone who has bought from you." />
      <Filters>
        <SearchField label="Search customers" value={query} onSearch={(text) => setFilter('query', text)} />
      </Filters>
      <DataTable
        label="Customers"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.customer(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          query === '' ? (
            <EmptyState icon={<IconUsers size={22} />} title="No customers yet">
              Customers are added by themselves when they buy something for the first time.
            </EmptyState>
          ) : (
            <EmptyState icon={<IconUsers size={22} />} title="No customer found">
              No name or e-mail matches “{query}”. Try fewer letters.
            </EmptyState>
          )
        }
      />
    </>
  );
};
