import type { Currency } from '@tessera/proto/api/billing/currencies';
import { Amounts } from '../../buyers/prices/Amounts.tsx';
import { currencyName, day, length, money, perInterval } from '../../buyers/prices/format.ts';
import { describePrice } from '../../buyers/prices/price.ts';
import { taxLabel } from '../../buyers/prices/tax.ts';
import { UsagePrices } from '../../buyers/prices/UsagePrices.tsx';
import type { CheckoutPublic } from '../api.ts';
import { Discount } from '../form/Discount.tsx';
import type { Payment } from '../form/use-payment.ts';
import { t } from '../i18n.ts';
import { currenciesOf, describeDiscount, dueToday, isTooLittle, totalLabel } from '../labels.ts';
import classes from './Summary.module.css';
import { useNarrow } from './use-narrow.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

/** The products and amounts, before the payment. */
export const Summary = ({ checkout, payment }: Props) => {
  const { product } = checkout;
  const isNarrow = useNarrow();
  const description = checkout.productDescriptionHtml;
  return (
    <>
      <Picture checkout={checkout} />
      <h1 className={classes.product} dir="auto">
        {product.name}
      </h1>
      <p className={classes.price}>{headline(checkout)}</p>
      <UsagePrices prices={product.prices} currency={checkout.currency} />
      <Currencies checkout={checkout} payment={payment} />
      {description && (
        // oxlint-disable-next-line react/no-danger -- rendered and made safe by the server (proto/api/markdown.ts)
        <div className={classes.description} dir="auto" dangerouslySetInnerHTML={{ __html: description }} />
      )}
      {choicesOf(checkout).length > 1 && !isNarrow && <Choice checkout={checkout} payment={payment} />}
      {product.benefits.length > 0 && (
        <ul className={classes.benefits} aria-label={t('summary.benefits')}>
          {product.benefits.map(({ id, description: benefit }) => (
            <li key={id} dir="auto">
              {benefit}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.totals}>
        <Totals checkout={checkout} />
      </div>
      <Discount checkout={checkout} payment={payment} />
    </>
  );
};

const headline = (checkout: CheckoutPublic): string => {
  const { productPrice: price, product, amount, currency } = checkout;
  if (checkout.isFreeProductPrice || price.amountType === 'metered_unit')
    return describePrice(product, currency);
  const again = perInterval(
    money(amount, currency),
    product.recurringInterval,
    product.recurringIntervalCount,
  );
  const { activeTrialInterval: interval, activeTrialIntervalCount: count } = checkout;
  return interval && count ? t('summary.trial', { length: length(interval, count), price: again }) : again;
};

const Picture = ({ checkout: { product } }: { checkout: CheckoutPublic }) => {
  const [first] = product.medias;
  return first ? (
    <img className={classes.picture} src={first.publicUrl} alt="" width={640} height={360} />
  ) : null;
};

/** The choice of currency, where there are several. */
const Currencies = ({ checkout, payment }: Props) => {
  const sold = currenciesOf(checkout);
  return sold.length < 2 ? null : (
    <label className={classes.currency}>
      <span>{t('summary.currency')}</span>
      <select
        name="currency"
        value={checkout.currency}
        disabled={payment.isPaying}
        onChange={({ target }) => void payment.change({ currency: target.value as Currency })}
      >
        {sold.map((currency) => (
          <option key={currency} value={currency}>
            {currencyName(currency)}
          </option>
        ))}
      </select>
    </label>
  );
};

/** Products that are not archived, and the chosen one in any case. */
export const choicesOf = ({ products, product: chosen }: CheckoutPublic): CheckoutPublic['products'] =>
  products.filter(({ id, isArchived }) => !isArchived || id === chosen.id);

/** The choice of product; on a phone it stands beside the collapsed summary (`Frame`). */
export const Choice = ({ checkout, payment }: Props) => (
  <fieldset className={classes.choice} disabled={payment.isPaying}>
    <legend>{t('summary.choose')}</legend>
    {choicesOf(checkout).map((product) => (
      <label key={product.id} className={classes.option}>
        <input
          type="radio"
          name="product"
          checked={product.id === checkout.product.id}
          onChange={() => void payment.change({ productId: product.id })}
        />
        <span className={classes.optionName} dir="auto">
          {product.name}
        </span>
        <span className={classes.optionPrice}>{optionPrice(product, checkout)}</span>
      </label>
    ))}
  </fieldset>
);

/** A choice's price, with its trial. */
const optionPrice = (product: CheckoutPublic['product'], checkout: CheckoutPublic): string => {
  const price = describePrice(product, checkout.currency);
  const trial = trialOf(product, checkout);
  return trial ? t('summary.trial', { length: length(trial.interval, trial.count), price }) : price;
};

/**
 * The checkout's own trial, or else the product's; whether the customer is still eligible is known for the chosen
 * product only.
 */
const trialOf = (product: CheckoutPublic['product'], checkout: CheckoutPublic) => {
  if (!checkout.allowTrial || !product.isRecurring) return null;
  if (product.id === checkout.product.id && checkout.activeTrialInterval === null) return null;
  const own = checkout.trialInterval === null ? product : checkout;
  const { trialInterval: interval, trialIntervalCount: count } = own;
  return interval !== null && count !== null ? { interval, count } : null;
};

/**
 * Subtotal, discount, tax, total; when nothing is charged, the total alone. Tax that depends on the address is
 * announced until known; amounts deferred by a trial stand above the amount due now.
 */
export const Totals = ({ checkout }: { checkout: CheckoutPublic }) => {
  const { currency, discount, trialEnd } = checkout;
  const line = (label: string, cents: number) => ({ label, text: money(cents, currency) });
  const off = discount ? `${t('summary.discount')} (${describeDiscount(discount)})` : t('summary.discount');
  const tax = taxLabel(checkout);
  const sums = [
    line(t('summary.subtotal'), checkout.amount),
    ...(checkout.discountAmount > 0 ? [line(off, -checkout.discountAmount)] : []),
    checkout.taxAmount === null ? { label: tax, text: t('summary.taxLater') } : line(tax, checkout.taxAmount),
    ...(isTooLittle(checkout) ? [line(t('summary.tooLittle'), -checkout.totalAmount)] : []),
    ...(trialEnd !== null && checkout.taxAmount !== null && checkout.totalAmount > 0
      ? [line(t('summary.dueOn', { date: day(trialEnd) }), checkout.totalAmount)]
      : []),
  ];
  return (
    <Amounts
      sums={checkout.amount === 0 ? [] : sums}
      total={line(totalLabel(checkout), dueToday(checkout))}
    />
  );
};
