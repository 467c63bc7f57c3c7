import { IconReceipt } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Order, useListOrdersQuery, useListOrdersSinceQuery } from '../../api/orders.ts';
import { useListSubscriptionsQuery } from '../../api/subscriptions.ts';
import { paths } from '../../paths.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Money } from '../../ui/Money.tsx';
import { formatMoney } from '../../ui/money.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Figure } from './Figure.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { revenueByDay, sumRevenue, windowDays, windowStart } from './figures.ts';
import classes from './OverviewPage.module.css';
import { RevenueChart } from './RevenueChart.tsx';

export const OverviewPage = () => {
  const { organization } = useCurrentOrganization();
  return (
    <>
      <PageHeader title="Overview" description={`How ${organization.name} is doing.`} />
      <div className={classes.parts}>
        <FirstSteps />
        <Figures />
        <LatestOrders />
      </div>
    </>
  );
};

const Figures = () => {
  const { organization } = useCurrentOrganization();
  const [since] = useState(() => windowStart(new Date()));
  const organizationId = organization.id;
  const recent = useListOrdersSinceQuery({ organizationId, since });
  const subscriptions = useListSubscriptionsQuery({ organizationId, active: true, limit: 1 });
  const days = useMemo(() => revenueByDay(recent.data?.orders ?? [], since), [recent.data, since]);
  const orders = recent.data?.orders;
  const period = recent.data?.isPartial ? 'the latest 2,000 orders' : `last ${windowDays} days`;
  return (
    <div className={classes.figures}>
      <div className={classes.revenue}>
        <Figure
          label={`Revenue, ${period}`}
          value={orders && formatMoney(sumRevenue(orders))}
          error={recent.error}
          onRetry={recent.refetch}
        />
        {orders && <RevenueChart days={days} />}
      </div>
      <div className={classes.counts}>
        <Figure
          label={`Orders, ${period}`}
          value={orders && orders.length.toLocaleString('en-US')}
          error={recent.error}
          onRetry={recent.refetch}
        />
        <Figure
          label="Active subscriptions"
          value={subscriptions.data?.pagination.totalCount.toLocaleString('en-US')}
          error={subscriptions.error}
          onRetry={subscriptions.refetch}
        />
      </div>
    </div>
  );
};

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

const LatestOrders = () => {
  const { organization } = useCurrentOrganization();
  const result = useListOrdersQuery({ organizationId: organization.id, limit: 5 });
  const hasOrders = (result.data?.items.length ?? 0) > 0;
  return (
    <Section
      title="Latest orders"
      isFlush
      actions={hasOrders && <TextLink to={paths.orders(organization.slug)}>All orders</TextLink>}
    >
      <DataTable
        isBare
        label="Latest orders"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        describeError={describeFailure}
        empty={
          <EmptyState icon={<IconReceipt size={22} />} title="No orders yet" level={3}>
            Share the checkout link of <TextLink to={paths.products(organization.slug)}>a product</TextLink>,
            and its first order will appear here.
          </EmptyState>
        }
      />
    </Section>
  );
};
