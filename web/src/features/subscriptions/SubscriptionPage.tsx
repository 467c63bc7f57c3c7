import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { Order } from '../../api/sales/orders.ts';
import { type Subscription, useGetSubscriptionQuery } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Answers } from '../../shared/Answers.tsx';
import { CustomerLink } from '../../shared/CustomerLink.tsx';
import { OrderStatusBadge, SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { FailedPayments } from '../../shared/FailedPayment.tsx';
import { History } from '../../shared/history/History.tsx';
import { Metadata } from '../../shared/Metadata.tsx';
import { OrdersSection } from '../../shared/OrdersSection.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { SideBySide, Stacked } from '../../ui/display/Stacked.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { customerName } from '../../ui/format/customer-name.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { Cancellation } from './Cancellation.tsx';
import { ChangeProduct } from './ChangeProduct.tsx';
import { Discount } from './Discount.tsx';
import { EndSubscription } from './EndSubscription.tsx';
import { PauseSubscription } from './PauseSubscription.tsx';
import { Planned } from './Planned.tsx';
import { Upcoming } from './Upcoming.tsx';

export const SubscriptionPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetSubscriptionQuery(id);
  const parent = { label: t('subscriptions:subscriptions'), to: paths.subscriptions(organization.slug) };
  return (
    <QueryPage result={result} subject={t('subscriptions:subscription')} parent={parent}>
      {(subscription) => (
        <>
          <PageHeader
            title={subscription.product.name}
            description={t('subscriptions:subscriptionOf', {
              name: customerName(subscription.customer),
            })}
            parent={parent}
            id={subscription.id}
            badge={<SubscriptionStatusBadge subscription={subscription} />}
            actions={
              <>
                <ChangeProduct subscription={subscription} />
                <PauseSubscription subscription={subscription} />
                <EndSubscription subscription={subscription} />
              </>
            }
          />
          <SideBySide>
            <Stacked>
              <OrdersSection
                title={t('subscriptions:payments')}
                of={{ subscriptionId: subscription.id }}
                columns={orderColumns()}
                none={{
                  title: t('subscriptions:noPaymentsYet'),
                  text: t('subscriptions:eachPaymentOfThisSubscription'),
                }}
              />
              <History of={{ kind: 'subscriptions', id: subscription.id }} />
            </Stacked>
            <Stacked>
              <FailedPayments subscription={subscription} />
              <Cancellation subscription={subscription} />
              <Planned subscription={subscription} />
              <Upcoming subscription={subscription} />
              <Discount subscription={subscription} />
              <Facts subscription={subscription} slug={organization.slug} />
              <Answers answers={subscription.customFieldData} />
              <Metadata metadata={subscription.metadata} />
            </Stacked>
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

const Facts = ({ subscription, slug }: { subscription: Subscription; slug: string }) => (
  <Section title={t('ui:details')}>
    <Details
      items={[
        [t('subscriptions:customer'), <CustomerLink key="c" slug={slug} customer={subscription.customer} />],
        [
          t('subscriptions:product'),
          <TextLink key="p" to={paths.product(slug, subscription.productId)}>
            {subscription.product.name}
          </TextLink>,
        ],
        [
          t('subscriptions:amount'),
          <Money
            key="a"
            cents={subscription.amount}
            currency={subscription.currency}
            interval={subscription.recurringInterval}
            count={subscription.recurringIntervalCount}
          />,
        ],
        [t('subscriptions:started'), <DateTime key="s" value={subscription.startedAt} />],
        [t('subscriptions:periodFrom'), <DateTime key="f" value={subscription.currentPeriodStart} />],
        [
          subscription.cancelAtPeriodEnd && subscription.endedAt === null
            ? t('subscriptions:ends')
            : t('subscriptions:periodUntil'),
          <DateTime key="u" value={subscription.currentPeriodEnd} />,
        ],
        ...(subscription.endedAt === null
          ? []
          : [
              [t('subscriptions:ended'), <DateTime key="e" value={subscription.endedAt} />] satisfies [
                string,
                ReactNode,
              ],
            ]),
      ]}
    />
  </Section>
);

const orderColumns = (): Column<Order>[] => [
  { key: 'date', header: t('subscriptions:date'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { key: 'status', header: t('ui:status'), cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    key: 'total',
    header: t('subscriptions:total'),
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];
