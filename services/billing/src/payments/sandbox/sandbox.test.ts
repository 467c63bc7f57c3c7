import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../../../test/factories.ts';
import { confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';
import type { ChargeRequest, PaymentEvent } from '../processor.ts';
import { claimDue, findCharge } from './books.ts';
import { createSandbox } from './processor.ts';
import { settleDue } from './worker.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const card = (number: string) => ({ number, exp_month: 12, exp_year: 2030, cvc: '123' });
const exchange = (clientSecret: string, fields: object) =>
  stack.send('POST', '/sandbox/confirmation-tokens', { body: { client_secret: clientSecret, card: fields } });
const requestFor = (confirmationToken: string): ChargeRequest => ({
  idempotencyKey: uuidv7(),
  paymentId: uuidv7(),
  checkoutId: uuidv7(),
  amount: 1000,
  currency: 'usd',
  confirmationToken,
});
/** A processor of its own, as another process would run it. */
const startProcessor = (tell: (event: PaymentEvent) => Promise<void>) => {
  const { db, billing } = stack;
  const sandbox = createSandbox({
    db,
    log: billing.log,
    now: billing.now,
    findCheckoutId: async () => undefined,
  });
  return { sandbox, worker: sandbox.listen(tell) };
};

describe('exchanging a card', () => {
  it('answers a token, the brand and the last digits, and keeps no number', async () => {
    const { checkout } = await openCheckout(stack);
    const { status, body } = await exchange(checkout.client_secret, card('4242 4242 4242 4242'));
    expect([status, body.brand, body.last4]).toEqual([201, 'visa', '4242']);
    const rows = await stack.db.query('SELECT * FROM sandbox_tokens WHERE id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain('4242424242424242');
    expect(JSON.stringify(stack.log.lines())).not.toContain('4242424242424242');
  });

  it('refuses bad cards beside the field', async () => {
    const { checkout } = await openCheckout(stack);
    const bad: [object, string][] = [
      [{ ...card('4242424242424241') }, 'number'],
      [{ ...card('4242424242424242'), exp_month: 13 }, 'exp_month'],
      [{ ...card('4242424242424242'), exp_year: 2020 }, 'exp_year'],
      [{ ...card('4242424242424242'), cvc: '1' }, 'cvc'],
    ];
    for (const [fields, key] of bad) {
      const { status, body } = await exchange(checkout.client_secret, fields);
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'card', key]]);
    }
    expect((await exchange('nothing', card('4242424242424242'))).status).toBe(404);
  });

  it('gives each test card its outcome, once', async () => {
    const { checkout, path } = await openCheckout(stack);
    const declined = await exchange(checkout.client_secret, card('4000000000000002'));
    const pay = (token: string) => confirm(stack, path, { confirmation_token_id: token });
    expect((await pay(declined.body.id)).body).toEqual({
      error: 'PaymentError',
      detail: 'Your card was declined.',
    });
    const again = await pay(declined.body.id);
    expect(again.body.detail).toContain('used before');
    expect((await pay('sandbox_ctoken_unknown')).status).toBe(400);
    const bank = await exchange(checkout.client_secret, card('4000002500003155'));
    const challenged = await pay(bank.body.id);
    expect(challenged.body.payment_processor_metadata.intent_status).toBe('requires_action');
  });
});

describe('charging', () => {
  it('makes one charge for one idempotency key, at the same time too', async () => {
    const { sandbox, worker } = startProcessor(async () => undefined);
    const request = requestFor('tok_success');
    const results = await Promise.all([1, 2, 3, 4].map(() => sandbox.charge(request)));
    expect(new Set(results.map(({ processorId }) => processorId)).size).toBe(1);
    await worker.stop();
  });

  it('settles after a moment and tells once', async () => {
    const told: PaymentEvent[] = [];
    const { sandbox, worker } = startProcessor(async (event) => void told.push(event));
    const request = requestFor('tok_success');
    await sandbox.charge(request);
    const mine = () => told.filter(({ paymentId }) => paymentId === request.paymentId);
    await eventually(() => expect(mine()).toMatchObject([{ status: 'succeeded' }]));
    await worker.stop();
    await settleDue(stack.db, stack.billing.log, async (event) => void told.push(event));
    expect(mine()).toHaveLength(1);
  });

  it('tells again when the listener fails', async () => {
    const request = requestFor('tok_fails_later');
    const told: string[] = [];
    const { sandbox, worker } = startProcessor(async ({ paymentId, status }) => {
      if (paymentId !== request.paymentId) return;
      told.push(status);
      if (told.length === 1) throw new Error('killed');
    });
    await sandbox.charge(request);
    await eventually(() => expect(told).toEqual(['failed']));
    await stack.db.query(`UPDATE sandbox_charges SET tell_at = now() WHERE payment_id = $1`, [
      request.paymentId,
    ]);
    await eventually(() => expect(told).toEqual(['failed', 'failed']), 15_000);
    await worker.stop();
  });

  it('goes on after a kill between settling and telling', async () => {
    const request = requestFor('tok_success');
    const first = startProcessor(async () => undefined);
    await first.worker.stop();
    await first.sandbox.charge(request);
    await stack.db.query(`UPDATE sandbox_charges SET tell_at = now() WHERE payment_id = $1`, [
      request.paymentId,
    ]);
    // Claimed by a process that is killed before it tells anyone.
    const claimed = await claimDue(stack.db, 50);
    expect(claimed.map(({ paymentId }) => paymentId)).toContain(request.paymentId);
    expect(await claimDue(stack.db, 50)).toEqual([]);
    const told: PaymentEvent[] = [];
    const second = startProcessor(async (event) => void told.push(event));
    await stack.db.query(`UPDATE sandbox_charges SET tell_at = now() WHERE payment_id = $1`, [
      request.paymentId,
    ]);
    await eventually(
      () => expect(told.map(({ paymentId }) => paymentId)).toContain(request.paymentId),
      15_000,
    );
    await second.worker.stop();
  });

  it('is shared by replicas without telling twice', async () => {
    const told: string[] = [];
    const tell = async ({ paymentId }: PaymentEvent) => void told.push(paymentId);
    const replicas = [startProcessor(tell), startProcessor(tell)] as const;
    const requests = Array.from({ length: 20 }, () => requestFor('tok_success'));
    const [first, second] = replicas;
    await Promise.all(
      requests.map((request, index) => (index % 2 === 0 ? first : second).sandbox.charge(request)),
    );
    const ids = requests.map(({ paymentId }) => paymentId);
    await eventually(() => expect(ids.every((id) => told.includes(id))).toBe(true));
    for (const { worker } of replicas) await worker.stop();
    expect(told.filter((id) => ids.includes(id))).toHaveLength(20);
  });
});

describe('the bank’s challenge', () => {
  it('can be answered once: a second answer changes nothing', async () => {
    const { path } = await openCheckout(stack);
    const { body } = await confirm(stack, path, { confirmation_token_id: 'tok_authentication_required' });
    const secret = String(body.payment_processor_metadata.intent_client_secret);
    const answer = (outcome: string) =>
      stack.send('POST', `/sandbox/payments/${secret}/authenticate`, { body: { outcome } });
    expect((await answer('maybe')).status).toBe(422);
    expect((await answer('approve')).body).toEqual({ status: 'processing' });
    expect((await answer('deny')).body).toEqual({ status: 'processing' });
    await untilStatus(stack, path, 'confirmed');
  });

  it('of an unknown payment is not found', async () => {
    const reply = await stack.send('POST', '/sandbox/payments/sandbox_pi_x/authenticate', {
      body: { outcome: 'deny' },
    });
    expect(reply.status).toBe(404);
    expect(await findCharge(stack.db, 'sandbox_ch_x')).toBeUndefined();
  });
});
