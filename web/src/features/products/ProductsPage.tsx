import { Button, Group, Skeleton } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type Product, useListProductsQuery, useUpdateProductMutation } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { describeInterval, describePrice } from '../../shared/describe/price.ts';
import { PageList } from '../../shared/PageList.tsx';
import type { BulkAct } from '../../shared/selection/use-bulk-act.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText, oneOf } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';

const columnsOf = (): Column<Product>[] => [
  { key: 'name', header: t('ui:name'), sort: 'name', cell: ({ name }) => <span dir="auto">{name}</span> },
  {
    key: 'price',
    header: t('products:price'),
    sort: 'price_amount',
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
  {
    key: 'created',
    header: t('ui:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
];

const productFilters = { query: anyText, show: oneOf(['archived']) };

export const ProductsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('-created_at', productFilters);
  const columns = useMemo(() => columnsOf(), []);
  const isArchived = list.filter('show') === 'archived';
  const filters = { organizationId: organization.id, isArchived, query: list.filter('query') };
  const result = useListProductsQuery({ ...filters, sorting: list.sorting, page: list.page });
  const act = useArchiving(isArchived);
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newProduct(organization.slug)}>
      {t('products:newProduct')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('products:products')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('products:counted', { count }),
          what: t('products:whatYouSellOnce'),
        })}
        actions={create}
      />
      <PageList
        name="products"
        label={t('products:products')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.product(organization.slug, id)}
        toolbar={<ProductFilters list={list} isArchived={isArchived} />}
        filters={filters}
        act={act}
        empty={
          isArchived && filters.query === '' ? (
            <EmptyState icon={icon} title={t('products:nothingArchived')}>
              {t('products:productsThatYouTakeOff')}
            </EmptyState>
          ) : (
            <NothingForSale list={list} create={create} />
          )
        }
      />
    </>
  );
};

/** Archives or restores the selected products. */
const useArchiving = (isArchived: boolean): BulkAct<Product> => {
  const [update] = useUpdateProductMutation();
  const run = ({ id }: Product) => update({ id, changes: { isArchived: !isArchived } });
  if (isArchived)
    return {
      label: t('shared:restoreSelected'),
      question: () => '',
      warning: null,
      run,
      done: (count) => t('shared:wereRestored', { count }),
    };
  return {
    label: t('shared:archiveSelected'),
    question: (count) => t('shared:archiveSelectedQuestion', { count }),
    warning: t('shared:lost.products'),
    run,
    done: (count) => t('shared:wereArchived', { count }),
  };
};

const icon = <IconPackage size={22} />;

/** The empty state: no match, all products archived, or no products. */
const NothingForSale = ({ list, create }: { list: ListState; create: ReactNode }) => {
  const { organization } = useCurrentOrganization();
  const { data: archived, isLoading } = useListProductsQuery(
    { organizationId: organization.id, isArchived: true, limit: 1 },
    { skip: list.isFiltered },
  );
  if (isLoading) return <Skeleton height={200} m="lg" w="auto" />;
  if (!list.isFiltered && archived && archived.pagination.totalCount > 0)
    return (
      <EmptyState
        icon={icon}
        title={t('products:allAreArchived')}
        action={
          <Group gap="sm" justify="center">
            <Button variant="default" onClick={() => list.setFilter('show', 'archived')}>
              {t('products:showArchived')}
            </Button>
            {create}
          </Group>
        }
      >
        {t('products:allAreArchivedNote')}
      </EmptyState>
    );
  return (
    <EmptyList
      list={list}
      icon={icon}
      title={t('products:createYourFirstProduct')}
      action={create}
      filtered={{
        title: t('products:noProductFound'),
        text: t('products:noProductMatchesTryFewer', { query: list.filter('query') }),
      }}
    >
      {t('products:aProductHasAName')}
    </EmptyList>
  );
};

const ProductFilters = ({ list, isArchived }: { list: ListState; isArchived: boolean }) => (
  <>
    <SearchFilter list={list} label={t('products:searchProducts')} />
    <Segments
      size="xs"
      label={t('products:whichProducts')}
      value={isArchived ? 'archived' : 'active'}
      onChange={(value) => list.setFilter('show', value === 'archived' ? value : null)}
      choices={[
        { value: 'active', label: t('products:forSale') },
        { value: 'archived', label: t('products:archived') },
      ]}
    />
  </>
);
