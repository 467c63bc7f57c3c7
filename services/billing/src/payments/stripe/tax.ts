/** Stripe Tax: calculations, and the transactions and reversals of its reports. */
import { sha256 } from '@tessera/kit/secrets';
import type { Address } from '@tessera/proto/api/billing/address';
import type { TaxabilityReason, TaxBehavior, TaxLine, TaxType } from '@tessera/proto/api/billing/tax';
import { Stripe } from 'stripe';
import { type TaxAnswer, type TaxQuestion, UnknownPlace } from '../../money/tax.ts';
import { StripeUnavailable } from './failures.ts';
import { known, type Opened } from './intents.ts';

/** "General - Electronically Supplied Services": products here have no finer category. */
const taxCode = 'txcd_10000000';

/** Throws `UnknownPlace` if Stripe cannot locate the address, `StripeUnavailable` if it does not respond. */
export const calculateTax = async (
  { netAmount, currency, address, taxId, idempotencyKey }: TaxQuestion,
  { stripe, sent, behavior, account }: Opened & { behavior: TaxBehavior; account: string },
): Promise<TaxAnswer> => {
  const params: Stripe.Tax.CalculationCreateParams = {
    currency,
    line_items: [{ amount: netAmount, reference: 'order', tax_behavior: behavior, tax_code: taxCode }],
    customer_details: {
      address: addressOf(address),
      address_source: 'billing',
      ...(taxId && { tax_ids: [{ type: taxId[1] as 'eu_vat', value: taxId[0] }] }),
    },
  };
  // The key covers the parameters too, since Stripe refuses a key that is reused with different ones.
  const key = `tax:${sha256(JSON.stringify([idempotencyKey, params]))}`;
  const made = await stripe.tax.calculations
    .create(params, { ...sent, idempotencyKey: key })
    .catch((error: unknown) => {
      if (isUnplaced(error)) throw new UnknownPlace('Stripe cannot place the address');
      throw new StripeUnavailable(error);
    });
  return answerOf(made, { behavior, account });
};

const addressOf = ({ line1, line2, postalCode, city, state, country }: Address) => ({
  country,
  ...(line1 && { line1 }),
  ...(line2 && { line2 }),
  ...(postalCode && { postal_code: postalCode }),
  ...(city && { city }),
  ...(state && { state: state.replace(`${country}-`, '') }),
});

const unplaced = new Set(['customer_tax_location_invalid', 'tax_id_invalid', 'shipping_address_invalid']);
const isUnplaced = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && unplaced.has(error.code ?? '');

const answerOf = (
  made: Stripe.Tax.Calculation,
  { behavior, account }: { behavior: TaxBehavior; account: string },
): TaxAnswer => {
  const amount = behavior === 'inclusive' ? made.tax_amount_inclusive : made.tax_amount_exclusive;
  const lines = made.tax_breakdown.flatMap((one): TaxLine[] => {
    const { country, state, percentage_decimal: percentage, tax_type: type } = one.tax_rate_details;
    if (one.amount === 0 || country === null) return [];
    const place = state && (country === 'US' || country === 'CA') ? `${country}-${state}` : null;
    return [{ type: typeOf(type), country, state: place, percentage, amount: one.amount }];
  });
  const [first] = made.tax_breakdown;
  const details = { behavior, reason: reasonOf(amount, first?.taxability_reason), lines };
  return { amount, details: made.id ? { ...details, calculation: { id: made.id, account } } : details };
};

const types: Readonly<Record<string, TaxType>> = {
  vat: 'vat',
  gst: 'gst',
  igst: 'gst',
  jct: 'gst',
  hst: 'hst',
  pst: 'pst',
  rst: 'pst',
  qst: 'qst',
};
const typeOf = (type: string | null): TaxType => types[type ?? ''] ?? 'sales_tax';

const reasons: Readonly<Record<string, TaxabilityReason>> = {
  not_collecting: 'not_collecting',
  not_supported: 'not_supported',
  reverse_charge: 'reverse_charge',
  product_exempt: 'product_exempt',
  product_exempt_holiday: 'product_exempt',
};
const reasonOf = (amount: number, reason: string | undefined): TaxabilityReason =>
  amount > 0 ? 'standard_rated' : (reasons[reason ?? ''] ?? 'not_subject_to_tax');

/** Records an order as a tax transaction and returns Stripe's id of it. Idempotent per order. */
export const recordSale = async (
  { stripe, sent }: Opened,
  { calculation, orderId }: { calculation: string; orderId: string },
): Promise<string> => {
  const { id } = await known(
    stripe.tax.transactions.createFromCalculation(
      { calculation, reference: orderId, metadata: { tessera_order: orderId } },
      { ...sent, idempotencyKey: `tax_transaction:${orderId}` },
    ),
  );
  return id;
};

/** Records a refund of `amount`, tax included. Idempotent per refund. */
export const recordReversal = async (
  { stripe, sent }: Opened,
  { transaction, refundId, amount }: { transaction: string; refundId: string; amount: number },
): Promise<void> => {
  await known(
    stripe.tax.transactions.createReversal(
      {
        mode: 'partial',
        original_transaction: transaction,
        reference: refundId,
        flat_amount: 0 - amount,
        metadata: { tessera_refund: refundId },
      },
      { ...sent, idempotencyKey: `tax_reversal:${refundId}` },
    ),
  );
};
