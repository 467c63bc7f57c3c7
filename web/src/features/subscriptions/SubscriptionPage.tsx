import { IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Order, useListOrdersQuery } from '../../api/orders.ts';
import { type Subscription, useGetSubscriptionQuery } from '../../api/subscriptions.ts';
import { paths } from '../../paths.ts';
import { OrderStatusBadge, SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { Details } from '../../ui/Details.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Section } from '../../ui/Section.tsx';
import { SideBySide } from '../../ui/Stacked.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

export const SubscriptionPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetSubscriptionQuery(id);
  return (
    <QueryPage result={result} subject="Subscription">
      {(subscription) => (
        <>
          <PageHeader
            title={subscription.product.name}
            description={`Subscription of ${subscription.customer.name ?? subscription.customer.email}`}
            parent={{ label: 'Subscriptions', to: paths.subscriptions(organization.slug) }}
            badge={
              <SubscriptionStatusBadge
                status={subscription.status}
                isEnding={subscription.cancelAtPeriodEnd}
              />
            }
          />
          <SideBySide>
            <Payments subscriptionId={subscription.id} />
            <Facts subscription={subscription} slug={organization.slug} />
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

const Facts = ({ subscription, slug }: { subscription: Subscription; slug: string }) => (
  <Section title="Details">
    <Details
      items={[
        [
          'Customer',
          <TextLink key="c" to={paths.customer(slug, subscription.customerId)}>
            {subscription.customer.email}
          </TextLink>,
        ],
        [
          'Product',
          <TextLink key="p" to={paths.product(slug, subscription.productId)}>
            {subscription.product.name}
          </TextLink>,
        ],
        [
          'Amount',
          <Money
            key="a"
            cents={subscription.amount}
            currency={subscription.currency}
            interval={subscription.recurringInterval}
          />,
        ],
        ['Started', <DateTime key="s" value={subscription.startedAt} />],
        ['Period from', <DateTime key="f" value={subscription.currentPeriodStart} />],
        [
          subscription.cancelAtPeriodEnd ? 'Ends' : 'Period until',
          <DateTime key="u" value={subscription.currentPeriodEnd} />,
        ],
        ...(subscription.endedAt === null
          ? []
          : [['Ended', <DateTime key="e" value={subscription.endedAt} />] satisfies [string, ReactNode]]),
      ]}
    />
  </Section>
);

const orderColumns: Column<Order>[] = [
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'status', header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];

const Payments = ({ subscriptionId }: { subscriptionId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const result = useListOrdersQuery({ organizationId: organization.id, subscriptionId, page, limit: 10 });
  return (
    <Section title="Payments" isFlush>
      <DataTable
        isBare
        label="Payments"
        columns={orderColumns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconReceipt size={22} />} title="No payments yet" level={3}>
            Each payment of this subscription becomes an order and is listed here.
          </EmptyState>
        }
      />
    </Section>
  );
};
