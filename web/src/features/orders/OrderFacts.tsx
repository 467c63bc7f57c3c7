import { useDisclosure } from '@mantine/hooks';
import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import { printedTaxId } from '@tessera/proto/api/billing/printed-tax-id';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { Order } from '../../api/sales/orders.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CustomerLink } from '../../shared/CustomerLink.tsx';
import { addressLines } from '../../shared/describe/address.ts';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { BillingDetails } from './BillingDetails.tsx';

/** The details of an order, except its amounts. */
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
        ...(order.checkoutId === null
          ? []
          : [
              [
                t('orders:checkout'),
                <TextLink key="k" to={paths.checkout(slug, order.checkoutId)}>
                  {t('orders:view')}
                </TextLink>,
              ] satisfies [string, ReactNode],
            ]),
        [t('orders:ordered'), <DateTime key="d" value={order.createdAt} withTime />],
        [t('orders:billedTo'), <BilledTo key="b" order={order} />],
        [t('orders:id'), <CopyText key="i" label={t('orders:id')} value={order.id} />],
      ]}
    />
  </Section>
);

/** As on the invoice, where VAT numbers of the European Union have a name of their own. */
const taxIdLine = (taxId: TaxId): string =>
  t(taxId[1] === 'eu_vat' ? 'orders:vatNumber' : 'orders:taxId', { number: printedTaxId(taxId) });

/** Details shown on an invoice cannot be edited. */
const BilledTo = ({ order }: { order: Order }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isChanging, changing] = useDisclosure(false);
  const { billingName, billingAddress, billingTaxId } = order;
  const lines = [
    billingName,
    ...addressLines(billingAddress),
    billingTaxId && taxIdLine(billingTaxId),
  ].filter(Boolean);
  return (
    <>
      {lines.length === 0 ? '—' : lines.map((line) => <div key={line}>{line}</div>)}
      {!order.isInvoiceGenerated && !isErasedAddress(order.customer.email) && (
        <GuardedButton
          mt="xs"
          variant="default"
          size="xs"
          aria-label={t('orders:changeBillingDetails')}
          refusal={writeRefusal}
          onClick={changing.open}
        >
          {t('orders:change')}
        </GuardedButton>
      )}
      {isChanging && <BillingDetails order={order} onClose={changing.close} />}
    </>
  );
};
