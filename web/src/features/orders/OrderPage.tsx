import type { Address } from '@tessera/proto/api/billing/address';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Order, useGetOrderQuery } from '../../api/orders.ts';
import { paths } from '../../paths.ts';
import { Answers } from '../../shared/Answers.tsx';
import { addressLines } from '../../shared/describe/address.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { AmountLines } from '../../ui/AmountLines.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { Details } from '../../ui/Details.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { formatMoney } from '../../ui/money.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Section } from '../../ui/Section.tsx';
import { SideBySide, Stacked } from '../../ui/Stacked.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { OrderMoney } from './OrderMoney.tsx';

const reasons: Record<Order['billingReason'], string> = {
  purchase: 'Purchase',
  subscription_create: 'First payment of a subscription',
  subscription_cycle: 'Renewal of a subscription',
  subscription_update: 'Change of a subscription',
};

export const OrderPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetOrderQuery(id);
  return (
    <QueryPage result={result} subject="Order">
      {(order) => (
        <>
          <PageHeader
            title={`${formatMoney(order.totalAmount, order.currency)} from ${order.customer.name ?? order.customer.email}`}
            description={`${reasons[order.billingReason]} · ${formatMoment(order.createdAt)}`}
            parent={{ label: 'Orders', to: paths.orders(organization.slug) }}
            badge={<OrderStatusBadge status={order.status} />}
          />
          <SideBySide>
            <Items order={order} />
            <Stacked>
              <Facts order={order} slug={organization.slug} />
              <OrderMoney order={order} />
              <Answers answers={order.customFieldData} />
            </Stacked>
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

const Items = ({ order }: { order: Order }) => {
  const { currency } = order;
  return (
    <Section title="Items">
      <AmountLines
        currency={currency}
        items={order.items.map(({ id, label, amount }) => ({ key: id, label, cents: amount }))}
        sums={[
          { label: 'Subtotal', cents: order.subtotalAmount },
          ...(order.discountAmount > 0 ? [{ label: 'Discount', cents: -order.discountAmount }] : []),
          { label: 'Tax', cents: order.taxAmount },
        ]}
        total={{ label: 'Total', cents: order.totalAmount }}
        after={
          order.refundedAmount > 0
            ? [{ label: 'Refunded', cents: -(order.refundedAmount + order.refundedTaxAmount) }]
            : []
        }
      />
    </Section>
  );
};

const Facts = ({ order, slug }: { order: Order; slug: string }) => (
  <Section title="Details">
    <Details
      items={[
        [
          'Customer',
          <TextLink key="c" to={paths.customer(slug, order.customerId)}>
            {order.customer.email}
          </TextLink>,
        ],
        [
          'Product',
          <TextLink key="p" to={paths.product(slug, order.productId)}>
            {order.product.name}
          </TextLink>,
        ],
        ...(order.subscriptionId === null
          ? []
          : [
              [
                'Subscription',
                <TextLink key="s" to={paths.subscription(slug, order.subscriptionId)}>
                  {order.subscription?.status === 'active' ? 'Active' : 'View'}
                </TextLink>,
              ] satisfies [string, ReactNode],
            ]),
        ['Ordered', <DateTime key="d" value={order.createdAt} withTime />],
        ['Billed to', <BilledTo key="b" name={order.billingName} address={order.billingAddress} />],
        ['Order number', order.id],
      ]}
    />
  </Section>
);

const BilledTo = ({ name, address }: { name: string | null; address: Address | null }) => {
  const lines = [name, ...addressLines(address)].filter((line) => line !== null && line !== '');
  return lines.length === 0 ? '—' : lines.map((line) => <div key={line}>{line}</div>);
};
