/**
 * Lines of one order are all with their tax or all without it, as the prices of the product that it is for. Those that
 * are for another product, because it was changed since, may be named the other way.
 *
 * Question: what does a customer pay for them? Choice: each line, with its tax, what it would come to in its own terms. A
 * charge has the tax of now, and so has a credit that takes back a charge of the same order: both then come to nothing,
 * however often products are changed. A credit that takes back what was paid has the tax that was paid on it.
 */
import type { TaxBehavior } from '@tessera/proto/api/billing/tax';
import type { Billing } from '../../billing.ts';
import { discountAmountOf } from '../../catalog/discounts/rules.ts';
import { findTaxBehaviors } from '../../catalog/products/find.ts';
import type { OrderLine } from '../../orders/plan.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { findTaxOfPeriod, plusTax, ratioOf, type TaxRatio, withoutTax } from './paid.ts';
import { calculate, isCredit, takesBack } from './tax.ts';

type Priced = { lines: readonly OrderLine[]; discount: { id: string | null; amount: number }; key: string };

/** Returns lines and discount in the terms of the subscription's product. The same objects if they are already. */
export const inTermsOfProduct = async <Of extends Priced>(
  billing: Billing,
  full: FullSubscription,
  charges: Of,
): Promise<Of> => {
  const { lines, discount } = charges;
  const others = await findOthers(billing, full, lines);
  if (others.size === 0) return charges;
  const toTerms = full.product.taxBehavior === 'inclusive' ? plusTax : withoutTax;
  const converted: OrderLine[] = [];
  for (const line of lines) {
    const terms = others.get(line);
    const ratio = terms && (await ratioOn(billing, full, { line, terms, ...charges }));
    converted.push(ratio ? { ...line, amount: toTerms(line.amount, ratio) } : line);
  }
  return { ...charges, lines: converted, discount: discountOn(full, converted, discount) };
};

/** The lines with an amount in other terms, and these. Most orders have prices of their own product alone. */
const findOthers = async (
  billing: Billing,
  { row, product }: FullSubscription,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<OrderLine, TaxBehavior>> => {
  const priced = lines.flatMap((line) => {
    const { amount, productPriceId: priceId } = line;
    return amount === 0 || priceId === null || row.priceIds.includes(priceId) ? [] : [{ line, priceId }];
  });
  const behaviors = await findTaxBehaviors(
    billing.db.manager,
    priced.map(({ priceId }) => priceId),
  );
  return new Map(
    priced.flatMap(({ line, priceId }) => {
      const terms = behaviors.get(priceId);
      return terms && terms !== product.taxBehavior ? [[line, terms] as const] : [];
    }),
  );
};

/** The tax on a line, or in it, in its own terms. */
const ratioOn = async (
  billing: Billing,
  full: FullSubscription,
  { line, terms, lines, key }: Priced & { line: OrderLine; terms: TaxBehavior },
): Promise<TaxRatio> => {
  if (isCredit(line)) {
    const before = await findTaxOfPeriod(billing.db.manager, full.row, line.since);
    if (!takesBack(line, { lines, before })) return ratioOf(before);
  }
  const amount = Math.abs(line.amount);
  const { amount: tax } = await calculate(billing, full, { amount, behavior: terms, key });
  return ratioOf({ amount, tax, details: { behavior: terms, reason: 'standard_rated', lines: [] } });
};

/** Usage in other terms is another amount, of which a discount takes another one off. */
const discountOn = (
  { discount: full }: FullSubscription,
  lines: readonly OrderLine[],
  discount: Priced['discount'],
): Priced['discount'] => {
  if (discount.amount === 0 || full?.id !== discount.id) return discount;
  const whole = lines.reduce((sum, { amount, proration }) => (proration ? sum : sum + amount), 0);
  return { ...discount, amount: discountAmountOf(full, whole) };
};
