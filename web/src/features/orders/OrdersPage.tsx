import { IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Order, useListOrdersQuery } from '../../api/sales/orders.ts';
import { RareTrans } from '../../i18n/RareTrans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { PageList } from '../../shared/PageList.tsx';
import { type ThisMonth, useThisMonth } from '../../shared/this-month.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import { filtersOf, orderFilters } from './order-list.ts';

const columnsOf = (): Column<Order>[] => [
  {
    key: 'customer',
    header: t('orders:customer'),
    sort: 'customer',
    cell: ({ customer }) => <Person name={customer.name} email={customer.email} />,
  },
  { key: 'product', header: t('orders:product'), sort: 'product', cell: ({ product }) => product.name },
  {
    key: 'number',
    header: t('orders:number'),
    isWide: true,
    cell: ({ invoiceNumber }) => <span data-figures>{invoiceNumber}</span>,
  },
  {
    key: 'status',
    header: t('ui:status'),
    cell: ({ status }) => <OrderStatusBadge status={status} />,
  },
  {
    key: 'date',
    header: t('ui:date'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime isRelative />,
  },
  {
    key: 'net',
    header: t('orders:net'),
    sort: '-net_amount',
    align: 'right',
    isExtra: true,
    cell: ({ netAmount, currency }) => <Money cents={netAmount} currency={currency} />,
  },
  {
    key: 'tax',
    header: t('orders:tax'),
    align: 'right',
    isExtra: true,
    cell: ({ taxAmount, currency }) => <Money cents={taxAmount} currency={currency} />,
  },
  {
    key: 'total',
    header: t('ui:total'),
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];

const describeMonth = ({ orders: count, revenue, currency, hasOthers }: ThisMonth): string => {
  const amount = formatMoney(revenue, currency);
  return hasOthers
    ? t('orders:thisMonthOnly', { count, amount, currency: currency.toUpperCase() })
    : t('orders:thisMonth', { count, amount });
};

export const OrdersPage = () => {
  const { organization } = useCurrentOrganization();
  const list = useListState('-created_at', orderFilters);
  const month = useThisMonth();
  const columns = useMemo(() => columnsOf(), []);
  const filters = filtersOf(organization.id, list);
  const result = useListOrdersQuery({ ...filters, sorting: list.sorting, page: list.page });
  return (
    <>
      <PageHeader title={t('orders:orders')} description={month && describeMonth(month)} />
      <PageList
        name="orders"
        label={t('orders:orders')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        toolbar={<OrderFilters list={list} month={month} />}
        filters={filters}
        empty={
          <EmptyList
            list={list}
            icon={<IconReceipt size={22} />}
            title={t('orders:noOrdersYet')}
            filtered={{ title: t('orders:noSuchOrders'), text: t('orders:noOrderFits') }}
          >
            <RareTrans
              i18nKey="orders:shareTheCheckoutLink"
              components={{ a: <TextLink to={paths.products(organization.slug)}>…</TextLink> }}
            />
          </EmptyList>
        }
      />
    </>
  );
};
