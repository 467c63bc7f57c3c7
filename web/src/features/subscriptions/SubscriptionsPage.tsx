import { SegmentedControl } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Timestamp } from '@tessera/proto/api/wire';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Subscription, useListSubscriptionsQuery } from '../../api/subscriptions.ts';
import { paths } from '../../paths.ts';
import { SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

const columns: Column<Subscription>[] = [
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer.email },
  { key: 'product', header: 'Product', cell: ({ product }) => product.name },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, cancelAtPeriodEnd }) => (
      <SubscriptionStatusBadge status={status} isEnding={cancelAtPeriodEnd} />
    ),
  },
  {
    key: 'started',
    header: 'Started',
    cell: ({ startedAt }) => <DateTime value={startedAt} />,
    isWide: true,
  },
  { key: 'next', header: 'Renews', cell: (subscription) => <DateTime value={renewalOf(subscription)} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount, currency, recurringInterval }) => (
      <Money cents={amount} currency={currency} interval={recurringInterval} />
    ),
  },
];

const renewalOf = ({ status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription): Timestamp | null =>
  (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd ? currentPeriodEnd : null;

const activeOf: Record<string, boolean | undefined> = { active: true, ended: false };

export const SubscriptionsPage = () => {
  const { organization } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const show = filter('show');
  const active = activeOf[show];
  const result = useListSubscriptionsQuery({
    organizationId: organization.id,
    page,
    ...(active === undefined ? {} : { active }),
  });
  return (
    <>
      <PageHeader title="Subscriptions" description="Who pays again, and when." />
      <Filters>
        <SegmentedControl
          aria-label="Which subscriptions"
          value={show || 'all'}
          onChange={(value) => setFilter('show', value === 'all' ? null : value)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'ended', label: 'Ended' },
          ]}
        />
      </Filters>
      <DataTable
        label="Subscriptions"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.subscription(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState
            icon={<IconRefresh size={22} />}
            title={show ? 'No such subscriptions' : 'No subscriptions yet'}
          >
            {show
              ? 'No subscription is in this state.'
              : 'Subscriptions start when customers buy a product that is billed monthly or yearly.'}
          </EmptyState>
        }
      />
    </>
  );
};
