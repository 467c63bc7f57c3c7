import { SegmentedControl } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { exportAddress } from '../../api/exports.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Product, useListProductsQuery } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { describeInterval, describePrice } from '../../shared/describe/price.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportLink } from '../../ui/ExportLink.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const columns = (): Column<Product>[] => [
  { key: 'name', header: t('ui:name'), cell: ({ name }) => name },
  {
    key: 'price',
    header: t('products:price'),
    cell: ({ prices, recurringInterval, recurringIntervalCount }) =>
      describePrice(prices, recurringInterval, recurringIntervalCount),
  },
  {
    key: 'billing',
    header: t('products:billing'),
    cell: ({ recurringInterval, recurringIntervalCount }) =>
      describeInterval(recurringInterval, recurringIntervalCount),
    isWide: true,
  },
  {
    key: 'benefits',
    header: t('products:benefits'),
    cell: ({ benefits }) => (benefits.length === 0 ? '—' : benefits.length),
    isWide: true,
  },
  { key: 'created', header: t('ui:created'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
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
      {t('products:newProduct')}
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title={t('products:products')}
        description={t('products:whatYouSellOnce')}
        actions={
          <>
            <ExportLink
              href={exportAddress('products', {
                organizationId: organization.id,
                isArchived,
                query,
              })}
            />
            {create}
          </>
        }
      />
      <Filters>
        <SearchField
          label={t('products:searchProducts')}
          value={query}
          onSearch={(text) => setFilter('query', text)}
        />
        <SegmentedControl
          aria-label={t('products:whichProducts')}
          value={isArchived ? 'archived' : 'active'}
          onChange={(value) => setFilter('show', value === 'archived' ? value : null)}
          data={[
            { value: 'active', label: t('products:forSale') },
            { value: 'archived', label: t('products:archived') },
          ]}
        />
      </Filters>
      <DataTable
        label={t('products:products')}
        columns={columns()}
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
      <EmptyState icon={icon} title={t('products:noProductFound')}>
        {t('products:noProductMatchesTryFewer', { query })}
      </EmptyState>
    );
  if (isArchived)
    return (
      <EmptyState icon={icon} title={t('products:nothingArchived')}>
        {t('products:productsThatYouTakeOff')}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={t('products:createYourFirstProduct')} action={create}>
      {t('products:aProductHasAName')}
    </EmptyState>
  );
};
