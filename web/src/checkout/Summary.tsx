import { describePrice } from '../shared/describe/price.ts';
import { AmountLines } from '../ui/AmountLines.tsx';
import { formatMoney, perInterval } from '../ui/money.ts';
import type { CheckoutPublic } from './api.ts';
import classes from './Summary.module.css';

type Props = { checkout: CheckoutPublic; onChoose: (productId: string) => void; isFixed: boolean };

/** What is bought and what it comes to, before anything is paid. */
export const Summary = ({ checkout, onChoose, isFixed }: Props) => {
  const { organization, product, products, currency, amount } = checkout;
  return (
    <>
      <p className={classes.seller}>{organization.name}</p>
      <h1 className={classes.product}>{product.name}</h1>
      <p className={classes.price}>
        {amount === 0 && checkout.isFreeProductPrice ? (
          'Free'
        ) : (
          <>
            {formatMoney(amount, currency)}
            <span className={classes.interval}>{perInterval(product.recurringInterval)}</span>
          </>
        )}
      </p>
      {product.description && <p className={classes.description}>{product.description}</p>}
      {products.length > 1 && (
        <fieldset className={classes.choice} disabled={isFixed}>
          <legend>Choose</legend>
          {products.map(({ id, name, prices, recurringInterval }) => (
            <label key={id} className={classes.option}>
              <input type="radio" name="product" checked={id === product.id} onChange={() => onChoose(id)} />
              <span className={classes.optionName}>{name}</span>
              <span className={classes.optionPrice}>{describePrice(prices, recurringInterval)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {product.benefits.length > 0 && (
        <ul className={classes.benefits} aria-label="What you get">
          {product.benefits.map(({ id, description }) => (
            <li key={id}>{description}</li>
          ))}
        </ul>
      )}
      <div className={classes.totals}>
        <Totals checkout={checkout} />
      </div>
    </>
  );
};

/** Subtotal, discount, tax, total. Tax that depends on the address is announced until it is known. */
export const Totals = ({ checkout }: { checkout: CheckoutPublic }) => (
  <AmountLines
    currency={checkout.currency}
    items={[]}
    sums={[
      { label: 'Subtotal', cents: checkout.amount },
      ...(checkout.discountAmount > 0 ? [{ label: 'Discount', cents: -checkout.discountAmount }] : []),
      {
        label: 'Tax',
        cents: checkout.taxAmount ?? 0,
        ...(checkout.taxAmount === null ? { text: 'Depends on your address' } : {}),
      },
    ]}
    total={{ label: 'Total', cents: checkout.totalAmount }}
  />
);
