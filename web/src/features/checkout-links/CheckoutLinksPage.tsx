import { IconLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  type CheckoutLink,
  useDeleteCheckoutLinkMutation,
  useListCheckoutLinksQuery,
} from '../../api/catalog/checkout-links.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { exportAddress } from '../../api/request/exports.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';
import { ProductFilter } from '../../shared/filters/ProductFilter.tsx';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { deletionOf } from '../../shared/selection/use-bulk-act.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { SavedViews } from '../../ui/filters/SavedViews.tsx';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ExportLink } from '../../ui/table/ExportLink.tsx';
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
  const product = list.filter('product');
  const query = list.filter('query');
  const result = useListCheckoutLinksQuery({
    organizationId: organization.id,
    page: list.page,
    sorting: list.sorting,
    query,
    ...(product && { productId: product }),
  });
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
      <DataTable
        name="checkout-links"
        label={t('checkout-links:checkoutLinks')}
        columns={columns}
        result={result}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.checkoutLink(organization.slug, id)}
        describeError={describeFailure}
        toolbar={
          <>
            <SearchFilter list={list} label={t('checkout-links:searchCheckoutLinks')} />
            <ProductFilter list={list} label={t('checkout-links:product')} />
          </>
        }
        tools={
          <>
            <SavedViews list={list} name="checkout-links" />
            <ExportLink
              href={exportAddress('checkout-links', {
                organizationId: organization.id,
                productId: product,
                query,
              })}
            />
          </>
        }
        renderActs={(rows, clear) => (
          <SelectedRows
            rows={rows}
            clear={clear}
            file="checkout-links"
            act={deletionOf(remove, t('shared:lost.links'))}
          />
        )}
        empty={
          <EmptyList
            list={list}
            icon={<IconLink size={22} />}
            title={t('checkout-links:createYourFirstCheckoutLink')}
            action={create}
            filtered={{
              title: t('checkout-links:noCheckoutLinkFound'),
              text: t(query ? 'checkout-links:noLinkFits' : 'checkout-links:noLinkSellsThisProduct'),
            }}
          >
            {t('checkout-links:aCheckoutLinkIsAnAddress')}
          </EmptyList>
        }
      />
    </>
  );
};
