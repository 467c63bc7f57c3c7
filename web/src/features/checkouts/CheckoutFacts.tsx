import type { ReactNode } from 'react';
import type { Checkout } from '../../api/sales/checkouts.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { addressLines } from '../../shared/describe/address.ts';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { EmailAddress } from '../../ui/display/EmailAddress.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { Section } from '../../ui/pages/Section.tsx';

type Row = [string, ReactNode];

const linesOf = ({ customerBillingName, customerBillingAddress }: Checkout): string[] =>
  [customerBillingName ?? '', ...addressLines(customerBillingAddress)].filter((line) => line !== '');

/** What is known of the visitor and of the checkout itself. */
export const CheckoutFacts = ({ checkout, slug }: { checkout: Checkout; slug: string }) => {
  const { customerId, customerEmail, status, subscriptionId } = checkout;
  const given = (label: string, value: ReactNode): Row[] =>
    value === null || value === undefined ? [] : [[label, value]];
  return (
    <Section title={t('ui:details')}>
      <Details
        items={[
          [t('checkouts:customer'), <Buyer key="c" slug={slug} of={{ customerId, customerEmail }} />],
          ...given(t('ui:name'), checkout.customerName),
          [
            t('checkouts:product'),
            <TextLink key="p" to={paths.product(slug, checkout.productId)}>
              {checkout.product.name}
            </TextLink>,
          ],
          ...(subscriptionId === null
            ? []
            : [
                [
                  t('checkouts:subscription'),
                  <TextLink key="s" to={paths.subscription(slug, subscriptionId)}>
                    {t('checkouts:changedByIt')}
                  </TextLink>,
                ] satisfies Row,
              ]),
          [t('checkouts:opened'), <DateTime key="o" value={checkout.createdAt} withTime />],
          [
            t(status === 'open' ? 'checkouts:expires' : 'checkouts:wasGoodUntil'),
            <DateTime key="e" value={checkout.expiresAt} withTime />,
          ],
          [
            t('checkouts:billedTo'),
            linesOf(checkout).length === 0
              ? '—'
              : linesOf(checkout).map((line) => (
                  <div key={line} dir="auto">
                    {line}
                  </div>
                )),
          ],
          ...given(t('checkouts:taxId'), checkout.customerTaxId),
          ...given(t('checkouts:ipAddress'), checkout.customerIpAddress),
          ...given(t('checkouts:yourOwnId'), checkout.externalCustomerId),
          ...(status === 'open'
            ? [
                [
                  t('checkouts:page'),
                  <CopyText key="u" label={t('checkouts:addressOfPage')} value={checkout.url} />,
                ] satisfies Row,
              ]
            : []),
          [t('checkouts:id'), <CopyText key="i" label={t('checkouts:id')} value={checkout.id} />],
        ]}
      />
    </Section>
  );
};

type BuyerProps = { slug: string; of: Pick<Checkout, 'customerId' | 'customerEmail'> };

/** Links a customer to their page; an address typed in an abandoned checkout has none. */
const Buyer = ({ slug, of: { customerId, customerEmail } }: BuyerProps) => {
  const address = customerEmail === null ? null : <EmailAddress>{customerEmail}</EmailAddress>;
  if (customerId === null) return address ?? t('checkouts:nobodyYet');
  return <TextLink to={paths.customer(slug, customerId)}>{address ?? t('checkouts:customer')}</TextLink>;
};
