import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Checkout, useGetCheckoutQuery } from '../../api/sales/checkouts.ts';
import type { Order } from '../../api/sales/orders.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Answers } from '../../shared/Answers.tsx';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { Metadata } from '../../shared/Metadata.tsx';
import { OrdersSection } from '../../shared/OrdersSection.tsx';
import { AmountLines } from '../../ui/display/AmountLines.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { SideBySide, Stacked } from '../../ui/display/Stacked.tsx';
import { formatMoment } from '../../ui/format/dates.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { CheckoutFacts } from './CheckoutFacts.tsx';
import { CheckoutPayments } from './CheckoutPayments.tsx';
import { CheckoutState } from './CheckoutState.tsx';

/** Polls for changes while the page is open: the visitor fills the checkout in, pays, or leaves. */
const following = { pollingInterval: 5000, skipPollingIfUnfocused: true };

/** One checkout: what the visitor was about to buy, how far they came, and the result. */
export const CheckoutPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCheckoutQuery(id, following);
  const parent = { label: t('checkouts:checkouts'), to: paths.checkouts(organization.slug) };
  return (
    <QueryPage result={result} subject={t('checkouts:checkout')} parent={parent}>
      {(checkout) => (
        <>
          <PageHeader
            title={checkout.customerName ?? checkout.customerEmail ?? t('checkouts:nobodyYet')}
            description={`${checkout.product.name} · ${formatMoment(checkout.createdAt)}`}
            parent={parent}
            badge={<CheckoutState status={checkout.status} />}
          />
          <SideBySide>
            <Stacked>
              <Amounts checkout={checkout} />
              <CheckoutPayments checkoutId={checkout.id} />
              <OrdersSection
                title={t('checkouts:orders')}
                of={{ checkoutId: checkout.id }}
                columns={orderColumns()}
                none={{ title: t('checkouts:noOrder'), text: t('checkouts:noOrderNote') }}
              />
            </Stacked>
            <Stacked>
              <CheckoutFacts checkout={checkout} slug={organization.slug} />
              <Answers answers={checkout.customFieldData} />
              <Metadata metadata={checkout.metadata} />
            </Stacked>
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

const Amounts = ({ checkout }: { checkout: Checkout }) => {
  const { currency, discount, discountAmount, taxAmount } = checkout;
  const discountName =
    discount === null ? t('checkouts:discount') : t('checkouts:discountNamed', { name: discount.name });
  return (
    <Section title={t('checkouts:amounts')}>
      <AmountLines
        currency={currency}
        items={[{ label: checkout.product.name, cents: checkout.amount }]}
        sums={[
          ...(discountAmount > 0 ? [{ label: discountName, cents: -discountAmount }] : []),
          // The tax is unknown until there is an address.
          {
            label: t(checkout.taxBehavior === 'inclusive' ? 'checkouts:taxIncluded' : 'checkouts:tax'),
            cents: taxAmount ?? 0,
            ...(taxAmount === null && { text: '—' }),
          },
        ]}
        total={{ label: t('ui:total'), cents: checkout.totalAmount }}
      />
    </Section>
  );
};

const orderColumns = (): Column<Order>[] => [
  {
    key: 'number',
    header: t('checkouts:order'),
    cell: ({ invoiceNumber }) => <span data-figures>{invoiceNumber}</span>,
  },
  { key: 'status', header: t('ui:status'), cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { key: 'date', header: t('ui:date'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'total',
    header: t('ui:total'),
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];
