import { SegmentedControl } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Order, useListOrdersQuery } from '../../api/orders.ts';
import { paths } from '../../paths.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

const columns: Column<Order>[] = [
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer.email },
  { key: 'product', header: 'Product', cell: ({ product }) => product.name },
  { key: 'status', header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} withTime /> },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];

export const OrdersPage = () => {
  const { organization } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const billingType = filter('type');
  const result = useListOrdersQuery({
    organizationId: organization.id,
    page,
    productBillingType: billingType,
  });
  return (
    <>
      <PageHeader title="Orders" description="Every purchase and every renewal." />
      <Filters>
        <SegmentedControl
          aria-label="Which orders"
          value={billingType || 'all'}
          onChange={(value) => setFilter('type', value === 'all' ? null : value)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'one_time', label: 'One-time' },
            { value: 'recurring', label: 'Subscriptions' },
          ]}
        />
      </Filters>
      <DataTable
        label="Orders"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState
            icon={<IconReceipt size={22} />}
            title={billingType ? 'No such orders' : 'No orders yet'}
          >
            {billingType ? (
              'No order is of this kind.'
            ) : (
              <>
                Share the checkout link of{' '}
                <TextLink to={paths.products(organization.slug)}>a product</TextLink>, and its first order
                will appear here.
              </>
            )}
          </EmptyState>
        }
      />
    </>
  );
};
