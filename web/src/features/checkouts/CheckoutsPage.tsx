import { IconShoppingCart } from '@tabler/icons-react';
import { CheckoutStatus } from '@tessera/proto/api/billing/enums';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Checkout, useListCheckoutsQuery } from '../../api/sales/checkouts.ts';
import { RareTrans } from '../../i18n/RareTrans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ProductFilter } from '../../shared/filters/ProductFilter.tsx';
import { PageList } from '../../shared/PageList.tsx';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { DateFilter } from '../../ui/filters/DateFilter.tsx';
import { beginningOf } from '../../ui/filters/days.ts';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText, days, oneOf } from '../../ui/filters/values.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { CheckoutState, stateChoices } from './CheckoutState.tsx';

const columnsOf = (): Column<Checkout>[] => [
  {
    key: 'customer',
    header: t('checkouts:customer'),
    cell: ({ customerName, customerEmail }) =>
      customerEmail === null ? (
        (customerName ?? t('checkouts:nobodyYet'))
      ) : (
        <Person name={customerName} email={customerEmail} />
      ),
  },
  { key: 'product', header: t('checkouts:product'), cell: ({ product }) => product.name },
  {
    key: 'status',
    header: t('ui:status'),
    sort: 'status',
    cell: ({ status }) => <CheckoutState status={status} />,
  },
  {
    key: 'opened',
    header: t('checkouts:opened'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime isRelative />,
  },
  {
    key: 'expires',
    header: t('checkouts:expires'),
    sort: '-expires_at',
    isExtra: true,
    cell: ({ expiresAt }) => <DateTime value={expiresAt} withTime />,
  },
  {
    key: 'total',
    header: t('ui:total'),
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];

const checkoutFilters = { query: anyText, status: oneOf(CheckoutStatus.options), product: anId, ...days };

/** Builds the server query from the list state in the URL. */
const filtersOf = (organizationId: string, list: ListState) => {
  const product = list.filter('product');
  return {
    organizationId,
    query: list.filter('query'),
    status: CheckoutStatus.safeParse(list.filter('status')).data,
    ...(product && { productId: product }),
    createdAfter: beginningOf(list.filter('from')),
    createdBefore: beginningOf(list.filter('until'), 1),
  };
};

/** Leaves out the client secret and its URL, so that an exported file gives access to no checkout. */
const taken = ({ id, createdAt, status, expiresAt, product, totalAmount, currency, ...row }: Checkout) => ({
  ...{ id, createdAt, status, expiresAt, product, totalAmount, currency },
  ...{ customerId: row.customerId, customerEmail: row.customerEmail, customerName: row.customerName },
});

export const CheckoutsPage = () => {
  const { organization } = useCurrentOrganization();
  const list = useListState('-created_at', checkoutFilters);
  const columns = useMemo(() => columnsOf(), []);
  const filters = filtersOf(organization.id, list);
  const result = useListCheckoutsQuery({ ...filters, sorting: list.sorting, page: list.page });
  return (
    <>
      <PageHeader
        title={t('checkouts:checkouts')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('checkouts:counted', { count }),
          what: t('checkouts:whatCheckoutsAre'),
        })}
      />
      <PageList
        name="checkouts"
        label={t('checkouts:checkouts')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.checkout(organization.slug, id)}
        toolbar={<CheckoutFilters list={list} />}
        filters={filters}
        renderActs={(rows, clear) => <SelectedRows rows={rows.map(taken)} clear={clear} file="checkouts" />}
        empty={
          <EmptyList
            list={list}
            icon={<IconShoppingCart size={22} />}
            title={t('checkouts:noCheckoutsYet')}
            filtered={{ title: t('checkouts:noSuchCheckouts'), text: t('checkouts:noCheckoutFits') }}
          >
            <RareTrans
              i18nKey="checkouts:shareACheckoutLink"
              components={{ a: <TextLink to={paths.checkoutLinks(organization.slug)}>…</TextLink> }}
            />
          </EmptyList>
        }
      />
    </>
  );
};

const CheckoutFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('checkouts:searchCheckouts')} />
    <ChoiceFilter list={list} name="status" label={t('ui:status')} options={stateChoices()} />
    <ProductFilter list={list} label={t('checkouts:product')} />
    <DateFilter list={list} label={t('checkouts:opened')} />
  </>
);
