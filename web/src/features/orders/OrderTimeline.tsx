import type { Order } from '../../api/orders.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney } from '../../ui/money.ts';
import { Section } from '../../ui/Section.tsx';
import { type Happening, Timeline } from '../../ui/Timeline.tsx';

/** What happened to an order, from what the order itself knows. */
export const OrderTimeline = ({ order }: { order: Order }) => (
  <Section title={t('orders:whatHappened')}>
    <Timeline label={t('orders:whatHappened')} items={happeningsOf(order)} />
  </Section>
);

const happeningsOf = (order: Order): Happening[] => {
  const { createdAt, modifiedAt, currency, paid } = order;
  const who = order.customer.name ?? order.customer.email;
  const back = order.refundedAmount + order.refundedTaxAmount;
  const isRenewal = order.billingReason === 'subscription_cycle';
  return [
    {
      key: 'placed',
      at: createdAt,
      title: isRenewal ? t('orders:renewedItself') : t('orders:placedBy', { name: who }),
      note: paid
        ? t('orders:paidAmount', { amount: formatMoney(order.totalAmount, currency) })
        : t('orders:notPaidYet'),
      isException: !paid,
    },
    ...(modifiedAt === null
      ? []
      : [
          {
            key: 'changed',
            at: modifiedAt,
            title: back > 0 ? t('orders:moneyWentBack') : t('orders:detailsChanged'),
            ...(back > 0 && {
              note: t('orders:refundedAmount', { amount: formatMoney(back, currency) }),
              isException: true,
            }),
          },
        ]),
  ];
};
