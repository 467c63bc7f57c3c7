import { IconLink } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import {
  type CheckoutLink,
  useDeleteCheckoutLinkMutation,
  useListCheckoutLinksQuery,
} from '../../api/catalog/checkout-links.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';
import { ProductFilter } from '../../shared/filters/ProductFilter.tsx';
import { PageList } from '../../shared/PageList.tsx';
import { deletionOf } from '../../shared/selection/use-bulk-act.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';

const columnsOf = (): Column<CheckoutLink>[] => [
  { key: 'name', header: t('ui:name'), sort: 'label', cell: nameOfLink },
  {
    key: 'products',
    header: t('checkout-links:products'),
    cell: ({ products }) => products.map(({ name }) => name).join(', '),
    isWide: true,
  },
  {
    key: 'discount',
    header: t('checkout-links:discount'),
    cell: ({ discount }) => discount?.name ?? '—',
    isWide: true,
  },
  {
    key: 'created',
    header: t('ui:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
];

const linkFilters = { query: anyText, product: anId };

export const CheckoutLinksPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [remove] = useDeleteCheckoutLinkMutation();
  const list = useListState('-created_at', linkFilters);
  const columns = useMemo(() => columnsOf(), []);
  const productId = list.filter('product');
  const filters = {
    organizationId: organization.id,
    ...(productId && { productId }),
    query: list.filter('query'),
  };
  const result = useListCheckoutLinksQuery({ ...filters, sorting: list.sorting, page: list.page });
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newCheckoutLink(organization.slug)}>
      {t('checkout-links:newCheckoutLink')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('checkout-links:checkoutLinks')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('checkout-links:counted', { count }),
          what: t('checkout-links:addressesThatOpenACheckout'),
        })}
        actions={create}
      />
      <PageList
        name="checkout-links"
        label={t('checkout-links:checkoutLinks')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.checkoutLink(organization.slug, id)}
        toolbar={<LinkFilters list={list} />}
        filters={filters}
        act={deletionOf(remove, t('shared:lost.links'))}
        empty={<NoLinks list={list} create={create} />}
      />
    </>
  );
};

const LinkFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('checkout-links:searchCheckoutLinks')} />
    <ProductFilter list={list} label={t('checkout-links:product')} />
  </>
);

const NoLinks = ({ list, create }: { list: ListState; create: ReactNode }) => (
  <EmptyList
    list={list}
    icon={<IconLink size={22} />}
    title={t('checkout-links:createYourFirstCheckoutLink')}
    action={create}
    filtered={{
      title: t('checkout-links:noCheckoutLinkFound'),
      text: t(list.filter('query') ? 'checkout-links:noLinkFits' : 'checkout-links:noLinkSellsThisProduct'),
    }}
  >
    {t('checkout-links:aCheckoutLinkIsAnAddress')}
  </EmptyList>
);
