import { IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { type Subscription, useListSubscriptionsQuery } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { renewalOf } from '../../shared/describe/renewal.ts';
import { SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const columnsOf = (): Column<Subscription>[] => [
  { key: 'product', header: t('customers:product'), cell: ({ product }) => product.name },
  {
    key: 'status',
    header: t('ui:status'),
    cell: (subscription) => <SubscriptionStatusBadge subscription={subscription} />,
  },
  {
    key: 'next',
    header: t('customers:renews'),
    cell: (subscription) => <DateTime value={renewalOf(subscription)} />,
  },
  {
    key: 'amount',
    header: t('customers:amount'),
    align: 'right',
    cell: ({ amount, currency, recurringInterval, recurringIntervalCount }) => (
      <Money cents={amount} currency={currency} interval={recurringInterval} count={recurringIntervalCount} />
    ),
  },
];

/** The customer's present and past subscriptions, newest first, also past-due ones, often the reason to look. */
export const CustomerSubscriptions = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(), []);
  const wanted = { organizationId: organization.id, customerId, sorting: ['-started_at'] };
  const result = useListSubscriptionsQuery({ ...wanted, page, limit: 10 });
  return (
    <Section title={t('customers:subscriptions')} isFlush>
      <DataTable
        isBare
        label={t('customers:subscriptions')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.subscription(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconRefresh size={22} />} title={t('customers:noSubscriptions')} level={3}>
            {t('customers:subscriptionsThatArePaid')}
          </EmptyState>
        }
      />
    </Section>
  );
};
