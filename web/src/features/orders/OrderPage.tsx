import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Order, useGetOrderQuery } from '../../api/sales/orders.ts';
import type { Key } from '../../i18n/catalogues.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Answers } from '../../shared/Answers.tsx';
import { describeLine } from '../../shared/describe/line.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { FailedPayment, isOwed } from '../../shared/FailedPayment.tsx';
import { History } from '../../shared/history/History.tsx';
import { Metadata } from '../../shared/Metadata.tsx';
import { useSettling } from '../../shared/settling.ts';
import { AmountLines } from '../../ui/display/AmountLines.tsx';
import { SideBySide, Stacked } from '../../ui/display/Stacked.tsx';
import { customerName } from '../../ui/format/customer-name.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderMoney } from './OrderMoney.tsx';

const reasons: Record<Order['billingReason'], Key> = {
  purchase: 'orders:purchase',
  subscription_create: 'orders:firstPayment',
  subscription_cycle: 'orders:renewal',
  subscription_update: 'orders:changeOfASubscription',
};

export const OrderPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const { polling, watch } = useSettling();
  const result = useGetOrderQuery(id, polling);
  watch(result.data ? [result.data] : []);
  const parent = { label: t('orders:orders'), to: paths.orders(organization.slug) };
  return (
    <QueryPage result={result} subject={t('orders:order')} parent={parent}>
      {(order) => (
        <>
          <PageHeader
            title={t('orders:amountFrom', {
              amount: formatMoney(order.totalAmount, order.currency),
              name: customerName(order.customer),
            })}
            description={`${order.invoiceNumber} · ${t(reasons[order.billingReason])} · ${formatMoment(order.createdAt)}`}
            parent={parent}
            badge={<OrderStatusBadge status={order.status} />}
          />
          <SideBySide>
            <Stacked>
              <Items order={order} />
              <History of={{ kind: 'orders', id: order.id }} />
            </Stacked>
            <Stacked>
              {isOwed(order) && <FailedPayment order={order} />}
              <OrderFacts order={order} slug={organization.slug} />
              <OrderMoney order={order} />
              <Answers answers={order.customFieldData} />
              <Metadata metadata={order.metadata} />
            </Stacked>
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

/** One line per tax rate; tax included in prices is labelled as such. */
const taxLines = ({ taxBreakdown, taxBehavior, taxAmount, taxabilityReason }: Order) => {
  if (taxBreakdown.length === 0)
    return [
      {
        label: t(taxabilityReason === 'reverse_charge' ? 'orders:reverseCharge' : 'orders:tax'),
        cents: taxAmount,
      },
    ];
  return taxBreakdown.map(({ type, state, percentage, amount }) => ({
    key: `${type} ${state}`,
    label: t(taxBehavior === 'inclusive' ? 'orders:taxIncluded' : 'orders:taxAt', {
      type: t(`orders:taxType.${type}`),
      percentage: new Intl.NumberFormat(readerLocale(), {
        style: 'unit',
        unit: 'percent',
        maximumFractionDigits: 4,
      }).format(percentage as Intl.StringNumericLiteral),
    }),
    cents: amount,
  }));
};

const discountLabel = ({ discount }: Order): string =>
  discount === null ? t('orders:discount') : t('orders:discountNamed', { name: discount.name });

/** The balance applied to the total, and the amount to charge. Empty when no balance is applied. */
const chargedLines = ({ appliedBalanceAmount, dueAmount, paid }: Order) =>
  appliedBalanceAmount === 0
    ? []
    : [
        { label: t('orders:balance'), cents: appliedBalanceAmount },
        { label: t(paid ? 'orders:charged' : 'orders:toBeCharged'), cents: dueAmount },
      ];

const Items = ({ order }: { order: Order }) => {
  const { currency } = order;
  const refunded = order.refundedAmount + order.refundedTaxAmount;
  return (
    <Section title={t('orders:items')}>
      <AmountLines
        currency={currency}
        items={order.items.map((item) => ({
          key: item.id,
          label: describeLine(item, currency),
          cents: item.amount,
        }))}
        sums={[
          { label: t('orders:subtotal'), cents: order.subtotalAmount },
          ...(order.discountAmount > 0
            ? [{ label: discountLabel(order), cents: -order.discountAmount }]
            : []),
          ...taxLines(order),
        ]}
        total={{ label: t('ui:total'), cents: order.totalAmount }}
        after={[
          ...chargedLines(order),
          ...(refunded !== 0
            ? [
                {
                  // Negative where the order had credited an amount.
                  label: refunded > 0 ? t('shared:refunded') : t('orders:creditTaken'),
                  cents: -refunded,
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
};
