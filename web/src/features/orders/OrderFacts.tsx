import type { Address } from '@tessera/proto/api/billing/address';
import type { ReactNode } from 'react';
import type { Order } from '../../api/orders.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CustomerLink } from '../../shared/CustomerLink.tsx';
import { addressLines } from '../../shared/describe/address.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { Details } from '../../ui/Details.tsx';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

/** What is known of an order besides its amounts. */
export const OrderFacts = ({ order, slug }: { order: Order; slug: string }) => (
  <Section title={t('ui:details')}>
    <Details
      items={[
        [t('orders:number'), <CopyText key="n" label={t('orders:number')} value={order.invoiceNumber} />],
        [t('orders:customer'), <CustomerLink key="c" slug={slug} customer={order.customer} />],
        [
          t('orders:product'),
          <TextLink key="p" to={paths.product(slug, order.productId)}>
            {order.product.name}
          </TextLink>,
        ],
        ...(order.subscriptionId === null
          ? []
          : [
              [
                t('orders:subscription'),
                <TextLink key="s" to={paths.subscription(slug, order.subscriptionId)}>
                  {order.subscription?.status === 'active' ? t('shared:active') : t('orders:view')}
                </TextLink>,
              ] satisfies [string, ReactNode],
            ]),
        [t('orders:ordered'), <DateTime key="d" value={order.createdAt} withTime />],
        [t('orders:billedTo'), <BilledTo key="b" name={order.billingName} address={order.billingAddress} />],
        [t('orders:id'), <CopyText key="i" label={t('orders:id')} value={order.id} />],
      ]}
    />
  </Section>
);

const BilledTo = ({ name, address }: { name: string | null; address: Address | null }) => {
  const lines = [name, ...addressLines(address)].filter((line) => line !== null && line !== '');
  return lines.length === 0 ? '—' : lines.map((line) => <div key={line}>{line}</div>);
};
