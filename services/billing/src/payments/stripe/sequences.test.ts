import type { FakeStripe } from '@tessera/kit/test/stripe';
import fc from 'fast-check';
import type { BillingStack } from '../../../test/factories.ts';
import {
  makeStripeSeller,
  payBy,
  type StripeSeller,
  startWithStripe,
  tell,
} from '../../../test/stripe-seller.ts';
import { sweep } from '../../checkouts/pay/sweep.ts';
import { sweepRefunds } from '../../refunds/complete.ts';

let stack: BillingStack;
let stripe: FakeStripe;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stack, stripe, stop } = await startWithStripe());
});
afterAll(() => stop());

/** What buyers, banks, sellers and the network do. `at` chooses among what there is. */
const step = fc.oneof(
  fc.record({
    does: fc.constantFrom('ok', 'declined', '3ds'),
    trouble: fc.constantFrom('none', 'lost', 'limit'),
  }),
  fc.record({ does: fc.constantFrom('approve', 'deny', 'reverse', 'tell', 'sweep'), at: fc.nat() }),
  fc.record({
    does: fc.constant('refund' as const),
    at: fc.nat(),
    amount: fc.integer({ min: 1, max: 1000 }),
  }),
);
type Step = { does: string; at?: number; amount?: number; trouble?: string };

const pick = <Item>(items: Item[], at = 0): Item | undefined => items[at % Math.max(items.length, 1)];

const take = async (seller: StripeSeller, { does, at, amount, trouble }: Step): Promise<void> => {
  const mine = (object: string) => stripe.of(object).filter(({ account }) => account === seller.account);
  const orders = async () => (await stack.send('GET', '/orders/?limit=100', { as: seller.owner })).body.items;
  switch (does) {
    case 'approve':
    case 'deny': {
      const asking = pick(
        mine('payment_intent').filter(({ status }) => status === 'requires_action'),
        at,
      );
      if (asking) stripe.authenticate(asking.id, does === 'approve');
      return;
    }
    case 'reverse': {
      const refund = pick(
        mine('refund').filter(({ status }) => status === 'succeeded'),
        at,
      );
      if (refund) refund['status'] = 'failed';
      return;
    }
    case 'tell': {
      const thing = pick([...mine('payment_intent'), ...mine('refund')], at);
      // What it says of itself is old: only which thing it is counts.
      if (thing) await tell(stack, seller, { ...thing, status: 'requires_payment_method' });
      return;
    }
    case 'sweep':
      await sweep(stack.billing, 0);
      return;
    case 'refund': {
      const order = pick<{ id: string }>(await orders(), at);
      const body = { order_id: order?.id, reason: 'other', amount };
      if (order) await stack.send('POST', '/refunds/', { as: seller.owner, body });
      return;
    }
    default: {
      stripe.planned = [];
      if (trouble === 'lost') stripe.plan('cut_off_after', /POST \/v1\/payment_intents$/, 2);
      if (trouble === 'limit') stripe.plan('rate_limit', /POST \/v1\/payment_intents$/);
      await payBy(stack, seller, `ctoken_${does}`);
    }
  }
};

/** Everything is told once more, the last first, and what was lost is asked for. */
const comeToRest = async (seller: StripeSeller): Promise<void> => {
  stripe.planned = [];
  const mine = [...stripe.things.values()].filter(({ account }) => account === seller.account).toReversed();
  for (let round = 0; round < 2; round += 1) {
    for (const thing of mine)
      if (thing.object === 'payment_intent' || thing.object === 'refund') await tell(stack, seller, thing);
    await sweep(stack.billing, 0);
    await sweepRefunds(stack.billing, 0);
    await stack.billing.background.stop();
  }
};

type Order = { status: string; total_amount: number; refunded_amount: number; refunded_tax_amount: number };

describe('whatever happens, in whichever order it is told', () => {
  it('Stripe has what the orders say, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const seller = await makeStripeSeller(stack, stripe);
        for (const each of steps) await take(seller, each);
        await comeToRest(seller);
        const { body } = await stack.send('GET', '/orders/?limit=100', { as: seller.owner });
        const orders: Order[] = body.items;
        const kept = orders.reduce(
          (sum, order) => sum + order.total_amount - order.refunded_amount - order.refunded_tax_amount,
          0,
        );
        expect(stripe.balance(seller.account)).toBe(kept);
        const paid = stripe
          .of('payment_intent')
          .filter(({ account, status }) => account === seller.account && status === 'succeeded');
        expect(orders).toHaveLength(paid.length);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);
});
