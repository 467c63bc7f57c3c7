import type { ReactNode } from 'react';
import { Wordmark } from '../design/Mark.tsx';
import { addressLines } from '../shared/describe/address.ts';
import { AmountLines } from '../ui/AmountLines.tsx';
import { Details } from '../ui/Details.tsx';
import { formatMoment } from '../ui/dates.ts';
import { perInterval } from '../ui/money.ts';
import type { CheckoutPublic } from './api.ts';
import { Benefits } from './Benefits.tsx';
import buttons from './Checkout.module.css';
import classes from './Confirmed.module.css';

/** Proof of what was bought: to read now, to print or save. */
export const Confirmed = ({ checkout }: { checkout: CheckoutPublic }) => {
  const { organization, product, currency } = checkout;
  return (
    <main className={classes.page}>
      <title>{`Thank you · ${organization.name}`}</title>
      <div className={classes.card}>
        <div className={classes.tick} aria-hidden />
        <h1 className={classes.title}>Thank you for your purchase</h1>
        <p className={classes.text}>
          {checkout.customerEmail
            ? `${product.name} is yours. It is registered to ${checkout.customerEmail}.`
            : `${product.name} is yours.`}
        </p>
        <AmountLines
          currency={currency}
          items={[
            { label: `${product.name}${perInterval(product.recurringInterval)}`, cents: checkout.amount },
          ]}
          sums={[
            ...(checkout.discountAmount > 0 ? [{ label: 'Discount', cents: -checkout.discountAmount }] : []),
            { label: 'Tax', cents: checkout.taxAmount ?? 0 },
          ]}
          total={{ label: 'Total paid', cents: checkout.totalAmount }}
        />
        <Benefits checkout={checkout} />
        <h2 className={classes.heading}>Receipt</h2>
        <Details items={receiptOf(checkout)} />
        <button
          type="button"
          className={`${buttons.secondary} ${classes.print}`}
          onClick={() => window.print()}
        >
          Print receipt
        </button>
      </div>
      <Wordmark />
    </main>
  );
};

const SellerName = ({ organization: { name, email } }: Pick<CheckoutPublic, 'organization'>) =>
  email ? (
    <>
      {name}, <a href={`mailto:${email}`}>{email}</a>
    </>
  ) : (
    name
  );

const receiptOf = (checkout: CheckoutPublic): [string, ReactNode][] => {
  const { organization } = checkout;
  const lines = [
    checkout.customerBillingName ?? checkout.customerName ?? '',
    ...addressLines(checkout.customerBillingAddress),
  ].filter((line) => line !== '');
  return [
    ['Seller', <SellerName key="seller" organization={organization} />],
    ['Date', formatMoment(checkout.modifiedAt ?? checkout.createdAt)],
    ...(lines.length > 0
      ? [['Billed to', lines.map((line) => <div key={line}>{line}</div>)] satisfies [string, ReactNode]]
      : []),
    ['Reference', checkout.id],
  ];
};
