import { SegmentedControl } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Product, useListProductsQuery } from '../../api/products.ts';
import { paths } from '../../paths.ts';
import { describeInterval, describePrice } from '../../shared/describe/price.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const columns: Column<Product>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  {
    key: 'price',
    header: 'Price',
    cell: ({ prices, recurringInterval }) => describePrice(prices, recurringInterval),
  },
  {
    key: 'billing',
    header: 'Billing',
    cell: ({ recurringInterval }) => describeInterval(recurringInterval),
    isWide: true,
  },
  {
    key: 'benefits',
    header: 'Benefits',
    cell: ({ benefits }) => (benefits.length === 0 ? '—' : benefits.length),
    isWide: true,
  },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

export const ProductsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const query = filter('query');
  const isArchived = filter('show') === 'archived';
  const result = useListProductsQuery({ organizationId: organization.id, page, query, isArchived });
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newProduct(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New product
    </GuardedButton>
  );
  return (
    <>
      <PageHeader title="Products" description="What you sell, once or by subscription." actions={create} />
      <Filters>
        <SearchField label="Search products" value={query} onSearch={(text) => setFilter('query', text)} />
        <SegmentedControl
          aria-label="Which products"
          value={isArchived ? 'archived' : 'active'}
          onChange={(value) => setFilter('show', value === 'archived' ? value : null)}
          data={[
            { value: 'active', label: 'For sale' },
            { value: 'archived', label: 'Archived' },
          ]}
        />
      </Filters>
      <DataTable
        label="Products"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.product(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={<NoProducts query={query} isArchived={isArchived} create={create} />}
      />
    </>
  );
};

type NoProductsProps = { query: string; isArchived: boolean; create: ReactNode };

const NoProducts = ({ query, isArchived, create }: NoProductsProps) => {
  const icon = <IconPackage size={22} />;
  if (query !== '')
    return (
      <EmptyState icon={icon} title="No product found">
        No product matches “{query}”. Try fewer letters.
      </EmptyState>
    );
  if (isArchived)
    return (
      <EmptyState icon={icon} title="Nothing archived">
        Products that you take off sale are kept here.
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title="Create your first product" action={create}>
      A product has a name, a price and what customers get for it. Share its checkout link and start selling.
    </EmptyState>
  );
};
