import { createApp } from '@tessera/kit/http/app';
import { Router } from '@tessera/kit/http/router';
import { eventually } from '@tessera/kit/test/eventually';
import { billingDialect } from '@tessera/proto/api/error';
import { uuidv7 } from 'uuidv7';
import { apiPath, type BillingStack, startBilling } from '../../../test/factories.ts';
import { confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';
import type { PaymentPlace } from '../place.ts';
import type { ChargeRequest, PaymentEvent } from '../processor.ts';
import type { Purpose } from '../purpose.ts';
import { createSandbox } from './processor.ts';
import { claimDue, findCharge } from './store.ts';
import { captureDue } from './worker.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const card = (number: string) => ({ number, exp_month: 12, exp_year: 2030, cvc: '123' });
const exchange = (clientSecret: string, fields: object) =>
  stack.send('POST', '/sandbox/confirmation-tokens', { body: { client_secret: clientSecret, card: fields } });
const place: PaymentPlace = { organizationId: uuidv7(), processor: 'sandbox', account: null };
const requestFor = (confirmationToken: string): ChargeRequest => ({
  place,
  askedAt: new Date(),
  customerEmail: null,
  processorCustomerId: null,
  idempotencyKey: uuidv7(),
  paymentId: uuidv7(),
  purpose: { kind: 'checkout', id: uuidv7() },
  amount: 1000,
  currency: 'usd',
  confirmationToken,
  keepsMethod: false,
});
/** A processor of its own, as another process would run it. */
const startProcessor = (
  tell: (event: PaymentEvent) => Promise<void>,
  findPurpose: (clientSecret: string) => Promise<Purpose | undefined> = async () => undefined,
) => {
  const { db, billing } = stack;
  const sandbox = createSandbox({ db, log: billing.log, now: billing.now, findPurpose });
  return {
    sandbox,
    worker: sandbox.listen(
      {
        payment: tell,
        refund: async () => undefined,
        refundElsewhere: async () => false,
        method: async () => false,
      },
      { works: true },
    ),
  };
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
    expect(again.body.detail).toContain('already used');
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
    const emitted: PaymentEvent[] = [];
    const { sandbox, worker } = startProcessor(async (event) => void emitted.push(event));
    const request = requestFor('tok_success');
    await sandbox.charge(request);
    const mine = () => emitted.filter(({ paymentId }) => paymentId === request.paymentId);
    await eventually(() => expect(mine()).toMatchObject([{ status: 'succeeded' }]));
    await worker.stop();
    await captureDue(stack.db, stack.billing.log, async (event) => void emitted.push(event));
    expect(mine()).toHaveLength(1);
  });

  it('tells again when the listener fails', async () => {
    const request = requestFor('tok_fails_later');
    const emitted: string[] = [];
    const { sandbox, worker } = startProcessor(async ({ paymentId, status }) => {
      if (paymentId !== request.paymentId) return;
      emitted.push(status);
      if (emitted.length === 1) throw new Error('killed');
    });
    await sandbox.charge(request);
    await eventually(() => expect(emitted).toEqual(['failed']));
    await stack.db.query(`UPDATE sandbox_charges SET tell_at = now() WHERE payment_id = $1`, [
      request.paymentId,
    ]);
    await eventually(() => expect(emitted).toEqual(['failed', 'failed']));
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
    const emitted: PaymentEvent[] = [];
    const second = startProcessor(async (event) => void emitted.push(event));
    await stack.db.query(`UPDATE sandbox_charges SET tell_at = now() WHERE payment_id = $1`, [
      request.paymentId,
    ]);
    await eventually(() => expect(emitted.map(({ paymentId }) => paymentId)).toContain(request.paymentId));
    await second.worker.stop();
  });

  it('is shared by replicas without telling twice', async () => {
    const emitted: string[] = [];
    const tell = async ({ paymentId }: PaymentEvent) => void emitted.push(paymentId);
    const replicas = [startProcessor(tell), startProcessor(tell)] as const;
    const requests = Array.from({ length: 20 }, () => requestFor('tok_success'));
    const [first, second] = replicas;
    await Promise.all(
      requests.map((request, index) => (index % 2 === 0 ? first : second).sandbox.charge(request)),
    );
    const ids = requests.map(({ paymentId }) => paymentId);
    await eventually(() => expect(ids.every((id) => emitted.includes(id))).toBe(true));
    for (const { worker } of replicas) await worker.stop();
    expect(emitted.filter((id) => ids.includes(id))).toHaveLength(20);
  });
});

describe('a card that is kept', () => {
  const emitted: PaymentEvent[] = [];
  let processor: ReturnType<typeof startProcessor>;
  /** The processor has an HTTP API of its own: its page is one that sets up a card. */
  const setup: Purpose = { kind: 'card_setup', id: uuidv7() };
  beforeAll(async () => {
    processor = startProcessor(
      async (event) => void emitted.push(event),
      async (clientSecret) => (clientSecret === 'secret of the page' ? setup : undefined),
    );
    url = await stack.serve(
      createApp({
        ...{ log: stack.log.logger, metrics: stack.metrics, passports: stack.passports, checkReplies: true },
        mounts: [{ path: apiPath, dialect: billingDialect, routes: processor.sandbox.routes }],
        internal: Router(),
        checks: {},
      }),
    );
  });
  afterAll(() => processor.worker.stop());

  let url: string;
  const post = async (path: string, body: object) => {
    const reply = await fetch(url + apiPath + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as { id: string; status: string } };
  };
  /** Types a card into the page and has it kept. */
  const save = async (number: string) => {
    const token = await post('/sandbox/confirmation-tokens', {
      client_secret: 'secret of the page',
      card: card(number),
    });
    expect(token.status).toBe(201);
    const { amount: _amount, ...request } = { ...requestFor(token.body.id), purpose: setup };
    return { request, result: await processor.sandbox.saveMethod(request) };
  };
  const settled = (paymentId: string, status = 'succeeded') =>
    eventually(() => {
      const event = emitted.find((it) => it.paymentId === paymentId && it.status === status);
      if (!event) throw new Error('not told yet');
      return event;
    });
  const kept = async (number: string): Promise<string> => {
    const { request, result } = await save(number);
    expect(result.status).toBe('processing');
    const { methodId } = await settled(request.paymentId);
    return methodId ?? '';
  };
  const chargeKept = (methodId: string) => {
    const { confirmationToken: _token, keepsMethod: _keeps, ...request } = requestFor('');
    return {
      request,
      send: () => processor.sandbox.chargeSaved({ ...request, methodId, isCustomerPresent: false }),
    };
  };

  it('is charged again without its customer, once for one key', async () => {
    const methodId = await kept('4242424242424242');
    expect(methodId).toMatch(/^sandbox_pm_/);
    const { request, send } = chargeKept(methodId);
    const [first, second] = await Promise.all([send(), send()]);
    expect(first).toEqual({ status: 'processing', processorId: second?.processorId });
    expect(await settled(request.paymentId)).toMatchObject({ methodId: null });
    const charge = await stack.db.query('SELECT amount FROM sandbox_charges WHERE payment_id = $1', [
      request.paymentId,
    ]);
    expect(charge).toEqual([{ amount: 1000 }]);
    const refund = {
      place,
      idempotencyKey: uuidv7(),
      refundId: null,
      processorId: first?.processorId ?? '',
      amount: 1000,
    };
    expect(await processor.sandbox.refund(refund)).toMatchObject({ status: 'succeeded' });
  });

  it('needs its bank only when it is kept, and is of no use before', async () => {
    const { request, result } = await save('4000002500003155');
    if (result.status !== 'requires_action') throw new Error(result.status);
    const [{ method_id }] = (await stack.db.query(
      'SELECT method_id FROM sandbox_charges WHERE payment_id = $1',
      [request.paymentId],
    )) as [{ method_id: string }];
    expect(await chargeKept(method_id).send()).toMatchObject({ status: 'failed' });
    const answer = await post(`/sandbox/payments/${result.intentClientSecret}/authenticate`, {
      outcome: 'approve',
    });
    expect(answer.body).toEqual({ status: 'processing' });
    expect((await settled(request.paymentId)).methodId).toBe(method_id);
    const charge = chargeKept(method_id);
    expect(await charge.send()).toMatchObject({ status: 'processing' });
    await settled(charge.request.paymentId);
  });

  it('can be good enough to keep and bad when it is charged', async () => {
    const methodId = await kept('4000000000000341');
    const { request, send } = chargeKept(methodId);
    expect(await send()).toMatchObject({ status: 'processing' });
    expect(await settled(request.paymentId, 'failed')).toMatchObject({
      message: 'The payment failed after it was accepted.',
    });
  });

  it('is not kept when it is declined, or when its payment was not asked to keep it', async () => {
    const { result } = await save('4000000000000002');
    expect(result).toMatchObject({ status: 'failed', message: 'Your card was declined.' });
    const once = requestFor('tok_success');
    await processor.sandbox.charge(once);
    expect((await settled(once.paymentId)).methodId).toBeNull();
    const always = { ...requestFor('tok_success'), keepsMethod: true };
    await processor.sandbox.charge(always);
    expect((await settled(always.paymentId)).methodId).toMatch(/^sandbox_pm_/);
    expect(await chargeKept('sandbox_pm_unknown').send()).toEqual({
      status: 'failed',
      processorId: expect.any(String),
      message: 'There is no such saved card.',
    });
  });

  it('is not kept by the token of another page', async () => {
    const token = await post('/sandbox/confirmation-tokens', {
      client_secret: 'secret of the page',
      card: card('4242424242424242'),
    });
    const { amount: _amount, ...request } = requestFor(token.body.id);
    expect(await processor.sandbox.saveMethod(request)).toMatchObject({ status: 'failed' });
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
