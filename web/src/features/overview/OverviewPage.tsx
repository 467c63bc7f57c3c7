import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { useGetMetricsQuery } from '../../api/metrics.ts';
import { type Order, useListOrdersQuery } from '../../api/orders.ts';
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
import { lastDays, ownTimeZone, windowDays } from './figures.ts';
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

const count = (number: number | undefined): string | undefined => number?.toLocaleString('en-US');

const Figures = () => {
  const { organization } = useCurrentOrganization();
  const [window] = useState(() => lastDays(new Date(), ownTimeZone()));
  const { data, error, refetch } = useGetMetricsQuery({
    organizationId: organization.id,
    interval: 'day',
    ...window,
  });
  const totals = data?.totals;
  const failed = { error, onRetry: refetch };
  return (
    <div className={classes.figures}>
      <div className={classes.revenue}>
        <Figure
          label={`Revenue, last ${windowDays} days`}
          value={totals && formatMoney(totals.revenue)}
          {...failed}
        />
        {data && <RevenueChart days={data.periods} />}
      </div>
      <div className={classes.counts}>
        <Figure label={`Orders, last ${windowDays} days`} value={count(totals?.orders)} {...failed} />
        <Figure label="Active subscriptions" value={count(totals?.activeSubscriptions)} {...failed} />
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
