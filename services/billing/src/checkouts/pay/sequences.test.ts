/** Whatever sellers and buyers do in whatever order: sums add up, limits hold, and a checkout is sold once at most. */
import { sql } from '@tessera/kit/database/sql';
import { eventually } from '@tessera/kit/test/eventually';
import fc from 'fast-check';
import {
  type BillingStack,
  makeDiscount,
  makeProduct,
  makeSeller,
  startBilling,
} from '../../../test/factories.ts';
import { details, freshEmail } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const makeShop = async () => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const products = [
    await makeProduct(stack, { organizationId }),
    await makeProduct(stack, { organizationId, price: { amountType: 'custom', minimumAmount: 100 } }),
    await makeProduct(stack, { organizationId, recurringInterval: 'month', price: { priceAmount: 2999 } }),
    await makeProduct(stack, { organizationId, price: { amountType: 'free' } }),
  ];
  await makeDiscount(stack, { organizationId, code: 'THIRD', basisPoints: 3333, maxRedemptions: 2 });
  await makeDiscount(stack, { organizationId, code: 'ALL', basisPoints: 10_000, maxRedemptions: 1 });
  await makeDiscount(stack, { organizationId, code: 'TWENTY', type: 'fixed', amount: 2000, currency: 'usd' });
  const months = { duration: 'repeating' as const, durationInMonths: 2, maxRedemptions: 1 };
  await makeDiscount(stack, { organizationId, code: 'MONTHS', ...months });
  return { seller, organizationId, products };
};
type Shop = Awaited<ReturnType<typeof makeShop>>;

/** `at` picks one of the checkouts that are there. */
const step = fc.oneof(
  fc.record({ do: fc.constant('open' as const), code: fc.constantFrom(undefined, 'THIRD', 'ALL') }),
  fc.record({ do: fc.constant('switch' as const), at: fc.nat(5), product: fc.nat(3) }),
  fc.record({
    do: fc.constant('amount' as const),
    at: fc.nat(5),
    amount: fc.integer({ min: 50, max: 9999 }),
  }),
  fc.record({
    do: fc.constant('discount' as const),
    at: fc.nat(5),
    code: fc.constantFrom('third', 'ALL', 'TWENTY', 'MONTHS', null),
  }),
  fc.record({
    do: fc.constant('confirm' as const),
    at: fc.nat(5),
    token: fc.constantFrom('tok_success', 'tok_success', 'tok_declined', 'tok_fails_later'),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const take = async (
  paths: string[],
  { seller, products, organizationId }: Shop,
  one: Step,
): Promise<void> => {
  if (one.do === 'open' || paths.length === 0) {
    const ids = products.map(({ id }) => id);
    const { body } = await stack.send('POST', '/checkouts/', { as: seller.owner, body: { products: ids } });
    paths.push(`/checkouts/client/${body.client_secret}`);
    if (one.do === 'open' && one.code)
      await stack.send('PATCH', paths.at(-1) ?? '', { body: { discount_code: one.code } });
    return;
  }
  const path = paths[one.at % paths.length] ?? '';
  const bodies = {
    switch: () => ({ product_id: products[(one as { product: number }).product]?.id }),
    amount: () => ({ amount: (one as { amount: number }).amount }),
    discount: () => ({ discount_code: (one as { code: string | null }).code }),
    confirm: () => ({ ...details(freshEmail()), confirmation_token_id: (one as { token: string }).token }),
  };
  const isConfirm = one.do === 'confirm';
  const { status, text } = await stack.send(
    isConfirm ? 'POST' : 'PATCH',
    isConfirm ? `${path}/confirm` : path,
    {
      body: bodies[one.do](),
    },
  );
  if (status >= 500) throw new Error(`${organizationId}: ${JSON.stringify(one)}: ${text}`);
};

/** Until nothing is under way any more. */
const settled = (organizationId: string) =>
  eventually(async () => {
    const rows = await sql(
      stack.db,
      `SELECT 1 FROM checkouts WHERE organization_id = $1 AND status = 'confirmed'`,
      [organizationId],
    );
    expect(rows).toEqual([]);
  });

const violations = (organizationId: string) =>
  sql<{ what: string }>(
    stack.db,
    `SELECT 'net of checkout ' || id AS what FROM checkouts
       WHERE organization_id = $1 AND (discount_amount < 0 OR discount_amount > amount)
     UNION ALL SELECT 'discount without one ' || id FROM checkouts
       WHERE organization_id = $1 AND discount_id IS NULL AND discount_amount <> 0
     UNION ALL SELECT 'items of order ' || orders.id FROM orders
       WHERE organization_id = $1
         AND subtotal_amount <> (SELECT sum(amount) FROM order_items WHERE order_id = orders.id)
     UNION ALL SELECT 'taxes of order ' || orders.id FROM orders
       WHERE organization_id = $1
         AND tax_amount <> (SELECT sum(tax_amount) FROM order_items WHERE order_id = orders.id)
     UNION ALL SELECT 'total of order ' || orders.id FROM orders
       WHERE organization_id = $1 AND (net_amount <> subtotal_amount - discount_amount
         OR total_amount <> net_amount + tax_amount)
     UNION ALL SELECT 'redemptions of ' || code FROM discounts WHERE organization_id = $1
         AND max_redemptions < (SELECT count(*) FROM discount_redemptions WHERE discount_id = discounts.id)
     UNION ALL SELECT 'orders of checkout ' || checkout_id FROM orders
       WHERE organization_id = $1 GROUP BY checkout_id HAVING count(*) > 1
     UNION ALL SELECT 'redemption of ' || status || ' checkout ' || checkouts.id FROM checkouts
       WHERE organization_id = $1 AND (discount_id IS NOT NULL AND status = 'succeeded')
         <> EXISTS (SELECT 1 FROM discount_redemptions WHERE checkout_id = checkouts.id)
     UNION ALL SELECT 'payment of order ' || orders.id FROM orders JOIN payments ON payments.checkout_id = orders.checkout_id
       WHERE orders.organization_id = $1 AND payments.status = 'succeeded' AND payments.amount <> orders.total_amount`,
    [organizationId],
  );

describe('sequences of creating, changing, discounting, confirming and failing', () => {
  it('keep the books', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        async (rounds) => {
          const shop = await makeShop();
          const paths: string[] = [];
          // What stands in one round happens at once.
          for (const round of rounds) await Promise.all(round.map((one) => take(paths, shop, one)));
          await settled(shop.organizationId);
          expect(await violations(shop.organizationId)).toEqual([]);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  }, 180_000);
});
