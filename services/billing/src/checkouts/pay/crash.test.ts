import { type BillingStack, startBilling } from '../../../test/factories.ts';
import { confirm, details, freshEmail, openCheckout } from '../../../test/purchases.ts';
import { endOrganization } from '../../endings/organization.ts';
import type { PaymentProcessor } from '../../payments/processor.ts';
import { sandboxPlace } from '../../payments/sandbox/rules.ts';
import { findPayment, type PaymentRow } from '../../payments/service.ts';
import { takePaymentEvent } from '../../payments/settlement.ts';
import { chargeCheckout } from './charge.ts';
import { completeCheckout, reopenCheckout } from './complete.ts';
import { sweep } from './sweep.ts';

/**
 * No worker runs here: each test takes the steps itself and stops between them, as a crash would. `charge` is
 * replaced by one that dies before or after the processor has heard of the charge.
 */
let stack: BillingStack;
let charge: PaymentProcessor['charge'];
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  charge = stack.billing.payments.charge;
});
afterEach(() => {
  stack.billing.payments.charge = charge;
});
afterAll(() => stack.stop());

/** What a processor says that keeps no card. */
const paid = { processorId: 'ch', methodId: null };

const count = async (table: string, checkoutId: string): Promise<number> =>
  ((await stack.db.query(`SELECT 1 FROM ${table} WHERE checkout_id = $1`, [checkoutId])) as unknown[]).length;
const chargesOf = (checkoutId: string): Promise<{ payment_id: string; status: string }[]> =>
  stack.db.query('SELECT * FROM sandbox_charges WHERE idempotency_key LIKE $1', [`${checkoutId}:%`]);
const statusOf = async (checkoutId: string): Promise<string> =>
  (
    (await stack.db.query('SELECT status FROM checkouts WHERE id = $1', [checkoutId])) as { status: string }[]
  )[0]?.status ?? '';
const paymentOf = async (checkoutId: string) => {
  const [row] = (await stack.db.query(
    'SELECT id FROM payments WHERE checkout_id = $1 ORDER BY attempt DESC',
    [checkoutId],
  )) as { id: string }[];
  return findPayment(stack.db.manager, row?.id ?? '');
};
/** The processor's later word, as its worker would bring it. */
const emitSettled = async (checkoutId: string): Promise<void> => {
  const [settled] = await chargesOf(checkoutId);
  const payment = await findPayment(stack.db.manager, settled?.payment_id ?? '');
  await takePaymentEvent(stack.billing, {
    place: sandboxPlace,
    paymentId: settled?.payment_id ?? '',
    processorId: payment?.processorId ?? 'ch',
    status: 'succeeded',
    methodId: null,
    message: null,
  });
};
const expectOneSale = async (checkoutId: string): Promise<void> => {
  expect(await statusOf(checkoutId)).toBe('succeeded');
  expect(await count('orders', checkoutId)).toBe(1);
  expect(await chargesOf(checkoutId)).toHaveLength(1);
};

describe('a crash while a checkout is confirmed', () => {
  it('before the processor heard of the charge: the sweeper charges', async () => {
    stack.billing.payments.charge = () => Promise.reject(new Error('killed'));
    const { checkout, path } = await openCheckout(stack);
    expect((await confirm(stack, path)).status).toBe(200);
    expect(await chargesOf(checkout.id)).toHaveLength(0);
    stack.billing.payments.charge = charge;
    await sweep(stack.billing, 0);
    expect(await chargesOf(checkout.id)).toHaveLength(1);
    await emitSettled(checkout.id);
    await expectOneSale(checkout.id);
  });

  it('after the charge, before it was written down: the same charge is found, not made again', async () => {
    stack.billing.payments.charge = async (request) => {
      await charge(request);
      throw new Error('killed');
    };
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path);
    stack.billing.payments.charge = charge;
    await sweep(stack.billing, 0);
    await sweep(stack.billing, 0);
    expect((await paymentOf(checkout.id))?.status).toBe('processing');
    await emitSettled(checkout.id);
    await expectOneSale(checkout.id);
  });

  it('after the charge: the word of its success alone makes the order', async () => {
    stack.billing.payments.charge = async (request) => {
      await charge(request);
      throw new Error('killed');
    };
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path);
    await emitSettled(checkout.id);
    await expectOneSale(checkout.id);
    stack.billing.payments.charge = charge;
    await sweep(stack.billing, 0);
    await expectOneSale(checkout.id);
  });

  it('after a decline, before the customer was told: the checkout is open again', async () => {
    stack.billing.payments.charge = async (request) => {
      await charge(request);
      throw new Error('killed');
    };
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path, { confirmation_token_id: 'tok_declined' });
    expect(await statusOf(checkout.id)).toBe('confirmed');
    stack.billing.payments.charge = charge;
    await sweep(stack.billing, 0);
    expect(await statusOf(checkout.id)).toBe('open');
    await confirm(stack, path);
    expect(await chargesOf(checkout.id)).toMatchObject([{ status: 'failed' }, { status: 'processing' }]);
  });

  it('when the word of the processor is lost: the sweeper asks for it', async () => {
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path);
    await stack.db.query(
      `UPDATE sandbox_charges SET status = 'succeeded', tell_at = NULL WHERE idempotency_key = $1`,
      [`${checkout.id}:1`],
    );
    await sweep(stack.billing, 0);
    await expectOneSale(checkout.id);
  });

  it('before a free checkout was settled: the sweeper settles it', async () => {
    const { checkout, path } = await openCheckout(stack, { product: { price: { amountType: 'free' } } });
    const { background } = stack.billing;
    stack.billing.background = { ...background, run: () => undefined };
    await stack.send('POST', `${path}/confirm`, { body: { customer_email: freshEmail() } });
    stack.billing.background = background;
    expect(await statusOf(checkout.id)).toBe('confirmed');
    await sweep(stack.billing, 0);
    expect(await statusOf(checkout.id)).toBe('succeeded');
    expect(await count('orders', checkout.id)).toBe(1);
  });
});

describe('settling', () => {
  it('makes one order, however often and by however many it is called', async () => {
    const { checkout, path } = await openCheckout(stack, { product: { recurringInterval: 'month' } });
    await confirm(stack, path);
    const paymentId = (await paymentOf(checkout.id))?.id ?? '';
    const complete = () => completeCheckout(stack.billing, { checkoutId: checkout.id, paymentId, paid });
    await Promise.all([complete(), complete(), complete()]);
    await complete();
    expect(await count('orders', checkout.id)).toBe(1);
    expect(await count('subscriptions', checkout.id)).toBe(1);
  });

  it('is all or nothing: a failure on the way leaves the checkout to be settled again', async () => {
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path);
    const paymentId = (await paymentOf(checkout.id))?.id ?? '';
    const complete = () => completeCheckout(stack.billing, { checkoutId: checkout.id, paymentId, paid });
    await stack.db.query('ALTER TABLE customer_state_changes RENAME TO hidden');
    await expect(complete()).rejects.toThrow();
    await stack.db.query('ALTER TABLE hidden RENAME TO customer_state_changes');
    expect(await statusOf(checkout.id)).toBe('confirmed');
    expect(await count('orders', checkout.id)).toBe(0);
    await complete();
    await expectOneSale(checkout.id);
  });

  it('does nothing for the payment of an earlier attempt', async () => {
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path);
    const first = await paymentOf(checkout.id);
    await reopenCheckout(stack.billing, first as PaymentRow, 'failed');
    await confirm(stack, path);
    await completeCheckout(stack.billing, { checkoutId: checkout.id, paymentId: first?.id ?? '', paid });
    await reopenCheckout(stack.billing, first as PaymentRow, 'again');
    expect(await statusOf(checkout.id)).toBe('confirmed');
    expect(await count('orders', checkout.id)).toBe(0);
  });
});

describe('the sweeper', () => {
  it('expires what was not paid in time, and tells nobody', async () => {
    const { checkout, path } = await openCheckout(stack);
    await stack.db.query('UPDATE checkouts SET expires_at = $2 WHERE id = $1', [
      checkout.id,
      stack.clock.now(),
    ]);
    await sweep(stack.billing, 3600);
    expect(await statusOf(checkout.id)).toBe('expired');
    expect((await stack.send('GET', path)).status).toBe(410);
    expect(stack.events.about(checkout.id)).not.toContain('billing.checkout.updated');
  });

  it('gives up a payment whose customer never answered the bank', async () => {
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path, {
      ...details(freshEmail()),
      confirmation_token_id: 'tok_authentication_required',
    });
    await stack.db.query('UPDATE checkouts SET expires_at = $2 WHERE id = $1', [
      checkout.id,
      stack.clock.now(),
    ]);
    await sweep(stack.billing, 0);
    expect(await chargesOf(checkout.id)).toMatchObject([{ status: 'failed' }]);
    await sweep(stack.billing, 0);
    expect(await statusOf(checkout.id)).toBe('open');
    await sweep(stack.billing, 0);
    expect(await statusOf(checkout.id)).toBe('expired');
  });

  it('may run beside a confirmation that is still under way', async () => {
    const { checkout, path } = await openCheckout(stack);
    await confirm(stack, path);
    const payment = await paymentOf(checkout.id);
    if (!payment) throw new Error('no payment');
    await Promise.all([
      chargeCheckout(stack.billing, payment),
      sweep(stack.billing, 0),
      sweep(stack.billing, 0),
    ]);
    expect(await chargesOf(checkout.id)).toHaveLength(1);
  });
});

describe('an organization that is deleted while a checkout is being paid', () => {
  it('keeps the order, and nobody goes on paying', async () => {
    const { checkout, path, seller } = await openCheckout(stack, { product: { recurringInterval: 'month' } });
    expect((await confirm(stack, path)).status).toBe(200);
    await endOrganization(stack.billing, seller.organizationId);
    await emitSettled(checkout.id);
    await expectOneSale(checkout.id);
    const subscriptions = await stack.db.query(
      'SELECT status FROM subscriptions WHERE organization_id = $1',
      [seller.organizationId],
    );
    expect(subscriptions).toEqual([{ status: 'canceled' }]);
  });
});
