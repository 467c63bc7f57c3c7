import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../../test/factories.ts';
import type { Billing } from '../billing.ts';
import type { PaymentRow } from './entity.ts';
import type { PurposeHandler } from './handlers.ts';
import { createNoPayments } from './none.ts';
import type { ChargeResult, PaymentProcessor } from './processor.ts';
import type { PaymentSource, Purpose, PurposeKind } from './purpose.ts';
import { movePayment, paidChanges, writeIntent, writeRefund } from './service.ts';
import { chargePayment, payBack, sweepPayments, takePaymentEvent } from './settlement.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const purposeOf = (kind: PurposeKind): Purpose => ({ kind, id: uuidv7() });

const write = (purpose: Purpose, source: PaymentSource): Promise<PaymentRow> =>
  stack.db.transaction((em) =>
    writeIntent(em, stack.clock.now(), {
      place: { organizationId: uuidv7(), processor: 'sandbox', account: null },
      purpose,
      source,
      attempt: 1,
      idempotencyKey: `${purpose.kind}:${purpose.id}:1`,
      productPriceId: null,
      amount: purpose.kind === 'card_setup' ? 0 : 1500,
      currency: 'usd',
      keepsMethod: false,
      customerEmail: null,
    }),
  );

/** Billing whose renewals, setups and the like only note what they are told; `answers` are the processor's. */
const listening = (answers: Partial<PaymentProcessor> = {}) => {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    async (_billing: Billing, payment: PaymentRow, ...rest: unknown[]): Promise<void> => {
      calls.push([name, payment.id, ...rest]);
    };
  const handler: PurposeHandler<Billing> = {
    accepted: note('accepted'),
    succeeded: note('succeeded'),
    succeededLate: note('succeededLate'),
    failed: note('failed'),
    refunded: note('refunded'),
    isAbandoned: async () => true,
  };
  const billing: Billing = {
    ...stack.billing,
    payments: { ...stack.billing.payments, ...createNoPayments(), ...answers },
    purposes: { renewal: handler, card_setup: handler },
  };
  return { billing, calls };
};

describe('asking the processor', () => {
  const answer: ChargeResult = { status: 'processing', processorId: 'ch' };

  it('charges what was saved, or a token, or only saves, by purpose and source', async () => {
    const asked: unknown[][] = [];
    const ask = (name: string) => async (request: object) => {
      asked.push([name, request]);
      return answer;
    };
    const { billing, calls } = listening({
      charge: ask('charge'),
      chargeSaved: ask('chargeSaved'),
      saveMethod: ask('saveMethod'),
    });
    const saved = await write(purposeOf('renewal'), { methodId: 'pm' });
    const typed = await write(purposeOf('renewal'), { token: 'tok' });
    const setup = await write(purposeOf('card_setup'), { token: 'tok' });
    for (const payment of [saved, typed, setup]) expect(await chargePayment(billing, payment)).toBe(answer);
    const facts = (payment: PaymentRow) => ({
      place: { organizationId: payment.organizationId, processor: 'sandbox', account: null },
      askedAt: payment.createdAt,
      customerEmail: null,
      processorCustomerId: null,
      idempotencyKey: payment.idempotencyKey,
      paymentId: payment.id,
      purpose: { kind: payment.purposeKind, id: payment.purposeId },
      currency: 'usd',
    });
    expect(asked).toEqual([
      ['chargeSaved', { ...facts(saved), amount: 1500, methodId: 'pm', isCustomerPresent: false }],
      ['charge', { ...facts(typed), amount: 1500, confirmationToken: 'tok', keepsMethod: false }],
      ['saveMethod', { ...facts(setup), confirmationToken: 'tok' }],
    ]);
    expect(calls).toEqual([saved, typed, setup].map(({ id }) => ['accepted', id, answer]));
  });

  it('tells the purpose of success and of failure at once', async () => {
    const results: ChargeResult[] = [
      { status: 'succeeded', processorId: 'ch', methodId: 'pm' },
      { status: 'failed', processorId: null, message: 'No.' },
    ];
    const { billing, calls } = listening({ chargeSaved: async () => results.shift() as ChargeResult });
    const first = await write(purposeOf('renewal'), { methodId: 'pm' });
    const second = await write(purposeOf('renewal'), { methodId: 'pm' });
    await chargePayment(billing, first);
    await chargePayment(billing, second);
    expect(calls).toEqual([
      ['succeeded', first.id, { status: 'succeeded', processorId: 'ch', methodId: 'pm' }],
      ['failed', second.id, 'No.'],
    ]);
  });

  it('leaves a payment to the sweeper when nobody answers', async () => {
    let isDown = true;
    const { billing, calls } = listening({
      chargeSaved: async () => {
        if (isDown) throw new Error('no answer');
        return answer;
      },
    });
    const payment = await write(purposeOf('renewal'), { methodId: 'pm' });
    expect(await chargePayment(billing, payment)).toBeNull();
    expect(calls).toEqual([]);
    isDown = false;
    await sweepPayments(billing, 0);
    expect(calls).toContainEqual(['accepted', payment.id, answer]);
  });
});

describe('what the processor tells later', () => {
  const tell = (payment: PaymentRow, status: 'processing' | 'succeeded' | 'failed', billing: Billing) =>
    takePaymentEvent(billing, {
      place: { organizationId: null, processor: 'sandbox', account: null },
      paymentId: payment.id,
      processorId: 'ch',
      methodId: status === 'succeeded' ? 'pm' : null,
      status,
      message: status === 'failed' ? 'No.' : null,
    });

  it('goes to the purpose of the payment, success after a failure as such', async () => {
    const { billing, calls } = listening();
    const payment = await write(purposeOf('renewal'), { methodId: 'pm' });
    await tell(payment, 'failed', billing);
    await tell(payment, 'succeeded', billing);
    await movePayment(stack.db.manager, { id: payment.id, from: ['pending'] }, { status: 'failed' });
    await tell(payment, 'succeeded', billing);
    expect(calls.map(([name]) => name)).toEqual(['failed', 'succeeded', 'succeededLate']);
    expect(calls[1]?.[2]).toMatchObject({ processorId: 'ch', methodId: 'pm' });
  });

  it('comes again where nothing takes payments of this purpose yet', async () => {
    const { billing, calls } = listening();
    const payment = await write(purposeOf('proration'), { methodId: 'pm' });
    await expect(tell(payment, 'succeeded', billing)).rejects.toThrow('proration');
    expect(calls).toEqual([]);
  });
});

describe('a challenge that nobody answers', () => {
  it('is given up once its purpose says so', async () => {
    const cancelled: string[] = [];
    const { billing } = listening({
      findCharge: async () => ({ status: 'requires_action', processorId: 'ch', intentClientSecret: 's' }),
      cancelCharge: async (_place, id) => void cancelled.push(id),
    });
    const payment = await write(purposeOf('card_setup'), { token: 'tok' });
    const changes = { status: 'requires_action' as const, processorId: payment.id };
    await movePayment(stack.db.manager, { id: payment.id, from: ['pending'] }, changes);
    await sweepPayments(billing, 0);
    expect(cancelled).toContain(payment.id);
  });
});

describe('money that goes back', () => {
  it('is asked of the processor under a key of its own, and its purpose is told', async () => {
    const asked: object[] = [];
    const refund = { status: 'succeeded' as const, processorId: 're' };
    const { billing, calls } = listening({
      refund: async (request) => {
        asked.push(request);
        return refund;
      },
    });
    const purpose = purposeOf('renewal');
    const payment = await write(purpose, { methodId: 'pm' });
    const paid = paidChanges(stack.clock.now(), { processorId: 'ch', methodId: null });
    await stack.db.transaction(async (em) => {
      await movePayment(em, { id: payment.id, from: ['pending'] }, paid);
      await writeRefund(em, stack.clock.now(), { paymentId: payment.id, reason: 'late_payment' });
    });
    await payBack(billing, { kind: 'checkout', id: purpose.id });
    expect(asked).toEqual([]);
    await payBack(billing, purpose);
    expect(asked).toEqual([
      {
        place: { organizationId: payment.organizationId, processor: 'sandbox', account: null },
        idempotencyKey: `${payment.idempotencyKey}:refund`,
        refundId: null,
        processorId: 'ch',
        amount: 1500,
      },
    ]);
    const mine = () => calls.filter(([, id]) => id === payment.id);
    expect(mine()).toEqual([['refunded', payment.id, refund]]);
    // The handler wrote nothing down: it is still owed, and the sweeper takes it up.
    await sweepPayments(billing, 0);
    expect(mine()).toHaveLength(2);
  });
});

describe('a replica of the release before', () => {
  it('writes payments that this one reads as those of their checkout', async () => {
    const [id, checkoutId] = [uuidv7(), uuidv7()];
    await stack.db.query(
      `INSERT INTO payments (id, created_at, organization_id, checkout_id, attempt, processor, idempotency_key,
         confirmation_token, amount, currency, status)
       VALUES ($1, now(), $2, $3, 1, 'sandbox', $4, 'tok_success', 1000, 'usd', 'pending')`,
      [id, uuidv7(), checkoutId, `${checkoutId}:1`],
    );
    const [row] = await stack.db.query('SELECT purpose_kind, purpose_id FROM payments WHERE id = $1', [id]);
    expect(row).toEqual({ purpose_kind: 'checkout', purpose_id: checkoutId });
    // Nothing here is to be done for it by other tests.
    await stack.db.query('DELETE FROM payments WHERE id = $1', [id]);
  });

  it('finds the checkout of the payments that this one writes', async () => {
    const purpose = purposeOf('checkout');
    const payment = await write(purpose, { token: 'tok_success' });
    expect(payment.checkoutId).toBe(purpose.id);
    await stack.db.query('DELETE FROM payments WHERE id = $1', [payment.id]);
  });
});
