import { type ReactNode, useEffect, useRef } from 'react';
import { serverNow } from '../../api/request/server-time.ts';
import { SellerFoot, SellerHead } from '../../buyers/display/Seller.tsx';
import { useTitle } from '../../buyers/display/use-title.ts';
import buttons from '../../buyers/form/Controls.module.css';
import { spokenLanguage } from '../../buyers/i18n.ts';
import { Amounts } from '../../buyers/prices/Amounts.tsx';
import { addressLines, moment, money, perInterval } from '../../buyers/prices/format.ts';
import { OrderNumber } from '../../buyers/prices/OrderNumber.tsx';
import { describePrice } from '../../buyers/prices/price.ts';
import { taxLabel } from '../../buyers/prices/tax.ts';
import { Details } from '../../ui/display/Details.tsx';
import type { CheckoutPublic } from '../api.ts';
import { EmbedClose } from '../embed/EmbedClose.tsx';
import { isEmbedded } from '../embed/embed.ts';
import { asksForAddress } from '../form/form.ts';
import { t } from '../i18n.ts';
import { chargeNote, dueToday, isTooLittle } from '../labels.ts';
import { Benefits } from './Benefits.tsx';
import classes from './Confirmed.module.css';
import { usePurchase } from './use-purchase.ts';

/** `isAlready`: the page still showed the form when the purchase turned out to be complete. */
type Props = { checkout: CheckoutPublic; isAlready: boolean };

/** The confirmation: the purchase and its benefits, then the receipt to print or save. */
export const Confirmed = ({ checkout, isAlready }: Props) => {
  const { organization, product, customerEmail: email } = checkout;
  const state = usePurchase(checkout.clientSecret);
  useTitle(`${t('title.thanks')} · ${organization.name}`);
  // The form that had the focus is unmounted: the focus moves to the page's heading.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={classes.page}>
      <EmbedClose checkout={checkout} />
      <SellerHead seller={organization} />
      <div className={classes.card}>
        <div className={classes.tick} aria-hidden />
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {t('done.title')}
        </h1>
        <p className={classes.text}>
          {email
            ? t('done.registered', { product: product.name, email })
            : t('done.yours', { product: product.name })}
        </p>
        {isAlready && (
          <p className={classes.text}>
            <output>{t('done.already')}</output>
          </p>
        )}
        {isOnTrial(checkout) && <p className={classes.text}>{chargeNote(checkout)}</p>}
        <Benefits checkout={checkout} state={state} />
        <p className={classes.next}>
          {/* In a frame the address is not visible to be bookmarked. */}
          {t(isEmbedded() ? 'done.nextFramed' : 'done.nextText')} <PortalLink checkout={checkout} />
        </p>
      </div>
      <Receipt checkout={checkout} invoiceNumber={state.purchase?.invoiceNumber ?? null} />
      <SellerFoot seller={organization} />
    </main>
  );
};

/** The page can be opened long afterwards, when the trial is over. */
const isOnTrial = ({ trialEnd }: CheckoutPublic): boolean =>
  trialEnd !== null && Date.parse(trialEnd) > serverNow();

/**
 * A link to the customer portal, which continues in this page's language. From a frame it opens in a new tab, with its
 * own storage: the customer signs in there.
 */
const PortalLink = ({ checkout }: { checkout: CheckoutPublic }) => (
  <a
    href={`/portal/${encodeURIComponent(checkout.organization.slug)}?language=${spokenLanguage()}`}
    {...(isEmbedded() && { target: '_blank', rel: 'noreferrer' })}
  >
    {t('done.portal')}
  </a>
);

/** Usage-based products have a price, although nothing was due. */
const priceOf = ({ product, productPrice, amount, currency }: CheckoutPublic): string =>
  productPrice.amountType === 'metered_unit'
    ? describePrice(product, currency)
    : perInterval(money(amount, currency), product.recurringInterval, product.recurringIntervalCount);

type ReceiptProps = {
  checkout: CheckoutPublic /** Null while unknown. */;
  invoiceNumber: string | null;
};

const Receipt = ({ checkout, invoiceNumber }: ReceiptProps) => {
  const { product, currency } = checkout;
  const line = (label: string, cents: number) => ({ label, text: money(cents, currency) });
  return (
    <section className={classes.card} aria-labelledby="receipt">
      <h2 id="receipt" className={classes.heading}>
        {t('done.receipt')}
      </h2>
      <Amounts
        items={[
          checkout.trialEnd
            ? line(t('done.trial', { product: product.name }), 0)
            : { label: product.name, text: priceOf(checkout) },
        ]}
        // In a trial nothing is charged, discounted or taxed yet; free products never are.
        sums={
          checkout.trialEnd || checkout.amount === 0
            ? []
            : [
                ...(checkout.discountAmount > 0
                  ? [line(t('summary.discount'), -checkout.discountAmount)]
                  : []),
                line(taxLabel(checkout), checkout.taxAmount ?? 0),
                ...(isTooLittle(checkout) ? [line(t('summary.tooLittle'), -checkout.totalAmount)] : []),
              ]
        }
        total={line(t('done.paid'), dueToday(checkout))}
      />
      <div className={classes.details}>
        <Details items={receiptOf(checkout, invoiceNumber)} />
      </div>
      <button
        type="button"
        className={`${buttons.secondary} ${classes.print}`}
        onClick={() => window.print()}
      >
        {t('done.print')}
      </button>
    </section>
  );
};

/** Where no address was asked for, it has only the country that was guessed. */
const isAddressKnown = (checkout: CheckoutPublic): boolean =>
  asksForAddress(checkout) || Boolean(checkout.customerBillingAddress?.line1);

const receiptOf = (checkout: CheckoutPublic, invoiceNumber: string | null): [string, ReactNode][] => {
  const { organization } = checkout;
  const lines = [
    checkout.customerBillingName ?? checkout.customerName ?? '',
    ...(isAddressKnown(checkout) ? addressLines(checkout.customerBillingAddress) : []),
    checkout.customerTaxId ?? '',
  ].filter((line) => line !== '');
  return [
    [t('done.seller'), organization.name],
    [t('done.date'), moment(checkout.modifiedAt ?? checkout.createdAt)],
    ...(lines.length > 0
      ? [
          [t('done.billedTo'), lines.map((line) => <div key={line}>{line}</div>)] satisfies [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(invoiceNumber === null
      ? []
      : [
          [t('done.reference'), <OrderNumber key="number" number={invoiceNumber} />] satisfies [
            string,
            ReactNode,
          ],
        ]),
  ];
};
