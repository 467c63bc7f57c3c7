import { IconRefresh } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type CustomerStateSubscription, useGetCustomerStateQuery } from '../../api/customers.ts';
import { describeFailure } from '../../api/failure.ts';
import { useGetProductQuery } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';

const ProductName = ({ id }: { id: string }) => useGetProductQuery(id).data?.name ?? t('customers:product');

const columns = (): Column<CustomerStateSubscription>[] => [
  { key: 'product', header: t('customers:product'), cell: ({ productId }) => <ProductName id={productId} /> },
  {
    key: 'status',
    header: t('ui:status'),
    cell: ({ status, cancelAtPeriodEnd }) => (
      <SubscriptionStatusBadge status={status} isEnding={cancelAtPeriodEnd} />
    ),
  },
  {
    key: 'until',
    header: t('customers:paidUntil'),
    cell: ({ currentPeriodEnd }) => <DateTime value={currentPeriodEnd} />,
  },
  {
    key: 'amount',
    header: t('customers:amount'),
    align: 'right',
    cell: ({ amount, currency, recurringInterval }) => (
      <Money cents={amount} currency={currency} interval={recurringInterval} />
    ),
  },
];

/** What the customer pays for again and again, now. */
export const ActiveSubscriptions = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const result = useGetCustomerStateQuery(customerId);
  const items = result.data?.activeSubscriptions;
  const data = items && { items, pagination: { totalCount: items.length, maxPage: 1 } };
  return (
    <Section title={t('customers:activeSubscriptions')} isFlush>
      <DataTable
        isBare
        label={t('customers:activeSubscriptions')}
        columns={columns()}
        result={{ ...result, data, currentData: data }}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.subscription(organization.slug, id)}
        describeError={describeFailure}
        empty={
          <EmptyState icon={<IconRefresh size={22} />} title={t('customers:noActiveSubscription')} level={3}>
            {t('customers:subscriptionsThatArePaid')}
          </EmptyState>
        }
      />
    </Section>
  );
};
